//! Greedy play and counting bounds, for boards too large for the search.
//!
//! The greedy play always moves from the cell farthest from a fixed centre, so
//! that the stones left stay together. The lower bound is that of colours, delta
//! and parts.

use std::collections::BinaryHeap;

use super::bound;
use crate::solitaire::{Reduction, delta};
use crate::{Budget, Move, Player, Position, Stop};

/// A greedy play and a lower bound; if the budget is exhausted, the play so far.
pub(super) fn reduce(position: &Position, first: Player, budget: &Budget) -> Reduction {
    let counted = bounds(position, first, budget);
    let mut moves = Vec::new();
    let played = play(position, first, budget, &mut moves);
    let (lower, stop) = match (least(position, first, budget), played) {
        (Ok(lower), Ok(())) => (lower, Stop::Unsupported),
        (Ok(lower), Err(stop)) => (lower, stop),
        (Err(stop), _) => (counted.lower, stop),
    };
    Reduction {
        lower,
        upper: position.stones() - moves.len(),
        method: "greedy play (alternating rule)".to_owned(),
        play: Some(moves),
        stopped: Some(stop),
        ..counted
    }
}

/// The empty play and the bound of colours alone, for boards with too many edges.
pub(super) fn bounds(position: &Position, first: Player, budget: &Budget) -> Reduction {
    let [own, other] = [first, first.opponent()].map(|player| position.stones_of(player));
    Reduction {
        lower: position.stones() - bound::most_moves(own, other),
        upper: position.stones(),
        method: "counting (alternating rule)".to_owned(),
        play: Some(Vec::new()),
        first: Some(first),
        stopped: Some(budget.check().err().unwrap_or(Stop::Unsupported)),
    }
}

/// The bound of [`bound`] for boards of any size.
fn least(position: &Position, first: Player, budget: &Budget) -> Result<usize, Stop> {
    let cells = position.cells();
    let (mut removable, mut count) = (0, [0; 2]);
    for (part, delta) in position.parts_within(budget)?.iter().zip(delta::deltas_within(position, budget)?) {
        if part.iter().any(|&v| cells[v] != cells[part[0]]) {
            removable += part.len() - delta::bound(delta);
            part.iter().for_each(|&v| count[cells[v].expect("parts hold stones") as usize] += 1);
        }
    }
    let (own, other) = (count[first as usize], count[first.opponent() as usize]);
    Ok(position.stones() - removable.min(bound::most_moves(own, other)))
}

/// Candidate moves by colour, those from the farthest cells first; some are no
/// longer legal when they are popped.
#[derive(Default)]
struct MoveQueue {
    heaps: [BinaryHeap<(usize, Move)>; 2],
}

impl MoveQueue {
    fn push(&mut self, now: &Position, distance: &[usize], mv: Move) {
        if let Ok(player) = now.mover(mv) {
            self.heaps[player as usize].push((distance[mv.from], mv));
        }
    }

    fn bytes(&self) -> usize {
        let entries: usize = self.heaps.iter().map(BinaryHeap::capacity).sum();
        entries * size_of::<(usize, Move)>()
    }
}

/// Appends the greedy play to `moves`, which is a legal play at any time.
fn play(position: &Position, first: Player, budget: &Budget, moves: &mut Vec<Move>) -> Result<(), Stop> {
    let mut now = position.clone();
    let distance = distances(position, budget)?;
    let (mut queue, mut ticker) = (MoveQueue::default(), budget.ticker());
    for from in 0..now.cells().len() {
        let mut looked_at = 0;
        now.board().for_each_neighbour(from, |to| {
            looked_at += 1;
            queue.push(&now, &distance, Move { from, to });
        });
        ticker.step(looked_at)?;
        budget.fits(2 * queue.bytes())?;
    }
    let mut turn = first;
    while let Some((_, mv)) = queue.heaps[turn as usize].pop() {
        ticker.step(1)?;
        if now.mover(mv) != Ok(turn) {
            continue;
        }
        now.play(mv).expect("just checked");
        moves.push(mv);
        turn = turn.opponent();
        let mut looked_at = 0;
        now.board().for_each_neighbour(mv.to, |u| {
            looked_at += 2;
            queue.push(&now, &distance, Move { from: mv.to, to: u });
            queue.push(&now, &distance, Move { from: u, to: mv.to });
        });
        ticker.step(looked_at)?;
        budget.fits(2 * queue.bytes())?;
    }
    Ok(())
}

/// The distance of each cell from the middle stone of its part.
fn distances(position: &Position, budget: &Budget) -> Result<Vec<usize>, Stop> {
    let cells = position.cells();
    let parts = position.parts_within(budget)?;
    let mut ticker = budget.ticker();
    let mut distance = vec![usize::MAX; cells.len()];
    for part in parts {
        let mut reached = vec![part[part.len() / 2]];
        distance[reached[0]] = 0;
        let mut next = 0;
        while let Some(&v) = reached.get(next) {
            next += 1;
            let mut looked_at = 0;
            position.board().for_each_neighbour(v, |u| {
                looked_at += 1;
                if cells[u].is_some() && distance[u] == usize::MAX {
                    distance[u] = distance[v] + 1;
                    reached.push(u);
                }
            });
            ticker.step(looked_at)?;
        }
    }
    Ok(distance)
}
