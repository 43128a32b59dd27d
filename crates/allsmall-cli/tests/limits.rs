//! Limits hold on heavy and on absurd boards: the short form of
//! `bench/limits`.
//!
//! The machine may be busy, and may have many cores: what counts is the lesser
//! of wall time and processor time, with generous slack. What is checked here
//! took seconds to minutes, and hundreds of megabytes, before it was mended.

#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "each test file uses its part")]
mod http;
#[allow(dead_code, reason = "each test file uses its part")]
mod used;

use std::fs;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use http::Server;
use serde_json::Value;
use used::{has_worked, peak};

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

fn children() -> f64 {
    used::seconds_of_children().expect("Linux tells")
}

fn seconds_of(id: u32) -> f64 {
    used::seconds_of(id).expect("it runs")
}

/// Runs to the end, which comes within two minutes.
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
        if started.elapsed() > Duration::from_secs(120) {
            child.kill().expect("it runs");
            child.wait().expect("it ends");
            break None;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let out = reader.join().expect("it reads to the end");
    let seconds = (children() - before).min(started.elapsed().as_secs_f64());
    Used { seconds, peak: highest, code, out }
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
    let cases: [&[&str]; 18] = [
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
        &["family", "--scan", "9"],
        &["value", "cube:4:(xo)^8"],
        &["value", "*30000"],
        &["reduce", "cycle:(xo)^20000000"],
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
    let cases: [&[&str]; 11] = [
        &["claims", "--only", "albert-xo"],
        &["reduce", "random:20000000:7"],
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
        assert!(used.peak < 64 + 7 + 29, "{shown}: {} MiB", used.peak);
        assert!(matches!(used.code, Some(0 | 3)), "{shown}: {:?}", used.code);
    }
}

#[test]
fn a_signal_ends_every_command_at_once() {
    let _alone = ALONE.lock();
    let star = star(10_000);
    let cases: [&[&str]; 11] = [
        &["claims", "--only", "albert-xo"],
        &["solve", "x^2000000000"],
        &["value", "cube:4:(xo)^8"],
        &["family", "--scan", "9"],
        &["reduce", "cycle:(xo)^20000000"],
        &["solve", "*60000"],
        &["value", "random:3000000:7"],
        &["reduce", "random:30000000:7"],
        &["reduce", "--rule", "alternate", &star],
        &["family", "xxoxo"],
        &["narrow", "--rows", "5", "--at-most", "3"],
    ];
    for (case, signal) in cases.into_iter().flat_map(|case| [(case, "-TERM"), (case, "-INT")]) {
        let before = children();
        let mut child = start(case);
        let shown: String = case.join(" ").chars().take(60).collect();
        assert!(has_worked(&mut child, 0.15), "{shown}: too easy");
        let before = before + seconds_of(child.id());
        let sent = Instant::now();
        Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
        let status = child.wait().expect("it ends");
        // 0.2 s on an idle machine.
        let took = (children() - before).min(sent.elapsed().as_secs_f64());
        assert!(took < 1.5, "{shown} {signal}: {took:.2} s");
        assert_eq!(status.code(), Some(130), "{shown} {signal}: {status}");
    }
}

/// A nimber has at most 65,535 options of each player: a larger one is refused
/// before anything is built, where it took the memory that was granted.
#[test]
fn a_nimber_that_is_too_large_ends_at_once() {
    let _alone = ALONE.lock();
    for case in [["solve", "*100000"], ["value", "*4000000000"], ["value", "^3*65536"]] {
        let used = run(&case);
        assert!(used.seconds < 0.5 && used.peak < 64, "{case:?}: {:.2} s, {} MiB", used.seconds, used.peak);
        assert_eq!(used.code, Some(3), "{case:?}: {}", used.out);
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
    let bounds = |args: &[&str]| {
        let answers = (1..9).map(|i| json(&[args, &["--time", &format!("{}ms", 100 << i), "--json"]].concat()));
        answers.into_iter().find(|answer| answer["upper"].is_u64()).expect("it is read in 25 s")
    };
    let strips = bounds(&["reduce", "random:2000x2000:3", "--no-play"]);
    let (lower, upper) = (strips["lower"].as_u64().expect("a number"), strips["upper"].as_u64().expect("a number"));
    assert!(strips["value"].is_null() && 1 <= lower && lower < upper && upper <= 4_000_000, "{strips}");
    let end = bounds(&["reduce", "--end", "1", "(xo)^5000000"]);
    assert_eq!((&end["upper"], &end["stopped"]), (&Value::from(10_000_000), &Value::from("time")));
    let value = json(&["value", "checker:5x6", "--memory", "64M", "--json"]);
    assert!(value["weight_low"].is_i64() && value["weight_high"].is_i64(), "{value}");
}

#[test]
fn a_batch_has_a_time_for_each_board_and_one_for_all() {
    let _alone = ALONE.lock();
    let path = std::env::temp_dir().join(format!("allsmall-limits-{}", std::process::id()));
    fs::write(&path, "checker:7x8\n".repeat(50) + "xo\n").expect("writable");
    let file = path.to_str().expect("a plain path");
    let stopped = |out: &str| out.lines().filter(|line| line.contains("\"stopped\":\"time\"")).count();
    // However busy the machine is, some time is enough for the last board and for no other.
    let enough = [20, 100, 500].into_iter().any(|ms| {
        let each = run(&["solve", "--batch", file, "--time", &format!("{ms}ms")]);
        assert_eq!((each.out.lines().count(), each.code), (51, Some(3)));
        stopped(&each.out) == 50 && each.out.lines().last().is_some_and(|last| last.contains("\"N\""))
    });
    assert!(enough);
    let all = run(&["solve", "--batch", file, "--time-all", "300ms"]);
    fs::remove_file(&path).expect("ours");
    assert_eq!((all.out.lines().count(), all.code), (51, Some(3)));
    assert!(all.seconds < 4.0, "{:.2} s", all.seconds);
}

/// Questions that are heavy in different ways, and their bodies.
fn heavy() -> [(&'static str, String); 5] {
    [
        ("reduce", r#""board":"complete:10000:(xo)^5000","explain":true"#.to_owned()),
        ("reduce", r#""board":"complete:10000:(xo)^4999x.","end":"0""#.to_owned()),
        ("reduce", format!(r#""board":"{}","rule":"alternate""#, star(9_998))),
        ("value", format!(r#""board":"{}","options":true"#, matching(1200))),
        ("value", r#""board":"*30000","thermograph":false"#.to_owned()),
    ]
}

#[test]
fn the_server_keeps_the_limits_of_a_request() {
    let _alone = ALONE.lock();
    let server = Server::start(&["--jobs", "1"]);
    for (question, body) in heavy() {
        let (before, sent) = (seconds_of(server.id()), Instant::now());
        let path = format!("/api/v1/{question}");
        let reply = server.post(&path, &format!(r#"{{{body},"time":"50ms","memory":"1M"}}"#));
        assert_eq!(reply.status, 200, "{}", reply.body);
        let used = (seconds_of(server.id()) - before).min(sent.elapsed().as_secs_f64());
        let peak = peak(server.id()).expect("it runs");
        assert!(used < 2.0, "{question} {}: {used:.2} s", &body[..30]);
        assert!(peak < 96, "{question} {}: {peak} MiB", &body[..30]);
    }
}

/// With memory to spare it is the time that ends the question.
#[test]
fn the_server_keeps_the_time_of_a_large_nimber() {
    let _alone = ALONE.lock();
    let server = Server::start(&["--jobs", "1", "--max-memory", "500M"]);
    for _ in 0..3 {
        let (before, sent) = (seconds_of(server.id()), Instant::now());
        let reply = server.post("/api/v1/value", r#"{"board":"*30000","time":0.2,"memory":"500M"}"#);
        assert!(reply.status == 200 && reply.body.contains(r#""stopped":"time""#), "{}", reply.body);
        let used = (seconds_of(server.id()) - before).min(sent.elapsed().as_secs_f64());
        assert!(used < 0.6, "{used:.2} s");
    }
}

#[test]
fn a_client_that_goes_takes_its_question_with_it() {
    let _alone = ALONE.lock();
    let server = Server::start(&["--jobs", "1"]);
    for (question, body) in heavy() {
        let mut client = server.connect();
        let (path, shown) = (format!("/api/v1/{question}"), &body[..30]);
        let before = seconds_of(server.id());
        let sent = format!("{{{body}}}");
        client.begin("POST", &path, "content-type: application/json\r\n", sent.as_bytes()).expect("it is sent");
        let started = Instant::now();
        while seconds_of(server.id()) < before + 0.1 && started.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(client);
        let gone = seconds_of(server.id());
        while !is_idle(server.id()) {
            let more = seconds_of(server.id()) - gone;
            assert!(more < 3.0, "{question} {shown}: {more:.2} s later it is still at work");
        }
    }
}

/// Whether a process does nothing for a while.
fn is_idle(id: u32) -> bool {
    let before = seconds_of(id);
    std::thread::sleep(Duration::from_millis(500));
    seconds_of(id) - before < 0.015
}

/// `proof` unpacks and checks block by block: neither a small file that unpacks
/// to gigabytes nor a long line takes more than the limit, and no limit is
/// called damage.
#[test]
fn proofs_keep_the_limits() {
    let _alone = ALONE.lock();
    let path = std::env::temp_dir().join(format!("allsmall-limits-{}-proof", std::process::id()));
    let file = path.to_str().expect("a plain name");
    let packed = |bytes: &[u8]| {
        let mut member = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
        member.extend(miniz_oxide::deflate::compress_to_vec(bytes, 6));
        let mut crc = !0u32;
        for &byte in bytes {
            crc ^= u32::from(byte);
            (0..8).for_each(|_| crc = crc >> 1 ^ (0xedb8_8320 & (crc & 1).wrapping_neg()));
        }
        member.extend((!crc).to_le_bytes());
        member.extend((bytes.len() as u32).to_le_bytes());
        member
    };
    let head = packed(b"allsmall proof 1\n");
    // 2 GB of one line, and of lines that are right.
    let zeros = [&head[..], &packed(&vec![0; 32 << 20]).repeat(64)].concat();
    let games = [&head[..], &packed(&b"game 0|0\n".repeat(4 << 20)).repeat(64)].concat();
    let row = format!("allsmall proof 1\noutcome P {}\nend\n", "xo.".repeat(10_000_000)).into_bytes();
    let cut = games[..games.len() / 100].to_vec();
    let family = include_bytes!("../../allsmall-check/tests/families/critical-xo.txt").to_vec();
    for (name, bytes, options, code) in [
        ("zeros", &zeros, &["--memory", "100M"][..], 3),
        ("a line", &row, &["--memory", "100M"], 3),
        ("a line to be played", &row, &["--memory", "100M", "--play", "--random", "1"], 3),
        ("zeros to be played", &zeros, &["--memory", "100M", "--tree"], 3),
        ("a family", &family, &["--memory", "25M"], 3),
        ("time", &games, &["--memory", "100M", "--time", "300ms"], 3),
        ("cut short", &cut, &["--memory", "400M"], 2),
    ] {
        fs::write(&path, bytes).expect("a file");
        let used = run(&[&["proof", file], options].concat());
        assert_eq!(used.code, Some(code), "{name}: {}", used.out);
        assert!(used.out.is_empty() || used.out.starts_with("unknown"), "{name}: {}", used.out);
        assert!(used.peak < 180 || code == 2, "{name}: {} MiB", used.peak);
        assert!(used.seconds < 2.0 || name != "time", "{name}: {:.2} s", used.seconds);
    }
    // With room for it, a line that is too long for the checker is refused.
    fs::write(&path, format!("allsmall proof 1\noutcome P {}\nend\n", "xo.".repeat(12_000_000))).expect("a file");
    let used = run(&["proof", file]);
    assert_eq!(used.code, Some(1));
    assert!(used.out.contains("line 2: \n  a line has at most 33554432 bytes"), "{}", used.out);
    fs::remove_file(path).expect("it is there");
}
