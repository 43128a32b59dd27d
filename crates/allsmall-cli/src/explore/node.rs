//! A position of the explorer, with everything that is shown about it.

use std::time::Duration;

use allsmall::cgt::{Value, Weight};
use allsmall::notation::{Expr, move_name};
use allsmall::value::{ComponentMove, Game, MoveValue, Valuer};
use allsmall::{Budget, Move, Outcome, Player, Position, Stop, outcome};

/// A position and its options.
pub(super) struct Node {
    pub(super) position: Position,
    /// The move that led here.
    pub(super) came_by: Option<(Player, String)>,
    pub(super) outcome: Option<Outcome>,
    /// The name of the value, or why there is none.
    pub(super) value: Result<String, Stop>,
    /// Weight, birthday and size, if there is a value.
    pub(super) facts: String,
    /// Options of Left and of Right.
    pub(super) options: [Vec<OptionLine>; 2],
}

/// An option of a player.
pub(super) struct OptionLine {
    pub(super) mv: Move,
    pub(super) name: String,
    pub(super) value: Option<String>,
    pub(super) outcome: Option<Outcome>,
    pub(super) mark: Mark,
}

/// What is said about an option.
pub(super) enum Mark {
    /// A sensible option.
    None,
    /// Another option is at least as good.
    Dominated { by: String },
    /// The opponent's reply to this value reverses it.
    Reversible { reply: String },
}

/// Maximum length of a value's name in a list.
const MAX_NAME: usize = 200;

impl Node {
    /// Values a position and its options within a time limit.
    pub(super) fn new(position: Position, came_by: Option<(Player, String)>, valuer: &mut TimedValuer) -> Node {
        match Node::valued(position.clone(), valuer) {
            Ok(node) => Node { came_by, ..node },
            Err(stop) => Node::unvalued(position, came_by, stop, &valuer.limits()),
        }
    }

    fn valued(position: Position, timed: &mut TimedValuer) -> Result<Node, Stop> {
        let valuer = timed.start();
        let game = Game::new(&Expr::board(position.clone()));
        let total = valuer.game(&game)?;
        let moves = valuer.moves(&game, total)?;
        let mut lists = [Vec::new(), Vec::new()];
        for (player, list) in Player::BOTH.into_iter().zip(&mut lists) {
            let options = &moves[usize::from(player == Player::Right)];
            for option in options {
                let ComponentMove::Stone(mv) = option.step else { continue };
                let mark = mark(valuer, &position, total, player, option, options)?;
                let value = Some(name(valuer, option.value));
                let outcome = Some(valuer.values().outcome(option.value));
                list.push(OptionLine { mv, name: move_name(position.board(), mv), value, outcome, mark });
            }
        }
        let values = valuer.values();
        let weight = match values.atomic_weight(total) {
            Weight::None => "none".to_owned(),
            Weight::Integer(n) => n.to_string(),
            Weight::Game(game) => name(valuer, game),
        };
        let (birthday, size) = (values.birthday(total), values.size(total));
        let facts = format!("atomic weight {weight}, birthday {birthday}, size {size}");
        let (outcome, value) = (Some(values.outcome(total)), Ok(name(valuer, total)));
        Ok(Node { position, came_by: None, outcome, value, facts, options: lists })
    }

    /// A position that is too large to be valued: outcomes alone, as far as they are
    /// found in the time.
    fn unvalued(position: Position, came_by: Option<(Player, String)>, stop: Stop, limits: &Budget) -> Node {
        let own = outcome(&position, limits).ok();
        let options = Player::BOTH.map(|player| {
            let option = |mv: Move| {
                let after = position.after(player, mv).expect("a listed move is legal");
                let outcome = outcome(&after, limits).ok();
                OptionLine { mv, name: move_name(position.board(), mv), value: None, outcome, mark: Mark::None }
            };
            position.moves(player).into_iter().map(option).collect()
        });
        Node { position, came_by, outcome: own, value: Err(stop), facts: String::new(), options }
    }
}

/// The name of a value, or its figures if the name is long.
fn name(valuer: &Valuer, value: Value) -> String {
    let values = valuer.values();
    let short = values.name(value).filter(|name| name.chars().count() <= MAX_NAME);
    short.unwrap_or_else(|| format!("(size {}, birthday {})", values.size(value), values.birthday(value)))
}

/// Why an option is dominated or reversible.
fn mark(
    valuer: &mut Valuer,
    position: &Position,
    total: Value,
    player: Player,
    option: &MoveValue,
    options: &[MoveValue],
) -> Result<Mark, Stop> {
    if option.dominated {
        for other in options.iter().filter(|other| !other.dominated) {
            let (worse, better) = match player {
                Player::Left => (option.value, other.value),
                Player::Right => (other.value, option.value),
            };
            if valuer.values_mut().le(worse, better)?
                && let ComponentMove::Stone(mv) = other.step
            {
                let by = format!("{} (to {})", move_name(position.board(), mv), name(valuer, other.value));
                return Ok(Mark::Dominated { by });
            }
        }
    }
    if option.reversible
        && let Some(reply) = valuer.values_mut().reversing_reply(option.value, total, player)?
    {
        return Ok(Mark::Reversible { reply: name(valuer, reply) });
    }
    Ok(Mark::None)
}

/// A valuer whose time limit starts anew for each position.
pub(super) struct TimedValuer {
    valuer: Valuer,
    budget: Budget,
    pub(super) time: Duration,
}

impl TimedValuer {
    pub(super) fn new(budget: &Budget, time: Duration) -> TimedValuer {
        TimedValuer { valuer: Valuer::new(budget), budget: budget.clone(), time }
    }

    /// The limits of a position, from now.
    fn limits(&self) -> Budget {
        self.budget.clone().with_time(self.time)
    }

    /// The valuer, its time limit counted from now. One that is nearly full starts afresh.
    fn start(&mut self) -> &mut Valuer {
        let limits = self.limits();
        if self.valuer.values().bytes() > limits.memory() / 4 {
            self.valuer = Valuer::new(&limits);
        }
        self.valuer.set_budget(&limits);
        &mut self.valuer
    }
}
