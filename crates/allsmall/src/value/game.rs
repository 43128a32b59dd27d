//! Sums of boards and values as written by users: components, their numbers, and the
//! kinds of moves in them.
//!
//! ```text
//! 2*xo + xxo - {^|v}       xo, twice     number 1 (and 2)
//!                          xxo           number 3
//!                          -{^|v}        number 4
//! ```

use crate::cgt::{Value, Values};
use crate::notation::{Expr, Named, Summand};
use crate::packed::BoardRules;
use crate::{Budget, Move, Player, Position, Stop};

use super::PartValues;

/// A sum of boards and values.
///
/// ```
/// use allsmall::Game;
/// let game = Game::new(&"2*xo + xxo - {^|v}".parse()?);
/// assert_eq!(game.components.iter().map(|part| part.number).collect::<Vec<_>>(), [1, 3, 4]);
/// assert!(!game.single);
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// The components in the order they were written.
    pub components: Vec<Component>,
    /// Whether it is a single board, so that moves need no number.
    pub single: bool,
}

/// Copies of a board or of a value.
///
/// ```
/// use allsmall::Game;
/// let game = Game::new(&"xo + 3*up".parse()?);
/// let ups = &game.components[1];
/// assert_eq!((ups.number, ups.times), (2, 3));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Component {
    /// The number of its first copy, counted from 1 over all copies of all
    /// components.
    pub number: u64,
    /// Number of copies.
    pub times: u64,
    /// The board or the value.
    pub what: ComponentKind,
}

/// A board or a value as a component.
///
/// ```
/// use allsmall::{Game, Named, ComponentKind};
/// let game = Game::new(&"xxo - up".parse()?);
/// assert!(matches!(&game.components[0].what, ComponentKind::Board(board) if board.stones() == 3));
/// assert!(matches!(&game.components[1].what, ComponentKind::Value { name: Named::Up, negated: true }));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub enum ComponentKind {
    /// A position.
    Board(Position),
    /// A value, or its negative.
    Value {
        /// The value.
        name: Named,
        /// Whether the component is its negative.
        negated: bool,
    },
}

/// A move in one component.
///
/// ```
/// use allsmall::{Budget, Player, Solver, ComponentMove};
/// let mut solver = Solver::for_sum(&"xo + up".parse()?, &Budget::new())?;
/// let moves = solver.moves(Player::Left)?;
/// assert!(matches!(moves[0].mv, ComponentMove::Stone(_)) && matches!(moves[1].mv, ComponentMove::Option(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComponentMove {
    /// A stone moves on the component's board.
    Stone(Move),
    /// The component's value is replaced by this option.
    Option(Value),
}

impl Game {
    /// Creates the game of an expression.
    #[must_use]
    pub fn new(expr: &Expr) -> Game {
        let mut number = 1u64;
        let components = expr.terms.iter().map(|term| {
            let negated = term.times < 0;
            let what = match &term.what {
                Summand::Board(position) if negated => ComponentKind::Board(position.negated()),
                Summand::Board(position) => ComponentKind::Board(position.clone()),
                Summand::Value(name) => ComponentKind::Value { name: name.clone(), negated },
            };
            let component = Component { number, times: term.times.unsigned_abs(), what };
            number = number.saturating_add(component.times);
            component
        });
        Game { components: components.collect(), single: expr.as_board().is_some() }
    }

    /// The boards among its components.
    #[must_use]
    pub fn boards(&self) -> Vec<Position> {
        let board = |component: &Component| match &component.what {
            ComponentKind::Board(position) => Some(position.clone()),
            ComponentKind::Value { .. } => None,
        };
        self.components.iter().filter_map(board).collect()
    }
}

/// The value with this name, or its negative.
pub(crate) fn named(values: &mut Values, name: &Named, negated: bool, budget: &Budget) -> Result<Value, Stop> {
    let value = match name {
        Named::Nimber(size) => values.star(*size)?,
        Named::Up => values.ups(1, false)?,
        Named::Literal(literal) => values.literal(literal)?,
        Named::OfBoards(value) => {
            let (rules, sums) = BoardRules::within(value.boards(), budget)?;
            let mut parts = PartValues::new(rules, budget.memory() / 4);
            let holes = sums.iter().map(|sum| parts.sum(values, sum)).collect::<Result<Vec<_>, _>>()?;
            values.literal_with(value.literal(), &holes)?
        }
    };
    Ok(if negated { values.neg(value) } else { value })
}

/// A player's canonical options of a value.
pub(crate) fn options(values: &Values, value: Value, player: Player) -> &[Value] {
    match player {
        Player::Left => values.left_options(value),
        Player::Right => values.right_options(value),
    }
}
