//! Nimbers of large parts by outcomes (Lemoine and Viennot 2010).
//!
//! A part `P` has nimber k iff `P + *k` is lost for the player to move. That
//! is asked for k = 0, 1, ... in turn, and such a question needs but one good
//! move of the winner where the rule of the least missing number needs all:
//!
//! ```text
//! P + *k is lost  iff  no option of P has nimber k        (moves in P)
//!                 and  P + *j is won for all j < k        (moves in *k)
//! ```
//!
//! Small parts have nimbers in a table, which are added to k. Of several large
//! parts all but the largest are settled on their own, so a question is always
//! about one part. What is known of a part is its nimber, or which ones it has
//! not; that is kept in the store of verdicts, and the least valuable gives
//! way when the memory is full. Parts have at most 128 cells, so recursion is
//! safe.

use std::collections::HashMap;

use smallvec::SmallVec;

use crate::base::hash::Mixed;
use crate::packed::{BoardRules, MoveResults, PackedPart, PartRules, PartWord, Signed};
use crate::transposition::{Key, TableEntry, TranspositionTable, ValueOrder, log2_work};
use crate::{Budget, Player, Stop};

/// Parts up to so many stones have their nimbers in a table.
const SMALL: usize = 8;

/// What empty tables take.
const LEAST_MEMORY: usize = 1 << 16;

/// Bytes that a small part takes in the table.
const SMALL_ENTRY: usize = 2 * size_of::<(PackedPart, u32)>();

/// The search for nimbers on one rules.
pub(super) struct Outcomes<'a> {
    boards: &'a BoardRules,
    small: HashMap<PackedPart, u32, Mixed>,
    store: TranspositionTable,
    nodes: u64,
    budget: &'a Budget,
}

/// What is known of a part: its nimber, or a set of nimbers that it has not.
#[derive(Clone, Copy)]
enum NimberKnowledge {
    Is(u32),
    IsNot(u32),
}

/// The bit of a stored number that marks a nimber; sets have the lower bits.
const IS: u32 = 1 << 31;

impl NimberKnowledge {
    fn of_number(number: u32) -> NimberKnowledge {
        if number & IS == 0 { NimberKnowledge::IsNot(number) } else { NimberKnowledge::Is(number ^ IS) }
    }

    fn number(self) -> u32 {
        match self {
            NimberKnowledge::Is(nimber) => nimber | IS,
            NimberKnowledge::IsNot(set) => set,
        }
    }

    /// Whether the nimber is k, if that is known.
    fn is(self, k: u32) -> Option<bool> {
        match self {
            NimberKnowledge::Is(nimber) => Some(nimber == k),
            NimberKnowledge::IsNot(set) => (k < 31 && set >> k & 1 == 1).then_some(false),
        }
    }

    /// The same with one more that it has not. Sets end at 30: what is above
    /// is forgotten.
    fn and_not(self, k: u32) -> NimberKnowledge {
        match self {
            NimberKnowledge::IsNot(set) if k < 31 => NimberKnowledge::IsNot(set | 1 << k),
            known => known,
        }
    }
}

/// One entry a part: a new one replaces the old one.
struct OneEntry;

impl ValueOrder for OneEntry {
    fn covers(&mut self, _: bool, _: u32, _: u32) -> Result<bool, Stop> {
        Ok(true)
    }
}

/// What a move leaves: large parts, the largest first, and a nimber.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Left {
    /// Moves in the largest part: the fewer, the sooner it is tried.
    pairs: usize,
    large: SmallVec<[PackedPart; 2]>,
    nimber: u32,
}

