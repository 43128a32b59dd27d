//! Nice blocks: blocks that can be reduced to dominoes in their first column, the
//! step in the proof that large grids can be reduced to two stones
//! (Derouet-Jourdan and Gravier; survey, section 2.2).
//!
//! A domino is two stones of different colours, one above the other. Whatever
//! stands next to it in the next column, a domino can be played into it such
//! that both colours remain. So a block is called nice if it can be reduced to
//!
//! - one or two dominoes in its first column, or
//! - a domino and an `x` on some cell `v`, and also to a domino and an `o` on
//!   the same `v`, all in its first column.
//!
//! A stone that ends in the first column could go on to the next block. So the
//! columns are read from the far end to the first one, and the frontiers after
//! it (`super::frontier`) at cost 0 say what the block can be reduced to. Being
//! nice is monotone in the frontiers, so statements about every length are
//! decided by antichains (`super::antichain`).

use std::collections::HashMap;

use super::antichain::StripStatement;
use super::cost_list::{ColumnDp, CostList};
use super::every_length::column;
use super::frontier::{MAX_PLUGS, MAX_ROWS, StripTopology};
use super::narrow_shape::NarrowShape;
use super::strip_proof::{StripProof, boards_line, read_text};
use crate::{Board, Budget, Player, Position, Stop};

/// Which blocks a statement is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockPrefix {
    /// Blocks of both colours, as they are.
    Nothing,
    /// Blocks that are not all `o`, with two columns of `o` put before them.
    TwoColumns,
}

/// From which length on all blocks with a given number of rows are nice.
#[derive(Clone, Debug)]
pub struct Nice {
    /// From this number of columns on every such block is nice; `None` if
    /// exceptions of `MOST_TRIES` lengths were met.
    pub from: Option<usize>,
    /// Number of states met.
    pub states: usize,
    /// Exceptions of the lengths that were met, one each.
    pub exceptions: Vec<Position>,
}

/// Maximum number of lengths with exceptions.
const MOST_TRIES: usize = 6;

/// Finds the length from which on every block with `rows` rows is nice.
///
/// # Errors
/// [`Stop`] when the budget is exhausted; [`Stop::Unsupported`] for more than five rows.
pub fn nice(rows: usize, before: BlockPrefix, budget: &Budget) -> Result<Nice, Stop> {
    if rows == 0 || rows > MAX_ROWS {
        return Err(Stop::Unsupported);
    }
    let mut found = Nice { from: None, states: 0, exceptions: Vec::new() };
    let mut shortest = 1;
    for _ in 0..MOST_TRIES {
        let verdict = statement(rows, before, shortest, |statement| statement.check(budget))?;
        found.states += verdict.states;
        let Some(word) = verdict.exception else {
            found.from = Some(usize::from(shortest));
            break;
        };
        shortest = word.len() as u16 + 1;
        found.exceptions.push(block(&word, rows));
    }
    Ok(found)
}

/// A proof for `allsmall-check` that every block from the first length on from which
/// that holds is nice; `None` if there are exceptions of several lengths.
///
/// # Errors
/// [`Stop`] when the budget is exhausted; [`Stop::Unsupported`] for more than five rows.
pub fn nice_proof(rows: usize, before: BlockPrefix, budget: &Budget) -> Result<Option<StripProof>, Stop> {
    let Some(shortest) = nice(rows, before, budget)?.from else { return Ok(None) };
    let (columns, holds_o) = match before {
        BlockPrefix::Nothing => (0, Some(format!("holds-o {rows}"))),
        BlockPrefix::TwoColumns => (2, None),
    };
    let read = |state: u16| {
        let seen = if holds_o.is_some() { state % 4 } else { (state % 4) & 1 };
        read_text(state / 4, 0, seen)
    };
    let lists = statement(rows, before, shortest as u16, |statement| statement.lists(&read, budget))?;
    let Some(lists) = lists else { return Ok(None) };
    let mut lines = vec![boards_line(NarrowShape::Grid { rows }), format!("holds-x {rows}")];
    lines.extend(holds_o);
    lines.extend([format!("from {shortest}"), format!("goal nice {columns}")]);
    Ok(Some(StripProof::new(lines, vec![rows], 0, &[], lists)))
}

/// Returns whether a block is nice.
///
/// # Errors
/// [`Stop`] when the budget is exhausted; [`Stop::Unsupported`] for more than five rows.
///
/// # Panics
/// If the board is not a grid, or not full.
pub fn is_nice(block: &Position, budget: &Budget) -> Result<bool, Stop> {
    let &Board::Grid { rows, cols } = block.board() else { panic!("the board is a grid") };
    if rows > MAX_ROWS {
        return Err(Stop::Unsupported);
    }
    let mut dp = ColumnDp::new(rows, StripTopology::Strip, 0);
    let mut list = dp.start();
    for col in (0..cols).rev() {
        budget.check()?;
        let is_x = |row: &usize| block.cells()[row * cols + col].expect("a full board") == Player::Left;
        let letter = dp.letter(column((0..rows).filter(is_x).map(|row| 1 << row).sum(), rows));
        list = dp.advance(&list, letter, 0);
    }
    Ok(is_left_nice(&mut dp, &list))
}

