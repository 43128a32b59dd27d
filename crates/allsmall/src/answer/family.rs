//! A theorem about a family of strips, for every n.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{BatchCache, Failure, Question, Subject};
use crate::family::{self, Family, FamilyNimbers, FamilyOutcomes, Reach, Report, RunPattern};
use crate::{Budget, Stop};

/// How to answer `family`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FamilyQuestion {
    /// Try only this period, in stones.
    pub period: Option<usize>,
    /// Compute no segment longer than this.
    pub longest: Option<usize>,
    /// End the search when it has met more values than this.
    pub most_values: Option<usize>,
    /// Ask for the nimbers of impartial Clobber instead of the values.
    pub nimbers: bool,
    /// Ask who wins, for every n, instead of the values.
    pub outcome: bool,
}

/// The answer to `family`.
#[derive(Clone, Debug, Serialize)]
pub struct FamilyAnswer {
    /// The family, such as `oo(xxo)^n`.
    pub pattern: String,
    /// Whether a theorem was proved.
    pub proved: bool,
    /// The period in stones.
    pub period: Option<usize>,
    /// The period in repetitions.
    pub copies: Option<usize>,
    /// The name of the value added by a period.
    pub shift: Option<String>,
    /// The least number of repetitions from which the theorem holds.
    pub from: Option<usize>,
    /// The length from which it holds for every kind of segment.
    pub from_length: Option<usize>,
    /// The theorem in words, or what is known instead.
    pub statement: String,
    /// Number of equalities and obligations checked.
    pub checks: usize,
    /// Number of kinds of segments.
    pub kinds: usize,
    /// Classes of segments in a proof by bounds: all, and those whose value is
    /// known for every length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<usize>,
    /// See `classes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact_classes: Option<usize>,
    /// All kinds were computed up to this length.
    pub longest: usize,
    /// The first boards: values and sizes of their canonical forms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub base: Vec<BaseBoard>,
    /// The nimbers of the boards n = 0, 1, 2, ..., when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimbers: Option<Vec<u32>>,
    /// The limit that was hit, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// The statement and proof in LaTeX.
    #[serde(skip)]
    pub latex: Option<String>,
    /// The certificate.
    #[serde(skip)]
    pub certificate: Option<String>,
}

/// One of the first boards of a family.
#[derive(Clone, Debug, Serialize)]
pub struct BaseBoard {
    /// The number of repetitions.
    pub n: usize,
    /// The name of its value; null when it is very long.
    pub value: Option<String>,
    /// Distinct positions of its canonical form.
    pub size: usize,
}

/// Impartial families are computed up to this length by default.
const NIMBERS_LONGEST: usize = 300;

impl Question for FamilyQuestion {
    type Answer = FamilyAnswer;

    fn ask_with(&self, subject: Subject<'_>, budget: &Budget, _: &mut BatchCache) -> Result<Self::Answer, Failure> {
        let text = subject.text("a family of strips such as (xo)^n")?;
        if RunPattern::is_meant(text) {
            return self.of_runs(&RunPattern::read(text)?, budget);
        }
        let word = Family::read(text)?;
        if let Some(period) = self.period
            && (period == 0 || !period.is_multiple_of(word.period().len()))
        {
            let message = format!(
                "the period {period} is not a multiple of {}, the number of stones repeated",
                word.period().len()
            );
            return Err(Failure::Unfit(message));
        }
        Ok(if self.nimbers {
            let longest = self.longest.unwrap_or(NIMBERS_LONGEST);
            of_nimbers(&word, family::nimbers(&word, longest, budget))
        } else if self.outcome {
            of_outcomes(&family::outcomes(&word, budget))
        } else {
            let standard = Reach::default();
            let reach = Reach {
                period: self.period,
                longest: self.longest.unwrap_or(standard.longest),
                most_values: self.most_values.unwrap_or(standard.most_values),
            };
            of_values(&word, &family::study(&word, reach, budget))
        })
    }
}

impl FamilyQuestion {
    /// The value of a pattern for all lengths of its runs.
    fn of_runs(&self, pattern: &RunPattern, budget: &Budget) -> Result<FamilyAnswer, Failure> {
        let &FamilyQuestion { period, longest, most_values, nimbers, outcome } = self;
        if period.is_some() || longest.is_some() || most_values.is_some() || nimbers || outcome {
            return Err(Failure::Unfit("a pattern with letters is asked for its value, without options".to_owned()));
        }
        let (theorem, stopped) = match family::study_runs(pattern, budget) {
            Ok(theorem) => (theorem, None),
            Err(stop) => (None, Some(stop)),
        };
        let open = "no value was found that grows by some ^* with each stone";
        Ok(FamilyAnswer {
            pattern: pattern.to_string(),
            proved: theorem.is_some(),
            period: None,
            copies: None,
            shift: None,
            from: None,
            from_length: None,
            statement: theorem.as_ref().map_or_else(|| open.to_owned(), |theorem| theorem.statement.clone()),
            checks: theorem.as_ref().map_or(0, |theorem| theorem.bounds),
            kinds: theorem.as_ref().map_or(0, |theorem| theorem.classes),
            classes: theorem.as_ref().map(|theorem| theorem.classes),
            exact_classes: None,
            longest: 0,
            base: Vec::new(),
            nimbers: None,
            stopped,
            latex: None,
            certificate: theorem.map(|theorem| theorem.certificate),
        })
    }
}

