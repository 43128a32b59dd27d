//! Integer bounds of the atomic weights of parts: rule 7 of docs/proofs.md.
//!
//! Strips get them from their moves, other parts from their stones.

use crate::boards::{Part, Shape, strip};
use crate::games::{Fault, Sides};
use crate::sums::{MEMO, Sum, Sums};

/// Maximum number of stones of strips whose weights are bounded by their moves.
const WEIGHED: usize = 400;

impl Sums {
    /// Bounds the weights of the strips of a sum and of all their segments.
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn weigh_strips(&mut self, sum: &Sum) -> Result<(), Fault> {
        sum.parts.iter().try_for_each(|part| self.weight(part).map(drop))
    }

    /// Integers around the atomic weight of a part.
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn weight(&mut self, part: &Part) -> Result<(i32, i32), Fault> {
        let (x, o) = part.colours();
        if part.shape != Shape::Strip || part.cells.len() > WEIGHED {
            return Ok((-o, x));
        }
        if let Some(&known) = self.weights.get(part) {
            return Ok(known);
        }
        if let Some(&(low, high)) = self.weights.get(&self.boards.negative(part)) {
            return Ok((-high, -low));
        }
        self.weigh(part)?;
        Ok(self.weights.get(part).copied().unwrap_or((-o, x)))
    }

    /// Enters the weights of a strip and of all segments that it may leave:
    /// play changes the colours of their end stones alone, so there are four
    /// of each, and a table from the short ones to the long ones holds them.
    ///
    /// ```text
    /// strip     o x x o o x        first = 1, length 4, ends x and x
    /// segment     x x o x          ends = 2 * (first is x) + (last is x) = 3
    /// ```
    fn weigh(&mut self, part: &Part) -> Result<(), Fault> {
        let (cells, n) = (&part.cells, part.cells.len());
        if self.weights.len() > MEMO {
            self.weights.clear();
        }
        let black: Vec<bool> = cells.iter().map(|&cell| cell == b'x').collect();
        let mut table = vec![[(0, 0); 4]; n * (n + 1)];
        let mut row = Vec::with_capacity(n);
        for (len, first) in (2..=n).flat_map(|len| (0..=n - len).map(move |first| (len, first))) {
            self.games.spend(4 * len)?;
            // A segment may occur again.
            let mut all = None;
            for ends in 0..4 {
                row.clear();
                row.extend_from_slice(&cells[first..first + len]);
                row[0] = if ends & 2 != 0 { b'x' } else { b'o' };
                row[len - 1] = if ends & 1 != 0 { b'x' } else { b'o' };
                if row.iter().all(|stone| stone == &row[0]) {
                    continue;
                }
                let own = strip(&row);
                table[len * n + first][ends] = if len <= self.limits.strip {
                    let value = self.value(&own)?;
                    self.games.weight(value)
                } else if let Some(&known) = self.weights.get(&own) {
                    known
                } else {
                    let sides = all.get_or_insert_with(|| sides(&black, &table, first, len))[ends];
                    let (x, o) = own.colours();
                    let (low, high) = sides.bounds().unwrap_or((-o, x));
                    let weight = (low.max(-o), high.min(x));
                    self.weights.insert(own, weight);
                    weight
                };
            }
        }
        Ok(())
    }
}

/// The weights of what moves leave of a segment, for each colour of its ends,
/// from the table of shorter ones.
fn sides(black: &[bool], table: &[[(i32, i32); 4]], first: usize, len: usize) -> [Sides; 4] {
    let n = black.len();
    let mut all = [Sides::default(); 4];
    for i in 1..len {
        // Away from the ends the colours are those of the strip.
        if i > 1 && i + 1 < len && black[first + i - 1] == black[first + i] {
            continue;
        }
        for (ends, sides) in all.iter_mut().enumerate() {
            let is_black = |j: usize| match j {
                0 => ends & 2 != 0,
                _ if j == len - 1 => ends & 1 != 0,
                _ => black[first + j],
            };
            let (here, there) = (is_black(i - 1), is_black(i));
            if here == there {
                continue;
            }
            // The stone at i-1 takes the one at i, or it is taken. What has
            // fewer than two stones has an entry of zeros.
            let before = |cells: usize, last: bool| table[cells * n + first][2 * (ends >> 1) + usize::from(last)];
            let behind =
                |cells: usize, next: bool| table[cells * n + first + len - cells][2 * usize::from(next) + (ends & 1)];
            let (a, b) = (before(i - 1, is_black(i.saturating_sub(2))), behind(len - i, here));
            sides.take(here, (a.0 + b.0, a.1 + b.1));
            let (a, b) = (before(i, there), behind(len - i - 1, is_black((i + 1).min(len - 1))));
            sides.take(there, (a.0 + b.0, a.1 + b.1));
        }
    }
    all
}