/// Words by the state they lead to: that of the small automaton, and the lists.
type WordsByState = HashMap<(u16, Vec<Box<CostList>>), Vec<Vec<usize>>>;

/// All blocks of this size that are not nice.
///
/// # Errors
/// [`Stop`] when the budget is exhausted; [`Stop::Unsupported`] for more than five rows or
/// 24 cells.
pub fn exceptions(rows: usize, cols: usize, before: BlockPrefix, budget: &Budget) -> Result<Vec<Position>, Stop> {
    if rows == 0 || rows > MAX_ROWS || rows * cols > 24 {
        return Err(Stop::Unsupported);
    }
    statement(rows, before, cols as u16, |mut statement| {
        let letters = statement.numbers();
        // All words with the same state are extended together.
        let mut level: WordsByState = HashMap::from([((0, statement.start()), vec![Vec::new()])]);
        for _ in 0..cols {
            let mut longer = WordsByState::new();
            for ((track, lists), words) in level {
                for (letter, numbers) in letters.iter().enumerate() {
                    budget.check()?;
                    let Some(track) = (statement.next)(track, letter) else { continue };
                    let after = longer.entry((track, statement.advance(&lists, numbers))).or_default();
                    after.extend(words.iter().map(|word| [word.as_slice(), &[letter]].concat()));
                }
            }
            level = longer;
        }
        let mut found: Vec<Vec<usize>> = Vec::new();
        for ((track, lists), words) in level {
            if statement.is_exception(track, &lists) {
                found.extend(words);
            }
        }
        found.sort();
        Ok(found.iter().map(|word| block(word, rows)).collect())
    })
}

/// The block that was read from its far end.
fn block(word: &[usize], rows: usize) -> Position {
    let first_column_first: Vec<usize> = word.iter().rev().copied().collect();
    NarrowShape::Grid { rows }.position(&first_column_first)
}

