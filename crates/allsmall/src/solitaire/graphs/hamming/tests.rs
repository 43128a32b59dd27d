//! Every play is replayed; on small graphs every request of Theorems 25 and
//! 26 is made, and the answers are those of the judge.

use proptest::prelude::*;

use super::*;
use crate::SplitMix64;
use crate::solitaire::position_table::{SmallGraph, SmallPosition};
use crate::solitaire::{delta, replay};
use crate::{Budget, judge};
use std::sync::Arc;

fn hamming(sides: &[usize]) -> Arc<Board> {
    Arc::new(Board::Hamming { sides: sides.to_vec() })
}

/// Bit `v` of the code: vertex `v` is white.
fn coloured(board: &Arc<Board>, code: usize) -> Position {
    Position::new(board.clone(), (0..board.vertices()).map(|v| Some(Player::BOTH[code >> v & 1])).collect())
}

fn random(board: &Arc<Board>, dice: &mut SplitMix64) -> Position {
    Position::new(board.clone(), (0..board.vertices()).map(|_| Some(dice.stone())).collect())
}

/// The position left by an answer's play, which must have the claimed size.
fn left(start: &Position, answer: &Reduction) -> Position {
    let end = replay(start, answer.play.as_ref().expect("a play was asked for")).expect("a legal play");
    assert_eq!(end.stones(), answer.upper, "{start:?}");
    end
}

fn check_end(start: &Position, end: EndStone, most: usize) {
    let answer = reduce(start, Some(end), true).expect("a full Hamming graph").expect("possible");
    assert!(answer.optimal() && answer.upper <= most, "{start:?} {end:?}");
    assert_eq!(left(start, &answer).cells()[end.vertex], end.colour, "{start:?} {end:?}");
    assert_eq!(reduce(start, Some(end), false).map(|r| r.map(|r| r.upper)), Some(Ok(answer.upper)));
}

fn requests(board: &Board) -> impl Iterator<Item = EndStone> {
    (0..board.vertices()).flat_map(|vertex| Player::BOTH.map(|colour| EndStone { vertex, colour: Some(colour) }))
}

#[test]
fn theorem_25_with_every_request_on_small_graphs() {
    let small: [&[usize]; 9] = [&[3], &[4], &[5], &[6], &[2, 4], &[4, 2], &[3, 3], &[1, 2, 5], &[2, 1, 4]];
    for sides in small {
        let board = hamming(sides);
        for code in 0..1 << board.vertices() {
            let start = coloured(&board, code);
            for end in requests(&board).filter(|end| mixed_without(&start, end.vertex)) {
                check_end(&start, end, 1);
            }
        }
    }
}

/// Larger graphs: all positions with one or two stones of one colour, and
/// random ones, with every request.
#[test]
fn theorem_25_with_every_request_on_sparse_and_random_positions() {
    let middle: [&[usize]; 13] = [
        &[2, 2, 3],
        &[2, 6],
        &[3, 4],
        &[3, 5],
        &[4, 4],
        &[2, 2, 4],
        &[2, 3, 3],
        &[3, 2, 4],
        &[2, 2, 2, 3],
        &[3, 3, 3],
        &[2, 2, 3, 3],
        &[2, 2, 2, 2, 3],
        &[2, 2, 2, 4],
    ];
    let mut dice = SplitMix64::new(25);
    for sides in middle {
        let board = hamming(sides);
        let n = board.vertices();
        let mut starts: Vec<Position> = (0..10).map(|_| random(&board, &mut dice)).collect();
        for a in 0..n {
            starts.extend((a..n).step_by(3).map(|b| coloured(&board, 1 << a | 1 << b)));
        }
        // Colours that depend on one digit only: every slice of it has one colour.
        for f in Block::whole(sides).factors {
            let by_digit = |v: usize| Some(Player::BOTH[f.digit(v) % 2]);
            starts.push(Position::new(board.clone(), (0..n).map(by_digit).collect()));
        }
        for start in starts {
            for end in requests(&board).filter(|end| mixed_without(&start, end.vertex)) {
                check_end(&start, end, 1);
            }
        }
    }
}

