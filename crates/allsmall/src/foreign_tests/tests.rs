//! Reading and running test files.

use proptest::prelude::*;

use super::{Ask, Case, CaseResult, CaseRunner, ForeignTerm, read};
use crate::answer::TestAnswer;
use crate::{Budget, Player};

const SAMPLE: &str = include_str!("../../../../testdata/peers/sample.test");

fn run(cases: &[Case]) -> TestAnswer {
    let mut answer = TestAnswer::default();
    let mut runner = CaseRunner::default();
    for case in cases {
        answer.count("here", case, runner.run(case, &Budget::new()));
    }
    answer
}

fn verdict(text: &str) -> CaseResult {
    let cases = read(text).expect("well written");
    assert_eq!(cases.len(), 1);
    CaseRunner::default().run(&cases[0], &Budget::new())
}

#[test]
fn the_sample_passes_and_says_what_it_skips() {
    let answer = run(&read(SAMPLE).expect("well written"));
    assert_eq!(answer.failures, []);
    assert_eq!((answer.passed, answer.skipped), (34, 4));
    let reasons: Vec<_> = answer.reasons.iter().map(|r| (r.reason.as_str(), r.count)).collect();
    assert_eq!(reasons, [("no expected result", 2), ("games of [nogo_1xn]", 1), ("the command thermograph", 1)]);
}

#[test]
fn sums_carry_over_sections_and_end_with_the_question() {
    let cases = read("[clobber_1xn] XO (OX.X) [nimber]\n2 {B win, W}\n[clobber_1xn] XO {N 1}").expect("well written");
    let places: Vec<_> = cases.iter().map(|case| (case.line, case.sum.to_string(), case.ask.to_string())).collect();
    let expected = [(2, "XO + OX.X + *2", "Left first"), (2, "XO + OX.X + *2", "Right first"), (3, "XO", "nimber")];
    assert_eq!(places, expected.map(|(line, sum, ask)| (line, sum.to_owned(), ask.to_owned())));
    assert_eq!(cases[0].ask, Ask::Winner { first: Player::Left, expected: Some(Player::Left) });
}

#[test]
fn lines_of_segclobber() {
    let cases = read("# remark\n\nBW.W  B W\r\n").expect("well written");
    let [case] = &cases[..] else { panic!("one line") };
    assert_eq!(case.line, 3);
    assert_eq!(case.ask, Ask::Winner { first: Player::Left, expected: Some(Player::Right) });
    assert_eq!(case.sum.games, [ForeignTerm::Board { text: "BW.W".into(), impartial: false }]);
}

#[test]
fn a_wrong_expectation_fails_with_both_answers() {
    let failed = |expected: &str, found: &str| CaseResult::Failed { expected: expected.into(), found: found.into() };
    assert_eq!(verdict("XO B W"), failed("Right wins", "Left wins"));
    assert_eq!(verdict("[impartial clobber_1xn] XOXO {N 2}"), failed("2", "3"));
    assert_eq!(verdict("[clobber_1xn] XXO {winning moves B None}"), failed("none", "2-3"));
    assert_eq!(verdict("[clobber_1xn] XO XO XO {winning moves B 1:1-2}"), failed("2:1-2", "1:1-2 2:1-2 3:1-2"));
    assert_eq!(verdict("[clobber] XO|OO {winning moves B a1-b1}"), failed("a2-b2", "none"));
}

#[test]
fn sums_of_both_kinds_are_skipped() {
    for text in ["[clobber_1xn] XO [impartial clobber_1xn] XO {B win}", "[clobber_1xn] XO {N 1}"] {
        assert!(matches!(verdict(text), CaseResult::Skipped(_)), "{text}");
    }
}

#[test]
fn faults_are_placed() {
    let fault = |text: &str| {
        let error = read(text).expect_err("badly written");
        (error.line, error.message)
    };
    let samples = [
        ("{version 1.7}\n\nXO {B}", 3, "section"),
        ("[clobber_1xn] XO\n{B draw}", 2, "B draw"),
        ("[clobber_1xn]\nXO {Q}", 2, "Q"),
        ("[nimber] x {B}", 1, "nimber"),
        ("[up_star] x {B}", 1, "ups"),
        ("[clobber_1xn] XO\n\n{B win", 3, "never closed"),
        ("[clobber_1xn] XO ] {B}", 1, "closes nothing"),
        ("BW B W\nBW B\n", 2, "who wins"),
        ("BW B X", 1, "who wins"),
    ];
    for (text, line, part) in samples {
        let (found, message) = fault(text);
        assert!(found == line && message.contains(part), "{text:?}: {found}: {message}");
    }
    assert!(matches!(verdict("[clobber_1xn] XOQ {B win}"), CaseResult::Bad(_)));
    assert!(matches!(verdict("[clobber_1xn] XO {winning moves B 1-9}"), CaseResult::Bad(_)));
}

proptest! {
    /// Reading any text gives cases or an error on one of its lines.
    #[test]
    fn any_text_is_read_or_refused(text in r"[XO.|{}\[\]()/*BWN0-9, \nné:-]{0,60}") {
        match read(&text) {
            Ok(cases) => prop_assert!(cases.iter().all(|case| (1..=text.lines().count()).contains(&case.line))),
            Err(error) => prop_assert!((1..=text.lines().count().max(1)).contains(&error.line)),
        }
    }

    /// Likewise for texts that resemble test files.
    #[test]
    fn mangled_samples_are_read_or_refused(place in 0..SAMPLE.len(), cut in 0..40usize) {
        let end = (place + cut).min(SAMPLE.len());
        let text = [&SAMPLE[..place], &SAMPLE[end..]].concat();
        if let Err(error) = read(&text) {
            prop_assert!((1..=text.lines().count()).contains(&error.line));
        }
    }
}
