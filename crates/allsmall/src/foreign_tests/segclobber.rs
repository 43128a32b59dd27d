//! SEGClobber's test lines: `BOARD FIRST WINNER`, as in `WBW.BW B W`, with
//! `B` for black and `W` for white.

use super::{Ask, Case, ForeignSum, ForeignTerm, ForeignTestError};
use crate::Player;

pub(super) fn read(text: &str) -> Result<Vec<Case>, ForeignTestError> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '%'])).map(read_line).collect()
}

fn read_line((line, text): (usize, &str)) -> Result<Case, ForeignTestError> {
    let fault = || {
        let shown: String = text.chars().take(60).collect();
        let message = format!("expected a board, who starts and who wins, as in `WBW.BW B W`; found {shown:?}");
        ForeignTestError { line, message }
    };
    let [board, first, winner] = text.split_whitespace().collect::<Vec<_>>()[..] else { return Err(fault()) };
    let first = player(first).ok_or_else(fault)?;
    let expected = Some(player(winner).ok_or_else(fault)?);
    let sum =
        ForeignSum { games: vec![ForeignTerm::Board { text: board.to_owned(), impartial: false }], unknown: None };
    Ok(Case { line, sum, ask: Ask::Winner { first, expected } })
}

/// The player of this letter.
pub(super) fn player(letter: &str) -> Option<Player> {
    match letter {
        "B" => Some(Player::Left),
        "W" => Some(Player::Right),
        _ => None,
    }
}
