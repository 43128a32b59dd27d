//! The retrograde step: positions in which the mover has a move out of a given set.
//!
//! Given a set T, `step` finds F(T), the positions with a move to a position
//! NOT in T (or into the mover's goal). Every set of the analysis is such an
//! F of another (see `solve`).
//!
//! Placing a stone turns one 0 of the index into 1: a shift of whole words or
//! inside them. A hop copies a subcube of the index space, block by block,
//! and the chains of hops to one side come from one sweep over the places:
//! a chain is a hop into (not T) or into a shorter chain.

use super::lane::{Hop, Landing, Lane};
use super::sets::PositionSet;

/// Words per block: 4 KiB, which fit the first-level cache.
const BLOCK: usize = 512;
/// Bits of the index that lie inside a block.
const BLOCK_BITS: u32 = 6 + BLOCK.trailing_zeros();

/// LOW[i]: the places in a word whose bit i is 0.
const LOW: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// The positions of each place from which a chain of hops to one side leaves
/// T or reaches `goal`. `to_right` says which side.
pub(super) fn chains(lane: &Lane, t: &PositionSet, goal: Landing, to_right: bool, chains: &mut PositionSet) {
    let (places, words) = (lane.places(), t.words());
    for i in 0..places {
        // Places further on are done before those that hop to them.
        let place = if to_right { places - 1 - i } else { i };
        let (before, rest) = chains.data_mut().split_at_mut(place * words);
        let (own, after) = rest.split_at_mut(words);
        own.fill(0);
        for hop in if to_right { lane.right(place) } else { lane.left(place) } {
            match hop.to {
                Landing::Place(to) => {
                    let chain = if to > place { &after[(to - place - 1) * words..] } else { &before[to * words..] };
                    lift(own, hop, |w| !t.place(to)[w] | chain[w]);
                }
                end if end == goal => lift(own, hop, |_| !0),
                _ => {}
            }
        }
    }
}

/// Adds to `out` what `source` (a set at the landing place) becomes when the
/// hop is taken back: all bits `low..end` are 0 there and `hop.stones` here.
#[inline(always)]
fn lift(out: &mut [u64], hop: &Hop, source: impl Fn(usize) -> u64) {
    let mask = LOW[hop.low.min(6) as usize..hop.end.min(6) as usize].iter().fold(!0, |m, low| m & low);
    let shift = hop.stones & 63;
    let stones = (hop.stones >> 6) as usize;
    let (run, stride) = (1usize << hop.low.saturating_sub(6), 1usize << hop.end.saturating_sub(6));
    if hop.end <= 6 {
        for (w, word) in out.iter_mut().enumerate() {
            *word |= (source(w) & mask) << shift;
        }
        return;
    }
    for base in (0..out.len()).step_by(stride) {
        for (i, word) in out[base + stones..][..run].iter_mut().enumerate() {
            *word |= (source(base + i) & mask) << shift;
        }
    }
}

/// Adds to the words `out` of one place the positions from which one more
/// stone leaves the set with the words `t`.
pub(super) fn placements(bits: u32, t: &[u64], out: &mut [u64]) {
    for (number, block) in out.chunks_mut(BLOCK).enumerate() {
        let start = number * BLOCK;
        let here = &t[start..start + block.len()];
        for (word, &t) in block.iter_mut().zip(here) {
            for bit in 0..bits.min(6) {
                *word |= (!t >> (1 << bit)) & LOW[bit as usize];
            }
        }
        for bit in 6..bits.min(BLOCK_BITS) {
            let stride = 1 << (bit - 6);
            for (pair, t) in block.chunks_exact_mut(2 * stride).zip(here.chunks_exact(2 * stride)) {
                add_complement(&mut pair[..stride], &t[stride..]);
            }
        }
        for bit in BLOCK_BITS..bits {
            let stride = 1 << (bit - 6);
            if start & stride == 0 {
                add_complement(block, &t[start + stride..][..block.len()]);
            }
        }
    }
}

fn add_complement(out: &mut [u64], t: &[u64]) {
    for (word, &t) in out.iter_mut().zip(t) {
        *word |= !t;
    }
}
