//! Compression of proofs: gzip and Zstandard files, recognised by their first
//! bytes.

use std::io::{Cursor, Read};
use std::path::Path;

use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::gzip;

/// Magic number of Zstandard frames.
const ZSTANDARD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Maximum number of bytes of an unpacked file.
const MOST: u64 = 1 << 30;

/// Compresses the bytes as the extension of the file name says.
pub(crate) fn pack(path: &Path, bytes: Vec<u8>) -> Vec<u8> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => gzip::pack(&bytes),
        Some("zst") => compress_to_vec(&bytes[..], CompressionLevel::Fastest),
        _ => bytes,
    }
}

/// Decompresses the bytes of a file, if they are compressed.
pub(crate) fn unpack(file: Vec<u8>) -> Result<Vec<u8>, String> {
    if gzip::is_packed(&file) {
        return gzip::unpack(&file);
    }
    if !file.starts_with(&ZSTANDARD) {
        return Ok(file);
    }
    let damaged = |why: &dyn std::fmt::Display| format!("the zst file is damaged: {why}");
    let mut rest = Cursor::new(&file[..]);
    let mut bytes = Vec::new();
    // A file may have several frames.
    while (rest.position() as usize) < file.len() {
        let mut frame = StreamingDecoder::new(&mut rest).map_err(|error| damaged(&error))?;
        let room = MOST - bytes.len() as u64;
        let read = frame.by_ref().take(room + 1).read_to_end(&mut bytes).map_err(|error| damaged(&error))?;
        if read as u64 > room {
            return Err("the zst file is too long".to_owned());
        }
        let said = frame.decoder.get_checksum_from_data();
        if said.is_some() && said != frame.decoder.get_calculated_checksum() {
            return Err(damaged(&"its checksum is another"));
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_back_and_damage_is_seen() {
        let bytes: Vec<u8> = (0..100_000u64).map(|i| b"xo.+ :sf01"[((i * i) >> 7) as usize % 10]).collect();
        for name in ["p.txt", "p.gz", "p.zst"] {
            let mut file = pack(Path::new(name), bytes.clone());
            assert_eq!(file.len() < bytes.len(), name != "p.txt", "{name}");
            assert_eq!(unpack(file.clone()), Ok(bytes.clone()), "{name}");
            if name != "p.txt" {
                assert!(unpack(file[..file.len() - 3].to_vec()).is_err(), "{name}");
                let at = file.len() / 2;
                file[at] ^= 0x55;
                assert_ne!(unpack(file), Ok(bytes.clone()), "{name}");
            }
        }
        let two = [pack(Path::new("a.zst"), b"one ".to_vec()), pack(Path::new("b.zst"), b"two".to_vec())].concat();
        assert_eq!(unpack(two), Ok(b"one two".to_vec()));
    }
}
