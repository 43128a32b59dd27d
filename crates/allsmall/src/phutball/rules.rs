//! The rules of one-dimensional Phutball (Grossman and Nowakowski).
//!
//! One ball and any number of stones stand on a strip of n squares. A turn
//! either places a stone on an empty square or jumps: the ball passes over
//! the whole run of adjacent stones, the run is removed, and the ball may go
//! on jumping. Left wins when the ball comes onto or over the rightmost
//! square, Right when it comes onto or over the leftmost one, no matter who
//! moved it. Passing is not allowed. After a jump the square behind the ball
//! is empty, so a chain of jumps never turns back, and its last square
//! identifies it.

use super::exact::{Code, Lane};
use super::game::StripGame;
use crate::Player;

/// A ball and stones on a strip, the game not yet over.
///
/// ```text
/// . o o @ . o .      squares 1..=7, ball on 4
/// goals: Right's on squares 0 and 1, Left's on squares 7 and 8
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PhutballPosition {
    stones: Vec<bool>,
    ball: usize,
}

/// A turn. Squares count from 1; a jump may end on 0 or n + 1, off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PhutballMove {
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
pub enum PhutballRefusal {
    /// There is no such square.
    OffBoard,
    /// The square to place on is taken.
    Taken,
    /// No chain of jumps ends there.
    NoSuchJump,
}

impl PhutballPosition {
    /// A position from its stones (square 1 first) and the square of the ball.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(stones: Vec<bool>, ball: usize) -> Result<PhutballPosition, Flaw> {
        match stones.len() {
            0..3 => Err(Flaw::TooShort),
            n if ball <= 1 || ball >= n => Err(Flaw::BallOnGoal),
            _ if stones[ball - 1] => Err(Flaw::StoneUnderBall),
            _ => Ok(PhutballPosition { stones, ball }),
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
    pub fn mirrored(&self) -> PhutballPosition {
        let stones = self.stones.iter().rev().copied().collect();
        PhutballPosition { stones, ball: self.squares() + 1 - self.ball }
    }
}

impl StripGame for PhutballPosition {
    fn moves(&self) -> Vec<PhutballMove> {
        let empty = (1..=self.squares()).filter(|&s| s != self.ball && !self.has_stone(s));
        let mut moves: Vec<_> = empty.map(PhutballMove::Place).collect();
        moves.extend(self.jumps().into_iter().map(PhutballMove::Jump));
        moves
    }

    fn after(&self, mv: PhutballMove) -> Result<Next<PhutballPosition>, PhutballRefusal> {
        let n = self.squares();
        match mv {
            PhutballMove::Place(square) if square == 0 || square > n => Err(PhutballRefusal::OffBoard),
            PhutballMove::Place(square) if square == self.ball || self.has_stone(square) => Err(PhutballRefusal::Taken),
            PhutballMove::Place(square) => {
                let mut next = self.clone();
                next.stones[square - 1] = true;
                Ok(Next::Goes(next))
            }
            PhutballMove::Jump(to) if !self.jumps().contains(&to) => Err(PhutballRefusal::NoSuchJump),
            PhutballMove::Jump(to) if to >= n => Ok(Next::Won(Player::Left)),
            PhutballMove::Jump(to) if to <= 1 => Ok(Next::Won(Player::Right)),
            PhutballMove::Jump(to) => {
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

    fn unpacked(lane: &Lane, code: Code) -> PhutballPosition {
        let mut stones: Vec<_> = (0..lane.bits()).map(|bit| code.index >> bit & 1 == 1).collect();
        stones.insert(code.place + 1, false);
        PhutballPosition { stones, ball: code.place + 2 }
    }
}

impl PhutballMove {
    /// The move on the mirrored board of n squares.
    #[must_use]
    pub fn mirrored(self, n: usize) -> PhutballMove {
        match self {
            PhutballMove::Place(square) => PhutballMove::Place(n + 1 - square),
            PhutballMove::Jump(to) => PhutballMove::Jump(n + 1 - to),
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

impl std::fmt::Display for PhutballRefusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            PhutballRefusal::OffBoard => "there is no such square",
            PhutballRefusal::Taken => "that square is taken",
            PhutballRefusal::NoSuchJump => "no jump ends there",
        })
    }
}

impl std::error::Error for Flaw {}
impl std::error::Error for PhutballRefusal {}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> PhutballPosition {
        let ball = text.find('@').expect("a ball") + 1;
        PhutballPosition::new(text.chars().map(|c| c == 'o').collect(), ball).expect("a position")
    }

    fn goes(p: &PhutballPosition, mv: PhutballMove) -> PhutballPosition {
        match p.after(mv) {
            Ok(Next::Goes(next)) => next,
            other => panic!("{mv:?} gives {other:?}"),
        }
    }

    #[test]
    fn a_chain_may_stop_after_every_jump_and_removes_what_it_passed() {
        let p = board("o@o.o.o....");
        assert_eq!(p.jumps(), [0, 4, 6, 8]);
        assert_eq!(goes(&p, PhutballMove::Jump(6)), board("o....@o...."));
        assert_eq!(goes(&p, PhutballMove::Jump(8)), board("o......@..."));
        assert_eq!(p.after(PhutballMove::Jump(0)), Ok(Next::Won(Player::Right)));
        assert_eq!(goes(&p, PhutballMove::Place(4)), board("o@ooo.o...."));
        assert_eq!(goes(&board("..o.o@."), PhutballMove::Jump(4)), board("..o@..."));
    }

    #[test]
    fn a_run_to_the_edge_leaves_the_board_and_own_goals_count() {
        let p = board("..@oo");
        assert_eq!(p.jumps(), [6]);
        assert_eq!(p.after(PhutballMove::Jump(6)), Ok(Next::Won(Player::Left)));
        assert_eq!(board(".@o.").after(PhutballMove::Jump(4)), Ok(Next::Won(Player::Left)));
        assert_eq!(board("oo@oo").moves(), [PhutballMove::Jump(0), PhutballMove::Jump(6)]);
    }

    #[test]
    fn refused_moves_and_flawed_boards() {
        let p = board(".o@..");
        let refused = [
            (PhutballMove::Place(0), PhutballRefusal::OffBoard),
            (PhutballMove::Place(6), PhutballRefusal::OffBoard),
            (PhutballMove::Place(2), PhutballRefusal::Taken),
            (PhutballMove::Place(3), PhutballRefusal::Taken),
            (PhutballMove::Jump(2), PhutballRefusal::NoSuchJump),
            (PhutballMove::Jump(9), PhutballRefusal::NoSuchJump),
        ];
        for (mv, why) in refused {
            assert_eq!(p.after(mv), Err(why), "{mv:?}");
        }
        assert_eq!(PhutballPosition::new(vec![false; 2], 1), Err(Flaw::TooShort));
        for ball in [0, 1, 4, 5] {
            assert_eq!(PhutballPosition::new(vec![false; 4], ball), Err(Flaw::BallOnGoal));
        }
        assert_eq!(PhutballPosition::new(vec![true; 4], 2), Err(Flaw::StoneUnderBall));
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
