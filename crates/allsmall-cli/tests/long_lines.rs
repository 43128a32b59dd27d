//! A long line of a batch is answered as the same line in a file is.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::path::Path;
use std::process::Command;

fn run(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_allsmall")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The second answer of a batch whose plays are left out.
fn line_without_play(file: &Path, threads: &str) -> String {
    let all = run(&["reduce", "--batch", &file.display().to_string(), "--threads", threads, "--no-play"]);
    let line = all.lines().nth(1).unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{line}");
    line.to_owned()
}

#[test]
fn long_lines_of_a_batch_are_streamed_in_their_order() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (one, many) = (folder.join("long-line.txt"), folder.join("long-lines.txt"));
    // Stones of a quadratic sequence, without a short period.
    let long: String = (0..30_000u64).map(|i| if i * i % 7919 % 3 == 0 { 'o' } else { 'x' }).collect();
    std::fs::write(&one, &long).unwrap();
    std::fs::write(&many, format!("xoxo\n{long}\n(xo)^6000\ncycle:{long}\nxxo\n")).unwrap();
    let alone = run(&["reduce", &format!("@{}", one.display()), "--json"]);
    for threads in ["1", "3"] {
        let all = run(&["reduce", "--batch", &many.display().to_string(), "--threads", threads]);
        let lines: Vec<&str> = all.lines().collect();
        assert_eq!(lines.len(), 5);
        assert!(lines[0].contains("\"strip 1x4\"") && lines[4].contains("\"strip 1x3\""));
        assert!(lines[2].contains("\"strip 1x12000\"") && lines[3].contains("\"cycle 30000\""));
        let play = |line: &str| line[line.find("\"play\":").unwrap()..].trim_end().to_owned();
        assert_eq!(play(lines[1]), play(&alone));
        // The head of a streamed answer is JSON like any other.
        for (line, number) in lines.iter().zip(1..) {
            let answer: serde_json::Value = serde_json::from_str(line).unwrap();
            let members: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).take(2).collect();
            assert_eq!((members, answer["line"].as_u64()), (vec!["line", "input"], Some(number)), "{threads}");
        }
        let whole: serde_json::Value = serde_json::from_str(&alone).unwrap();
        assert_eq!(whole["input"], format!("@{}", one.display()));
        assert!(line_without_play(&many, threads).starts_with("{\"line\":2,\"input\":\"oxxoxx"));
    }
}
