//! A strip file, read into types before anything is checked.
//!
//! [`read`] accepts exactly the lines of docs/strips.md, in their order. Numbers
//! are bounded here, so that no later sum or product of them overflows.

use super::crossing::{Crossing, MOST_ROWS, Mirror, Stone, short, stone};
use super::statement::{Delta, Read, StripGoal, StripShape, StripStatement};
use crate::games::Fault;

/// What a check gives, or why it is refused.
pub(super) type StripChecked<T> = Result<T, Fault>;

/// Maximum of every number of a file: columns, costs, offsets.
const MOST: usize = 1000;
/// Maximum number of lists, and of crossings of one cover.
const MOST_LISTS: usize = 1 << 20;
const MOST_CROSSINGS: usize = 1 << 16;
/// Maximum number of costs in all lists together.
const MOST_COSTS: usize = 1 << 26;

/// A whole file.
pub(super) struct StripFile {
    pub(super) statement: StripStatement,
    pub(super) covers: Vec<Cover>,
    pub(super) lists: Vec<List>,
    /// Worst boards, if the bound of the statement is reached too.
    pub(super) worst: Option<WorstBoards>,
    /// Number of its lines, and the line of the statement's goal.
    pub(super) lines: usize,
    pub(super) goal_line: usize,
}

/// The rows that a play empties or covers, from the first one on, and the crossings
/// that the lists name.
pub(super) struct Cover {
    pub(super) height: usize,
    pub(super) crossings: Vec<Crossing>,
}

/// A list of costs: plays of which this has been read, for every cover.
pub(super) struct List {
    pub(super) line: usize,
    pub(super) read: Read,
    /// What is added to `period` times each cost.
    pub(super) offset: i64,
    /// For each cover, crossings by number with the stones that stay.
    pub(super) costs: Vec<Vec<(u32, u16)>>,
    /// For each letter, a list that is nowhere less than what this one leads to.
    pub(super) next: Vec<Reference>,
}

/// A list, or its mirror image.
#[derive(Clone, Copy)]
pub(super) struct Reference {
    pub(super) list: u32,
    pub(super) mirror: Mirror,
}

/// Boards that reach the bound of a statement.
pub(super) struct WorstBoards {
    /// Columns that can be repeated.
    pub(super) unit: Vec<usize>,
    pub(super) boards: Vec<WorstBoard>,
}

/// A board that reaches the bound.
pub(super) struct WorstBoard {
    pub(super) line: usize,
    pub(super) columns: Vec<usize>,
    /// Columns after which the unit can be inserted.
    pub(super) after: Option<usize>,
}

/// The lines of a file, read one after the other.
pub(super) struct StripLines<'a> {
    all: std::str::Lines<'a>,
    /// The line that has been looked at and not been taken.
    ahead: Option<&'a str>,
    /// The number of the line read last.
    pub(super) at: usize,
}

/// Reads a file; a fault comes with its line.
pub(super) fn read(text: &str) -> Result<StripFile, (usize, Fault)> {
    let mut lines = StripLines::new(text);
    let read = lines.header(super::HEADER).and_then(|()| lines.file());
    read.map_err(|why| (lines.at, why))
}

impl<'a> StripLines<'a> {
    /// The lines of a text, none of which has been read.
    pub(super) fn new(text: &'a str) -> StripLines<'a> {
        let mut all = text.lines();
        StripLines { ahead: all.next(), all, at: 0 }
    }

    /// Reads the first line.
    pub(super) fn header(&mut self, header: &str) -> StripChecked<()> {
        self.at = 1;
        if self.ahead != Some(header) {
            return Err(format!("expected {header:?}"));
        }
        self.ahead = self.all.next();
        Ok(())
    }

    /// Reads the last line.
    pub(super) fn end(&mut self) -> StripChecked<()> {
        self.at += 1;
        if self.ahead != Some("end") {
            return Err("expected a line \"end\"".to_owned());
        }
        if self.all.next().is_some() {
            self.at += 1;
            return Err("there is something after the end".to_owned());
        }
        Ok(())
    }

    fn file(&mut self) -> StripChecked<StripFile> {
        let (statement, goal_line) = self.statement()?;
        let heights = match &statement.goal {
            StripGoal::Eat(heights) => heights.clone(),
            _ => vec![statement.rows],
        };
        let covers = heights.into_iter().map(|height| self.cover(height)).collect::<StripChecked<Vec<_>>>()?;
        let lists = self.lists(&statement, &covers)?;
        let worst = self.worst(&statement)?;
        self.end()?;
        Ok(StripFile { statement, covers, lists, worst, lines: self.at, goal_line })
    }

    /// The next line without its first word, if that is `word`.
    pub(super) fn maybe(&mut self, word: &str) -> Option<&'a str> {
        let rest = self.ahead?.strip_prefix(word)?;
        let rest = if rest.is_empty() { rest } else { rest.strip_prefix(' ')? };
        self.ahead = self.all.next();
        self.at += 1;
        Some(rest)
    }

