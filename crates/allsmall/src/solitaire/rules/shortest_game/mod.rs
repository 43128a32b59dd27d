//! The shortest game (Gottfried's question in Demaine et al., section 5): the
//! most stones that can be left when no move is possible.
//!
//! Connected groups are independent under the free rule, so the fewest moves add
//! up over them. A group of up to 64 stones is solved by `search`; a larger one
//! gets a greedy play and a bound.
//!
//! The bound: call an edge mixed if its stones differ. At the end no edge is
//! mixed, and a move `u -> v` touches only edges at `u` and `v`. So the moves
//! touch a vertex cover of the mixed edges, two vertices each, and there are at
//! least half as many moves as edges in any matching of mixed edges.

mod search;
#[cfg(test)]
mod tests;

use crate::solitaire::Reduction;
use crate::solitaire::bitset_position::StoneGraph;
use crate::solitaire::sparse::is_sparse;
use crate::{Budget, Move, Position, Stop, Ticker};

/// The most stones that can be left when stuck.
#[must_use]
pub fn reduce(position: &Position, play: bool, budget: &Budget) -> Reduction {
    let mut total = Reduction::exact(0, "search for the shortest game", None);
    // The trivial bounds: some play ends stuck, and leaves at least one stone.
    let unknown = |stop: Stop| Reduction {
        lower: position.stones().min(1),
        upper: position.stones(),
        stopped: Some(stop),
        ..Reduction::exact(0, "search for the shortest game", None)
    };
    if !is_sparse(position, budget) {
        return unknown(budget.check().err().unwrap_or(Stop::Unsupported));
    }
    let parts = match position.parts_within(budget) {
        Ok(parts) => parts,
        Err(stop) => return unknown(stop),
    };
    let mut quick =
        GreedyPlay { now: position.clone(), matched: vec![false; position.cells().len()], ticker: budget.ticker() };
    let mut moves = Vec::new();
    for part in parts {
        let found = match of_part(position, &part, &mut quick, budget) {
            Ok(found) => found,
            Err(stop) => return unknown(stop),
        };
        total.lower += part.len() - found.play.len();
        total.upper += part.len() - found.least;
        total.stopped = total.stopped.or(found.stopped);
        moves.extend(found.play);
    }
    total.play = play.then_some(moves);
    total
}

/// A play that ends stuck, and a lower bound for the moves of all such plays.
struct ShortPlay {
    play: Vec<Move>,
    least: usize,
    stopped: Option<Stop>,
}

fn of_part(
    position: &Position,
    part: &[usize],
    quick: &mut GreedyPlay<'_>,
    budget: &Budget,
) -> Result<ShortPlay, Stop> {
    let least = quick.half_matching(part);
    let play = quick.play(part)?;
    if play.len() == least {
        return Ok(ShortPlay { play, least, stopped: None });
    }
    let Some((graph, stones)) = StoneGraph::of(position, part) else {
        return Ok(ShortPlay { play, least, stopped: Some(Stop::Unsupported) });
    };
    let found = search::shortest(&graph, stones, budget);
    Ok(ShortPlay { play: found.play.into_iter().map(|mv| graph.on_board(mv)).collect(), ..found })
}

/// A greedy play and a matching bound, one part at a time.
struct GreedyPlay<'a> {
    now: Position,
    matched: Vec<bool>,
    ticker: Ticker<'a>,
}

impl GreedyPlay<'_> {
    /// Half the size of some matching of mixed edges, rounded up.
    fn half_matching(&mut self, part: &[usize]) -> usize {
        let cells = self.now.cells();
        let mut matching: usize = 0;
        for &v in part {
            self.now.board().for_each_neighbour(v, |u| {
                if cells[u].is_some() && cells[u] != cells[v] && !self.matched[u] && !self.matched[v] {
                    self.matched[u] = true;
                    self.matched[v] = true;
                    matching += 1;
                }
            });
        }
        matching.div_ceil(2)
    }

    /// Plays along mixed edges until none is left.
    fn play(&mut self, part: &[usize]) -> Result<Vec<Move>, Stop> {
        let mut play = Vec::new();
        let mut waiting: Vec<usize> = part.to_vec();
        while let Some(v) = waiting.pop() {
            while let Some(mv) = better_way(&self.now, v) {
                self.now.play(mv).expect("a legal move");
                play.push(mv);
                waiting.push(mv.to);
                let before = waiting.len();
                self.now.board().for_each_neighbour(mv.to, |u| waiting.push(u));
                self.ticker.step(1 + waiting.len() - before)?;
            }
        }
        Ok(play)
    }
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
