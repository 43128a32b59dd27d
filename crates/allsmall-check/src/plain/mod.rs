//! Plain proofs: rules 1 to 6 with nothing left to find, each reply with the
//! number of the line that it rests on. The same files are read by the checker in `formal/`,
//! which is proved right; the two share nothing. The format: docs/formal.md.
//!
//! Steps are counted against the length of the file, and so are the bytes of
//! the sums that are kept; a watch is asked on the way.

mod read;
mod statement;
mod sum;
mod words;

use std::collections::HashMap;
use std::io::BufRead;

use crate::games::{Fault, Games};
use crate::hash::Mixed;
use crate::proof::{Lines, Proved, Refused};
use read::Reply;
pub use read::{CELLS, STONES};
use statement::PlainStatement;
pub use sum::{PlainMove, PlainSum, PlainTerm, Tables, Written};

/// The first line of every plain proof.
pub const HEADER: &str = "allsmall plain proof 1";

/// Maximum number of lines before the statement, the first line included.
pub const MOST_TABLES: usize = 10_000;
/// Maximum number of bytes of a graph, a game or the statement.
pub const LONGEST_TABLE: usize = 100_000;
/// Maximum number of bytes of all graphs and games.
pub const ALL_TABLES: usize = 1 << 20;
/// Maximum number of bytes of any other line.
pub const LONGEST_LINE: usize = 1 << 20;
/// Maximum number of terms and stones of the sum of two lines, and of what a
/// term is equal to.
const MOST_TERMS: usize = 2048;
const MOST_EQUAL: usize = 16;
/// Steps that a file may take, and those that each of its bytes adds.
const STEPS: u64 = 1 << 28;
const STEPS_A_BYTE: u64 = 1 << 8;
/// Bytes of the sums that lines have proved and no line has forgotten, and those
/// that each byte of the file adds.
const KEPT: usize = 1 << 28;
const KEPT_A_BYTE: usize = 1 << 6;

/// What a line has proved: whether Left moves second, and the sum; and the
/// length of the longest chain of lines that it ends.
type Claim = (bool, PlainSum, u32);

/// A check of a plain proof.
#[derive(Default)]
struct PlainCheck {
    tables: Tables,
    statement: Option<PlainStatement>,
    claims: HashMap<u64, Claim, Mixed>,
    depth: u32,
    /// Graphs and games as they are written, without their first words.
    graphs: Vec<String>,
    games: Vec<String>,
    /// Bytes of all graphs and games so far.
    header: usize,
    /// Bytes of the sums of all claims, and of the lines so far.
    kept: usize,
    read: usize,
}

/// A sum with the normal form of each of its terms.
struct Prepared {
    terms: Vec<Written>,
    normal: Vec<Vec<PlainTerm>>,
}

/// Checks the lines after the first one.
///
/// # Errors
/// The first line that does not follow.
pub(crate) fn check<R: BufRead>(lines: &mut Lines<R>, games: &mut Games) -> Result<Proved, Refused> {
    games.allow(STEPS);
    let mut check = PlainCheck::default();
    while let Some(line) = lines.next()? {
        check.read += line.len();
        games.allow(STEPS_A_BYTE * line.len() as u64);
        match games.spend(line.len()).and_then(|()| check.take(&line, lines.number as u64, games)) {
            Ok(None) => {}
            Ok(Some(statement)) => {
                let count = lines.number;
                return match lines.next()? {
                    None => Ok(Proved::new(statement, count, check.depth)),
                    Some(line) => lines.refuse(&line, "there is something after the end".to_owned()),
                };
            }
            Err(why) => return lines.refuse(&line, why),
        }
    }
    lines.refuse("", "the file ends without an end line: is it whole?".to_owned())
}

