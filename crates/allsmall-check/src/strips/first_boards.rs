//! The shortest boards of a statement, played by the plain rules.
//!
//! The invariant argues about every length at once, by arrows. Before a statement
//! counts as proved, boards with the fewest columns are played as the rules of the
//! game say, so that a fault in the argument that makes a statement false is found.

use std::collections::HashSet;
use std::fmt;

use super::file::StripChecked;
use super::statement::{Read, StripGoal, StripShape, StripStatement, cell};
use crate::games::Watch;
use crate::hash::Mixed;

/// How the reason begins for which a statement is refused that the invariant had
/// accepted. Such an invariant has a hole.
pub const CONTRADICTED: &str = "the first boards contradict the statement";

/// Maximum number of cells of a board that is played.
const MOST_CELLS: usize = 25;
/// Maximum number of lengths, and of boards of a length.
const MOST_LENGTHS: usize = 6;
const MOST_BOARDS: usize = 1 << 10;
/// Maximum number of positions met in all plays, and in those of one board.
const MOST_POSITIONS: usize = 1 << 19;
const MOST_OF_ONE: usize = 1 << 13;

/// How far the first boards were played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardsPlayed {
    /// The least number of columns, and the greatest one that was looked at.
    pub first: usize,
    /// The greatest number of columns with a board that was played to its goal.
    pub last: Option<usize>,
    /// Number of boards that were played to their goal.
    pub boards: usize,
    /// Number of boards that were given up after too many positions.
    pub given_up: usize,
}

impl fmt::Display for BoardsPlayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(last) = self.last else {
            let Self { first, given_up, .. } = self;
            return match given_up {
                0 => write!(f, "first boards played: none, those with {first} columns are too large"),
                _ => write!(f, "first boards played: none, {given_up} with {first} columns given up"),
            };
        };
        let columns = if last == self.first { format!("{last}") } else { format!("{} to {last}", self.first) };
        write!(f, "first boards played by the rules: {} with {columns} columns", self.boards)?;
        if self.given_up > 0 {
            write!(f, ", {} given up", self.given_up)?;
        }
        Ok(())
    }
}

/// Plays the first boards. A watch that refuses ends it.
pub(super) fn play(statement: &StripStatement, watch: Option<&Watch>) -> StripChecked<BoardsPlayed> {
    let mut played = BoardsPlayed { first: statement.from, ..BoardsPlayed::default() };
    let mut positions = 0;
    for n in statement.from..statement.from + MOST_LENGTHS {
        let cells = statement.rows * (n + before(statement));
        if cells > MOST_CELLS {
            break;
        }
        for columns in boards(statement, n) {
            if positions >= MOST_POSITIONS {
                return Ok(played);
            }
            watch.map_or(Ok(()), |watch| watch())?;
            let read = columns.iter().fold(Read::NOTHING, |read, &letter| statement.next(read, letter));
            if !statement.requires(read) {
                continue;
            }
            let mut plays = Plays::new(statement, n);
            match plays.reach(&columns) {
                Some(true) => {
                    played.boards += 1;
                    played.last = Some(n);
                }
                Some(false) => return Err(format!("{CONTRADICTED}: n = {n}, {}", text(statement, &columns))),
                None => played.given_up += 1,
            }
            positions += plays.met.len();
        }
    }
    Ok(played)
}

fn before(statement: &StripStatement) -> usize {
    match statement.goal {
        StripGoal::Nice { before } => before,
        _ => 0,
    }
}

/// All boards with n columns if they are few; else some that are spread evenly.
fn boards(statement: &StripStatement, n: usize) -> impl Iterator<Item = Vec<usize>> {
    let letters = statement.letters();
    let all = letters.len().checked_pow(n as u32).unwrap_or(usize::MAX);
    let count = all.min(MOST_BOARDS);
    // A stride that shares no factor with a power of two meets all columns.
    let stride = if all > MOST_BOARDS { (all / MOST_BOARDS) | 1 } else { 1 };
    (0..count).map(move |i| {
        let mut code = i * stride;
        (0..n)
            .map(|_| {
                let letter = letters[code % letters.len()];
                code /= letters.len();
                letter
            })
            .collect()
    })
}

fn text(statement: &StripStatement, columns: &[usize]) -> String {
    let row =
        |row: usize| columns.iter().map(|&letter| if cell(letter, row) > 0 { 'x' } else { 'o' }).collect::<String>();
    (0..statement.rows).map(row).collect::<Vec<_>>().join("/")
}

/// A position: the cells with a stone, and those with an x, and the marks met.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stones {
    full: u32,
    x: u32,
    has_stepped: bool,
}

/// The plays of one board by the rules: a stone goes onto a neighbour of the other
/// colour.
struct Plays<'a> {
    statement: &'a StripStatement,
    columns: usize,
    met: HashSet<Stones, Mixed>,
    /// Of a block that is not nice yet: the stones that are left with a domino.
    extra: HashSet<(usize, bool)>,
}

