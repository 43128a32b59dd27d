//! Proofs on the command line: written, checked, refused.

use std::path::PathBuf;
use std::process::{Command, Output};

fn allsmall(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_allsmall")).args(args).output().expect("the program runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("allsmall-proofs-{}-{name}", std::process::id()))
}

#[test]
fn every_command_certifies() {
    for args in [
        &["solve", "xoxoxoxo + star"][..],
        &["solve", "checker:3x4", "--first", "left"],
        &["value", "(xxo)^5"],
        &["compare", "xxo", "up"],
        &["nimber", "xoxoxox"],
        &["phutball", "o@o.o.o...."],
        &["reduce", "cycle:bwwbwwbww"],
        &["family", "xxoo"],
    ] {
        let output = allsmall(&[args, &["--certify", "--json"]].concat());
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(text(&output).contains("\"certified\":true"), "{args:?}: {}", text(&output));
    }
}

#[test]
fn proofs_go_to_files_plain_and_packed() {
    let (plain, packed) = (file("plain"), file("packed.gz"));
    for path in [&plain, &packed] {
        let path = path.to_str().expect("a plain name");
        assert_eq!(allsmall(&["solve", "checker:3x4", "--certificate", path]).status.code(), Some(0));
        let output = allsmall(&["proof", path]);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output).starts_with("proved: xoxo/oxox/xoxo: the second player wins\n"), "{}", text(&output));
    }
    let proof = std::fs::read_to_string(&plain).expect("a proof");
    std::fs::write(&plain, proof.replace("outcome P", "outcome N")).expect("a file");
    let output = allsmall(&["proof", plain.to_str().expect("a plain name")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).starts_with("refused: line "), "{}", text(&output));
    assert_eq!(text(&allsmall(&["solve", "xo", "--certificate", "-"])).lines().next(), Some("allsmall proof 1"));
    [plain, packed].iter().for_each(|path| std::fs::remove_file(path).expect("it is there"));
}

#[test]
fn what_has_no_proof_says_so() {
    let output = allsmall(&["reduce", "xoxo", "--rule", "alternate", "--certify", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output).contains("\"certified\":false"), "{}", text(&output));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no proof"));
}

#[test]
fn batches_certify_every_line() {
    let path = file("boards");
    std::fs::write(&path, "xoxo\nxx/oo\n").expect("a file");
    let path_text = path.to_str().expect("a plain name");
    let output = allsmall(&["solve", "--batch", path_text, "--certify"]);
    assert_eq!(text(&output).matches("\"certified\":true").count(), 2, "{}", text(&output));
    assert_eq!(allsmall(&["solve", "--batch", path_text, "--certificate", "p"]).status.code(), Some(2));
    std::fs::remove_file(path).expect("it is there");
}