impl PlainCheck {
    /// Checks a line; the statement if it is the last one.
    fn take(&mut self, line: &str, at: u64, games: &mut Games) -> Result<Option<String>, Fault> {
        if line.len() > LONGEST_LINE || self.statement.is_none() && line.len() > LONGEST_TABLE {
            return Err("the line is too long".to_owned());
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, self.statement.is_some()) {
            ("graph" | "game", false) => {
                self.header += line.len();
                if at > MOST_TABLES as u64 || self.header > ALL_TABLES {
                    return Err("there are too many graphs and games".to_owned());
                }
                if word == "graph" {
                    read::graph(&mut self.tables, rest)?;
                    self.graphs.push(rest.to_owned());
                } else {
                    read::game(&mut self.tables, rest)?;
                    self.games.push(rest.to_owned());
                }
            }
            ("graph" | "game", true) => return Err("graphs and games come before the statement".to_owned()),
            (_, false) => self.statement = Some(self.state(word, rest)?),
            ("s" | "f", true) => self.claim(rest, word == "s", at, games)?,
            ("a", true) => self.add(rest, at, games)?,
            ("v", true) => self.equate(rest, games)?,
            ("d", true) => {
                for line in read::lines(rest)? {
                    self.kept -= self.claims.remove(&line).map_or(0, |(_, sum, _)| bytes(&sum));
                }
            }
            ("end", true) => return self.end(rest, games).map(Some),
            _ => return Err("no line begins like this".to_owned()),
        }
        Ok(None)
    }

    fn prepare(&self, terms: Vec<Written>) -> Prepared {
        let normal = terms.iter().map(|term| self.tables.terms(term)).collect();
        Prepared { terms, normal }
    }

    /// The normal form of a sum with other terms in some places.
    fn normal(&self, sum: &Prepared, changed: &[(usize, &Written)], games: &mut Games) -> Result<PlainSum, Fault> {
        let mut terms = Vec::new();
        for (i, normal) in sum.normal.iter().enumerate() {
            match changed.iter().rev().find(|(at, _)| *at == i) {
                Some((_, written)) => terms.extend(self.tables.terms(written)),
                None => terms.extend(normal.iter().cloned()),
            }
        }
        games.spend(cost(&terms))?;
        Ok(self.tables.sum(terms))
    }

    /// Checks that a line says that Left wins a sum; the length of its chain.
    fn holds(&self, sum: &PlainSum, second: bool, line: u64) -> Result<u32, Fault> {
        let turn = if second { "second" } else { "first" };
        if sum.is_empty() {
            return if second { Ok(0) } else { Err("nothing is left, and Left would have to move".to_owned()) };
        }
        match self.claims.get(&line) {
            None => Err(format!("line {line} is not known or was forgotten")),
            Some((own, known, depth)) if *own == second && known == sum => Ok(*depth),
            Some(_) => Err(format!("line {line} does not say that Left wins {} moving {turn}", text(sum))),
        }
    }

    /// Rule 1 after a move of Right's, or without one.
    fn answer(
        &self,
        sum: &Prepared,
        changed: Option<(usize, &Written)>,
        reply: &Reply,
        games: &mut Games,
    ) -> Result<u32, Fault> {
        match reply {
            Reply::Known(line) => self.holds(&self.normal(sum, changed.as_slice(), games)?, false, *line),
            Reply::Move { term, mv, line } => {
                let own = match changed {
                    Some((at, written)) if at == *term => written,
                    _ => sum.terms.get(*term).ok_or_else(|| format!("the sum has no term {term}"))?,
                };
                let moves = self.tables.moves(own, true);
                games.spend(moves.len())?;
                if !moves.contains(mv) {
                    return Err(format!("Left has no such move in term {term}: {}", written_text(own)));
                }
                let next = self.tables.after(own, *mv);
                let mut all = changed.as_slice().to_vec();
                all.push((*term, &next));
                self.holds(&self.normal(sum, &all, games)?, true, *line)
            }
        }
    }

