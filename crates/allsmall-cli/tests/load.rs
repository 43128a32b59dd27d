//! Many clients at once, of whom some hang up: no wrong answer, bounded
//! memory, short waits for small boards.
//!
//! The test run is a small one; `web/tests/load` runs the full one:
//! ALLSMALL_LOAD_CLIENTS=200 ALLSMALL_LOAD_SECONDS=20.
#![cfg(feature = "serve")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::http::{Reply, Server};

/// Small questions with a part of their answers, known from the theory.
fn known() -> Vec<(&'static str, String, &'static str, Value)> {
    vec![
        ("/api/v1/solve", json!({"board": "xo"}).to_string(), "outcome", json!("N")),
        ("/api/v1/solve", json!({"board": "xxo"}).to_string(), "outcome", json!("L")),
        ("/api/v1/solve", json!({"board": "xoxoxo"}).to_string(), "outcome", json!("P")),
        ("/api/v1/solve", json!({"board": "oox.xo"}).to_string(), "outcome", json!("N")),
        ("/api/v1/nimber", json!({"board": "xoxo"}).to_string(), "nimber", json!(3)),
        ("/api/v1/reduce", json!({"board": "cycle:xooxooxoo"}).to_string(), "value", json!(3)),
        ("/api/v1/show", json!({"board": "xo/ox"}).to_string(), "graph", json!("grid 2x2")),
    ]
}

#[derive(Default)]
struct Counts {
    small: AtomicU64,
    late: AtomicU64,
    large: AtomicU64,
    busy: AtomicU64,
    refused: AtomicU64,
    hung_up: AtomicU64,
}

/// One client: small questions, and now and then something rude. Returns the
/// waits for small boards.
fn client(server: &Server, number: usize, until: Instant, counts: &Counts) -> Vec<Duration> {
    let known = known();
    let mut waits = Vec::new();
    let mut connection = server.connect();
    for turn in number.. {
        if Instant::now() >= until {
            break;
        }
        match turn % 40 {
            7 => {
                let reply = connection.post("/api/v1/solve", r#"{"board": "checker:7x8", "time": "300ms"}"#);
                large(&reply.expect("an answer"), counts);
            }
            17 => {
                let mut rude = server.connect();
                let body = br#"{"board": "checker:7x8", "time": "5s"}"#;
                rude.begin("POST", "/api/v1/solve", "content-type: application/json\r\n", body).expect("it is sent");
                drop(rude);
                counts.hung_up.fetch_add(1, Relaxed);
            }
            27 => {
                let mut rude = server.connect();
                rude.begin("GET", "/api/v1/solve/events?board=checker:7x8&time=5s", "", b"").expect("it is sent");
                std::thread::sleep(Duration::from_millis(20));
                drop(rude);
                counts.hung_up.fetch_add(1, Relaxed);
            }
            37 => {
                let reply =
                    connection.post("/api/v1/solve", r#"{"board": "(((x)^99999)^99999)^9"}"#).expect("an answer");
                match reply.status {
                    400 => counts.refused.fetch_add(1, Relaxed),
                    503 => counts.busy.fetch_add(1, Relaxed),
                    other => panic!("{other}: {reply:?}"),
                };
            }
            _ => {
                let (path, body, field, expected) = &known[turn % known.len()];
                let started = Instant::now();
                let reply = connection.post(path, body).expect("an answer");
                waits.push(started.elapsed());
                assert_eq!(reply.status, 200, "{body}: {reply:?}");
                let answer = reply.json();
                if answer["stopped"] == "time" {
                    // The machine was busy elsewhere: late, not wrong.
                    counts.late.fetch_add(1, Relaxed);
                    continue;
                }
                assert_eq!(&answer[field], expected, "{body}");
                counts.small.fetch_add(1, Relaxed);
            }
        }
        // A person thinks between two requests.
        std::thread::sleep(Duration::from_millis(40));
    }
    waits
}

fn large(reply: &Reply, counts: &Counts) {
    match reply.status {
        200 => counts.large.fetch_add(1, Relaxed),
        503 => counts.busy.fetch_add(1, Relaxed),
        other => panic!("{other}: {reply:?}"),
    };
}

/// The server's memory in use, in KiB, where the system tells.
fn resident(server: &Server) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().map_or(usual, |text| text.parse().expect("a number"))
}

/// All clients for a while: the median wait for a small board.
fn round(server: &Arc<Server>) -> Duration {
    let clients = setting("ALLSMALL_LOAD_CLIENTS", 40) as usize;
    let seconds = setting("ALLSMALL_LOAD_SECONDS", 3);
    let counts = Arc::new(Counts::default());
    let until = Instant::now() + Duration::from_secs(seconds);
    let threads: Vec<_> = (0..clients)
        .map(|number| {
            let (server, counts) = (Arc::clone(server), Arc::clone(&counts));
            std::thread::spawn(move || client(&server, number, until, &counts))
        })
        .collect();
    let mut waits: Vec<Duration> =
        threads.into_iter().flat_map(|thread| thread.join().expect("no wrong answer")).collect();
    waits.sort_unstable();
    let at = |part: f64| waits[((waits.len() - 1) as f64 * part) as usize];
    println!(
        "{clients} clients, {seconds} s: {} small, {} late, {} large, {} busy, {} refused, {} hung up; \
         small boards waited {:?} (median), {:?} (p99), {:?} (longest)",
        counts.small.load(Relaxed),
        counts.late.load(Relaxed),
        counts.large.load(Relaxed),
        counts.busy.load(Relaxed),
        counts.refused.load(Relaxed),
        counts.hung_up.load(Relaxed),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    assert!(waits.len() > clients, "everybody was served");
    assert!(counts.late.load(Relaxed) < counts.small.load(Relaxed), "most answers are whole");
    at(0.5)
}

#[test]
fn many_clients_get_right_answers_soon_in_bounded_memory() {
    let server = Arc::new(Server::start(&["--max-memory", "64M", "--connections-per-client", "512"]));
    // The machine that runs the tests may be busy for a while; the figure proper is for the full run.
    let soon = (0..4).any(|_| round(&server) < Duration::from_secs(2));
    assert!(soon, "half of the small boards waited for more than two seconds, four times over");
    // Computations that lost their client end, and the server is as quick as before.
    let started = Instant::now();
    assert_eq!(server.post("/api/v1/solve", r#"{"board": "checker:5x5", "time": "100ms"}"#).status, 200);
    assert!(started.elapsed() < Duration::from_secs(30));
    if let Some(kib) = resident(&server) {
        println!("memory in use at the end: {} MiB", kib >> 10);
        assert!(kib < 1 << 20, "{kib} KiB");
    }
}
