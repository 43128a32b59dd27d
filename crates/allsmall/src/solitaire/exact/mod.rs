//! Any graph: bounds that meet, or dynamic programming over a tree
//! decomposition.
//!
//! Spanning trees give plays fast (`spanning`: the value of a graph is the
//! least value of its spanning trees), simple counts give lower bounds
//! (`bounds`). Where they do not meet, `program` goes through all forests
//! of the [`super::forest`] theorem at once, a bag of a tree decomposition
//! (`elimination`) at a time; it takes graphs of small width of any size,
//! and small graphs of any width.
//!
//! With a single stone of one colour the question is how long a path can start
//! there, which is the Hamiltonian-path problem; hence no method is fast on
//! all graphs.

mod bounds;
mod elimination;
mod hash;
mod partners;
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

/// Spanning trees tried at the most before the program runs: few where it
/// ends at once, many where it takes long.
const ROUNDS: usize = 40;
const ROUNDS_WIDE: usize = 20_000;
/// The widths at which the program ends at once.
const QUICK_WIDTH: usize = 5;
/// The same where there is no decomposition for the program to run on.
const ROUNDS_ALONE: usize = 4_000;
/// Lengths of the tables that are tried one after the other.
const LENGTHS: [usize; 4] = [100, 2_000, 40_000, usize::MAX];

/// What is known about an instance so far.
struct Known {
    lower: usize,
    found: Option<Found>,
    method: String,
    stopped: Option<Stop>,
}

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
    let mut known = settle(&instance, bounds::lower(position, &instance), budget)?;
    if instance.odd_one_out().is_some() {
        known.method = format!("Hamiltonian-path question (one stone of its colour): {}", known.method);
    }
    let Known { lower, found, method, stopped } = known;
    let Some(Found { forest, roots }) = found else {
        return Err(Refused::NotFound(stopped.unwrap_or(Stop::Size)));
    };
    let play = play.then(|| forest.order(position).expect("the forest was built to be played"));
    Ok(Reduction { lower, upper: roots, method, play, first: None, stopped })
}

/// Looks for plays until one meets the lower bound, or until the program has
/// gone through all of them.
fn settle(instance: &Instance, lower: usize, budget: &Budget) -> Result<Known, Refused> {
    let decomposition = elimination::nodes(instance);
    let rounds = match &decomposition {
        Some((_, width)) if *width <= QUICK_WIDTH => ROUNDS,
        Some(_) => ROUNDS_WIDE,
        None => ROUNDS_ALONE,
    };
    let found = spanning::search(instance, lower, rounds, budget);
    let mut known =
        Known { lower, found, method: "a spanning tree that meets the lower bound".to_owned(), stopped: None };
    let Some((nodes, width)) = decomposition else {
        if known.is_open() {
            known.stopped = Some(Stop::Size);
            known.method = "spanning trees and counting bounds".to_owned();
        }
        return Ok(known);
    };
    for keep in LENGTHS {
        if !known.is_open() {
            return Ok(known);
        }
        known.method = format!("dynamic programming over a tree decomposition of width {width}");
        let limit = known.found.as_ref().map_or(usize::MAX, |found| found.roots);
        match program::run(instance, &nodes, limit, keep, budget) {
            Ok(Outcome { better, complete }) => {
                known.found = better.or(known.found);
                if complete {
                    known.lower = known.found.as_ref().ok_or(Refused::NoSuchEnd)?.roots;
                }
            }
            Err(stop) => {
                known.stopped = Some(stop);
                return Ok(known);
            }
        }
    }
    Ok(known)
}

impl Known {
    /// Whether the bounds do not meet yet.
    fn is_open(&self) -> bool {
        self.found.as_ref().is_none_or(|found| found.roots > self.lower)
    }
}

#[cfg(test)]
mod tests;
