//! Plain proofs of golden and random boards of every kind are accepted, and say
//! what brute force says; a changed statement is refused.

use allsmall::answer::{CompareQuestion, Question};
use allsmall::internal::{SplitMix64, judge};
use allsmall::notation::{read_board, read_expr};
use allsmall::solve::Solver;
use allsmall::{Budget, Outcome, Player};
use allsmall_proofs::{Failure, Goal, Walk, plain_compare, plain_outcome, plain_value};

fn prove(text: &str, goal: Goal) -> String {
    let mut out = Vec::new();
    plain_outcome(text, goal, &Budget::new(), &mut out).unwrap_or_else(|failure| panic!("{text}: {failure}"));
    String::from_utf8(out).expect("text")
}

fn accepted(proof: &str) -> String {
    allsmall_check::check(proof.as_bytes()).unwrap_or_else(|refused| panic!("{refused}\n{proof}")).statement
}

/// The statement's line, and the letter of the outcome that it names.
fn stated(proof: &str) -> (usize, char) {
    let at = proof.lines().position(|line| line.starts_with("outcome ")).expect("a statement");
    (at, proof.lines().nth(at).and_then(|line| line.chars().nth(8)).expect("a letter"))
}

/// Only the lines of the format are written, and the three other outcomes are
/// refused.
fn check_proof(text: &str, outcome: Outcome) {
    let proof = prove(text, Goal::Both);
    assert!(proof.starts_with("allsmall plain proof 1\n"), "{proof}");
    for line in proof.lines().skip(1) {
        let word = line.split(' ').next().unwrap_or_default();
        assert!(["graph", "game", "outcome", "s", "f", "v", "d", "end"].contains(&word), "{text}: {line}");
    }
    accepted(&proof);
    let (at, letter) = stated(&proof);
    assert_eq!(letter.to_string(), format!("{outcome:?}"), "{text}");
    for other in "LRNP".chars().filter(|&other| other != letter) {
        let mut lines: Vec<String> = proof.lines().map(str::to_owned).collect();
        lines[at] = lines[at].replacen(&format!("outcome {letter}"), &format!("outcome {other}"), 1);
        let changed = lines.join("\n");
        assert!(allsmall_check::check(changed.as_bytes()).is_err(), "{text} is not {other}\n{changed}");
    }
}

/// Values and comparisons, each against every relation and against the library.
#[test]
fn values_and_comparisons_are_proved() {
    let relations = ["=", ">", "<", "||"];
    let mut random = SplitMix64::new(37);
    let mut stones =
        |n: u64| -> String { (0..n).map(|_| ['x', 'o', 'x', 'o', '.'][random.below(5) as usize]).collect() };
    let mut pairs: Vec<(String, String)> = (0..12).map(|i| (stones(3 + i % 5), stones(7))).collect();
    for (one, other) in [("xxo", "up"), ("xxo + xxo", "xxo + up"), ("xo/ox", "star"), ("xoo - down", "0")] {
        pairs.push((one.to_owned(), other.to_owned()));
    }
    pairs.push((format!("cycle:{}", stones(5)), format!("tree:0,0,1:{}", stones(4))));
    for (one, other) in &pairs {
        let mut out = Vec::new();
        plain_compare(one, other, &Budget::new(), &mut out)
            .unwrap_or_else(|failure| panic!("{one} {other}: {failure}"));
        let proof = String::from_utf8(out).expect("text");
        let answer = CompareQuestion { other: other.clone() }.ask(one.as_str(), &Budget::new()).expect("an answer");
        let relation = answer.relation.expect("they are compared").to_string();
        let said = accepted(&proof);
        let expected = format!(" {relation} ");
        assert!(said.contains(&expected), "{one} {relation} {other}, proved: {said}");
        let at = proof.lines().position(|line| line.starts_with("compare ")).expect("a statement");
        for wrong in relations.iter().filter(|wrong| **wrong != relation) {
            let mut lines: Vec<String> = proof.lines().map(str::to_owned).collect();
            lines[at] = lines[at].replacen(&expected, &format!(" {wrong} "), 1);
            let changed = lines.join("\n");
            assert!(allsmall_check::check(changed.as_bytes()).is_err(), "{one} {wrong} {other}\n{changed}");
        }
        // The value of the first, which is not that of the second unless they are equal.
        let mut out = Vec::new();
        plain_value(one, &Budget::new(), &mut out).unwrap_or_else(|failure| panic!("{one}: {failure}"));
        let said = accepted(std::str::from_utf8(&out).expect("text"));
        assert!(said.contains(" = "), "{one}: {said}");
    }
    // Canonical forms in braces, and zero.
    for (text, said) in [("xxo", "xxo = {0|{0|0}}"), ("xo + xo", "xo + xo = 0"), ("xo", "xo = {0|0}")] {
        let mut out = Vec::new();
        plain_value(text, &Budget::new(), &mut out).expect("a small value");
        assert_eq!(accepted(std::str::from_utf8(&out).expect("text")), said);
    }
}

