//! The engine: divides the time between solver and heuristic search, and combines
//! what they find.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::alpha_beta::{AlphaBeta, END, MAX_DEPTH, RootMove};
use super::estimate_table::EstimateTable;
use super::evaluation::EvalNet;
use super::hardest::hardest;
use super::live_graph::LiveGraph;
use super::prover::{Prover, stone};
use super::search_position::SearchPosition;
use crate::{Budget, Move, Player, Position, Stop};

/// A player for boards of every size. It lasts a game: what it learnt about one
/// position helps with the next.
///
/// ```
/// use allsmall::{Budget, Engine, EngineLimits, Player, Position};
/// use std::time::Duration;
/// let position: Position = "checker:8x8".parse()?;
/// let budget = Budget::new().with_time(Duration::from_millis(100));
/// let chosen = Engine::new(&budget).choose(&position, Player::Left, EngineLimits::default(), &budget, |_| ());
/// assert!(position.after(Player::Left, chosen.mv.expect("there are moves")).is_ok());
/// assert!(chosen.proved.is_some() || chosen.chance.is_some());
/// # Ok::<(), allsmall::ParseError>(())
/// ```
pub struct Engine {
    prover: Prover,
    estimator: Estimator,
    /// Memory of the solver.
    memory: usize,
}

/// What the heuristic search needs between moves.
struct Estimator {
    net: Arc<EvalNet>,
    table: EstimateTable,
}

/// Limits of a search besides its budget.
///
/// ```
/// use allsmall::EngineLimits;
/// let limits = EngineLimits { nodes: Some(10_000), ..EngineLimits::default() };
/// assert_eq!(limits.depth, None);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct EngineLimits {
    /// Number of nodes, half of them for the solver.
    pub nodes: Option<u64>,
    /// Depth of the heuristic search in plies.
    pub depth: Option<u32>,
    /// Whether the solver is left out, so that nothing is proved.
    pub estimate_only: bool,
}

/// The move that the engine plays, and what it knows about it.
///
/// ```
/// use allsmall::{Budget, Engine, EngineLimits, Player, Position};
/// let position: Position = "xxo".parse()?;
/// let budget = Budget::new();
/// let chosen = Engine::new(&budget).choose(&position, Player::Left, EngineLimits::default(), &budget, |_| ());
/// assert_eq!((chosen.proved, chosen.chance), (Some(true), None));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenMove {
    /// The move; none when the player has none.
    pub mv: Option<Move>,
    /// Whether it is proved to win (true) or every move to lose (false).
    pub proved: Option<bool>,
    /// Estimated chance to win; none where the result is proved.
    pub chance: Option<f64>,
    /// The expected line, this move first.
    pub line: Vec<Move>,
    /// Depth of the heuristic search in plies.
    pub depth: u32,
    /// Score of the heuristic search in hundredths of a logit.
    pub score: i32,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Why the search ended, if a limit ended it.
    pub stopped: Option<Stop>,
}

/// A move and what is known about it.
///
/// ```
/// use allsmall::{Budget, Engine, EngineLimits, Player, Position};
/// let position: Position = "xoxo".parse()?;
/// let budget = Budget::new();
/// let moves = Engine::new(&budget).assess(&position, Player::Left, EngineLimits::default(), &budget, |_| ());
/// let proved: Vec<_> = moves.iter().map(|mv| mv.proved).collect();
/// assert_eq!(proved, [Some(true), Some(true), Some(false)]);
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AssessedMove {
    /// The move.
    pub mv: Move,
    /// Whether it is proved to win or to lose.
    pub proved: Option<bool>,
    /// Estimated chance to win; none where the result is proved.
    pub chance: Option<f64>,
}

/// A position to be estimated, and the limits of the search.
#[derive(Clone, Copy)]
struct EstimateTask<'a> {
    position: &'a Position,
    player: Player,
    limits: EngineLimits,
    budget: &'a Budget,
    /// Set when another thread has settled the position.
    halt: &'a AtomicBool,
    /// Moves that are proved to lose; they are left out unless all do.
    losing: &'a [Move],
}

/// Share of the time for the solver where a proof is promising.
const PROOF_SHARE: f64 = 0.55;

/// Share of the time for the heuristic search that orders the moves of a lost position.
const ORDER_SHARE: f64 = 0.1;

/// Maximum memory of the transposition table of the heuristic search.
const MAX_TABLE: usize = 64 << 20;

/// Nodes and depth of the search for the expected line after a proved move.
const LINE_NODES: u64 = 20_000;
const LINE_DEPTH: u32 = 5;

