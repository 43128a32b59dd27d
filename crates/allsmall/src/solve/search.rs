//! Boolean negamax: depth-first search over sums with a transposition table,
//! killer moves and an explicit stack.
//!
//! ```text
//! node is a Win   iff  some child is a Loss
//! node is a Loss  iff  all children are Wins
//! ```
//!
//! The children are tried in the order of [`SumEngine::score`], killer moves
//! earlier, each to its end. Verdicts go to the [`SearchTable`] unless they took
//! one node: searching again is as fast as a look-up.
//!
//! Version 0.1 used proof-number search (df-pn). With a good move order it
//! degenerates to depth-first search: of 401,637 nodes of a 4 x 6 board 579
//! were entered twice, and plain depth-first search took 400,856; likewise on
//! rows.

use std::sync::Arc;

use super::checkpoint::Checkpointer;
use super::frame::{ChildNode, Frame, SplitPolicy};
use super::grid_moves::GridMoves;
use super::killer_moves::KillerMoves;
use super::net::MIN_NET_STONES;
use super::net::SampleRecorder;
use super::sum::SumEngine;
use super::sum_term::SumTerm;
use super::transposition::{SearchTable, TableKey};
use super::workers::{SearchEnd, SharedResult};
use crate::base::clock::Instant;
use crate::packed::GridLanes;
use crate::transposition::Verdict;
use crate::{Budget, Stop};

/// One search: the sums, the transposition table, the node count.
pub(super) struct Search {
    pub(super) sums: SumEngine,
    pub(super) table: SearchTable,
    /// Writes the table to a file periodically.
    pub(super) checkpointer: Option<Checkpointer>,
    pub(super) nodes: u64,
    /// Node count at which the search ends with [`Stop::Nodes`], checked every
    /// [`CHECK_EVERY`] nodes.
    pub(super) node_limit: u64,
    /// Nodes that the budget has counted.
    counted: u64,
    began: Instant,
    /// The end of the parallel search, if this is one of its threads.
    pub(super) shared_result: Option<Arc<SharedResult>>,
    /// Which child it takes while other threads search the same node.
    pub(super) split_policy: SplitPolicy,
    /// The last root that was won, and the child that its winning move leads to.
    pub(super) win: Option<(Vec<SumTerm>, Vec<SumTerm>)>,
    /// Scratch buffers, reused between nodes.
    spare: Vec<Frame>,
    rest: Vec<SumTerm>,
    child: Vec<SumTerm>,
    pub(super) grid_moves: GridMoves,
    killers: KillerMoves,
    /// Records training samples for the net.
    pub(super) samples: Option<Box<SampleRecorder>>,
}

/// A node after its expansion.
enum OpenedNode {
    Settled(Verdict),
    Open(Frame),
}

/// Returns whether a verdict that took `work` nodes is stored. On grids those of
/// one node are not: a 4 x 6 board takes 402 thousand nodes and 74 MiB with
/// them, 476 and 37 without, 537 and 32 without those of two nodes as well; the
/// second is fastest. On rows nodes cost more, and all are stored.
fn is_worth_storing(terms: &[SumTerm], work: u64) -> bool {
    work > 1 || !terms.last().is_some_and(|term| term.is_grid_or_graph())
}

/// Number of nodes between two checks of the budget.
const CHECK_EVERY: u64 = 256;

/// The result of listing the children of a node.
pub(super) enum Expansion {
    Settled(Verdict),
    /// There are children to be searched.
    Open,
}

impl Expansion {
    /// A node without a winning child: lost if no child is left to be searched.
    pub(super) fn of_children(frame: &Frame) -> Expansion {
        if frame.order.is_empty() { Expansion::Settled(Verdict::Loss) } else { Expansion::Open }
    }
}

impl Search {
    pub(super) fn new(sums: SumEngine, table: SearchTable) -> Search {
        Search {
            sums,
            table,
            checkpointer: None,
            nodes: 0,
            node_limit: u64::MAX,
            counted: 0,
            began: Instant::now(),
            shared_result: None,
            split_policy: SplitPolicy::InOrder,
            win: None,
            spare: Vec::new(),
            rest: Vec::new(),
            child: Vec::new(),
            grid_moves: GridMoves::default(),
            killers: KillerMoves::default(),
            samples: None,
        }
    }

    /// Returns the verdict on a node if it is known without search.
    pub(super) fn look_up(&mut self, terms: &[SumTerm]) -> Result<Option<Verdict>, Stop> {
        if let Some(verdict) = self.sums.static_verdict(terms)? {
            return Ok(Some(verdict));
        }
        let key = self.table.key(&self.sums.values, terms);
        self.table.find(&mut self.sums.values, &key)
    }

