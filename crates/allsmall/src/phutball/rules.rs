//! The rules of one-dimensional Phutball (Grossman and Nowakowski).
//!
//! One ball and any number of stones stand on a strip of n squares. A turn
//! either places a stone on an empty square or jumps: the ball passes over
//! the whole run of stones beside it, the run is removed, and the ball may go
//! on jumping. Left wins when the ball comes onto or over the rightmost
//! square, Right when it comes onto or over the leftmost one, whoever moved
//! it. Nobody may pass. After a jump the square behind the ball is empty, so
//! a chain of jumps never turns back, and its last square names it.

use super::exact::{Code, Lane};
use super::game::Game;
use crate::Player;

/// A ball and stones on a strip, the game not yet over.
///
/// ```text
/// . o o @ . o .      squares 1..=7, ball on 4
/// goals: Right's on squares 0 and 1, Left's on squares 7 and 8
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    stones: Vec<bool>,
    ball: usize,
}

/// A turn. Squares count from 1; a jump may end on 0 or n + 1, off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A stone is put on this empty square.
    Place(usize),
    /// The ball jumps, once or more, and comes to rest here.
    Jump(usize),
}

/// What a turn leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next<P> {
    /// The game goes on from here.
    Goes(P),
    /// The ball has reached the goal of this player, who wins.
    Won(Player),
}

/// Why squares do not make a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Fewer than three squares: the ball has nowhere to stand.
    TooShort,
    /// The ball is on or beyond the first or the last square.
    BallOnGoal,
    /// The ball and a stone share a square.
    StoneUnderBall,
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such square.
    OffBoard,
    /// The square to place on is taken.
    Taken,
    /// No chain of jumps ends there.
    NoSuchJump,
}

impl Position {
    /// A position from its stones (square 1 first) and the square of the ball.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(stones: Vec<bool>, ball: usize) -> Result<Position, Flaw> {
        match stones.len() {
            0..3 => Err(Flaw::TooShort),
            n if ball <= 1 || ball >= n => Err(Flaw::BallOnGoal),
            _ if stones[ball - 1] => Err(Flaw::StoneUnderBall),
            _ => Ok(Position { stones, ball }),
        }
    }

    /// Number of squares.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.stones.len()
    }

    /// The square of the ball.
    #[must_use]
    pub fn ball(&self) -> usize {
        self.ball
    }

    /// Where the stones are, square 1 first.
    #[must_use]
    pub fn stones(&self) -> &[bool] {
        &self.stones
    }

    /// Whether a stone stands on this square; never off the board.
    #[must_use]
    pub fn has_stone(&self, square: usize) -> bool {
        square > 0 && self.stones.get(square - 1) == Some(&true)
    }

    /// The squares where a chain of jumps may end, from left to right.
    #[must_use]
    pub fn jumps(&self) -> Vec<usize> {
        let n = self.squares();
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let mut at = self.ball;
        while at > 1 && self.has_stone(at - 1) {
            at = (0..at).rev().find(|&s| !self.has_stone(s)).expect("square 0 has no stone");
            left.push(at);
        }
        at = self.ball;
        while at < n && self.has_stone(at + 1) {
            at = (at + 1..).find(|&s| !self.has_stone(s)).expect("square n + 1 has no stone");
            right.push(at);
        }
        left.reverse();
        left.append(&mut right);
        left
    }

    /// The board seen from the other side: what Left can do here, Right can
    /// do there.
    #[must_use]
    pub fn mirrored(&self) -> Position {
        let stones = self.stones.iter().rev().copied().collect();
        Position { stones, ball: self.squares() + 1 - self.ball }
    }
}

impl Game for Position {
    fn moves(&self) -> Vec<Move> {
        let empty = (1..=self.squares()).filter(|&s| s != self.ball && !self.has_stone(s));
        let mut moves: Vec<_> = empty.map(Move::Place).collect();
        moves.extend(self.jumps().into_iter().map(Move::Jump));
        moves
    }

    fn after(&self, mv: Move) -> Result<Next<Position>, Refusal> {
        let n = self.squares();
        match mv {
            Move::Place(square) if square == 0 || square > n => Err(Refusal::OffBoard),
            Move::Place(square) if square == self.ball || self.has_stone(square) => Err(Refusal::Taken),
            Move::Place(square) => {
                let mut next = self.clone();
                next.stones[square - 1] = true;
                Ok(Next::Goes(next))
            }
            Move::Jump(to) if !self.jumps().contains(&to) => Err(Refusal::NoSuchJump),
            Move::Jump(to) if to >= n => Ok(Next::Won(Player::Left)),
            Move::Jump(to) if to <= 1 => Ok(Next::Won(Player::Right)),
            Move::Jump(to) => {
                let mut next = self.clone();
                next.stones[to.min(self.ball) - 1..to.max(self.ball)].fill(false);
                next.ball = to;
                Ok(Next::Goes(next))
            }
        }
    }

