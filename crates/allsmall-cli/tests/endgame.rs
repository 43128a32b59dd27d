//! A database file from the outside: built, described, asked, damaged.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A directory of its own for each test, gone afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let dir = std::env::temp_dir().join(format!("allsmall-cli-{name}-{}", std::process::id()));
        fs::create_dir_all(&dir).expect("a temporary directory");
        Scratch(dir)
    }

    fn run(&self, args: &[&str]) -> Output {
        let program = env!("CARGO_BIN_EXE_allsmall");
        Command::new(program).args(args).current_dir(&self.0).output().expect("the program starts")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn two_builds_are_one_file_and_leave_nothing_else() {
    let scratch = Scratch::new("build");
    for name in ["a.db", "b.db"] {
        let output = scratch.run(&["endgame", "build", "--len", "12", "-o", name, "--json"]);
        assert!(output.status.success());
    }
    let [a, b] = ["a.db", "b.db"].map(|name| fs::read(scratch.0.join(name)).expect("written"));
    assert!(a == b);
    assert_eq!(fs::read_dir(&scratch.0).expect("a directory").count(), 2);
    let info = scratch.run(&["endgame", "info", "a.db", "--json"]);
    let info: serde_json::Value = serde_json::from_slice(&info.stdout).expect("JSON");
    assert_eq!((info["shapes"].as_u64(), info["entries"].as_u64()), (Some(44), Some(30_316)));
    assert_eq!(info["bytes"].as_u64(), Some(a.len() as u64));
}

#[test]
fn a_file_answers_as_the_computation_does() {
    let scratch = Scratch::new("ask");
    assert!(scratch.run(&["endgame", "build", "-o", "e.db"]).status.success());
    for board in ["xoo-x", "oxx.xox.xo", "(xo)^8", "x.o", "B.WWB"] {
        let [asked, computed] = [&["--file", "e.db"][..], &[]].map(|file| {
            let output = scratch.run(&[&["endgame", "look-up", board, "--json"], file].concat());
            assert!(output.status.success());
            output.stdout
        });
        assert_eq!(asked, computed, "{board}");
    }
    let long = scratch.run(&["endgame", "look-up", "(xo)^9", "--file", "e.db"]);
    assert_eq!(long.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&long.stderr).contains("at most 16 cells"));
}

#[test]
fn a_damaged_file_is_refused() {
    let scratch = Scratch::new("damage");
    assert!(scratch.run(&["endgame", "build", "--len", "10", "-o", "e.db"]).status.success());
    let whole = fs::read(scratch.0.join("e.db")).expect("written");
    let mut flipped = whole.clone();
    flipped[whole.len() / 3] ^= 1;
    let damages = [
        (flipped, "its checksum is wrong"),
        (whole[..whole.len() / 2].to_vec(), "it ends too soon"),
        ([&whole[..], b"\n"].concat(), "it is too long"),
        (b"xoxo B W".to_vec(), "not an endgame database"),
        (Vec::new(), "not an endgame database"),
    ];
    for (bytes, reason) in damages {
        fs::write(scratch.0.join("e.db"), bytes).expect("writable");
        for args in [&["endgame", "look-up", "xo", "--file", "e.db"][..], &["endgame", "info", "e.db"]] {
            let output = scratch.run(args);
            assert_eq!(output.status.code(), Some(2));
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(message.starts_with("error: e.db: ") && message.contains(reason), "{message}");
        }
    }
}

#[test]
fn a_stopped_build_writes_nothing() {
    let scratch = Scratch::new("stop");
    let output = scratch.run(&["endgame", "build", "--time", "1ms", "-o", "e.db"]);
    assert_eq!(output.status.code(), Some(3));
    let output = scratch.run(&["endgame", "build", "--memory", "8M", "-o", "e.db"]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(fs::read_dir(&scratch.0).expect("a directory").count(), 0);
}
