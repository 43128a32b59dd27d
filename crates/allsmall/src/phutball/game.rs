//! The trait that Phutball and Oddish Phutball share.
//!
//! Both are played on a strip by placing a stone or moving the ball, and both
//! pack into a lane, so the judge, the tables and the analysis of a position
//! are written once for both.

use super::exact::{Code, Lane};
use super::rules::{Next, PhutballMove, PhutballRefusal};

/// A position of either game, not yet over.
pub trait StripGame: Clone + Eq + std::hash::Hash + std::fmt::Display {
    /// Every legal move: placements, then jumps, each from left to right.
    /// Both players have the same moves.
    fn moves(&self) -> Vec<PhutballMove>;

    /// What the move leads to.
    ///
    /// # Errors
    /// The rule it breaks.
    fn after(&self, mv: PhutballMove) -> Result<Next<Self>, PhutballRefusal>;

    /// The lane and the packed position, if the board is short enough.
    fn packed(&self) -> Option<(Lane, Code)>;

    /// The position of this game and lane with this code.
    fn unpacked(lane: &Lane, code: Code) -> Self;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phutball::oddish::Oddish;
    use crate::phutball::{PhutballPosition, arbitrary, read_oddish, read_position};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn boards_survive_packing_and_writing(position in arbitrary::position(Lane::MOST_BITS as usize + 1)) {
            let (lane, code) = position.packed().expect("a short board");
            prop_assert_eq!(&PhutballPosition::unpacked(&lane, code), &position);
            prop_assert_eq!(PhutballPosition::unpacked(&lane, lane.mirrored(code)), position.mirrored());
            prop_assert_eq!(read_position(&position.to_string()), Ok(position.clone()));
            if let Some(oddish) = Oddish::from_position(&position) {
                let (lane, code) = oddish.packed().expect("a short board");
                prop_assert_eq!(&Oddish::unpacked(&lane, code), &oddish);
                prop_assert_eq!(Oddish::unpacked(&lane, lane.mirrored(code)), oddish.mirrored());
                prop_assert_eq!(read_oddish(&oddish.to_string()), Ok(oddish));
            }
        }
    }
}
