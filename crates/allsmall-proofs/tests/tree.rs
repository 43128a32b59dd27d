//! Search trees as proofs: leaves are hypotheses, and with a proof of each the
//! root is proved. Who wins is brute force.

use std::collections::BTreeMap;

use allsmall::internal::judge;
use allsmall::notation::read_board;
use allsmall::{Budget, Player, Position};
use allsmall_proofs::{Failure, Goal, TreePosition, Walk, outcome, tree};

/// What Left's moves leave, colours exchanged: Left is to move again.
fn after_moves(position: &Position) -> Vec<Position> {
    let after = |mv| {
        let mut next = position.clone();
        next.play(mv).expect("a move");
        next.negated()
    };
    position.moves(Player::Left).into_iter().map(after).collect()
}

fn wins(position: &Position) -> bool {
    judge::wins(position, Player::Left, &Budget::new()).expect("a small board")
}

/// All positions that a proof of depth `plies` needs, each with its verdict.
fn positions(root: &Position, plies: u32) -> BTreeMap<String, TreePosition> {
    let mut found = BTreeMap::new();
    let mut todo = vec![(root.clone(), plies)];
    while let Some((position, left)) = todo.pop() {
        let text = position.to_string();
        let (won, inner) = (wins(&position), left > 0 && after_moves(&position).len() > 1);
        if inner {
            let next = after_moves(&position).into_iter().map(|next| (next, left - 1));
            if won {
                todo.extend(next.filter(|(next, _)| !wins(next)).take(1));
            } else {
                todo.extend(next);
            }
        }
        found.entry(text.clone()).or_insert(TreePosition { text, won, inner });
    }
    found
}

fn written(root: &str, positions: impl IntoIterator<Item = TreePosition>) -> Result<String, Failure> {
    let mut out = Vec::new();
    tree(root, positions, &Budget::new(), &mut out)?;
    Ok(String::from_utf8(out).expect("text"))
}

fn stated(proof: &str) -> String {
    allsmall_check::check(proof.as_bytes()).unwrap_or_else(|refused| panic!("{refused}\n{proof}")).statement
}

/// The hypotheses of a proof in the words of their own proofs.
fn hypotheses(proof: &str) -> Vec<String> {
    let lines = proof.lines().filter_map(|line| line.strip_prefix("suppose "));
    lines
        .map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
            ["first", "L", sum] => format!("{}: Left wins moving first", sum.replace('+', " + ")),
            ["second", "R", sum] => format!("{}: Right wins moving second", sum.replace('+', " + ")),
            _ => panic!("{line}"),
        })
        .collect()
}

/// Whether a sentence about a board is true.
fn is_true(sentence: &str) -> bool {
    let (board, verdict) = sentence.split_once(": ").expect("a sentence");
    let position = read_board(board).expect(board);
    match verdict {
        "Left wins moving first" => wins(&position),
        "Right wins moving second" => !wins(&position),
        "the first player wins" => wins(&position) && wins(&position.negated()),
        "the second player wins" => !wins(&position) && !wins(&position.negated()),
        _ => panic!("{sentence}"),
    }
}

fn conclusion(said: &str) -> &str {
    said.rsplit_once("), then ").map_or(said, |(_, then)| then)
}

#[test]
fn trees_of_every_depth() {
    for (board, verdict) in [
        ("checker:3x4", "the second player wins"),
        ("checker:2x5", "the first player wins"),
        ("xoxo/ooxx/xoxo", "the first player wins"),
        ("xxox/xoxx", "Left wins moving first"),
        ("ooxo/oxoo", "Right wins moving second"),
    ] {
        let root = read_board(board).expect(board);
        let text = root.to_string();
        for plies in 0..4 {
            let all = positions(&root, plies);
            let proof = written(&text, all.values().cloned()).unwrap_or_else(|why| panic!("{board}: {why}"));
            let (said, leaves) = (stated(&proof), hypotheses(&proof));
            assert_eq!(conclusion(&said), format!("{text}: {verdict}"));
            assert!(is_true(conclusion(&said)), "{said}");
            assert!(said.starts_with("if ") || leaves.is_empty(), "{said}");
            assert!(plies > 1 || !leaves.is_empty(), "{said}");
            if leaves.join("; ").len() < 900 {
                assert!(said.contains(&leaves.join("; ")), "{said}");
            }
            // Every hypothesis is a leaf of the tree, and has a proof of its own.
            for leaf in leaves {
                let text = leaf.split(": ").next().expect("a board");
                assert!(!all[text].inner, "{text}");
                let mut proof = Vec::new();
                outcome(text, Goal::First(Player::Left), &Budget::new(), &mut proof).expect("small");
                assert_eq!(stated(&String::from_utf8(proof).expect("text")), leaf);
            }
        }
    }
}

/// A tree that lacks a position, or has a wrong verdict, proves nothing false from
/// true leaves.
#[test]
fn damaged_trees() {
    let root = read_board("checker:3x4").expect("a board");
    let (text, all) = (root.to_string(), positions(&root, 2));
    let (mut refused, mut from_false) = (0, 0);
    for wrong in all.keys() {
        let without: Vec<_> = all.values().filter(|position| position.text != *wrong).cloned().collect();
        let changed: Vec<_> = all
            .values()
            .cloned()
            .map(|mut position| {
                position.won ^= position.text == *wrong;
                position
            })
            .collect();
        for tree in [without, changed] {
            match written(&text, tree) {
                Err(why) => {
                    assert!(matches!(why, Failure::Unfit(_)), "{why}");
                    refused += 1;
                }
                Ok(proof) if hypotheses(&proof).iter().all(|leaf| is_true(leaf)) => {
                    assert!(is_true(conclusion(&stated(&proof))), "{wrong}");
                }
                Ok(_) => from_false += 1,
            }
        }
    }
    assert!(refused > all.len() / 2, "{refused} of {} refused, {from_false} from a false leaf", 2 * all.len());
    let odd = |text: &str| [TreePosition { text: text.to_owned(), won: true, inner: false }];
    for text in ["cycle:xoxo", "xo/", "xq", ""] {
        assert!(matches!(written(text, odd(text)), Err(Failure::Unfit(_))), "{text}");
    }
}

/// A tree is played like every proof; below its leaves the solver names the moves.
#[test]
fn trees_are_played() {
    let root = read_board("checker:3x4").expect("a board");
    let proof = written(&root.to_string(), positions(&root, 2).into_values()).expect("a whole tree");
    let budget = Budget::new();
    let mut walk = Walk::read(proof.as_bytes(), Some(Player::Left), &budget).expect("a strategy");
    let (mut place, mut because, mut chosen) = (walk.start(), Vec::new(), 0);
    while walk.end(&place).is_none() {
        if place.turn == walk.winner() {
            let answer = walk.answer(&place).expect("a reply");
            because.push(answer.because);
            place = answer.after;
        } else {
            let moves = walk.moves(&place);
            chosen = (5 * chosen + 3) % moves.len();
            place = moves[chosen].1.clone();
        }
    }
    assert_eq!(walk.end(&place).expect("over"), "Left cannot move. Right wins.");
    assert!(because.iter().any(|why| why.ends_with("the move was found by search")));
}
