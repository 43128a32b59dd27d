//! `allsmall play`: a game against an opponent, in the terminal or from a script.

mod game;

use std::io::{IsTerminal, stdin, stdout};
use std::time::Duration;

use allsmall::notation::read_board_in;
use allsmall::{Level, Player};

use crate::common::{self, Common};
use crate::exit::{Code, Exit};
use crate::input;
use game::Match;

/// Play Clobber against an opponent that is perfect where it can be
///
/// On boards that are too large to solve it plays what it estimates to be best.
/// Type a move such as 3-4 or b3-c3, or the number it has in the list of
/// moves. Other words: hint, moves, undo, redo, board, help, quit. The moves
/// may also come from a file or a pipe.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall play checker:4x4
  allsmall play xoxoxo --you right --first left
  allsmall play checker:6x6 --level 2
  printf '1-2\\n' | allsmall play xo")]
pub(crate) struct PlayArgs {
    /// The board; @FILE reads it from a file
    #[arg(allow_hyphen_values = true)]
    board: String,
    /// Which side is yours
    #[arg(long, value_name = "SIDE", default_value = "left")]
    you: Side,
    /// Who moves first
    #[arg(long, value_name = "PLAYER", default_value = "left", value_parser = common::player())]
    first: Player,
    /// Before each of your moves, show who wins after every move
    #[arg(long)]
    hints: bool,
    /// How strong the opponent is, from 1 (any move) to 5 (as strong as the time allows)
    #[arg(long, value_name = "LEVEL", value_parser = level, default_value = "5")]
    level: Level,
    /// The seed of the random moves of level 1
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: u64,
    /// Search instead of taking results from the opening book
    #[arg(long)]
    no_book: bool,
}

fn level(text: &str) -> Result<Level, String> {
    let found = text.parse().ok().and_then(Level::of_number);
    found.ok_or_else(|| format!("expected a level from 1 to {}", Level::STRONGEST))
}

/// The strength of the opponent.
#[derive(Clone, Copy, Default)]
struct Strength {
    level: Level,
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Side {
    /// Left, x
    Left,
    /// Right, o
    Right,
    /// Both sides: no opponent
    Both,
    /// Neither: the program plays itself
    None,
}

impl Side {
    fn has(self, player: Player) -> bool {
        match self {
            Side::Left => player == Player::Left,
            Side::Right => player == Player::Right,
            Side::Both => true,
            Side::None => false,
        }
    }
}

/// Default time limit of one move.
const THINKING: Duration = Duration::from_secs(10);

pub(crate) fn run(args: PlayArgs, common: &Common) -> Result<Code, Exit> {
    if args.board == "-" {
        return Err(Exit::bad("the moves come from standard input, so the board cannot; write it or use @FILE"));
    }
    let limits = common.limits(None);
    let position = read_board_in(&input::text(args.board, &limits)?, &limits)?;
    let prompt = stdin().is_terminal() && stdout().is_terminal();
    let strength = Strength { level: args.level, seed: args.seed };
    let game = Match::new(position, args.first, args.you, args.hints, prompt, common).against(strength);
    let game = if args.no_book { game } else { game.with_book() };
    game.play(stdin().lock(), stdout().lock())
}

#[cfg(test)]
mod tests {
    use super::*;
    use allsmall::notation::read_board;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        common: Common,
    }

    fn common(args: &[&str]) -> Common {
        Line::parse_from([&["test"], args].concat()).common
    }

    /// The output for these lines of input.
    fn said(board: &str, you: Side, first: Player, lines: &str) -> String {
        let common = common(&[]);
        let game = Match::new(read_board(board).unwrap(), first, you, false, false, &common);
        let mut out = Vec::new();
        assert!(game.play(lines.as_bytes(), &mut out).is_ok_and(|code| code == Code::Answered));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_opponent_wins_whenever_it_can() {
        // Left starts and loses with every move.
        for board in ["xoxoxo", "xoo", "xo.xo", "xoo.xoo"] {
            let moves = "1\n".repeat(20);
            let text = said(board, Side::Left, Player::Left, &moves);
            assert!(text.ends_with("Right wins.\n"), "{board}: {text}");
        }
        assert!(said("xoxoxo", Side::None, Player::Right, "").ends_with("Left wins.\n"));
    }

    #[test]
    fn every_level_plays_to_the_end() {
        for number in 1..=Level::STRONGEST {
            let common = common(&["--json"]);
            let strength = Strength { level: Level::of_number(number).unwrap(), seed: 3 };
            let board = read_board("checker:3x4").unwrap();
            let game = Match::new(board, Player::Left, Side::None, false, false, &common).against(strength);
            let mut out = Vec::new();
            assert!(game.play(&b""[..], &mut out).is_ok_and(|code| code == Code::Answered));
            let text = String::from_utf8(out).unwrap();
            assert!(text.contains("\"winner\":\"L\"") || text.contains("\"winner\":\"R\""), "{number}: {text}");
        }
        assert!(level("0").is_err() && level("6").is_err() && level("x").is_err());
    }

    #[test]
    fn moves_are_typed_by_name_or_number_and_taken_back() {
        let text = said("xoxo", Side::Both, Player::Left, "1-2\nundo\nredo\nundo\n3\nhint\nmoves\nquit\n");
        assert!(text.contains("Left plays 1-2"), "{text}");
        assert!(text.contains("Left takes 1-2 back"), "{text}");
        assert!(text.contains("Left plays 3-4"), "{text}");
    }

    #[test]
    fn what_cannot_be_played_is_answered_in_words() {
        let text = said("xxoo", Side::Both, Player::Left, "2-1\n9\nfoo\n3-2\nundo\n2-9\n");
        for part in
            ["of the other colour", "there are 1", "expected a move", "belongs to the other", "nothing to take back"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
