//! Solitaire Clobber on grids.
//!
//! ```text
//!   frontier             what crosses the line between two columns of a play
//!   transitions          the transitions over one column, listed once
//!   cost_list            the least cost of every frontier
//!   column_automaton     frontier DP over the columns, as an automaton of cost lists
//!   narrow               grids with at most five rows, exactly
//!   cylinder             cycles times paths, exactly
//!   large                grids of any size, strip by strip
//!   narrow_shape         K x n and C_m x P_n, for any n
//!   every_length         the survey's questions about K x n for every n
//!   worst                the most stones that K x n forces, for every n
//!   cost_graph           strips of every length as walks in a finite graph
//!   mean_cycle           the greatest mean gain of a cycle of that graph
//!   heaviest             its best walks
//!   exception_automaton  the exceptions of such a statement, counted
//!   antichain            a statement about every length, decided by an antichain of states
//!   bounded_frontier     cost lists as bit sets, over frontiers with few plugs
//!   small_lists_first    a statement about every length, proved by small lists first
//!   strip_proof          proofs of such statements, as files for `allsmall-check`
//!   antichain_proof, small_lists_proof, worst_proof   their lists
//!   all_grids_proof      the case distinction of Conjecture 16 as such a file
//!   conjecture16         Conjecture 16 on every grid with sides of at least three
//!   dominoes             blocks that can be reduced to dominoes in their first column
//!   checkerboard         checkerboards, alternating or free
//!   hamiltonian_path     Hamiltonian paths between two cells
//!   quasimonochromatic   boards with a single stone of one colour
//!   view, rectangle      a grid seen from one of its sides, a rectangle of it
//! ```

mod all_grids_proof;
mod antichain;
mod antichain_proof;
mod bounded_frontier;
pub mod checkerboard;
mod column_automaton;
pub mod conjecture16;
mod cost_graph;
mod cost_list;
mod cylinder;
pub mod dominoes;
mod every_length;
mod exception_automaton;
mod frontier;
pub mod hamiltonian_path;
mod heaviest;
mod large;
mod mean_cycle;
mod narrow;
mod narrow_shape;
mod quasimonochromatic;
mod rectangle;
mod small_lists_first;
mod small_lists_proof;
mod strip_proof;
mod transitions;
mod view;
mod worst;
mod worst_proof;

pub use all_grids_proof::all_grids_proof;
pub(crate) use cylinder::cylinder;
pub use every_length::{EveryLength, every_length, every_length_proof};
pub use narrow::narrow;
pub use narrow_shape::NarrowShape;
pub use strip_proof::StripProof;
pub use worst::{Worst, worst};
pub use worst_proof::worst_proof;

use large::Eaten;

use crate::solitaire::{Reduction, delta};
use crate::{Board, Budget, Position, Stop};

/// How far a grid can be reduced under the free rule.
///
/// Narrow grids are solved exactly, with holes too. Large ones are emptied strip
/// by strip; on every position tried, the play attains the lower bound of delta.
/// That the bound is attained for sides of at least three is Conjecture 16 of
/// the survey, which [`conjecture16`] proves. Where this play does not attain
/// it, lower and upper bound differ.
///
/// # Errors
/// [`Stop`] when the budget is exhausted.
///
/// # Panics
/// If the board is not a grid.
pub fn free(position: &Position, play: bool, budget: &Budget) -> Result<Reduction, Stop> {
    let &Board::Grid { rows, cols } = position.board() else { panic!("the board is a grid") };
    let stones = position.stones();
    if is_one_coloured(position) {
        return Ok(Reduction::exact(stones, "nothing can move: all stones have one colour", play.then(Vec::new)));
    }
    if let Some(found) =
        checkerboard::reduce(position, None, play).or_else(|| quasimonochromatic::reduce(position, play))
    {
        return Ok(found);
    }
    let narrow_side = rows.min(cols);
    if narrow_side <= large::EASY_ROWS || stones < rows * cols {
        return narrow(position, play, budget);
    }
    let lower = delta::deltas_within(position, budget)?.into_iter().map(delta::bound).sum();
    let (forest, stopped) = match large::eat(position, rows, cols, budget) {
        Eaten::Whole(forest) => (forest, None),
        Eaten::Stopped(forest, stop) => (forest, Some(stop)),
        Eaten::Nothing => return narrow(position, play, budget),
    };
    let upper = stones - forest.moves();
    if upper > lower && narrow_side <= narrow::MOST_ROWS && stopped.is_none() {
        return narrow(position, play, budget);
    }
    let play = play.then(|| forest.order(position).expect("strips are covered by playable forests"));
    let method = "strips eaten from one side, the last one exactly";
    Ok(Reduction { lower, upper, stopped, ..Reduction::exact(lower, method, play) })
}

/// Returns whether all stones have one colour.
fn is_one_coloured(position: &Position) -> bool {
    let mut stones = position.cells().iter().flatten();
    let first = stones.next();
    stones.all(|stone| Some(stone) == first)
}
