//! A table of the outcomes of all 3^n positions of a small board, one byte each.
//!
//! A move removes a stone, so the table is filled in the order of the number of
//! stones; positions with as many stones are shared out among the threads. All threads
//! of a run use one table.
//!
//! ```text
//! number     digits to base 3 (x, o, .), the first cell highest
//! entry      bit 0: Left wins moving first, bit 1: Right wins moving first
//! ```

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::{Board, Budget, Outcome, Player, Position, Stop};

/// Maximum number of cells.
const MOST_CELLS: usize = 14;

/// Minimum number of positions that are worth another thread.
const WORTH_A_THREAD: usize = 1 << 12;

/// The table of the board that the rows of a run are about, for all threads.
#[derive(Default)]
pub(super) struct SharedOutcomes {
    latest: Mutex<Option<(Board, Arc<LateTable>)>>,
}

/// A table that the first thread computes while those that want it as well wait.
type LateTable = OnceLock<Result<Arc<OutcomeTable>, Stop>>;

impl SharedOutcomes {
    /// The table of a board, computed by as many threads if it is new.
    pub(super) fn of_board(&self, board: &Board, budget: &Budget, threads: usize) -> Result<Arc<OutcomeTable>, Stop> {
        let table = {
            let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
            match &*latest {
                Some((known, table)) if known == board => Arc::clone(table),
                _ => {
                    let table = Arc::default();
                    *latest = Some((board.clone(), Arc::clone(&table)));
                    table
                }
            }
        };
        table.get_or_init(|| OutcomeTable::new(board, budget, threads).map(Arc::new)).clone()
    }
}

/// The outcomes of all positions of one board.
pub(super) struct OutcomeTable {
    entries: Vec<u8>,
}

impl OutcomeTable {
    /// Whether the board is small enough.
    pub(super) fn fits(board: &Board) -> bool {
        board.vertices() <= MOST_CELLS
    }

    fn new(board: &Board, budget: &Budget, threads: usize) -> Result<OutcomeTable, Stop> {
        let n = board.vertices();
        let power: Vec<usize> = (0..n).map(|cell| 3usize.pow((n - 1 - cell) as u32)).collect();
        let edges = board.edges();
        let all = 3usize.pow(n as u32);
        let mut by_stones: Vec<Vec<u32>> = vec![Vec::new(); n + 1];
        let mut digits = vec![0u8; n];
        for number in 0..all {
            by_stones[digits.iter().filter(|&&digit| digit < 2).count()].push(number as u32);
            increase(&mut digits);
        }
        let mut entries = vec![0u8; all];
        for numbers in &by_stones {
            budget.check()?;
            let entry = |&number: &u32| entry(number as usize, &entries, &power, &edges);
            let found = map_on_threads(numbers, threads, entry);
            for (&number, wins) in numbers.iter().zip(found) {
                entries[number as usize] = wins;
            }
        }
        Ok(OutcomeTable { entries })
    }

    /// The outcome of a position of the board.
    pub(super) fn of(&self, position: &Position) -> Outcome {
        let digit = |cell: &Option<Player>| match cell {
            Some(Player::Left) => 0,
            Some(Player::Right) => 1,
            None => 2,
        };
        let number = position.cells().iter().fold(0usize, |sum, cell| 3 * sum + digit(cell));
        match self.entries[number] {
            0 => Outcome::P,
            1 => Outcome::L,
            2 => Outcome::R,
            _ => Outcome::N,
        }
    }
}

/// The entry of a position, from those of positions with fewer stones.
fn entry(number: usize, entries: &[u8], power: &[usize], edges: &[(usize, usize)]) -> u8 {
    let digit = |cell: usize| number / power[cell] % 3;
    let mut wins = 0u8;
    for &(a, b) in edges {
        let (x, y) = (digit(a), digit(b));
        if x + y != 1 {
            continue;
        }
        // One is x (0), the other o (1): either may clobber.
        for (from, to, own, other) in [(a, b, x, y), (b, a, y, x)] {
            let next = number + (2 - own) * power[from] + own * power[to] - other * power[to];
            let opponent = 1u8 << (1 - own);
            if entries[next] & opponent == 0 {
                wins |= 1 << own;
            }
        }
    }
    wins
}

/// What `entry` makes of the numbers, in their order.
fn map_on_threads(numbers: &[u32], threads: usize, entry: impl Fn(&u32) -> u8 + Sync) -> Vec<u8> {
    let slice = numbers.len().div_ceil(threads.max(1)).max(WORTH_A_THREAD);
    let mut slices = numbers.chunks(slice);
    let own = slices.next().unwrap_or_default();
    std::thread::scope(|scope| {
        let entry = &entry;
        let workers: Vec<_> =
            slices.map(|slice| scope.spawn(move || slice.iter().map(entry).collect::<Vec<u8>>())).collect();
        let mut found: Vec<u8> = own.iter().map(entry).collect();
        for worker in workers {
            found.extend(worker.join().expect("no entry panics"));
        }
        found
    })
}

/// Increments a number to base 3.
fn increase(digits: &mut [u8]) {
    for digit in digits.iter_mut().rev() {
        *digit = (*digit + 1) % 3;
        if *digit != 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Colouring, Enumeration};
    use super::*;
    use crate::judge;
    use crate::notation::read_board;

    #[test]
    fn threads_share_one_table_and_make_no_difference() {
        let board = read_board("xox/oxo/xox").unwrap().board().clone();
        let path = read_board("xoxoxoxoxo").unwrap().board().clone();
        let alone = OutcomeTable::new(&path, &Budget::new(), 1).unwrap();
        let shared = SharedOutcomes::default();
        let tables: Vec<_> = std::thread::scope(|scope| {
            let ask = || shared.of_board(&path, &Budget::new(), 3).unwrap();
            let workers: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).collect()
        });
        assert!(tables.iter().all(|table| Arc::ptr_eq(table, &tables[0]) && table.entries == alone.entries));
        let other = shared.of_board(&board, &Budget::new(), 3).unwrap();
        assert_eq!(other.entries.len(), 3usize.pow(9));
    }

    #[test]
    fn every_position_wins_as_the_judge_says() {
        for text in ["xoxoxo", "cycle:xoxox", "xo/xo/xo", "tree:0,0,1,1:xoxox", "complete:4:xxoo"] {
            let board = read_board(text).unwrap().board().clone();
            let table = OutcomeTable::new(&board, &Budget::new(), 1).unwrap();
            let all = Enumeration::new(board, Colouring::Gaps);
            for number in 0..all.count().unwrap() {
                let position = all.position(number).unwrap();
                assert_eq!(Ok(table.of(&position)), judge::outcome(&position, &Budget::new()), "{position}");
            }
        }
    }
}
