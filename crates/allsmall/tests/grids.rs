//! Solitaire Clobber on grids against brute force and the truth files.

use allsmall::internal::SplitMix64;
use allsmall::solitaire::graphs::grid;
use allsmall::solitaire::judge_table::JudgeTable;
use allsmall::solitaire::{delta, replay};
use allsmall::{Board, Budget, Player, Position};
use serde_json::Value;

/// The grid whose cell `v` is x where `is_x(v)`.
fn board(rows: usize, cols: usize, is_x: impl Fn(usize) -> bool) -> Position {
    let stone = |v| Some(if is_x(v) { Player::Left } else { Player::Right });
    Position::new(Board::Grid { rows, cols }, (0..rows * cols).map(stone).collect())
}

/// The value of a grid, after its play has been replayed.
fn value(position: &Position) -> usize {
    let found = grid::free(position, true, &Budget::new()).expect("no limit is set");
    let play = found.play.as_ref().expect("a play was asked for");
    let left = replay(position, play).expect("the plain rules accept the play").stones();
    assert_eq!(left, found.upper, "{position:?}");
    found.value().unwrap_or_else(|| panic!("{}..{} is not settled: {position:?}", found.lower, found.upper))
}

/// What delta allows a grid of both colours.
fn allowed(position: &Position) -> usize {
    delta::bound(delta::deltas(position)[0])
}

#[test]
fn every_position_up_to_three_by_four_is_what_brute_force_says() {
    for (rows, cols) in [(1, 7), (2, 2), (2, 3), (3, 2), (2, 4), (2, 5), (2, 6), (3, 3), (4, 3), (3, 4)] {
        let mut table = JudgeTable::new(Board::Grid { rows, cols });
        for code in 0..1u64 << (rows * cols) {
            let position = board(rows, cols, |v| code >> v & 1 == 1);
            assert_eq!(value(&position), table.fewest(&position), "{rows}x{cols} {code:b}");
        }
    }
}

#[test]
fn boards_with_holes_are_what_brute_force_says() {
    let mut table = JudgeTable::new(Board::Grid { rows: 3, cols: 4 });
    let mut random = SplitMix64::new(11);
    for _ in 0..4000 {
        let cells = (0..12).map(|_| (random.below(5) > 0).then(|| random.stone())).collect();
        let position = Position::new(Board::Grid { rows: 3, cols: 4 }, cells);
        assert_eq!(value(&position), table.fewest(&position), "{position:?}");
    }
}

/// Lower bound: delta. Upper bound: the replayed play. So no brute force is
/// needed to know that these values are right.
#[test]
fn every_four_by_four_position_of_both_colours_reaches_what_delta_allows() {
    for code in 0..1u64 << 15 {
        let position = board(4, 4, |v| code >> v & 1 == 1);
        let expected = if code == 0 { 16 } else { allowed(&position) };
        assert_eq!(value(&position), expected, "{code:b}");
    }
}

#[test]
fn truth_files_of_small_grids() {
    for line in include_str!("../../../testdata/solitaire/grids.jsonl").lines() {
        let row: Value = serde_json::from_str(line).expect("JSON lines");
        let side = |name: &str| row[name].as_u64().expect("a number") as usize;
        let (rows, cols) = (side("rows"), side("cols"));
        for (code, digit) in row["imp"].as_str().expect("a string of digits").chars().enumerate() {
            let position = board(rows, cols, |v| code >> v & 1 == 1);
            assert_eq!(Some(value(&position) as u32), digit.to_digit(36), "{rows}x{cols} {code:b}");
        }
    }
}

#[test]
fn truth_files_of_long_strips() {
    for line in include_str!("../../../testdata/solitaire/strips_large.jsonl").lines() {
        let row: Value = serde_json::from_str(line).expect("JSON lines");
        let rows: Vec<&str> = row["pos"].as_str().expect("rows").split('/').collect();
        let stones = rows.concat().into_bytes();
        let position = board(rows.len(), rows[0].len(), |v| stones[v] == b'b');
        assert_eq!(Some(value(&position) as u64), row["imp"].as_u64(), "{row}");
    }
}

/// Boards of several kinds: random, sparse, a few stones, rectangles,
/// patterns with faults, two halves.
fn motley(random: &mut SplitMix64, kind: u64, rows: usize, cols: usize) -> Position {
    let mut below = |bound: usize| random.below(bound as u64) as usize;
    let mut cells = vec![false; rows * cols];
    match kind % 6 {
        0 => cells.iter_mut().for_each(|c| *c = below(2) == 0),
        1 => {
            let rarity = 2 + below(30);
            cells.iter_mut().for_each(|c| *c = below(rarity) == 0);
        }
        2 => (0..1 + below(3)).for_each(|_| cells[below(rows * cols)] ^= true),
        3 => {
            for _ in 0..1 + below(4) {
                let (top, left) = (below(rows), below(cols));
                let (bottom, right) = (top + below(rows - top), left + below(cols - left));
                for (row, col) in (top..=bottom).flat_map(|r| (left..=right).map(move |c| (r, c))) {
                    cells[row * cols + col] ^= true;
                }
            }
        }
        4 => {
            let (high, wide) = (1 + below(3), 1 + below(3));
            (0..rows * cols).for_each(|v| cells[v] = (v / cols / high + v % cols / wide).is_multiple_of(2));
            (0..below(3)).for_each(|_| cells[below(rows * cols)] ^= true);
        }
        _ => {
            let cut = below(rows + cols);
            (0..rows * cols).for_each(|v| cells[v] = v / cols + v % cols < cut);
        }
    }
    if cells.iter().all(|c| *c == cells[0]) {
        cells[below(rows * cols)] ^= true;
    }
    board(rows, cols, |v| cells[v])
}

#[test]
fn twenty_thousand_grids_of_sides_4_to_12_reach_what_delta_allows() {
    let mut random = SplitMix64::new(2008);
    for i in 0..20_000 {
        let (rows, cols) = (4 + random.below(9) as usize, 4 + random.below(9) as usize);
        let position = motley(&mut random, i, rows, cols);
        assert_eq!(value(&position), allowed(&position), "{rows}x{cols} {position:?}");
    }
}

#[test]
fn larger_grids_reach_what_delta_allows() {
    let mut random = SplitMix64::new(2004);
    for i in 0..200 {
        let (rows, cols) = (10 + random.below(51) as usize, 10 + random.below(51) as usize);
        let position = motley(&mut random, i, rows, cols);
        assert_eq!(value(&position), allowed(&position), "{rows}x{cols}");
    }
}

#[test]
fn one_colour_answers_at_once_and_an_empty_board_is_nothing() {
    assert_eq!(value(&board(1000, 1000, |_| true)), 1_000_000);
    assert_eq!(value(&Position::new(Board::Grid { rows: 2, cols: 3 }, vec![None; 6])), 0);
}
