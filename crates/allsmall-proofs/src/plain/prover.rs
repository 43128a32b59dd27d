//! Proves sums by rules 1 to 3: a reply to each of Right's moves, one that
//! leaves something proved already if there is one, else one that the solver
//! says wins; then that is proved.

use std::collections::HashMap;
use std::io::{self, Write};

use allsmall::Budget;
use allsmall_check::games::Game;
use allsmall_check::plain::{PlainMove, PlainSum, PlainTerm, Written, text};
use allsmall_check::sums::Sum;

use crate::error::Failure;
use crate::lines::Writer;
use crate::oracle::Oracle;

use super::terms::PlainTerms;

/// Estimated bytes of a line, of a term of its sum and of a reply: sums are kept
/// twice, and all lines until they are written.
const LINE: usize = 200;
const TERM: usize = 120;
const REPLY: usize = size_of::<Reply>() + 16;

/// A reply: the term, the move, and the line that it rests on, none if nothing
/// is left.
struct Reply {
    term: u32,
    mv: PlainMove,
    line: Option<usize>,
}

/// A line of a plain proof.
struct PlainLine {
    sum: PlainSum,
    second: bool,
    replies: Vec<Reply>,
    /// The lines that it rests on.
    uses: Vec<usize>,
}

/// A plain proof under construction.
pub(super) struct PlainProver {
    terms: PlainTerms,
    oracle: Oracle,
    /// The lines about Left moving second, and moving first.
    known: [HashMap<PlainSum, usize>; 2],
    lines: Vec<PlainLine>,
    bytes: usize,
    budget: Budget,
}

impl PlainProver {
    pub(super) fn new(terms: PlainTerms, oracle: Oracle, budget: &Budget) -> PlainProver {
        PlainProver { terms, oracle, known: Default::default(), lines: Vec::new(), bytes: 0, budget: budget.clone() }
    }

    /// The normal form of a sum.
    fn normal(&self, sum: &[Written]) -> PlainSum {
        let terms = sum.iter().flat_map(|term| self.terms.tables.terms(term)).collect();
        self.terms.tables.sum(terms)
    }

    /// Returns whether Left wins a sum, moving second or first.
    pub(super) fn wins(&mut self, sum: &[Written], second: bool) -> Result<bool, Failure> {
        let sum = self.asked(&self.normal(sum));
        self.oracle.wins(&self.terms.games, &sum, second)
    }

    /// A sum as the solver is asked about it.
    fn asked(&self, sum: &PlainSum) -> Sum {
        let mut asked = Sum::default();
        for term in sum {
            match term {
                PlainTerm::Part(part) => asked.parts.push(part.clone()),
                PlainTerm::Value(number, negated) => {
                    let game: Game = self.terms.listed[*number as usize];
                    asked.games.push(if *negated { self.terms.games.negative(game) } else { game });
                }
            }
        }
        asked
    }

    /// Proves that Left wins a sum, moving second or first; the line that says
    /// so, none if nothing is left.
    pub(super) fn prove(&mut self, sum: &[Written], second: bool) -> Result<Option<usize>, Failure> {
        let sum = self.normal(sum);
        if second {
            return self.prove_second(&sum);
        }
        if let Some(&line) = self.known[1].get(&sum) {
            return Ok(Some(line));
        }
        let written = written(&sum);
        let normal = self.each_normal(&written);
        let reply = self.reply(&written, &normal)?;
        Ok(Some(self.push(sum, false, vec![reply])))
    }

    fn push(&mut self, sum: PlainSum, second: bool, replies: Vec<Reply>) -> usize {
        let line = self.lines.len();
        self.known[usize::from(!second)].insert(sum.clone(), line);
        let mut uses: Vec<usize> = replies.iter().filter_map(|reply| reply.line).collect();
        uses.sort_unstable();
        uses.dedup();
        self.bytes += LINE + TERM * sum.len() + REPLY * replies.len();
        self.lines.push(PlainLine { sum, second, replies, uses });
        line
    }

    fn each_normal(&self, sum: &[Written]) -> Vec<Vec<PlainTerm>> {
        sum.iter().map(|term| self.terms.tables.terms(term)).collect()
    }

