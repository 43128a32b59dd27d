//! Depth-first proof-number search over sums (Nagai's df-pn).
//!
//! A node is won for the player to move when some child is lost for the
//! opponent, and lost when all children are won. `win` and `lose` estimate how
//! many open leaves must fall for either:
//!
//! ```text
//! win(n)  = min over children of lose(c)
//! lose(n) = max over children of win(c) + number of other open children
//! ```
//!
//! The sum in place of the maximum counts what several children share many
//! times over. A new node takes what [`Sums::guess`] says.
//! The search follows the cheapest leaf and leaves a node when one of its
//! numbers passes its limit; with a good guess it pays to stay with a child
//! until it looks twice as hard as the next one. The stack is our own.

use std::sync::Arc;

use super::item::Item;
use super::lists::Lists;
use super::notices::Notices;
use super::saved::Keeper;
use super::sum::Sums;
use super::table::Effort;
use crate::base::clock::Instant;
use crate::solve::monotone::Proofs;
use crate::solve::shared_table::{Place, Store};
use crate::{Budget, Stop};

/// One search: the boards as sums, what is known, what it cost.
pub(super) struct Search {
    pub(super) sums: Sums,
    pub(super) table: Store,
    proofs: Proofs,
    /// Writes the table now and then, if that is wanted.
    pub(super) keeper: Option<Keeper>,
    pub(super) nodes: u64,
    began: Instant,
    /// Whether other threads have ended the same question.
    pub(super) notices: Option<Arc<Notices>>,
    /// Whether it keeps out of the way of other threads.
    pub(super) yields: bool,
    /// Kept for their memory.
    spare: Vec<Frame>,
    rest: Vec<Item>,
    child: Vec<Item>,
}

/// A node on the way from the root.
#[derive(Default)]
struct Frame {
    items: Vec<Item>,
    children: Lists,
    hashes: Vec<u64>,
    efforts: Vec<Effort>,
    /// The child that is being searched.
    chosen: usize,
    win_limit: u32,
    lose_limit: u32,
    /// Its place in the shared table, where other threads see that this one
    /// is here; none for the root and if there are no other threads.
    place: Option<Box<Place>>,
    /// Nodes counted when it was entered.
    entered: u64,
}

enum Entered {
    Settled(bool),
    Open(Frame),
}

impl Frame {
    /// The node's numbers, its best child and the next best `lose`.
    fn numbers(&self) -> (Effort, usize, u32) {
        let (mut least, mut second, mut best) = (Effort::NEVER, Effort::NEVER, 0);
        let (mut open, mut hardest) = (0, 0);
        for (i, effort) in self.efforts.iter().enumerate() {
            open += u32::from(effort.win > 0);
            hardest = hardest.max(effort.win);
            if effort.lose < least {
                (second, least, best) = (least, effort.lose, i);
            } else if effort.lose < second {
                second = effort.lose;
            }
        }
        let effort = match (least, open) {
            (0, _) => Effort::WON,
            (_, 0) => Effort::LOST,
            _ => Effort { win: least, lose: (hardest + open - 1).min(Effort::NEVER) },
        };
        (effort, best, second)
    }
}

impl Frame {
    /// The best child when those that other threads are in count as twice as
    /// hard, and the next best `lose`. A child that passes the limit is not
    /// chosen: it would be left at once.
    fn apart(&self, store: &Store, best: usize, second: u32) -> (usize, u32) {
        let (mut least, mut next, mut chosen) = (Effort::NEVER, Effort::NEVER, None);
        for (i, (effort, &hash)) in self.efforts.iter().zip(&self.hashes).enumerate() {
            if effort.lose == Effort::NEVER {
                continue;
            }
            let lose = if store.is_busy(hash) { (2 * effort.lose + 1).min(Effort::NEVER - 1) } else { effort.lose };
            if lose < least && effort.lose < self.win_limit {
                (next, least, chosen) = (least, lose, Some(i));
            } else if lose < next {
                next = lose;
            }
        }
        chosen.map_or((best, second), |i| (i, next))
    }
}

impl Search {
    pub(super) fn new(sums: Sums, table: Store, proofs: Proofs) -> Search {
        Search {
            sums,
            table,
            proofs,
            keeper: None,
            nodes: 0,
            began: Instant::now(),
            notices: None,
            yields: false,
            spare: Vec::new(),
            rest: Vec::new(),
            child: Vec::new(),
        }
    }

