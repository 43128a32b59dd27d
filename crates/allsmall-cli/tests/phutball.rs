//! What `allsmall phutball` does with files, batches and a player who types.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn phutball(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_allsmall"));
    command.arg("phutball").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // A program that is done early closes its input; that is its right.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory");
    path
}

#[test]
fn a_table_answers_as_the_solver_does_and_a_damaged_one_is_refused() {
    let path = scratch("table").join("t12");
    let file = path.to_str().expect("a plain path");
    let built = phutball(&["table", "build", "-n", "12", "-o", file, "--json"], "");
    assert_eq!((built.status.code(), &json(&built)["left"]), (Some(0), &Value::from(6128)));
    let board = "....o.@..o..";
    let direct = json(&phutball(&[board, "--json"], ""));
    for args in [["--table", file, board, "--json"].as_slice(), &["table", "query", file, board, "--json"]] {
        let looked_up = json(&phutball(args, ""));
        for field in ["outcome", "left_first", "right_first", "plies", "left_moves", "right_moves", "left_move"] {
            assert_eq!(looked_up[field], direct[field], "{field}");
        }
        assert_eq!(looked_up["method"], "table file");
    }
    let wrong = phutball(&["--table", file, ".@."], "");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("for boards of 12 squares; this board has 3"));
    let mut bytes = fs::read(&path).expect("the table");
    bytes[4096 + 77] ^= 1;
    fs::write(&path, bytes).expect("a write");
    let damaged = phutball(&["table", "info", "--check", file], "");
    assert_eq!(damaged.status.code(), Some(2));
    assert!(text(&damaged.stderr).contains("a block has changed"), "{}", text(&damaged.stderr));
    assert_eq!(fs::read_dir(path.parent().expect("a directory")).expect("a directory").count(), 1);
}

#[test]
fn limits_end_in_exit_code_3() {
    let path = scratch("limits").join("t");
    let file = path.to_str().expect("a plain path");
    let small = phutball(&["table", "build", "-n", "26", "-o", file, "--memory", "100M"], "");
    assert_eq!(small.status.code(), Some(3));
    assert!(
        text(&small.stdout).contains("the memory limit was reached; all boards take 384M"),
        "{}",
        text(&small.stdout)
    );
    assert!(!path.exists());
    for args in [["stats", "-n", "24"], ["potential", "-n", "24"]] {
        let late = phutball(&[&args[..], &["--time", "10ms", "--json"]].concat(), "");
        assert_eq!((late.status.code(), &json(&late)["stopped"]), (Some(3), &Value::from("time")));
    }
    // Without room for a table there is still the search.
    let searched = phutball(&["o@o.o.o....", "--memory", "1K", "--json"], "");
    assert_eq!(searched.status.code(), Some(0));
    let answer = json(&searched);
    assert_eq!((&answer["method"], &answer["left_move"]), (&Value::from("proof-number search"), &Value::from("j6")));
    let long = phutball(&[".^100@.^100", "--json"], "");
    assert_eq!((long.status.code(), &json(&long)["stopped"]), (Some(3), &Value::from("size")));
}

#[test]
fn a_batch_answers_in_order_and_says_what_is_wrong() {
    let input = "o@o.o.o....\n.@x\n% a comment\no@o.oo....\n@o.\n";
    let output = phutball(&["--batch", "-"], input);
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<Value> = text(&output.stdout).lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["left_moves"], serde_json::json!(["j6"]));
    assert_eq!(lines[1]["error"]["at"], 2);
    assert_eq!(lines[2]["plies"]["left"], 14);
    assert!(lines[3]["error"]["message"].as_str().expect("a message").contains("goal square"));
    let oddish = phutball(&["--oddish", "--batch", "-"], "..ooo|ooo..o...\n.@o.\n..@.o\n");
    let lines: Vec<Value> = text(&oddish.stdout).lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!((&lines[0]["outcome"], &lines[1]["board"]), (&Value::from("R"), &Value::from(".|o")));
    assert!(lines[2]["error"]["message"].as_str().expect("a message").contains("square 5 is at an even distance"));
}

#[test]
fn boards_come_from_files_and_from_standard_input() {
    let path = scratch("boards").join("board");
    fs::write(&path, "o@o.o.o....\n").expect("a write");
    let named = phutball(&[&format!("@{}", path.display()), "--json"], "");
    let piped = phutball(&["-", "--json"], "o@o.o.o....\n");
    assert_eq!(json(&named)["left_moves"], json(&piped)["left_moves"]);
    let million = format!("{}|{}", "o.".repeat(250_000), ".o.".repeat(200_000));
    let answer = json(&phutball(&["--oddish", "-", "--json"], &million));
    assert_eq!((&answer["outcome"], answer.get("board")), (&Value::from("R"), None));
}

#[test]
fn a_game_is_played_to_its_end() {
    let typed = "what\np99\nhint\np4\nundo\np4\nj5\n";
    let output = phutball(&["play", "..@.."], typed);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    for part in ["expected p and a square", "p99: there is no such square", "Left> p4 (Left wins in 3)", "Right plays "]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(shown.trim_end().ends_with("j5: Left wins"), "{shown}");
    let other = phutball(&["play", "--oddish", ".|.", "--first", "right"], "");
    assert!(text(&other.stdout).contains("Right plays p1 (Right wins in 3)"));
}

#[test]
fn a_board_is_drawn() {
    let path = scratch("draw").join("board.svg");
    let file = path.to_str().expect("a plain path");
    for (board, mark) in [("o@o.o.o....", "class=\"ball\""), ("..ooo|ooo", "<path class=\"ball\"")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_allsmall"));
        let status = command.args(["draw", "--phutball", board, "-o", file]).status().expect("the program runs");
        assert_eq!(status.code(), Some(0));
        assert!(fs::read_to_string(&path).expect("a picture").contains(mark));
    }
}
