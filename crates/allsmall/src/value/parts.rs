//! Values of parts by their options, memoised.
//!
//! An explicit stack keeps long strips from overflowing the call stack. Before any
//! sum is computed the two-ahead rule drops options: weights add, so an option whose
//! weight is two below that of another is dominated, and its canonical form is never
//! needed.

use std::collections::HashMap;
use std::sync::Arc;

use super::StripTable;
use crate::base::hash::Mixed;
use crate::cgt::{Value, Values};
use crate::packed::{MoveResults, PartRules, Signed};
use crate::{Player, Stop};

/// Table of the values of parts.
#[derive(Clone)]
pub struct PartValues<K: PartRules> {
    rules: K,
    known: HashMap<K::Part, Value, Mixed>,
    /// The values of all short strips, if they are tabulated.
    strips: Option<Arc<StripTable>>,
    memory: usize,
}

/// A stack frame: a part, its moves, Left's first, and the values of their parts so
/// far.
struct PartFrame<P> {
    part: P,
    own_negative: bool,
    moves: MoveResults<P>,
    /// Number of Left's moves, and of the parts in them.
    left: (usize, usize),
    terms: Vec<Value>,
}

impl<K: PartRules> PartValues<K> {
    /// Creates an empty table that grows to about `memory` bytes.
    pub fn new(rules: K, memory: usize) -> PartValues<K> {
        PartValues { rules, known: HashMap::default(), strips: None, memory }
    }

    /// Uses a table of short strips of the same arena.
    #[must_use]
    pub fn with_strips(mut self, strips: Arc<StripTable>) -> PartValues<K> {
        self.strips = Some(strips);
        self
    }

    /// The table of short strips, if there is one.
    pub fn strips(&self) -> Option<&StripTable> {
        self.strips.as_deref()
    }

    /// Replaces the rules by others in which the tabulated parts mean the same.
    pub fn change_rules(&mut self, rules: K) {
        self.rules = rules;
    }

    /// Removes the parts for which `keep` is false.
    pub fn retain(&mut self, keep: impl Fn(&K::Part) -> bool) {
        self.known.retain(|part, _| keep(part));
    }

    /// Removes the parts whose value id is at least `count`.
    pub(crate) fn forget_values(&mut self, count: usize) {
        self.known.retain(|_, v| (v.id() as usize) < count);
        self.known.shrink_to_fit();
    }

    /// The rules.
    pub fn rules(&self) -> &K {
        &self.rules
    }

