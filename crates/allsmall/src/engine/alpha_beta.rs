//! Principal variation search with iterative deepening: estimates, never proofs.
//!
//! Scores are hundredths of a logit of a win for the player to move. A game that is
//! over scores -[`LOST`] plus the number of plies to it. Contract of [`AlphaBeta::search`]
//! with the minimax score `s` of the tree that it looks at:
//!
//! ```text
//! result <= alpha   =>  s <= result
//! result >= beta    =>  s >= result
//! otherwise             s  = result
//! ```
//!
//! Moves are ordered by the table's move, then by the evaluation of what they leave
//! (near the leaves by killer moves and history). Late moves are searched less deeply
//! first.

use std::sync::atomic::{AtomicBool, Ordering};

use super::estimate_table::{EstimateTable, ScoreBound, StoredEstimate};
use super::search_position::SearchPosition;
use crate::{Budget, Stop};

/// Score of a game that is won on the spot.
pub(super) const LOST: i32 = 30_000;

/// Scores beyond this are ends of the game.
pub(super) const END: i32 = 29_000;

/// Maximum depth of the search in plies.
pub(super) const MAX_DEPTH: u32 = 60;

/// Number of nodes between two checks of the budget.
const CHECK_EVERY: u64 = 512;

/// A first move and its score.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) edge: u32,
    pub(super) score: i32,
    /// Whether the score is exact for its depth, not an upper bound.
    pub(super) exact: bool,
    /// Score of the depth before, if that was exact.
    pub(super) before: Option<i32>,
    /// The expected line, this move first.
    pub(super) line: Vec<u32>,
}

impl RootMove {
    /// The mean of the last two scores: the player who moves last in a line has an
    /// advantage in its estimate, so scores go up and down with the depth.
    pub(super) fn steady_score(&self) -> i32 {
        match self.before.filter(|before| before.abs().max(self.score.abs()) < END) {
            Some(before) => (before + self.score) / 2,
            None => self.score,
        }
    }
}

/// A search of one position.
pub(super) struct AlphaBeta<'a> {
    pub(super) position: SearchPosition<'a>,
    table: &'a mut EstimateTable,
    budget: &'a Budget,
    /// Set when another thread has settled the position.
    halt: &'a AtomicBool,
    pub(super) nodes: u64,
    node_limit: u64,
    killers: Vec<[u32; 2]>,
    history: Vec<u32>,
    /// Scratch lists of moves, one for each ply.
    lists: Vec<Vec<(i32, u32)>>,
}

