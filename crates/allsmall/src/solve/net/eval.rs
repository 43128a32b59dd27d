//! Forward pass and weight file of the move-ordering net: one hidden layer of
//! integers over sparse features, with clipped ReLU.
//!
//! Each feature of a position (`features.rs`) has a row of weights, one per hidden
//! unit. The rows of all features are added, each unit is clipped to 0..=[`UNIT_MAX`],
//! and the head weighs them:
//!
//! ```text
//! output = (head[0] * unit[0] + ... ) / 256        unit[i] = clip(row[f][i] summed over f)
//! ```
//!
//! The head is the sum of two trained heads: sixteen times the logit of a win for
//! the player to move, and fifty times the logarithm of the nodes that a proof of
//! her loss takes. So of two moves that seem to win the cheaper one comes first.
//! `examples/train_order.rs` trains the weights, on searches of small boards.
//!
//! Only the move order depends on it. Wrong weights cost time, never a verdict.
//!
//! ```text
//! order.weights    "allsmall order 1\n", 17 bytes
//!                    rows and units, 4 bytes each, little-endian as all that follows
//!                    the bias of each unit, 2 bytes
//!                    the rows, a signed byte for each unit
//!                    the head, 2 bytes for each unit
//!                    CRC-32 of everything before it, 4 bytes
//! ```

use std::sync::{Arc, OnceLock};

use super::FEATURES;
use crate::cgt::Value;

/// Number of hidden units.
pub const UNITS: usize = 32;

/// Maximum activation of a unit.
pub const UNIT_MAX: i16 = 127;

/// Minimum number of stones in long grid parts for the net. Below, the move order
/// hardly matters, and the net costs time.
pub(in crate::solve) const MIN_NET_STONES: usize = 15;

const MAGIC: &[u8] = b"allsmall order 1\n";

/// The weights, see the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// Bias of each unit.
    pub start: [i16; UNITS],
    /// The row of each feature: 8-bit weights in 16-bit words, which are added
    /// without widening.
    pub rows: Vec<[i16; UNITS]>,
    /// Output weight of each unit, in 256ths.
    pub head: [i16; UNITS],
}

impl Net {
    /// The net that comes with the program.
    pub(in crate::solve) fn shipped() -> Arc<Net> {
        static NET: OnceLock<Arc<Net>> = OnceLock::new();
        let read = || Net::read(include_bytes!("order.weights")).expect("the file is checked by a test");
        Arc::clone(NET.get_or_init(|| Arc::new(read())))
    }

    /// Reads a weight file; `None` if it is damaged or of another version.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Net> {
        let (body, sum) = bytes.split_last_chunk::<4>()?;
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            return None;
        }
        let body = body.strip_prefix(MAGIC)?;
        let (rows, body) = body.split_first_chunk::<4>()?;
        let (units, body) = body.split_first_chunk::<4>()?;
        let sizes = (u32::from_le_bytes(*rows) as usize, u32::from_le_bytes(*units) as usize);
        if sizes != (FEATURES, UNITS) || body.len() != UNITS * (FEATURES + 4) {
            return None;
        }
        let words = |bytes: &[u8]| std::array::from_fn(|i| i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]));
        let (start, body) = body.split_at(2 * UNITS);
        let (rows, head) = body.split_at(UNITS * FEATURES);
        let rows = rows.chunks_exact(UNITS).map(|row| std::array::from_fn(|i| i16::from(row[i] as i8))).collect();
        Some(Net { start: words(start), rows, head: words(head) })
    }

    /// Writes a weight file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.rows.len() as u32).to_le_bytes());
        bytes.extend((UNITS as u32).to_le_bytes());
        bytes.extend(self.start.iter().flat_map(|word| word.to_le_bytes()));
        bytes.extend(self.rows.iter().flatten().map(|&weight| weight as i8 as u8));
        bytes.extend(self.head.iter().flat_map(|word| word.to_le_bytes()));
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The accumulator of a position without features.
    pub(in crate::solve) fn begin(&self) -> Accumulator<'_> {
        Accumulator { net: self, units: self.start }
    }

    /// The accumulator of a part of a position, without the bias.
    fn part_accumulator(&self) -> Accumulator<'_> {
        Accumulator { net: self, units: [0; UNITS] }
    }
}

