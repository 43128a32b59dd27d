//! Tables written, read back, and damaged in every way.

use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::Budget;
use crate::phutball::exact::{Analysis, Lane, Planes, solve};
use crate::phutball::{PhutballPosition, StripGame};

/// A temporary directory, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("allsmall-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary directory");
        Scratch(path)
    }

    fn files(&self) -> usize {
        fs::read_dir(&self.0).expect("the directory").count()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn message(path: &Path) -> String {
    TableFile::open(path).expect_err("a bad table").to_string()
}

#[test]
fn a_table_says_what_memory_says() {
    let scratch = Scratch::new("same");
    for n in [3, 6, 9, 14] {
        let path = scratch.0.join("table");
        let counts = build(n, &path, &Budget::new()).expect("a table");
        let table = TableFile::open(&path).expect("a table");
        assert_eq!((table.squares(), table.counts()), (n, counts));
        assert_eq!(table.bytes(), fs::metadata(&path).expect("a file").len());
        table.check(&Budget::new()).expect("no damage");
        let lane = Lane::phutball(n);
        let mut planes = Planes::new(&lane);
        solve(&lane, &Budget::new(), &mut planes).expect("no limit");
        for number in (0..lane.positions()).step_by(if n < 10 { 1 } else { 97 }) {
            let code = crate::phutball::exact::Code {
                place: (number >> lane.bits()) as usize,
                index: number & ((1 << lane.bits()) - 1),
            };
            let position = PhutballPosition::unpacked(&lane, code);
            let Ok(known) = Analysis::look_up(&position, &planes);
            assert_eq!(Analysis::look_up(&position, &table).expect("readable"), known, "{position}");
        }
        assert_eq!(scratch.files(), 1);
    }
}

#[test]
fn foreign_and_damaged_files_are_refused() {
    let scratch = Scratch::new("damage");
    let path = scratch.0.join("table");
    build(12, &path, &Budget::new()).expect("a table");
    let good = fs::read(&path).expect("the table");
    let check = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a write");
        let opened = TableFile::open(&path).and_then(|table| table.check(&Budget::new()));
        opened.expect_err("a bad table").to_string()
    };
    assert!(check(b"").contains("not a Phutball table"));
    assert!(check(&b"xoxo".repeat(5000)).contains("not a Phutball table"));
    assert!(check(&good[..good.len() - 1]).contains("ends too soon"));
    assert!(check(&[&good[..], b"x"].concat()).contains("too long"));
    let changed = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 4;
        bytes
    };
    assert!(check(&changed(3)).contains("not a Phutball table"));
    assert!(check(&changed(16)).contains("version 5; this program reads version 1"));
    assert!(check(&changed(22)).contains("makes no sense"));
    assert!(check(&changed(28)).contains("header or a checksum"));
    // Counts that do not add up, one of them beyond all numbers, with a right checksum.
    let mut forged = good.clone();
    forged[40..48].fill(0xff);
    let data = forged.len() - 4 - 4 * (forged.len() - 4 - 4096).div_ceil(4100);
    let seal = crc32fast::hash(&[&forged[..4096], &forged[data..forged.len() - 4]].concat());
    let end = forged.len() - 4;
    forged[end..].copy_from_slice(&seal.to_le_bytes());
    assert!(check(&forged).contains("makes no sense"));
    assert!(check(&changed(100)).contains("header or a checksum"));
    assert!(check(&changed(good.len() - 10)).contains("header or a checksum"));
    assert!(check(&changed(good.len() - 2)).contains("header or a checksum"));
    // Damage in the data is noticed when that block is read.
    fs::write(&path, changed(5000)).expect("a write");
    let table = TableFile::open(&path).expect("the header is whole");
    assert!(table.check(&Budget::new()).expect_err("damage").to_string().contains("a block has changed"));
    assert!(message(&scratch.0.join("missing")).to_lowercase().contains("no such file"));
}

#[test]
fn a_build_that_fails_leaves_the_old_table_and_no_litter() {
    let scratch = Scratch::new("limits");
    let path = scratch.0.join("table");
    build(5, &path, &Budget::new()).expect("a table");
    let late = Budget::new().with_time(std::time::Duration::ZERO);
    assert!(matches!(build(12, &path, &late), Err(TableError::Stop(Stop::Time))));
    let small = Budget::new().with_memory(10);
    assert!(matches!(build(12, &path, &small), Err(TableError::Stop(Stop::Memory))));
    assert_eq!(TableFile::open(&path).expect("the old table").squares(), 5);
    assert_eq!(scratch.files(), 1);
    assert!(matches!(build(5, &scratch.0.join("none/table"), &Budget::new()), Err(TableError::Io(_))));
    assert!(matches!(build(5, Path::new("/"), &Budget::new()), Err(TableError::Io(_))));
}
