//! Phutball against rules of the test's own: for all short boards a proof with
//! every won position is made by going backwards from the goals, and every
//! turn that is not legal, or does not win at once, is refused.

use std::collections::HashMap;

use allsmall_check::check;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Place {
    Board(String),
    Goal(bool),
}

fn boards(n: usize) -> Vec<String> {
    let mut all = Vec::new();
    for ball in 1..n - 1 {
        for code in 0..1usize << (n - 1) {
            let mut cells: Vec<char> = (0..n - 1).map(|i| if code >> i & 1 == 1 { 'o' } else { '.' }).collect();
            cells.insert(ball, '@');
            all.push(cells.into_iter().collect());
        }
    }
    all
}

/// The turns of a board by their names, and where they lead.
fn turns(board: &str) -> Vec<(String, Place)> {
    let cells: Vec<char> = board.chars().collect();
    let n = cells.len() as isize;
    let at = |i: isize| if i < 0 || i >= n { ' ' } else { cells[i as usize] };
    let mut all = Vec::new();
    for i in (0..n).filter(|&i| at(i) == '.') {
        let mut next = cells.clone();
        next[i as usize] = 'o';
        all.push((format!("p{}", i + 1), Place::Board(next.into_iter().collect())));
    }
    let ball = (0..n).find(|&i| at(i) == '@').expect("a ball");
    for step in [-1, 1] {
        let mut to = ball;
        while at(to + step) == 'o' {
            while at(to + step) == 'o' {
                to += step;
            }
            to += step;
            let place = if to <= 0 || to >= n - 1 {
                Place::Goal(to > 0)
            } else {
                let passed = |i: isize| i >= ball.min(to) && i <= ball.max(to);
                let cell = |i: isize| {
                    if i == to {
                        '@'
                    } else if passed(i) {
                        '.'
                    } else {
                        at(i)
                    }
                };
                Place::Board((0..n).map(cell).collect())
            };
            all.push((format!("j{}", to + 1), place));
        }
    }
    all
}

fn accepted(lines: &str) -> bool {
    check(format!("allsmall proof 1\n{lines}end\n").as_bytes()).is_ok()
}

#[test]
fn every_win_of_a_short_board_has_a_proof_and_nothing_else() {
    for n in 3..=6 {
        // Boards that Left wins, with Left to move and with Right to move.
        let mut won: [HashMap<String, ()>; 2] = Default::default();
        let mut lines = String::new();
        loop {
            let before = (won[0].len(), won[1].len());
            for board in boards(n) {
                let all = turns(&board);
                let wins = |place: &Place, second: usize, won: &[HashMap<String, ()>; 2]| match place {
                    Place::Goal(left) => *left,
                    Place::Board(board) => won[second].contains_key(board),
                };
                if !won[0].contains_key(&board)
                    && let Some((turn, _)) = all.iter().find(|(_, place)| wins(place, 1, &won))
                {
                    lines.push_str(&format!("P {board} : {turn}\n"));
                    won[0].insert(board.clone(), ());
                }
                if !won[1].contains_key(&board) && all.iter().all(|(_, place)| wins(place, 0, &won)) {
                    lines.push_str(&format!("p {board} :\n"));
                    won[1].insert(board, ());
                }
            }
            if before == (won[0].len(), won[1].len()) {
                break;
            }
        }
        for board in boards(n) {
            let mirrored: String = board.chars().rev().collect();
            let [l, r] = [&board, &mirrored].map(|board| [0, 1].map(|second| won[second].contains_key(board)));
            for (class, is) in [("L", l == [true; 2]), ("R", r == [true; 2]), ("N", l[0] && r[0]), ("P", l[1] && r[1])]
            {
                let file = format!("phutball {class} {board}\n{lines}");
                assert_eq!(accepted(&file), is, "{class} {board}");
            }
            // One turn, without anything before it.
            for turn in (0..=n + 1).flat_map(|i| [format!("p{i}"), format!("j{i}")]) {
                let wins = turns(&board).iter().any(|(name, place)| *name == turn && *place == Place::Goal(true));
                let line = format!("P {board} : {turn}\n");
                let why = check(format!("allsmall proof 1\nphutball N {board}\n{line}").as_bytes()).unwrap_err().why;
                assert_eq!(why.contains("without an end"), wins, "{line}: {why}");
            }
            // No replies, without anything before it.
            let plain = |board: &str| turns(board).iter().any(|(_, place)| *place == Place::Goal(true));
            let fine = turns(&board).iter().all(|(_, place)| match place {
                Place::Goal(left) => *left,
                Place::Board(next) => plain(next),
            });
            let text = format!("allsmall proof 1\nphutball N {board}\np {board} :\n");
            assert_eq!(check(text.as_bytes()).unwrap_err().why.contains("without an end"), fine, "{board}");
        }
    }
}

#[test]
fn boards_without_a_ball_between_the_goals_are_refused() {
    for board in ["..@", "@..", "...", ".@.@.", ".@x.", "@"] {
        assert!(!accepted(&format!("phutball N {board}\n")), "{board}");
        let why = check(format!("allsmall proof 1\nphutball N {board}\n").as_bytes()).unwrap_err().why;
        assert!(why.contains("expected"), "{board}: {why}");
    }
}

#[test]
fn a_forgotten_board_is_not_known() {
    let lines = "phutball L .@o\np .@o :\nP .@o : j4\n";
    assert!(accepted(lines));
    assert!(!accepted(&format!("{lines}d 3\n")) && !accepted(&format!("{lines}d 4\n")));
    assert!(accepted("phutball L .@o\nP .@o : j4\np .@o :\nP .oo@o : j6\nd 5\n"));
}
