//! Comparisons of a game with the multiples of up, with and without star.
//!
//! `n.up <= (n+1).up`, so one number identifies all multiples that are at most
//! a game, and another all that are at least it. They follow from those of the
//! options, as `X <= G` when no right option of G is <= X and no left option
//! of X is >= G, and with
//!
//! ```text
//! 0   = {|}          n.up  = {0|(n-1).up*}       n >= 1
//! *   = {0|0}        n.up* = {0|(n-1).up}        n >= 2,  up* = {0,*|0}
//! ```
//!
//! and their negatives (Siegel, II.1). Most comparisons are decided by a multiple
//! that lies between two games, or apart from them.

/// Greater than any multiple that occurs: a game lasts at most 600 moves.
const ALL: i32 = 1 << 20;

/// The multiples of up around a game; the second of each pair with star.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ups {
    /// The largest n with n.up <= the game: `ALL` if all are, `-2 ALL` if none.
    pub(super) floor: [i32; 2],
    /// The smallest n with the game <= n.up: `-ALL` if all are, `2 ALL` if none.
    pub(super) ceil: [i32; 2],
}

impl Ups {
    /// Those of zero: v2* < v < 0 < ^ < ^2*, and * is confused with it.
    pub(super) const ZERO: Ups = Ups { floor: [0, -2], ceil: [0, 2] };

    /// Those of a game whose options have these.
    pub(super) fn of(lefts: impl Iterator<Item = Ups>, rights: impl Iterator<Item = Ups>) -> Ups {
        let (mut high, mut low) = ([2 * ALL; 2], [-2 * ALL; 2]);
        for s in rights {
            high = [high[0].min(s.ceil[0]), high[1].min(s.ceil[1])];
        }
        for s in lefts {
            low = [low[0].max(s.floor[0]), low[1].max(s.floor[1])];
        }
        Ups { floor: floor(high, low), ceil: floor(low.map(|n| -n), high.map(|n| -n)).map(|n| -n) }
    }

    /// Those of the negative.
    pub(super) fn negated(self) -> Ups {
        Ups { floor: self.ceil.map(|n| -n), ceil: self.floor.map(|n| -n) }
    }

    /// Whether some multiple lies between: a <= X <= b.
    pub(super) fn between(a: Ups, b: Ups) -> bool {
        a.ceil[0] <= b.floor[0] || a.ceil[1] <= b.floor[1]
    }

    /// Whether some X has X <= a and not X <= b, or b <= X and not a <= X.
    pub(super) fn apart(a: Ups, b: Ups) -> bool {
        (0..2).any(|s| a.floor[s] > b.floor[s] || a.ceil[s] > b.ceil[s])
    }

    /// What is known of a sum of two.
    pub(super) fn plus(self, other: Ups) -> Ups {
        let known = |n: i32| n.abs() < ALL / 4;
        let add = |a: [i32; 2], b: [i32; 2], none: i32, better: fn(i32, i32) -> i32| {
            let one = |x: i32, y: i32| if known(x) && known(y) { x + y } else { none };
            [better(one(a[0], b[0]), one(a[1], b[1])), better(one(a[0], b[1]), one(a[1], b[0]))]
        };
        Ups {
            floor: add(self.floor, other.floor, -2 * ALL, i32::max),
            ceil: add(self.ceil, other.ceil, 2 * ALL, i32::min),
        }
    }
}

/// The largest n with n.up <= G, and with n.up* <= G. `high`: the least n with
/// r <= n.up for a right option r of G; `low`: the largest with n.up <= l for a
/// left one.
fn floor(high: [i32; 2], low: [i32; 2]) -> [i32; 2] {
    let (above_zero, below_zero) = (high[0] > 0, low[0] < 0);
    let above_star = high[1] > 0 && !below_zero;
    let below_star = low[1] < 0 && !above_zero;
    // Without star. n >= 1: 0 is the left option of n.up. The left option of
    // -1.up is *, that of n.up is (n+1).up*; and (n+1).up* >= G when n+1 > low
    // and its right options, 0 and for -1.up* also *, are not <= G.
    let plain = if above_zero {
        if below_zero { 0 } else { high[0] - 1 }
    } else if high[0] > -1 && !below_star {
        -1
    } else if high[0] > -2 && (low[1] >= -1 || above_star) {
        -2
    } else {
        (high[0] - 1).min(low[1] - 1)
    };
    // With star. The left option of n.up* is 0 for n >= 1, and for up* also *;
    // 0 for -1.up*; (n+1).up for n <= -2, which is >= G when n+1 > low and 0 is
    // not <= G.
    let starred = if !below_zero && high[1] > 2 {
        high[1] - 1
    } else if !below_zero && high[1] > 1 && !below_star {
        1
    } else if above_star {
        0
    } else if high[1] > -1 && !below_zero {
        -1
    } else if above_zero {
        // No right option is <= 0, so none is <= -2.up*, which is less.
        -2
    } else {
        (high[1] - 1).min(low[0] - 1)
    };
    [plain, starred].map(|n| match n {
        _ if n > ALL / 2 => ALL,
        _ if n < -ALL / 2 => -2 * ALL,
        _ => n,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::{Game, Games, ZERO};

    /// Whether a <= b, by the definition alone.
    fn le(games: &Games, known: &mut HashMap<(Game, Game), bool>, a: Game, b: Game) -> bool {
        if let Some(&answer) = known.get(&(a, b)) {
            return answer;
        }
        let answer = !games.options(a, true).iter().any(|&option| le(games, known, b, option))
            && !games.options(b, false).iter().any(|&option| le(games, known, option, a));
        known.insert((a, b), answer);
        answer
    }

    /// For games whose options are multiples of up, numbers, nimbers and such
    /// games, the multiples agree with the definition of the order.
    #[test]
    fn multiples_are_around_a_game_as_they_are_said_to_be() {
        let (mut games, mut known) = (Games::new(1 << 30), HashMap::new());
        let mut pool: Vec<Game> = Vec::new();
        for n in -3..=3 {
            pool.extend([false, true].map(|star| games.ups(n, star).expect("few steps")));
        }
        let one = games.make(vec![ZERO], Vec::new()).expect("few steps");
        pool.extend([one, games.negative(one), games.star(2).expect("few steps")]);
        let marks = [false, true].map(|star| (-7..=7).map(|n| (n, games.ups(n, star).expect("few steps"))).collect());
        let marks: [Vec<(i32, Game)>; 2] = marks;
        let mut state = 1_u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        for i in 0..4000 {
            let mut side = || (0..1 + below(3)).map(|_| pool[below(pool.len())]).collect();
            let game = games.make(side(), side()).expect("few steps");
            let ups = games.marks[game as usize].stand.ups;
            for (star, marks) in marks.iter().enumerate() {
                for &(n, mark) in marks {
                    let at_least = le(&games, &mut known, mark, game);
                    assert_eq!(n <= ups.floor[star], at_least, "{n} {star} {}", games.text(game));
                    let at_most = le(&games, &mut known, game, mark);
                    assert_eq!(ups.ceil[star] <= n, at_most, "{n} {star} {}", games.text(game));
                }
            }
            if i % 40 == 0 && games.birthday(game) <= 4 && pool.len() < 60 {
                pool.push(game);
            }
        }
    }
}
