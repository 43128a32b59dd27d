//! Moves in games as users write them.

use crate::cgt::Values;
use crate::notation;
use crate::value::{ComponentKind, ComponentMove, Game};

/// The name of a move; in a sum with the number of its component in front. A
/// move in a value is named by what it leaves there.
pub(super) fn step_name(game: &Game, values: &Values, component: usize, step: ComponentMove) -> String {
    let component = &game.components[component];
    let name = match (&component.what, step) {
        (ComponentKind::Board(position), ComponentMove::Stone(mv)) => notation::move_name(position.board(), mv),
        (_, ComponentMove::Stone(mv)) => format!("{}-{}", mv.from, mv.to),
        (_, ComponentMove::Option(value)) => values.name(value).unwrap_or_else(|| format!("option {}", value.id())),
    };
    if game.single { name } else { format!("{}:{name}", component.number) }
}
