//! Any graph: bounds that meet, or dynamic programming over a tree
//! decomposition.
//!
//! Spanning trees give plays fast ([`spanning`]: the value of a graph is the
//! least value of its spanning trees), simple counts give lower bounds
//! ([`bounds`]). Where they do not meet, [`program`] goes through all forests
//! of the [`super::forest`] theorem at once, a bag of a tree decomposition
//! ([`elimination`]) at a time; it takes graphs of small width of any size,
//! and small graphs of any width.
//!
//! With a single stone of one colour the question is how long a path can start
//! there, which is the Hamiltonian-path problem; hence no method is fast on
//! all graphs.

mod bounds;
mod elimination;
mod program;
mod spanning;
mod state;

use crate::{Board, Budget, Graph, Player, Position, Stop};

use super::{End, Reduction, Refused};
use program::Outcome;
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

/// Up to this width the program is quick, and the search before it is short.
const NARROW: usize = 5;
/// Spanning trees tried before the program runs on a narrow graph.
const ROUNDS_NARROW: usize = 40;
/// Spanning trees tried before the program runs on a wide graph.
const ROUNDS_WIDE: usize = 4_000;

/// The fewest stones of a connected, full position on any board, with a given
/// stone among them if `end` says so.
///
/// # Errors
/// It is proved that no play leaves that stone, or none was found within the
/// limits.
pub fn reduce(position: &Position, end: Option<End>, play: bool, budget: &Budget) -> Result<Reduction, Refused> {
    let colours = position.cells().iter().map(|cell| cell.expect("the position is full")).collect();
    let graph = match position.board() {
        Board::Graph(graph) => graph.clone(),
        other => Graph::new(other.vertices(), &other.edges()),
    };
    let instance = Instance { graph, colours, end };
    let lower = bounds::lower(position, &instance);
    let decomposition = elimination::nodes(&instance);
    let narrow = decomposition.as_ref().is_some_and(|(_, width)| *width <= NARROW);
    let rounds = if narrow { ROUNDS_NARROW } else { ROUNDS_WIDE };
    let mut found = spanning::search(&instance, lower, rounds, budget);
    let mut method = match &found {
        Some(found) if found.roots == lower => "a spanning tree that meets the lower bound".to_owned(),
        _ => String::new(),
    };
    let (mut lower, mut stopped) = (lower, None);
    if method.is_empty() {
        let limit = found.as_ref().map_or(usize::MAX, |found| found.roots);
        let (outcome, width) = match &decomposition {
            Some((nodes, width)) => (program::run(&instance, nodes, limit, budget), *width),
            None => (Err(Stop::Size), 0),
        };
        match outcome {
            Ok(Outcome::Better(better)) => {
                lower = better.roots;
                found = Some(better);
                method = format!("dynamic programming over a tree decomposition of width {width}");
            }
            Ok(Outcome::None) => {
                lower = found.as_ref().ok_or(Refused::NoSuchEnd)?.roots;
                method = format!("spanning tree; dynamic programming of width {width} finds no better play");
            }
            Err(stop) => {
                stopped = Some(stop);
                method = "spanning trees and counting bounds".to_owned();
            }
        }
    }
    if instance.odd_one_out().is_some() {
        method = format!("Hamiltonian-path question (one stone of its colour): {method}");
    }
    let Some(Found { forest, roots }) = found else {
        return Err(Refused::NotFound(stopped.unwrap_or(Stop::Size)));
    };
    let play = play.then(|| forest.order(position).expect("the forest was built to be played"));
    Ok(Reduction { lower, upper: roots, method, play, first: None, stopped })
}

#[cfg(test)]
mod tests;
