//! What has been proved about sums, and the rules that prove more.
//!
//! A claim says that Left, moving second or first, wins a sum. Claims about
//! Right are claims about the negative.

use std::collections::HashMap;
use std::hash::BuildHasher;

use crate::boards::Part;
use crate::games::{Fault, Game, ZERO};
use crate::hash::Mixed;
use crate::sums::{Sum, Sums};

/// How a claim is known to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// By comparing games or by weights.
    Plain,
    /// By an earlier line.
    Line(usize),
}

struct Fact {
    sum: Sum,
    second: bool,
    line: usize,
}

/// The claims that have been proved and not been forgotten.
#[derive(Default)]
pub struct Claims {
    /// By the hash of everything but the first game of their sums.
    known: HashMap<u64, Vec<Fact>, Mixed>,
    /// Where the claim of a line is kept, and how long the chain is that it
    /// ends.
    lines: HashMap<usize, (u64, u32), Mixed>,
    /// The longest chain of lines, each resting on the one before.
    pub depth: u32,
}

/// The first game of a sum, and everything else.
fn split(sum: &Sum) -> (Game, (&[Part], &[Game])) {
    let game = sum.games.first().copied().unwrap_or(ZERO);
    (game, (&sum.parts, sum.games.get(1..).unwrap_or_default()))
}

impl Claims {
    /// Enters what a line has proved from other lines.
    pub fn enter(&mut self, sum: &Sum, second: bool, line: usize, uses: &[usize]) {
        let key = Mixed.hash_one(split(sum).1);
        let depth = 1 + uses.iter().filter_map(|used| Some(self.lines.get(used)?.1)).max().unwrap_or(0);
        self.depth = self.depth.max(depth);
        self.lines.insert(line, (key, depth));
        self.known.entry(key).or_default().push(Fact { sum: sum.clone(), second, line });
    }

    /// Forgets what a line has proved.
    ///
    /// # Errors
    /// If it proved nothing, or was forgotten already.
    pub fn forget(&mut self, line: usize) -> Result<(), Fault> {
        let (key, _) = self.lines.remove(&line).ok_or_else(|| format!("line {line} is not known or was forgotten"))?;
        if let Some(facts) = self.known.get_mut(&key) {
            facts.retain(|fact| fact.line != line);
            if facts.is_empty() {
                self.known.remove(&key);
            }
        }
        Ok(())
    }

    /// Whether Left, moving second or first, is known to win a sum: plainly,
    /// by the same claim, or by one with a lesser game in place of the first
    /// one (rule 6).
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn find(&self, sums: &mut Sums, sum: &Sum, second: bool) -> Result<Option<Ground>, Fault> {
        if sums.is_plain(sum, second)? {
            return Ok(Some(Ground::Plain));
        }
        let (game, rest) = split(sum);
        for fact in self.known.get(&Mixed.hash_one(rest)).into_iter().flatten() {
            sums.games.spend(1)?;
            let (less, others) = split(&fact.sum);
            if others == rest && fact.second == second && sums.games.le(less, game)? {
                return Ok(Some(Ground::Line(fact.line)));
            }
        }
        Ok(None)
    }

    /// What Right's moves leave that Left is not yet known to win, moving
    /// first, each once, and the lines that the others rest on. A move to
    /// something that differs from what another move leaves in one game only,
    /// and is no less, need not be considered (rule 2).
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn open_replies(&self, sums: &mut Sums, sum: &Sum) -> Result<(Vec<Sum>, Vec<usize>), Fault> {
        let mut all: Vec<Sum> = Vec::new();
        for mv in sums.moves(sum, false)? {
            sums.games.spend(all.len())?;
            let next = sums.after(sum, mv)?;
            if !all.contains(&next) {
                all.push(next);
            }
        }
        let (mut open, mut lines) = (Vec::new(), Vec::new());
        for i in 0..all.len() {
            sums.games.spend(all.len())?;
            if !is_needless(sums, &all, i)? {
                match self.find(sums, &all[i], false)? {
                    None => open.push(all[i].clone()),
                    Some(Ground::Plain) => {}
                    Some(Ground::Line(line)) => lines.push(line),
                }
            }
        }
        Ok((open, lines))
    }
}

/// Whether another option of Right's is as good for him: it has the same parts
/// and one game that is less.
fn is_needless(sums: &mut Sums, all: &[Sum], i: usize) -> Result<bool, Fault> {
    for other in all {
        if *other != all[i]
            && all[i].games.len().max(other.games.len()) <= 1
            && other.parts == all[i].parts
            && sums.games.le(split(other).0, split(&all[i]).0)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}
