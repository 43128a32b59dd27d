//! The opening book: who wins after the first moves of boards that take long to solve.
//!
//! Entries are verdicts of earlier searches, so the book is a shortcut and not a proof:
//! what is to be proved is searched again. A position that is not in the book is simply
//! unknown to it. Positions are stored with Left to move, up to the symmetries of the
//! board; Right to move in G is Left to move in -G.
//!
//! | file | role |
//! |---|---|
//! | `image` | positions up to symmetry, as one number |
//! | `format` | the file: header, sections, checksum |
//! | `section` | the entries of one board, in the order of the opening tree |
//! | `build` | a section from what searches and campaigns found |

mod build;
mod format;
mod image;
mod section;

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use crate::{Move, Player, Position};

pub use build::{BookFault, BookRecord, SectionPlan};
pub use format::{BookError, OpeningBook, VERSION};
use section::BookSection;
pub use section::SectionCounts;

/// What the book says about a position and the player to move.
///
/// ```
/// use allsmall::{Player, Position, book::OpeningBook};
/// let position: Position = "checker:6x6".parse()?;
/// let entry = OpeningBook::shipped().look_up(&position, Player::Left).expect("it is in the book");
/// assert!(entry.wins && entry.mv.is_some());
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// Whether the player to move wins.
    pub wins: bool,
    /// A winning move of a player who wins.
    pub mv: Option<Move>,
}

impl OpeningBook {
    /// The book that the program carries.
    ///
    /// # Panics
    /// Never: the tests read it.
    #[must_use]
    pub fn shipped() -> &'static OpeningBook {
        static BOOK: OnceLock<OpeningBook> = OnceLock::new();
        BOOK.get_or_init(|| OpeningBook::trusted(include_bytes!("openings.book")).expect("the tests read it"))
    }

    /// What is known about a position when this player is to move.
    #[must_use]
    pub fn look_up(&self, position: &Position, player: Player) -> Option<BookEntry> {
        self.sections_for(position).find_map(|section| section.look_up(position, player))
    }

    /// Whether a move of `player` wins, if the position after it is in the book.
    #[must_use]
    pub fn judge(&self, position: &Position, player: Player, mv: Move) -> Option<bool> {
        let next = position.after(player, mv).ok()?;
        self.look_up(&next, player.opponent()).map(|entry| !entry.wins)
    }

    /// Every move of `player` with what the book says about it; all lose where the
    /// position is known to be lost.
    #[must_use]
    pub fn judge_all(&self, position: &Position, player: Player) -> Vec<(Move, Option<bool>)> {
        let entry = self.look_up(position, player);
        let judge = |mv: Move| match entry {
            Some(BookEntry { wins: false, .. }) => Some(false),
            Some(BookEntry { mv: Some(winning), .. }) if winning == mv => Some(true),
            _ => self.judge(position, player, mv),
        };
        if !self.covers(position) {
            return Vec::new();
        }
        position.moves(player).into_iter().map(|mv| (mv, judge(mv))).collect()
    }

    /// All positions of the book, Left to move, one of each symmetry class; the same list
    /// every time.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        self.sections().flat_map(BookSection::positions).collect()
    }

    /// Whether the position is on a board of the book and has at least as many stones as
    /// the smallest entry there.
    fn covers(&self, position: &Position) -> bool {
        self.sections_for(position).any(|section| section.covers(position))
    }
}
