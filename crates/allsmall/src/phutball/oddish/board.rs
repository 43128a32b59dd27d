//! The Oddish board: the squares at an even distance from the ball, which
//! never matter, are left out, and the ball is an arrow between two squares.
//!
//! The arrow passes over any number of adjacent stones and removes them; Left
//! wins when it passes the last square on the right, Right when it
//! passes the last one on the left.

use crate::Player;
use crate::phutball::exact::{Code, Lane};
use crate::phutball::game::StripGame;
use crate::phutball::rules::{Next, PhutballMove, PhutballPosition, PhutballRefusal};

/// An Oddish position, the game not yet over.
///
/// ```text
/// full board   o . . . o @ . . o . .     squares 1 to 11, ball on 6
/// odd squares  o   .   o | .   o   .     1 3 5, then 7 9 11
/// Oddish       o . o | . o .             arrow 3: three squares on its left
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Oddish {
    stones: Vec<bool>,
    arrow: usize,
}

/// Why squares and an arrow do not make a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddishFlaw {
    /// Fewer than two squares.
    TooShort,
    /// The arrow is at or beyond an end of the board.
    ArrowAtEnd,
}

impl Oddish {
    /// A position from its stones (leftmost square first) and the number of
    /// squares on the left of the arrow.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(stones: Vec<bool>, arrow: usize) -> Result<Oddish, OddishFlaw> {
        match stones.len() {
            0..2 => Err(OddishFlaw::TooShort),
            m if arrow == 0 || arrow >= m => Err(OddishFlaw::ArrowAtEnd),
            _ => Ok(Oddish { stones, arrow }),
        }
    }

    /// Number of squares.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.stones.len()
    }

    /// Number of squares on the left of the arrow.
    #[must_use]
    pub fn arrow(&self) -> usize {
        self.arrow
    }

    /// Where the stones are, leftmost square first.
    #[must_use]
    pub fn stones(&self) -> &[bool] {
        &self.stones
    }

    /// Lengths of the runs of stones next to the arrow, on its left and on its right.
    #[must_use]
    pub fn runs(&self) -> (usize, usize) {
        let (left, right) = self.stones.split_at(self.arrow);
        (left.iter().rev().take_while(|&&s| s).count(), right.iter().take_while(|&&s| s).count())
    }

    /// The Oddish form of a full position, if all its stones are at an odd
    /// distance from the ball.
    #[must_use]
    pub fn from_position(position: &PhutballPosition) -> Option<Oddish> {
        let odd = |square: &usize| square.abs_diff(position.ball()) % 2 == 1;
        let squares = 1..=position.squares();
        if squares.clone().any(|s| position.has_stone(s) && !odd(&s)) {
            return None;
        }
        let stones = squares.filter(odd).map(|s| position.has_stone(s)).collect();
        Some(Oddish { stones, arrow: position.ball() / 2 })
    }

    /// The shortest full board with this Oddish form: 2m - 1 squares, the
    /// Oddish ones being the odd ones.
    #[must_use]
    pub fn to_position(&self) -> PhutballPosition {
        let spread = self.stones.iter().flat_map(|&stone| [stone, false]);
        let stones = spread.take(2 * self.squares() - 1).collect();
        PhutballPosition::new(stones, 2 * self.arrow).expect("the arrow is inside, so the ball is")
    }

    /// The board seen from the other side.
    #[must_use]
    pub fn mirrored(&self) -> Oddish {
        let stones = self.stones.iter().rev().copied().collect();
        Oddish { stones, arrow: self.squares() - self.arrow }
    }
}

impl StripGame for Oddish {
    fn moves(&self) -> Vec<PhutballMove> {
        let (left, right) = self.runs();
        let empty = (1..=self.squares()).filter(|&s| !self.stones[s - 1]).map(PhutballMove::Place);
        let jumps = (self.arrow - left..=self.arrow + right).filter(|&to| to != self.arrow).map(PhutballMove::Jump);
        empty.chain(jumps).collect()
    }

    fn after(&self, mv: PhutballMove) -> Result<Next<Oddish>, PhutballRefusal> {
        let (left, right) = self.runs();
        let mut next = self.clone();
        match mv {
            PhutballMove::Place(square) if square == 0 || square > self.squares() => {
                return Err(PhutballRefusal::OffBoard);
            }
            PhutballMove::Place(square) if self.stones[square - 1] => return Err(PhutballRefusal::Taken),
            PhutballMove::Place(square) => next.stones[square - 1] = true,
            PhutballMove::Jump(to) if to == self.arrow || !(self.arrow - left..=self.arrow + right).contains(&to) => {
                return Err(PhutballRefusal::NoSuchJump);
            }
            PhutballMove::Jump(0) => return Ok(Next::Won(Player::Right)),
            PhutballMove::Jump(to) if to == self.squares() => return Ok(Next::Won(Player::Left)),
            PhutballMove::Jump(to) => {
                next.stones[to.min(self.arrow)..to.max(self.arrow)].fill(false);
                next.arrow = to;
            }
        }
        Ok(Next::Goes(next))
    }

    fn packed(&self) -> Option<(Lane, Code)> {
        let m = self.squares();
        let index = || self.stones.iter().rev().fold(0, |index, &stone| index << 1 | u64::from(stone));
        (m <= Lane::MOST_BITS as usize).then(|| (Lane::oddish(m), Code { place: self.arrow - 1, index: index() }))
    }

    fn unpacked(lane: &Lane, code: Code) -> Oddish {
        let stones = (0..lane.bits()).map(|bit| code.index >> bit & 1 == 1).collect();
        Oddish { stones, arrow: code.place + 1 }
    }
}

impl std::fmt::Display for OddishFlaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            OddishFlaw::TooShort => "an Oddish board has at least 2 squares",
            OddishFlaw::ArrowAtEnd => "the arrow is at the end of the board: the game is over",
        })
    }
}

impl std::error::Error for OddishFlaw {}
