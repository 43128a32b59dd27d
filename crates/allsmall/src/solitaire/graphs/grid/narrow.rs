//! Narrow grids by the frontier DP: exactly, in time linear in their length.
//!
//! At most five rows (or columns), with or without holes: the dynamic program
//! of [`super::column_automaton`] over the columns.

use super::column_automaton::cover;
use super::frontier::{ColumnCells, MAX_ROWS, StripTopology};
use super::view::GridView;
use crate::solitaire::Reduction;
use crate::solitaire::play::forest::Forest;
use crate::{Board, Budget, Position, Stop};

/// Maximum length of the narrower side.
pub(super) const MOST_ROWS: usize = MAX_ROWS;

/// The fewest stones that can be left on a grid, and a play.
///
/// # Errors
/// [`Stop`] when the budget is exhausted; [`Stop::Unsupported`] if both sides exceed five.
///
/// # Panics
/// If the board is not a grid.
pub fn narrow(position: &Position, play: bool, budget: &Budget) -> Result<Reduction, Stop> {
    let &Board::Grid { rows, cols } = position.board() else { panic!("the board is a grid") };
    let view = GridView::lengthwise(rows, cols);
    if view.rows() > MOST_ROWS {
        return Err(Stop::Unsupported);
    }
    let columns: Vec<ColumnCells> =
        (0..view.cols()).map(|x| view.column(position.cells(), 0, view.rows(), x)).collect();
    let cover = cover(view.rows(), StripTopology::Strip, 0, &columns, play, budget)?.expect("every stone may stay");
    let play = play.then(|| {
        let mut forest = Forest::still(rows * cols);
        for (x, &ways) in cover.ways.iter().enumerate() {
            view.point(&mut forest, 0, view.rows(), x, ways);
        }
        forest.order(position).expect("the dynamic program lists playable forests")
    });
    let method = format!("dynamic program over the columns of a grid with {} rows", view.rows());
    Ok(Reduction::exact(cover.stay, method, play))
}
