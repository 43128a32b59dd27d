//! Parser of values: the names that [`Values::name_in`] writes, in any of its
//! styles, what CGSuite prints, and any short game in braces.
//!
//! ```text
//! value  = ["-"] item { ["+" | "-"] item }          1^* is 1 + ^ + *
//! item   = 1/2 | ^3 | ^^ | ^<2> | ^[2] | *2 | game | (value) | name(value, ..)
//!        | ±item | ±{value, ..}
//! game   = {values | values}, wider bars separate first: {0||0|v*} = {0|{0|v*}}
//! ```
//!
//! `atoms` parses numbers, ups and nimbers, `nesting` brackets, bars and sums,
//! `calls` the arguments of functions. The stack of open brackets is explicit,
//! so a deeply nested text cannot overflow the call stack.

mod atoms;
mod calls;
mod nesting;

use std::ops::Range;

use super::literal::{Literal, LiteralForm, LiteralNode};
use super::tokens::{EXPECTED, HoleFinder, ValueToken, tokens};
use super::{Value, Values};
use crate::{ParseError, ReadError};
use nesting::{ItemKind, NestingLevel, Opener};

impl Values {
    /// Parses a value such as `^3*`, `{0||0|v*}`, `±{*,^}` or `{1|-1/2}`.
    ///
    /// # Errors
    /// The syntax error with its place, or [`Stop`](crate::Stop) when the budget is exhausted.
    pub fn parse(&mut self, text: &str) -> Result<Value, ReadError> {
        Ok(self.literal(&Literal::read(text, 0..text.len())?)?)
    }
}

impl Literal {
    /// Parses the value at this place of a text.
    ///
    /// # Errors
    /// Where the text is wrong and what was expected there.
    pub fn read(text: &str, place: Range<usize>) -> Result<Literal, ParseError> {
        Literal::read_with(text, place, &mut |_| None)
    }

    /// Parses the value at this place of a text, in which `hole` finds parts that are
    /// not values.
    pub(crate) fn read_with(text: &str, place: Range<usize>, hole: &mut HoleFinder<'_>) -> Result<Literal, ParseError> {
        let tokens = tokens(text, place.clone(), hole)?;
        let levels = vec![NestingLevel::new(Opener::Whole, place.start)];
        let mut parser = ValueParser { text, tokens: &tokens, next: 0, levels, nodes: Vec::new() };
        while !parser.step()? {}
        Ok(Literal { text: text[place].to_owned(), nodes: parser.nodes })
    }
}

/// The parser: a cursor in the tokens, the open levels, the nodes so far.
struct ValueParser<'a> {
    text: &'a str,
    tokens: &'a [(ValueToken, Range<usize>)],
    next: usize,
    levels: Vec<NestingLevel>,
    nodes: Vec<LiteralNode>,
}

impl ValueParser<'_> {
    fn peek(&self) -> ValueToken {
        self.tokens[self.next.min(self.tokens.len() - 1)].0
    }

    fn at(&self) -> usize {
        self.tokens[self.next.min(self.tokens.len() - 1)].1.start
    }

    /// Where the last consumed token ends.
    fn behind(&self) -> usize {
        self.tokens[self.next.max(1) - 1].1.end
    }

    fn fault(&self, message: impl Into<String>) -> ParseError {
        self.fault_at(self.at(), message)
    }

    fn fault_at(&self, at: usize, message: impl Into<String>) -> ParseError {
        ParseError::new(self.text, at, message)
    }

    fn level(&mut self) -> &mut NestingLevel {
        self.levels.last_mut().expect("the whole text is a level")
    }

    /// Appends a node that began at `from`; returns its index.
    fn push_node(&mut self, from: usize, form: LiteralForm) -> usize {
        let place = from..self.behind().max(from);
        self.nodes.push(LiteralNode { place, form });
        self.nodes.len() - 1
    }

    /// Consumes one item or sign; returns true at the end of the text.
    fn step(&mut self) -> Result<bool, ParseError> {
        let at = self.at();
        match self.peek() {
            ValueToken::Number(n) => self.number(n)?,
            ValueToken::Arrow(ups) => self.arrows(at, ups, 1)?,
            ValueToken::Star => self.nimber(at)?,
            ValueToken::Hole(hole) => {
                self.next += 1;
                self.item(LiteralForm::Hole { hole, times: 1 }, ItemKind::Other, at)?;
            }
            ValueToken::Plus | ValueToken::Minus => self.sign()?,
            ValueToken::PlusMinus => self.plus_minus()?,
            ValueToken::Open => self.open(Opener::Brace),
            ValueToken::OpenRound => self.open(Opener::Round),
            ValueToken::Call(function) => {
                self.next += 1;
                if self.peek() != ValueToken::OpenRound {
                    return Err(self.fault(format!("expected ( as in {}", function.signature())));
                }
                self.open(Opener::Call(function));
            }
            ValueToken::Comma => self.comma()?,
            ValueToken::Bar(width) => self.bar(width)?,
            ValueToken::Close | ValueToken::CloseRound => self.close()?,
            ValueToken::End => {
                self.end()?;
                return Ok(true);
            }
            _ => return Err(self.fault(EXPECTED)),
        }
        Ok(false)
    }
}
