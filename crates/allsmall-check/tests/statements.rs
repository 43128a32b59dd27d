//! What is printed is what was proved: the sentence of every statement, and
//! the names of boards and games in it.

use allsmall_check::check;

/// The sentence of a proof; its lines are given without the first and last.
fn said(lines: &[&str]) -> String {
    let text = format!("allsmall proof 1\n{}\nend\n", lines.join("\n"));
    check(text.as_bytes()).unwrap_or_else(|refused| panic!("{refused}\n{text}")).statement
}

fn refused(lines: &[&str], why: &str) {
    let text = format!("allsmall proof 1\n{}\nend\n", lines.join("\n"));
    let refused = check(text.as_bytes()).expect_err(&text);
    assert!(refused.why.contains(why), "{refused}");
}

#[test]
fn sums_and_who_wins_them() {
    let head = ["limits 9 9 9", "game 0|0", "game 0|1"];
    for (statement, sentence) in [
        ("outcome P xoxoxo", "xoxoxo: the second player wins"),
        ("outcome N xo", "xo: the first player wins"),
        ("outcome L xxo", "xxo: Left wins, whoever moves first"),
        ("outcome R -xxo", "-xxo: Right wins, whoever moves first"),
        ("outcome P 0", "0: the second player wins"),
        ("outcome P xo-xo", "xo - xo: the second player wins"),
        ("outcome P #01+#1", "* + *: the second player wins"),
        ("outcome N xx/oo+#1", "xx/oo + *: the first player wins"),
        ("first L xo", "xo: Left wins moving first"),
        ("second L xxo+xxo-#1", "xxo + xxo - *: Left wins moving second"),
        ("first R xo+.", "xo + .: Right wins moving first"),
        ("second R oox", "oox: Right wins moving second"),
        ("value xxo+#0 #2", "xxo + 0 = {0|*}"),
        ("compare xxo = #2", "xxo = {0|*}"),
        ("compare xxo > 0", "xxo > 0"),
        ("compare oox < xxo", "oox < xxo"),
        ("compare #2 || #1", "{0|*} || *"),
    ] {
        let lines = [&head[..], &[statement]].concat();
        assert_eq!(said(&lines), sentence, "{statement}");
    }
    refused(&["limits 9 9 9", "outcome X xo"], "expected an outcome");
    refused(&["limits 9 9 9", "outcome P /"], "at least one cell");
    refused(&["limits 9 9 9", "outcome P xoxoxo more words"], "too many");
}

/// A bound is called a bound, and the least number only if both bounds agree.
#[test]
fn reductions() {
    let said = |statement: &str, play: &[&str]| said(&[&[statement], play].concat());
    assert_eq!(
        said("reduce xo 0 7", &[]),
        "solitaire on xo: no play leaves fewer than 0 stones, and some play leaves at most 7"
    );
    assert_eq!(
        said("reduce xoxo 0 1", &["m 0-1 3-2", "m 1-2"]),
        "solitaire on xoxo: no play leaves fewer than 0 stones, and some play leaves at most 1"
    );
    assert_eq!(
        said("reduce xoxo 01 +1", &["m 0-1 3-2", "m 1-2"]),
        "solitaire on xoxo: the fewest stones that a play leaves: 1"
    );
    refused(&["reduce xx 2 1"], "greater than the upper");
    refused(&["reduce xx 2 1", "m 0-1"], "greater than the upper");
}

#[test]
fn grundy_values_and_phutball() {
    assert_eq!(said(&["nimber xo-xo 0", "n xo 1"]), "the Grundy value of xo - xo in impartial Clobber is 0");
    assert_eq!(said(&["nimber xo 01", "n xo 1"]), "the Grundy value of xo in impartial Clobber is 1");
    refused(&["game 0|0", "nimber #1 1"], "only boards");
    assert_eq!(said(&["phutball L .@o", "p .@o :", "P .@o : j4"]), "Phutball .@o: Left wins, whoever moves first");
}

/// `xoxo` on a path and on a star are two boards; each has its edges.
#[test]
fn a_graph_is_named_by_its_edges() {
    let outcome = |graph: &str, class: &str| said(&["limits 9 9 9", graph, &format!("outcome {class} @0:xoxo")]);
    assert_eq!(outcome("graph 4 0-1,1-2,2-3", "N"), "edges:0-1,1-2,2-3:xoxo: the first player wins");
    // In whatever order and how often they are listed.
    assert_eq!(outcome("graph 4 3-2,1-0,2-1,0-1", "N"), "edges:0-1,1-2,2-3:xoxo: the first player wins");
    assert_eq!(outcome("graph 4 0-2,1-3", "P"), "edges:0-2,1-3:xoxo: the second player wins");
    assert_eq!(outcome("graph 4 ", "P"), "edges::xoxo: the second player wins");
    assert_eq!(
        said(&["graph 2 0-1", "graph 3 0-1,1-2", "nimber @1:x.o+@0:xo 1", "n xo 1"]),
        "the Grundy value of edges:0-1,1-2:x.o + edges:0-1:xo in impartial Clobber is 1"
    );
    assert_eq!(
        said(&["graph 3 0-1,1-2", "reduce @0:xox 1 3"]),
        "solitaire on edges:0-1,1-2:xox: no play leaves fewer than 1 stones, and some play leaves at most 3"
    );
}

