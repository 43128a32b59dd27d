//! Who wins two-player Clobber.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::book_start::BookStart;
use super::names::step_name;
use super::start_progress::{KEPT_BACK, StartProgress, stop_in_words};
use super::{BatchCache, ByPlayer, Failure, Question, Subject, echo_expr, heading};
use crate::base::atomic_write::is_fault_of_path;
use crate::base::clock::Instant;
use crate::notation::Expr;
use crate::solve::checkpoint;
use crate::solve::{FirstMove, PartReport, Resumed, SolvedBy, Solver, ValueCache};
use crate::{Budget, Outcome, Player, Stop};

/// How to answer `solve`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SolveQuestion {
    /// List all winning first moves, not only one.
    pub moves: bool,
    /// Solve only for this player moving first.
    pub first: Option<Player>,
    /// Say what settled it, and what is known about each part; with `moves`
    /// also who wins after each move.
    pub explain: bool,
    /// Take verdicts from the opening book. Over JSON it is on unless `no_book` is true.
    #[serde(rename = "no_book", default = "with_book", deserialize_with = "unless")]
    pub book: bool,
    /// Write what the search knows to this file now and then. Not for
    /// questions from the net, like the next one.
    #[serde(skip)]
    pub save: Option<Save>,
    /// Go on from this file.
    #[serde(skip)]
    pub resume: Option<PathBuf>,
}

/// The default over JSON.
pub(super) fn with_book() -> bool {
    true
}

/// Reads a member that switches something off.
pub(super) fn unless<'de, D: Deserializer<'de>>(json: D) -> Result<bool, D::Error> {
    bool::deserialize(json).map(|off| !off)
}

/// Where the search is saved, and how often.
#[derive(Clone, Debug)]
pub struct Save {
    /// The file.
    pub path: PathBuf,
    /// The time between two savings.
    pub every: Duration,
}

/// The answer to `solve`. As JSON the two [starts](SolveAnswer::starts) become
/// `left_first`, `left_move`, ... and `right_first`, `right_move`, ....
#[derive(Clone, Debug, Default)]
pub struct SolveAnswer {
    /// The expression in normal notation, unless it is long.
    pub board: Option<String>,
    /// The outcome class, when both starts are solved.
    pub outcome: Option<Outcome>,
    /// The only start that was asked for, if not both were.
    pub first: Option<Player>,
    /// What is known when Left moves first, and when Right does.
    pub starts: ByPlayer<StartAnswer>,
    /// Whether a verdict came from the opening book.
    pub book: bool,
    /// What settled it, when asked for.
    pub explain: Option<Explanation>,
    /// How much of a saved search was read, when one was.
    pub resumed: Option<Resumed>,
    /// Why the search could not be saved in the end.
    pub unsaved: Option<String>,
    /// What it cost.
    pub stats: Stats,
    /// The limit that was hit, if any.
    pub stopped: Option<Stop>,
}

/// What is known when one player moves first.
#[derive(Clone, Debug, Default)]
pub struct StartAnswer {
    /// Who wins.
    pub winner: Option<Player>,
    /// A winning first move.
    pub mv: Option<String>,
    /// All winning first moves, when asked for.
    pub moves: Option<Vec<String>>,
    /// First moves that were not judged before the limit, when all winning ones
    /// were asked for.
    pub open: Vec<String>,
    /// How far the search came, when a limit ended it before there was a winner.
    pub progress: Option<StartProgress>,
}

impl Serialize for SolveAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ByPlayer { left, right } = &self.starts;
        let mut json = serializer.serialize_map(None)?;
        optional(&mut json, "board", self.board.as_ref())?;
        json.serialize_entry("outcome", &self.outcome)?;
        json.serialize_entry("left_first", &left.winner)?;
        json.serialize_entry("right_first", &right.winner)?;
        json.serialize_entry("left_move", &left.mv)?;
        json.serialize_entry("right_move", &right.mv)?;
        optional(&mut json, "left_moves", left.moves.as_ref())?;
        optional(&mut json, "right_moves", right.moves.as_ref())?;
        optional(&mut json, "left_open", Some(&left.open).filter(|open| !open.is_empty()))?;
        optional(&mut json, "right_open", Some(&right.open).filter(|open| !open.is_empty()))?;
        optional(&mut json, "book", Some(&true).filter(|_| self.book))?;
        optional(&mut json, "explain", self.explain.as_ref())?;
        optional(&mut json, "resumed", self.resumed.as_ref())?;
        optional(&mut json, "unsaved", self.unsaved.as_ref())?;
        let (left_first, right_first) = (left.progress.as_ref(), right.progress.as_ref());
        json.serialize_entry("stats", &SearchStats { stats: self.stats, left_first, right_first })?;
        optional(&mut json, "stopped", self.stopped.as_ref())?;
        json.end()
    }
}

