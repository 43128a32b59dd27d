use super::steps::{LocalSteps, place};
use super::*;
use crate::Budget;
use crate::solitaire::graphs::grid::rectangle::Rectangle;
use crate::solitaire::rules::alternating;
use crate::solitaire::{FirstMover, replay_alternate};

/// A checkerboard whose corner is x.
fn board(rows: usize, cols: usize) -> Position {
    let stone = |v: usize| Some(Player::BOTH[(v / cols + v % cols) % 2]);
    Position::new(Board::Grid { rows, cols }, (0..rows * cols).map(stone).collect())
}

/// The cells of a notch, from the corner.
fn notch(name: &str) -> [(usize, usize); 3] {
    match name {
        "S" => [(0, 0), (1, 0), (1, 1)],
        "T" => [(0, 0), (0, 1), (1, 1)],
        "L" => [(0, 0), (0, 1), (1, 0)],
        _ => panic!("{name} is not a notch"),
    }
}

/// The board without the cells for which `is_gone`.
fn without(board: &Position, cols: usize, is_gone: impl Fn((usize, usize)) -> bool) -> Position {
    let cells = board.cells().iter().enumerate();
    let cells = cells.map(|(v, &cell)| cell.filter(|_| !is_gone((v / cols, v % cols)))).collect();
    Position::new(board.shared_board(), cells)
}

/// The first mover at a notch.
fn mover(notch: &str) -> Player {
    if notch == "L" { Player::Right } else { Player::Left }
}

/// Replays a step on a board of this size from which some cells are gone.
fn after(steps: &LocalSteps, name: &str, start: &Position, cols: usize, first: Player) -> Position {
    let rectangle = Rectangle::new(start.cells().len() / cols, cols);
    let play: Vec<Move> = steps.get(name).iter().map(|&mv| place(&rectangle, mv)).collect();
    replay_alternate(start, first, &play).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Checks one step of the data file by the plain rules.
fn check_step(steps: &LocalSteps, name: &str) {
    let words: Vec<&str> = name.split(' ').collect();
    let number = || words[words.len() - 1].parse::<usize>().expect("a step ends with a number");
    match words[0] {
        "cut" => {
            let whole = board(3, 3);
            let left = after(steps, name, &whole, 3, mover(words[1]).opponent());
            assert_eq!(left, without(&whole, 3, |cell| notch(words[1]).contains(&cell)), "{name}");
        }
        "middle" => {
            let (by, cols) = (number(), number() + 3);
            let whole = board(6, cols);
            let start = without(&whole, cols, |cell| notch(words[1]).contains(&cell));
            let left = after(steps, name, &start, cols, mover(words[1]));
            let gone = |(r, c): (usize, usize)| c < by || notch(words[2]).contains(&(r, c - by));
            assert_eq!(left, without(&whole, cols, gone), "{name}");
        }
        "end" | "narrow" => {
            let cols = number();
            let whole = board(9, cols);
            let start = without(&whole, cols, |cell| notch(words[1]).contains(&cell));
            let left = after(steps, name, &start, cols, mover(words[1]));
            let from_corner = |c: usize| if words[0] == "end" { cols - 1 - c } else { c };
            let gone = |(r, c): (usize, usize)| r < 6 || notch(words[2]).contains(&(r - 6, from_corner(c)));
            assert_eq!(left, without(&whole, cols, gone), "{name}");
        }
        // The others are replayed on the boards below.
        "last" | "two" | "rest" | "pair" | "step" => {}
        other => panic!("{other} is an unknown kind of step"),
    }
}

#[test]
fn every_local_step_leaves_the_rest_as_it_was() {
    let steps = LocalSteps::load();
    for name in steps.names() {
        check_step(&steps, name);
    }
}

/// Replays the play for every first mover and returns the last boards.
fn check_board(rows: usize, cols: usize) {
    let start = board(rows, cols);
    for first in Player::BOTH {
        let found = reduce(&start, Some(first), true).expect("a checkerboard");
        let majority_starts = rows * cols % 2 == 1 && first == Player::Left;
        let expected = if (rows * cols).is_multiple_of(3) || majority_starts { 2 } else { 1 };
        assert_eq!(found.value(), Some(expected), "{rows}x{cols} {first}");
        let play = found.play.expect("a play was asked for");
        let left = replay_alternate(&start, first, &play).unwrap_or_else(|e| panic!("{rows}x{cols} {first}: {e}"));
        assert_eq!(left.stones(), expected, "{rows}x{cols} {first}");
        if (rows * cols).is_multiple_of(3) && !majority_starts {
            assert!(is_parted_pair(&left, cols), "{rows}x{cols} {first}");
        }
    }
}

/// Two stones of different colours with one empty cell between them.
fn is_parted_pair(left: &Position, cols: usize) -> bool {
    let at: Vec<usize> = (0..left.cells().len()).filter(|&v| left.cells()[v].is_some()).collect();
    let apart = at[1] - at[0];
    let in_line = apart == 2 && at[0] / cols == at[1] / cols || apart == 2 * cols;
    in_line && left.cells()[at[0]] != left.cells()[at[1]]
}

#[test]
fn every_checkerboard_up_to_thirty_is_played_out() {
    for (rows, cols) in (2..=30).flat_map(|r| (2..=30).map(move |c| (r, c))) {
        check_board(rows, cols);
    }
}

#[test]
fn long_and_large_checkerboards_are_played_out() {
    for (rows, cols) in [(2, 1000), (1001, 2), (3, 997), (1000, 5), (97, 101), (150, 200), (301, 299)] {
        check_board(rows, cols);
    }
}

#[test]
fn the_free_rule_needs_no_other_play() {
    for (rows, cols) in [(2, 2), (5, 5), (9, 7), (20, 21)] {
        let start = board(rows, cols);
        for start in [start.negated(), start] {
            let found = reduce(&start, None, true).expect("a checkerboard");
            let left = crate::solitaire::replay(&start, &found.play.expect("a play")).expect("legal");
            assert_eq!((left.stones(), found.first), (found.upper, None));
        }
    }
}

#[test]
fn the_choice_of_the_first_mover_is_the_minority() {
    let found = alternating::reduce(&board(5, 5), FirstMover::Any, false, &Budget::new());
    assert_eq!((found.value(), found.first, found.play), (Some(1), Some(Player::Right), None));
}

#[test]
fn other_boards_are_left_alone() {
    let strip = Position::new(Board::Strip { cells: 2 }, board(1, 2).cells().to_vec());
    let holed = without(&board(4, 4), 4, |cell| cell == (2, 2));
    for other in [board(1, 5), board(5, 1), strip, holed] {
        assert_eq!(reduce(&other, None, true), None);
    }
}