/// Digests that `sha256sum` gave for these texts.
#[test]
fn what_is_long_is_named_by_a_digest() {
    // printf '%s' "$(printf 'x%.0s' $(seq 10001))" | sha256sum
    let row = "x".repeat(10_001);
    assert_eq!(
        said(&["limits 9 9 9", &format!("outcome P {row}")]),
        "<board of 10001 characters, sha256 6e54d64dcefa6e734070adc72c1e29a67b369cd0d0a6a588578139c2672479cd>: the second player wins"
    );
    let row = "x".repeat(10_000);
    assert_eq!(said(&["limits 9 9 9", &format!("outcome P {row}")]), format!("{row}: the second player wins"));
    // The text `xo + xo + ...`.
    let many = vec!["xo"; 4000].join("+");
    assert_eq!(
        said(&["limits 9 9 9", &format!("outcome P {many}")]),
        "<sum of 19997 characters, sha256 7f90fca86ec673bc2c381fce194dcf5467f45f69817c5cc1a575f127ce92bddc>: the second player wins"
    );
    // A path of 1,500 vertices, `edges:0-1,1-2,...:x...x`; another graph has another digest.
    let path = |n: usize| (1..n).map(|i| format!("{}-{i}", i - 1)).collect::<Vec<_>>().join(",");
    let on =
        |edges: String| said(&[&format!("graph 1500 {edges}"), &format!("reduce @0:{} 1500 1500", "x".repeat(1500))]);
    assert_eq!(
        on(path(1500)),
        "solitaire on <board of 14279 characters, sha256 9e7597127c9fde8d38e753f79d145c987b52c50bc986ff75310418ce46b895fc>: the fewest stones that a play leaves: 1500"
    );
    assert_ne!(on(path(1500)), on(path(1499)));
}

/// The digest of a game is made from those of its options: `|` for zero, and
/// the digests of Left's options, a bar and those of Right's otherwise.
#[test]
fn a_long_game_is_named_by_the_digest_of_its_form() {
    // Multiples of up: {0|(n-1).up*} and so on, until braces are too long.
    let mut lines = vec!["limits 0 0 600".to_owned(), "game 0|0".to_owned(), "game 0|1".to_owned()];
    for n in 3..=400 {
        lines.push(format!("game 0|{}", n - 1));
    }
    let value = |n: usize| {
        let mut all: Vec<&str> = lines.iter().map(String::as_str).collect();
        let statement = format!("value #{n} #{n}");
        all.push(&statement);
        said(&all)
    };
    assert_eq!(value(3), "{0|{0|*}} = {0|{0|*}}");
    let (long, longer) = (value(300), value(301));
    assert!(long.starts_with("<game sha256 "), "{long}");
    assert_ne!(long, longer);
    assert_eq!(
        long,
        "<game sha256 75e044be5985bdcde5ea20b5a56e3de984e7761215a23ef0815f1a91c34a7763> = <game sha256 75e044be5985bdcde5ea20b5a56e3de984e7761215a23ef0815f1a91c34a7763>"
    );
}

/// What other proofs have to show is part of the sentence.
#[test]
fn hypotheses() {
    assert_eq!(
        said(&["suppose second L xxo", "first L xoxo", "f xoxo : 2"]),
        "if this statement holds (xxo: Left wins moving second), then xoxo: Left wins moving first"
    );
    // The claim about Right is one about the negative; a false one is printed like a true one.
    assert_eq!(
        said(&["first R xoxo", "suppose second R oox", "f xoxo : 2", "suppose second L xo"]),
        "if these statements hold (oox: Right wins moving second; xo: Left wins moving second), \
         then xoxo: Right wins moving first"
    );
    // printf 'xxo: Left wins moving second\n%.0s' $(seq 100) | sha256sum
    let many = ["suppose second L xxo"; 100];
    assert_eq!(
        said(&[&many[..], &["first L xoxo", "f xoxo : 2"]].concat()),
        "if these statements hold (100 lines, sha256 01db3a7355ecd30da34eed894b8c02415f09370de989f33f09499e73339d8780), \
         then xoxo: Left wins moving first"
    );
    for (lines, why) in [
        (&["suppose"][..], "says who wins"),
        (&["suppose outcome L xxo"], "says who wins"),
        (&["suppose reduce xo 0 2"], "says who wins"),
        (&["suppose second xxo"], "too many or too few words"),
        (&["suppose second L xxo : 0"], "too many or too few words"),
        (&["suppose second N xxo"], "expected L or R"),
        (&["suppose second L #1"], "no game 1"),
        (&["suppose second L xxo", "limits 9 9 9"], "limits come before"),
        (&["suppose first L xxo", "first L xoxo", "f xoxo : 2"], "nothing above says"),
        (&["suppose second R xxo", "first L xoxo", "f xoxo : 2"], "nothing above says"),
        (&["suppose second L xxo", "d 2", "first L xoxo", "f xoxo : 2"], "nothing above says"),
        (&["suppose second L xxo"], "no statement"),
    ] {
        refused(lines, why);
    }
}
