//! First occurrence of every substring: suffix array, LCP array and
//! LCP-interval tree.
//!
//! The suffix array is built by prefix doubling (Manber and Myers, 1993), the
//! longest common prefixes of adjacent suffixes by the algorithm of Kasai and
//! others (2001). The occurrences of a substring are adjacent in the suffix
//! array, and these intervals form a tree (Abouelhoda, Kurtz and Ohlebusch,
//! 2004):
//!
//! ```text
//! offset  0 1 2 3 4        suffix array  3   1     4  2    0
//! text    x o x o x        suffix        ox  oxox  x  xox  xoxox
//!                          LCP             2     0   1   3
//! a node: "ox" occurs at 1 and 3, length 2, first occurrence 1
//! ```
//!
//! A query climbs from the leaf of an offset to the outermost node that is
//! long enough. Only nodes with an earlier first occurrence than the nodes
//! inside them are on the path, and these are few. Comparing the text with
//! itself at each distance was tried first: it took seconds for a periodic
//! text of 40,000 cells.

use crate::{Budget, Stop};

/// Bytes per symbol while the suffix array is built.
const SYMBOL_BYTES: usize = 48;

/// Answers first-occurrence queries on one text.
#[derive(Clone, Debug, Default)]
pub(super) struct SuffixIndex {
    nodes: Vec<Node>,
    /// For each offset the innermost node with an earlier first occurrence.
    innermost: Vec<Option<u32>>,
}

/// An LCP interval: all occurrences of one substring.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Length of the substring.
    len: u32,
    /// Its first occurrence.
    first: u32,
    /// The innermost enclosing node with an earlier first occurrence.
    up: Option<u32>,
}

impl SuffixIndex {
    /// Indexes the substrings of at least `shortest` symbols that repeat in a
    /// text over 0, 1 and 2.
    pub(super) fn within(text: &[u8], shortest: usize, budget: &Budget) -> Result<SuffixIndex, Stop> {
        budget.fits(SYMBOL_BYTES * text.len())?;
        let suffixes = suffix_array(text, budget)?;
        let mut ticker = budget.ticker();
        let mut tree = IntervalTree { nodes: Vec::new(), open: Vec::new() };
        let mut innermost = vec![None; text.len()];
        for (&offset, lcp) in suffixes.iter().zip(lcp_array(text, &suffixes)) {
            let next = if (lcp as usize) < shortest { 0 } else { lcp };
            tree.open_node(next);
            ticker.step(1)?;
            if let Some(&node) = tree.open.last() {
                innermost[offset as usize] = Some(node);
                tree.nodes[node as usize].first = tree.nodes[node as usize].first.min(offset);
            }
            while tree.top() > next {
                let closed = tree.open.pop().expect("it has a length");
                tree.open_node(next);
                tree.enclose(closed);
            }
        }
        tree.skip_equal_firsts();
        let nodes = tree.nodes;
        for (offset, node) in innermost.iter_mut().enumerate() {
            if let Some(own) = node.map(|node| nodes[node as usize]).filter(|node| node.first as usize == offset) {
                *node = own.up;
            }
        }
        Ok(SuffixIndex { nodes, innermost })
    }

    /// The first occurrence of the substring of length `len` at `offset`;
    /// `offset` itself for a length below the minimum or in an empty index.
    pub(super) fn first_occurrence(&self, offset: usize, len: usize) -> usize {
        let (mut first, mut up) = (offset, self.innermost.get(offset).copied().flatten());
        while let Some(node) = up.map(|up| self.nodes[up as usize]).filter(|node| node.len as usize >= len) {
            (first, up) = (node.first as usize, node.up);
        }
        first
    }
}

/// The LCP-interval tree during construction, one suffix after another.
struct IntervalTree {
    nodes: Vec<Node>,
    /// The nodes that contain the next suffix too, the outermost first.
    open: Vec<u32>,
}

impl IntervalTree {
    /// The length of the innermost open node.
    fn top(&self) -> u32 {
        self.open.last().map_or(0, |&node| self.nodes[node as usize].len)
    }

    /// Opens a node of this length unless an open one is at least as long.
    fn open_node(&mut self, len: u32) {
        if self.top() < len {
            self.open.push(self.nodes.len() as u32);
            self.nodes.push(Node { len, first: u32::MAX, up: None });
        }
    }

