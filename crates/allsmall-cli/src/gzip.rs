//! The gzip format (RFC 1952): members, each around a deflate stream.

use std::io::{self, BufRead, Read};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

/// Magic number, deflate, no name, no time, unknown system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// Bits of the fourth byte: a checksum of the header, more fields, a name, a
/// comment.
const CHECKSUM: u8 = 2;
const FIELDS: u8 = 4;
const TEXTS: [u8; 2] = [8, 16];

/// Compresses the bytes into a file.
pub(crate) fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut file = HEADER.to_vec();
    file.extend(compress_to_vec(bytes, 6));
    file.extend((!crc32(!0, bytes)).to_le_bytes());
    file.extend((bytes.len() as u32).to_le_bytes());
    file
}

/// Returns whether a file begins with the magic number.
pub(crate) fn is_packed(file: &[u8]) -> bool {
    file.starts_with(&HEADER[..3])
}

/// Decompresses a file made here or by gzip, block by block.
pub(crate) struct Unpacked<R> {
    input: R,
    /// The deflate stream of the member that is being read.
    member: Option<Box<InflateState>>,
    /// Checksum and length of what was unpacked of the member.
    sum: u32,
    length: u32,
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the gzip file is damaged")
}

impl<R: BufRead> Unpacked<R> {
    pub(crate) fn new(input: R) -> Unpacked<R> {
        Unpacked { input, member: None, sum: !0, length: 0 }
    }

    fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        match self.input.read_exact(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(damaged()),
            done => done.map(|()| bytes),
        }
    }

    /// Reads the header of a member.
    fn open(&mut self) -> io::Result<()> {
        let header: [u8; 10] = self.take()?;
        if !is_packed(&header) {
            return Err(damaged());
        }
        let flags = header[3];
        if flags & FIELDS != 0 {
            let size: [u8; 2] = self.take()?;
            for _ in 0..u16::from_le_bytes(size) {
                self.take::<1>()?;
            }
        }
        for text in TEXTS {
            while flags & text != 0 && self.take()? != [0u8] {}
        }
        if flags & CHECKSUM != 0 {
            self.take::<2>()?;
        }
        self.member = Some(InflateState::new_boxed(DataFormat::Raw));
        (self.sum, self.length) = (!0, 0);
        Ok(())
    }

    /// Reads the checksum and the length behind a member.
    fn close(&mut self) -> io::Result<()> {
        self.member = None;
        let sum = u32::from_le_bytes(self.take()?);
        let length = u32::from_le_bytes(self.take()?);
        if (sum, length) == (!self.sum, self.length) { Ok(()) } else { Err(damaged()) }
    }
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while !out.is_empty() {
            let Some(member) = &mut self.member else {
                if self.input.fill_buf()?.is_empty() {
                    return Ok(0);
                }
                self.open()?;
                continue;
            };
            let block = self.input.fill_buf()?;
            let is_over = block.is_empty();
            let done = inflate(member, block, out, MZFlush::None);
            self.input.consume(done.bytes_consumed);
            let count = done.bytes_written;
            self.sum = crc32(self.sum, &out[..count]);
            self.length = self.length.wrapping_add(count as u32);
            match done.status {
                Ok(MZStatus::StreamEnd) => self.close()?,
                Ok(_) => {}
                Err(MZError::Buf) if count > 0 || !is_over => {}
                Err(_) => return Err(damaged()),
            }
            if count > 0 {
                return Ok(count);
            }
        }
        Ok(0)
    }
}

/// Remainders of the single bytes.
const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < table.len() {
        let mut crc = i as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[i] = crc;
        i += 1;
    }
    table
};

/// Continues a checksum, which begins as `!0` and is inverted at the end.
fn crc32(sum: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(sum, |crc, &byte| crc >> 8 ^ TABLE[usize::from(crc as u8 ^ byte)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpack(file: &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        // Small blocks: a piece of anything may be at the end of one.
        let input = io::BufReader::with_capacity(7, file);
        Unpacked::new(input).read_to_end(&mut bytes).map(|_| bytes)
    }

    #[test]
    fn what_is_packed_comes_back_and_damage_is_seen() {
        let bytes: Vec<u8> = (0..100_000u32).map(|i| (i.wrapping_mul(i) >> 7) as u8).collect();
        let mut file = pack(&bytes);
        assert!(is_packed(&file));
        assert_eq!(unpack(&file).expect("it is whole"), bytes);
        let two = [&file[..], &pack(b"more")].concat();
        assert_eq!(unpack(&two).expect("two members"), [&bytes[..], b"more"].concat());
        for cut in [1, 8, 9, file.len() / 2, file.len() - 5] {
            assert!(unpack(&file[..file.len() - cut]).is_err(), "{cut}");
        }
        assert!(unpack(&[&file[..], b"rest"].concat()).is_err());
        let last = file.len() - 1;
        file[last] ^= 1;
        assert!(unpack(&file).is_err());
        assert_eq!(!crc32(!0, b"123456789"), 0xcbf4_3926);
        // A name, a remark, more fields and a checksum of the header.
        let plain = pack(b"text");
        let mut named = plain[..10].to_vec();
        named[3] = 2 | 4 | 8 | 16;
        named.extend(b"\x03\0abcname\0remark\0\x12\x34");
        named.extend(&plain[10..]);
        assert_eq!(unpack(&named).expect("it is whole"), b"text");
    }
}
