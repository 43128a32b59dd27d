//! Plain proofs written by hand: what is accepted, what is printed, and what
//! is refused in which line. `formal/test` lets the verified checker judge the
//! same format.

use allsmall_check::check;

fn judged(lines: &str) -> Result<String, (usize, String)> {
    let proof = format!("allsmall plain proof 1\n{lines}\n");
    check(proof.as_bytes()).map(|proved| proved.statement).map_err(|refused| (refused.line, refused.why))
}

#[test]
fn small_proofs_hold() {
    for (lines, said) in [
        ("outcome P 0\nend 0 0", "0: the second player wins"),
        ("outcome P xo+xo\nend 0 0", "xo + xo: the second player wins"),
        ("outcome N xo\nf xo : 0,0,1,0\nend 3 3", "xo: the first player wins"),
        ("outcome L xxo\nf xo : 0,0,1,0\ns xxo : =3\nf xxo : 0,1,2,0\nend 5 4", "xxo: Left wins, whoever moves first"),
        // Right's wins are Left's on the negative, and a row may be turned round.
        ("outcome R xoo\ns oxx : 0,2,1,0\nf xxo : 0,1,2,0\nend 3 4", "xoo: Right wins, whoever moves first"),
        ("second L xxo+xxo\ns xxo : 0,0,1,0\na 3 3\nend 4", "xxo + xxo: Left wins moving second"),
        ("first L xxo\nf xxo : 0,1,2,0\nd 77\nend 3", "xxo: Left wins moving first"),
        // A path on a graph or round a corner is a strip.
        ("graph 3 0-1,1-2\nsecond L @0:xxo\ns xxo : 0,0,1,0\nend 4", "edges:0-1,1-2:xxo: Left wins moving second"),
        ("second L xx/.o\ns xxo : 0,0,1,0\nend 3", "xx/.o: Left wins moving second"),
        ("graph 2\noutcome P @0:xo\nend 0 0", "edges::xo: the second player wins"),
        ("game 0|0\noutcome N #1\nf #1 : 0,0,0\nf -#1 : 0,0,0\nend 4 5", "{0|0}: the first player wins"),
        ("game 0|0\ngame 0|1\nsecond L #2\ns #2 : 0,0,0\nend 5", "{0|{0|0}}: Left wins moving second"),
        (
            "game 0|0\noutcome P xo-#1\ns xo-#1 : 1,0,0 0,0,1,0\ns xo+#1 : 1,0,0 0,0,1,0\nend 5 4",
            "xo - {0|0}: the second player wins",
        ),
        ("compare xo+xo = 0\nend 0 0", "xo + xo = 0"),
        ("compare xxo > 0\nf xxo : 0,1,2,0\ns xxo : 0,0,1,0\nend 3 4", "xxo > 0"),
        ("compare 0 < xxo\nf xxo : 0,1,2,0\ns xxo : 0,0,1,0\nend 4 3", "0 < xxo"),
        ("compare xo || 0\nf xo : 0,0,1,0\nend 3 3", "xo || 0"),
        ("game 0|0\ncompare xo = #1\ns xo-#1 : 1,0,0 0,0,1,0\ns xo+#1 : 1,0,0 0,0,1,0\nend 5 4", "xo = {0|0}"),
    ] {
        assert_eq!(judged(lines), Ok(said.to_owned()), "{lines}");
    }
}