    /// The next line, which must begin with `word`, without it.
    fn field(&mut self, word: &str) -> StripChecked<&'a str> {
        self.maybe(word).ok_or_else(|| {
            self.at += 1;
            format!("expected a line {word:?} with its value")
        })
    }

    pub(super) fn statement(&mut self) -> StripChecked<(StripStatement, usize)> {
        let (shape, rows) = self.field("boards")?.split_once(' ').ok_or("expected grid or ring, and rows")?;
        let (shape, least) = match shape {
            "grid" => (StripShape::Grid, 1),
            "ring" => (StripShape::Ring, 3),
            _ => return Err(format!("expected grid or ring and not {:?}", short(shape))),
        };
        let rows = number(rows, least, MOST_ROWS)?;
        let first = match self.maybe("first") {
            None => Vec::new(),
            Some(text) => text.chars().map(stone).collect::<Option<Vec<Stone>>>().ok_or("expected stones")?,
        };
        if first.len() > rows {
            return Err("there are more stones than rows".to_owned());
        }
        let mut holds = |word: &str| self.maybe(word).map_or(Ok(0), |text| number(text, 1, rows));
        let (x_in, o_in) = (holds("holds-x")?, holds("holds-o")?);
        let top = self.flag("holds-o-on-top")?;
        let delta = match self.maybe("delta") {
            None => Delta::Any,
            Some("0") => Delta::Zero,
            Some("not 0") => Delta::NotZero,
            Some(other) => return Err(format!("expected 0 or not 0 and not {:?}", short(other))),
        };
        if delta != Delta::Any && shape == StripShape::Ring && !rows.is_multiple_of(2) {
            return Err("a ring of odd length has no delta".to_owned());
        }
        let from = number(self.field("from")?, 1, MOST)?;
        let goal = goal(self.field("goal")?, rows)?;
        let goal_line = self.at;
        let step = self.flag("steps")?;
        let is_eaten = matches!(goal, StripGoal::Eat(_));
        if (is_eaten || step || top || matches!(goal, StripGoal::Nice { .. })) && shape == StripShape::Ring {
            return Err("this goal is about grids".to_owned());
        }
        Ok((StripStatement { shape, rows, first, x_in, o_in, top, delta, from, goal, step }, goal_line))
    }

    /// A line without a value that may be left out.
    pub(super) fn flag(&mut self, word: &str) -> StripChecked<bool> {
        match self.maybe(word) {
            None => Ok(false),
            Some("") => Ok(true),
            Some(other) => Err(format!("expected nothing after {word} and not {:?}", short(other))),
        }
    }

    fn cover(&mut self, height: usize) -> StripChecked<Cover> {
        number(self.field("cover")?, height, height)?;
        let mut crossings = Vec::new();
        while let Some(text) = self.maybe("c") {
            if crossings.len() == MOST_CROSSINGS {
                return Err(format!("there are more than {MOST_CROSSINGS} crossings"));
            }
            crossings.push(Crossing::read(text, height)?);
        }
        Ok(Cover { height, crossings })
    }

    fn lists(&mut self, statement: &StripStatement, covers: &[Cover]) -> StripChecked<Vec<List>> {
        let (letters, mut lists, mut costs) = (statement.letters().len(), Vec::new(), 0);
        while let Some(text) = self.maybe("l") {
            if lists.len() == MOST_LISTS {
                return Err(format!("there are more than {MOST_LISTS} lists"));
            }
            let list = self.list(text, covers, letters)?;
            costs += list.costs.iter().map(Vec::len).sum::<usize>();
            if costs > MOST_COSTS {
                return Err(format!("there are more than {MOST_COSTS} costs"));
            }
            lists.push(list);
        }
        Ok(lists)
    }

    /// `columns delta seen offset : costs : costs : references`
    fn list(&self, text: &str, covers: &[Cover], letters: usize) -> StripChecked<List> {
        let parts: Vec<&str> = text.splitn(covers.len() + 3, " : ").collect();
        if parts.len() != covers.len() + 2 {
            return Err(format!("expected what was read, {} lists of costs, and references", covers.len()));
        }
        let [columns, delta, seen, offset] = parts[0].split(' ').collect::<Vec<_>>()[..] else {
            return Err("expected columns, delta, colours and an offset".to_owned());
        };
        let mut read = Read { columns: number(columns, 0, MOST)?, delta: number(delta, 0, 2)?, ..Read::NOTHING };
        (read.has_x, read.has_o, read.has_top) = match seen {
            "-" => (false, false, false),
            "x" => (true, false, false),
            "o" => (false, true, false),
            "xo" => (true, true, false),
            "o^" => (false, true, true),
            "xo^" => (true, true, true),
            _ => return Err(format!("expected - x o xo o^ or xo^ and not {:?}", short(seen))),
        };
        let (sign, digits) = offset.strip_prefix('-').map_or((1, offset), |digits| (-1, digits));
        let offset = sign * number(digits, 0, MOST * MOST)? as i64;
        let costs =
            covers.iter().zip(&parts[1..]).map(|(cover, text)| costs(text, cover)).collect::<StripChecked<_>>()?;
        let next: Vec<Reference> = parts[covers.len() + 1].split(' ').map(reference).collect::<StripChecked<_>>()?;
        if next.len() != letters {
            return Err(format!("expected {letters} references, one for each column"));
        }
        Ok(List { line: self.at, read, offset, costs, next })
    }

    fn worst(&mut self, statement: &StripStatement) -> StripChecked<Option<WorstBoards>> {
        let Some(unit) = self.maybe("unit") else { return Ok(None) };
        let unit = columns(unit, statement.rows)?;
        let mut boards = Vec::new();
        while let Some(text) = self.maybe("worst") {
            if boards.len() == MOST {
                return Err(format!("there are more than {MOST} boards"));
            }
            let (text, after) = match text.split_once(" after ") {
                None => (text, None),
                Some((text, after)) => (text, Some(number(after, 0, MOST)?)),
            };
            let columns = columns(text, statement.rows)?;
            if after.is_some_and(|after| after > columns.len()) {
                return Err("the unit is inserted behind the end".to_owned());
            }
            boards.push(WorstBoard { line: self.at, columns, after });
        }
        Ok(Some(WorstBoards { unit, boards }))
    }
}

