//! Dense table of the values of all full strips up to a length.
//!
//! ```text
//! index of a strip of n cells:  2^n - 2 + bits      bit i is cell i, 1 = x
//! ```

use crate::base::bits::Word;
use crate::cgt::{Value, Values};
use crate::{Budget, Player, Stop};

/// The value of every full strip of at most some length.
pub struct StripTable {
    longest: u32,
    table: Vec<Value>,
}

impl StripTable {
    /// Maximum length of the strips in a table.
    pub const MAX: u32 = 26;

    /// Values all strips of at most `longest` cells.
    pub fn new(values: &mut Values, longest: u32, budget: &Budget) -> Result<StripTable, Stop> {
        if longest > StripTable::MAX {
            return Err(Stop::Unsupported);
        }
        let mut strips = StripTable { longest, table: vec![values.zero(); (2usize << longest) - 2] };
        for cells in 2..=longest {
            budget.report(|| format!("strips of length {cells}"));
            let all = (1u32 << cells) - 1;
            for bits in 0..=all / 2 {
                // Only one of a strip, its negative and their mirror images is
                // computed.
                let mirror = bits.reverse_bits() >> (32 - cells);
                let v = match mirror.min(mirror ^ all) {
                    earlier if earlier < bits => strips.value(mirror, cells),
                    _ => strips.make(values, bits, cells)?,
                };
                strips.set(bits, cells, v);
                let negative = values.neg(v);
                strips.set(bits ^ all, cells, negative);
            }
        }
        Ok(strips)
    }

    /// Length of the longest strips in the table.
    #[must_use]
    pub fn longest(&self) -> u32 {
        self.longest
    }

    /// The value of the strip with these cells, cell `i` in bit `i`, 1 for x.
    ///
    /// # Panics
    /// If the strip is longer than the table.
    #[must_use]
    pub fn value(&self, bits: u32, cells: u32) -> Value {
        self.table[index(bits, cells)]
    }

    fn set(&mut self, bits: u32, cells: u32, v: Value) {
        self.table[index(bits, cells)] = v;
    }

    fn make(&self, values: &mut Values, bits: u32, cells: u32) -> Result<Value, Stop> {
        let (mut left, mut right) = (Vec::with_capacity(32), Vec::with_capacity(32));
        let clashes = (bits ^ bits >> 1) & ((1 << (cells - 1)) - 1);
        for i in clashes.cells().map(|i| i as u32) {
            for (from, to) in [(i, i + 1), (i + 1, i)] {
                let black = bits >> from & 1 == 1;
                let after = if black { bits | 1 << to } else { bits & !(1 << to) };
                let before = self.value(after & ((1 << from) - 1), from);
                let behind = self.value(after >> from >> 1, cells - from - 1);
                if black { &mut left } else { &mut right }.extend([before, behind]);
            }
        }
        // Every option is a sum of two strips.
        let ends: Vec<usize> = (1..=left.len().max(right.len()) / 2).map(|i| 2 * i).collect();
        let left = values.option_sums(&left, &ends[..left.len() / 2], Player::Left)?;
        let right = values.option_sums(&right, &ends[..right.len() / 2], Player::Right)?;
        values.from_options(&left, &right)
    }
}

fn index(bits: u32, cells: u32) -> usize {
    if cells == 0 { 0 } else { (1usize << cells) - 2 + bits as usize }
}
