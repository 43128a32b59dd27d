//! Proves sums by rules 1 to 6: a reply to each of Right's moves, one that
//! leaves something proved already if there is one, else one that the solver
//! says wins; then that is proved. Small strips are replaced by their values,
//! each by an equation that is proved before the first line that needs it.

use std::collections::HashMap;
use std::io::{self, Write};

use allsmall::Budget;
use allsmall_check::games::Game;
use allsmall_check::plain::{LONGEST_TABLE, MOST_TABLES, PlainMove, PlainSum, PlainTerm, Written, text};
use allsmall_check::sums::Sum;

use crate::error::Failure;
use crate::lines::Writer;
use crate::oracle::Oracle;

use super::terms::PlainTerms;
use super::values::PlainValues;

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

/// Why a line holds.
enum Ground {
    /// Left's replies to Right's moves.
    Second(Vec<Reply>),
    /// Left's move.
    First(Reply),
    /// The first term of the sum is equal to this, by two lines.
    Equation(PlainSum, [usize; 2]),
}

/// A line of a plain proof.
struct PlainLine {
    sum: PlainSum,
    ground: Ground,
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
    values: PlainValues,
    /// The lines of equations.
    equations: HashMap<PlainTerm, usize>,
    bytes: usize,
    budget: Budget,
}

impl PlainProver {
    pub(super) fn new(terms: PlainTerms, oracle: Oracle, budget: &Budget) -> PlainProver {
        PlainProver {
            values: PlainValues::for_sum(&terms.sum),
            terms,
            oracle,
            known: Default::default(),
            lines: Vec::new(),
            equations: HashMap::new(),
            bytes: 0,
            budget: budget.clone(),
        }
    }

    /// The normal form of a sum, and the terms that were replaced.
    fn normal(&mut self, sum: &[Written]) -> Result<(PlainSum, Vec<PlainTerm>), Failure> {
        let (mut terms, mut replaced) = (Vec::new(), Vec::new());
        for term in sum {
            terms.extend(self.values.terms(&mut self.terms, term, &mut replaced)?);
        }
        Ok((self.terms.tables.sum(terms), replaced))
    }

    /// Returns whether Left wins a sum, moving second or first.
    pub(super) fn wins(&mut self, sum: &[Written], second: bool) -> Result<bool, Failure> {
        let (sum, _) = self.normal(sum)?;
        let sum = self.asked(&sum);
        self.oracle.wins(&self.terms.sums.games, &sum, second)
    }

    /// A sum as the solver is asked about it.
    fn asked(&self, sum: &PlainSum) -> Sum {
        let mut asked = Sum::default();
        for term in sum {
            match term {
                PlainTerm::Part(part) => asked.parts.push(part.clone()),
                PlainTerm::Value(number, negated) => {
                    let game: Game = self.terms.list.listed[*number as usize];
                    asked.games.push(if *negated { self.terms.sums.games.negative(game) } else { game });
                }
            }
        }
        asked
    }

    /// Proves that Left wins a sum, moving second or first; the line that says
    /// so, none if nothing is left, and the equations that the sum needs.
    pub(super) fn prove(&mut self, sum: &[Written], second: bool) -> Result<(Option<usize>, Vec<usize>), Failure> {
        let (sum, replaced) = self.normal(sum)?;
        let equations = self.equations(replaced)?;
        if second {
            return Ok((self.prove_second(&sum)?, equations));
        }
        if let Some(&line) = self.known[1].get(&sum) {
            return Ok((Some(line), equations));
        }
        let written = written(&sum);
        let normal = self.each_normal(&written)?;
        let mut replaced = Vec::new();
        let reply = self.reply(&written, &normal, None, &mut replaced)?;
        let line = self.push(sum, Ground::First(reply), replaced)?;
        Ok((Some(line), equations))
    }

    /// The lines of the equations of some terms.
    fn equations(&mut self, mut terms: Vec<PlainTerm>) -> Result<Vec<usize>, Failure> {
        terms.sort_unstable();
        terms.dedup();
        let mut lines = Vec::with_capacity(terms.len());
        for term in terms {
            lines.push(self.equation(&term)?);
        }
        Ok(lines)
    }

    /// Proves what a term is equal to; the line that says so.
    fn equation(&mut self, term: &PlainTerm) -> Result<usize, Failure> {
        if let Some(&line) = self.equations.get(term) {
            return Ok(line);
        }
        let value = self.values.of(&mut self.terms, term)?.expect("a term that was replaced has a value");
        let tables = &self.terms.tables;
        let negative = tables.negative(term);
        let less = tables.sum([term.clone()].into_iter().chain(value.iter().map(|t| tables.negative(t))).collect());
        let more = tables.sum([negative.clone()].into_iter().chain(value.iter().cloned()).collect());
        let opened = [term.clone(), negative];
        self.values.open.extend(opened.iter().cloned());
        let sides = [self.prove_second(&less)?, self.prove_second(&more)?];
        for term in &opened {
            self.values.open.remove(term);
        }
        let sides = sides.map(|side| side.expect("a term and its value are not written alike"));
        let line = self.push(vec![term.clone()], Ground::Equation(value, sides), Vec::new())?;
        self.equations.insert(term.clone(), line);
        Ok(line)
    }

