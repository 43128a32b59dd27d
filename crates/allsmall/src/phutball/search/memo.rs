//! What the search remembers: a table of fixed size with full keys.

use super::strip::HeroStrip;
use crate::base::hash;

/// Proof and disproof numbers: how much work it seems to take to show that
/// the hero wins, and that he does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// More than any sum of work.
    pub(super) const INFINITE: u32 = u32::MAX / 2;
    pub(super) const WON: Numbers = Numbers { proof: 0, disproof: Numbers::INFINITE };
    pub(super) const NOT_WON: Numbers = Numbers { proof: Numbers::INFINITE, disproof: 0 };

    pub(super) fn settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The number of the player to move, for whom one good move suffices, and
    /// the number of the other, who must answer all moves.
    pub(super) fn of_mover(self, hero_moves: bool) -> (u32, u32) {
        if hero_moves { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    /// The inverse of [`Numbers::of_mover`].
    pub(super) fn from_mover(hero_moves: bool, (mover, other): (u32, u32)) -> Numbers {
        let (proof, disproof) = if hero_moves { (mover, other) } else { (other, mover) };
        Numbers { proof, disproof }
    }
}

/// A position, the player to move, and the plies that the hero has left to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimedPosition {
    pub(super) strip: HeroStrip,
    pub(super) hero_moves: bool,
    pub(super) plies: u32,
}

/// The numbers of a position, and the nodes they cost; `work` 0 is an empty entry.
#[derive(Clone, Copy, Debug)]
struct MemoEntry {
    task: TimedPosition,
    numbers: Numbers,
    work: u32,
}

/// The transposition table, four-way set-associative. It grows as it fills, up
/// to a limit.
#[derive(Debug)]
pub(super) struct Memo {
    rows: Vec<[MemoEntry; ROW]>,
    used: usize,
    most_rows: usize,
}

const ROW: usize = 4;

const EMPTY: MemoEntry = MemoEntry {
    task: TimedPosition { strip: HeroStrip { stones: 0, ball: 0 }, hero_moves: false, plies: 0 },
    numbers: Numbers { proof: 0, disproof: 0 },
    work: 0,
};

impl MemoEntry {
    fn is_of(&self, task: &TimedPosition) -> bool {
        self.work > 0 && self.task.strip == task.strip && self.task.hero_moves == task.hero_moves
    }
}

impl Memo {
    /// A table that never takes more than this many bytes.
    pub(super) fn new(bytes: usize) -> Memo {
        // While it grows, the old table is there too.
        let most = (bytes * 2 / 3 / size_of::<[MemoEntry; ROW]>()).max(1);
        let most_rows = 1 << most.ilog2();
        Memo { rows: vec![[EMPTY; ROW]; most_rows.min(1 << 10)], used: 0, most_rows }
    }

    fn row(&self, task: &TimedPosition) -> usize {
        let HeroStrip { stones, ball } = task.strip;
        let ball = hash::of_word(u64::from(ball) << 1 | u64::from(task.hero_moves));
        let hash = [stones as u64, (stones >> 64) as u64].into_iter().fold(ball, hash::fold);
        hash as usize & (self.rows.len() - 1)
    }

    /// The numbers of the position. A win within some plies is a win within
    /// more; no win within some plies is no win within fewer.
    pub(super) fn get(&self, task: &TimedPosition) -> Option<Numbers> {
        let MemoEntry { numbers, task: known, .. } =
            self.rows[self.row(task)].iter().find(|entry| entry.is_of(task))?;
        let fits = match numbers {
            Numbers { proof: 0, .. } => known.plies <= task.plies,
            Numbers { disproof: 0, .. } => known.plies >= task.plies,
            _ => true,
        };
        fits.then_some(*numbers)
    }

    /// Stores the numbers; replaces older ones of the position, else the entry
    /// that cost least. `work` is at least 1.
    pub(super) fn put(&mut self, task: &TimedPosition, numbers: Numbers, work: u32) {
        if self.used > self.rows.len() * (ROW / 2) && self.rows.len() < self.most_rows {
            self.grow();
        }
        let row = self.row(task);
        let row = &mut self.rows[row];
        let own = row.iter_mut().find(|entry| entry.is_of(task));
        if own.as_ref().is_some_and(|own| own.numbers.settled() && !numbers.settled()) {
            return;
        }
        let entry = match own {
            Some(own) => own,
            None => row.iter_mut().min_by_key(|entry| entry.work).expect("a row has entries"),
        };
        self.used += usize::from(entry.work == 0);
        *entry = MemoEntry { task: *task, numbers, work };
    }

    fn grow(&mut self) {
        let more = vec![[EMPTY; ROW]; 2 * self.rows.len()];
        let old = std::mem::replace(&mut self.rows, more);
        self.used = 0;
        for entry in old.into_iter().flatten().filter(|entry| entry.work > 0) {
            self.put(&entry.task, entry.numbers, entry.work);
        }
    }
}