/// Writes a member that is left out where there is none.
fn optional<M: SerializeMap>(json: &mut M, name: &str, value: Option<&impl Serialize>) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| json.serialize_entry(name, value))
}

/// What an answer cost.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Stats {
    /// Positions looked at.
    pub nodes: u64,
    /// Wall-clock time.
    pub seconds: f64,
}

/// What an answer cost, and how far the search for each start came if a limit ended it.
#[derive(Serialize)]
struct SearchStats<'a> {
    #[serde(flatten)]
    stats: Stats,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_first: Option<&'a StartProgress>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right_first: Option<&'a StartProgress>,
}

/// What settled a question, and what is known about the parts.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Explanation {
    /// The rule that settled each start.
    #[serde(flatten, serialize_with = "by_start")]
    pub rules: ByPlayer<Option<SolvedBy>>,
    /// The different parts of the board.
    pub parts: Vec<PartReport>,
    /// Every first move with the outcome class it leaves, when moves are asked
    /// for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionReport>,
}

/// Writes `left_first` and `right_first`.
fn by_start<S: Serializer>(rules: &ByPlayer<Option<SolvedBy>>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut json = serializer.serialize_map(Some(2))?;
    json.serialize_entry("left_first", &rules.left)?;
    json.serialize_entry("right_first", &rules.right)?;
    json.end()
}

/// A first move and the outcome class it leaves.
#[derive(Clone, Debug, Serialize)]
pub struct OptionReport {
    /// Who moves.
    pub player: Player,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The class of what it leaves.
    pub outcome: Outcome,
}

impl Question for SolveQuestion {
    type Answer = SolveAnswer;

    fn ask_with(&self, subject: Subject<'_>, budget: &Budget, cache: &mut BatchCache) -> Result<SolveAnswer, Failure> {
        let expr = subject.sum(budget)?;
        cache.with_known(|known| {
            let (answer, solver) = self.search(&expr, budget, known)?;
            let full = answer.stopped == Some(Stop::Memory);
            Ok((answer, solver, full))
        })
    }

    fn unknown(&self, stop: Stop) -> Option<SolveAnswer> {
        Some(SolveAnswer { first: self.first, stopped: Some(stop), ..SolveAnswer::default() })
    }
}

impl SolveQuestion {
    /// Returns the answer and the solver that found it: a proof is written from
    /// its transposition table.
    ///
    /// # Errors
    /// What is wrong with the subject or a file.
    #[doc(hidden)]
    pub fn ask_for_proof(
        &self,
        subject: Subject<'_>,
        budget: &Budget,
    ) -> Result<(SolveAnswer, Option<Solver>), Failure> {
        let question = SolveQuestion { book: false, ..self.clone() };
        question.search(&*subject.sum(budget)?, budget, None)
    }

    /// Searches, starting from what earlier questions of a batch found.
    fn search(
        &self,
        expr: &Expr,
        budget: &Budget,
        cache: Option<ValueCache>,
    ) -> Result<(SolveAnswer, Option<Solver>), Failure> {
        let started = Instant::now();
        let mut answer = SolveAnswer { board: echo_expr(expr), first: self.first, ..SolveAnswer::default() };
        let known = self.look_up(expr);
        let is_whole = |start: &Option<BookStart<'_>>| start.as_ref().is_some_and(|start| start.is_whole(self.moves));
        if self.players().all(|player| is_whole(&known[player])) {
            answer.take_all(&known, self.moves);
            answer.finish(started);
            return Ok((answer, None));
        }
        let mut solver = None;
        match Solver::with_cache(expr, &budget.clone().keeping_back(KEPT_BACK), cache) {
            Ok(mut new) => {
                answer.resumed = self.files(&mut new, expr)?;
                answer.stopped = self.fill(&mut new, &known, &mut answer).err();
                answer.unsaved = checkpoint::save_failure(&new).map(str::to_owned);
                answer.stats.nodes = new.nodes();
                if answer.stopped.is_some() {
                    self.report_progress(&mut new, budget, &mut answer);
                }
                solver = Some(new);
            }
            Err(stop) => {
                answer.stopped = Some(stop);
                answer.take_all(&known, self.moves);
            }
        }
        answer.finish(started);
        Ok((answer, solver))
    }