    /// Enters a line, after the equations that it needs.
    fn push(&mut self, sum: PlainSum, ground: Ground, replaced: Vec<PlainTerm>) -> Result<usize, Failure> {
        let mut uses = self.equations(replaced)?;
        let line = self.lines.len();
        let mut replies = 1;
        match &ground {
            Ground::Second(all) => {
                self.known[0].insert(sum.clone(), line);
                uses.extend(all.iter().filter_map(|reply| reply.line));
                replies = all.len();
            }
            Ground::First(reply) => {
                self.known[1].insert(sum.clone(), line);
                uses.extend(reply.line);
            }
            Ground::Equation(_, sides) => uses.extend(sides),
        }
        uses.sort_unstable();
        uses.dedup();
        self.bytes += LINE + TERM * sum.len() + REPLY * replies;
        self.lines.push(PlainLine { sum, ground, uses });
        Ok(line)
    }

    fn each_normal(&mut self, sum: &[Written]) -> Result<Vec<Vec<PlainTerm>>, Failure> {
        sum.iter().map(|term| self.values.terms(&mut self.terms, term, &mut Vec::new())).collect()
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
        let mut normal = self.each_normal(&written)?;
        let (mut replies, mut replaced) = (Vec::new(), Vec::new());
        for i in 0..written.len() {
            let (own, own_normal) = (written[i].clone(), normal[i].clone());
            for mv in self.terms.tables.moves(&own, false) {
                written[i] = self.terms.tables.after(&own, mv);
                let mut own_replaced = Vec::new();
                normal[i] = self.values.terms(&mut self.terms, &written[i], &mut own_replaced)?;
                let reply = self.reply(&written, &normal, Some((i, own_replaced)), &mut replaced)?;
                replies.push(reply);
            }
            (written[i], normal[i]) = (own, own_normal);
        }
        self.push(sum.clone(), Ground::Second(replies), replaced).map(Some)
    }

    /// A move of Left's that wins, with what it leaves proved. `changed` is the
    /// term that Right has moved in, with the terms that were replaced in it;
    /// those that the check of the reply replaces are added to `replaced`.
    fn reply(
        &mut self,
        sum: &[Written],
        normal: &[Vec<PlainTerm>],
        changed: Option<(usize, Vec<PlainTerm>)>,
        replaced: &mut Vec<PlainTerm>,
    ) -> Result<Reply, Failure> {
        let (term, mv, next, own) = self.winning_move(sum, normal)?;
        replaced.extend(own);
        if let Some((_, other)) = changed.filter(|(at, _)| *at != term as usize) {
            replaced.extend(other);
        }
        Ok(Reply { term, mv, line: self.prove_second(&next)? })
    }

    fn winning_move(&mut self, sum: &[Written], normal: &[Vec<PlainTerm>]) -> Result<Candidate, Failure> {
        let mut all: Vec<Candidate> = Vec::new();
        for (i, term) in sum.iter().enumerate() {
            for mv in self.terms.tables.moves(term, true) {
                let next = self.terms.tables.after(term, mv);
                let mut replaced = Vec::new();
                let mut terms = self.values.terms(&mut self.terms, &next, &mut replaced)?;
                for (j, others) in normal.iter().enumerate() {
                    if j != i {
                        terms.extend(others.iter().cloned());
                    }
                }
                let next = self.terms.tables.sum(terms);
                let term = i as u32;
                if next.is_empty() || self.known[0].contains_key(&next) {
                    return Ok((term, mv, next, replaced));
                }
                all.push((term, mv, next, replaced));
            }
        }
        // What is left is easier to prove the fewer stones it has.
        all.sort_by_key(|(_, _, next, _)| weight(next));
        for asked in [false, true] {
            if asked {
                let (own, _) = self.normal(sum)?;
                let own = self.asked(&own);
                if !self.oracle.wins(&self.terms.sums.games, &own, false)? {
                    return Err(Failure::Unfit("internal error: the solver gives two winners for one sum".to_owned()));
                }
            }
            for i in 0..all.len() {
                let own = self.asked(&all[i].2);
                if self.oracle.knows(&self.terms.sums.games, &own, true)? == Some(true) {
                    return Ok(all.swap_remove(i));
                }
            }
        }
        for i in 0..all.len() {
            let own = self.asked(&all[i].2);
            if self.oracle.wins(&self.terms.sums.games, &own, true)? {
                return Ok(all.swap_remove(i));
            }
        }
        Err(Failure::Unfit("internal error: the solver names no winning move".to_owned()))
    }

