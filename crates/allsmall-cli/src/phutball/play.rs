//! `allsmall phutball play`: a game against the program in the terminal.

use std::io::{Write, stdin, stdout};
use std::time::Duration;

use allsmall::Player;
use allsmall::phutball::{
    Next, PhutballMove, PhutballReply, StripGame, TableCache, numbered, read_move, read_oddish, read_position, reply,
    reply_oddish,
};

use crate::common::{self, Common};
use crate::exit::{Code, Exit};
use crate::input;

/// Play against the program
///
/// The program plays perfectly on boards of up to 24 squares and on Oddish
/// boards of any size; on longer boards it plays the wins that it can prove.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  allsmall phutball play '.......@.......' --side right")]
pub(super) struct PhutballPlayArgs {
    /// The board
    board: String,
    /// Play Oddish Phutball
    #[arg(long)]
    oddish: bool,
    /// The side you play; Left goes to the right end of the board
    #[arg(long, default_value = "left", value_parser = common::player())]
    side: Player,
    /// Who moves first
    #[arg(long, default_value = "left", value_parser = common::player())]
    first: Player,
}

pub(super) fn run(args: &PhutballPlayArgs, common: &Common) -> Result<Code, Exit> {
    // No handler for Ctrl-C: it ends the game at once, also at the prompt.
    let limits = || common.limits(Some(Duration::from_secs(10)));
    let (you, first) = (args.side, args.first);
    if args.oddish {
        let shelf = TableCache::default();
        let start = read_oddish(&args.board).map_err(Exit::bad)?;
        table(start, you, first, |position, mover| reply_oddish(position, mover, &shelf, &limits()))
    } else {
        let shelf = TableCache::default();
        let start = read_position(&args.board).map_err(Exit::bad)?;
        table(start, you, first, |position, mover| reply(position, mover, &shelf, &limits()))
    }
}

/// What the player types.
enum Typed {
    Move(PhutballMove),
    Hint,
    Undo,
    Quit,
}

/// One game, until it is over or the user leaves.
fn table<G: StripGame>(
    start: G,
    you: Player,
    first: Player,
    think: impl Fn(&G, Player) -> PhutballReply,
) -> Result<Code, Exit> {
    let mut out = stdout().lock();
    let goal = if you == Player::Left { "right" } else { "left" };
    writeln!(out, "You are {you}: bring the ball to the {goal} end. p7 places a stone, j9 jumps; hint, undo, quit.")?;
    // The positions in which you were to move.
    let mut past: Vec<G> = Vec::new();
    let (mut position, mut mover) = (start, first);
    loop {
        writeln!(out, "\n{}", numbered(&position))?;
        let mv = if mover == you {
            match ask(&mut out, you)? {
                Typed::Quit => return Ok(Code::Answered),
                Typed::Hint => {
                    writeln!(out, "{}", describe(think(&position, you)))?;
                    continue;
                }
                Typed::Undo => {
                    match past.pop() {
                        Some(before) => position = before,
                        None => writeln!(out, "there is nothing to take back")?,
                    }
                    continue;
                }
                Typed::Move(mv) => mv,
            }
        } else {
            let reply = think(&position, mover);
            writeln!(out, "{mover} plays {}", describe(reply))?;
            reply.mv
        };
        match position.after(mv) {
            Err(refusal) => writeln!(out, "{mv}: {refusal}")?,
            Ok(Next::Won(winner)) => {
                writeln!(out, "{mv}: {winner} wins")?;
                return Ok(Code::Answered);
            }
            Ok(Next::Goes(next)) => {
                if mover == you {
                    past.push(position);
                }
                (position, mover) = (next, mover.opponent());
            }
        }
    }
}

/// Prompts until a line is understood; the end of the input is `quit`.
fn ask(out: &mut impl Write, you: Player) -> Result<Typed, Exit> {
    loop {
        write!(out, "{you}> ")?;
        out.flush()?;
        let Some(line) = input::line(&mut stdin().lock())? else {
            writeln!(out)?;
            return Ok(Typed::Quit);
        };
        match line.trim() {
            "quit" | "q" | "exit" => return Ok(Typed::Quit),
            "hint" | "h" | "?" => return Ok(Typed::Hint),
            "undo" | "u" => return Ok(Typed::Undo),
            text => match read_move(text) {
                Ok(mv) => return Ok(Typed::Move(mv)),
                Err(error) => writeln!(out, "{}", error.message())?,
            },
        }
    }
}

/// The move, and how the game ends after it.
fn describe(PhutballReply { mv, winner, plies }: PhutballReply) -> String {
    match (winner, plies) {
        (Some(winner), Some(plies)) => format!("{mv} ({winner} wins in {plies})"),
        (Some(winner), None) => format!("{mv} ({winner} wins)"),
        (None, _) => mv.to_string(),
    }
}