/// Nodes of the heuristic search when nothing is limited and the solver has given up.
const UNLIMITED_NODES: u64 = 2_000_000;

/// Time kept back for giving the answer.
const KEPT_BACK: Duration = Duration::from_millis(8);

/// Logit of the chance at score 0 and for each point of the score, fitted to solved
/// positions of up to [`FITTED_STONES`] stones after random plies
/// (`examples/engine_figures.rs`): the player to move wins more of them than the score
/// says.
const CALIBRATION: [f64; 2] = [0.9, 0.015];

/// Slope of the scores as the net was trained.
const TRAINED_SLOPE: f64 = 0.01;

/// Maximum number of stones of the positions that the chances were fitted to. With more
/// stones the chance approaches the score as trained.
const FITTED_STONES: f64 = 28.0;

/// The chance to win of a score in a position with this number of stones.
fn chance(score: i32, stones: usize) -> f64 {
    let [start, slope] = CALIBRATION;
    let share = (FITTED_STONES / stones.max(1) as f64).min(1.0).powi(2);
    let slope = TRAINED_SLOPE + share * (slope - TRAINED_SLOPE);
    let chance = 1.0 / (1.0 + (-share * start - slope * f64::from(score)).exp());
    chance.clamp(0.001, 0.999)
}

impl ChosenMove {
    fn unknown() -> ChosenMove {
        let (depth, score, nodes) = (0, 0, 0);
        ChosenMove { mv: None, proved: None, chance: None, line: Vec::new(), depth, score, nodes, stopped: None }
    }

    fn prove(&mut self, mv: Option<Move>, wins: bool) {
        if self.mv != mv {
            self.line = mv.into_iter().collect();
        }
        (self.mv, self.proved, self.chance, self.stopped) = (mv, Some(wins), None, None);
    }
}

impl Engine {
    /// Creates an engine with the memory of this budget.
    #[must_use]
    pub fn new(budget: &Budget) -> Engine {
        let table = (budget.memory() / 8).min(MAX_TABLE);
        let estimator = Estimator { net: EvalNet::shipped(), table: EstimateTable::new(table) };
        Engine { prover: Prover::default(), estimator, memory: budget.memory() - table }
    }

    /// Forgets what was learnt.
    pub fn clear(&mut self) {
        self.prover = Prover::default();
        self.estimator.table.clear();
    }

    /// Replaces the net of the evaluation. Proofs do not depend on it.
    pub fn set_evaluation(&mut self, net: Arc<EvalNet>) {
        self.estimator.net = net;
        self.estimator.table.clear();
    }

    /// The move that `player` should make. Without a limit of time or nodes it searches
    /// until the winner is proved. `watch` gets each improvement.
    pub fn choose(
        &mut self,
        position: &Position,
        player: Player,
        limits: EngineLimits,
        budget: &Budget,
        mut watch: impl FnMut(&ChosenMove),
    ) -> ChosenMove {
        let mut chosen = ChosenMove::unknown();
        let Some(first) = position.first_move(player) else {
            chosen.prove(None, false);
            return chosen;
        };
        let budget = &budget.clone().keeping_back(KEPT_BACK);
        chosen.mv = Some(first);
        chosen.line = vec![first];
        let proof = if budget.threads() > 1 && !limits.estimate_only {
            self.prove_and_estimate(position, player, limits, budget, &mut chosen, &mut watch)
        } else {
            let proof = self.try_proof(position, player, limits, budget);
            if proof.is_err() {
                let losing =
                    if limits.estimate_only { Vec::new() } else { self.losing_moves(position, player, budget) };
                let halt = &AtomicBool::new(false);
                let task = EstimateTask { position, player, limits, budget, halt, losing: &losing };
                self.estimator.estimate(task, &mut chosen, &mut watch);
            }
            proof
        };
        match proof {
            Ok(Some(mv)) => chosen.prove(Some(mv), true),
            Ok(None) => {
                let mv = self.hardest(position, player, &mut chosen, budget);
                chosen.prove(Some(mv), false);
            }
            Err(_) => {}
        }
        if chosen.proved.is_some() {
            self.extend_line(position, player, &mut chosen, budget);
            watch(&chosen);
        }
        chosen
    }

    /// The budget of the solver.
    fn solver_budget(&self, budget: &Budget) -> Budget {
        budget.clone().with_memory(self.memory)
    }

