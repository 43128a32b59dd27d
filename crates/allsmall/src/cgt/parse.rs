//! Reads values: the names that [`Values::name_in`] writes, in any of its
//! styles, what CGSuite prints, and any short game in braces.
//!
//! ```text
//! value  = ["-"] item { ["+" | "-"] item }          1^* is 1 + ^ + *
//! item   = 1/2 | ^3 | ^^ | ^<2> | ^[2] | *2 | game | (value) | name(value, ..)
//!        | ±item | ±{value, ..}
//! game   = {values | values}, wider bars part first: {0||0|v*} = {0|{0|v*}}
//! ```
//!
//! The open brackets are kept on a list of our own, so a deeply nested text
//! cannot overflow the stack.

use std::ops::Range;

use super::literal::{Form, Literal, Node};
use super::tokens::{EXPECTED, Function, Token, tokens};
use super::{Dyadic, Value, Values};
use crate::{Budget, Outcome, ParseError, Stop};

/// Why a name was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// The text is not a name.
    Text(ParseError),
    /// A limit was hit while the value was built.
    Stop(Stop),
}

impl From<ParseError> for NameError {
    fn from(error: ParseError) -> NameError {
        NameError::Text(error)
    }
}

impl From<Stop> for NameError {
    fn from(stop: Stop) -> NameError {
        NameError::Stop(stop)
    }
}

impl std::fmt::Display for NameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NameError::Text(error) => error.fmt(f),
            NameError::Stop(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for NameError {}

/// What opened a level of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opener {
    Whole,
    Brace,
    /// A brace behind ±, which may hold the left options alone.
    SwitchBrace,
    Round,
    Call(Function),
}

/// What stands behind what without a sign between: number, ups, star, tiny.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Number,
    Ups,
    Star,
    Tiny,
    Other,
}

/// A level that is still open: the lists that bars have closed, each with the
/// width of its bar, the list under work, and the sum under work. Values are
/// numbers of nodes.
struct Level {
    opener: Opener,
    at: usize,
    closed: Vec<(Vec<usize>, usize)>,
    list: Vec<usize>,
    after_comma: bool,
    terms: Vec<(bool, usize)>,
    last: Kind,
    /// A sign that waits for its item; true for minus.
    sign: Option<bool>,
    /// A ± that waits for its item.
    switch: bool,
    after_switch: bool,
}

impl Level {
    fn new(opener: Opener, at: usize) -> Level {
        Level {
            opener,
            at,
            closed: Vec::new(),
            list: Vec::new(),
            after_comma: false,
            terms: Vec::new(),
            last: Kind::Number,
            sign: None,
            switch: false,
            after_switch: false,
        }
    }
}

impl Values {
    /// Reads a value such as `^3*`, `{0||0|v*}`, `±{*,^}` or `{1|-1/2}`.
    ///
    /// # Errors
    /// Where the text is wrong, or the limit that was hit.
    pub fn parse(&mut self, text: &str) -> Result<Value, NameError> {
        Ok(self.literal(&Literal::read(text, 0..text.len())?)?)
    }
}

impl Literal {
    /// Reads the value at this place of a text.
    ///
    /// # Errors
    /// Where the text is wrong and what was expected there.
    pub fn read(text: &str, place: Range<usize>) -> Result<Literal, ParseError> {
        let tokens = tokens(text, place.clone())?;
        let levels = vec![Level::new(Opener::Whole, place.start)];
        let mut reader = Reader { text, tokens: &tokens, next: 0, levels, nodes: Vec::new() };
        while !reader.step()? {}
        Ok(Literal { text: text[place].to_owned(), nodes: reader.nodes })
    }
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [(Token, Range<usize>)],
    next: usize,
    levels: Vec<Level>,
    nodes: Vec<Node>,
}

