//! Game trees: the positions reachable from a board, and the options of a value.

use std::collections::{HashMap, HashSet};

use super::TooLarge;
use super::board::thumbnail;
use super::diagram::Diagram;
use super::scene::{DrawOptions, Scene};
use crate::cgt::{Value, Values};
use crate::symmetry::Symmetries;
use crate::{Player, Position};

/// Maximum number of boxes of a diagram.
pub const MAX_BOXES: usize = 400;

/// The label under a position of a game tree.
pub struct Note {
    /// The value, or the outcome.
    pub text: String,
    /// The id of the value, by which dominated options are left out; `None` if
    /// the label is not a value.
    pub value: Option<Value>,
}

/// The game tree of a position: one layer per move, to the given depth, each
/// position drawn once up to symmetry. `note` gives the label of a position;
/// `keep` selects the values of a player's moves that are drawn.
///
/// # Errors
/// [`TooLarge`] if there are too many positions.
pub fn game_tree(
    position: &Position,
    depth: usize,
    options: DrawOptions,
    mut note: impl FnMut(&Position) -> Note,
    mut keep: impl FnMut(&[Value], Player) -> Vec<bool>,
) -> Result<Scene, TooLarge> {
    let cell = if position.cells().len() <= 16 { 18.0 } else { 12.0 };
    let symmetries = Symmetries::of(position.board());
    let mut diagram = Diagram::default();
    let first = thumbnail(position, cell, options.bw)?;
    let root = diagram.add_board(first, note(position).text, 0);
    let mut layer = vec![(position.clone(), root)];
    for number in 1..=depth {
        let mut known: HashMap<Position, usize> = HashMap::new();
        let mut next = Vec::new();
        for (from, number_from) in &layer {
            let mut joined = HashSet::new();
            for player in Player::BOTH {
                let moves = from.moves(player).into_iter();
                let after: Vec<Position> = moves
                    .map(|mv| symmetries.least(&from.after(player, mv).expect("a listed move is legal")))
                    .collect();
                let notes: Vec<Note> = after.iter().map(&mut note).collect();
                let values: Option<Vec<Value>> = notes.iter().map(|note| note.value).collect();
                let kept = values.map_or_else(|| vec![true; after.len()], |values| keep(&values, player));
                for ((to, note), _) in after.into_iter().zip(notes).zip(kept).filter(|(_, kept)| *kept) {
                    let number_to = match known.get(&to) {
                        Some(&known) => known,
                        None => {
                            let new = diagram.add_board(thumbnail(&to, cell, options.bw)?, note.text, number);
                            within(&diagram)?;
                            known.insert(to.clone(), new);
                            next.push((to, new));
                            new
                        }
                    };
                    if joined.insert((number_to, player)) {
                        diagram.join(*number_from, number_to, player);
                    }
                }
            }
        }
        layer = next;
    }
    diagram.place_layers();
    let title = format!("Game tree of {position}; Left's moves are solid lines, Right's dashed");
    Ok(diagram.scene(&title, options.bw))
}

/// The canonical options of a value, and theirs. Values with plain names,
/// such as 0, ^2* or *3, are not opened further.
///
/// # Errors
/// [`TooLarge`] if there are too many options.
pub fn option_tree(values: &Values, value: Value, depth: usize, options: DrawOptions) -> Result<Scene, TooLarge> {
    let mut diagram = Diagram::default();
    let name = |v: Value| short_name(values, v, 40);
    let mut open = vec![(value, diagram.add(name(value), 0), 0)];
    while let Some((v, from, layer)) = open.pop() {
        let plain = layer > 0 && values.name(v).is_some_and(|name| !name.contains(['{', '±', '(']));
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
    let title = format!("Canonical options of {}; Left's are solid lines, Right's dashed", name(value));
    Ok(diagram.scene(&title, options.bw))
}

/// The name, or its size if it is very long.
#[must_use]
pub fn short_name(values: &Values, v: Value, most: usize) -> String {
    match values.name(v) {
        Some(name) if name.chars().count() <= most => name,
        _ => format!("size {}, birthday {}", values.size(v), values.birthday(v)),
    }
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

    fn bare(position: &Position) -> Note {
        Note { text: position.to_string(), value: None }
    }

    #[test]
    fn positions_that_symmetry_makes_equal_are_drawn_once() {
        // xox: two moves of Left meet in the middle up to reflection, two of
        // Right mirror each other too.
        let all = |_: &[Value], _| vec![];
        let picture = game_tree(&read_board("xox").unwrap(), 9, DrawOptions::default(), bare, all).unwrap().svg();
        assert_eq!(picture.matches("class=\"frame\"").count(), 3);
        assert_eq!(picture.matches("class=\"left\"").count(), 1);
        assert_eq!(picture.matches("class=\"right\"").count(), 1);
        assert!(!picture.contains("NaN") && !picture.contains("inf"));
    }

    #[test]
    fn the_depth_is_kept_and_too_many_positions_are_refused() {
        let board = read_board("checker:4x4").unwrap();
        let all = |values: &[Value], _| vec![true; values.len()];
        let picture = game_tree(&board, 1, DrawOptions::default(), bare, all).unwrap().svg();
        // 48 moves, up to the eight symmetries of the square.
        let boxes = picture.matches("class=\"frame\"").count();
        assert!((7..=13).contains(&boxes), "{boxes}");
        let error = game_tree(&board, 9, DrawOptions::default(), bare, all).unwrap_err();
        assert!(error.to_string().contains("at most 400"), "{error}");
    }

    #[test]
    fn plain_options_are_leaves() {
        let mut values = Values::new();
        let (up, star) = (values.ups(1, false).unwrap(), values.star(1).unwrap());
        let game = values.from_options(&[up, star], &[values.zero()]).unwrap();
        let picture = option_tree(&values, game, 9, DrawOptions::default()).unwrap().svg();
        let options = values.left_options(game).len() + values.right_options(game).len();
        assert_eq!(picture.matches("<rect").count(), 1 + options);
        let picture = option_tree(&values, up, 9, DrawOptions::default()).unwrap().svg();
        assert!(picture.contains(">^</text>") && picture.contains(">0</text>") && picture.contains(">*</text>"));
    }
}
