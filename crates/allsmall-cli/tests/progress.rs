//! Progress in a terminal, and what a command says when its time is over.

#![cfg(unix)]

use crate::explore::Terminal;

/// A command, a part of its progress line, and a part of what it says at the end.
const COMMANDS: [[&str; 3]; 8] = [
    ["solve checker:7x7 --no-book", " nodes, ", " first moves refuted; estimated chance "],
    ["value checker:6x6", " parts valued, ", "atomic weight "],
    ["compare checker:7x7 up", " values, ", "unknown: the time limit was reached"],
    ["nimber checker:5x7", " positions, ", "unknown: the time limit was reached"],
    ["find --value *7 --in strips:18", " boards", "the time limit was reached; none of the first "],
    ["table all:4x4 --group outcome --count", " values, ", "not finished: the time limit was reached after "],
    ["narrow --rows 4 --at-most 1", "columns", "not settled"],
    ["plot value-size (xo)^n --to 60", "n = 2", " ?"],
];

#[test]
fn long_commands_show_their_progress_and_end_with_what_is_known() {
    for [command, progress, end] in COMMANDS {
        let arguments: Vec<&str> = command.split(' ').chain(["--time", "700ms"]).collect();
        let (shown, status) = Terminal::start(&arguments).transcript();
        assert_eq!(status.code(), Some(3), "{command}: {shown}");
        assert!(shown.contains(progress), "{command} shows no progress: {shown}");
        assert!(shown.contains(end), "{command} ends without {end:?}: {shown}");
    }
}

#[test]
fn quiet_commands_show_no_progress() {
    let (shown, status) = Terminal::start(&["value", "checker:6x6", "--time", "300ms", "--quiet"]).transcript();
    assert_eq!(status.code(), Some(3), "{shown}");
    assert!(!shown.contains(" parts valued"), "{shown}");
}
