//! The frontier DP over the columns of a narrow strip, as an automaton.
//!
//! After each column the state is a cost list: the fewest stones that stay so
//! far, for every frontier. Normalised by its minimum, such a list takes few
//! values, so lists are hash-consed and the transitions between them memoised: a
//! long strip costs about one table look-up per column.
//!
//! The play is traced backwards. Lists are kept only at the start of each block
//! of columns; the backward pass recomputes a block from its first list, so
//! memory stays small on long strips.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::cost_list::{ColumnDp, CostList};
use super::frontier::{ColumnCells, StripTopology, Ways};
use crate::base::hash::Mixed;
use crate::{Budget, Stop};

/// A cost list less its minimum, hash-consed.
type SharedList = Rc<CostList>;

/// The automaton of one kind of strip.
pub(super) struct ColumnAutomaton {
    dp: ColumnDp,
    lists: Vec<SharedList>,
    numbers: HashMap<SharedList, u32, Mixed>,
    /// By list and column: the next list, and its minimum before normalisation.
    next: HashMap<(u32, u32), (u32, u16), Mixed>,
    /// Total length of all lists.
    size: usize,
}

/// A best cover of a strip: the number of stones that stay, and where the others go.
pub(super) struct Cover {
    pub(super) stay: usize,
    pub(super) ways: Vec<Ways>,
}

/// Columns in a block of the backward pass.
const BLOCK: usize = 4096;

thread_local! {
    /// The automata of low strips, which serve every board.
    static KEPT: RefCell<HashMap<(usize, StripTopology, u8), ColumnAutomaton>> = RefCell::default();
}

/// Maximum rows of the strips whose automata are kept, and their maximum total
/// list length: 64 MiB.
const KEPT_ROWS: usize = 4;
const KEPT_SIZE: usize = 8 << 20;

/// Covers a strip with `rows` rows such that the fewest stones stay and the marks
/// `wanted` are reached; `None` if they cannot be.
pub(super) fn cover(
    rows: usize,
    topology: StripTopology,
    wanted: u8,
    columns: &[ColumnCells],
    play: bool,
    budget: &Budget,
) -> Result<Option<Cover>, Stop> {
    if rows > KEPT_ROWS {
        return ColumnAutomaton::new(rows, topology, wanted).cover(columns, play, budget);
    }
    KEPT.with_borrow_mut(|kept| {
        let automaton =
            kept.entry((rows, topology, wanted)).or_insert_with(|| ColumnAutomaton::new(rows, topology, wanted));
        let cover = automaton.cover(columns, play, budget);
        if automaton.size > KEPT_SIZE {
            kept.remove(&(rows, topology, wanted));
        }
        cover
    })
}

impl ColumnAutomaton {
    /// The automaton for strips with `rows` rows that must reach the marks `wanted`.
    pub(super) fn new(rows: usize, topology: StripTopology, wanted: u8) -> ColumnAutomaton {
        ColumnAutomaton {
            dp: ColumnDp::new(rows, topology, wanted),
            lists: Vec::new(),
            numbers: HashMap::default(),
            next: HashMap::default(),
            size: 0,
        }
    }

    /// The fewest stones that stay on these columns, with the way of every cell if
    /// `play` is set; `None` if no play reaches the marks wanted.
    pub(super) fn cover(
        &mut self,
        columns: &[ColumnCells],
        play: bool,
        budget: &Budget,
    ) -> Result<Option<Cover>, Stop> {
        let mut starts: Vec<SharedList> = Vec::new();
        let start = self.dp.start();
        let mut now = self.intern(start.into());
        let mut stay = 0;
        for block in columns.chunks(BLOCK) {
            budget.check()?;
            now = self.make_room(now, budget)?;
            starts.push(Rc::clone(&self.lists[now as usize]));
            for &column in block {
                if self.size * size_of::<(u32, u16)>() > budget.memory() / 4 {
                    now = self.make_room(now, budget)?;
                }
                let (next, more) = self.step(now, column, budget)?;
                now = next;
                stay += usize::from(more);
            }
        }
        let Some(last) = self.dp.end(&self.lists[now as usize]) else { return Ok(None) };
        let ways = if play { self.trace(columns, &starts, last, budget)? } else { Vec::new() };
        Ok(Some(Cover { stay: stay + usize::from(last.1), ways }))
    }

