//! Arbitrary boards for property tests.

use proptest::prelude::*;

use super::PhutballPosition;

/// Any full board of at most `most_squares` squares.
pub(super) fn position(most_squares: usize) -> impl Strategy<Value = PhutballPosition> {
    let stones = proptest::collection::vec(any::<bool>(), 3..=most_squares);
    (stones, any::<proptest::sample::Index>()).prop_map(|(mut stones, ball)| {
        let ball = 2 + ball.index(stones.len() - 2);
        stones[ball - 1] = false;
        PhutballPosition::new(stones, ball).expect("a position")
    })
}
