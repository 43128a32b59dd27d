//! Short partizan games in normal play: hash-consed canonical forms, partial
//! order, disjunctive sums, names.
//!
//! The player who cannot move loses. Two games are equal when no sum
//! distinguishes them, and each class of equal games has one simplest member,
//! its canonical form. [`Values`] interns every canonical form once, so
//! equality is equality of ids. Nothing here depends on Clobber.
//!
//! ```
//! use allsmall::cgt::{Relation, Values};
//! let mut values = Values::new();
//! let (star, up) = (values.star(1)?, values.ups(1, false)?);
//! assert_eq!(values.compare(up, star)?, Relation::Confused);
//! # Ok::<(), allsmall::Stop>(())
//! ```

mod arena;
mod cache;
mod canonical;
mod cooling;
mod dyadic;
mod landmarks;
mod literal;
mod name;
mod number_up_star;
mod order;
mod parse;
mod products;
mod record;
mod reduced;
mod reversible;
mod stops;
mod style;
mod sum;
#[cfg(test)]
mod tests;
mod thermograph;
mod tokens;
mod up_interval;
mod view;
mod weight;

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::Serialize;

pub use dyadic::Dyadic;
pub use literal::{FunctionCall, Literal, LiteralForm, LiteralNode};
pub use style::Style;
pub use thermograph::{Heat, Thermograph, Wall};
pub use up_interval::UpInterval;
pub use view::ValueView;
pub use weight::Weight;

use crate::{Budget, Outcome, Player, Stop};
use arena::{Arena, Interval};
pub(crate) use cache::{Cache, CacheEntry};
use cache::{OrderEntry, SumEntry};
use landmarks::Landmarks;
use order::OrderStacks;
use reversible::DraftGame;

/// A short game up to equality: the id of its canonical form in one
/// [`Values`]. Values of different arenas must not be mixed.
///
/// ```
/// use allsmall::{Budget, Valuer};
/// let mut valuer = Valuer::new(&Budget::new());
/// assert_eq!(valuer.text("xo")?, valuer.text("star")?, "equal games have one id");
/// # Ok::<(), allsmall::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value(u32);

impl Value {
    const NONE: Value = Value(u32::MAX);

    /// The value with this id in its arena.
    pub(crate) fn of_id(id: u32) -> Value {
        Value(id)
    }

    /// The id of the value in its arena; it does not reflect the order of games.
    #[must_use]
    pub fn id(self) -> u32 {
        self.0
    }
}

/// How one game compares with another.
///
/// ```
/// use allsmall::{Budget, Relation, Valuer};
/// let mut valuer = Valuer::new(&Budget::new());
/// let (up, star) = (valuer.text("up")?, valuer.text("star")?);
/// assert_eq!(valuer.values_mut().compare(up, star)?, Relation::Confused);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Relation {
    /// Equal.
    #[serde(rename = "=")]
    Equal,
    /// Less: better for Right.
    #[serde(rename = "<")]
    Less,
    /// Greater: better for Left.
    #[serde(rename = ">")]
    Greater,
    /// Neither: whoever moves first wins the difference.
    #[serde(rename = "||")]
    Confused,
}

impl Relation {
    /// The relation of `a` to `b`, from the outcome of `a - b`.
    pub(crate) fn of_difference(outcome: Outcome) -> Relation {
        match outcome {
            Outcome::P => Relation::Equal,
            Outcome::R => Relation::Less,
            Outcome::L => Relation::Greater,
            Outcome::N => Relation::Confused,
        }
    }

    /// The relation of `a` to `b`, from `a <= b` and `b <= a`.
    pub(crate) fn of(at_most: bool, at_least: bool) -> Relation {
        match (at_most, at_least) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        }
    }
}

impl std::fmt::Display for Relation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Relation::Equal => "=",
            Relation::Less => "<",
            Relation::Greater => ">",
            Relation::Confused => "||",
        })
    }
}

/// Minimum bytes of the arena and of either cache.
const MIN_ARENA_BYTES: usize = 1 << 20;
const MIN_CACHE_BYTES: usize = 1 << 12;

/// Bytes of the cache for draft games: small enough for the processor's cache.
const DRAFT_CACHE_BYTES: usize = 1 << 16;

/// Steps between two checks of the budget: about a tenth of a millisecond.
const STEPS_APART: usize = 4096;

/// The arena of all values met so far, with caches for their order and sums.
///
/// ```
/// use allsmall::Values;
/// let mut values = Values::new();
/// let (star, zero) = (values.star(1)?, values.zero());
/// let up = values.from_options(&[zero], &[star])?;
/// let sum = values.add(up, star)?;
/// assert_eq!(values.name(sum).as_deref(), Some("^*"));
/// # Ok::<(), allsmall::Stop>(())
/// ```
#[derive(Clone)]
pub struct Values {
    arena: Arena,
    landmarks: Landmarks,
    orders: Cache<OrderEntry, 8>,
    /// Comparisons with a draft game, which no later draft repeats.
    draft_orders: Cache<OrderEntry, 8>,
    order_stacks: OrderStacks,
    sums: Cache<SumEntry, 5>,
    draft: DraftGame,
    numbers: HashMap<Dyadic, Value>,
    weight_intervals: HashMap<Value, Interval>,
    budget: Budget,
    /// Steps since the budget was last asked.
    steps: usize,
}

