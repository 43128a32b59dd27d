//! Theorems about runs against plain values, beyond the lengths of the search.

use super::{RunPattern, study_runs};
use crate::Budget;
use crate::value::Valuer;

fn proved(text: &str) -> Option<String> {
    let pattern = RunPattern::read(text).expect("a pattern");
    study_runs(&pattern, &Budget::new()).expect("no limit is set").map(|theorem| theorem.statement)
}

/// The conjecture about alternating runs of x, for two of them, and what play leaves.
#[test]
fn two_runs_of_any_lengths_have_a_value() {
    for (text, statement) in [
        ("x^a o", "x^a o = ^ + (a-2).^* for all a >= 1"),
        ("x^a o x^b o", "x^a o x^b o = {^4*|*} + (b-4).^* for all a >= 1, b >= 4"),
        ("o x^a o x^b o", "o x^a o x^b o = {^6|^3*} + (a-4).^* + (b-4).^* for all a >= 2, b >= 4"),
        ("x^a oo x^b", "x^a oo x^b = 0 for all a >= 1, b >= 3"),
        ("x^a o^b x", "x^a o^b x = v + (b-4).v* for all a >= 3, b >= 3"),
    ] {
        assert_eq!(proved(text).as_deref(), Some(statement));
    }
}

#[test]
fn values_of_longer_runs_are_those_of_the_theorem() {
    let mut valuer = Valuer::new(&Budget::new());
    let rest = valuer.text("{^*|v3*}").expect("a value");
    for (a, b) in [(1, 4), (1, 15), (2, 9), (9, 11), (14, 6), (13, 12)] {
        let strip = valuer.text(&format!("{}o{}o", "x".repeat(a), "x".repeat(b))).expect("a value");
        let run = valuer.text(&format!("{}o", "x".repeat(b))).expect("a value");
        assert_eq!(strip, valuer.values_mut().add(run, rest).expect("a sum"), "{a} {b}");
    }
}

/// A pattern whose values do not grow by some `^*` is not settled.
#[test]
fn other_patterns_are_left_open() {
    assert_eq!(proved("x^a o x^b"), None);
    // The run of two may become long beside the others.
    let grown = proved("x^a oo x^b oo x^c oo xx oo");
    assert!(grown.is_none_or(|statement| statement.contains(" = 0 for all ")));
}

#[test]
fn patterns_are_read_with_their_faults() {
    for (text, shown) in [("x^ao x^bo", "x^a o x^b o"), ("xxo^a", "xx o^a"), ("x^a o^b x", "x^a o^b x")] {
        assert_eq!(RunPattern::read(text).expect("a pattern").to_string(), shown);
    }
    for (text, at) in [("x^a x", 4), ("x^a o x^a", 6), ("x^n o", 0), ("xo", 0), ("x^a oooooo", 0), ("x^a.o", 3)] {
        assert_eq!(RunPattern::read(text).expect_err(text).at(), at, "{text}");
    }
}
