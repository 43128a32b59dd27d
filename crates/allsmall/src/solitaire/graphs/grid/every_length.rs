//! Statements about grids with a fixed number of rows, and about products of a
//! fixed ring and a path, with ANY number of columns: "every position of both colours can be reduced to T stones".
//!
//! For T = 1 the invariant delta already excludes some positions, so the statement
//! is: a position of both colours can be reduced to T stones unless its delta
//! forbids it. For T = 1 this is the survey's Conjecture 16, for T = 2 its
//! Problem P3. Finite automata decide it: [`super::antichain`],
//! [`super::exception_automaton`].

use super::antichain::{StripStatement, ends};
use super::conjecture16::Lemma;
use super::cost_list::ColumnDp;
use super::exception_automaton::ExceptionAutomaton;
use super::frontier::{ColumnCells, MAX_ROWS};
use super::narrow_shape::NarrowShape;
use super::strip_proof::{StripProof, boards_line, read_text};
use crate::{Budget, Position, Stop};

/// The decision for boards of a given shape and every length.
#[derive(Clone, Debug)]
pub struct EveryLength {
    /// The boards.
    pub shape: NarrowShape,
    /// The number of stones to reach.
    pub at_most: usize,
    /// From this number of columns on there are no exceptions; `None` if there are
    /// exceptions of unbounded length.
    pub from: Option<usize>,
    /// Number of states of the automata.
    pub states: usize,
    /// The shortest exceptions, one of each up to symmetry; at most
    /// [`EveryLength::MOST_SHOWN`].
    pub exceptions: Vec<Position>,
    /// The number of exceptions with 1, 2, ... columns.
    pub counts: Vec<u128>,
}

impl EveryLength {
    /// Maximum number of exceptions shown.
    pub const MOST_SHOWN: usize = 20;

    /// Returns whether there are no exceptions at all.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.from == Some(1)
    }
}

/// Maximum number of cells in a column for which the whole automaton is built.
const WHOLE_ROWS: usize = 3;
/// Maximum number of lengths with exceptions, for higher columns.
const MOST_TRIES: usize = 6;

/// Decides the statement for boards of this shape, and counts the exceptions with
/// up to `longest` columns.
///
/// # Errors
/// [`Stop`] when the budget is exhausted; [`Stop::Unsupported`] for more than five cells
/// in a column.
pub fn every_length(shape: NarrowShape, at_most: usize, longest: usize, budget: &Budget) -> Result<EveryLength, Stop> {
    let Ok(limit) = u16::try_from(at_most) else { return Err(Stop::Unsupported) };
    shape.topology()?;
    let height = shape.height();
    if shape == (NarrowShape::Grid { rows: MAX_ROWS }) && limit > 0 {
        return five_rows(limit, longest, budget);
    }
    let (from, states) = if height <= WHOLE_ROWS { (None, 0) } else { by_antichains(shape, limit, budget)? };
    // After the antichain algorithm only the lengths below `from` are open.
    let horizon = from.map_or(usize::MAX, |from| from - 1);
    let tracker = Tracker { shape, limit, shortest: 1 };
    let automaton = tracker.with_statement(|statement| ExceptionAutomaton::new(statement, horizon, budget))??;
    let from = from.or_else(|| automaton.longest().map(|length| length + 1)).map(|from| from.max(1));
    let mut counts = automaton.counts(longest.min(horizon));
    counts.resize(longest + 1, 0);
    let exceptions = shortest(shape, &automaton, &counts);
    counts.remove(0);
    Ok(EveryLength { shape, at_most, from, states: states + automaton.states(), exceptions, counts })
}

/// A proof for `allsmall-check` of the statement for boards of this shape from the
/// first length on from which it holds, and that length; `None` if there are
/// exceptions of several lengths.
///
/// # Errors
/// [`Stop`] when the budget is exhausted; [`Stop::Unsupported`] for more than five cells
/// in a column, and for five rows unless one stone is asked for.
pub fn every_length_proof(shape: NarrowShape, at_most: usize, budget: &Budget) -> Result<Option<StripProof>, Stop> {
    let Ok(limit) = u16::try_from(at_most) else { return Err(Stop::Unsupported) };
    shape.topology()?;
    if shape == (NarrowShape::Grid { rows: MAX_ROWS }) {
        let lemma = Lemma::named("five-rows").filter(|_| limit == 1).ok_or(Stop::Unsupported)?;
        return lemma.proof(budget);
    }
    let (Some(shortest), _) = by_antichains(shape, limit, budget)? else { return Ok(None) };
    let tracker = Tracker { shape, limit, shortest: shortest as u16 };
    let read = |state: u16| read_text(state / 12, state / 4 % 3, state % 4);
    let Some(lists) = tracker.with_statement(|statement| statement.lists(&read, budget))?? else { return Ok(None) };
    let rows = shape.height();
    let mut lines = vec![boards_line(shape), format!("holds-x {rows}"), format!("holds-o {rows}")];
    lines.extend(tracker.has_delta().then(|| "delta not 0".to_owned()));
    lines.extend([format!("from {shortest}"), format!("goal leave 0 {limit} 1")]);
    Ok(Some(StripProof::new(lines, vec![rows], 0, &[], lists)))
}