    /// Searches a node, Left to move; gives up after `max_nodes`.
    pub(super) fn run(&mut self, terms: &[SumTerm], max_nodes: u64, budget: &Budget) -> Result<SearchEnd, Stop> {
        let result = self.search(terms, max_nodes, budget);
        if let (Err(_), Some(checkpointer)) = (&result, &mut self.checkpointer) {
            // The caller sees the limit that ended the search, not a full disk.
            checkpointer.write_or_record_failure(&self.table, &self.sums.values);
        }
        result
    }

    fn search(&mut self, terms: &[SumTerm], max_nodes: u64, budget: &Budget) -> Result<SearchEnd, Stop> {
        if let Some(verdict) = self.look_up(terms)? {
            return Ok(SearchEnd::Settled(verdict));
        }
        let last_node = self.nodes.saturating_add(max_nodes);
        let mut stack = match self.open(terms, 0, GridLanes::default())? {
            OpenedNode::Settled(verdict) => {
                if verdict.is_win() {
                    self.win = Some((terms.to_vec(), self.child.clone()));
                }
                return Ok(SearchEnd::Settled(verdict));
            }
            OpenedNode::Open(root) => vec![root],
        };
        let result = self.search_below(&mut stack, last_node, budget);
        stack.iter().filter_map(|frame| frame.announced.as_deref()).for_each(|key| self.table.withdraw(key));
        result
    }

    /// Searches below the root, the only frame on the stack, until it is settled
    /// or the node count reaches `last_node`.
    fn search_below(&mut self, stack: &mut Vec<Frame>, last_node: u64, budget: &Budget) -> Result<SearchEnd, Stop> {
        loop {
            if self.nodes.is_multiple_of(CHECK_EVERY)
                && let Some(end) = self.check_limits(stack, budget)?
            {
                return Ok(end);
            }
            if self.nodes >= last_node {
                return Ok(SearchEnd::GivenUp);
            }
            let mut settled = self.try_next_child(stack)?;
            if settled.is_none() && self.table.is_shared() && self.nodes.is_multiple_of(64) {
                settled = self.adopt_foreign_verdict(stack)?;
            }
            if let Some(verdict) = settled
                && let Some(verdict) = self.close(stack, verdict)?
            {
                return Ok(SearchEnd::Settled(verdict));
            }
        }
    }

    /// Checks the budget and whether another thread has ended the search; writes
    /// a checkpoint and reports progress when they are due.
    fn check_limits(&mut self, stack: &[Frame], budget: &Budget) -> Result<Option<SearchEnd>, Stop> {
        budget.count_nodes(self.nodes - self.counted);
        self.counted = self.nodes;
        budget.check()?;
        if self.nodes >= self.node_limit {
            return Err(Stop::Nodes);
        }
        if let Some(end) = self.shared_result.as_ref().and_then(|shared_result| shared_result.end()) {
            return Ok(Some(end));
        }
        if let Some(checkpointer) = &mut self.checkpointer {
            checkpointer.write_if_due(&self.table, &self.sums.values);
        }
        if self.nodes.is_multiple_of(64 * CHECK_EVERY) {
            budget.report(|| self.progress(stack));
        }
        Ok(None)
    }

    /// Opens the next child of the top node; returns the top node's verdict if
    /// that settles it.
    fn try_next_child(&mut self, stack: &mut Vec<Frame>) -> Result<Option<Verdict>, Stop> {
        let child_depth = stack.len();
        let frame = stack.last_mut().expect("closing the root ends the search");
        let (first, mut announced) = (frame.tried == 0, None);
        // Below a node that is not announced no other thread is known to be.
        let shared = self.table.is_shared() && (child_depth == 1 || frame.announced.is_some());
        let split_policy = if shared { self.split_policy } else { SplitPolicy::InOrder };
        if !frame.advance(&self.table, split_policy) {
            return Ok(Some(Verdict::Loss));
        }
        // The child may have been settled since the node was opened.
        if shared || !first {
            let key = self.table.key(&self.sums.values, frame.current());
            if let Some(verdict) = self.table.find(&mut self.sums.values, &key)? {
                return Ok(verdict.proves_parent());
            }
            announced = key.is_visible().then(|| Box::new(key));
        }
        let number = frame.order[frame.tried - 1].number as usize;
        let lanes = frame.origins.get(number).map_or(GridLanes::default(), |origin| origin.lanes);
        match self.open(frame.children.get(number), child_depth, lanes)? {
            OpenedNode::Settled(verdict) => {
                if let (Verdict::Win, Some(id)) = (verdict, self.grid_moves.winner) {
                    self.killers.record(child_depth, id);
                }
                if let (true, Some(samples)) = (frame.large.is_some(), &mut self.samples) {
                    samples.record(&self.sums, frame.current(), verdict, 1);
                }
                if is_worth_storing(frame.current(), 1) {
                    let key = self.table.key(&self.sums.values, frame.current());
                    self.table.insert(&mut self.sums.values, &key, verdict, 1)?;
                }
                Ok(verdict.proves_parent())
            }
            OpenedNode::Open(mut child) => {
                announced.iter().for_each(|key| self.table.announce(key));
                child.announced = announced;
                stack.push(child);
                Ok(None)
            }
        }
    }

