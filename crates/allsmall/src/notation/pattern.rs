//! Expressions with the number n: `(xo)^n`, `checker:2xn`, `n*up - (xo)^(2n+1)`.
//!
//! ```text
//! (xo)^n      n behind ^ is the number, whatever follows
//! 2xn, nxn    so is n in a word of digits, x and n
//! 2n          twice n
//! (2n+1)      a pair of brackets around a calculation is its result
//! random:     every other n is a letter; so are all letters of a graph6 text
//! ```

use std::ops::RangeInclusive;

use crate::ParseError;

/// An expression with the number n in it.
///
/// ```
/// use allsmall::notation::ExprPattern;
/// let pattern = ExprPattern::read("random:nx3:7 + n*up").unwrap();
/// assert_eq!(pattern.at(4).unwrap(), "random:4x3:7 + 4*up");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExprPattern {
    text: String,
    pieces: Vec<PatternPiece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum PatternPiece {
    /// Text that stays as it is.
    Fixed(String),
    /// A sum of products, and its place in the text.
    Number(Vec<NumberTerm>, usize),
}

/// A factor times a power of n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NumberTerm {
    factor: i64,
    power: u32,
}

impl ExprPattern {
    /// Reads an expression in which n occurs as a number.
    ///
    /// # Errors
    /// If it does not, or a calculation in brackets is wrong.
    pub fn read(text: &str) -> Result<ExprPattern, ParseError> {
        let mut reader = PatternReader { text, at: 0, fixed: String::new(), pieces: Vec::new() };
        reader.all()?;
        let pieces = reader.pieces;
        if pieces.iter().all(|piece| matches!(piece, PatternPiece::Fixed(_))) {
            return Err(ParseError::new(text, text.len(), "there is no n; expected an expression such as (xo)^n"));
        }
        Ok(ExprPattern { text: text.to_owned(), pieces })
    }

    /// The expression for one n.
    ///
    /// # Errors
    /// If a number in it is too large.
    pub fn at(&self, n: u64) -> Result<String, ParseError> {
        let mut out = String::new();
        for piece in &self.pieces {
            match piece {
                PatternPiece::Fixed(text) => out += text,
                PatternPiece::Number(terms, at) => {
                    let value = sum_of(terms, n).ok_or_else(|| {
                        ParseError::new(&self.text, *at, format!("this number is too large for n = {n}"))
                    })?;
                    out += &value.to_string();
                }
            }
        }
        Ok(out)
    }
}

fn sum_of(terms: &[NumberTerm], n: u64) -> Option<i64> {
    let n = i64::try_from(n).ok()?;
    terms.iter().try_fold(0i64, |sum, term| sum.checked_add(n.checked_pow(term.power)?.checked_mul(term.factor)?))
}

/// Reads a range of numbers: `1..20`, both ends included, or one number.
///
/// ```
/// assert_eq!(allsmall::notation::read_numbers("1..20"), Ok(1..=20));
/// ```
///
/// # Errors
/// What was expected.
pub fn read_numbers(text: &str) -> Result<RangeInclusive<u64>, String> {
    let expected = || "expected a range of numbers such as 1..20".to_owned();
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let last = last.strip_prefix('=').unwrap_or(last);
    let number = |digits: &str| digits.trim().parse::<u64>().map_err(|_| expected());
    let (first, last) = (number(first)?, number(last)?);
    if first > last {
        return Err(format!("{first} comes after {last}; expected the lesser number first"));
    }
    Ok(first..=last)
}

struct PatternReader<'a> {
    text: &'a str,
    at: usize,
    fixed: String,
    pieces: Vec<PatternPiece>,
}

impl PatternReader<'_> {
    fn all(&mut self) -> Result<(), ParseError> {
        while let Some(c) = self.text[self.at..].chars().next() {
            let before = self.text[..self.at].chars().next_back();
            let starts_word = !before.is_some_and(|c| c.is_ascii_alphanumeric());
            if starts_word && let Some(length) = graph_length(&self.text[self.at..]) {
                self.keep(length);
            } else if c == '('
                && let Some(length) = calculation_length(&self.text[self.at + 1..])
            {
                // The brackets of a function stay.
                let call = before.is_some_and(|c| c.is_ascii_alphabetic());
                let from = self.at + 1;
                self.at += 1;
                if call {
                    self.fixed.push('(');
                }
                let terms = calculation(self.text, from, from + length)?;
                self.number(terms, from);
                self.at = from + length + 1;
                if call {
                    self.fixed.push(')');
                }
            } else if c == 'n' || c.is_ascii_digit() {
                self.digits_or_n()?;
            } else {
                self.keep(c.len_utf8());
            }
        }
        self.flush();
        Ok(())
    }

    /// Digits, with an n behind them or not; or an n.
    fn digits_or_n(&mut self) -> Result<(), ParseError> {
        let rest = &self.text[self.at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if rest.as_bytes().get(digits) != Some(&b'n') || !self.is_number(self.at + digits) {
            self.keep(digits.max(1));
            return Ok(());
        }
        let from = self.at;
        self.at += digits + 1;
        if self.text[self.at..].starts_with(|c: char| c.is_ascii_digit()) {
            let message = "a digit behind n could be read in two ways; expected brackets, as in (n+1) or (2*n)";
            return Err(ParseError::new(self.text, self.at, message));
        }
        let factor = if digits == 0 { Some(1) } else { self.text[from..from + digits].parse().ok() };
        let Some(factor) = factor else {
            return Err(ParseError::new(self.text, from, "this number is too large"));
        };
        self.number(vec![NumberTerm { factor, power: 1 }], from);
        Ok(())
    }

    /// Returns whether the n at this place is the number.
    fn is_number(&self, at: usize) -> bool {
        let before = self.text[..at].trim_end_matches(|c: char| c.is_ascii_digit());
        if before.ends_with('^') {
            return true;
        }
        let in_word = |c: char| c.is_ascii_alphanumeric();
        let start = self.text[..at].trim_end_matches(in_word).len();
        let end = self.text.len() - self.text[at..].trim_start_matches(in_word).len();
        self.text[start..end].chars().all(|c| c.is_ascii_digit() || matches!(c, 'x' | 'n'))
    }

    fn keep(&mut self, length: usize) {
        self.fixed += &self.text[self.at..self.at + length];
        self.at += length;
    }

    fn flush(&mut self) {
        if !self.fixed.is_empty() {
            self.pieces.push(PatternPiece::Fixed(std::mem::take(&mut self.fixed)));
        }
    }

    fn number(&mut self, terms: Vec<NumberTerm>, at: usize) {
        self.flush();
        self.pieces.push(PatternPiece::Number(terms, at));
    }
}