    /// Rule 2: every move of Right's has a reply; or rule 1.
    fn claim(&mut self, rest: &str, second: bool, at: u64, games: &mut Games) -> Result<(), Fault> {
        let (sum, grounds) = rest.split_once(" :").ok_or("expected a sum, a colon and replies")?;
        let sum = self.prepare(read::sum(&self.tables, sum)?);
        let mut replies = match grounds.strip_prefix(' ') {
            Some(replies) => replies.split(' ').collect::<Vec<_>>(),
            None if grounds.is_empty() => Vec::new(),
            None => return Err("expected a space after the colon".to_owned()),
        }
        .into_iter();
        let (mut depth, size) = (0, rest.len() - grounds.len());
        if second {
            for (i, term) in sum.terms.iter().enumerate() {
                for mv in self.tables.moves(term, false) {
                    games.spend(size)?;
                    let next = self.tables.after(term, mv);
                    let reply = replies.next().ok_or_else(|| {
                        format!("no reply to the move of Right's that makes term {i} {}", written_text(&next))
                    })?;
                    depth = depth.max(self.answer(&sum, Some((i, &next)), &read::reply(reply)?, games)?);
                }
            }
        } else {
            let reply = replies.next().ok_or("expected one move")?;
            depth = self.answer(&sum, None, &read::reply(reply)?, games)?;
        }
        if replies.next().is_some() {
            return Err("there are more replies than moves".to_owned());
        }
        let sum = self.normal(&sum, &[], games)?;
        self.enter(at, second, sum, depth)
    }

    fn enter(&mut self, at: u64, second: bool, sum: PlainSum, depth: u32) -> Result<(), Fault> {
        self.kept += bytes(&sum);
        if self.kept > KEPT + KEPT_A_BYTE * self.read {
            return Err(format!("the lines so far keep more than {KEPT} bytes, and {KEPT_A_BYTE} for each byte read"));
        }
        self.depth = self.depth.max(depth + 1);
        self.claims.insert(at, (second, sum, depth + 1));
        Ok(())
    }

    /// The sum of a claim and of one that Left wins moving second.
    fn add(&mut self, rest: &str, at: u64, games: &mut Games) -> Result<(), Fault> {
        let [k, j] = read::lines(rest)?[..] else { return Err("expected the numbers of two lines".to_owned()) };
        let known = |line| self.claims.get(line).ok_or_else(|| format!("line {line} is not known or was forgotten"));
        let ((second, a, depth), (other, b, deep)) = (known(&k)?, known(&j)?);
        if !other {
            return Err(format!("line {j} is about Left moving first"));
        }
        if terms_and_stones(a) + terms_and_stones(b) > MOST_TERMS {
            return Err(format!("a sum of two lines of more than {MOST_TERMS} terms and stones"));
        }
        let terms = [&a[..], b].concat();
        games.spend(cost(&terms))?;
        let sum = self.tables.sum(terms);
        let (second, depth) = (*second, *depth.max(deep));
        self.enter(at, second, sum, depth)
    }

