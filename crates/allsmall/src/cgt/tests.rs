//! Small values, computed by hand.

use super::*;
use crate::ReadError;

#[test]
fn ups_and_stars_compare_as_in_the_books() {
    let mut values = Values::new();
    let zero = values.zero();
    let star = values.star(1).unwrap();
    let up = values.ups(1, false).unwrap();
    let up_star = values.ups(1, true).unwrap();
    let two_up = values.ups(2, false).unwrap();
    assert_eq!(values.compare(up, zero), Ok(Relation::Greater));
    assert_eq!(values.compare(up, star), Ok(Relation::Confused));
    assert_eq!(values.compare(up_star, zero), Ok(Relation::Confused));
    assert_eq!(values.compare(two_up, star), Ok(Relation::Greater));
    assert_eq!(values.add(up, star), Ok(up_star));
    assert_eq!(values.add(up_star, up_star), Ok(two_up));
    assert_eq!(values.from_options(&[zero], &[star]), Ok(up));
    assert_eq!(values.from_options(&[up], &[values.neg(up)]), Ok(star), "both options reverse through star");
    assert_eq!(values.outcome(up_star), Outcome::N);
    assert_eq!(values.atomic_weight(two_up), Weight::Integer(2));
}

#[test]
fn views_print_values_and_compare_them_as_the_arena_does() {
    let mut values = Values::new();
    let mut all = vec![values.zero()];
    for round in 0..8 {
        for i in 0..all.len().min(12) {
            let (l, r) = (all[i], all[(5 * i + round) % all.len()]);
            for made in [values.from_options(&[l], &[r]), values.from_options(&[l, r], &[l])] {
                let made = made.unwrap();
                if !all.contains(&made) {
                    all.push(made);
                }
            }
        }
    }
    assert!(all.len() > 20);
    // Sums share nothing with the comparisons above, so that most need a search.
    let sums: Vec<Value> = all.windows(2).map(|pair| values.add(pair[0], pair[1]).unwrap()).collect();
    let unchanged = values.clone();
    for &a in &sums {
        for &b in &sums {
            assert_eq!(unchanged.view(a).compare(unchanged.view(b)), values.compare(a, b));
            assert_eq!(unchanged.view(a) == unchanged.view(b), a == b);
        }
        assert_eq!(Some(unchanged.view(a).to_string()), values.name(a));
    }
}

#[test]
fn ten_thousand_ups_need_no_deep_stack() {
    let mut values = Values::new();
    let many = values.ups(10_000, false).unwrap();
    let one_more = values.ups(10_001, false).unwrap();
    assert_eq!(values.compare(many, one_more), Ok(Relation::Less));
    assert_eq!(values.sub(one_more, many), values.ups(1, false));
    assert_eq!(values.birthday(many), 10_001);
}

