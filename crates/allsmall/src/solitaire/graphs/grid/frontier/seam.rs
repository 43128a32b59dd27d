//! Loops: the last column is the neighbour of the first.
//!
//! The loop is cut open at a seam. What crosses the seam is guessed before the
//! first column and kept together with what crosses the present line:
//!
//! ```text
//!   plugs 0 .. rows         the line on the right of the finished columns
//!   plugs rows .. 2 rows    the seam, on the left of the first column
//! ```
//!
//! At first the finished side is empty: whatever enters it through the seam
//! leaves it at once in the same row, or the other way round. After the last
//! column both lines are the same line seen from its two sides, so what
//! leaves at one must enter at the other, and no cycle may close.

use super::{Frontier, LEFT, Plug, SETTLED};

impl Frontier {
    /// All frontiers before the first column of a loop with `rows` rows.
    pub(in super::super) fn seams(rows: usize) -> Vec<Frontier> {
        let mut all = vec![Frontier::NONE];
        for row in 0..rows {
            let ways = |frontier: Frontier| {
                let through = [(row, rows + row), (rows + row, row)].into_iter().flat_map(move |(out, back)| {
                    [1, -1].map(|colour| {
                        frontier.with(out, Plug::Out(colour)).with(back, Plug::In(colour, LEFT + out as u8))
                    })
                });
                [frontier].into_iter().chain(through)
            };
            all = all.into_iter().flat_map(ways).collect();
        }
        all
    }

    /// Returns whether the loop closes here: what leaves at the line enters at the
    /// seam, what leaves at the seam enters at the line, and there is no cycle.
    pub(in super::super) fn closes(self, rows: usize) -> bool {
        let fits = |row: usize| match (self.plug(row), self.plug(rows + row)) {
            (Plug::Empty, Plug::Empty) => true,
            (Plug::Out(a), Plug::In(b, _)) | (Plug::In(a, _), Plug::Out(b)) => a == b,
            _ => false,
        };
        (0..rows).all(fits) && (0..2 * rows).all(|plug| self.settles(plug, rows))
    }

    /// Returns whether what leaves at this plug comes to rest. An `Out` is followed
    /// to the `In` on the other side of the seam, and that one to the `Out` it is
    /// tied to; visiting all of them without a rest is a cycle.
    fn settles(self, mut plug: usize, rows: usize) -> bool {
        for _ in 0..=2 * rows {
            match self.plug(plug) {
                Plug::Out(_) => plug = (plug + rows) % (2 * rows),
                Plug::In(_, end) if end != SETTLED => plug = usize::from(end - LEFT),
                _ => return true,
            }
        }
        false
    }
}
