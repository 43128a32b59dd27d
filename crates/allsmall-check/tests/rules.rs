//! Each rule on proofs written by hand, and what is refused.

use allsmall_check::{check, check_within};

/// The statement of a proof; its lines are given without the first and last.
fn proved(lines: &[&str]) -> Result<String, (usize, String)> {
    let text = format!("allsmall proof 1\n{}\nend\n", lines.join("\n"));
    check(text.as_bytes()).map(|proved| proved.statement).map_err(|refused| (refused.line, refused.why))
}

fn refused(lines: &[&str], line: usize, why: &str) {
    match proved(lines) {
        Ok(statement) => panic!("accepted: {statement}"),
        Err((at, reason)) => assert!(at == line && reason.contains(why), "line {at}: {reason}"),
    }
}

#[test]
fn rule_1_a_move() {
    // Left takes and leaves nothing.
    let all = ["first L xo", "f xo : 0"];
    assert_eq!(proved(&all).unwrap(), "xo: Left wins moving first");
    refused(&["first L xo", "f xo : 1"], 3, "Left has no move 1");
    // After x.xo Right still moves, and then Left cannot.
    refused(&["first L xoxoxo", "f xoxoxo : 0"], 3, "nothing above says");
}

#[test]
fn rule_2_all_replies() {
    // Right's two moves in xoox, mirror images, leave xo: Left takes.
    let all = ["second L xoox", "s xoox : 0"];
    assert_eq!(proved(&all).unwrap(), "xoox: Left wins moving second");
    refused(&["second L xoox", "s xoox :"], 3, "1 moves of Right's need replies");
    refused(&["second L xoox", "s xoox : 0 0"], 3, "2 are given");
    refused(&["second L xo", "s xo : 0"], 3, "Left has no move 0 in 0");
    // Right may move in every part; of two equal ones only the first counts.
    refused(&["second L xoox+xxooxo", "s xoox+xxooxo :"], 3, "4 moves of Right's need replies");
    refused(&["second L xoox+xoox", "s xoox+xoox :"], 3, "1 moves of Right's need replies");
}

/// An earlier line helps if it is about the same turn and a lesser game.
#[test]
fn rule_6_lines_about_the_other_turn_or_a_greater_game_do_not_help() {
    let head = ["limits 0 0 0", "game 0|0", "game 0|1"];
    let with = |statement: &str| proved(&[&head[..], &[statement, "s xoox : 0"]].concat());
    assert!(with("second L xoox").is_ok());
    assert!(with("second L xoox+#2").is_ok(), "with up it is more");
    for wrong in ["first L xoox", "second L xoox-#2", "second L xoox+#1", "second L xoxxo", "second R xoox"] {
        assert!(with(wrong).unwrap_err().1.contains("nothing above says"), "{wrong}");
    }
}

/// A move to up beside a part needs no reply if another one leaves 0 there;
/// sums with two games are not compared.
#[test]
fn rule_2_needless_moves_need_no_reply() {
    let head = ["limits 0 0 0", "game 0|0", "game 0|1", "game 0,1|0,1"];
    for (sum, count) in [("xo/ox+#1+#2", 2), ("xo/ox+#2+#3", 4)] {
        let (statement, line) = (format!("second L {sum}"), format!("s {sum} :"));
        let (_, why) = proved(&[&head[..], &[&statement, &line]].concat()).unwrap_err();
        assert!(why.starts_with(&format!("{count} moves of Right's need replies")), "{sum}: {why}");
    }
}

