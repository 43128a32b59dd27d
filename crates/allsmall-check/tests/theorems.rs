//! Proofs about every n: what they prove, and what no longer follows when a
//! line is dropped or a number changed by one. The files were written by
//! `allsmall family`; the checker alone judges them here.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use allsmall_check::check;

const BOUNDS: &str = include_str!("families/bounds-xxoo.txt");
const ENDS: &str = include_str!("families/bounds-o-xxoo-x.txt");
const UPS: &str = include_str!("families/bounds-xxo.txt");
const CRITICAL: &str = include_str!("families/critical-xo.txt");

fn weights(family: &str, side: &str, small: &str, rest: &str) -> String {
    format!("allsmall family proof 1\nfamily weights {family}\nside {side}\nsmall {small}\nrest {rest}\nend\n")
}

fn statement(text: &str) -> Result<String, String> {
    check(text.as_bytes()).map(|proved| proved.statement).map_err(|refused| refused.why)
}

#[test]
fn theorems_are_proved() {
    let said = |text: &str| statement(text).unwrap_or_else(|why| panic!("{why}\n{text}"));
    assert_eq!(said(BOUNDS), "(xxoo)^(n+1) = (xxoo)^n for all n >= 0");
    assert_eq!(said(ENDS), "o(xxoo)^(n+1)x = o(xxoo)^nx for all n >= 0");
    assert_eq!(said(UPS), "(xxo)^(n+2) = (xxo)^n + ^ for all n >= 0");
    assert_eq!(said(CRITICAL), "the first player wins (xo)^n for every n but 0, 3");
    assert_eq!(
        said(&weights("(xxo)^n", "x 8 120 0 21 32 2", "P", "L")),
        "Left wins (xxo)^n for all n >= 1, the second player for n = 0"
    );
    assert_eq!(
        said(&weights("(oox)^n", "o 8 120 0 21 32 2", "P", "R")),
        "Right wins (oox)^n for all n >= 1, the second player for n = 0"
    );
    assert_eq!(
        said(&weights("oo(xxo)^nx", "x 11 120 0 15 34 2", "RNNNLN", "L")),
        "Left wins oo(xxo)^nx for all n >= 6, Right for n = 0, the first player for n = 1, the first player for n = 2, \
         the first player for n = 3, Left for n = 4, the first player for n = 5"
    );
}

/// All files with one number of these lines one more or one less.
fn changed<'a>(text: &'a str, begins: &'a [&str]) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    for (i, line) in lines.iter().enumerate().filter(|(_, line)| begins.iter().any(|word| line.starts_with(word))) {
        let words: Vec<&str> = line.split(' ').collect();
        for (j, word) in words.iter().enumerate() {
            for change in [-1, 1] {
                let (start, digits) = if word.starts_with(['w', 'a']) { word.split_at(1) } else { ("", *word) };
                let Ok(n) = digits.parse::<i64>() else { continue };
                let mut other = words.clone();
                let new = format!("{start}{}", n + change);
                other[j] = &new;
                let new = other.join(" ");
                let mut file = lines.clone();
                file[i] = &new;
                all.push((new.clone(), file.join("\n") + "\n"));
            }
        }
    }
    all
}

/// Which of the changed files are accepted.
fn still(text: &str, begins: &[&str], step: usize) -> Vec<String> {
    let all = changed(text, begins).into_iter().step_by(step);
    all.filter(|(_, file)| statement(file).is_ok()).map(|(line, _)| line).collect()
}

