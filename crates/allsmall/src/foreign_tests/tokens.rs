//! Tokens of an MCGS file.
//!
//! ```text
//! [clobber_1xn] XO.X (XOX)  /* a remark */  {B win, W loss}
//!  Section      Game  Game                   Commands
//! ```

use super::ForeignTestError;

/// A token and the line it begins on, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) line: usize,
    pub(super) kind: TokenKind,
    /// The text between the brackets, or the bare word.
    pub(super) text: &'a str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Section,
    ForeignTerm,
    Commands,
}

/// The tokens of a file, without comments.
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, ForeignTestError> {
    let mut tokens = Vec::new();
    let (mut at, mut line, mut counted) = (0, 1, 0);
    while let Some(found) = text[at..].find(|c: char| !c.is_whitespace()) {
        let start = at + found;
        let rest = &text[start..];
        line += text[counted..start].matches('\n').count();
        counted = start;
        let enclosed = |open: &str, close: &str| {
            let Some(length) = rest[open.len()..].find(close) else {
                return Err(ForeignTestError {
                    line,
                    message: format!("{open:?} is never closed; expected {close:?}"),
                });
            };
            Ok((&rest[open.len()..][..length], start + open.len() + length + close.len()))
        };
        let (kind, (inner, end)) = match rest.as_bytes()[0] {
            b'/' if rest.starts_with("/*") => {
                at = enclosed("/*", "*/")?.1;
                continue;
            }
            b'[' => (TokenKind::Section, enclosed("[", "]")?),
            b'{' => (TokenKind::Commands, enclosed("{", "}")?),
            b'(' => (TokenKind::ForeignTerm, enclosed("(", ")")?),
            close @ (b']' | b'}' | b')') => {
                return Err(ForeignTestError { line, message: format!("{:?} closes nothing", close as char) });
            }
            _ => {
                let length = rest.find(|c: char| c.is_whitespace() || "[{(".contains(c)).unwrap_or(rest.len());
                (TokenKind::ForeignTerm, (&rest[..length], start + length))
            }
        };
        tokens.push(Token { line, kind, text: inner.trim() });
        at = end;
    }
    Ok(tokens)
}

/// Splits at commas that stand outside parentheses.
pub(super) fn split_commas(text: &str) -> Vec<&str> {
    let mut depth = 0usize;
    let outside = |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    };
    text.split(outside).map(str::trim).collect()
}
