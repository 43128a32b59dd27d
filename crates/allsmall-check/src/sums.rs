//! Disjunctive sums of parts and games in normal form, their moves, and the
//! rules that decide them without moves.
//!
//! Small parts are replaced by their values (rule 4), parts and games in a sum
//! with their negatives are dropped (rule 3), and games are added up as long as
//! that is cheap.

use std::collections::HashMap;

use crate::boards::{Boards, Part, Shape, other};
use crate::games::{FAR, Fault, Game, Games, ZERO};
use crate::hash::Mixed;

/// A board as it is written: `x` is Left, `o` is Right, `.` is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Where the cells lie.
    pub shape: Shape,
    /// The cells.
    pub cells: Vec<u8>,
}

/// Limits of what the checker values and adds up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of stones of strips that are replaced by their values.
    pub strip: usize,
    /// Maximum number of stones of other parts that are.
    pub other: usize,
    /// Games are added while their birthdays sum to at most this.
    pub merge: u32,
}

/// A sum in normal form: games by rank, then parts in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sum {
    /// The games, none of them zero.
    pub games: Vec<Game>,
    /// The parts.
    pub parts: Vec<Part>,
}

/// A move in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// In the game with this index, to this game.
    Game(usize, Game),
    /// In the part with this index, from a cell to a cell.
    Part(usize, usize, usize),
}

/// Maximum number of stones of a part that is valued, by recursion.
const VALUED: usize = 250;
/// Maximum number of entries of a cache, and of their cells; a full one is cleared.
pub(crate) const MEMO: usize = 1 << 21;
const MEMO_CELLS: usize = 1 << 26;
/// Maximum number of cells of a board that is split: each part of a graph has
/// as many cells as the graph, and parts of a grid may surround each other.
const CELLS_OF_GRAPH: usize = 1 << 12;
const CELLS_OF_GRID: usize = 1 << 16;

/// Boards, games and the values of parts.
pub struct Sums {
    /// The games.
    pub games: Games,
    /// The graphs.
    pub boards: Boards,
    pub(crate) limits: Limits,
    values: HashMap<Part, Game, Mixed>,
    /// Cells of the parts that have values.
    valued_cells: usize,
    pub(crate) weights: HashMap<Part, (i32, i32), Mixed>,
}

impl Sums {
    /// Creates an empty state.
    #[must_use]
    pub fn new(steps: u64) -> Sums {
        Sums {
            games: Games::new(steps),
            boards: Boards::default(),
            limits: Limits::default(),
            values: HashMap::default(),
            valued_cells: 0,
            weights: HashMap::default(),
        }
    }

    /// Sets the limits.
    ///
    /// # Errors
    /// If they are too large.
    pub fn set_limits(&mut self, limits: Limits) -> Result<(), Fault> {
        if limits.strip.max(limits.other) > VALUED {
            return Err(format!("parts of more than {VALUED} stones are not valued"));
        }
        self.limits = limits;
        Ok(())
    }