    /// Lets the solver try for its share of the time.
    fn try_proof(
        &mut self,
        position: &Position,
        player: Player,
        limits: EngineLimits,
        budget: &Budget,
    ) -> Result<Option<Move>, Stop> {
        if limits.estimate_only {
            return Err(Stop::Unsupported);
        }
        let mut slice = self.solver_budget(budget).with_threads(1);
        if let Some(left) = budget.time_left() {
            let share = left.mul_f64(PROOF_SHARE);
            slice = slice.with_at_most(share);
            if !self.prover.is_promising(position, player, share.as_secs_f64(), &slice) {
                return Err(Stop::Time);
            }
        } else if limits.depth.is_some() && limits.nodes.is_none() {
            // A search to a fixed depth has no time limit of its own.
            slice = slice.with_at_most(Duration::from_millis(200));
        }
        self.prover.winning_move(position, player, limits.nodes.map(|nodes| nodes / 2), &slice)
    }

    /// The moves that the solver has refuted so far.
    fn losing_moves(&mut self, position: &Position, player: Player, budget: &Budget) -> Vec<Move> {
        let slice = self.solver_budget(budget).with_at_most(Duration::from_millis(20));
        let known = self.prover.known_results(position, player, &slice);
        known.into_iter().filter(|(_, wins)| *wins == Some(false)).map(|(mv, _)| mv).collect()
    }

    /// Solver and heuristic search at once, on two threads or more.
    fn prove_and_estimate(
        &mut self,
        position: &Position,
        player: Player,
        limits: EngineLimits,
        budget: &Budget,
        chosen: &mut ChosenMove,
        watch: &mut impl FnMut(&ChosenMove),
    ) -> Result<Option<Move>, Stop> {
        let (halt, solver_budget) = (AtomicBool::new(false), self.solver_budget(budget));
        let solver_budget = solver_budget.with_threads(budget.threads() - 1);
        let Engine { prover, estimator, .. } = self;
        let nodes = limits.nodes.map(|nodes| nodes / 2);
        let proof = std::thread::scope(|scope| {
            let solving = scope.spawn(|| {
                let proof = prover.winning_move(position, player, nodes, &solver_budget);
                if proof.is_ok() {
                    halt.store(true, Ordering::Relaxed);
                }
                proof
            });
            let task = EstimateTask { position, player, limits, budget, halt: &halt, losing: &[] };
            estimator.estimate(task, chosen, watch);
            solving.join().unwrap_or(Err(Stop::Interrupted))
        });
        if proof.is_err() {
            let losing = self.losing_moves(position, player, &budget.clone().for_last_words(KEPT_BACK));
            if chosen.mv.is_some_and(|mv| losing.contains(&mv)) {
                let halt = &AtomicBool::new(false);
                let limits = EngineLimits { depth: Some(2), ..limits };
                let budget = &budget.clone().for_last_words(KEPT_BACK);
                let task = EstimateTask { position, player, limits, budget, halt, losing: &losing };
                self.estimator.estimate(task, chosen, watch);
            }
        }
        proof
    }

    /// The move to play in a lost position.
    fn hardest(&mut self, position: &Position, player: Player, chosen: &mut ChosenMove, budget: &Budget) -> Move {
        let mut order = budget.clone();
        if let Some(left) = budget.time_left() {
            order = order.with_at_most(left.mul_f64(ORDER_SHARE));
        }
        let halt = &AtomicBool::new(false);
        let limits = EngineLimits { nodes: Some(LINE_NODES), depth: Some(LINE_DEPTH), estimate_only: true };
        let task = EstimateTask { position, player, limits, budget: &order, halt, losing: &[] };
        let moves = self.estimator.estimate(task, chosen, &mut |_: &ChosenMove| ());
        let first = chosen.mv.expect("there are moves");
        let slice = self.solver_budget(budget);
        let found = self.prover.ask(position, &slice, |solver| Ok(hardest(solver, position, player, &moves)));
        found.ok().flatten().unwrap_or(first)
    }

    /// Adds an expected line to a proved move.
    fn extend_line(&mut self, position: &Position, player: Player, chosen: &mut ChosenMove, budget: &Budget) {
        let (Some(mv), true) = (chosen.mv, chosen.line.len() <= 1) else { return };
        let Ok(next) = position.after(player, mv) else { return };
        let limits = EngineLimits { nodes: Some(LINE_NODES), depth: Some(LINE_DEPTH), estimate_only: true };
        let (halt, mut rest) = (&AtomicBool::new(false), ChosenMove::unknown());
        let budget = &budget.clone().with_at_most(Duration::from_millis(10));
        let task = EstimateTask { position: &next, player: player.opponent(), limits, budget, halt, losing: &[] };
        self.estimator.estimate(task, &mut rest, &mut |_: &ChosenMove| ());
        chosen.line = std::iter::once(mv).chain(rest.line).collect();
    }

