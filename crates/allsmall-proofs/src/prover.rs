//! Proves claims about sums with the checker's own tables.
//!
//! Left wins moving second: each of Right's moves that the checker does not
//! settle by itself gets a reply, one that leads to something proved already
//! if there is one, else one that the solver says wins; then that is proved.

use std::collections::HashMap;

use allsmall::Budget;
use allsmall_check::claims::{Claims, Ground};
use allsmall_check::hash::Mixed;
use allsmall_check::replaced;
use allsmall_check::sums::{Sum, Sums};

use crate::error::Failure;
use crate::lines::{Grounds, Line};
use crate::oracle::Oracle;

/// A proof under construction.
pub(crate) struct Prover {
    pub(crate) sums: Sums,
    claims: Claims,
    oracle: Oracle,
    /// What has been proved, each line on earlier ones.
    pub(crate) lines: Vec<Line>,
    /// Lines that prove Left's win moving first.
    firsts: usize,
    budget: Budget,
}

/// A reply: its number, and the line that it rests on, if any.
type Reply = (usize, Option<usize>);

impl Prover {
    pub(crate) fn new(sums: Sums, oracle: Oracle, budget: &Budget) -> Prover {
        Prover { sums, claims: Claims::default(), oracle, lines: Vec::new(), firsts: 0, budget: budget.clone() }
    }

    pub(crate) fn oracle(&mut self) -> (&mut Oracle, &Sums) {
        (&mut self.oracle, &self.sums)
    }

    /// Proves that Left, moving second or first, wins a sum; the line that
    /// says so, none if the checker sees it by itself.
    pub(crate) fn prove(&mut self, sum: &Sum, second: bool) -> Result<Option<usize>, Failure> {
        if let Some(ground) = self.claims.find(&mut self.sums, sum, second)? {
            return Ok(line_of(ground));
        }
        if let Some(line) = self.by_ups(sum, second)? {
            return Ok(Some(line));
        }
        if second {
            return self.prove_second(sum).map(Some);
        }
        let (reply, ground) = self.reply(sum)?;
        Ok(Some(self.push(sum, false, Grounds::Move(reply), ground.into_iter().collect())))
    }

    fn push(&mut self, sum: &Sum, second: bool, grounds: Grounds, uses: Vec<usize>) -> usize {
        let line = self.lines.len();
        self.firsts += usize::from(!second);
        self.claims.enter(sum, second, line, &uses);
        self.lines.push(Line { sum: sum.clone(), second, grounds, uses });
        line
    }

    fn prove_second(&mut self, sum: &Sum) -> Result<usize, Failure> {
        self.budget.check()?;
        if self.lines.len().is_multiple_of(1024) {
            self.budget.report(|| format!("{} lines of the proof", self.lines.len()));
        }
        let firsts = self.firsts;
        let (mut open, mut uses) = self.claims.open_replies(&mut self.sums, sum)?;
        let mut replies: HashMap<Sum, Reply, Mixed> = HashMap::default();
        for next in &open {
            if self.by_ups(next, false)?.is_none() {
                let reply = self.reply(next)?;
                replies.insert(next.clone(), reply);
            }
        }
        if self.firsts != firsts {
            (open, uses) = self.claims.open_replies(&mut self.sums, sum)?;
        }
        let mut numbers = Vec::with_capacity(open.len());
        for next in &open {
            let &(number, ground) = replies.get(next).expect("every open sum has a reply");
            numbers.push(number);
            uses.extend(ground);
        }
        Ok(self.push(sum, true, Grounds::Replies(numbers), uses))
    }

    /// A move of Left's that wins, with what it leaves proved.
    fn reply(&mut self, sum: &Sum) -> Result<Reply, Failure> {
        let moves = self.sums.moves(sum, true)?;
        if let Some(mv) = self.oracle.move_to_values(&self.sums.games, sum)? {
            let next = self.sums.after(sum, mv)?;
            if let (Some(ground), Some(i)) =
                (self.claims.find(&mut self.sums, &next, true)?, moves.iter().position(|&own| own == mv))
            {
                return Ok((i, line_of(ground)));
            }
        }
        let mut all = Vec::new();
        for (i, mv) in moves.into_iter().enumerate() {
            let next = self.sums.after(sum, mv)?;
            if let Some(ground) = self.claims.find(&mut self.sums, &next, true)? {
                return Ok((i, line_of(ground)));
            }
            all.push((i, next));
        }
        // What is left is easier to prove the fewer stones it has.
        let stones = |sum: &Sum| -> usize { sum.parts.iter().map(|part| part.stones() * part.stones()).sum() };
        all.sort_by_key(|(_, next)| stones(next));
        for asked in [false, true] {
            if asked && !self.oracle.wins(&self.sums.games, sum, false)? {
                return Err(Failure::Unfit("the solver takes back what it said".to_owned()));
            }
            for (i, next) in &all {
                if self.oracle.knows(&self.sums.games, next, true)? == Some(true) {
                    return Ok((*i, self.prove(next, true)?));
                }
            }
        }
        for (i, next) in &all {
            if self.oracle.wins(&self.sums.games, next, true)? {
                return Ok((*i, self.prove(next, true)?));
            }
        }
        Err(Failure::Unfit("the solver names no winning move".to_owned()))
    }

    /// Proves a sum of three games with a multiple of up in place of one.
    fn by_ups(&mut self, sum: &Sum, second: bool) -> Result<Option<usize>, Failure> {
        if !sum.parts.is_empty() || sum.games.len() != 3 {
            return Ok(None);
        }
        for at in 0..3 {
            let (low, high) = self.sums.games.weight(sum.games[at]);
            if high - low > 40 {
                continue;
            }
            for star in [false, true] {
                let mut best = None;
                for n in low - 3..=high + 1 {
                    let ups = self.sums.games.ups(n, star)?;
                    if !self.sums.games.le(ups, sum.games[at])? {
                        break;
                    }
                    best = Some((n, ups));
                }
                let Some((n, ups)) = best else { continue };
                let less = replaced(&mut self.sums, sum, at, ups)?;
                if self.sums.is_plain(&less, second)? {
                    return Ok(Some(self.push(sum, second, Grounds::Ups(at, n, star), Vec::new())));
                }
            }
        }
        Ok(None)
    }
}

pub(crate) fn line_of(ground: Ground) -> Option<usize> {
    match ground {
        Ground::Plain => None,
        Ground::Line(line) => Some(line),
    }
}
