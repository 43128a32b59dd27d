//! From statements about strips to all grids: the case distinction behind
//! Conjecture 16 of the survey, and what each case needs of its lemmas.
//!
//! ```text
//! allsmall grids proof 1
//! lemma                       lemma 0, in the lines of a strip file
//! boards grid 3
//! ...
//! rest 1 6+ any : 4           a rest with one row of o, of 6 rows and more: lemma 4
//! rest 2 5 x : 7 8            two rows of o, 5 rows in all, the next row all x
//! end
//! ```
//!
//! The lemmas are not proved here: the sentence says "if" of each. What is checked:
//! from them it follows that on every grid with both sides at least three a position
//! of both colours can be reduced to one stone if its delta is not 0, and to two if
//! it is.
//!
//! *Argument*, by induction over the rows. With a side of 3, 4 or 5 a lemma says it.
//! Let there be R >= 6 rows, and at least as many columns as every lemma needs. Let
//! the first m rows have one colour, say o, and the next one not. An even number a
//! of these rows is put aside; r = R - a rows are the *rest*, which begins with
//! M = m - a rows of o.
//!
//! If a >= 2, the lemma must make an x step along the first row of the rest. Through
//! the rows put aside a round tour runs straight along the last of them, so in place
//! of its step the x can go up, take all stones there, and come down on the next
//! cell. Their delta is 0: in each column every second stone clashes.
//!
//! A lemma then ends the rest, or empties rows of it such that at least three rows
//! with both colours are left. Moves keep delta, up to its sign when the first row
//! changes. So the induction goes on.

use std::ops::RangeInclusive;

use super::crossing::{O, X};
use super::file::{StripChecked, StripLines, number};
use super::statement::{Delta, StripGoal, StripShape, StripStatement};

/// Columns that every lemma about a rest may ask for.
const COLUMNS: usize = 5;
/// The least number of rows that is not left to a lemma about whole grids.
const ROWS: usize = 6;
/// Maximum of the numbers of a rule.
const MOST: usize = 30;

/// What is known of the row behind the rows of o: it is not all o.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NextRow {
    Any,
    AllX,
    HasO,
}

/// A kind of rest, and the lemmas that deal with it.
struct RestRule {
    line: usize,
    /// Rows of o that it begins with.
    ones: usize,
    rows: RangeInclusive<usize>,
    next: NextRow,
    lemmas: Vec<usize>,
}

/// A file, read into types.
pub(super) struct GridsFile {
    lemmas: Vec<StripStatement>,
    rules: Vec<RestRule>,
    pub(super) lines: usize,
}

impl StripLines<'_> {
    /// A whole file, whose first line has been read.
    pub(super) fn grids(&mut self) -> StripChecked<GridsFile> {
        let (mut lemmas, mut rules) = (Vec::new(), Vec::new());
        while self.flag("lemma")? {
            if lemmas.len() == MOST {
                return Err(format!("there are more than {MOST} lemmas"));
            }
            lemmas.push(self.statement()?.0);
        }
        while let Some(text) = self.maybe("rest") {
            if rules.len() == MOST {
                return Err(format!("there are more than {MOST} rules"));
            }
            rules.push(rule(text, self.at, lemmas.len())?);
        }
        self.end()?;
        Ok(GridsFile { lemmas, rules, lines: self.at })
    }
}

/// `ones rows next : lemmas`
fn rule(text: &str, line: usize, lemmas: usize) -> StripChecked<RestRule> {
    let (head, list) = text.split_once(" : ").ok_or("expected a rest, a colon and lemmas")?;
    let [ones, rows, next] = head.split(' ').collect::<Vec<_>>()[..] else {
        return Err("expected rows of o, rows, and what is known of the next row".to_owned());
    };
    let rows = match rows.strip_suffix('+') {
        Some(least) => number(least, 1, MOST)?..=usize::MAX,
        None => number(rows, 1, MOST).map(|rows| rows..=rows)?,
    };
    let next = match next {
        "any" => NextRow::Any,
        "x" => NextRow::AllX,
        "o" => NextRow::HasO,
        _ => return Err("expected any, x or o for the next row".to_owned()),
    };
    let lemma = |text: &str| match lemmas.checked_sub(1) {
        Some(last) => number(text, 0, last),
        None => Err("there are no lemmas".to_owned()),
    };
    let lemmas = list.split(' ').map(lemma).collect::<StripChecked<_>>()?;
    Ok(RestRule { line, ones: number(ones, 0, MOST)?, rows, next, lemmas })
}

impl GridsFile {
    /// Checks that the lemmas deal with every grid; a fault comes with its line.
    pub(super) fn check(&self) -> Result<(), (usize, String)> {
        let end = self.lines;
        for rows in 3..ROWS {
            let whole = self.lemmas.iter().filter(|lemma| is_about_grids(lemma, rows));
            if !settles(&whole.collect::<Vec<_>>()) {
                return Err((end, format!("no lemmas deal with all grids of {rows} rows")));
            }
        }
        for rule in &self.rules {
            self.is_sound(rule).map_err(|why| (rule.line, why))?;
        }
        self.has_all_cases().map_err(|why| (end, why))
    }