#[test]
fn the_judge_agrees_on_small_hamming_graphs() {
    for sides in [&[1][..], &[2], &[3], &[2, 2], &[2, 3], &[2, 4], &[2, 2, 2], &[1, 1]] {
        let board = hamming(sides);
        for code in 0..1 << board.vertices() {
            let start = coloured(&board, code);
            let answer = reduce(&start, None, true).expect("full").expect("no end asked for");
            assert_eq!(judge::free(&start, &Budget::new()), Ok(answer.upper), "{sides:?} {code:b}");
            left(&start, &answer);
        }
    }
}

#[test]
fn requests_outside_the_theorems_agree_with_the_judge() {
    for sides in [&[2][..], &[3], &[2, 2], &[2, 3], &[2, 2, 2]] {
        let board = hamming(sides);
        let small = SmallGraph::new(&board);
        for end in requests(&board) {
            let colour = end.colour.expect("asked for");
            let own = |s: SmallPosition| if s.at(end.vertex) == Some(colour) { s.count() } else { usize::MAX };
            let best = small.table(own, usize::min, |_| false, &Budget::new()).expect("no limit");
            for code in 0..1 << board.vertices() {
                let start = coloured(&board, code);
                let truth = best[small.number(SmallPosition::read(start.cells().iter().copied()))];
                match reduce(&start, Some(end), true) {
                    Some(Ok(answer)) => {
                        assert_eq!(answer.upper, truth, "{sides:?} {code:b} {end:?}");
                        assert_eq!(left(&start, &answer).cells()[end.vertex], end.colour);
                    }
                    Some(Err(_)) => assert_eq!(truth, usize::MAX, "{sides:?} {code:b} {end:?}"),
                    None => assert!(sides == [2, 3] && truth > 1),
                }
            }
        }
    }
}

#[test]
fn theorem_26_with_both_colours_chosen() {
    let mut dice = SplitMix64::new(26);
    for dimension in 2..=5 {
        let board = hamming(&vec![2; dimension]);
        let n = board.vertices();
        let mut starts: Vec<Position> = match dimension {
            2 | 3 => (0..1 << n).map(|code| coloured(&board, code)).collect(),
            _ => (0..15).map(|_| random(&board, &mut dice)).collect(),
        };
        for a in 0..n {
            // Above dimension 4, what the symmetries of the cube leave.
            if dimension < 5 || a == 0 {
                starts.extend((a..n).map(|b| coloured(&board, 1 << a | 1 << b)));
                starts.extend((a..n).map(|b| coloured(&board, 1 << a | 1 << b).negated()));
            }
        }
        for start in starts {
            for end in requests(&board).filter(|end| mixed_without(&start, end.vertex)) {
                let single = cube::delta_allows(start.cells(), end.vertex, end.colour.expect("given"));
                check_end(&start, end, 2);
                for second in Player::BOTH {
                    if Some(second) == end.colour && start.stones_of(second) < 2 {
                        continue;
                    }
                    let answer = reduce_cube(&start, end, second).expect("promised");
                    let end_position = left(&start, &answer);
                    assert_eq!(end_position.cells()[end.vertex], end.colour);
                    assert_eq!(answer.upper, if single { 1 } else { 2 });
                    let mut others = end_position.cells().iter().enumerate().filter(|&(u, _)| u != end.vertex);
                    assert!(others.all(|(_, &c)| c.is_none_or(|c| c == second)), "{start:?} {end:?} {second}");
                }
            }
        }
    }
}

/// The finite part of the proof for hypercubes, tried again in full: every
/// mixed position of a subcube empties into every position of the next.
#[test]
fn every_mixed_subcube_empties_into_every_next_one() {
    let small = SmallGraph::new(&hamming(&[2, 2, 2]));
    for first in 1..255 {
        let from = SmallPosition { occupied: 255, white: first };
        let mut reached = Vec::new();
        small.search(from, |stones| {
            reached.push(stones);
            None
        });
        for second in 0..256 {
            let next = SmallPosition { occupied: 255, white: second };
            for v in 0..8 {
                let steps = reached.iter().any(|&stones| cube::step_rank(stones, next, Some(v)).is_some());
                assert!(steps, "{first:b} {second:b} {v}");
            }
        }
    }
}

