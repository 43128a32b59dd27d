//! Depth-first search over sums, the most promising move first.
//!
//! A node is won for the player to move when some child is lost for the
//! opponent, and lost when all children are won. The children are tried in the
//! order of [`SumEngine::score`], sooner those that refuted others, each to its end.
//! What is proved goes to the [`Store`], unless it was cheap: a verdict that
//! took one node is found again as quickly as it is looked up.
//!
//! Version 0.1 searched by proof numbers (df-pn). With a good order that came
//! to the same: of 401,637 nodes of a 4 x 6 board 579 were entered twice, and
//! without any limits it took 400,856. The same held on rows. So the numbers,
//! their table and their limits are gone. The stack is our own.

use std::sync::Arc;

use super::checkpoint::Checkpointer;
use super::frame::{ChildNode, Frame, SplitPolicy};
use super::grid_moves::GridMoves;
use super::killer_moves::KillerMoves;
use super::net::MIN_NET_STONES;
use super::net::SampleRecorder;
use super::sum::SumEngine;
use super::sum_term::SumTerm;
use super::transposition::{Store, TableKey};
use super::workers::SharedResult;
use crate::base::clock::Instant;
use crate::packed::GridLanes;
use crate::{Budget, Stop};

/// One search: the boards as sums, what is known, what it cost.
pub(super) struct Search {
    pub(super) sums: SumEngine,
    pub(super) store: Store,
    /// Writes the verdicts now and then, if that is wanted.
    pub(super) checkpointer: Option<Checkpointer>,
    pub(super) nodes: u64,
    /// The search ends when so many nodes have been counted; it is looked at
    /// together with the clock.
    pub(super) last_node: u64,
    began: Instant,
    /// Whether other threads have ended the same question.
    pub(super) shared_result: Option<Arc<SharedResult>>,
    /// How it deals with other threads.
    pub(super) split_policy: SplitPolicy,
    /// The last node that was searched and won, and what its winning move
    /// leaves.
    pub(super) win: Option<(Vec<SumTerm>, Vec<SumTerm>)>,
    /// Kept for their memory.
    spare: Vec<Frame>,
    rest: Vec<SumTerm>,
    child: Vec<SumTerm>,
    pub(super) grid_moves: GridMoves,
    killers: KillerMoves,
    /// What nets are trained on, if that is wanted.
    pub(super) samples: Option<Box<SampleRecorder>>,
}

enum Entered {
    Settled(bool),
    Open(Frame),
}

/// Whether a verdict that took so many nodes is kept. On grids those that were
/// settled at once are not: a 4 x 6 board takes 402 thousand nodes and 74 MiB
/// with them, 476 and 37 without, 537 and 32 when two nodes are too few as
/// well; the second is fastest. On rows nodes cost more, and all are kept.
fn worth_keeping(terms: &[SumTerm], work: u64) -> bool {
    work > 1 || !terms.last().is_some_and(|term| term.is_grid_or_graph())
}

/// Nodes between two looks at the clock.
const LOOK: u64 = 256;

