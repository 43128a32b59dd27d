//! Random graphs G(n, p) with random stones, and how many of them become one
//! stone: by Proposition 32 of the survey (Ruszinko) almost all do.

use allsmall::internal::SplitMix64;
use allsmall::solitaire::{SolitaireOptions, reduce};
use allsmall::{Board, Budget, Graph, Position, Stop};

/// The random graph G(n, p): each pair is an edge with probability `p`, from
/// the generator of random boards, the same in every version. Takes time in
/// proportion to the edges, since it draws the gaps between them.
///
/// # Panics
/// If `p` is not between 0 and 1.
#[must_use]
pub(crate) fn random_graph(vertices: usize, p: f64, seed: u64) -> Graph {
    assert!((0.0..=1.0).contains(&p), "a probability is between 0 and 1");
    let mut dice = SplitMix64::new(seed);
    let pairs = vertices * vertices.saturating_sub(1) / 2;
    let mut edges = Vec::new();
    let mut next = 0usize;
    let mut row = (1, 0);
    loop {
        next = next.saturating_add(gap(&mut dice, p));
        if next >= pairs {
            break;
        }
        // Pair number `next` is (a, b) with b < a, rows of 1, 2, 3, ... pairs.
        while next - row.1 >= row.0 {
            row = (row.0 + 1, row.1 + row.0);
        }
        edges.push((row.0, next - row.1));
        next += 1;
    }
    Graph::new(vertices, &edges)
}

/// How many pairs to skip before the next edge.
fn gap(dice: &mut SplitMix64, p: f64) -> usize {
    // In (0, 1]: 53 random bits and one more.
    let uniform = ((dice.next_u64() >> 11) + 1) as f64 / (1u64 << 53) as f64;
    match p {
        0.0 => usize::MAX,
        1.0 => 0,
        // Rounded down; a huge gap saturates.
        _ => (uniform.ln() / (1.0 - p).ln()) as usize,
    }
}

/// G(n, p) full of random stones.
#[must_use]
pub(crate) fn random_position(vertices: usize, p: f64, seed: u64) -> Position {
    let graph = random_graph(vertices, p, seed);
    let mut dice = SplitMix64::new(!seed);
    Position::new(Board::Graph(graph), (0..vertices).map(|_| Some(dice.stone())).collect())
}

/// How many of some random positions become one stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// Those that can.
    pub(crate) one_stone: usize,
    /// Those that were settled.
    pub(crate) settled: usize,
    /// All.
    pub(crate) samples: usize,
}

/// Tries `samples` positions on G(n, p), with seeds from `seed` on.
///
/// # Errors
/// The time was over.
pub(crate) fn share_of_one_stone(
    vertices: usize,
    p: f64,
    samples: usize,
    seed: u64,
    budget: &Budget,
) -> Result<Share, Stop> {
    let mut share = Share { one_stone: 0, settled: 0, samples };
    for sample in 0..samples as u64 {
        budget.check()?;
        let position = random_position(vertices, p, seed.wrapping_add(sample));
        if let Ok(found) = reduce(&position, &SolitaireOptions::free().without_play(), budget) {
            share.settled += usize::from(found.optimal() || found.lower > 1);
            share.one_stone += usize::from(found.upper == 1);
        }
    }
    Ok(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_edges_is_as_expected() {
        let edges = |n, p, seed| Board::Graph(random_graph(n, p, seed)).edges().len();
        assert_eq!((edges(50, 0.0, 1), edges(50, 1.0, 1), edges(0, 0.5, 1), edges(1, 0.5, 1)), (0, 1225, 0, 0));
        // 10,000 pairs on average 3,000 edges, standard deviation 46.
        let n = 142;
        let pairs = n * (n - 1) / 2;
        let found = edges(n, 0.3, 7);
        assert!(found.abs_diff(pairs * 3 / 10) < 250, "{found} of {pairs}");
        assert_eq!(random_graph(30, 0.2, 5), random_graph(30, 0.2, 5));
    }

    #[test]
    fn dense_random_graphs_become_one_stone() {
        let share = share_of_one_stone(16, 0.6, 20, 1, &Budget::new()).expect("no limit");
        assert_eq!(share.settled, 20);
        assert!(share.one_stone >= 18, "{share:?}");
    }
}
