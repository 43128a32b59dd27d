//! The one function that writes a proved statement as a sentence, and the
//! names of boards and games in it.
//!
//! A board is written in the notation of `allsmall`: `xoxo`, `xo/ox`, and on a
//! graph with its edges, `edges:0-1,1-2:xox`. A game is written by its options.
//! What is too long is named by a SHA-256 digest that anybody can compute
//! again (docs/proofs.md, "Names").

use std::collections::HashMap;

use crate::boards::Shape;
use crate::games::{Fault, Game, Games};
use crate::reader::{Summand, Term};
use crate::sha256::Sha256;
use crate::statement::{Player, Relation, Statement};
use crate::sums::{Board, Sums};

/// Characters of a sum or a board that is printed whole.
const LONGEST: usize = 10_000;
/// Characters of a game that is printed whole.
const LONGEST_GAME: usize = 1000;

impl Statement {
    /// The statement in words.
    pub(crate) fn sentence(&self, sums: &mut Sums) -> Result<String, Fault> {
        Ok(match self {
            Statement::Outcome { class, sum } => format!("{}: {}", sum_name(sum, sums)?, class.sentence()),
            Statement::Wins { player, second, sum } => {
                let player = match player {
                    Player::Left => "Left",
                    Player::Right => "Right",
                };
                let turn = if *second { "second" } else { "first" };
                format!("{}: {player} wins moving {turn}", sum_name(sum, sums)?)
            }
            Statement::Value { sum, game } => format!("{} = {}", sum_name(sum, sums)?, game_name(*game, sums)?),
            Statement::Compare { left, relation, right } => {
                let relation = match relation {
                    Relation::Equal => "=",
                    Relation::Less => "<",
                    Relation::Greater => ">",
                    Relation::Confused => "||",
                };
                format!("{} {relation} {}", sum_name(left, sums)?, sum_name(right, sums)?)
            }
            Statement::Nimber { sum, value } => {
                format!("the Grundy value of {} in impartial Clobber is {value}", sum_name(sum, sums)?)
            }
            Statement::Solitaire { board, least, most } if least == most => {
                format!("solitaire on {}: the fewest stones that a play leaves: {most}", board_name(board, sums)?)
            }
            Statement::Solitaire { board, least, most } => {
                let board = board_name(board, sums)?;
                format!(
                    "solitaire on {board}: no play leaves fewer than {least} stones, and some play leaves at most {most}"
                )
            }
            Statement::Phutball { class, board } => {
                let mut text = Text::new();
                text.push(&String::from_utf8_lossy(board));
                format!("Phutball {}: {}", text.name("board"), class.sentence())
            }
        })
    }
}

/// A text that is kept while it is short, and its digest.
struct Text {
    kept: String,
    length: usize,
    digest: Sha256,
}

impl Text {
    fn new() -> Text {
        Text { kept: String::new(), length: 0, digest: Sha256::new() }
    }

    fn push(&mut self, piece: &str) {
        self.length += piece.len();
        self.digest.push(piece.as_bytes());
        if self.length <= LONGEST {
            self.kept.push_str(piece);
        }
    }

    /// The text itself if it is short; otherwise what it is, and its digest.
    fn name(self, what: &str) -> String {
        if self.length <= LONGEST {
            return self.kept;
        }
        format!("<{what} of {} characters, sha256 {}>", self.length, self.digest.finish())
    }
}

/// A sum, with a sign between every two terms.
fn sum_name(terms: &[Term], sums: &mut Sums) -> Result<String, Fault> {
    let mut text = Text::new();
    for (i, Term { negated, what }) in terms.iter().enumerate() {
        text.push(match (i, negated) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        });
        match what {
            Summand::Board(board) => write_board(board, sums, &mut text)?,
            Summand::Game(game) => text.push(&game_name(*game, sums)?),
        }
    }
    if terms.is_empty() {
        text.push("0");
    }
    Ok(text.name(if terms.len() == 1 { "board" } else { "sum" }))
}

fn board_name(board: &Board, sums: &mut Sums) -> Result<String, Fault> {
    let mut text = Text::new();
    write_board(board, sums, &mut text)?;
    Ok(text.name("board"))
}

/// Writes a board as `allsmall` reads it.
fn write_board(Board { shape, cells }: &Board, sums: &mut Sums, text: &mut Text) -> Result<(), Fault> {
    sums.games.spend(cells.len())?;
    match *shape {
        Shape::Strip => text.push(&String::from_utf8_lossy(cells)),
        Shape::Grid(cols) => {
            for (i, row) in cells.chunks(cols as usize).enumerate() {
                text.push(if i > 0 { "/" } else { "" });
                text.push(&String::from_utf8_lossy(row));
            }
        }
        Shape::Graph(graph) => {
            text.push("edges:");
            let mut separator = "";
            for (a, b) in sums.boards.edges(graph as usize) {
                sums.games.spend(1)?;
                text.push(&format!("{separator}{a}-{b}"));
                separator = ",";
            }
            text.push(":");
            text.push(&String::from_utf8_lossy(cells));
        }
    }
    Ok(())
}

/// A game by its options, or by the digest of its canonical form.
fn game_name(game: Game, sums: &mut Sums) -> Result<String, Fault> {
    let games = &mut sums.games;
    let whole = games.whole_text(game, LONGEST_GAME);
    games.spend(whole.as_ref().map_or(LONGEST_GAME, String::len))?;
    match whole {
        Some(text) => Ok(text),
        None => Ok(format!("<game sha256 {}>", game_digest(game, games, &mut HashMap::new())?)),
    }
}

/// The digest of a game: that of the text `L,...|R,...` with the digests of
/// its options in ascending order. The canonical form is unique, so equal
/// games have equal digests.
fn game_digest(game: Game, games: &mut Games, known: &mut HashMap<Game, String>) -> Result<String, Fault> {
    if let Some(digest) = known.get(&game) {
        return Ok(digest.clone());
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (side, left) in sides.iter_mut().zip([true, false]) {
        for option in games.options(game, left).to_vec() {
            games.spend(64)?;
            side.push(game_digest(option, games, known)?);
        }
        side.sort_unstable();
    }
    let mut sha = Sha256::new();
    sha.push(sides.map(|side| side.join(",")).join("|").as_bytes());
    let digest = sha.finish();
    known.insert(game, digest.clone());
    Ok(digest)
}
