//! Checks a certificate from the rules, without the search that made it.
//!
//! Every strip is replayed by the plain rules of Clobber and its value
//! rebuilt from the values of its parts; every equality and every obligation
//! of the induction is checked again. What is believed: the induction itself
//! (`docs/families.md`), the kinds of segments (`word.rs`), the conditions
//! (`obligation.rs`) and the arithmetic of values.

use std::collections::HashMap;
use std::fmt;

use super::certificate::HEADER;
use super::obligation::{self, Game, Met, Witness, answered};
use super::word::{Segment, Word};
use crate::cgt::{Value, Values};
use crate::{Budget, Player, Position, Stop};

/// What a certificate that holds proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// The family.
    pub word: Word,
    /// The period in stones.
    pub period: usize,
    /// The least length.
    pub from: usize,
    /// The name of the shift.
    pub shift: String,
    /// Number of strips, equalities and obligations checked.
    pub checks: usize,
}

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A line cannot be read, or says something that is not so.
    Line {
        /// The line, from 1; 0 for the certificate as a whole.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// A limit was hit before the check was done.
    Stopped(Stop),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Line { line: 0, why } => write!(f, "the certificate is refused: {why}"),
            Refused::Line { line, why } => write!(f, "the certificate is refused at line {line}: {why}"),
            Refused::Stopped(stop) => write!(f, "the certificate was not checked to the end: {stop}"),
        }
    }
}

impl std::error::Error for Refused {}

impl From<Stop> for Refused {
    fn from(stop: Stop) -> Refused {
        Refused::Stopped(stop)
    }
}

fn wrong<T>(line: usize, why: impl Into<String>) -> Result<T, Refused> {
    Err(Refused::Line { line, why: why.into() })
}

/// Checks a certificate.
///
/// # Errors
/// The first line that is wrong, or the limit that was hit.
pub fn recheck(text: &str, budget: &Budget) -> Result<Certified, Refused> {
    let lines = unsealed(text)?;
    let mut check = Check::read(&lines, budget)?;
    check.strips()?;
    check.equalities()?;
    check.obligations()?;
    Ok(Certified {
        shift: check.values.name(check.shift).unwrap_or_else(|| "a long value".to_owned()),
        word: check.word,
        period: check.period,
        from: check.from,
        checks: check.checks,
    })
}

/// The lines of a certificate whose checksum is right.
fn unsealed(text: &str) -> Result<Vec<&str>, Refused> {
    let Some(end) = text.rfind("\nend ").map(|at| at + 1) else {
        return wrong(0, "it has no end line; is the file whole?");
    };
    if text[end..] != format!("end {:08x}\n", crc32fast::hash(&text.as_bytes()[..end])) {
        return wrong(0, "its checksum is wrong: it was changed or damaged");
    }
    let lines: Vec<_> = text[..end].lines().collect();
    match lines[..] {
        [HEADER, ..] => Ok(lines),
        _ => wrong(1, format!("expected {HEADER:?}")),
    }
}

/// A claimed answer: where, who moved to which game, and where the answer is.
type Meet<'a> = (&'a str, Player, Value);

struct Check<'a> {
    word: Word,
    period: usize,
    from: usize,
    shift: Value,
    strips: HashMap<&'a str, (usize, Value)>,
    meets: HashMap<Meet<'a>, (usize, bool, Value)>,
    values: Values,
    checks: usize,
}