/// The case in which a stone had to step out of its subcube first: that
/// subcube comes second on the path and has a hole. Whatever steps into it,
/// it empties into the third, which is full, of one colour and not the last.
#[test]
fn a_subcube_with_a_hole_empties_as_well() {
    let small = SmallGraph::new(&hamming(&[2, 2, 2]));
    let reached = |from: SmallPosition| {
        let mut reached = Vec::new();
        small.search(from, |stones| {
            reached.push(stones);
            None
        });
        reached
    };
    let mut patterns = 0;
    for hole in 0..8 {
        let lone = 1 << hole;
        let (second, third) =
            (SmallPosition { occupied: 255 & !lone, white: 0 }, SmallPosition { occupied: 255, white: 0 });
        for stones in reached(SmallPosition { occupied: 255, white: lone }) {
            if cube::step_rank(stones, second, None).is_none() {
                continue;
            }
            patterns += 1;
            let mixed = SmallPosition { occupied: second.occupied, white: stones.white };
            assert!(
                reached(mixed).iter().any(|&stones| cube::step_rank(stones, third, None).is_some()),
                "{hole} {stones:?}"
            );
        }
    }
    assert!(patterns >= 8, "something steps over each hole");
}

#[test]
fn large_graphs_of_every_kind() {
    let mut dice = SplitMix64::new(1);
    let large: [&[usize]; 8] = [
        &[500],
        &[2, 300],
        &[20, 30],
        &[3, 2, 2, 2, 2, 2, 2, 2],
        &[3, 3, 3, 3, 3],
        &[5, 4, 3, 2, 2],
        &[2; 10],
        &[2; 9],
    ];
    for sides in large {
        let board = hamming(sides);
        let n = board.vertices();
        let lone = |at: usize| {
            Position::new(board.clone(), (0..n).map(|v| Some(Player::BOTH[usize::from(v == at)])).collect())
        };
        for start in [random(&board, &mut dice), lone(0), lone(n - 1), lone(dice.below(n as u64) as usize)] {
            let answer = reduce(&start, None, true).expect("full").expect("no end asked for");
            left(&start, &answer);
            let far = EndStone { vertex: n - 1, colour: Some(Player::Left) };
            if mixed_without(&start, far.vertex) {
                check_end(&start, far, if dimension(&Block::whole(sides)).is_some() { 2 } else { 1 });
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Any sides, any share of white stones, any end: one stone, on cubes two
    /// at most, and the number that delta allows.
    #[test]
    fn any_hamming_graph_any_end(
        sides in prop::collection::vec(prop::sample::select(vec![1usize, 2, 2, 2, 3, 3, 4, 5, 7]), 1..6),
        rare in 1u64..40,
        seed in any::<u64>(),
    ) {
        let board = hamming(&sides);
        prop_assume!(board.vertices() <= 2000 && Block::whole(&sides).size() != 6);
        let mut dice = SplitMix64::new(seed);
        let cells = (0..board.vertices()).map(|_| Some(Player::BOTH[usize::from(dice.below(rare) == 0)])).collect();
        let start = Position::new(board.clone(), cells);
        let end = EndStone { vertex: dice.below(board.vertices() as u64) as usize, colour: Some(dice.stone()) };
        prop_assume!(mixed_without(&start, end.vertex));
        check_end(&start, end, if dimension(&Block::whole(&sides)).is_some() { 2 } else { 1 });
        let fewest = reduce(&start, None, true).expect("full").expect("no end asked for");
        left(&start, &fewest);
        if delta::deltas(&start).contains(&Some(0)) {
            prop_assert_eq!(fewest.upper, 2);
        } else {
            prop_assert_eq!(fewest.upper, 1);
        }
    }
}