#[test]
fn what_does_not_follow_is_refused_with_its_line() {
    for (lines, line, why) in [
        ("outcome P xo\nend 0 0", 3, "is not known"),
        ("outcome N xo\nf xo : 0,0,1,0\nend 3 4", 4, "line 4 is not known"),
        ("outcome N xo\nf xo : 0,0,1,0\nd 3\nend 3 3", 5, "line 3 is not known or was forgotten"),
        ("outcome N xo\nf xo : 0,1,0,0\nend 3 3", 3, "Left has no such move"),
        ("outcome N xo\nf xo : 1,0,1,0\nend 3 3", 3, "no term 1"),
        ("outcome N xo\nf xo :\nend 3 3", 3, "expected one move"),
        ("outcome N xo\nf xo : 0,0,1,0 0,0,1,0\nend 3 3", 3, "more replies than moves"),
        ("second L xo\ns xo : 0,0,1,0\nend 3", 3, "Left has no such move"),
        ("second L xxo\ns xxo :\nend 3", 3, "no reply to the move"),
        ("second L xxo\ns xxo : 0,0,1,0 0,0,1,0\nend 3", 3, "more replies than moves"),
        // A line about moving first does not show anything about moving second.
        ("second L xxo\nf xxo : 0,1,2,0\nend 3", 4, "does not say that Left wins"),
        ("second L xo\nf xo : 0,0,1,0\na 3 3\nend 4", 4, "about Left moving first"),
        // Nothing rests on itself or on what follows.
        ("second L xxo\ns xxo : =3\nend 3", 3, "line 3 is not known"),
        ("second L xxo\ns xxo : 0,0,1,0\nend 3 3", 4, "the numbers of 1 lines"),
        ("second L xxo\ns xxo : 0,0,1,0\nend 3\nend 3", 5, "after the end"),
        ("second L xxo\ns xxo : 0,0,1,0", 4, "without an end line"),
        ("second X xxo\nend 3", 2, "expected a statement"),
        ("compare xo\nend 0 0", 2, "expected two sums"),
        ("compare xo = xo xo\nend 0 0", 2, "expected two sums"),
        ("compare xo >= xo\nend 0 0", 2, "expected =, >, < or ||"),
        ("compare xo = #1\nend 0 0", 2, "no game 1"),
        // xo is confused with 0: none of the other relations holds.
        ("compare xo = 0\nf xo : 0,0,1,0\nend 3 3", 4, "does not say that Left wins"),
        ("compare xo > 0\nf xo : 0,0,1,0\nend 3 3", 4, "does not say that Left wins"),
        ("compare xo < 0\nf xo : 0,0,1,0\nend 3 3", 4, "does not say that Left wins"),
        ("compare xo || xo\nend 0 0", 3, "Left would have to move"),
        ("graph 3 0-3\nsecond L 0\nend 0", 2, "0-3"),
        ("graph 4097\nsecond L 0\nend 0", 2, "at most 4096 vertices"),
        ("graph 2 0-1\nsecond L @0:xox\nend 0", 3, "2 vertices"),
        ("graph 2 0-1\nsecond L @1:xo\nend 0", 3, "no such graph"),
        ("game 1|0\nsecond L 0\nend 0", 2, "no game 1"),
        ("second L #1\nend 0", 2, "no game 1"),
        ("second L xx/o\nend 0", 2, "one length"),
        ("second L xyo\nend 0", 2, "expected x, o or ."),
        ("second L xo\ngraph 3\nend 0", 3, "before the statement"),
        ("second L xo\nz 3\nend 0", 3, "no line begins like this"),
        ("second L xo\nd 1234567890123456\nend 0", 3, "expected a number"),
    ] {
        let (at, said) = judged(lines).expect_err(lines);
        assert!(at == line && said.contains(why), "{lines}: line {at}: {said}");
    }
    // What is longer than a file may be.
    let stones = format!("second L {}\nend 0", "x".repeat(2049));
    assert_eq!(judged(&stones).map_err(|(line, _)| line), Err(2));
    let games = format!("game 0|0\nsecond L #1{}\nend 0", "+#1".repeat(65_536));
    assert_eq!(judged(&games).map_err(|(line, _)| line), Err(3));
    let doubled: String = (4..44).map(|n| format!("a {n} {n}\n")).collect();
    let doubled = format!("game 0|\nsecond L #1\ns #1 :\n{doubled}end 4");
    assert_eq!(judged(&doubled).map_err(|(line, _)| line), Err(16));
    let cells = format!("second L {}\nend 0", ".".repeat(65_537));
    assert_eq!(judged(&cells).map_err(|(line, _)| line), Err(2));
    let table = format!("game {}0|\nsecond L 0\nend 0", "0,".repeat(50_000));
    assert_eq!(judged(&table).map_err(|(line, _)| line), Err(2));
    let tables = format!("{}second L 0\nend 0", "game 0|0\n".repeat(10_000));
    assert_eq!(judged(&tables).map_err(|(line, _)| line), Err(10_001));
    let tables = format!("{}second L 0\nend 0", "game 0|0\n".repeat(9_999));
    assert_eq!(judged(&tables), Ok("0: Left wins moving second".to_owned()));
}

/// Graphs and games that are too long for the sentence are listed after it.
#[test]
fn what_is_proved_is_printed_whole() {
    let mut lines = "game 0|0\n".to_owned();
    for n in 1..30 {
        lines.push_str(&format!("game {n},{n}|{n}\n"));
    }
    lines.push_str("outcome P #30-#30\nend 0 0");
    let said = judged(&lines).expect("G - G = 0");
    assert!(said.len() < 30_000 && said.contains("#"), "{said}");
    assert!(said.contains("\n  #1: 0|0\n  #2: 1,1|1\n") && said.ends_with("\n  #30: 29,29|29"), "{said}");
}

/// What a file can ask for grows with its length: sums that doubled lines keep, and
/// replies to moves in a sum of many games.
#[test]
fn work_and_memory_are_bounded_by_the_length_of_a_file() {
    // Lines 3 to 10 are doubled to 128 terms; their sum of 256 terms is made many times.
    let doubled: String = (3..10).map(|line| format!("a {line} {line}\n")).collect();
    let kept = |again: usize| format!("second L xxo\ns xxo : 0,0,1,0\n{doubled}{}end 3", "a 10 10\n".repeat(again));
    assert_eq!(judged(&kept(100)), Ok("xxo: Left wins moving second".to_owned()));
    let (line, why) = judged(&kept(20_000)).expect_err("this is too much to keep");
    assert!(why.contains("keep more than 268435456 bytes") && line > 1000, "line {line}: {why}");
    // Forgotten again, line by line.
    let forgotten: String = (0..20_000).map(|pair| format!("a 10 10\nd {}\n", 11 + 2 * pair)).collect();
    let forgotten = format!("second L xxo\ns xxo : 0,0,1,0\n{doubled}{forgotten}end 3");
    assert_eq!(judged(&forgotten), Ok("xxo: Left wins moving second".to_owned()));
    // Integers, in which Right has no moves, and a game in which she has many.
    let integers = |n: usize| vec!["#1"; n].join("+");
    let replies = |n: usize, moves: usize| {
        format!(
            "game 0|\ngame |{}\nsecond L 0\ns {} :\nf {} : 0,0,5\ns {}+#2 :{}\nend 0",
            vec!["0"; moves].join(","),
            integers(n - 1),
            integers(n),
            integers(n),
            " =6".repeat(moves)
        )
    };
    assert_eq!(judged(&replies(100, 1000)), Ok("0: Left wins moving second".to_owned()));
    let (line, why) = judged(&replies(60_000, 40_000)).expect_err("this is too much work");
    assert!(line == 7 && why.contains("steps that are allowed"), "line {line}: {why}");
}
