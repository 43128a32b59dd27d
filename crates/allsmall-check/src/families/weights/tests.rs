//! Weights against their rules in docs/lab/families.md, stated here once more: of
//! games by looking for the greatest weight that is certified, of segments by
//! going through strips, whatever word they come from.

use std::collections::HashMap;

use super::{NONE, Scale, Weights, for_ever};
use crate::families::file;
use crate::families::plain::{Dice, moves};
use crate::families::strips::Strips;
use crate::families::word::Word;
use crate::games::{Game, Games, ZERO};
use crate::outcome::Outcome;

/// The greatest certified weight, by the rules R and L for each in turn.
fn greatest(g: Game, games: &mut Games, known: &mut HashMap<Game, i64>) -> i64 {
    let star = games.star(1).expect("star");
    if g == ZERO || g == star {
        return 0;
    }
    if let Some(&weight) = known.get(&g) {
        return weight;
    }
    let (lefts, rights) = (games.options(g, true).to_vec(), games.options(g, false).to_vec());
    let certified = |w: i64, games: &mut Games, known: &mut HashMap<Game, i64>| {
        let r = rights.iter().all(|&r| {
            let replies = games.options(r, true).to_vec();
            greatest(r, games, known) >= w - 1 || replies.into_iter().any(|reply| greatest(reply, games, known) >= w)
        });
        let some = |least: i64, games: &mut Games, known: &mut HashMap<Game, i64>| {
            lefts.iter().any(|&l| greatest(l, games, known) >= least)
        };
        let mut above = |low: Game| lefts.iter().any(|&l| games.le(low, l).expect("small games"));
        let (above_zero, above_star) = (above(ZERO), above(star));
        let mut least = |low: Game| games.le(low, g).expect("small games");
        let (is_positive, is_above_star) = (least(ZERO), least(star));
        let l = match w {
            2.. => some(2, games, known) || above_zero,
            1 => some(2, games, known) || above_zero && is_positive || above_zero && above_star && is_above_star,
            _ => some(w + 1, games, known),
        };
        r && l
    };
    let weight = (-40..40).rev().find(|&w| certified(w, games, known)).expect("a weight");
    known.insert(g, weight);
    weight
}

#[test]
fn games_have_the_greatest_weight_that_is_certified() {
    let (mut games, mut scale, mut known, mut dice) = (Games::new(1 << 36), Scale::default(), HashMap::new(), Dice(1));
    let mut all = vec![ZERO, games.star(1).expect("star"), games.star(2).expect("star")];
    for n in [-4, -3, -2, -1, 1, 2, 3, 4] {
        all.push(games.ups(n, false).expect("ups"));
        all.push(games.ups(n, true).expect("ups"));
    }
    for _ in 0..3000 {
        let mut some = || (0..=dice.below(3)).map(|_| all[dice.below(all.len())]).collect::<Vec<_>>();
        let (lefts, rights) = (some(), some());
        all.push(games.make(lefts, rights).expect("a small game"));
    }
    let mut seen = HashMap::new();
    for g in all {
        let weight = scale.weigh(g, &mut games).expect("all-small");
        assert_eq!(weight, greatest(g, &mut games, &mut known), "{}", games.text(g));
        *seen.entry(weight).or_insert(0) += 1;
    }
    assert!((-3..=3).all(|w| seen[&w] > 5), "{seen:?}");
}

#[test]
fn numbers_have_no_weight() {
    let mut games = Games::new(1 << 36);
    let one = games.make(vec![ZERO], vec![]).expect("1");
    let minus = games.make(vec![], vec![ZERO]).expect("-1");
    for number in [one, minus] {
        assert!(Scale::default().weigh(number, &mut games).is_err());
    }
}

/// The integers of strips, whatever they are part of.
struct Plain {
    exact: usize,
    replies: bool,
    games: Games,
    strips: Strips,
    scale: Scale,
    known: HashMap<Vec<bool>, (i64, i64)>,
}

