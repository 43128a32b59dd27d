//! Spanning trees of grids with chosen leaves (survey, Problem P2): is there a
//! spanning tree of a k x n grid whose leaves are exactly these cells? With two
//! leaves this is the question of Hamiltonian paths.
//!
//! Cells are taken column by column. Of what lies behind only the last cells
//! matter, one a row: which of them hang together, and how many edges each has
//! so far (two stand for more). A cell that gets no more edges must be a leaf
//! if it is wanted as one and no leaf otherwise, and what hangs on it must
//! still be reached from the last cells, so that nothing is cut off. The number
//! of such states depends on the number of rows only: for a fixed number of
//! rows the question takes linear time.

use std::collections::HashMap;

use allsmall::{Budget, Stop};

/// An edge between two cells, numbered row by row from the top left.
pub(crate) type Edge = (usize, usize);

/// The last cell of one row: its group, and its edges so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Last {
    group: u8,
    edges: u8,
}

type State = Vec<Last>;

/// How a state was reached: the state before, and the edges of the new cell.
type Came = (usize, bool, bool);

/// A spanning tree of the grid whose leaves are exactly the given cells; none
/// if there is none. A single cell counts as a tree without leaves.
///
/// # Errors
/// [`Stop`] when the budget is exhausted; [`Stop::Unsupported`] if both sides exceed 200 cells.
///
/// # Panics
/// If a leaf lies outside the grid.
pub(crate) fn spanning_tree(
    rows: usize,
    cols: usize,
    leaves: &[usize],
    budget: &Budget,
) -> Result<Option<Vec<Edge>>, Stop> {
    assert!(leaves.iter().all(|&leaf| leaf < rows * cols), "leaves are cells of the grid");
    let short = rows.min(cols);
    if short > 200 {
        return Err(Stop::Unsupported);
    }
    if rows * cols <= 1 {
        return Ok((rows * cols == 1 && leaves.is_empty()).then(Vec::new));
    }
    // Cell `at` of the walk: along the short side first.
    let cell = |at: usize| if rows <= cols { at % short * cols + at / short } else { at };
    let mut is_leaf = vec![false; rows * cols];
    leaves.iter().for_each(|&leaf| is_leaf[leaf] = true);
    let walk = Walk { short, is_leaf: (0..rows * cols).map(|at| is_leaf[cell(at)]).collect() };
    let Some(choices) = walk.run(budget)? else { return Ok(None) };
    let mut tree = Vec::with_capacity(rows * cols - 1);
    for (at, (back, up)) in choices.into_iter().enumerate() {
        if back {
            tree.push((cell(at - short), cell(at)));
        }
        if up {
            tree.push((cell(at - 1), cell(at)));
        }
    }
    Ok(Some(tree))
}

struct Walk {
    short: usize,
    is_leaf: Vec<bool>,
}

impl Walk {
    /// For every cell whether it is joined to the one a column back and to the
    /// one before it; none if there is no such tree.
    fn run(&self, budget: &Budget) -> Result<Option<Vec<(bool, bool)>>, Stop> {
        let mut history: Vec<Vec<Came>> = Vec::new();
        let mut states: Vec<State> = vec![vec![Last::default(); self.short]];
        let mut bytes = 0;
        for at in 0..self.is_leaf.len() {
            let (mut numbers, mut next, mut came) = (HashMap::new(), Vec::new(), Vec::new());
            for (number, state) in states.iter().enumerate() {
                budget.check()?;
                for (back, up) in [(false, false), (true, false), (false, true), (true, true)] {
                    let Some(after) = self.join(state, at, back, up) else { continue };
                    numbers.entry(after.clone()).or_insert_with(|| {
                        next.push(after);
                        came.push((number, back, up));
                    });
                }
            }
            bytes += next.len() * (size_of::<Came>() + 4 * self.short);
            budget.fits(bytes)?;
            history.push(came);
            states = next;
        }
        let ends = |state: &State| {
            let first = self.is_leaf.len() - self.short;
            state
                .iter()
                .enumerate()
                .all(|(row, last)| last.group == state[0].group && self.is_done(first + row, last.edges))
        };
        let Some(mut number) = states.iter().position(ends) else { return Ok(None) };
        let mut choices = Vec::with_capacity(history.len());
        for came in history.iter().rev() {
            let (before, back, up) = came[number];
            choices.push((back, up));
            number = before;
        }
        choices.reverse();
        Ok(Some(choices))
    }

    /// Returns whether a cell may end with this number of edges.
    fn is_done(&self, at: usize, edges: u8) -> bool {
        if self.is_leaf[at] { edges == 1 } else { edges >= 2 }
    }