#[test]
fn rule_3_the_same_sum() {
    // A strip and its negative, the other way round, cancel.
    assert!(proved(&["outcome P xxoxo+xoxoo"]).is_ok());
    assert!(proved(&["outcome P xxo/oox-oxx/xoo"]).is_ok(), "turned and mirrored");
    assert!(proved(&["graph 3 0-1,1-2", "outcome P @0:xxo+oox"]).is_ok(), "a path is a strip");
    assert!(proved(&["outcome P xx.oo"]).is_ok(), "one colour is dead");
    refused(&["outcome P xxoxo+xxoxo"], 3, "nothing above says");
    refused(&["outcome P xxoo+xoxo"], 3, "nothing above says");
    refused(&["outcome P xxx/oox+xxo/oxx"], 3, "nothing above says");
    assert!(proved(&["limits 0 0 0", "outcome P xxx/xxx"]).is_ok(), "though it is not valued");
    assert!(proved(&["limits 0 0 0", "outcome P .../xxo/oxo-xxo/oxo"]).is_ok(), "wherever it lies");
    // The opposite need not be the neighbour, and what stands between stays.
    assert!(proved(&["limits 0 0 0", "second L ooxxo+xoox+xxoox", "s xoox : 0"]).is_ok());
}

#[test]
fn rule_4_values() {
    let up = ["limits 9 9 9", "game 0|0", "game 0|1", "value xxo #2"];
    assert_eq!(proved(&up).unwrap(), "xxo = {0|*}");
    refused(&["limits 9 9 9", "game 0|0", "game 1|0", "value xxo #2"], 6, "nothing above says");
    refused(&["limits 9 9 9", "game 0|3"], 3, "there is no game 3");
    // Not in canonical form, and yet the same value: {0,*|*} is up.
    assert!(proved(&["limits 9 9 9", "game 0|0", "game 0,1|1", "value xxo #2"]).is_ok());
}

