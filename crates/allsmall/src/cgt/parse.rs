//! Reads the names that [`Values::name_in`] writes, in any of its styles, and
//! any short game in braces.
//!
//! The open braces are kept on a list of our own, so a deeply nested text
//! cannot overflow the stack.

use std::ops::Range;

use super::literal::{Form, Literal, Node};
use super::{Dyadic, Value, Values};
use crate::{ParseError, Stop};

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Open,
    Bar,
    Close,
    Comma,
    Plus,
    Minus,
    Slash,
    Times,
    Star,
    /// So many ups.
    Arrow(i32),
    Number(i64),
    End,
}

/// Spellings of tokens; a longer one comes before its beginning.
const SPELLINGS: &[(&str, Option<Token>)] = &[
    (r"\{", Some(Token::Open)),
    (r"\}", Some(Token::Close)),
    (r"\mid", Some(Token::Bar)),
    (r"\uparrow", Some(Token::Arrow(1))),
    (r"\downarrow", Some(Token::Arrow(-1))),
    (r"\ast", Some(Token::Star)),
    (r"\cdot", Some(Token::Times)),
    ("{", Some(Token::Open)),
    ("|", Some(Token::Bar)),
    ("}", Some(Token::Close)),
    (",", Some(Token::Comma)),
    ("+", Some(Token::Plus)),
    ("-", Some(Token::Minus)),
    ("/", Some(Token::Slash)),
    ("·", Some(Token::Times)),
    ("∗", Some(Token::Star)),
    ("*", Some(Token::Star)),
    ("star", Some(Token::Star)),
    ("↑", Some(Token::Arrow(1))),
    ("⇑", Some(Token::Arrow(2))),
    ("↓", Some(Token::Arrow(-1))),
    ("⇓", Some(Token::Arrow(-2))),
    ("^", Some(Token::Arrow(1))),
    ("up", Some(Token::Arrow(1))),
    ("v", Some(Token::Arrow(-1))),
    ("down", Some(Token::Arrow(-1))),
    (" ", None),
];

/// A brace that is still open: its options so far, and where it stands.
struct Brace {
    lefts: Vec<usize>,
    rights: Vec<usize>,
    past_bar: bool,
    at: usize,
}

impl Values {
    /// Reads a value such as `^3*`, `{*,^|*,v}` or `{1|-1/2}`.
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
        let mut reader = Reader { text, tokens: &tokens, next: 0 };
        let mut open: Vec<Brace> = Vec::new();
        let mut nodes: Vec<Node> = Vec::new();
        let mut enter = |from: usize, to: usize, form: Form| {
            nodes.push(Node { place: from..to, form });
            nodes.len() - 1
        };
        loop {
            // An option is due, or a list may stay empty.
            let at = reader.at();
            let mut value = match reader.peek() {
                Token::Open => {
                    open.push(Brace { lefts: vec![], rights: vec![], past_bar: false, at });
                    reader.next += 1;
                    continue;
                }
                Token::Bar | Token::Close if open.last().is_some_and(Brace::may_be_empty) => None,
                Token::End if !open.is_empty() => return Err(never_closed(text, &open)),
                _ => {
                    let plain = reader.plain()?;
                    Some(enter(at, reader.behind(), plain))
                }
            };
            // A value is there: put it where it belongs, close braces.
            loop {
                let Some(brace) = open.last_mut() else {
                    return match (value, reader.peek()) {
                        (Some(_), Token::End) => Ok(Literal { text: text[place].to_owned(), nodes }),
                        _ => Err(reader.fault("expected the end of the value")),
                    };
                };
                if let Some(value) = value.take() {
                    if brace.past_bar { brace.rights.push(value) } else { brace.lefts.push(value) }
                }
                match (reader.take(), brace.past_bar) {
                    (Token::Comma, _) => break,
                    (Token::Bar, false) => {
                        brace.past_bar = true;
                        break;
                    }
                    (Token::Close, true) => {
                        let Brace { lefts, rights, at, .. } = open.pop().expect("it is open");
                        value = Some(enter(at, reader.behind(), Form::Braces { left: lefts, right: rights }));
                    }
                    (Token::End, _) => return Err(never_closed(text, &open)),
                    _ => {
                        reader.next -= 1;
                        let expected = if brace.past_bar { "expected , or }" } else { "expected , or |" };
                        return Err(reader.fault(expected));
                    }
                }
            }
        }
    }
}

impl Brace {
    /// Whether the list that is being read has no option yet.
    fn may_be_empty(&self) -> bool {
        if self.past_bar { self.rights.is_empty() } else { self.lefts.is_empty() }
    }
}