    fn packed(&self) -> Option<(Lane, Code)> {
        let n = self.squares();
        let own = self.ball - 1;
        let others = || self.stones.iter().enumerate().filter(|&(i, _)| i != own).rev();
        let index = || others().fold(0, |index, (_, &stone)| index << 1 | u64::from(stone));
        (n <= Lane::MOST_BITS as usize + 1).then(|| (Lane::phutball(n), Code { place: own - 1, index: index() }))
    }

    fn unpacked(lane: &Lane, code: Code) -> Position {
        let mut stones: Vec<_> = (0..lane.bits()).map(|bit| code.index >> bit & 1 == 1).collect();
        stones.insert(code.place + 1, false);
        Position { stones, ball: code.place + 2 }
    }
}

impl Move {
    /// The move on the mirrored board of n squares.
    #[must_use]
    pub fn mirrored(self, n: usize) -> Move {
        match self {
            Move::Place(square) => Move::Place(n + 1 - square),
            Move::Jump(to) => Move::Jump(n + 1 - to),
        }
    }
}

impl std::fmt::Display for Flaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Flaw::TooShort => "a Phutball board has at least 3 squares",
            Flaw::BallOnGoal => "the ball is on a goal square: the game is over",
            Flaw::StoneUnderBall => "the ball and a stone share a square",
        })
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Refusal::OffBoard => "there is no such square",
            Refusal::Taken => "that square is taken",
            Refusal::NoSuchJump => "no jump ends there",
        })
    }
}

impl std::error::Error for Flaw {}
impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Position {
        let ball = text.find('@').expect("a ball") + 1;
        Position::new(text.chars().map(|c| c == 'o').collect(), ball).expect("a position")
    }

    fn goes(p: &Position, mv: Move) -> Position {
        match p.after(mv) {
            Ok(Next::Goes(next)) => next,
            other => panic!("{mv:?} gives {other:?}"),
        }
    }

    #[test]
    fn a_chain_may_stop_after_every_jump_and_removes_what_it_passed() {
        let p = board("o@o.o.o....");
        assert_eq!(p.jumps(), [0, 4, 6, 8]);
        assert_eq!(goes(&p, Move::Jump(6)), board("o....@o...."));
        assert_eq!(goes(&p, Move::Jump(8)), board("o......@..."));
        assert_eq!(p.after(Move::Jump(0)), Ok(Next::Won(Player::Right)));
        assert_eq!(goes(&p, Move::Place(4)), board("o@ooo.o...."));
        assert_eq!(goes(&board("..o.o@."), Move::Jump(4)), board("..o@..."));
    }

    #[test]
    fn a_run_to_the_edge_leaves_the_board_and_own_goals_count() {
        let p = board("..@oo");
        assert_eq!(p.jumps(), [6]);
        assert_eq!(p.after(Move::Jump(6)), Ok(Next::Won(Player::Left)));
        assert_eq!(board(".@o.").after(Move::Jump(4)), Ok(Next::Won(Player::Left)));
        assert_eq!(board("oo@oo").moves(), [Move::Jump(0), Move::Jump(6)]);
    }

    #[test]
    fn refused_moves_and_flawed_boards() {
        let p = board(".o@..");
        let refused = [
            (Move::Place(0), Refusal::OffBoard),
            (Move::Place(6), Refusal::OffBoard),
            (Move::Place(2), Refusal::Taken),
            (Move::Place(3), Refusal::Taken),
            (Move::Jump(2), Refusal::NoSuchJump),
            (Move::Jump(9), Refusal::NoSuchJump),
        ];
        for (mv, why) in refused {
            assert_eq!(p.after(mv), Err(why), "{mv:?}");
        }
        assert_eq!(Position::new(vec![false; 2], 1), Err(Flaw::TooShort));
        for ball in [0, 1, 4, 5] {
            assert_eq!(Position::new(vec![false; 4], ball), Err(Flaw::BallOnGoal));
        }
        assert_eq!(Position::new(vec![true; 4], 2), Err(Flaw::StoneUnderBall));
    }

    #[test]
    fn the_mirror_turns_moves_round() {
        let p = board(".oo@.o.");
        assert_eq!(p.mirrored(), board(".o.@oo."));
        for mv in p.moves() {
            let there = p.mirrored().after(mv.mirrored(7)).expect("a legal move");
            match (p.after(mv).expect("a legal move"), there) {
                (Next::Goes(a), Next::Goes(b)) => assert_eq!(a.mirrored(), b),
                (Next::Won(a), Next::Won(b)) => assert_eq!(a, b.opponent()),
                (a, b) => panic!("{a:?} and {b:?}"),
            }
        }
    }
}
