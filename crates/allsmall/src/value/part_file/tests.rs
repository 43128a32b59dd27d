//! The file of part values against the valuer, the rules and damage.

use super::*;
use crate::cgt::Values;
use crate::judge;
use crate::packed::{BoardRules, GridRules, PackedPart, PartRules};
use crate::value::PartValues;
use crate::{Budget, SplitMix64, Stop};
use std::sync::Arc;

fn file_of(stones: usize) -> PartValueFile {
    PartValueFile::build(stones, &Budget::new()).expect("there are no limits")
}

/// Every part of up to six stones has the value that the valuer finds in the same
/// arena, and the outcome that the rules give by brute force.
#[test]
fn values_are_those_of_the_valuer_and_outcomes_those_of_the_rules() {
    let file = Arc::new(file_of(6));
    let (mut values, mut imported) = (Values::new(), ImportedValues::new(Arc::clone(&file)));
    let mut parts = PartValues::new(BoardRules::default(), 1 << 30);
    let (mut known, mut outcomes) = (0, std::collections::HashSet::new());
    for (entry, part) in file.shapes.parts().enumerate() {
        for part in [part, part.negative()] {
            let value = imported.value(&mut values, part).unwrap().expect("it is in the file");
            if part.black == 0 || part.black == part.stones {
                assert_eq!(value, values.zero());
                continue;
            }
            let signed = PackedPart::of_grid(part.normal());
            assert_eq!(value, parts.value(&mut values, signed).unwrap(), "entry {entry}");
            let normal = part.normal();
            let position = GridRules.position(normal.part);
            let position = if normal.negated { position.negated() } else { position };
            if part.count() <= 5 {
                assert_eq!(values.outcome(value), judge::outcome(&position, &Budget::new()).unwrap(), "{position}");
            }
            outcomes.insert(values.outcome(value));
            known += 1;
        }
    }
    assert!(known > 2500 && outcomes.len() == 4, "{known}");
    assert!(file.values() > 40 && file.values() < file.entries());
}

#[test]
fn the_file_is_read_as_it_was_written_and_built_the_same_again() {
    let file = file_of(5);
    let bytes = file.to_bytes();
    assert_eq!(bytes.len() as u64, file.file_len());
    let again = PartValueFile::from_bytes(&bytes).expect("it is whole");
    assert_eq!((again.stones(), again.entries(), again.values()), (5, file.entries(), file.values()));
    assert_eq!(again.to_bytes(), bytes);
    let tight = Budget::new().with_memory(1 << 20);
    assert_eq!(PartValueFile::build(5, &tight).expect("it fits").to_bytes(), bytes, "whatever the memory");
}

#[test]
fn limits_end_the_build() {
    let over = Budget::new().with_time(std::time::Duration::ZERO);
    assert_eq!(PartValueFile::build(7, &over).err(), Some(Stop::Time));
    for stones in [0, 1, 11, 100] {
        assert_eq!(PartValueFile::build(stones, &Budget::new()).err(), Some(Stop::Unsupported));
    }
}

/// A byte that is changed, a file that ends too soon or too late is refused.
#[test]
fn damage_is_refused() {
    let bytes = file_of(4).to_bytes();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(PartValueFile::from_bytes(&damaged).is_err(), "byte {at}");
        assert!(PartValueFile::from_bytes(&bytes[..at]).is_err(), "the first {at} bytes");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(PartValueFile::from_bytes(&longer), Err(PartFileError::Damaged(_))));
    assert!(matches!(PartValueFile::from_bytes(b"allsmall search 2\n"), Err(PartFileError::Foreign)));
    let mut newer = bytes.clone();
    newer[16] = 2;
    assert!(matches!(PartValueFile::from_bytes(&newer), Err(PartFileError::Version(2))));
}

/// A file with a valid checksum is refused, or every value in it can be entered.
#[test]
fn a_forged_file_does_no_harm() {
    let bytes = file_of(4).to_bytes();
    let mut random = SplitMix64::new(5);
    let mut read = 0;
    for _ in 0..3000 {
        let mut forged = bytes.clone();
        for _ in 0..1 + random.below(3) {
            let at = random.below(bytes.len() as u64 - 4) as usize;
            forged[at] = if random.below(2) == 0 { random.below(8) as u8 } else { random.below(256) as u8 };
        }
        let body = forged.len() - 4;
        let checksum = crc32fast::hash(&forged[..body]).to_le_bytes();
        forged[body..].copy_from_slice(&checksum);
        let Ok(file) = PartValueFile::from_bytes(&forged) else { continue };
        read += 1;
        let (mut values, mut imported) = (Values::new(), ImportedValues::new(Arc::new(file)));
        let parts: Vec<_> = imported.file().shapes.parts().collect();
        for part in parts {
            let _ = imported.value(&mut values, part);
        }
    }
    assert!(read > 100, "{read} forged files pass the checks");
}

/// A chain of options that is too long for a part is refused before anything follows
/// it.
#[test]
fn a_deep_value_is_refused() {
    let mut file = file_of(3);
    let pairs = file.counts.len();
    for depth in 0..40 {
        file.counts.push([1, 0]);
        file.options.push(FileValue::new(pairs + depth - 1, false));
        file.starts.push(file.options.len() as u32);
    }
    assert!(matches!(PartValueFile::from_bytes(&file.to_bytes()), Err(PartFileError::Damaged(_))));
}
