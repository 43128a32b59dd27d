//! Boards for property tests.

use proptest::prelude::*;

use super::Position;

/// Any full board of at most so many squares.
pub(super) fn position(most_squares: usize) -> impl Strategy<Value = Position> {
    let stones = proptest::collection::vec(any::<bool>(), 3..=most_squares);
    (stones, any::<proptest::sample::Index>()).prop_map(|(mut stones, ball)| {
        let ball = 2 + ball.index(stones.len() - 2);
        stones[ball - 1] = false;
        Position::new(stones, ball).expect("a position")
    })
}
