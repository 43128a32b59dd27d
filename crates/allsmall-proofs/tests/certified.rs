//! Proofs of golden and random positions are accepted and say what brute
//! force says; the winning side of each can be played.
//!
//! `ALLSMALL_PROOFS=5000` sets the number of random boards.

use std::fs;
use std::path::Path;

use allsmall::answer::Question;
use allsmall::internal::SplitMix64;
use allsmall::internal::judge;
use allsmall::notation::{read_board, read_expr};
use allsmall::{Budget, Outcome, Player};
use allsmall_proofs::{Goal, ProofQuestion, Walk, compare, nimber, outcome, phutball, reduce, value};

fn boards() -> u64 {
    std::env::var("ALLSMALL_PROOFS").ok().and_then(|n| n.parse().ok()).unwrap_or(40)
}

fn solve(text: &str) -> String {
    let mut out = Vec::new();
    outcome(text, Goal::Both, &Budget::new(), &mut out).unwrap_or_else(|failure| panic!("{text}: {failure}"));
    String::from_utf8(out).expect("text")
}

fn accepted(proof: &str) -> String {
    allsmall_check::check(proof.as_bytes()).unwrap_or_else(|refused| panic!("{refused}\n{proof}")).statement
}

/// The outcome class that a statement names.
fn class(statement: &str) -> Outcome {
    let words = statement.rsplit(": ").next().expect("a verdict");
    match words {
        "Left wins, whoever moves first" => Outcome::L,
        "Right wins, whoever moves first" => Outcome::R,
        "the first player wins" => Outcome::N,
        "the second player wins" => Outcome::P,
        _ => panic!("{statement}"),
    }
}

fn by_brute_force(text: &str) -> Outcome {
    judge::outcome(&read_board(text).expect("a board"), &Budget::new()).expect("a small board")
}

/// A random board: strip, grid, ring, or graph.
fn random_board(random: &mut SplitMix64, most: u64) -> String {
    let stones = |random: &mut SplitMix64, n: u64| -> String {
        (0..n).map(|_| ['x', 'o', 'x', 'o', 'x', 'o', '.'][random.below(7) as usize]).collect()
    };
    let n = 2 + random.below(most - 1);
    match random.below(4) {
        0 => stones(random, n),
        1 => format!("cycle:{}", stones(random, n.max(3))),
        2 => {
            let (rows, cols) = (2 + random.below(2), 2 + random.below(most / 4));
            (0..rows).map(|_| stones(random, cols)).collect::<Vec<_>>().join("/")
        }
        _ => {
            let n = n.max(3);
            let mut edges: Vec<String> = (1..n).map(|v| format!("{}-{v}", random.below(v))).collect();
            edges.extend((2..n).filter(|_| random.below(3) == 0).map(|v| format!("{}-{v}", v - 2)));
            format!("edges:{}:{}", edges.join(","), stones(random, n))
        }
    }
}

#[test]
fn random_boards_are_certified_as_brute_force_says() {
    let mut random = SplitMix64::new(11);
    for _ in 0..boards() {
        let board = random_board(&mut random, 10);
        let proof = solve(&board);
        assert_eq!(class(&accepted(&proof)), by_brute_force(&board), "{board}");
        for first in Player::BOTH {
            played(&proof, first, &mut random);
        }
    }
}

/// The winning side wins against random moves.
fn played(proof: &str, first: Player, random: &mut SplitMix64) {
    let mut walk = Walk::read(proof.as_bytes(), Some(first), &Budget::new()).expect("a proof of who wins");
    let mut place = walk.start();
    loop {
        if let Some(end) = walk.end(&place) {
            assert!(end.ends_with(&format!("{} wins.", walk.winner())), "{end}\n{proof}");
            return;
        }
        let mut moves = walk.moves(&place);
        place = if place.turn == walk.winner() {
            walk.answer(&place).expect("the winner has a move").after
        } else {
            moves.swap_remove(random.below(moves.len() as u64) as usize).1
        };
    }
}

#[test]
fn sums_with_values_are_played_and_trees_are_drawn() {
    let mut random = SplitMix64::new(15);
    for (board, expected) in [("xoxoxo + up", "2:"), ("xxo/oxo - star", "1:"), ("cycle:xoxoxo", "-")] {
        let proof = solve(board);
        Player::BOTH.into_iter().for_each(|first| played(&proof, first, &mut random));
        let tree = Walk::read(proof.as_bytes(), None, &Budget::new()).and_then(|mut walk| walk.tree(2));
        let tree = tree.expect("a tree");
        assert!(tree.lines().count() > 3 && tree.contains(expected), "{tree}");
    }
}