    /// The backward pass from the last frontier and its cost in the last list.
    fn trace(
        &mut self,
        columns: &[ColumnCells],
        starts: &[SharedList],
        mut at: (u32, u16),
        budget: &Budget,
    ) -> Result<Vec<Ways>, Stop> {
        let mut ways = vec![Ways::default(); columns.len()];
        for (block, start) in starts.iter().enumerate().rev() {
            budget.check()?;
            let first = block * BLOCK;
            let range = first..columns.len().min(first + BLOCK);
            let mut now = self.intern(Rc::clone(start));
            now = self.make_room(now, budget)?;
            let mut path = Vec::with_capacity(range.len());
            for &column in &columns[range.clone()] {
                let (next, more) = self.step(now, column, budget)?;
                path.push((now, more));
                now = next;
            }
            for (i, (list, more)) in range.zip(path).rev() {
                let letter = self.dp.letter(columns[i]);
                let (from, way) = self.before(list, letter, (at.0, at.1 + more));
                ways[i] = way;
                at = from;
            }
        }
        Ok(ways)
    }

    /// The frontier and the ways of a transition from `list` that reaches `to` at
    /// its cost.
    fn before(&mut self, list: u32, letter: u32, (to, cost): (u32, u16)) -> ((u32, u16), Ways) {
        let costs = Rc::clone(&self.lists[list as usize]);
        let mut cheap = costs.iter().copied().filter(|&(_, so_far)| so_far <= cost);
        let found = cheap.find_map(|(from, so_far)| {
            let mut over = self.dp.steps.over(from, letter).iter();
            let step = over.find(|s| s.to == to && so_far + u16::from(s.stay) == cost)?;
            Some(((from, so_far), step.ways))
        });
        found.expect("every cost in a list was reached from the list before it")
    }

    fn step(&mut self, from: u32, column: ColumnCells, budget: &Budget) -> Result<(u32, u16), Stop> {
        let letter = self.dp.letter(column);
        if let Some(&known) = self.next.get(&(from, letter)) {
            return Ok(known);
        }
        // A new transition on five rows takes a millisecond.
        budget.check()?;
        if self.size * size_of::<(u32, u16)>() > budget.memory() / 2 {
            return Err(Stop::Memory);
        }
        let costs = Rc::clone(&self.lists[from as usize]);
        let mut to = self.dp.advance(&costs, letter, u16::MAX);
        let least = to.iter().map(|c| c.1).min().unwrap_or(0);
        to.iter_mut().for_each(|c| c.1 -= least);
        let to = self.intern(to.into());
        self.next.insert((from, letter), (to, least));
        Ok((to, least))
    }

    fn intern(&mut self, costs: SharedList) -> u32 {
        if let Some(&known) = self.numbers.get(&costs) {
            return known;
        }
        let number = u32::try_from(self.lists.len()).expect("memory ends before the numbers do");
        self.size += costs.len() + 16;
        self.lists.push(Rc::clone(&costs));
        self.numbers.insert(costs, number);
        number
    }

    /// Drops all lists but one when they take a quarter of the memory.
    fn make_room(&mut self, keep: u32, budget: &Budget) -> Result<u32, Stop> {
        if self.size * size_of::<(u32, u16)>() < budget.memory() / 4 {
            return Ok(keep);
        }
        let costs = Rc::clone(&self.lists[keep as usize]);
        self.lists.clear();
        self.numbers.clear();
        self.next.clear();
        self.size = 0;
        Ok(self.intern(costs))
    }
}
