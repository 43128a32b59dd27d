//! Pictures of how a game can go: the positions reachable from a board, and
//! the options of a value.

use std::collections::HashMap;

use super::TooLarge;
use super::diagram::Diagram;
use crate::cgt::{Value, Values};
use crate::{Player, Position};

/// No diagram has more boxes than this.
pub const MAX_BOXES: usize = 400;

/// The game tree of a position as an SVG document, equal positions drawn once:
/// one layer a move, to the given depth. `note` says something about a
/// position, such as who wins it.
///
/// # Errors
/// When there are too many positions to be seen.
pub fn game_tree(
    position: &Position,
    depth: usize,
    mut note: impl FnMut(&Position) -> Option<String>,
) -> Result<String, TooLarge> {
    let mut diagram = Diagram::default();
    let mut label = |p: &Position| match note(p) {
        Some(note) => format!("{p}  {note}"),
        None => p.to_string(),
    };
    let mut layer = vec![(position.clone(), diagram.add(label(position), 0))];
    for number in 1..=depth {
        let mut known: HashMap<Position, usize> = HashMap::new();
        let mut next = Vec::new();
        for (from, number_from) in &layer {
            for player in Player::BOTH {
                for mv in from.moves(player) {
                    let to = from.after(player, mv).expect("a listed move is legal");
                    let number_to = match known.get(&to) {
                        Some(&known) => known,
                        None => {
                            let new = diagram.add(label(&to), number);
                            within(&diagram)?;
                            known.insert(to.clone(), new);
                            next.push((to, new));
                            new
                        }
                    };
                    diagram.join(*number_from, number_to, player);
                }
            }
        }
        layer = next;
    }
    diagram.place_layers();
    Ok(diagram.svg(&format!("Game tree of {position}; Left's moves are solid lines, Right's dashed")))
}

/// The canonical options of a value, and theirs, as an SVG document. Values
/// with plain names, such as 0, ^2* or *3, are not opened further.
///
/// # Errors
/// When there are too many options to be seen.
pub fn option_tree(values: &Values, value: Value, depth: usize) -> Result<String, TooLarge> {
    let mut diagram = Diagram::default();
    let name = |v: Value| match values.name(v) {
        Some(name) if name.len() <= 40 => name,
        Some(name) => format!("{}...", &name[..37]),
        None => "...".to_owned(),
    };
    let mut open = vec![(value, diagram.add(name(value), 0), 0)];
    while let Some((v, from, layer)) = open.pop() {
        let plain = layer > 0 && values.name(v).is_some_and(|name| !name.starts_with('{'));
        if plain || layer == depth {
            continue;
        }
        for (player, options) in [(Player::Left, values.left_options(v)), (Player::Right, values.right_options(v))] {
            for &option in options {
                let to = diagram.add(name(option), layer + 1);
                within(&diagram)?;
                diagram.join(from, to, player);
                open.push((option, to, layer + 1));
            }
        }
    }
    diagram.place_tree();
    Ok(diagram.svg(&format!("Canonical options of {}; Left's are solid lines, Right's dashed", name(value))))
}

fn within(diagram: &Diagram) -> Result<(), TooLarge> {
    match diagram.len() {
        count if count > MAX_BOXES => Err(TooLarge { what: "positions or more", count, limit: MAX_BOXES }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;

    #[test]
    fn equal_positions_are_drawn_once() {
        // xox: two moves of Left meet in the middle, two of Right go apart.
        let picture = game_tree(&read_board("xox").unwrap(), 9, |_| None).unwrap();
        for (label, boxes) in [("xox", 1), (".xx", 1), ("xx.", 1), ("o.x", 1), ("x.o", 1)] {
            assert_eq!(picture.matches(&format!(">{label}</text>")).count(), boxes, "{label}");
        }
        assert_eq!(picture.matches("class=\"left\"").count(), 2);
        assert_eq!(picture.matches("class=\"right\"").count(), 2);
        assert!(!picture.contains("NaN") && !picture.contains("inf"));
    }

    #[test]
    fn the_depth_is_kept_and_too_many_positions_are_refused() {
        let board = read_board("checker:4x4").unwrap();
        let picture = game_tree(&board, 1, |p| Some(p.stones().to_string())).unwrap();
        assert_eq!(picture.matches("<rect").count(), 1 + 48);
        assert!(picture.contains("  15</text>"));
        let error = game_tree(&board, 9, |_| None).unwrap_err();
        assert!(error.to_string().contains("at most 400"), "{error}");
    }

    #[test]
    fn plain_options_are_leaves() {
        let mut values = Values::new();
        let (up, star) = (values.ups(1, false).unwrap(), values.star(1).unwrap());
        let game = values.make(&[up, star], &[values.zero()]).unwrap();
        let picture = option_tree(&values, game, 9).unwrap();
        let options = values.left_options(game).len() + values.right_options(game).len();
        assert_eq!(picture.matches("<rect").count(), 1 + options);
        let picture = option_tree(&values, up, 9).unwrap();
        assert!(picture.contains(">^</text>") && picture.contains(">0</text>") && picture.contains(">*</text>"));
    }
}
