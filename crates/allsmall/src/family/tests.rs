use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;

use super::*;
use crate::cgt::Values;
use crate::value::Valuer;
use crate::{Budget, Outcome, Stop, judge};

fn family(text: &str) -> Family {
    Family::read(text).unwrap()
}

fn report(text: &str) -> Report {
    study(&family(text), Reach::default(), &Budget::new())
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
    let report = study(&family("xo"), reach, &Budget::new());
    assert!(report.theorem.is_none() && report.certificate().is_none() && report.latex().is_none());
    assert_eq!(report.statement(), "no period was found up to length 18");
    let stopped = study(&family("xo"), Reach::default(), &Budget::new().with_time(std::time::Duration::ZERO));
    assert!(stopped.statement().contains("time limit"));
    let large = study(&family("xo"), Reach::default(), &Budget::new());
    assert!(large.statement().ends_with("length 24, where canonical forms have more than 900 positions"), "{large:?}");
}

#[test]
fn a_regularity_that_is_not_proved_is_shown_as_such() {
    let report = study(&family("xxxxo"), Reach { longest: 90, ..Reach::default() }, &Budget::new());
    let evidence = report.evidence.as_ref().expect("a regularity");
    assert_eq!((evidence.copies, evidence.shift.as_str()), (2, "^3"));
    assert!(!evidence.exceptions.is_empty() && report.theorem.is_none());
    assert!(report.statement().contains("not proved"));
}

#[test]
fn an_interrupted_study_looks_for_no_regularity() {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let budget = Budget::new().with_stop(stop).with_watch(move |text| {
        flag.fetch_or(text.starts_with("length 90,"), Ordering::Relaxed);
    });
    let report = study(&family("xxxxo"), Reach { longest: 90, ..Reach::default() }, &budget);
    assert_eq!((report.stopped, report.evidence), (Some(Stop::Interrupted), None));
    assert!(report.longest >= 89, "the regularity was there to be seen");
}

#[test]
fn families_whose_kinds_gain_no_constant_are_proved_by_bounds() {
    for (text, shift, from) in [("xxxo", "^2*", 4), ("xxxxxo", "^4*", 6), ("xxxoo", "0", 0)] {
        let report = report(text);
        let theorem = report.theorem.as_ref().expect(text);
        assert_eq!((theorem.shift.as_str(), theorem.from), (shift, from), "{text}");
        let classes = theorem.bounds.expect("a proof by bounds");
        assert!(classes.exact < classes.all, "{text}");
    }
}

/// The bounds are proved for every length; here they meet lengths that the
/// proof did not look at.
#[test]
fn proved_values_agree_with_plain_values_beyond_the_base() {
    for text in ["xxo", "xxxo", "xxxoo", "xxxooo"] {
        let (family, report) = (family(text), report(text));
        let theorem = report.theorem.as_ref().expect(text);
        let mut values = Values::new();
        let mut table = segment_values::SegmentValues::new(&values);
        let shift = values.parse(&theorem.shift).unwrap();
        let last = report.longest / family.period().len() + 2 * theorem.copies;
        for n in theorem.from..last {
            let [short, long] = [n, n + theorem.copies].map(|n| family.whole(n));
            let short = table.value(&family, short, &mut values).unwrap();
            let long = table.value(&family, long, &mut values).unwrap();
            assert_eq!(values.add(short, shift), Ok(long), "{text} n = {n}");
        }
    }
}

#[test]
fn kinds_give_the_values_that_the_positions_have() {
    for text in ["xxo", "xxoo", "oo(xxxo)^nx"] {
        let family = family(text);
        let mut values = Values::new();
        let mut table = segment_values::SegmentValues::new(&values);
        let mut valuer = Valuer::new(&Budget::new());
        for kind in family.kinds() {
            for len in (2..=40).filter(|&len| family.has_length(kind, len)) {
                let segment = Segment { kind, len };
                let by_kind = table.value(&family, segment, &mut values).unwrap();
                let by_rules = valuer.text(&family.position(segment).to_string()).unwrap();
                assert_eq!(values.name(by_kind), valuer.values().name(by_rules), "{text} {kind} {len}");
            }
        }
    }
}

