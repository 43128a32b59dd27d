//! The solver of one expression: its moves, who wins after each, and why.

use super::explain::Rule;
use super::item::Item;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::plan::Plan;
use super::saved::{self, Keeper, ResumeError};
use super::search::Search;
use super::sum::are_compared;
use crate::cgt::{NameError, Value, Values};
use crate::endgame::Database;
use crate::kernel::{Boards, Kernel, Part, Signed, Sum};
use crate::notation::{Expr, Summand, move_name};
use crate::solve::short_strips;
use crate::solve::threads::{Helpers, new_search, share};
use crate::value::ValueError;
use crate::{Budget, Outcome, Player, Position, Stop};

/// Solves one sum of boards and values; keeps what it learns between
/// questions.
///
/// ```
/// use allsmall::{Budget, Player, notation::read_expr, solve::Solver};
/// let text = "xoxoxo + star";
/// let mut solver = Solver::new(&read_expr(text).unwrap(), text, &Budget::new())?;
/// assert!(solver.wins(Player::Left)?);
/// let winning = solver.winning_move(Player::Left)?.expect("he wins");
/// assert!(solver.wins_by(Player::Left, &winning)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    pub(super) search: Search,
    helpers: Helpers,
    pub(super) plan: Plan,
    pub(super) summands: Vec<Root>,
    /// Whether there is but one board, so that moves need no number.
    single: bool,
    pub(super) budget: Budget,
    /// Built when links to simpler strips are first asked for.
    pub(super) links: Option<Database>,
}

/// A summand as it was given.
pub(super) struct Root {
    pub(super) what: What,
    /// Its number, counted from 1 over all copies of all terms.
    number: u64,
    pub(super) times: u64,
}

pub(super) enum What {
    /// A position, by its number in the kernel, and its parts.
    Board(usize, Position, Sum<Part>),
    Value(Value),
}

/// A legal first move.
#[derive(Clone, Debug)]
pub struct FirstMove {
    /// The move as users write it; in a sum with the number of the summand in
    /// front, counted from 1. A move in a value is named by what it leaves.
    pub name: String,
    /// What it leaves.
    after: Game,
    /// Stones of the largest part it leaves.
    largest: usize,
}

/// A sum of parts and values.
#[derive(Clone, Debug, Default)]
pub(super) struct Game {
    pub(super) parts: Vec<Signed<Part>>,
    pub(super) values: Vec<Value>,
}

/// Searches of so many nodes get no help from other threads.
const ALONE: u64 = 1000;

/// Copies of one board beyond this are refused.
const COPIES: u64 = 1 << 12;

impl Solver {
    /// The solver of an expression read from `text`.
    ///
    /// # Errors
    /// What is wrong with a value written in full, or the limit that was hit.
    pub fn new(expr: &Expr, text: &str, budget: &Budget) -> Result<Solver, ValueError> {
        let memory = share(budget);
        let positions: Vec<Position> = expr.terms.iter().filter_map(|term| position(term.times, &term.what)).collect();
        let (boards, mut sums) = Boards::within(&positions, budget)?;
        let plan = Plan::new(&boards, sums.iter().flatten().map(|signed| signed.part));
        let (mut values, parts) = short_strips::begin(boards, plan.short_strips, memory, budget);
        sums.reverse();
        let (mut summands, mut number, mut index) = (Vec::new(), 1, 0);
        for term in &expr.terms {
            let times = term.times.unsigned_abs();
            let what = match position(term.times, &term.what) {
                Some(position) => {
                    let parts = sums.pop().expect("one sum a position");
                    if times > COPIES && !parts.is_empty() {
                        return Err(Stop::Size.into());
                    }
                    index += 1;
                    What::Board(index - 1, position, parts)
                }
                None => What::Value(named(&mut values, &term.what, term.times < 0, text)?),
            };
            summands.push(Root { what, number, times });
            number += times;
        }
        let search = new_search(values, parts, plan.limits, memory, budget.threads());
        Ok(Solver {
            search,
            helpers: Helpers::default(),
            plan,
            summands,
            single: expr.as_board().is_some(),
            budget: budget.clone(),
            links: None,
        })
    }

