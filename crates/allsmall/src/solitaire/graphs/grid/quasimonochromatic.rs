//! Quasi-monochromatic boards: a single stone of one colour.
//!
//! The moves form a path from that stone, so all others are taken exactly if the
//! path is Hamiltonian (the survey, section 2.1 and Corollary 10). Where the grid has no such path, delta is 0 and two stones
//! are left.

use super::hamiltonian_path;
use crate::solitaire::Reduction;
use crate::{Board, Move, Player, Position};

/// One stone by a Hamiltonian path, on a full grid with a single stone of one
/// colour; `None` for other boards, or if there is no such path.
pub(super) fn reduce(position: &Position, play: bool) -> Option<Reduction> {
    let &Board::Grid { rows, cols } = position.board() else { return None };
    let lone = Player::BOTH.into_iter().find(|&player| position.stones_of(player) == 1)?;
    if position.stones() < rows * cols {
        return None;
    }
    let at = position.cells().iter().position(|&cell| cell == Some(lone))?;
    let start = (at / cols, at % cols);
    // As ends, the corners and their neighbours are enough, except on a row.
    let ends = [0, rows - 1].into_iter().flat_map(|r| [0, cols - 1].map(|c| (r, c)));
    let neighbours = ends.clone().flat_map(|(r, c)| [(r ^ 1, c), (r, c ^ 1)]).filter(|&(r, c)| r < rows && c < cols);
    let end = ends.chain(neighbours).find(|&end| hamiltonian_path::is_possible(rows, cols, start, end))?;
    let play = play.then(|| {
        let path = hamiltonian_path::path(rows, cols, start, end).expect("it is possible");
        path.windows(2).map(|step| Move { from: step[0], to: step[1] }).collect()
    });
    Some(Reduction::exact(1, "Hamiltonian path of the only stone of its colour", play))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solitaire::{delta, replay};

    #[test]
    fn one_stone_exactly_where_delta_allows_it() {
        for (rows, cols) in (2..=9).flat_map(|r| (2..=9).map(move |c| (r, c))) {
            for at in 0..rows * cols {
                let cells = (0..rows * cols).map(|v| Some(Player::BOTH[usize::from(v == at)])).collect();
                let position = Position::new(Board::Grid { rows, cols }, cells);
                let allowed = delta::bound(delta::deltas(&position)[0]) == 1;
                let found = reduce(&position, true);
                assert_eq!(found.is_some(), allowed, "{rows}x{cols} {at}");
                if let Some(found) = found {
                    let left = replay(&position, &found.play.expect("asked for")).expect("legal");
                    assert_eq!(left.stones(), 1);
                }
            }
        }
    }
}