    /// What is known about a node without search.
    pub(super) fn look_up(&mut self, items: &[Item]) -> Result<Option<bool>, Stop> {
        match self.sums.settled(items)? {
            Some(won) => Ok(Some(won)),
            None => {
                let place = self.table.place(&self.sums.values, items);
                match self.table.find(&place).and_then(Effort::verdict) {
                    Some(won) => Ok(Some(won)),
                    None => self.proofs.find(&mut self.sums.values, items),
                }
            }
        }
    }

    /// Whether Left, who is to move, wins this node; none when that takes more
    /// than `most` nodes.
    pub(super) fn wins(&mut self, items: &[Item], most: u64, budget: &Budget) -> Result<Option<bool>, Stop> {
        let result = self.search(items, most, budget);
        if let (Err(_), Some(keeper)) = (&result, &mut self.keeper) {
            // The limit that was hit matters more than a full disk.
            let _ = keeper.write(&self.table);
        }
        result
    }

    fn search(&mut self, items: &[Item], most: u64, budget: &Budget) -> Result<Option<bool>, Stop> {
        if let Some(won) = self.look_up(items)? {
            return Ok(Some(won));
        }
        let last = self.nodes.saturating_add(most);
        let mut stack = match self.enter(items, Effort::NEVER, Effort::NEVER)? {
            Entered::Settled(won) => return Ok(Some(won)),
            Entered::Open(root) => vec![root],
        };
        let result = self.walk(&mut stack, last, budget);
        stack.iter().filter_map(|frame| frame.place.as_deref()).for_each(|place| self.table.mark(place, false));
        result
    }

    /// Searches below the root, which is all there is on the stack, until it is
    /// settled or so many nodes have been counted.
    fn walk(&mut self, stack: &mut Vec<Frame>, last: u64, budget: &Budget) -> Result<Option<bool>, Stop> {
        loop {
            if self.nodes.is_multiple_of(256) {
                budget.check()?;
                if let Some(verdict) = self.notices.as_ref().and_then(|notices| notices.closed()) {
                    return Ok(verdict);
                }
                if let Some(keeper) = &mut self.keeper {
                    keeper.write_if_due(&self.table);
                }
                if self.nodes.is_multiple_of(16_384) {
                    budget.report(|| self.progress(stack));
                }
            }
            if self.table.is_shared() && self.nodes.is_multiple_of(16) {
                self.catch_up(stack)?;
            }
            let frame = stack.last_mut().expect("the root is left by a return");
            let (effort, best, second) = frame.numbers();
            let enough = effort.win >= frame.win_limit || effort.lose >= frame.lose_limit;
            if enough || effort.verdict().is_some() || self.nodes >= last {
                self.leave(stack, effort)?;
                if stack.is_empty() {
                    return Ok(effort.verdict());
                }
                continue;
            }
            let (mut best, mut second, mut place) = (best, second, None);
            if self.table.is_shared() {
                if self.yields {
                    (best, second) = frame.apart(&self.table, best, second);
                }
                let there = self.table.place(&self.sums.values, frame.children.get(best));
                let news = self.table.find(&there).filter(|effort| effort.is_exact() && *effort != frame.efforts[best]);
                if let Some(effort) = news {
                    frame.efforts[best] = effort;
                    continue;
                }
                place = Some(Box::new(there));
            }
            frame.chosen = best;
            let child = frame.efforts[best];
            let win_limit = (frame.lose_limit - effort.lose).saturating_add(child.win).min(Effort::NEVER);
            let lose_limit = frame.win_limit.min((2 * second).saturating_add(1));
            let children = std::mem::take(&mut frame.children);
            let entered = self.enter(children.get(best), win_limit, lose_limit);
            frame.children = children;
            match entered? {
                Entered::Settled(won) => {
                    frame.efforts[best] = Effort::settled(won);
                    let last = stack.last().expect("the parent is still there");
                    let items = last.children.get(best);
                    let place = self.table.place(&self.sums.values, items);
                    self.table.insert(&place, Effort::settled(won), 1);
                    self.proofs.insert(&mut self.sums.values, items, won)?;
                }
                Entered::Open(mut child) => {
                    place.iter().for_each(|place| self.table.mark(place, true));
                    child.place = place;
                    stack.push(child);
                }
            }
        }
    }

