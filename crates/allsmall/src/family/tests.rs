use proptest::prelude::*;

use super::*;
use crate::cgt::Values;
use crate::value::Valuer;
use crate::{Budget, judge};

fn word(text: &str) -> Word {
    Word::read(text).unwrap()
}

fn report(text: &str) -> Report {
    study(&word(text), Reach::default(), &Budget::new())
}

#[test]
fn the_conjecture_of_albert_and_others_is_proved() {
    let report = report("xxo");
    let theorem = report.theorem.as_ref().expect("a theorem");
    assert_eq!((theorem.period, theorem.copies, theorem.shift.as_str()), (6, 2, "^"));
    assert_eq!(
        report.statement(),
        "for all n >= 0: (xxo)^(n+2) = (xxo)^n + ^; hence (xxo)^n = floor((n+1)/2).up for all n"
    );
}

#[test]
fn plain_periodicity_and_prefixes() {
    assert_eq!(report("xxoo").theorem.expect("a theorem").shift, "0");
    let theorem = report("oo(xxo)^n").theorem.expect("a theorem");
    assert_eq!((theorem.period, theorem.shift.as_str()), (6, "^"));
}

#[test]
fn what_resists_is_said_plainly() {
    let reach = Reach { longest: 18, ..Reach::default() };
    let report = study(&word("xo"), reach, &Budget::new());
    assert!(report.theorem.is_none() && report.certificate().is_none() && report.latex().is_none());
    assert_eq!(report.statement(), "no period was found up to length 18");
    let stopped = study(&word("xo"), Reach::default(), &Budget::new().with_time(std::time::Duration::ZERO));
    assert!(stopped.statement().contains("time limit"));
}

#[test]
fn a_regularity_that_is_not_proved_is_shown_as_such() {
    let report = study(&word("xxxo"), Reach { longest: 60, ..Reach::default() }, &Budget::new());
    let evidence = report.evidence.as_ref().expect("a regularity");
    assert_eq!((evidence.copies, evidence.shift.as_str()), (2, "^2*"));
    assert!(!evidence.exceptions.is_empty() && report.theorem.is_none());
    assert!(report.statement().contains("not proved"));
}

#[test]
fn kinds_give_the_values_that_the_positions_have() {
    for text in ["xxo", "xxoo", "oo(xxxo)^nx"] {
        let word = word(text);
        let mut values = Values::new();
        let mut table = table::Table::new(&values);
        let mut valuer = Valuer::new(&Budget::new());
        for kind in word.kinds() {
            for len in (2..=40).filter(|&len| word.has_length(kind, len)) {
                let segment = Segment { kind, len };
                let by_kind = table.value(&word, segment, &mut values).unwrap();
                let by_rules = valuer.text(&word.position(segment).to_string()).unwrap();
                assert_eq!(values.name(by_kind), valuer.values().name(by_rules), "{text} {kind} {len}");
            }
        }
    }
}

#[test]
fn nimbers_agree_with_the_judge() {
    for text in ["xo", "xxo", "o(xxo)^nx"] {
        let word = word(text);
        let found = nimbers(&word, 12, &Budget::new());
        for (n, &nimber) in found.first.iter().enumerate().filter(|&(n, _)| word.whole(n).len > 0) {
            let position = word.position(word.whole(n));
            assert_eq!(judge::nimber(&position, &Budget::new()), Ok(nimber), "{text} {n}");
        }
    }
    assert_eq!(nimbers(&word("xo"), 120, &Budget::new()).first[1..11], [1, 3, 0, 2, 0, 2, 0, 3, 1, 4]);
}

#[test]
fn a_certificate_is_accepted_and_says_what_it_proves() {
    for text in ["xxo", "xxoo", "oo(xxo)^n"] {
        let report = report(text);
        let theorem = report.theorem.as_ref().expect("a theorem");
        let certified = recheck(report.certificate().expect("a certificate"), &Budget::new()).unwrap();
        assert_eq!((certified.period, certified.from), (theorem.period, theorem.from_length));
        assert_eq!(certified.shift, theorem.shift);
        assert_eq!(certified.word, word(text));
    }
}

/// The certificate with one line changed and signed anew.
fn forged(text: &str, change: impl Fn(&str) -> String) -> String {
    let end = text.rfind("end ").unwrap();
    certificate::signed(&text[..end].lines().map(|line| change(line) + "\n").collect::<String>())
}

#[test]
fn a_forged_certificate_with_a_right_checksum_is_refused() {
    let report = report("xxo");
    let text = report.certificate().unwrap();
    assert!(recheck(&forged(text, str::to_owned), &Budget::new()).is_ok());
    let changes: [(&str, &str); 7] = [
        ("period 6", "period 3"),
        ("from 28", "from 20"),
        ("from 28", "from 40"),
        ("word (xxo)^n", "word (xxoo)^n"),
        ("strip xxo 2", "strip xxo 1"),
        ("game 2 0|1", "game 2 1|0"),
        ("shift 2", "shift 1"),
    ];
    for (from, to) in changes {
        assert!(text.lines().any(|line| line == from), "{from}");
        let forged = forged(text, |line| if line == from { to.to_owned() } else { line.to_owned() });
        assert!(recheck(&forged, &Budget::new()).is_err(), "{from} -> {to}");
    }
    let fewer = forged(text, |line| if line.starts_with("meet") { "game x".to_owned() } else { line.to_owned() });
    assert!(recheck(&fewer, &Budget::new()).is_err());
}

#[test]
fn bad_families_are_refused_with_their_place() {
    for (text, at) in
        [("", 0), ("()^n", 1), ("xz", 1), ("x.o", 0), ("xo)^n", 2), ("x/o", 0), ("oo(xxz)^n", 5), ("(xo)^nz", 6)]
    {
        assert_eq!(Word::read(text).expect_err(text).at(), at, "{text}");
    }
    assert_eq!(word("((xo)^2o)^n").to_string(), "(xoxoo)^n");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn a_certificate_with_any_number_changed_is_refused(pick in any::<prop::sample::Index>(), digit in 0u8..10) {
        use std::sync::OnceLock;
        static TEXT: OnceLock<String> = OnceLock::new();
        let text = TEXT.get_or_init(|| report("xxoo").certificate().unwrap().to_owned());
        let places: Vec<usize> = text.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit()).map(|(i, _)| i).collect();
        let at = places[pick.index(places.len())];
        let mut changed = text.clone().into_bytes();
        prop_assume!(changed[at] != b'0' + digit);
        changed[at] = b'0' + digit;
        prop_assert!(recheck(&String::from_utf8(changed).unwrap(), &Budget::new()).is_err());
    }
}
