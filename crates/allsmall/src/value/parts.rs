//! From parts to values, each part once.
//!
//! The work list is our own, so a long strip cannot overflow the stack. Before
//! any sum is built the two-ahead rule drops moves: weights add, so an option
//! whose weight is two below that of another is dominated, and its canonical
//! form is never needed.

use std::collections::HashMap;
use std::sync::Arc;

use super::StripTable;
use crate::base::hash::Mixed;
use crate::cgt::{Value, Values};
use crate::kernel::{Kernel, Moves, Signed};
use crate::{Player, Stop};

/// The values of the parts of one kernel.
#[derive(Clone)]
pub struct PartValues<K: Kernel> {
    kernel: K,
    known: HashMap<K::Part, Value, Mixed>,
    /// The values of all short strips, if they were found before.
    strips: Option<Arc<StripTable>>,
    memory: usize,
}

/// A part under work: its moves, Left's first, and the values of their parts
/// as far as they are known.
struct Frame<P> {
    part: P,
    own_negative: bool,
    moves: Moves<P>,
    /// How many of the moves, and of their parts, are Left's.
    left: (usize, usize),
    terms: Vec<Value>,
}

impl<K: Kernel> PartValues<K> {
    /// No part valued yet; the table takes at most about `memory` bytes.
    pub fn new(kernel: K, memory: usize) -> PartValues<K> {
        PartValues { kernel, known: HashMap::default(), strips: None, memory }
    }

    /// Takes the values of short strips from a table of the same arena.
    #[must_use]
    pub fn with_strips(mut self, strips: Arc<StripTable>) -> PartValues<K> {
        self.strips = Some(strips);
        self
    }

    /// The table of short strips, if there is one.
    pub fn strips(&self) -> Option<&StripTable> {
        self.strips.as_deref()
    }

    /// Goes on with another kernel, in which the parts known mean the same.
    pub fn change_kernel(&mut self, kernel: K) {
        self.kernel = kernel;
    }

    /// Forgets all parts but these.
    pub fn retain(&mut self, keep: impl Fn(&K::Part) -> bool) {
        self.known.retain(|part, _| keep(part));
    }

    /// Forgets the values from this number on.
    pub(crate) fn forget_values(&mut self, count: usize) {
        self.known.retain(|_, v| (v.id() as usize) < count);
        self.known.shrink_to_fit();
    }

    /// The kernel.
    pub fn kernel(&self) -> &K {
        &self.kernel
    }