impl<'a> AlphaBeta<'a> {
    pub(super) fn new(
        position: SearchPosition<'a>,
        table: &'a mut EstimateTable,
        budget: &'a Budget,
        halt: &'a AtomicBool,
        node_limit: u64,
    ) -> AlphaBeta<'a> {
        let edges = position.graph.targets.len();
        AlphaBeta {
            position,
            table,
            budget,
            halt,
            nodes: 0,
            node_limit,
            killers: Vec::new(),
            history: vec![0; edges],
            lists: Vec::new(),
        }
    }

    /// All moves of the player to move, best first by the evaluation alone.
    pub(super) fn root_moves(&mut self) -> Result<Vec<RootMove>, Stop> {
        let mut edges = Vec::new();
        self.position.for_each_move(|edge| edges.push(edge));
        let mut moves = Vec::with_capacity(edges.len());
        for edge in edges {
            let score = -self.leaf_after(edge)?;
            moves.push(RootMove { edge, score, exact: true, before: None, line: vec![edge] });
        }
        moves.sort_by_key(|mv| -mv.score);
        Ok(moves)
    }

    /// Searches every root move to this depth and sorts them, best first. With `all`
    /// every move gets an exact score, otherwise only those that are best when they are
    /// searched.
    ///
    /// # Errors
    /// [`Stop`]; the moves are then sorted by what is known. The first one has been
    /// searched deeper than before, or is the best of the depth before.
    pub(super) fn deepen(&mut self, moves: &mut [RootMove], depth: u32, all: bool) -> Result<(), Stop> {
        let mut alpha = -LOST;
        let mut searched = 0;
        let mut stopped = Ok(());
        for (i, root) in moves.iter_mut().enumerate() {
            match self.root_score(root.edge, depth, alpha, all || i == 0) {
                Ok(score) => {
                    let best = i == 0 || score > alpha;
                    root.before = root.exact.then_some(root.score);
                    root.score = score;
                    root.exact = all || best;
                    if root.exact {
                        root.line = self.line(root.edge, depth);
                    }
                    alpha = alpha.max(score);
                    searched = i + 1;
                }
                Err(stop) => {
                    stopped = Err(stop);
                    break;
                }
            }
        }
        // The best of the moves searched comes first; upper bounds keep their order.
        let done = &mut moves[..searched];
        if all {
            done.sort_by_key(|mv| -mv.score);
        } else if let Some(best) = (0..done.len()).filter(|&i| done[i].exact).max_by_key(|&i| (done[i].score, i)) {
            done[..=best].rotate_right(1);
        }
        stopped
    }

    fn root_score(&mut self, edge: u32, depth: u32, alpha: i32, full: bool) -> Result<i32, Stop> {
        self.position.play(edge);
        let score = if full {
            self.search(depth - 1, -LOST, LOST)
        } else {
            match self.search(depth - 1, -alpha - 1, -alpha) {
                Ok(score) if -score > alpha => self.search(depth - 1, -LOST, -alpha),
                score => score,
            }
        };
        self.position.take_back();
        score.map(|score| -score)
    }

    /// The expected line after a first move, from the table.
    fn line(&mut self, first: u32, depth: u32) -> Vec<u32> {
        let mut line = vec![first];
        self.position.play(first);
        while line.len() < depth as usize {
            let next = self.table.get(self.position.hash()).and_then(|entry| entry.best);
            let Some(edge) = next.filter(|&edge| self.position.is_move(edge)) else { break };
            line.push(edge);
            self.position.play(edge);
        }
        line.iter().for_each(|_| self.position.take_back());
        line
    }

    fn count_node(&mut self) -> Result<(), Stop> {
        self.nodes += 1;
        if self.nodes >= self.node_limit {
            return Err(Stop::Nodes);
        }
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            if self.halt.load(Ordering::Relaxed) {
                return Err(Stop::Interrupted);
            }
            self.budget.check()?;
        }
        Ok(())
    }

    /// The score of the position for the player to move if its game is over.
    fn end_score(&self) -> Option<i32> {
        (self.position.pairs == 0).then(|| self.position.plies() as i32 - LOST)
    }

    /// The estimate of what a move leaves, for the other player.
    fn leaf_after(&mut self, edge: u32) -> Result<i32, Stop> {
        self.count_node()?;
        self.position.play(edge);
        let score = self.end_score().unwrap_or_else(|| self.position.estimate());
        self.position.take_back();
        Ok(score)
    }

    fn search(&mut self, depth: u32, mut alpha: i32, mut beta: i32) -> Result<i32, Stop> {
        self.count_node()?;
        if let Some(score) = self.end_score() {
            return Ok(score);
        }
        if depth == 0 {
            return Ok(self.position.estimate());
        }
        let hash = self.position.hash();
        let known = self.table.get(hash);
        if let Some(entry) = known.filter(|entry| u32::from(entry.depth) >= depth && entry.score.abs() < END) {
            match entry.bound {
                ScoreBound::Exact => return Ok(entry.score),
                ScoreBound::AtLeast => alpha = alpha.max(entry.score),
                ScoreBound::AtMost => beta = beta.min(entry.score),
            }
            if alpha >= beta {
                return Ok(entry.score);
            }
        }
        let ply = self.position.plies();
        let mut list = if ply < self.lists.len() { std::mem::take(&mut self.lists[ply]) } else { Vec::new() };
        let result = self.order(&mut list, known.and_then(|entry| entry.best), depth, ply);
        let result = result.and_then(|()| self.best(&list, depth, alpha, beta));
        if ply >= self.lists.len() {
            self.lists.resize_with(ply + 1, Vec::new);
        }
        self.lists[ply] = list;
        let (score, best) = result?;
        let bound = if score >= beta {
            ScoreBound::AtLeast
        } else if score <= alpha {
            ScoreBound::AtMost
        } else {
            ScoreBound::Exact
        };
        if score >= beta {
            self.refuted(best, depth, ply);
        }
        self.table.insert(hash, StoredEstimate { best: Some(best), depth: depth as u8, bound, score });
        Ok(score)
    }

    /// Lists the moves, the most promising first.
    fn order(&mut self, list: &mut Vec<(i32, u32)>, first: Option<u32>, depth: u32, ply: usize) -> Result<(), Stop> {
        list.clear();
        self.position.for_each_move(|edge| list.push((0, edge)));
        let killers = self.killers.get(ply).copied().unwrap_or([u32::MAX; 2]);
        for (score, edge) in list.iter_mut() {
            *score = if first == Some(*edge) {
                i32::MAX
            } else if depth >= 2 {
                -self.leaf_after(*edge)? + if killers.contains(edge) { KILLER_BONUS } else { 0 }
            } else {
                let killer = if killers.contains(edge) { 1 << 24 } else { 0 };
                killer + self.history[*edge as usize] as i32
            };
        }
        list.sort_unstable_by_key(|&(score, edge)| (std::cmp::Reverse(score), edge));
        Ok(())
    }

    /// The best score and move of a list that is not empty.
    fn best(&mut self, list: &[(i32, u32)], depth: u32, mut alpha: i32, beta: i32) -> Result<(i32, u32), Stop> {
        let mut best = (-LOST, list[0].1);
        for (i, &(_, edge)) in list.iter().enumerate() {
            let score = if depth == 1 { -self.leaf_after(edge)? } else { self.child(edge, i, depth, alpha, beta)? };
            if score > best.0 {
                best = (score, edge);
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// The score of a move: the first one with the full window, the others with a null
    /// window and, if they come late, less deeply, and again if that is not enough.
    fn child(&mut self, edge: u32, i: usize, depth: u32, alpha: i32, beta: i32) -> Result<i32, Stop> {
        self.position.play(edge);
        let score = self.child_score(i, depth, alpha, beta);
        self.position.take_back();
        score
    }

    fn child_score(&mut self, i: usize, depth: u32, alpha: i32, beta: i32) -> Result<i32, Stop> {
        if i == 0 {
            return Ok(-self.search(depth - 1, -beta, -alpha)?);
        }
        let reduction = late_move_reduction(i, depth);
        if reduction > 0 {
            let score = -self.search(depth - 1 - reduction, -alpha - 1, -alpha)?;
            if score <= alpha {
                return Ok(score);
            }
        }
        let score = -self.search(depth - 1, -alpha - 1, -alpha)?;
        if score <= alpha || score >= beta {
            return Ok(score);
        }
        Ok(-self.search(depth - 1, -beta, -alpha)?)
    }

    /// Remembers a move that refuted its node.
    fn refuted(&mut self, edge: u32, depth: u32, ply: usize) {
        if ply >= self.killers.len() {
            self.killers.resize(ply + 1, [u32::MAX; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != edge {
            *killers = [edge, killers[0]];
        }
        let count = &mut self.history[edge as usize];
        *count = (*count + depth * depth).min(1 << 23);
    }
}

/// What a killer move is worth in the order, in hundredths of a logit.
const KILLER_BONUS: i32 = 30;

/// Number of plies less for the move at place `i`.
fn late_move_reduction(i: usize, depth: u32) -> u32 {
    match (depth, i) {
        (..=2, _) | (_, ..=2) => 0,
        (3, _) | (_, 3..=7) => 1,
        (4..=5, _) | (_, 8..=15) => 2,
        _ => 3,
    }
}
