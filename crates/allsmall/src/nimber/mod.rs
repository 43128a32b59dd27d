//! Impartial Clobber: either player moves either colour, so each part has a nimber
//! (Grundy value) and a sum has their nim-sum (Sprague, Grundy).
//!
//! Strips break into few different parts, each of which is valued once for itself,
//! its symmetric images and its negative by the mex rule; an explicit work list keeps
//! long boards from overflowing the stack. Lines of alternating stones have a
//! recurrence (`alternating`), and symmetric grids have nimber 0 (`mirrored`). Parts of
//! grids and other graphs are searched (`search`).

mod alternating;
mod mirrored;
mod search;
mod small_parts;

use std::collections::HashMap;

use search::NimberSearch;

use crate::base::budget::table_bytes;
use crate::base::hash::Mixed;
use crate::packed::{BoardRules, PackedPart, PartRules, Signed};
use crate::{Board, Budget, Player, Position, Stop};

/// The nimber (Grundy value) of a position of impartial Clobber.
///
/// ```
/// use allsmall::Budget;
/// use allsmall::nimber;
/// use allsmall::notation::read_board;
/// assert_eq!(nimber(&read_board("(xo)^39").unwrap(), &Budget::new()), Ok(11));
/// ```
pub fn nimber(position: &Position, budget: &Budget) -> Result<u32, Stop> {
    if matches!(position.board(), Board::Strip { .. })
        && let Some(nimber) = alternating::nimber(position.cells(), budget)?
    {
        return Ok(nimber);
    }
    if mirrored::is_mirrored(position) {
        return Ok(0);
    }
    let (boards, mut sums) = BoardRules::within(std::slice::from_ref(position), budget)?;
    let mut nimbers = NimberTable { boards: &boards, known: HashMap::default(), steps: 0 };
    let mut search = NimberSearch::new(&boards, budget)?;
    let mut total = 0;
    for Signed { part, .. } in sums.pop().expect("one sum a position") {
        total ^= if search::is_searchable(part) { search.nimber(part)? } else { nimbers.of(part, budget)? };
    }
    Ok(total)
}

/// Table of the nimbers of parts, by the mex rule.
struct NimberTable<'a> {
    boards: &'a BoardRules,
    known: HashMap<PackedPart, u32, Mixed>,
    steps: usize,
}

impl NimberTable<'_> {
    fn of(&mut self, root: PackedPart, budget: &Budget) -> Result<u32, Stop> {
        let mut open = vec![root];
        let (mut reached, mut missing) = (Vec::new(), Vec::new());
        while let Some(&part) = open.last() {
            self.steps += 1;
            if self.steps > 256 {
                self.steps = 0;
                budget.check()?;
                let table = table_bytes(self.known.len(), self.known.capacity(), size_of::<(PackedPart, u32)>());
                budget.fits(table + 2 * open.capacity() * size_of::<PackedPart>())?;
                budget.report(|| format!("{} parts valued", self.known.len()));
            }
            if !self.known.contains_key(&part) {
                budget.fits(self.boards.list_bytes(part))?;
                self.list_options(part, &mut reached, &mut missing);
                // The moves of a long part count as steps too.
                self.steps += reached.len() + missing.len();
                if !missing.is_empty() {
                    open.append(&mut missing);
                    continue;
                }
                self.known.insert(part, mex(&mut reached));
            }
            open.pop();
        }
        Ok(self.known[&root])
    }

    /// Lists the nimbers of the options, and the parts that have none yet.
    fn list_options(&self, part: PackedPart, reached: &mut Vec<u32>, missing: &mut Vec<PackedPart>) {
        reached.clear();
        for player in Player::BOTH {
            self.boards.for_each_option(part, player, |parts| {
                let mut total = Some(0);
                for part in parts {
                    match self.known.get(&part.part) {
                        Some(value) => total = total.map(|t| t ^ value),
                        None => {
                            total = None;
                            missing.push(part.part);
                        }
                    }
                }
                reached.extend(total);
            });
        }
    }
}

