//! Depth-first search with restarts and a table of failed positions, under the
//! alternating rule.
//!
//! For `k` from the lower bound upwards: can at most `k` stones be left? A
//! depth-first search decides, pruning every position whose lower bound exceeds
//! `k` and every position that has failed before. The table of failed positions
//! holds full keys; the player to move follows from the number of stones.
//!
//! Depth-first search has heavy-tailed run times, so it restarts after some nodes
//! with another randomised move order: stones far from some vertex first, or
//! stones with few neighbours. The table is kept. (Without restarts, a 5 x 6
//! board took 2.5 million nodes in the worst of 40; with them, 45,000 in the
//! worst of 100.)

use std::collections::HashSet;

use super::bound::Bound;
use crate::SplitMix64;
use crate::base::bits::bits;
use crate::base::hash::Mixed;
use crate::solitaire::Reduction;
use crate::solitaire::bitset_position::{StoneGraph, StoneSet};
use crate::{Budget, Move, Player, Position, Stop};

/// Bytes per failed position, with the slack of the hash table.
const ENTRY: usize = 40;

/// The value and a play by search; `None` if there are too many stones. The search
/// stops when the lower bound reaches `enough`.
pub(super) fn reduce(position: &Position, first: Player, enough: Option<usize>, budget: &Budget) -> Option<Reduction> {
    let (graph, start) = StoneGraph::new(position)?;
    let mut search = FewestSearch::new(&graph, start, budget);
    let mut lower = search.bound.least(start, first);
    let stopped = loop {
        if enough.is_some_and(|enough| lower >= enough) {
            break None;
        }
        match search.reach(start, first, lower) {
            Ok(true) => break None,
            Ok(false) => lower += 1,
            Err(stop) => break Some(stop),
        }
    };
    let play: Vec<Move> = search.best.iter().map(|&mv| graph.on_board(mv)).collect();
    Some(Reduction {
        lower,
        upper: start.count() - play.len(),
        method: "search (alternating rule)".to_owned(),
        play: Some(play),
        first: Some(first),
        stopped,
    })
}

struct FewestSearch<'a> {
    graph: &'a StoneGraph,
    bound: Bound<'a>,
    budget: &'a Budget,
    failed: HashSet<StoneSet, Mixed>,
    dice: SplitMix64,
    /// The distance of each stone from the target vertex of this restart, which
    /// every other restart uses.
    distance: Vec<u64>,
    uses_distance: bool,
    nodes: u64,
    /// The number of nodes at which to restart.
    restart_at: u64,
    path: Vec<Move>,
    /// The longest play seen.
    best: Vec<Move>,
}

/// Why a search ended without an answer.
enum Interruption {
    Restart,
    Stop(Stop),
}

impl<'a> FewestSearch<'a> {
    fn new(graph: &'a StoneGraph, start: StoneSet, budget: &'a Budget) -> FewestSearch<'a> {
        FewestSearch {
            graph,
            bound: Bound::new(graph),
            budget,
            failed: HashSet::default(),
            dice: SplitMix64::new(start.white),
            distance: vec![0; start.count()],
            uses_distance: false,
            nodes: 0,
            restart_at: 0,
            path: Vec::new(),
            best: Vec::new(),
        }
    }

    /// Returns whether some play leaves at most `most` stones.
    fn reach(&mut self, start: StoneSet, first: Player, most: usize) -> Result<bool, Stop> {
        self.failed.clear();
        let mut patience = 1000;
        loop {
            self.aim(start.stones);
            self.restart_at = self.nodes + patience;
            patience += patience / 4;
            self.path.clear();
            match self.descend(start, first, most) {
                Ok(reached) => return Ok(reached),
                Err(Interruption::Stop(stop)) => return Err(stop),
                Err(Interruption::Restart) => {
                    let (nodes, best) = (self.nodes, start.count() - self.best.len());
                    self.budget.report(|| format!("{most} stones? {nodes} positions, {best} stones so far"));
                }
            }
        }
    }

    /// Returns whether a play leaves at most `most` stones; then `best` is that play.
    fn descend(&mut self, stones: StoneSet, turn: Player, most: usize) -> Result<bool, Interruption> {
        if self.path.len() > self.best.len() {
            self.best.clone_from(&self.path);
        }
        if stones.count() <= most {
            return Ok(true);
        }
        self.count_node()?;
        let mut options = Vec::new();
        for mv in self.graph.moves(stones, turn) {
            let next = stones.after(turn, mv);
            if !self.failed.contains(&next) && self.bound.least(next, turn.opponent()) <= most {
                options.push((self.rank(stones, mv), mv, next));
            }
        }
        options.sort_unstable_by_key(|&(rank, mv, _)| (rank, mv));
        for (_, mv, next) in options {
            self.path.push(mv);
            if self.descend(next, turn.opponent(), most)? {
                return Ok(true);
            }
            self.path.pop();
        }
        self.failed.insert(stones);
        Ok(false)
    }

    fn count_node(&mut self) -> Result<(), Interruption> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) {
            self.budget.check().map_err(Interruption::Stop)?;
            if self.failed.capacity() * ENTRY > self.budget.memory() {
                return Err(Interruption::Stop(Stop::Memory));
            }
        }
        if self.nodes >= self.restart_at { Err(Interruption::Restart) } else { Ok(()) }
    }

    /// Move-ordering key; lower is tried first.
    fn rank(&mut self, stones: StoneSet, mv: Move) -> u64 {
        let neighbours = |v: usize| u64::from((self.graph.around(v) & stones.stones).count_ones());
        let order = if self.uses_distance {
            2 * neighbours(mv.from) + 2 * (64 - self.distance[mv.from])
        } else {
            4 * neighbours(mv.from) + 64 - neighbours(mv.to)
        };
        order + self.dice.below(4)
    }

    /// Chooses another move order: a new target vertex, used or not.
    fn aim(&mut self, stones: u64) {
        if stones == 0 {
            return;
        }
        self.uses_distance = !self.uses_distance;
        let target = self.dice.below(u64::from(stones.count_ones())) as usize;
        let mut reached = 1u64 << target;
        self.distance.fill(63);
        let (mut fresh, mut steps) = (reached, 0);
        while fresh != 0 {
            bits(fresh).for_each(|v| self.distance[v] = steps);
            fresh = bits(fresh).fold(0, |set, v| set | self.graph.around(v)) & stones & !reached;
            reached |= fresh;
            steps += 1;
        }
    }
}