    /// Closes the last node of the stack and tells its parent.
    fn leave(&mut self, stack: &mut Vec<Frame>, effort: Effort) -> Result<(), Stop> {
        let Some(mut frame) = stack.pop() else { return Ok(()) };
        let place = match frame.place.take() {
            Some(place) => {
                self.table.mark(&place, false);
                *place
            }
            None => self.table.place(&self.sums.values, &frame.items),
        };
        if let Some(won) = effort.verdict() {
            self.proofs.insert(&mut self.sums.values, &frame.items, won)?;
        }
        self.table.insert(&place, effort, self.nodes - frame.entered);
        self.spare.push(frame);
        if let Some(parent) = stack.last_mut() {
            parent.efforts[parent.chosen] = effort;
        }
        Ok(())
    }

    /// Leaves a node that another thread has settled in the meantime.
    fn catch_up(&mut self, stack: &mut Vec<Frame>) -> Result<(), Stop> {
        let verdict = |frame: &Frame| self.table.find(frame.place.as_deref()?)?.verdict();
        let Some((depth, won)) = stack.iter().enumerate().find_map(|(i, frame)| Some((i, verdict(frame)?))) else {
            return Ok(());
        };
        while stack.len() > depth + 1 {
            let effort = stack[stack.len() - 1].numbers().0;
            self.leave(stack, effort)?;
        }
        self.leave(stack, Effort::settled(won))
    }

    /// How far this thread is: what it did, how fast, and how many leaves must
    /// fall at least, as far as it can tell, until the root is won or lost.
    fn progress(&self, stack: &[Frame]) -> String {
        let root = stack.first().map_or(Effort::WON, |frame| frame.numbers().0);
        let megabytes = (self.sums.bytes() + self.table.bytes() + self.proofs.bytes()) >> 20;
        let rate = self.nodes as f64 / self.began.elapsed().as_secs_f64().max(0.001);
        format!(
            "{} nodes, {rate:.0} a second, depth {}, {} to win, {} to lose, {megabytes} MiB",
            self.nodes,
            stack.len(),
            root.win,
            root.lose
        )
    }

    /// Opens a node: finds its children and what is known about them.
    fn enter(&mut self, items: &[Item], win_limit: u32, lose_limit: u32) -> Result<Entered, Stop> {
        self.nodes += 1;
        let mut frame = self.spare.pop().unwrap_or_default();
        frame.items.clear();
        frame.items.extend_from_slice(items);
        frame.children.clear();
        frame.hashes.clear();
        frame.efforts.clear();
        (frame.win_limit, frame.lose_limit, frame.entered) = (win_limit, lose_limit, self.nodes);
        Ok(match self.expand(&mut frame)? {
            Some(won) => {
                self.spare.push(frame);
                Entered::Settled(won)
            }
            None => Entered::Open(frame),
        })
    }

    /// Fills in the children; the verdict if they settle the node at once.
    fn expand(&mut self, frame: &mut Frame) -> Result<Option<bool>, Stop> {
        let (mut rest, mut child) = (std::mem::take(&mut self.rest), std::mem::take(&mut self.child));
        if self.sums.wins_at_once(&frame.items, &mut child)? {
            (self.rest, self.child) = (rest, child);
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
                child.extend_from_slice(&rest);
                child.extend_from_slice(self.sums.choices.get(choice));
                if self.add_child(frame, &mut child)? {
                    (self.rest, self.child) = (rest, child);
                    return Ok(Some(true));
                }
            }
        }
        (self.rest, self.child) = (rest, child);
        Ok((frame.children.len() == 0).then_some(false))
    }

    /// Adds a child unless its mover wins it; true if its mover loses it.
    fn add_child(&mut self, frame: &mut Frame, child: &mut Vec<Item>) -> Result<bool, Stop> {
        self.sums.normalise(child)?;
        if let Some(won) = self.sums.settled(child)? {
            return Ok(!won);
        }
        let place = self.table.place(&self.sums.values, child);
        let effort = match self.table.find(&place) {
            Some(effort) => effort,
            None => match self.sums.three(child)? {
                Some(won) => Effort::settled(won),
                None => self.sums.guess(child)?,
            },
        };
        if let Some(won) = effort.verdict() {
            return Ok(!won);
        }
        if let Some(won) = self.proofs.find(&mut self.sums.values, child)? {
            return Ok(!won);
        }
        let known = |(i, &hash): (usize, &u64)| hash == place.hash() && frame.children.get(i) == &child[..];
        if !frame.hashes.iter().enumerate().any(known) {
            frame.children.push(child);
            frame.hashes.push(place.hash());
            frame.efforts.push(effort);
        }
        Ok(false)
    }
}
