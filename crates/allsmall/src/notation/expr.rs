//! The parser of expressions: sums of boards and named values.
//!
//! `xxo + oox - (xo)^3 + 2*up + star`: operators have a space on both sides;
//! without spaces `-` is an empty cell, but at the start of a term it is the
//! negative: `-xxo`, `-1/2`. A count before `*` repeats a term. Ambiguous text
//! is refused with a message that names both readings.

use super::board::read_board_in;
use super::dot::is_dot;
use super::fen::{open_spiel_rows, read_fen};
use super::{Unread, graph6};
use crate::base::MAX_CELLS;
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
    read_expr_within(text, MAX_CELLS)
}

/// Reads an expression whose boards, written once each, have at most
/// `max_cells` cells together.
///
/// # Errors
/// As [`read_expr`]; also when a board is larger.
pub fn read_expr_within(text: &str, max_cells: usize) -> Result<Expr, ParseError> {
    read_expr_in(text, &Budget::new().with_cells(max_cells)).map_err(|unread| unread.into_fault(text))
}

/// Reads an expression within a budget of time, memory and cells.
///
/// # Errors
/// As [`read_expr`]; also [`Stop`](crate::Stop) when the budget is exhausted.
pub fn read_expr_in(text: &str, budget: &Budget) -> Result<Expr, Unread> {
    // The edges of a DOT graph look like operators.
    if is_dot(text) {
        return read_board_in(text, budget).map(Expr::board);
    }
    // The fields of a FEN look like operators.
    if let Some(position) = read_fen(text, budget) {
        return position.map(Expr::board);
    }
    // The rows of an OpenSpiel state string begin with numbers.
    if open_spiel_rows(text).is_some() {
        return read_board_in(text, budget).map(Expr::board);
    }
    let mut terms = Vec::new();
    let mut from = text.len() - text.trim_start().len();
    let mut sign = 1;
    let (mut room, mut bytes) = (budget.clone(), 0);
    for (operator, unary) in [("- ", -1), ("+ ", 1)] {
        if text[from..].starts_with(operator) {
            sign = unary;
            from += operator.len();
        }
    }
    loop {
        let (to, next_sign) = term_end(text, from);
        let term = read_term(text, from, to, sign, &room).map_err(|error| match error {
            // The board would fit by itself, so the message is about the sum.
            Unread::Text(_) if room.cells() < budget.cells() => match read_term(text, from, to, sign, budget) {
                Ok(_) => too_long(text, from, budget.cells()).into(),
                Err(alone) => alone,
            },
            error => error,
        })?;
        if let Summand::Board(position) = &term.what {
            let cells = position.cells().len();
            let left = room.cells() - cells;
            room = room.with_cells(left);
            bytes += cells;
        }
        bytes += TERM;
        terms.push(term);
        budget.fits(bytes)?;
        budget.check()?;
        let Some(next) = next_sign else { return Ok(Expr { terms }) };
        sign = next;
        from = to + " + ".len();
    }
}

fn too_long(text: &str, at: usize, max_cells: usize) -> ParseError {
    let message = format!("the boards of this sum have more than {max_cells} cells together, the limit here");
    ParseError::new(text, at, message)
}
/// Bytes of a term, its board's record and its share of the list.
const TERM: usize = 3 * size_of::<Term>();

/// Where the term that begins at `from` ends, and the sign of the next one.
fn term_end(text: &str, from: usize) -> (usize, Option<i64>) {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            // Braces are letters of graph6.
            b'g' if bytes[at..].starts_with(b"graph6:") => at += "graph6".len() + graph6::length(&bytes[at + 7..]),
            b'{' | b'(' => depth += 1,
            b'}' | b')' => depth = depth.saturating_sub(1),
            b'+' | b'-' if depth == 0 && at > from && bytes[at - 1] == b' ' && bytes.get(at + 1) == Some(&b' ') => {
                return (at - 1, Some(if bytes[at] == b'+' { 1 } else { -1 }));
            }
            _ => {}
        }
        at += 1;
    }
    (text.len(), None)
}

fn read_term(text: &str, from: usize, to: usize, sign: i64, budget: &Budget) -> Result<Term, Unread> {
    let from = from + text[from..to].len() - text[from..to].trim_start().len();
    let to = from + text[from..to].trim_end().len();
    let body = &text[from..to];
    if body.is_empty() {
        return Err(ParseError::new(text, from, "expected a board such as xxo or a value such as 2*up").into());
    }
    let (sign, from) = read_sign(text, from, to, sign)?;
    let body = &text[from..to];
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let (times, rest) = match body[digits..].strip_prefix('*') {
        Some(rest) if digits > 0 && !rest.is_empty() => {
            if rest.starts_with(|c: char| c.is_ascii_digit()) && !is_counted(rest) {
                let (n, k) = (&body[..digits], rest);
                let message = format!("this can be read as {n} + *{k} or as {n} times {k}; write one of them");
                return Err(ParseError::new(text, from, message).into());
            }
            let count = body[..digits]
                .parse::<u32>()
                .map_err(|_| ParseError::new(text, from, "expected a count below 2^32"))?;
            (i64::from(count), rest)
        }
        _ => (1, body),
    };
    let at = to - rest.len();
    let (times, what) = match rest {
        "0" => (times, Summand::Value(Named::Nimber(0))),
        "star" | "*" => (times, Summand::Value(Named::Nimber(1))),
        "up" | "^" => (times, Summand::Value(Named::Up)),
        "down" | "v" => (-times, Summand::Value(Named::Up)),
        _ if at > from && is_counted(rest) => {
            return Err(ParseError::new(text, at, "expected one count only, as in 6*up").into());
        }
        _ => (times, read_summand(text, at, to, budget)?),
    };
    Ok(Term { times: sign * times, what })
}

