//! What the engine takes from the opening book.

use super::player::AssessedMove;
use crate::book::OpeningBook;
use crate::{Move, Player, Position};

/// The move to play in a position that the book says is lost: of the moves whose replies
/// are all in the book, the first with the fewest winning ones; otherwise the first.
/// `moves` are in the order of preference.
pub(super) fn hardest_in_book(book: &OpeningBook, position: &Position, player: Player, moves: &[Move]) -> Option<Move> {
    let winning_replies = |mv: Move| {
        let next = position.after(player, mv).ok()?;
        let replies = book.judge_all(&next, player.opponent());
        let known = replies.iter().map(|(_, wins)| wins.map(usize::from));
        let count = known.sum::<Option<usize>>()?;
        Some(count).filter(|_| !replies.is_empty())
    };
    let counted = moves.iter().filter_map(|&mv| Some((winning_replies(mv)?, mv)));
    counted.min_by_key(|(count, _)| *count).map(|(_, mv)| mv).or(moves.first().copied())
}

/// Enters what the book says about the moves.
pub(super) fn judge_by_book(book: &OpeningBook, position: &Position, player: Player, moves: &mut [AssessedMove]) {
    for (mv, wins) in book.judge_all(position, player) {
        let assessed = moves.iter_mut().find(|assessed| assessed.mv == mv);
        if let (Some(assessed), Some(wins)) = (assessed, wins) {
            (assessed.proved, assessed.chance, assessed.book) = (Some(wins), None, true);
        }
    }
}
