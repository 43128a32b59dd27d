//! Packed bitboards: the parts (connected groups of stones) of a position,
//! small enough to be keys of hash tables, with fast move generation.
//!
//! No move joins two groups, so a position is the disjunctive sum of its
//! parts, and equal parts have equal values wherever they stand. A part is
//! stored in normal form under the symmetries of its board (translation,
//! reflection, rotation) and under swapping the colours; the swap negates the
//! game, so a part comes with a sign ([`Signed`]).
//!
//! | rules          | part                                            | size         |
//! |----------------|-------------------------------------------------|--------------|
//! | [`RowRules`]   | [`PackedRow`]: a strip in one word              | 64 cells     |
//! | [`StripRules`] | [`PackedStrip`]: a `PackedRow`, or a segment of a root strip with its two end stones recoloured | any length |
//! | [`GridRules`]  | [`PackedGrid`]: two bitboards in a bounding box | 128 cells    |
//! | [`GraphRules`] | [`PackedGraph`]: two vertex sets                | 128 vertices |
//! | [`BoardRules`] | [`PackedPart`]: any of these, for a sum of positions | each as above |
//!
//! [`PartWord`] encodes a signed part in 128 bits, if it fits; [`GridLanes`] is
//! a grid part that is not in normal form; [`ShapeIndex`] numbers the small ones.
//!
//! A group of one colour has no move and value 0, so it is dropped. The tests
//! compare every implementation of [`PartRules`] with [`Position`].

mod board_rules;
mod grid_lanes;
mod move_results;
mod neighbour_counts;
mod packed_graph;
mod packed_grid;
mod packed_row;
mod packed_strip;
mod part_word;
mod shape_index;
mod suffix_index;
#[cfg(test)]
mod tests;
mod window3x3;

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Player, Position};

pub use board_rules::{BoardRules, PackedPart};
pub use grid_lanes::{GridLanes, MoveId, NeighbourSets};
pub use move_results::MoveResults;
pub use neighbour_counts::NeighbourCounts;
pub use packed_graph::{GraphRules, PackedGraph};
pub use packed_grid::{GridRules, PackedGrid};
pub use packed_row::{PackedRow, RowRules};
pub use packed_strip::{LongSegment, PackedStrip, StripRules};
pub use part_word::PartWord;
pub use shape_index::ShapeIndex;
pub use window3x3::{WINDOW_CLASSES, for_each_window, for_each_window_in_lanes, window_of_class};

/// A part or its negative (the colours swapped).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signed<P> {
    /// The normal form.
    pub part: P,
    /// Whether this is the negative of `part`; false for a part that is its
    /// own negative.
    pub negated: bool,
    /// Whether the part is known to be its own negative.
    pub own_negative: bool,
}

/// The parts of a position or of the result of a move.
pub type PartSum<P> = Vec<Signed<P>>;

/// The rules of Clobber on packed parts of one kind.
pub trait PartRules {
    /// A connected group of stones of both colours in normal form.
    type Part: Copy + Eq + Ord + Hash + Debug;

    /// Number of stones.
    fn stones(&self, part: Self::Part) -> usize;

    /// Number of pairs of adjacent stones of different colours. Each pair is
    /// one move for either player.
    fn pairs(&self, part: Self::Part) -> usize;

    /// Number of black stones minus number of white stones.
    fn balance(&self, part: Self::Part) -> i32;

    /// Returns whether swapping the colours gives the same part.
    fn is_own_negative(&self, part: Self::Part) -> bool;

    /// Calls `visit` once for each move of `player` with the parts it leaves,
    /// groups of one colour omitted. A move in the negative of a part is a
    /// move of the opponent in the part, its result negated: see
    /// [`MoveResults::add`].
    fn for_each_option(&self, part: Self::Part, player: Player, visit: impl FnMut(&[Signed<Self::Part>]));

    /// Estimated bytes of a list of all options while it grows; 0 for at most
    /// 1000 stones.
    fn list_bytes(&self, part: Self::Part) -> usize {
        // A pair is a move of either player, and a move leaves about two parts.
        let long = self.stones(part) > 1000;
        if long { self.pairs(part).saturating_mul(8 * size_of::<Signed<Self::Part>>()) } else { 0 }
    }

    /// The part as a row; `None` if it is not one.
    fn row(&self, _part: Self::Part) -> Option<PackedRow> {
        None
    }

    /// Unpacks the part into a position.
    fn position(&self, part: Self::Part) -> Position;
}

impl<P: Copy> Signed<P> {
    /// The negative.
    #[must_use]
    pub fn negative(self) -> Signed<P> {
        Signed { negated: !self.negated && !self.own_negative, ..self }
    }

    /// Converts the part into another type, keeping the sign.
    pub fn map<Q>(self, widen: impl FnOnce(P) -> Q) -> Signed<Q> {
        Signed { part: widen(self.part), negated: self.negated, own_negative: self.own_negative }
    }

    /// The lesser of a part and its negative, with the sign.
    fn least(part: P, negative: P) -> Signed<P>
    where
        P: Ord,
    {
        let (negated, own_negative) = (negative < part, negative == part);
        Signed { part: if negated { negative } else { part }, negated, own_negative }
    }
}
