//! Depth-first search over sums, the most promising move first.
//!
//! A node is won for the player to move when some child is lost for the
//! opponent, and lost when all children are won. The children are tried in the
//! order of [`Sums::score`], sooner those that refuted others, each to its end.
//! What is proved goes to the [`Store`], unless it was cheap: a verdict that
//! took one node is found again as quickly as it is looked up.
//!
//! Version 0.1 searched by proof numbers (df-pn). With a good order that came
//! to the same: of 401,637 nodes of a 4 x 6 board 579 were entered twice, and
//! without any limits it took 400,856. The same held on rows. So the numbers,
//! their table and their limits are gone. The stack is our own.

use std::sync::Arc;

use super::frame::{Child, Company, Frame};
use super::grid_moves::GridMoves;
use super::item::Item;
use super::learned::LARGE;
use super::lessons::Lessons;
use super::refutations::Refutations;
use super::saved::Keeper;
use super::store::{Place, Store};
use super::sum::Sums;
use super::threads::Finish;
use crate::base::clock::Instant;
use crate::packed::GridLanes;
use crate::{Budget, Stop};

/// One search: the boards as sums, what is known, what it cost.
pub(super) struct Search {
    pub(super) sums: Sums,
    pub(super) store: Store,
    /// Writes the verdicts now and then, if that is wanted.
    pub(super) keeper: Option<Keeper>,
    pub(super) nodes: u64,
    /// The search ends when so many nodes have been counted; it is looked at
    /// together with the clock.
    pub(super) last_node: u64,
    began: Instant,
    /// Whether other threads have ended the same question.
    pub(super) finish: Option<Arc<Finish>>,
    /// How it deals with other threads.
    pub(super) company: Company,
    /// The last node that was searched and won, and what its winning move
    /// leaves.
    pub(super) win: Option<(Vec<Item>, Vec<Item>)>,
    /// Kept for their memory.
    spare: Vec<Frame>,
    rest: Vec<Item>,
    child: Vec<Item>,
    pub(super) grid_moves: GridMoves,
    refutations: Refutations,
    /// What nets are trained on, if that is wanted.
    pub(super) lessons: Option<Box<Lessons>>,
}

enum Entered {
    Settled(bool),
    Open(Frame),
}

/// Whether a verdict that took so many nodes is kept. On grids those that were
/// settled at once are not: a 4 x 6 board takes 402 thousand nodes and 74 MiB
/// with them, 476 and 37 without, 537 and 32 when two nodes are too few as
/// well; the second is fastest. On rows nodes cost more, and all are kept.
fn worth_keeping(items: &[Item], work: u64) -> bool {
    work > 1 || !items.last().is_some_and(|item| item.is_rough())
}

/// Nodes between two looks at the clock.
const LOOK: u64 = 256;

impl Search {
    pub(super) fn new(sums: Sums, store: Store) -> Search {
        Search {
            sums,
            store,
            keeper: None,
            nodes: 0,
            last_node: u64::MAX,
            began: Instant::now(),
            finish: None,
            company: Company::KeepsOrder,
            win: None,
            spare: Vec::new(),
            rest: Vec::new(),
            child: Vec::new(),
            grid_moves: GridMoves::default(),
            refutations: Refutations::default(),
            lessons: None,
        }
    }

    /// What is known about a node without search.
    pub(super) fn look_up(&mut self, items: &[Item]) -> Result<Option<bool>, Stop> {
        match self.sums.settled(items)? {
            Some(won) => Ok(Some(won)),
            None => self.find(items),
        }
    }

    fn find(&mut self, items: &[Item]) -> Result<Option<bool>, Stop> {
        let place = self.store.place(&self.sums.values, items);
        self.store.find(&mut self.sums.values, &place)
    }

    /// Whether Left, who is to move, wins this node; none when that takes more
    /// than `most` nodes.
    pub(super) fn wins(&mut self, items: &[Item], most: u64, budget: &Budget) -> Result<Option<bool>, Stop> {
        let result = self.search(items, most, budget);
        if let (Err(_), Some(keeper)) = (&result, &mut self.keeper) {
            // The limit that was hit matters more than a full disk.
            keeper.write_or_tell(&self.store, &self.sums.values);
        }
        result
    }

