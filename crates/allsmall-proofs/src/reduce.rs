//! Solitaire Clobber: a play, and the lower bound that the checker sees.

use std::io::Write;

use allsmall::notation::read_board_in;
use allsmall::solitaire::{SolitaireOptions, reduce as solve};
use allsmall::{Budget, Position};
use allsmall_check::solitaire::Solitaire;
use allsmall_check::sums::{Board, Sums};

use crate::error::Failure;
use crate::lines::{Writer, io};
use crate::statement::board;

/// Moves of a line.
const MOVES: usize = 1000;

/// What a proof of a reduction shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// No play leaves fewer stones, and some play leaves this number.
    Both,
    /// Some play leaves this number of stones; the lower bound has no rule.
    UpperOnly,
}

/// Writes a proof of how few stones a play leaves, by the free rule.
///
/// # Errors
/// What keeps the proof from being written.
pub fn reduce(text: &str, budget: &Budget, out: impl Write) -> Result<Bounds, Failure> {
    let position: Position = read_board_in(text, budget)?;
    let mut sums = Sums::new(u64::MAX / 2);
    let mut graphs = Vec::new();
    let (name, _) = board(&position, &mut sums, &mut graphs)?;
    let found = solve(&position, &SolitaireOptions::free(), budget).map_err(|_| "there is no reduction".to_owned())?;
    let play = found.play.ok_or_else(|| "there is no play".to_owned())?;
    let upper = position.stones() - play.len();
    let Board { shape, cells } = sums.cells(&name)?;
    let board = Solitaire { boards: &sums.boards, shape, cells: &cells };
    let lower = board.lower(&board.groups()).min(upper);
    let mut writer = Writer::new(out).map_err(io)?;
    for graph in &graphs {
        writer.put(graph).map_err(io)?;
    }
    writer.put(&format!("reduce {name} {lower} {upper}")).map_err(io)?;
    for moves in play.chunks(MOVES) {
        let names: Vec<String> = moves.iter().map(|mv| format!("{}-{}", mv.from, mv.to)).collect();
        writer.put(&format!("m {}", names.join(" "))).map_err(io)?;
    }
    writer.end().map_err(io)?;
    Ok(if lower == upper { Bounds::Both } else { Bounds::UpperOnly })
}
