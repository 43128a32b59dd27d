//! The value engine against plain recursion on game trees.
//!
//! The judge here knows two lines of theory: a player without a move loses,
//! and a move in a sum is a move in one summand. It has no memo, no canonical
//! forms, no order.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use allsmall::cgt::{Dyadic, Relation, Value, Values, Weight};
use allsmall::{Outcome, Player};
use proptest::prelude::*;

/// A game written out.
#[derive(Clone, Debug)]
struct Tree {
    left: Vec<Tree>,
    right: Vec<Tree>,
}

impl Tree {
    fn negated(&self) -> Tree {
        let all = |list: &[Tree]| list.iter().map(Tree::negated).collect();
        Tree { left: all(&self.right), right: all(&self.left) }
    }

    fn options(&self, player: Player) -> &[Tree] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    fn value(&self, values: &mut Values) -> Value {
        let mut all = |list: &[Tree]| -> Vec<Value> { list.iter().map(|t| t.value(values)).collect() };
        let (left, right) = (all(&self.left), all(&self.right));
        values.from_options(&left, &right).unwrap()
    }

    /// The canonical form, written out.
    fn of_value(values: &Values, v: Value) -> Tree {
        let all = |list: &[Value]| list.iter().map(|&o| Tree::of_value(values, o)).collect();
        Tree { left: all(values.left_options(v)), right: all(values.right_options(v)) }
    }

    /// The number where play stops, if it is one that all options agree on.
    fn stop(&self, values: &mut Values, first: Player) -> Dyadic {
        let v = self.value(values);
        let (left, right) = values.stops(v).unwrap();
        match first {
            Player::Left => left,
            Player::Right => right,
        }
    }
}

/// Whether the player to move wins a sum.
fn wins(sum: &[&Tree], mover: Player) -> bool {
    (0..sum.len()).any(|i| {
        sum[i].options(mover).iter().any(|option| {
            let mut next = sum.to_vec();
            next[i] = option;
            !wins(&next, mover.opponent())
        })
    })
}

fn outcome(sum: &[&Tree]) -> Outcome {
    let [left, right] = Player::BOTH.map(|first| if wins(sum, first) { first } else { first.opponent() });
    Outcome::of_winners(left, right)
}

fn relation(a: &Tree, b: &Tree) -> Relation {
    match outcome(&[a, &b.negated()]) {
        Outcome::L => Relation::Greater,
        Outcome::R => Relation::Less,
        Outcome::N => Relation::Confused,
        Outcome::P => Relation::Equal,
    }
}

/// Any short game of a small height.
fn game(height: u32) -> impl Strategy<Value = Tree> {
    let zero = Just(Tree { left: vec![], right: vec![] });
    zero.prop_recursive(height, 14, 3, |inner| {
        let list = prop::collection::vec(inner, 0..=2);
        (list.clone(), list).prop_map(|(left, right)| Tree { left, right })
    })
}

/// An all-small game: both players can move or neither.
fn small_game(height: u32) -> impl Strategy<Value = Tree> {
    let zero = Just(Tree { left: vec![], right: vec![] });
    zero.prop_recursive(height, 14, 3, |inner| {
        let list = prop::collection::vec(inner, 1..=2);
        (list.clone(), list).prop_map(|(left, right)| Tree { left, right })
    })
}

