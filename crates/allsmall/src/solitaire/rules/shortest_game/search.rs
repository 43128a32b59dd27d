//! Iterative-deepening search with memory for the fewest moves that leave a
//! connected group stuck.
//!
//! `least(group, limit)` is the number of moves, if at most `limit`. What a move
//! leaves falls into groups whose moves add up. Lower bounds and exact numbers of
//! groups are memoised under full keys, so on a line, where few groups occur, the
//! search is polynomial.

use std::collections::HashMap;

use super::ShortPlay;
use crate::base::bits::bits;
use crate::base::hash::Mixed;
use crate::solitaire::bitset_position::{StoneGraph, StoneSet};
use crate::{Budget, Move, Player, Stop};

/// Bytes per memoised group, with the slack of the hash table.
const ENTRY: usize = 48;

/// A shortest play that leaves the group stuck; if the budget is exhausted, a
/// greedy one and the lower bound so far.
pub(super) fn shortest(graph: &StoneGraph, group: StoneSet, budget: &Budget) -> ShortPlay {
    let mut search = ShortestGameSearch { graph, budget, known: HashMap::default(), nodes: 0 };
    let greedy = greedy(graph, group);
    let mut play = Vec::with_capacity(greedy.len());
    let found = search.least(group, greedy.len()).and_then(|_| search.write(group, &mut play));
    match found {
        Ok(()) => ShortPlay { least: play.len(), play, stopped: None },
        Err(stop) => ShortPlay { least: search.bound(group), play: greedy, stopped: Some(stop) },
    }
}

/// The greedy play: always the move that leaves the smallest matching and the
/// fewest mixed edges.
fn greedy(graph: &StoneGraph, group: StoneSet) -> Vec<Move> {
    let mut now = group;
    let mut play = Vec::new();
    let mixed = |stones: StoneSet| -> u32 {
        bits(stones.of(Player::Left)).map(|v| (graph.around(v) & stones.white).count_ones()).sum()
    };
    loop {
        let moves = Player::BOTH.into_iter().flat_map(|player| graph.moves(now, player).map(move |mv| (player, mv)));
        let best = moves
            .map(|(player, mv)| (mv, now.after(player, mv)))
            .min_by_key(|&(mv, next)| (half_matching(graph, next), mixed(next), mv));
        let Some((mv, next)) = best else { return play };
        play.push(mv);
        now = next;
    }
}

/// The memoised number of moves of a group.
#[derive(Clone, Copy)]
enum MoveCount {
    AtLeast(usize),
    Exactly(usize),
}

struct ShortestGameSearch<'a> {
    graph: &'a StoneGraph,
    budget: &'a Budget,
    known: HashMap<StoneSet, MoveCount, Mixed>,
    nodes: u64,
}