/// The minimum excluded number.
fn mex(reached: &mut Vec<u32>) -> u32 {
    reached.sort_unstable();
    reached.dedup();
    reached.iter().enumerate().find(|&(i, &n)| i as u32 != n).map_or(reached.len(), |(i, _)| i) as u32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::notation::read_board;
    use crate::{Graph, judge};

    fn checked(position: &Position) {
        let budget = Budget::new();
        assert_eq!(nimber(position, &budget), judge::nimber(position, &budget), "{position:?}");
    }

    #[test]
    fn all_short_strips_agree_with_the_judge() {
        for len in 1..=8u32 {
            for code in 0..3usize.pow(len) {
                let cell = |i| match code / 3usize.pow(i) % 3 {
                    0 => None,
                    1 => Some(Player::Left),
                    _ => Some(Player::Right),
                };
                checked(&Position::new(Board::Strip { cells: len as usize }, (0..len).map(cell).collect()));
            }
        }
    }

    #[test]
    fn checkerboards_two_cells_high() {
        let expected = [1, 0, 0, 0, 0, 0, 1, 0];
        for (n, &value) in (1..).zip(&expected) {
            assert_eq!(nimber(&read_board(&format!("checker:2x{n}")).unwrap(), &Budget::new()), Ok(value), "2x{n}");
        }
    }

    /// Searched without the strategy for symmetric boards.
    #[test]
    fn symmetric_boards_have_nimber_0() {
        for text in ["checker:2x4", "checker:2x6", "xo.ox/oxxxo", "xox/o.o/xox", "xoo/oxo/oox/..."] {
            let board = read_board(text).unwrap();
            if mirrored::is_mirrored(&board) {
                let (boards, sums) = BoardRules::new(std::slice::from_ref(&board)).unwrap();
                let budget = Budget::new();
                let mut search = NimberSearch::new(&boards, &budget).unwrap();
                let total = sums[0].iter().fold(0, |total, signed| total ^ search.nimber(signed.part).unwrap());
                assert_eq!(total, 0, "{text}");
            }
            assert_eq!(nimber(&board, &Budget::new()), judge::nimber(&board, &Budget::new()), "{text}");
        }
        assert_eq!(nimber(&read_board("checker:40x60").unwrap(), &Budget::new()), Ok(0));
    }

    #[test]
    fn search_and_mex_rule_agree() {
        let mut searched = 0;
        for seed in 1..=40 {
            let board = read_board(&format!("random:{}:{seed}", ["3x4", "2x7", "4x4"][seed % 3])).unwrap();
            let (boards, sums) = BoardRules::new(std::slice::from_ref(&board)).unwrap();
            let budget = Budget::new();
            let mut search = NimberSearch::new(&boards, &budget).unwrap();
            let mut nimbers = NimberTable { boards: &boards, known: HashMap::default(), steps: 0 };
            for signed in &sums[0] {
                let known = nimbers.of(signed.part, &budget);
                assert_eq!(search.nimber(signed.part), known, "{board}");
                searched += usize::from(search::is_searchable(signed.part));
            }
        }
        assert!(searched > 30);
    }

    /// A search at its memory limit goes on and finds the same nimber.
    #[test]
    fn full_tables_do_not_end_a_search() {
        for text in ["checker:3x5", "random:4x5:3", "random:3x6:8"] {
            let board = read_board(text).unwrap();
            let tight = Budget::new().with_memory(1 << 17);
            assert_eq!(nimber(&board, &tight), nimber(&board, &Budget::new()), "{text}");
        }
    }

    #[test]
    fn limits_end_in_unknown() {
        let board = read_board("checker:5x5").unwrap();
        assert_eq!(nimber(&board, &Budget::new().with_memory(1000)), Err(Stop::Memory));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn random_graphs_agree_with_the_judge(
            edges in prop::collection::vec((0usize..8, 0usize..8), 0..16),
            symbols in prop::collection::vec(0u8..5, 8),
        ) {
            let edges: Vec<_> = edges.into_iter().filter(|(a, b)| a != b).collect();
            let cell = |&s: &u8| match s { 0 => None, 1 | 2 => Some(Player::Left), _ => Some(Player::Right) };
            checked(&Position::new(Board::Graph(Graph::new(8, &edges)), symbols.iter().map(cell).collect()));
        }
    }
}