    /// Every move of `player`, best first: those proved to win, those with a chance,
    /// those proved to lose. Without a limit of time or nodes all are proved. `watch`
    /// gets each improvement.
    pub fn assess(
        &mut self,
        position: &Position,
        player: Player,
        limits: EngineLimits,
        budget: &Budget,
        mut watch: impl FnMut(&[AssessedMove]),
    ) -> Vec<AssessedMove> {
        let budget = &budget.clone().keeping_back(KEPT_BACK);
        let stones = position.stones();
        let mut moves: Vec<AssessedMove> = self
            .shallow(position, player, limits, budget)
            .into_iter()
            .map(|(mv, score)| AssessedMove { mv, proved: None, chance: Some(chance(score, stones)) })
            .collect();
        watch(&moves);
        if !limits.estimate_only {
            self.prove_moves(position, player, limits, budget, &mut moves);
        }
        sort(&mut moves);
        watch(&moves);
        if moves.iter().any(|mv| mv.proved.is_none()) {
            let halt = &AtomicBool::new(false);
            let task = EstimateTask { position, player, limits, budget, halt, losing: &[] };
            estimate_moves(&mut self.estimator, task, &mut moves, &mut watch);
        }
        moves
    }

    /// All moves with the score of a search of two plies, best first.
    fn shallow(
        &mut self,
        position: &Position,
        player: Player,
        limits: EngineLimits,
        budget: &Budget,
    ) -> Vec<(Move, i32)> {
        let limits = EngineLimits { depth: Some(2), ..limits };
        let mut scored = Vec::new();
        let halt = &AtomicBool::new(false);
        let task = EstimateTask { position, player, limits, budget, halt, losing: &[] };
        let _ = self.estimator.with_search(task, |search| {
            let mut moves = search.root_moves()?;
            let ended = search.deepen(&mut moves, 2, true);
            moves.sort_by_key(|mv| -mv.score);
            scored = moves.iter().map(|mv| (move_of(search, mv.edge), mv.score)).collect();
            ended
        });
        if scored.is_empty() {
            scored = position.moves(player).into_iter().map(|mv| (mv, 0)).collect();
        }
        scored
    }

    /// Lets the solver judge the moves in order, with ever more nodes each.
    fn prove_moves(
        &mut self,
        position: &Position,
        player: Player,
        limits: EngineLimits,
        budget: &Budget,
        moves: &mut [AssessedMove],
    ) {
        let mut slice = self.solver_budget(budget);
        if let Some(left) = budget.time_left() {
            slice = slice.with_at_most(left.mul_f64(PROOF_SHARE));
        }
        let mut nodes_left = limits.nodes.map(|nodes| nodes / 2);
        let forever = budget.time_left().is_none() && nodes_left.is_none();
        let _ = self.prover.ask(position, &slice, |solver| {
            let first_moves = solver.moves(player)?;
            let mut share = 100;
            loop {
                let mut open = 0;
                for assessed in moves.iter_mut().filter(|mv| mv.proved.is_none()) {
                    let Some(mv) = first_moves.iter().find(|mv| stone(mv) == Some(assessed.mv)) else { continue };
                    let nodes = nodes_left.map_or(share, |left| share.min(left));
                    let before = solver.nodes();
                    solver.set_node_limit(Some(nodes));
                    match solver.wins_by(player, mv) {
                        Ok(wins) => (assessed.proved, assessed.chance) = (Some(wins), None),
                        Err(Stop::Nodes) => open += 1,
                        Err(stop) => return Err(stop),
                    }
                    nodes_left = nodes_left.map(|left| left.saturating_sub(solver.nodes() - before));
                    if nodes_left == Some(0) {
                        return Err(Stop::Nodes);
                    }
                }
                if open == 0 {
                    return Ok(());
                }
                share = if forever { u64::MAX / 4 } else { share.saturating_mul(8) };
            }
        });
    }
}

