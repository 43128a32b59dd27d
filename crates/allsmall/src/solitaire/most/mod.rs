//! The shortest game (Gottfried's question in Demaine et al., section 5): the
//! most stones that can be left when no move is possible.
//!
//! The parts of a position do not mind each other under the free rule, so the
//! fewest moves add up over connected groups. One group is settled by
//! [`search`]; a group of more than 64 stones gets a quick play and a bound.
//!
//! The bound: call an edge mixed if its stones differ. At the end no edge is
//! mixed, and a move `u -> v` touches only edges at `u` and `v`. So the moves
//! touch a vertex cover of the mixed edges, two vertices each, and there are at
//! least half as many moves as edges in any matching of mixed edges.

mod search;
#[cfg(test)]
mod tests;

use super::Reduction;
use super::packed::Packed;
use crate::{Budget, Move, Position, Stop};

/// The most stones that can be left when stuck.
#[must_use]
pub fn reduce(position: &Position, play: bool, budget: &Budget) -> Reduction {
    let mut total = Reduction::exact(0, "search for the shortest game", Some(Vec::new()));
    for part in position.parts() {
        let found = of_part(position, &part, budget);
        total.lower += part.len() - found.play.len();
        total.upper += part.len() - found.least;
        total.stopped = total.stopped.or(found.stopped);
        total.play.as_mut().expect("put there above").extend(found.play);
    }
    if !play {
        total.play = None;
    }
    total
}

/// A play that ends stuck, and a lower bound for the moves of all such plays.
struct Short {
    play: Vec<Move>,
    least: usize,
    stopped: Option<Stop>,
}

fn of_part(position: &Position, part: &[usize], budget: &Budget) -> Short {
    let mut cells = vec![None; position.cells().len()];
    part.iter().for_each(|&v| cells[v] = position.cells()[v]);
    let part_alone = Position::new(position.shared_board(), cells);
    let quick = quick(&part_alone, part);
    if quick.play.len() == quick.least {
        return Short { stopped: None, ..quick };
    }
    let Some((packed, stones)) = Packed::new(&part_alone) else { return quick };
    match search::shortest(&packed, stones, budget) {
        Ok(play) => {
            let play: Vec<Move> = play.into_iter().map(|mv| packed.unpacked(mv)).collect();
            Short { least: play.len(), play, stopped: None }
        }
        Err(stop) => Short { stopped: Some(stop), ..quick },
    }
}

/// The first mixed edges found are removed, so any board is quick.
fn quick(start: &Position, part: &[usize]) -> Short {
    let mut now = start.clone();
    let mut play = Vec::new();
    let mut matched = vec![false; start.cells().len()];
    let mut matching = 0;
    for &v in part {
        start.board().for_each_neighbour(v, |u| {
            let mixed = start.cells()[u].is_some() && start.cells()[u] != start.cells()[v];
            if mixed && !matched[u] && !matched[v] {
                matched[u] = true;
                matched[v] = true;
                matching += 1;
            }
        });
    }
    let mut waiting: Vec<usize> = part.to_vec();
    while let Some(v) = waiting.pop() {
        while let Some(mv) = better_way(&now, v) {
            now.play(mv).expect("a legal move");
            play.push(mv);
            waiting.push(mv.to);
            now.board().for_each_neighbour(mv.to, |u| waiting.push(u));
        }
    }
    Short { play, least: usize::div_ceil(matching, 2), stopped: Some(Stop::Size) }
}

/// Of the moves along a mixed edge at `v`, one that leaves few mixed edges.
fn better_way(now: &Position, v: usize) -> Option<Move> {
    let mut rival = None;
    now.cells()[v]?;
    now.board().for_each_neighbour(v, |u| {
        if now.cells()[u].is_some() && now.cells()[u] != now.cells()[v] {
            rival = Some(u);
        }
    });
    let rival = rival?;
    let rivals_of = |v: usize| {
        let mut balance = 0i64;
        now.board().for_each_neighbour(v, |u| {
            if now.cells()[u].is_some() {
                balance += if now.cells()[u] == now.cells()[v] { 1 } else { -1 };
            }
        });
        balance
    };
    // Entering a vertex flips its edges: better where most of them are mixed.
    let (from, to) = if rivals_of(v) < rivals_of(rival) { (rival, v) } else { (v, rival) };
    Some(Move { from, to })
}
