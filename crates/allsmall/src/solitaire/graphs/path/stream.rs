//! SWAR reader of a line: 64 stones at a time, in constant memory.
//!
//! Eight bytes are read as one number. If all are letters of one pair, say `x`
//! and `o`, then each byte xor `x` is 0 or `x ^ o`; one bit of it decides, and a
//! multiplication gathers the eight bits:
//!
//! ```text
//!   bytes   x  o  o  x  o  x  x  x        little end first
//!   ^ x     0 17 17  0 17  0  0  0        17 (hex) = x ^ o
//!   bit     0  1  1  0  1  0  0  0   * 0x0102040810204080 >> 56  =  00010110
//! ```
//!
//! Anything else (another letter, a hole, the end of the line) is read byte by
//! byte. Rows that are not plain are left to the full notation.

use std::io::{self, Read};

use crate::{Budget, Stop};

/// The kind of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// A strip.
    Strip,
    /// A ring, written `cycle:...`.
    Ring,
}

/// A consumer of the stones of a line.
pub trait StoneSink {
    /// The next `count <= 64` stones, the first in the lowest bit, 1 for `o`.
    fn stones(&mut self, word: u64, count: usize);
    /// An empty cell.
    fn hole(&mut self);
}

/// How reading a line ended.
#[derive(Debug)]
pub enum RowEnd {
    /// At its end.
    Plain {
        /// Number of cells.
        cells: usize,
    },
    /// It is not a plain line: the full notation must read it.
    NotPlain,
    /// The budget was exhausted.
    Stopped(Stop),
}

/// A pair of letters that stand for the stones.
#[derive(Clone, Copy)]
struct Letters {
    x: u8,
    o: u8,
}

const PAIRS: [Letters; 4] = [
    Letters { x: b'x', o: b'o' },
    Letters { x: b'X', o: b'O' },
    Letters { x: b'b', o: b'w' },
    Letters { x: b'B', o: b'W' },
];

/// 1 in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