    /// Closes the top node, and as long as the closed one is a loss its parent,
    /// which is a win. Returns the verdict on the root when that is closed.
    fn close(&mut self, stack: &mut Vec<Frame>, mut verdict: Verdict) -> Result<Option<Verdict>, Stop> {
        while let Some(mut frame) = stack.pop() {
            let work = self.nodes - frame.entered + 1;
            if let (Verdict::Win, Some(id)) = (verdict, frame.current_move()) {
                self.killers.record(stack.len(), id);
            }
            let key = match frame.announced.take() {
                Some(key) => {
                    self.table.withdraw(&key);
                    *key
                }
                None => self.table.key(&self.sums.values, &frame.terms),
            };
            if stack.is_empty() && verdict.is_win() {
                self.win = Some((frame.terms.clone(), frame.current().to_vec()));
            }
            if let (true, Some(samples)) =
                (stack.last().is_some_and(|parent| parent.large.is_some()), &mut self.samples)
            {
                samples.record(&self.sums, &frame.terms, verdict, work);
            }
            if is_worth_storing(&frame.terms, work) || stack.is_empty() {
                self.table.insert(&mut self.sums.values, &key, verdict, work)?;
            }
            self.spare.push(frame);
            if stack.is_empty() {
                return Ok(Some(verdict));
            }
            let Some(parent) = verdict.proves_parent() else { break };
            verdict = parent;
        }
        Ok(None)
    }

    /// Abandons the subtree below the first node that another thread has settled
    /// meanwhile, the root excepted. Returns the verdict on its parent, the new
    /// top node, if that is settled too.
    fn adopt_foreign_verdict(&mut self, stack: &mut Vec<Frame>) -> Result<Option<Verdict>, Stop> {
        for depth in 1..stack.len() {
            let Some(key) = stack[depth].announced.as_deref() else { continue };
            let Some(verdict) = self.table.find(&mut self.sums.values, key)? else { continue };
            for frame in stack.drain(depth..) {
                frame.announced.iter().for_each(|key| self.table.withdraw(key));
                self.spare.push(Frame { announced: None, ..frame });
            }
            return Ok(verdict.proves_parent());
        }
        Ok(None)
    }

    /// Empties the arena except for the first `count` values, and drops whatever
    /// depends on the others.
    pub(super) fn forget_values(&mut self, count: usize) {
        self.sums.forget_values(count);
        self.table.forget_values(count);
        self.win = None;
    }

    /// Progress line: nodes, speed, depth, tried root moves, memory.
    fn progress(&self, stack: &[Frame]) -> String {
        let megabytes = (self.sums.bytes() + self.table.bytes()) >> 20;
        let rate = self.nodes as f64 / self.began.elapsed().as_secs_f64().max(0.001);
        let (tried, all) = stack.first().map_or((0, 0), |root| (root.tried, root.order.len()));
        format!(
            "{} nodes, {rate:.0} a second, depth {}, move {tried} of {all}, {megabytes} MiB",
            self.nodes,
            stack.len()
        )
    }

    /// Opens a node at this depth: lists its children, looks them up and orders
    /// them.
    fn open(&mut self, terms: &[SumTerm], depth: usize, lanes: GridLanes) -> Result<OpenedNode, Stop> {
        self.nodes += 1;
        let mut frame = self.spare.pop().unwrap_or_default();
        frame.terms.clear();
        frame.terms.extend_from_slice(terms);
        frame.children.clear();
        frame.order.clear();
        frame.origins.clear();
        (frame.tried, frame.entered, frame.lanes) = (0, self.nodes, lanes);
        self.grid_moves.winner = None;
        Ok(match self.expand(&mut frame, depth)? {
            Expansion::Settled(verdict) => {
                self.spare.push(frame);
                OpenedNode::Settled(verdict)
            }
            Expansion::Open => OpenedNode::Open(frame),
        })
    }

