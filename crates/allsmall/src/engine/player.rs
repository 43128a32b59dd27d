//! The engine: divides the time between solver and heuristic search, and combines
//! what they find.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::alpha_beta::{AlphaBeta, END, MAX_DEPTH, RootMove};
use super::chance::chance;
use super::estimate_table::EstimateTable;
use super::evaluation::EvalNet;
use super::from_book::{hardest_in_book, judge_by_book};
use super::hardest::hardest;
use super::live_graph::LiveGraph;
use super::prover::{Prover, stone};
use super::search_position::SearchPosition;
use crate::book::{BookEntry, OpeningBook};
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
    /// Verdicts of earlier searches, if they may be used.
    book: Option<&'static OpeningBook>,
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
    /// Mean of the scores of its last two depths, which the chance is calculated from.
    pub steady_score: i32,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Why the search ended, if a limit ended it.
    pub stopped: Option<Stop>,
    /// Whether the result is that of the opening book.
    pub book: bool,
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
    /// Whether the result is that of the opening book.
    pub book: bool,
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

/// Time for the solver in a search to a fixed depth.
const FIXED_DEPTH_PROOF: Duration = Duration::from_millis(200);

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

impl ChosenMove {
    fn unknown() -> ChosenMove {
        ChosenMove {
            mv: None,
            proved: None,
            chance: None,
            line: Vec::new(),
            depth: 0,
            score: 0,
            steady_score: 0,
            nodes: 0,
            stopped: None,
            book: false,
        }
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
        Engine { prover: Prover::default(), estimator, memory: budget.memory() - table, book: None }
    }

    /// Lets the engine take results from the opening book. Depth, nodes and estimates
    /// that are asked for still come from its own search.
    #[must_use]
    pub fn with_book(self) -> Engine {
        Engine { book: Some(OpeningBook::shipped()), ..self }
    }

    /// The book, where the limits allow its use.
    fn book_within(&self, limits: EngineLimits) -> Option<&'static OpeningBook> {
        self.book.filter(|_| !limits.estimate_only && limits.nodes.is_none() && limits.depth.is_none())
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
        if let Some(book) = self.book_within(limits)
            && let Some(entry) = book.look_up(position, player)
        {
            self.choose_in_book(book, entry, position, player, &mut chosen, budget);
            watch(&chosen);
            return chosen;
        }
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

    /// The move to play in a position of the book.
    fn choose_in_book(
        &mut self,
        book: &OpeningBook,
        entry: BookEntry,
        position: &Position,
        player: Player,
        chosen: &mut ChosenMove,
        budget: &Budget,
    ) {
        let mv = entry.mv.or_else(|| {
            let moves = self.ordered(position, player, chosen, budget);
            hardest_in_book(book, position, player, &moves).or(chosen.mv)
        });
        chosen.prove(mv, entry.wins);
        chosen.book = true;
        self.extend_line(position, player, chosen, budget);
    }

    /// The budget of the solver.
    fn solver_budget(&self, budget: &Budget) -> Budget {
        budget.clone().with_memory(self.memory)
    }

    /// The budget of the solver in a search with these limits: one to a fixed depth has
    /// no time limit of its own, and the solver must not outlast it.
    fn proof_budget(&self, limits: EngineLimits, budget: &Budget) -> Budget {
        let slice = self.solver_budget(budget);
        let is_limited = budget.time_left().is_some() || limits.nodes.is_some();
        if limits.depth.is_some() && !is_limited { slice.with_at_most(FIXED_DEPTH_PROOF) } else { slice }
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
        let mut slice = self.proof_budget(limits, budget).with_threads(1);
        if let Some(left) = budget.time_left() {
            let share = left.mul_f64(PROOF_SHARE);
            slice = slice.with_at_most(share);
            if !self.prover.is_promising(position, player, share.as_secs_f64(), &slice) {
                return Err(Stop::Time);
            }
        }
        self.prover.winning_move(position, player, limits.nodes.map(|nodes| nodes / 2), &slice)
    }

    /// The moves that the solver has refuted so far.
    fn losing_moves(&mut self, position: &Position, player: Player, budget: &Budget) -> Vec<Move> {
        if !self.prover.has_searched() {
            return Vec::new();
        }
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
        let (halt, solver_budget) = (AtomicBool::new(false), self.proof_budget(limits, budget));
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

    /// All moves by a short heuristic search, best first; the best goes into `chosen`.
    fn ordered(&mut self, position: &Position, player: Player, chosen: &mut ChosenMove, budget: &Budget) -> Vec<Move> {
        let mut order = budget.clone();
        if let Some(left) = budget.time_left() {
            order = order.with_at_most(left.mul_f64(ORDER_SHARE));
        }
        let halt = &AtomicBool::new(false);
        let limits = EngineLimits { nodes: Some(LINE_NODES), depth: Some(LINE_DEPTH), estimate_only: true };
        let task = EstimateTask { position, player, limits, budget: &order, halt, losing: &[] };
        self.estimator.estimate(task, chosen, &mut |_: &ChosenMove| ())
    }

    /// The move to play in a lost position.
    fn hardest(&mut self, position: &Position, player: Player, chosen: &mut ChosenMove, budget: &Budget) -> Move {
        let moves = self.ordered(position, player, chosen, budget);
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
            .map(|(mv, score)| AssessedMove { mv, proved: None, chance: Some(chance(score, stones)), book: false })
            .collect();
        if let Some(book) = self.book_within(limits) {
            judge_by_book(book, position, player, &mut moves);
            sort(&mut moves);
        }
        watch(&moves);
        if !limits.estimate_only && moves.iter().any(|mv| mv.proved.is_none()) {
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
                let best = |roots: &[RootMove]| roots.first().map(|root| (root.edge, root.score));
                let best_before = best(&roots);
                let ended = search.deepen(&mut roots, depth, false);
                if ended.is_err() && best(&roots) == best_before {
                    // No move was searched to this depth: the mean of two depths stands.
                    chosen.nodes = search.nodes;
                    return ended;
                }
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
    chosen.steady_score = before.map_or(best.score, |before| (before + best.score) / 2);
    chosen.chance = Some(chance(chosen.steady_score, stones));
}
