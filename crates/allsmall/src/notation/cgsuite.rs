//! Positions as CGSuite writes them: `Clobber("xox|oxo")`, `game.grid.Clobber("xox|oxo")`,
//! also with `.CanonicalForm`, which is equal to the position.

use std::ops::Range;

use crate::ParseError;

/// The names of the game.
const NAMES: [&str; 2] = ["Clobber(", "game.grid.Clobber("];

/// A method whose value is equal to the position.
const CANONICAL: &str = ".CanonicalForm";

/// The place of the stones in a position of CGSuite that begins at `from`; none if the
/// text is not one.
///
/// # Errors
/// A quote or the bracket is missing.
pub(super) fn stones(text: &str, from: usize) -> Result<Option<Range<usize>>, ParseError> {
    let Some(name) = NAMES.iter().find(|name| text[from..].starts_with(*name)) else { return Ok(None) };
    let quote = from + name.len();
    if !text[quote..].starts_with('"') {
        return Err(ParseError::new(text, quote, r#"expected the rows in quotes, as in Clobber("xox|oxo")"#));
    }
    let Some(length) = text[quote + 1..].find('"') else {
        return Err(ParseError::new(text, quote, "this quote is never closed"));
    };
    let behind = quote + 1 + length + 1;
    let Some(rest) = text[behind..].strip_prefix(')') else {
        return Err(ParseError::new(text, behind, "expected )"));
    };
    if !["", CANONICAL].contains(&rest.trim_end()) {
        return Err(ParseError::new(text, behind + 1, "expected .CanonicalForm, or nothing behind the bracket"));
    }
    Ok(Some(quote + 1..behind - 1))
}
