//! The parser of boards: `[family:]stones`.

use super::expr::Summand;
use super::sum_parser::{operator_place, read_expr_in};
use super::{cgsuite, dot, families, fen, graph6, rows};
use crate::ParseError;
use crate::base::random::SplitMix64;
use crate::board::GraphNotation;
use crate::{Board, Budget, Graph, NamedGraph, Player, Position, ReadError, Tree};

/// Reads a board in any form of the notation.
///
/// ```
/// let p = allsmall::notation::read_board("(xo)^2/oxox").unwrap();
/// assert_eq!(p.to_string(), "xoxo/oxox");
/// ```
///
/// # Errors
/// Where the text is wrong and what was expected there.
pub fn read_board(text: &str) -> Result<Position, ParseError> {
    read_board_in(text, &Budget::new()).map_err(|error| error.into_fault(text))
}

/// Reads a board within a budget of time, memory and cells.
///
/// # Errors
/// As [`read_board`]; also [`Stop`](crate::Stop) when the budget is exhausted.
pub fn read_board_in(text: &str, budget: &Budget) -> Result<Position, ReadError> {
    match sum_instead(text, budget) {
        Some(error) => Err(error.into()),
        None => read_board_alone(text, budget),
    }
}

/// Maximum length of a text that is looked at for a sum in place of a board.
const MAX_SUM: usize = 10_000;

/// The error of a text that is a sum and not one board; it says how the sum is
/// written as one board.
fn sum_instead(text: &str, budget: &Budget) -> Option<ParseError> {
    if text.len() > MAX_SUM {
        return None;
    }
    let at = operator_place(text)?;
    let expr = read_expr_in(text, budget).ok().filter(|expr| expr.as_board().is_none())?;
    let mut strips = Vec::new();
    for term in &expr.terms {
        let strip = match &term.what {
            Summand::Board(position) if matches!(position.board(), Board::Strip { .. }) => {
                if term.times < 0 {
                    position.negated().to_string()
                } else {
                    position.to_string()
                }
            }
            _ => {
                strips.clear();
                break;
            }
        };
        strips.extend((0..term.times.unsigned_abs().min(100)).map(|_| strip.clone()));
    }
    let joined = Some(strips.join(".")).filter(|joined| (1..=100).contains(&joined.len()));
    let how = joined.map_or_else(
        || "a sum of strips is one board with empty cells between them, as in xo.ox".to_owned(),
        |joined| format!("write {joined}, the same sum as one board"),
    );
    Some(ParseError::new(text, at, format!("this is a sum, but one board is wanted here; {how}")))
}

/// Reads a board that is not looked at for operators of a sum.
pub(super) fn read_board_alone(text: &str, budget: &Budget) -> Result<Position, ReadError> {
    let from = text.len() - text.trim_start().len();
    if dot::is_dot(text) {
        return dot::read_dot(text, budget);
    }
    if let Some(inside) = cgsuite::stones(text, from)? {
        let rows = read_board_alone(&text[inside.clone()], budget);
        return rows.map_err(|error| error.shifted(text, inside.start));
    }
    let Some(colon) = family_colon(text, from) else {
        if let Some(position) = fen::read_fen(text, budget) {
            return position;
        }
        if let Some(error) = families::name_alone(text, from) {
            return Err(error.into());
        }
        return match fen::open_spiel_rows(text) {
            Some(rows) => plain(&rows, 0, budget),
            None => plain(text, from, budget),
        };
    };
    let reader = BoardReader { text, budget, max_cells: budget.cells(), end: text.trim_end().len() };
    let rest = colon + 1;
    match &text[from..colon] {
        "strip" => plain(text, rest, budget),
        "checker" => reader.checker(rest),
        "random" => reader.random(rest),
        "cycle" => reader.cycle(rest),
        "tree" => reader.with_stones(rest, BoardReader::tree),
        "complete" => reader.with_stones(rest, BoardReader::complete),
        "kpartite" => reader.with_stones(rest, BoardReader::kpartite),
        "hamming" => reader.with_stones(rest, BoardReader::hamming),
        "cube" => reader.with_stones(rest, BoardReader::cube),
        "graph6" => reader.with_stones(rest, |r, from, to| {
            Ok(Board::Graph(graph6::read(r.text, from, to)?.in_notation(GraphNotation::Graph6)))
        }),
        "edges" => reader.edges(rest),
        "petersen" => reader.on_graph(Board::Named(NamedGraph::Petersen), rest),
        "path" => reader.with_stones(rest, BoardReader::path),
        "star" => reader.with_stones(rest, BoardReader::star),
        "wheel" => reader.with_stones(rest, BoardReader::wheel),
        "circulant" => reader.circulant(rest),
        "torus" => reader.with_stones(rest, BoardReader::torus),
        "king" => reader.with_stones(rest, BoardReader::king),
        other => Err(families::unknown(text, from, other).into()),
    }
}