    /// Lists and orders the children. If they settle the node as a win, the
    /// winning child is in `self.child`.
    fn expand(&mut self, frame: &mut Frame, depth: usize) -> Result<Expansion, Stop> {
        let (mut rest, mut child) = (std::mem::take(&mut self.rest), std::mem::take(&mut self.child));
        let expansion = self.add_children(frame, &mut rest, &mut child);
        (self.rest, self.child) = (rest, child);
        if let settled @ Expansion::Settled(_) = expansion? {
            return Ok(settled);
        }
        self.order_children(frame, depth)?;
        Ok(Expansion::Open)
    }

    /// Sorts the children by score, the most promising first.
    fn order_children(&mut self, frame: &mut Frame, depth: usize) -> Result<(), Stop> {
        let uses_net = self.sums.net.is_some() || self.samples.is_some();
        frame.large = uses_net.then(|| self.sums.grid_stones(&frame.terms)).filter(|&stones| stones >= MIN_NET_STONES);
        let large = frame.large.is_some();
        for child in &mut frame.order {
            let terms = frame.children.get(child.number as usize);
            let origin = frame.origins.get(child.number as usize);
            child.score = match origin {
                Some(origin) if origin.lanes.count() > 0 => self.sums.lanes_score(terms, origin.lanes, large),
                _ if large => self.sums.score_with_net(terms)?,
                _ => self.sums.score(terms)?,
            };
            if let Some(id) = origin.and_then(|origin| origin.id) {
                child.score -= self.killers.bonus(depth, id);
            }
        }
        // Ties keep the order of generation.
        frame.order.sort_unstable_by_key(|child| (child.score, child.number));
        if let (true, Some(samples)) = (large, &mut self.samples)
            && let Some(explored) = samples.exploration_move(frame.order.len())
        {
            frame.order[..=explored].rotate_right(1);
        }
        Ok(())
    }

    /// Lists the children that are not known to be won for their mover.
    fn add_children(
        &mut self,
        frame: &mut Frame,
        rest: &mut Vec<SumTerm>,
        child: &mut Vec<SumTerm>,
    ) -> Result<Expansion, Stop> {
        if let Some(expansion) = self.add_grid_children(frame, child)? {
            return Ok(expansion);
        }
        if self.sums.wins_at_once(&frame.terms, child)? {
            return Ok(Expansion::Settled(Verdict::Win));
        }
        for i in 0..frame.terms.len() {
            let term = frame.terms[i];
            if i > 0 && frame.terms[i - 1] == term {
                continue;
            }
            rest.clear();
            for (_, &other) in frame.terms.iter().enumerate().filter(|&(j, _)| j != i) {
                rest.push(self.sums.negative(other)?);
            }
            for option in self.sums.options(term)? {
                child.clear();
                child.extend_from_slice(rest);
                child.extend_from_slice(self.sums.term_options.get(option));
                if self.add_child(frame, child)? {
                    return Ok(Expansion::Settled(Verdict::Win));
                }
            }
        }
        Ok(Expansion::of_children(frame))
    }

    /// Adds a child unless it is known to be won for its mover. Returns whether it
    /// is known to be lost, and so the node won.
    pub(super) fn add_child(&mut self, frame: &mut Frame, child: &mut Vec<SumTerm>) -> Result<bool, Stop> {
        if let Some(verdict) = self.sums.two_ahead_verdict(child)? {
            return Ok(verdict == Verdict::Loss);
        }
        self.sums.normalise(child)?;
        self.add_normal_child(frame, child)
    }

    /// [`Search::add_child`] for a child in normal form.
    pub(super) fn add_normal_child(&mut self, frame: &mut Frame, child: &[SumTerm]) -> Result<bool, Stop> {
        let key = self.table.key(&self.sums.values, child);
        self.add_child_with_key(frame, child, &key)
    }

    /// [`Search::add_child`] for a child in normal form whose key is known.
    pub(super) fn add_child_with_key(
        &mut self,
        frame: &mut Frame,
        child: &[SumTerm],
        key: &TableKey,
    ) -> Result<bool, Stop> {
        if let Some(verdict) = self.sums.static_verdict(child)? {
            return Ok(verdict == Verdict::Loss);
        }
        let known = match self.table.find(&mut self.sums.values, key)? {
            None => self.sums.three_values_verdict(child)?,
            known => known,
        };
        if let Some(verdict) = known {
            return Ok(verdict == Verdict::Loss);
        }
        let hash = key.hash();
        let same = |old: &ChildNode| old.hash == hash && frame.children.get(old.number as usize) == child;
        if !frame.order.iter().any(same) {
            let number = frame.children.len() as u32;
            frame.children.push(child);
            frame.order.push(ChildNode { score: 0, number, hash });
        }
        Ok(false)
    }
}
