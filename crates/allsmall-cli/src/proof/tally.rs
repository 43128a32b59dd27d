//! Counts the lines of a proof by their rules, while the checker reads it.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read};

/// Bytes of the longest first word of a line, and one more.
const WORD: usize = 8;

/// What was counted.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) lines: usize,
    pub(super) bytes: usize,
    pub(super) rules: BTreeMap<&'static str, usize>,
    /// The first word of the line so far, whether it is over, and whether the
    /// line is empty.
    word: Vec<u8>,
    is_over: bool,
    is_begun: bool,
}

/// What the lines that begin with a word are.
fn rule(word: &[u8]) -> Option<&'static str> {
    Some(match word {
        b"s" => "won moving second: every move has a reply (rule 2)",
        b"f" => "won moving first: a move (rule 1)",
        b"S" | b"F" => "won with a multiple of up in place of a game (rule 6)",
        b"n" => "Grundy values (rule 8)",
        b"p" | b"P" => "won boards of Phutball (rule 9)",
        b"m" => "plays of solitaire (rule 10)",
        b"game" => "games by their options",
        b"graph" => "graphs",
        b"d" => "lines that forget others",
        _ => return None,
    })
}

impl Counts {
    fn take(&mut self, block: &[u8]) {
        self.bytes += block.len();
        for piece in block.split_inclusive(|&byte| byte == b'\n') {
            let (piece, ends) = piece.strip_suffix(b"\n").map_or((piece, false), |piece| (piece, true));
            self.is_begun |= !piece.is_empty();
            if !self.is_over {
                let end = piece.iter().position(|&byte| byte == b' ');
                let word = &piece[..end.unwrap_or(piece.len()).min(WORD)];
                self.word.extend(word);
                self.is_over = end.is_some() || self.word.len() >= WORD;
            }
            if ends {
                self.end_line();
            }
        }
    }

    /// The last line may have no end.
    fn end_line(&mut self) {
        if self.is_begun {
            self.lines += 1;
            if let Some(rule) = rule(&self.word) {
                *self.rules.entry(rule).or_insert(0) += 1;
            }
        }
        self.word.clear();
        (self.is_over, self.is_begun) = (false, false);
    }
}

/// A proof whose lines are counted as they are read.
pub(super) struct Tally<R> {
    input: R,
    counts: Counts,
}

impl<R: BufRead> Tally<R> {
    pub(super) fn new(input: R) -> Tally<R> {
        Tally { input, counts: Counts::default() }
    }

    pub(super) fn counts(mut self) -> Counts {
        self.counts.end_line();
        self.counts
    }
}

impl<R: BufRead> BufRead for Tally<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        if let Ok(block) = self.input.fill_buf() {
            self.counts.take(&block[..count.min(block.len())]);
        }
        self.input.consume(count);
    }
}

impl<R: BufRead> Read for Tally<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_make_no_difference() {
        let text = "allsmall proof 1\ngame 0|0\n\ns xoox : 0\ns xo : 1\ngraphics 1\nd 3\nend";
        for block in 1..20 {
            let mut tally = Tally::new(io::BufReader::with_capacity(block, text.as_bytes()));
            let mut all = String::new();
            tally.read_to_string(&mut all).expect("text");
            let counts = tally.counts();
            assert_eq!((all.as_str(), counts.lines, counts.bytes), (text, 7, text.len()));
            assert_eq!(counts.rules.values().copied().collect::<Vec<_>>(), [1, 1, 2], "{block}");
        }
    }
}