    fn prove_second(&mut self, sum: &PlainSum) -> Result<Option<usize>, Failure> {
        if sum.is_empty() {
            return Ok(None);
        }
        if let Some(&line) = self.known[0].get(sum) {
            return Ok(Some(line));
        }
        self.budget.check()?;
        self.budget.fits(self.bytes)?;
        if self.lines.len().is_multiple_of(1024) {
            self.budget.report(|| format!("{} lines of the proof", self.lines.len()));
        }
        let mut written = written(sum);
        let mut normal = self.each_normal(&written);
        let mut replies = Vec::new();
        for i in 0..written.len() {
            let (own, own_normal) = (written[i].clone(), normal[i].clone());
            for mv in self.terms.tables.moves(&own, false) {
                written[i] = self.terms.tables.after(&own, mv);
                normal[i] = self.terms.tables.terms(&written[i]);
                replies.push(self.reply(&written, &normal)?);
            }
            (written[i], normal[i]) = (own, own_normal);
        }
        Ok(Some(self.push(sum.clone(), true, replies)))
    }

    /// A move of Left's that wins, with what it leaves proved.
    fn reply(&mut self, sum: &[Written], normal: &[Vec<PlainTerm>]) -> Result<Reply, Failure> {
        let mut all = Vec::new();
        for (i, term) in sum.iter().enumerate() {
            for mv in self.terms.tables.moves(term, true) {
                let next = self.terms.tables.after(term, mv);
                let mut terms = self.terms.tables.terms(&next);
                for (j, others) in normal.iter().enumerate() {
                    if j != i {
                        terms.extend(others.iter().cloned());
                    }
                }
                let next = self.terms.tables.sum(terms);
                let term = i as u32;
                if next.is_empty() {
                    return Ok(Reply { term, mv, line: None });
                }
                if let Some(&line) = self.known[0].get(&next) {
                    return Ok(Reply { term, mv, line: Some(line) });
                }
                all.push((term, mv, next));
            }
        }
        // What is left is easier to prove the fewer stones it has.
        all.sort_by_key(|(_, _, next)| weight(next));
        for asked in [false, true] {
            if asked {
                let own = self.asked(&self.normal(sum));
                if !self.oracle.wins(&self.terms.games, &own, false)? {
                    return Err(Failure::Unfit("internal error: the solver gives two winners for one sum".to_owned()));
                }
            }
            for (term, mv, next) in &all {
                let own = self.asked(next);
                if self.oracle.knows(&self.terms.games, &own, true)? == Some(true) {
                    return Ok(Reply { term: *term, mv: *mv, line: self.prove_second(next)? });
                }
            }
        }
        for (term, mv, next) in &all {
            let own = self.asked(next);
            if self.oracle.wins(&self.terms.games, &own, true)? {
                return Ok(Reply { term: *term, mv: *mv, line: self.prove_second(next)? });
            }
        }
        Err(Failure::Unfit("internal error: the solver names no winning move".to_owned()))
    }

    /// Writes the lines that the halves of the statement rest on, and the last
    /// line; the number of lines.
    pub(super) fn write<W: Write>(&self, writer: &mut Writer<W>, roots: &[Option<usize>]) -> io::Result<usize> {
        let used: Vec<usize> = roots.iter().flatten().copied().collect();
        let at = writer.numbered(
            self.lines.len(),
            |i| &self.lines[i].uses[..],
            &used,
            |_, i, at| {
                let line = &self.lines[i];
                let mut out = format!("{} {} :", if line.second { 's' } else { 'f' }, text(&line.sum));
                for reply in &line.replies {
                    let k = reply.line.map_or(0, |line| at[line]);
                    match reply.mv {
                        PlainMove::Stone(u, v) => out.push_str(&format!(" {},{u},{v},{k}", reply.term)),
                        PlainMove::Option(h) => out.push_str(&format!(" {},{h},{k}", reply.term)),
                    }
                }
                Ok(out)
            },
        )?;
        let numbers: Vec<String> = roots.iter().map(|root| root.map_or(0, |line| at[line]).to_string()).collect();
        writer.put(&format!("end {}", numbers.join(" ")))?;
        writer.flush()
    }
}

/// The terms of a sum in normal form, as they are written.
fn written(sum: &PlainSum) -> Vec<Written> {
    let term = |term: &PlainTerm| match term {
        PlainTerm::Part(part) => Written::Board { shape: part.shape, cells: part.cells.to_vec() },
        PlainTerm::Value(number, negated) => Written::Value { negated: *negated, number: *number },
    };
    sum.iter().map(term).collect()
}

fn weight(sum: &PlainSum) -> usize {
    let one = |term: &PlainTerm| match term {
        PlainTerm::Part(part) => part.stones() * part.stones(),
        PlainTerm::Value(..) => 1,
    };
    sum.iter().map(one).sum()
}
