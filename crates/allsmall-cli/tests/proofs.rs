//! Proofs on the command line: written, checked, refused.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

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
    let (plain, packed, zst) = (file("plain"), file("packed.gz"), file("packed.zst"));
    for path in [&plain, &packed, &zst] {
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
    [plain, packed, zst].iter().for_each(|path| std::fs::remove_file(path).expect("it is there"));
}

#[test]
fn plain_proofs_are_written_packed_and_read() {
    let (plain, zst) = (file("by-hints"), file("by-hints.zst"));
    for path in [&plain, &zst].map(|path| path.to_str().expect("a plain name")) {
        let output = allsmall(&["solve", "checker:3x4", "--certificate", path, "--plain", "--certify"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output).contains("certified: a proof was written and checked"), "{}", text(&output));
        let output = allsmall(&["proof", path]);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output).starts_with("proved: xoxo/oxox/xoxo: the second player wins\n"), "{}", text(&output));
        assert_eq!(allsmall(&["proof", path, "--tree"]).status.code(), Some(2));
    }
    let proof = std::fs::read_to_string(&plain).expect("a proof");
    assert!(proof.starts_with("allsmall plain proof 1\noutcome P xoxo/oxox/xoxo\ns "), "{proof}");
    for (command, said) in [
        (&["value", "xxo"][..], "xxo = {0|{0|0}}"),
        (&["compare", "xxo", "up + up"][..], "xxo < {0|{0|0}} + {0|{0|0}}"),
    ] {
        let path = plain.to_str().expect("a plain name");
        let output = allsmall(&[command, &["--certificate", path, "--plain", "--certify"]].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let output = allsmall(&["proof", path]);
        assert!(String::from_utf8_lossy(&output.stdout).contains(said), "{output:?}");
        assert_eq!(allsmall(&[command, &["--plain"]].concat()).status.code(), Some(2));
    }
    // --plain says how a proof is written, so it needs one.
    assert_eq!(allsmall(&["solve", "xo", "--plain"]).status.code(), Some(2));
    [plain, zst].iter().for_each(|path| std::fs::remove_file(path).expect("it is there"));
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

#[test]
fn comparisons_of_a_batch_are_certified() {
    let path = file("pairs");
    std::fs::write(&path, "xxo ; up\n% a remark\n(xxo)^4\tup\nxo ; 0\nxoxo\n").expect("a file");
    let path_text = path.to_str().expect("a plain name");
    let output = allsmall(&["compare", "--batch", path_text, "--certify", "--no-stats"]);
    let lines: Vec<String> = text(&output).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    for (line, relation) in lines.iter().zip(["=", ">", "||"]) {
        assert!(line.contains(&format!("\"relation\":\"{relation}\"")), "{line}");
        assert!(line.contains("\"certified\":true"), "{line}");
    }
    assert!(lines[3].contains("expected two expressions"), "{}", lines[3]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(allsmall(&["compare", "--batch", path_text, "--certificate", "p"]).status.code(), Some(2));
    std::fs::remove_file(path).expect("it is there");
}

#[test]
fn what_is_said_names_the_graph_and_the_bounds() {
    let path = file("said");
    let path_text = path.to_str().expect("a plain name");
    for (args, said) in [
        (&["solve", "edges:2-1,0-1,2-3:xoxo"][..], "proved: edges:0-1,1-2,2-3:xoxo: the first player wins\n"),
        (&["solve", "cycle:xoxo"], "proved: edges:0-1,0-3,1-2,2-3:xoxo: "),
        (&["reduce", "xoxo"], "proved: solitaire on xoxo: the fewest stones that a play leaves: 1\n"),
    ] {
        assert_eq!(allsmall(&[args, &["--certificate", path_text]].concat()).status.code(), Some(0));
        let output = text(&allsmall(&["proof", path_text]));
        assert!(output.starts_with(said), "{output}");
        let board = output.split(": ").nth(1).expect("a board");
        // What is printed can be asked again.
        if args[0] == "solve" {
            assert_eq!(allsmall(&["solve", board]).status.code(), Some(0), "{board}");
        }
    }
    std::fs::remove_file(path).expect("it is there");
}

#[test]
fn the_winning_side_is_played_and_the_top_is_drawn() {
    let path = file("played");
    let path_text = path.to_str().expect("a plain name");
    assert_eq!(allsmall(&["solve", "xoxoxo", "--certificate", path_text]).status.code(), Some(0));
    let tree = text(&allsmall(&["proof", path_text, "--tree", "2", "--first", "left"]));
    assert!(tree.starts_with("xoxoxo: the second player wins\nRight moves second: "), "{tree}");
    assert!(tree.contains("|- 1-2") && tree.contains("|  `- "), "{tree}");
    for (seed, first, winner) in [("1", "left", "Right wins.\n"), ("2", "right", "Left wins.\n")] {
        let game = text(&allsmall(&["proof", path_text, "--play", "--random", seed, "--first", first]));
        assert!(game.ends_with(winner), "{game}");
    }
    let typed = |lines: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_allsmall"))
            .args(["proof", path_text, "--play"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it reads");
        text(&child.wait_with_output().expect("it ends"))
    };
    let game = typed("9-8\n1-2\n1\n1\n1\n");
    assert!(game.contains("\"9-8\" is not a move; expected one of 1-2") && game.ends_with("Right wins.\n"), "{game}");
    assert!(!typed("1-2\nquit\n").ends_with("wins.\n"));
    std::fs::write(&path, "allsmall proof 1\noutcome N xoxoxo\nend\n").expect("a file");
    assert_eq!(allsmall(&["proof", path_text, "--play", "--random", "1"]).status.code(), Some(1));
    std::fs::write(&path, "allsmall proof 1\nnimber xo 1\nn xo 1\nend\n").expect("a file");
    assert_eq!(allsmall(&["proof", path_text, "--tree"]).status.code(), Some(0));
    assert_eq!(allsmall(&["phutball", "..@o.", "--certificate", path_text]).status.code(), Some(0));
    let game = text(&allsmall(&["proof", path_text, "--play", "--random", "1", "--first", "right"]));
    assert!(game.ends_with("the ball is in Left's goal\nLeft wins.\n"), "{game}");
    assert_eq!(allsmall(&["reduce", "xoxo", "--certificate", path_text]).status.code(), Some(0));
    assert_eq!(allsmall(&["proof", path_text, "--play", "--random", "1"]).status.code(), Some(2));
    std::fs::remove_file(path).expect("it is there");
}

/// Threads and a saved search lead to proofs too.
#[test]
fn searches_of_all_kinds_lead_to_proofs() {
    let saved = file("saved");
    let path = saved.to_str().expect("a plain name");
    let output = allsmall(&["solve", "checker:4x4", "--threads", "2", "--save", path, "--certify", "--json"]);
    assert!(text(&output).contains("\"certified\":true"), "{}", text(&output));
    let output = allsmall(&["solve", "checker:4x4", "--resume", path, "--certify", "--json"]);
    assert!(text(&output).contains("\"certified\":true") && text(&output).contains("\"resumed\""), "{}", text(&output));
    std::fs::remove_file(saved).expect("it is there");
}
