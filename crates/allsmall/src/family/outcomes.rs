//! Outcome classes of `A w^n B`, for every n.
//!
//! First by weights ([`super::weights`]) from both sides: with 2 or more for
//! Left she wins, with 1 or more for both the first player wins. Where weights
//! do not suffice, by a theorem about the values without a shift; for (xo)^n by
//! the critical calculus ([`super::critical`]).

use std::fmt::Write;

use super::certificate::HEADER;
use super::critical;
use super::segment::Family;
use super::segment_values::SegmentValues;
use super::shift_search::Reach;
use super::theorem::study;
use super::weights::{WeightPeriod, Weights};
use crate::cgt::Values;
use crate::{Budget, Outcome, Stop};

/// Lengths up to which segments are weighed by their values, tried in this order.
const EXACT: [usize; 3] = [8, 14, 20];
/// Lengths up to which weights are computed, tried in this order.
const LONGEST: [usize; 3] = [120, 240, 400];
/// Maximum number of stones of a board that is valued by itself.
const SMALL: usize = 40;
/// Maximum number of stones of the boards listed when nothing is settled.
const SHOWN: usize = 24;

/// The outcomes of the boards of a family.
#[derive(Clone, Debug)]
pub struct FamilyOutcomes {
    /// The family.
    pub family: Family,
    /// What is settled for every n, if it is.
    pub settled: Option<Settled>,
    /// The outcomes of the first boards, n = 0, 1, ...
    pub small: Vec<Outcome>,
    /// The limit that ended the search, if any.
    pub stopped: Option<Stop>,
    certificate: Option<String>,
}

/// From a number of repetitions on, the outcomes repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The least n.
    pub from: usize,
    /// The outcomes for n = from, from + 1, ... over one period.
    pub repeating: Vec<Outcome>,
    /// The name of the argument.
    pub by: &'static str,
}

/// The weights of one side.
struct SideWeights {
    exact: usize,
    longest: usize,
    replies: bool,
    regular: WeightPeriod,
    boards: Vec<i64>,
}

/// Settles who wins every board of the family, as far as the methods reach.
#[must_use]
pub fn outcomes(family: &Family, budget: &Budget) -> FamilyOutcomes {
    let mut found =
        FamilyOutcomes { family: family.clone(), settled: None, small: Vec::new(), stopped: None, certificate: None };
    if let Err(stop) = found.search(budget) {
        found.stopped = Some(stop);
    }
    found
}

impl FamilyOutcomes {
    fn search(&mut self, budget: &Budget) -> Result<(), Stop> {
        let family = self.family.clone();
        let mut values = Values::within(budget);
        let mut table = SegmentValues::new(&values);
        for n in (0..).take_while(|&n| family.whole(n).len <= SHOWN) {
            let value = table.value(&family, family.whole(n), &mut values)?;
            self.small.push(values.outcome(value));
        }
        if critical::applies(&family)
            && let Some(critical) = critical::prove(&family, budget)?
        {
            self.small = critical.small;
            let repeating = vec![Outcome::N];
            self.settled = Some(Settled { from: critical.from, repeating, by: "a critical calculus" });
            self.certificate = Some(critical.certificate);
            return Ok(());
        }
        // Short lengths first, with and without replies: they are cheap, and mostly enough.
        for longest in LONGEST {
            for (exact, replies) in EXACT.into_iter().flat_map(|exact| [(exact, false), (exact, true)]) {
                budget.report(|| format!("weights up to length {longest}, values up to {exact}"));
                let left = side(&family, exact, longest, replies, budget)?;
                let right = side(&family.negated(), exact, longest, replies, budget)?;
                if self.by_weights(left.as_ref(), right.as_ref(), &mut table, &mut values)? {
                    return Ok(());
                }
            }
        }
        self.by_values(budget);
        Ok(())
    }

    /// Whether the weights settle all but small boards, which are then valued.
    fn by_weights(
        &mut self,
        left: Option<&SideWeights>,
        right: Option<&SideWeights>,
        table: &mut SegmentValues,
        values: &mut Values,
    ) -> Result<bool, Stop> {
        let sides = [left, right];
        let winner = |n: usize| {
            let weight = |side: Option<&SideWeights>| side.and_then(|s| s.boards.get(n).copied()).unwrap_or(i64::MIN);
            match (weight(left), weight(right)) {
                (2.., _) => Some(Outcome::L),
                (_, 2..) => Some(Outcome::R),
                _ => None,
            }
        };
        let end = sides.iter().flatten().map(|side| side.boards.len()).min().unwrap_or(0);
        let Some(last) = end.checked_sub(1).and_then(winner) else { return Ok(false) };
        let from = (0..end).rposition(|n| winner(n) != Some(last)).map_or(0, |n| n + 1);
        // A whole period of boards must lie behind every m0.
        let p = self.family.period().len();
        let enough = sides.iter().flatten().all(|side| {
            let first = side.regular.from.saturating_sub(self.family.fixed()).div_ceil(p).max(from);
            first + side.regular.period / p <= end
        });
        if !enough || (from > 0 && self.family.whole(from - 1).len > SMALL) {
            return Ok(false);
        }
        self.small.clear();
        for n in 0..from {
            let value = table.value(&self.family, self.family.whole(n), values)?;
            self.small.push(values.outcome(value));
        }
        let mut from = from;
        while self.small.last() == Some(&last) {
            self.small.pop();
            from -= 1;
        }
        self.settled = Some(Settled { from, repeating: vec![last], by: "weights" });
        self.certificate = Some(self.weights_text(sides, last));
        Ok(true)
    }

