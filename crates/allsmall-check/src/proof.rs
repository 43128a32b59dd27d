//! Reads a proof line by line and checks each line as it comes.
//!
//! docs/proofs.md describes the lines and the rules they stand for.

use std::collections::HashMap;
use std::io::{BufRead, Read};

use crate::boards::{Part, other};
use crate::claims::{Claims, Ground};
use crate::games::{Fault, Game, Watch};
use crate::hash::Mixed;
use crate::hypotheses::Hypotheses;
use crate::phutball::Phutball;
use crate::reader::{Reader, number};
use crate::statement::{Goal, Owed};
use crate::sums::{Board, Sum, Sums, part_text};
use crate::{families, plain, strips};

/// The first line of a proof about boards, sums and games.
pub const HEADER: &str = "allsmall proof 1";

/// Steps that a file may take, and those that each of its lines adds.
pub const STEPS: u64 = 1 << 26;
const STEPS_A_LINE: u64 = 1 << 14;
/// Bytes of a line, with its end.
const LONGEST_LINE: u64 = 1 << 25;

/// What a file that holds proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The statement in words.
    pub statement: String,
    /// Number of lines.
    pub lines: usize,
    /// The longest chain of lines about sums, each resting on the one before.
    pub depth: u32,
    /// Of a theorem about every n: how far the checker played its first cases.
    pub played: Option<families::Played>,
    /// Of a theorem about strips: how far the checker played its first boards.
    pub boards_played: Option<strips::BoardsPlayed>,
    /// Of a theorem about runs of any lengths: how many of its boards were valued.
    pub lengths_played: Option<families::LengthsPlayed>,
}

impl Proved {
    /// Creates what a proof about boards, sums and games proves.
    pub(crate) fn new(statement: String, lines: usize, depth: u32) -> Proved {
        Proved { statement, lines, depth, played: None, boards_played: None, lengths_played: None }
    }
}

/// Why a file is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The line, from 1.
    pub line: usize,
    /// What it says, shortened.
    pub claim: String,
    /// Why that does not follow.
    pub why: String,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}\n  {}", self.line, self.claim, self.why)
    }
}

impl std::error::Error for Refused {}

/// The state of a check.
pub(crate) struct Check {
    pub(crate) reader: Reader,
    pub(crate) claims: Claims,
    nimbers: HashMap<Part, u32, Mixed>,
    nimber_lines: HashMap<usize, Part, Mixed>,
    pub(crate) phutball: Phutball,
    pub(crate) goal: Option<Goal>,
    pub(crate) hypotheses: Hypotheses,
    pub(crate) line: usize,
}

/// Checks a proof.
///
/// # Errors
/// The first line that does not follow.
pub fn check(input: impl BufRead) -> Result<Proved, Refused> {
    check_within(input, STEPS)
}

/// Checks a proof in at most `steps` steps, and some more for every line.
///
/// # Errors
/// The first line that does not follow.
pub fn check_within(input: impl BufRead, steps: u64) -> Result<Proved, Refused> {
    check_in(input, Reader::new(steps), None)
}

/// Checks a proof in the usual number of steps and asks `watch` every few
/// thousand of them; what it returns ends the check.
///
/// # Errors
/// The first line that does not follow, or in which the watch ended the check.
pub fn check_watched(input: impl BufRead, watch: Watch) -> Result<Proved, Refused> {
    check_in(input, Reader::watched(&watch), Some(watch))
}

/// Checks a proof that begins with [`HEADER`], as [`check_watched`] does, and
/// refuses every other file.
///
/// # Errors
/// The first line that does not follow, or in which the watch ended the check.
pub fn check_lines_watched(input: impl BufRead, watch: &Watch) -> Result<Proved, Refused> {
    let mut lines = Lines { input, number: 0 };
    match lines.next()?.as_deref() {
        Some(HEADER) => check_lines(lines, Reader::watched(watch)),
        line => lines.refuse(line.unwrap_or_default(), format!("expected {HEADER:?}")),
    }
}