    /// The limits.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    fn is_valued(&self, part: &Part) -> bool {
        part.stones() <= if part.shape == Shape::Strip { self.limits.strip } else { self.limits.other }
    }

    /// The value of a part: the game of the values of its options (rule 4).
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn value(&mut self, part: &Part) -> Result<Game, Fault> {
        if let Some(&known) = self.values.get(part) {
            return Ok(known);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, colour) in sides.iter_mut().zip([b'x', b'o']) {
            let mut all = Vec::new();
            for mv in self.boards.moves(part.shape, &part.cells, colour) {
                self.games.spend(part.cells.len())?;
                let mut terms = Vec::new();
                for part in self.boards.after(part, mv) {
                    terms.push(self.value(&part)?);
                }
                all.push(terms);
            }
            for terms in self.games.undominated(all, colour == b'x') {
                let mut total = ZERO;
                for term in terms {
                    total = self.games.add(total, term)?;
                }
                side.push(total);
            }
        }
        let [lefts, rights] = sides;
        let value = self.games.make(lefts, rights)?;
        self.enter(part, value);
        Ok(value)
    }

    fn enter(&mut self, part: &Part, value: Game) {
        if self.values.len() > MEMO || self.valued_cells > MEMO_CELLS {
            self.values.clear();
            self.valued_cells = 0;
        }
        self.valued_cells += 2 * part.cells.len();
        self.values.insert(self.boards.negative(part), self.games.negative(value));
        self.values.insert(part.clone(), value);
    }

    /// The parts whose values are known, and these.
    pub fn known_values(&self) -> impl Iterator<Item = (&Part, Game)> {
        self.values.iter().map(|(part, &value)| (part, value))
    }

    /// Whether the value of a part is known.
    #[must_use]
    pub fn knows_value(&self, part: &Part) -> bool {
        self.values.contains_key(part)
    }

    /// Sets the value of a part without a check: for writers of proofs, which
    /// have computed it elsewhere. The checker never calls this.
    pub fn assume(&mut self, part: &Part, value: Game) {
        self.enter(part, value);
    }

    /// A sum in normal form.
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn sum(&mut self, mut games: Vec<Game>, mut long: Vec<Part>) -> Result<Sum, Fault> {
        self.games.spend(games.len() + long.iter().map(|part| part.cells.len()).sum::<usize>())?;
        let mut i = 0;
        while i < long.len() {
            if self.is_valued(&long[i]) {
                let part = long.remove(i);
                games.push(self.value(&part)?);
            } else {
                i += 1;
            }
        }
        long.sort_unstable();
        let mut i = 0;
        while i < long.len() {
            self.games.spend(long.len())?;
            match self.boards.opposite(&long[i], &long[i + 1..]) {
                Some(at) => {
                    long.remove(i + 1 + at);
                    long.remove(i);
                }
                None => i += 1,
            }
        }
        Ok(Sum { games: self.merge(games)?, parts: long })
    }

    /// Adds up games from the shortest on, and cancels opposites.
    fn merge(&mut self, mut games: Vec<Game>) -> Result<Vec<Game>, Fault> {
        games.sort_unstable_by_key(|&g| self.games.rank(g));
        let (mut done, mut total): (Vec<Game>, Game) = (Vec::new(), ZERO);
        for &g in &games {
            self.games.spend(done.len())?;
            if let Some(at) = done.iter().position(|&d| d == self.games.negative(g)) {
                done.remove(at);
            } else if total == ZERO
                || total == self.games.negative(g)
                || self.games.birthday(total) + self.games.birthday(g) <= self.limits.merge
            {
                total = self.games.add(total, g)?;
            } else {
                done.push(total);
                total = g;
            }
        }
        games.clear();
        games.extend(done.into_iter().chain([total]).filter(|&g| g != ZERO));
        games.sort_unstable_by_key(|&g| self.games.rank(g));
        Ok(games)
    }

    /// The negative of a sum.
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn negative(&mut self, sum: &Sum) -> Result<Sum, Fault> {
        let games = sum.games.iter().map(|&g| self.games.negative(g)).collect();
        let parts = sum.parts.iter().map(|part| self.boards.negative(part)).collect();
        self.sum(games, parts)
    }

    /// The sum of two.
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn plus(&mut self, a: &Sum, b: &Sum) -> Result<Sum, Fault> {
        let games = [&a.games[..], &b.games].concat();
        self.sum(games, [&a.parts[..], &b.parts].concat())
    }

    /// The moves of a player in a fixed order: games first, then parts, each
    /// by its options or by cells. Of equal summands the first is moved in.
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn moves(&mut self, sum: &Sum, left: bool) -> Result<Vec<Move>, Fault> {
        let mut all = Vec::new();
        for (i, &g) in sum.games.iter().enumerate() {
            if i == 0 || sum.games[i - 1] != g {
                all.extend(self.games.options(g, left).iter().map(|&option| Move::Game(i, option)));
            }
        }
        for (i, part) in sum.parts.iter().enumerate() {
            if i == 0 || sum.parts[i - 1] != *part {
                let moves = self.boards.moves(part.shape, &part.cells, if left { b'x' } else { b'o' });
                all.extend(moves.into_iter().map(|(from, to)| Move::Part(i, from, to)));
            }
        }
        self.games.spend(all.len())?;
        Ok(all)
    }

    /// The sum after a move.
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn after(&mut self, sum: &Sum, mv: Move) -> Result<Sum, Fault> {
        // A move leaves three parts more at most, each of which may become a game.
        let mut games = Vec::with_capacity(sum.games.len() + 4);
        games.extend_from_slice(&sum.games);
        let mut parts = Vec::with_capacity(sum.parts.len() + 3);
        match mv {
            Move::Game(i, option) => {
                games[i] = option;
                parts.extend_from_slice(&sum.parts);
            }
            Move::Part(i, from, to) => {
                parts.extend_from_slice(&sum.parts[..i]);
                parts.extend_from_slice(&sum.parts[i + 1..]);
                self.games.spend(sum.parts[i].cells.len())?;
                self.boards.for_each_after(&sum.parts[i], (from, to), |part| parts.push(part));
            }
        }
        self.sum(games, parts)
    }

    /// Whether Left, moving second or first, wins a sum by comparison of games
    /// (rule 5) or by weights and two ahead (rule 7).
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn is_plain(&mut self, sum: &Sum, second: bool) -> Result<bool, Fault> {
        if sum.parts.is_empty() && sum.games.len() <= 2 {
            let a = sum.games.first().copied().unwrap_or(ZERO);
            let b = sum.games.get(1).map_or(ZERO, |&g| self.games.negative(g));
            return if second { self.games.le(b, a) } else { Ok(!self.games.le(a, b)?) };
        }
        // With a game without a weight the sum has none.
        let mut low: i64 = 0;
        for &g in &sum.games {
            match self.games.weight(g).0 {
                weight if weight <= -FAR => return Ok(false),
                weight => low += i64::from(weight),
            }
        }
        for part in &sum.parts {
            low += i64::from(self.weight(part)?.0);
        }
        Ok(low >= if second { 2 } else { 1 })
    }

    /// A term of a sum: a board in rows, `@graph:cells`, or both negated.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn board(&mut self, text: &str, negated: bool) -> Result<Vec<Part>, Fault> {
        let board = self.cells(text)?;
        self.taken_apart(&board, negated)
    }

    /// The parts of a board, or of its negative.
    pub(crate) fn taken_apart(&self, Board { shape, cells }: &Board, negated: bool) -> Result<Vec<Part>, Fault> {
        let most = match shape {
            Shape::Strip => usize::MAX,
            Shape::Grid(_) => CELLS_OF_GRID,
            Shape::Graph(_) => CELLS_OF_GRAPH,
        };
        if cells.len() > most {
            return Err(format!("a board of more than {most} cells is not taken apart"));
        }
        let colour = |&cell: &u8| if negated { other(cell) } else { cell };
        let cells: Vec<u8> = cells.iter().map(colour).collect();
        Ok(self.boards.parts(*shape, &cells))
    }

    /// The cells of a board as they are written, and where they lie.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn cells(&mut self, text: &str) -> Result<Board, Fault> {
        let (shape, rows) = match text.strip_prefix('@') {
            Some(graph) => {
                let (number, cells) = graph.split_once(':').ok_or("expected @graph:cells")?;
                let number: u32 = number.parse().map_err(|_| "expected the number of a graph")?;
                let vertices = self.boards.vertices(number as usize).ok_or("there is no such graph")?;
                if cells.len() != vertices {
                    return Err(format!("the graph has {vertices} vertices, here are {} cells", cells.len()));
                }
                (Shape::Graph(number), cells.to_owned())
            }
            None => {
                let first = text.split('/').next().map_or(0, str::len);
                if text.split('/').any(|row| row.len() != first) {
                    return Err("the rows of a grid have one length".to_owned());
                }
                if first == 0 {
                    return Err("expected at least one cell in a row".to_owned());
                }
                let cols = u32::try_from(first).map_err(|_| "the row is too long")?;
                (if text.len() == first { Shape::Strip } else { Shape::Grid(cols) }, text.replace('/', ""))
            }
        };
        if let Some(wrong) = rows.chars().find(|c| !"xo.".contains(*c)) {
            return Err(format!("expected x, o or . and not {wrong:?}"));
        }
        self.games.spend(rows.len())?;
        Ok(Board { shape, cells: rows.into_bytes() })
    }

    /// A sum as a file writes it; games by `name`.
    #[must_use]
    pub fn text(&self, sum: &Sum, mut name: impl FnMut(Game) -> String) -> String {
        let mut terms: Vec<String> = sum.games.iter().map(|&g| name(g)).collect();
        terms.extend(sum.parts.iter().map(part_text));
        if terms.is_empty() { "0".to_owned() } else { terms.join("+") }
    }
}

/// A part as a file writes it.
#[must_use]
pub fn part_text(part: &Part) -> String {
    let text = |cells: &[u8]| String::from_utf8_lossy(cells).into_owned();
    match part.shape {
        Shape::Strip => text(&part.cells),
        Shape::Grid(cols) => part.cells.chunks(cols as usize).map(text).collect::<Vec<_>>().join("/"),
        Shape::Graph(graph) => format!("@{graph}:{}", text(&part.cells)),
    }
}