    /// Number of parts in the table.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Returns whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Number of bytes in use.
    pub fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(K::Part, Value)>() + 1)
    }

    /// The value of a part, if it is in the table.
    pub fn known(&self, values: &Values, signed: Signed<K::Part>) -> Option<Value> {
        let v = match self.short_strip(signed.part) {
            Some(v) => v,
            None => *self.known.get(&signed.part)?,
        };
        Some(if signed.negated { values.neg(v) } else { v })
    }

    /// Inserts the value of a part that was computed elsewhere.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the table is full.
    pub(crate) fn insert(&mut self, part: K::Part, value: Value) -> Result<(), Stop> {
        self.known.insert(part, value);
        if self.bytes() > self.memory { Err(Stop::Memory) } else { Ok(()) }
    }

    /// The value of a part that is a tabulated strip.
    #[inline]
    fn short_strip(&self, part: K::Part) -> Option<Value> {
        let strips = self.strips.as_ref()?;
        let row = self.rules.row(part)?;
        let cells = row.cells() as u32;
        (cells <= strips.longest()).then(|| strips.value(row.bits() as u32, cells))
    }

    /// The value of a sum of parts.
    pub fn sum(&mut self, values: &mut Values, parts: &[Signed<K::Part>]) -> Result<Value, Stop> {
        let mut total = values.zero();
        for &signed in parts {
            let v = self.value(values, signed)?;
            total = values.add(total, v)?;
        }
        Ok(total)
    }

    /// The value of a part.
    pub fn value(&mut self, values: &mut Values, signed: Signed<K::Part>) -> Result<Value, Stop> {
        if let Some(v) = self.known(values, signed) {
            return Ok(v);
        }
        let mut frames = vec![self.frame(signed.part, 0)?];
        // The frames of a long part hold many moves.
        let mut open_bytes = frames[0].bytes();
        let mut valued = 0usize;
        while let Some(frame) = frames.last_mut() {
            match self.next_unknown(values, frame) {
                Some(part) => {
                    let deeper = self.frame(part, open_bytes)?;
                    open_bytes += deeper.bytes();
                    // Listing a move and looking its parts up takes a while.
                    values.step(STEPS_PER_PART * (1 + deeper.moves.parts.len()))?;
                    frames.push(deeper);
                }
                None => {
                    let frame = frames.pop().expect("the last one is there");
                    open_bytes -= frame.bytes();
                    let part = frame.part;
                    let v = frame.make(values)?;
                    self.known.insert(part, v);
                    valued += 1;
                    if valued.is_multiple_of(PARTS_PER_REPORT) {
                        values.report(|| self.progress(values, frames.len()));
                    }
                }
            }
            if self.bytes() + open_bytes > self.memory {
                return Err(Stop::Memory);
            }
        }
        Ok(self.known(values, signed).expect("it has just been found"))
    }

    /// Progress line: parts, values, depth, memory.
    fn progress(&self, values: &Values, depth: usize) -> String {
        let megabytes = (self.bytes() + values.bytes()) >> 20;
        format!("{} parts valued, {} values, depth {depth}, {megabytes} MiB", self.len(), values.len())
    }

    fn frame(&self, part: K::Part, open_bytes: usize) -> Result<PartFrame<K::Part>, Stop> {
        if open_bytes.saturating_add(self.rules.list_bytes(part)) > self.memory {
            return Err(Stop::Memory);
        }
        let mut moves = MoveResults::default();
        // The options of a part that is its own negative mirror each other.
        let own_negative = self.rules.is_own_negative(part);
        let signed = Signed { part, negated: false, own_negative };
        moves.add(&self.rules, signed, Player::Left);
        let left = (moves.ends.len(), moves.parts.len());
        if !own_negative {
            moves.add(&self.rules, signed, Player::Right);
        }
        let terms = Vec::with_capacity(moves.parts.len());
        Ok(PartFrame { part, own_negative, moves, left, terms })
    }

    /// Appends known values to the frame; returns the first part without one.
    fn next_unknown(&self, values: &Values, frame: &mut PartFrame<K::Part>) -> Option<K::Part> {
        for &signed in &frame.moves.parts[frame.terms.len()..] {
            match self.known(values, signed) {
                Some(v) => frame.terms.push(v),
                None => return Some(signed.part),
            }
        }
        None
    }
}

/// Steps of [`Values::step`] per part of an option that is listed.
const STEPS_PER_PART: usize = 16;

/// Number of parts between two progress reports. Searches value fewer at a time, so
/// that only a valuation reports.
const PARTS_PER_REPORT: usize = 100;

impl<P> PartFrame<P> {
    /// Bytes of the moves and their values.
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
        values.from_options(&left, &right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::notation::read_board;
    use crate::packed::BoardRules;

    #[test]
    fn a_long_valuation_reports_its_progress() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let sender = std::sync::Mutex::new(sender);
        let watch = move |text: &str| sender.lock().unwrap().send(text.to_owned()).unwrap();
        let budget = Budget::new().with_watch(watch);
        let mut valuer = crate::Valuer::new(&budget);
        valuer.value(&read_board("checker:3x4").unwrap()).unwrap();
        let first = receiver.try_recv().expect("at least one report");
        assert!(first.starts_with("100 parts valued, ") && first.ends_with(" MiB"), "{first}");
    }

    /// Parts with many moves are valued without a search of the order, but not
    /// without asking for the time.
    #[test]
    fn listing_moves_asks_for_the_time() {
        let over = Budget::new().with_time(std::time::Duration::ZERO);
        let cube = read_board("cube:4:(xo)^8").unwrap();
        let (boards, sums) = BoardRules::within(&[cube], &Budget::new()).unwrap();
        let mut parts = PartValues::new(boards, 1 << 30);
        assert_eq!(parts.sum(&mut Values::within(&over), &sums[0]), Err(Stop::Time));
        assert!(parts.len() < 50, "{} parts were valued in no time", parts.len());
    }
}