/// Estimates the moves that are not proved, best first.
fn estimate_moves(
    estimator: &mut Estimator,
    task: EstimateTask<'_>,
    moves: &mut [AssessedMove],
    watch: &mut impl FnMut(&[AssessedMove]),
) {
    let _ = estimator.with_search(task, |search| {
        let mut roots = search.root_moves()?;
        let is_open = |mv: Move| moves.iter().any(|assessed| assessed.mv == mv && assessed.proved.is_none());
        roots.retain(|root| is_open(move_of(search, root.edge)));
        for depth in 2..=task.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
            // A depth that is cut short would compare scores of different depths.
            search.deepen(&mut roots, depth, true)?;
            for root in &roots {
                let mv = move_of(search, root.edge);
                let assessed = moves.iter_mut().find(|assessed| assessed.mv == mv);
                assessed.expect("every move is listed").chance =
                    Some(chance(root.steady_score(), task.position.stones()));
            }
            sort(moves);
            watch(moves);
            if is_settled(&roots) {
                break;
            }
        }
        Ok(())
    });
}

/// Sorts moves: proved wins, chances, proved losses.
fn sort(moves: &mut [AssessedMove]) {
    let rank = |mv: &AssessedMove| match mv.proved {
        Some(true) => 2.0,
        Some(false) => -1.0,
        None => mv.chance.unwrap_or(0.0),
    };
    moves.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
}

/// Returns whether the search has seen the end of the game on every line that counts.
fn is_settled(moves: &[RootMove]) -> bool {
    moves.first().is_some_and(|mv| mv.score >= END) || moves.iter().all(|mv| mv.score <= -END)
}

fn move_of(search: &AlphaBeta<'_>, edge: u32) -> Move {
    let graph = search.position.graph;
    let cell = |v: u16| graph.cells[usize::from(v)];
    Move { from: cell(graph.sources[edge as usize]), to: cell(graph.targets[edge as usize]) }
}

impl Estimator {
    /// Runs a heuristic search.
    fn with_search<T>(
        &mut self,
        task: EstimateTask<'_>,
        run: impl FnOnce(&mut AlphaBeta<'_>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let EstimateTask { position, player, limits, budget, halt, .. } = task;
        let graph = LiveGraph::new(position, budget)?;
        let searched = SearchPosition::new(&graph, &self.net, position, player, budget)?;
        self.table.enter(&graph.cells);
        let unlimited = if budget.time_left().is_none() && limits.depth.is_none() { UNLIMITED_NODES } else { u64::MAX };
        let nodes = limits.nodes.map_or(unlimited, |nodes| nodes.div_ceil(2));
        run(&mut AlphaBeta::new(searched, &mut self.table, budget, halt, nodes))
    }

    /// Searches with increasing depth until a limit ends it; the best move so far goes
    /// into `chosen`. Returns the moves, best first.
    fn estimate(
        &mut self,
        task: EstimateTask<'_>,
        chosen: &mut ChosenMove,
        watch: &mut impl FnMut(&ChosenMove),
    ) -> Vec<Move> {
        let mut order = Vec::new();
        let ended = self.with_search(task, |search| {
            let mut roots = search.root_moves()?;
            let open = |search: &AlphaBeta<'_>, root: &RootMove| !task.losing.contains(&move_of(search, root.edge));
            if roots.iter().any(|root| open(search, root)) {
                roots.retain(|root| open(search, root));
            }
            order = roots.iter().map(|root| move_of(search, root.edge)).collect();
            report(search, &roots, 1, None, task.position.stones(), chosen);
            for depth in 2..=task.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
                let before = Some(chosen.score).filter(|score| depth > 2 && score.abs() < END);
                let ended = search.deepen(&mut roots, depth, false);
                report(search, &roots, depth, before, task.position.stones(), chosen);
                order = roots.iter().map(|root| move_of(search, root.edge)).collect();
                ended?;
                watch(chosen);
                if is_settled(&roots) {
                    break;
                }
            }
            Ok(())
        });
        chosen.stopped = ended.err();
        order
    }
}

/// Enters the best move into `chosen`. The chance is that of the mean of this score and
/// the one of the depth before.
fn report(
    search: &AlphaBeta<'_>,
    roots: &[RootMove],
    depth: u32,
    before: Option<i32>,
    stones: usize,
    chosen: &mut ChosenMove,
) {
    let Some(best) = roots.first() else { return };
    chosen.mv = Some(move_of(search, best.edge));
    chosen.line = best.line.iter().map(|&edge| move_of(search, edge)).collect();
    (chosen.depth, chosen.score, chosen.nodes) = (depth, best.score, search.nodes);
    let before = before.filter(|_| best.score.abs() < END);
    chosen.chance = Some(chance(before.map_or(best.score, |before| (before + best.score) / 2), stones));
}