    /// The sentence.
    pub(super) fn sentence(&self) -> String {
        let lemmas: Vec<String> = self.lemmas.iter().enumerate().map(|(i, lemma)| format!("({i}) {lemma}")).collect();
        format!(
            "if these statements hold: {}; then on every grid with both sides at least 3 a position of both colours can be reduced to 1 stone if its delta is not 0, and to 2 stones if it is",
            lemmas.join("; ")
        )
    }

    /// Whether the lemmas of a rule deal with its rests.
    fn is_sound(&self, rule: &RestRule) -> StripChecked<()> {
        let lemmas: Vec<&StripStatement> = rule.lemmas.iter().map(|&lemma| &self.lemmas[lemma]).collect();
        if lemmas.iter().any(|lemma| !applies(lemma, rule)) {
            return Err("a lemma is not about these boards".to_owned());
        }
        if let [StripStatement { goal: StripGoal::Eat(heights), rows, delta: Delta::Any, .. }] = lemmas[..] {
            let most = heights.last().copied().unwrap_or(0);
            let is_left = *rows == most + 1 && *rule.rows.start() >= most + 3;
            return if is_left { Ok(()) } else { Err("fewer than three rows may be left".to_owned()) };
        }
        let is_whole = |lemma: &&StripStatement| rule.rows == (lemma.rows..=lemma.rows);
        if !lemmas.iter().all(is_whole) || !settles(&lemmas) {
            return Err("the lemmas do not end these boards".to_owned());
        }
        Ok(())
    }

    /// Whether the rules deal with every grid of R >= 6 rows, of which the first m
    /// have one colour. With d = R - m, rules are met at M and r = M + d. Beyond the
    /// numbers of the rules all d are alike, and all m of one parity.
    fn has_all_cases(&self) -> StripChecked<()> {
        let is_open = |number: &usize| *number != usize::MAX;
        let ends = self.rules.iter().flat_map(|rule| [*rule.rows.start(), *rule.rows.end()]).filter(is_open);
        let most_rows = ends.max().unwrap_or(0);
        let most_ones = self.rules.iter().map(|rule| rule.ones).max().unwrap_or(0);
        for d in 1..=most_rows.max(ROWS) + 1 {
            for m in ROWS.saturating_sub(d)..=most_ones + ROWS + 2 {
                for next in [NextRow::AllX, NextRow::HasO] {
                    // With m = 0 the first row has both colours.
                    if m == 0 && next == NextRow::AllX {
                        continue;
                    }
                    if !(0..=m).step_by(2).any(|aside| self.is_met(m - aside, m - aside + d, next, aside > 0)) {
                        let row = if next == NextRow::AllX { "all x" } else { "of both colours" };
                        return Err(format!("no rule deals with {} rows, {m} of them o and the next {row}", m + d));
                    }
                }
            }
        }
        Ok(())
    }

    fn is_met(&self, ones: usize, rows: usize, next: NextRow, has_aside: bool) -> bool {
        self.rules.iter().any(|rule| {
            let steps = rule.lemmas.iter().all(|&lemma| self.lemmas[lemma].step);
            let knows = rule.next == NextRow::Any || rule.next == next;
            rule.ones == ones && rule.rows.contains(&rows) && knows && (steps || !has_aside)
        })
    }
}

/// Whether a lemma is about all positions of both colours with this number of rows
/// and at least as many columns.
fn is_about_grids(lemma: &StripStatement, rows: usize) -> bool {
    let is_whole = lemma.x_in == rows && lemma.o_in == rows && !lemma.top && lemma.first.is_empty();
    lemma.shape == StripShape::Grid && lemma.rows == rows && is_whole && lemma.from <= rows
}

/// Whether lemmas leave one stone where delta is not 0, and two where it is.
fn settles(lemmas: &[&StripStatement]) -> bool {
    let leaves = |delta: Delta, most: usize| {
        lemmas.iter().any(|lemma| {
            let is_meant = lemma.delta == Delta::Any || lemma.delta == delta;
            let is_few = match lemma.goal {
                StripGoal::Leave { gain, constant, period } => gain == 0 && constant / period <= most,
                StripGoal::Eat(_) | StripGoal::Nice { .. } => false,
            };
            is_meant && is_few
        })
    };
    leaves(Delta::NotZero, 1) && leaves(Delta::Zero, 2)
}

/// Whether a lemma is about the rests of a rule, but for delta. The row behind the
/// rows of o is not all o, so it has an x.
fn applies(lemma: &StripStatement, rule: &RestRule) -> bool {
    let first = lemma.first.iter().enumerate().all(|(row, &stone)| match stone {
        O => row < rule.ones,
        X => row == rule.ones && rule.next == NextRow::AllX,
        _ => false,
    });
    let has_o_on_top = rule.ones > 0 || rule.next == NextRow::HasO;
    let has_x = lemma.x_in == 0 || rule.ones < lemma.x_in;
    let has_o = lemma.o_in == 0 || has_o_on_top;
    let columns = lemma.shape == StripShape::Grid && lemma.from <= COLUMNS;
    columns && first && has_x && has_o && (has_o_on_top || !lemma.top)
}