    /// The state after a cell that is joined to the cells behind it in these
    /// ways; none if no tree can come of it.
    fn join(&self, state: &State, at: usize, back: bool, up: bool) -> Option<State> {
        let row = at % self.short;
        if (back && at < self.short) || (up && row == 0) {
            return None;
        }
        let mut after = state.clone();
        let mut cell = Last { group: u8::MAX, edges: u8::from(back) + u8::from(up) };
        let old = after[row];
        if up {
            let above = after[row - 1];
            if back && above.group == old.group {
                return None;
            }
            after[row - 1].edges = (above.edges + 1).min(2);
            self.may_have(at - 1, above.edges + 1)?;
            cell.group = above.group;
        }
        if at >= self.short {
            let edges = old.edges + u8::from(back);
            if !self.is_done(at - self.short, edges) {
                return None;
            }
            if back {
                let kept = if up { cell.group } else { old.group };
                after.iter_mut().filter(|last| last.group == old.group).for_each(|last| last.group = kept);
                cell.group = kept;
            }
        }
        self.may_have(at, cell.edges)?;
        after[row] = cell;
        // Cells that do not exist yet have no group that could be lost.
        let lost = at >= self.short && !after.iter().any(|last| last.group == old.group) && !back;
        (!lost).then(|| self.renamed(after, at))
    }

    fn may_have(&self, at: usize, edges: u8) -> Option<()> {
        (!self.is_leaf[at] || edges <= 1).then_some(())
    }

    /// Groups named in the order of their rows, so that equal states are equal;
    /// rows that have no cell yet are all alike.
    fn renamed(&self, mut state: State, at: usize) -> State {
        let filled = (at + 1).min(self.short);
        let mut names: Vec<u8> = Vec::new();
        for last in &mut state[..filled] {
            let name = names.iter().position(|&name| name == last.group).unwrap_or_else(|| {
                names.push(last.group);
                names.len() - 1
            });
            last.group = name as u8;
        }
        for last in &mut state[filled..] {
            *last = Last { group: u8::MAX - 1, edges: 0 };
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use allsmall::Board;
    use std::collections::HashSet;

    /// The leaf sets of all spanning trees, from all sets of edges.
    fn leaf_sets(rows: usize, cols: usize) -> HashSet<u32> {
        let n = rows * cols;
        let edges = if rows == 1 { Board::Strip { cells: cols } } else { Board::Grid { rows, cols } }.edges();
        let mut found = HashSet::new();
        for set in 0u32..1 << edges.len() {
            if set.count_ones() as usize + 1 == n {
                let chosen: Vec<Edge> = (0..edges.len()).filter(|e| set >> e & 1 == 1).map(|e| edges[e]).collect();
                found.extend(leaves_of(n, &chosen));
            }
        }
        found
    }

    /// The leaves, if the edges are a spanning tree.
    fn leaves_of(n: usize, tree: &[Edge]) -> Option<u32> {
        let mut group: Vec<usize> = (0..n).collect();
        let mut degree = vec![0; n];
        for &(a, b) in tree {
            let (from, to) = (group[a], group[b]);
            if from == to {
                return None;
            }
            group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
            degree[a] += 1;
            degree[b] += 1;
        }
        let is_tree = tree.len() + 1 == n;
        is_tree.then(|| (0..n).filter(|&v| degree[v] == 1).fold(0, |set, v| set | 1 << v))
    }

    #[test]
    fn exactly_the_leaf_sets_of_all_spanning_trees() {
        for (rows, cols) in [(1, 1), (1, 2), (1, 5), (2, 1), (2, 2), (2, 3), (2, 4), (4, 2), (3, 3), (3, 4)] {
            let known = leaf_sets(rows, cols);
            for set in 0u32..1 << (rows * cols) {
                let leaves: Vec<usize> = (0..rows * cols).filter(|v| set >> v & 1 == 1).collect();
                let found = spanning_tree(rows, cols, &leaves, &Budget::new()).expect("no limit");
                assert_eq!(found.is_some(), known.contains(&set), "{rows} x {cols}: {leaves:?}");
                if let Some(tree) = found {
                    assert_eq!(leaves_of(rows * cols, &tree), Some(set), "{rows} x {cols}: {tree:?}");
                }
            }
        }
    }

    #[test]
    fn long_grids_and_limits() {
        let tree = spanning_tree(4, 200, &[0, 399, 400, 799], &Budget::new()).expect("no limit");
        assert!(tree.is_none_or(|tree| tree.len() == 799));
        let poor = Budget::new().with_memory(1000);
        assert_eq!(spanning_tree(5, 50, &[0, 249], &poor), Err(Stop::Memory));
        assert_eq!(spanning_tree(201, 201, &[0, 1], &Budget::new()), Err(Stop::Unsupported));
    }
}
