//! Theorem 11 of Blondel et al. as printed: an optimal word is a shortest path
//! through the pairs of letters.
//!
//! A vertex is the last two letters; an edge appends a letter and is there
//! unless it completes a forbidden pattern of Theorem 10; it costs 1 if the
//! new letter is a bar. There are 25 vertices, 9 of them alive at a time. The
//! segments of [`super::segments`] give the same value faster; this method also
//! gives the word, and serves as an independent check.

use super::StoneBits;
use super::word::{GameWord, Letter, Mark, Patterns};

/// The five letters of the merged alphabet: a bar, and arrows over a and s.
const LETTERS: [Letter; 5] = [
    Letter::BAR,
    Letter { differs: true, mark: Mark::Right },
    Letter { differs: false, mark: Mark::Right },
    Letter { differs: true, mark: Mark::Left },
    Letter { differs: false, mark: Mark::Left },
];

/// The cost of a vertex that is not reached.
const NEVER: u32 = u32::MAX;

/// A vertex: the last letter but one times 5, plus the last letter.
type LetterPair = usize;

/// An optimal word of a line of at least one stone.
#[must_use]
pub fn best_word(stones: &StoneBits) -> GameWord {
    let allowed = allowed_edges();
    let mut cost = [NEVER; 25];
    cost[0] = 0;
    let separations = stones.len().saturating_sub(1);
    let mut came_from: Vec<[u8; 25]> = Vec::with_capacity(separations + 2);
    for i in 0..separations + 2 {
        let differs = (i < separations).then(|| stones.is_o(i) != stones.is_o(i + 1));
        let (next, from) = append(&allowed, &cost, differs);
        cost = next;
        came_from.push(from);
    }
    let mut letters = Vec::with_capacity(separations);
    let mut pair: LetterPair = 0;
    for (i, from) in came_from.iter().enumerate().rev() {
        if i < separations {
            letters.push(Letter { differs: stones.is_o(i) != stones.is_o(i + 1), ..LETTERS[pair % 5] });
        }
        pair = usize::from(from[pair]);
    }
    letters.reverse();
    GameWord(letters)
}

/// The costs after one more letter over a separation of this kind (a bar if
/// the line is over), and where each came from.
fn append(allowed: &[[bool; 5]; 25], cost: &[u32; 25], differs: Option<bool>) -> ([u32; 25], [u8; 25]) {
    let (mut next, mut from) = ([NEVER; 25], [0; 25]);
    for pair in (0..25).filter(|&pair| cost[pair] != NEVER) {
        for (l, letter) in LETTERS.iter().enumerate() {
            let fits = letter.mark == Mark::Bar || Some(letter.differs) == differs;
            if !fits || !allowed[pair][l] {
                continue;
            }
            let (to, price) = (pair % 5 * 5 + l, cost[pair] + u32::from(l == 0));
            if price < next[to] {
                (next[to], from[to]) = (price, pair as u8);
            }
        }
    }
    (next, from)
}

/// Which letters may follow each pair.
fn allowed_edges() -> [[bool; 5]; 25] {
    let mut allowed = [[false; 5]; 25];
    for (pair, row) in allowed.iter_mut().enumerate() {
        for (l, allowed) in row.iter_mut().enumerate() {
            *allowed = !Patterns::Theorem10.forbid_end(&[LETTERS[pair / 5], LETTERS[pair % 5], LETTERS[l]]);
        }
    }
    allowed
}
