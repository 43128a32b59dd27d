//! Nice blocks: what a block can be reduced to in its first column.
//!
//! A domino is two stones of different colours, one above the other. A block is
//! nice if it can be reduced to one or two dominoes in its first column, or to a
//! domino and an x on some cell and also to a domino and an o on the same cell, all
//! in its first column.
//!
//! The columns of a block are read from its far end to its first one. A stone that
//! ends in the first column is one that goes over the line behind it.

use std::collections::HashSet;

use super::column::{Column, FillBounds, fill};
use super::crossing::{Crossing, MOST_ROWS, O, Stone, X};
use super::file::StripChecked;
use super::work::Work;

/// Whether a block with these crossings behind its first column is nice when
/// `before` columns of o are put before it.
pub(super) fn is_nice(crossings: Vec<Crossing>, rows: usize, before: usize, work: &mut Work) -> StripChecked<bool> {
    let mut cells = [0; MOST_ROWS];
    cells[..rows].fill(O);
    let column = Column { height: rows, cells, is_ring: false, below: 0, marks_steps: false };
    let bounds = FillBounds { stay: 0, ..FillBounds::NONE };
    let mut reached: HashSet<Crossing> = crossings.into_iter().collect();
    for _ in 0..before {
        let mut next = HashSet::new();
        for crossing in &reached {
            let steps = fill(crossing, &column, bounds, &mut |crossing, _| {
                next.insert(crossing);
                Ok(())
            })?;
            work.spend(steps)?;
        }
        reached = next;
    }
    let stones: Vec<[Stone; MOST_ROWS]> = reached.iter().filter_map(Crossing::stones_over).collect();
    let with = |row: usize, stone: Stone| stones.iter().any(|column| is_domino_and(column, row, stone));
    Ok(stones.iter().any(are_dominoes) || (0..rows).any(|row| with(row, X) && with(row, O)))
}

/// The rows in which stones stand.
fn occupied(column: &[Stone; MOST_ROWS]) -> Vec<usize> {
    (0..MOST_ROWS).filter(|&row| column[row] != 0).collect()
}

fn is_domino(column: &[Stone; MOST_ROWS], upper: usize, lower: usize) -> bool {
    upper + 1 == lower && column[upper] + column[lower] == 0
}

fn are_dominoes(column: &[Stone; MOST_ROWS]) -> bool {
    match occupied(column)[..] {
        [a, b] => is_domino(column, a, b),
        [a, b, c, d] => is_domino(column, a, b) && is_domino(column, c, d),
        _ => false,
    }
}

/// Whether there are a domino and this stone in this row, and nothing else.
fn is_domino_and(column: &[Stone; MOST_ROWS], row: usize, stone: Stone) -> bool {
    let [a, b, c] = occupied(column)[..] else { return false };
    column[row] == stone && (row == c && is_domino(column, a, b) || row == a && is_domino(column, b, c))
}
