//! The solver of one game: who wins it, and what was learnt on the way.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::checkpoint::{self, Checkpointer, ResumeError, Resumed};
use super::grid_moves::GridValueCache;
use super::memory_split::MemorySplit;
use super::net::Net;
use super::net::{Sample, SampleRecorder};
use super::search::Search;
use super::sum_term::SumTerm;
use super::valuation_limits::ValuationPlan;
use super::value_cache::ValueCache;
use crate::cgt::{Value, Values};
use crate::endgame::Database;
use crate::notation::Expr;
use crate::packed::{BoardRules, PackedPart, PartSum, Signed};
use crate::solve::short_strips;
use crate::solve::workers::{Workers, new_search};
use crate::value::{Game, What, named};
use crate::{Budget, Outcome, Player, Position, Stop};

/// Solves one sum of boards and values; keeps what it learns between
/// questions.
///
/// ```
/// use allsmall::{Budget, Expr, Player, Solver};
/// let expr: Expr = "xoxoxo + star".parse()?;
/// let mut solver = Solver::for_sum(&expr, &Budget::new())?;
/// assert!(solver.wins(Player::Left)?);
/// let winning = solver.winning_move(Player::Left)?.expect("he wins");
/// assert!(solver.wins_by(Player::Left, &winning)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    pub(super) search: Search,
    pub(super) workers: Workers,
    pub(super) plan: ValuationPlan,
    /// How many values, the first ones, games are made of; the others may be
    /// forgotten. None if all must be kept.
    pub(super) kept_values: Option<usize>,
    /// Nodes counted when they were last forgotten.
    forgot: u64,
    pub(super) game: Game,
    /// What the search knows the components by.
    pub(super) roots: Vec<Root>,
    pub(super) budget: Budget,
    /// Built when links to simpler strips are first asked for.
    pub(super) links: Option<Database>,
}

/// A component as the search knows it.
pub(super) enum Root {
    /// The number of the board in the rules, and its parts.
    Board(usize, PartSum<PackedPart>),
    Value(Value),
}

/// A sum of parts and values.
#[derive(Clone, Debug, Default)]
pub(super) struct RemainingSum {
    pub(super) parts: Vec<Signed<PackedPart>>,
    pub(super) values: Vec<Value>,
}

/// Searches of so many nodes get no help from other threads.
const ALONE: u64 = 1000;

/// Nodes between two losses of memory: fewer than the first, and less is
/// valued; fewer than the other although nothing is, and the search gives up.
const LONG_STEP: u64 = 20_000;
const LEAST_STEP: u64 = 100;

/// Copies of one board beyond this are refused.
const COPIES: u64 = 1 << 12;

