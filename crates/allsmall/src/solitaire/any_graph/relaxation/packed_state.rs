//! Packed states of the relaxation: one word of 128 bits.
//!
//! A vertex keeps one bit field in all bags that contain it, so tables pass from
//! bag to bag unchanged. A field holds the balance, what has entered the vertex
//! less what must enter it in all, and whether its stone has left:
//!
//! ```text
//!   ... [ sent | balance, two's complement ] [ sent | balance ] ...
//!          u                                   v
//! ```
//!
//! The field of a vertex to which nothing has happened is 0. Two partial forests
//! are joined by adding the balances of all fields at once.

use super::super::Instance;
use super::super::bag_state::BagState;
use super::super::elimination_order::DecompositionNode;
use super::roots::{Roots, SLOTS};

/// Maximum number of vertices, so that costs fit their type.
const VERTICES: usize = 1 << 22;

/// A state.
pub(in super::super) type PackedState = u128;

/// The field of a vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct VertexField {
    shift: u32,
    bits: u32,
    slot: u32,
}

impl VertexField {
    fn mask(self) -> PackedState {
        (1 << self.bits) - 1
    }

    /// The balance: what has entered less what must enter.
    pub(super) fn balance(self, key: PackedState) -> i32 {
        let up = 32 - self.bits;
        (((key >> self.shift) as u32) << up) as i32 >> up
    }

    /// Returns whether the stone has left.
    pub(super) fn sent(self, key: PackedState) -> bool {
        key >> (self.shift + self.bits) & 1 == 1
    }

    /// The state with `balance` added to the field.
    pub(super) fn add(self, key: PackedState, balance: i32) -> PackedState {
        let sum = (key >> self.shift).wrapping_add(balance as PackedState) & self.mask();
        key & !(self.mask() << self.shift) | sum << self.shift
    }

    /// The state in which the stone has left.
    pub(super) fn send(self, key: PackedState) -> PackedState {
        key | 1 << (self.shift + self.bits)
    }

    /// The state without the field.
    pub(super) fn clear(self, key: PackedState) -> PackedState {
        key & !((self.mask() << 1 | 1) << self.shift)
    }

    /// The slot of the vertex in the [`Roots`] of a state.
    pub(super) fn slot(self) -> u32 {
        self.slot
    }
}

/// Whether arrows may form a cycle. Where they must not, the lowest bits of a
/// state hold the [`Roots`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DirectedCycles {
    Allowed,
    Forbidden,
}

/// Number of bits of the roots.
const ROOTS: u32 = u32::BITS;

/// The roots of a state.
pub(super) fn roots(key: PackedState) -> Roots {
    Roots::from_bits(key as u32)
}

/// The state with other roots.
pub(super) fn rooted(key: PackedState, roots: Roots) -> PackedState {
    key >> ROOTS << ROOTS | PackedState::from(roots.bits())
}

/// The fields of all vertices.
#[derive(Clone, Debug)]
pub(in super::super) struct PackedLayout {
    fields: Vec<VertexField>,
    /// The sign bits of all balances of a bag, by node.
    signs: Vec<PackedState>,
    /// The sent bits of all fields of a bag, by node.
    sent: Vec<PackedState>,
    cycles: DirectedCycles,
    hub: usize,
}

impl PackedLayout {
    /// The layout with cycles allowed; `None` if a bag or the costs do not fit.
    pub(in super::super) fn loose(instance: &Instance, nodes: &[DecompositionNode]) -> Option<PackedLayout> {
        PackedLayout::new(instance, nodes, DirectedCycles::Allowed, 0)
    }

    /// The layout with cycles forbidden, `None` if a bag or the costs do not fit;
    /// only vertices of degree `hub` or more may have multipliers.
    pub(in super::super) fn strict(
        instance: &Instance,
        nodes: &[DecompositionNode],
        hub: usize,
    ) -> Option<PackedLayout> {
        PackedLayout::new(instance, nodes, DirectedCycles::Forbidden, hub)
    }

    fn new(
        instance: &Instance,
        nodes: &[DecompositionNode],
        cycles: DirectedCycles,
        hub: usize,
    ) -> Option<PackedLayout> {
        if instance.vertices() > VERTICES {
            return None;
        }
        let mut fields = vec![VertexField::default(); instance.vertices()];
        // From the last node down, so that the other vertices of the bag have
        // their fields already.
        for node in nodes.iter().rev() {
            let (&v, others) = node.bag.split_last().expect("a bag holds its vertex");
            // Balances stay below the degree plus two.
            let bits = (instance.near(v).len() as u32 + 2).next_power_of_two().trailing_zeros() + 1;
            let mut taken: Vec<VertexField> = others.iter().map(|&u| fields[u]).collect();
            taken.sort_by_key(|field| field.shift);
            let mut shift = if cycles == DirectedCycles::Forbidden { ROOTS } else { 0 };
            for field in taken {
                if shift + bits < field.shift {
                    break;
                }
                shift = field.shift + field.bits + 1;
            }
            let slot = (0..).find(|&slot| others.iter().all(|&u| fields[u].slot != slot)).expect("there are many");
            if shift + bits + 1 > PackedState::BITS
                || bits > 31
                || (cycles == DirectedCycles::Forbidden && slot >= SLOTS)
            {
                return None;
            }
            fields[v] = VertexField { shift, bits, slot };
        }
        let all = |bit: fn(VertexField) -> u32| {
            let of = |node: &DecompositionNode| node.bag.iter().fold(0, |set, &v| set | 1 << bit(fields[v]));
            nodes.iter().map(of).collect()
        };
        let (signs, sent) = (all(|f| f.shift + f.bits - 1), all(|f| f.shift + f.bits));
        Some(PackedLayout { fields, signs, sent, cycles, hub })
    }

    /// Minimum degree of the vertices that may have multipliers.
    pub(super) fn hub(&self) -> usize {
        self.hub
    }

    pub(super) fn cycles(&self) -> DirectedCycles {
        self.cycles
    }

    pub(super) fn field(&self, v: usize) -> VertexField {
        self.fields[v]
    }

    /// The sent bits of the bag of a node.
    pub(super) fn sent(&self, step: usize) -> PackedState {
        self.sent[step]
    }

    /// The join of two states on the bag of a node; no stone may have left in
    /// both.
    pub(super) fn joined(&self, step: usize, a: PackedState, b: PackedState) -> PackedState {
        let signs = self.signs[step];
        // Without the sign bits no carry leaves its balance; the sign bits
        // themselves are added without carry.
        ((a & !signs) + (b & !signs)) ^ ((a ^ b) & signs)
    }

    /// Packs a state of the tree DP on a bag.
    pub(super) fn key(&self, bag: &[usize], state: &BagState) -> PackedState {
        bag.iter().enumerate().fold(0, |key, (i, &v)| {
            let (field, balance) = (self.fields[v], i32::from(state.balance[i]));
            if state.is_open(i) { field.add(key, balance) } else { field.send(field.add(key, -balance)) }
        })
    }
}
