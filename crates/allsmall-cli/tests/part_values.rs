//! The file of part values from the outside: built, described, used, damaged.

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

    /// Runs the program with the directory as cache folder.
    fn run(&self, args: &[&str], variable: Option<&str>) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_allsmall"));
        command.args(args).current_dir(&self.0).env("XDG_CACHE_HOME", &self.0).env_remove("ALLSMALL_PART_VALUES");
        if let Some(value) = variable {
            command.env("ALLSMALL_PART_VALUES", value);
        }
        command.output().expect("the program starts")
    }

    /// The winner of a board when Left starts, the nodes, and what was said on standard
    /// error.
    fn solve(&self, variable: Option<&str>) -> (String, u64, String) {
        let output = self.run(&["solve", "checker:2x12", "--first", "left", "--json"], variable);
        assert!(output.status.success());
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let winner = answer["left_first"].as_str().expect("settled").to_owned();
        let nodes = answer["stats"]["nodes"].as_u64().expect("a number");
        (winner, nodes, String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_search_uses_the_file_in_the_cache_folder() {
    let scratch = Scratch::new("part-values");
    let (winner, nodes, said) = scratch.solve(None);
    assert_eq!((winner.as_str(), said.as_str()), ("R", ""), "a missing file is not worth a word");
    let built = scratch.run(&["part-values", "build", "--stones", "9", "--json"], None);
    assert!(built.status.success());
    let built: serde_json::Value = serde_json::from_slice(&built.stdout).expect("JSON");
    assert_eq!((built["stones"].as_u64(), built["parts"].as_u64()), (Some(9), Some(384_210)));
    let path = scratch.0.join("allsmall/part-values-1.bin");
    assert_eq!(fs::metadata(&path).expect("written").len(), built["bytes"].as_u64().expect("a number"));
    let (with_file, fewer, said) = scratch.solve(None);
    assert!(with_file == winner && fewer < nodes && said.is_empty(), "{with_file} {fewer} {said}");
    assert_eq!(scratch.solve(Some("off")), (winner.clone(), nodes, String::new()));
    let elsewhere = scratch.0.join("moved.bin");
    fs::rename(&path, &elsewhere).expect("the same folder");
    assert_eq!(scratch.solve(elsewhere.to_str()), (with_file, fewer, String::new()));
    let (_, without, said) = scratch.solve(Some("missing.bin"));
    assert!(without == nodes && said.starts_with("warning: missing.bin: it cannot be read"), "{said}");
}

#[test]
fn a_damaged_file_is_refused_and_built_anew() {
    let scratch = Scratch::new("damaged-part-values");
    let path = scratch.0.join("allsmall/part-values-1.bin");
    assert!(scratch.run(&["part-values", "build", "--stones", "5"], None).status.success());
    let whole = fs::read(&path).expect("written");
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    let off = scratch.solve(Some("off"));
    for (bytes, why) in [(&damaged[..], "its checksum is wrong"), (&whole[..100], "it ends too soon")] {
        fs::write(&path, bytes).expect("room");
        let (winner, nodes, said) = scratch.solve(None);
        assert_eq!((&winner, nodes), (&off.0, off.1));
        assert!(said.contains("it is damaged") && said.contains(why), "{said}");
        let info = scratch.run(&["part-values", "info"], None);
        assert_eq!(info.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&info.stderr).contains(why));
    }
    assert!(scratch.run(&["part-values", "build", "--stones", "5"], None).status.success());
    assert!(fs::read(&path).expect("written") == whole, "the same bytes again");
    let info = scratch.run(&["part-values", "info", "--recompute", "--json"], None);
    let info: serde_json::Value = serde_json::from_slice(&info.stdout).expect("JSON");
    assert_eq!((info["stones"].as_u64(), info["recomputed"].as_bool()), (Some(5), Some(true)));
}
