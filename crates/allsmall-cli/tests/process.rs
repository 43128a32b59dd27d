//! What only a whole process shows: pipes, bytes that are not text, signals.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::used;

fn allsmall(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_allsmall"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn with_input(args: &[&str], input: &[u8]) -> Output {
    let mut child = allsmall(args).spawn().expect("the program starts");
    // A program that refuses early closes its input; that is its right.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

#[test]
fn bytes_that_are_not_text_are_refused_with_their_place() {
    let output = with_input(&["solve", "-"], b"xo\xff");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("byte 2"));
    assert!(output.stdout.is_empty());
}

#[test]
fn a_board_is_read_from_a_pipe_without_a_dash() {
    for args in [&["solve"][..], &["solve", "-"]] {
        let output = with_input(args, b"xoxo\n");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(output.stdout.starts_with(b"xoxo: N"), "{args:?}");
    }
    let drawn = with_input(&["draw"], b"xoxo\n");
    assert!(drawn.status.success() && drawn.stdout == with_input(&["draw", "xoxo"], b"").stdout);
    let output = with_input(&["solve"], b"");
    assert_eq!(output.status.code(), Some(2), "an empty pipe holds no board");
}

#[test]
fn moves_that_are_not_text_are_refused() {
    for args in [&["play", "xoxo"][..], &["phutball", "play", "o@o.o"]] {
        let output = with_input(args, b"\xff\xfe\n");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("not UTF-8"), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_keeps_no_verdicts() {
    let output = with_input(&["claims", "--only", "linear-bounds", "--resume", "/dev/full"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("regular file"));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = allsmall(&["nimber", "--batch", "-"]).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    drop(child.stdout.take());
    std::thread::spawn(move || while input.write_all(b"xoxo\n").is_ok() {});
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
}

#[test]
fn a_batch_answers_each_line_before_the_next_one_comes() {
    let mut child = allsmall(&["nimber", "--batch", "-"]).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = child.stdout.take().expect("a pipe");
    for number in 1..=3 {
        input.write_all(b"xo\n").expect("the program reads");
        let expected = format!("{{\"line\":{number},\"input\":\"xo\",\"board\":\"xo\",\"nimber\":1}}\n");
        let mut line = vec![0; expected.len()];
        output.read_exact(&mut line).expect("the program answers");
        assert_eq!(String::from_utf8_lossy(&line), expected);
    }
    drop(input);
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn a_long_plain_line_is_read_in_one_pass() {
    let started = Instant::now();
    let output = with_input(&["nimber", "-", "--time", "1s"], "x".repeat(20_000_000).as_bytes());
    assert!(started.elapsed() < Duration::from_secs(60));
    assert!(matches!(output.status.code(), Some(0 | 3)), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_play_is_drawn_frame_by_frame_or_moving() {
    let frames = with_input(&["draw", "checker:3x3", "--play"], b"");
    let frames = String::from_utf8(frames.stdout).expect("text");
    // Nine stones become two: a start and seven moves.
    assert!(frames.contains(">start<") && frames.contains(">7. ") && !frames.contains(">8. "));
    let moving = with_input(&["draw", "xxoox", "--play", "3-2 2-1 4-5", "--animate"], b"");
    assert_eq!(String::from_utf8(moving.stdout).expect("text").matches("<animateTransform").count(), 2);
}

/// Every build writes PNG and PDF; what cannot be drawn leaves the file as it was.
#[cfg(feature = "figures")]
#[test]
fn pictures_are_written_as_png_and_pdf() {
    for (ending, magic) in [("png", &b"\x89PNG\r\n"[..]), ("pdf", b"%PDF-")] {
        let file = std::env::temp_dir().join(format!("allsmall-picture-{}.{ending}", std::process::id()));
        let path = file.to_str().expect("a plain name");
        let drawn = with_input(&["draw", "petersen:(xo)^5", "--no-labels", "-o", path], b"");
        assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
        let bytes = std::fs::read(&file).expect("a picture");
        assert!(bytes.starts_with(magic) && bytes.len() > 1000, "{ending}: {} bytes", bytes.len());
        assert_eq!(with_input(&["draw", "xoz", "-o", path], b"").status.code(), Some(2));
        assert_eq!(std::fs::read(&file).expect("the picture from before"), bytes);
        std::fs::remove_file(&file).expect("it is there");
    }
}

#[test]
fn completions_and_man_pages_name_every_command() {
    let output = with_input(&["completions", "bash"], b"");
    let script = String::from_utf8_lossy(&output.stdout).into_owned();
    let folder = std::env::temp_dir().join(format!("allsmall-man-{}", std::process::id()));
    let output = with_input(&["man", folder.to_str().expect("a plain path")], b"");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for command in ["solve", "nimber", "reduce", "draw"] {
        assert!(script.contains(command));
        assert!(folder.join(format!("allsmall-{command}.1")).exists());
    }
    std::fs::remove_dir_all(folder).expect("our own folder");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_with_130() {
    // Nobody has solved the board of 8 x 8 yet.
    let mut child = allsmall(&["solve", "checker:8x8"]).spawn().expect("the program starts");
    assert!(used::has_worked(&mut child, 0.1));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130));
}

/// Games and the reading of a proof wait for standard input, without a budget
/// that anything asks.
#[cfg(unix)]
#[test]
fn a_signal_ends_what_waits_for_input_with_130() {
    let cases: [&[&str]; 4] = [&["play", "xoxoxo"], &["phutball", "play", "o@o.o"], &["proof", "-"], &["solve", "-"]];
    for (args, signal) in cases.into_iter().flat_map(|args| [(args, "-TERM"), (args, "-INT")]) {
        let mut child = allsmall(args).spawn().expect("the program starts");
        let input = child.stdin.take();
        wait_for_handler(child.id());
        let sent = Instant::now();
        let pid = child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().expect("kill runs").success());
        let status = child.wait().expect("the program ends");
        assert_eq!(status.code(), Some(130), "{args:?} {signal}: {status}");
        assert!(sent.elapsed() < Duration::from_secs(5), "{args:?} {signal}: {:?}", sent.elapsed());
        drop(input);
    }
}

/// Waits until the program catches SIGTERM; for a second where the system does not
/// say.
#[cfg(unix)]
fn wait_for_handler(id: u32) {
    let catches = |status: &str| {
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok()).is_some_and(|bits| bits >> 14 & 1 == 1)
    };
    let started = Instant::now();
    while let Ok(status) = std::fs::read_to_string(format!("/proc/{id}/status")) {
        if catches(&status) {
            return;
        }
        assert!(started.elapsed() < Duration::from_secs(120), "SIGTERM is not caught");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_secs(1));
}

#[test]
fn a_killed_search_goes_on_from_its_file() {
    let folder = std::env::temp_dir().join(format!("allsmall-save-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let file = folder.join("search.tbl");
    let path = file.to_str().expect("a plain path");
    let board = "checker:3x8";
    let mut child =
        allsmall(&["solve", board, "--save", path, "--save-every", "100ms"]).spawn().expect("the program starts");
    let started = Instant::now();
    while !file.exists() {
        assert!(started.elapsed() < Duration::from_secs(120), "nothing is saved");
        std::thread::sleep(Duration::from_millis(20));
    }
    // It may be at its end by now, which is as good.
    used::has_worked(&mut child, 0.5);
    child.kill().expect("a child of ours");
    child.wait().expect("it is gone");
    let output = with_input(&["solve", board, "--resume", path, "--json"], b"");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"outcome\":\"P\""));

    let refused = |board: &str, why: &str| {
        let output = with_input(&["solve", board, "--resume", path], b"");
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains(why), "{message}");
    };
    refused("checker:3x6", "another board");
    let mut bytes = std::fs::read(&file).expect("the saved file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, &bytes).expect("our own file");
    refused(board, "damaged");
    std::fs::write(&file, b"something else").expect("our own file");
    refused(board, "no saved search");
    std::fs::remove_dir_all(folder).expect("our own folder");
}

/// `Bw` is a triangle in graph6 and a board with two stones.
#[test]
fn graphs_without_stones_are_recognised_by_the_name_of_their_file() {
    let file = std::env::temp_dir().join(format!("allsmall-graphs-{}.g6", std::process::id()));
    std::fs::write(&file, "Bw\nBo\n").expect("a temporary file");
    let output = with_input(&["reduce", "--batch", file.to_str().expect("a plain name")], b"");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("are graphs without stones") && said.contains("allsmall table graphs:"), "{said}");
    std::fs::remove_file(&file).expect("it is there");
}

/// The first JSON object of an output.
fn object(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_owned()
}

/// Large boards, early stops, errors, files and pipes: every answer begins with its input.
#[test]
fn json_always_names_its_input() {
    let file = std::env::temp_dir().join(format!("allsmall-input-{}.txt", std::process::id()));
    std::fs::write(&file, "xo".repeat(20_000)).expect("a temporary file");
    let at = format!("@{}", file.display());
    for (args, input, code) in [
        (&["solve", "checker:2x2", "--json"][..], "checker:2x2", 0),
        (&["solve", "checker:9x9", "--json", "--memory", "1M"], "checker:9x9", 3),
        (&["value", "checker:9x9", "--json", "--memory", "1M"], "checker:9x9", 3),
        (&["nimber", "checker:9x9", "--json", "--memory", "1M"], "checker:9x9", 3),
        (&["compare", "checker:9x9", "checker:9x8", "--json", "--memory", "1M"], "checker:9x9 ; checker:9x8", 3),
        (&["reduce", "(xo)^20000", "--json", "--no-play"], "(xo)^20000", 0),
        (&["reduce", &at, "--json", "--no-play"], &at, 0),
        (&["reduce", &at, "--json"], &at, 0),
        (&["compare", "xxo", "^", "--json"], "xxo ; ^", 0),
        (&["solve", "xoz", "--json"], "xoz", 2),
        (&["nimber", "xo + ox", "--json"], "xo + ox", 2),
        (&["family", "(xz)^n", "--json"], "(xz)^n", 2),
        (&["find", "--value", "1", "--json"], "1", 3),
    ] {
        let output = with_input(args, b"");
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        let expected = format!("{{\"input\":\"{input}\",");
        assert!(object(&output).starts_with(&expected), "{args:?}: {}", object(&output));
        assert_eq!(code == 2, object(&output).contains("\"error\":{\"message\":"), "{args:?}");
    }
    let piped = with_input(&["solve", "--json"], b"xoxo\n");
    assert!(object(&piped).starts_with("{\"input\":\"xoxo\","), "{}", object(&piped));
    let batch = with_input(&["nimber", "--batch", "-"], b"% boards\n\nxo\nxoz\n");
    let lines = String::from_utf8_lossy(&batch.stdout).into_owned();
    let starts: Vec<&str> = lines.lines().map(|line| &line[..24]).collect();
    assert_eq!(starts, ["{\"line\":3,\"input\":\"xo\",\"", "{\"line\":4,\"input\":\"xoz\",\""].map(|s| &s[..24]));
    let moves = with_input(&["move", "--batch", "-"], b"xxo\n");
    let expected = r#"{"line":1,"input":"xxo","board":"xxo","move":"2-3","player":"L","proved":"win","chance":null,"expected":["2-3"]}"#;
    assert_eq!(object(&moves), expected, "no member occurs twice");
    std::fs::remove_file(&file).expect("it is there");
}

/// A search that is interrupted says how far it came.
#[cfg(unix)]
#[test]
fn an_interrupted_search_keeps_its_figures() {
    let file = std::env::temp_dir().join(format!("allsmall-figures-{}.tbl", std::process::id()));
    let path = file.to_str().expect("a plain name");
    let args = ["solve", "checker:7x7", "--json", "--memory", "200M", "--save", path, "--save-every", "50ms"];
    let child = allsmall(&args).spawn().expect("the program starts");
    // It has searched when it has saved something.
    while !file.metadata().is_ok_and(|about| about.len() > 10_000) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130));
    let text = object(&output);
    assert!(text.starts_with("{\"input\":\"checker:7x7\",") && text.contains("\"stats\":{\"nodes\":"), "{text}");
    assert!(text.contains("\"stopped\":\"interrupted\"") && !text.contains("\"nodes\":0,"), "{text}");
    std::fs::remove_file(&file).expect("it was saved");
}
