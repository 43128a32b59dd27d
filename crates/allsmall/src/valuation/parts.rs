//! From parts to values, each part once.
//!
//! The work list is our own, so a long strip cannot overflow the stack. Before
//! any sum is built the two-ahead rule drops moves: weights add, so an option
//! whose weight is two below that of another is dominated, and its canonical
//! form is never needed.

use std::collections::HashMap;

use crate::hash::Mixed;
use crate::kernel::{Kernel, Signed};
use crate::value::{Value, Values};
use crate::{Player, Stop};

/// The values of the parts of one kernel.
pub struct PartValues<K: Kernel> {
    kernel: K,
    known: HashMap<K::Part, Value, Mixed>,
    memory: usize,
}

/// What the moves of one player leave, in one flat list:
///
/// ```text
/// parts  a b | c | | d a       four moves; the third leaves nothing alive
/// ends     2   3 3   5
/// ```
struct Moves<P> {
    parts: Vec<Signed<P>>,
    ends: Vec<usize>,
}

/// A part under work: its moves, and how many of their parts are known.
struct Frame<P> {
    part: P,
    left: Moves<P>,
    right: Moves<P>,
    done: usize,
}

impl<K: Kernel> PartValues<K> {
    /// No part valued yet; the table takes at most about `memory` bytes.
    pub fn new(kernel: K, memory: usize) -> PartValues<K> {
        PartValues { kernel, known: HashMap::default(), memory }
    }

    /// Goes on with another kernel, in which the parts known mean the same.
    pub fn change_kernel(&mut self, kernel: K) {
        self.kernel = kernel;
    }

    /// Forgets all parts but these.
    pub fn retain(&mut self, keep: impl Fn(&K::Part) -> bool) {
        self.known.retain(|part, _| keep(part));
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
        let v = *self.known.get(&signed.part)?;
        Some(if signed.negated { values.neg(v) } else { v })
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
        let mut frames = vec![self.frame(signed.part)];
        while let Some(frame) = frames.last_mut() {
            match frame.next_unknown(&self.known) {
                Some(part) => {
                    let deeper = self.frame(part);
                    frames.push(deeper);
                }
                None => {
                    let frame = frames.pop().expect("the last one is there");
                    let v = self.make(values, &frame)?;
                    if self.bytes() > self.memory {
                        return Err(Stop::Memory);
                    }
                    self.known.insert(frame.part, v);
                }
            }
        }
        Ok(self.known(values, signed).expect("it has just been found"))
    }

    fn frame(&self, part: K::Part) -> Frame<K::Part> {
        let moves = |player| {
            let mut moves = Moves { parts: Vec::new(), ends: Vec::new() };
            self.kernel.for_each_option(part, player, |parts| {
                moves.parts.extend_from_slice(parts);
                moves.ends.push(moves.parts.len());
            });
            moves
        };
        let left = moves(Player::Left);
        // The options of a part that is its own negative mirror each other.
        let own = self.kernel.is_own_negative(part);
        let right = if own { Moves { parts: Vec::new(), ends: Vec::new() } } else { moves(Player::Right) };
        Frame { part, left, right, done: 0 }
    }

    fn make(&self, values: &mut Values, frame: &Frame<K::Part>) -> Result<Value, Stop> {
        let left = self.options(values, &frame.left, Player::Left)?;
        let right = if self.kernel.is_own_negative(frame.part) {
            left.iter().map(|&v| values.neg(v)).collect()
        } else {
            self.options(values, &frame.right, Player::Right)?
        };
        values.make(&left, &right)
    }

    /// The values of a player's moves, but for some that are dominated.
    fn options(&self, values: &mut Values, moves: &Moves<K::Part>, player: Player) -> Result<Vec<Value>, Stop> {
        let mut sums: Vec<(i32, i32, Vec<Value>)> = Vec::with_capacity(moves.ends.len());
        let mut start = 0;
        for &end in &moves.ends {
            let parts = moves.parts[start..end].iter();
            let parts: Vec<Value> =
                parts.map(|&p| self.known(values, p).expect("parts of options are valued first")).collect();
            let (mut low, mut high) = (0, 0);
            for &v in &parts {
                let (l, h) = values.atomic_weight_bounds(v);
                low += l.unwrap_or(-UNKNOWN);
                high += h.unwrap_or(UNKNOWN);
            }
            sums.push((low, high, parts));
            start = end;
        }
        match player {
            Player::Left => {
                let best = sums.iter().map(|s| s.0).max().unwrap_or(0);
                sums.retain(|s| s.1 > best - 2);
            }
            Player::Right => {
                let best = sums.iter().map(|s| s.1).min().unwrap_or(0);
                sums.retain(|s| s.0 < best + 2);
            }
        }
        sums.into_iter().map(|(_, _, parts)| values.sum(&parts)).collect()
    }
}

/// Beyond the sum of a few weights.
const UNKNOWN: i32 = 1 << 20;

impl<P: Copy + Eq + std::hash::Hash> Frame<P> {
    /// The next part among the moves that is not known yet.
    fn next_unknown(&mut self, known: &HashMap<P, Value, Mixed>) -> Option<P> {
        let all = self.left.parts.iter().chain(&self.right.parts).skip(self.done);
        for signed in all {
            if !known.contains_key(&signed.part) {
                return Some(signed.part);
            }
            self.done += 1;
        }
        None
    }
}
