//! Any graph: dynamic programming over a tree decomposition, and bounds.
//!
//! ```text
//!   spanning_tree      upper bounds: local search over spanning trees
//!   bounds, deficiency lower bounds by counting and by a matching
//!   elimination_order, path_order   the tree decomposition
//!   tree_dp            all forests of the play::forest theorem, one bag at a time
//!     bag_state, forget, join_index, table   its states and its two steps
//!   relaxation         a relaxed tree DP with small tables; its completion
//!                      bounds prune the tree DP
//!   sublimation        Lagrange multipliers replaced by exact states, in levels
//!   schedule           which method runs when
//! ```
//!
//! The tree DP takes graphs of small width of any size, and small graphs of any
//! width. With a single stone of one colour the question is how long a path
//! can start there, which is the Hamiltonian-path problem; hence no method is
//! fast on all graphs.

mod bag_state;
mod bounds;
mod deficiency;
mod elimination_order;
mod forget;
mod join_index;
mod path_order;
mod relaxation;
mod schedule;
mod spanning_tree;
mod sublimation;
mod table;
mod tree_dp;

use crate::{Budget, Graph, Player, Position, Stop};

use super::{EndStone, ReduceError, Reduction};
use schedule::{BoundsSoFar, settle};
use spanning_tree::ForestPlay;

/// A connected graph full of stones.
struct Instance {
    graph: Graph,
    colours: Vec<Player>,
    end: Option<EndStone>,
}

impl Instance {
    fn vertices(&self) -> usize {
        self.colours.len()
    }

    fn near(&self, v: usize) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        self.graph.neighbours(v).iter().map(|&u| u as usize)
    }

    /// The vertex whose stone is the only one of its colour.
    fn odd_one_out(&self) -> Option<usize> {
        Player::BOTH.into_iter().find_map(|player| {
            let mut own = (0..self.vertices()).filter(|&v| self.colours[v] == player);
            own.next().filter(|_| own.next().is_none())
        })
    }
}

/// The fewest stones of a connected, full position on any board, with the
/// stone `end` among them if given.
///
/// # Errors
/// Proved: no play leaves that stone; or none was found within the budget.
pub fn reduce(
    position: &Position,
    end: Option<EndStone>,
    play: bool,
    budget: &Budget,
) -> Result<Reduction, ReduceError> {
    let colours = position.cells().iter().map(|cell| cell.expect("the position is full")).collect();
    let unknown = |stop: Stop| match end {
        None => Ok(Reduction::unknown(position, stop, play)),
        Some(_) => Err(ReduceError::NotFound(stop)),
    };
    let graph = match position.board().graph_within(budget) {
        Ok(graph) => graph,
        Err(stop) => return unknown(stop),
    };
    let instance = Instance { graph, colours, end };
    let lower = match bounds::lower(position, &instance, budget) {
        Ok(lower) => lower,
        Err(stop) => return unknown(stop),
    };
    let mut known = settle(&instance, lower, budget)?;
    if instance.odd_one_out().is_some() {
        known.method = format!("Hamiltonian-path question (one stone of its colour): {}", known.method);
    }
    let BoundsSoFar { lower, found, method, stopped } = known;
    let Some(ForestPlay { forest, roots }) = found else {
        return unknown(stopped.unwrap_or(Stop::Unsupported));
    };
    let play = play.then(|| forest.order(position).expect("the forest was built to be played"));
    Ok(Reduction { lower, upper: roots, method, play, first: None, stopped })
}

#[cfg(test)]
mod tests;
