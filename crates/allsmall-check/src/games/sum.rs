//! Nimbers, multiples of up, and sums: a move in `a + b` is a move in one.

use super::ups::Ups;
use super::{FAR, Fault, Game, Games, LONGEST, ZERO};

/// Number of entries at which the cache of sums is emptied.
const MEMO: usize = 1 << 22;

/// Bounds of a sum before it is computed, from the mover's side.
struct Span {
    low: i32,
    high: i32,
    ups: Ups,
}

impl Games {
    /// The nimber *n.
    ///
    /// # Errors
    /// When it is too large.
    pub fn star(&mut self, n: u32) -> Result<Game, Fault> {
        while self.stars.len() <= n as usize {
            self.spend(self.stars.len())?;
            let mut sorted = self.stars.clone();
            sorted.sort_unstable_by_key(|&g| self.rank(g));
            let next = self.canonical(sorted.clone(), sorted)?;
            self.stars.push(next);
        }
        Ok(self.stars[n as usize])
    }

    /// n times up, with a star if wanted.
    ///
    /// # Errors
    /// When it is too large.
    pub fn ups(&mut self, n: i32, star: bool) -> Result<Game, Fault> {
        let one = self.star(1)?;
        let up = self.make(vec![ZERO], vec![one])?;
        let up = if n < 0 { self.negative(up) } else { up };
        let mut total = if star { one } else { ZERO };
        for _ in 0..n.unsigned_abs() {
            total = self.add(total, up)?;
        }
        Ok(total)
    }

    /// a + b.
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn add(&mut self, a: Game, b: Game) -> Result<Game, Fault> {
        if a == ZERO || b == ZERO {
            return Ok(a | b);
        }
        if a == self.negative(b) {
            return Ok(ZERO);
        }
        if self.birthday(a) + self.birthday(b) > LONGEST {
            return Err("a sum of games lasts too long".to_owned());
        }
        // One entry for a sum and its negative.
        let key = |a: Game, b: Game| u64::from(a.max(b)) << 32 | u64::from(a.min(b));
        let (own, other) = (key(a, b), key(self.negative(a), self.negative(b)));
        if let Some(&sum) = self.sums.get(&own.min(other)) {
            return Ok(if own <= other { sum } else { self.negative(sum) });
        }
        let options = |g| self.options(g, true).len() + self.options(g, false).len();
        self.spend(1 + options(a) + options(b))?;
        let mut sides = [[Vec::new(), Vec::new()], [Vec::new(), Vec::new()]];
        for (side, left) in sides.iter_mut().zip([true, false]) {
            let mut terms: Vec<[Game; 2]> = self.options(a, left).iter().map(|&x| [x, b]).collect();
            terms.extend(self.options(b, left).iter().map(|&y| [a, y]));
            for [x, y] in self.undominated(terms, left) {
                let sum = self.add(x, y)?;
                side[usize::from(x == a)].push(sum);
            }
        }
        let [lefts, rights] = sides;
        let sum = self.make_sum(lefts, rights)?;
        if self.sums.len() > MEMO {
            self.sums.clear();
        }
        self.sums.insert(own.min(other), if own <= other { sum } else { self.negative(sum) });
        Ok(sum)
    }

    /// Drops sums that are dominated by their bounds, before they are computed:
    /// weights add and the two-ahead rule holds, and multiples of up add.
    pub fn undominated<T: AsRef<[Game]>>(&self, mut all: Vec<T>, left: bool) -> Vec<T> {
        if all.len() < 2 {
            return all;
        }
        let spans: Vec<Span> = all.iter().map(|sum| self.span(sum.as_ref(), left)).collect();
        let best = spans.iter().map(|span| span.low).max().unwrap_or(0);
        let first = [0, 1].map(|s| (0..spans.len()).rev().max_by_key(|&i| spans[i].ups.floor[s]).unwrap_or(0));
        let known = |n: i32| n.abs() < FAR / 2;
        let mut i = 0;
        all.retain(|_| {
            let span = &spans[i];
            let behind = known(best) && known(span.high) && span.high <= best - 2;
            let below = (0..2).any(|s| i != first[s] && span.ups.ceil[s] <= spans[first[s]].ups.floor[s]);
            i += 1;
            !behind && !below
        });
        all
    }

    fn span(&self, sum: &[Game], left: bool) -> Span {
        let mut total = Span { low: 0, high: 0, ups: Ups::ZERO };
        for (i, &g) in sum.iter().enumerate() {
            let marks = &self.marks[g as usize];
            let (low, high, ups) = if left {
                (marks.low, marks.high, marks.stand.ups)
            } else {
                (-marks.high, -marks.low, marks.stand.ups.negated())
            };
            total.low = total.low.saturating_add(low);
            total.high = total.high.saturating_add(high);
            total.ups = if i == 0 { ups } else { total.ups.plus(ups) };
        }
        total
    }
}