/// Differences, Grundy values and Phutball are played as well.
#[test]
fn proofs_of_other_kinds_are_played() {
    let mut random = SplitMix64::new(16);
    let mut proofs = Vec::new();
    for (left, right) in
        [("xxo", "ox"), ("xoxoxo", "0"), ("xo/ox", "oxx"), ("xoxo + up", "xxooxo"), ("cycle:xoxox", "*")]
    {
        proofs.push(Vec::new());
        compare(left, right, &Budget::new(), proofs.last_mut().expect("one")).expect("a proof");
    }
    for board in ["xxoxo", "xo/ox/xx", "xoxo + xxo - star", "0"] {
        proofs.push(Vec::new());
        value(board, &Budget::new(), proofs.last_mut().expect("one")).expect("a proof");
    }
    for board in ["xo", "xoxoxoxo", "xox/oxo", "cycle:xoxoxo", "xx.oo", "edges:0-1,0-2,0-3:xooo"] {
        proofs.push(Vec::new());
        nimber(board, &Budget::new(), proofs.last_mut().expect("one")).expect("a proof");
    }
    for board in [".@o.", "..@o.", ".o@..", ".@.o..", ".oo@o.", "..o@..o."] {
        proofs.push(Vec::new());
        if phutball(board, &Budget::new(), proofs.last_mut().expect("one")).is_err() {
            proofs.pop();
        }
    }
    assert!(proofs.len() >= 19, "few of the boards are drawn");
    for proof in &proofs {
        let text = String::from_utf8_lossy(proof);
        for first in Player::BOTH.into_iter().cycle().take(10) {
            played(&text, first, &mut random);
        }
        Walk::read(proof, None, &Budget::new()).and_then(|mut walk| walk.tree(3)).expect("a tree");
    }
    let mut out = Vec::new();
    reduce("xoxo", &Budget::new(), &mut out).expect("a proof");
    assert!(
        Walk::read(&out, None, &Budget::new()).is_err_and(|failure| failure.to_string().contains("not a strategy"))
    );
}

#[test]
fn the_page_is_told_every_answer() {
    let ask = |board: &str, first| ProofQuestion { first: Some(first) }.ask(board, &Budget::new()).expect("an answer");
    let answer = ask("xoxoxo", Player::Left);
    assert!(answer.certified);
    assert_eq!((answer.winner, answer.replies.len()), (Some(Player::Right), 5));
    let answer = ask("cycle:xoxo.", Player::Right);
    assert_eq!(answer.winner, Some(Player::Right));
    assert!(answer.mv.is_some_and(|name| name.ends_with(['1', '2', '3', '4'])), "cells of rings count from 1");
    assert!(ProofQuestion::default().ask("xo + star", &Budget::new()).is_err());
}

#[test]
fn larger_boards_and_sums_with_values_are_certified() {
    let mut random = SplitMix64::new(12);
    for i in 0..boards() {
        let board = match i % 4 {
            0 => format!("random:{}:{i}", 20 + random.below(21)),
            1 => format!("random:{}x{}:{i}", 3 + random.below(2), 3 + random.below(3)),
            2 => random_board(&mut random, 16),
            _ => {
                let value = ["star", "2*up", "{0|v4}", "*2", "{*,^|*,v}", "1"][random.below(6) as usize];
                format!("{} - {value}", random_board(&mut random, 12))
            }
        };
        accepted(&solve(&board));
    }
}

#[test]
fn golden_positions_are_certified() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/golden/two-player.txt");
    let text = fs::read_to_string(root).expect("golden answers");
    let mut done = 0;
    for line in text.lines() {
        let Some((board, class_name)) = line.split_once(" = ") else { continue };
        let Ok(expr) = read_expr(board) else { continue };
        let stones: usize = expr.as_board().map_or(99, allsmall::Position::stones);
        if stones <= 20 && ["L", "R", "N", "P"].contains(&class_name) {
            assert_eq!(format!("{:?}", class(&accepted(&solve(board)))), class_name, "{board}");
            done += 1;
        }
    }
    assert!(done >= 10, "{done} golden positions");
}

#[test]
fn values_nimbers_plays_and_phutball_are_certified() {
    let mut random = SplitMix64::new(13);
    let budget = Budget::new();
    for _ in 0..boards() {
        let board = random_board(&mut random, 9);
        let mut out = Vec::new();
        value(&board, &budget, &mut out).expect("a proof");
        accepted(&String::from_utf8_lossy(&out));
        out.clear();
        nimber(&board, &budget, &mut out).expect("a proof");
        let grundy = judge::nimber(&read_board(&board).expect("a board"), &budget).expect("a small board");
        assert!(accepted(&String::from_utf8_lossy(&out)).ends_with(&format!("is {grundy}")), "{board}");
        out.clear();
        reduce(&board, &budget, &mut out).expect("a proof");
        accepted(&String::from_utf8_lossy(&out));
        let n = 5 + random.below(7) as usize;
        let mut cells: Vec<char> = (0..n).map(|_| if random.below(3) == 0 { 'o' } else { '.' }).collect();
        cells[1 + random.below(n as u64 - 2) as usize] = '@';
        out.clear();
        match phutball(&cells.iter().collect::<String>(), &budget, &mut out) {
            Ok(_) => drop(accepted(&String::from_utf8_lossy(&out))),
            Err(failure) => assert!(failure.to_string().contains("draw"), "{failure}"),
        }
    }
}
