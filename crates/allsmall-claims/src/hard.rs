//! The construction behind NP-completeness: Demaine, Demaine, Fleischer,
//! Theorem 6.

use std::collections::BTreeSet;

use allsmall::generate::hamilton::Fused;
use allsmall::solitaire::{FirstMover, SolitaireOptions, reduce};
use allsmall::{Player, Position, Stop};

use crate::boards::grid;
use crate::claim::{CheckContext, Claim, Finding};

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "demaine-theorem-6",
    source: "Demaine et al. 2004, Theorem 6",
    place: "section 4, Theorem 6",
    statement: "A grid graph has a Hamiltonian circuit exactly if the board made from it with bomb, fuse and fire leaves one stone in alternating play, White first.",
    check: theorem_6,
}];

fn theorem_6(context: &CheckContext) -> Result<Finding, Stop> {
    let n = context.up_to(6, 8, 9);
    let (mut graphs, mut circuits, mut failure) = (0, 0, None);
    for cells in polyominoes(n).into_iter().filter(|cells| cells.len() >= 3) {
        graphs += 1;
        // A graph whose topmost last node has no left neighbour has no circuit.
        let Ok(board) = Fused::new(&drawn(&cells)) else { continue };
        let options = SolitaireOptions::alternate(FirstMover::Only(Player::Right)).without_play();
        let found = reduce(&board.position, &options, &context.budget).expect("a grid");
        let one = found.value().ok_or(found.stopped.unwrap_or(Stop::Unsupported))? == 1;
        let circuit = board.search(&context.budget)?.is_some();
        circuits += usize::from(circuit);
        if one != circuit && failure.is_none() {
            failure = Some(board.position.to_string());
        }
    }
    Ok(Finding::theorem(format!("all {graphs} connected grid graphs of 3 to {n} nodes, however they lie"), failure)
        .remark(format!(
            "{circuits} of them have a circuit; the single edge is an exception that the proof leaves out"
        )))
}

/// The nodes of a grid graph: rows and columns from 0.
type Cells = BTreeSet<(usize, usize)>;

/// All connected grid graphs of up to `n` nodes, moved to the corner.
fn polyominoes(n: usize) -> Vec<Cells> {
    let mut layer = BTreeSet::from([Cells::from([(0, 0)])]);
    let mut all = Vec::new();
    for _ in 0..n {
        all.extend(layer.iter().cloned());
        let grown = layer.iter().flat_map(|cells| {
            // One row and column of room before the corner.
            let moved: Cells = cells.iter().map(|&(row, col)| (row + 1, col + 1)).collect();
            let near = moved.iter().flat_map(|&(r, c)| [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]);
            let fresh: Cells = near.filter(|cell| !moved.contains(cell)).collect();
            fresh.into_iter().map(move |cell| cornered(moved.iter().copied().chain([cell]))).collect::<Vec<_>>()
        });
        layer = grown.collect();
    }
    all
}

fn cornered(cells: impl Iterator<Item = (usize, usize)> + Clone) -> Cells {
    let top = cells.clone().map(|(row, _)| row).min().expect("a cell");
    let left = cells.clone().map(|(_, col)| col).min().expect("a cell");
    cells.map(|(row, col)| (row - top, col - left)).collect()
}

fn drawn(cells: &Cells) -> Position {
    let rows = cells.iter().map(|cell| cell.0).max().expect("a cell") + 1;
    let cols = cells.iter().map(|cell| cell.1).max().expect("a cell") + 1;
    let stone = |v: usize| cells.contains(&(v / cols, v % cols)).then_some(Player::Left);
    Position::new(grid(rows, cols), (0..rows * cols).map(stone).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_polyominoes_as_everybody_counts() {
        let all = polyominoes(6);
        let counts: Vec<_> = (1..=6).map(|n| all.iter().filter(|cells| cells.len() == n).count()).collect();
        assert_eq!(counts, [1, 2, 6, 19, 63, 216]);
    }
}
