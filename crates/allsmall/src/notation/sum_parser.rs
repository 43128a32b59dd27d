//! The parser of expressions: sums of boards and named values.
//!
//! ```text
//! sum  = term { ("+" | " - ") term }
//! term = ["-"] [count ("*" | ".")] (board | value | "(" sum ")")
//! ```
//!
//! `xxo + oox - (xo)^3 + 2*up`: a minus between two terms has a space on both
//! sides; without spaces it is an empty cell, but at the start of a term it is the
//! negative: `-xxo`, `-1/2`. A sum in brackets is multiplied out. Ambiguous text
//! is refused with a message that names both readings.

use super::board::read_board_alone;
use super::dot::is_dot;
use super::expr::{Expr, Named, Summand, Term};
use super::fen::{open_spiel_rows, read_fen};
use super::graph6;
use super::value_of_boards::ValueOfBoards;
use crate::cgt::Literal;
use crate::{Budget, ParseError, ReadError};

/// Reads an expression within a budget of time, memory and cells.
///
/// # Errors
/// As [`read_expr`](super::read_expr); also [`Stop`](crate::Stop) when the budget is
/// exhausted.
pub fn read_expr_in(text: &str, budget: &Budget) -> Result<Expr, ReadError> {
    // The edges of a DOT graph look like operators.
    if is_dot(text) {
        return read_board_alone(text, budget).map(Expr::board);
    }
    // The fields of a FEN look like operators.
    if let Some(position) = read_fen(text, budget) {
        return position.map(Expr::board);
    }
    // The rows of an OpenSpiel state string begin with numbers.
    if open_spiel_rows(text).is_some() {
        return read_board_alone(text, budget).map(Expr::board);
    }
    let mut parser = SumParser { text, budget, room: budget.clone(), bytes: 0, terms: Vec::new() };
    parser.sum(0, text.len(), 1, 0)?;
    Ok(Expr { terms: parser.terms })
}

/// Maximum depth of brackets around sums.
const MAX_DEPTH: usize = 64;

/// Bytes of a term, its board's record and its share of the list.
const TERM: usize = 3 * size_of::<Term>();

/// Terms read so far, and what is left of the budget.
struct SumParser<'a> {
    text: &'a str,
    budget: &'a Budget,
    /// The budget with the cells that are left.
    room: Budget,
    bytes: usize,
    terms: Vec<Term>,
}

/// A term without its sign and its count.
struct TermBody {
    times: i64,
    from: usize,
    to: usize,
}

impl SumParser<'_> {
    /// Reads the sum at `text[from..to]` and appends its terms, `factor` times each.
    fn sum(&mut self, mut from: usize, to: usize, factor: i64, depth: usize) -> Result<(), ReadError> {
        from += self.text[from..to].len() - self.text[from..to].trim_start().len();
        let mut sign = 1;
        for (operator, unary) in [("- ", -1), ("+ ", 1)] {
            if self.text[from..to].starts_with(operator) {
                sign = unary;
                from += operator.len();
            }
        }
        loop {
            let (end, next) = term_end(self.text, from, to);
            self.term(from, end, sign * factor, depth)?;
            let Some(Operator { at, sign: next_sign }) = next else { return Ok(()) };
            let rest = &self.text[at + 1..to];
            (from, sign) = (to - rest.trim_start().len(), next_sign);
        }
    }

    fn term(&mut self, from: usize, to: usize, factor: i64, depth: usize) -> Result<(), ReadError> {
        let TermBody { times, from, to } = read_head(self.text, from, to, factor)?;
        if is_bracketed(&self.text[from..to]) && depth < MAX_DEPTH {
            return self.sum(from + 1, to - 1, times, depth + 1);
        }
        let text = self.text;
        let term = read_term(text, from, to, times, &self.room).map_err(|error| match error {
            // The board would fit by itself, so the message is about the sum.
            ReadError::Text(_) if self.room.cells() < self.budget.cells() => {
                match read_term(text, from, to, times, self.budget) {
                    Ok(_) => too_long(text, from, self.budget.cells()).into(),
                    Err(alone) => alone,
                }
            }
            error => error,
        })?;
        let cells = match &term.what {
            Summand::Board(position) => position.cells().len(),
            Summand::Value(Named::OfBoards(value)) => value.boards().iter().map(|board| board.cells().len()).sum(),
            Summand::Value(_) => 0,
        };
        let left = self.room.cells().saturating_sub(cells);
        self.room = self.room.clone().with_cells(left);
        self.bytes += cells + TERM;
        self.terms.push(term);
        self.budget.fits(self.bytes)?;
        Ok(self.budget.check()?)
    }
}

fn too_long(text: &str, at: usize, max_cells: usize) -> ParseError {
    let message = format!("the boards of this sum have more than {max_cells} cells together, the limit here");
    ParseError::new(text, at, message)
}

/// Where the operator between two terms of a text is; none if it has one term.
pub(super) fn operator_place(text: &str) -> Option<usize> {
    let from = text.len() - text.trim_start().len();
    term_end(text, from, text.len()).1.map(|operator| operator.at)
}

/// The place of an operator, and the sign of the term behind it.
struct Operator {
    at: usize,
    sign: i64,
}

