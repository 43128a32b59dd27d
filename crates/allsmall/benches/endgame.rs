//! Building, opening and asking the endgame database.

use std::time::Instant;

use allsmall::Budget;
use allsmall::endgame::Database;

fn main() {
    for (length, checksum) in [(12, 0x6585_8311), (16, 0x1939_5a09)] {
        let started = Instant::now();
        let database = Database::build(length, &Budget::new()).expect("no limit");
        println!("build length {length}: {:.3} s", started.elapsed().as_secs_f64());
        assert_eq!(database.checksum(), checksum, "length {length}");
        let path = std::env::temp_dir().join(format!("allsmall-bench-{}-{length}", std::process::id()));
        database.save(&path).expect("writable");
        let started = Instant::now();
        let opened = Database::open(&path).expect("whole");
        println!("open length {length}: {:.4} s", started.elapsed().as_secs_f64());
        let started = Instant::now();
        let entries = opened.sections().entries();
        let linked = (0..entries).filter(|&entry| {
            let board = opened.sections().board(entry);
            opened.look_up(board).expect("in it").link != board
        });
        assert_eq!(linked.count() as u32, database.linked());
        let each = started.elapsed().as_secs_f64() / f64::from(entries);
        println!("look-up length {length}: {:.0} ns", each * 1e9);
        std::fs::remove_file(&path).expect("ours");
    }
}