#[test]
fn nimbers_agree_with_the_judge() {
    for text in ["xo", "xxo", "o(xxo)^nx"] {
        let family = family(text);
        let found = nimbers(&family, 12, &Budget::new());
        for (n, &nimber) in found.first.iter().enumerate().filter(|&(n, _)| family.whole(n).len > 0) {
            let position = family.position(family.whole(n));
            assert_eq!(judge::nimber(&position, &Budget::new()), Ok(nimber), "{text} {n}");
        }
    }
    assert_eq!(nimbers(&family("xo"), 120, &Budget::new()).first[1..11], [1, 3, 0, 2, 0, 2, 0, 3, 1, 4]);
}

/// Whether allsmall-check accepts a proof, and what it says then.
fn checked(text: &str) -> Result<String, allsmall_check::Refused> {
    allsmall_check::families::check(text).map(|proved| proved.statement)
}

#[test]
fn a_certificate_is_accepted_and_says_what_it_proves() {
    for text in ["xxo", "xxoo", "oo(xxo)^n", "xxxo", "xxxoo"] {
        let report = report(text);
        let said = checked(report.certificate().expect("a certificate")).unwrap();
        let (all, statement) = report.statement().split_once(": ").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        let statement = statement.split("; hence").next().unwrap();
        let (theorem, closed) = said.split_once("; hence ").expect("a closed form");
        assert_eq!(theorem, format!("{statement} {all}"), "{text}");
        assert!(closed.contains(&format!("{}^n = ", statement.split("^(").next().unwrap())), "{text}: {closed}");
    }
}

/// The certificate with the first line that begins like this changed.
fn forged(text: &str, begins: &str, change: impl Fn(&str) -> String) -> String {
    let mut done = false;
    let lines = text.lines().map(|line| {
        let hit = !done && line.starts_with(begins);
        done |= hit;
        if hit { change(line) } else { line.to_owned() + "\n" }
    });
    let text = lines.collect();
    assert!(done, "{begins}");
    text
}

#[test]
fn a_forged_certificate_is_refused() {
    let report = report("xxxo");
    let text = report.certificate().unwrap();
    let from: usize = text.lines().find_map(|line| line.strip_prefix("from ")).unwrap().parse().unwrap();
    let put = |line: &str| line.to_owned() + "\n";
    let changes: Vec<(&str, String)> = vec![
        ("from", put(&format!("from {}", from - 16))),
        ("period", put("period 4")),
        ("theorem", put("theorem 3")),
        ("family", put("family bounds (xxo)^n")),
        ("shift", put("shift 0")),
        ("class", String::new()),
        ("end", String::new()),
    ];
    for (begins, to) in changes {
        let forged = forged(text, begins, |_| to.clone());
        assert!(checked(&forged).is_err(), "{begins} -> {to}");
    }
    // A sharper bound: the upper bounds of a class are its lower ones.
    let class = text.lines().find(|line| line.starts_with("class") && line.matches(',').count() > 1).unwrap();
    let parts: Vec<_> = class.split(" : ").collect();
    for sharper in [
        format!("{} : {} : {}\n", parts[0], parts[2], parts[2]),
        format!("{} : {} : {}\n", parts[0], parts[1], parts[1]),
    ] {
        assert!(checked(&forged(text, class, |_| sharper.clone())).is_err(), "{sharper}");
    }
}

/// Numbers that wrap around made both windows empty, and an empty window
/// proves anything: two such files were once accepted with "0 checks".
#[test]
fn a_certificate_whose_windows_are_empty_is_refused() {
    for (period, from, shift) in [(usize::MAX - 1, 2, 2), (2, 1 << 63, 0), (2, 2, 0), (2, usize::MAX, 0), (0, 2, 0)] {
        let head = format!("{}\nfamily bounds (xo)^n\nperiod {period}\nfrom {from}\ntheorem 0", certificate::HEADER);
        let text = format!("{head}\ngame 0|0\ngame 0|1\nshift {shift}\nend\n");
        assert!(checked(&text).is_err(), "{text}");
    }
}