impl Search {
    pub(super) fn new(sums: SumEngine, store: Store) -> Search {
        Search {
            sums,
            store,
            checkpointer: None,
            nodes: 0,
            last_node: u64::MAX,
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

    /// What is known about a node without search.
    pub(super) fn look_up(&mut self, terms: &[SumTerm]) -> Result<Option<bool>, Stop> {
        match self.sums.settled(terms)? {
            Some(won) => Ok(Some(won)),
            None => self.find(terms),
        }
    }

    fn find(&mut self, terms: &[SumTerm]) -> Result<Option<bool>, Stop> {
        let place = self.store.place(&self.sums.values, terms);
        self.store.find(&mut self.sums.values, &place)
    }

    /// Whether Left, who is to move, wins this node; none when that takes more
    /// than `most` nodes.
    pub(super) fn wins(&mut self, terms: &[SumTerm], most: u64, budget: &Budget) -> Result<Option<bool>, Stop> {
        let result = self.search(terms, most, budget);
        if let (Err(_), Some(checkpointer)) = (&result, &mut self.checkpointer) {
            // The limit that was hit matters more than a full disk.
            checkpointer.write_or_record_failure(&self.store, &self.sums.values);
        }
        result
    }

    fn search(&mut self, terms: &[SumTerm], most: u64, budget: &Budget) -> Result<Option<bool>, Stop> {
        if let Some(won) = self.look_up(terms)? {
            return Ok(Some(won));
        }
        let last = self.nodes.saturating_add(most);
        let mut stack = match self.enter(terms, 0, GridLanes::default())? {
            Entered::Settled(won) => {
                if won {
                    self.win = Some((terms.to_vec(), self.child.clone()));
                }
                return Ok(Some(won));
            }
            Entered::Open(root) => vec![root],
        };
        let result = self.walk(&mut stack, last, budget);
        stack.iter().filter_map(|frame| frame.place.as_deref()).for_each(|place| self.store.mark(place, false));
        result
    }

    /// Searches below the root, which is all there is on the stack, until it is
    /// settled or so many nodes have been counted.
    fn walk(&mut self, stack: &mut Vec<Frame>, last: u64, budget: &Budget) -> Result<Option<bool>, Stop> {
        loop {
            if self.nodes.is_multiple_of(LOOK)
                && let Some(end) = self.look_around(stack, budget)?
            {
                return Ok(end);
            }
            if self.nodes >= last {
                return Ok(None);
            }
            let mut settled = self.step(stack)?;
            if settled.is_none() && self.store.is_shared() && self.nodes.is_multiple_of(64) {
                settled = self.catch_up(stack)?;
            }
            if let Some(won) = settled
                && let Some(won) = self.leave(stack, won)?
            {
                return Ok(Some(won));
            }
        }
    }

    /// Looks at the clock and at the other threads; says so if it is all over.
    fn look_around(&mut self, stack: &[Frame], budget: &Budget) -> Result<Option<Option<bool>>, Stop> {
        budget.check()?;
        if self.nodes >= self.last_node {
            return Err(Stop::Nodes);
        }
        if let Some(verdict) = self.shared_result.as_ref().and_then(|shared_result| shared_result.closed()) {
            return Ok(Some(verdict));
        }
        if let Some(checkpointer) = &mut self.checkpointer {
            checkpointer.write_if_due(&self.store, &self.sums.values);
        }
        if self.nodes.is_multiple_of(64 * LOOK) {
            budget.report(|| self.progress(stack));
        }
        Ok(None)
    }

    /// Tries the next child of the last node; the node's verdict if that
    /// settles it.
    fn step(&mut self, stack: &mut Vec<Frame>) -> Result<Option<bool>, Stop> {
        // That of the child.
        let depth = stack.len();
        let frame = stack.last_mut().expect("the root is left by a return");
        let (first, mut place) = (frame.tried == 0, None);
        // Other threads tell nothing about what is below a node of one's own.
        let shared = self.store.is_shared() && (depth == 1 || frame.place.is_some());
        let split_policy = if shared { self.split_policy } else { SplitPolicy::InOrder };
        if !frame.advance(&self.store, split_policy) {
            return Ok(Some(false));
        }
        // What was not known when the node was opened may be known by now.
        if shared || !first {
            let there = self.store.place(&self.sums.values, frame.current());
            if let Some(won) = self.store.find(&mut self.sums.values, &there)? {
                return Ok((!won).then_some(true));
            }
            place = there.is_visible().then(|| Box::new(there));
        }
        let number = frame.order[frame.tried - 1].number as usize;
        let lanes = frame.steps.get(number).map_or(GridLanes::default(), |step| step.lanes);
        match self.enter(frame.children.get(number), depth, lanes)? {
            Entered::Settled(won) => {
                if let (true, Some(name)) = (won, self.grid_moves.winner) {
                    self.killers.note(depth, name);
                }
                if let (true, Some(samples)) = (frame.large.is_some(), &mut self.samples) {
                    samples.take(&self.sums, frame.current(), won, 1);
                }
                if worth_keeping(frame.current(), 1) {
                    let place = self.store.place(&self.sums.values, frame.current());
                    self.store.insert(&mut self.sums.values, &place, won, 1)?;
                }
                Ok((!won).then_some(true))
            }
            Entered::Open(mut child) => {
                place.iter().for_each(|place| self.store.mark(place, true));
                child.place = place;
                stack.push(child);
                Ok(None)
            }
        }
    }

    /// Closes the last node of the stack, and its parent if it is lost: then
    /// the parent is won. The verdict on the root if that is closed.
    fn leave(&mut self, stack: &mut Vec<Frame>, mut won: bool) -> Result<Option<bool>, Stop> {
        while let Some(mut frame) = stack.pop() {
            let work = self.nodes - frame.entered + 1;
            if let (true, Some(name)) = (won, frame.current_move()) {
                self.killers.note(stack.len(), name);
            }
            let place = match frame.place.take() {
                Some(place) => {
                    self.store.mark(&place, false);
                    *place
                }
                None => self.store.place(&self.sums.values, &frame.terms),
            };
            if stack.is_empty() && won {
                self.win = Some((frame.terms.clone(), frame.current().to_vec()));
            }
            if let (true, Some(samples)) =
                (stack.last().is_some_and(|parent| parent.large.is_some()), &mut self.samples)
            {
                samples.take(&self.sums, &frame.terms, won, work);
            }
            if worth_keeping(&frame.terms, work) || stack.is_empty() {
                self.store.insert(&mut self.sums.values, &place, won, work)?;
            }
            self.spare.push(frame);
            if stack.is_empty() {
                return Ok(Some(won));
            }
            if won {
                break;
            }
            won = true;
        }
        Ok(None)
    }

    /// Leaves a node that another thread has settled in the meantime, but for
    /// the root. If its mover loses, that settles its parent, which is the
    /// last node then.
    fn catch_up(&mut self, stack: &mut Vec<Frame>) -> Result<Option<bool>, Stop> {
        for depth in 1..stack.len() {
            let Some(place) = stack[depth].place.as_deref() else { continue };
            let Some(won) = self.store.find(&mut self.sums.values, place)? else { continue };
            for frame in stack.drain(depth..) {
                frame.place.iter().for_each(|place| self.store.mark(place, false));
                self.spare.push(Frame { place: None, ..frame });
            }
            return Ok((!won).then_some(true));
        }
        Ok(None)
    }

    /// Forgets all values but the first `count`, and whatever rests on them.
    pub(super) fn forget_values(&mut self, count: usize) {
        self.sums.forget_values(count);
        self.store.forget_values(count);
        self.win = None;
    }

    /// How far this thread is: what it did, how fast, and how many moves at the
    /// root it has tried.
    fn progress(&self, stack: &[Frame]) -> String {
        let megabytes = (self.sums.bytes() + self.store.bytes()) >> 20;
        let rate = self.nodes as f64 / self.began.elapsed().as_secs_f64().max(0.001);
        let (tried, all) = stack.first().map_or((0, 0), |root| (root.tried, root.order.len()));
        format!(
            "{} nodes, {rate:.0} a second, depth {}, move {tried} of {all}, {megabytes} MiB",
            self.nodes,
            stack.len()
        )
    }

    /// Opens a node after so many moves from the root: finds its children and
    /// what is known about them.
    fn enter(&mut self, terms: &[SumTerm], depth: usize, lanes: GridLanes) -> Result<Entered, Stop> {
        self.nodes += 1;
        let mut frame = self.spare.pop().unwrap_or_default();
        frame.terms.clear();
        frame.terms.extend_from_slice(terms);
        frame.children.clear();
        frame.order.clear();
        frame.steps.clear();
        (frame.tried, frame.entered, frame.lanes) = (0, self.nodes, lanes);
        self.grid_moves.winner = None;
        Ok(match self.expand(&mut frame, depth)? {
            Some(won) => {
                self.spare.push(frame);
                Entered::Settled(won)
            }
            None => Entered::Open(frame),
        })
    }

    /// Fills in the children; the verdict if they settle the node at once, the
    /// child that wins then being in `self.child`.
    fn expand(&mut self, frame: &mut Frame, depth: usize) -> Result<Option<bool>, Stop> {
        let (mut rest, mut child) = (std::mem::take(&mut self.rest), std::mem::take(&mut self.child));
        let settled = self.add_children(frame, &mut rest, &mut child);
        (self.rest, self.child) = (rest, child);
        if let Some(won) = settled? {
            return Ok(Some(won));
        }
        let orders = self.sums.net.is_some() || self.samples.is_some();
        frame.large = orders.then(|| self.sums.grid_stones(&frame.terms)).filter(|&stones| stones >= MIN_NET_STONES);
        let large = frame.large.is_some();
        for child in &mut frame.order {
            let terms = frame.children.get(child.number as usize);
            let step = frame.steps.get(child.number as usize);
            child.score = match step {
                Some(step) if step.lanes.count() > 0 => self.sums.lanes_score(terms, step.lanes, large),
                _ if large => self.sums.score_with_net(terms)?,
                _ => self.sums.score(terms)?,
            };
            if let Some(name) = step.and_then(|step| step.name) {
                child.score -= self.killers.bonus(depth, name);
            }
        }
        // Ties keep the order in which they were found.
        frame.order.sort_unstable_by_key(|child| (child.score, child.number));
        if let (true, Some(samples)) = (large, &mut self.samples)
            && let Some(stray) = samples.stray(frame.order.len())
        {
            frame.order[..=stray].rotate_right(1);
        }
        Ok(None)
    }

    fn add_children(
        &mut self,
        frame: &mut Frame,
        rest: &mut Vec<SumTerm>,
        child: &mut Vec<SumTerm>,
    ) -> Result<Option<bool>, Stop> {
        if let Some(settled) = self.add_grid_children(frame, child)? {
            return Ok(settled);
        }
        if self.sums.wins_at_once(&frame.terms, child)? {
            return Ok(Some(true));
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
            for choice in self.sums.choices(term)? {
                child.clear();
                child.extend_from_slice(rest);
                child.extend_from_slice(self.sums.choices.get(choice));
                if self.add_child(frame, child)? {
                    return Ok(Some(true));
                }
            }
        }
        Ok(frame.order.is_empty().then_some(false))
    }

    /// Adds a child unless its mover wins it; true if its mover loses it.
    pub(super) fn add_child(&mut self, frame: &mut Frame, child: &mut Vec<SumTerm>) -> Result<bool, Stop> {
        if let Some(won) = self.sums.weighed(child)? {
            return Ok(!won);
        }
        self.sums.normalise(child)?;
        self.add_normal_child(frame, child)
    }

    /// The same for a child in normal form.
    pub(super) fn add_normal_child(&mut self, frame: &mut Frame, child: &[SumTerm]) -> Result<bool, Stop> {
        let place = self.store.place(&self.sums.values, child);
        self.add_child_at(frame, child, &place)
    }

    /// The same for one whose place in the store is known.
    pub(super) fn add_child_at(
        &mut self,
        frame: &mut Frame,
        child: &[SumTerm],
        place: &TableKey,
    ) -> Result<bool, Stop> {
        if let Some(won) = self.sums.settled(child)? {
            return Ok(!won);
        }
        let known = match self.store.find(&mut self.sums.values, place)? {
            None => self.sums.three(child)?,
            known => known,
        };
        if let Some(won) = known {
            return Ok(!won);
        }
        let hash = place.hash();
        let same = |old: &ChildNode| old.hash == hash && frame.children.get(old.number as usize) == child;
        if !frame.order.iter().any(same) {
            let number = frame.children.len() as u32;
            frame.children.push(child);
            frame.order.push(ChildNode { score: 0, number, hash });
        }
        Ok(false)
    }
}