/// Five rows: from five columns on by lemmas over bounded frontiers; with fewer
/// columns the board is transposed.
fn five_rows(limit: u16, longest: usize, budget: &Budget) -> Result<EveryLength, Stop> {
    let mut states = 0;
    // One stone where delta allows it; two otherwise.
    for name in ["five-rows", "five-rows-delta-0"].into_iter().take(usize::from(limit)) {
        states += Lemma::named(name).expect("it is listed").shown(budget)?.ok_or(Stop::Unsupported)?;
    }
    let (four, more) = by_antichains(NarrowShape::Grid { rows: 4 }, limit.min(2), budget)?;
    states += more;
    if four.is_none_or(|from| from > MAX_ROWS) {
        return Err(Stop::Unsupported);
    }
    let shape = NarrowShape::Grid { rows: MAX_ROWS };
    let (mut counts, mut exceptions) = (vec![0; longest.max(4) + 1], Vec::new());
    for (cols, count) in counts.iter_mut().enumerate().take(WHOLE_ROWS + 1).skip(1) {
        let tracker = Tracker { shape: NarrowShape::Grid { rows: cols }, limit, shortest: 1 };
        let automaton = tracker.with_statement(|statement| ExceptionAutomaton::new(statement, MAX_ROWS, budget))??;
        states += automaton.states();
        *count = automaton.counts(MAX_ROWS)[MAX_ROWS];
        if exceptions.is_empty() {
            let transposed = automaton.words(MAX_ROWS, MOST_WORDS).iter().map(|word| transposed(word, cols)).collect();
            exceptions = up_to_symmetry(transposed, shape);
        }
    }
    let from = counts.iter().rposition(|&count| count > 0).unwrap_or(0) + 1;
    counts.truncate(longest + 1);
    counts.remove(0);
    Ok(EveryLength { shape, at_most: usize::from(limit), from: Some(from), states, exceptions, counts })
}

/// The transpose of a board with `rows` rows.
fn transposed(word: &[usize], rows: usize) -> Vec<usize> {
    let column = |row: usize| word.iter().enumerate().map(|(col, letter)| (letter >> row & 1) << col).sum();
    (0..rows).map(column).collect()
}

/// The length from which on there are no exceptions, and the number of states.
fn by_antichains(shape: NarrowShape, limit: u16, budget: &Budget) -> Result<(Option<usize>, usize), Stop> {
    let (mut shortest, mut states) = (1, 0);
    for _ in 0..MOST_TRIES {
        let tracker = Tracker { shape, limit, shortest };
        let verdict = tracker.with_statement(|statement| statement.check(budget))??;
        states += verdict.states;
        match verdict.exception {
            None => return Ok((Some(usize::from(shortest)), states)),
            Some(word) => shortest = word.len() as u16 + 1,
        }
        budget.report(|| format!("there are exceptions with {} columns", shortest - 1));
    }
    Err(Stop::Unsupported)
}

/// The small automaton that says which words the statement speaks of.
///
/// ```text
///   state = 12 * length (up to `shortest`) + 4 * delta + colours
///   delta: mod 3, the first cell of the NEXT column being black
///   colours: 0 none yet, 1 only x, 2 only o, 3 both
/// ```
#[derive(Clone, Copy)]
struct Tracker {
    shape: NarrowShape,
    limit: u16,
    shortest: u16,
}

const BOTH: u16 = 3;

impl Tracker {
    fn next(self, state: u16, letter: usize) -> u16 {
        let (length, delta, colours) = (state / 12, state / 4 % 3, state % 4);
        let all_x = (1 << self.shape.height()) - 1;
        let new = if letter == all_x {
            1
        } else if letter == 0 {
            2
        } else {
            BOTH
        };
        // One column on, the classes change places: delta changes its sign.
        let delta = if self.has_delta() { (6 - (delta + self.delta(letter)) % 3) % 3 } else { 0 };
        12 * (length + 1).min(self.shortest) + 4 * delta + (colours | new)
    }

    fn delta(self, letter: usize) -> u16 {
        (0..self.shape.height()).map(|row| if (letter >> row & 1 == 1) == row.is_multiple_of(2) { 1 } else { 2 }).sum()
    }

    fn required(self, state: u16) -> bool {
        let allowed = !self.has_delta() || !(state / 4).is_multiple_of(3);
        state % 4 == BOTH && allowed && state / 12 >= self.shortest
    }

    /// Returns whether delta excludes some positions.
    fn has_delta(self) -> bool {
        self.limit == 1 && self.shape.has_delta()
    }