    fn search(&mut self, items: &[Item], most: u64, budget: &Budget) -> Result<Option<bool>, Stop> {
        if let Some(won) = self.look_up(items)? {
            return Ok(Some(won));
        }
        let last = self.nodes.saturating_add(most);
        let mut stack = match self.enter(items, 0, GridLanes::default())? {
            Entered::Settled(won) => {
                if won {
                    self.win = Some((items.to_vec(), self.child.clone()));
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
        if let Some(verdict) = self.finish.as_ref().and_then(|finish| finish.closed()) {
            return Ok(Some(verdict));
        }
        if let Some(keeper) = &mut self.keeper {
            keeper.write_if_due(&self.store, &self.sums.values);
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
        let company = if shared { self.company } else { Company::KeepsOrder };
        if !frame.advance(&self.store, company) {
            return Ok(Some(false));
        }
        // What was not known when the node was opened may be known by now.
        if shared || !first {
            let there = self.store.place(&self.sums.values, frame.current());
            if let Some(won) = self.store.find(&mut self.sums.values, &there)? {
                return Ok((!won).then_some(true));
            }
            place = there.is_seen().then(|| Box::new(there));
        }
        let number = frame.order[frame.tried - 1].number as usize;
        let lanes = frame.steps.get(number).map_or(GridLanes::default(), |step| step.lanes);
        match self.enter(frame.children.get(number), depth, lanes)? {
            Entered::Settled(won) => {
                if let (true, Some(name)) = (won, self.grid_moves.winner) {
                    self.refutations.note(depth, name);
                }
                if let (true, Some(lessons)) = (frame.large.is_some(), &mut self.lessons) {
                    lessons.take(&self.sums, frame.current(), won, 1);
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
                self.refutations.note(stack.len(), name);
            }
            let place = match frame.place.take() {
                Some(place) => {
                    self.store.mark(&place, false);
                    *place
                }
                None => self.store.place(&self.sums.values, &frame.items),
            };
            if stack.is_empty() && won {
                self.win = Some((frame.items.clone(), frame.current().to_vec()));
            }
            if let (true, Some(lessons)) =
                (stack.last().is_some_and(|parent| parent.large.is_some()), &mut self.lessons)
            {
                lessons.take(&self.sums, &frame.items, won, work);
            }
            if worth_keeping(&frame.items, work) || stack.is_empty() {
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
    fn enter(&mut self, items: &[Item], depth: usize, lanes: GridLanes) -> Result<Entered, Stop> {
        self.nodes += 1;
        let mut frame = self.spare.pop().unwrap_or_default();
        frame.items.clear();
        frame.items.extend_from_slice(items);
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
        let orders = self.sums.net.is_some() || self.lessons.is_some();
        frame.large = orders.then(|| self.sums.grid_stones(&frame.items)).filter(|&stones| stones >= LARGE);
        let large = frame.large.is_some();
        for child in &mut frame.order {
            let items = frame.children.get(child.number as usize);
            let step = frame.steps.get(child.number as usize);
            child.score = match step {
                Some(step) if step.lanes.count() > 0 => self.sums.lanes_score(items, step.lanes, large),
                _ if large => self.sums.learned_score(items)?,
                _ => self.sums.score(items)?,
            };
            if let Some(name) = step.and_then(|step| step.name) {
                child.score -= self.refutations.bonus(depth, name);
            }
        }
        // Ties keep the order in which they were found.
        frame.order.sort_unstable_by_key(|child| (child.score, child.number));
        if let (true, Some(lessons)) = (large, &mut self.lessons)
            && let Some(stray) = lessons.stray(frame.order.len())
        {
            frame.order[..=stray].rotate_right(1);
        }
        Ok(None)
    }

    fn add_children(
        &mut self,
        frame: &mut Frame,
        rest: &mut Vec<Item>,
        child: &mut Vec<Item>,
    ) -> Result<Option<bool>, Stop> {
        if let Some(settled) = self.add_grid_children(frame, child)? {
            return Ok(settled);
        }
        if self.sums.wins_at_once(&frame.items, child)? {
            return Ok(Some(true));
        }
        for i in 0..frame.items.len() {
            let item = frame.items[i];
            if i > 0 && frame.items[i - 1] == item {
                continue;
            }
            rest.clear();
            for (_, &other) in frame.items.iter().enumerate().filter(|&(j, _)| j != i) {
                rest.push(self.sums.negative(other)?);
            }
            for choice in self.sums.choices(item)? {
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
    pub(super) fn add_child(&mut self, frame: &mut Frame, child: &mut Vec<Item>) -> Result<bool, Stop> {
        if let Some(won) = self.sums.weighed(child)? {
            return Ok(!won);
        }
        self.sums.normalise(child)?;
        self.add_normal_child(frame, child)
    }

    /// The same for a child in normal form.
    pub(super) fn add_normal_child(&mut self, frame: &mut Frame, child: &[Item]) -> Result<bool, Stop> {
        let place = self.store.place(&self.sums.values, child);
        self.add_child_at(frame, child, &place)
    }

    /// The same for one whose place in the store is known.
    pub(super) fn add_child_at(&mut self, frame: &mut Frame, child: &[Item], place: &Place) -> Result<bool, Stop> {
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
        let same = |old: &Child| old.hash == hash && frame.children.get(old.number as usize) == child;
        if !frame.order.iter().any(same) {
            let number = frame.children.len() as u32;
            frame.children.push(child);
            frame.order.push(Child { score: 0, number, hash });
        }
        Ok(false)
    }
}
