//! Theorem 25 (Dorbec, Duchene, Gravier): a Hamming graph that is neither a
//! hypercube nor K2 x K3 can be reduced to one stone of a chosen colour on a
//! chosen vertex `v`, if the other vertices hold both colours.
//!
//! The proof here, by induction over slices, is new. Call such a graph strong. Cut the
//! graph along one factor so that the slices are strong. A mixed slice can
//! become one stone of any colour at (nearly) any vertex `p`, and so turn over
//! the stone `p` of the next slice: the next one is mixed then, whatever it
//! was, and the slice of `v` comes last.
//!
//! ```text
//!   mixed slice -> next slice -> ... -> slice of v        each arrow turns one stone
//! ```
//!
//! This needs a mixed slice besides that of `v`. If no cut into strong slices
//! has one, and every factor gives such a cut, then `v` is the only stone of
//! its colour, which is excluded. The graphs with a useless factor are K_a x
//! Q_m and K2 x K3 x K_b; there all stones outside a home block around `v`
//! have one colour. One stone of the other colour leaves the home, all outer
//! blocks are reduced in a ring, and the last one comes home and turns a stone.
//! What is left at home is a smaller clique, or one of two small graphs whose
//! positions were all tried.

use super::block::{Block, Factor};
use super::clique;
use super::end_table::EndTable;
use super::home::Home;
use crate::Player;
use crate::solitaire::play::partial_play::PartialPlay;

/// Reduces a full strong block to one stone of colour `c` on `v`. The other
/// vertices must hold both colours.
pub(super) fn finish(draft: &mut PartialPlay, block: &Block, v: usize, c: Player) {
    if let [_] = block.factors[..] {
        return clique::finish(draft, block.vertices(), v, c);
    }
    if let Some(ends) = EndTable::of(block) {
        return ends.finish(draft, block, v, c);
    }
    let cuts = block.factors.iter().filter(|&&f| block.slice(f, 0).is_strong());
    let mut cuts = cuts.map(|&f| SliceCut::new(draft, block, f, v));
    match cuts.find_map(SliceCut::start) {
        Some((cut, start)) => cut.play(draft, start, v, c),
        None => Home::new(block, v).play(draft, v, c),
    }
}

/// A block cut into slices, in the order in which they are played.
struct SliceCut {
    slices: Vec<Block>,
    /// For each slice: whether it is mixed even without the copy of `v`, or
    /// only with it, or not at all.
    mixed: Vec<Option<bool>>,
    home: usize,
    factor: Factor,
}

impl SliceCut {
    fn new(draft: &PartialPlay, block: &Block, factor: Factor, v: usize) -> SliceCut {
        let slices: Vec<Block> = (0..factor.side).map(|digit| block.slice(factor, digit)).collect();
        let home = factor.digit(v);
        let mixed = |(digit, slice): (usize, &Block)| {
            let tally = slice.tally(draft);
            let copy = v - home * factor.stride + digit * factor.stride;
            tally.mixed().then(|| tally.minus(draft.stone(copy)).mixed())
        };
        SliceCut { mixed: slices.iter().enumerate().map(mixed).collect(), slices, home, factor }
    }

    /// A mixed slice to begin with, the best there is.
    fn start(self) -> Option<(SliceCut, usize)> {
        let away = || (0..self.slices.len()).filter(|&i| i != self.home);
        let start =
            away().find(|&i| self.mixed[i] == Some(true)).or_else(|| away().find(|&i| self.mixed[i].is_some()))?;
        Some((self, start))
    }

    fn play(self, draft: &mut PartialPlay, start: usize, v: usize, c: Player) {
        let between = (0..self.slices.len()).filter(|&i| i != start && i != self.home);
        let mut at = start;
        for next in between.chain([self.home]) {
            self.step(draft, at, next, v);
            at = next;
        }
        finish(draft, &self.slices[self.home], v, c);
    }

    /// Reduces one slice to a stone that turns over a stone of the next.
    fn step(&self, draft: &mut PartialPlay, from: usize, to: usize, v: usize) {
        let (slice, next) = (&self.slices[from], &self.slices[to]);
        let (tally, next_tally) = (slice.tally(draft), next.tally(draft));
        let copy = v - self.home * self.factor.stride + to * self.factor.stride;
        let over = |p: usize| p - from * self.factor.stride + to * self.factor.stride;
        let may_leave = |&p: &usize| tally.minus(draft.stone(p)).mixed();
        let after = |p: usize| next_tally.flipped(draft.stone(over(p)));
        let leaves_mixed = |&p: &usize| after(p).mixed();
        let leaves_mixed_without_v = |&p: &usize| {
            let turned = over(p) == copy;
            let stone = draft.stone(copy);
            after(p).minus(if turned { stone.opponent() } else { stone }).mixed()
        };
        let exits = || slice.vertices().filter(may_leave);
        let best = exits().find(leaves_mixed_without_v);
        let p = best.or_else(|| exits().find(leaves_mixed)).expect("a mixed slice can turn some stone of the next");
        let colour = draft.stone(over(p)).opponent();
        finish(draft, slice, p, colour);
        draft.go(p, over(p));
    }
}
