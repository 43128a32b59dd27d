//! Extremal positions: those hardest to reduce under the free rule, with the
//! number of stones that always stay.
//!
//! The survey, section 5, and what was computed beyond it: its formula for
//! cycles is wrong by one for most lengths, and two rows are unbounded.

use crate::{Board, Graph, Player, Position};

/// A position and the fewest stones it can be reduced to.
#[derive(Clone, Debug)]
pub struct Extremal {
    /// The position.
    pub position: Position,
    /// The fewest stones that can be left.
    pub value: usize,
}

/// x^k o x^k, or x^k o x^(k-1): the worst path of `cells` cells, at least two.
/// Half of the stones stay (the survey, Proposition 36).
#[must_use]
pub fn path(cells: usize) -> Option<Extremal> {
    let stones = (0..cells).map(|v| lone(v == cells / 2));
    (cells >= 2)
        .then(|| Extremal { position: full(Board::Strip { cells }, stones.collect()), value: cells.div_ceil(2) })
}

/// (xoo)^k with one longer run of o where 3 does not divide the length: the
/// worst cycle of `cells` cells, at least three. A third of the stones stays,
/// rounded down (Blondel et al., Theorem 13; the survey's Proposition 37 says
/// rounded up, which is right only for 3, 4, 5 and the multiples of 3).
#[must_use]
pub fn cycle(cells: usize) -> Option<Extremal> {
    let runs = cells / 3;
    let (value, is_x): (usize, fn(usize, usize) -> bool) = match cells {
        0..=2 => return None,
        4 | 5 => (2, |v, _| v < 2),
        _ => (runs, |v, runs| v.is_multiple_of(3) && v < 3 * runs),
    };
    let stones = (0..cells).map(|v| lone(!is_x(v, runs)));
    Some(Extremal { position: full(Board::Cycle { cells }, stones.collect()), value })
}

/// S_k(K_(d+1)): `copies` complete graphs of `degree` vertices, all joined to
/// one more vertex, which alone is o. Of its n vertices n - degree stay, the
/// most that the least degree allows (the survey, Theorems 34 and 35). One
/// copy is the complete graph.
#[must_use]
pub fn clique_star(copies: usize, degree: usize) -> Option<Extremal> {
    if copies == 0 || degree == 0 {
        return None;
    }
    let vertices = copies * degree + 1;
    let inside = |copy: usize| {
        let first = 1 + copy * degree;
        (first..first + degree).flat_map(move |a| (0..1).chain(first..a).map(move |b| (b, a)))
    };
    let edges: Vec<(usize, usize)> = (0..copies).flat_map(inside).collect();
    let stones = (0..vertices).map(|v| lone(v == 0)).collect();
    Some(Extremal { position: full(Board::Graph(Graph::new(vertices, &edges)), stones), value: vertices - degree })
}

/// Two rows that leave `units` + 2 stones: the 11 columns
///
/// ```text
///   ooxxxoxxxoo
///   oooxxoxxooo
/// ```
///
/// once and again, with a column of x between. So two rows are unbounded,
/// while three rows never leave more than two stones.
#[must_use]
pub fn two_rows(units: usize) -> Option<Extremal> {
    const UNIT: [&str; 2] = ["ooxxxoxxxoo", "oooxxoxxooo"];
    let row = |unit: &str| vec![unit; units].join("x");
    let stones: Vec<_> = UNIT.iter().flat_map(|unit| row(unit).into_bytes()).map(|c| lone(c == b'o')).collect();
    let board = Board::Grid { rows: 2, cols: stones.len() / 2 };
    (units >= 1).then(|| Extremal { position: full(board, stones), value: units + 2 })
}

/// The one block of 4 x 4 that is not "nice" in the proof that large grids
/// can be reduced to two stones (the survey, Lemma 12). It can be reduced to
/// two stones by itself, but not so that a domino of both colours is left at
/// an edge.
#[must_use]
pub fn bad_block() -> Extremal {
    let stones = (0..16).map(|v| lone(v >= 8)).collect();
    Extremal { position: full(Board::Grid { rows: 4, cols: 4 }, stones), value: 2 }
}

fn lone(is_o: bool) -> Option<Player> {
    Some(if is_o { Player::Right } else { Player::Left })
}

fn full(board: Board, stones: Vec<Option<Player>>) -> Position {
    Position::new(board, stones)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::solitaire::{SolitaireOptions, reduce};

    fn check(found: &Extremal) {
        let reduced = reduce(&found.position, &SolitaireOptions::free(), &Budget::new()).expect("supported");
        assert_eq!(reduced.value(), Some(found.value), "{}", found.position);
    }

    #[test]
    fn the_values_are_what_the_solvers_say() {
        (2..40).filter_map(path).for_each(|p| check(&p));
        (3..60).filter_map(cycle).for_each(|c| check(&c));
        (1..6).filter_map(two_rows).for_each(|t| check(&t));
        for (copies, degree) in [(1, 4), (2, 1), (5, 1), (2, 3), (3, 2), (4, 3), (2, 5)] {
            check(&clique_star(copies, degree).expect("positive"));
        }
        check(&bad_block());
    }

    #[test]
    fn nothing_is_made_of_nothing() {
        assert!(path(1).is_none() && cycle(2).is_none() && two_rows(0).is_none() && clique_star(0, 3).is_none());
    }
}
