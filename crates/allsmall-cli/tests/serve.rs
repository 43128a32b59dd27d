//! The server as its clients see it: answers, refusals, limits, and its end.
#![cfg(feature = "serve")]

use std::io::ErrorKind;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::http::Server;

/// The JSON that a command prints, without what it cost.
fn printed(args: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_allsmall")).args(args).output().expect("the program runs");
    without_cost(serde_json::from_slice(&output.stdout).expect("JSON"))
}

fn without_cost(mut answer: Value) -> Value {
    if let Some(members) = answer.as_object_mut() {
        members.remove("stats");
        // What was asked is told to whoever typed it; over HTTP it is in the request.
        members.remove("input");
    }
    answer
}

#[test]
fn answers_are_those_of_the_command_line() {
    let server = Server::start(&[]);
    let cases: [(&str, Value, &[&str]); 9] = [
        ("solve", json!({"board": "xoxoxo"}), &["solve", "xoxoxo"]),
        (
            "solve",
            json!({"board": "xxo + oox - star", "moves": true, "first": "left"}),
            &["solve", "xxo + oox - star", "--moves", "--first", "left"],
        ),
        ("value", json!({"board": "xxo + oox", "options": true}), &["value", "xxo + oox", "--options"]),
        ("compare", json!({"board": "xxo", "other": "up"}), &["compare", "xxo", "up"]),
        ("phutball", json!({"board": "..ooo|ooo..o...", "oddish": true}), &["phutball", "--oddish", "..ooo|ooo..o..."]),
        ("nimber", json!({"board": "checker:3x4"}), &["nimber", "checker:3x4"]),
        ("reduce", json!({"board": "cycle:bwwbwwbww"}), &["reduce", "cycle:bwwbwwbww"]),
        (
            "reduce",
            json!({"board": "(xo)^3x", "rule": "alternate", "first": "any", "no_play": true}),
            &["reduce", "(xo)^3x", "--rule", "alternate", "--first", "any", "--no-play"],
        ),
        ("show", json!({"board": "tree:0,0,1:xoxo"}), &["show", "tree:0,0,1:xoxo"]),
    ];
    for (question, body, args) in cases {
        let reply = server.post(&format!("/api/v1/{question}"), &body.to_string());
        assert_eq!(reply.status, 200, "{reply:?}");
        assert_eq!(reply.header("content-type"), Some("application/json"));
        assert_eq!(reply.header("cache-control"), Some("no-store"));
        let mut args = args.to_vec();
        args.push("--json");
        assert_eq!(without_cost(reply.json()), printed(&args), "{question} {body}");
    }
}

#[test]
fn every_refusal_is_a_client_error_in_words() {
    let server = Server::start(&["--max-cells", "1000"]);
    let bad_bodies = [
        ("", "not JSON"),
        ("{\"board\":", "not JSON"),
        ("[1, 2]", "not a JSON object"),
        ("{}", "no \"board\""),
        ("{\"board\": 7}", "not a text"),
        ("{\"board\": \"xo\", \"colour\": 1}", "there is no option \"colour\""),
        ("{\"board\": \"xo\", \"time\": \"soon\"}", "time"),
        ("{\"board\": \"xo\", \"time\": -1}", "time"),
        ("{\"board\": \"xo\", \"memory\": 5}", "memory"),
        ("{\"board\": \"xoz\"}", "not a stone"),
        ("{\"board\": \"((((x)^99999)^99999)^99999)^99999\"}", "1000 cells"),
        ("{\"board\": \"random:1000000000:1\"}", "1000 cells"),
        ("{\"board\": \"complete:2000000000:x\"}", "1000 vertices"),
    ];
    for (body, part) in bad_bodies {
        let reply = server.post("/api/v1/solve", body);
        assert_eq!(reply.status, 400, "{body}: {reply:?}");
        assert!(reply.message().contains(part), "{body}: {}", reply.message());
    }
    assert_eq!(server.post("/api/v1/solve", "{\"board\": \"xoz\"}").json()["error"]["at"], 2);
    let deep = format!("{{\"board\": \"xo\", \"deep\": {}1{}}}", "[".repeat(5000), "]".repeat(5000));
    assert_eq!(server.post("/api/v1/solve", &deep).status, 400);

    let others = [
        (server.get("/nothing"), 404),
        (server.get("/api/v1/nothing/here/at/all"), 404),
        (server.get("/..%2fCargo.toml"), 404),
        (server.post("/api/v1/guess", "{\"board\": \"xo\"}"), 404),
        (server.get("/api/v1/solve"), 405),
        (server.post("/", ""), 405),
        (server.get("/api/v1/draw"), 400),
        (server.get("/api/v1/draw?board=xoz"), 400),
        (server.get("/api/v1/solve/events?moves=true"), 400),
        (server.connect().send("POST", "/api/v1/solve", "", b"{}").expect("an answer"), 415),
        (server.connect().send("GET", "/", "host: elsewhere.example\r\n", b"").expect("an answer"), 421),
    ];
    for (reply, status) in others {
        assert_eq!(reply.status, status, "{reply:?}");
        reply.message();
    }
}