/// Where the term that begins at `from` ends, and the operator behind it.
fn term_end(text: &str, from: usize, to: usize) -> (usize, Option<Operator>) {
    let bytes = &text.as_bytes()[..to];
    let mut depth = 0usize;
    let mut at = from;
    while at < to {
        match bytes[at] {
            // Braces are letters of graph6.
            b'g' if bytes[at..].starts_with(b"graph6:") => at += "graph6".len() + graph6::length(&bytes[at + 7..]),
            b'{' | b'(' => depth += 1,
            b'}' | b')' => depth = depth.saturating_sub(1),
            // `+-` is a spelling of ±.
            b'+' if depth == 0 && at > from && bytes.get(at + 1) != Some(&b'-') => {
                return (at, Some(Operator { at, sign: 1 }));
            }
            b'-' if depth == 0 && at > from && bytes[at - 1] == b' ' && bytes.get(at + 1) == Some(&b' ') => {
                return (at, Some(Operator { at, sign: -1 }));
            }
            _ => {}
        }
        at += 1;
    }
    (to, None)
}

/// Returns whether the first bracket of a text closes at its end.
fn is_bracketed(body: &str) -> bool {
    if !body.starts_with('(') || !body.ends_with(')') {
        return false;
    }
    let mut depth = 0usize;
    let close = body.bytes().position(|byte| {
        depth += usize::from(byte == b'(');
        depth -= usize::from(byte == b')');
        depth == 0
    });
    close == Some(body.len() - 1)
}

/// Reads the sign and the count of a term; returns the number of copies and where the
/// rest is.
fn read_head(text: &str, from: usize, to: usize, sign: i64) -> Result<TermBody, ParseError> {
    let from = from + text[from..to].len() - text[from..to].trim_start().len();
    let to = from + text[from..to].trim_end().len();
    if from == to {
        return Err(ParseError::new(text, from, "expected a board such as xxo or a value such as 2*up"));
    }
    let (sign, from) = read_sign(text, from, to, sign)?;
    let body = &text[from..to];
    let Some((digits, rest)) = split_count(body) else { return Ok(TermBody { times: sign, from, to }) };
    let at = to - rest.len();
    if rest.starts_with(|c: char| c.is_ascii_digit()) && split_count(rest).is_none() {
        let message = format!("this can be read as {digits} + *{rest} or as {digits} times {rest}; write one of them");
        return Err(ParseError::new(text, from, message));
    }
    let count = digits.parse::<u32>().map_err(|_| ParseError::new(text, from, "expected a count below 2^32"))?;
    if split_count(rest).is_some() {
        return Err(ParseError::new(text, at, "expected one count only, as in 6*up"));
    }
    let times = sign.checked_mul(i64::from(count));
    let times = times.ok_or_else(|| ParseError::new(text, from, "expected fewer copies, less than 2^63 in all"))?;
    Ok(TermBody { times, from: at, to })
}

/// Splits `6*up` or `6.up` into the count and the rest. A dot before a digit does not
/// end a count.
fn split_count(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (count, rest) = text.split_at(digits);
    let rest = match rest.strip_prefix('*') {
        Some(rest) => rest,
        None => rest.strip_prefix('.').filter(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))?,
    };
    (digits > 0 && !rest.is_empty()).then_some((count, rest))
}

fn read_term(text: &str, from: usize, to: usize, times: i64, budget: &Budget) -> Result<Term, ReadError> {
    let what = match &text[from..to] {
        "0" => Summand::Value(Named::Nimber(0)),
        "star" => Summand::Value(Named::Nimber(1)),
        "up" => Summand::Value(Named::Up),
        _ => read_summand(text, from, to, budget)?,
    };
    Ok(Term { times, what })
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
    if number && split_count(rest).is_none() {
        return Ok((sign, from));
    }
    if !is_set_apart(rest) && rest.contains('-') {
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
    if is_set_apart(body) {
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

/// Returns whether a minus in this text cannot be mistaken for an empty cell of a row
/// at the top level: it is a value, a family, in quotes or in brackets.
fn is_set_apart(body: &str) -> bool {
    let behind_count = split_count(body).map_or(body, |(_, rest)| rest);
    is_value(body) || body.contains([':', '"']) || is_bracketed(behind_count)
}

/// Whether a term is a value written in full and not a board.
fn is_value(body: &str) -> bool {
    const NAMES: [&str; 11] =
        ["Tiny(", "Miny(", "cool(", "freeze(", "heat(", "overheat(", "rcf(", "norton(", "ordinal(", "up", "down"];
    let first = |text: &str| {
        text.starts_with(['{', '^', 'v', '±', '↑', '⇑', '↓', '⇓', '⧾', '⧿', '*', '∗', '\\'])
            || text.starts_with("+-")
            || text.starts_with("star") && !text.starts_with("star:")
            || text.starts_with(|c: char| c.is_ascii_digit())
            || NAMES.iter().any(|name| text.starts_with(name))
    };
    let inside = body.trim_start_matches('(');
    first(body) || (inside.len() < body.len() && (first(inside) || inside.starts_with('-') && first(&inside[1..])))
}

fn read_summand(text: &str, from: usize, to: usize, budget: &Budget) -> Result<Summand, ReadError> {
    let body = &text[from..to];
    if let Some(size) =
        body.strip_prefix('*').filter(|size| !size.is_empty() && size.bytes().all(|b| b.is_ascii_digit()))
    {
        let size =
            size.parse().map_err(|_| ParseError::new(text, from + 1, "expected the size of a nimber below 2^32"))?;
        return Ok(Summand::Value(Named::Nimber(size)));
    }
    if is_value(body) || body.strip_prefix('-').is_some_and(is_value) {
        let value = match Literal::read(text, from..to) {
            Ok(literal) => Named::Literal(literal),
            Err(error) => match ValueOfBoards::read(text, from..to, budget)? {
                Some(value) => Named::OfBoards(Box::new(value)),
                None => return Err(error.into()),
            },
        };
        return Ok(Summand::Value(value));
    }
    read_board_alone(body, budget).map(Summand::Board).map_err(|error| error.shifted(text, from))
}
