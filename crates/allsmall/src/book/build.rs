//! Makes a book from records: verdicts on positions with Left to move, as searches and
//! campaigns write them.
//!
//! The opening tree is walked from the start. A record holds for every position that is
//! the same game (`normal_form`), so a campaign that met it in another shape, or by
//! another order of moves, counts as well. A position without a record is not known, and
//! what is only reached through such positions is left out.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;

use super::format::OpeningBook;
use super::image::BookGrid;
use crate::base::hash::Mixed;
use crate::normal_form::normal_form;
use crate::{Move, Player, Position};

/// A verdict on a position with Left to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookRecord {
    /// The position.
    pub position: Position,
    /// Whether Left wins.
    pub won: bool,
    /// A winning move, if Left wins.
    pub mv: Option<Move>,
}

/// A board of the book, and what is known about it.
pub struct SectionPlan {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// Maximum number of moves made.
    pub plies: usize,
    /// Verdicts, in any order.
    pub records: Vec<BookRecord>,
}

/// Why no book can be made from these records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookFault {
    /// The board has too many cells, or is a row.
    Size,
    /// Two records contradict each other.
    Contradiction(String),
    /// The winning move of a record is missing, or is not legal.
    Move(String),
    /// The verdicts do not fit together.
    Unfit(&'static str),
}

impl fmt::Display for BookFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookFault::Size => write!(f, "a board of the book is a grid of at most 64 cells with at most 126 moves"),
            BookFault::Contradiction(board) => write!(f, "{board} is both won and lost"),
            BookFault::Move(board) => write!(f, "{board} is won, but not by a legal move of the record"),
            BookFault::Unfit(why) => write!(f, "the records do not fit together: {why}"),
        }
    }
}

impl std::error::Error for BookFault {}

/// A verdict by normal form: the normal form after a winning move, if Left wins.
struct Known(HashMap<String, Option<String>, Mixed>);

impl Known {
    fn new(records: &[BookRecord]) -> Result<Known, BookFault> {
        let mut known: HashMap<String, Option<String>, Mixed> = HashMap::default();
        for BookRecord { position, won, mv } in records {
            let fault = || BookFault::Move(position.to_string());
            let after = match (won, mv) {
                (false, _) => None,
                (true, None) => return Err(fault()),
                (true, Some(mv)) => Some(form_after(&position.after(Player::Left, *mv).map_err(|_| fault())?)),
            };
            if known.entry(normal_form(position)).or_insert_with(|| after.clone()).is_some() != after.is_some() {
                return Err(BookFault::Contradiction(position.to_string()));
            }
        }
        Ok(Known(known))
    }

    /// The code of a position with Left to move, nothing listed after it.
    fn code(&self, position: &Position) -> Result<u8, BookFault> {
        let Some(won) = self.0.get(&normal_form(position)) else { return Ok(0) };
        let Some(wanted) = won else { return Ok(1) };
        let wins =
            |mv: &Move| form_after(&position.after(Player::Left, *mv).expect("a listed move is legal")) == *wanted;
        let found = position.moves(Player::Left).iter().position(wins);
        let number = found.ok_or_else(|| BookFault::Move(position.to_string()))?;
        u8::try_from(3 + 2 * number).map_err(|_| BookFault::Size)
    }
}

/// The normal form with Left to move again.
fn form_after(after: &Position) -> String {
    normal_form(&after.negated())
}

impl OpeningBook {
    /// Makes the file of a book and checks it by reading it.
    ///
    /// # Errors
    /// What is wrong with the records.
    pub fn build(plans: &[SectionPlan]) -> Result<Vec<u8>, BookFault> {
        let sections: Result<Vec<_>, BookFault> =
            plans.iter().map(|plan| Ok((plan.rows, plan.cols, plan.codes()?))).collect();
        let bytes = OpeningBook::file(&sections?);
        match OpeningBook::read(&bytes) {
            Ok(_) => Ok(bytes),
            Err(super::BookError::Damaged(why)) => Err(BookFault::Unfit(why)),
            Err(_) => Err(BookFault::Unfit("the file cannot be read back")),
        }
    }
}

impl SectionPlan {
    /// The codes of the section, in its order.
    fn codes(&self) -> Result<Vec<u8>, BookFault> {
        let shape = BookGrid::new(self.rows, self.cols).ok_or(BookFault::Size)?;
        let (known, start) = (Known::new(&self.records)?, shape.start());
        let code_of = |position: &Position| shape.image(position, Player::Left).expect("it is on the board").code;
        let mut seen: HashSet<u128, Mixed> = HashSet::default();
        seen.insert(code_of(&start));
        let (mut codes, mut waiting) = (Vec::new(), VecDeque::from([(start, 0)]));
        while let Some((position, ply)) = waiting.pop_front() {
            let mut code = known.code(&position)?;
            let after = if code > 0 && ply < self.plies { after_moves(&position) } else { Vec::new() };
            let mut is_followed = false;
            for next in &after {
                is_followed = is_followed || known.code(next)? > 0;
            }
            if is_followed {
                code += 1;
                waiting.extend(after.into_iter().filter(|next| seen.insert(code_of(next))).map(|next| (next, ply + 1)));
            }
            codes.extend([code, known.code(&position.negated())?]);
        }
        Ok(codes)
    }
}

/// What Left's moves leave, the colours exchanged, in the order of the moves.
fn after_moves(position: &Position) -> Vec<Position> {
    let after = |mv| position.after(Player::Left, mv).expect("a listed move is legal").negated();
    position.moves(Player::Left).into_iter().map(after).collect()
}
