//! Limits hold on heavy and on absurd boards: the short form of
//! `bench/limits`.
//!
//! The machine may be busy, so times are processor times of the children with
//! generous slack; what is checked here took seconds to minutes, and hundreds
//! of megabytes, before it was mended.

#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "each test file uses its part")]
mod http;

use std::fs;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use http::Server;
use serde_json::Value;

/// One at a time: the processor times of all children are counted together.
static ALONE: Mutex<()> = Mutex::new(());

/// What a run used.
struct Used {
    seconds: f64,
    peak: u64,
    code: Option<i32>,
    out: String,
}

fn start(args: &[&str]) -> Child {
    // 6 GB at most, so that no fault can hurt the machine.
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 6000000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_allsmall")]).args(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts")
}

/// Processor seconds of all children that have ended.
fn children() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("Linux tells");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |i: usize| fields[i].parse::<f64>().expect("a number");
    (ticks(13) + ticks(14)) / 100.0
}

/// The most memory so far, in MiB.
fn peak(id: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? >> 10)
}

/// Runs to the end, which comes within a minute.
fn run(args: &[&str]) -> Used {
    let before = children();
    let mut child = start(args);
    // A long answer would fill the pipe.
    let out = child.stdout.take().expect("a pipe");
    let reader = std::thread::spawn(move || std::io::read_to_string(out).expect("text"));
    let started = Instant::now();
    let mut highest = 0;
    let code = loop {
        highest = peak(child.id()).unwrap_or(0).max(highest);
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status.code();
        }
        if started.elapsed() > Duration::from_secs(60) {
            child.kill().expect("it runs");
            child.wait().expect("it ends");
            break None;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let out = reader.join().expect("it reads to the end");
    Used { seconds: children() - before, peak: highest, code, out }
}

fn star(vertices: usize) -> String {
    format!("tree:{}:{}", vec!["0"; vertices - 1].join(","), "xo".repeat(vertices / 2))
}

fn matching(edges: usize) -> String {
    let pairs: Vec<String> = (0..edges).map(|i| format!("{}-{}", 2 * i, 2 * i + 1)).collect();
    format!("edges:{}:{}", pairs.join(","), "xo".repeat(edges))
}

#[test]
fn time_is_kept() {
    let _alone = ALONE.lock();
    let star = star(10_000);
    let parts = format!("kpartite:{}:(xo)^5000", vec!["2"; 5000].join(","));
    let matching = matching(4500);
    let cases: [&[&str]; 14] = [
        &["solve", "x^2000000000"],
        &["solve", "(xo)^1000000000"],
        &["value", "random:3000000:7"],
        &["value", &matching, "--options"],
        &["nimber", "random:3000000:7"],
        &["reduce", "random:1000x1000:3", "--no-play"],
        &["reduce", "random:30000000:7"],
        &["reduce", "--end", "1", "(xo)^5000000"],
        &["reduce", "--rule", "alternate", "random:3000000:7"],
        &["reduce", "--rule", "alternate", &star],
        &["reduce", "--end", "0", &parts],
        &["plot", "stones", "(xo)^n", "--to", "1000000000"],
        &["narrow", "--rows", "5", "--at-most", "3"],
        &["family", "--scan", "8"],
    ];
    for case in cases {
        let used = run(&[case, &["--time", "200ms"]].concat());
        let shown: String = case.join(" ").chars().take(60).collect();
        assert!(used.seconds < 2.0, "{shown}: {:.2} s", used.seconds);
        assert_eq!(used.code, Some(3), "{shown}");
    }
}

#[test]
fn memory_is_kept() {
    let _alone = ALONE.lock();
    let parts = format!("kpartite:{}:(xo)^5000", vec!["2"; 5000].join(","));
    let cases: [&[&str]; 9] = [
        &["solve", "x^2000000000"],
        &["solve", "(xo)^1000000000"],
        &["value", "random:3000000:7"],
        &["nimber", "random:3000000:7"],
        &["nimber", "checker:5x7"],
        &["reduce", "--end", "1", "x^10000000"],
        &["reduce", "--end", "0", &parts],
        &["reduce", "complete:10000:(xo)^5000", "--explain"],
        &["reduce", "complete:10000:(xo)^4999x.", "--end", "0"],
    ];
    for case in cases {
        let used = run(&[case, &["--memory", "64M", "--time", "5s"]].concat());
        let shown: String = case.join(" ").chars().take(60).collect();
        assert!(used.peak < 64 + 7 + 24, "{shown}: {} MiB", used.peak);
        assert!(matches!(used.code, Some(0 | 3)), "{shown}: {:?}", used.code);
    }
}

#[test]
fn a_signal_ends_every_command_at_once() {
    let _alone = ALONE.lock();
    let star = star(10_000);
    let cases: [&[&str]; 6] = [
        &["solve", "x^2000000000"],
        &["value", "random:3000000:7"],
        &["reduce", "random:30000000:7"],
        &["reduce", "--rule", "alternate", &star],
        &["family", "xxoxo"],
        &["narrow", "--rows", "5", "--at-most", "3"],
    ];
    for (case, signal) in cases.into_iter().flat_map(|case| [(case, "-TERM"), (case, "-INT")]) {
        let mut child = start(case);
        std::thread::sleep(Duration::from_millis(400));
        if child.try_wait().expect("it can be waited for").is_some() {
            continue;
        }
        Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
        let sent = Instant::now();
        let status = child.wait().expect("it ends");
        // 0.2 s on an idle machine; wall time, and the machine may be busy.
        let shown: String = case.join(" ").chars().take(60).collect();
        assert!(sent.elapsed() < Duration::from_secs(6), "{shown} {signal}: {:?}", sent.elapsed());
        assert!(status.code().is_none_or(|code| code == 130), "{shown} {signal}: {status}");
    }
}

#[test]
fn what_is_known_is_told() {
    let _alone = ALONE.lock();
    let json = |args: &[&str]| -> Value { serde_json::from_str(run(args).out.trim()).expect("JSON") };
    let unread = json(&["solve", "(xo)^1000000000", "--memory", "64M", "--json"]);
    assert_eq!(unread["stopped"], "memory");
    assert!(unread["outcome"].is_null() && unread.get("left_first").is_some());
    // Long enough to read the board, however slow the machine is.
    let strips = (2..9)
        .map(|i| json(&["reduce", "random:2000x2000:3", "--no-play", "--time", &format!("{}ms", 100 << i), "--json"]))
        .find(|answer| !answer["lower"].is_null())
        .expect("bounds in 25 s");
    let (lower, upper) = (strips["lower"].as_u64().expect("a number"), strips["upper"].as_u64().expect("a number"));
    assert!(strips["value"].is_null() && 1 <= lower && lower < upper && upper <= 4_000_000, "{strips}");
    let end = json(&["reduce", "--end", "1", "(xo)^5000000", "--time", "200ms", "--json"]);
    assert_eq!((&end["upper"], &end["stopped"]), (&Value::from(10_000_000), &Value::from("time")));
    let value = json(&["value", "checker:5x6", "--time", "1s", "--json"]);
    assert!(value["weight_low"].is_i64() && value["weight_high"].is_i64(), "{value}");
}

#[test]
fn a_batch_has_a_time_for_each_board_and_one_for_all() {
    let _alone = ALONE.lock();
    let path = std::env::temp_dir().join(format!("allsmall-limits-{}", std::process::id()));
    fs::write(&path, "checker:7x8\n".repeat(50) + "xo\n").expect("writable");
    let file = path.to_str().expect("a plain path");
    let stopped = |out: &str| out.lines().filter(|line| line.contains("\"stopped\":\"time\"")).count();
    let each = run(&["solve", "--batch", file, "--time", "20ms"]);
    assert_eq!((each.out.lines().count(), stopped(&each.out), each.code), (51, 50, Some(3)));
    let all = run(&["solve", "--batch", file, "--time-all", "300ms"]);
    fs::remove_file(&path).expect("ours");
    assert_eq!((all.out.lines().count(), all.code), (51, Some(3)));
    assert!(all.seconds < 4.0, "{:.2} s", all.seconds);
}

/// Processor seconds of a running process.
fn seconds_of(id: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).expect("it runs");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |i: usize| fields[i].parse::<f64>().expect("a number");
    (ticks(11) + ticks(12)) / 100.0
}