impl<'a> Check<'a> {
    fn read(lines: &[&'a str], budget: &Budget) -> Result<Check<'a>, Refused> {
        let field = |i: usize, name: &str| {
            let found = lines.get(i).and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
            found.ok_or_else(|| Refused::Line { line: i + 1, why: format!("expected {name:?}") })
        };
        let number =
            |i: usize, name: &str| field(i, name)?.parse::<usize>().or_else(|_| wrong(i + 1, "expected a number"));
        let word = Word::read(field(1, "word")?).or_else(|e| wrong(2, e.message()))?;
        let (period, from, shift) = (number(2, "period")?, number(3, "from")?, number(4, "shift")?);
        if period == 0 || !period.is_multiple_of(word.period().len()) {
            return wrong(3, "the period is not a multiple of the repeated stones");
        }
        if from < word.fixed() + 2 {
            return wrong(4, "the induction starts too early for parts to keep their kind");
        }
        let mut values = Values::within(budget);
        let mut games: Vec<Value> = Vec::new();
        let (mut strips, mut meets) = (HashMap::new(), HashMap::new());
        for (i, line) in lines.iter().enumerate().skip(5) {
            let game = |text: &str| text.parse::<usize>().ok().and_then(|n| games.get(n).copied());
            let known = |text: &str| {
                game(text).ok_or(Refused::Line { line: i + 1, why: format!("{text} is not a game listed above") })
            };
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["game", own, options] if own == games.len().to_string() => {
                    let Some((lefts, rights)) = options.split_once('|') else { return wrong(i + 1, "expected |") };
                    let list = |text: &str| {
                        text.split(',').filter(|t| !t.is_empty()).map(known).collect::<Result<Vec<_>, _>>()
                    };
                    let (lefts, rights) = (list(lefts)?, list(rights)?);
                    games.push(values.make(&lefts, &rights)?);
                }
                ["strip", stones, own] => {
                    strips.insert(stones, (i + 1, known(own)?));
                }
                ["meet", stones, side @ ("L" | "R"), d, place @ ("x" | "g"), answer] => {
                    let mover = if side == "L" { Player::Left } else { Player::Right };
                    meets.insert((stones, mover, known(d)?), (i + 1, place == "x", known(answer)?));
                }
                _ => return wrong(i + 1, "expected a game, strip or meet line"),
            }
        }
        let Some(&shift) = games.get(shift) else { return wrong(5, "the shift is not a listed game") };
        Ok(Check { word, period, from, shift, strips, meets, values, checks: 0 })
    }

    /// The listed value of a strip; fewer than two stones are zero.
    fn listed(&self, stones: &str) -> Result<Value, Refused> {
        if stones.len() < 2 {
            return Ok(self.values.zero());
        }
        match self.strips.get(stones) {
            Some(&(_, value)) => Ok(value),
            None => wrong(0, format!("the strip {stones} is missing")),
        }
    }

    /// The values of a player's moves, by the plain rules.
    fn options(&mut self, position: &Position, player: Player) -> Result<Vec<Value>, Refused> {
        let mut options = Vec::new();
        for mv in position.moves(player) {
            let next = position.after(player, mv).expect("a listed move is legal").to_string();
            let mut sum = self.values.zero();
            for part in next.split('.') {
                let value = self.listed(part)?;
                sum = self.values.add(sum, value)?;
            }
            options.push(sum);
        }
        Ok(options)
    }

    /// Every strip has the value that its moves give it.
    fn strips(&mut self) -> Result<(), Refused> {
        let all: Vec<_> = self.strips.iter().map(|(&stones, &(line, value))| (line, stones, value)).collect();
        for (line, stones, value) in all {
            let Ok(position) = crate::notation::read_board(stones) else { return wrong(line, "this is not a strip") };
            if position.stones() != stones.len() {
                return wrong(line, "expected a strip without empty cells");
            }
            let (lefts, rights) = (self.options(&position, Player::Left)?, self.options(&position, Player::Right)?);
            if self.values.make(&lefts, &rights)? != value {
                return wrong(line, "the strip does not have this value");
            }
            self.checks += 1;
        }
        Ok(())
    }

    /// The segments of all kinds with lengths from `low` up to `high`, without `high`.
    fn segments(&self, low: usize, high: usize) -> Vec<Segment> {
        let kinds = self.word.kinds();
        let lengths = (low..high).flat_map(|len| kinds.iter().map(move |&kind| Segment { kind, len }));
        lengths.filter(|s| self.word.has_length(s.kind, s.len)).collect()
    }

    fn equalities(&mut self) -> Result<(), Refused> {
        for Segment { kind, len } in self.segments(self.from, 2 * self.from + self.period) {
            let short = self.word.position(Segment { kind, len }).to_string();
            let long = self.word.position(Segment { kind, len: len + self.period }).to_string();
            let (short, long) = (self.listed(&short)?, self.listed(&long)?);
            if self.values.add(short, self.shift)? != long {
                return wrong(0, format!("kind {kind} does not grow by the shift from length {len}"));
            }
            self.checks += 1;
        }
        Ok(())
    }

    fn obligations(&mut self) -> Result<(), Refused> {
        let window = 2 * self.from + self.period;
        for segment in self.segments(window, window + self.period) {
            let position = self.word.position(segment);
            let stones = position.to_string();
            let value = self.listed(&stones)?;
            let (lefts, rights) = (self.options(&position, Player::Left)?, self.options(&position, Player::Right)?);
            let game = Game { value, lefts: &lefts, rights: &rights };
            for mover in Player::BOTH {
                for (option, d) in answered(&self.values, self.shift, mover).into_iter().enumerate() {
                    let Some(&(line, in_x, answer)) = self.meets.get(&(stones.as_str(), mover, d)) else {
                        return wrong(0, format!("no answer is given for the strip {stones}"));
                    };
                    let replies = if in_x == (mover == Player::Left) { &rights } else { &lefts };
                    let Some(i) = replies.iter().position(|&o| o == answer) else {
                        return wrong(line, "the answer is not a move of this strip");
                    };
                    let witness = if in_x { Witness::InX(i) } else { Witness::InG(i) };
                    if !obligation::holds(&mut self.values, game, self.shift, Met { mover, option, witness })? {
                        return wrong(line, "the answer does not win");
                    }
                    self.checks += 1;
                }
            }
        }
        Ok(())
    }
}