#[test]
fn bounds_hold_as_they_are_given_and_not_sharper() {
    let head = ["period", "from", "theorem", "shift"];
    assert_eq!(still(BOUNDS, &head, 1), ["theorem 1"]);
    assert_eq!(still(UPS, &head, 1), ["theorem 1"]);
    assert_eq!(still(ENDS, &head, 1), ["theorem 1"]);
    assert_eq!(still(BOUNDS, &["class"], 3), [""; 0]);
    // Weaker bounds that nothing rests on.
    let weaker = [
        "class a0 0 00 18 : 1 : 2",
        "class a0 0 00 17 : 10 : 9",
        "class w2 0 01 16 : 6 : 7",
        "class w0 0 10 16 : 6 : 7",
        "class w0 0 01 16 : 3 : 2",
        "class w2 0 10 16 : 3 : 2",
    ];
    assert_eq!(still(ENDS, &["class"], 1), weaker);
    for (i, line) in ENDS.lines().enumerate().filter(|(_, line)| !line.starts_with("game")) {
        let without: Vec<&str> = ENDS.lines().enumerate().filter(|&(j, _)| j != i).map(|(_, line)| line).collect();
        assert!(statement(&without.join("\n")).is_err(), "without {line}");
    }
}

#[test]
fn integers_hold_as_they_are_given() {
    let file = weights("(xxoxo)^n", "x 8 120 0 25 31 2", "PNLN", "L");
    let other = |side: &str, small: &str, rest: &str| statement(&weights("(xxoxo)^n", side, small, rest)).is_ok();
    assert_eq!(
        still(&file, &["side"], 1),
        [
            "side x 7 120 0 25 31 2",
            "side x 9 120 0 25 31 2",
            "side x 8 119 0 25 31 2",
            "side x 8 121 0 25 31 2",
            "side x 8 120 0 25 32 2"
        ]
    );
    let side = "x 8 120 0 25 31 2";
    assert!(other(side, "PNLN", "L") && other(side, "PNLNL", "L") && other("x 8 112 0 25 31 2", "PNLN", "L"));
    for small in ["", "PNL", "PNLL", "NNLN", "PNRN", "PPLN", "PNLNR", "PNLNN"] {
        assert!(!other(side, small, "L"), "{small}");
    }
    assert!(!other(side, "PNLN", "R") && !other(side, "PNLN", "N") && !other("o 8 120 0 25 31 2", "PNLN", "L"));
    assert!(!other("x 8 111 0 25 31 2", "PNLN", "L"), "less than twice the period and what precedes it");
    assert!(!other("x 8 120 0 25 31 -2", "PNLN", "L") && !other("x 8 120 0 0 31 2", "PNLN", "L"));
    assert!(!other("x 49 300 0 25 61 2", "PNLN", "L") && !other("x 8 2001 0 25 31 2", "PNLN", "L"));
    assert!(!other("x 8 120 0 25 8 2", "PNLN", "L"), "where values are looked at");
}

#[test]
fn the_critical_calculus_rests_on_every_line() {
    let head = ["long", "spread", "integers"];
    assert_eq!(still(CRITICAL, &head, 1), ["spread 33", "integers 119", "integers 121"]);
    let greater: Vec<String> = changed(CRITICAL, &["type"])
        .into_iter()
        .enumerate()
        .filter(|(i, (_, file))| i % 2 == 1 && i % 5 == 0 && statement(file).is_ok())
        .map(|(_, (line, _))| line)
        .collect();
    assert_eq!(greater, [""; 0], "no type weighs more");
    for (i, line) in
        CRITICAL.lines().enumerate().filter(|(_, line)| !line.starts_with("type") || *line == "type xoo -1")
    {
        let without: Vec<&str> = CRITICAL.lines().enumerate().filter(|&(j, _)| j != i).map(|(_, line)| line).collect();
        assert!(statement(&without.join("\n")).is_err(), "without {line}");
    }
    for (from, to) in
        [("small PNNP", "small PNNN"), ("small PNNP", "small PNN"), ("(xo)^n", "(xxo)^n"), ("(xo)^n", "x(xo)^n")]
    {
        assert!(statement(&CRITICAL.replace(from, to)).is_err(), "{to}");
    }
}

