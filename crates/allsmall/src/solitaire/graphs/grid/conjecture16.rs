//! Conjecture 16 of the survey, proved for every grid with both sides at least three:
//! a position of both colours can be reduced to one stone unless its delta is
//! 0, and then to two.
//!
//! Grids of three and of four rows are decided by [`super::every_length()`],
//! and five rows by the lemmas `five-rows`. Let there be R >= 6 rows and n >= 5
//! columns, and let the first m rows be all of one colour, say o, and the next
//! one not.
//!
//! - **m = 0 or 1.** Lemma `eat`: two or three rows are eaten into the row
//!   below, which holds both colours afterwards. At least three rows are left.
//! - **m >= 2.** An even number of rows of o is put aside. Their delta is 0,
//!   and a stone x that walks a step along the first row that is left can
//!   instead make a tour through all of them. So the rest, of r rows, must be
//!   eaten such that some x walks there:
//!
//! ```text
//!   m odd,  put aside m - 1   r >= 6: one-row        r = 3, 4: last
//!           put aside m - 3   r = 5 + 2: three-rows  r = 2 + 2: last
//!   m even, put aside m - 2   r >= 7: two-rows       r = 3, 4: last
//!                             r = 5, 6 and row m + 1 all x: last-five, all-x
//!           put aside m       r + 2 = 5, 6 and an o in row m + 1: last
//! ```
//!
//! What is left has at least three rows, both colours and the same delta up to
//! its sign. So the theorem follows by induction over the rows. Each lemma is
//! a statement about strips of every length n >= 5 (`small_lists_first.rs`).

use super::frontier::{ColumnCells, MAX_ROWS, mark};
use super::narrow_shape::NarrowShape;
use super::small_lists_first::{BoundedStatement, StripCover, WordMirror};
use super::strip_proof::{StripProof, boards_line, read_text};
use crate::{Budget, Stop};