    fn weights_text(&self, sides: [Option<&SideWeights>; 2], last: Outcome) -> String {
        let mut text = format!("{HEADER}\nfamily weights {}\n", self.family);
        for (side, stone) in sides.into_iter().zip(['x', 'o']) {
            let Some(SideWeights { exact, longest, replies, regular, .. }) = side else { continue };
            let WeightPeriod { period, from, gain } = regular;
            let replies = u8::from(*replies);
            writeln!(text, "side {stone} {exact} {longest} {replies} {period} {from} {gain}")
                .expect("writing to a string does not fail");
        }
        let small: String = self.small.iter().map(|&outcome| letter(outcome)).collect();
        write!(text, "small {small}\nrest {}\nend\n", letter(last)).expect("writing to a string does not fail");
        text
    }

    /// By a theorem that says the values repeat.
    fn by_values(&mut self, budget: &Budget) {
        let report = study(&self.family, Reach::default(), budget);
        // Large values are not a limit of the budget.
        self.stopped = report.stopped.filter(|&stop| stop != Stop::Unsupported);
        let Some(theorem) = report.theorem.as_ref() else { return };
        let Some(repeating) = theorem.repeating.clone() else { return };
        self.small = report.base[..theorem.from].iter().map(|board| board.outcome).collect();
        let repeating = if repeating.iter().all(|o| o == &repeating[0]) { vec![repeating[0]] } else { repeating };
        let mut from = theorem.from;
        while repeating.len() == 1 && self.small.last() == Some(&repeating[0]) {
            self.small.pop();
            from -= 1;
        }
        self.settled = Some(Settled { from, repeating, by: "values" });
        self.certificate = report.certificate().map(str::to_owned);
    }

    /// The outcomes in words.
    #[must_use]
    pub fn statement(&self) -> String {
        let now = self.family.with_exponent("n");
        let Some(Settled { from, repeating, .. }) = &self.settled else {
            let small: Vec<_> = self.small.iter().map(|&o| letter(o).to_string()).collect();
            let known = format!("for n = 0, 1, ... it is {}", small.join(" "));
            return match self.stopped {
                Some(stop) => format!("who wins {now} is not settled for every n ({stop}); {known}"),
                None => format!("who wins {now} is not settled for every n; {known}"),
            };
        };
        // Small boards with the outcome of all the others are not exceptions.
        let usual = |n: usize| repeating.len() == 1 && self.small[n] == repeating[0];
        let others: Vec<_> = (0..self.small.len()).filter(|&n| !usual(n)).collect();
        let range = match &others[..] {
            [] => "all n".to_owned(),
            others if others.len() == *from => format!("all n >= {from}"),
            others => format!("every n but {}", others.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
        };
        let mut text = match &repeating[..] {
            [one] => format!("{} wins {now} for {range}", who(*one)),
            many => {
                let (count, from) = (many.len(), *from);
                let each = many.iter().enumerate().map(|(i, &o)| {
                    let (n, modulo) = (from + i, (from + i) % count);
                    format!("{} for n = {n}, {}, ... (n = {modulo} mod {count})", who(o), n + count)
                });
                format!("who wins {now}: {}", each.collect::<Vec<_>>().join(", "))
            }
        };
        for outcome in [Outcome::L, Outcome::R, Outcome::N, Outcome::P] {
            let those: Vec<_> = others.iter().filter(|&&n| self.small[n] == outcome).collect();
            if !those.is_empty() {
                let list: Vec<_> = those.iter().map(ToString::to_string).collect();
                text += &format!("; {} for n = {}", who(outcome), list.join(", "));
            }
        }
        text
    }

    /// The proof for `allsmall-check`; none if nothing was proved.
    #[must_use]
    pub fn certificate(&self) -> Option<&str> {
        self.certificate.as_deref()
    }
}

/// The weights of one side, if they are eventually periodic up to a constant gain.
fn side(
    family: &Family,
    exact: usize,
    longest: usize,
    replies: bool,
    budget: &Budget,
) -> Result<Option<SideWeights>, Stop> {
    let exact = exact + family.fixed();
    let mut values = Values::within(budget);
    let mut table = SegmentValues::new(&values);
    let mut weights = Weights::new(family);
    weights.by_values(exact, &mut table, &mut values, budget)?;
    weights.extend(longest, replies, budget)?;
    Ok(weights.regular().map(|regular| {
        let boards = (0..).map_while(|n| weights.board(n)).collect();
        SideWeights { exact, longest, replies, regular, boards }
    }))
}

fn who(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::L => "Left",
        Outcome::R => "Right",
        Outcome::N => "the first player",
        Outcome::P => "the second player",
    }
}

fn letter(outcome: Outcome) -> char {
    match outcome {
        Outcome::L => 'L',
        Outcome::R => 'R',
        Outcome::N => 'N',
        Outcome::P => 'P',
    }
}
