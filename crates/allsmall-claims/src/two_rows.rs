//! Two players on two rows: the survey's second conjecture.

use allsmall::notation::read_board;
use allsmall::{Outcome, Player, Solver, Stop, move_name};

use crate::claim::{CheckContext, Claim, Finding};

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "survey-conjecture-2",
    source: "Albert et al. 2005; survey, Conjecture 2",
    place: "section 1.1, Conjecture 2 and the sentence after it",
    statement: "Two rows of n stones, one all x and one all o, are a first-player win for odd n, and a second-player win for even n.",
    check: conjecture_2,
}];

fn conjecture_2(context: &CheckContext) -> Result<Finding, Stop> {
    let (most, with_moves) = context.up_to((13, 9), (21, 13), (23, 15));
    let (mut failure, mut wins) = (None, Vec::new());
    for n in 1..=most {
        let board = format!("x^{n}/o^{n}");
        let position = read_board(&board).expect("a board");
        let expected = if n % 2 == 1 { Outcome::N } else { Outcome::P };
        if allsmall::outcome(&position, &context.budget)? != expected && failure.is_none() {
            failure = Some(format!("n = {n}"));
        }
        if n % 2 == 1 && n <= with_moves {
            wins.push(format!("n = {n}: {}", winning_moves(&board, context)?.join(" ")));
        }
    }
    Ok(Finding::conjecture(format!("n <= {most}"), failure)
        .remark("in print the two circles stand one above the other: the position is two rows, not a row of n pairs")
        .remark("for even n turning the board by half a turn and swapping the colours leaves it as it is and has no fixed pair of neighbours, so the second player copies every move")
        .remark(format!("Left's winning first moves: {}", wins.join(", ")))
        .remark("they are the vertical ones in odd columns, without the first and the last from n = 5 on"))
}

/// All first moves with which Left wins.
fn winning_moves(board: &str, context: &CheckContext) -> Result<Vec<String>, Stop> {
    let position = read_board(board).expect("a board");
    let mut names = Vec::new();
    for mv in position.moves(Player::Left) {
        let after = position.after(Player::Left, mv).expect("a legal move");
        if !Solver::for_position(&after, &context.budget)?.wins(Player::Right)? {
            names.push(move_name(position.board(), mv));
        }
    }
    Ok(names)
}
