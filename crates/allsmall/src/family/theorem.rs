//! The report about a family: the theorem in words, or the shift that could not be proved.

use super::evidence::{self, Evidence};
use super::segment::{Family, Segment};
use super::shift_search::{MAX_BOARD_SIZE, NotFound, ProofMethod, Reach, ShiftProof, ShiftSearch};
use super::{certificate, forms, latex};
use crate::cgt::{Style, Value, Values};
use crate::{Budget, Outcome, Stop};

/// Number of first values in a report without a theorem.
const SHOWN: usize = 12;

/// What was found out about a family.
#[derive(Clone, Debug)]
pub struct Report {
    /// The family.
    pub family: Family,
    /// The theorem, if one was proved.
    pub theorem: Option<Theorem>,
    /// The values of the boards n = 0, 1, 2, ...: up to where the theorem
    /// takes over, or the first few.
    pub base: Vec<Member>,
    /// All kinds of segments were computed up to this length.
    pub longest: usize,
    /// Number of kinds.
    pub kinds: usize,
    /// A shift that holds as far as computed but could not be proved: the
    /// period in stones and the name of the shift.
    pub resists: Option<(usize, String)>,
    /// What the values suggest, where nothing was proved.
    pub evidence: Option<Evidence>,
    /// The limit that ended the search, unless it was the length.
    pub stopped: Option<Stop>,
    latex: Option<String>,
    certificate: Option<String>,
}

/// One member of a family: the board with n repetitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The number of repetitions.
    pub n: usize,
    /// The name of its value, unless it is very long.
    pub value: Option<String>,
    /// Distinct positions of its canonical form.
    pub size: usize,
    /// Its outcome class.
    pub outcome: Outcome,
}

/// For all `n >= from`: the board with `copies` more repetitions has the value
/// of the board plus the shift.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// The period in stones.
    pub period: usize,
    /// The period in repetitions.
    pub copies: usize,
    /// The name of the value added by a period.
    pub shift: String,
    /// The least number of repetitions from which it holds.
    pub from: usize,
    /// The length from which it holds for every kind of segment.
    pub from_length: usize,
    /// A closed formula for the value and the least n it holds for.
    pub formula: Option<(String, usize)>,
    /// For boards of every residue: `(n/2).^2* + {^*|v2*} for even n >= 2`,
    /// as far as the remainders have short names.
    pub forms: Vec<String>,
    /// The outcomes for n = from, from + 1, ... over one period, if the values
    /// repeat.
    pub repeating: Option<Vec<Outcome>>,
    /// Number of equalities and obligations, or of bounds, that were checked.
    pub checks: usize,
    /// The classes of segments, where the proof is by bounds.
    pub bounds: Option<Classes>,
}

/// The classes of a proof by bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// All of them: kinds times lengths modulo the period.
    pub all: usize,
    /// Those whose value is known for every length.
    pub exact: usize,
}

/// Looks for a theorem about the family and proves it.
#[must_use]
pub fn study(family: &Family, reach: Reach, budget: &Budget) -> Report {
    let within = budget.clone().keeping_back(evidence::TIME);
    let mut search = ShiftSearch::new(family, &within);
    match search.run(reach, &within) {
        Ok(proof) => {
            // The rest is short; the time limit must not cut it off.
            search.values.set_budget(&budget.clone().without_time());
            proved(search, &proof)
        }
        Err(missing) => {
            search.values.set_budget(&budget.clone().for_last_words(evidence::TIME));
            unproved(search, missing)
        }
    }
}

impl Report {
    /// The theorem in words, or that there is none.
    #[must_use]
    pub fn statement(&self) -> String {
        let Some(theorem) = &self.theorem else {
            let mut text = match (&self.resists, self.stopped) {
                (Some((period, shift)), _) => format!(
                    "no theorem: a shift by {shift} every {period} stones holds up to length {}, but not every obligation could be met",
                    self.longest
                ),
                (None, Some(Stop::Unsupported)) => format!(
                    "no period was found up to length {}, where canonical forms have more than {MAX_BOARD_SIZE} positions",
                    self.longest
                ),
                (None, Some(stop)) => format!("no period was found up to length {} ({stop})", self.longest),
                (None, None) => format!("no period was found up to length {}", self.longest),
            };
            if let Some(Evidence { copies, shift, from, to, exceptions }) = &self.evidence {
                let [now, later] =
                    [self.family.with_exponent("n"), self.family.with_exponent(&format!("(n+{copies})"))];
                text += &format!(
                    "; yet {later} = {now}{} for {from} <= n <= {to} (not proved: {} of {} kinds of segments gain something else)",
                    plus(shift),
                    exceptions.len(),
                    self.kinds
                );
            }
            return text;
        };
        let [now, later] =
            [self.family.with_exponent("n"), self.family.with_exponent(&format!("(n+{})", theorem.copies))];
        let shift = plus(&theorem.shift);
        let mut text = format!("for all n >= {}: {later} = {now}{shift}", theorem.from);
        if let Some((formula, from)) = &theorem.formula {
            let range = if *from == 0 { "all n".to_owned() } else { format!("all n >= {from}") };
            text += &format!("; hence {now} = {formula} for {range}");
        } else if !theorem.forms.is_empty() {
            text += &format!("; hence {now} = {}", theorem.forms.join(", and "));
        }
        text
    }

