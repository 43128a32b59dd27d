//! The solver of one sum of boards and values.

use std::sync::Arc;

use super::grid_moves::GridValueCache;
use super::memory_split::MemorySplit;
use super::net::Net;
use super::search::Search;
use super::sum_term::SumTerm;
use super::valuation_limits::ValuationPlan;
use super::value_cache::ValueCache;
use crate::cgt::{Value, Values};
use crate::endgame::Database;
use crate::notation::Expr;
use crate::packed::{BoardRules, PackedPart, PartSum, Signed};
use crate::solve::short_strips;
use crate::solve::workers::{SearchEnd, Workers, new_search};
use crate::transposition::Verdict;
use crate::value::{ComponentKind, Game, ImportedValues, PartValueFile, named, shared_part_values};
use crate::{Budget, Outcome, Player, Position, Stop};

/// Solves one sum of boards and values. Its tables stay filled between queries.
///
/// ```
/// use allsmall::{Budget, Expr, Player, Solver};
/// let expr: Expr = "xoxoxo + star".parse()?;
/// let mut solver = Solver::for_sum(&expr, &Budget::new())?;
/// assert!(solver.wins(Player::Left)?);
/// let winning = solver.winning_move(Player::Left)?.expect("Left wins");
/// assert!(solver.wins_by(Player::Left, &winning)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    pub(super) search: Search,
    pub(super) workers: Workers,
    pub(super) plan: ValuationPlan,
    /// Number of values, from the first, that the arena keeps when it is emptied;
    /// none if it must not be emptied.
    pub(super) kept_values: Option<usize>,
    /// Node count when the arena was last emptied.
    emptied_at: u64,
    pub(super) game: Game,
    /// The components in the search's terms.
    pub(super) roots: Vec<RootTerm>,
    pub(super) budget: Budget,
    /// Endgame database, built when it is first needed.
    pub(super) links: Option<Database>,
}

/// A component in the search's terms.
pub(super) enum RootTerm {
    /// Index of the board in the rules, and its parts.
    Board(usize, PartSum<PackedPart>),
    Value(Value),
}

/// A sum of parts and values.
#[derive(Clone, Debug, Default)]
pub(super) struct RemainingSum {
    pub(super) parts: Vec<Signed<PackedPart>>,
    pub(super) values: Vec<Value>,
}

/// Minimum node limit of a search that gets worker threads.
const MIN_PARALLEL_NODES: u64 = 1000;

/// If the arena is emptied again after fewer nodes than this, the valuation limits
/// are lowered.
const LONG_STEP: u64 = 20_000;

/// If the arena is emptied again after fewer nodes than this at the lowest limits,
/// the search ends with [`Stop::Memory`].
const MIN_STEP: u64 = 100;

/// Minimum number of stones of a grid part for which the file of part values is read,
/// in 10 to 40 ms: smaller boards are solved in less time.
const MIN_FILE_STONES: usize = 24;

/// Maximum number of copies of one board.
const MAX_COPIES: u64 = 1 << 12;

impl Solver {
    /// Creates the solver of a sum of boards and values.
    ///
    /// # Errors
    /// [`Stop`] when the budget is exhausted.
    pub fn for_sum(expr: &Expr, budget: &Budget) -> Result<Solver, Stop> {
        Solver::with_cache(expr, budget, None)
    }

    /// Creates a solver that starts with the values of an earlier one.
    pub(crate) fn with_cache(expr: &Expr, budget: &Budget, cache: Option<ValueCache>) -> Result<Solver, Stop> {
        Solver::with_part_values(expr, budget, cache, shared_part_values)
    }