fn of_values(word: &Family, report: &Report) -> FamilyAnswer {
    let theorem = report.theorem.as_ref();
    let base = report.base.iter().map(|b| BaseBoard { n: b.n, value: b.value.clone(), size: b.size });
    FamilyAnswer {
        pattern: word.to_string(),
        proved: theorem.is_some(),
        period: theorem.map(|t| t.period),
        copies: theorem.map(|t| t.copies),
        shift: theorem.map(|t| t.shift.clone()),
        from: theorem.map(|t| t.from),
        from_length: theorem.map(|t| t.from_length),
        statement: report.statement(),
        checks: theorem.map_or(0, |t| t.checks),
        kinds: report.kinds,
        classes: theorem.and_then(|t| t.bounds).map(|bounds| bounds.all),
        exact_classes: theorem.and_then(|t| t.bounds).map(|bounds| bounds.exact),
        longest: report.longest,
        base: base.collect(),
        nimbers: None,
        stopped: report.stopped,
        latex: report.latex().map(str::to_owned),
        certificate: report.certificate().map(str::to_owned),
    }
}

fn of_nimbers(word: &Family, found: FamilyNimbers) -> FamilyAnswer {
    let statement = match found.period {
        Some((period, from)) => format!(
            "the nimbers of {word} repeat every {} repetitions from n = {} on, for ever",
            period / word.period().len(),
            from.saturating_sub(word.fixed()).div_ceil(word.period().len())
        ),
        None => format!("no period of the nimbers was found up to length {}", found.longest),
    };
    FamilyAnswer {
        pattern: word.to_string(),
        proved: found.period.is_some(),
        period: found.period.map(|(period, _)| period),
        copies: found.period.map(|(period, _)| period / word.period().len()),
        shift: found.period.map(|_| "0".to_owned()),
        from: found.period.map(|(_, from)| from.saturating_sub(word.fixed()).div_ceil(word.period().len())),
        from_length: found.period.map(|(_, from)| from),
        statement,
        checks: 0,
        kinds: word.kinds().len(),
        classes: None,
        exact_classes: None,
        longest: found.longest,
        base: Vec::new(),
        nimbers: Some(found.first),
        stopped: found.stopped,
        latex: None,
        certificate: None,
    }
}

fn of_outcomes(found: &FamilyOutcomes) -> FamilyAnswer {
    FamilyAnswer {
        pattern: found.family.to_string(),
        proved: found.settled.is_some(),
        period: None,
        copies: None,
        shift: None,
        from: found.settled.as_ref().map(|settled| settled.from),
        from_length: None,
        statement: found.statement(),
        checks: 0,
        kinds: found.family.kinds().len(),
        classes: None,
        exact_classes: None,
        longest: 0,
        base: Vec::new(),
        nimbers: None,
        stopped: found.stopped,
        latex: None,
        certificate: found.certificate().map(str::to_owned),
    }
}

impl FamilyAnswer {
    /// A family without a theorem is not settled, whatever ended the search.
    pub(super) fn unsettled(&self) -> Option<Stop> {
        (!self.proved).then_some(self.stopped.unwrap_or(Stop::Unsupported))
    }
}

impl fmt::Display for FamilyAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pattern, self.statement)?;
        if let (Some(period), Some(from), true) = (self.period, self.from_length, self.nimbers.is_none()) {
            let (kinds, checks, longest) = (self.kinds, self.checks, self.longest);
            match (self.classes, self.exact_classes) {
                (Some(all), Some(exact)) => write!(
                    f,
                    "\n  by bounds for the {all} classes of segments ({kinds} kinds, lengths modulo {period}) from length {from} on, \
                     {exact} of them exact; {checks} bounds, lengths up to {longest}"
                )?,
                _ => write!(
                    f,
                    "\n  {} {} every {period} stones from length {from} on; {checks} checks, \
                     lengths up to {longest}",
                    if kinds == 1 {
                        "the only kind of segments gains".to_owned()
                    } else {
                        format!("all {kinds} kinds of segments gain")
                    },
                    self.shift.as_deref().unwrap_or("a value")
                )?,
            }
        }
        if let (None, Some(classes)) = (self.period, self.classes) {
            write!(f, "\n  by {} bounds for {classes} classes of runs", self.checks)?;
        }
        for board in &self.base {
            let value = board.value.as_deref().unwrap_or("(long)");
            write!(f, "\n  n = {:<3} {value}", board.n)?;
            if !self.proved {
                write!(f, "  (size {})", board.size)?;
            }
        }
        if let Some(nimbers) = &self.nimbers {
            let shown: Vec<_> = nimbers.iter().take(60).map(u32::to_string).collect();
            write!(f, "\n  n = 0, 1, ...: {}{}", shown.join(" "), if nimbers.len() > 60 { " ..." } else { "" })?;
        }
        Ok(())
    }
}