fn never_closed(text: &str, open: &[Brace]) -> ParseError {
    let at = open.last().map_or(0, |brace| brace.at);
    ParseError::new(text, at, "this brace is never closed")
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [(Token, Range<usize>)],
    next: usize,
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
        self.tokens[self.next - 1].1.end
    }

    fn take(&mut self) -> Token {
        let token = self.peek();
        self.next += 1;
        token
    }

    fn fault(&self, message: &str) -> ParseError {
        ParseError::new(self.text, self.at(), message)
    }

    fn number(&mut self) -> Option<i64> {
        let Token::Number(n) = self.peek() else { return None };
        self.next += 1;
        Some(n)
    }

    /// Number, ups, nimber: at least one of them, in this order.
    fn plain(&mut self) -> Result<Form, ParseError> {
        let start = self.next;
        let (mut number, mut ups, mut nimber) = (Dyadic::ZERO, 0, 0);
        let negative = self.peek() == Token::Minus;
        self.next += usize::from(negative);
        let mut count = self.number();
        if let Some(n) = count
            && !self.is_factor()
        {
            let found = self.fraction(n)?;
            number = if negative { found.negated() } else { found };
            self.next += usize::from(self.peek() == Token::Plus);
            count = self.number();
        } else if negative {
            return Err(self.fault("expected a number after -"));
        }
        if count.is_some() {
            if !self.is_factor() {
                return Err(self.fault("expected a value such as ^3*, 1/2 or {0|*}"));
            }
            self.next += 1;
        }
        if let Token::Arrow(arrow) = self.peek() {
            self.next += 1;
            let times = count.or_else(|| self.number()).unwrap_or(1);
            let total = i64::from(arrow).checked_mul(times).and_then(|n| i32::try_from(n).ok());
            ups = total.ok_or_else(|| self.fault("expected fewer ups"))?;
        }
        if self.peek() == Token::Star {
            self.next += 1;
            let size = self.number().unwrap_or(1);
            nimber = u32::try_from(size).map_err(|_| self.fault("expected a smaller nimber"))?;
        }
        if self.next == start {
            return Err(self.fault("expected a value such as ^3*, 1/2 or {0|*}"));
        }
        Ok(Form::Plain { number, ups, nimber })
    }

    /// Whether a multiplication of ups follows: `\cdot\uparrow` or `*up`.
    fn is_factor(&self) -> bool {
        let after = self.tokens.get(self.next + 1).map(|t| t.0);
        matches!(self.peek(), Token::Times | Token::Star) && matches!(after, Some(Token::Arrow(_)))
    }

    fn fraction(&mut self, above: i64) -> Result<Dyadic, ParseError> {
        if self.peek() != Token::Slash {
            return Ok(Dyadic::integer(above));
        }
        self.next += 1;
        match self.peek() {
            Token::Number(below) if below > 0 && below & (below - 1) == 0 => {
                let exponent = below.trailing_zeros();
                let number = Dyadic::new(above, exponent).ok_or_else(|| self.fault("expected a smaller power of two"));
                self.next += 1;
                number
            }
            _ => Err(self.fault("expected a power of two below the line")),
        }
    }
}

/// Splits the text at this place into tokens with their places.
fn tokens(text: &str, place: Range<usize>) -> Result<Vec<(Token, Range<usize>)>, ParseError> {
    let mut tokens = Vec::new();
    let mut at = place.start;
    while at < place.end {
        let rest = &text[at..place.end];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let number =
                rest[..digits].parse().map_err(|_| ParseError::new(text, at, "expected a number below 2^63"))?;
            tokens.push((Token::Number(number), at..at + digits));
            at += digits;
        } else if let Some((above, below, length)) = latex_fraction(rest) {
            let whole = at..at + length;
            tokens.extend([Token::Number(above), Token::Slash, Token::Number(below)].map(|t| (t, whole.clone())));
            at += length;
        } else {
            let known = SPELLINGS.iter().find(|(spelling, _)| rest.starts_with(spelling));
            let Some((spelling, token)) = known else {
                return Err(ParseError::new(text, at, "expected a value such as ^3*, 1/2 or {0|*}"));
            };
            tokens.extend(token.map(|token| (token, at..at + spelling.len())));
            at += spelling.len();
        }
    }
    tokens.push((Token::End, place.end..place.end));
    Ok(tokens)
}

/// `\frac{1}{2}` as 1, 2 and its length.
fn latex_fraction(text: &str) -> Option<(i64, i64, usize)> {
    let (above, rest) = text.strip_prefix(r"\frac{")?.split_once("}{")?;
    let (below, rest) = rest.split_once('}')?;
    Some((above.parse().ok()?, below.parse().ok()?, text.len() - rest.len()))
}
