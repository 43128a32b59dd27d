//! Short games by the definitions alone, for the first cases of a theorem.
//!
//! This is a second, slower implementation that shares nothing with
//! `crate::games`: no landmarks, no weights, no multiples of up. A game is its
//! options; `a <= b` is played out move by move; the canonical form is what is
//! left when dominated options are removed and reversible ones bypassed
//! (Siegel, Combinatorial Game Theory, II.2). So what a rule proves wrongly
//! because of a fault there is contradicted here.

use std::collections::HashMap;

use crate::hash::Mixed;
use crate::outcome::Outcome;

/// The number of a game: equal games have equal numbers.
pub(super) type Id = u32;

/// Options of Left, and of Right.
type Sides = [Vec<Id>; 2];

const LEFT: usize = 0;
const RIGHT: usize = 1;

/// All games met so far. Every method returns `None` when no steps are left.
pub(super) struct Definitions {
    nodes: Vec<Sides>,
    forms: HashMap<Sides, Id, Mixed>,
    order: HashMap<(Id, Id), bool, Mixed>,
    sums: HashMap<(Id, Id), Id, Mixed>,
    strips: HashMap<Vec<u8>, Id, Mixed>,
    steps: u64,
}

impl Definitions {
    /// Creates zero alone, game 0.
    pub(super) fn new(steps: u64) -> Definitions {
        let none = || [Vec::new(), Vec::new()];
        Definitions {
            nodes: vec![none()],
            forms: [(none(), 0)].into_iter().collect(),
            order: HashMap::default(),
            sums: HashMap::default(),
            strips: HashMap::default(),
            steps,
        }
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        self.steps = self.steps.checked_sub(steps as u64)?;
        Some(())
    }