/// A statement about strips of at least five columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// A short name.
    pub name: &'static str,
    what: LemmaKind,
    /// The colours of the first rows, as far as they are given.
    fixed: &'static [i8],
    /// Whether an x must walk a step along the first row.
    walk: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LemmaKind {
    /// The first rows, as many as one of these heights, are emptied into the next
    /// one, which holds both colours afterwards, if the first `both` rows hold both
    /// colours before.
    Eat { heights: &'static [usize], both: usize },
    /// A grid of `rows` rows can be reduced to `stones` stones: to one unless delta
    /// is 0, to two if it is. With a walk there is an o in the first row.
    Last { rows: usize, stones: u8 },
}

const X: i8 = 1;
const O: i8 = -1;
const SHORTEST: u16 = 5;

/// The lemmas of the proof, in addition to grids of three and of four rows.
pub const LEMMAS: [Lemma; 13] = [
    Lemma { name: "eat", what: LemmaKind::Eat { heights: &[2, 3], both: 2 }, fixed: &[], walk: false },
    Lemma { name: "one-row", what: LemmaKind::Eat { heights: &[2, 3], both: 2 }, fixed: &[O], walk: true },
    Lemma { name: "two-rows", what: LemmaKind::Eat { heights: &[3, 4], both: 3 }, fixed: &[O, O], walk: true },
    Lemma { name: "three-rows", what: LemmaKind::Eat { heights: &[4], both: 4 }, fixed: &[O, O, O], walk: true },
    Lemma { name: "all-x", what: LemmaKind::Eat { heights: &[3], both: 3 }, fixed: &[O, O, X], walk: true },
    last("last-three", 3, 1, &[]),
    last("last-three-delta-0", 3, 2, &[]),
    last("last-four", 4, 1, &[]),
    last("last-four-delta-0", 4, 2, &[]),
    last("last-five", 5, 1, &[O, O, X]),
    last("last-five-delta-0", 5, 2, &[O, O, X]),
    Lemma { name: "five-rows", what: LemmaKind::Last { rows: 5, stones: 1 }, fixed: &[], walk: false },
    Lemma { name: "five-rows-delta-0", what: LemmaKind::Last { rows: 5, stones: 2 }, fixed: &[], walk: false },
];

const fn last(name: &'static str, rows: usize, stones: u8, fixed: &'static [i8]) -> Lemma {
    Lemma { name, what: LemmaKind::Last { rows, stones }, fixed, walk: true }
}

impl Lemma {
    /// The lemma of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Lemma> {
        LEMMAS.into_iter().find(|lemma| lemma.name == name)
    }

    /// The number of states expanded if the lemma is proved for every n >= 5; `None`
    /// if it is not, which does not mean that it is false.
    ///
    /// # Errors
    /// [`Stop`] when the budget is exhausted.
    pub fn shown(&self, budget: &Budget) -> Result<Option<usize>, Stop> {
        self.with_statement(|statement| statement.proved(budget))
    }

    /// A proof for `allsmall-check`; `None` if the lemma is not proved.
    ///
    /// # Errors
    /// [`Stop`] when the budget is exhausted.
    pub fn proof(&self, budget: &Budget) -> Result<Option<StripProof>, Stop> {
        let read = |state: u16| {
            let seen = if matches!(self.what, LemmaKind::Eat { .. }) { (state % 8) & 3 } else { state % 8 };
            read_text(state / 24, state / 8 % 3, seen)
        };
        let Some(lists) = self.with_statement(|statement| statement.lists(&read, budget))? else { return Ok(None) };
        let (heights, wanted) = match self.what {
            LemmaKind::Eat { heights, .. } => (heights.to_vec(), mark::X_BELOW | mark::O_BELOW),
            LemmaKind::Last { rows, .. } => (vec![rows], 0),
        };
        let wanted = wanted | if self.walk { mark::WALKED } else { 0 };
        let mirrors: Vec<(bool, bool)> =
            self.mirrors().iter().map(|mirror| (mirror.colours, mirror.upside_down)).collect();
        Ok(Some(StripProof::new(self.statement_lines(), heights, wanted, &mirrors, lists)))
    }

    /// The statement as the proof has it.
    pub(super) fn statement_lines(&self) -> Vec<String> {
        let mut lines = vec![boards_line(NarrowShape::Grid { rows: self.rows() })];
        if !self.fixed.is_empty() {
            let first: String = self.fixed.iter().map(|&colour| if colour == X { 'x' } else { 'o' }).collect();
            lines.push(format!("first {first}"));
        }
        let (both, goal) = match self.what {
            LemmaKind::Eat { heights, both } => {
                let heights: Vec<String> = heights.iter().map(usize::to_string).collect();
                (both, format!("goal eat {}", heights.join(" ")))
            }
            LemmaKind::Last { rows, stones } => (rows, format!("goal leave 0 {stones} 1")),
        };
        lines.extend([format!("holds-x {both}"), format!("holds-o {both}")]);
        if let LemmaKind::Last { stones, .. } = self.what {
            lines.extend(self.walk.then(|| "holds-o-on-top".to_owned()));
            lines.push(if stones == 2 { "delta 0" } else { "delta not 0" }.to_owned());
        }
        lines.extend([format!("from {SHORTEST}"), goal]);
        lines.extend(self.walk.then(|| "steps".to_owned()));
        lines
    }

    /// Calls `run` with the lemma as a statement about words.
    fn with_statement<T>(&self, run: impl FnOnce(&BoundedStatement<'_>) -> T) -> T {
        let letters = self.letters();
        let next = |state: u16, letter: usize| self.next(state, letters[letter]);
        let (strips, limit) = match self.what {
            LemmaKind::Eat { heights, .. } => (heights.iter().map(|&rows| self.strip(rows, &letters)).collect(), 0),
            LemmaKind::Last { rows, stones } => (vec![self.strip(rows, &letters)], stones),
        };
        run(&BoundedStatement {
            strips,
            letters: letters.len(),
            limit,
            next: &next,
            required: &|state| self.required(state),
            mirrors: self.mirrors(),
        })
    }

    /// Number of rows of a letter.
    fn rows(&self) -> usize {
        match self.what {
            LemmaKind::Eat { heights, .. } => heights.iter().max().expect("a height") + 1,
            LemmaKind::Last { rows, .. } => rows,
        }
    }

    /// All columns that agree with the given rows; bit r is set for x in row r.
    fn letters(&self) -> Vec<usize> {
        let agrees = |letter: &usize| self.fixed.iter().enumerate().all(|(row, &colour)| stone(*letter, row) == colour);
        (0..1 << self.rows()).filter(agrees).collect()
    }

    fn strip(&self, rows: usize, letters: &[usize]) -> StripCover {
        let (below, wanted) = match self.what {
            LemmaKind::Eat { .. } => (true, mark::X_BELOW | mark::O_BELOW),
            LemmaKind::Last { .. } => (false, 0),
        };
        let column = |&letter: &usize| {
            let mut cells = [0; MAX_ROWS];
            (0..rows).for_each(|row| cells[row] = stone(letter, row));
            let below = if below { stone(letter, rows) } else { 0 };
            ColumnCells { cells, below, walk: if self.walk { X } else { 0 } }
        };
        let walked = if self.walk { mark::WALKED } else { 0 };
        StripCover { rows, wanted: wanted | walked, columns: letters.iter().map(column).collect() }
    }

    /// The small automaton.
    ///
    /// ```text
    ///   state = 24 * length (up to five) + 8 * delta + seen
    ///   delta: mod 3, the first cell of the NEXT column being black
    ///   seen: 1 an x and 2 an o in the rows that must hold both colours,
    ///         4 an o in the first row, if an x must walk there
    /// ```
    fn next(&self, state: u16, letter: usize) -> u16 {
        let (length, delta, seen) = (state / 24, state / 8 % 3, state % 8);
        let rows = match self.what {
            LemmaKind::Eat { both, .. } => both,
            LemmaKind::Last { rows, .. } => rows,
        };
        let here = |colour: i8| (0..rows).any(|row| stone(letter, row) == colour);
        let new = u16::from(here(X)) | u16::from(here(O)) << 1 | u16::from(self.walk && stone(letter, 0) == O) << 2;
        let delta = match self.what {
            LemmaKind::Eat { .. } => 0,
            // One column on, the classes change places: delta changes its sign.
            LemmaKind::Last { rows, .. } => (6 - (delta + delta_of(letter, rows)) % 3) % 3,
        };
        24 * (length + 1).min(SHORTEST) + 8 * delta + (seen | new)
    }

    fn required(&self, state: u16) -> bool {
        let (length, delta, seen) = (state / 24, state / 8 % 3, state % 8);
        let is_meant = match self.what {
            LemmaKind::Eat { .. } => true,
            LemmaKind::Last { stones, .. } => (delta == 0) == (stones == 2) && (!self.walk || seen & 4 != 0),
        };
        length == SHORTEST && seen & 3 == 3 && is_meant
    }

    /// The mirror images under which a lemma about all positions is invariant. Bit
    /// 4 of the state, which has no image, is not set then.
    fn mirrors(&self) -> Vec<WordMirror<'_>> {
        if self.walk || !self.fixed.is_empty() {
            return Vec::new();
        }
        let ways: &[(bool, bool)] = match self.what {
            LemmaKind::Eat { .. } => &[(true, false)],
            LemmaKind::Last { .. } => &[(true, false), (false, true), (true, true)],
        };
        let mirror = |&(colours, upside_down): &(bool, bool)| WordMirror {
            colours,
            upside_down,
            track: Box::new(move |state| self.mirrored(state, colours, upside_down)),
        };
        ways.iter().map(mirror).collect()
    }

    fn mirrored(&self, state: u16, colours: bool, upside_down: bool) -> u16 {
        let (length, delta, seen) = (state / 24, state / 8 % 3, state % 8);
        let even = self.rows().is_multiple_of(2);
        let delta = if colours != (upside_down && even) { (3 - delta) % 3 } else { delta };
        let (x, o) = (seen & 1, seen >> 1 & 1);
        let seen = if colours { x << 1 | o } else { seen };
        24 * length + 8 * delta + seen
    }
}