fn check_in(input: impl BufRead, mut reader: Reader, watch: Option<Watch>) -> Result<Proved, Refused> {
    let mut lines = Lines { input, number: 0 };
    match lines.next()?.as_deref() {
        Some(HEADER) => check_lines(lines, reader),
        Some(plain::HEADER) => plain::check(&mut lines, &mut reader.sums.games),
        Some(line @ families::HEADER) => families::check_watched(&lines.rest(line, families::LONGEST_FILE)?, watch),
        Some(line @ families::RUNS_HEADER) => families::check_runs(&lines.rest(line, families::LONGEST_FILE)?, watch),
        Some(line @ strips::GRIDS_HEADER) => strips::check_grids(&lines.rest(line, families::LONGEST_FILE)?),
        Some(line @ strips::HEADER) => strips::check_watched(&lines.rest(line, strips::LONGEST_FILE)?, watch),
        Some(line) => lines.refuse(line, format!("expected {HEADER:?}")),
        None => lines.refuse("", "the file is empty".to_owned()),
    }
}

/// Checks the lines after the header.
fn check_lines(mut lines: Lines<impl BufRead>, reader: Reader) -> Result<Proved, Refused> {
    let mut check = Check {
        reader,
        claims: Claims::default(),
        nimbers: HashMap::default(),
        nimber_lines: HashMap::default(),
        phutball: Phutball::default(),
        goal: None,
        hypotheses: Hypotheses::new(),
        line: 1,
    };
    while let Some(line) = lines.next()? {
        check.line = lines.number;
        check.reader.sums.games.allow(STEPS_A_LINE);
        if let Some(statement) = check.take(&line).or_else(|why| lines.refuse(&line, why))? {
            let statement = check.hypotheses.before(statement);
            return match lines.next()? {
                None => Ok(Proved::new(statement, lines.number - 1, check.claims.depth)),
                Some(line) => lines.refuse(&line, "there is something after the end".to_owned()),
            };
        }
    }
    lines.refuse("", "the file ends without an end line: is it whole?".to_owned())
}

/// The lines of a file, numbered from 1.
pub(crate) struct Lines<R> {
    input: R,
    pub(crate) number: usize,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn next(&mut self) -> Result<Option<String>, Refused> {
        self.number += 1;
        let mut line = Vec::new();
        let read = self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        match read {
            Ok(0) => return Ok(None),
            Ok(n) if n as u64 == LONGEST_LINE && !line.ends_with(b"\n") => {
                return self.refuse("", format!("a line has at most {LONGEST_LINE} bytes"));
            }
            Ok(_) => {}
            Err(error) => return self.refuse("", format!("the file cannot be read: {error}")),
        }
        let mut text = String::from_utf8(line).or_else(|_| self.refuse("", "the line is not UTF-8 text".to_owned()))?;
        text.truncate(text.trim_end_matches(['\n', '\r']).len());
        Ok(Some(text))
    }

    /// The whole file, whose first line has been read.
    fn rest(&mut self, first: &str, longest: usize) -> Result<String, Refused> {
        let mut text = format!("{first}\n");
        match self.input.by_ref().take(longest as u64 + 1).read_to_string(&mut text) {
            Ok(n) if n <= longest => Ok(text),
            Ok(_) => self.refuse(first, format!("a file about every n has at most {longest} bytes")),
            Err(error) => self.refuse(first, format!("the file cannot be read: {error}")),
        }
    }

    pub(crate) fn refuse<T>(&self, claim: &str, why: String) -> Result<T, Refused> {
        let mut short: String = claim.chars().take(200).collect();
        if short.len() < claim.len() {
            short.push_str("...");
        }
        Err(Refused { line: self.number, claim: short, why })
    }
}

