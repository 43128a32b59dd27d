//! What a printed sentence about strips says, and whether it is true.
//!
//! The sentence itself is read, because it is what users rely on. Random boards of
//! it, longer than those that the checker played, are solved by the library, which
//! shares no code with the checker.

use allsmall::internal::SplitMix64;
use allsmall::solitaire::graphs::grid::dominoes::is_nice;
use allsmall::solitaire::graphs::grid::narrow;
use allsmall::solitaire::{SolitaireOptions, delta, reduce};
use allsmall::{Board, Budget, Graph, Player, Position};

/// Random boards of a sentence, and columns beyond the first length.
const BOARDS: u64 = 24;
const BEYOND: u64 = 6;

/// A sentence about stones that are left, read back.
struct LeaveSentence<'a> {
    from: usize,
    rows: usize,
    is_ring: bool,
    /// Whether delta must be 0, or must not be 0.
    delta: Option<bool>,
    most: &'a str,
}

/// Solves random boards of a sentence; returns their number. Sentences about rows
/// that are emptied are read too, but not tested here.
///
/// # Panics
/// A board contradicts the sentence, or the sentence cannot be read.
pub(super) fn assert_true(sentence: &str, file: &str) -> usize {
    if sentence.contains("can be emptied into the row below") {
        return 0;
    }
    let Some(number) = leave(sentence).map(|read| solved(&read, sentence)).or_else(|| nice(sentence)) else {
        panic!("unreadable: {sentence}: {file}")
    };
    number
}

/// `for every n >= F and every BOARDS position: if CONDITIONS, CLAIM`
fn parts(sentence: &str) -> Option<(usize, &str, Vec<&str>, &str)> {
    let (from, rest) = sentence.strip_prefix("for every n >= ")?.split_once(" and every ")?;
    let (boards, rest) = rest.split_once(" position: ")?;
    let (conditions, claim) = match rest.strip_prefix("if ") {
        None => (Vec::new(), rest),
        Some(rest) => {
            let (conditions, claim) = rest.split_once(", it ")?;
            (conditions.split(" and ").collect(), claim)
        }
    };
    Some((from.parse().ok()?, boards, conditions, claim.trim_start_matches("it ")))
}

fn leave(sentence: &str) -> Option<LeaveSentence<'_>> {
    let (from, boards, conditions, claim) = parts(sentence)?;
    let (rows, is_ring) = match boards.strip_prefix("C_") {
        Some(rest) => (rest.strip_suffix(" x P_n")?, true),
        None => (boards.strip_suffix(" x n")?, false),
    };
    let delta = match conditions[..] {
        ["it has both colours"] => None,
        ["it has both colours", "its delta is 0"] => Some(true),
        ["it has both colours", "its delta is not 0"] => Some(false),
        _ => return None,
    };
    let (most, _) = claim.strip_prefix("can be reduced to ")?.split_once(" stone")?;
    Some(LeaveSentence { from, rows: rows.parse().ok()?, is_ring, delta, most })
}

impl LeaveSentence<'_> {
    /// `2`, `at most 2`, `at most floor((n + 25)/12)`
    fn most(&self, n: usize) -> Option<usize> {
        let most = self.most.trim_start_matches("at most ");
        let Some(formula) = most.strip_prefix("floor((") else { return most.parse().ok() };
        let (sum, period) = formula.strip_suffix(')')?.split_once(")/")?;
        let (times, constant) = sum.split_once(" + ")?;
        let gain: usize = if times == "n" { 1 } else { times.strip_suffix(" n")?.parse().ok()? };
        Some((gain * n + constant.parse::<usize>().ok()?) / period.parse::<usize>().ok()?)
    }
}

fn solved(read: &LeaveSentence<'_>, sentence: &str) -> usize {
    let mut random = SplitMix64::new(read.from as u64);
    let mut number = 0;
    for _ in 0..BOARDS {
        let n = read.from + random.below(BEYOND) as usize;
        let position = board(read.rows, n, read.is_ring, &mut random);
        let has_both = Player::BOTH.iter().all(|&player| position.stones_of(player) > 0);
        let delta = delta::deltas_within(&position, &Budget::new()).expect("no limit is set");
        let is_meant = read.delta.is_none_or(|zero| delta.iter().all(|&delta| (delta == Some(0)) == zero));
        if !has_both || !is_meant {
            continue;
        }
        let fewest = if read.is_ring {
            reduce(&position, &SolitaireOptions::free(), &Budget::new()).expect("the free rule takes every board").upper
        } else {
            narrow(&position, false, &Budget::new()).expect("no limit is set").upper
        };
        let most = read.most(n).unwrap_or_else(|| panic!("unreadable: {sentence}"));
        assert!(fewest <= most, "false for {position}, which leaves {fewest}: {sentence}");
        number += 1;
    }
    number
}

/// `it is nice with 2 columns of o before it`
fn nice(sentence: &str) -> Option<usize> {
    let (from, boards, conditions, claim) = parts(sentence)?;
    let rows: usize = boards.strip_suffix(" x n")?.parse().ok()?;
    let before: usize = match claim.strip_prefix("is nice")? {
        "" => 0,
        rest => rest.strip_prefix(" with ")?.strip_suffix(" columns of o before it")?.parse().ok()?,
    };
    let needs = match conditions[..] {
        ["it is not all o"] => &[Player::Left][..],
        ["it has both colours"] => &Player::BOTH,
        _ => return None,
    };
    let mut random = SplitMix64::new(from as u64);
    let mut number = 0;
    for _ in 0..BOARDS {
        let n = from + random.below(BEYOND) as usize;
        let block = board(rows, n, false, &mut random);
        if needs.iter().any(|&player| block.stones_of(player) == 0) {
            continue;
        }
        let cell = |v: usize| {
            let (row, col) = (v / (n + before), v % (n + before));
            if col < before { Some(Player::Right) } else { block.cells()[row * n + col - before] }
        };
        let cells = (0..rows * (n + before)).map(cell).collect();
        let behind = Position::new(Board::Grid { rows, cols: n + before }, cells);
        assert_eq!(is_nice(&behind, &Budget::new()), Ok(true), "false for {behind}: {sentence}");
        number += 1;
    }
    Some(number)
}

/// A random full board; runs of one colour make more stones stay.
fn board(rows: usize, cols: usize, is_ring: bool, random: &mut SplitMix64) -> Position {
    let (bits, more) = (random.next_u64(), random.next_u64());
    let bits = if more & 1 == 0 { bits } else { bits & more };
    let stone = |v: usize| Some(Player::BOTH[(bits >> (v % 64) & 1) as usize]);
    let cells = (0..rows * cols).map(stone).collect();
    if !is_ring {
        return Position::new(Board::Grid { rows, cols }, cells);
    }
    let round = (0..rows * cols).map(|v| (v, v / rows * rows + (v + 1) % rows));
    let edges: Vec<_> = round.chain((rows..rows * cols).map(|v| (v - rows, v))).collect();
    Position::new(Board::Graph(Graph::new(rows * cols, &edges)), cells)
}