    /// Calls `run` with the statement.
    fn with_statement<T>(self, run: impl FnOnce(StripStatement<'_>) -> T) -> Result<T, Stop> {
        let rows = self.shape.height();
        Ok(run(StripStatement {
            dps: vec![ColumnDp::new(rows, self.shape.topology()?, 0)],
            letters: (0..1 << rows).map(|letter| vec![column(letter, rows)]).collect(),
            limit: self.limit,
            next: &|state, letter| Some(self.next(state, letter)),
            required: &|state| self.required(state),
            covers: ends,
        }))
    }
}

/// The column of a letter; bit `r` is set if the cell in row `r` is x.
pub(super) fn column(letter: usize, rows: usize) -> ColumnCells {
    let mut column = ColumnCells::default();
    for row in 0..rows {
        column.cells[row] = if letter >> row & 1 == 1 { 1 } else { -1 };
    }
    column
}

/// Maximum number of exceptions listed before symmetric ones are removed.
const MOST_WORDS: usize = 10_000;

/// The shortest exceptions, one of each up to symmetry.
fn shortest(shape: NarrowShape, automaton: &ExceptionAutomaton, counts: &[u128]) -> Vec<Position> {
    let Some(length) = counts.iter().position(|&count| count > 0) else { return Vec::new() };
    up_to_symmetry(automaton.words(length, MOST_WORDS), shape)
}

fn up_to_symmetry(mut words: Vec<Vec<usize>>, shape: NarrowShape) -> Vec<Position> {
    words.iter_mut().for_each(|word| *word = shape.images(word).into_iter().min().expect("itself is one"));
    words.sort();
    words.dedup();
    words.truncate(EveryLength::MOST_SHOWN);
    words.iter().map(|word| shape.position(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solitaire::delta;
    use crate::solitaire::judge_table::JudgeTable;

    fn settle(rows: usize, at_most: usize, longest: usize) -> EveryLength {
        every_length(NarrowShape::Grid { rows }, at_most, longest, &Budget::new()).expect("no limit is set")
    }

    fn grid(rows: usize) -> NarrowShape {
        NarrowShape::Grid { rows }
    }

    #[test]
    fn two_rows_have_exceptions_to_problem_p3() {
        let found = settle(2, 2, 14);
        assert_eq!(found.from, None);
        assert_eq!(found.counts[..8], [0; 8]);
        assert_eq!(found.counts[8..], [4, 12, 28, 84, 304, 1460]);
        let shown: Vec<_> = found.exceptions.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["ooxxxxxoo/oooxxxooo"]);
    }

    #[test]
    fn three_rows_have_none_and_fulfil_conjecture_16() {
        for at_most in [1, 2] {
            let found = settle(3, at_most, 10);
            assert!(found.holds(), "{found:?}");
            assert_eq!((found.counts, found.exceptions.len()), (vec![0; 10], 0));
        }
    }

    #[test]
    fn four_rows_fulfil_problem_p3() {
        assert!(settle(4, 2, 3).holds());
    }

    #[test]
    fn a_turned_board_is_the_same_board() {
        let word = [0b01, 0b11, 0b10, 0b00, 0b01];
        let (flat, tall) = (grid(2).position(&word), grid(5).position(&transposed(&word, 2)));
        let cell = |row: usize, col: usize| flat.cells()[5 * row + col];
        assert!((0..2).all(|row| (0..5).all(|col| cell(row, col) == tall.cells()[2 * col + row])));
    }

    /// C_3 x P_n leaves one stone, and so does C_4 x P_n unless delta is 0; then two.
    #[test]
    fn cylinders_leave_what_delta_allows() {
        for (ring, longest) in [(3, 4), (4, 3)] {
            let shape = NarrowShape::Cylinder { ring };
            for at_most in [1, 2] {
                let found = every_length(shape, at_most, 3, &Budget::new()).expect("no limit is set");
                assert!(found.holds() && found.counts == [0; 3], "{found:?}");
            }
            for cols in 1..=longest {
                let column = |code: usize, col: usize| code >> (ring * col) & ((1 << ring) - 1);
                let mut table = None;
                for code in 1..(1usize << (ring * cols)) - 1 {
                    let word: Vec<usize> = (0..cols).map(|col| column(code, col)).collect();
                    let position = shape.position(&word);
                    let delta = delta::deltas_within(&position, &Budget::new()).expect("no limit is set");
                    let most = if delta.contains(&Some(0)) { 2 } else { 1 };
                    let table = table.get_or_insert_with(|| JudgeTable::new(position.shared_board()));
                    assert!(table.fewest(&position) <= most, "{position}");
                }
            }
        }
    }

    #[test]
    fn a_row_has_exceptions_of_every_length() {
        let found = settle(1, 1, 6);
        assert_eq!(found.from, None);
        let words = |n: usize| (0..1usize << n).map(move |code| (0..n).map(move |i| code >> i & 1));
        let reducible = |n: usize| if n == 1 { 2 } else { 2 * (n - 1) };
        for n in 2..=6 {
            // Words of both colours whose delta is not 0, less those that are reducible.
            let open = words(n).filter(|w| {
                let stones: Vec<usize> = w.clone().collect();
                let clashing = (0..n).filter(|&i| stones[i] != i % 2).count();
                stones.iter().any(|&s| s != stones[0]) && (n + clashing) % 3 != 0
            });
            assert_eq!(found.counts[n - 1], (open.count() - reducible(n)) as u128, "{n}");
        }
    }
}
