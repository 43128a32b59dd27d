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

use super::tokens::{EXPECTED, Function, Token, tokens};
use super::{Dyadic, Value, Values};
use crate::ParseError;
use crate::Stop;

/// Why a name was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// The text is not a name.
    Text(ParseError),
    /// A limit was hit while the value was built.
    Stop(Stop),
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
/// width of its bar, the list under work, and the sum under work.
struct Level {
    opener: Opener,
    at: usize,
    closed: Vec<(Vec<Value>, usize)>,
    list: Vec<Value>,
    after_comma: bool,
    sum: Option<Value>,
    last: Kind,
    /// A sign that waits for its item.
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
            sum: None,
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
        let tokens = tokens(text)?;
        let mut reader = Reader { values: self, text, tokens: &tokens, next: 0, levels: Vec::new() };
        reader.levels.push(Level::new(Opener::Whole, 0));
        loop {
            if let Some(value) = reader.step()? {
                return Ok(value);
            }
        }
    }
}

struct Reader<'a> {
    values: &'a mut Values,
    text: &'a str,
    tokens: &'a [(Token, usize)],
    next: usize,
    levels: Vec<Level>,
}

impl Reader<'_> {
    fn peek(&self) -> Token {
        self.tokens[self.next.min(self.tokens.len() - 1)].0
    }

    fn at(&self) -> usize {
        self.tokens[self.next.min(self.tokens.len() - 1)].1
    }

    fn fault(&self, message: impl Into<String>) -> NameError {
        self.fault_at(self.at(), message)
    }

    fn fault_at(&self, at: usize, message: impl Into<String>) -> NameError {
        NameError::Text(ParseError::new(self.text, at, message))
    }

    fn level(&mut self) -> &mut Level {
        self.levels.last_mut().expect("the whole text is a level")
    }

    /// Goes on by one item or sign; the value when the text is at its end.
    fn step(&mut self) -> Result<Option<Value>, NameError> {
        let at = self.at();
        match self.peek() {
            Token::Number(n) => self.number(n)?,
            Token::Arrow(ups) => self.arrows(ups, 1)?,
            Token::Star => {
                self.next += 1;
                let size = u32::try_from(self.count().unwrap_or(1));
                let size = size.map_err(|_| self.fault("expected a smaller nimber"))?;
                let star = self.values.star(size)?;
                self.item(star, Kind::Star, at)?;
            }
            Token::Plus | Token::Minus => self.sign()?,
            Token::PlusMinus => {
                if self.level().sum.is_some() && self.level().sign.is_none() {
                    let message = "this can be read as ± or as + followed by -; put the part behind it in brackets";
                    return Err(self.fault(message));
                }
                if std::mem::replace(&mut self.level().switch, true) {
                    return Err(self.fault(EXPECTED));
                }
                self.next += 1;
                if self.peek() == Token::Open {
                    self.levels.push(Level::new(Opener::SwitchBrace, self.at()));
                    self.next += 1;
                }
            }
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
                if self.level().opener == Opener::Whole || self.level().opener == Opener::Round {
                    return Err(self.fault("expected the end of the value"));
                }
                self.end_item(false)?;
                self.level().after_comma = true;
                self.next += 1;
            }
            Token::Bar(width) => self.bar(width)?,
            Token::Close | Token::CloseRound => self.close()?,
            Token::End => return self.end().map(Some),
            _ => return Err(self.fault(EXPECTED)),
        }
        Ok(None)
    }

    fn open(&mut self, opener: Opener) {
        let at = self.at();
        self.levels.push(Level::new(opener, at));
        self.next += 1;
    }

    fn sign(&mut self) -> Result<(), NameError> {
        let minus = self.peek() == Token::Minus;
        let level = self.level();
        if level.switch || level.sign.is_some() || (level.sum.is_none() && !minus) {
            return Err(self.fault(EXPECTED));
        }
        level.sign = Some(minus);
        self.next += 1;
        Ok(())
    }

    /// Takes an item into the sum.
    fn item(&mut self, value: Value, kind: Kind, at: usize) -> Result<(), NameError> {
        let level = self.levels.last_mut().expect("the whole text is a level");
        let beside = level.sum.is_some() && level.sign.is_none();
        if beside && level.after_switch {
            let message = "± can be meant for the part before this or for both; put brackets: (±1)^ or ±(1^)";
            return Err(self.fault_at(at, message));
        }
        if beside && (kind <= level.last || kind == Kind::Other || level.last == Kind::Other) {
            let message = "expected + or - between two values, or the end of the value";
            return Err(self.fault_at(at, message));
        }
        let negative = level.sign.take() == Some(true);
        level.after_switch = std::mem::take(&mut level.switch);
        level.last = kind;
        let values = &mut *self.values;
        let value = match level.after_switch {
            true => values.make(&[value], &[values.neg(value)])?,
            false => value,
        };
        let value = if negative { values.neg(value) } else { value };
        level.sum = Some(match level.sum {
            Some(sum) => values.add(sum, value)?,
            None => value,
        });
        Ok(())
    }

    /// Ends the sum under work and puts it into its list, which may be empty
    /// if `empty` is set.
    fn end_item(&mut self, empty: bool) -> Result<(), NameError> {
        let level = self.levels.last_mut().expect("the whole text is a level");
        match level.sum.take() {
            Some(sum) if level.sign.is_none() && !level.switch => {
                level.list.push(sum);
                level.after_comma = false;
                Ok(())
            }
            None if empty && level.list.is_empty() && !level.after_comma && level.sign.is_none() && !level.switch => {
                Ok(())
            }
            _ => Err(self.fault(EXPECTED)),
        }
    }

    fn bar(&mut self, width: usize) -> Result<(), NameError> {
        if !matches!(self.level().opener, Opener::Brace | Opener::SwitchBrace) {
            return Err(self.fault("expected this bar inside braces, as in {0|*}"));
        }
        self.end_item(true)?;
        self.join(|narrower| narrower < width)?;
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
    fn join(&mut self, inner: impl Fn(usize) -> bool) -> Result<(), NameError> {
        let level = self.levels.last_mut().expect("the whole text is a level");
        while level.closed.last().is_some_and(|&(_, width)| inner(width)) {
            let (lefts, _) = level.closed.pop().expect("it has just been seen");
            let game = self.values.make(&lefts, &level.list)?;
            level.list = vec![game];
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), NameError> {
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
        let at = self.at();
        let game = match opener {
            Opener::Brace if !has_bar => return Err(self.fault("expected , or |")),
            Opener::SwitchBrace if !has_bar => {
                let lefts = std::mem::take(&mut self.level().list);
                let rights: Vec<Value> = lefts.iter().map(|&v| self.values.neg(v)).collect();
                let game = self.values.make(&lefts, &rights)?;
                self.levels.pop();
                // The ± has been applied to the whole list.
                self.level().switch = false;
                self.next += 1;
                self.item(game, Kind::Other, at)?;
                self.level().after_switch = true;
                return Ok(());
            }
            Opener::Call(function) => {
                let list = std::mem::take(&mut self.level().list);
                self.call(function, &list)?
            }
            _ => {
                self.join(|_| true)?;
                self.level().list.pop().expect("there is a value")
            }
        };
        let start = self.levels.pop().expect("it is open").at;
        self.next += 1;
        let tiny = matches!(opener, Opener::Call(Function::Tiny | Function::Miny));
        self.item(game, if tiny { Kind::Tiny } else { Kind::Other }, start)
    }

    fn call(&mut self, function: Function, list: &[Value]) -> Result<Value, NameError> {
        if list.len() != function.arguments() {
            return Err(self.fault(format!("expected {}", function.form())));
        }
        let number = |reader: &Self, v: Value| {
            let number = reader.values.as_number(v).filter(|&t| t >= Dyadic::ZERO);
            number.ok_or_else(|| reader.fault(format!("expected a number t >= 0 in {}", function.form())))
        };
        let zero = self.values.zero();
        Ok(match function {
            Function::Tiny | Function::Miny => {
                let inner = self.values.make(&[zero], &[self.values.neg(list[0])])?;
                let tiny = self.values.make(&[zero], &[inner])?;
                if function == Function::Tiny { tiny } else { self.values.neg(tiny) }
            }
            Function::Cool => {
                let by = number(self, list[1])?;
                self.values.cooled(list[0], by)?
            }
            Function::Freeze => self.values.frozen(list[0])?,
            Function::Heat => self.values.heated(list[0], list[1])?,
            Function::Overheat => self.values.overheated(list[0], list[1], list[2])?,
            Function::Reduced => self.values.reduced(list[0])?,
            Function::Norton => match self.values.norton_product(list[0], list[1])? {
                Some(product) => product,
                None => return Err(self.fault("expected U > 0 in norton(G,U)")),
            },
            Function::Ordinal => self.values.ordinal_sum(list[0], list[1])?,
        })
    }

    fn end(&mut self) -> Result<Value, NameError> {
        if self.levels.len() > 1 {
            let at = self.level().at;
            let round = matches!(self.level().opener, Opener::Round | Opener::Call(_));
            return Err(
                self.fault_at(at, if round { "this bracket is never closed" } else { "this brace is never closed" })
            );
        }
        self.end_item(false)?;
        Ok(self.level().list[0])
    }

    fn count(&mut self) -> Option<i64> {
        let Token::Number(n) = self.peek() else { return None };
        self.next += 1;
        Some(n)
    }

    /// A number, or a number of ups: `2*up`.
    fn number(&mut self, above: i64) -> Result<(), NameError> {
        let at = self.at();
        self.next += 1;
        let after = self.tokens.get(self.next + 1).map(|t| t.0);
        if let (Token::Times | Token::Star, Some(Token::Arrow(ups))) = (self.peek(), after) {
            self.next += 1;
            return self.arrows(ups, above);
        }
        let mut number = Dyadic::integer(above);
        if self.peek() == Token::Slash {
            self.next += 1;
            let Token::Number(below) = self.peek() else {
                return Err(self.fault("expected a power of two below the line"));
            };
            if below <= 0 || below & (below - 1) != 0 {
                return Err(self.fault("expected a power of two below the line"));
            }
            let fine = Dyadic::new(above, below.trailing_zeros());
            number = fine.ok_or_else(|| self.fault("expected a smaller power of two"))?;
            self.next += 1;
        }
        let value = self.values.number(number)?;
        self.item(value, Kind::Number, at)
    }

    /// `^`, `^^`, `^3`, `^<2>` and `^[2]`, `times` over.
    fn arrows(&mut self, unit: i32, times: i64) -> Result<(), NameError> {
        let at = self.at();
        self.next += 1;
        let mut ups = i64::from(unit);
        while let Token::Arrow(more) = self.peek() {
            if (more > 0) != (unit > 0) {
                break;
            }
            ups += i64::from(more);
            self.next += 1;
        }
        let single = ups.abs() == 1;
        let value = match self.peek() {
            Token::OpenAngle if single => {
                let n = self.bracketed(Token::CloseAngle)?;
                self.values.up_power(n)?
            }
            Token::OpenSquare if single => {
                let n = self.bracketed(Token::CloseSquare)?;
                self.values.up_powers(n)?
            }
            Token::Number(_) if times == 1 => {
                if ups.abs() > 2 {
                    return Err(self.fault("expected arrows or their number, not both: ^^^ or ^3"));
                }
                ups *= self.count().expect("a number was seen");
                self.values.ups(1, false)?
            }
            _ => self.values.ups(1, false)?,
        };
        let small = |n: i64| i32::try_from(n).ok();
        let ups = ups.checked_mul(times).and_then(small).ok_or_else(|| self.fault_at(at, "expected fewer ups"))?;
        let one = self.values.ups(1, false)?;
        let value = match value == one {
            true => self.values.ups(ups, false)?,
            false => self.values.times(value, i64::from(ups))?,
        };
        self.item(value, Kind::Ups, at)
    }

    /// The number in `<n>` or `[n]`.
    fn bracketed(&mut self, close: Token) -> Result<u32, NameError> {
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