#[test]
fn files_about_families_that_are_no_proofs() {
    for (from, to, why) in [
        ("proof 1", "proof 2", "expected"),
        ("bounds", "limits", "expected the rule bounds, weights or critical"),
        ("(xxoo)^n", "(xxoo)", "expected A(w)^nB"),
        ("(xxoo)^n", "()^n", "between 1 and 1000"),
        ("(xxoo)^n", "(xx.o)^n", "expected x or o"),
        ("\nend\n", "\nend\nmore\n", "after the end"),
        ("\nend\n", "\n", "expected a line"),
        ("class w0", "class b0", "expected a start"),
        ("game 0|0\n", "game 0\n", "expected left options"),
        ("game 0|0\n", "game 0|7\n", "expected a number from 0 to 0"),
        ("from 6", "from 997", "more than 2000"),
        ("from 6", "from 1", "m0 must be beyond A and B"),
        ("period 4", "period 0", "expected a number from 1 to 2000"),
        ("period 4", "period 6", "multiple"),
        ("class w2 0 10 18", "class w0 0 00 16", "twice"),
    ] {
        let reason = statement(&BOUNDS.replacen(from, to, 1)).expect_err(to);
        assert!(reason.contains(why), "{to:?}: {reason}");
    }
}

/// Files about families ask on their way too: they take memory, and the
/// first cases are not left out where a limit is hit.
#[test]
fn families_are_watched() {
    let certificate = include_str!("families/critical-xo-few.txt");
    let calls = Arc::new(AtomicUsize::new(0));
    let check = |allowed: usize| {
        calls.store(0, Ordering::Relaxed);
        let calls = calls.clone();
        let watch = move || match calls.fetch_add(1, Ordering::Relaxed) {
            call if call < allowed => Ok(()),
            _ => Err("no more".to_owned()),
        };
        allsmall_check::families::check_watched(certificate, Some(Arc::new(watch)))
    };
    assert!(check(usize::MAX).is_ok());
    let all = calls.load(Ordering::Relaxed);
    assert!(all > 100, "it is asked {all} times");
    for allowed in [0, 1, all / 2, all - 2, all - 1] {
        assert!(check(allowed).is_err(), "asked {all} times, refused after {allowed}");
    }
    assert!(check(all).is_ok());
}

/// The values of the first boards give a closed form; a board before the theorem,
/// after its first period, or with another value, is refused.
#[test]
fn base_values_give_closed_forms() {
    const XXO: &str = include_str!("families/bounds-xxo.txt");
    let with = |lines: &str| {
        let text = XXO.replace("\nend\n", &format!("\n{lines}end\n"));
        allsmall_check::check(text.as_bytes()).map(|proved| proved.statement).map_err(|refused| refused.why)
    };
    let gain = "(xxo)^(n+2) = (xxo)^n + ^ for all n >= 0";
    let even = "(xxo)^n = floor(n/2).^ for n = 0, 2, 4, ...";
    let odd = "(xxo)^n = floor(n/2).^ + ^ for n = 1, 3, 5, ...";
    assert_eq!(with(""), Ok(gain.to_owned()));
    // Game 2 is up.
    assert_eq!(with("base 0 0\n"), Ok(format!("{gain}; hence {even}")));
    assert_eq!(with("base 0 0\nbase 1 2\n"), Ok(format!("{gain}; hence {even} and {odd}")));
    for (lines, why) in [
        ("base 0 2\n", "the board with n = 0 has another value"),
        ("base 1 0\n", "the board with n = 1 has another value"),
        ("base 1 1\n", "the board with n = 1 has another value"),
        ("base 2 0\n", "expected n from 0 to 1"),
        ("base 1 2\nbase 0 0\n", "expected greater n"),
        ("base 0 0\nbase 0 0\n", "expected greater n"),
        ("base 0\n", "expected n and a game"),
        ("base 0 9999\n", "expected a number from 0 to"),
        ("base 2001 0\n", "expected a number from 0 to 2000"),
    ] {
        let refused = with(lines).expect_err(lines);
        assert!(refused.starts_with(why), "{lines}: {refused}");
    }
    const XXOO: &str = include_str!("families/bounds-xxoo.txt");
    let text = XXOO.replace("\nend\n", "\nbase 0 0\nend\n");
    let said = allsmall_check::check(text.as_bytes()).expect("true").statement;
    assert_eq!(said, "(xxoo)^(n+1) = (xxoo)^n for all n >= 0; hence (xxoo)^n = 0 for n = 0, 1, 2, ...");
}
