//! Against brute force on all small boards; larger ones end in a stuck play.

use std::sync::Arc;

use super::*;
use crate::SplitMix64;
use crate::solitaire::judge_table::JudgeTable;
use crate::solitaire::replay;
use crate::{Board, Player};

fn check(start: &Position) -> Reduction {
    let answer = reduce(start, true, &Budget::new());
    let end = replay(start, answer.play.as_ref().expect("asked for")).expect("legal");
    assert!(end.any_moves().is_empty(), "stuck: {start:?}");
    assert_eq!(end.stones(), answer.lower);
    assert!(answer.lower <= answer.upper);
    answer
}

#[test]
fn brute_force_agrees_on_small_boards() {
    let mut boards: Vec<Board> = (1..=9).map(|cells| Board::Strip { cells }).collect();
    boards.extend((3..=8).map(|cells| Board::Cycle { cells }));
    boards.extend([Board::Grid { rows: 2, cols: 4 }, Board::Grid { rows: 3, cols: 3 }]);
    boards.extend([Board::Multipartite { parts: vec![4, 2, 1] }, Board::Hamming { sides: vec![2, 2, 2] }]);
    for board in boards.into_iter().map(Arc::new) {
        let mut table = JudgeTable::new(board.clone());
        for code in 0..1usize << board.vertices() {
            let cells = (0..board.vertices()).map(|v| Some(Player::BOTH[code >> v & 1])).collect();
            let start = Position::new(board.clone(), cells);
            assert_eq!(check(&start).value(), Some(table.most(&start)), "{start:?}");
        }
    }
}

#[test]
fn larger_boards_are_solved_or_bounded() {
    let mut dice = SplitMix64::new(41);
    let mut random = |board: Board| {
        let cells = (0..board.vertices()).map(|_| Some(dice.stone())).collect();
        Position::new(board, cells)
    };
    assert!(check(&random(Board::Strip { cells: 60 })).optimal());
    assert!(check(&random(Board::Grid { rows: 4, cols: 4 })).optimal());
    let hurried = Budget::new().with_time(std::time::Duration::ZERO);
    let answer = reduce(&random(Board::Grid { rows: 7, cols: 7 }), true, &hurried);
    assert!(answer.lower > 20 && answer.upper < 45 && answer.stopped == Some(Stop::Time));
    let answer = check(&random(Board::Grid { rows: 30, cols: 30 }));
    assert!(answer.lower > 300 && answer.stopped == Some(Stop::Unsupported));
    let clique = reduce(&random(Board::Hamming { sides: vec![5000] }), true, &Budget::new());
    assert!(!clique.optimal() && clique.play.is_none() && clique.stopped == Some(Stop::Unsupported));
}