    /// Makes a closed node a child of the innermost open one.
    fn enclose(&mut self, closed: u32) {
        if let Some(&outer) = self.open.last() {
            let first = self.nodes[closed as usize].first;
            self.nodes[closed as usize].up = Some(outer);
            self.nodes[outer as usize].first = self.nodes[outer as usize].first.min(first);
        }
    }

    /// Bypasses ancestors whose first occurrence is not earlier.
    fn skip_equal_firsts(&mut self) {
        let mut outer_first: Vec<usize> = (0..self.nodes.len()).collect();
        outer_first.sort_unstable_by_key(|&i| self.nodes[i].len);
        for i in outer_first {
            if let Some(outer) = self.nodes[i].up.map(|up| self.nodes[up as usize])
                && outer.first == self.nodes[i].first
            {
                self.nodes[i].up = outer.up;
            }
        }
    }
}

/// Symbols compared in the first round, two bits each.
const FIRST_ROUND: usize = 32;

/// The offsets of the text in lexicographic order of their suffixes.
fn suffix_array(text: &[u8], budget: &Budget) -> Result<Vec<u32>, Stop> {
    let mut keys = vec![0u64; text.len() + 1];
    for (i, &symbol) in text.iter().enumerate().rev() {
        // The end of the text sorts before every symbol.
        keys[i] = u64::from(symbol + 1) << (2 * FIRST_ROUND - 2) | keys[i + 1] >> 2;
    }
    let mut order: Vec<u32> = (0..text.len() as u32).collect();
    let mut ranks = vec![0u32; text.len()];
    let mut compared = FIRST_ROUND;
    loop {
        budget.check()?;
        order.sort_unstable_by_key(|&i| keys[i as usize]);
        let mut rank = 0;
        for (j, &i) in order.iter().enumerate() {
            rank += u32::from(j > 0 && keys[i as usize] != keys[order[j - 1] as usize]);
            ranks[i as usize] = rank;
        }
        if rank as usize + 1 >= text.len() {
            return Ok(order);
        }
        for i in 0..text.len() {
            let behind = ranks.get(i + compared).map_or(0, |&rank| u64::from(rank) + 1);
            keys[i] = u64::from(ranks[i]) << 32 | behind;
        }
        compared *= 2;
    }
}

/// The length of the longest common prefix of each suffix and the next one.
fn lcp_array(text: &[u8], suffixes: &[u32]) -> Vec<u32> {
    let mut next = vec![None; text.len()];
    for pair in suffixes.windows(2) {
        next[pair[0] as usize] = Some(pair[1] as usize);
    }
    let (mut lengths, mut len) = (vec![0u32; text.len()], 0);
    for (i, next) in next.into_iter().enumerate() {
        let Some(next) = next else {
            len = 0;
            continue;
        };
        len += text[i + len..].iter().zip(&text[next + len..]).take_while(|(a, b)| a == b).count();
        lengths[i] = len as u32;
        // The suffix at the next offset shares at least one symbol less.
        len = len.saturating_sub(1);
    }
    suffixes.iter().map(|&i| lengths[i as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn slow_first(text: &[u8], offset: usize, len: usize) -> usize {
        (0..offset).find(|&i| text[i..i + len] == text[offset..offset + len]).unwrap_or(offset)
    }

    proptest! {
        #[test]
        fn first_occurrences_equal_those_of_a_linear_scan(
            piece in prop::collection::vec(0u8..3, 1..12),
            times in 1usize..9,
            rest in prop::collection::vec(0u8..3, 0..20),
            shortest in 1usize..6,
        ) {
            let text = [&piece.repeat(times)[..], &rest, &piece].concat();
            let index = SuffixIndex::within(&text, shortest, &Budget::new()).expect("short texts");
            for at in 0..text.len() {
                for len in shortest..=text.len() - at {
                    prop_assert_eq!(index.first_occurrence(at, len), slow_first(&text, at, len), "{} cells at {}", len, at);
                }
            }
        }
    }

    #[test]
    fn long_periodic_texts_are_indexed_quickly() {
        let text = [0u8, 1].repeat(100_000);
        let index = SuffixIndex::within(&text, 63, &Budget::new()).expect("it fits");
        assert_eq!(index.first_occurrence(150_000, 40_000), 0);
        assert_eq!(index.first_occurrence(150_001, 49_999), 1);
        assert_eq!(SuffixIndex::default().first_occurrence(5, 100), 5);
    }
}
