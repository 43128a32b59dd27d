//! Boards that would like to exhaust the machine end in "unknown", soon and
//! within the memory granted.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use allsmall::Budget;
use allsmall::answer::{
    AnyQuestion, CompareQuestion, NimberQuestion, PhutballQuestion, ReduceQuestion, ReplyQuestion, ShowQuestion,
    SolveQuestion, ValueQuestion,
};

/// What is granted to each question.
const TIME: Duration = Duration::from_millis(100);
const MEMORY: usize = 64 << 20;

/// What a question may really take: time on a core, since a busy machine is
/// no fault of ours; and memory of the whole process.
const MOST_TIME: Duration = Duration::from_secs(1);
const MOST_KIB: u64 = 160 << 10;

/// One question at a time: the memory of all is counted together.
static ALONE: Mutex<()> = Mutex::new(());

/// Time that this thread has spent on a core, where the system tells.
fn core_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

fn boards() -> Vec<String> {
    let chain: Vec<String> = (0..7999).map(|v| v.to_string()).collect();
    let mut boards: Vec<String> = [
        "complete:9000:(xo)^4500",
        "kpartite:5000,4000:(xo)^4500",
        "cube:13:(xo)^4096",
        "checker:90x100",
        "(xo)^5000",
        "(xxo)^3000",
        "cycle:(xo)^5000",
        "random:10000:7",
        "random:60x70:3",
        "random:4x1000:5",
    ]
    .map(str::to_owned)
    .into();
    boards.push(format!("tree:{}:{}", chain.join(","), "xo".repeat(4000)));
    boards
}

fn sums() -> Vec<String> {
    let nested = |depth: usize| format!("{}0|0{}", "{".repeat(depth), "}".repeat(depth));
    let mut sums: Vec<String> = [
        "*4294967295",
        "4294967295*up",
        "4294967295*xxoxo",
        "^999999999",
        "99999999999999999999",
        "1/1073741824",
        "2*(xo)^2500",
    ]
    .map(str::to_owned)
    .into();
    sums.extend([nested(15_000), "{".repeat(30_000), vec!["xo"; 5000].join(" + "), vec!["xxoxo"; 1500].join(" + ")]);
    sums
}

/// Asks within a small budget; the answer does not matter, its cost does.
fn ask(name: &str, question: &dyn AnyQuestion, text: &str) {
    let _alone = ALONE.lock();
    let budget = Budget::new().with_cells(10_000).with_memory(MEMORY).with_time(TIME);
    let (started, core) = (Instant::now(), core_time());
    let _ = question.ask_any(text.into(), &budget);
    let took = core.zip(core_time()).map_or_else(|| started.elapsed(), |(before, now)| now - before);
    let shown: String = text.chars().take(40).collect();
    println!("{took:>10.1?} {:>5} MiB {name} {shown}", peak().unwrap_or(0) >> 10);
    assert!(took < MOST_TIME, "{name} {shown} took {took:?}");
    if let Some(kib) = peak() {
        assert!(kib < MOST_KIB, "{name} {shown}: {} MiB", kib >> 10);
    }
}

/// The most memory that this process has had, in KiB, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

#[test]
fn hostile_boards_are_answered_soon_and_within_memory() {
    let alternate = ReduceQuestion { rule: allsmall::SolitaireRule::Alternate, ..ReduceQuestion::default() };
    let reply: ReplyQuestion = serde_json::from_str(r#"{"player": "L"}"#).expect("a question");
    let questions: [(&str, &dyn AnyQuestion); 7] = [
        ("solve", &SolveQuestion { moves: true, ..SolveQuestion::default() }),
        ("value", &ValueQuestion { options: true, ..ValueQuestion::default() }),
        ("nimber", &NimberQuestion {}),
        ("reduce", &ReduceQuestion::default()),
        ("reduce alternate", &alternate),
        ("reply", &reply),
        ("show", &ShowQuestion::default()),
    ];
    for board in boards() {
        for (name, question) in questions {
            ask(name, question, &board);
        }
    }
}

#[test]
fn hostile_sums_are_answered_soon_and_within_memory() {
    for sum in sums() {
        ask("solve", &SolveQuestion::default(), &sum);
        ask("value", &ValueQuestion::default(), &sum);
        ask("compare", &CompareQuestion { other: sum.clone() }, &sum);
    }
}

#[test]
fn hostile_phutball_boards_are_answered_soon_and_within_memory() {
    for board in [".@(.o)^4000.", "(o)^3000@(o)^3000", ".^5000@.^4000", "(o.)^2000@(.o)^2000"] {
        ask("phutball", &PhutballQuestion::default(), board);
    }
    for board in ["(o)^3000|(o)^3000", ".^5000|.^4000", "(o.)^2000|(.o)^2000"] {
        ask("oddish", &PhutballQuestion { oddish: true, ..PhutballQuestion::default() }, board);
    }
}