/// Length of `graph6:TEXT:`, whose letters are not numbers.
fn graph_length(text: &str) -> Option<usize> {
    let name = ["graph6:", "sparse6:"].into_iter().find(|name| text.starts_with(name))?.len();
    let body = &text[name..];
    Some(name + body.find(':').map_or(body.len(), |colon| colon + 1))
}

/// Length of a calculation with n up to its closing bracket.
fn calculation_length(text: &str) -> Option<usize> {
    let inside = &text[..text.find(')')?];
    let fits = inside.chars().all(|c| c.is_ascii_digit() || matches!(c, 'n' | '+' | '-' | '*' | ' '));
    (fits && inside.contains('n')).then_some(inside.len())
}

/// The sum of products at `text[from..to]`.
fn calculation(text: &str, from: usize, to: usize) -> Result<Vec<NumberTerm>, ParseError> {
    let fault = |at: usize, message: &str| ParseError::new(text, at, message);
    let (mut terms, mut at, mut sign) = (Vec::new(), from, 1);
    let bytes = text.as_bytes();
    let skip = |mut at: usize| {
        while at < to && bytes[at] == b' ' {
            at += 1;
        }
        at
    };
    at = skip(at);
    if bytes[at] == b'-' {
        (sign, at) = (-1, skip(at + 1));
    }
    loop {
        let mut term = NumberTerm { factor: sign, power: 0 };
        // The factors of a product; between a number and n no sign is needed.
        loop {
            let digits = bytes[at..to].iter().take_while(|byte| byte.is_ascii_digit()).count();
            if digits > 0 {
                let factor = text[at..at + digits].parse().ok().and_then(|factor: i64| term.factor.checked_mul(factor));
                term.factor = factor.ok_or_else(|| fault(at, "this number is too large"))?;
                at += digits;
                if at < to && bytes[at] == b'n' {
                    continue;
                }
            } else if at < to && bytes[at] == b'n' {
                term.power += 1;
                at += 1;
            } else {
                return Err(fault(at, "expected n or a number"));
            }
            at = skip(at);
            if at < to && bytes[at] == b'*' {
                at = skip(at + 1);
            } else {
                break;
            }
        }
        terms.push(term);
        sign = match bytes[at..to].first() {
            None => return Ok(terms),
            Some(b'+') => 1,
            Some(b'-') => -1,
            Some(_) => return Err(fault(at, "expected +, -, * or )")),
        };
        at = skip(at + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_n_that_is_a_number_is_replaced() {
        for (pattern, expected) in [
            ("(xo)^n", "(xo)^4"),
            ("(xo)^nxo", "(xo)^4xo"),
            ("o^2nx^n", "o^8x^4"),
            ("checker:2xn", "checker:2x4"),
            ("random:nxn:7", "random:4x4:7"),
            ("hamming:n,3:x^(3n)", "hamming:4,3:x^12"),
            ("strip:x^n", "strip:x^4"),
            ("graph6:Dn_:x^n", "graph6:Dn_:x^4"),
            ("graph6:Dhc:(xo)^2x - n*down + ^n", "graph6:Dhc:(xo)^2x - 4*down + ^4"),
            ("circulant:n:1,2:(xo)^(n - 2)", "circulant:4:1,2:(xo)^2"),
            ("(xo)^(n*n-2n+1)", "(xo)^9"),
            ("Tiny(n) + Tiny(2n+1)", "Tiny(4) + Tiny(9)"),
            ("{n|-n}", "{4|-4}"),
            ("norton(n, up)", "norton(4, up)"),
        ] {
            assert_eq!(ExprPattern::read(pattern).unwrap().at(4).unwrap(), expected, "{pattern}");
        }
    }

    #[test]
    fn faults_are_placed() {
        for (pattern, at) in [
            ("xoxo", 4),
            ("random:3:7", 10),
            ("graph6:Dn_:xoxox", 16),
            ("(xo)^n2", 6),
            ("x^(n+)", 5),
            ("x^(n n)", 5),
            ("x^(-)^n + x^(*n)", 13),
        ] {
            let error = ExprPattern::read(pattern).unwrap_err();
            assert_eq!(error.at(), at, "{pattern}: {error}");
        }
        let huge = ExprPattern::read("x^(n*n*n)").unwrap().at(1 << 32).unwrap_err();
        assert_eq!(huge.at(), 3);
    }

    #[test]
    fn ranges_have_two_ends() {
        assert_eq!(read_numbers("1..20"), Ok(1..=20));
        assert_eq!(read_numbers("3..=5"), Ok(3..=5));
        assert_eq!(read_numbers("7"), Ok(7..=7));
        for text in ["", "..", "1..", "a..b", "5..3", "-1..2"] {
            assert!(read_numbers(text).is_err(), "{text}");
        }
    }
}
