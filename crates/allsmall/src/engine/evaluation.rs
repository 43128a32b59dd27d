//! The evaluation: a small net of integers over the classes of surroundings
//! (`window_class.rs`), trained by `examples/train_engine.rs`.
//!
//! Every stone adds a row of weights, by its class and by whether it belongs to the
//! player whose view is taken. There are two views, that of the player to move and
//! that of the opponent; each is a list of units. All but the last unit are clipped:
//!
//! ```text
//! estimate = bias + (head[own][0] * unit[own][0] + ... + head[other][0] * unit[other][0] + ...) / 256
//! unit[view][i] = clip(start[i] + phase[pairs / 4][i] + sum of row[class, owner][i])
//! ```
//!
//! The estimate is the logit of a win for the player to move, in hundredths. It is
//! never a proof.
//!
//! ```text
//! engine.weights   "allsmall engine 1\n", 18 bytes
//!                  rows and units, 4 bytes each, little-endian as all that follows
//!                  the bias, 4 bytes
//!                  the start of each unit, 2 bytes
//!                  the rows, a signed byte for each unit; then the phases
//!                  the heads of the two views, 2 bytes for each unit
//!                  CRC-32 of everything before it, 4 bytes
//! ```

use std::sync::{Arc, OnceLock};

use super::live_graph::BLACK;
use super::search_position::Accumulators;
use super::window_class::CLASSES;

/// Number of units of a view; the last one is not clipped.
pub const UNITS: usize = 16;

/// Activation that stands for 1.
pub const UNIT_ONE: i16 = 127;

/// Number of rows of stones: own ones, then the other player's.
pub const ROWS: usize = 2 * CLASSES;

/// Number of phases, by pairs of adjacent stones.
pub const PHASES: usize = 40;

/// Bound of estimates, in hundredths of a logit.
const MAX_ESTIMATE: i32 = 2000;

const MAGIC: &[u8] = b"allsmall engine 1\n";

/// The weights, see the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalNet {
    /// Constant term, in hundredths of a logit.
    pub bias: i32,
    /// Start of each unit.
    pub start: [i16; UNITS],
    /// Row of each class, own stones first.
    pub rows: Vec<[i16; UNITS]>,
    /// Row of each phase.
    pub phases: Vec<[i16; UNITS]>,
    /// Output weights of the units of the player to move and of the other one.
    pub heads: [[i16; UNITS]; 2],
}

impl EvalNet {
    /// The net that comes with the program.
    #[must_use]
    pub fn shipped() -> Arc<EvalNet> {
        static NET: OnceLock<Arc<EvalNet>> = OnceLock::new();
        let read = || EvalNet::read(include_bytes!("engine.weights")).expect("the file is checked by a test");
        Arc::clone(NET.get_or_init(|| Arc::new(read())))
    }

    /// The phase of a position with this number of pairs.
    #[must_use]
    pub fn phase(pairs: u32) -> usize {
        (pairs as usize / 4).min(PHASES - 1)
    }

    /// The row of a class.
    pub(super) fn row_of(class: usize, own: bool) -> usize {
        if own { class } else { CLASSES + class }
    }