/// Direct-mapped cache of the accumulators of values: a value has a feature for
/// half of all landmarks, and recurs often.
pub(in crate::solve) struct ValueAccumulators {
    /// The id of the value in a slot.
    ids: Vec<u32>,
    sums: Vec<[i16; UNITS]>,
}

/// Number of slots; 66 KiB.
const SLOTS: usize = 1024;

impl ValueAccumulators {
    pub(in crate::solve) fn new() -> ValueAccumulators {
        ValueAccumulators { ids: Vec::new(), sums: Vec::new() }
    }

    /// The accumulator of a value, which `fill` computes if it is not cached.
    pub(in crate::solve) fn get(
        &mut self,
        net: &Net,
        v: Value,
        fill: impl FnOnce(&mut Accumulator<'_>),
    ) -> &[i16; UNITS] {
        if self.ids.is_empty() {
            (self.ids, self.sums) = (vec![u32::MAX; SLOTS], vec![[0; UNITS]; SLOTS]);
        }
        let slot = v.id() as usize % SLOTS;
        if self.ids[slot] != v.id() {
            let mut accumulator = net.part_accumulator();
            fill(&mut accumulator);
            (self.ids[slot], self.sums[slot]) = (v.id(), accumulator.units);
        }
        &self.sums[slot]
    }
}

/// Hidden units before clipping: the sum of the rows of some features.
pub(in crate::solve) struct Accumulator<'a> {
    net: &'a Net,
    units: [i16; UNITS],
}

impl Accumulator<'_> {
    #[inline]
    pub(in crate::solve) fn add(&mut self, feature: usize) {
        // At most some 400 features of at most 128 each: no overflow; and wrapping
        // would only spoil the order.
        let net = self.net;
        self.add_sum(&net.rows[feature]);
    }

    /// Adds an accumulated sum of rows.
    #[inline]
    pub(in crate::solve) fn add_sum(&mut self, sum: &[i16; UNITS]) {
        self.units.iter_mut().zip(sum).for_each(|(unit, weight)| *unit = unit.wrapping_add(*weight));
    }

    /// The net's output, to be added to the static score.
    pub(in crate::solve) fn output(self) -> i32 {
        let weighed = self
            .units
            .iter()
            .zip(&self.net.head)
            .map(|(&unit, &head)| i32::from(unit.clamp(0, UNIT_MAX)) * i32::from(head));
        weighed.sum::<i32>() / 256
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_net_is_whole_and_damage_is_seen() {
        let bytes = include_bytes!("order.weights");
        let net = Net::read(bytes).expect("whole");
        assert_eq!(net.write(), bytes);
        for at in [0, MAGIC.len(), MAGIC.len() + 4, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.to_vec();
            damaged[at] ^= 1;
            assert_eq!(Net::read(&damaged), None, "byte {at}");
            assert_eq!(Net::read(&bytes[..at]), None, "cut at {at}");
        }
    }

    #[test]
    fn units_are_clipped_and_weighed() {
        let mut net = Net { start: [0; UNITS], rows: vec![[0; UNITS]; FEATURES], head: [0; UNITS] };
        net.rows[3][0] = 100;
        net.rows[4][1] = -5;
        net.rows[5][2] = 20;
        (net.head[0], net.head[1], net.head[2]) = (256, 512, -512);
        let mut accumulator = net.begin();
        [3, 3, 4, 5].into_iter().for_each(|feature| accumulator.add(feature));
        assert_eq!(accumulator.output(), i32::from(UNIT_MAX) - 40);
    }
}
