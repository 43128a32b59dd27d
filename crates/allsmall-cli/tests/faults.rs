//! Everything that writes files, disturbed: killed at random moments, on a
//! full disk, in a folder that cannot be written, over a file that is there,
//! into a pipe.
//!
//! A file is there whole, old or new, or it is not there; and the next run
//! leaves nothing beside it. `ALLSMALL_FAULTS=N` kills every writer N times
//! (4 if it is not set) and prints what became of the files.

#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder of its own for each test, gone afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("allsmall-faults-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a temporary directory");
        Scratch(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("readable").flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A command that writes one file; `{}` stands for its path.
struct Writer {
    name: &'static str,
    args: &'static [&'static str],
    /// The same work writes the same bytes.
    is_steady: bool,
}

const WRITERS: [Writer; 6] = [
    Writer { name: "draw", args: &["draw", "checker:20x20", "-o", "{}"], is_steady: true },
    Writer { name: "plot", args: &["plot", "stones", "(xo)^n", "--to", "400", "-o", "{}"], is_steady: true },
    Writer { name: "certificate", args: &["family", "xxo", "--certificate", "{}"], is_steady: true },
    Writer { name: "endgame", args: &["endgame", "build", "--len", "14", "-o", "{}"], is_steady: true },
    Writer { name: "table", args: &["phutball", "table", "build", "-n", "17", "-o", "{}"], is_steady: true },
    Writer {
        name: "search",
        args: &["solve", "checker:6x6", "--save", "{}", "--save-every", "5ms", "--time", "400ms"],
        is_steady: false,
    },
];

impl Writer {
    fn command(&self, path: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_allsmall"));
        let path = path.to_str().expect("a plain path");
        command.args(self.args.iter().map(|&arg| if arg == "{}" { path } else { arg }));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    fn run(&self, path: &Path) -> Output {
        self.command(path).output().expect("the program starts")
    }

    /// Whether these bytes are a whole file of this kind.
    fn is_whole(&self, bytes: &[u8], sample: &[u8], scratch: &Scratch) -> bool {
        if self.is_steady {
            return bytes == sample;
        }
        let path = scratch.path("resumed");
        fs::write(&path, bytes).expect("writable");
        let file = path.to_str().expect("a plain path");
        let output = Command::new(env!("CARGO_BIN_EXE_allsmall"))
            .args(["solve", "checker:6x6", "--resume", file, "--time", "1ms"])
            .output()
            .expect("the program starts");
        fs::remove_file(&path).expect("ours");
        matches!(output.status.code(), Some(0 | 3))
    }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn killed_at_random_moments() {
    let kills = std::env::var("ALLSMALL_FAULTS").ok().and_then(|n| n.parse().ok()).unwrap_or(4u32);
    let mut random = allsmall::internal::SplitMix64::new(u64::from(std::process::id()));
    for writer in &WRITERS {
        let scratch = Scratch::new(writer.name);
        let path = scratch.path("file.svg");
        let started = Instant::now();
        assert!(matches!(writer.run(&path).status.code(), Some(0 | 3)), "{}", writer.name);
        let whole_run = started.elapsed();
        let sample = fs::read(&path).expect("it was written");
        let (mut old, mut new, mut none, mut drafts) = (0, 0, 0, 0);
        for round in 0..kills {
            let is_there = round % 2 == 0;
            if is_there {
                fs::write(&path, b"old").expect("writable");
            } else {
                let _ = fs::remove_file(&path);
            }
            let mut child = writer.command(&path).spawn().expect("the program starts");
            let wait = whole_run.as_micros() as u64;
            std::thread::sleep(Duration::from_micros(random.below(wait.max(1))));
            child.kill().expect("ours");
            child.wait().expect("it ends");
            match fs::read(&path) {
                Err(_) => {
                    assert!(!is_there, "{}: the old file is gone", writer.name);
                    none += 1;
                }
                Ok(bytes) if is_there && bytes == b"old" => old += 1,
                Ok(bytes) => {
                    assert!(writer.is_whole(&bytes, &sample, &scratch), "{}: a damaged file", writer.name);
                    new += 1;
                }
            }
            drafts += scratch.names().iter().filter(|name| name.ends_with(".part")).count();
        }
        assert!(matches!(writer.run(&path).status.code(), Some(0 | 3)), "{}", writer.name);
        assert_eq!(scratch.names(), ["file.svg"], "{}: the next run cleans up", writer.name);
        println!("{}: {kills} kills: {old} old, {new} new, {none} none; {drafts} drafts were removed", writer.name);
    }
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    for writer in &WRITERS {
        let scratch = Scratch::new(&format!("full-{}", writer.name));
        let path = scratch.path("file.svg");
        fs::write(&path, b"old").expect("writable");
        // No file may grow beyond 512 bytes: writing fails as on a full disk.
        let program = writer.command(&path);
        let output = Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""])
            .arg(program.get_program())
            .args(program.get_args())
            .output()
            .expect("a shell");
        assert_eq!(scratch.names(), ["file.svg"], "{}", writer.name);
        let bytes = fs::read(&path).expect("it is there");
        if !writer.is_steady {
            // A search begins with a short file, and goes on where saving fails.
            assert!(writer.is_whole(&bytes, b"", &scratch), "{}", writer.name);
            continue;
        }
        assert_eq!(output.status.code(), Some(1), "{}: {}", writer.name, text(&output));
        assert!(text(&output).contains("cannot write"), "{}: {}", writer.name, text(&output));
        assert_eq!(bytes, b"old", "{}", writer.name);
    }
}

