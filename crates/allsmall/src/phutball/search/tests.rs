//! The search against the tables.

use proptest::prelude::*;

use super::*;
use crate::phutball::exact::{Analysis, Code, Lane, Planes, solve};
use crate::phutball::{StripGame, read_position};

fn planes(lane: &Lane) -> Planes {
    let mut planes = Planes::new(lane);
    solve(lane, &Budget::new(), &mut planes).expect("no limit");
    planes
}

fn compare(position: &PhutballPosition, planes: &Planes, budget: &Budget) {
    let Ok(analysis) = Analysis::look_up(position, planes);
    for first in Player::BOTH {
        let proof = prove(position, first, u64::MAX, budget).expect("no limit").expect("a proof");
        assert_eq!(Some(proof.winner), analysis.verdict(first).winner(), "{position} {first}");
        match proof.winning_move {
            Some(mv) => assert!(analysis.winning_moves(first).contains(&mv), "{position} {first} {mv}"),
            None => assert_eq!(proof.winner, first.opponent(), "{position} {first}"),
        }
    }
}

#[test]
fn every_board_of_eight_squares() {
    for n in [3, 4, 8] {
        let lane = Lane::phutball(n);
        let planes = planes(&lane);
        for number in 0..lane.positions() {
            let code = Code { place: (number >> lane.bits()) as usize, index: number & ((1 << lane.bits()) - 1) };
            compare(&PhutballPosition::unpacked(&lane, code), &planes, &Budget::new());
        }
    }
}

#[test]
fn random_boards_of_sixteen_squares() {
    let lane = Lane::phutball(16);
    let planes = planes(&lane);
    proptest!(|(place in 0usize..14, index in 0u64..1 << 15)| {
        compare(&PhutballPosition::unpacked(&lane, Code { place, index }), &planes, &Budget::new());
    });
}

#[test]
fn a_tiny_table_costs_time_but_no_truth() {
    let lane = Lane::phutball(11);
    let planes = planes(&lane);
    let position = read_position("o@o.o.o....").expect("a board");
    compare(&position, &planes, &Budget::new().with_memory(4000));
}

#[test]
fn limits_end_the_search() {
    let position = read_position(&format!("{0}@{0}", ".".repeat(40))).expect("a board");
    let late = Budget::new().with_time(std::time::Duration::from_millis(50)).with_memory(1 << 24);
    assert_eq!(prove(&position, Player::Left, u64::MAX, &late), Err(Stop::Time));
    assert_eq!(prove(&position, Player::Left, 5000, &Budget::new()), Ok(None));
    let position = read_position(&format!("{0}@{0}", ".".repeat(64))).expect("a board");
    assert_eq!(prove(&position, Player::Left, 5000, &Budget::new()), Err(Stop::Unsupported));
}
