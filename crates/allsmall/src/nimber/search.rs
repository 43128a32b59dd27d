//! Nimbers of large parts by outcome search (Lemoine and Viennot 2010).
//!
//! A part `P` has nimber k iff `P + *k` is lost for the player to move. The search
//! tests k = 0, 1, ...; a test needs only one winning move where the mex rule needs
//! all options:
//!
//! ```text
//! P + *k is lost  iff  no option of P has nimber k        (moves in P)
//!                 and  P + *j is won for all j < k        (moves in *k)
//! ```
//!
//! The nimbers of small parts are tabulated and added to k. Of several large parts
//! all but the largest are valued separately, so a test is always about one part.
//! A transposition table holds the nimber of a part, or the set of nimbers it is
//! known not to have. Parts have at most 128 cells, which bounds the recursion.

use std::collections::HashMap;

use smallvec::SmallVec;

use crate::base::hash::Mixed;
use crate::packed::{BoardRules, MoveResults, PackedPart, PartRules, PartWord, Signed};
use crate::transposition::{TableEntry, TranspositionTable, ValueOrder, Verdict, WordKey, log2_work};
use crate::{Budget, Player, Stop};

/// Maximum number of stones of tabulated parts.
const SMALL: usize = 8;

/// Bytes of the empty tables.
const MIN_MEMORY: usize = 1 << 16;

/// Bytes of a tabulated part.
const SMALL_ENTRY: usize = 2 * size_of::<(PackedPart, u32)>();

/// The outcome search for nimbers.
pub(super) struct NimberSearch<'a> {
    boards: &'a BoardRules,
    small: HashMap<PackedPart, u32, Mixed>,
    table: TranspositionTable,
    nodes: u64,
    budget: &'a Budget,
}

/// What is known about a part: its nimber, or a set of nimbers it does not have.
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

    /// Whether the nimber is k; `None` if that is not known.
    fn is(self, k: u32) -> Option<bool> {
        match self {
            NimberKnowledge::Is(nimber) => Some(nimber == k),
            NimberKnowledge::IsNot(set) => (k < 31 && set >> k & 1 == 1).then_some(false),
        }
    }

    /// Adds a nimber that the part does not have. Sets hold nimbers up to 30; greater
    /// ones are dropped.
    fn and_not(self, k: u32) -> NimberKnowledge {
        match self {
            NimberKnowledge::IsNot(set) if k < 31 => NimberKnowledge::IsNot(set | 1 << k),
            known => known,
        }
    }
}

/// One entry per part: a new one replaces the old one.
struct OneEntry;

impl ValueOrder for OneEntry {
    fn transfers(&mut self, _: Verdict, _: u32, _: u32) -> Result<bool, Stop> {
        Ok(true)
    }
}

/// An option: large parts, the largest first, and the nimber of the rest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct NimberOption {
    /// Number of moves in the largest part; fewer are tried earlier.
    pairs: usize,
    large: SmallVec<[PackedPart; 2]>,
    nimber: u32,
}

impl<'a> NimberSearch<'a> {
    /// Creates a search with empty tables.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget is too small for them.
    pub(super) fn new(boards: &'a BoardRules, budget: &'a Budget) -> Result<NimberSearch<'a>, Stop> {
        if budget.memory() < MIN_MEMORY {
            return Err(Stop::Memory);
        }
        let table = TranspositionTable::new(budget.memory() / 4 * 3);
        Ok(NimberSearch { boards, small: HashMap::default(), table, nodes: 0, budget })
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

    /// The nimber of a small part, by the mex rule.
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
        // A full table is emptied: that costs only time.
        if self.small.len() * SMALL_ENTRY > self.budget.memory() / 4 {
            self.budget.check()?;
            self.small = HashMap::default();
        }
        let nimber = super::mex(&mut reached);
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

    /// Returns whether a large part has nimber k.
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
            self.budget.report(|| format!("{} positions, {} known", self.nodes, self.table.len()));
        }
        let open = self.open_options(part, k, &mut known)?;
        let found = known.is(k) == Some(false) || self.has_option(open, k)?;
        if found {
            known = known.and_not(k);
        } else {
            // No option has nimber k, so the nimber is at most k.
            for j in 0..k {
                if self.is(part, j)? {
                    return Ok(false);
                }
            }
            known = NimberKnowledge::Is(k);
        }
        // The verdict has no meaning here.
        let log2_work = log2_work(self.nodes - before);
        let entry = TableEntry { value: known.number(), verdict: Verdict::Win, log2_work };
        self.table.insert(&key, entry, &mut OneEntry)?;
        Ok(!found)
    }

    fn known(&mut self, key: &WordKey) -> Result<NimberKnowledge, Stop> {
        let found = self.table.find(key, 0, &mut OneEntry)?;
        Ok(found.map_or(NimberKnowledge::IsNot(0), |entry| NimberKnowledge::of_number(entry.value)))
    }

    /// The options of a part that may have nimber k, in the order in which they are
    /// tried. The known nimbers of the others are added to `known`.
    fn open_options(
        &mut self,
        part: PackedPart,
        k: u32,
        known: &mut NimberKnowledge,
    ) -> Result<Vec<NimberOption>, Stop> {
        let moves = self.moves(part);
        let mut open = Vec::with_capacity(moves.ends.len());
        for parts in moves.iter() {
            let mut option = NimberOption { pairs: 0, large: SmallVec::new(), nimber: 0 };
            for signed in parts {
                if self.boards.stones(signed.part) <= SMALL {
                    option.nimber ^= self.small(signed.part)?;
                } else {
                    option.large.push(signed.part);
                }
            }
            match option.large[..] {
                [] => *known = known.and_not(option.nimber),
                [one] => {
                    let of_one = self.known(&key(one).ok_or(Stop::Unsupported)?)?;
                    if let NimberKnowledge::Is(nimber) = of_one {
                        *known = known.and_not(nimber ^ option.nimber);
                    } else if of_one.is(k ^ option.nimber).is_none() {
                        open.push(option);
                    }
                }
                _ => open.push(option),
            }
            if known.is(k) == Some(false) {
                return Ok(Vec::new());
            }
        }
        for option in &mut open {
            option.large.sort_unstable_by_key(|&part| std::cmp::Reverse(self.boards.stones(part)));
            option.pairs = self.boards.pairs(option.large[0]);
        }
        open.sort_unstable();
        open.dedup();
        Ok(open)
    }

    /// Returns whether one of these options has nimber k.
    fn has_option(&mut self, open: Vec<NimberOption>, k: u32) -> Result<bool, Stop> {
        for option in open {
            let (first, others) = option.large.split_first().expect("an open option has a large part");
            let mut rest = k ^ option.nimber;
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

/// The key of a part; `None` if it does not fit a word.
fn key(part: PackedPart) -> Option<WordKey> {
    let packed = PartWord::new(Signed { part, negated: false, own_negative: false })?;
    let words = packed.width().div_ceil(32);
    Some(WordKey::new((0..words).map(|i| (packed.bits() >> (32 * i)) as u32)))
}

/// Returns whether a part is searched: larger ones do not fit a word, and strips have
/// so few different parts that the mex rule is faster.
pub(super) fn is_searchable(part: PackedPart) -> bool {
    matches!(part, PackedPart::Grid(_) | PackedPart::Graph { .. }) && key(part).is_some()
}
