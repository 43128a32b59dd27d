//! Short games by the definitions alone, for the first cases of a theorem.
//!
//! This is a second, slower implementation that shares nothing with
//! `crate::games`: no landmarks, no weights, no multiples of up. A game is its
//! options; `a <= b` is played out move by move; the canonical form is what is
//! left when dominated options are removed and reversible ones bypassed
//! (Siegel, Combinatorial Game Theory, II.2). So what a rule proves wrongly
//! because of a fault there is contradicted here.

use std::collections::HashMap;

use crate::games::{WATCHED, Watch};
use crate::hash::Mixed;
use crate::outcome::Outcome;

/// The number of a game: equal games have equal numbers.
pub(super) type Id = u32;

/// Options of Left, and of Right.
type OptionIds = [Vec<Id>; 2];

const LEFT: usize = 0;
const RIGHT: usize = 1;

/// All games met so far. Every method returns `None` when no steps are left.
pub(super) struct Definitions {
    nodes: Vec<OptionIds>,
    forms: HashMap<OptionIds, Id, Mixed>,
    order: HashMap<(Id, Id), bool, Mixed>,
    sums: HashMap<(Id, Id), Id, Mixed>,
    strips: HashMap<Vec<u8>, Id, Mixed>,
    steps: u64,
    watch: Option<Watch>,
}

impl Definitions {
    /// Creates zero alone, game 0.
    pub(super) fn new(steps: u64, watch: Option<Watch>) -> Definitions {
        let none = || [Vec::new(), Vec::new()];
        Definitions {
            nodes: vec![none()],
            forms: [(none(), 0)].into_iter().collect(),
            order: HashMap::default(),
            sums: HashMap::default(),
            strips: HashMap::default(),
            steps,
            watch,
        }
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        let before = self.steps;
        self.steps = before.checked_sub(steps as u64)?;
        match &self.watch {
            Some(watch) if before / WATCHED != self.steps / WATCHED => watch().ok(),
            _ => Some(()),
        }
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
    pub(super) fn make(&mut self, mut sides: OptionIds) -> Option<Id> {
        for side in &mut sides {
            side.sort_unstable();
            side.dedup();
        }
        if let Some(&known) = self.forms.get(&sides) {
            return Some(known);
        }
        // The game as given gets a separate number, to compare others with.
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

    fn push(&mut self, sides: &OptionIds) -> Option<Id> {
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::Definitions;
    use crate::families::plain::{Dice, moves};
    use crate::families::strips::Strips;
    use crate::games::Games;
    use crate::outcome::Outcome;

    /// Returns whether the player to move wins a sum of strips, by play alone.
    fn wins(parts: &[Vec<bool>], left: bool, known: &mut HashMap<(Vec<Vec<bool>>, bool), bool>) -> bool {
        let mut name = (parts.to_vec(), left);
        name.0.retain(|part| part.len() > 1);
        name.0.sort();
        if let Some(&known) = known.get(&name) {
            return known;
        }
        let mut found = false;
        for (i, part) in name.0.iter().enumerate() {
            for (_, after) in moves(part).into_iter().filter(|&(player, _)| player == left) {
                let mut next = name.0.clone();
                next.swap_remove(i);
                next.extend(after);
                found = found || !wins(&next, !left, known);
            }
        }
        known.insert(name, found);
        found
    }

    fn all_strips(lengths: std::ops::RangeInclusive<usize>) -> impl Iterator<Item = Vec<bool>> {
        lengths.flat_map(|len| (0..1 << len).map(move |bits: usize| (0..len).map(|i| bits >> i & 1 == 1).collect()))
    }

    #[test]
    fn outcomes_are_what_play_says() {
        let (mut definitions, mut known) = (Definitions::new(1 << 40, None), HashMap::new());
        let mut seen = HashMap::new();
        for strip in all_strips(0..=9) {
            let game = definitions.strip(&strip).expect("steps");
            let [left, right] = [true, false].map(|left| wins(std::slice::from_ref(&strip), left, &mut known));
            let played = Outcome::of_order(!right, !left);
            assert_eq!(definitions.outcome(game), Some(played), "{strip:?}");
            *seen.entry(played).or_insert(0) += 1;
        }
        assert!([Outcome::L, Outcome::R, Outcome::N, Outcome::P].iter().all(|outcome| seen[outcome] > 10), "{seen:?}");
    }

    /// Two implementations with nothing in common: the same games are equal,
    /// the order is the same, and sums are.
    #[test]
    fn values_agree_with_those_of_the_rules() {
        let (mut definitions, mut dice) = (Definitions::new(1 << 40, None), Dice(7));
        let (mut games, mut strips) = (Games::new(1 << 40), Strips::default());
        let mut all = Vec::new();
        for strip in all_strips(0..=8) {
            all.push((definitions.strip(&strip).expect("steps"), strips.value(&strip, &mut games).expect("steps")));
        }
        for _ in 0..60 {
            let strip: Vec<bool> = (0..9 + dice.below(7)).map(|_| dice.below(2) == 0).collect();
            all.push((definitions.strip(&strip).expect("steps"), strips.value(&strip, &mut games).expect("steps")));
        }
        let (mut there, mut back) = (HashMap::new(), HashMap::new());
        for &(a, b) in &all {
            assert_eq!((*there.entry(a).or_insert(b), *back.entry(b).or_insert(a)), (b, a));
        }
        for _ in 0..3000 {
            let [(a, b), (c, d), (e, f)] = [0; 3].map(|_| all[dice.below(all.len())]);
            let sums = (definitions.add(a, c).expect("steps"), games.add(b, d).expect("steps"));
            assert_eq!(definitions.le(sums.0, e), games.le(sums.1, f).ok());
        }
        for (n, star) in (-4..=4).flat_map(|n| [(n, false), (n, true)]) {
            let (ups, other) = (definitions.ups(n, star).expect("steps"), games.ups(n, star).expect("steps"));
            assert_eq!(*there.entry(ups).or_insert(other), other, "{n} {star}");
        }
    }
}
