//! Where a piece of a text stands first.
//!
//! The suffixes of the text are sorted (Manber and Myers, 1993: double the
//! length compared in each round) and neighbours in that order are measured
//! for what they share (Kasai and others, 2001). The places where a piece
//! stands are then neighbours, and runs of neighbours form a tree (Abouelhoda,
//! Kurtz and Ohlebusch, 2004):
//!
//! ```text
//! place   0 1 2 3 4        suffix   3   1     4  2    0
//! text    x o x o x        in order ox  oxox  x  xox  xoxox
//!                          shared     2     0   1   3
//! a node: "ox" stands at 1 and 3, length 2, first place 1
//! ```
//!
//! A question walks up from a place to the last node that is long enough; only
//! nodes with an earlier first place than those inside are on the way, which
//! are few. Comparing the text with itself at each distance was tried first:
//! it took seconds for a periodic text of 40,000 cells.

use crate::{Budget, Stop};

/// Bytes of a symbol while the order is found.
const SYMBOL: usize = 48;

/// Finds first places in one text.
#[derive(Clone, Debug, Default)]
pub(super) struct SuffixIndex {
    nodes: Vec<Node>,
    /// The innermost node of each place that tells of an earlier one.
    inmost: Vec<Option<u32>>,
}

/// All places where one piece of text stands.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Cells in the piece.
    len: u32,
    /// The first of the places.
    first: u32,
    /// The next node around this one with an earlier first place.
    up: Option<u32>,
}

impl SuffixIndex {
    /// Looks for pieces of at least `shortest` cells that repeat in a text of
    /// the symbols 0, 1 and 2.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(super) fn within(text: &[u8], shortest: usize, budget: &Budget) -> Result<SuffixIndex, Stop> {
        budget.fits(SYMBOL * text.len())?;
        let order = suffixes(text, budget)?;
        let mut ticker = budget.ticker();
        let mut tree = Tree { nodes: Vec::new(), open: Vec::new() };
        let mut inmost = vec![None; text.len()];
        for (&place, shared) in order.iter().zip(shared(text, &order)) {
            let next = if (shared as usize) < shortest { 0 } else { shared };
            tree.reach(next);
            ticker.step(1)?;
            if let Some(&node) = tree.open.last() {
                inmost[place as usize] = Some(node);
                tree.nodes[node as usize].first = tree.nodes[node as usize].first.min(place);
            }
            while tree.top() > next {
                let closed = tree.open.pop().expect("it has a length");
                tree.reach(next);
                tree.enclose(closed);
            }
        }
        tree.skip_repetitions();
        let nodes = tree.nodes;
        for (place, node) in inmost.iter_mut().enumerate() {
            if let Some(known) = node.map(|node| nodes[node as usize]).filter(|node| node.first as usize == place) {
                *node = known.up;
            }
        }
        Ok(SuffixIndex { nodes, inmost })
    }

    /// The first place where the text of this length from `place` stands; with
    /// less than the shortest length, or without a text, `place` itself.
    pub(super) fn first(&self, place: usize, len: usize) -> usize {
        let (mut first, mut up) = (place, self.inmost.get(place).copied().flatten());
        while let Some(node) = up.map(|up| self.nodes[up as usize]).filter(|node| node.len as usize >= len) {
            (first, up) = (node.first as usize, node.up);
        }
        first
    }
}

/// The tree under construction, one suffix after another.
struct Tree {
    nodes: Vec<Node>,
    /// The nodes that hold the next suffix too, the outermost first.
    open: Vec<u32>,
}

impl Tree {
    /// The length of the innermost open node.
    fn top(&self) -> u32 {
        self.open.last().map_or(0, |&node| self.nodes[node as usize].len)
    }

    /// Opens a node of this length unless there is one at least as long.
    fn reach(&mut self, len: u32) {
        if self.top() < len {
            self.open.push(self.nodes.len() as u32);
            self.nodes.push(Node { len, first: u32::MAX, up: None });
        }
    }

    /// Puts a closed node into the innermost open one.
    fn enclose(&mut self, closed: u32) {
        if let Some(&outer) = self.open.last() {
            let first = self.nodes[closed as usize].first;
            self.nodes[closed as usize].up = Some(outer);
            self.nodes[outer as usize].first = self.nodes[outer as usize].first.min(first);
        }
    }

    /// Leaves out of every way up the nodes that tell nothing new.
    fn skip_repetitions(&mut self) {
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

/// Cells that the first round compares: two bits each.
const CELLS: usize = 32;

/// The places of the text in the order of what stands there.
fn suffixes(text: &[u8], budget: &Budget) -> Result<Vec<u32>, Stop> {
    let mut keys = vec![0u64; text.len() + 1];
    for (i, &symbol) in text.iter().enumerate().rev() {
        // Beyond the end of the text is less than any symbol.
        keys[i] = u64::from(symbol + 1) << (2 * CELLS - 2) | keys[i + 1] >> 2;
    }
    let mut order: Vec<u32> = (0..text.len() as u32).collect();
    let mut ranks = vec![0u32; text.len()];
    let mut compared = CELLS;
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

/// How many cells each suffix shares with the next one in order.
fn shared(text: &[u8], order: &[u32]) -> Vec<u32> {
    let mut next = vec![None; text.len()];
    for pair in order.windows(2) {
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
        // One place further all but the first cell is still shared.
        len = len.saturating_sub(1);
    }
    order.iter().map(|&i| lengths[i as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn slow_first(text: &[u8], place: usize, len: usize) -> usize {
        (0..place).find(|&i| text[i..i + len] == text[place..place + len]).unwrap_or(place)
    }

    proptest! {
        #[test]
        fn first_places_are_those_found_by_looking(
            piece in prop::collection::vec(0u8..3, 1..12),
            times in 1usize..9,
            rest in prop::collection::vec(0u8..3, 0..20),
            shortest in 1usize..6,
        ) {
            let text = [&piece.repeat(times)[..], &rest, &piece].concat();
            let repeats = SuffixIndex::within(&text, shortest, &Budget::new()).expect("short texts");
            for place in 0..text.len() {
                for len in shortest..=text.len() - place {
                    prop_assert_eq!(repeats.first(place, len), slow_first(&text, place, len), "{} cells at {}", len, place);
                }
            }
        }
    }

    #[test]
    fn long_periodic_texts_take_no_time() {
        let text = [0u8, 1].repeat(100_000);
        let repeats = SuffixIndex::within(&text, 63, &Budget::new()).expect("it fits");
        assert_eq!(repeats.first(150_000, 40_000), 0);
        assert_eq!(repeats.first(150_001, 49_999), 1);
        assert_eq!(SuffixIndex::default().first(5, 100), 5);
    }
}
