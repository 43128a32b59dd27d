//! What is known about a family, in words: the theorem, or what resists.

use super::evidence::{self, Evidence};
use super::search::{NotFound, Proof, Reach, Search};
use super::word::{Segment, Word};
use super::{certificate, latex};
use crate::cgt::{Style, Value, Values, Weight};
use crate::{Budget, Stop};

/// How many first values a report shows when nothing was proved.
const SHOWN: usize = 12;

/// What was found out about a family.
#[derive(Clone, Debug)]
pub struct Report {
    /// The family.
    pub word: Word,
    /// The theorem, if one was proved.
    pub theorem: Option<Theorem>,
    /// The values of the boards n = 0, 1, 2, ...: up to where the theorem
    /// takes over, or the first few.
    pub base: Vec<Board>,
    /// All kinds of segments were computed up to this length.
    pub longest: usize,
    /// Number of kinds.
    pub kinds: usize,
    /// A shift that holds as far as computed but could not be proved: the
    /// period in stones and the name of the shift.
    pub resists: Option<(usize, String)>,
    /// What the values suggest, where nothing was proved.
    pub evidence: Option<Evidence>,
    /// The limit that ended the search, if it was not the length.
    pub stopped: Option<Stop>,
    latex: Option<String>,
    certificate: Option<String>,
}

/// One board of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of repetitions.
    pub n: usize,
    /// The name of its value, unless it is very long.
    pub value: Option<String>,
    /// Distinct positions of its canonical form.
    pub size: usize,
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
    /// Number of equalities and obligations that were checked.
    pub checks: usize,
}

/// Looks for a theorem about the family and proves it.
#[must_use]
pub fn study(word: &Word, reach: Reach, budget: &Budget) -> Report {
    let mut search = Search::new(word, budget);
    let found = search.run(reach, budget);
    // What is left to do is short; it must not be cut off by the time limit.
    search.values.set_budget(&Budget::new().with_memory(budget.memory()));
    match found {
        Ok(proof) => proved(search, &proof),
        Err(missing) => unproved(search, missing),
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
                (None, Some(stop)) => format!("no period was found up to length {} ({stop})", self.longest),
                (None, None) => format!("no period was found up to length {}", self.longest),
            };
            if let Some(Evidence { copies, shift, from, to, exceptions }) = &self.evidence {
                let [now, later] = [self.word.with_exponent("n"), self.word.with_exponent(&format!("(n+{copies})"))];
                text += &format!(
                    "; yet {later} = {now}{} for {from} <= n <= {to} (not proved: {} of {} kinds of segments gain something else)",
                    plus(shift),
                    exceptions.len(),
                    self.kinds
                );
            }
            return text;
        };
        let [now, later] = [self.word.with_exponent("n"), self.word.with_exponent(&format!("(n+{})", theorem.copies))];
        let shift = plus(&theorem.shift);
        let mut text = format!("for all n >= {}: {later} = {now}{shift}", theorem.from);
        if let Some((formula, from)) = &theorem.formula {
            let range = if *from == 0 { "all n".to_owned() } else { format!("all n >= {from}") };
            text += &format!("; hence {now} = {formula} for {range}");
        }
        text
    }

    /// The statement and its proof in LaTeX; none without a theorem.
    #[must_use]
    pub fn latex(&self) -> Option<&str> {
        self.latex.as_deref()
    }

    /// The certificate that [`super::recheck`] reads; none without a theorem.
    #[must_use]
    pub fn certificate(&self) -> Option<&str> {
        self.certificate.as_deref()
    }
}

/// ` + ^`, or nothing for zero.
fn plus(shift: &str) -> String {
    if shift == "0" { String::new() } else { format!(" + {shift}") }
}

fn proved(mut search: Search<'_>, proof: &Proof) -> Report {
    let word = search.word;
    let copies = proof.period / word.period().len();
    let value = |search: &Search<'_>, n: usize| {
        let Segment { kind, len } = word.whole(n);
        search.get(kind, len)
    };
    // The boards themselves may obey earlier than every kind does.
    let mut from = proof.from.saturating_sub(word.fixed()).div_ceil(word.period().len());
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
        formula: formula(&mut search.values, &all, proof.shift, copies),
        checks: proof.equalities + proof.obligations.iter().map(|(_, met)| met.len()).sum::<usize>(),
    };
    let certificate = certificate::write(&mut search, proof).ok();
    let mut report = Report {
        word: word.clone(),
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

fn unproved(mut search: Search<'_>, missing: NotFound) -> Report {
    let word = search.word;
    let known = (0..SHOWN).map(|n| word.whole(n)).take_while(|whole| whole.len <= missing.longest);
    let all: Vec<Value> = known.map(|Segment { kind, len }| search.get(kind, len)).collect();
    let evidence = evidence::gather(&mut search, missing.longest);
    Report {
        word: word.clone(),
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

fn boards(values: &Values, all: &[Value]) -> Vec<Board> {
    let board = |(n, &v)| Board { n, value: values.name_in(v, Style::Ascii, 120), size: values.size(v) };
    all.iter().enumerate().map(board).collect()
}

/// Ups and a star, if that is all the value is.
fn ups(values: &mut Values, v: Value) -> Option<(i32, bool)> {
    let Weight::Integer(n) = values.atomic_weight(v) else { return None };
    [false, true].into_iter().find(|&star| values.ups(n, star) == Ok(v)).map(|star| (n, star))
}

/// A closed formula `floor((d n + c) / q).up` for values that are ups, or the
/// one value that all boards have; and the least n from which it holds.
fn formula(values: &mut Values, all: &[Value], shift: Value, copies: usize) -> Option<(String, usize)> {
    let settled = &all[all.len() - copies..];
    if shift == values.zero() && settled.iter().all(|v| v == &settled[0]) {
        let from = all.iter().rposition(|v| v != &settled[0]).map_or(0, |n| n + 1);
        return values.name(settled[0]).map(|name| (name, from));
    }
    let (d, false) = ups(values, shift)? else { return None };
    let first = all.len() - copies;
    let counts: Vec<(i32, bool)> = settled.iter().map(|&v| ups(values, v)).collect::<Option<_>>()?;
    let star = counts[0].1;
    let (q, d) = (i64::try_from(copies).ok()?, i64::from(d));
    let fits = |c: i64, n: usize, count: (i32, bool)| {
        i64::try_from(n).is_ok_and(|n| (d * n + c).div_euclid(q) == i64::from(count.0)) && count.1 == star
    };
    let c = (-4 * q..=4 * q).find(|&c| counts.iter().enumerate().all(|(i, &count)| fits(c, first + i, count)))?;
    let mut from = first;
    while from > 0 && ups(values, all[from - 1]).is_some_and(|count| fits(c, from - 1, count)) {
        from -= 1;
    }
    Some((format!("{}.up{}", floor_text(d, c, q), if star { " + star" } else { "" }), from))
}

/// `floor((d n + c) / q)`, without what is 0 or 1.
fn floor_text(d: i64, c: i64, q: i64) -> String {
    let times = match d {
        1 => "n".to_owned(),
        -1 => "-n".to_owned(),
        _ => format!("{d}n"),
    };
    let sum = match c {
        0 => times,
        _ => format!("{times}{c:+}"),
    };
    match q {
        1 => format!("({sum})"),
        _ => format!("floor(({sum})/{q})"),
    }
}