impl Check {
    /// Checks a line; the statement in words if it is the last one.
    fn take(&mut self, line: &str) -> Result<Option<String>, Fault> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "limits" if self.goal.is_some() || !self.hypotheses.is_empty() => {
                return Err("limits come before the statement and the hypotheses".to_owned());
            }
            "limits" | "graph" | "game" => drop(self.reader.introduce(word, rest)?),
            "outcome" | "first" | "second" | "value" | "compare" | "nimber" | "phutball" | "reduce" => {
                if self.goal.is_some() {
                    return Err("there is a statement already".to_owned());
                }
                self.goal = Some(self.state(word, rest)?);
            }
            "suppose" => self.suppose(rest)?,
            "s" => self.second(rest)?,
            "f" => self.first(rest)?,
            "S" | "F" => self.beside_ups(rest, word == "S")?,
            "n" => self.mex(rest)?,
            "m" => self.play(rest)?,
            "p" | "P" => {
                self.reader.sums.games.spend(rest.len().saturating_mul(rest.len()))?;
                self.phutball.take(rest, word == "p", self.line)?;
            }
            "d" => {
                for token in rest.split(' ') {
                    let line = number(token)?;
                    match self.nimber_lines.remove(&line) {
                        Some(part) => drop(self.nimbers.remove(&part)),
                        None if self.phutball.forget(line) => {}
                        None => self.claims.forget(line)?,
                    }
                }
            }
            "end" => return self.end()?.sentence(&mut self.reader.sums).map(Some),
            _ => return Err("no line begins like this".to_owned()),
        }
        Ok(None)
    }

    /// Rule 2: every move of Right's has a reply.
    fn second(&mut self, rest: &str) -> Result<(), Fault> {
        let (sum, replies) = self.reader.claim(rest)?;
        let (open, mut uses) = self.claims.open_replies(&mut self.reader.sums, &sum)?;
        if open.len() != replies.len() {
            let first =
                open.first().map_or(String::new(), |sum| format!(", the first one leaves {}", self.reader.text(sum)));
            return Err(format!("{} moves of Right's need replies{first}; {} are given", open.len(), replies.len()));
        }
        for (next, reply) in open.iter().zip(replies) {
            uses.extend(self.reply(next, reply)?);
        }
        self.claims.enter(&sum, true, self.line, &uses);
        Ok(())
    }

    /// Rule 1: this move of Left's leaves a sum that she wins moving second.
    /// The line that says so.
    fn reply(&mut self, sum: &Sum, reply: &str) -> Result<Option<usize>, Fault> {
        let n: usize = number(reply)?;
        let moves = self.reader.sums.moves(sum, true)?;
        let mv = moves.get(n).ok_or_else(|| format!("Left has no move {n} in {}", self.reader.text(sum)))?;
        let next = self.reader.sums.after(sum, *mv)?;
        match self.claims.find(&mut self.reader.sums, &next, true)? {
            Some(Ground::Plain) => Ok(None),
            Some(Ground::Line(line)) => Ok(Some(line)),
            None => Err(format!(
                "in {} Left's move {n} leaves {}, and nothing above says that she wins that moving second",
                self.reader.text(sum),
                self.reader.text(&next)
            )),
        }
    }

    fn first(&mut self, rest: &str) -> Result<(), Fault> {
        let (sum, replies) = self.reader.claim(rest)?;
        let [reply] = replies[..] else { return Err("expected one move".to_owned()) };
        let used = self.reply(&sum, reply)?;
        self.claims.enter(&sum, false, self.line, used.as_slice());
        Ok(())
    }

    /// Rule 6 with a multiple of up in place of a game.
    fn beside_ups(&mut self, rest: &str, second: bool) -> Result<(), Fault> {
        let (sum, grounds) = self.reader.claim(rest)?;
        let [at, ups] = grounds[..] else {
            return Err("expected the number of a game and a multiple of up".to_owned());
        };
        let at: usize = number(at)?;
        let (n, star) = ups.strip_suffix('*').map_or((ups, false), |n| (n, true));
        let n: i32 = number(n)?;
        if n.unsigned_abs() > 200 {
            return Err("the multiple of up is too large".to_owned());
        }
        let stand = self.reader.sums.games.ups(n, star)?;
        let less = replaced(&mut self.reader.sums, &sum, at, stand)?;
        let uses = match self.claims.find(&mut self.reader.sums, &less, second)? {
            None => return Err(format!("nothing above says that Left wins {}", self.reader.text(&less))),
            Some(Ground::Plain) => None,
            Some(Ground::Line(line)) => Some(line),
        };
        self.claims.enter(&sum, second, self.line, uses.as_slice());
        Ok(())
    }

    /// Rule 10: moves of a play, one after the other.
    fn play(&mut self, rest: &str) -> Result<(), Fault> {
        let Some(Goal { owed: Owed::Play(Board { shape, cells }, _), .. }) = &mut self.goal else {
            return Err("a play belongs to a statement about solitaire".to_owned());
        };
        for token in rest.split(' ') {
            let (from, to) = token.split_once('-').ok_or_else(|| format!("expected a move and not {token:?}"))?;
            let (from, to): (usize, usize) = (number(from)?, number(to)?);
            let mut is_edge = false;
            if from < cells.len() {
                self.reader.sums.boards.neighbours(*shape, cells.len(), from, |next| is_edge |= next == to);
            }
            if !is_edge || cells[from] == b'.' || cells[to] != other(cells[from]) {
                return Err(format!("{token} is not a move"));
            }
            cells[to] = cells[from];
            cells[from] = b'.';
        }
        Ok(())
    }

    /// Rule 8: the least number that no move leads to.
    fn mex(&mut self, rest: &str) -> Result<(), Fault> {
        let (part, value) = rest.split_once(' ').ok_or("expected a part and its Grundy value")?;
        let parts = self.reader.sums.board(part, false)?;
        let [part] = &parts[..] else { return Err("expected one part".to_owned()) };
        let mut reached = Vec::new();
        for colour in [b'x', b'o'] {
            for mv in self.reader.sums.boards.moves(part.shape, &part.cells, colour) {
                self.reader.sums.games.spend(part.cells.len())?;
                let parts = self.reader.sums.boards.after(part, mv);
                reached.push(self.nim_sum(&parts)?);
            }
        }
        let mex = (0..).find(|n| !reached.contains(n)).unwrap_or(u32::MAX);
        if mex != number(value)? {
            return Err(format!("the Grundy value is {mex}"));
        }
        self.nimbers.insert(part.clone(), mex);
        self.nimber_lines.insert(self.line, part.clone());
        Ok(())
    }

    /// The nim-sum of parts; a part and its negative have one value, as
    /// either player moves either colour.
    pub(crate) fn nim_sum(&self, parts: &[Part]) -> Result<u32, Fault> {
        let mut total = 0;
        for part in parts {
            let known = self.nimbers.get(part).or_else(|| self.nimbers.get(&self.reader.sums.boards.negative(part)));
            total ^= known.ok_or_else(|| format!("nothing above gives the Grundy value of {}", part_text(part)))?;
        }
        Ok(total)
    }
}

/// A sum with a lesser game in place of one of its games.
///
/// # Errors
/// If there is no such game, or the other one is not less.
pub fn replaced(sums: &mut Sums, sum: &Sum, at: usize, less: Game) -> Result<Sum, Fault> {
    let &game = sum.games.get(at).ok_or_else(|| format!("the sum has no game {at}"))?;
    if !sums.games.le(less, game)? {
        return Err(format!("{} is not at most {}", sums.games.text(less), sums.games.text(game)));
    }
    let mut games = sum.games.clone();
    games[at] = less;
    sums.sum(games, sum.parts.clone())
}
