//! Any graph: bounds that meet, or dynamic programming over a tree
//! decomposition.
//!
//! Spanning trees give plays fast (`spanning`: the value of a graph is the
//! least value of its spanning trees), simple counts give lower bounds
//! (`bounds`). Where they do not meet, `program` goes through all forests
//! of the [`crate::solitaire::play::forest`] theorem at once, a bag of a tree decomposition
//! (`elimination`, `chain`) at a time, led by what the rest of the graph costs
//! at least (`relaxation`); it takes graphs of small width of any size (`levels`),
//! and small graphs of any width. `settle` says which comes when.
//!
//! With a single stone of one colour the question is how long a path can start
//! there, which is the Hamiltonian-path problem; hence no method is fast on
//! all graphs.

mod bounds;
mod chain;
mod deficiency;
mod elimination;
mod levels;
mod partners;
mod program;
mod relaxation;
mod settle;
mod spanning;
mod state;
mod step;
mod table;

use crate::{Budget, Graph, Player, Position, Stop};

use super::{End, Reduction, Refused};
use settle::{Known, settle};
use spanning::Found;

/// A connected graph full of stones.
struct Instance {
    graph: Graph,
    colours: Vec<Player>,
    end: Option<End>,
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

/// The fewest stones of a connected, full position on any board, with a given
/// stone among them if `end` says so.
///
/// # Errors
/// It is proved that no play leaves that stone, or none was found within the
/// limits.
pub fn reduce(position: &Position, end: Option<End>, play: bool, budget: &Budget) -> Result<Reduction, Refused> {
    let colours = position.cells().iter().map(|cell| cell.expect("the position is full")).collect();
    let unknown = |stop: Stop| match end {
        None => Ok(Reduction::unknown(position, stop, play)),
        Some(_) => Err(Refused::NotFound(stop)),
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
    let Known { lower, found, method, stopped } = known;
    let Some(Found { forest, roots }) = found else {
        return unknown(stopped.unwrap_or(Stop::Unsupported));
    };
    let play = play.then(|| forest.order(position).expect("the forest was built to be played"));
    Ok(Reduction { lower, upper: roots, method, play, first: None, stopped })
}

#[cfg(test)]
mod tests;