#[test]
fn outcomes_are_settled_for_every_n() {
    let settled = |text: &str| outcomes(&family(text), &Budget::new());
    assert_eq!(settled("xxo").statement(), "Left wins (xxo)^n for all n >= 1; the second player for n = 0");
    assert_eq!(settled("oox").statement(), "Right wins (oox)^n for all n >= 1; the second player for n = 0");
    assert_eq!(settled("xxoo").statement(), "the second player wins (xxoo)^n for all n");
    for text in ["xxo", "xxxo", "xxoxo", "xxxooo", "oo(xxo)^nx"] {
        let found = settled(text);
        let outcome = |n: usize| {
            let Settled { from, repeating, .. } = found.settled.as_ref().expect(text);
            if n < *from { found.small[n] } else { repeating[(n - from) % repeating.len()] }
        };
        let mut valuer = Valuer::new(&Budget::new());
        for n in 0..=24 / family(text).period().len() {
            let position = family(text).position(family(text).whole(n)).to_string();
            let value = if position.is_empty() { valuer.values().zero() } else { valuer.text(&position).unwrap() };
            assert_eq!(valuer.values().outcome(value), outcome(n), "{text} {n}");
        }
        checked(found.certificate().expect("a proof")).expect(text);
    }
}

#[test]
fn a_forged_proof_by_weights_is_refused() {
    let found = outcomes(&family("xxoxo"), &Budget::new());
    let text = found.certificate().unwrap();
    assert!(checked(text).is_ok());
    let side: Vec<i64> =
        text.lines().find(|l| l.starts_with("side x")).unwrap()[7..].split(' ').map(|n| n.parse().unwrap()).collect();
    // Integers up to, period, from, gain: too few, no period, too early, another gain.
    for (place, change) in [(1, -60), (3, 5), (3, -3), (4, -20), (5, 1), (5, -1)] {
        let mut other = side.clone();
        other[place] += change;
        let line = other.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
        let forged = forged(text, "side", |_| format!("side x {line}\n"));
        assert!(checked(&forged).is_err(), "{line}");
    }
    assert!(checked(&forged(text, "small", |_| "small PNL\n".to_owned())).is_err());
    assert!(checked(&forged(text, "rest", |_| "rest R\n".to_owned())).is_err());
    assert!(checked(&forged(text, "side", |_| String::new())).is_err());
}

#[test]
fn whoever_begins_wins_xo_for_every_n_but_three() {
    for text in ["xo", "ox"] {
        let found = outcomes(&family(text), &Budget::new());
        let Settled { from, repeating, .. } = found.settled.as_ref().expect("a theorem");
        assert_eq!((*from, &repeating[..]), (4, &[Outcome::N][..]));
        assert_eq!(found.small, [Outcome::P, Outcome::N, Outcome::N, Outcome::P]);
        let said = checked(found.certificate().expect("a proof")).unwrap();
        assert_eq!(said, format!("the first player wins ({text})^n for every n but 0, 3"));
    }
}

#[test]
fn a_forged_proof_by_the_critical_calculus_is_refused() {
    let found = outcomes(&family("xo"), &Budget::new());
    let text = found.certificate().unwrap();
    let put = |line: &str| line.to_owned() + "\n";
    let changes = [
        ("long", put("long 16")),
        ("spread", put("spread 27")),
        ("integers", put("integers 30")),
        ("special", put("special oxoxo oxoxoxo")),
        ("special", put("special oxoxo oxoxoxo oxoxoxoxo")),
        ("exempt", put("exempt oxoxo")),
        ("type xoo", put("type xoo 0")),
        ("type xoo", String::new()),
        ("type ooxoxo", put("type ooxoxo 1")),
        ("type xoxox ", put("type xoxox -1")),
        ("small", put("small PNNN")),
        ("end", String::new()),
    ];
    for (begins, to) in changes {
        assert!(checked(&forged(text, begins, |_| to.clone())).is_err(), "{begins} -> {to}");
    }
}