/// The colour of a row of a letter.
fn stone(letter: usize, row: usize) -> i8 {
    if letter >> row & 1 == 1 { X } else { O }
}

/// Stones plus clashing stones of a column whose first cell is black.
fn delta_of(letter: usize, rows: usize) -> u16 {
    (0..rows).map(|row| if (stone(letter, row) == X) == row.is_multiple_of(2) { 1 } else { 2 }).sum()
}

#[cfg(test)]
mod tests {
    use super::super::column_automaton::cover;
    use super::super::frontier::StripTopology;
    use super::*;
    use crate::base::random::SplitMix64;

    fn shown(name: &str) -> Option<usize> {
        Lemma::named(name).expect("it is listed").shown(&Budget::new()).expect("no limit is set")
    }

    #[test]
    fn short_lemmas_are_shown() {
        for name in ["eat", "one-row", "three-rows", "all-x", "last-three", "last-three-delta-0", "last-five"] {
            assert!(shown(name).is_some(), "{name}");
        }
    }

    #[test]
    fn all_lemmas_are_shown_if_asked_for() {
        if std::env::var_os("ALLSMALL_ALL_GRIDS").is_some() {
            for lemma in LEMMAS {
                assert!(shown(lemma.name).is_some(), "{}", lemma.name);
            }
        }
    }

    #[test]
    fn what_is_false_is_not_shown() {
        // ooxxx/oooxx over ooooo: two rows alone are not enough.
        let two = Lemma { what: LemmaKind::Eat { heights: &[2], both: 2 }, ..Lemma::named("eat").expect("listed") };
        // A single x that never meets the first row walks nowhere.
        let all = Lemma { what: LemmaKind::Eat { heights: &[2, 3], both: 2 }, walk: true, fixed: &[], name: "" };
        for lemma in [two, all] {
            assert_eq!(lemma.shown(&Budget::new()), Ok(None));
        }
    }

    /// Whatever a lemma speaks of is covered by the dynamic program with all
    /// frontiers, on random words.
    #[test]
    fn lemmas_hold_on_random_words() {
        let mut random = SplitMix64::new(16);
        for lemma in LEMMAS {
            let letters = lemma.letters();
            for _ in 0..if lemma.rows() == 5 { 5 } else { 60 } {
                let length = 5 + random.below(4);
                let mut letter = || letters[random.below(letters.len() as u64) as usize];
                let word: Vec<usize> = (0..length).map(|_| letter()).collect();
                if !lemma.required(word.iter().fold(0, |state, &letter| lemma.next(state, letter))) {
                    continue;
                }
                let (heights, most) = match lemma.what {
                    LemmaKind::Eat { heights, .. } => (heights.to_vec(), 0),
                    LemmaKind::Last { rows, stones } => (vec![rows], usize::from(stones)),
                };
                let covered = heights.iter().any(|&rows| {
                    let StripCover { wanted, columns, .. } = lemma.strip(rows, &word);
                    let cover = cover(rows, StripTopology::Strip, wanted, &columns, false, &Budget::new());
                    cover.expect("no limit is set").is_some_and(|cover| cover.stay <= most)
                });
                assert!(covered, "{}: {word:?}", lemma.name);
            }
        }
    }
}
