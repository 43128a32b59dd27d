//! PartWord parts: the connected groups of stones that a position falls into,
//! small enough to be keys of tables and quick to move in.
//!
//! No move joins two groups, so a position is the sum of its parts, and equal
//! parts have equal values wherever they stand. Each rules brings its parts
//! to a normal form under the symmetries of its board (translation, mirror,
//! turning) and under swapping the colours; the swap negates the game, so a
//! part comes with a sign ([`Signed`]).
//!
//! | rules     | part                                   | size            |
//! |------------|----------------------------------------|-----------------|
//! | [`RowRules`]   | [`PackedRow`]: a strip in one word           | 64 cells        |
//! | [`StripRules`] | [`PackedStrip`]: a `PackedRow`, or a segment of a root strip with its two end stones recoloured | any length |
//! | [`GridRules`]  | [`PackedGrid`]: two bitboards in a bounding box | 128 cells    |
//! | [`GraphRules`] | [`PackedGraph`]: two vertex sets           | 128 vertices    |
//! | [`BoardRules`] | [`PackedPart`]: any of these, for a sum of positions | each as above |
//!
//! [`PartWord`] puts a signed part into one word of 128 bits, where it fits;
//! [`GridLanes`] is a grid part before it is brought to normal form.
//!
//! A group of one colour has no move and is worth 0: kernels drop it. Every
//! rules is tested against the plain rules of [`Position`].

mod board_rules;
mod packed_graph;
mod packed_grid;
mod move_results;
mod neighbour_counts;
mod part_word;
mod grid_lanes;
mod suffix_index;
mod packed_row;
mod packed_strip;
#[cfg(test)]
mod tests;
mod window3x3;

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Player, Position};

pub use board_rules::{BoardRules, PackedPart};
pub use packed_graph::{PackedGraph, GraphRules};
pub use packed_grid::{PackedGrid, GridRules};
pub use move_results::MoveResults;
pub use neighbour_counts::NeighbourCounts;
pub use part_word::PartWord;
pub use grid_lanes::{MoveId, GridLanes, NeighbourSets};
pub use packed_row::{PackedRow, RowRules};
pub use packed_strip::{LongSegment, PackedStrip, StripRules};
pub use window3x3::{WINDOW_CLASSES, for_each_window, for_each_window_in_lanes};

/// A part or its negative (the colours swapped).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signed<P> {
    /// The normal form.
    pub part: P,
    /// Whether the negative of `part` is meant. A part that is its own
    /// negative is never marked.
    pub negated: bool,
    /// Whether the part is known to be its own negative.
    pub own_negative: bool,
}

/// A sum of parts: what a position or the result of a move falls into.
pub type PartSum<P> = Vec<Signed<P>>;

/// The moves of Clobber on packed parts of one kind.
pub trait PartRules {
    /// A connected group of stones of both colours in normal form.
    type Part: Copy + Eq + Ord + Hash + Debug;

    /// Number of stones.
    fn stones(&self, part: Self::Part) -> usize;

    /// Number of neighbouring stones of different colour. Each such pair gives
    /// either player one move.
    fn pairs(&self, part: Self::Part) -> usize;

    /// Black stones less white ones.
    fn balance(&self, part: Self::Part) -> i32;

    /// Whether swapping the colours gives the same part.
    fn is_own_negative(&self, part: Self::Part) -> bool;

    /// Calls `visit` once for each move of `player` with the parts it leaves,
    /// dead ones left out. Moves in the negative of a part are the opponent's
    /// moves in the part, each result negated: see [`MoveResults::add`].
    fn for_each_option(&self, part: Self::Part, player: Player, visit: impl FnMut(&[Signed<Self::Part>]));

    /// Bytes that a list of all options may take, growing; 0 for a part that is
    /// not long.
    fn list_bytes(&self, part: Self::Part) -> usize {
        // A pair is a move of either player, and a move leaves two parts or so.
        let long = self.stones(part) > 1000;
        if long { self.pairs(part).saturating_mul(8 * size_of::<Signed<Self::Part>>()) } else { 0 }
    }

    /// The part as a row, if it is one.
    fn row(&self, _part: Self::Part) -> Option<PackedRow> {
        None
    }

    /// The part as a position of its own, by the plain rules.
    fn position(&self, part: Self::Part) -> Position;
}

impl<P: Copy> Signed<P> {
    /// The negative.
    #[must_use]
    pub fn negative(self) -> Signed<P> {
        Signed { negated: !self.negated && !self.own_negative, ..self }
    }

    /// The same part in a wider type.
    pub fn map<Q>(self, widen: impl FnOnce(P) -> Q) -> Signed<Q> {
        Signed { part: widen(self.part), negated: self.negated, own_negative: self.own_negative }
    }

    /// The lesser of a part and its negative, told which one it was.
    fn least(part: P, negative: P) -> Signed<P>
    where
        P: Ord,
    {
        let (negated, own_negative) = (negative < part, negative == part);
        Signed { part: if negated { negative } else { part }, negated, own_negative }
    }
}
