//! A play without search, for boards that are too large for it: always the
//! move from the cell farthest from a fixed centre, so that the stones left
//! stay together; and the lower bound that colours, delta and parts give.

use std::collections::BinaryHeap;

use super::bound;
use crate::solitaire::{Reduction, delta};
use crate::{Move, Player, Position, Stop};

/// Some play, and a lower bound.
pub(super) fn reduce(position: &Position, first: Player) -> Reduction {
    let moves = play(position, first);
    Reduction {
        lower: least(position, first),
        upper: position.stones() - moves.len(),
        method: "greedy play (alternating rule)".to_owned(),
        play: Some(moves),
        first: Some(first),
        stopped: Some(Stop::Size),
    }
}

/// No play at all, for boards with too many edges; the bound minds colours
/// only.
pub(super) fn bounds(position: &Position, first: Player) -> Reduction {
    let [own, other] = [first, first.opponent()].map(|player| position.stones_of(player));
    Reduction {
        lower: position.stones() - bound::most_moves(own, other),
        upper: position.stones(),
        method: "counting (alternating rule)".to_owned(),
        play: Some(Vec::new()),
        first: Some(first),
        stopped: Some(Stop::Size),
    }
}

/// The bound of [`bound`] for boards of any size.
fn least(position: &Position, first: Player) -> usize {
    let cells = position.cells();
    let (mut removable, mut count) = (0, [0; 2]);
    for (part, delta) in position.parts().iter().zip(delta::deltas(position)) {
        if part.iter().any(|&v| cells[v] != cells[part[0]]) {
            removable += part.len() - delta::bound(delta);
            part.iter().for_each(|&v| count[cells[v].expect("parts hold stones") as usize] += 1);
        }
    }
    let (own, other) = (count[first as usize], count[first.opponent() as usize]);
    position.stones() - removable.min(bound::most_moves(own, other))
}

fn play(position: &Position, first: Player) -> Vec<Move> {
    let mut now = position.clone();
    let distance = distances(position);
    let mut waiting: [BinaryHeap<(usize, Move)>; 2] = Default::default();
    let push = |waiting: &mut [BinaryHeap<(usize, Move)>; 2], now: &Position, from: usize, to: usize| {
        if let Ok(player) = now.mover(Move { from, to }) {
            waiting[player as usize].push((distance[from], Move { from, to }));
        }
    };
    for from in 0..now.cells().len() {
        now.board().for_each_neighbour(from, |to| push(&mut waiting, &now, from, to));
    }
    let (mut turn, mut moves) = (first, Vec::new());
    while let Some((_, mv)) = waiting[turn as usize].pop() {
        if now.mover(mv) != Ok(turn) {
            continue;
        }
        now.play(mv).expect("just checked");
        moves.push(mv);
        turn = turn.opponent();
        now.board().for_each_neighbour(mv.to, |u| {
            push(&mut waiting, &now, mv.to, u);
            push(&mut waiting, &now, u, mv.to);
        });
    }
    moves
}

/// How far each cell is from the middle stone of its part.
fn distances(position: &Position) -> Vec<usize> {
    let cells = position.cells();
    let mut distance = vec![usize::MAX; cells.len()];
    for part in position.parts() {
        let mut reached = vec![part[part.len() / 2]];
        distance[reached[0]] = 0;
        let mut next = 0;
        while let Some(&v) = reached.get(next) {
            next += 1;
            position.board().for_each_neighbour(v, |u| {
                if cells[u].is_some() && distance[u] == usize::MAX {
                    distance[u] = distance[v] + 1;
                    reached.push(u);
                }
            });
        }
    }
    distance
}