    /// Rules 4 and 5: a part or a game is equal to a sum, as two lines say that
    /// the differences are at least zero.
    fn equate(&mut self, rest: &str, games: &mut Games) -> Result<(), Fault> {
        let mut words = rest.splitn(3, ' ');
        let (Some(term), Some(sum), Some(lines)) = (words.next(), words.next(), words.next()) else {
            return Err("expected a part or a game, what it is equal to, and the numbers of two lines".to_owned());
        };
        let (mut terms, sum) = (read::sum(&self.tables, term)?, read::sum(&self.tables, sum)?);
        let (Some(term), true) = (terms.pop(), terms.is_empty()) else {
            return Err("expected a part or a game, and what it is equal to".to_owned());
        };
        let [k, j] = read::lines(lines)?[..] else { return Err("expected the numbers of two lines".to_owned()) };
        let negatives: Vec<Written> = sum.iter().map(Written::negative).collect();
        let less = self.prepare([term.clone()].into_iter().chain(negatives.iter().cloned()).collect());
        self.holds(&self.normal(&less, &[], games)?, true, k)?;
        let more = self.prepare(sum.iter().cloned().chain([term.negative()]).collect());
        self.holds(&self.normal(&more, &[], games)?, true, j)?;
        let value = self.normal(&self.prepare(sum), &[], games)?;
        if terms_and_stones(&value) > MOST_EQUAL {
            return Err(format!("a term is equal to a sum of at most {MOST_EQUAL} terms and stones"));
        }
        let own = match (&term, &self.tables.own_terms(&term)[..]) {
            (Written::Value { negated: true, .. }, _) => return Err("expected a game and not a negative".to_owned()),
            (Written::Value { .. }, []) => return Ok(()),
            (_, [own]) => own.clone(),
            _ => return Err("expected one group of stones of both colours".to_owned()),
        };
        let negative = self.tables.negative(&own);
        let negatives = self.normal(&self.prepare(negatives), &[], games)?;
        self.tables.equal.insert(negative, negatives);
        self.tables.equal.insert(own, value);
        Ok(())
    }

    /// Whether the halves of the statement are proved by these lines.
    fn end(&mut self, rest: &str, games: &mut Games) -> Result<String, Fault> {
        let lines = read::lines(rest)?;
        let statement = self.statement.take().expect("a statement was read");
        if lines.len() != statement.halves.len() {
            return Err(format!("expected the numbers of {} lines", statement.halves.len()));
        }
        for ((winner, starts), line) in statement.halves.into_iter().zip(lines) {
            let own = |term: &Written| if winner { term.clone() } else { term.negative() };
            let sum = self.prepare(statement.sum.iter().map(own).collect());
            self.holds(&self.normal(&sum, &[], games)?, winner != starts, line)?;
        }
        Ok(statement.words)
    }
}

/// Steps that bring terms into normal form: games are sorted, each part is
/// compared with each other one.
fn cost(terms: &[PlainTerm]) -> usize {
    let cells = |term: &PlainTerm| if let PlainTerm::Part(part) = term { 1 + part.cells.len() } else { 0 };
    let parts = terms.iter().filter(|term| matches!(term, PlainTerm::Part(_))).count();
    terms.len() + terms.iter().map(cells).sum::<usize>() / 8 + parts * parts / 8
}

/// Bytes of a sum that is kept.
fn bytes(sum: &[PlainTerm]) -> usize {
    let one = |term: &PlainTerm| match term {
        PlainTerm::Part(part) => 64 + part.cells.len(),
        PlainTerm::Value(..) => 64,
    };
    sum.iter().map(one).sum()
}

fn terms_and_stones(sum: &[PlainTerm]) -> usize {
    let one = |term: &PlainTerm| match term {
        PlainTerm::Part(part) => 1 + part.stones(),
        PlainTerm::Value(..) => 1,
    };
    sum.iter().map(one).sum()
}

/// A sum as a file writes it.
#[must_use]
pub fn text(sum: &[PlainTerm]) -> String {
    let mut out = String::new();
    for term in sum {
        match term {
            PlainTerm::Value(number, true) => out.push_str(&format!("-#{number}")),
            term => {
                if !out.is_empty() {
                    out.push('+');
                }
                match term {
                    PlainTerm::Value(number, _) => out.push_str(&format!("#{number}")),
                    PlainTerm::Part(part) => out.push_str(&crate::sums::part_text(part)),
                }
            }
        }
    }
    if out.is_empty() { "0".to_owned() } else { out }
}

fn written_text(term: &Written) -> String {
    match term {
        Written::Board { shape, cells } => {
            crate::sums::part_text(&crate::boards::Part { shape: *shape, cells: cells.as_slice().into() })
        }
        Written::Value { negated, number } => format!("{}#{number}", if *negated { "-" } else { "" }),
    }
}
