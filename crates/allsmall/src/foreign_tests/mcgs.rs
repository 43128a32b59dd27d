//! MCGS `.test` files, as `input/info.test` of that project describes them.
//!
//! ```text
//! {version 1.7}
//! [clobber_1xn] XOXO OXX        two games: their sum is asked about
//! [up_star] (2 *)               and twice up plus star
//! {B win, W loss}               two questions; then the sum is empty again
//! ```
//!
//! Games of Clobber (two-player or impartial), nimbers and ups are read; a sum
//! with any other game is marked, so that its questions are skipped.

use super::segclobber::player;
use super::tokens::{TokenKind, split_commas, tokens};
use super::{Ask, Case, ForeignSum, ForeignTerm, ForeignTestError};
use crate::Player;

pub(super) fn read(text: &str) -> Result<Vec<Case>, ForeignTestError> {
    let (mut cases, mut sum) = (Vec::new(), ForeignSum::default());
    let mut section: Option<&str> = None;
    for token in tokens(text)? {
        let fault = |message: String| ForeignTestError { line: token.line, message };
        match token.kind {
            TokenKind::Section => section = Some(token.text),
            TokenKind::ForeignTerm => {
                let section = section.ok_or_else(|| fault("expected a section such as [clobber_1xn] first".into()))?;
                add(&mut sum, section, token.text).map_err(fault)?;
            }
            TokenKind::Commands if token.text.starts_with("version") => {}
            TokenKind::Commands => {
                for command in split_commas(token.text).into_iter().filter(|command| !command.is_empty()) {
                    let ask = read_command(command).map_err(fault)?;
                    cases.push(Case { line: token.line, sum: sum.clone(), ask });
                }
                sum = ForeignSum::default();
            }
        }
    }
    Ok(cases)
}

fn add(sum: &mut ForeignSum, section: &str, text: &str) -> Result<(), String> {
    let (name, impartial) = match section.strip_prefix("impartial ") {
        Some(name) => (name.trim(), true),
        None => (section, false),
    };
    match name {
        "clobber_1xn" | "clobber" => sum.games.push(ForeignTerm::Board { text: text.to_owned(), impartial }),
        "nimber" => {
            let size: u32 = text.parse().map_err(|_| format!("expected the size of a nimber; found {text:?}"))?;
            sum.games.push(ForeignTerm::Value(format!("*{size}")));
        }
        "up_star" => sum.games.extend(up_star(text)?),
        _ => sum.unknown = Some(section.to_owned()),
    }
    Ok(())
}

/// A number of ups, a star, or both.
fn up_star(text: &str) -> Result<Vec<ForeignTerm>, String> {
    let read = |word: &str| match (word, word.parse::<i32>()) {
        ("*", _) => Ok(ForeignTerm::Value("star".to_owned())),
        (_, Ok(ups)) => {
            Ok(ForeignTerm::Value(format!("{}*{}", ups.unsigned_abs(), if ups < 0 { "down" } else { "up" })))
        }
        _ => Err(format!("expected a number of ups, a star or both; found {text:?}")),
    };
    text.split([' ', ',']).filter(|word| !word.is_empty()).map(read).collect()
}

fn read_command(command: &str) -> Result<Ask, String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    match words[..] {
        ["thermograph", ..] => Ok(Ask::Other("thermograph".to_owned())),
        ["winning", "moves", who, ref moves @ ..] => Ok(Ask::Moves {
            first: match who {
                "N" => None,
                _ => Some(player(who).ok_or_else(|| unknown(command))?),
            },
            expected: match moves {
                [] => None,
                ["None"] => Some(Vec::new()),
                moves => Some(moves.iter().map(|&mv| mv.to_owned()).collect()),
            },
        }),
        ["N"] => Ok(Ask::Nimber { expected: None }),
        ["N", number] => Ok(Ask::Nimber { expected: Some(number.parse().map_err(|_| unknown(command))?) }),
        [who, ref result @ ..] => {
            let first = player(who).ok_or_else(|| unknown(command))?;
            let expected = winner(first, result).ok_or_else(|| unknown(command))?;
            Ok(Ask::Winner { first, expected })
        }
        [] => Err(unknown(command)),
    }
}

fn winner(first: Player, result: &[&str]) -> Option<Option<Player>> {
    match result {
        [] => Some(None),
        ["win"] => Some(Some(first)),
        ["loss"] => Some(Some(first.opponent())),
        _ => None,
    }
}

fn unknown(command: &str) -> String {
    format!("{command:?} is not a question; expected one such as B, W loss, N 3, winning moves B")
}
