//! The entries of one board, in the order of its opening tree.
//!
//! Two bytes a position, breadth first from the start with Left to move. The first says
//! who wins when Left moves, the second when Right moves instead:
//!
//! ```text
//! 0         not known
//! 1         the player to move loses
//! 2         the same, and the positions after the moves are listed
//! 3 + 2i    move i of the list of legal moves wins
//! 4 + 2i    the same, and the positions after all the moves are listed
//! ```
//!
//! After a move the colours are exchanged, so that Left is to move again. Moves are
//! numbered from 0 in the order of [`Position::moves`]. A position is listed once: not
//! again if it, or a mirror image of it, came before. So the file needs no positions; they
//! follow from the rules.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use super::BookEntry;
use super::format::BookError;
use super::image::BookGrid;
use crate::base::hash::Mixed;
use crate::{Move, Player, Position};

/// Bytes of a position.
const BYTES: usize = 2;

/// Maximum number of positions of a section.
const MAX_POSITIONS: usize = 1 << 20;

/// The verdict on an image with Left to move, and a winning move in it.
#[derive(Clone, Copy)]
struct ImageEntry {
    wins: bool,
    mv: Option<Move>,
}

/// The entries of one board, ready to be looked up.
pub(super) struct BookSection {
    shape: BookGrid,
    entries: HashMap<u128, ImageEntry, Mixed>,
    /// Number of stones of the smallest entry.
    least_stones: usize,
    /// Entries by the number of moves made, with the player to move whose turn it is.
    by_ply: Vec<u64>,
    /// Entries with the other player to move.
    others: u64,
}

/// How many positions of a board the book knows.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct SectionCounts {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// Entries after 0, 1, 2, ... moves, up to symmetry, players moving alternately.
    pub by_ply: Vec<u64>,
    /// Entries in which the player who has just moved moves again.
    pub others: u64,
}

/// A move that leads from one listed position to another.
struct Step {
    /// Whether it is a winning move; otherwise a move of a lost position.
    wins: bool,
    child: u128,
}

impl BookSection {
    /// Reads the entries of a grid.
    pub(super) fn read(rows: usize, cols: usize, bytes: &[u8]) -> Result<BookSection, BookError> {
        let shape = BookGrid::new(rows, cols).ok_or(BookError::Damaged("a board is too large"))?;
        let start = shape.start();
        let mut section = BookSection {
            least_stones: start.stones(),
            entries: HashMap::default(),
            by_ply: Vec::new(),
            others: 0,
            shape,
        };
        let (mut steps, mut seen) = (Vec::new(), HashMap::<u128, (), Mixed>::default());
        seen.insert(section.image_code(&start), ());
        let mut codes = bytes.chunks_exact(BYTES);
        if codes.len() > MAX_POSITIONS {
            return Err(BookError::Damaged("a section is too long"));
        }
        let mut waiting = VecDeque::from([(start, 0)]);
        while let Some((position, ply)) = waiting.pop_front() {
            let Some(&[code, other]) = codes.next() else { return Err(BookError::Damaged("a section ends too soon")) };
            section.enter_other(&position, other)?;
            let Some(entry) = section.enter(&position, ply, code)? else { continue };
            if code % 2 == 1 {
                continue;
            }
            for mv in position.moves(Player::Left) {
                let after = position.after(Player::Left, mv).expect("a listed move is legal").negated();
                let child = section.image_code(&after);
                let wins = entry.mv == Some(mv);
                if wins || !entry.wins {
                    steps.push(Step { wins, child });
                }
                if let Entry::Vacant(free) = seen.entry(child) {
                    free.insert(());
                    waiting.push_back((after, ply + 1));
                }
            }
            if waiting.len() > codes.len() {
                return Err(BookError::Damaged("a section ends too soon"));
            }
        }
        if codes.next().is_some() || !codes.remainder().is_empty() {
            return Err(BookError::Damaged("a section is too long"));
        }
        section.check(&steps)?;
        Ok(section)
    }

    fn image_code(&self, position: &Position) -> u128 {
        self.shape.image(position, Player::Left).expect("it is on the board").code
    }

    /// Enters what is known when Left is to move, with the winning move on the position.
    fn enter(&mut self, position: &Position, ply: usize, code: u8) -> Result<Option<BookEntry>, BookError> {
        let Some(entry) = decoded(position, code)? else { return Ok(None) };
        self.insert(position, entry)?;
        if self.by_ply.len() <= ply {
            self.by_ply.resize(ply + 1, 0);
        }
        self.by_ply[ply] += 1;
        self.least_stones = self.least_stones.min(position.stones());
        Ok(Some(entry))
    }

    /// Enters what is known when Right is to move instead.
    fn enter_other(&mut self, position: &Position, code: u8) -> Result<(), BookError> {
        if code > 1 && code.is_multiple_of(2) {
            return Err(BookError::Damaged("no positions are listed after a move out of turn"));
        }
        let position = position.negated();
        let Some(entry) = decoded(&position, code)? else { return Ok(()) };
        self.insert(&position, entry)?;
        self.others += 1;
        Ok(())
    }

    /// Enters a verdict on a position with Left to move. One that is there already, as on
    /// a board that is its own negative, must be the same.
    fn insert(&mut self, position: &Position, entry: BookEntry) -> Result<(), BookError> {
        let image = self.shape.image(position, Player::Left).expect("it is on the board");
        let mv = entry.mv.map(|Move { from, to }| Move { from: image.cell_of(from), to: image.cell_of(to) });
        let known = *self.entries.entry(image.code).or_insert(ImageEntry { wins: entry.wins, mv });
        if known.wins == entry.wins { Ok(()) } else { Err(BookError::Damaged("a position is both won and lost")) }
    }

    /// Whether the verdicts fit together: a winning move leads to a lost position, and no
    /// move of a lost one does.
    fn check(&self, steps: &[Step]) -> Result<(), BookError> {
        for Step { wins, child } in steps {
            if self.entries.get(child).is_some_and(|child| child.wins == *wins) {
                return Err(BookError::Damaged("two entries contradict each other"));
            }
        }
        Ok(())
    }

    pub(super) fn covers(&self, position: &Position) -> bool {
        self.shape.fits(position) && position.stones() >= self.least_stones
    }

    pub(super) fn look_up(&self, position: &Position, player: Player) -> Option<BookEntry> {
        if !self.covers(position) {
            return None;
        }
        let image = self.shape.image(position, player)?;
        let found = self.entries.get(&image.code)?;
        Some(BookEntry { wins: found.wins, mv: found.mv.map(|mv| image.placed(mv)) })
    }

    /// The images of all entries, in increasing order.
    pub(super) fn positions(&self) -> Vec<Position> {
        let mut codes: Vec<u128> = self.entries.keys().copied().collect();
        codes.sort_unstable();
        codes.into_iter().map(|code| self.shape.position(code)).collect()
    }

    pub(super) fn counts(&self) -> SectionCounts {
        let BookGrid { rows, cols, .. } = self.shape;
        SectionCounts { rows, cols, by_ply: self.by_ply.clone(), others: self.others }
    }
}

/// The entry that a byte stands for, Left to move.
fn decoded(position: &Position, code: u8) -> Result<Option<BookEntry>, BookError> {
    Ok(match code {
        0 => None,
        1 | 2 => Some(BookEntry { wins: false, mv: None }),
        _ => {
            let moves = position.moves(Player::Left);
            let mv = moves.get(usize::from(code - 3) / 2);
            let mv = mv.ok_or(BookError::Damaged("a winning move is not legal"))?;
            Some(BookEntry { wins: true, mv: Some(*mv) })
        }
    })
}
