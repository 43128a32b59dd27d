//! Tokens of the names of values, with all their spellings.

use std::ops::Range;

use crate::ParseError;

/// A token of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueToken {
    Open,
    /// A bar and its width: of two bars the wider one separates first.
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
    /// A number of ups; negative for downs.
    Arrow(i32),
    Number(i64),
    Call(Function),
    /// A value that is given from outside, by its number.
    Hole(usize),
    End,
}

/// A function of values, by name; `FunctionCall` says what each one computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Tiny,
    Miny,
    Cool,
    Freeze,
    Heat,
    Overheat,
    Reduced,
    Norton,
    Ordinal,
}

impl Function {
    /// The function's name with its parameters.
    pub(super) fn signature(self) -> &'static str {
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
}

/// The message where a value is expected.
pub(super) const EXPECTED: &str = "expected a value such as ^3*, 1/2, ±1 or {0||0|v*}";

/// Spellings of tokens; a spelling comes before its proper prefixes.
const SPELLINGS: &[(&str, Option<ValueToken>)] = &[
    (r"\{", Some(ValueToken::Open)),
    (r"\}", Some(ValueToken::Close)),
    (r"\uparrow", Some(ValueToken::Arrow(1))),
    (r"\downarrow", Some(ValueToken::Arrow(-1))),
    (r"\ast", Some(ValueToken::Star)),
    (r"\cdot", Some(ValueToken::Times)),
    (r"\pm", Some(ValueToken::PlusMinus)),
    ("{", Some(ValueToken::Open)),
    ("}", Some(ValueToken::Close)),
    ("(", Some(ValueToken::OpenRound)),
    (")", Some(ValueToken::CloseRound)),
    ("[", Some(ValueToken::OpenSquare)),
    ("]", Some(ValueToken::CloseSquare)),
    ("<", Some(ValueToken::OpenAngle)),
    (">", Some(ValueToken::CloseAngle)),
    (",", Some(ValueToken::Comma)),
    ("±", Some(ValueToken::PlusMinus)),
    ("+-", Some(ValueToken::PlusMinus)),
    ("+", Some(ValueToken::Plus)),
    ("-", Some(ValueToken::Minus)),
    ("−", Some(ValueToken::Minus)),
    ("/", Some(ValueToken::Slash)),
    ("·", Some(ValueToken::Times)),
    (".", Some(ValueToken::Times)),
    ("∗", Some(ValueToken::Star)),
    ("*", Some(ValueToken::Star)),
    ("star", Some(ValueToken::Star)),
    ("↑", Some(ValueToken::Arrow(1))),
    ("⇑", Some(ValueToken::Arrow(2))),
    ("↓", Some(ValueToken::Arrow(-1))),
    ("⇓", Some(ValueToken::Arrow(-2))),
    ("^", Some(ValueToken::Arrow(1))),
    ("up", Some(ValueToken::Arrow(1))),
    ("v", Some(ValueToken::Arrow(-1))),
    ("down", Some(ValueToken::Arrow(-1))),
    ("Tiny", Some(ValueToken::Call(Function::Tiny))),
    ("⧾", Some(ValueToken::Call(Function::Tiny))),
    ("Miny", Some(ValueToken::Call(Function::Miny))),
    ("⧿", Some(ValueToken::Call(Function::Miny))),
    (r"\mathrm{Tiny}", Some(ValueToken::Call(Function::Tiny))),
    (r"\mathrm{Miny}", Some(ValueToken::Call(Function::Miny))),
    ("cool", Some(ValueToken::Call(Function::Cool))),
    ("freeze", Some(ValueToken::Call(Function::Freeze))),
    ("heat", Some(ValueToken::Call(Function::Heat))),
    ("overheat", Some(ValueToken::Call(Function::Overheat))),
    ("rcf", Some(ValueToken::Call(Function::Reduced))),
    ("norton", Some(ValueToken::Call(Function::Norton))),
    ("ordinal", Some(ValueToken::Call(Function::Ordinal))),
    (r"\!", None),
    (" ", None),
];

/// Says where something ends that begins at this place and is not for the parser of
/// values; none if nothing of the kind begins there.
pub(crate) type HoleFinder<'a> = dyn FnMut(usize) -> Option<usize> + 'a;

/// Splits the text at this place into tokens with their places.
pub(super) fn tokens(
    text: &str,
    place: Range<usize>,
    hole: &mut HoleFinder<'_>,
) -> Result<Vec<(ValueToken, Range<usize>)>, ParseError> {
    let mut tokens = Vec::new();
    let (mut at, mut holes) = (place.start, 0);
    while at < place.end {
        let rest = &text[at..place.end];
        if let Some(end) = hole(at) {
            tokens.push((ValueToken::Hole(holes), at..end));
            holes += 1;
            at = end;
            continue;
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let number =
                rest[..digits].parse().map_err(|_| ParseError::new(text, at, "expected a number below 2^63"))?;
            tokens.push((ValueToken::Number(number), at..at + digits));
            at += digits;
        } else if let Some((count, length)) = bars(rest) {
            tokens.push((ValueToken::Bar(count), at..at + length));
            at += length;
        } else if let Some((above, below, length)) = latex_fraction(rest) {
            let whole = at..at + length;
            tokens.extend(
                [ValueToken::Number(above), ValueToken::Slash, ValueToken::Number(below)].map(|t| (t, whole.clone())),
            );
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
    tokens.push((ValueToken::End, place.end..place.end));
    Ok(tokens)
}

/// The width of a bar, `|||` or `\mid\!\mid`, and its length in bytes.
fn bars(text: &str) -> Option<(usize, usize)> {
    let number_up_star = text.bytes().take_while(|&b| b == b'|').count();
    if number_up_star > 0 {
        return Some((number_up_star, number_up_star));
    }
    let (mut count, mut rest) = (0, text);
    while let Some(after) = rest.strip_prefix(r"\mid") {
        count += 1;
        rest = after.strip_prefix(r"\!").unwrap_or(after);
    }
    (count > 0).then_some((count, text.len() - rest.len()))
}

/// `\frac{1}{2}` as 1, 2 and its length in bytes.
fn latex_fraction(text: &str) -> Option<(i64, i64, usize)> {
    let (above, rest) = text.strip_prefix(r"\frac{")?.split_once("}{")?;
    let (below, rest) = rest.split_once('}')?;
    Some((above.parse().ok()?, below.parse().ok()?, text.len() - rest.len()))
}
