//! Compression of proofs: gzip and Zstandard files, recognised by their first
//! bytes.
//!
//! They are unpacked block by block, so a small file that unpacks to a large
//! one takes only the memory of its window.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::gzip;

/// Magic number of Zstandard frames.
const ZSTANDARD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Number of bytes unpacked at a time.
const BLOCK: usize = 1 << 16;

/// Compresses the bytes as the extension of the file name says.
pub(crate) fn pack(path: &Path, bytes: Vec<u8>) -> Vec<u8> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => gzip::pack(&bytes),
        Some("zst") => compress_to_vec(&bytes[..], CompressionLevel::Fastest),
        _ => bytes,
    }
}

/// Decompresses a file while it is read, if it is compressed.
///
/// # Errors
/// If the first bytes cannot be read.
pub(crate) fn unpack<'a>(mut file: impl Read + Send + 'a) -> io::Result<Box<dyn BufRead + Send + 'a>> {
    let mut start = Vec::new();
    (&mut file).take(ZSTANDARD.len() as u64).read_to_end(&mut start)?;
    let (is_gzip, is_zstandard) = (gzip::is_packed(&start), start == ZSTANDARD);
    let whole = BufReader::with_capacity(BLOCK, io::Cursor::new(start).chain(file));
    Ok(if is_gzip {
        Box::new(BufReader::with_capacity(BLOCK, gzip::Unpacked::new(whole)))
    } else if is_zstandard {
        Box::new(BufReader::with_capacity(BLOCK, Frames { input: whole, frame: None }))
    } else {
        Box::new(whole)
    })
}

/// Decoder of the frames of a Zstandard file.
struct Frames<R> {
    input: R,
    frame: Option<FrameDecoder>,
}

fn damaged(why: &dyn std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the zst file is damaged: {why}"))
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(frame) = &mut self.frame else {
                if self.input.fill_buf()?.is_empty() {
                    return Ok(0);
                }
                let mut frame = FrameDecoder::new();
                frame.init(&mut self.input).map_err(|error| damaged(&error))?;
                self.frame = Some(frame);
                continue;
            };
            while frame.can_collect() == 0 && !frame.is_finished() {
                let some = BlockDecodingStrategy::UptoBytes(out.len());
                frame.decode_blocks(&mut self.input, some).map_err(|error| damaged(&error))?;
            }
            let count = frame.read(out)?;
            if count > 0 || out.is_empty() {
                return Ok(count);
            }
            let said = frame.get_checksum_from_data();
            if said.is_some() && said != frame.get_calculated_checksum() {
                return Err(damaged(&"its checksum is another"));
            }
            self.frame = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpacked(file: &[u8]) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        unpack(file).ok()?.read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    #[test]
    fn what_is_packed_comes_back_and_damage_is_seen() {
        let bytes: Vec<u8> = (0..300_000u64).map(|i| b"xo.+ :sf01"[((i * i) >> 7) as usize % 10]).collect();
        for name in ["p.txt", "p.gz", "p.zst"] {
            let mut file = pack(Path::new(name), bytes.clone());
            assert_eq!(file.len() < bytes.len(), name != "p.txt", "{name}");
            assert_eq!(unpacked(&file), Some(bytes.clone()), "{name}");
            if name != "p.txt" {
                assert_eq!(unpacked(&file[..file.len() - 3]), None, "{name}");
                let at = file.len() / 2;
                file[at] ^= 0x55;
                assert_ne!(unpacked(&file), Some(bytes.clone()), "{name}");
            }
        }
        let two = [pack(Path::new("a.zst"), b"one ".to_vec()), pack(Path::new("b.zst"), b"two".to_vec())].concat();
        assert_eq!(unpacked(&two), Some(b"one two".to_vec()));
        assert_eq!(unpacked(b""), Some(Vec::new()));
        assert_eq!(unpacked(b"xo"), Some(b"xo".to_vec()));
    }
}
