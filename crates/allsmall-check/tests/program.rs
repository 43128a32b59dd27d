//! The program: what it prints and how it ends.

use std::io::Write;
use std::process::{Command, Stdio};

fn run(proof: &str) -> (String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_allsmall-check"))
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(proof.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

#[test]
fn a_proof_that_holds() {
    let (text, code) = run("allsmall proof 1\nlimits 9 9 9\noutcome P xoxoxo\nend\n");
    assert_eq!((text.as_str(), code), ("proved: xoxoxo: the second player wins\n", Some(0)));
}

#[test]
fn a_proof_that_does_not_says_where_and_why() {
    let (text, code) = run("allsmall proof 1\nsecond L xoox\ns xoox : 1\nend\n");
    assert_eq!(code, Some(1));
    assert_eq!(text, "refused: line 3: s xoox : 1\n  Left has no move 1 in ox\n");
}

#[test]
fn a_file_that_is_not_there_is_bad_usage() {
    let output = Command::new(env!("CARGO_BIN_EXE_allsmall-check")).arg("no such file").output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let output = Command::new(env!("CARGO_BIN_EXE_allsmall-check")).output().expect("it runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains("usage"));
}

#[test]
fn it_says_what_it_is() {
    for (option, said) in [("--help", "Exit codes"), ("--version", env!("CARGO_PKG_VERSION"))] {
        let output = Command::new(env!("CARGO_BIN_EXE_allsmall-check")).arg(option).output().expect("it runs");
        assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains(said), "{option}");
    }
}