impl ShortestGameSearch<'_> {
    /// The fewest moves in a connected group, if they are at most `limit`.
    fn least(&mut self, group: StoneSet, limit: usize) -> Result<Option<usize>, Stop> {
        if !group.mixed() {
            return Ok(Some(0));
        }
        let mut lower = match self.known(group) {
            MoveCount::Exactly(moves) => return Ok(Some(moves).filter(|&moves| moves <= limit)),
            MoveCount::AtLeast(moves) => moves,
        };
        self.count_node()?;
        let mut options = self.options(group);
        while lower <= limit {
            for option in &mut options {
                if option.1 < lower && self.within(&option.0, lower - 1)? {
                    self.known.insert(group, MoveCount::Exactly(lower));
                    return Ok(Some(lower));
                }
            }
            lower += 1;
            self.known.insert(group, MoveCount::AtLeast(lower));
        }
        Ok(None)
    }

    /// Returns whether `limit` moves in all can leave these groups stuck.
    fn within(&mut self, groups: &[StoneSet], limit: usize) -> Result<bool, Stop> {
        let mut sum: usize = groups.iter().map(|&group| self.bound(group)).sum();
        for &group in groups {
            if sum > limit {
                return Ok(false);
            }
            let own = self.bound(group);
            match self.least(group, limit - (sum - own))? {
                Some(moves) => sum += moves - own,
                None => return Ok(false),
            }
        }
        Ok(sum <= limit)
    }

    /// What each move leaves: mixed groups, and a lower bound of their moves.
    fn options(&mut self, group: StoneSet) -> Vec<(Vec<StoneSet>, usize)> {
        let mut options: Vec<(Vec<StoneSet>, usize)> = Vec::new();
        for player in Player::BOTH {
            for mv in self.graph.moves(group, player) {
                let groups = self.left_by(group, player, mv);
                let bound = groups.iter().map(|&group| half_matching(self.graph, group)).sum();
                options.push((groups, bound));
            }
        }
        options.sort_by_key(|(_, bound)| *bound);
        options
    }

    fn left_by(&self, group: StoneSet, player: Player, mv: Move) -> Vec<StoneSet> {
        let next = group.after(player, mv);
        self.graph.groups(next.stones).map(|set| next.within(set)).filter(|group| group.mixed()).collect()
    }

    fn known(&mut self, group: StoneSet) -> MoveCount {
        let graph = self.graph;
        *self.known.entry(group).or_insert_with(|| MoveCount::AtLeast(half_matching(graph, group)))
    }

    /// Lower bound on the moves of a group so far.
    fn bound(&mut self, group: StoneSet) -> usize {
        match self.known(group) {
            MoveCount::AtLeast(moves) | MoveCount::Exactly(moves) => moves,
        }
    }

    /// Appends a shortest play, by the memoised numbers; searches again where only a
    /// bound is known.
    fn write(&mut self, group: StoneSet, play: &mut Vec<Move>) -> Result<(), Stop> {
        let moves = self.least(group, group.count())?.expect("no game has more moves than stones");
        if moves == 0 {
            return Ok(());
        }
        let (mv, groups) = self.optimal_move(group, moves)?.expect("some move attains the number");
        play.push(mv);
        groups.into_iter().try_for_each(|group| self.write(group, play))
    }

    /// The first move after which `moves - 1` moves leave all groups stuck, and
    /// those groups.
    fn optimal_move(&mut self, group: StoneSet, moves: usize) -> Result<Option<(Move, Vec<StoneSet>)>, Stop> {
        let graph = self.graph;
        for (player, mv) in Player::BOTH.into_iter().flat_map(|p| graph.moves(group, p).map(move |mv| (p, mv))) {
            let groups = self.left_by(group, player, mv);
            if self.within(&groups, moves - 1)? {
                return Ok(Some((mv, groups)));
            }
        }
        Ok(None)
    }

    fn count_node(&mut self) -> Result<(), Stop> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) {
            self.budget.check()?;
            if self.known.capacity() * ENTRY > self.budget.memory() {
                return Err(Stop::Memory);
            }
        }
        Ok(())
    }
}

/// Half the size of a maximum matching of mixed edges, rounded up: a lower bound
/// on the moves of a group.
fn half_matching(graph: &StoneGraph, group: StoneSet) -> usize {
    let black = group.of(Player::Left);
    let mut partner = [usize::MAX; StoneGraph::MOST];
    let grown = bits(black).filter(|&v| {
        let mut seen = 0;
        augment(graph, group.white, v, &mut seen, &mut partner)
    });
    grown.count().div_ceil(2)
}

/// Matches `v` to a vertex of `white` by an augmenting path; returns whether there
/// is one.
fn augment(graph: &StoneGraph, white: u64, v: usize, seen: &mut u64, partner: &mut [usize; StoneGraph::MOST]) -> bool {
    loop {
        let Some(u) = bits(graph.around(v) & white & !*seen).next() else { return false };
        *seen |= 1 << u;
        if partner[u] == usize::MAX || augment(graph, white, partner[u], seen, partner) {
            partner[u] = v;
            return true;
        }
    }
}
