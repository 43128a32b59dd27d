//! Delta, the invariant of bipartite boards: stones plus clashing stones, mod 3.
//!
//! Colour the two classes of a bipartite graph black and white. A stone on a
//! cell of the other colour clashes. A matching stone that moves removes a
//! matching stone and clashes afterwards (-1 + 1 = 0); a clashing stone that
//! moves removes a clashing one and matches afterwards (-1 - 2 = -3). So delta
//! mod 3 never changes (Demaine et al., Theorem 3). One stone left has delta 1
//! or 2, hence a part with delta 0 never gets below two stones. Swapping the
//! classes negates delta, so "is it 0" does not depend on their names.

use crate::{Budget, Player, Position, Stop, Ticker};

/// For every connected part of the stones, in the order of
/// [`Position::parts`]: its delta mod 3, where the class of its first vertex is
/// black; `None` if the part is not bipartite.
///
/// # Panics
/// Never: the budget is unlimited.
#[must_use]
pub fn deltas(position: &Position) -> Vec<Option<u8>> {
    deltas_within(position, &Budget::new().with_memory(usize::MAX)).expect("the budget is unlimited")
}

/// [`deltas`] within a budget.
pub fn deltas_within(position: &Position, budget: &Budget) -> Result<Vec<Option<u8>>, Stop> {
    let mut class: Vec<Option<Player>> = vec![None; position.cells().len()];
    let parts = position.parts_within(budget)?;
    let mut ticker = budget.ticker();
    parts.iter().map(|part| delta_of_part(position, part, &mut class, &mut ticker)).collect()
}

/// The lower bound of a connected part: two where delta forbids a single stone,
/// otherwise one.
#[must_use]
pub fn bound(delta: Option<u8>) -> usize {
    if delta == Some(0) { 2 } else { 1 }
}

fn delta_of_part(
    position: &Position,
    part: &[usize],
    class: &mut [Option<Player>],
    ticker: &mut Ticker<'_>,
) -> Result<Option<u8>, Stop> {
    let cells = position.cells();
    let Some(&first) = part.first() else { return Ok(None) };
    let mut bipartite = true;
    class[first] = Some(Player::Left);
    let mut reached = vec![first];
    while let Some(v) = reached.pop() {
        let other = class[v].map(Player::opponent);
        let mut looked_at = 0;
        position.board().for_each_neighbour(v, |u| {
            looked_at += 1;
            if cells[u].is_some() && class[u].is_none() {
                class[u] = other;
                reached.push(u);
            }
            bipartite &= cells[u].is_none() || class[u] == other;
        });
        ticker.step(looked_at)?;
    }
    let clashing = part.iter().filter(|&&v| cells[v] != class[v]).count();
    Ok(bipartite.then_some(((part.len() + clashing) % 3) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Graph};

    fn colours(code: usize, n: usize) -> Vec<Option<Player>> {
        (0..n).map(|v| Some(Player::BOTH[code >> v & 1])).collect()
    }

    #[test]
    fn delta_is_invariant() {
        for board in [Board::Grid { rows: 2, cols: 4 }, Board::Cycle { cells: 8 }, Board::Strip { cells: 8 }] {
            let board = std::sync::Arc::new(board);
            for code in 0..1 << 8 {
                let start = Position::new(board.clone(), colours(code, 8));
                let before: u32 = deltas(&start).into_iter().map(|d| u32::from(d.expect("bipartite"))).sum();
                for mv in start.any_moves() {
                    let mut next = start.clone();
                    next.play(mv).expect("a legal move");
                    // The first vertex of a part names its classes: compare on the whole board.
                    let after = whole_board_delta(&next);
                    assert_eq!(whole_board_delta(&start), after, "{code:b} {mv:?}");
                }
                assert_eq!(before, whole_board_delta(&start));
            }
        }
    }

    /// Delta with the classes of the full board.
    fn whole_board_delta(position: &Position) -> u32 {
        let full = Position::new(position.shared_board(), colours(0, position.cells().len()));
        let mut class = vec![None; position.cells().len()];
        let budget = Budget::new();
        let delta = delta_of_part(&full, &full.parts()[0], &mut class, &mut budget.ticker());
        assert!(delta.expect("there is time").is_some(), "bipartite");
        let clashing = (0..class.len()).filter(|&v| position.cells()[v].is_some() && position.cells()[v] != class[v]);
        (position.stones() as u32 + clashing.count() as u32) % 3
    }

    #[test]
    fn deltas_are_computed_part_by_part() {
        let board = Graph::new(7, &[(0, 1), (1, 2), (2, 0), (3, 4), (5, 6)]);
        let position = Position::new(Board::Graph(board), colours(0b0010010, 7));
        assert_eq!(deltas(&position), [None, Some(2), Some(0)]);
        assert_eq!(deltas(&position).into_iter().map(bound).collect::<Vec<_>>(), [1, 1, 2]);
    }
}
