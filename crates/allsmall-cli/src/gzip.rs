//! The gzip format (RFC 1952): one member around a deflate stream.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// Magic number, deflate, no name, no time, unknown system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// Maximum number of bytes of an unpacked file.
const MOST: usize = 1 << 30;

/// Compresses the bytes into a file.
pub(crate) fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut file = HEADER.to_vec();
    file.extend(compress_to_vec(bytes, 6));
    file.extend(crc32(bytes).to_le_bytes());
    file.extend((bytes.len() as u32).to_le_bytes());
    file
}

/// Returns whether a file begins with the magic number.
pub(crate) fn is_packed(file: &[u8]) -> bool {
    file.starts_with(&HEADER[..3])
}

/// Decompresses a file made here or by gzip.
pub(crate) fn unpack(file: &[u8]) -> Result<Vec<u8>, String> {
    let broken = || "the gzip file is damaged".to_owned();
    let (&[.., flags, _, _, _, _, _, _], mut rest) = file.split_first_chunk::<10>().ok_or_else(broken)?;
    if flags & 4 != 0 {
        let (size, after) = rest.split_first_chunk::<2>().ok_or_else(broken)?;
        rest = after.get(usize::from(u16::from_le_bytes(*size))..).ok_or_else(broken)?;
    }
    // A name and a comment, each terminated by a zero byte.
    for bit in [8, 16] {
        if flags & bit != 0 {
            let end = rest.iter().position(|&byte| byte == 0).ok_or_else(broken)?;
            rest = &rest[end + 1..];
        }
    }
    let stream = rest.len().checked_sub(8).map(|end| rest.split_at(end)).ok_or_else(broken)?;
    let bytes = decompress_to_vec_with_limit(stream.0, MOST).map_err(|_| broken())?;
    let sums = [crc32(&bytes).to_le_bytes(), (bytes.len() as u32).to_le_bytes()].concat();
    if sums == stream.1 { Ok(bytes) } else { Err(broken()) }
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_back_and_damage_is_seen() {
        let bytes: Vec<u8> = (0..10_000u32).map(|i| ((i * i) >> 7) as u8).collect();
        let mut file = pack(&bytes);
        assert!(is_packed(&file));
        assert_eq!(unpack(&file), Ok(bytes));
        assert!(unpack(&file[..file.len() - 1]).is_err());
        let last = file.len() - 1;
        file[last] ^= 1;
        assert!(unpack(&file).is_err());
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