    /// Creates a solver that takes the values of small grid parts from this file if it
    /// pays.
    pub(super) fn with_part_values(
        expr: &Expr,
        budget: &Budget,
        cache: Option<ValueCache>,
        file: impl FnOnce() -> Option<Arc<PartValueFile>>,
    ) -> Result<Solver, Stop> {
        let (memory, game) = (MemorySplit::new(budget), Game::new(expr));
        let (boards, mut sums) = BoardRules::within(&game.boards(), budget)?;
        let mut plan = ValuationPlan::new(&boards, sums.iter().flatten().map(|signed| signed.part));
        let (mut values, parts, grid_values, file_values) =
            match cache.filter(|cache| cache.fits(budget, plan.short_strips)) {
                Some(cache) => cache.begin(boards, memory.values, budget),
                None => {
                    let (values, parts) = short_strips::begin(boards, plan.short_strips, &memory, budget);
                    (values, parts, GridValueCache::new(memory.sums / 4), None)
                }
            };
        let file_values = if plan.largest_grid < MIN_FILE_STONES {
            None
        } else {
            file_values.or_else(|| file().filter(|file| file.fits(budget)).map(ImportedValues::new))
        };
        if let Some(file_values) = &file_values {
            plan.follow_file(file_values.file().stones());
        }
        let (mut roots, mut sums) = (Vec::new(), sums.drain(..).enumerate());
        for component in &game.components {
            roots.push(match &component.what {
                ComponentKind::Board(_) => {
                    let (index, parts) = sums.next().expect("one sum a board");
                    if component.times > MAX_COPIES && !parts.is_empty() {
                        return Err(Stop::Unsupported);
                    }
                    RootTerm::Board(index, parts)
                }
                ComponentKind::Value { name, negated } => {
                    let value = named(&mut values, name, *negated, budget)?;
                    // All copies, and all but one: the values that sums after a
                    // first move need.
                    for times in [component.times, component.times.saturating_sub(1)] {
                        values.times(value, times as i64)?;
                    }
                    RootTerm::Value(value)
                }
            });
        }
        drop(sums);
        let kept_values = Some(values.len());
        let mut search = new_search(values, parts, plan.limits, &memory);
        (search.sums.grid_values, search.sums.file_values) = (grid_values, file_values);
        search.sums.set_net(plan.large_grids.then(Net::shipped));
        let (workers, budget) = (Workers::default(), budget.clone());
        Ok(Solver { search, workers, plan, kept_values, emptied_at: 0, game, roots, budget, links: None })
    }

    /// Creates the solver of one position.
    ///
    /// # Errors
    /// [`Stop`] when the budget is exhausted.
    pub fn for_position(position: &Position, budget: &Budget) -> Result<Solver, Stop> {
        Solver::for_sum(&Expr::board(position.clone()), budget)
    }

    /// Replaces the position by another one that is reached from the original one by
    /// moves. The tables stay filled.
    ///
    /// # Panics
    /// If the solver was not made for one position, or for one on another
    /// board.
    pub fn set_position(&mut self, position: &Position) {
        let [component] = &mut self.game.components[..] else { panic!("the solver has a sum of several components") };
        let (ComponentKind::Board(here), RootTerm::Board(index, parts)) = (&mut component.what, &mut self.roots[0])
        else {
            panic!("the solver has a value, not a position");
        };
        assert_eq!(here.board(), position.board(), "the board stays the same");
        *parts = self.search.sums.parts.rules().pack(*index, position);
        here.clone_from(position);
    }

    /// Replaces the time limit, stop flag and progress callback; memory and threads
    /// stay as they are.
    pub fn set_budget(&mut self, budget: &Budget) {
        self.budget = budget.clone().with_memory(self.budget.memory()).with_threads(self.budget.threads());
        self.search.sums.values.set_budget(&self.budget);
        self.workers.set_budget(&self.budget);
    }

    /// Makes searches end with [`Stop::Nodes`] after about `limit` more nodes. Nodes of
    /// worker threads are not counted.
    pub fn set_node_limit(&mut self, limit: Option<u64>) {
        self.search.node_limit = limit.map_or(u64::MAX, |limit| self.search.nodes.saturating_add(limit));
    }

