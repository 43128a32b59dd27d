//! A server under test, and a client that is as plain as the protocol.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// The program, listening on a free port; ended when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Server {
    pub(crate) fn start(options: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_allsmall"))
            .args(["serve", "--port", "0", "--quiet"])
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("listening on http://").expect("the address").trim_end_matches('/');
        Server { address: address.to_owned(), child }
    }

    pub(crate) fn connect(&self) -> Client {
        let stream = TcpStream::connect(&self.address).expect("the server accepts");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time limit");
        stream.set_nodelay(true).expect("no delay");
        Client { stream: BufReader::new(stream) }
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.connect().send("GET", path, "", b"").expect("an answer")
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Reply {
        self.connect().post(path, body).expect("an answer")
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Asks the server to stop, and waits for it.
    pub(crate) fn terminate(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        Command::new("kill").args(["-TERM", &id]).status().expect("kill runs");
        self.child.wait().expect("the server ends").code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One connection, kept open between requests.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    pub(crate) fn post(&mut self, path: &str, body: &str) -> std::io::Result<Reply> {
        self.send("POST", path, "content-type: application/json\r\n", body.as_bytes())
    }

    pub(crate) fn send(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> std::io::Result<Reply> {
        self.begin(method, path, headers, body)?;
        self.reply()
    }

    /// Sends a request and does not wait.
    pub(crate) fn begin(&mut self, method: &str, path: &str, headers: &str, body: &[u8]) -> std::io::Result<()> {
        let host = if headers.contains("host:") { "" } else { "host: localhost\r\n" };
        let mut bytes =
            format!("{method} {path} HTTP/1.1\r\n{host}{headers}content-length: {}\r\n\r\n", body.len()).into_bytes();
        bytes.extend_from_slice(body);
        self.stream.get_mut().write_all(&bytes)
    }

    /// Sends bytes as they are.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.stream.get_mut().write_all(bytes)
    }

    /// Reads one line of a stream; empty at its end.
    pub(crate) fn line(&mut self) -> std::io::Result<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line).map(|_| line)
    }

    /// Reads an answer of known length.
    pub(crate) fn reply(&mut self) -> std::io::Result<Reply> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if self.stream.read_line(&mut head)? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
        }
        let length = header(&head, "content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        let status = head[9..12].parse().expect("a status");
        Ok(Reply { status, head, body: String::from_utf8(body).expect("text") })
    }
}

/// The value of a header in a head.
pub(crate) fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        header(&self.head, name)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// The message of an error; it is never empty.
    pub(crate) fn message(&self) -> String {
        let message = self.json()["error"]["message"].as_str().expect("a message").to_owned();
        assert!(!message.is_empty());
        message
    }
}
