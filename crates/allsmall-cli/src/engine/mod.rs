//! `allsmall engine`: the Universal Chess Interface (UCI) on standard input and output,
//! with the variants, the FEN and the moves of Fairy-Stockfish.

mod command;
mod line_queue;
mod session;

use std::io::{BufRead, BufReader, stdin};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::watchdog;
use command::UciCommand;
use line_queue::LineQueue;
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
    play(BufReader::new(stdin()), out, common, PATIENCE)
}

/// How long commands wait for a search without a limit of time, once the input has a
/// `stop` behind them or ends.
const PATIENCE: Duration = Duration::from_secs(60);

/// Obeys the commands until `quit` or the end of the input. A search with a limit is
/// then completed, within reason, one without is stopped.
fn play(
    input: impl BufRead + Send + 'static,
    out: Arc<Mutex<impl std::io::Write + Send + 'static>>,
    common: &Common,
    patience: Duration,
) -> Result<Code, Exit> {
    let mut lines = LineQueue::new(input)?;
    let mut session = Session::new(out, common, patience);
    while let Some(line) = lines.next() {
        let line = line?;
        if line.too_long {
            session.say("info string a line was too long and was passed over")?;
        }
        match UciCommand::read(&line.text) {
            Some(UciCommand::Quit) => {
                session.stop()?;
                return Ok(Code::Answered);
            }
            Some(command) => session.obey(command, &mut lines)?,
            None => {}
        }
    }
    session.finish(&mut lines)?;
    Ok(Code::Answered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::io::Cursor;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        common: Common,
    }

    fn said(lines: &str) -> String {
        said_within(lines, PATIENCE)
    }

    fn said_within(lines: &str, patience: Duration) -> String {
        let out = Arc::new(Mutex::new(Vec::new()));
        let common = Line::parse_from(["test"]).common;
        assert!(play(Cursor::new(lines.to_owned()), Arc::clone(&out), &common, patience).is_ok());
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
        for position in [
            "fen cycle:xoxoxo",
            "fen checker:1000x1000",
            "fen 99999999999P w",
            "fen PpP/pp w",
            "fen Pp x",
            "fen",
            "startpos moves a1",
            "startpos moves a1b1b1",
        ] {
            let text = said(&format!("position fen Ppp b\nposition {position}\ngo depth 2\n"));
            assert!(text.starts_with("info string ") && text.contains("bestmove b1a1"), "{position}: {text}");
        }
    }

    #[test]
    fn stop_and_the_end_of_the_input_end_an_infinite_search() {
        let text =
            said("setoption name UCI_Variant value clobber10\nposition startpos\ngo infinite\nstop\ngo infinite\n");
        assert_eq!(text.matches("bestmove ").count(), 2, "{text}");
    }

    /// A depth that is never reached, and a time of centuries.
    #[test]
    fn stop_and_the_end_of_the_input_end_a_search_that_others_wait_for() {
        let patience = Duration::from_millis(80);
        for rest in ["position startpos\nstop\n", "isready\nsetoption name Hash value 4\nquit\n", "", "go depth 1\n"] {
            let text = said_within(
                &format!("setoption name UCI_Variant value clobber10\nposition startpos\ngo depth 1000\n{rest}"),
                patience,
            );
            assert_eq!(text.matches("bestmove ").count(), 1 + rest.matches("go ").count(), "{rest:?}: {text}");
        }
    }

    #[test]
    fn pondering_ends_with_the_hit() {
        let text = said("position startpos\ngo ponder movetime 10\nisready\nponderhit\nponderhit\nstop\n");
        let said: Vec<_> = text.lines().filter(|line| !line.starts_with("info ")).collect();
        assert_eq!(said.len(), 2, "{text}");
        assert!(said[0] == "readyok" && said[1].starts_with("bestmove "), "{text}");
    }

    #[test]
    fn a_line_that_is_too_long_is_named_and_passed_over() {
        let text = said(&format!("position fen Ppp w moves {}\nisready\n", "a1b1 ".repeat(100_000)));
        assert_eq!(text, "info string a line was too long and was passed over\nreadyok\n");
    }
}