    /// Writes what the search knows to a file, now, every so often, and when a
    /// limit ends the search. `board` names the expression in it.
    ///
    /// # Errors
    /// If the file cannot be written now.
    pub fn save(&mut self, path: &Path, board: &str, every: Duration) -> io::Result<()> {
        self.search.keeper = Some(Keeper::new(path, board, every, &self.search.table)?);
        Ok(())
    }

    /// Goes on from a file that a solver of the same expression wrote; returns
    /// how many positions it knew.
    ///
    /// # Errors
    /// If the file is not what it should be.
    pub fn resume(&mut self, path: &Path, board: &str) -> Result<usize, ResumeError> {
        saved::read(path, board, &mut self.search.table)
    }

    /// The parts of all boards, each as often as it occurs.
    pub(super) fn root_parts(&self) -> Vec<Signed<Part>> {
        let mut all = Vec::new();
        for root in &self.summands {
            if let What::Board(_, _, parts) = &root.what {
                (0..root.times).for_each(|_| all.extend_from_slice(parts));
            }
        }
        all
    }

    /// Nodes searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.search.nodes + self.helpers.nodes()
    }

    /// The whole sum, a summand left out.
    fn game(&mut self, without: Option<usize>) -> Result<Game, Stop> {
        let mut game = Game::default();
        for (i, root) in self.summands.iter().enumerate() {
            let times = root.times - u64::from(without == Some(i));
            match &root.what {
                What::Board(_, _, parts) => (0..times).for_each(|_| game.parts.extend_from_slice(parts)),
                What::Value(v) => game.values.push(self.search.sums.values.times(*v, times as i64)?),
            }
        }
        Ok(game)
    }

    /// The node in which this player is to move.
    fn node(&mut self, game: &Game, first: Player) -> Result<Vec<Item>, Stop> {
        let sums = &mut self.search.sums;
        match first {
            Player::Left => sums.node(&game.parts, &game.values),
            Player::Right => {
                let parts: Vec<_> = game.parts.iter().map(|part| part.negative()).collect();
                let values: Vec<_> = game.values.iter().map(|&v| sums.values.neg(v)).collect();
                sums.node(&parts, &values)
            }
        }
    }

    /// Whether `first`, who is to move, wins a game.
    pub(super) fn decide(&mut self, game: &Game, first: Player) -> Result<bool, Stop> {
        loop {
            let node = self.node(game, first)?;
            let most = self.plan.patience;
            // Short searches are over before a helper could begin.
            let found = if self.budget.threads() > 1 && most > ALONE && node.iter().all(|item| item.is_lasting()) {
                self.helpers.search(&mut self.search, &node, most, &self.budget)
            } else {
                self.search.wins(&node, most, &self.budget)
            };
            if let Some(won) = found? {
                return Ok(won);
            }
            self.plan.raise();
            self.search.sums.set_limits(self.plan.limits);
        }
    }

    /// Whether `first`, who moves first, wins.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn wins(&mut self, first: Player) -> Result<bool, Stop> {
        let game = self.game(None)?;
        self.decide(&game, first)
    }

    /// All legal first moves of a player. Of several copies of a summand only
    /// the first is moved in.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn moves(&mut self, player: Player) -> Result<Vec<FirstMove>, Stop> {
        let mut all = Vec::new();
        // Every move holds all the other summands.
        let (mut bytes, memory) = (0, self.budget.memory());
        for i in 0..self.summands.len() {
            let rest = if self.summands[i].times > 0 { self.game(Some(i))? } else { continue };
            let prefix = if self.single { String::new() } else { format!("{}:", self.summands[i].number) };
            let kernel = self.search.sums.parts.kernel();
            let values = &self.search.sums.values;
            let mut push = |name: String, after: Game| {
                bytes += size_of::<FirstMove>() + size_of_val(&after.parts[..]) + size_of_val(&after.values[..]);
                let largest = after.parts.iter().map(|signed| kernel.stones(signed.part)).max().unwrap_or(0);
                all.push(FirstMove { name: format!("{prefix}{name}"), after, largest });
                if bytes <= memory { Ok(()) } else { Err(Stop::Memory) }
            };
            match &self.summands[i].what {
                What::Board(root, position, _) => {
                    for mv in position.moves(player) {
                        let next = position.after(player, mv).expect("a listed move is legal");
                        let mut after = rest.clone();
                        after.parts.extend(kernel.pack(*root, &next));
                        push(move_name(position.board(), mv), after)?;
                        self.budget.check()?;
                    }
                }
                What::Value(v) => {
                    let options = match player {
                        Player::Left => values.left_options(*v),
                        Player::Right => values.right_options(*v),
                    };
                    for &option in options {
                        let mut after = rest.clone();
                        after.values.push(option);
                        push(values.name(option).unwrap_or_else(|| format!("option {}", option.id())), after)?;
                    }
                }
            }
        }
        Ok(all)
    }

    /// Whether a first move of `player` wins.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn wins_by(&mut self, player: Player, mv: &FirstMove) -> Result<bool, Stop> {
        Ok(!self.decide(&mv.after, player.opponent())?)
    }

    /// The outcome class that a first move leaves.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn outcome_after(&mut self, mv: &FirstMove) -> Result<Outcome, Stop> {
        self.outcome(&mv.after)
    }

    pub(super) fn outcome(&mut self, game: &Game) -> Result<Outcome, Stop> {
        let [left, right] = [self.decide(game, Player::Left)?, self.decide(game, Player::Right)?];
        let winner = |first: Player, won| if won { first } else { first.opponent() };
        Ok(Outcome::of_winners(winner(Player::Left, left), winner(Player::Right, right)))
    }

    /// A winning first move of `player`, if there is one.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn winning_move(&mut self, player: Player) -> Result<Option<FirstMove>, Stop> {
        Ok(self.settle(player)?.0)
    }

    /// A winning first move of `player`, if there is one, and what settled it.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn settle(&mut self, player: Player) -> Result<(Option<FirstMove>, Rule), Stop> {
        let mut moves = self.moves(player)?;
        if moves.is_empty() {
            return Ok((None, Rule::NoMoves));
        }
        let game = self.game(None)?;
        let node = self.node(&game, player)?;
        let settled = self.search.sums.settled(&node)?;
        let mut rule = match settled {
            Some(_) if are_compared(&node) => Rule::Values,
            Some(_) => Rule::TwoAhead,
            None => Rule::Middle,
        };
        if settled == Some(false) {
            return Ok((None, rule));
        }
        // Moves near the middle leave the shortest parts.
        moves.sort_by_key(|mv| mv.largest);
        if let Some(found) = self.look_for(&moves, player)? {
            return Ok((Some(found), rule));
        }
        if settled.is_none() {
            rule = Rule::Search;
            if !self.decide(&game, player)? {
                return Ok((None, rule));
            }
            if let Some(found) = self.look_for(&moves, player)? {
                return Ok((Some(found), rule));
            }
        }
        for mv in moves {
            if self.wins_by(player, &mv)? {
                return Ok((Some(mv), rule));
            }
        }
        unreachable!("a won game has a winning move")
    }

    /// The first of these moves that is known to win.
    fn look_for(&mut self, moves: &[FirstMove], player: Player) -> Result<Option<FirstMove>, Stop> {
        for mv in moves {
            self.budget.check()?;
            let node = self.node(&mv.after, player.opponent())?;
            if self.search.look_up(&node)? == Some(false) {
                return Ok(Some(mv.clone()));
            }
        }
        Ok(None)
    }
}

/// The board of a term, negated if the term is.
fn position(times: i64, what: &Summand) -> Option<Position> {
    match what {
        Summand::Board(position) if times < 0 => Some(position.negated()),
        Summand::Board(position) => Some(position.clone()),
        _ => None,
    }
}

/// The value of a term that is no board.
fn named(values: &mut Values, what: &Summand, negated: bool, text: &str) -> Result<Value, ValueError> {
    let value = match what {
        Summand::Board(_) => unreachable!("boards are no named values"),
        Summand::Nimber(size) => values.star(*size)?,
        Summand::Up => values.ups(1, false)?,
        Summand::Literal { text: name, at } => values.parse(name).map_err(|error| match error {
            NameError::Text(error) => ValueError::Text(error.shifted(text, *at)),
            NameError::Stop(stop) => ValueError::Stop(stop),
        })?,
    };
    Ok(if negated { values.neg(value) } else { value })
}
