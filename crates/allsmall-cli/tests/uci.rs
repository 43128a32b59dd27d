//! `allsmall engine` through pipes, as a match program runs it. Nothing here depends on
//! the clock: which move is played may, that it is legal may not.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::io::Write;
use std::process::{Command, Stdio};

use allsmall::notation::{read_board, read_move};
use allsmall::{Player, Position};

/// The lines that the engine prints for this script; the pipe closes at its end.
fn transcript(script: &str) -> Vec<String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_allsmall"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{script}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// The move of the last `bestmove` line, as moves are written here: `b3c3` is `b3-c3`.
fn best_move(lines: &[String]) -> String {
    let line = lines.iter().rev().find_map(|line| line.strip_prefix("bestmove ")).expect("a move");
    let squares = line.split_whitespace().next().unwrap();
    let second = squares[1..].find(|c: char| c.is_ascii_lowercase()).map(|at| at + 1).expect("two squares");
    format!("{}-{}", &squares[..second], &squares[second..])
}

fn is_legal(position: &Position, player: Player, name: &str) -> bool {
    read_move(position.board(), name).is_ok_and(|mv| position.after(player, mv).is_ok())
}

#[test]
fn the_example_of_the_documentation_ends_with_a_legal_move() {
    let lines = transcript("uci\nposition startpos\ngo movetime 100\n");
    assert!(lines[0].starts_with("id name "), "{lines:?}");
    assert!(lines.iter().any(|line| line == "uciok"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("option name UCI_Variant")), "{lines:?}");
    // White, Right, begins on 6 ranks of 5 files.
    let start = read_board("PpPpP/pPpPp/PpPpP/pPpPp/PpPpP/pPpPp w").unwrap();
    let mv = best_move(&lines);
    assert!(is_legal(&start, Player::Right, &mv), "{mv}: {lines:?}");
}

#[test]
fn small_positions_are_proved_and_bad_lines_passed_over() {
    let lines = transcript(
        "isready\nnonsense\nposition fen Pp w\ngo nodes 1000\nposition fen PxP w\nposition fen pp w\ngo nodes 10\nquit\n",
    );
    assert!(lines.contains(&"readyok".to_owned()), "{lines:?}");
    assert!(lines.iter().any(|line| line == "info string proved win"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("bestmove a1b1")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("info string") && !line.contains("proved")), "{lines:?}");
}

#[test]
fn the_end_of_the_input_ends_an_infinite_search() {
    let lines = transcript("setoption name UCI_Variant value clobber10\nposition startpos\ngo infinite\n");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{lines:?}");
}

/// Limits that are out of range are clamped, and a depth ends a search on any number of
/// threads.
#[test]
fn odd_limits_and_options_still_lead_to_a_move() {
    let script = "setoption name UCI_Variant value clobber10\nsetoption name UCI_Variant value chess\n\
         setoption name Threads value 99999999999\nsetoption name Hash value -5\nsetoption name Threads value 3\n\
         go movetime -5\ngo depth 0\ngo depth 2\ngo nodes 0\ngo wtime -1 btime -1\ngo movestogo 0 wtime 50 btime 50\n\
         go movetime abc\nstop\nposition\nposition fen\nposition startpos moves a1\ngo nodes 1\n";
    let lines = transcript(script);
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 8, "{lines:?}");
    let start = read_board("checker:10x10").unwrap().negated();
    assert!(is_legal(&start, Player::Right, &best_move(&lines)), "{lines:?}");
}
