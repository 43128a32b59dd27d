//! Canonical forms: dominated options removed, reversible ones bypassed.

use std::collections::HashMap;

use super::{Fault, Game, Games, Stand};
use crate::hash::Mixed;

/// A game under construction.
struct Draft {
    lefts: Vec<Game>,
    rights: Vec<Game>,
    stand: Stand,
    /// `(x, true)`: is x at most the draft; `(x, false)`: is it at least.
    known: HashMap<(Game, bool), bool, Mixed>,
}

impl Games {
    /// The game with these options.
    ///
    /// # Errors
    /// When it is too long or takes too many steps.
    pub fn make(&mut self, lefts: Vec<Game>, rights: Vec<Game>) -> Result<Game, Fault> {
        let (lefts, rights) = (self.best(lefts, true)?, self.best(rights, false)?);
        self.finish(lefts, rights)
    }

    /// The sum whose options are these, on each side those in the first
    /// summand and those in the second. None dominates another one in the same
    /// summand: x + b <= y + b means x <= y.
    pub(super) fn make_sum(&mut self, lefts: [Vec<Game>; 2], rights: [Vec<Game>; 2]) -> Result<Game, Fault> {
        let [lefts, rights] = [lefts, rights].map(|[a, b]| {
            let own = |group: u32| move |g: Game| (g, group);
            a.into_iter().map(own(0)).chain(b.into_iter().map(own(1))).collect::<Vec<_>>()
        });
        let (lefts, rights) = (self.best_of(lefts, true)?, self.best_of(rights, false)?);
        self.finish(lefts, rights)
    }

    /// The game with these options, of which none dominates another.
    fn finish(&mut self, lefts: Vec<Game>, rights: Vec<Game>) -> Result<Game, Fault> {
        if let Some(known) = self.find(&lefts, &rights) {
            return Ok(known);
        }
        let stand = self.stand_of(&lefts, &rights);
        let mut draft = Draft { lefts, rights, stand, known: HashMap::default() };
        match (self.bypassed(&mut draft, true)?, self.bypassed(&mut draft, false)?) {
            (None, None) => self.enter(draft.lefts, draft.rights, stand),
            (lefts, rights) => {
                let (lefts, rights) = (lefts.unwrap_or(draft.lefts), rights.unwrap_or(draft.rights));
                // The game is unchanged, so its signature is too.
                self.find(&lefts, &rights).map_or_else(|| self.enter(lefts, rights, stand), Ok)
            }
        }
    }

    /// The options of one side that no other one dominates, sorted: of Left's
    /// the greatest, of Right's the least.
    pub(crate) fn best(&mut self, all: Vec<Game>, left: bool) -> Result<Vec<Game>, Fault> {
        self.best_of(all.into_iter().zip(0..).collect(), left)
    }

    /// The undominated options, given in groups in which none dominates another.
    fn best_of(&mut self, mut all: Vec<(Game, u32)>, left: bool) -> Result<Vec<Game>, Fault> {
        all.sort_unstable();
        all.dedup_by_key(|option| option.0);
        // Cheap tests first, so that no search is spent on an option that they
        // would have dropped.
        let mut kept = 0;
        for i in 0..all.len() {
            let new = all[i];
            self.spend(1 + kept)?;
            let no_better = |(a, own), (b, other)| {
                own != other && if left { self.quick(a, b) } else { self.quick(b, a) } == Some(true)
            };
            if !all[..kept].iter().any(|&old| no_better(new, old)) {
                let open = kept;
                kept = 0;
                for j in 0..open {
                    if !no_better(all[j], new) {
                        all[kept] = all[j];
                        kept += 1;
                    }
                }
                all[kept] = new;
                kept += 1;
            }
        }
        all.truncate(kept);
        let mut best: Vec<(Game, u32)> = Vec::with_capacity(all.len());
        for new in all {
            let mut dominated = false;
            let mut i = 0;
            while !dominated && i < best.len() {
                let (low, high) = if left { (new.0, best[i].0) } else { (best[i].0, new.0) };
                let groups = new.1 != best[i].1;
                dominated = groups && self.le(low, high)?;
                if groups && !dominated && self.le(high, low)? {
                    best.swap_remove(i);
                } else {
                    i += 1;
                }
            }
            if !dominated {
                best.push(new);
            }
        }
        let mut best: Vec<Game> = best.into_iter().map(|option| option.0).collect();
        best.sort_unstable_by_key(|&g| self.rank(g));
        Ok(best)
    }

    /// One side of a draft, its reversible options bypassed: where the
    /// opponent has an answer no worse for him than the draft, the options of
    /// that answer replace the option. `None` if no option is reversible.
    fn bypassed(&mut self, draft: &mut Draft, left: bool) -> Result<Option<Vec<Game>>, Fault> {
        let own = |draft: &Draft, i: usize| if left { &draft.lefts } else { &draft.rights }.get(i).copied();
        let (mut i, mut answer) = (0, None);
        while answer.is_none()
            && let Some(option) = own(draft, i)
        {
            answer = self.answer(draft, option, left)?;
            i += 1;
        }
        let Some(mut r) = answer else { return Ok(None) };
        // Those before it are kept, those behind it are open.
        let mut seen = if left { draft.lefts.clone() } else { draft.rights.clone() };
        let (mut kept, mut open) = (seen[..i - 1].to_vec(), seen[i..].to_vec());
        loop {
            self.spend(seen.len().saturating_mul(self.options(r, left).len()))?;
            let next = self.options(r, left).iter().copied();
            let fresh: Vec<Game> = next.filter(|next| !seen.contains(next)).collect();
            seen.extend(&fresh);
            open.extend(fresh);
            r = loop {
                let Some(option) = open.pop() else { return self.best(kept, left).map(Some) };
                match self.answer(draft, option, left)? {
                    Some(r) => break r,
                    None => kept.push(option),
                }
            };
        }
    }

    /// The opponent's answer to an option that makes it reversible.
    fn answer(&mut self, draft: &mut Draft, option: Game, left: bool) -> Result<Option<Game>, Fault> {
        self.spend(1 + self.options(option, !left).len())?;
        let mut i = 0;
        while let Some(&r) = self.options(option, !left).get(i) {
            if self.stands(draft, r, left)? {
                return Ok(Some(r));
            }
            i += 1;
        }
        Ok(None)
    }

    /// Whether x <= draft, or x >= draft if not `below`.
    fn stands(&mut self, draft: &mut Draft, x: Game, below: bool) -> Result<bool, Fault> {
        let own = &self.marks[x as usize].stand;
        let (a, b) = if below { (own, &draft.stand) } else { (&draft.stand, own) };
        if let Some(known) = Stand::le(a, b) {
            return Ok(known);
        }
        if let Some(&known) = draft.known.get(&(x, below)) {
            return Ok(known);
        }
        self.spend(1 + draft.lefts.len() + draft.rights.len() + self.options(x, below).len())?;
        // x <= D: no right option of D is <= x, no left option of x is >= D.
        let mut answer = true;
        for i in 0.. {
            let side = if below { &draft.rights } else { &draft.lefts };
            let Some(&option) = side.get(i) else { break };
            if if below { self.le(option, x)? } else { self.le(x, option)? } {
                answer = false;
                break;
            }
        }
        let mut i = 0;
        while answer && let Some(&option) = self.options(x, below).get(i) {
            (answer, i) = (!self.stands(draft, option, !below)?, i + 1);
        }
        draft.known.insert((x, below), answer);
        Ok(answer)
    }
}
