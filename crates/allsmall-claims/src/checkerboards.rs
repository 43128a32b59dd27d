//! Two players on full checkerboards: who wins, `docs/checkerboards.md`.

use allsmall::notation::read_board;
use allsmall::{Outcome, Stop};

use crate::claim::{CheckContext, Claim, Finding};

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "checkerboards",
    source: "Claessen 2011; Griebel and Uiterwijk 2016; larger boards beyond them",
    place: "nowhere; the sentence is ours",
    statement: "Of the k x n checkerboards with 2 <= k <= n and at most 36 cells the second player wins exactly 2x3, 2x6, 2x9, 2x12, 2x15, 2x18, 3x4, 3x6, 3x8, 3x10, 4x6, 5x5 and 5x6.",
    check: second_player_wins,
}];

/// The checkerboards that the second player wins.
const SECOND: [(usize, usize); 13] =
    [(2, 3), (2, 6), (2, 9), (2, 12), (2, 15), (2, 18), (3, 4), (3, 6), (3, 8), (3, 10), (4, 6), (5, 5), (5, 6)];

fn second_player_wins(context: &CheckContext) -> Result<Finding, Stop> {
    let cells = context.up_to(20, 28, 33);
    let sizes = (2..=6).flat_map(|rows| (rows..=cells / rows).map(move |cols| (rows, cols)));
    let mut failure = None;
    for (rows, cols) in sizes {
        let position = read_board(&format!("checker:{rows}x{cols}")).expect("a board");
        let expected = if SECOND.contains(&(rows, cols)) { Outcome::P } else { Outcome::N };
        let found = allsmall::outcome(&position, &context.budget)?;
        if found != expected && failure.is_none() {
            failure = Some(format!("{rows}x{cols} is {found}"));
        }
    }
    Ok(Finding::theorem(format!("up to {cells} cells"), failure)
        .remark("the first player wins all the others; larger boards have a page of their own, docs/checkerboards.md"))
}