    /// The sum that is solved.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The arena of the values met so far.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.search.sums.values
    }

    /// The parts of all boards, with multiplicity.
    pub(super) fn root_parts(&self) -> Vec<Signed<PackedPart>> {
        let mut all = Vec::new();
        for (root, component) in self.roots.iter().zip(&self.game.components) {
            if let RootTerm::Board(_, parts) = root {
                (0..component.times).for_each(|_| all.extend_from_slice(parts));
            }
        }
        all
    }

    /// Number of nodes searched so far, by all threads.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.search.nodes + self.workers.nodes()
    }

    /// The sum without one copy of a component, or the whole sum.
    pub(super) fn rest(&mut self, without: Option<usize>) -> Result<RemainingSum, Stop> {
        let mut rest = RemainingSum::default();
        for (i, (root, component)) in self.roots.iter().zip(&self.game.components).enumerate() {
            let times = component.times - u64::from(without == Some(i));
            match root {
                RootTerm::Board(_, parts) => (0..times).for_each(|_| rest.parts.extend_from_slice(parts)),
                RootTerm::Value(v) => rest.values.push(self.search.sums.values.times(*v, times as i64)?),
            }
        }
        Ok(rest)
    }

    /// The node with this player to move.
    pub(super) fn node(&mut self, rest: &RemainingSum, first: Player) -> Result<Vec<SumTerm>, Stop> {
        match self.try_node(rest, first) {
            Err(Stop::Memory) => {
                self.make_room()?;
                self.try_node(rest, first)
            }
            node => node,
        }
    }

    fn try_node(&mut self, rest: &RemainingSum, first: Player) -> Result<Vec<SumTerm>, Stop> {
        let sums = &mut self.search.sums;
        match first {
            Player::Left => sums.node(&rest.parts, &rest.values),
            Player::Right => {
                let parts: Vec<_> = rest.parts.iter().map(|part| part.negative()).collect();
                let values: Vec<_> = rest.values.iter().map(|&v| sums.values.neg(v)).collect();
                sums.node(&parts, &values)
            }
        }
    }

    /// Searches a sum with `first` to move until there is a verdict.
    pub(super) fn decide(&mut self, rest: &RemainingSum, first: Player) -> Result<Verdict, Stop> {
        loop {
            match self.node(rest, first).and_then(|node| self.search(&node)) {
                Ok(SearchEnd::Settled(verdict)) => return Ok(verdict),
                Ok(SearchEnd::GivenUp) => {
                    self.plan.raise();
                    self.search.sums.set_limits(self.plan.limits);
                }
                Err(Stop::Memory) => self.make_room()?,
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Searches a node up to the plan's node limit.
    fn search(&mut self, node: &[SumTerm]) -> Result<SearchEnd, Stop> {
        let max_nodes = self.plan.node_limit;
        // Short searches end before a worker could start.
        if self.budget.threads() > 1 && max_nodes > MIN_PARALLEL_NODES && node.iter().all(|term| term.has_stable_key())
        {
            self.workers.search(&mut self.search, node, max_nodes, &self.budget)
        } else {
            self.search.run(node, max_nodes, &self.budget)
        }
    }

    /// Empties the arena except for the values of the components, and drops the
    /// verdicts that depend on the others; the search goes on from the rest. If it
    /// took few nodes since the last time, the valuation limits are lowered.
    fn make_room(&mut self) -> Result<(), Stop> {
        let kept_values = self.kept_values.ok_or(Stop::Memory)?;
        let step = self.nodes() - self.emptied_at;
        if step < LONG_STEP {
            if !self.plan.lower() && step < MIN_STEP {
                return Err(Stop::Memory);
            }
            self.search.sums.set_limits(self.plan.limits);
        }
        self.workers.forget_values(&mut self.search, kept_values);
        self.emptied_at = self.nodes();
        Ok(())
    }

    /// Returns whether `first`, to move, wins.
    ///
    /// # Errors
    /// [`Stop`] when the budget is exhausted.
    pub fn wins(&mut self, first: Player) -> Result<bool, Stop> {
        let rest = self.rest(None)?;
        self.decide(&rest, first).map(Verdict::is_win)
    }

    pub(super) fn outcome(&mut self, rest: &RemainingSum) -> Result<Outcome, Stop> {
        let [left, right] = [self.decide(rest, Player::Left)?, self.decide(rest, Player::Right)?];
        let winner = |first: Player, verdict: Verdict| if verdict.is_win() { first } else { first.opponent() };
        Ok(Outcome::of_winners(winner(Player::Left, left), winner(Player::Right, right)))
    }
}
