//! Names of values are read back, in every style, and mean what plain nested
//! braces mean.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::collections::{HashMap, HashSet};

use allsmall::Budget;
use allsmall::cgt::{Style, Value, Values};
use allsmall::internal::SplitMix64;
use allsmall::value::StripTable;

/// The game in braces and nothing else; none if it is long.
fn braces(values: &Values, known: &mut HashMap<Value, Option<String>>, v: Value) -> Option<String> {
    if let Some(text) = known.get(&v) {
        return text.clone();
    }
    let mut side = |options: &[Value]| {
        let texts: Option<Vec<String>> = options.iter().map(|&o| braces(values, known, o)).collect();
        texts.map(|texts| texts.join(","))
    };
    let (left, right) = (side(values.left_options(v)), side(values.right_options(v)));
    let text = left.zip(right).map(|(left, right)| format!("{{{left}|{right}}}")).filter(|text| text.len() < 20_000);
    known.insert(v, text.clone());
    text
}

fn round_trip(values: &mut Values, all: &[Value]) {
    let mut known = HashMap::new();
    let mut written = HashSet::new();
    for &v in all {
        for style in [Style::Ascii, Style::Unicode, Style::Latex] {
            if let Some(name) = values.name_in(v, style, 10_000) {
                assert_eq!(values.parse(&name), Ok(v), "{name}");
                assert!(style != Style::Ascii || written.insert(name.clone()), "two values are called {name}");
            }
        }
        if let Some(text) = braces(values, &mut known, v) {
            assert_eq!(values.parse(&text), Ok(v), "{text}");
        }
    }
}

#[test]
fn all_values_of_strips_up_to_twelve_are_read_back() {
    let mut values = Values::new();
    let table = StripTable::new(&mut values, 12, &Budget::new()).unwrap();
    let mut all: Vec<Value> = (0..1 << 12).map(|bits| table.value(bits, 12)).collect();
    all.sort_by_key(|v| v.id());
    all.dedup();
    assert!(all.len() > 800);
    assert!(all.iter().all(|&v| values.name(v).is_some()));
    round_trip(&mut values, &all);
}

/// Random options out of what has been made so far, numbers and all.
fn hot_games(values: &mut Values, count: usize, seed: u64) -> Vec<Value> {
    let mut random = SplitMix64::new(seed);
    let mut all: Vec<Value> =
        ["0", "1", "-1", "*", "^", "1/2", "-2", "3*", "Tiny(1)"].map(|name| values.parse(name).unwrap()).to_vec();
    while all.len() < count {
        let side = |random: &mut SplitMix64| -> Vec<Value> {
            (0..1 + random.below(2)).map(|_| all[random.below(all.len() as u64) as usize]).collect()
        };
        let (lefts, mut rights) = (side(&mut random), side(&mut random));
        if random.below(4) == 0 {
            rights = lefts.iter().map(|&v| values.neg(v)).collect();
        }
        let v = values.from_options(&lefts, &rights).unwrap();
        if !all.contains(&v) && values.birthday(v) < 9 {
            all.push(v);
        }
    }
    all
}

#[test]
fn hot_games_are_read_back() {
    for seed in 0..4 {
        let mut values = Values::new();
        let all = hot_games(&mut values, 250, seed);
        round_trip(&mut values, &all);
    }
}

/// `rcf(G)` is infinitesimally close to G, depends on nothing finer, and is
/// no later than any game close to G that was met.
#[test]
fn reduced_forms_are_close_to_the_game_and_the_same_for_all_close_games() {
    let mut values = Values::new();
    let all = hot_games(&mut values, 120, 7);
    let fine = ["*", "^", "v2*", "Tiny(1)", "{0||0|v*}", "*2"].map(|name| values.parse(name).unwrap());
    for &v in &all {
        let reduced = values.reduced(v).unwrap();
        let difference = values.sub(v, reduced).unwrap();
        let (left, right) = values.stops(difference).unwrap();
        assert!(left.to_string() == "0" && right.to_string() == "0", "{:?}", values.name(v));
        assert_eq!(values.reduced(reduced), Ok(reduced));
        for other in fine {
            let near = values.add(v, other).unwrap();
            assert_eq!(values.reduced(near), Ok(reduced), "{:?}", values.name(near));
            assert!(values.birthday(reduced) <= values.birthday(near));
        }
    }
}

/// Cooling and the Norton product keep sums; heating undoes cooling by less
/// than the temperature up to infinitesimals of the cooled game's leaves.
#[test]
fn cooling_and_norton_products_are_additive() {
    let mut values = Values::new();
    let all = hot_games(&mut values, 60, 11);
    let up = values.parse("^").unwrap();
    let half = values.as_number(values.clone().parse("1/2").unwrap()).unwrap();
    for pair in all.windows(2).take(40) {
        let (a, b) = (pair[0], pair[1]);
        let sum = values.add(a, b).unwrap();
        let [x, y, z] = [a, b, sum].map(|v| values.cooled(v, half).unwrap());
        assert_eq!(values.add(x, y), Ok(z));
        let [x, y, z] = [a, b, sum].map(|v| values.norton_product(v, up).unwrap().unwrap());
        assert_eq!(values.add(x, y), Ok(z));
    }
}
