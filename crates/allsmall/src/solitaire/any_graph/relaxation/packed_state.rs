//! The states of the loose program: one word of 128 bits.
//!
//! Every vertex has a field of its own as long as it is in a bag, the same in
//! all bags; so tables pass from bag to bag as they are. A field holds what
//! has entered the vertex less what must enter it in all, and whether its
//! stone has left:
//!
//! ```text
//!   ... [ sent | balance, two's complement ] [ sent | balance ] ...
//!          u                                   v
//! ```
//!
//! A vertex about which nothing is known yet has the field 0. Two histories
//! are put together by adding the balances of all fields at once.

use super::super::Instance;
use super::super::bag_state::BagState;
use super::super::elimination_order::DecompositionNode;
use super::roots::{Roots, SLOTS};

/// The most vertices, so that costs fit their type.
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

    /// What has entered less what must enter.
    pub(super) fn balance(self, key: PackedState) -> i32 {
        let up = 32 - self.bits;
        (((key >> self.shift) as u32) << up) as i32 >> up
    }

    /// Whether the stone has left.
    pub(super) fn sent(self, key: PackedState) -> bool {
        key >> (self.shift + self.bits) & 1 == 1
    }

    /// The state with another balance added to the field.
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

    /// The slot of the vertex where [cycles](DirectedCycles) are forbidden.
    pub(super) fn slot(self) -> u32 {
        self.slot
    }
}

/// Whether arrows may lead round in a cycle. Where they must not, the lowest
/// bits of a state say where they [lead](Roots).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DirectedCycles {
    Allowed,
    Forbidden,
}

/// Bits for the roots.
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
    /// The highest bits of all balances that a bag may hold, by step.
    signs: Vec<PackedState>,
    /// The bits that tell which stones have left, by step.
    sent: Vec<PackedState>,
    cycles: DirectedCycles,
    hub: usize,
}

impl PackedLayout {
    /// Fields for all vertices, or none if a bag does not fit, or costs would
    /// not; cycles are allowed.
    pub(in super::super) fn loose(instance: &Instance, nodes: &[DecompositionNode]) -> Option<PackedLayout> {
        PackedLayout::new(instance, nodes, DirectedCycles::Allowed, 0)
    }

    /// The same with cycles forbidden; only vertices with at least `hub`
    /// neighbours may have multipliers.
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
        // From the last step down: a vertex meets the others of its own bag,
        // which have their fields already.
        for node in nodes.iter().rev() {
            let (&v, others) = node.bag.split_last().expect("a bag holds its vertex");
            // Numbers stay below the degree plus two.
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

    /// Vertices with so many neighbours may have multipliers.
    pub(super) fn hub(&self) -> usize {
        self.hub
    }

    pub(super) fn cycles(&self) -> DirectedCycles {
        self.cycles
    }

    pub(super) fn field(&self, v: usize) -> VertexField {
        self.fields[v]
    }

    /// The bits that tell which stones of the bag of a step have left.
    pub(super) fn sent(&self, step: usize) -> PackedState {
        self.sent[step]
    }

    /// Both histories together, on the bag of a step; none if a stone leaves
    /// twice.
    pub(super) fn joined(&self, step: usize, a: PackedState, b: PackedState) -> PackedState {
        let signs = self.signs[step];
        // Without the highest bits no carry leaves its balance; the highest
        // bits themselves are added without carry.
        ((a & !signs) + (b & !signs)) ^ ((a ^ b) & signs)
    }

    /// A state of the real program on a bag.
    pub(super) fn key(&self, bag: &[usize], state: &BagState) -> PackedState {
        bag.iter().enumerate().fold(0, |key, (i, &v)| {
            let (field, balance) = (self.fields[v], i32::from(state.balance[i]));
            if state.is_open(i) { field.add(key, balance) } else { field.send(field.add(key, -balance)) }
        })
    }
}