/// The state of the small automaton: four times the columns up to `shortest`,
/// plus the colours met (1 `x`, 2 `o`, 3 both).
fn statement<T>(rows: usize, before: BlockPrefix, shortest: u16, run: impl FnOnce(StripStatement<'_>) -> T) -> T {
    const ONLY_X: u16 = 1;
    const ONLY_O: u16 = 2;
    const BOTH: u16 = 3;
    let all_x = (1usize << rows) - 1;
    let next = |state: u16, letter: usize| {
        let new = if letter == 0 {
            ONLY_O
        } else if letter == all_x {
            ONLY_X
        } else {
            BOTH
        };
        Some(4 * (state / 4 + 1).min(shortest) + ((state % 4) | new))
    };
    let required = |state: u16| {
        let colours = state % 4;
        let is_meant = if before == BlockPrefix::Nothing { colours == BOTH } else { colours & ONLY_X != 0 };
        is_meant && state / 4 >= shortest
    };
    run(StripStatement {
        dps: vec![ColumnDp::new(rows, StripTopology::Strip, 0)],
        letters: (0..=all_x).map(|letter| vec![column(letter, rows)]).collect(),
        limit: 0,
        next: &next,
        required: &required,
        covers: match before {
            BlockPrefix::Nothing => is_left_nice,
            BlockPrefix::TwoColumns => is_nice_behind_two,
        },
    })
}

/// Returns whether a block with these frontiers after its first column is nice.
fn is_left_nice(dp: &mut ColumnDp, list: &CostList) -> bool {
    // For either colour, the cells that it can hold in addition to a domino.
    let mut extra = [0u8; 2];
    for &(frontier, _) in list {
        let Some(colours) = dp.steps.frontier(frontier).leaving() else { continue };
        if is_dominoes(colours) {
            return true;
        }
        for (cells, colour) in extra.iter_mut().zip([1, -1]) {
            *cells |= stone_with_domino(colours, colour);
        }
    }
    extra[0] & extra[1] != 0
}

/// Returns whether such a block with two columns of `o` before it is nice.
fn is_nice_behind_two(dp: &mut ColumnDp, list: &CostList) -> bool {
    let white = dp.letter(column(0, dp.steps.rows()));
    let one = dp.advance(list, white, 0);
    let two = dp.advance(&one, white, 0);
    is_left_nice(dp, &two)
}

/// Returns whether these stones are one or two dominoes.
fn is_dominoes(colours: [i8; MAX_PLUGS]) -> bool {
    let stones = colours.iter().filter(|c| **c != 0).count();
    let mut row = 0;
    while row < MAX_PLUGS {
        if colours[row] == 0 {
            row += 1;
        } else if row + 1 < MAX_PLUGS && colours[row] + colours[row + 1] == 0 {
            row += 2;
        } else {
            return false;
        }
    }
    stones == 2 || stones == 4
}

/// The cells, as bits, that hold a stone of this colour where one domino is all
/// else.
fn stone_with_domino(colours: [i8; MAX_PLUGS], colour: i8) -> u8 {
    let stones: Vec<usize> = (0..MAX_PLUGS).filter(|&row| colours[row] != 0).collect();
    let &[a, b, c] = &stones[..] else { return 0 };
    let is_domino = |a: usize, b: usize| a + 1 == b && colours[a] + colours[b] == 0;
    let mut cells = 0;
    if is_domino(a, b) && colours[c] == colour {
        cells |= 1 << c;
    }
    if is_domino(b, c) && colours[a] == colour {
        cells |= 1 << a;
    }
    cells
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Every position that a block can be reduced to, straight from the rules.
    fn ends(start: &Position) -> Vec<Position> {
        let mut seen = HashSet::from([start.cells().to_vec()]);
        let mut open = vec![start.clone()];
        let mut all = Vec::new();
        while let Some(position) = open.pop() {
            for mv in position.any_moves() {
                let mut after = position.clone();
                after.play(mv).expect("a legal move");
                if seen.insert(after.cells().to_vec()) {
                    open.push(after);
                }
            }
            all.push(position);
        }
        all
    }

    fn is_nice_by_the_rules(start: &Position, rows: usize, cols: usize) -> bool {
        let mut extra = HashSet::new();
        for end in ends(start) {
            let stones: Vec<usize> = (0..rows * cols).filter(|&v| end.cells()[v].is_some()).collect();
            if stones.iter().any(|v| v % cols != 0) {
                continue;
            }
            let at: Vec<usize> = stones.iter().map(|v| v / cols).collect();
            let colour = |row: usize| end.cells()[row * cols];
            let domino = |a: usize, b: usize| a + 1 == b && colour(a) != colour(b);
            match at[..] {
                [a, b] if domino(a, b) => return true,
                [a, b, c, d] if domino(a, b) && domino(c, d) => return true,
                [a, b, c] => {
                    if domino(a, b) {
                        extra.insert((c, colour(c)));
                    }
                    if domino(b, c) {
                        extra.insert((a, colour(a)));
                    }
                }
                _ => {}
            }
        }
        (0..rows).any(|v| Player::BOTH.iter().all(|&player| extra.contains(&(v, Some(player)))))
    }

    fn all(rows: usize, cols: usize) -> impl Iterator<Item = Position> {
        (0..1u32 << (rows * cols)).map(move |code| {
            let cells = (0..rows * cols).map(|v| Some(Player::BOTH[(code >> v & 1) as usize])).collect();
            Position::new(Board::Grid { rows, cols }, cells)
        })
    }

    #[test]
    fn blocks_are_nice_by_the_rules() {
        for (rows, cols) in [(2, 1), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2)] {
            let both = |p: &Position| Player::BOTH.iter().all(|&player| p.stones_of(player) > 0);
            let known: HashSet<String> = all(rows, cols)
                .filter(|p| both(p) && !is_nice_by_the_rules(p, rows, cols))
                .map(|p| p.to_string())
                .collect();
            let found = exceptions(rows, cols, BlockPrefix::Nothing, &Budget::new()).expect("no limit");
            assert_eq!(found.iter().map(ToString::to_string).collect::<HashSet<_>>(), known, "{rows} x {cols}");
            for block in all(rows, cols).filter(both) {
                assert_eq!(is_nice(&block, &Budget::new()), Ok(!known.contains(&block.to_string())), "{block}");
            }
        }
    }

    #[test]
    fn blocks_behind_two_columns_are_nice_by_the_rules() {
        for (rows, cols) in [(2, 1), (2, 2), (3, 1)] {
            let behind = |p: &Position| {
                let cell = |v: usize| {
                    let (row, col) = (v / (cols + 2), v % (cols + 2));
                    if col < 2 { Some(Player::Right) } else { p.cells()[row * cols + col - 2] }
                };
                let cells = (0..rows * (cols + 2)).map(cell).collect();
                Position::new(Board::Grid { rows, cols: cols + 2 }, cells)
            };
            let known: HashSet<String> = all(rows, cols)
                .filter(|p| p.stones_of(Player::Left) > 0 && !is_nice_by_the_rules(&behind(p), rows, cols + 2))
                .map(|p| p.to_string())
                .collect();
            let found = exceptions(rows, cols, BlockPrefix::TwoColumns, &Budget::new()).expect("no limit");
            assert_eq!(found.iter().map(ToString::to_string).collect::<HashSet<_>>(), known, "{rows} x {cols}");
        }
    }

    #[test]
    fn limits_are_reported() {
        assert!(matches!(nice(6, BlockPrefix::Nothing, &Budget::new()), Err(Stop::Unsupported)));
        assert!(matches!(exceptions(5, 5, BlockPrefix::Nothing, &Budget::new()), Err(Stop::Unsupported)));
        let found = nice(2, BlockPrefix::Nothing, &Budget::new()).expect("no limit");
        assert_eq!((found.from, found.exceptions.len()), (None, MOST_TRIES));
    }
}