    /// Reads a weight file; `None` if it is damaged or of another version.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<EvalNet> {
        let (body, sum) = bytes.split_last_chunk::<4>()?;
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            return None;
        }
        let body = body.strip_prefix(MAGIC)?;
        let (rows, body) = body.split_first_chunk::<4>()?;
        let (units, body) = body.split_first_chunk::<4>()?;
        let (bias, body) = body.split_first_chunk::<4>()?;
        let sizes = (u32::from_le_bytes(*rows) as usize, u32::from_le_bytes(*units) as usize);
        if sizes != (ROWS, UNITS) || body.len() != UNITS * (ROWS + PHASES + 6) {
            return None;
        }
        let words = |bytes: &[u8]| std::array::from_fn(|i| i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]));
        let (start, body) = body.split_at(2 * UNITS);
        let (rows, heads) = body.split_at(UNITS * (ROWS + PHASES));
        let mut rows: Vec<[i16; UNITS]> =
            rows.chunks_exact(UNITS).map(|row| std::array::from_fn(|i| i16::from(row[i] as i8))).collect();
        let phases = rows.split_off(ROWS);
        let (own, other) = heads.split_at(2 * UNITS);
        let heads = [words(own), words(other)];
        Some(EvalNet { bias: i32::from_le_bytes(*bias), start: words(start), rows, phases, heads })
    }

    /// Writes a weight file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.rows.len() as u32).to_le_bytes());
        bytes.extend((UNITS as u32).to_le_bytes());
        bytes.extend(self.bias.to_le_bytes());
        bytes.extend(self.start.iter().flat_map(|word| word.to_le_bytes()));
        bytes.extend(self.rows.iter().chain(&self.phases).flatten().map(|&weight| weight as i8 as u8));
        bytes.extend(self.heads.iter().flatten().flat_map(|word| word.to_le_bytes()));
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Adds a stone of this colour and class.
    #[inline]
    pub(super) fn add(&self, sums: &mut Accumulators, class: usize, colour: u8) {
        self.for_both(sums, class, colour, i16::saturating_add);
    }

    /// Removes a stone of this colour and class.
    #[inline]
    pub(super) fn remove(&self, sums: &mut Accumulators, class: usize, colour: u8) {
        self.for_both(sums, class, colour, i16::saturating_sub);
    }

    /// Changes the class of a stone of this colour.
    #[inline]
    pub(super) fn replace(&self, sums: &mut Accumulators, before: usize, after: usize, colour: u8) {
        self.remove(sums, before, colour);
        self.add(sums, after, colour);
    }

    #[inline]
    fn for_both(&self, sums: &mut Accumulators, class: usize, colour: u8, change: impl Fn(i16, i16) -> i16) {
        let (own, other) = (&self.rows[EvalNet::row_of(class, true)], &self.rows[EvalNet::row_of(class, false)]);
        let (black, white) = if colour == BLACK { (own, other) } else { (other, own) };
        for (sum, row) in sums.by_mover.iter_mut().zip([black, white]) {
            for i in 0..UNITS {
                sum[i] = change(sum[i], row[i]);
            }
        }
    }

    /// The estimate for the player of this colour, to move.
    #[inline]
    pub(super) fn output(&self, sums: &Accumulators, mover: u8, pairs: u32) -> i32 {
        let phase = &self.phases[EvalNet::phase(pairs)];
        let [black, white] = &sums.by_mover;
        let views = if mover == BLACK { [black, white] } else { [white, black] };
        let mut total = 0;
        for (view, head) in views.into_iter().zip(&self.heads) {
            let unit = |i: usize| i32::from(view[i]) + i32::from(self.start[i]) + i32::from(phase[i]);
            for (i, &weight) in head.iter().enumerate().take(UNITS - 1) {
                total += unit(i).clamp(0, UNIT_ONE.into()) * i32::from(weight);
            }
            total += unit(UNITS - 1) * i32::from(head[UNITS - 1]);
        }
        (self.bias + total / 256).clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
    }

    /// A net with random weights, for tests.
    #[cfg(test)]
    pub(super) fn random(seed: u64) -> EvalNet {
        let mut random = crate::SplitMix64::new(seed);
        let mut row = || std::array::from_fn(|_| (random.next_u64() % 41) as i16 - 20);
        let mut rows = |count| (0..count).map(|_| row()).collect::<Vec<_>>();
        let (rows, phases, ends) = (rows(ROWS), rows(PHASES), rows(3));
        EvalNet { bias: 5, start: ends[0], rows, phases, heads: [ends[1], ends[2]] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_net_is_whole_and_damage_is_seen() {
        let bytes = include_bytes!("engine.weights");
        let net = EvalNet::read(bytes).expect("whole");
        assert_eq!(net.write(), bytes);
        for at in [0, MAGIC.len(), MAGIC.len() + 4, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.to_vec();
            damaged[at] ^= 1;
            assert_eq!(EvalNet::read(&damaged), None, "byte {at}");
            assert_eq!(EvalNet::read(&bytes[..at]), None, "cut at {at}");
        }
    }
}
