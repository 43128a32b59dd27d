//! `allsmall explore`: options of a position with their values, in the terminal.
//!
//! [`Explorer`] is the state and what keys do to it, [`screen`] what is shown; this
//! file reads keys and paints.

mod explorer;
mod node;
mod screen;

use std::io::{IsTerminal, Write, stdin, stdout};
use std::time::Duration;

use allsmall::notation::read_board_in;
use console::{Key, Term};

use crate::ask::BoardText;
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::{input, watchdog};
use explorer::{Explorer, Step};
use screen::{screen, thinking, waiting};

/// Walk through the options of a position, with values, in the terminal
///
/// Up and down choose an option, tab changes between Left's and Right's, the right
/// arrow or enter goes into it, the left arrow back, home to the start, q ends.
/// Dominated and reversible options are marked and explained.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall explore xoxxo
  allsmall explore checker:3x4 --time 20s")]
pub(crate) struct ExploreArgs {
    /// The board; @FILE reads it from a file
    #[arg(allow_hyphen_values = true, value_parser = BoardText)]
    board: String,
}

/// Default time limit for the values of one position.
const THINKING: Duration = Duration::from_secs(5);

/// Escape sequences: another screen and back, a blank screen.
const ENTER: &str = "\x1b[?1049h\x1b[?25l";
const LEAVE: &str = "\x1b[?25h\x1b[?1049l";
const CLEAR: &str = "\x1b[H\x1b[2J";

pub(crate) fn run(args: ExploreArgs, common: &Common) -> Result<Code, Exit> {
    if !stdin().is_terminal() || !stdout().is_terminal() || args.board == "-" {
        let message = "explore needs a terminal; value BOARD --options prints the options of one position";
        return Err(Exit::bad(message));
    }
    let limits = common.limits(Some(THINKING));
    let position = read_board_in(&input::text(args.board, &limits)?, &limits)?;
    let time = limits.time_left().unwrap_or(THINKING);
    let term = Term::stdout();
    watchdog::restore_terminal_by(LEAVE);
    paint(ENTER)?;
    let ended = paint(&(CLEAR.to_owned() + &waiting(&position, time, term.size().1.into()).join("\r\n")))
        .and_then(|()| walk(&mut Explorer::new(position, &limits, time), &term));
    paint(LEAVE)?;
    watchdog::restore_terminal_by("");
    ended
}

/// Reads keys until the user quits.
fn walk(explorer: &mut Explorer, term: &Term) -> Result<Code, Exit> {
    loop {
        let (height, width) = term.size();
        let lines = screen(explorer, width.into(), height.into());
        paint(&format!("{CLEAR}{}", lines.join("\r\n")))?;
        let step = match term.read_key_raw() {
            Ok(Key::CtrlC) => return Ok(Code::Interrupted),
            Ok(Key::Char('q') | Key::Escape) => return Ok(Code::Answered),
            Ok(Key::ArrowUp | Key::Char('k')) => Step::Up,
            Ok(Key::ArrowDown | Key::Char('j')) => Step::Down,
            Ok(Key::Tab | Key::BackTab) => Step::OtherPlayer,
            Ok(Key::ArrowRight | Key::Enter | Key::Char('l')) => Step::Into,
            Ok(Key::ArrowLeft | Key::Backspace | Key::Char('h')) => Step::Back,
            Ok(Key::Home) => Step::Start,
            Ok(_) => continue,
            // The terminal is gone.
            Err(_) => return Ok(Code::Answered),
        };
        if matches!(step, Step::Into) {
            paint(&format!("\x1b[{height};1H\x1b[K{}", thinking(explorer.time())))?;
        }
        explorer.step(step);
    }
}

fn paint(text: &str) -> Result<(), Exit> {
    let mut out = stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
