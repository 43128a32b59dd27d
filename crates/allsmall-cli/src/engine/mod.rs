//! `allsmall engine`: the Universal Chess Interface (UCI) on standard input and output,
//! with the variants, the FEN and the moves of Fairy-Stockfish.

mod command;
mod session;

use std::io::{BufRead, Read, stdin};
use std::sync::{Arc, Mutex};

use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::watchdog;
use command::UciCommand;
use session::Session;

/// Plays over UCI on standard input and output, for match programs and GUIs
///
/// Variants: clobber (5 files, 6 ranks), clobber10, clobber8, or any size by a
/// FEN. White is P and Right's o, black is p and Left's x; White begins.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  printf 'uci\\nposition startpos\\ngo movetime 500\\n' | allsmall engine")]
pub(crate) struct EngineArgs {}

pub(crate) fn run(_args: &EngineArgs, common: &Common) -> Result<Code, Exit> {
    watchdog::stand_down();
    let out = Arc::new(Mutex::new(std::io::stdout()));
    play(stdin().lock(), out, common)
}

/// Maximum number of bytes of a line; a longer one is read as several.
const MAX_LINE: u64 = 1 << 20;

/// Obeys the commands until `quit` or the end of the input. A search with a limit is
/// then completed, one without is stopped.
fn play(
    mut lines: impl BufRead,
    out: Arc<Mutex<impl std::io::Write + Send + 'static>>,
    common: &Common,
) -> Result<Code, Exit> {
    let mut session = Session::new(out, common);
    let mut line = Vec::new();
    loop {
        line.clear();
        if lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let line = String::from_utf8_lossy(&line);
        match UciCommand::read(&line) {
            Some(UciCommand::Quit) => {
                session.stop()?;
                return Ok(Code::Answered);
            }
            Some(command) => session.obey(command)?,
            None => {}
        }
    }
    session.finish()?;
    Ok(Code::Answered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        common: Common,
    }

    fn said(lines: &str) -> String {
        let out = Arc::new(Mutex::new(Vec::new()));
        let common = Line::parse_from(["test"]).common;
        assert!(play(lines.as_bytes(), Arc::clone(&out), &common).is_ok());
        let bytes = out.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn the_usual_handshake() {
        let text = said("uci\nisready\nucinewgame\nfoo bar\n\nposition startpos moves a2a3 a4b4\ngo movetime 60\n");
        for part in ["id name allsmall", "option name UCI_Variant type combo default clobber", "uciok\n", "readyok\n"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!(text.matches("bestmove ").count(), 1, "{text}");
        assert!(text.contains("info depth "), "{text}");
        assert!(text.contains(" pv "), "{text}");
    }

    #[test]
    fn solved_positions_are_reported_as_proved() {
        let text = said(
            "position fen Ppp w\ngo movetime 200\nposition fen PPp w\ngo nodes 1000\nposition fen PP w\ngo depth 3\n",
        );
        let best: Vec<_> = text.lines().filter(|line| line.starts_with("bestmove")).collect();
        assert_eq!(best, ["bestmove a1b1", "bestmove b1c1", "bestmove (none)"], "{text}");
        assert!(text.contains("info string proved loss") && text.contains("info string proved win"), "{text}");
    }

    #[test]
    fn bad_positions_and_moves_get_a_message_and_change_nothing() {
        let text = said("position fen Ppp b\nposition fen PpX/ w\nposition startpos moves a1a9\ngo depth 2\n");
        assert!(text.contains("info string ") && text.contains("is not a legal move"), "{text}");
        assert!(text.contains("bestmove b1a1"), "{text}");
    }

    #[test]
    fn stop_and_the_end_of_the_input_end_an_infinite_search() {
        let text =
            said("setoption name UCI_Variant value clobber10\nposition startpos\ngo infinite\nstop\ngo infinite\n");
        assert_eq!(text.matches("bestmove ").count(), 2, "{text}");
    }
}
