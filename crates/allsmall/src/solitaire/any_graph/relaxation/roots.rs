//! Packed roots: where the arrows of a bag lead, one nibble per vertex.
//!
//! A vertex in a bag has one of eight slots. The nibble of the slot names the
//! root: the open vertex of the bag at the end of its arrows, or 0 if a stone
//! that stays is there. An open vertex names itself:
//!
//! ```text
//!   slot       3      2      1      0
//!   name       4      3      2      1
//!   nibble     1      3      0      1      slot 3 leads to slot 0, slot 1 to a
//!            sent   open   sent   open     stone that stays
//! ```
//!
//! A vertex to which nothing has happened names itself; so do free slots.

/// Maximum number of vertices in a bag.
pub(super) const SLOTS: u32 = 8;

/// All vertices name themselves.
const FRESH: u32 = 0x8765_4321;

const ONES: u32 = 0x1111_1111;

/// The roots of all slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Roots(u32);

impl Roots {
    /// Reads the low bits of a packed state, which are 0 in a fresh bag.
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

    /// Replaces the root `name` by `goal` in all slots.
    fn redirected(self, name: u32, goal: u32) -> Roots {
        let other = self.0 ^ (name * ONES);
        let differs = (other | other >> 1 | other >> 2 | other >> 3) & ONES;
        Roots(self.0 ^ ((differs ^ ONES) * (name ^ goal)))
    }

    /// Adds an arrow from an open slot to another; `None` if it closes a cycle.
    pub(super) fn arrow(self, from: u32, to: u32) -> Option<Roots> {
        let goal = self.of(to);
        (goal != from + 1).then(|| self.redirected(from + 1, goal))
    }

    /// Removes the vertex of a slot from the bag: a stone still there stays.
    pub(super) fn without(self, slot: u32) -> Roots {
        self.redirected(slot + 1, 0).with(slot, slot + 1)
    }

    /// Closes a slot through which no cycle can run: a stone there stays, or, if
    /// it has left, no stone enters.
    pub(super) fn closed(self, slot: u32) -> Roots {
        let own = self.of(slot);
        if own == slot + 1 { self.redirected(own, 0).with(slot, own) } else { self.with(slot, 0) }
    }

    /// Follows the roots after a join, where arrows of one side continue along
    /// those of the other. `None` if they run into a cycle.
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
    fn closing_a_cycle_is_refused() {
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
    fn a_vertex_that_leaves_the_bag_is_removed() {
        let roots = Roots::from_bits(0).arrow(0, 1).expect("no cycle").without(1);
        assert_eq!([0, 1, 2].map(|slot| roots.of(slot)), [0, 2, 3]);
        assert_eq!(roots.without(0), Roots::from_bits(0));
        let closed = Roots::from_bits(0).arrow(0, 1).expect("no cycle").closed(1);
        assert_eq!([0, 1].map(|slot| closed.of(slot)), [0, 2]);
    }
}