#[test]
fn the_server_keeps_the_limits_of_a_request() {
    let _alone = ALONE.lock();
    let server = Server::start(&["--jobs", "1"]);
    let star = star(9_998);
    let cases = [
        ("reduce", r#""board":"complete:10000:(xo)^5000","explain":true"#.to_owned()),
        ("reduce", r#""board":"complete:10000:(xo)^4999x.","end":"0""#.to_owned()),
        ("reduce", format!(r#""board":"{star}","rule":"alternate""#)),
        ("value", format!(r#""board":"{}","options":true"#, matching(1200))),
    ];
    for (question, body) in &cases {
        let before = seconds_of(server.id());
        let path = format!("/api/v1/{question}");
        let reply = server.post(&path, &format!(r#"{{{body},"time":"50ms","memory":"1M"}}"#));
        assert_eq!(reply.status, 200, "{}", reply.body);
        let (used, peak) = (seconds_of(server.id()) - before, peak(server.id()).expect("it runs"));
        assert!(used < 2.0, "{question} {}: {used:.2} s", &body[..30]);
        assert!(peak < 160, "{question} {}: {peak} MiB", &body[..30]);
        // A client that goes takes its question with it.
        let mut client = server.connect();
        let body = format!("{{{body}}}");
        client.begin("POST", &path, "content-type: application/json\r\n", body.as_bytes()).expect("it is sent");
        std::thread::sleep(Duration::from_millis(200));
        drop(client);
        let gone = Instant::now();
        while !is_idle(server.id()) {
            assert!(gone.elapsed() < Duration::from_secs(20), "{question} {}: still at work", &body[..30]);
        }
    }
}

/// Whether a process does nothing for a while.
fn is_idle(id: u32) -> bool {
    let before = seconds_of(id);
    std::thread::sleep(Duration::from_millis(500));
    seconds_of(id) - before < 0.015
}
