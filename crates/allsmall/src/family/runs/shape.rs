//! Classes of boards made of runs, the boards of a class by cases, and their moves.

use crate::Player;

/// The runs of a class from the left: the number of stones, or `None` if it is long.
pub(super) type RunShape = Vec<(Player, Option<usize>)>;

/// A run: its stones at least, and the number of the variable that adds to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StoneRun {
    pub(super) colour: Player,
    pub(super) stones: usize,
    pub(super) variable: Option<usize>,
}

pub(super) type RunBoard = Vec<StoneRun>;

impl StoneRun {
    pub(super) fn is_long(&self, long: usize) -> bool {
        self.variable.is_some() || self.stones >= long
    }

    fn shortened(self) -> Option<StoneRun> {
        (self.stones > 1 || self.variable.is_some()).then(|| StoneRun { stones: self.stones - 1, ..self })
    }
}

pub(super) fn shape_of(board: &RunBoard, long: usize) -> RunShape {
    board.iter().map(|run| (run.colour, (!run.is_long(long)).then_some(run.stones))).collect()
}

pub(super) fn negative(shape: &RunShape) -> RunShape {
    shape.iter().map(|&(colour, stones)| (colour.opponent(), stones)).collect()
}

pub(super) fn mirrored<T: Clone>(runs: &[T]) -> Vec<T> {
    runs.iter().rev().cloned().collect()
}

/// The boards of a class: each long run has T stones, or one more and a variable.
pub(super) fn cases(shape: &RunShape, long: usize) -> Vec<RunBoard> {
    let mut all: Vec<RunBoard> = vec![Vec::new()];
    let mut variables = 0;
    for &(colour, stones) in shape {
        let runs = match stones {
            Some(stones) => vec![StoneRun { colour, stones, variable: None }],
            None => {
                variables += 1;
                let more = StoneRun { colour, stones: long + 1, variable: Some(variables - 1) };
                vec![StoneRun { colour, stones: long, variable: None }, more]
            }
        };
        all = all.iter().flat_map(|board| runs.iter().map(|&run| [&board[..], &[run]].concat())).collect();
    }
    all
}

/// Joins neighbours of one colour.
fn joined(runs: impl Iterator<Item = StoneRun>) -> RunBoard {
    let mut board = RunBoard::new();
    for run in runs {
        match board.last_mut() {
            Some(last) if last.colour == run.colour => {
                last.stones += run.stones;
                last.variable = last.variable.or(run.variable);
            }
            _ => board.push(run),
        }
    }
    board
}

/// What each move leaves, and who makes it.
pub(super) fn moves(board: &RunBoard) -> Vec<(Player, [RunBoard; 2])> {
    let mut all = Vec::new();
    for cut in 1..board.len() {
        let (near, far) = (board[cut - 1], board[cut]);
        let single = |run: StoneRun| StoneRun { stones: 1, variable: None, ..run };
        let before = || board[..cut - 1].iter().copied().chain(near.shortened());
        let after = || far.shortened().into_iter().chain(board[cut + 1..].iter().copied());
        all.push((near.colour, [joined(before()), joined([single(near)].into_iter().chain(after()))]));
        all.push((far.colour, [joined(before().chain([single(far)])), joined(after())]));
    }
    all
}
