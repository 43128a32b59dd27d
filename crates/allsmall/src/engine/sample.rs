//! Samples to train the evaluation: a position as the net sees it.

use super::evaluation::EvalNet;
use super::live_graph::LiveGraph;
use super::search_position::SearchPosition;
use super::window_class::class_of_window;
use crate::{Budget, Move, Player, Position, Stop};

/// The features of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalSample {
    /// Rows of the stones as the player to move sees them.
    pub rows: Vec<u16>,
    /// The phase.
    pub phase: usize,
}

/// The row of the stone in the middle of a 3 x 3 window: cells in reading order, 0
/// empty, 1 the other player's stone, 2 a stone of the player to move.
#[must_use]
pub fn row_of_window(window: [u8; 9]) -> u16 {
    let own = window[4] == 2;
    let around = window.iter().enumerate().filter(|(i, _)| *i != 4);
    let code = around.enumerate().fold(0, |code, (place, (_, &stone))| {
        let relative = if stone == 0 { 0 } else { 1 + u32::from(stone != window[4]) };
        code | relative << (2 * place)
    });
    EvalNet::row_of(class_of_window(code), own) as u16
}

impl EvalSample {
    /// The features of the position after some moves, as a search that starts before
    /// them sees it: stones that have died on the way are still there.
    ///
    /// # Errors
    /// [`Stop`] when the budget is exhausted.
    ///
    /// # Panics
    /// If a move is not legal.
    pub fn after(start: &Position, player: Player, moves: &[Move], budget: &Budget) -> Result<EvalSample, Stop> {
        let graph = LiveGraph::new(start, budget)?;
        let net = EvalNet::shipped();
        let mut position = SearchPosition::new(&graph, &net, start, player, budget)?;
        for mv in moves {
            let edge = graph.edge_between(mv.from, mv.to).expect("a legal move") as u32;
            assert!(position.is_move(edge), "a legal move");
            position.play(edge);
        }
        let (rows, pairs) = position.features();
        Ok(EvalSample { rows, phase: EvalNet::phase(pairs) })
    }
}
