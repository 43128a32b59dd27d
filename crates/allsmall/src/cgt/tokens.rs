//! The signs that names of values are made of, with all their spellings.

use std::ops::Range;

use crate::ParseError;

/// A sign of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Open,
    /// So many bars in a row: of two bars the wider one parts the lists.
    Bar(usize),
    Close,
    OpenRound,
    CloseRound,
    OpenSquare,
    CloseSquare,
    OpenAngle,
    CloseAngle,
    Comma,
    Plus,
    Minus,
    PlusMinus,
    Slash,
    Times,
    Star,
    /// So many ups.
    Arrow(i32),
    Number(i64),
    Call(Function),
    End,
}

/// What a value can be made of others by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// `{0||0|-G}`.
    Tiny,
    /// `{G|0||0}`.
    Miny,
    /// Every move costs t.
    Cool,
    /// Cooled by its own temperature.
    Freeze,
    /// Every move gains t.
    Heat,
    /// Integers become copies of s, and every move gains t.
    Overheat,
    /// The reduced canonical form.
    Reduced,
    /// The Norton product.
    Norton,
    /// The ordinal sum of two canonical forms.
    Ordinal,
}

impl Function {
    /// Its name and how it is called.
    pub(super) fn form(self) -> &'static str {
        match self {
            Function::Tiny => "Tiny(G)",
            Function::Miny => "Miny(G)",
            Function::Cool => "cool(G,t)",
            Function::Freeze => "freeze(G)",
            Function::Heat => "heat(G,t)",
            Function::Overheat => "overheat(G,s,t)",
            Function::Reduced => "rcf(G)",
            Function::Norton => "norton(G,U)",
            Function::Ordinal => "ordinal(G,H)",
        }
    }

    /// The number of games it takes.
    pub(super) fn arguments(self) -> usize {
        1 + self.form().matches(',').count()
    }
}

/// What is expected where no sign of a name stands.
pub(super) const EXPECTED: &str = "expected a value such as ^3*, 1/2, ±1 or {0||0|v*}";

/// Spellings of tokens; a longer one comes before its beginning.
const SPELLINGS: &[(&str, Option<Token>)] = &[
    (r"\{", Some(Token::Open)),
    (r"\}", Some(Token::Close)),
    (r"\uparrow", Some(Token::Arrow(1))),
    (r"\downarrow", Some(Token::Arrow(-1))),
    (r"\ast", Some(Token::Star)),
    (r"\cdot", Some(Token::Times)),
    (r"\pm", Some(Token::PlusMinus)),
    ("{", Some(Token::Open)),
    ("}", Some(Token::Close)),
    ("(", Some(Token::OpenRound)),
    (")", Some(Token::CloseRound)),
    ("[", Some(Token::OpenSquare)),
    ("]", Some(Token::CloseSquare)),
    ("<", Some(Token::OpenAngle)),
    (">", Some(Token::CloseAngle)),
    (",", Some(Token::Comma)),
    ("±", Some(Token::PlusMinus)),
    ("+-", Some(Token::PlusMinus)),
    ("+", Some(Token::Plus)),
    ("-", Some(Token::Minus)),
    ("−", Some(Token::Minus)),
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
    ("Tiny", Some(Token::Call(Function::Tiny))),
    ("⧾", Some(Token::Call(Function::Tiny))),
    ("Miny", Some(Token::Call(Function::Miny))),
    ("⧿", Some(Token::Call(Function::Miny))),
    (r"\mathrm{Tiny}", Some(Token::Call(Function::Tiny))),
    (r"\mathrm{Miny}", Some(Token::Call(Function::Miny))),
    ("cool", Some(Token::Call(Function::Cool))),
    ("freeze", Some(Token::Call(Function::Freeze))),
    ("heat", Some(Token::Call(Function::Heat))),
    ("overheat", Some(Token::Call(Function::Overheat))),
    ("rcf", Some(Token::Call(Function::Reduced))),
    ("norton", Some(Token::Call(Function::Norton))),
    ("ordinal", Some(Token::Call(Function::Ordinal))),
    (r"\!", None),
    (" ", None),
];

/// Splits the text at this place into tokens with their places.
pub(super) fn tokens(text: &str, place: Range<usize>) -> Result<Vec<(Token, Range<usize>)>, ParseError> {
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
        } else if let Some((count, length)) = bars(rest) {
            tokens.push((Token::Bar(count), at..at + length));
            at += length;
        } else if let Some((above, below, length)) = latex_fraction(rest) {
            let whole = at..at + length;
            tokens.extend([Token::Number(above), Token::Slash, Token::Number(below)].map(|t| (t, whole.clone())));
            at += length;
        } else {
            let known = SPELLINGS.iter().find(|(spelling, _)| rest.starts_with(spelling));
            let Some((spelling, token)) = known else {
                return Err(ParseError::new(text, at, EXPECTED));
            };
            tokens.extend(token.map(|token| (token, at..at + spelling.len())));
            at += spelling.len();
        }
    }
    tokens.push((Token::End, place.end..place.end));
    Ok(tokens)
}

/// Bars in a row, `|||` or `\mid\!\mid`, and their length.
fn bars(text: &str) -> Option<(usize, usize)> {
    let plain = text.bytes().take_while(|&b| b == b'|').count();
    if plain > 0 {
        return Some((plain, plain));
    }
    let (mut count, mut rest) = (0, text);
    while let Some(after) = rest.strip_prefix(r"\mid") {
        count += 1;
        rest = after.strip_prefix(r"\!").unwrap_or(after);
    }
    (count > 0).then_some((count, text.len() - rest.len()))
}

/// `\frac{1}{2}` as 1, 2 and its length.
fn latex_fraction(text: &str) -> Option<(i64, i64, usize)> {
    let (above, rest) = text.strip_prefix(r"\frac{")?.split_once("}{")?;
    let (below, rest) = rest.split_once('}')?;
    Some((above.parse().ok()?, below.parse().ok()?, text.len() - rest.len()))
}
