//! Rows of alternating stones, in blocks of four (Demaine et al., Theorems 1 and 2).
//!
//! Cut the row into blocks of four. A block of one, two or four stones becomes
//! one stone by moves of alternating colours, for either first mover; a block of
//! three becomes two:
//!
//! ```text
//!   x first:  xoxo  .xxo  .xo.  ..x.        o first:  the mirror image
//! ```
//!
//! So the blocks are played one at a time. This is optimal even under the free
//! rule: only alternating rows of 1, 2 and 4 stones can be reduced to one.

use crate::solitaire::{Reduction, recognise};
use crate::{Board, Budget, Move, Player, Position, Stop};

/// The value and a play, if every part is a row whose stones alternate.
pub(super) fn reduce(position: &Position, first: Player, budget: &Budget) -> Result<Option<Reduction>, Stop> {
    let mut rows = RowPlay { position, turn: first, moves: Vec::new() };
    let all_rows = match position.board() {
        Board::Strip { .. } => {
            let mut ticker = budget.ticker();
            let mut all = true;
            for run in runs(position.cells()) {
                ticker.step(run.len())?;
                all = all && rows.play(run);
            }
            all
        }
        Board::Hamming { .. } | Board::Multipartite { .. } => false,
        _ => {
            let parts = recognise::parts(position, budget)?;
            let is_row = |part: &recognise::RecognisedPart| matches!(part.position.board(), Board::Strip { .. });
            parts.iter().all(|part| is_row(part) && rows.play(part.vertices().iter().copied()))
        }
    };
    let left = position.stones() - rows.moves.len();
    let method = "alternating row in blocks of four (Demaine et al., Theorems 1 and 2)";
    Ok(all_rows.then(|| Reduction::exact(left, method, Some(rows.moves))))
}

/// The runs of stones on a strip.
fn runs(cells: &[Option<Player>]) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + cells[at..].iter().position(Option::is_some)?;
        let length = cells[start..].iter().take_while(|cell| cell.is_some()).count();
        at = start + length;
        Some(start..at)
    })
}

/// The play of several rows, one row at a time.
struct RowPlay<'a> {
    position: &'a Position,
    turn: Player,
    moves: Vec<Move>,
}

impl RowPlay<'_> {
    /// Plays one row, given by its vertices in order; returns whether its stones
    /// alternate.
    fn play(&mut self, row: impl Iterator<Item = usize>) -> bool {
        let mut block = Vec::with_capacity(4);
        let mut last = None;
        for v in row {
            let stone = self.position.cells()[v];
            if stone == last {
                return false;
            }
            last = stone;
            block.push(v);
            if block.len() == 4 {
                self.play_block(&block);
                block.clear();
            }
        }
        self.play_block(&block);
        true
    }

    /// Plays a block of at most four stones.
    fn play_block(&mut self, block: &[usize]) {
        let Some(&first) = block.first() else { return };
        let forward = self.position.cells()[first] == Some(self.turn);
        let steps: &[(usize, usize)] = match (block.len(), forward) {
            (4, true) => &[(0, 1), (3, 2), (1, 2)],
            (4, false) => &[(3, 2), (0, 1), (2, 1)],
            (2 | 3, true) => &[(0, 1)],
            (2 | 3, false) => &[(1, 0)],
            _ => &[],
        };
        self.moves.extend(steps.iter().map(|&(from, to)| Move { from: block[from], to: block[to] }));
        if steps.len() % 2 == 1 {
            self.turn = self.turn.opponent();
        }
    }
}
