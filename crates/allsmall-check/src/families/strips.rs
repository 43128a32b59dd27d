//! The values of strips without empty cells, each computed once from the rules.

use std::collections::HashMap;

use super::file::Checked;
use super::word::Word;
use crate::games::{Game, Games, ZERO};
use crate::hash::Mixed;

/// Values of strips; a strip and its mirror image are one.
#[derive(Default)]
pub(super) struct Strips {
    known: HashMap<Vec<u8>, Game, Mixed>,
}

impl Strips {
    /// The value of a strip.
    pub(super) fn value(&mut self, stones: &[bool], games: &mut Games) -> Checked<Game> {
        if stones.len() < 2 {
            return Ok(ZERO);
        }
        games.spend(1 + stones.len() / 16)?;
        let name = lesser(stones);
        if let Some(&known) = self.known.get(&name) {
            return Ok(known);
        }
        games.spend(Word::cost(stones.len()))?;
        let mut options = [Vec::new(), Vec::new()];
        let mut after = stones.to_vec();
        for (from, to) in (1..stones.len()).flat_map(|i| [(i - 1, i), (i, i - 1)]) {
            if stones[from] == stones[to] {
                continue;
            }
            after[to] = stones[from];
            let mut parts = [self.value(&after[..from], games)?, self.value(&after[from + 1..], games)?];
            after[to] = stones[to];
            parts.sort_unstable();
            options[usize::from(!stones[from])].push(parts);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for ((mut all, left), side) in options.into_iter().zip([true, false]).zip(&mut sides) {
            all.sort_unstable();
            all.dedup();
            for [a, b] in games.undominated(all, left) {
                side.push(games.add(a, b)?);
            }
        }
        let [lefts, rights] = sides;
        let value = games.make(lefts, rights)?;
        self.known.insert(name, value);
        Ok(value)
    }
}

/// The strip or its mirror image, whichever comes first.
fn lesser(stones: &[bool]) -> Vec<u8> {
    if stones.iter().le(stones.iter().rev()) {
        stones.iter().map(|&stone| stone.into()).collect()
    } else {
        stones.iter().rev().map(|&stone| stone.into()).collect()
    }
}
