//! Solitaire Clobber on grids.
//!
//! ```text
//!   frontier      what crosses the line between two columns of a play
//!   steps         the ways over a column, listed once
//!   costs         the cheapest way to every frontier
//!   sweep         the dynamic program over the columns, as an automaton
//!   cylinder      rings times paths, exactly
//!   narrow        grids with at most five rows, exactly
//!   large         grids of any size, strip by strip
//!   antichain     a statement about every length, settled
//!   few_plugs     lists of costs as sets of bits, over frontiers with few plugs
//!   least_first   a statement about every length, shown by small lists first
//!   all_grids     Conjecture 16 on every grid with sides of at least three
//!   automaton        its exceptions, counted
//!   every_length  the survey's questions about K x n for every n
//!   nice          blocks that can be left as dominoes on their first column
//!   checker       checkerboards, alternating or free
//!   hamilton      Hamiltonian paths between two cells
//!   quasi         boards with a single stone of one colour
//!   view, rectangle   a grid seen from its sides, a rectangle of it
//! ```

mod antichain;
mod bounded_frontier;
pub mod checkerboard;
mod column_automaton;
pub mod conjecture16;
mod cost_list;
mod cylinder;
pub mod dominoes;
mod every_length;
mod exception_automaton;
mod frontier;
pub mod hamiltonian_path;
mod large;
mod narrow;
mod quasimonochromatic;
mod rectangle;
mod small_lists_first;
mod transitions;
mod view;

pub(crate) use cylinder::cylinder;
pub use every_length::{EveryLength, every_length};
pub use narrow::narrow;

use large::Eaten;

use crate::solitaire::{Reduction, SolitaireRule, delta};
use crate::{Board, Budget, Position, Stop};

/// How far a grid can be reduced under the free rule.
///
/// Narrow grids are done exactly, with holes too. Large ones are eaten strip by
/// strip and reach what delta allows on every position that was tried; that
/// it can be reached, for sides of at least three, is Conjecture 16 of the
/// survey, which [`conjecture16`] proves. Where this play does not reach it, lower
/// and upper bound differ.
///
/// # Errors
/// The limit that was hit.
///
/// # Panics
/// If the board is no grid.
pub fn free(position: &Position, play: bool, budget: &Budget) -> Result<Reduction, Stop> {
    let &Board::Grid { rows, cols } = position.board() else { panic!("the board is a grid") };
    let stones = position.stones();
    if is_one_coloured(position) {
        return Ok(Reduction::exact(stones, "nothing can move: all stones have one colour", play.then(Vec::new)));
    }
    if let Some(found) =
        checkerboard::reduce(position, SolitaireRule::Free, play).or_else(|| quasimonochromatic::reduce(position, play))
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

/// Whether no two stones differ.
fn is_one_coloured(position: &Position) -> bool {
    let mut stones = position.cells().iter().flatten();
    let first = stones.next();
    stones.all(|stone| Some(stone) == first)
}