    /// The statement and its proof in LaTeX; none without a theorem.
    #[must_use]
    pub fn latex(&self) -> Option<&str> {
        self.latex.as_deref()
    }

    /// The certificate that `allsmall-check` reads; none without a theorem.
    #[must_use]
    pub fn certificate(&self) -> Option<&str> {
        self.certificate.as_deref()
    }
}

/// ` + ^`, or nothing for zero.
fn plus(shift: &str) -> String {
    if shift == "0" { String::new() } else { format!(" + {shift}") }
}

fn proved(mut search: ShiftSearch<'_>, proof: &ShiftProof) -> Report {
    let family = search.family;
    let copies = proof.period / family.period().len();
    let value = |search: &ShiftSearch<'_>, n: usize| {
        let Segment { kind, len } = family.whole(n);
        search.get(kind, len)
    };
    // For the boards themselves the theorem may hold earlier than for every kind.
    let mut from = proof.from.saturating_sub(family.fixed()).div_ceil(family.period().len());
    while from > 0 {
        let (low, high) = (value(&search, from - 1), value(&search, from - 1 + copies));
        if search.values.add(low, proof.shift) != Ok(high) {
            break;
        }
        from -= 1;
    }
    let all: Vec<Value> = (0..from + copies).map(|n| value(&search, n)).collect();
    let shift = search.values.name(proof.shift).unwrap_or_else(|| "a long value".to_owned());
    let theorem = Theorem {
        period: proof.period,
        copies,
        shift,
        from,
        from_length: proof.from,
        formula: forms::formula(&mut search.values, &all, proof.shift, copies),
        forms: forms::remainders(&mut search.values, &all, proof.shift, copies, from),
        repeating: repeating(&mut search.values, &all[from..], proof.shift),
        checks: match &proof.by {
            ProofMethod::Gain { obligations, equalities } => {
                equalities + obligations.iter().map(|(_, met)| met.len()).sum::<usize>()
            }
            ProofMethod::Bounds(bounded) => bounded.bounds(),
        },
        bounds: match &proof.by {
            ProofMethod::Gain { .. } => None,
            ProofMethod::Bounds(bounded) => {
                Some(Classes { all: bounded.classes.len(), exact: bounded.exact_classes() })
            }
        },
    };
    let bases = forms::bases(&mut search.values, &all, proof.shift, copies, from);
    let certificate = Some(certificate::write(&search, proof, from, &bases));
    let mut report = Report {
        family: family.clone(),
        base: boards(&search.values, &all),
        longest: proof.longest,
        kinds: search.kinds.len(),
        resists: None,
        evidence: None,
        stopped: None,
        theorem: Some(theorem),
        latex: None,
        certificate,
    };
    let names: Vec<_> = all.iter().map(|&v| search.values.name_in(v, Style::Latex, 200)).collect();
    let shift = search.values.name_in(proof.shift, Style::Latex, 200);
    report.latex = Some(latex::theorem(&report, proof, &names, shift.as_deref()));
    report
}

fn unproved(mut search: ShiftSearch<'_>, missing: NotFound) -> Report {
    let family = search.family;
    let known = (0..SHOWN).map(|n| family.whole(n)).take_while(|whole| whole.len <= missing.longest);
    let all: Vec<Value> = known.map(|Segment { kind, len }| search.get(kind, len)).collect();
    let evidence = evidence::gather(&mut search, missing.longest);
    Report {
        family: family.clone(),
        theorem: None,
        base: boards(&search.values, &all),
        longest: missing.longest,
        kinds: search.kinds.len(),
        evidence,
        resists: missing.resists.map(|(period, shift)| (period, search.values.name(shift).unwrap_or_default())),
        stopped: missing.stopped,
        latex: None,
        certificate: None,
    }
}

fn boards(values: &Values, all: &[Value]) -> Vec<Member> {
    let board = |(n, &v)| Member {
        n,
        value: values.name_in(v, Style::Ascii, 120),
        size: values.size(v),
        outcome: values.outcome(v),
    };
    all.iter().enumerate().map(board).collect()
}

/// The outcomes that repeat, if the shift is its own negative: those of one
/// period if the shift is zero, of two otherwise.
fn repeating(values: &mut Values, period: &[Value], shift: Value) -> Option<Vec<Outcome>> {
    if values.neg(shift) != shift {
        return None;
    }
    let mut all: Vec<Outcome> = period.iter().map(|&v| values.outcome(v)).collect();
    if shift != values.zero() {
        for &v in period {
            let later = values.add(v, shift).ok()?;
            all.push(values.outcome(later));
        }
    }
    Some(all)
}