#[test]
fn rule_5_the_order_of_games() {
    let games = ["limits 9 9 9", "game 0|0", "game 0|1"];
    let with = |line: &str| proved(&[&games[..], &[line]].concat());
    assert_eq!(with("compare xxo > 0").unwrap(), "xxo > 0");
    assert_eq!(with("compare xxo || #1").unwrap(), "xxo || *");
    assert!(with("compare xxo = #2").is_ok());
    assert!(
        proved(&["limits 0 0 0", "game 0|0", "game 0,1|0,1", "first L #1+#2"]).is_ok(),
        "two games that stay apart"
    );
    for wrong in ["compare xxo < 0", "compare xxo = 0", "compare xxo || 0", "compare xxo > #1"] {
        assert!(with(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn rule_6_something_less() {
    // up + up + up > 0 because up >= 0, if games are not added up.
    let head = ["limits 9 9 0", "game 0|0", "game 0|1", "second L #2+#2+#2"];
    let with = |line: &str| proved(&[&head[..], &[line]].concat());
    assert!(with("S #2+#2+#2 : 0 0").is_ok());
    assert!(with("S #2+#2+#2 : 0 1").is_ok());
    assert!(with("S #2+#2+#2 : 0 2").unwrap_err().1.contains("is not at most"));
    assert!(with("S #2+#2+#2 : 3 0").unwrap_err().1.contains("no game 3"));
    assert!(with("S #2+#2+#2 : 0 2147483648").is_err());
}

#[test]
fn rule_7_two_ahead() {
    // Four ups beside a long part that weighs at least -2.
    let head = ["limits 3 0 0", "game 0|0", "game 0|1"];
    let with = |line: &str| proved(&[&head[..], &[line]].concat());
    assert!(with("outcome L xo/ox+#2+#2+#2+#2").is_ok());
    assert!(with("first L xo/ox+#2+#2+#2").is_ok());
    assert!(with("second L xo/ox+#2+#2+#2").is_err(), "one ahead is not two");
    // Numbers have no weight.
    assert!(proved(&["limits 3 0 0", "game 0|", "first L xo/ox+#1+#1+#1+#1"]).is_err());
}

#[test]
fn rule_8_mex() {
    let all = ["nimber xox 0", "n xo 1", "n xox 0"];
    // xox: either end takes the middle and leaves a dead xx, or the middle takes.
    assert!(proved(&["nimber xo 1", "n xo 1"]).is_ok());
    assert!(proved(&all).is_err());
    refused(&["nimber xox 1", "n xo 1", "n xox 0"], 4, "the Grundy value is 1");
    refused(&["nimber xoxo 0", "n xoxo 0"], 3, "nothing above gives");
    refused(&["nimber xo 1"], 3, "nothing above gives");
}

#[test]
fn rule_9_rank() {
    assert!(proved(&["phutball N ..@..", "p .@o.. :", "P ..@.. : p4"]).is_err());
    let all = ["phutball N .@.", "P .@. : p3"];
    refused(&all, 3, "nothing above says");
    // Beside a stone at the edge Right can but place one more.
    assert!(proved(&["phutball L .@o", "p .@o :", "P .@o : j4"]).is_ok());
    refused(&["phutball L .@o", "p .@o :", "P .@o : j0"], 4, "is not a turn");
    refused(&["phutball L .@o", "p .@o : p1"], 3, "more turns");
    refused(&["phutball L oo@oo", "p oo@oo :"], 3, "Right wins at once");
    refused(&["phutball N @..", "p @.. :"], 2, "between the goal squares");
}

#[test]
fn rule_10_solitaire() {
    let all = ["reduce xoxo 1 1", "m 0-1 3-2", "m 1-2"];
    assert_eq!(proved(&all).unwrap(), "solitaire on xoxo: the fewest stones that a play leaves: 1");
    refused(&["reduce xoxo 1 1", "m 0-1 1-2"], 3, "1-2 is not a move");
    refused(&["reduce xoxo 1 1", "m 0-1"], 4, "the play leaves 3 stones");
    refused(&["reduce xox 3 3", "m 0-1"], 2, "no more than 2");
    refused(&["reduce xxoo 5 4"], 2, "no more than");
    // One colour stays; the invariant of the ring of four.
    assert!(proved(&["reduce xxx.o 4 4"]).is_ok());
    assert!(proved(&["reduce xxx/xxx 6 6"]).is_ok());
    refused(&["reduce xo 1 1", "m 1-5"], 3, "is not a move");
    refused(&["reduce xo 1 1", "m 2-1"], 3, "is not a move");
    refused(&["outcome P 0", "m 0-1"], 3, "belongs to");
}

/// Lower bounds against all plays, on all strips of up to nine cells, all
/// small rings, and all small trees from their parents.
#[test]
fn lower_bounds_of_lines_rings_and_trees_are_exact() {
    use allsmall_check::boards::{Boards, Shape, other};
    use allsmall_check::solitaire::Solitaire;
    use std::collections::HashMap;
    fn fewest(boards: &Boards, cells: &[u8], known: &mut HashMap<Vec<u8>, usize>) -> usize {
        if let Some(&found) = known.get(cells) {
            return found;
        }
        let mut best = cells.iter().filter(|&&cell| cell != b'.').count();
        for colour in *b"xo" {
            for (from, to) in boards.moves(Shape::Graph(0), cells, colour) {
                let mut next = cells.to_vec();
                (next[to], next[from]) = (other(next[to]), b'.');
                best = best.min(fewest(boards, &next, known));
            }
        }
        known.insert(cells.to_vec(), best);
        best
    }
    let mut graphs: Vec<(usize, Vec<(usize, usize)>)> = Vec::new();
    for n in 2..=6usize {
        let trees = (1..n).product::<usize>();
        for code in 0..trees {
            let mut rest = code;
            let edges = (1..n)
                .map(|v| {
                    let parent = rest % v;
                    rest /= v;
                    (v, parent)
                })
                .collect();
            graphs.push((n, edges));
        }
    }
    // Many children, whose stones add up to more than they come to in the end.
    graphs.push((8, (1..8).map(|v| (0, v)).collect()));
    for n in 3..=8 {
        graphs.push((n, (0..n).map(|v| (v, (v + 1) % n)).collect()));
    }
    for (n, edges) in graphs {
        let mut boards = Boards::default();
        boards.graph(n, &edges).unwrap();
        let mut known = HashMap::new();
        for code in 0..3usize.pow(n as u32) {
            let cells: Vec<u8> = (0..n).map(|i| b"xo."[code / 3usize.pow(i as u32) % 3]).collect();
            let board = Solitaire { boards: &boards, shape: Shape::Graph(0), cells: &cells };
            let lower = board.lower(&board.groups());
            assert_eq!(lower, fewest(&boards, &cells, &mut known), "{edges:?} {cells:?}");
        }
    }
}

#[test]
fn lines_are_forgotten() {
    let all = ["second L xoox", "s xoox : 0", "d 3"];
    refused(&all, 5, "nothing above says");
    refused(&["second L xoox", "d 3"], 3, "not known");
    refused(&["second L xoox", "s xoox : 0", "d 3", "d 3"], 5, "forgotten");
}

#[test]
fn files_that_are_no_proofs() {
    let why = |text: &str| check(text.as_bytes()).unwrap_err().why;
    assert!(why("").contains("empty"));
    assert!(why("allsmall proof 2\n").contains("expected"));
    assert!(why("allsmall proof 1\noutcome P 0\n").contains("without an end"));
    assert!(why("allsmall proof 1\nend\n").contains("no statement"));
    assert!(why("allsmall proof 1\noutcome P 0\nend\nmore\n").contains("after the end"));
    assert!(why("allsmall proof 1\noutcome P 0\noutcome N xo\nend\n").contains("already"));
    assert!(why("allsmall proof 1\noutcome P xo/x\nend\n").contains("one length"));
    assert!(why("allsmall proof 1\noutcome P xy\nend\n").contains("expected x, o or ."));
    assert!(why("allsmall proof 1\ngraph 3 0-3\n").contains("not an edge"));
    assert!(why("allsmall proof 1\ngraph 99999999999999999999 \n").contains("expected a number"));
    assert!(why("allsmall proof 1\nlimits 9 9999 9\n").contains("not valued"));
    assert!(check(&b"allsmall proof 1\n\xff\xfe\n"[..]).unwrap_err().why.contains("not UTF-8"));
}

/// A file that asks for too much ends in an error, soon.
#[test]
fn hostile_files_end() {
    let big = "xo".repeat(60);
    let grid = ["xoxoxoxo"; 8].join("/");
    let lines = format!("allsmall proof 1\nlimits 120 120 600\noutcome N {grid}\nend\n");
    assert!(check_within(lines.as_bytes(), 1 << 16).unwrap_err().why.contains("steps"));
    let lines = format!("allsmall proof 1\nlimits 0 0 0\nsecond L {big}\ns {big} :\nend\n");
    assert!(check(lines.as_bytes()).is_err());
    // Minus one is less than any number of ups, and has no weight.
    let mut ups = "limits 0 0 0\ngame |0\ngame 0|0\ngame 0|2\ngame 0,2|0\n".to_owned();
    (3..401).for_each(|i| ups.push_str(&format!("game 0|{}\n", if i % 2 == 1 { i + 1 } else { i - 1 })));
    for copies in [1, 5400] {
        let sum = "#1".to_owned() + &"+#401".repeat(copies);
        let lines = format!("allsmall proof 1\n{ups}first L {sum}\nend\n");
        assert!(check(lines.as_bytes()).unwrap_err().why.contains("nothing above says"), "{copies} copies");
    }
    let mut deep = "allsmall proof 1\n".to_owned();
    (0..2000).for_each(|i| deep.push_str(&format!("game {i}|\n")));
    assert!(check(deep.as_bytes()).unwrap_err().why.contains("lasts more than"));
}

/// Groups that are neither trees nor rings: no bound is above what play
/// leaves, and the invariant of two sides is found where it says two.
#[test]
fn lower_bounds_of_other_groups_are_those_of_the_invariant() {
    use allsmall_check::boards::{Boards, Shape, other};
    use allsmall_check::solitaire::Solitaire;
    fn fewest(boards: &Boards, shape: Shape, cells: &[u8], best: &mut usize) {
        *best = (*best).min(cells.iter().filter(|&&cell| cell != b'.').count());
        for colour in *b"xo" {
            for (from, to) in boards.moves(shape, cells, colour) {
                let mut next = cells.to_vec();
                (next[to], next[from]) = (other(next[to]), b'.');
                fewest(boards, shape, &next, best);
            }
        }
    }
    let mut boards = Boards::default();
    // A square with a diagonal: three stones in a ring have no two sides.
    boards.graph(4, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]).unwrap();
    let mut twos = 0;
    for (shape, n) in [(Shape::Grid(3), 6usize), (Shape::Graph(0), 4)] {
        for code in 1..(1usize << n) - 1 {
            let cells: Vec<u8> = (0..n).map(|i| b"xo"[code >> i & 1]).collect();
            let board = Solitaire { boards: &boards, shape, cells: &cells };
            let lower = board.lower(&board.groups());
            let mut best = n;
            fewest(&boards, shape, &cells, &mut best);
            assert!(lower <= best, "{cells:?}");
            let on_its_side = |i: usize| (cells[i] == b'x') == (i / 3 + i % 3).is_multiple_of(2);
            let total: usize = (0..n).map(|i| if on_its_side(i) { 1 } else { 2 }).sum();
            let expected = if n == 6 && total.is_multiple_of(3) { 2 } else { 1 };
            assert_eq!(lower, expected, "{cells:?}");
            twos += usize::from(lower == 2);
        }
    }
    assert!(twos > 10, "{twos}");
}

#[test]
fn rule_8_equal_and_unequal_numbers_side_by_side() {
    assert!(proved(&["nimber xo.xo 0", "n xo 1"]).is_ok(), "1 and 1 make 0");
    assert!(proved(&["nimber xo.ox 0", "n xo 1"]).is_ok());
    refused(&["nimber xo.xo 1", "n xo 1"], 4, "the Grundy value is 0");
    refused(&["nimber xo 0", "n xo 1"], 4, "the Grundy value is 1");
}

#[test]
fn right_wins_as_left_does_on_the_negative() {
    let games = ["limits 9 9 9", "game 0|0", "game 0|1"];
    let with = |line: &str| proved(&[&games[..], &[line]].concat());
    assert_eq!(with("outcome R oox").unwrap(), "oox: Right wins, whoever moves first");
    assert!(with("outcome R xxo").is_err() && with("outcome L oox").is_err() && with("outcome R xo").is_err());
    assert_eq!(with("compare oox < 0").unwrap(), "oox < 0");
    assert!(with("compare 0 < xxo").is_ok() && with("compare -xxo < #1").is_err());
    assert!(with("compare 0 < xo").is_err() && with("compare xxo < 0").is_err());
}

#[test]
fn words_that_are_out_of_place() {
    refused(&["outcome P 0", "limits 0 0 0"], 3, "before the statement");
    for sum in ["xo+", "+xo", "xo++xo", "-", "xo--xo"] {
        refused(&[&format!("outcome N {sum}")], 2, "expected a board or a game");
    }
    // F is about moving first, S about moving second.
    let beside = ["limits 0 0 0", "game 0|0", "game 0|1", "second L xoox+#2", "s xoox : 0"];
    assert!(proved(&[&beside[..], &["S xoox+#2 : 0 0"]].concat()).is_ok());
    refused(&[&beside[..], &["F xoox+#2 : 0 0"]].concat(), 7, "nothing above says");
    let head = ["limits 9 9 0", "game 0|0", "game 0|1"];
    let with = |statement: &str, line: &str| proved(&[&head[..], &[statement, line]].concat());
    assert!(with("first L #2+#2+#2", "S #2+#2+#2 : 0 200").unwrap_err().1.contains("is not at most"));
    assert!(with("first L #2+#2+#2", "S #2+#2+#2 : 0 201").unwrap_err().1.contains("too large"));
    assert!(with("first L #2+#2+#2", "S #2+#2+#2 : 0 -201").unwrap_err().1.contains("too large"));
}