impl Plain {
    /// The weight of a strip, and the best total after a move of Left.
    fn integers(&mut self, strip: &[bool]) -> (i64, i64) {
        if strip.len() < 2 {
            return (0, NONE);
        }
        if let Some(&known) = self.known.get(strip) {
            return known;
        }
        let (mut best, mut least) = (NONE, None);
        for (left, [front, back]) in moves(strip) {
            let ((a, a_then), (b, b_then)) = (self.integers(&front), self.integers(&back));
            if left {
                best = best.max(a + b);
            } else {
                let replied = if self.replies { (a_then + b).max(a + b_then) } else { NONE };
                let total = (a + b + 1).max(replied);
                least = Some(least.unwrap_or(total).min(total));
            }
        }
        let weight = if strip.len() <= self.exact {
            let value = self.strips.value(strip, &mut self.games).expect("short");
            self.scale.weigh(value, &mut self.games).expect("all-small")
        } else {
            least.map_or(0, |least| if best >= 2 { least } else { least.min(best - 1) })
        };
        self.known.insert(strip.to_vec(), (weight, best));
        (weight, best)
    }
}

#[test]
fn segments_weigh_what_their_strips_weigh() {
    let mut dice = Dice(2);
    for round in 0..60 {
        let (before, after) = (dice.stones(9), dice.stones(9));
        let period = ["x", "o"][dice.below(2)].to_owned() + &dice.stones(4);
        let word = Word::read(&format!("{before}({period})^n{after}")).expect("a word");
        let (exact, replies) = (word.fixed() + 2 + dice.below(3), dice.below(2) == 0);
        let longest = word.fixed() + 4 * period.len() + 8;
        let mut games = Games::new(1 << 36);
        let all = Weights::compute(word.clone(), exact, longest, replies, &mut games).expect("weighed");
        let (strips, scale, known) = (Strips::default(), Scale::default(), HashMap::new());
        let mut plain = Plain { exact, replies, games, strips, scale, known };
        for (&(shape, len), &integers) in &all.known {
            let strip = word.stones(shape, len);
            assert_eq!(integers, plain.integers(&strip), "{round}: {strip:?} of {}", word.text("n"));
        }
        for (strip, &integers) in &all.pieces {
            assert_eq!(integers, plain.integers(strip), "{round}: {strip:?} in A or B of {}", word.text("n"));
        }
        // Every board is among them, and what moves leave of it.
        for n in 0..4 {
            let len = word.fixed() + n * period.len();
            let board = word.stones(word.root(), len);
            assert_eq!(all.board(n), Some(plain.integers(&board).0), "{round}: {}", word.text(&n.to_string()));
        }
    }
}

/// What is claimed for ever rests on every board of the last period: one that
/// is less than two ahead is named, wherever it stands in that period.
#[test]
fn all_boards_of_the_last_period_are_two_ahead() {
    let word = Word::read("(xxo)^n").expect("a word");
    let file = |period: usize, small: usize, rest: Outcome| {
        let side = file::Side { line: 3, exact: 8, longest: 120, replies: false, period, from: 9, gain: 0 };
        let sides = [Some(side), None];
        file::WeightsFile { sides, small: vec![Outcome::P; small], small_line: 4, rest, rest_line: 5 }
    };
    let said =
        |period, small, rest, lefts: &[i64]| for_ever(&file(period, small, rest), &word, &[lefts.to_vec(), Vec::new()]);
    let unknown = |n: usize| Err(format!("the weights do not tell who wins for n = {n}, {}, ...", n + 3));
    assert_eq!(said(9, 1, Outcome::L, &[0, 0, 1, 2, 3, 2]), Ok(6));
    assert_eq!(said(9, 5, Outcome::L, &[0, 0, 1, 2, 3, 2]), Ok(6));
    assert_eq!(said(9, 1, Outcome::L, &[0, 0, 2, 1, 2, 2]), unknown(3));
    assert_eq!(said(9, 1, Outcome::L, &[0, 0, 2, 2, 1, 2]), unknown(4));
    assert_eq!(said(9, 1, Outcome::L, &[0, 0, 2, 2, 2, 1]), unknown(5));
    for (period, small, rest, lefts) in [
        (9, 6, Outcome::L, &[0, 0, 2, 2, 2, 2][..]),
        (9, 0, Outcome::L, &[2, 2]),
        (9, 1, Outcome::R, &[0, 0, 2, 2, 2, 2]),
        (9, 1, Outcome::N, &[0, 0, 2, 2, 2, 2]),
        (9, 1, Outcome::P, &[0, 0, 2, 2, 2, 2]),
    ] {
        assert!(said(period, small, rest, lefts).is_err(), "{period} {small} {rest:?} {lefts:?}");
    }
}