fn goal(text: &str, rows: usize) -> StripChecked<StripGoal> {
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        ["leave", gain, constant, period] => Ok(StripGoal::Leave {
            gain: number(gain, 0, MOST)?,
            constant: number(constant, 0, MOST)?,
            period: number(period, 1, MOST)?,
        }),
        ["eat", ref heights @ ..] if (1..=MOST_ROWS).contains(&heights.len()) => {
            // The row below the greatest height is a row of the board.
            let heights: Vec<usize> =
                heights.iter().map(|text| number(text, 1, rows - 1)).collect::<StripChecked<_>>()?;
            if heights.windows(2).any(|pair| pair[0] >= pair[1]) {
                return Err("expected heights in ascending order".to_owned());
            }
            Ok(StripGoal::Eat(heights))
        }
        ["nice", before] => Ok(StripGoal::Nice { before: number(before, 0, MOST)? }),
        _ => Err(format!("expected a goal leave, eat or nice with its numbers and not {:?}", short(text))),
    }
}

/// Crossings by number, in ascending order, each with the stones that stay.
fn costs(text: &str, cover: &Cover) -> StripChecked<Vec<(u32, u16)>> {
    let mut costs: Vec<(u32, u16)> = Vec::new();
    for entry in text.split(' ').filter(|_| text != "-") {
        let (crossing, stay) = entry.split_once(':').unwrap_or((entry, "0"));
        let crossing = number(crossing, 0, cover.crossings.len().saturating_sub(1))? as u32;
        if costs.last().is_some_and(|(last, _)| *last >= crossing) {
            return Err("expected crossings in ascending order".to_owned());
        }
        if cover.crossings.is_empty() {
            return Err("there are no crossings".to_owned());
        }
        costs.push((crossing, number(stay, 0, MOST)? as u16));
    }
    Ok(costs)
}

/// The number of a list, and `c` for its colours exchanged, `u` for upside down,
/// `b` for both.
fn reference(text: &str) -> StripChecked<Reference> {
    let mut mirror = Mirror::default();
    let digits = text.strip_suffix(['c', 'u', 'b']).unwrap_or(text);
    match text.get(digits.len()..) {
        Some("c") => mirror.colours = true,
        Some("u") => mirror.upside_down = true,
        Some("b") => mirror = Mirror { colours: true, upside_down: true },
        _ => {}
    }
    Ok(Reference { list: number(digits, 0, MOST_LISTS)? as u32, mirror })
}

/// The columns of a board that is written row by row.
fn columns(text: &str, rows: usize) -> StripChecked<Vec<usize>> {
    let lines: Vec<&str> = text.split('/').collect();
    let length = lines[0].len();
    let is_board = lines.len() == rows
        && (1..=MOST).contains(&length)
        && lines.iter().all(|line| line.len() == length && line.bytes().all(|stone| matches!(stone, b'x' | b'o')));
    if !is_board {
        return Err(format!("expected {rows} rows of x and o with / between them and not {:?}", short(text)));
    }
    let bit = |row: usize, col: usize| usize::from(lines[row].as_bytes()[col] == b'x') << row;
    Ok((0..length).map(|col| (0..rows).map(|row| bit(row, col)).sum()).collect())
}

/// A number in decimal digits.
pub(super) fn number(text: &str, low: usize, high: usize) -> StripChecked<usize> {
    let expected = || format!("expected a number from {low} to {high} and not {:?}", short(text));
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(expected());
    }
    text.parse().ok().filter(|n| (low..=high).contains(n)).ok_or_else(expected)
}
