//! Where the arrows of a bag lead, in one word.
//!
//! A vertex has one of eight slots as long as it is in a bag, and a slot has a
//! nibble. It names the open vertex of the bag at the end of the arrows, 0 if
//! a stone that stays is there, and an open vertex names itself:
//!
//! ```text
//!   slot       3      2      1      0
//!   name       4      3      2      1
//!   nibble     1      3      0      1      slot 3 leads to slot 0, slot 1 to a
//!            sent   open   sent   open     stone that stays
//! ```
//!
//! A vertex that nothing is known about names itself; so do free slots.

/// Vertices in a bag, at most.
pub(super) const SLOTS: u32 = 8;

/// All vertices name themselves.
const FRESH: u32 = 0x8765_4321;

const ONES: u32 = 0x1111_1111;

/// The roots of all slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Roots(u32);

impl Roots {
    /// From the low bits of a key, in which a fresh bag is 0.
    pub(super) fn from_bits(bits: u32) -> Roots {
        Roots(bits ^ FRESH)
    }

    pub(super) fn bits(self) -> u32 {
        self.0 ^ FRESH
    }

    /// The name of the root of a slot.
    fn of(self, slot: u32) -> u32 {
        self.0 >> (4 * slot) & 15
    }

    fn with(self, slot: u32, name: u32) -> Roots {
        Roots(self.0 & !(15 << (4 * slot)) | name << (4 * slot))
    }

    /// All slots that lead to `name` lead to `goal` instead.
    fn redirected(self, name: u32, goal: u32) -> Roots {
        let other = self.0 ^ (name * ONES);
        let differs = (other | other >> 1 | other >> 2 | other >> 3) & ONES;
        Roots(self.0 ^ ((differs ^ ONES) * (name ^ goal)))
    }

    /// An arrow from an open slot to another; none if it closes a cycle.
    pub(super) fn arrow(self, from: u32, to: u32) -> Option<Roots> {
        let goal = self.of(to);
        (goal != from + 1).then(|| self.redirected(from + 1, goal))
    }

    /// The vertex of a slot leaves the bag: if its stone is there, it stays.
    pub(super) fn without(self, slot: u32) -> Roots {
        self.redirected(slot + 1, 0).with(slot, slot + 1)
    }

    /// Whatever leads to a slot, and the slot itself, closes no cycle: where a
    /// stone is it stays, and whence one left none enters.
    pub(super) fn closed(self, slot: u32) -> Roots {
        let own = self.of(slot);
        if own == slot + 1 { self.redirected(own, 0).with(slot, own) } else { self.with(slot, 0) }
    }

    /// Two histories were put together: arrows of one lead on along those of
    /// the other. None if they go round in a cycle.
    pub(super) fn followed(self) -> Option<Roots> {
        let (mut all, mut sent) = (self, self.bits());
        while sent != 0 {
            let slot = sent.trailing_zeros() / 4;
            sent &= !(15 << (4 * slot));
            let (mut root, mut steps) = (self.of(slot), 0);
            while root != 0 && self.of(root - 1) != root {
                root = self.of(root - 1);
                steps += 1;
                if steps > SLOTS {
                    return None;
                }
            }
            all = all.with(slot, root);
        }
        Some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_seen_when_they_close() {
        let roots = Roots::from_bits(0);
        let one = roots.arrow(0, 1).expect("no cycle").arrow(1, 2).expect("no cycle");
        assert_eq!([0, 1, 2].map(|slot| one.of(slot)), [3, 3, 3]);
        assert_eq!(one.arrow(2, 0), None);
        let other = roots.arrow(2, 3).expect("no cycle");
        let joined = Roots::from_bits(one.bits() | other.bits()).followed().expect("no cycle");
        assert_eq!([0, 1, 2, 3].map(|slot| joined.of(slot)), [4, 4, 4, 4]);
        let cycle = roots.arrow(2, 0).expect("no cycle");
        assert_eq!(Roots::from_bits(one.bits() | cycle.bits()).followed(), None);
    }

    #[test]
    fn whoever_leaves_the_bag_is_forgotten() {
        let roots = Roots::from_bits(0).arrow(0, 1).expect("no cycle").without(1);
        assert_eq!([0, 1, 2].map(|slot| roots.of(slot)), [0, 2, 3]);
        assert_eq!(roots.without(0), Roots::from_bits(0));
        let closed = Roots::from_bits(0).arrow(0, 1).expect("no cycle").closed(1);
        assert_eq!([0, 1].map(|slot| closed.of(slot)), [0, 2]);
    }
}