/// The weight as a value.
fn weight(values: &mut Values, v: Value) -> Value {
    values.atomic_weight_value(v).unwrap().expect("the game is all-small")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn outcomes_comparisons_and_sums_are_those_of_plain_play(a in game(4), b in game(4)) {
        let mut values = Values::new();
        let (v, w) = (a.value(&mut values), b.value(&mut values));
        prop_assert_eq!(values.outcome(v), outcome(&[&a]));
        prop_assert_eq!(values.compare(v, w).unwrap(), relation(&a, &b));
        let sum = values.add(v, w).unwrap();
        prop_assert_eq!(values.outcome(sum), outcome(&[&a, &b]));
        let written = Tree::of_value(&values, sum);
        prop_assert_eq!(outcome(&[&a, &b, &written.negated()]), Outcome::P);
    }

    #[test]
    fn values_form_a_partially_ordered_group(a in game(5), b in game(5), c in game(5)) {
        let mut values = Values::new();
        let [a, b, c] = [a, b, c].map(|t| t.value(&mut values));
        let (zero, minus) = (values.zero(), values.neg(a));
        let ab = values.add(a, b).unwrap();
        let bc = values.add(b, c).unwrap();
        prop_assert_eq!(values.add(a, zero).unwrap(), a);
        prop_assert_eq!(values.add(a, minus).unwrap(), zero);
        prop_assert_eq!(values.add(b, a).unwrap(), ab);
        prop_assert_eq!(values.add(ab, c).unwrap(), values.add(a, bc).unwrap());
        let ac = values.add(a, c).unwrap();
        prop_assert_eq!(values.le(a, b).unwrap(), values.le(ac, bc).unwrap());
        if values.le(a, b).unwrap() && values.le(b, c).unwrap() {
            prop_assert!(values.le(a, c).unwrap());
        }
        prop_assert_eq!(values.le(a, b).unwrap() && values.le(b, a).unwrap(), a == b);
        prop_assert_eq!(values.outcome(minus), values.outcome(a).negated());
    }

    #[test]
    fn canonical_forms_have_no_dominated_and_no_reversible_options(a in game(6)) {
        let mut values = Values::new();
        let v = a.value(&mut values);
        for player in Player::BOTH {
            let options = match player {
                Player::Left => values.left_options(v).to_vec(),
                Player::Right => values.right_options(v).to_vec(),
            };
            for &x in &options {
                prop_assert_eq!(values.reversing_reply(x, v, player).unwrap(), None);
                for &y in options.iter().filter(|&&y| y != x) {
                    prop_assert!(!values.le(x, y).unwrap());
                }
            }
        }
    }

    #[test]
    fn names_do_not_depend_on_the_arena(a in game(6), b in game(6)) {
        let mut values = Values::new();
        b.value(&mut values);
        let v = a.value(&mut values);
        if let Some(name) = values.name(v) {
            let mut fresh = Values::new();
            let w = fresh.parse(&name).unwrap();
            prop_assert_eq!(fresh.name(w), Some(name));
            prop_assert_eq!(fresh.birthday(w), values.birthday(v));
            prop_assert_eq!(fresh.size(w), values.size(v));
        }
    }

    #[test]
    fn stops_are_those_of_play_to_the_first_number(a in game(5)) {
        let mut values = Values::new();
        let v = a.value(&mut values);
        let (left, right) = values.stops(v).unwrap();
        prop_assert!(left >= right);
        let heat = values.heat(v).unwrap();
        prop_assert!(left >= heat.mean && heat.mean >= right);
        // Left's stop is the best of the Right stops of his options, on the
        // game as it was written and not only on its canonical form, unless
        // the game is a number.
        if heat.temperature >= Dyadic::ZERO {
            let best = a.left.iter().map(|t| t.stop(&mut values, Player::Right)).max();
            prop_assert_eq!(best, Some(left));
            let best = a.right.iter().map(|t| t.stop(&mut values, Player::Left)).min();
            prop_assert_eq!(best, Some(right));
        }
    }

    #[test]
    fn temperatures_of_sums_stay_below_the_hotter_summand(a in game(5), b in game(5)) {
        let mut values = Values::new();
        let (v, w) = (a.value(&mut values), b.value(&mut values));
        let sum = values.add(v, w).unwrap();
        let (x, y, z) = (values.heat(v).unwrap(), values.heat(w).unwrap(), values.heat(sum).unwrap());
        prop_assert!(z.temperature <= x.temperature.max(y.temperature));
        prop_assert_eq!(Some(z.mean), x.mean.checked_add(y.mean));
    }

    #[test]
    fn atomic_weights_add(a in small_game(6), b in small_game(6)) {
        let mut values = Values::new();
        let (v, w) = (a.value(&mut values), b.value(&mut values));
        let sum = values.add(v, w).unwrap();
        let (x, y, z) = (weight(&mut values, v), weight(&mut values, w), weight(&mut values, sum));
        prop_assert_eq!(values.add(x, y).unwrap(), z);
    }

    /// `aw(G) >= n` exactly when `G - (n-1).up` is at least a far star; here
    /// the star is far by birthday, which is farther than the engine looks.
    #[test]
    fn weight_bounds_are_what_the_far_star_says(a in small_game(6)) {
        let mut values = Values::new();
        let v = a.value(&mut values);
        let (low, high) = values.atomic_weight_bounds(v);
        let (low, high) = (low.unwrap(), high.unwrap());
        for n in low - 1..=high + 1 {
            let ups = values.ups(1 - n, false).unwrap();
            let shifted = values.add(v, ups).unwrap();
            let far = values.star(values.birthday(shifted) + 2).unwrap();
            prop_assert_eq!(values.le(far, shifted).unwrap(), n <= low, "weight at least {}", n);
            let ups = values.ups(-1 - n, false).unwrap();
            let shifted = values.add(v, ups).unwrap();
            let far = values.star(values.birthday(shifted) + 2).unwrap();
            prop_assert_eq!(values.le(shifted, far).unwrap(), n >= high, "weight at most {}", n);
        }
        if let Weight::Integer(n) = values.atomic_weight(v) {
            prop_assert_eq!((low, high), (n, n));
        }
    }

    /// The two-ahead rule.
    #[test]
    fn two_ahead_wins_and_one_ahead_wins_moving_first(a in small_game(6)) {
        let mut values = Values::new();
        let v = a.value(&mut values);
        let (low, high) = values.atomic_weight_bounds(v);
        if low.unwrap() >= 2 {
            prop_assert_eq!(outcome(&[&a]), Outcome::L);
        }
        if low.unwrap() >= 1 {
            prop_assert!(wins(&[&a], Player::Left));
        }
        if high.unwrap() <= -1 {
            prop_assert!(wins(&[&a], Player::Right));
        }
    }
}