impl Reader<'_> {
    fn peek(&self) -> Token {
        self.tokens[self.next.min(self.tokens.len() - 1)].0
    }

    fn at(&self) -> usize {
        self.tokens[self.next.min(self.tokens.len() - 1)].1.start
    }

    /// Where the last token that was taken ends.
    fn behind(&self) -> usize {
        self.tokens[self.next.max(1) - 1].1.end
    }

    fn fault(&self, message: impl Into<String>) -> ParseError {
        self.fault_at(self.at(), message)
    }

    fn fault_at(&self, at: usize, message: impl Into<String>) -> ParseError {
        ParseError::new(self.text, at, message)
    }

    fn level(&mut self) -> &mut Level {
        self.levels.last_mut().expect("the whole text is a level")
    }

    fn enter(&mut self, from: usize, form: Form) -> usize {
        let place = from..self.behind().max(from);
        self.nodes.push(Node { place, form });
        self.nodes.len() - 1
    }

    /// Goes on by one item or sign; true when the text is at its end.
    fn step(&mut self) -> Result<bool, ParseError> {
        let at = self.at();
        match self.peek() {
            Token::Number(n) => self.number(n)?,
            Token::Arrow(ups) => self.arrows(at, ups, 1)?,
            Token::Star => {
                self.next += 1;
                let size = u32::try_from(self.count().unwrap_or(1));
                let nimber = size.map_err(|_| self.fault("expected a smaller nimber"))?;
                self.item(Form::Plain { number: Dyadic::ZERO, ups: 0, nimber }, Kind::Star, at)?;
            }
            Token::Plus | Token::Minus => self.sign()?,
            Token::PlusMinus => self.plus_minus()?,
            Token::Open => self.open(Opener::Brace),
            Token::OpenRound => self.open(Opener::Round),
            Token::Call(function) => {
                self.next += 1;
                if self.peek() != Token::OpenRound {
                    return Err(self.fault(format!("expected ( as in {}", function.form())));
                }
                self.open(Opener::Call(function));
            }
            Token::Comma => {
                if matches!(self.level().opener, Opener::Whole | Opener::Round) {
                    return Err(self.fault("expected the end of the value"));
                }
                self.end_item(false)?;
                self.level().after_comma = true;
                self.next += 1;
            }
            Token::Bar(width) => self.bar(width)?,
            Token::Close | Token::CloseRound => self.close()?,
            Token::End => {
                self.end()?;
                return Ok(true);
            }
            _ => return Err(self.fault(EXPECTED)),
        }
        Ok(false)
    }

    fn open(&mut self, opener: Opener) {
        let at = self.at();
        self.levels.push(Level::new(opener, at));
        self.next += 1;
    }

    fn plus_minus(&mut self) -> Result<(), ParseError> {
        let level = self.level();
        if !level.terms.is_empty() && level.sign.is_none() {
            let message = "this can be read as ± or as + followed by -; put the part behind it in brackets";
            return Err(self.fault(message));
        }
        if std::mem::replace(&mut level.switch, true) {
            return Err(self.fault(EXPECTED));
        }
        self.next += 1;
        if self.peek() == Token::Open {
            self.open(Opener::SwitchBrace);
        }
        Ok(())
    }

    fn sign(&mut self) -> Result<(), ParseError> {
        let minus = self.peek() == Token::Minus;
        let level = self.level();
        if level.switch || level.sign.is_some() || (level.terms.is_empty() && !minus) {
            return Err(self.fault(EXPECTED));
        }
        level.sign = Some(minus);
        self.next += 1;
        Ok(())
    }

    /// Takes an item that began at `at` into the sum.
    fn item(&mut self, form: Form, kind: Kind, at: usize) -> Result<(), ParseError> {
        let level = self.level();
        let beside = !level.terms.is_empty() && level.sign.is_none();
        if beside && level.after_switch {
            let message = "± can be meant for the part before this or for both; put brackets: (±1)^ or ±(1^)";
            return Err(self.fault_at(at, message));
        }
        if beside && (kind <= level.last || kind == Kind::Other || level.last == Kind::Other) {
            return Err(self.fault_at(at, "expected + or - between two values, or the end of the value"));
        }
        let minus = level.sign.take() == Some(true);
        level.after_switch = std::mem::take(&mut level.switch);
        level.last = kind;
        let is_switch = level.after_switch;
        let mut node = self.enter(at, form);
        if is_switch {
            node = self.enter(at, Form::Switch { left: vec![node] });
        }
        self.level().terms.push((minus, node));
        Ok(())
    }

    /// Ends the sum under work and puts it into its list, which may be empty
    /// if `empty` is set.
    fn end_item(&mut self, empty: bool) -> Result<(), ParseError> {
        let level = self.level();
        let waiting = level.sign.is_some() || level.switch;
        let terms = std::mem::take(&mut level.terms);
        let node = match (&terms[..], waiting) {
            ([], false) if empty && level.list.is_empty() && !level.after_comma => return Ok(()),
            ([], _) | (_, true) => return Err(self.fault(EXPECTED)),
            ([(false, node)], false) => *node,
            (&[(_, first), ..], false) => {
                let from = self.nodes[first].place.start;
                let form = self.plain_sum(&terms).unwrap_or(Form::Sum(terms));
                self.enter(from, form)
            }
        };
        let level = self.level();
        level.list.push(node);
        level.after_comma = false;
        Ok(())
    }

    /// A sum of number, ups and nimber as one of them.
    fn plain_sum(&self, terms: &[(bool, usize)]) -> Option<Form> {
        let (mut number, mut ups, mut nimber) = (Dyadic::ZERO, 0i32, 0);
        for &(minus, node) in terms {
            let &Form::Plain { number: n, ups: u, nimber: k } = &self.nodes[node].form else { return None };
            number = if minus { number.checked_sub(n)? } else { number.checked_add(n)? };
            ups = if minus { ups.checked_sub(u)? } else { ups.checked_add(u)? };
            nimber ^= k;
        }
        Some(Form::Plain { number, ups, nimber })
    }

    fn bar(&mut self, width: usize) -> Result<(), ParseError> {
        if !matches!(self.level().opener, Opener::Brace | Opener::SwitchBrace) {
            return Err(self.fault("expected this bar inside braces, as in {0|*}"));
        }
        self.end_item(true)?;
        self.join(|narrower| narrower < width);
        if self.level().closed.last().is_some_and(|&(_, last)| last == width) {
            return Err(self.fault("two bars of one width: the wider one parts the lists, as in {0||0|*}"));
        }
        let level = self.level();
        let list = std::mem::take(&mut level.list);
        level.closed.push((list, width));
        self.next += 1;
        Ok(())
    }

    /// Makes games of the innermost bars as long as `inner` holds.
    fn join(&mut self, inner: impl Fn(usize) -> bool) {
        while let Some((left, _)) = self.level().closed.pop_if(|(_, width)| inner(*width)) {
            let right = std::mem::take(&mut self.level().list);
            let at = left.first().map_or(self.level().at, |&node| self.nodes[node].place.start);
            let game = self.enter(at, Form::Braces { left, right });
            self.level().list = vec![game];
        }
    }

    fn close(&mut self) -> Result<(), ParseError> {
        let opener = self.level().opener;
        let braces = self.peek() == Token::Close;
        let fits = match opener {
            Opener::Whole => return Err(self.fault("expected the end of the value")),
            Opener::Brace | Opener::SwitchBrace => braces,
            Opener::Round | Opener::Call(_) => !braces,
        };
        let has_bar = !self.level().closed.is_empty();
        if !fits {
            let expected = match (opener, has_bar) {
                (Opener::Round | Opener::Call(_), _) => "expected )",
                (_, false) => "expected , or |",
                (_, true) => "expected , or }",
            };
            return Err(self.fault(expected));
        }
        self.end_item(has_bar)?;
        let form = match opener {
            Opener::Brace if !has_bar => return Err(self.fault("expected , or |")),
            Opener::SwitchBrace if !has_bar => {
                let level = self.levels.pop().expect("it is open");
                // The ± is for the whole list, not for one game.
                self.level().switch = false;
                self.next += 1;
                self.item(Form::Switch { left: level.list }, Kind::Other, level.at)?;
                self.level().after_switch = true;
                return Ok(());
            }
            Opener::Call(function) => {
                let arguments = std::mem::take(&mut self.level().list);
                self.check_call(function, &arguments)?;
                Form::Call { function, arguments }
            }
            Opener::Round => Form::Sum(vec![(false, self.level().list.pop().expect("there is a value"))]),
            _ => {
                let (left, width) = self.level().closed[0].clone();
                self.join(|narrower| narrower < width);
                let right = std::mem::take(&mut self.level().list);
                Form::Braces { left, right }
            }
        };
        let start = self.levels.pop().expect("it is open").at;
        self.next += 1;
        let tiny = matches!(opener, Opener::Call(Function::Tiny | Function::Miny));
        self.item(form, if tiny { Kind::Tiny } else { Kind::Other }, start)
    }

    /// Whether a function takes these arguments.
    fn check_call(&self, function: Function, arguments: &[usize]) -> Result<(), ParseError> {
        if arguments.len() != function.arguments() {
            return Err(self.fault(format!("expected {}", function.form())));
        }
        if function == Function::Cool {
            let form = &self.nodes[arguments[1]].form;
            let fits = matches!(form, Form::Plain { number, ups: 0, nimber: 0 } if *number >= Dyadic::ZERO);
            if !fits {
                return Err(self.fault("expected a number t >= 0 in cool(G,t)"));
            }
        }
        if function == Function::Norton {
            let unit = Literal { text: String::new(), nodes: self.nodes[..=arguments[1]].to_vec() };
            let mut values = Values::within(&Budget::new().with_time(FOR_A_UNIT));
            if let Ok(v) = values.literal(&unit)
                && values.outcome(v) != Outcome::L
            {
                return Err(self.fault("expected U > 0 in norton(G,U)"));
            }
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), ParseError> {
        if self.levels.len() > 1 {
            let at = self.level().at;
            let round = matches!(self.level().opener, Opener::Round | Opener::Call(_));
            let what = if round { "this bracket is never closed" } else { "this brace is never closed" };
            return Err(self.fault_at(at, what));
        }
        self.end_item(false)?;
        let whole = self.level().list[0];
        if whole + 1 < self.nodes.len() {
            self.enter(0, Form::Sum(vec![(false, whole)]));
        }
        Ok(())
    }

    fn count(&mut self) -> Option<i64> {
        let Token::Number(n) = self.peek() else { return None };
        self.next += 1;
        Some(n)
    }

    /// A number, or a number of ups: `2*up`.
    fn number(&mut self, above: i64) -> Result<(), ParseError> {
        let at = self.at();
        self.next += 1;
        let after = self.tokens.get(self.next + 1).map(|t| t.0);
        if let (Token::Times | Token::Star, Some(Token::Arrow(ups))) = (self.peek(), after) {
            self.next += 1;
            return self.arrows(at, ups, above);
        }
        let mut number = Dyadic::integer(above);
        if self.peek() == Token::Slash {
            self.next += 1;
            let power = match self.peek() {
                Token::Number(below) if below > 0 && below & (below - 1) == 0 => below.trailing_zeros(),
                _ => return Err(self.fault("expected a power of two below the line")),
            };
            number = Dyadic::new(above, power).ok_or_else(|| self.fault("expected a smaller power of two"))?;
            self.next += 1;
        }
        self.item(Form::Plain { number, ups: 0, nimber: 0 }, Kind::Number, at)
    }

    /// `^`, `^^`, `^3`, `^<2>` and `^[2]`, `times` over.
    fn arrows(&mut self, at: usize, unit: i32, times: i64) -> Result<(), ParseError> {
        self.next += 1;
        let mut ups = i64::from(unit);
        while let Token::Arrow(more) = self.peek() {
            if (more > 0) != (unit > 0) {
                break;
            }
            ups += i64::from(more);
            self.next += 1;
        }
        let mut power = None;
        match self.peek() {
            Token::OpenAngle if ups.abs() == 1 => power = Some((self.bracketed(Token::CloseAngle)?, false)),
            Token::OpenSquare if ups.abs() == 1 => power = Some((self.bracketed(Token::CloseSquare)?, true)),
            Token::Number(_) if ups.abs() > 2 => {
                return Err(self.fault("expected arrows or their number, not both: ^^^ or ^3"));
            }
            Token::Number(n) if times == 1 => {
                self.next += 1;
                ups = ups.checked_mul(n).ok_or_else(|| self.fault_at(at, "expected fewer ups"))?;
            }
            _ => {}
        }
        let small = |n: i64| i32::try_from(n).ok();
        let ups = ups.checked_mul(times).and_then(small).ok_or_else(|| self.fault_at(at, "expected fewer ups"))?;
        let form = match power {
            Some((n, sum)) => Form::UpPower { n, sum, times: ups },
            None => Form::Plain { number: Dyadic::ZERO, ups, nimber: 0 },
        };
        self.item(form, Kind::Ups, at)
    }

    /// The number in `<n>` or `[n]`.
    fn bracketed(&mut self, close: Token) -> Result<u32, ParseError> {
        self.next += 1;
        let n = self.count().and_then(|n| u32::try_from(n).ok()).filter(|n| (1..=1000).contains(n));
        let n = n.ok_or_else(|| self.fault("expected a number from 1 to 1000, as in ^<2>"))?;
        if self.peek() != close {
            return Err(self.fault("expected this bracket to be closed, as in ^<2> or ^[2]"));
        }
        self.next += 1;
        Ok(n)
    }
}

/// What is spent on the question whether a unit is positive.
const FOR_A_UNIT: std::time::Duration = std::time::Duration::from_secs(2);