impl std::str::FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Position, ParseError> {
        read_board(text)
    }
}

/// The colon behind a family name, if the text begins with one.
pub(super) fn family_colon(text: &str, from: usize) -> Option<usize> {
    let name = text[from..].bytes().take_while(u8::is_ascii_alphanumeric).count();
    (name > 0 && text.as_bytes().get(from + name) == Some(&b':')).then_some(from + name)
}

/// A strip or a grid, by its rows.
fn plain(text: &str, from: usize, budget: &Budget) -> Result<Position, ReadError> {
    let stones = rows::read(text, from, budget)?;
    let (rows, cols) = stones.shape(text, from)?;
    let board = if rows == 1 { Board::Strip { cells: cols } } else { Board::Grid { rows, cols } };
    Ok(Position::new(board, stones.cells))
}

struct BoardReader<'a> {
    text: &'a str,
    budget: &'a Budget,
    max_cells: usize,
    end: usize,
}

impl BoardReader<'_> {
    fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, ReadError> {
        Err(ParseError::new(self.text, at, message).into())
    }

    /// One row of `count` stones.
    fn filled(&self, count: usize, mut stone: impl FnMut(usize) -> Player) -> Result<Vec<Option<Player>>, ReadError> {
        self.budget.fits(count)?;
        let mut cells = Vec::with_capacity(count);
        let mut ticker = self.budget.ticker();
        while cells.len() < count {
            let from = cells.len();
            let to = count.min(from + 4096);
            cells.extend((from..to).map(|v| Some(stone(v))));
            ticker.step(to - from)?;
        }
        Ok(cells)
    }

    /// The number at `text[from..to]`.
    fn number(&self, from: usize, to: usize, what: &str) -> Result<usize, ReadError> {
        match self.text[from..to].parse() {
            Ok(number) if self.text.as_bytes()[from].is_ascii_digit() => Ok(number),
            _ => self.error(from, format!("expected {what}, a number")),
        }
    }

    /// The numbers between commas at `text[from..to]`, with their places.
    fn numbers(&self, from: usize, to: usize, what: &str) -> Result<Vec<(usize, usize)>, ReadError> {
        let mut found = Vec::new();
        if from == to {
            return Ok(found);
        }
        let mut at = from;
        for item in self.text[from..to].split(',') {
            found.push((self.number(at, at + item.len(), what)?, at));
            at += item.len() + 1;
        }
        Ok(found)
    }

    /// `5` or `5x6` at `text[from..to]`: rows and columns.
    fn size(&self, from: usize, to: usize) -> Result<Board, ReadError> {
        let (rows, cols) = match self.text[from..to].find('x') {
            Some(x) => (
                self.number(from, from + x, "a number of rows")?,
                self.number(from + x + 1, to, "a number of columns")?,
            ),
            None => (1, self.number(from, to, "a size such as 12 or 5x6")?),
        };
        if rows == 0 || cols == 0 {
            return self.error(from, "a board has at least one row and one column");
        }
        if rows.checked_mul(cols).is_none_or(|cells| cells > self.max_cells) {
            return self.error(from, format!("the board has more than {} cells, the limit here", self.max_cells));
        }
        Ok(if rows == 1 { Board::Strip { cells: cols } } else { Board::Grid { rows, cols } })
    }

    fn checker(&self, from: usize) -> Result<Position, ReadError> {
        let board = self.size(from, self.end)?;
        let cols = if let Board::Grid { cols, .. } = board { cols } else { board.vertices() };
        let stone = |v: usize| if (v / cols + v % cols).is_multiple_of(2) { Player::Left } else { Player::Right };
        let cells = self.filled(board.vertices(), stone)?;
        Ok(Position::new(board, cells))
    }

    fn random(&self, from: usize) -> Result<Position, ReadError> {
        let Some(colon) = self.text[from..self.end].find(':').map(|i| from + i) else {
            return self.error(self.end, "expected : and a seed, as in random:50:7");
        };
        let board = self.size(from, colon)?;
        let Ok(seed) = self.text[colon + 1..self.end].parse::<u64>() else {
            return self.error(colon + 1, "expected a seed, a number from 0 to 2^64-1");
        };
        let mut generator = SplitMix64::new(seed);
        let cells = self.filled(board.vertices(), |_| generator.stone())?;
        Ok(Position::new(board, cells))
    }

    fn cycle(&self, from: usize) -> Result<Position, ReadError> {
        let stones = self.stones(from)?;
        if stones.len() < 3 {
            return self.error(from, format!("a cycle has at least 3 cells, this one {}", stones.len()));
        }
        Ok(Position::new(Board::Cycle { cells: stones.len() }, stones))
    }

    /// One row of stones from `from` to the end; it may be empty.
    fn stones(&self, from: usize) -> Result<Vec<Option<Player>>, ReadError> {
        let stones = rows::read(self.text, from, self.budget)?;
        if !stones.cells.is_empty() && stones.shape(self.text, from)?.0 > 1 {
            return self.error(from, "the stones of a graph are one row, in the order of its vertices");
        }
        Ok(stones.cells)
    }

    /// `graph:stones`: reads the graph, then a stone for each vertex.
    fn with_stones(
        &self,
        from: usize,
        graph: impl FnOnce(&Self, usize, usize) -> Result<Board, ReadError>,
    ) -> Result<Position, ReadError> {
        let Some(colon) = self.text[from..self.end].find(':').map(|i| from + i) else {
            return self.error(self.end, "expected : and the stones, in the order of the vertices");
        };
        self.on_graph(graph(self, from, colon)?, colon + 1)
    }

    /// The stones from `from` on, one for each vertex of the graph.
    fn on_graph(&self, board: Board, from: usize) -> Result<Position, ReadError> {
        let stones = self.stones(from)?;
        if board.vertices() != stones.len() {
            let message = format!("the graph has {} vertices, but there are {} stones", board.vertices(), stones.len());
            return self.error(from, message);
        }
        Ok(Position::new(board, stones))
    }

    /// A number of vertices at `text[from..to]`, from `least` on.
    fn vertices(&self, from: usize, to: usize, least: usize) -> Result<usize, ReadError> {
        match self.number(from, to, "a number of vertices")? {
            few if few < least => self.error(from, format!("expected at least {least} vertices, not {few}")),
            many if many > self.max_cells => {
                self.error(from, format!("the graph has more than {} vertices, the limit here", self.max_cells))
            }
            vertices => Ok(vertices),
        }
    }

    /// A path is a strip.
    fn path(&self, from: usize, to: usize) -> Result<Board, ReadError> {
        Ok(Board::Strip { cells: self.vertices(from, to, 1)? })
    }

    fn star(&self, from: usize, to: usize) -> Result<Board, ReadError> {
        Ok(Board::Named(NamedGraph::Star { vertices: self.vertices(from, to, 1)? }))
    }

    fn wheel(&self, from: usize, to: usize) -> Result<Board, ReadError> {
        Ok(Board::Named(NamedGraph::Wheel { vertices: self.vertices(from, to, 4)? }))
    }

    /// `7:1,2:stones`: the number of vertices, the lengths of the chords.
    fn circulant(&self, from: usize) -> Result<Position, ReadError> {
        let expected = "expected : and the lengths of the chords, as in circulant:7:1,2:xoxoxox";
        let Some(colon) = self.text[from..self.end].find(':').map(|i| from + i) else {
            return self.error(self.end, expected);
        };
        let vertices = self.vertices(from, colon, 1)?;
        self.with_stones(colon + 1, |reader, from, to| {
            let mut jumps = Vec::new();
            for (jump, at) in reader.numbers(from, to, "the length of a chord")? {
                if jump == 0 || jump > vertices / 2 {
                    let message = format!("expected the length of a chord, from 1 to {}", vertices / 2);
                    return reader.error(at, message);
                }
                jumps.push(jump);
            }
            jumps.sort_unstable();
            jumps.dedup();
            Ok(Board::Named(NamedGraph::Circulant { vertices, jumps }))
        })
    }

    fn torus(&self, from: usize, to: usize) -> Result<Board, ReadError> {
        match self.rows_and_cols(from, to)? {
            (rows @ 3.., cols @ 3..) => Ok(Board::Named(NamedGraph::Torus { rows, cols })),
            _ => self.error(from, "a torus has at least three rows and three columns"),
        }
    }

    fn king(&self, from: usize, to: usize) -> Result<Board, ReadError> {
        let (rows, cols) = self.rows_and_cols(from, to)?;
        Ok(Board::Named(NamedGraph::King { rows, cols }))
    }

    /// `5x6` at `text[from..to]`, within the limit of cells.
    fn rows_and_cols(&self, from: usize, to: usize) -> Result<(usize, usize), ReadError> {
        if !self.text[from..to].contains('x') {
            return self.error(from, "expected rows and columns, as in 5x6");
        }
        Ok(match self.size(from, to)? {
            Board::Grid { rows, cols } => (rows, cols),
            board => (1, board.vertices()),
        })
    }

    fn tree(&self, from: usize, to: usize) -> Result<Board, ReadError> {
        let parents = self.numbers(from, to, "the parent of a vertex")?;
        for (i, &(parent, at)) in parents.iter().enumerate() {
            if parent > i {
                let message =
                    format!("vertex {} has parent {parent}; expected a vertex that comes before it, 0 to {i}", i + 1);
                return self.error(at, message);
            }
        }
        Ok(Board::Tree(Tree::new(parents.into_iter().map(|(p, _)| p).collect())))
    }

    fn complete(&self, from: usize, to: usize) -> Result<Board, ReadError> {
        let n = self.number(from, to, "a number of vertices")?;
        self.product(from, vec![n])
    }

    fn cube(&self, from: usize, to: usize) -> Result<Board, ReadError> {
        match self.number(from, to, "a dimension")? {
            dimension @ 0..=31 => self.product(from, vec![2; dimension]),
            _ => self.error(from, "expected a dimension of at most 31"),
        }
    }

    fn hamming(&self, from: usize, to: usize) -> Result<Board, ReadError> {
        let sides = self.positive(from, to, "the size of a factor")?;
        self.product(from, sides)
    }

    fn product(&self, from: usize, sides: Vec<usize>) -> Result<Board, ReadError> {
        let vertices = sides.iter().try_fold(1usize, |product, &side| product.checked_mul(side));
        match vertices {
            Some(0) => self.error(from, "a graph has at least one vertex"),
            Some(vertices) if vertices <= self.max_cells => Ok(Board::Hamming { sides }),
            _ => self.error(from, format!("the graph has more than {} vertices, the limit here", self.max_cells)),
        }
    }

    fn kpartite(&self, from: usize, to: usize) -> Result<Board, ReadError> {
        let parts = self.positive(from, to, "the size of a part")?;
        let vertices = parts.iter().try_fold(0usize, |sum, &part| sum.checked_add(part));
        if vertices.is_none_or(|vertices| vertices > self.max_cells) {
            return self.error(from, format!("the graph has more than {} vertices, the limit here", self.max_cells));
        }
        Ok(Board::Multipartite { parts })
    }

    /// Numbers between commas, none of them 0, at least one.
    fn positive(&self, from: usize, to: usize, what: &str) -> Result<Vec<usize>, ReadError> {
        let numbers = self.numbers(from, to, what)?;
        if numbers.is_empty() {
            return self.error(from, format!("expected {what}, a number"));
        }
        if let Some(&(_, at)) = numbers.iter().find(|&&(n, _)| n == 0) {
            return self.error(at, format!("expected {what}, at least 1"));
        }
        Ok(numbers.into_iter().map(|(n, _)| n).collect())
    }

    /// `0-1,1-2:stones`; the number of stones is the number of vertices.
    fn edges(&self, from: usize) -> Result<Position, ReadError> {
        let Some(colon) = self.text[from..self.end].find(':').map(|i| from + i) else {
            return self.error(self.end, "expected : and the stones, in the order of the vertices");
        };
        let stones = self.stones(colon + 1)?;
        let mut edges = Vec::new();
        let mut at = from;
        for item in self.text[from..colon].split(',').filter(|_| from < colon) {
            let Some(dash) = item.find('-').map(|i| at + i) else {
                return self.error(at, "expected an edge such as 0-1");
            };
            let a = self.number(at, dash, "a vertex")?;
            let b = self.number(dash + 1, at + item.len(), "a vertex")?;
            for (v, place) in [(a, at), (b, dash + 1)] {
                if v >= stones.len() {
                    let message = format!(
                        "vertex {v} has no stone: {} stones are given, for vertices 0 to {}",
                        stones.len(),
                        stones.len().saturating_sub(1)
                    );
                    return self.error(place, message);
                }
            }
            if a == b {
                return self.error(at, "an edge joins two different vertices");
            }
            edges.push((a, b));
            at += item.len() + 1;
        }
        if stones.is_empty() {
            return self.error(colon + 1, "expected the stones, in the order of the vertices");
        }
        Ok(Position::new(Board::Graph(Graph::new(stones.len(), &edges)), stones))
    }
}
