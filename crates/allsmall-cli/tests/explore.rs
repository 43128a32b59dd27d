//! `allsmall explore` driven through a pseudo-terminal: keys in, screens out.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// The program in a pseudo-terminal of 24 lines and 80 columns.
pub(crate) struct Terminal {
    child: Child,
    keys: File,
    output: Receiver<Vec<u8>>,
    shown: String,
}

/// Far longer than any screen takes; a test that fails waits for it.
const PATIENCE: Duration = Duration::from_secs(120);

impl Terminal {
    pub(crate) fn start(arguments: &[&str]) -> Terminal {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        tcsetwinsize(&master, Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let side = || Stdio::from(OpenOptions::new().read(true).write(true).open(&name).unwrap());
        let child = Command::new(env!("CARGO_BIN_EXE_allsmall"))
            .args(arguments)
            .env("TERM", "xterm")
            .stdin(side())
            .stdout(side())
            .stderr(side())
            .spawn()
            .unwrap();
        let keys = File::from(master);
        let mut screen = keys.try_clone().unwrap();
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The terminal ends with an error when the program has closed it.
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal { child, keys, output, shown: String::new() }
    }

    /// Waits until a screen with this text has been painted to its end, and returns it.
    fn wait_for(&mut self, text: &str) -> String {
        loop {
            if let Some(screen) =
                self.shown.rsplit("\x1b[2J").find(|screen| screen.contains(text) && screen.contains(KEYS))
            {
                let screen = screen.to_owned();
                self.shown.clear();
                return screen;
            }
            match self.output.recv_timeout(PATIENCE) {
                Ok(bytes) => self.shown += &String::from_utf8_lossy(&bytes),
                Err(_) => panic!("{text:?} is not shown: {}", self.shown),
            }
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Presses a key until the program ends. A Ctrl-C that arrives before the program
    /// reads keys becomes a signal, which nobody gets: the terminal has no session.
    fn end_by(mut self, keys: &str) -> ExitStatus {
        loop {
            self.press(keys);
            thread::sleep(Duration::from_millis(50));
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
        }
    }

    /// Waits for the program's end; everything it has shown.
    pub(crate) fn transcript(mut self) -> (String, ExitStatus) {
        let status = self.child.wait().unwrap();
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(200)) {
            self.shown += &String::from_utf8_lossy(&bytes);
        }
        (self.shown, status)
    }

    fn end(mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }
}

const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";

/// The last line of a screen.
const KEYS: &str = "q: quit";

#[test]
fn arrow_keys_walk_through_options() {
    let mut terminal = Terminal::start(&["explore", "xoxo"]);
    let screen = terminal.wait_for(KEYS);
    for part in ["outcome N", "the start", "> 1-2", "Left: 3 options", "Right: 3 options"] {
        assert!(screen.contains(part), "{part}: {screen}");
    }
    terminal.press(DOWN);
    terminal.wait_for("> 3-2");
    terminal.press(RIGHT);
    let screen = terminal.wait_for("after Left 3-2");
    assert!(screen.contains("value "), "{screen}");
    terminal.press(LEFT);
    let screen = terminal.wait_for("the start");
    assert!(screen.contains("> 3-2"), "{screen}");
    terminal.press("\t");
    terminal.wait_for("> 2-1");
    terminal.press("q");
    assert_eq!(terminal.end().code(), Some(0));
}

#[test]
fn dominated_options_are_explained_and_control_c_ends() {
    let mut terminal = Terminal::start(&["explore", "xoxxo"]);
    terminal.wait_for(KEYS);
    // Some option of Left or Right is dominated or reversible; look at all of them.
    let mut explained = false;
    for player in 0..2 {
        for _ in 0..6 {
            terminal.press(DOWN);
            let screen = terminal.wait_for(KEYS);
            explained |= screen.contains("is dominated: ") || screen.contains("is reversible: ");
        }
        if player == 0 {
            terminal.press("\t");
            terminal.wait_for(KEYS);
        }
    }
    assert!(explained);
    assert_eq!(terminal.end_by("\x03").code(), Some(130));
}

/// A signal while values are computed: the terminal gets its screen and its cursor back.
#[test]
fn a_signal_restores_the_terminal() {
    let mut terminal = Terminal::start(&["explore", "random:4x5:1", "--time", "60s"]);
    while !terminal.shown.contains("computing values for up to 60 s") {
        terminal.shown += &String::from_utf8_lossy(&terminal.output.recv_timeout(PATIENCE).unwrap());
    }
    assert!(terminal.shown.contains("a b c d e"), "the board is shown meanwhile: {}", terminal.shown);
    let id = terminal.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    while let Ok(bytes) = terminal.output.recv_timeout(PATIENCE) {
        terminal.shown += &String::from_utf8_lossy(&bytes);
        if terminal.shown.contains("\x1b[?1049l") {
            break;
        }
    }
    assert!(terminal.shown.ends_with("\x1b[?25h\x1b[?1049l"), "{:?}", terminal.shown);
    assert_eq!(terminal.end().code(), Some(130));
}

#[test]
fn a_pipe_is_refused_with_the_command_to_use() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_allsmall")).args(["explore", "xoxo"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("value BOARD --options"));
}
