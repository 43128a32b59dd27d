//! Alternating runs of any lengths: beyond the conjectures of Albert, Grossman,
//! Nowakowski and Wolfe.

use std::sync::Arc;

use allsmall::Stop;
use allsmall::family::{RunPattern, study_runs};
use allsmall::value::Valuer;
use allsmall_check::games::Watch;

use crate::claim::{CheckContext, Claim, Finding};

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "two-runs",
    source: "Beyond Albert et al. 2005",
    place: "nowhere; the sentence is ours, beyond the conjecture about (xxo)^n",
    statement: "x^a o x^b o is the value of x^b o plus {^*|v3*} for all a >= 1 and b >= 4.",
    check: two_runs,
}];

/// The theorems of the remark, and the one of the claim, which is the first.
const PATTERNS: [&str; 3] = ["x^a o x^b o", "x^a o", "o x^a o x^b o x^c o"];

fn two_runs(context: &CheckContext) -> Result<Finding, Stop> {
    let longest = context.up_to(9, 14, 20);
    let failure = first_failure(longest, context)?;
    let checked = format!("a and b up to {longest} one by one");
    let mut statements = Vec::new();
    for pattern in PATTERNS {
        let found = study_runs(&RunPattern::read(pattern).expect("a pattern"), &context.budget)?;
        let watched = context.budget.clone();
        let watch: Watch = Arc::new(move || watched.check().map_err(|stop| stop.to_string()));
        let is_accepted = |text: &str| allsmall_check::families::check_runs(text, Some(watch)).is_ok();
        statements.extend(found.filter(|found| is_accepted(&found.certificate)).map(|found| found.statement));
        context.budget.check()?;
    }
    if statements.len() < PATTERNS.len() {
        return Ok(Finding::conjecture(checked, failure));
    }
    Ok(Finding::theorem(format!("{checked}, and all by induction"), failure).remark(format!(
        "{}; the certificates were checked again from the rules; nobody outside has reviewed the argument",
        statements.join("; ")
    )))
}

/// The first lengths at which the sentence fails.
fn first_failure(longest: usize, context: &CheckContext) -> Result<Option<String>, Stop> {
    let mut valuer = Valuer::new(&context.budget);
    let mut value = |text: &str| valuer.expr(&text.parse().expect("an expression"));
    for a in 1..=longest {
        for b in 4..=longest {
            let (first, second) = ("x".repeat(a), "x".repeat(b));
            if value(&format!("{first}o{second}o"))? != value(&format!("{second}o + {{^*|v3*}}"))? {
                return Ok(Some(format!("a = {a}, b = {b}")));
            }
        }
    }
    Ok(None)
}