    /// The numbers in the file of the games that some lines need, and their
    /// lines; the first `stated` games keep their numbers.
    fn games(&self, roots: &[usize], stated: usize) -> Result<(Vec<u32>, Vec<String>), Failure> {
        let mut needed = vec![false; self.lines.len()];
        roots.iter().for_each(|&root| needed[root] = true);
        let mut used = vec![false; self.terms.list.listed.len()];
        used[..stated].fill(true);
        let mut mark = |sum: &PlainSum| {
            for term in sum {
                if let PlainTerm::Value(number, _) = term {
                    used[*number as usize] = true;
                }
            }
        };
        for i in (0..self.lines.len()).rev() {
            if needed[i] {
                let line = &self.lines[i];
                line.uses.iter().for_each(|&line| needed[line] = true);
                mark(&line.sum);
                if let Ground::Equation(value, _) = &line.ground {
                    mark(value);
                }
            }
        }
        let sides = &self.terms.tables.values;
        for number in (1..used.len()).rev() {
            if used[number] {
                sides[number - 1].iter().flatten().for_each(|&option| used[option as usize] = true);
            }
        }
        let (mut numbers, mut lines) = (vec![0; used.len()], Vec::new());
        for number in (1..used.len()).filter(|&number| used[number]) {
            let list = |side: &Vec<u32>| {
                let names: Vec<String> = side.iter().map(|&option| numbers[option as usize].to_string()).collect();
                names.join(",")
            };
            let [lefts, rights] = &sides[number - 1];
            let line = format!("game {}|{}", list(lefts), list(rights));
            lines.push(line);
            numbers[number] = lines.len() as u32;
        }
        if lines.len() > MOST_TABLES || lines.iter().any(|line| line.len() > LONGEST_TABLE) {
            return Err(Failure::Unfit("its values are too large for the format of plain proofs".to_owned()));
        }
        Ok((numbers, lines))
    }

    /// The lines of the graphs and games that the roots need, and the numbers
    /// of the games; `stated` are the games of the statement.
    pub(super) fn header(
        &self,
        roots: &[Option<usize>],
        equations: &[usize],
        stated: usize,
    ) -> Result<(Vec<String>, Vec<u32>), Failure> {
        let used: Vec<usize> = roots.iter().flatten().chain(equations).copied().collect();
        let (numbers, games) = self.games(&used, stated)?;
        Ok((self.terms.graphs.iter().cloned().chain(games).collect(), numbers))
    }

    /// Writes the lines that the halves of the statement rest on, and the last
    /// line; the number of lines.
    pub(super) fn write<W: Write>(
        &self,
        writer: &mut Writer<W>,
        roots: &[Option<usize>],
        equations: &[usize],
        numbers: &[u32],
    ) -> io::Result<usize> {
        let used: Vec<usize> = roots.iter().flatten().chain(equations).copied().collect();
        let renamed = |sum: &PlainSum| -> String {
            let own = |term: &PlainTerm| match term {
                PlainTerm::Value(number, negated) => PlainTerm::Value(numbers[*number as usize], *negated),
                part @ PlainTerm::Part(_) => part.clone(),
            };
            text(&sum.iter().map(own).collect::<PlainSum>())
        };
        let put = |out: &mut String, reply: &Reply, at: &[usize]| {
            let k = reply.line.map_or(0, |line| at[line]);
            match reply.mv {
                PlainMove::Stone(u, v) => out.push_str(&format!(" {},{u},{v},{k}", reply.term)),
                PlainMove::Option(h) => out.push_str(&format!(" {},{},{k}", reply.term, numbers[h as usize])),
            }
        };
        let at = writer.numbered(
            self.lines.len(),
            |i| &self.lines[i].uses[..],
            &used,
            |_, i, at| {
                let line = &self.lines[i];
                let sum = renamed(&line.sum);
                Ok(match &line.ground {
                    Ground::Second(replies) => {
                        let mut out = format!("s {sum} :");
                        replies.iter().for_each(|reply| put(&mut out, reply, at));
                        out
                    }
                    Ground::First(reply) => {
                        let mut out = format!("f {sum} :");
                        put(&mut out, reply, at);
                        out
                    }
                    Ground::Equation(value, [k, j]) => format!("v {sum} {} {} {}", renamed(value), at[*k], at[*j]),
                })
            },
        )?;
        let numbers: Vec<String> = roots.iter().map(|root| root.map_or(0, |line| at[line]).to_string()).collect();
        writer.put(&format!("end {}", numbers.join(" ")))?;
        writer.flush()
    }
}

/// A move of Left's: the term, the move, what it leaves, and the terms that were
/// replaced in it.
type Candidate = (u32, PlainMove, PlainSum, Vec<PlainTerm>);

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
