//! One stone of Theorem 25 where all stones outside a home block around `v`
//! have one colour.
//!
//! ```text
//!   home -> block -> block -> ... -> block -> home
//! ```
//!
//! A stone of the other colour leaves home, each outer block becomes one stone
//! that enters the next, and the last one comes home, where it turns a stone
//! over. Home is a clique of four vertices or more, or K3 x K3, or K3 x Q_2;
//! the stone that leaves and the one turned over are chosen so that the rest
//! of home can be finished.

use super::block::{Block, Factor};
use super::end_table::EndTable;
use super::{clique, product};
use crate::Player;
use crate::solitaire::play::partial_play::PartialPlay;

/// The home block of `v` when all stones outside have one colour.
pub(super) struct Home {
    home: Block,
    /// The outer blocks in a cycle from home to home.
    ring: Vec<Block>,
}

impl Home {
    pub(super) fn new(block: &Block, v: usize) -> Home {
        let mut factors = block.factors.clone();
        let inner = match factors.iter().map(|f| f.side).collect::<Vec<_>>()[..] {
            [3, 3, 2] => 2,
            [3, ..] => 3,
            _ => 1,
        };
        let outer = factors.split_off(inner);
        let home = Block::at(v, factors);
        let ring = gray_cycle(&outer);
        let ring = ring[1..].iter().map(|turns| home.moved(&outer, turns)).collect();
        Home { home, ring }
    }

    pub(super) fn play(&self, draft: &mut PartialPlay, v: usize, c: Player) {
        let outside = draft.stone(self.ring[0].base);
        let (out, back) = self.exits(draft, v, c, outside);
        let across = |block: &Block, p: usize| block.vertex(self.home.number(p));
        draft.go(out, across(&self.ring[0], out));
        let mut entered = out;
        for (i, block) in self.ring.iter().enumerate() {
            let last = i + 1 == self.ring.len();
            let leave = if last { back } else { self.other_than(entered, back) };
            let target = if last { back } else { across(&self.ring[i + 1], leave) };
            product::finish(draft, block, across(block, leave), draft.stone(target).opponent());
            draft.go(across(block, leave), target);
            entered = leave;
        }
        match EndTable::of(&self.home) {
            Some(ends) => ends.finish(draft, &self.home, v, c),
            None => clique::finish(draft, self.home.vertices().filter(|&u| u != out), v, c),
        }
    }

    /// Some home vertex that is neither of these two.
    fn other_than(&self, a: usize, b: usize) -> usize {
        self.home.vertices().find(|&p| p != a && p != b).expect("a strong block has three vertices")
    }

    /// The stone that leaves home and the stone that is flipped at the end, such
    /// that home can be reduced then.
    fn exits(&self, draft: &PartialPlay, v: usize, c: Player, outside: Player) -> (usize, usize) {
        let leavers = self.home.vertices().filter(|&p| p != v && draft.stone(p) != outside);
        let pairs = leavers.flat_map(|out| self.home.vertices().filter(move |&b| b != out).map(move |b| (out, b)));
        let works = |&(out, back): &(usize, usize)| match EndTable::of(&self.home) {
            Some(ends) => {
                let stones = ends.read(draft, &self.home).without(self.home.number(out));
                let stones = stones.with(self.home.number(back), draft.stone(back).opponent());
                ends.reach(stones, self.home.number(v), c)
            }
            None => {
                let tally = self.home.tally(draft).minus(draft.stone(out)).flipped(draft.stone(back));
                let own = draft.stone(v);
                tally.minus(if back == v { own.opponent() } else { own }).mixed()
            }
        };
        pairs.into_iter().find(works).expect("checked for every home")
    }
}

impl Block {
    /// This block with the digits of these factors advanced cyclically.
    fn moved(&self, factors: &[Factor], turns: &[usize]) -> Block {
        let mut block = self.clone();
        for (f, &turn) in factors.iter().zip(turns) {
            let digit = f.digit(self.base);
            block.base = block.base - digit * f.stride + (digit + turn) % f.side * f.stride;
        }
        block
    }
}

/// The reflected Gray code over the digits of the factors, as a cycle. It closes
/// since its slowest digit is the last factor, which has side 2.
fn gray_cycle(factors: &[Factor]) -> Vec<Vec<usize>> {
    let mut words: Vec<Vec<usize>> = vec![vec![]];
    for f in factors {
        let there = words;
        words = Vec::with_capacity(there.len() * f.side);
        for digit in 0..f.side {
            let put = |word: &Vec<usize>| [&word[..], &[digit]].concat();
            if digit % 2 == 0 {
                words.extend(there.iter().map(put));
            } else {
                words.extend(there.iter().rev().map(put));
            }
        }
    }
    words
}
