//! The stones of a multipartite graph in play: counted by part and colour, and
//! listed so that a move can name its vertices.
//!
//! ```text
//!   head[part][colour] -> vertex -> next[vertex] -> ... -> LIST_END
//!   by_size:     (size, part), every part with stones
//!   holding[c]:  (size, part), every part with a stone of colour c
//! ```

use std::collections::BTreeSet;

use super::value::{FormulaInput, PartStones};
use crate::{Move, Player, Position};

const LIST_END: u32 = u32::MAX;

/// The parts and their stones.
pub(super) struct PartCounts {
    parts: Vec<PartStones>,
    head: Vec<[u32; 2]>,
    next: Vec<u32>,
    all: PartStones,
    by_size: BTreeSet<(usize, usize)>,
    holding: [BTreeSet<(usize, usize)>; 2],
}

/// Some stone of `colour` in part `from` takes one in part `to`.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartMove {
    from: usize,
    to: usize,
    colour: Player,
}

impl PartCounts {
    /// Counts the stones of a position whose parts have these sizes.
    pub(super) fn new(sizes: &[usize], position: &Position) -> PartCounts {
        let mut counts = PartCounts {
            parts: vec![PartStones::default(); sizes.len()],
            head: vec![[LIST_END; 2]; sizes.len()],
            next: vec![LIST_END; position.cells().len()],
            all: PartStones::default(),
            by_size: BTreeSet::new(),
            holding: [BTreeSet::new(), BTreeSet::new()],
        };
        let mut vertex = 0;
        for (part, &size) in sizes.iter().enumerate() {
            for v in vertex..vertex + size {
                if let Some(player) = position.cells()[v] {
                    counts.push(part, player, u32::try_from(v).expect("vertex numbers fit 32 bits"));
                }
            }
            vertex += size;
            counts.enlist(part);
        }
        counts
    }

    /// Number of parts with stones.
    pub(super) fn parts(&self) -> usize {
        self.by_size.len()
    }

    /// The input of the formula.
    pub(super) fn summary(&self) -> FormulaInput {
        self.summary_with(|_, _| ())
    }

    /// A move that keeps the value; any move if none of those tried does.
    pub(super) fn best_step(&self) -> Option<PartMove> {
        let value = self.summary().value();
        let mut fallback = None;
        for colour in Player::BOTH {
            let top = |p: Player| self.holding[p as usize].iter().rev().take(2).map(|&(_, part)| part);
            for from in top(colour) {
                for to in top(colour.opponent()).filter(|&to| to != from) {
                    let step = PartMove { from, to, colour };
                    if self.summary_after(step).value() == value {
                        return Some(step);
                    }
                    fallback = Some(step);
                }
            }
        }
        fallback
    }

    /// Plays a step and says which vertices it moves between.
    pub(super) fn go(&mut self, PartMove { from, to, colour }: PartMove) -> Move {
        self.delist(from);
        self.delist(to);
        let (leaving, taken) = (self.pop(from, colour), self.pop(to, colour.opponent()));
        self.push(to, colour, taken);
        self.enlist(from);
        self.enlist(to);
        Move { from: leaving as usize, to: taken as usize }
    }

    fn summary_after(&self, PartMove { from, to, colour }: PartMove) -> FormulaInput {
        let rival = colour.opponent() as usize;
        let mut summary = self.summary_with(|part, stones| {
            if part == from {
                stones.stones[colour as usize] -= 1;
            }
            if part == to {
                stones.stones[rival] -= 1;
                stones.stones[colour as usize] += 1;
            }
        });
        summary.all.stones[rival] -= 1;
        summary.parts -= usize::from(self.parts[from].size() == 1);
        summary
    }

    /// The summary when `change` has been made to each part; it may shrink
    /// one part by one, so the two largest are among the three that are now.
    fn summary_with(&self, change: impl Fn(usize, &mut PartStones)) -> FormulaInput {
        let mut top = [PartStones::default(); 3];
        for (slot, &(_, part)) in top.iter_mut().zip(self.by_size.iter().rev()) {
            *slot = self.parts[part];
            change(part, slot);
        }
        top.sort_by_key(|part| std::cmp::Reverse(part.size()));
        FormulaInput { first: top[0], second: top[1], parts: self.by_size.len(), all: self.all }
    }

    fn push(&mut self, part: usize, player: Player, v: u32) {
        let head = &mut self.head[part][player as usize];
        self.next[v as usize] = std::mem::replace(head, v);
        self.parts[part].stones[player as usize] += 1;
        self.all.stones[player as usize] += 1;
    }

    fn pop(&mut self, part: usize, player: Player) -> u32 {
        let head = &mut self.head[part][player as usize];
        let v = *head;
        *head = self.next[v as usize];
        self.parts[part].stones[player as usize] -= 1;
        self.all.stones[player as usize] -= 1;
        v
    }

    /// Puts a part into the ordered sets; [`PartCounts::delist`] takes it out.
    fn enlist(&mut self, part: usize) {
        let key = (self.parts[part].size(), part);
        if key.0 > 0 {
            self.by_size.insert(key);
        }
        for player in Player::BOTH {
            if self.parts[part].of(player) > 0 {
                self.holding[player as usize].insert(key);
            }
        }
    }

    fn delist(&mut self, part: usize) {
        let key = (self.parts[part].size(), part);
        self.by_size.remove(&key);
        self.holding.iter_mut().for_each(|set| {
            set.remove(&key);
        });
    }
}
