//! Depth-first proof-number search (Nagai 2002).
//!
//! Stones placed in another order make the same board, so proof numbers are
//! not added up but combined by the weak sum of Ueda, Hashimoto and Iida
//! (2008): the largest, and one for each further open move. Fresh positions
//! get their numbers from the generalised potential, which names the winner
//! of all but a few per cent of them: with 200 a stone of lead the search
//! hardly ever leaves the predicted line, and the empty board of 17 squares
//! took 6 thousand nodes instead of 330 thousand with 2 a stone.

use super::memo::{Memo, Numbers, TimedPosition};
use super::strip::{After, HeroStrip};
use crate::phutball::rules::{PhutballMove, PhutballPosition};
use crate::{Budget, Player, Stop};

/// Proof number of a lead of half a stone.
const LEAD: u32 = 200;
/// Proof number of a stone still to be placed.
const STONE: u32 = 10;
/// Maximum bytes of the transposition tables of both searches together.
const MOST_MEMORY: usize = 1 << 30;

/// The search for a win of one player.
pub(super) struct HeroSearch<'a> {
    squares: u32,
    root: TimedPosition,
    memo: Memo,
    nodes: u64,
    limit: u64,
    budget: &'a Budget,
}

struct HeroChild {
    mv: PhutballMove,
    task: TimedPosition,
    numbers: Numbers,
}

impl<'a> HeroSearch<'a> {
    pub(super) fn new(position: &PhutballPosition, first: Player, hero: Player, budget: &'a Budget) -> HeroSearch<'a> {
        let squares = position.squares() as u32;
        // The longest win known takes less than two plies a square.
        let root =
            TimedPosition { strip: HeroStrip::new(position, hero), hero_moves: first == hero, plies: 3 * squares };
        let memo = Memo::new(budget.memory().min(MOST_MEMORY) / 2);
        HeroSearch { squares, root, memo, nodes: 0, limit: 0, budget }
    }

    /// Nodes so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches this many nodes more; says whether the hero is known to win.
    pub(super) fn run(&mut self, nodes: u64) -> Result<bool, Stop> {
        self.limit = self.nodes + nodes;
        let most = Numbers { proof: Numbers::INFINITE, disproof: Numbers::INFINITE };
        Ok(self.settle(&self.root.clone(), most)?.proof == 0)
    }

    /// The move that was proved to win, as the hero sees the board.
    pub(super) fn winning_move(&self) -> Option<PhutballMove> {
        let won = |child: &HeroChild| child.numbers.proof == 0;
        self.root.hero_moves.then(|| self.children(&self.root).into_iter().find(won))?.map(|child| child.mv)
    }

    /// Works on the task till one of its numbers reaches `most`, or it is
    /// settled, or there are no nodes left.
    fn settle(&mut self, task: &TimedPosition, most: Numbers) -> Result<Numbers, Stop> {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) {
            self.budget.check()?;
            self.budget.report(|| format!("proof-number search: {} positions", self.nodes));
        }
        let mut children = self.children(task);
        loop {
            let (numbers, best, second) = combine(&children, task.hero_moves);
            let over = numbers.proof >= most.proof || numbers.disproof >= most.disproof;
            if over || numbers.settled() || self.nodes >= self.limit {
                let work = u32::try_from(self.nodes - before).unwrap_or(u32::MAX);
                self.memo.put(task, numbers, work);
                return Ok(numbers);
            }
            let (most_mover, most_other) = most.of_mover(task.hero_moves);
            let (_, other) = numbers.of_mover(task.hero_moves);
            let (_, best_other) = children[best].numbers.of_mover(task.hero_moves);
            // Stay with the best move till it is clearly no longer the best.
            let mover_limit = most_mover.min(second.saturating_add(1 + second / 4));
            let other_limit = (most_other - other).saturating_add(best_other).min(Numbers::INFINITE);
            let limits = Numbers::from_mover(task.hero_moves, (mover_limit, other_limit));
            let next = children[best].task;
            children[best].numbers = self.settle(&next, limits)?;
        }
    }

    fn children(&self, task: &TimedPosition) -> Vec<HeroChild> {
        let mut children = Vec::with_capacity(self.squares as usize);
        task.strip.for_each_move(self.squares, |mv, after| {
            let (task, numbers) = match after {
                After::Right => (*task, Numbers::WON),
                After::Left => (*task, Numbers::NOT_WON),
                After::Goes(strip) => {
                    let next = TimedPosition { strip, hero_moves: !task.hero_moves, plies: task.plies - 1 };
                    (next, self.memo.get(&next).unwrap_or_else(|| self.fresh(&next)))
                }
            };
            children.push(HeroChild { mv, task, numbers });
        });
        children
    }

    /// The numbers of a position never looked into.
    fn fresh(&self, task: &TimedPosition) -> Numbers {
        let TimedPosition { strip, hero_moves, plies } = *task;
        if hero_moves && plies >= 1 && strip.can_score_right(self.squares) {
            return Numbers::WON;
        }
        // A hero who cannot score at once needs two more moves.
        let too_late = plies < if hero_moves { 3 } else { 2 };
        if too_late || !hero_moves && strip.can_score_left() {
            return Numbers::NOT_WON;
        }
        let (own, other) = strip.potentials(self.squares);
        // The player to move is half a stone better off.
        let (own_half, other_half) = (2 * own + u32::from(!hero_moves), 2 * other + u32::from(hero_moves));
        Numbers {
            proof: 1 + LEAD * own_half.saturating_sub(other_half) + STONE * own,
            disproof: 1 + LEAD * other_half.saturating_sub(own_half) + STONE * other,
        }
    }
}

/// The numbers of a position by those of its moves; the best move; and the
/// mover's number of the second best.
fn combine(children: &[HeroChild], hero_moves: bool) -> (Numbers, usize, u32) {
    let (mut best, mut least, mut second) = (0, u32::MAX, Numbers::INFINITE);
    let (mut largest, mut open) = (0, 0u32);
    for (i, child) in children.iter().enumerate() {
        let (mover, other) = child.numbers.of_mover(hero_moves);
        if mover < least {
            second = least.min(second);
            (best, least) = (i, mover);
        } else {
            second = second.min(mover);
        }
        open += u32::from(other > 0);
        largest = largest.max(other);
    }
    let other = match (least, open) {
        (0, _) => Numbers::INFINITE,
        (_, 0) => 0,
        _ => (largest + open - 1).min(Numbers::INFINITE - 1),
    };
    (Numbers::from_mover(hero_moves, (least, other)), best, second)
}