#[test]
fn names_are_read_back_in_every_style() {
    let mut values = Values::new();
    let names = [
        "0",
        "*",
        "*3",
        "^",
        "v",
        "^*",
        "^3*",
        "v2",
        "v4*2",
        "1",
        "-3",
        "1/2",
        "-5/8",
        "1*",
        "1/2^2*",
        "-1v*3",
        "±{*,^}",
        "Tiny(1)",
        "±1",
        "±(1*)",
        "±{2|1}",
        "±{1,{5/2|0}}",
        "{2|1/2||-1,{0|-4}}",
        "{^3*|*,^}",
        "{0||0|v*}",
        "{0||0|v3}",
        "Tiny({3|1})",
        "Miny(3/2)",
        "Miny({5||3|1})",
        "3Tiny(1/2)",
        "-1Miny(1*)",
        "{1|^2||^}",
        "{3||2*|1*}",
        "{{9|||8||7|6||||-1}|-20}",
    ];
    for name in names {
        let v = values.parse(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let found = values.name(v).unwrap();
        assert_eq!(found, name);
        for style in [Style::Ascii, Style::Unicode, Style::Latex] {
            let spelt = values.name_in(v, style, 1000).unwrap();
            assert_eq!(values.parse(&spelt), Ok(v), "{spelt}");
        }
    }
    let two_up_star = values.parse("⇑*").unwrap();
    assert_eq!(values.name_in(two_up_star, Style::Latex, 100).unwrap(), r"2\cdot\uparrow \ast");
    assert_eq!(values.parse("{up,2*up|0}"), values.parse("{^2|0}"));
}

#[test]
fn other_spellings_give_canonical_forms() {
    let mut values = Values::new();
    for (text, name) in [
        ("{|}", "0"),
        ("{ 0 | }", "1"),
        ("{0|5}", "1"),
        ("{-7|3}", "0"),
        ("{1/2|1}", "3/4"),
        ("{^|v}", "*"),
        ("{0,*,*2|0,*2,*}", "*3"),
        ("{0|^}", "^2*"),
        ("{1|1}", "1*"),
        ("{{1|1}|{1|1}}", "1"),
        ("{*|*}", "0"),
        ("^^^*", "^3*"),
        ("⇓2", "v4"),
        ("1 + ^ - *2", "1^*2"),
        ("-{0|{0|-2}}", "Miny(2)"),
        ("+-{*,^}", "±{*,^}"),
        ("{0|||0||-1|-3}", "Tiny({3|1})"),
        ("{5||3|1|||0||||0}", "Miny({5||3|1})"),
        ("{3|{3|1}}", "3Tiny(2)"),
        ("1^<2> - 1", "{0|v*}"),
        ("^[2] - ^", "{0|v*}"),
        ("-(1*)", "-1*"),
        ("±(±1)", "0"),
    ] {
        let v = values.parse(text).unwrap();
        assert_eq!(values.name(v).as_deref(), Some(name), "{text}");
    }
}

#[test]
fn syntax_errors_in_names_have_a_place() {
    let mut values = Values::new();
    for (text, at) in [
        ("", 0),
        ("{0|", 0),
        ("{0}", 2),
        ("1/3", 2),
        ("^^^3", 3),
        ("{0|*}}", 5),
        ("q", 0),
        ("-", 1),
        ("--1", 1),
        ("{,|0}", 1),
        ("{0,|0}", 3),
        ("{0|1|2}", 4),
        ("{0||1|2||3}", 7),
        ("1 2", 2),
        ("*^", 1),
        ("{0|1}{0|1}", 5),
        ("1+-1", 1),
        ("±1^", 2),
        ("±±1", 1),
        ("1|2", 1),
        ("(1}", 2),
        ("Tiny 2", 5),
        ("Tiny(1,2)", 8),
        ("cool({3|1},-1)", 13),
        ("norton(1,*)", 10),
        ("^<0>", 3),
        ("^[2", 3),
    ] {
        match values.parse(text) {
            Err(ReadError::Text(error)) => assert_eq!(error.at(), at, "{text}: {error}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn temperatures_means_and_stops() {
    let mut values = Values::new();
    for (name, temperature, mean, stops) in [
        ("0", "-1", "0", ("0", "0")),
        ("3/4", "-1/4", "3/4", ("3/4", "3/4")),
        ("*", "0", "0", ("0", "0")),
        ("^2*", "0", "0", ("0", "0")),
        ("1*", "0", "1", ("1", "1")),
        ("{1|-1}", "1", "0", ("1", "-1")),
        ("{5|2}", "3/2", "7/2", ("5", "2")),
        ("{2|{1|-1}}", "1", "1", ("2", "1")),
        ("{{4|0}|-2}", "2", "0", ("0", "-2")),
        ("{0|{0|-2}}", "0", "0", ("0", "0")),
        ("{3,{5|1}|0}", "3/2", "3/2", ("3", "0")),
    ] {
        let v = values.parse(name).unwrap();
        let heat = values.heat(v).unwrap();
        assert_eq!(
            (heat.temperature.to_string().as_str(), heat.mean.to_string().as_str()),
            (temperature, mean),
            "{name}"
        );
        let (left, right) = values.stops(v).unwrap();
        assert_eq!((left.to_string().as_str(), right.to_string().as_str()), stops, "{name}");
    }
}

/// Examples of Winning Ways, chapters 6 and 8, and of the tests of CGSuite.
#[test]
fn games_are_cooled_heated_and_multiplied_as_in_the_books() {
    let mut values = Values::new();
    for (text, name) in [
        ("cool({3|1},1/2)", "{5/2|3/2}"),
        ("cool({3|1},1)", "2*"),
        ("cool({3|1},5)", "2"),
        ("cool({{4|0}|-2},1)", "{2|0||-1}"),
        ("freeze({3||2*|1*})", "9/4*"),
        ("freeze({3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}})", "-5/16*"),
        ("freeze(1/2)", "1/2"),
        ("heat(*,1)", "±1"),
        ("heat(1*,1/2)", "{3/2|1/2}"),
        ("heat(^,1)", "{1||0|-2}"),
        ("overheat(*2,1,0)", "*2"),
        ("overheat(2*,*,0)", "*"),
        ("rcf({3||2*|1*})", "{3||2|1}"),
        ("rcf(^3*)", "0"),
        ("rcf(Tiny(2))", "0"),
        ("rcf({1^|-1*2})", "±1"),
        ("norton(3,^)", "^3"),
        ("norton(1/2,^)", "{^2*|v*}"),
        ("norton({1|0},^)", "{^3*|v2*}"),
        ("ordinal(0,{0|1})", "1/2"),
        ("ordinal(*,1)", "^*"),
        ("ordinal(*,2)", "^[2]*"),
        ("ordinal(1,-1)", "1/2"),
    ] {
        let v = values.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(values.parse(name), Ok(v), "{text} is {:?}, not {name}", values.name(v));
    }
}

/// A value with many options costs as much as many values: each of these
/// calls handles fewer values than [`STEPS_APART`], but more options.
#[test]
fn options_count_as_steps() {
    let over = Budget::new().with_time(std::time::Duration::ZERO);
    assert_eq!(Values::within(&over).star(1000), Err(Stop::Time));
    let mut values = Values::new();
    let stars: Vec<Value> = (0..200).map(|k| values.star(k).unwrap()).collect();
    let game = values.from_options(&stars, &stars[..199]).unwrap();
    values.set_budget(&over);
    assert_eq!(values.from_options(&stars, &stars[1..]), Err(Stop::Time));
    assert_eq!(values.reduced(stars[199]), Err(Stop::Time));
    assert_eq!(values.size_within(game), Err(Stop::Time));
    let switch = values.number(Dyadic::integer(1)).unwrap();
    assert_eq!(values.ordinal_sum(switch, stars[199]), Err(Stop::Time));
}

#[test]
fn a_nimber_with_too_many_options_is_refused_before_it_is_begun() {
    let mut values = Values::new();
    let before = values.len();
    assert_eq!(values.star(65_536), Err(Stop::Unsupported));
    assert_eq!(values.parse("^3*4000000000"), Err(ReadError::Stop(Stop::Unsupported)));
    assert!(values.len() < before + 100, "{} values", values.len());
}

/// The table that finds values by their options grows without reading them.
#[test]
fn values_are_found_again_in_a_table_that_has_grown() {
    let mut values = Values::new();
    let ups: Vec<Value> = (0..3000).map(|n| values.ups(n, n % 3 == 0).unwrap()).collect();
    let count = values.len();
    let again: Vec<Value> = (0..3000).map(|n| values.ups(n, n % 3 == 0).unwrap()).collect();
    assert_eq!((again, values.len()), (ups, count));
}
