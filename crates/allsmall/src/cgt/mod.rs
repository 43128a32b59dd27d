//! Values of short games in normal play: canonical forms, order, sums, names.
//!
//! The player who cannot move loses. Two games are equal when no sum tells
//! them apart, and each class of equal games has one simplest member, its
//! canonical form. [`Values`] keeps every canonical form once, so equality is
//! equality of numbers. It knows nothing of Clobber.
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
mod facts;
mod landmarks;
mod literal;
mod name;
mod order;
mod parse;
mod plain;
mod products;
mod reduced;
mod reversible;
mod stops;
mod sum;
#[cfg(test)]
mod tests;
mod thermograph;
mod tokens;
mod uppitiness;
mod weight;

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::Serialize;

pub use dyadic::Dyadic;
pub use literal::{Form, Literal, Node};
pub use name::Style;
pub use parse::NameError;
pub use thermograph::{Heat, Thermograph, Wall};
pub use tokens::Function;
pub use uppitiness::Uppitiness;
pub use weight::Weight;

use crate::{Budget, Outcome, Player, Stop};
use arena::{Arena, Interval};
pub(crate) use cache::{Cache, Slot};
use cache::{Order, Sum};
use landmarks::Landmarks;
use order::OrderStacks;
use reversible::Draft;

/// A short game up to equality: the number of its canonical form in one
/// [`Values`]. Values of different arenas must not be mixed.
///
/// ```
/// use allsmall::{Budget, Valuer};
/// let mut valuer = Valuer::new(&Budget::new());
/// assert_eq!(valuer.text("xo")?, valuer.text("star")?, "equal games have one number");
/// # Ok::<(), allsmall::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value(u32);

impl Value {
    const NONE: Value = Value(u32::MAX);

    /// The value with this number in its arena.
    pub(crate) fn of_id(id: u32) -> Value {
        Value(id)
    }

    /// The number of the value in its arena; it says nothing about size.
    #[must_use]
    pub fn id(self) -> u32 {
        self.0
    }
}

/// How one game stands to another.
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

/// Bytes that the values, and that either memo, may take at the least.
const LEAST_ARENA: usize = 1 << 20;
const LEAST_CACHE: usize = 1 << 12;

/// Bytes for answers about drafts: so few that they stay in the processor.
const DRAFTS: usize = 1 << 16;

/// Steps between two looks at the budget: about a tenth of a millisecond.
const STEPS_APART: usize = 4096;

/// Every value met so far, and what is known about them.
///
/// ```
/// use allsmall::Values;
/// let mut values = Values::new();
/// let (star, zero) = (values.star(1)?, values.zero());
/// let up = values.make(&[zero], &[star])?;
/// let sum = values.add(up, star)?;
/// assert_eq!(values.name(sum).as_deref(), Some("^*"));
/// # Ok::<(), allsmall::Stop>(())
/// ```
#[derive(Clone)]
pub struct Values {
    arena: Arena,
    landmarks: Landmarks,
    orders: Cache<Order, 8>,
    /// The same for questions about a draft, which nobody asks again.
    draft_orders: Cache<Order, 8>,
    order_stacks: OrderStacks,
    sums: Cache<Sum, 5>,
    draft: Draft,
    numbers: HashMap<Dyadic, Value>,
    weight_intervals: HashMap<Value, Interval>,
    budget: Budget,
    /// Steps since the budget was last asked.
    steps: usize,
}

impl Values {
    /// No limits but the default memory.
    #[must_use]
    pub fn new() -> Values {
        Values::within(&Budget::new())
    }

    /// An arena that keeps to this budget: a quarter of its memory is for the
    /// memo of the order, a quarter for that of sums, half for the values.
    #[must_use]
    pub fn within(budget: &Budget) -> Values {
        // The landmarks are the same in every arena.
        static FRESH: OnceLock<Values> = OnceLock::new();
        FRESH.get_or_init(Values::fresh).copy_within(budget)
    }

    /// An arena of landmarks with the least memory.
    fn fresh() -> Values {
        let mut values = Values {
            arena: Arena::new(LEAST_ARENA),
            landmarks: Landmarks::new(),
            orders: Cache::new(LEAST_CACHE),
            draft_orders: Cache::new(LEAST_CACHE),
            order_stacks: OrderStacks::default(),
            sums: Cache::new(LEAST_CACHE),
            draft: Draft::NONE,
            numbers: HashMap::new(),
            weight_intervals: HashMap::new(),
            budget: Budget::new(),
            steps: 0,
        };
        values.set_landmarks();
        values
    }

    /// A copy that keeps to another budget.
    #[must_use]
    pub fn copy_within(&self, budget: &Budget) -> Values {
        let mut copy = self.clone();
        let quarter = budget.memory() / 4;
        copy.arena.set_limit((2 * quarter).max(LEAST_ARENA));
        copy.orders.set_limit(quarter);
        copy.draft_orders.set_limit(quarter.min(DRAFTS));
        copy.sums.set_limit(quarter);
        copy.budget = budget.clone();
        copy
    }

    /// Puts these limits in place of the old ones; the memory stays as it is.
    pub fn set_budget(&mut self, budget: &Budget) {
        self.budget = budget.clone();
    }

    /// Whether there is still time.
    pub(crate) fn check(&self) -> Result<(), Stop> {
        self.budget.check()
    }

    /// Counts steps of work, one for each option that is looked at, and asks
    /// the budget every [`STEPS_APART`] of them.
    #[inline]
    pub(crate) fn step(&mut self, steps: usize) -> Result<(), Stop> {
        self.steps += steps;
        if self.steps < STEPS_APART {
            return Ok(());
        }
        self.steps = 0;
        self.budget.check()
    }

    /// Zero: no moves.
    #[must_use]
    pub fn zero(&self) -> Value {
        Value(0)
    }

    /// Number of values in the arena.
    #[must_use]
    pub fn len(&self) -> usize {
        self.arena.len()
    }

    /// Forgets all values but the first `count`, which are the landmarks at
    /// least, with negatives and options. What is forgotten may be found again
    /// under other numbers.
    pub(crate) fn truncate(&mut self, count: usize) {
        if count >= self.len() {
            return;
        }
        self.arena.truncate(count);
        self.orders.clear();
        self.draft_orders.clear();
        self.sums.clear();
        self.order_stacks = OrderStacks::default();
        self.draft = Draft::NONE;
        let keep = |v: &Value| (v.0 as usize) < count;
        self.numbers.retain(|_, v| keep(v));
        self.weight_intervals.retain(|v, _| keep(v));
    }

    /// Never: zero is always there.
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

    /// Who wins.
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

    /// How it stands to the landmarks, a bit each: those it is at least, and
    /// those it is at most.
    pub(crate) fn landmark_bits(&self, v: Value) -> (u64, u64) {
        let signature = self.arena.node(v).signature;
        (signature.above, signature.below)
    }

    /// The height of the game tree in canonical form.
    #[must_use]
    pub fn birthday(&self, v: Value) -> u32 {
        self.arena.facts(v).birthday
    }

    /// Number of distinct positions in the canonical form, itself included.
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