impl Values {
    /// Creates an arena with the default memory limit and no other.
    #[must_use]
    pub fn new() -> Values {
        Values::within(&Budget::new())
    }

    /// Creates an arena within this budget: half of its memory is for the values,
    /// a quarter for the cache of the order, a quarter for the cache of sums.
    #[must_use]
    pub fn within(budget: &Budget) -> Values {
        // The landmarks are the same in every arena.
        static FRESH: OnceLock<Values> = OnceLock::new();
        FRESH.get_or_init(Values::fresh).copy_within(budget)
    }

    /// Creates an arena of the landmarks alone, with the minimum memory.
    fn fresh() -> Values {
        let mut values = Values {
            arena: Arena::new(MIN_ARENA_BYTES),
            landmarks: Landmarks::new(),
            orders: Cache::new(MIN_CACHE_BYTES),
            draft_orders: Cache::new(MIN_CACHE_BYTES),
            order_stacks: OrderStacks::default(),
            sums: Cache::new(MIN_CACHE_BYTES),
            draft: DraftGame::NONE,
            numbers: HashMap::new(),
            weight_intervals: HashMap::new(),
            budget: Budget::new(),
            steps: 0,
        };
        values.set_landmarks();
        values
    }

    /// Copies the arena, within another budget.
    #[must_use]
    pub fn copy_within(&self, budget: &Budget) -> Values {
        let mut copy = self.clone();
        let quarter = budget.memory() / 4;
        copy.arena.set_limit((2 * quarter).max(MIN_ARENA_BYTES));
        copy.orders.set_limit(quarter);
        copy.draft_orders.set_limit(quarter.min(DRAFT_CACHE_BYTES));
        copy.sums.set_limit(quarter);
        copy.budget = budget.clone();
        copy
    }

    /// Replaces the time limits; the memory limits stay as they are.
    pub fn set_budget(&mut self, budget: &Budget) {
        self.budget = budget.clone();
    }

    /// Calls the budget's progress callback, if there is one.
    pub(crate) fn report(&self, text: impl FnOnce() -> String) {
        self.budget.report(text);
    }

    /// Checks the budget.
    pub(crate) fn check(&self) -> Result<(), Stop> {
        self.budget.check()
    }

    /// Counts steps of work, one for each option that is read, and checks the
    /// budget every [`STEPS_APART`] steps.
    #[inline]
    pub(crate) fn step(&mut self, steps: usize) -> Result<(), Stop> {
        self.steps += steps;
        if self.steps < STEPS_APART {
            return Ok(());
        }
        self.steps = 0;
        self.budget.check()
    }

    /// The game without moves.
    #[must_use]
    pub fn zero(&self) -> Value {
        Value(0)
    }

    /// Number of values in the arena.
    #[must_use]
    pub fn len(&self) -> usize {
        self.arena.len()
    }

    /// Drops all values but the first `count`, which include the landmarks and
    /// must contain their own negatives and options. A dropped value may be
    /// interned again under another id.
    pub(crate) fn truncate(&mut self, count: usize) {
        if count >= self.len() {
            return;
        }
        self.arena.truncate(count);
        self.orders.clear();
        self.draft_orders.clear();
        self.sums.clear();
        self.order_stacks = OrderStacks::default();
        self.draft = DraftGame::NONE;
        let keep = |v: &Value| (v.0 as usize) < count;
        self.numbers.retain(|_, v| keep(v));
        self.weight_intervals.retain(|v, _| keep(v));
    }

    /// Returns false: zero is always present.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.arena.bytes() + self.orders.bytes() + self.draft_orders.bytes() + self.sums.bytes()
    }

    /// The canonical left options.
    #[must_use]
    pub fn left_options(&self, v: Value) -> &[Value] {
        self.arena.lefts(v)
    }

    /// The canonical right options.
    #[must_use]
    pub fn right_options(&self, v: Value) -> &[Value] {
        self.arena.rights(v)
    }

    /// The canonical options of a player.
    #[must_use]
    pub fn options(&self, v: Value, player: Player) -> &[Value] {
        match player {
            Player::Left => self.arena.lefts(v),
            Player::Right => self.arena.rights(v),
        }
    }

    /// The outcome class.
    #[must_use]
    pub fn outcome(&self, v: Value) -> Outcome {
        let signature = self.arena.node(v).signature;
        match (signature.above & 1 != 0, signature.below & 1 != 0) {
            (true, true) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::N,
        }
    }

    /// Two bit sets of landmarks: those `v` is at least, and those it is at most.
    pub(crate) fn landmark_bits(&self, v: Value) -> (u64, u64) {
        let signature = self.arena.node(v).signature;
        (signature.above, signature.below)
    }

    /// The height of the game tree of the canonical form.
    #[must_use]
    pub fn birthday(&self, v: Value) -> u32 {
        self.arena.record(v).birthday
    }

    /// Number of distinct subpositions of the canonical form, itself included.
    #[must_use]
    pub fn size(&self, v: Value) -> usize {
        self.positions(v).len()
    }

    /// Number of distinct positions in the canonical form, itself included.
    ///
    /// # Errors
    /// The limit of the budget that was hit.
    pub(crate) fn size_within(&self, v: Value) -> Result<usize, Stop> {
        Ok(self.positions_within(v)?.len())
    }
}

impl Default for Values {
    fn default() -> Values {
        Values::new()
    }
}