    /// What the opening book knows about each start that is asked for. A question for
    /// reasons, or for a saved search, is left to the search.
    fn look_up<'a>(&self, expr: &'a Expr) -> ByPlayer<Option<BookStart<'a>>> {
        let mut known = ByPlayer::default();
        if self.book && !self.explain && self.save.is_none() && self.resume.is_none() {
            self.players().for_each(|player| known[player] = BookStart::of(expr, player));
        }
        known
    }

    /// Reports how far the search came for each start that is not settled.
    fn report_progress(&self, solver: &mut Solver, budget: &Budget, answer: &mut SolveAnswer) {
        for player in self.players() {
            let start = &mut answer.starts[player];
            if start.winner.is_none() {
                start.progress = Some(StartProgress::of(solver, player, budget));
            }
        }
    }

    /// The players whose starts are asked for.
    fn players(&self) -> impl Iterator<Item = Player> + use<> {
        let only = self.first;
        Player::BOTH.into_iter().filter(move |&player| only.is_none_or(|first| first == player))
    }

    /// Goes on from a file and saves to one, as wanted.
    fn files(&self, solver: &mut Solver, expr: &Expr) -> Result<Option<Resumed>, Failure> {
        let mut resumed = None;
        if let Some(path) = &self.resume {
            let unfit = |error| Failure::Unfit(format!("cannot resume from {}: {error}", path.display()));
            resumed = Some(checkpoint::resume(solver, path, &expr.to_string()).map_err(unfit)?);
        }
        if let Some(Save { path, every }) = &self.save {
            let unwritten = |error: std::io::Error| {
                let message = format!("cannot write {}: {error}", path.display());
                if is_fault_of_path(&error) { Failure::Unfit(message) } else { Failure::Unwritten(message) }
            };
            checkpoint::save(solver, path, &expr.to_string(), *every).map_err(unwritten)?;
        }
        Ok(resumed)
    }

    /// Fills in the answer as far as the budget goes: the winners come first,
    /// then the moves, so that a limit leaves what is known by then.
    fn fill(
        &self,
        solver: &mut Solver,
        known: &ByPlayer<Option<BookStart<'_>>>,
        answer: &mut SolveAnswer,
    ) -> Result<(), Stop> {
        let mut won = Vec::new();
        for player in self.players() {
            let found = match &known[player] {
                Some(start) => answer.take(solver, player, start, self.moves),
                None => self.winner(solver, player, answer),
            };
            won.push((player, found));
        }
        let mut listed = Ok(());
        if self.moves {
            for (player, found) in &won {
                let Ok(found) = found else { continue };
                let start = &mut answer.starts[*player];
                listed = listed.and(start.list_moves(solver, *player, found.as_ref(), known[*player].as_ref()));
            }
        }
        won.into_iter().try_for_each(|(_, found)| found.map(drop))?;
        listed?;
        if self.explain { self.report(solver, answer) } else { Ok(()) }
    }

    /// Finds who wins when this player starts; returns a winning move.
    fn winner(&self, solver: &mut Solver, player: Player, answer: &mut SolveAnswer) -> Result<Option<FirstMove>, Stop> {
        let (found, rule) = solver.winning_move_with_reason(player)?;
        let start = &mut answer.starts[player];
        start.winner = Some(if found.is_some() { player } else { player.opponent() });
        start.mv = found.as_ref().map(|mv| name(solver, mv));
        if self.explain {
            answer.explain.get_or_insert_default().rules[player] = Some(rule);
        }
        Ok(found)
    }

    /// What is known about the parts and, if wanted, who wins after each move.
    fn report(&self, solver: &mut Solver, answer: &mut SolveAnswer) -> Result<(), Stop> {
        let explain = answer.explain.get_or_insert_default();
        explain.parts = solver.parts()?;
        if self.moves {
            for player in Player::BOTH {
                for mv in solver.moves(player)? {
                    let outcome = solver.outcome_after(&mv)?;
                    explain.options.push(OptionReport { player, mv: name(solver, &mv), outcome });
                }
            }
        }
        Ok(())
    }
}

/// A first move as users write it.
fn name(solver: &Solver, mv: &FirstMove) -> String {
    step_name(solver.game(), solver.values(), mv.summand, mv.mv)
}

