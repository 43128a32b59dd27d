//! The states of the loose program: one word of 128 bits.
//!
//! Every vertex has a field of its own as long as it is in a bag, the same in
//! all bags; so tables pass from bag to bag as they are. A field holds what
//! has entered the vertex less what must enter it in all, and whether its
//! stone has left:
//!
//! ```text
//!   ... [ sent | number, two's complement ] [ sent | number ] ...
//!          u                                   v
//! ```
//!
//! A vertex about which nothing is known yet has the field 0. Two histories
//! are put together by adding the numbers of all fields at once.

use super::super::Instance;
use super::super::bag_state::State;
use super::super::elimination_order::Node;
use super::roots::{Roots, SLOTS};

/// The most vertices, so that costs fit their type.
const VERTICES: usize = 1 << 22;

/// A state.
pub(in super::super) type Key = u128;

/// The field of a vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Field {
    shift: u32,
    bits: u32,
    slot: u32,
}

impl Field {
    fn mask(self) -> Key {
        (1 << self.bits) - 1
    }

    /// What has entered less what must enter.
    pub(super) fn number(self, key: Key) -> i32 {
        let up = 32 - self.bits;
        (((key >> self.shift) as u32) << up) as i32 >> up
    }

    /// Whether the stone has left.
    pub(super) fn sent(self, key: Key) -> bool {
        key >> (self.shift + self.bits) & 1 == 1
    }

    /// The state with another number added to the field.
    pub(super) fn add(self, key: Key, number: i32) -> Key {
        let sum = (key >> self.shift).wrapping_add(number as Key) & self.mask();
        key & !(self.mask() << self.shift) | sum << self.shift
    }

    /// The state in which the stone has left.
    pub(super) fn send(self, key: Key) -> Key {
        key | 1 << (self.shift + self.bits)
    }

    /// The state without the field.
    pub(super) fn clear(self, key: Key) -> Key {
        key & !((self.mask() << 1 | 1) << self.shift)
    }

    /// The slot of the vertex where [rings](Rings) are forbidden.
    pub(super) fn slot(self) -> u32 {
        self.slot
    }
}

/// Whether arrows may lead round in a ring. Where they must not, the lowest
/// bits of a state say where they [lead](Roots).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rings {
    Allowed,
    Forbidden,
}

/// Bits for the roots.
const ROOTS: u32 = u32::BITS;

/// The roots of a state.
pub(super) fn roots(key: Key) -> Roots {
    Roots::from_bits(key as u32)
}

/// The state with other roots.
pub(super) fn rooted(key: Key, roots: Roots) -> Key {
    key >> ROOTS << ROOTS | Key::from(roots.bits())
}

/// The fields of all vertices.
#[derive(Clone, Debug)]
pub(in super::super) struct Layout {
    fields: Vec<Field>,
    /// The highest bits of all numbers that a bag may hold, by step.
    signs: Vec<Key>,
    /// The bits that tell which stones have left, by step.
    sent: Vec<Key>,
    rings: Rings,
    hub: usize,
}

impl Layout {
    /// Fields for all vertices, or none if a bag does not fit, or costs would
    /// not; rings are allowed.
    pub(in super::super) fn loose(instance: &Instance, nodes: &[Node]) -> Option<Layout> {
        Layout::new(instance, nodes, Rings::Allowed, 0)
    }

    /// The same with rings forbidden; only vertices with at least `hub`
    /// neighbours may have prices.
    pub(in super::super) fn strict(instance: &Instance, nodes: &[Node], hub: usize) -> Option<Layout> {
        Layout::new(instance, nodes, Rings::Forbidden, hub)
    }

    fn new(instance: &Instance, nodes: &[Node], rings: Rings, hub: usize) -> Option<Layout> {
        if instance.vertices() > VERTICES {
            return None;
        }
        let mut fields = vec![Field::default(); instance.vertices()];
        // From the last step down: a vertex meets the others of its own bag,
        // which have their fields already.
        for node in nodes.iter().rev() {
            let (&v, others) = node.bag.split_last().expect("a bag holds its vertex");
            // Numbers stay below the degree plus two.
            let bits = (instance.near(v).len() as u32 + 2).next_power_of_two().trailing_zeros() + 1;
            let mut taken: Vec<Field> = others.iter().map(|&u| fields[u]).collect();
            taken.sort_by_key(|field| field.shift);
            let mut shift = if rings == Rings::Forbidden { ROOTS } else { 0 };
            for field in taken {
                if shift + bits < field.shift {
                    break;
                }
                shift = field.shift + field.bits + 1;
            }
            let slot = (0..).find(|&slot| others.iter().all(|&u| fields[u].slot != slot)).expect("there are many");
            if shift + bits + 1 > Key::BITS || bits > 31 || (rings == Rings::Forbidden && slot >= SLOTS) {
                return None;
            }
            fields[v] = Field { shift, bits, slot };
        }
        let all = |bit: fn(Field) -> u32| {
            let of = |node: &Node| node.bag.iter().fold(0, |set, &v| set | 1 << bit(fields[v]));
            nodes.iter().map(of).collect()
        };
        let (signs, sent) = (all(|f| f.shift + f.bits - 1), all(|f| f.shift + f.bits));
        Some(Layout { fields, signs, sent, rings, hub })
    }

    /// Vertices with so many neighbours may have prices.
    pub(super) fn hub(&self) -> usize {
        self.hub
    }

    pub(super) fn rings(&self) -> Rings {
        self.rings
    }

    pub(super) fn field(&self, v: usize) -> Field {
        self.fields[v]
    }

    /// The bits that tell which stones of the bag of a step have left.
    pub(super) fn sent(&self, step: usize) -> Key {
        self.sent[step]
    }

    /// Both histories together, on the bag of a step; none if a stone leaves
    /// twice.
    pub(super) fn joined(&self, step: usize, a: Key, b: Key) -> Key {
        let signs = self.signs[step];
        // Without the highest bits no carry leaves its number; the highest
        // bits themselves are added without carry.
        ((a & !signs) + (b & !signs)) ^ ((a ^ b) & signs)
    }

    /// A state of the real program on a bag.
    pub(super) fn key(&self, bag: &[usize], state: &State) -> Key {
        bag.iter().enumerate().fold(0, |key, (i, &v)| {
            let (field, number) = (self.fields[v], i32::from(state.number[i]));
            if state.is_open(i) { field.add(key, number) } else { field.send(field.add(key, -number)) }
        })
    }
}