/// Sums of the form that claim G2 speaks of, made of strips that are types,
/// are not negative: their values say so.
#[test]
fn sums_of_types_of_total_one_are_not_negative() {
    let found = outcomes(&family("xo"), &Budget::new());
    let types: Vec<(String, i64)> = found
        .certificate()
        .unwrap()
        .lines()
        .filter_map(|line| line.strip_prefix("type ")?.split_once(' '))
        .map(|(strip, weight)| (strip.to_owned(), weight.parse().unwrap()))
        .filter(|(strip, _)| strip.len() <= 11)
        .collect();
    let mut valuer = Valuer::new(&Budget::new());
    let units = ["", " + xo", " + xoxo", " + (xo)^6"];
    let mut sums = 0;
    for (i, (a, v)) in types.iter().enumerate() {
        for (b, w) in types[i..].iter().filter(|(_, w)| v + w == 1) {
            for unit in units {
                let value = valuer.text(&format!("{a} + {b}{unit}")).unwrap();
                let outcome = valuer.values().outcome(value);
                assert!(matches!(outcome, Outcome::L | Outcome::P), "{a} {v} + {b} {w}{unit}: {outcome}");
                sums += 1;
            }
        }
    }
    assert!(sums > 40, "{sums}");
}

/// A conjecture about all (x^k o)^(2m) at once, as far as it is checked here:
/// if 4 <= b_i <= a_j for all i and j, then x^a1 o x^b1 o ... x^am o x^bm o is
/// the sum of the values of x^b_i o, plus {^*|v3*}.
#[test]
fn runs_of_x_between_single_stones_add_up() {
    let mut valuer = Valuer::new(&Budget::new());
    let mut equal = |runs: &[(usize, usize)]| {
        let strip: String = runs.iter().map(|&(a, b)| format!("{}o{}o", "x".repeat(a), "x".repeat(b))).collect();
        let strip = valuer.text(&strip).unwrap();
        let mut sum = valuer.values_mut().parse("{^*|v3*}").unwrap();
        for &(_, b) in runs {
            let run = valuer.text(&("x".repeat(b) + "o")).unwrap();
            sum = valuer.values_mut().add(sum, run).unwrap();
        }
        strip == sum
    };
    let mut checked = 0;
    for a in 4..=7 {
        for b in 4..=a {
            assert!(equal(&[(a, b)]), "{a} {b}");
            for (c, d) in (b..=7).flat_map(|c| (4..=a.min(c)).map(move |d| (c, d))) {
                assert!(equal(&[(a, b), (c, d)]), "{a} {b} {c} {d}");
                checked += 1;
            }
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn bad_families_are_refused_with_their_place() {
    for (text, at) in
        [("", 0), ("()^n", 1), ("xz", 1), ("x.o", 0), ("xo)^n", 2), ("x/o", 0), ("oo(xxz)^n", 5), ("(xo)^nz", 6)]
    {
        assert_eq!(Family::read(text).expect_err(text).at(), at, "{text}");
    }
    assert_eq!(family("((xo)^2o)^n").to_string(), "(xoxoo)^n");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// A number changed makes the file wrong, or says the same in other words:
    /// then what it proves is still so.
    #[test]
    fn a_certificate_with_any_number_changed_proves_nothing_new(pick in any::<prop::sample::Index>(), digit in 0u8..10) {
        use std::sync::OnceLock;
        static TEXT: OnceLock<String> = OnceLock::new();
        let text = TEXT.get_or_init(|| report("xxoo").certificate().unwrap().to_owned());
        let places: Vec<usize> = text.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit()).map(|(i, _)| i).collect();
        let at = places[pick.index(places.len())];
        let mut changed = text.clone().into_bytes();
        prop_assume!(changed[at] != b'0' + digit);
        changed[at] = b'0' + digit;
        if let Ok(said) = checked(&String::from_utf8(changed).unwrap()) {
            // The boards are all zero, so no gain may be claimed.
            prop_assert!(said.contains(") = (xxoo)^n for all n") || said.contains(")^(n+1) = (xxoo)^n for all n"), "{}", said);
        }
    }
}
