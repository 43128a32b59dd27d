//! `docs/results.md` was made with more effort; the quick verdicts agree with
//! it, and it leaves no claim out.

use std::collections::BTreeMap;

use allsmall::Budget;
use allsmall_claims::{Effort, Status, claims, judge, run};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results.md");

/// The verdicts in the table of the page: ``| [`id`](#id) | source | status | checked |``.
fn published() -> BTreeMap<String, String> {
    let page = std::fs::read_to_string(PAGE).expect("the page is there");
    let rows = page.lines().filter(|line| line.starts_with("| [`"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split(" | ").collect();
        let id = cells[0].split('`').nth(1).expect("a name");
        (id.to_owned(), cells[2].to_owned())
    })
    .collect()
}

#[test]
fn quick_verdicts_are_those_of_the_page() {
    let all: Vec<_> = claims().collect();
    let budget = Budget::new().with_threads(2);
    let verdicts = run(&all, Effort::Quick, &budget, |_| Ok::<(), ()>(())).expect("nobody fails");
    let found: BTreeMap<String, String> =
        verdicts.iter().map(|v| (v.id.clone(), v.finding.status.to_string())).collect();
    assert_eq!(found, published());
    assert!(verdicts.iter().all(|v| v.stopped.is_none()));
}

#[test]
fn names_differ_and_sentences_are_sentences() {
    let names: std::collections::BTreeSet<_> = claims().map(|claim| claim.id).collect();
    assert_eq!(names.len(), claims().count());
    for claim in claims() {
        assert!(claim.statement.ends_with(['.', '?', ')']), "{}", claim.id);
        assert!(
            claim.place.starts_with("nowhere; the sentence is ours") || claim.place.contains("section"),
            "{}",
            claim.id
        );
        assert!(claim.id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{}", claim.id);
    }
}

/// What the referees of these claims asked for.
#[test]
fn claims_say_no_more_than_is_so() {
    let budget = Budget::new();
    let status = |id: &str| {
        let claim = claims().find(|claim| claim.id == id).expect("a claim");
        judge(claim, Effort::Quick, &budget).finding.status
    };
    for (id, wanted) in [
        ("words-theorem-3", Status::Confirmed),
        ("survey-lemma-22", Status::Confirmed),
        ("survey-proposition-28", Status::HypothesisMissing),
        ("survey-theorem-29", Status::HypothesisMissing),
        ("survey-theorem-6", Status::HypothesisMissing),
        ("survey-problem-2", Status::Open),
        ("survey-problem-3", Status::Answered),
        ("survey-problem-8", Status::Answered),
        ("linear-number-example", Status::Misprint),
    ] {
        assert_eq!(status(id), wanted, "{id}");
    }
    // A question is answered or open, never confirmed or refuted.
    for claim in claims().filter(|claim| claim.id.starts_with("survey-problem")) {
        assert!(claim.statement.ends_with('?'), "{}", claim.id);
    }
}