#[test]
fn pages_from_elsewhere_start_no_work() {
    let server = Server::start(&[]);
    let body = br#"{"board": "xo"}"#;
    let json = "content-type: application/json\r\n";
    let post = |headers: &str| {
        let headers = format!("{json}{headers}");
        server.connect().send("POST", "/api/v1/solve", &headers, body).expect("an answer").status
    };
    let events = |headers: &str| {
        let mut client = server.connect();
        client.begin("GET", "/api/v1/solve/events?board=xo", headers, b"").expect("it is sent");
        client.line().expect("a line")[9..12].to_owned()
    };
    for foreign in [
        "origin: http://evil.example\r\n",
        "origin: null\r\n",
        "sec-fetch-site: cross-site\r\n",
        "sec-fetch-site: same-site\r\n",
    ] {
        assert_eq!(post(foreign), 403, "{foreign}");
        assert_eq!(events(foreign), "403", "{foreign}");
    }
    for own in ["", "origin: http://localhost\r\nsec-fetch-site: same-origin\r\n"] {
        assert_eq!(post(own), 200, "{own}");
        assert_eq!(events(own), "200", "{own}");
    }
    // A link from another page may lead to ours.
    let link = server.connect().send("GET", "/", "sec-fetch-site: cross-site\r\n", b"").expect("an answer");
    assert_eq!(link.status, 200);
}

#[test]
fn with_another_host_names_are_checked_too() {
    let server = Server::start(&["--host", "0.0.0.0", "--allow-host", "clobber.example.org"]);
    assert!(!server.address.starts_with("0.0.0.0"), "{}", server.address);
    let get = |host: &str| {
        let host = format!("host: {host}\r\n");
        server.connect().send("GET", "/", &host, b"").expect("an answer").status
    };
    let own = server.address.clone();
    for name in [own.as_str(), "clobber.example.org", "localhost:8080"] {
        assert_eq!(get(name), 200, "{name}");
    }
    for name in ["elsewhere.example", "clobber.example.org.elsewhere.example"] {
        assert_eq!(get(name), 421, "{name}");
    }
}

#[test]
fn a_body_of_ten_megabytes_is_refused_and_not_kept() {
    let server = Server::start(&[]);
    let body = format!("{{\"board\": \"{}\"}}", "x".repeat(10 << 20));
    let reply = server.post("/api/v1/solve", &body);
    assert_eq!(reply.status, 413);
    assert!(reply.message().contains("longer than"));
    // A client that asks first is answered first.
    let mut client = server.connect();
    client
        .raw(
            b"POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
            expect: 100-continue\r\ncontent-length: 10000000\r\n\r\n",
        )
        .expect("it is sent");
    assert_eq!(client.reply().expect("an answer").status, 413);
    // Nor does a body of unknown length get through.
    let mut client = server.connect();
    let mut chunks = b"POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
        transfer-encoding: chunked\r\n\r\n"
        .to_vec();
    for _ in 0..20 {
        chunks.extend_from_slice(b"2000\r\n");
        chunks.extend_from_slice(&[b' '; 0x2000]);
        chunks.extend_from_slice(b"\r\n");
    }
    client.raw(&chunks).expect("it is sent");
    assert_eq!(client.reply().expect("an answer").status, 413);
}

#[test]
fn the_page_has_its_headers_and_tags() {
    let server = Server::start(&[]);
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    for name in ["content-security-policy", "x-content-type-options", "referrer-policy"] {
        assert!(page.header(name).is_some(), "{name}");
    }
    let tag = format!("if-none-match: {}\r\n", page.header("etag").expect("a tag"));
    let again = server.connect().send("GET", "/", &tag, b"").expect("an answer");
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    assert!(!page.body.contains("//"), "the page names nothing outside");
}

#[test]
fn the_description_names_every_question_and_its_examples_work() {
    let server = Server::start(&[]);
    let description = server.get("/api/v1").json();
    let paths = description["paths"].as_object().expect("paths");
    let missing = server.post("/api/v1/guess", "{}").message();
    let names = missing.rsplit("one of ").next().expect("names").split(", ");
    for name in names {
        assert!(paths.contains_key(&format!("/api/v1/{name}")), "{name} is not described");
    }
    for (path, about) in paths {
        let Some(body) = about["post"].get("requestBody") else { continue };
        let example = &body["content"]["application/json"]["example"];
        let reply = server.post(path, &example.to_string());
        assert_eq!(reply.status, 200, "{path} {example}: {reply:?}");
        let answer = reply.json();
        let shape = &about["post"]["responses"]["200"]["content"]["application/json"]["schema"]["properties"];
        for field in answer.as_object().expect("an object").keys() {
            assert!(shape.get(field).is_some(), "{path} answers {field}, which is not described");
        }
    }
}