impl Solver {
    /// The solver of an expression.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn for_sum(expr: &Expr, budget: &Budget) -> Result<Solver, Stop> {
        Solver::with_cache(expr, budget, None)
    }

    /// The same, going on from what another one knew.
    pub(crate) fn with_cache(expr: &Expr, budget: &Budget, known: Option<ValueCache>) -> Result<Solver, Stop> {
        let (memory, game) = (MemorySplit::new(budget), Game::new(expr));
        let (boards, mut sums) = BoardRules::within(&game.boards(), budget)?;
        let plan = ValuationPlan::new(&boards, sums.iter().flatten().map(|signed| signed.part));
        let (mut values, parts, grid_values) = match known.filter(|known| plan.short_strips == 0 && known.fits(budget))
        {
            Some(known) => known.begin(boards, memory.values, budget),
            None => {
                let (values, parts) = short_strips::begin(boards, plan.short_strips, &memory, budget);
                (values, parts, GridValueCache::new(memory.sums / 4))
            }
        };
        let (mut roots, mut sums) = (Vec::new(), sums.drain(..).enumerate());
        for component in &game.components {
            roots.push(match &component.what {
                What::Board(_) => {
                    let (index, parts) = sums.next().expect("one sum a board");
                    if component.times > COPIES && !parts.is_empty() {
                        return Err(Stop::Unsupported);
                    }
                    Root::Board(index, parts)
                }
                What::Value { name, negated } => {
                    let value = named(&mut values, name, *negated)?;
                    // All copies, and all but one: these and their options are
                    // what games are made of.
                    for times in [component.times, component.times.saturating_sub(1)] {
                        values.times(value, times as i64)?;
                    }
                    Root::Value(value)
                }
            });
        }
        drop(sums);
        let kept_values = Some(values.len());
        let mut search = new_search(values, parts, plan.limits, &memory);
        search.sums.grid_values = grid_values;
        search.sums.set_net(plan.large_grids.then(Net::shipped));
        let (workers, budget) = (Workers::default(), budget.clone());
        Ok(Solver { search, workers, plan, kept_values, forgot: 0, game, roots, budget, links: None })
    }

    /// The solver of one position.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn for_position(position: &Position, budget: &Budget) -> Result<Solver, Stop> {
        Solver::for_sum(&Expr::board(position.clone()), budget)
    }

    /// Asks from now on about another position of the same play: one reached
    /// by moves from the position that the solver was made for. What it has
    /// learnt stays.
    ///
    /// # Panics
    /// If the solver was not made for one position, or for one on another
    /// board.
    pub fn set_position(&mut self, position: &Position) {
        let [component] = &mut self.game.components[..] else { panic!("the solver is of a sum") };
        let (What::Board(here), Root::Board(index, parts)) = (&mut component.what, &mut self.roots[0]) else {
            panic!("the solver is of a value");
        };
        assert_eq!(here.board(), position.board(), "the board stays the same");
        *parts = self.search.sums.parts.rules().pack(*index, position);
        here.clone_from(position);
    }

    /// Goes on within this time and until this stop flag is set; memory and
    /// threads stay as they are.
    pub fn set_budget(&mut self, budget: &Budget) {
        self.budget = budget.clone().with_memory(self.budget.memory()).with_threads(self.budget.threads());
        self.search.sums.values.set_budget(&self.budget);
        self.workers.set_budget(&self.budget);
    }

    /// Orders the moves of large grid positions by this net besides the guess,
    /// or by the guess alone. No answer depends on it.
    pub fn set_order(&mut self, net: Option<Arc<Net>>) {
        self.workers.set_order(net.as_ref());
        self.search.sums.set_net(net);
    }

    /// Notes from now on what a net can learn from the search, which strays
    /// from the best order now and then. Asked for by one thread only.
    pub fn record_samples(&mut self, seed: u64) {
        self.search.samples = Some(Box::new(SampleRecorder::new(seed)));
    }

    /// What was noted since it was asked for last.
    pub fn take_samples(&mut self) -> Vec<Sample> {
        self.search.samples.as_mut().map(|samples| std::mem::take(&mut samples.taken)).unwrap_or_default()
    }

    /// Ends with [`Stop::Nodes`] after about so many nodes more; what was learnt
    /// by then stays. Helpers of other threads are not counted.
    pub fn set_node_limit(&mut self, most: Option<u64>) {
        self.search.last_node = most.map_or(u64::MAX, |most| self.search.nodes.saturating_add(most));
    }

    /// The game that is solved.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The values met so far.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.search.sums.values
    }

    /// Writes what the search knows to a file, now, every so often, and when a
    /// limit ends the search. `board` names the expression in it.
    ///
    /// # Errors
    /// If the file cannot be written now.
    pub fn save(&mut self, path: &Path, board: &str, every: Duration) -> io::Result<()> {
        let Search { store, sums, .. } = &self.search;
        self.search.checkpointer = Some(Checkpointer::new(path, board, every, store, &sums.values)?);
        Ok(())
    }

    /// Why the search could not be saved when it was tried last.
    #[must_use]
    pub fn save_failure(&self) -> Option<&str> {
        self.search.checkpointer.as_ref()?.failure.as_deref()
    }

    /// Goes on from a file that a solver of the same expression wrote, before
    /// anything else is asked; returns how many verdicts it held. The file is
    /// read to its end, whatever the time: what was known is not to be lost
    /// when the search is saved again.
    ///
    /// # Errors
    /// If the file is not what it should be.
    pub fn resume(&mut self, path: &Path, board: &str) -> Result<Resumed, ResumeError> {
        let Search { store, sums, .. } = &mut self.search;
        sums.values.set_budget(&self.budget.clone().without_time());
        let resumed = checkpoint::read(path, board, store, &mut sums.values);
        sums.values.set_budget(&self.budget);
        resumed
    }

    /// The parts of all boards, each as often as it occurs.
    pub(super) fn root_parts(&self) -> Vec<Signed<PackedPart>> {
        let mut all = Vec::new();
        for (root, component) in self.roots.iter().zip(&self.game.components) {
            if let Root::Board(_, parts) = root {
                (0..component.times).for_each(|_| all.extend_from_slice(parts));
            }
        }
        all
    }

    /// Nodes searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.search.nodes + self.workers.nodes()
    }

    /// The whole sum, one copy of a component left out.
    pub(super) fn rest(&mut self, without: Option<usize>) -> Result<RemainingSum, Stop> {
        let mut rest = RemainingSum::default();
        for (i, (root, component)) in self.roots.iter().zip(&self.game.components).enumerate() {
            let times = component.times - u64::from(without == Some(i));
            match root {
                Root::Board(_, parts) => (0..times).for_each(|_| rest.parts.extend_from_slice(parts)),
                Root::Value(v) => rest.values.push(self.search.sums.values.times(*v, times as i64)?),
            }
        }
        Ok(rest)
    }

    /// The node in which this player is to move.
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

    /// Whether `first`, who is to move, wins a game.
    pub(super) fn decide(&mut self, rest: &RemainingSum, first: Player) -> Result<bool, Stop> {
        loop {
            match self.node(rest, first).and_then(|node| self.search(&node)) {
                Ok(Some(won)) => return Ok(won),
                Ok(None) => {
                    self.plan.raise();
                    self.search.sums.set_limits(self.plan.limits);
                }
                Err(Stop::Memory) => self.make_room()?,
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Whether Left, who is to move, wins a node, if that does not take too
    /// long.
    fn search(&mut self, node: &[SumTerm]) -> Result<Option<bool>, Stop> {
        let most = self.plan.patience;
        // Short searches are over before a helper could begin.
        if self.budget.threads() > 1 && most > ALONE && node.iter().all(|term| term.has_stable_key()) {
            self.workers.search(&mut self.search, node, most, &self.budget)
        } else {
            self.search.wins(node, most, &self.budget)
        }
    }

    /// Forgets all values but those that games are made of, and the verdicts
    /// beside them: then the search goes on from the other verdicts. If it did
    /// not come far since the last time, less is valued from now on.
    fn make_room(&mut self) -> Result<(), Stop> {
        let kept_values = self.kept_values.ok_or(Stop::Memory)?;
        let step = self.nodes() - self.forgot;
        if step < LONG_STEP {
            if !self.plan.lower() && step < LEAST_STEP {
                return Err(Stop::Memory);
            }
            self.search.sums.set_limits(self.plan.limits);
        }
        self.workers.forget_values(&mut self.search, kept_values);
        self.forgot = self.nodes();
        Ok(())
    }

    /// Whether `first`, who moves first, wins.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn wins(&mut self, first: Player) -> Result<bool, Stop> {
        let rest = self.rest(None)?;
        self.decide(&rest, first)
    }

    pub(super) fn outcome(&mut self, rest: &RemainingSum) -> Result<Outcome, Stop> {
        let [left, right] = [self.decide(rest, Player::Left)?, self.decide(rest, Player::Right)?];
        let winner = |first: Player, won| if won { first } else { first.opponent() };
        Ok(Outcome::of_winners(winner(Player::Left, left), winner(Player::Right, right)))
    }
}
