//! Expressions: sums of boards and values.

use super::sum_parser::read_expr_in;
use super::value_of_boards::ValueOfBoards;
use crate::cgt::Literal;
use crate::{Board, Budget, Graph, ParseError, Player, Position};

/// A sum of terms.
///
/// ```
/// use allsmall::Expr;
/// let expr: Expr = "xxo + 2*up - star".parse()?;
/// assert_eq!(expr.terms.iter().map(|term| term.times).collect::<Vec<_>>(), [1, 2, -1]);
/// assert_eq!(expr.to_string(), "xxo + 2*up - star");
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// The terms in the order they were written.
    pub terms: Vec<Term>,
}

/// One term of a sum: `times` copies of something, negated if `times < 0`.
///
/// ```
/// use allsmall::{Expr, Summand, Term};
/// let term = Term { times: 2, what: Summand::Board("xxo".parse()?) };
/// assert_eq!(Expr { terms: vec![term] }.to_string(), "2*xxo");
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The number of copies; negative for copies of the negative.
    pub times: i64,
    /// The board or value.
    pub what: Summand,
}

/// What a sum is made of.
///
/// ```
/// use allsmall::{Expr, Named, Summand};
/// let expr: Expr = "xo + *2".parse()?;
/// assert!(matches!(&expr.terms[0].what, Summand::Board(board) if board.stones() == 2));
/// assert_eq!(expr.terms[1].what, Summand::Value(Named::Nimber(2)));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Summand {
    /// A Clobber position.
    Board(Position),
    /// A value.
    Value(Named),
}

/// A value by its name.
///
/// ```
/// use allsmall::{Expr, Named, Summand};
/// let expr: Expr = "up".parse()?;
/// assert_eq!(expr.terms[0].what, Summand::Value(Named::Up));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Named {
    /// The nimber of this size; `*1` is star, `*0` is zero.
    Nimber(u32),
    /// The game up.
    Up,
    /// A value written in full, such as `{^|v}` or `^3*`.
    Literal(Literal),
    /// A value with boards in it, such as `cool(xoxo,1)`.
    OfBoards(Box<ValueOfBoards>),
}

/// Reads an expression.
///
/// ```
/// let e = allsmall::notation::read_expr("xxo + 2*up - star").unwrap();
/// assert_eq!(e.to_string(), "xxo + 2*up - star");
/// ```
///
/// # Errors
/// Where the text is wrong and what was expected there.
pub fn read_expr(text: &str) -> Result<Expr, ParseError> {
    read_expr_in(text, &Budget::new()).map_err(|error| error.into_fault(text))
}

impl Expr {
    /// The sum that is one board.
    #[must_use]
    pub fn board(position: Position) -> Expr {
        Expr { terms: vec![Term { times: 1, what: Summand::Board(position) }] }
    }

    /// The board, if the expression is just one board.
    #[must_use]
    pub fn as_board(&self) -> Option<&Position> {
        match &self.terms[..] {
            [Term { times: 1, what: Summand::Board(position) }] => Some(position),
            _ => None,
        }
    }

    /// The disjunctive sum as a single position, if every term is a board, `0`,
    /// star or a multiple of up (played as `xo` and `xxo`) and the whole has at
    /// most `max_cells` cells.
    #[must_use]
    pub fn as_union(&self, max_cells: usize) -> Option<Position> {
        let (mut cells, mut edges) = (Vec::new(), Vec::new());
        for term in &self.terms {
            let position = match &term.what {
                Summand::Board(position) => position.clone(),
                Summand::Value(name) => name.as_strips()?,
            };
            let copy = if term.times < 0 { position.negated() } else { position };
            let times = usize::try_from(term.times.unsigned_abs()).ok()?;
            if times.checked_mul(copy.cells().len())?.checked_add(cells.len())? > max_cells {
                return None;
            }
            for _ in 0..times {
                let base = cells.len();
                edges.extend(copy.board().edges().into_iter().map(|(a, b)| (a + base, b + base)));
                cells.extend_from_slice(copy.cells());
            }
        }
        Some(Position::new(Board::Graph(Graph::new(cells.len(), &edges)), cells))
    }
}

impl Named {
    /// The ups, negative for downs, and the nimber, if the value is a sum of them.
    pub(crate) fn ups_and_nimber(&self) -> Option<(i32, u32)> {
        match self {
            Named::Nimber(size) => Some((0, *size)),
            Named::Up => Some((1, 0)),
            Named::Literal(literal) => literal.ups_and_nimber(),
            Named::OfBoards(_) => None,
        }
    }

    /// Strips in a row with this value, if it is a sum of ups and stars.
    fn as_strips(&self) -> Option<Position> {
        let (ups, nimber) = self.ups_and_nimber().filter(|&(ups, nimber)| ups.abs() <= MAX_UPS && nimber <= 1)?;
        let (own, other) = if ups > 0 { ('x', 'o') } else { ('o', 'x') };
        let up = format!("{own}{own}{other}.").repeat(ups.unsigned_abs() as usize);
        let star = if nimber == 1 { "xo" } else { "." };
        let stone = |c| match c {
            'x' => Some(Player::Left),
            'o' => Some(Player::Right),
            _ => None,
        };
        let cells: Vec<_> = (up + star).chars().map(stone).collect();
        Some(Position::new(Board::Strip { cells: cells.len() }, cells))
    }
}

/// Maximum number of ups that are written as strips.
const MAX_UPS: i32 = 1 << 12;

impl std::str::FromStr for Expr {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Expr, ParseError> {
        read_expr(text)
    }
}

impl From<Position> for Expr {
    fn from(position: Position) -> Expr {
        Expr::board(position)
    }
}

impl std::fmt::Display for Expr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, term) in self.terms.iter().enumerate() {
            f.write_str(match (i, term.times < 0) {
                (0, false) => "",
                (0, true) => "- ",
                (_, false) => " + ",
                (_, true) => " - ",
            })?;
            let times = term.times.unsigned_abs();
            if times != 1 {
                write!(f, "{times}*")?;
            }
            match &term.what {
                // 2*0 could be 2 + *0 as well.
                Summand::Value(Named::Nimber(0)) if times != 1 => f.write_str("*0")?,
                Summand::Board(position) => write!(f, "{position}")?,
                Summand::Value(name) => write!(f, "{name}")?,
            }
        }
        Ok(())
    }
}

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Named::Nimber(0) => f.write_str("0"),
            Named::Nimber(1) => f.write_str("star"),
            Named::Nimber(size) => write!(f, "*{size}"),
            Named::Up => f.write_str("up"),
            Named::Literal(literal) => f.write_str(literal.text()),
            Named::OfBoards(value) => f.write_str(value.text()),
        }
    }
}