#[test]
fn events_end_with_the_answer_or_with_an_error() {
    let server = Server::start(&[]);
    let follow = |query: &str| {
        let mut client = server.connect();
        client.begin("GET", &format!("/api/v1/solve/events?{query}"), "", b"").expect("it is sent");
        let mut lines = Vec::new();
        loop {
            let line = client.line().expect("a line");
            if line.starts_with("data: ") && lines.last().is_some_and(|last: &String| !last.contains("progress")) {
                return (lines.pop().expect("an event"), line);
            }
            assert!(!line.is_empty(), "the stream ended early: {lines:?}");
            lines.push(line);
        }
    };
    let (event, data) = follow("board=xoxo&moves=true");
    assert_eq!(event.trim(), "event: answer");
    let answer: Value = serde_json::from_str(&data[6..]).expect("JSON");
    assert_eq!((&answer["outcome"], &answer["left_moves"]), (&json!("N"), &json!(["1-2", "3-2"])));
    let (event, data) = follow("board=xoz");
    assert_eq!(event.trim(), "event: error");
    assert!(data.contains("not a stone"), "{data}");
}

#[test]
fn a_client_that_hangs_up_frees_its_place() {
    let server = Server::start(&["--jobs", "1", "--max-time", "60s"]);
    let heavy = r#"{"board": "checker:8x9"}"#;
    for way in ["POST", "GET"] {
        let mut client = server.connect();
        match way {
            "POST" => client.begin(way, "/api/v1/solve", "content-type: application/json\r\n", heavy.as_bytes()),
            _ => client.begin(way, "/api/v1/solve/events?board=checker:8x9", "", b""),
        }
        .expect("it is sent");
        std::thread::sleep(Duration::from_millis(300));
        drop(client);
        let started = Instant::now();
        let reply = server.post("/api/v1/solve", r#"{"board": "checker:8x9", "time": "100ms"}"#);
        assert_eq!(reply.status, 200, "{reply:?}");
        assert!(started.elapsed() < Duration::from_secs(45), "{way}: the place was not freed");
    }
}

#[test]
fn small_boards_do_not_wait_for_large_ones_and_a_full_queue_says_so() {
    let server = Server::start(&["--jobs", "1", "--max-time", "3s"]);
    let mut waiting = Vec::new();
    for _ in 0..30 {
        let mut client = server.connect();
        let body = br#"{"board": "checker:8x9"}"#;
        client.begin("POST", "/api/v1/solve", "content-type: application/json\r\n", body).expect("it is sent");
        waiting.push(client);
    }
    let reply = server.post("/api/v1/solve", r#"{"board": "xoxo"}"#);
    assert_eq!((reply.status, &reply.json()["outcome"]), (200, &json!("N")));
    let mut busy = 0;
    for mut client in waiting {
        let reply = client.reply().expect("an answer");
        match reply.status {
            200 => assert!(reply.json()["stopped"].is_string(), "{reply:?}"),
            503 => {
                busy += 1;
                assert!(reply.header("retry-after").is_some() && reply.message().contains("busy"));
            }
            other => panic!("{other}: {reply:?}"),
        }
    }
    // One is computed and eight wait; the last is refused before the first ends.
    assert!((1..30).contains(&busy), "{busy} of 30 were refused");
}

#[test]
fn slow_and_idle_clients_are_shown_the_door_and_the_rest_is_served() {
    let server = Server::start(&[]);
    let mut slow = server.connect();
    slow.raw(b"POST /api/v1/solve HTTP/1.1\r\nhost: local").expect("it is sent");
    let mut late = server.connect();
    late.raw(
        b"POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
        content-length: 20\r\n\r\n{",
    )
    .expect("it is sent");
    let idle: Vec<_> = (0..50).map(|_| server.connect()).collect();
    let started = Instant::now();
    assert_eq!(server.post("/api/v1/solve", r#"{"board": "xo"}"#).status, 200);
    assert!(started.elapsed() < Duration::from_secs(30));
    assert_eq!(late.reply().expect("an answer").status, 408);
    // Whether it hears a word or not, the connection ends before the client tires of waiting.
    let _ = slow.reply();
    match slow.line() {
        Ok(line) => assert_eq!(line, ""),
        Err(error) => assert!(error.kind() != ErrorKind::WouldBlock, "the slow client is still served"),
    }
    drop(idle);
}

#[test]
fn more_connections_than_there_is_room_for_hear_so() {
    let server = Server::start(&["--connections-per-client", "512"]);
    let mut crowd: Vec<_> = (0..512).map(|_| server.connect()).collect();
    // The server has taken all of them when the last one is answered.
    let last = crowd.last_mut().expect("a crowd");
    assert_eq!(last.post("/api/v1/solve", r#"{"board": "xo"}"#).expect("an answer").status, 200);
    let mut extra = server.connect();
    let reply = extra.reply().expect("an answer");
    assert_eq!(reply.status, 503);
    assert!(reply.message().contains("too many connections"));
    crowd.truncate(100);
    let started = Instant::now();
    while server.connect().post("/api/v1/solve", r#"{"board": "xo"}"#).map_or(0, |reply| reply.status) != 200 {
        assert!(started.elapsed() < Duration::from_secs(30), "the room is not given back");
    }
}

#[test]
fn one_client_holds_its_share_of_the_connections() {
    let server = Server::start(&[]);
    let mut held: Vec<_> = (0..64).map(|_| server.connect()).collect();
    let last = held.last_mut().expect("64 connections");
    assert_eq!(last.post("/api/v1/solve", r#"{"board": "xo"}"#).expect("an answer").status, 200);
    let reply = server.connect().reply().expect("an answer");
    assert_eq!((reply.status, reply.header("retry-after")), (429, Some("1")));
    assert!(reply.message().contains("from your address"), "{reply:?}");
    held.truncate(32);
    let started = Instant::now();
    while server.connect().post("/api/v1/solve", r#"{"board": "xo"}"#).map_or(0, |reply| reply.status) != 200 {
        assert!(started.elapsed() < Duration::from_secs(30), "the share is not given back");
    }
}

#[test]
fn a_head_of_more_than_64_kilobytes_is_refused_with_431() {
    let server = Server::start(&[]);
    let head = |length: usize| {
        let start = "GET / HTTP/1.1\r\nhost: localhost\r\nx: ";
        format!("{start}{}\r\n\r\n", "a".repeat(length - start.len() - 4)).into_bytes()
    };
    let status = |bytes: &[u8]| {
        let mut client = server.connect();
        // The server may close its half before all of a very long head is sent.
        let _ = client.raw(bytes);
        client.reply().map(|reply| reply.status).expect("an answer")
    };
    for (length, expected) in
        [(200, 200), (65_536, 200), (65_537, 431), (70_000, 431), (200_000, 431), (5_000_000, 431)]
    {
        assert_eq!(status(&head(length)), expected, "a head of {length} bytes");
    }
    let many = format!("GET / HTTP/1.1\r\nhost: localhost\r\n{}\r\n", "x: a\r\n".repeat(100));
    assert_eq!(status(many.as_bytes()), 431);
    // The head counts by itself, however long its body is.
    let mut bytes = b"POST /api/v1/solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
        content-length: 60015\r\nx: "
        .to_vec();
    bytes.resize(60_000, b'a');
    bytes.extend_from_slice(b"\r\n\r\n{\"board\": \"xo\"}");
    bytes.resize(bytes.len() + 60_000, b' ');
    assert_eq!(status(&bytes), 200);
}

#[test]
fn a_request_names_its_host_once() {
    let server = Server::start(&[]);
    let cases: [(&str, u16); 6] = [
        ("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n", 200),
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nhost: localhost\r\nhost: elsewhere.example\r\n\r\n", 400),
        ("GET / HTTP/1.0\r\n\r\n", 200),
        ("GET / HTTP/1.0\r\nhost: localhost\r\nhost: localhost\r\n\r\n", 400),
    ];
    for (head, expected) in cases {
        let mut client = server.connect();
        client.raw(head.as_bytes()).expect("it is sent");
        let reply = client.reply().expect("an answer");
        assert_eq!(reply.status, expected, "{head}");
        if expected == 400 {
            assert!(reply.message().contains("Host"), "{reply:?}");
        }
    }
}

#[test]
fn asked_to_stop_it_ends_what_is_under_way() {
    let server = Server::start(&["--max-time", "60s"]);
    let mut small = server.connect();
    let mut heavy = server.connect();
    let body = br#"{"board": "checker:8x9"}"#;
    heavy.begin("POST", "/api/v1/solve", "content-type: application/json\r\n", body).expect("it is sent");
    assert_eq!(small.post("/api/v1/solve", r#"{"board": "xo"}"#).expect("an answer").status, 200);
    let started = Instant::now();
    assert_eq!(server.terminate(), Some(0));
    assert!(started.elapsed() < Duration::from_secs(40));
}

#[test]
fn a_taken_port_is_an_error_in_words() {
    let server = Server::start(&[]);
    let port = server.address.rsplit(':').next().expect("a port");
    let output =
        Command::new(env!("CARGO_BIN_EXE_allsmall")).args(["serve", "--port", port]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--port 0"));
}