fn by_brute_force(text: &str) -> Outcome {
    judge::outcome(&read_board(text).expect("a board"), &Budget::new()).expect("a small board")
}

#[test]
fn boards_of_every_kind_are_proved() {
    let mut random = SplitMix64::new(36);
    let mut stones =
        |n: u64| -> String { (0..n).map(|_| ['x', 'o', 'x', 'o', '.'][random.below(5) as usize]).collect() };
    for _ in 0..4 {
        for text in [
            stones(12),
            [stones(4), stones(4), stones(4)].join("/"),
            format!("cycle:{}", stones(9)),
            format!("tree:0,0,1,1,2:{}", stones(6)),
            format!("complete:5:{}", stones(5)),
            format!("kpartite:3,2,1:{}", stones(6)),
            format!("hamming:3,2:{}", stones(6)),
            format!("cube:3:{}", stones(8)),
            format!("edges:0-1,1-2,2-0,2-3,3-4:{}", stones(5)),
            format!("graph6:Dhc:{}", stones(5)),
        ] {
            check_proof(&text, by_brute_force(&text));
        }
    }
    check_proof("checker:3x4", Outcome::P);
    check_proof("checker:4x4", Outcome::N);
}

#[test]
fn sums_with_values_are_proved() {
    for text in
        ["xxo + oox", "xoxo - star", "xo/ox + up - xxo", "xxoo + *2 - 2*up", "oxxo - cycle:xoxox + {up|star}", "0"]
    {
        let mut solver = Solver::for_sum(&read_expr(text).expect("a sum"), &Budget::new()).expect("a solver");
        let [left, right] = Player::BOTH.map(|first| solver.wins(first).expect("a small sum"));
        let outcome = match (left, right) {
            (true, true) => Outcome::N,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::P,
        };
        check_proof(text, outcome);
    }
}

#[test]
fn one_half_is_proved() {
    assert_eq!(accepted(&prove("xxo", Goal::First(Player::Left))), "xxo: Left wins moving first");
    assert_eq!(accepted(&prove("xxo", Goal::First(Player::Right))), "xxo: Left wins moving second");
    assert_eq!(accepted(&prove("oox", Goal::First(Player::Left))), "oox: Right wins moving second");
}

#[test]
fn limits_end_without_a_proof() {
    let mut out = Vec::new();
    let failure =
        plain_outcome(&format!("({})^2100", "xo"), Goal::Both, &Budget::new(), &mut out).expect_err("too long");
    assert!(matches!(failure, Failure::Unfit(_)), "{failure}");
    let budget = Budget::new().with_time(std::time::Duration::ZERO);
    assert!(matches!(plain_outcome("checker:4x4", Goal::Both, &budget, &mut out), Err(Failure::Stop(_))));
    assert!(out.is_empty());
}

/// A plain proof is not drawn or played.
#[test]
fn a_plain_proof_is_not_walked() {
    let proof = prove("xoxo", Goal::Both);
    assert!(matches!(Walk::read(proof.as_bytes(), None, &Budget::new()), Err(Failure::Unfit(_))));
}