    /// Number of parts valued.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no part has been valued.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(K::Part, Value)>() + 1)
    }

    /// The value of a part, if it has been found.
    pub fn known(&self, values: &Values, signed: Signed<K::Part>) -> Option<Value> {
        let v = match self.short_strip(signed.part) {
            Some(v) => v,
            None => *self.known.get(&signed.part)?,
        };
        Some(if signed.negated { values.neg(v) } else { v })
    }

    /// Enters the value of a part that was found elsewhere.
    ///
    /// # Errors
    /// If the table is full.
    pub(crate) fn enter(&mut self, part: K::Part, value: Value) -> Result<(), Stop> {
        self.known.insert(part, value);
        if self.bytes() > self.memory { Err(Stop::Memory) } else { Ok(()) }
    }

    /// The value of a strip that is in the table.
    #[inline]
    fn short_strip(&self, part: K::Part) -> Option<Value> {
        let strips = self.strips.as_ref()?;
        let row = self.kernel.row(part)?;
        let cells = row.cells() as u32;
        (cells <= strips.longest()).then(|| strips.value(row.bits() as u32, cells))
    }

    /// The value of a sum of parts.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn sum(&mut self, values: &mut Values, parts: &[Signed<K::Part>]) -> Result<Value, Stop> {
        let mut total = values.zero();
        for &signed in parts {
            let v = self.value(values, signed)?;
            total = values.add(total, v)?;
        }
        Ok(total)
    }

    /// The value of a part.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn value(&mut self, values: &mut Values, signed: Signed<K::Part>) -> Result<Value, Stop> {
        if let Some(v) = self.known(values, signed) {
            return Ok(v);
        }
        let mut frames = vec![self.frame(signed.part, 0)?];
        // A long part has many moves, and as many smaller parts under work.
        let mut open_bytes = frames[0].bytes();
        while let Some(frame) = frames.last_mut() {
            match self.next_unknown(values, frame) {
                Some(part) => {
                    let deeper = self.frame(part, open_bytes)?;
                    open_bytes += deeper.bytes();
                    // Listing a move and looking its parts up takes a while.
                    values.step(STEPS_A_PART * (1 + deeper.moves.parts.len()))?;
                    frames.push(deeper);
                }
                None => {
                    let frame = frames.pop().expect("the last one is there");
                    open_bytes -= frame.bytes();
                    let part = frame.part;
                    let v = frame.make(values)?;
                    self.known.insert(part, v);
                }
            }
            if self.bytes() + open_bytes > self.memory {
                return Err(Stop::Memory);
            }
        }
        Ok(self.known(values, signed).expect("it has just been found"))
    }

    fn frame(&self, part: K::Part, open_bytes: usize) -> Result<Frame<K::Part>, Stop> {
        if open_bytes.saturating_add(self.kernel.list_bytes(part)) > self.memory {
            return Err(Stop::Memory);
        }
        let mut moves = Moves::default();
        // The options of a part that is its own negative mirror each other.
        let own_negative = self.kernel.is_own_negative(part);
        let signed = Signed { part, negated: false, own_negative };
        moves.add(&self.kernel, signed, Player::Left);
        let left = (moves.ends.len(), moves.parts.len());
        if !own_negative {
            moves.add(&self.kernel, signed, Player::Right);
        }
        let terms = Vec::with_capacity(moves.parts.len());
        Ok(Frame { part, own_negative, moves, left, terms })
    }

    /// Takes over values that are known, up to the first part that is not.
    fn next_unknown(&self, values: &Values, frame: &mut Frame<K::Part>) -> Option<K::Part> {
        for &signed in &frame.moves.parts[frame.terms.len()..] {
            match self.known(values, signed) {
                Some(v) => frame.terms.push(v),
                None => return Some(signed.part),
            }
        }
        None
    }
}

/// Steps of [`Values::step`] that listing a part of an option counts for.
const STEPS_A_PART: usize = 16;

impl<P> Frame<P> {
    /// Bytes taken by the moves and their values.
    fn bytes(&self) -> usize {
        self.moves.parts.capacity() * size_of::<Signed<P>>()
            + self.moves.ends.capacity() * size_of::<usize>()
            + self.terms.capacity() * size_of::<Value>()
    }

    /// The value of the part, all terms being known.
    fn make(mut self, values: &mut Values) -> Result<Value, Stop> {
        let (moves, parts) = self.left;
        let (left, right) = self.terms.split_at(parts);
        let left = values.option_sums(left, &self.moves.ends[..moves], Player::Left)?;
        let right = if self.own_negative {
            left.iter().map(|&v| values.neg(v)).collect()
        } else {
            let ends = &mut self.moves.ends[moves..];
            ends.iter_mut().for_each(|end| *end -= parts);
            values.option_sums(right, ends, Player::Right)?
        };
        values.make(&left, &right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::kernel::Boards;
    use crate::notation::read_board;

    /// Parts with many moves are valued without a search of the order, but not
    /// without asking for the time.
    #[test]
    fn listing_moves_asks_for_the_time() {
        let over = Budget::new().with_time(std::time::Duration::ZERO);
        let cube = read_board("cube:4:(xo)^8").unwrap();
        let (boards, sums) = Boards::within(&[cube], &Budget::new()).unwrap();
        let mut parts = PartValues::new(boards, 1 << 30);
        assert_eq!(parts.sum(&mut Values::within(&over), &sums[0]), Err(Stop::Time));
        assert!(parts.len() < 50, "{} parts were valued in no time", parts.len());
    }
}