impl StartAnswer {
    /// Lists all winning moves of the player who starts, the first of them in
    /// the place of `found`, and those that a limit leaves open.
    fn list_moves(
        &mut self,
        solver: &mut Solver,
        player: Player,
        found: Option<&FirstMove>,
        book: Option<&BookStart<'_>>,
    ) -> Result<(), Stop> {
        let Some(found) = found else {
            self.moves = Some(Vec::new());
            return Ok(());
        };
        let moves = solver.moves(player)?;
        self.judge(solver, player, found, &moves, book)
    }

    fn judge(
        &mut self,
        solver: &mut Solver,
        player: Player,
        found: &FirstMove,
        moves: &[FirstMove],
        book: Option<&BookStart<'_>>,
    ) -> Result<(), Stop> {
        let in_book = |mv: &FirstMove| book.and_then(|start| start.judge(mv.mv));
        let mut winning = Vec::new();
        for (i, mv) in moves.iter().enumerate() {
            match in_book(mv).map_or_else(|| solver.wins_by(player, mv), Ok) {
                Ok(true) => winning.push(name(solver, mv)),
                Ok(false) => {}
                Err(stop) => {
                    let is_found = |mv: &FirstMove| (mv.summand, mv.mv) == (found.summand, found.mv);
                    let wins = |mv: &FirstMove| if is_found(mv) { Some(true) } else { in_book(mv) };
                    winning.extend(moves[i..].iter().filter(|mv| wins(mv) == Some(true)).map(|mv| name(solver, mv)));
                    let open = moves[i..].iter().filter(|mv| wins(mv).is_none());
                    self.moves = Some(winning);
                    self.open = open.map(|mv| name(solver, mv)).collect();
                    return Err(stop);
                }
            }
        }
        self.mv = winning.first().cloned();
        (self.moves, self.open) = (Some(winning), Vec::new());
        Ok(())
    }
}

impl SolveAnswer {
    /// Enters who wins when this player starts, from the book; returns a winning move.
    fn take(
        &mut self,
        solver: &mut Solver,
        player: Player,
        known: &BookStart<'_>,
        all_moves: bool,
    ) -> Result<Option<FirstMove>, Stop> {
        self.starts[player] = known.answer(player, all_moves);
        self.book = true;
        let Some(wanted) = known.winning_move() else { return Ok(None) };
        Ok(solver.moves(player)?.into_iter().find(|mv| mv.mv == wanted))
    }

    /// Enters all that the book knows.
    fn take_all(&mut self, known: &ByPlayer<Option<BookStart<'_>>>, all_moves: bool) {
        for (player, start) in known.iter() {
            if let Some(start) = start {
                self.starts[player] = start.answer(player, all_moves);
                self.book = true;
            }
        }
    }

    /// Enters the outcome class and the time.
    fn finish(&mut self, started: Instant) {
        let ByPlayer { left, right } = &self.starts;
        self.outcome = left.winner.zip(right.winner).map(|(l, r)| Outcome::of_winners(l, r));
        self.stats.seconds = started.elapsed().as_secs_f64();
    }

    /// Removes what depends on time.
    pub(super) fn remove_stats(&mut self) {
        self.stats = Stats::default();
        for player in Player::BOTH {
            self.starts[player].progress = None;
        }
    }
}