impl Letters {
    /// The stones of 64 bytes, if all are letters of this pair.
    #[inline]
    fn pack(self, bytes: &[u8; 64]) -> Option<u64> {
        let differ = u64::from(self.x ^ self.o);
        let low = differ.trailing_zeros();
        let (mut stones, mut wrong) = (0, 0);
        for (i, eight) in bytes.chunks_exact(8).enumerate() {
            let eight = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
            let difference = eight ^ (ONES * u64::from(self.x));
            let bits = difference >> low & ONES;
            wrong |= difference ^ (bits * differ);
            stones |= (bits.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
        }
        (wrong == 0).then_some(stones)
    }
}

/// Bytes read at a time.
const CHUNK: usize = 1 << 18;

/// The kind of a plain row and the offset of its first cell; `None` if the text
/// does not begin like one.
#[must_use]
pub fn row_kind(start: &[u8]) -> Option<(RowKind, usize)> {
    let blank = start.iter().take_while(|b| b.is_ascii_whitespace()).count();
    let rest = &start[blank..];
    for (prefix, row) in [(&b"cycle:"[..], RowKind::Ring), (b"strip:", RowKind::Strip)] {
        if rest.starts_with(prefix) {
            return Some((row, blank + prefix.len()));
        }
    }
    let plain = rest.first().is_some_and(|b| b"xoXObwBW.".contains(b));
    plain.then_some((RowKind::Strip, blank))
}

/// Reads a row of stones, from its first stone on, into `sink`.
///
/// # Errors
/// The input cannot be read.
pub fn read_row(mut input: impl Read, budget: &Budget, sink: &mut impl StoneSink) -> io::Result<RowEnd> {
    let mut reader = RowReader { sink, letters: None, cells: 0, over: false };
    let mut chunk = vec![0; CHUNK];
    loop {
        let mut filled = 0;
        while filled < CHUNK {
            match input.read(&mut chunk[filled..]) {
                Ok(0) => break,
                Ok(more) => filled += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if !reader.take(&chunk[..filled]) {
            return Ok(RowEnd::NotPlain);
        }
        if filled < CHUNK {
            return Ok(RowEnd::Plain { cells: reader.cells });
        }
        if let Err(stop) = budget.check() {
            return Ok(RowEnd::Stopped(stop));
        }
        budget.report(|| format!("{} cells read", reader.cells));
    }
}

struct RowReader<'a, S> {
    sink: &'a mut S,
    letters: Option<Letters>,
    cells: usize,
    over: bool,
}

impl<S: StoneSink> RowReader<'_, S> {
    /// Reads the next bytes; returns whether the line is still plain.
    fn take(&mut self, bytes: &[u8]) -> bool {
        let (blocks, rest) = bytes.as_chunks::<64>();
        for block in blocks {
            let packed = self.letters.filter(|_| !self.over).and_then(|letters| letters.pack(block));
            match packed {
                Some(stones) => {
                    self.sink.stones(stones, 64);
                    self.cells += 64;
                }
                None if block.iter().all(|&byte| self.byte(byte)) => {}
                None => return false,
            }
        }
        rest.iter().all(|&byte| self.byte(byte))
    }

    /// Reads one byte; returns whether it is allowed in a plain line.
    fn byte(&mut self, byte: u8) -> bool {
        if matches!(byte, b'\n' | b'\r' | b' ' | b'\t') {
            self.over = true;
            return true;
        }
        if self.over {
            return false;
        }
        self.cells += 1;
        if byte == b'.' {
            self.sink.hole();
            return true;
        }
        if self.letters.is_none() {
            self.letters = PAIRS.into_iter().find(|pair| byte == pair.x || byte == pair.o);
        }
        match self.letters {
            Some(Letters { x, o }) if byte == x || byte == o => {
                self.sink.stones(u64::from(byte == o), 1);
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Collects the stones as text.
    #[derive(Default)]
    struct Echo(String);

    impl StoneSink for Echo {
        fn stones(&mut self, word: u64, count: usize) {
            self.0.extend((0..count).map(|i| if word >> i & 1 == 1 { 'o' } else { 'x' }));
        }

        fn hole(&mut self) {
            self.0.push('.');
        }
    }

    fn echo(text: &str) -> Option<String> {
        let mut echo = Echo::default();
        match read_row(text.as_bytes(), &Budget::new(), &mut echo).expect("bytes can be read") {
            RowEnd::Plain { cells } => {
                assert_eq!(cells, echo.0.len());
                Some(echo.0)
            }
            _ => None,
        }
    }

    proptest! {
        #[test]
        fn stones_are_read_as_they_are_written(text in "[xo]{0,300}(\\.{1,3}[xo]{0,200}){0,3}") {
            prop_assert_eq!(echo(&text), Some(text.clone()));
            for (x, o) in [('X', 'O'), ('b', 'w'), ('B', 'W')] {
                let other: String = text.chars().map(|c| match c { 'x' => x, 'o' => o, hole => hole }).collect();
                prop_assert_eq!(echo(&format!("{other}\n")), Some(text.clone()));
            }
        }

        #[test]
        fn one_wrong_letter_is_noticed(text in "[xo]{1,200}", at in 0usize..200, wrong in "[^xo.\\s]") {
            let at = at % text.len();
            let spoilt = format!("{}{wrong}{}", &text[..at], &text[at..]);
            // A first letter of another pair makes the rest wrong instead.
            prop_assert_eq!(echo(&spoilt), None);
        }
    }

    #[test]
    fn kinds_of_rows() {
        assert_eq!(row_kind(b"xoxo"), Some((RowKind::Strip, 0)));
        assert_eq!(row_kind(b"\n .xo"), Some((RowKind::Strip, 2)));
        assert_eq!(row_kind(b"cycle:xo"), Some((RowKind::Ring, 6)));
        assert_eq!(row_kind(b"(xo)^3"), None);
        assert_eq!(row_kind(b""), None);
        assert_eq!(echo("xo xo"), None);
    }
}
