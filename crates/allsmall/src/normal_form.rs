//! Normal form of positions: up to splitting into components, symmetry and
//! negation.
//!
//! A search of a large board meets the same game many times. The normal
//! form of a position with Left to move is the sum of its connected groups of
//! stones, each on the smallest board that holds it:
//!
//! ```text
//! a group of one colour            left out: it has no moves
//! a group that is a path           a strip, read from the end that comes first
//! a group on a grid                its bounding box, the first of its 8 images
//! a whole cycle                    turned and mirrored, the first of them
//! any other group                  on its own board as it stands
//! a group and its negative         left out together: G - G = 0
//! ```
//!
//! Right to move in G is Left to move in -G, so positions are negated after
//! every move, and Left is always to move. The form is written as an expression
//! that `allsmall solve --first left` reads.

use std::collections::HashSet;

use crate::{Board, Player, Position, move_name};

/// The normal form of a position, as an expression; `0` if nobody can move.
pub fn normal_form(position: &Position) -> String {
    let mut sum: Vec<String> = Vec::new();
    for part in position.parts() {
        let has = |player| part.iter().any(|&v| position.cells()[v] == Some(player));
        if !(has(Player::Left) && has(Player::Right)) {
            continue;
        }
        let negative = group(position, &part, true);
        match sum.iter().position(|other| *other == negative) {
            Some(i) => drop(sum.swap_remove(i)),
            None => sum.push(group(position, &part, false)),
        }
    }
    sum.sort_unstable();
    if sum.is_empty() { "0".to_owned() } else { sum.join(" + ") }
}

/// One group of stones, or its negative.
fn group(position: &Position, part: &[usize], negated: bool) -> String {
    let stone = |v: usize| {
        let player = position.cells()[v].expect("a part has stones");
        if negated { player.opponent().stone() } else { player.stone() }
    };
    let among: HashSet<usize> = part.iter().copied().collect();
    let near = |v: usize| -> Vec<usize> {
        let mut near = Vec::new();
        position.board().for_each_neighbour(v, |u| near.extend(among.contains(&u).then_some(u)));
        near
    };
    if let Some(path) = path(part, &near) {
        let word: String = path.iter().map(|&v| stone(v)).collect();
        let back: String = word.chars().rev().collect();
        return word.min(back);
    }
    match *position.board() {
        Board::Grid { cols, .. } => {
            let cells: Vec<_> = part.iter().map(|&v| (v / cols, v % cols, stone(v))).collect();
            grid_images(&cells).into_iter().min().expect("there are eight")
        }
        Board::Cycle { .. } => {
            let word: Vec<char> = (0..part.len()).map(stone).collect();
            let turned = |by: usize| word[by..].iter().chain(&word[..by]).copied();
            let images = (0..word.len()).flat_map(|by| {
                [turned(by).collect::<String>(), turned(by).collect::<Vec<_>>().into_iter().rev().collect()]
            });
            format!("cycle:{}", images.min().expect("a cycle has cells"))
        }
        _ => {
            let cells = (0..position.cells().len()).map(|v| among.contains(&v).then(|| position.cells()[v]).flatten());
            let only = Position::new(position.shared_board(), cells.collect());
            if negated { only.negated().to_string() } else { only.to_string() }
        }
    }
}

/// The vertices of a part in order, if each is next to its neighbours only.
fn path(part: &[usize], near: &dyn Fn(usize) -> Vec<usize>) -> Option<Vec<usize>> {
    let degrees: Vec<usize> = part.iter().map(|&v| near(v).len()).collect();
    let ends = degrees.iter().filter(|&&degree| degree == 1).count();
    if ends != 2 || degrees.iter().any(|&degree| degree > 2) {
        return None;
    }
    let start = part[degrees.iter().position(|&degree| degree == 1)?];
    let (mut path, mut before) = (vec![start], start);
    while let Some(&next) = near(path[path.len() - 1]).iter().find(|&&v| v != before) {
        before = path[path.len() - 1];
        path.push(next);
    }
    Some(path)
}

/// A group on its bounding box, turned and mirrored in all eight ways.
fn grid_images(cells: &[(usize, usize, char)]) -> Vec<String> {
    let box_of = |cells: &[(usize, usize, char)]| {
        let (top, left) = (cells.iter().map(|c| c.0).min(), cells.iter().map(|c| c.1).min());
        let (bottom, right) = (cells.iter().map(|c| c.0).max(), cells.iter().map(|c| c.1).max());
        [top, left, bottom, right].map(|end| end.expect("a group has stones"))
    };
    let mut images = Vec::with_capacity(8);
    for turn in 0..8u8 {
        let [top, left, bottom, right] = box_of(cells);
        let turned: Vec<_> = cells
            .iter()
            .map(|&(r, c, stone)| {
                let r = if turn & 1 == 0 { r - top } else { bottom - r };
                let c = if turn & 2 == 0 { c - left } else { right - c };
                if turn & 4 == 0 { (r, c, stone) } else { (c, r, stone) }
            })
            .collect();
        let [_, _, bottom, right] = box_of(&turned);
        let mut rows = vec![vec!['.'; right + 1]; bottom + 1];
        turned.iter().for_each(|&(r, c, stone)| rows[r][c] = stone);
        images.push(rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/"));
    }
    images
}

/// Lists the positions after Left's moves, negated so that Left is to move again:
/// the move, the normal form and the board. Of moves to equal forms the first is
/// listed.
pub fn children(position: &Position) -> Vec<(String, String, Position)> {
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for mv in position.moves(Player::Left) {
        let next = position.after(Player::Left, mv).expect("a listed move is legal").negated();
        let key = normal_form(&next);
        if seen.insert(key.clone()) {
            found.push((move_name(position.board(), mv), key, next));
        }
    }
    found
}