    /// Returns whether a <= b: no left option of a is >= b, and no right
    /// option of b is <= a.
    pub(super) fn le(&mut self, a: Id, b: Id) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        if let Some(&known) = self.order.get(&(a, b)) {
            return Some(known);
        }
        self.spend(1 + self.nodes[a as usize][LEFT].len() + self.nodes[b as usize][RIGHT].len())?;
        let mut holds = true;
        for i in 0..self.nodes[a as usize][LEFT].len() {
            let left = self.nodes[a as usize][LEFT][i];
            if self.le(b, left)? {
                holds = false;
                break;
            }
        }
        let mut i = 0;
        while holds && i < self.nodes[b as usize][RIGHT].len() {
            let right = self.nodes[b as usize][RIGHT][i];
            holds = !self.le(right, a)?;
            i += 1;
        }
        self.order.insert((a, b), holds);
        Some(holds)
    }

    /// The game with these options.
    pub(super) fn make(&mut self, mut sides: Sides) -> Option<Id> {
        for side in &mut sides {
            side.sort_unstable();
            side.dedup();
        }
        if let Some(&known) = self.forms.get(&sides) {
            return Some(known);
        }
        // The game as it is given has a number of its own, to be compared with.
        let given = self.push(&sides)?;
        let mut canonical = [self.undominated(&sides[LEFT], LEFT)?, self.undominated(&sides[RIGHT], RIGHT)?];
        for side in [LEFT, RIGHT] {
            let bypassed = self.bypassed(&canonical[side], given, side)?;
            canonical[side] = self.undominated(&bypassed, side)?;
            canonical[side].sort_unstable();
        }
        if let Some(&known) = self.forms.get(&canonical) {
            return Some(known);
        }
        let id = if canonical == sides { given } else { self.push(&canonical)? };
        self.forms.insert(canonical, id);
        Some(id)
    }

    fn push(&mut self, sides: &Sides) -> Option<Id> {
        self.spend(8 + sides[LEFT].len() + sides[RIGHT].len())?;
        let id = Id::try_from(self.nodes.len()).ok()?;
        self.nodes.push(sides.clone());
        Some(id)
    }

    /// The options of one player that no other one is as good as.
    fn undominated(&mut self, options: &[Id], side: usize) -> Option<Vec<Id>> {
        let mut best: Vec<Id> = Vec::new();
        for &new in options {
            let mut dominated = false;
            let mut kept = Vec::with_capacity(best.len() + 1);
            for &old in &best {
                let (better, worse) = if side == LEFT { (old, new) } else { (new, old) };
                dominated = dominated || self.le(worse, better)?;
                if dominated || !self.le(better, worse)? {
                    kept.push(old);
                }
            }
            if !dominated {
                kept.push(new);
                best = kept;
            }
        }
        Some(best)
    }

    /// The options of one player, with what follows a reversible one in its
    /// place: one that the opponent can answer with a game that is no worse
    /// for the opponent than `given`.
    fn bypassed(&mut self, options: &[Id], given: Id, side: usize) -> Option<Vec<Id>> {
        let (mut open, mut seen, mut kept) = (options.to_vec(), options.to_vec(), Vec::new());
        while let Some(option) = open.pop() {
            let mut answer = None;
            for i in 0..self.nodes[option as usize][1 - side].len() {
                let reply = self.nodes[option as usize][1 - side][i];
                let (low, high) = if side == LEFT { (reply, given) } else { (given, reply) };
                if self.le(low, high)? {
                    answer = Some(reply);
                    break;
                }
            }
            let Some(answer) = answer else {
                kept.push(option);
                continue;
            };
            for next in self.nodes[answer as usize][side].clone() {
                self.spend(seen.len())?;
                if !seen.contains(&next) {
                    seen.push(next);
                    open.push(next);
                }
            }
        }
        Some(kept)
    }

    /// a + b: a move is a move in one of the two.
    pub(super) fn add(&mut self, a: Id, b: Id) -> Option<Id> {
        if a == 0 || b == 0 {
            return Some(a.max(b));
        }
        let (a, b) = (a.min(b), a.max(b));
        if let Some(&known) = self.sums.get(&(a, b)) {
            return Some(known);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, options) in sides.iter_mut().enumerate() {
            for x in self.nodes[a as usize][side].clone() {
                options.push(self.add(x, b)?);
            }
            for y in self.nodes[b as usize][side].clone() {
                options.push(self.add(a, y)?);
            }
        }
        let sum = self.make(sides)?;
        self.sums.insert((a, b), sum);
        Some(sum)
    }

    /// A strip of stones, true for x: a stone moves onto a neighbour of the
    /// other colour, which is taken away.
    pub(super) fn strip(&mut self, stones: &[bool]) -> Option<Id> {
        let name = |stones: &mut dyn Iterator<Item = &bool>| stones.map(|&stone| u8::from(stone)).collect::<Vec<_>>();
        let name = name(&mut stones.iter()).min(name(&mut stones.iter().rev()));
        if let Some(&known) = self.strips.get(&name) {
            return Some(known);
        }
        self.spend(1 + stones.len())?;
        let mut sides = [Vec::new(), Vec::new()];
        for (from, to) in (1..stones.len()).flat_map(|i| [(i - 1, i), (i, i - 1)]) {
            if stones[from] != stones[to] {
                let mut after = stones.to_vec();
                after[to] = stones[from];
                let (front, back) = (self.strip(&after[..from])?, self.strip(&after[from + 1..])?);
                let player = if stones[from] { LEFT } else { RIGHT };
                sides[player].push(self.add(front, back)?);
            }
        }
        let game = self.make(sides)?;
        self.strips.insert(name, game);
        Some(game)
    }

    /// n times up, with star or without.
    pub(super) fn ups(&mut self, n: i32, star: bool) -> Option<Id> {
        let one = self.make([vec![0], vec![0]])?;
        let up = if n < 0 { self.make([vec![one], vec![0]])? } else { self.make([vec![0], vec![one]])? };
        let mut total = if star { one } else { 0 };
        for _ in 0..n.unsigned_abs() {
            total = self.add(total, up)?;
        }
        Some(total)
    }

    /// Who wins a game.
    pub(super) fn outcome(&mut self, game: Id) -> Option<Outcome> {
        Some(Outcome::of_order(self.le(0, game)?, self.le(game, 0)?))
    }
}