#[test]
fn what_cannot_be_written_is_said_and_nothing_is_left() {
    let scratch = Scratch::new("unwritable");
    fs::write(scratch.path("a-file"), b"").expect("writable");
    fs::create_dir(scratch.path("folder.svg")).expect("writable");
    for writer in &WRITERS {
        for path in [scratch.path("no-folder/file.svg"), scratch.path("a-file/file.svg"), scratch.path("folder.svg")] {
            let output = writer.run(&path);
            assert_eq!(output.status.code(), Some(2), "{} {path:?}: {}", writer.name, text(&output));
            assert!(text(&output).contains("cannot write"), "{} {path:?}: {}", writer.name, text(&output));
        }
    }
    assert_eq!(scratch.names(), ["a-file", "folder.svg"]);
}

#[test]
fn a_pipe_is_given_the_bytes_and_stays_a_pipe() {
    for writer in WRITERS.iter().filter(|writer| writer.is_steady) {
        let scratch = Scratch::new(&format!("pipe-{}", writer.name));
        let (file, pipe) = (scratch.path("file.svg"), scratch.path("pipe.svg"));
        assert!(writer.run(&file).status.success(), "{}", writer.name);
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
        let mut child = writer.command(&pipe).spawn().expect("the program starts");
        let source = pipe.clone();
        let reader = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            fs::File::open(source).and_then(|mut pipe| pipe.read_to_end(&mut bytes)).map(|_| bytes)
        });
        let status = child.wait().expect("it ends");
        // Whoever replaced the pipe would leave its reader waiting for ever.
        let is_pipe = fs::symlink_metadata(&pipe).expect("it is there").file_type().is_fifo();
        assert!(is_pipe, "{}: the pipe was replaced", writer.name);
        assert!(status.success(), "{}: {status}", writer.name);
        let bytes = reader.join().expect("no panic").expect("readable");
        assert_eq!(bytes, fs::read(&file).expect("readable"), "{}", writer.name);
        assert_eq!(scratch.names(), ["file.svg", "pipe.svg"], "{}", writer.name);
    }
}

#[test]
fn a_full_device_is_an_error() {
    let full = Path::new("/dev/full");
    for writer in WRITERS.iter().filter(|_| full.exists()) {
        // A picture's name ends in its format.
        let scratch = Scratch::new(&format!("device-{}", writer.name));
        let link = scratch.path("full.svg");
        std::os::unix::fs::symlink(full, &link).expect("a link");
        let output = writer.run(&link);
        assert_eq!(output.status.code(), Some(1), "{}: {}", writer.name, text(&output));
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink(), "{}", writer.name);
        assert!(fs::metadata(full).expect("it is there").file_type().is_char_device(), "{}", writer.name);
    }
}

/// Answers, help and remarks go to standard output, which is full.
#[test]
fn a_full_standard_output_is_a_failure() {
    let cases: [&[&str]; 12] = [
        &["solve", "xoxo"],
        &["solve", "xoxo", "--json"],
        &["reduce", "(xo)^50000"],
        &["draw", "xoxo"],
        &["table", "all:strips:4"],
        &["family", "xxo", "--latex"],
        &["family", "--scan", "3"],
        &["claims", "--list"],
        &["generate", "path", "5"],
        &["completions", "bash"],
        &["--help"],
        &["solve", "--help"],
    ];
    for args in cases {
        let Ok(full) = fs::File::options().write(true).open("/dev/full") else { return };
        let mut command = Command::new(env!("CARGO_BIN_EXE_allsmall"));
        let output = command.args(args).stdin(Stdio::null()).stdout(full).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(1), "{args:?}: {}", text(&output));
        assert!(text(&output).contains("No space left"), "{args:?}: {}", text(&output));
    }
}

/// The name of an output may be a link to a file that is not there yet.
#[test]
fn a_link_to_nothing_stays_a_link() {
    for writer in &WRITERS {
        let scratch = Scratch::new(&format!("link-{}", writer.name));
        let (link, target) = (scratch.path("link.svg"), scratch.path("target.svg"));
        std::os::unix::fs::symlink("target.svg", &link).expect("a link");
        assert!(matches!(writer.run(&link).status.code(), Some(0 | 3)), "{}", writer.name);
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink(), "{}", writer.name);
        assert!(fs::metadata(&target).expect("it was made").len() > 0, "{}", writer.name);
        assert_eq!(scratch.names(), ["link.svg", "target.svg"], "{}", writer.name);
    }
}