impl<'a> Outcomes<'a> {
    /// Nothing is known yet.
    ///
    /// # Errors
    /// If there is not even memory for empty tables.
    pub(super) fn new(boards: &'a BoardRules, budget: &'a Budget) -> Result<Outcomes<'a>, Stop> {
        if budget.memory() < LEAST_MEMORY {
            return Err(Stop::Memory);
        }
        let store = TranspositionTable::new(budget.memory() / 4 * 3);
        Ok(Outcomes { boards, small: HashMap::default(), store, nodes: 0, budget })
    }

    /// The nimber of a part.
    pub(super) fn nimber(&mut self, part: PackedPart) -> Result<u32, Stop> {
        if self.boards.stones(part) <= SMALL {
            return self.small(part);
        }
        let mut k = 0;
        while !self.is(part, k)? {
            k += 1;
        }
        Ok(k)
    }

    /// The nimber of a small part: the least that none of its options has.
    fn small(&mut self, part: PackedPart) -> Result<u32, Stop> {
        if let Some(&nimber) = self.small.get(&part) {
            return Ok(nimber);
        }
        let moves = self.moves(part);
        let mut reached = Vec::with_capacity(moves.ends.len());
        for parts in moves.iter() {
            let mut total = 0;
            for signed in parts {
                total ^= self.small(signed.part)?;
            }
            reached.push(total);
        }
        // The table can be filled again: forgetting it costs but time.
        if self.small.len() * SMALL_ENTRY > self.budget.memory() / 4 {
            self.budget.check()?;
            self.small = HashMap::default();
        }
        let nimber = super::least_missing(&mut reached);
        self.small.insert(part, nimber);
        Ok(nimber)
    }

    fn moves(&self, part: PackedPart) -> MoveResults<PackedPart> {
        let mut moves = MoveResults::default();
        for player in Player::BOTH {
            moves.add(self.boards, Signed { part, negated: false, own_negative: false }, player);
        }
        moves
    }

    /// Whether a large part has nimber k.
    fn is(&mut self, part: PackedPart, k: u32) -> Result<bool, Stop> {
        let key = key(part).ok_or(Stop::Unsupported)?;
        let mut known = self.known(&key)?;
        if let Some(answer) = known.is(k) {
            return Ok(answer);
        }
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) {
            self.budget.check()?;
            self.budget.report(|| format!("{} positions, {} known", self.nodes, self.store.len()));
        }
        let open = self.open_options(part, k, &mut known)?;
        let found = known.is(k) == Some(false) || self.has_option(open, k)?;
        if found {
            known = known.and_not(k);
        } else {
            // No option has nimber k, so the nimber is at most that.
            for j in 0..k {
                if self.is(part, j)? {
                    return Ok(false);
                }
            }
            known = NimberKnowledge::Is(k);
        }
        let verdict = TableEntry { value: known.number(), won: true, log2_work: log2_work(self.nodes - before) };
        self.store.insert(&key, verdict, &mut OneEntry)?;
        Ok(!found)
    }

    fn known(&mut self, key: &Key) -> Result<NimberKnowledge, Stop> {
        let found = self.store.find(key, 0, &mut OneEntry)?;
        Ok(found.map_or(NimberKnowledge::IsNot(0), |verdict| NimberKnowledge::of_number(verdict.value)))
    }

    /// The options of a part of which it is not known whether they have nimber
    /// k, in the order in which they are tried. The nimbers of the others are
    /// nimbers that the part has not.
    fn open_options(&mut self, part: PackedPart, k: u32, known: &mut NimberKnowledge) -> Result<Vec<Left>, Stop> {
        let moves = self.moves(part);
        let mut open = Vec::with_capacity(moves.ends.len());
        for parts in moves.iter() {
            let mut left = Left { pairs: 0, large: SmallVec::new(), nimber: 0 };
            for signed in parts {
                if self.boards.stones(signed.part) <= SMALL {
                    left.nimber ^= self.small(signed.part)?;
                } else {
                    left.large.push(signed.part);
                }
            }
            match left.large[..] {
                [] => *known = known.and_not(left.nimber),
                [one] => {
                    let of_one = self.known(&key(one).ok_or(Stop::Unsupported)?)?;
                    if let NimberKnowledge::Is(nimber) = of_one {
                        *known = known.and_not(nimber ^ left.nimber);
                    } else if of_one.is(k ^ left.nimber).is_none() {
                        open.push(left);
                    }
                }
                _ => open.push(left),
            }
            if known.is(k) == Some(false) {
                return Ok(Vec::new());
            }
        }
        for left in &mut open {
            left.large.sort_unstable_by_key(|&part| std::cmp::Reverse(self.boards.stones(part)));
            left.pairs = self.boards.pairs(left.large[0]);
        }
        open.sort_unstable();
        open.dedup();
        Ok(open)
    }

    /// Whether one of these options has nimber k.
    fn has_option(&mut self, open: Vec<Left>, k: u32) -> Result<bool, Stop> {
        for left in open {
            let (first, others) = left.large.split_first().expect("the others are known");
            let mut rest = k ^ left.nimber;
            for &other in others {
                rest ^= self.nimber(other)?;
            }
            if self.is(*first, rest)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The key of a part; none if it does not fit a word.
fn key(part: PackedPart) -> Option<Key> {
    let packed = PartWord::new(Signed { part, negated: false, own_negative: false })?;
    let words = packed.width().div_ceil(32);
    Some(Key::new((0..words).map(|i| (packed.bits() >> (32 * i)) as u32)))
}

/// Whether the search takes a part: larger ones do not fit a word, and strips
/// have so few parts that valuing all of them is quicker.
pub(super) fn takes(part: PackedPart) -> bool {
    matches!(part, PackedPart::Grid(_) | PackedPart::Graph { .. }) && key(part).is_some()
}