impl<'a> Plays<'a> {
    fn new(statement: &'a StripStatement, n: usize) -> Plays<'a> {
        Plays { statement, columns: n + before(statement), met: HashSet::default(), extra: HashSet::new() }
    }

    /// Whether some play reaches the goal; none if that takes too many positions.
    fn reach(&mut self, columns: &[usize]) -> Option<bool> {
        let rows = self.statement.rows;
        let heights: Vec<usize> = match &self.statement.goal {
            StripGoal::Eat(heights) => heights.clone(),
            _ => vec![rows],
        };
        // Rows below the one that is eaten into take no part.
        for height in heights {
            let used = if matches!(self.statement.goal, StripGoal::Eat(_)) { height + 1 } else { rows };
            let (mut full, mut x) = (0, 0);
            for row in 0..used {
                for col in 0..self.columns {
                    full |= self.bit(row, col);
                    // The columns of a block are read from its far end, those of o come first.
                    let stone = match self.statement.goal {
                        StripGoal::Nice { before } if col < before => -1,
                        StripGoal::Nice { .. } => cell(columns[self.columns - 1 - col], row),
                        _ => cell(columns[col], row),
                    };
                    if stone > 0 {
                        x |= self.bit(row, col);
                    }
                }
            }
            self.met.clear();
            if self.search(Stones { full, x, has_stepped: false }, height)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn bit(&self, row: usize, col: usize) -> u32 {
        1 << (row * self.columns + col)
    }

    /// Depth first, without recursion.
    fn search(&mut self, start: Stones, height: usize) -> Option<bool> {
        let mut open = vec![start];
        while let Some(stones) = open.pop() {
            if !self.met.insert(stones) {
                continue;
            }
            if self.met.len() > MOST_OF_ONE {
                return None;
            }
            if self.is_goal(stones, height) {
                return Some(true);
            }
            self.moves(stones, height, &mut open);
        }
        Some(false)
    }

    fn moves(&self, stones: Stones, height: usize, open: &mut Vec<Stones>) {
        let (rows, cols) = (self.statement.rows, self.columns);
        let is_eaten = matches!(self.statement.goal, StripGoal::Eat(_));
        // What stands in the row that is eaten into stays there.
        for from in 0..if is_eaten { height } else { rows } * cols {
            let (row, col) = (from / cols, from % cols);
            let mut near = vec![(row + 1, col), (row, col + 1)];
            near.extend(row.checked_sub(1).map(|above| (above, col)));
            near.extend(col.checked_sub(1).map(|before| (row, before)));
            if self.statement.shape == StripShape::Ring {
                near[0].0 %= rows;
                if row == 0 {
                    near.push((rows - 1, col));
                }
            }
            for (to_row, to_col) in near.into_iter().filter(|&(row, col)| row < rows && col < cols) {
                let (own, other) = (self.bit(row, col), self.bit(to_row, to_col));
                let is_x = stones.x & own != 0;
                if stones.full & own == 0 || stones.full & other == 0 || is_x == (stones.x & other != 0) {
                    continue;
                }
                let is_step = is_x && row == 0 && to_row == 0;
                open.push(Stones {
                    full: stones.full & !own,
                    x: if is_x { stones.x & !own | other } else { stones.x & !other },
                    has_stepped: stones.has_stepped || self.statement.step && is_step,
                });
            }
        }
    }

    fn is_goal(&mut self, Stones { full, x, has_stepped }: Stones, height: usize) -> bool {
        if self.statement.step && !has_stepped {
            return false;
        }
        let cols = self.columns;
        match &self.statement.goal {
            StripGoal::Leave { .. } => self.statement.most(cols).is_some_and(|most| full.count_ones() as usize <= most),
            StripGoal::Eat(_) => {
                let upper = (1 << (height * cols)) - 1;
                let lower = ((1 << cols) - 1) << (height * cols);
                full & upper == 0 && x & lower != 0 && x & lower != full & lower
            }
            StripGoal::Nice { .. } => self.is_nice(full, x),
        }
    }

    /// Whether the stones left so far, in this position and in others, are those of
    /// a nice block.
    fn is_nice(&mut self, full: u32, x: u32) -> bool {
        let (rows, cols) = (self.statement.rows, self.columns);
        let first: Vec<usize> = (0..rows).filter(|&row| full & self.bit(row, 0) != 0).collect();
        if first.len() != full.count_ones() as usize {
            return false;
        }
        let is_x = |row: usize| x >> (row * cols) & 1 == 1;
        let is_domino = |upper: usize, lower: usize| upper + 1 == lower && is_x(upper) != is_x(lower);
        match first[..] {
            [a, b] => is_domino(a, b),
            [a, b, c, d] => is_domino(a, b) && is_domino(c, d),
            [a, b, c] => {
                let mut single = Vec::new();
                if is_domino(a, b) {
                    single.push(c);
                }
                if is_domino(b, c) {
                    single.push(a);
                }
                for row in single {
                    self.extra.insert((row, is_x(row)));
                    if self.extra.contains(&(row, !is_x(row))) {
                        return true;
                    }
                }
                false
            }
            _ => false,
        }
    }
}
