//! Frontiers as they stand in proofs that `allsmall-check` reads: row by row `.`,
//! `>x` for `Out`, `<o` for `In` that settles, `<o2` for `In` that ends in the
//! `Out` of row 2 (counted from 0), and the marks after a `/`.

use super::{Frontier, LEFT, Plug, SETTLED, mark};

impl Frontier {
    /// The text of the frontier of a strip with `rows` rows.
    pub(in super::super) fn text(self, rows: usize) -> String {
        let letter = |colour: i8| if colour > 0 { 'x' } else { 'o' };
        let mut text = String::new();
        for row in 0..rows {
            text += &match self.plug(row) {
                Plug::Empty => ".".to_owned(),
                Plug::Out(colour) => format!(">{}", letter(colour)),
                Plug::In(colour, SETTLED) => format!("<{}", letter(colour)),
                Plug::In(colour, end) => format!("<{}{}", letter(colour), end - LEFT),
            };
        }
        let marks = [(mark::X_BELOW, 'x'), (mark::O_BELOW, 'o'), (mark::WALKED, 's')];
        let marks: String =
            marks.into_iter().filter(|(bit, _)| self.marks() & bit != 0).map(|(_, name)| name).collect();
        if !marks.is_empty() {
            text += &format!("/{marks}");
        }
        text
    }
}
