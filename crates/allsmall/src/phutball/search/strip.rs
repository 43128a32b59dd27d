//! Packed positions of the search: two words, the hero's goal on the right.
//!
//! ```text
//! stones   ...0110 1001   bit i is square i + 1; the ball's own bit is 0
//! goals    the hero's at bits n - 1 and n, the other's at bits 0 and -1
//! ```

use crate::Player;
use crate::phutball::rules::{PhutballMove, PhutballPosition};

/// A packed board. Its length is kept once, by the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct HeroStrip {
    pub(super) stones: u128,
    pub(super) ball: u32,
}

/// What a move leads to, as the hero sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// The game goes on.
    Goes(HeroStrip),
    /// The ball is in the goal on the right: the hero wins.
    Right,
    /// The ball is in the goal on the left: the hero loses.
    Left,
}

impl HeroStrip {
    /// Most squares that fit.
    pub(super) const MOST: usize = 127;

    /// The position as `hero` sees it, his goal on the right.
    pub(super) fn new(position: &PhutballPosition, hero: Player) -> HeroStrip {
        let turned;
        let position = match hero {
            Player::Left => position,
            Player::Right => {
                turned = position.mirrored();
                &turned
            }
        };
        let stones = position.stones().iter().rev().fold(0, |bits, &stone| bits << 1 | u128::from(stone));
        HeroStrip { stones, ball: position.ball() as u32 - 1 }
    }

    /// Whether a chain of jumps reaches the goal on the right.
    pub(super) fn can_score_right(self, n: u32) -> bool {
        reaches(self.stones >> self.ball, n - 1 - self.ball)
    }

    /// Whether a chain of jumps reaches the goal on the left.
    pub(super) fn can_score_left(self) -> bool {
        reaches(self.stones.reverse_bits() >> (127 - self.ball), self.ball)
    }

    /// Calls `visit` with every move (squares from 1) and what it leads to:
    /// jumps, the longest first, then placements, the nearest to the ball
    /// first.
    pub(super) fn for_each_move(self, n: u32, mut visit: impl FnMut(PhutballMove, After)) {
        let HeroStrip { stones, ball } = self;
        let mut at = ball;
        while at < n - 1 && stones >> (at + 1) & 1 == 1 {
            at += 1 + (stones >> (at + 1)).trailing_ones();
            let passed = (1u128 << at) - (1 << ball);
            let next = HeroStrip { stones: stones & !passed, ball: at };
            visit(PhutballMove::Jump(at as usize + 1), if at >= n - 1 { After::Right } else { After::Goes(next) });
        }
        at = ball;
        while at > 0 && stones >> (at - 1) & 1 == 1 {
            let run = (stones << (128 - at)).leading_ones();
            let Some(to) = at.checked_sub(run + 1).filter(|&to| to > 0) else {
                visit(PhutballMove::Jump(usize::from(run < at)), After::Left);
                break;
            };
            let passed = (1u128 << ball) - (1 << to);
            visit(PhutballMove::Jump(to as usize + 1), After::Goes(HeroStrip { stones: stones & !passed, ball: to }));
            at = to;
        }
        for distance in 1..n {
            for square in [ball.checked_add(distance), ball.checked_sub(distance)].into_iter().flatten() {
                if square < n && stones >> square & 1 == 0 {
                    let next = HeroStrip { stones: stones | 1 << square, ball };
                    visit(PhutballMove::Place(square as usize + 1), After::Goes(next));
                }
            }
        }
    }

    /// The generalised potentials: the hero's, the other's.
    pub(super) fn potentials(self, n: u32) -> (u32, u32) {
        let right = self.stones >> self.ball >> 1;
        let left = if self.ball == 0 { 0 } else { self.stones.reverse_bits() >> (128 - self.ball) };
        (potential(right, n - 1 - self.ball), potential(left, self.ball))
    }
}

/// Whether jumps along these squares (bit 0 is the ball, then `length` more)
/// reach the last one: no two empty squares in a row, the first one a stone.
fn reaches(squares: u128, length: u32) -> bool {
    let mut at = 0;
    while at < length {
        let run = (squares >> (at + 1)).trailing_ones();
        if run == 0 {
            return false;
        }
        at += run + 1;
    }
    true
}

/// The potential of one side, as `potential::full_side` has it, run by run;
/// bit 0 is the square next to the ball.
fn potential(squares: u128, length: u32) -> u32 {
    // With the copy of the nearest square in front of it, from the far edge.
    let end = length + 1;
    let mut rest = (squares << 1 | (squares & 1)) << (128 - end);
    let (mut before, mut sum, mut at) = (0, 0u32, 0);
    while at < end {
        // Of an odd group of empty squares the far one counts as a stone.
        let empty = rest.leading_zeros().min(end - at);
        sum = sum.saturating_sub(empty % 2) + (empty & !1);
        at += empty;
        if at == end {
            // The nearest square is empty, and so is its copy.
            before = sum - 1;
            break;
        }
        rest <<= empty;
        let stones = rest.leading_ones();
        before = sum.saturating_sub(stones - 1);
        sum = sum.saturating_sub(stones);
        at += stones;
        rest = rest.checked_shl(stones).unwrap_or(0);
    }
    sum / 4 + u32::from(before != sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phutball::game::StripGame;
    use crate::phutball::rules::Next;
    use crate::phutball::{arbitrary, potentials, read_position};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_packed_board_plays_by_the_rules(position in arbitrary::position(HeroStrip::MOST)) {
            let n = position.squares();
            for hero in Player::BOTH {
                let strip = HeroStrip::new(&position, hero);
                let seen = |mv: PhutballMove| if hero == Player::Left { mv } else { mv.mirrored(n) };
                let mut moves = Vec::new();
                strip.for_each_move(n as u32, |mv, after| moves.push((seen(mv), after)));
                let mut names: Vec<_> = moves.iter().map(|&(mv, _)| mv).collect();
                names.sort_unstable();
                prop_assert_eq!(names, position.moves());
                let scores = |winner| moves.iter().any(|&(mv, _)| position.after(mv) == Ok(Next::Won(winner)));
                prop_assert_eq!(strip.can_score_right(n as u32), scores(hero));
                prop_assert_eq!(strip.can_score_left(), scores(hero.opponent()));
                for (mv, after) in &moves {
                    let known = match position.after(*mv).expect("a legal move") {
                        Next::Won(winner) if winner == hero => After::Right,
                        Next::Won(_) => After::Left,
                        Next::Goes(next) => After::Goes(HeroStrip::new(&next, hero)),
                    };
                    prop_assert_eq!(*after, known);
                }
                let both = potentials(&position);
                let (own, other) = if hero == Player::Left { (both.left, both.right) } else { (both.right, both.left) };
                prop_assert_eq!(strip.potentials(n as u32), (own as u32, other as u32));
            }
        }
    }

    #[test]
    fn the_longest_board_fits() {
        let text = format!("{}@{}", "o".repeat(60), "o".repeat(66));
        let strip = HeroStrip::new(&read_position(&text).expect("a board"), Player::Left);
        assert!(strip.can_score_right(127) && strip.can_score_left());
        assert_eq!(strip.potentials(127), (0, 0));
    }
}