impl fmt::Display for SolveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match (self.outcome, self.first) {
            (Some(Outcome::L), _) => "L, Left (x) wins whoever starts",
            (Some(Outcome::R), _) => "R, Right (o) wins whoever starts",
            (Some(Outcome::N), _) => "N, the first player wins",
            (Some(Outcome::P), _) => "P, the second player wins",
            (None, Some(player)) if self.starts[player].winner.is_none() => "not settled for the start asked for",
            (None, Some(_)) => "asked for one start only",
            (None, None) => "not settled for both starts",
        };
        write!(f, "{}{verdict}", heading(self.board.as_deref()))?;
        for (first, StartAnswer { winner, mv, moves, open, progress }) in self.starts.iter() {
            if let Some(progress) = progress {
                write!(f, "\n  {first} first: not settled; {progress}")?;
            }
            let Some(winner) = winner else { continue };
            write!(f, "\n  {first} first: {winner} wins")?;
            match (moves, mv) {
                (Some(moves), Some(_)) if !moves.is_empty() => write!(f, ", by {}", moves.join(" "))?,
                (_, Some(mv)) => write!(f, ", for example by {mv}")?,
                _ => {}
            }
            if !open.is_empty() {
                write!(f, "; not judged: {}", open.join(" "))?;
            }
        }
        if self.book {
            write!(f, "\n  from the opening book")?;
        }
        if let Some(explain) = &self.explain {
            explain.fmt(f)?;
        }
        if let Some(Resumed { known, kept }) = self.resumed.filter(|resumed| resumed.kept < resumed.known) {
            write!(f, "\n  resumed with {kept} of {known} verdicts: there is not enough memory for all")?;
        }
        if let Some(reason) = &self.unsaved {
            write!(f, "\n  the search could not be saved at the end: {reason}")?;
        }
        let Some(stop) = self.stopped else { return Ok(()) };
        let stop = stop_in_words(stop, self.stats.nodes, self.stats.seconds);
        match self.outcome {
            Some(_) => write!(f, "\n  the rest is unknown: {stop}"),
            None => write!(f, "\n  unknown: {stop}"),
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (player, rule) in self.rules.iter() {
            if let Some(rule) = rule {
                write!(f, "\n  {player} first was settled by {rule}")?;
            }
        }
        for part in &self.parts {
            write!(f, "\n  part {part}")?;
        }
        for OptionReport { player, mv, outcome } in &self.options {
            write!(f, "\n  {player} {mv}: leaves {outcome}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::notation::read_expr;

    /// The search is interrupted by its own progress report, so the test does not
    /// depend on the clock.
    #[test]
    fn a_stop_keeps_the_figures_of_the_search() {
        let interrupted = || {
            let stop = Arc::new(AtomicBool::new(false));
            let flag = Arc::clone(&stop);
            let set = move |_: &str| flag.store(true, std::sync::atomic::Ordering::Relaxed);
            Budget::new().with_memory(256 << 20).with_stop(stop).with_watch(set)
        };
        let budget = interrupted();
        let answer = SolveQuestion::default().ask("checker:6x6", &budget).expect("a board");
        assert_eq!(answer.stopped, Some(Stop::Interrupted));
        assert!(answer.stats.nodes > 10_000 && answer.stats.seconds > 0.0, "{:?}", answer.stats);
        assert!(budget.nodes() > 10_000, "the budget has counted {}", budget.nodes());
        assert!(answer.board.is_some());
        for player in Player::BOTH {
            let progress = answer.starts[player].progress.as_ref().expect("not settled");
            if let (Some(moves), Some(refuted)) = (progress.moves, progress.refuted) {
                assert!(moves == 60 && refuted <= moves, "{progress:?}");
            }
        }
        let json = serde_json::to_value(&answer).expect("plain data");
        assert!(json["stats"]["left_first"].is_object() && json["stats"]["nodes"].is_number(), "{json}");
        let one = SolveQuestion { first: Some(Player::Right), ..SolveQuestion::default() };
        let text = one.ask("checker:6x6", &interrupted()).expect("a board").to_string();
        assert!(text.contains("Right first: ") && !text.contains("Left first: "), "{text}");
    }

    #[test]
    fn a_list_of_moves_that_hits_a_limit_keeps_the_verdict() {
        let question = SolveQuestion { moves: true, ..SolveQuestion::default() };
        let whole = question.ask("checker:4x4", &Budget::new()).expect("a board");
        let all = whole.starts.left.moves.expect("asked for");
        let mut solver = Solver::for_sum(&read_expr("checker:4x4").expect("a board"), &Budget::new()).expect("small");
        let mut answer = SolveAnswer::default();
        let found = question.winner(&mut solver, Player::Left, &mut answer).expect("small").expect("Left wins");
        let one = name(&solver, &found);
        let moves = solver.moves(Player::Left).expect("small");
        solver.set_budget(&Budget::new().with_time(Duration::ZERO));
        let start = &mut answer.starts.left;
        assert_eq!((start.winner, start.mv.as_ref()), (Some(Player::Left), Some(&one)));
        assert_eq!(start.judge(&mut solver, Player::Left, &found, &moves, None), Err(Stop::Time));
        let (found, open) = (start.moves.clone().expect("as far as known"), start.open.clone());
        answer.stopped = Some(Stop::Time);
        assert!(found.contains(&one) && found.iter().all(|mv| all.contains(mv)), "{found:?} of {all:?}");
        assert!(!open.is_empty() && !open.contains(&one));
        assert!(all.iter().all(|mv| found.contains(mv) || open.contains(mv)));
        let text = answer.to_string();
        assert!(text.contains(&format!("by {}", found.join(" "))) && text.contains("; not judged: "), "{text}");
    }
}