/// Consumes a minus at the start of a term; returns the sign and where the rest
/// begins. A number keeps its minus: `-1^` is `-1 + ^`.
fn read_sign(text: &str, from: usize, to: usize, sign: i64) -> Result<(i64, usize), ParseError> {
    let body = &text[from..to];
    let Some(rest) = body.strip_prefix('-').or_else(|| body.strip_prefix('−')) else {
        let cells = body.len() - body.trim_start_matches(['.', '_', '·']).len();
        return single_spaces(text, from + cells, to).map(|()| (sign, from));
    };
    let after = to - rest.len();
    if rest.is_empty() {
        return Err(ParseError::new(text, from, "expected a board or a value behind the minus"));
    }
    let inner = rest.trim_start_matches([' ', '-', '−']);
    if inner.len() < rest.len() {
        let cells = ".".repeat(body.chars().count() - inner.chars().count());
        let message = format!("this can be read as two signs, -(-{inner}), or as empty cells, {cells}{inner}");
        return Err(ParseError::new(text, from, format!("{message}; write one of them")));
    }
    let number = rest.starts_with(|c: char| c.is_ascii_digit());
    let counted = rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('*');
    if number && !counted {
        return Ok((sign, from));
    }
    if !is_value(rest) && !rest.contains(':') && rest.contains('-') {
        let board = body.replace('-', ".");
        let message = format!("this can be read as the negative, - {rest}, or as the board {board}; write one of them");
        return Err(ParseError::new(text, from, message));
    }
    single_spaces(text, after, to).map(|()| (-sign, after))
}

/// Refuses a sign with a space on one side only: `xo -ox` is a difference or
/// a board with empty cells.
fn single_spaces(text: &str, from: usize, to: usize) -> Result<(), ParseError> {
    let body = &text[from..to];
    if is_value(body) || body.contains(':') {
        return Ok(());
    }
    let bytes = body.as_bytes();
    let lone = (0..bytes.len()).find(|&i| {
        let space = |j: Option<usize>| j.and_then(|j| bytes.get(j)) == Some(&b' ');
        bytes[i] == b'-' && space(i.checked_sub(1)) != space(Some(i + 1))
    });
    let Some(at) = lone else { return Ok(()) };
    let (left, right) = (body[..at].trim(), body[at + 1..].trim());
    let board = body.replace([' ', '-'], ".");
    let message =
        format!("this can be read as the difference {left} - {right} or as the board {board}; write one of them");
    Err(ParseError::new(text, from + at, message))
}

/// Whether a term is a value written in full and not a board.
fn is_value(body: &str) -> bool {
    const NAMES: [&str; 11] =
        ["Tiny(", "Miny(", "cool(", "freeze(", "heat(", "overheat(", "rcf(", "norton(", "ordinal(", "up", "down"];
    let first = |text: &str| {
        text.starts_with(['{', '^', 'v', '±', '↑', '⇑', '↓', '⇓', '⧾', '⧿', '*', '∗'])
            || text.starts_with("+-")
            || (text.starts_with("star") && !text.starts_with("star:"))
            || text.starts_with(|c: char| c.is_ascii_digit())
            || NAMES.iter().any(|name| text.starts_with(name))
    };
    let inside = body.trim_start_matches('(');
    first(body) || (inside.len() < body.len() && (first(inside) || inside.starts_with('-') && first(&inside[1..])))
}

/// Whether the text begins with a count, as in `6*up`.
fn is_counted(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < text.len() && rest.starts_with('*')
}

fn read_summand(text: &str, from: usize, to: usize, budget: &Budget) -> Result<Summand, Unread> {
    let body = &text[from..to];
    if let Some(size) = body.strip_prefix('*').filter(|size| size.bytes().all(|b| b.is_ascii_digit())) {
        let size =
            size.parse().map_err(|_| ParseError::new(text, from + 1, "expected the size of a nimber below 2^32"))?;
        return Ok(Summand::Value(Named::Nimber(size)));
    }
    if is_value(body) || body.strip_prefix('-').is_some_and(is_value) {
        return Ok(Summand::Value(Named::Literal(Literal::read(text, from..to)?)));
    }
    read_board_in(body, budget).map(Summand::Board).map_err(|unread| match unread {
        Unread::Text(error) => Unread::Text(error.shifted(text, text[..from].chars().count())),
        stop @ Unread::Stop(_) => stop,
    })
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
    /// star or up (played as `xo` and `xxo`) and the whole has at most
    /// `max_cells` cells.
    #[must_use]
    pub fn as_union(&self, max_cells: usize) -> Option<Position> {
        let (mut cells, mut edges) = (Vec::new(), Vec::new());
        for term in &self.terms {
            let position = match &term.what {
                Summand::Board(position) => position.clone(),
                Summand::Value(Named::Nimber(0)) => continue,
                Summand::Value(Named::Nimber(1)) => strip(&[Player::Left, Player::Right]),
                Summand::Value(Named::Up) => strip(&[Player::Left, Player::Left, Player::Right]),
                Summand::Value(_) => return None,
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

fn strip(stones: &[Player]) -> Position {
    Position::new(Board::Strip { cells: stones.len() }, stones.iter().copied().map(Some).collect())
}

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
        }
    }
}
