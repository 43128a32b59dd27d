//! The golden suite: every engine on every known answer it claims to take.
//!
//! The positions are in `testdata/golden`, with their sources. To plug in a new
//! engine, add one line to `ENGINES`.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use allsmall::answer::{
    EndgameAnswer, EndgameQuestion, NimberQuestion, Question, ReduceQuestion, SolveQuestion, ValueAnswer, ValueQuestion,
};
use allsmall::cgt::Values;
use allsmall::internal::judge;
use allsmall::notation::read_board;
use allsmall::solitaire::{FirstMover, SolitaireRule};
use allsmall::{Board, Budget, Player, Position};

/// One way to answer one kind of question.
struct Engine {
    name: &'static str,
    ask: &'static str,
    /// Whether it claims to answer this position, in test time.
    takes: fn(&Position) -> bool,
    /// The answer as the golden files write it; none if it could not tell.
    answer: fn(&Position) -> Option<String>,
}

const ENGINES: &[Engine] = &[
    Engine { name: "judge", ask: "outcome", takes: tiny, answer: |p| text(judge::outcome(p, &budget())) },
    Engine { name: "judge", ask: "nimber", takes: tiny, answer: |p| text(judge::nimber(p, &budget())) },
    Engine { name: "judge", ask: "free", takes: tiny, answer: |p| text(judge::free(p, &budget())) },
    Engine {
        name: "judge",
        ask: "alternate-left",
        takes: tiny,
        answer: |p| text(judge::alternate(p, Player::Left, &budget())),
    },
    Engine {
        name: "judge",
        ask: "alternate-right",
        takes: tiny,
        answer: |p| text(judge::alternate(p, Player::Right, &budget())),
    },
    Engine { name: "solve", ask: "outcome", takes: solved_soon, answer: solve },
    Engine { name: "value", ask: "value", takes: any, answer: |p| value(p).value },
    Engine { name: "value", ask: "outcome", takes: small, answer: |p| text(value(p).outcome.ok_or(())) },
    Engine { name: "endgame", ask: "value", takes: row, answer: |p| endgame(p).value },
    Engine { name: "endgame", ask: "outcome", takes: row, answer: |p| text(endgame(p).outcome.ok_or(())) },
    Engine { name: "nimber", ask: "nimber", takes: strip_or_small, answer: nimber },
    Engine { name: "reduce", ask: "free", takes: any, answer: |p| reduce(p, SolitaireRule::Free, FirstMover::Any) },
    Engine {
        name: "reduce",
        ask: "alternate-left",
        takes: small,
        answer: |p| reduce(p, SolitaireRule::Alternate, FirstMover::Only(Player::Left)),
    },
    Engine {
        name: "reduce",
        ask: "alternate-right",
        takes: small,
        answer: |p| reduce(p, SolitaireRule::Alternate, FirstMover::Only(Player::Right)),
    },
];

fn any(_: &Position) -> bool {
    true
}

fn strip_or_small(p: &Position) -> bool {
    matches!(p.board(), allsmall::Board::Strip { .. }) || small(p)
}

fn tiny(p: &Position) -> bool {
    p.stones() <= 10
}

fn small(p: &Position) -> bool {
    p.stones() <= 14
}

/// Larger boards are asserted by the benchmark of the solver.
fn solved_soon(p: &Position) -> bool {
    let most = match p.board() {
        Board::Strip { .. } => 60,
        Board::Grid { rows: 2, .. } => 34,
        _ => 28,
    };
    p.stones() <= most
}

/// A strip that the endgame database holds.
fn row(p: &Position) -> bool {
    matches!(p.board(), Board::Strip { cells: 0..=16 })
}

fn budget() -> Budget {
    Budget::new()
}

fn text<T: ToString, E>(found: Result<T, E>) -> Option<String> {
    found.ok().map(|found| found.to_string())
}

fn ask<Q: Question>(question: &Q, p: &Position) -> Q::Answer {
    question.ask(p, &budget()).expect("golden boards are well formed")
}

fn value(p: &Position) -> ValueAnswer {
    ask(&ValueQuestion::default(), p)
}

fn endgame(p: &Position) -> EndgameAnswer {
    static QUESTION: LazyLock<EndgameQuestion> = LazyLock::new(EndgameQuestion::default);
    ask(&*QUESTION, p)
}

fn solve(p: &Position) -> Option<String> {
    ask(&SolveQuestion::default(), p).outcome.map(|o| o.to_string())
}

fn nimber(p: &Position) -> Option<String> {
    ask(&NimberQuestion {}, p).nimber.map(|n| n.to_string())
}

fn reduce(p: &Position, rule: SolitaireRule, first: FirstMover) -> Option<String> {
    let answer = ask(&ReduceQuestion { rule, first, ..Default::default() }, p);
    let (value, last) = (answer.value?, answer.last?);
    let left = read_board(&last).expect("our own notation").stones();
    assert_eq!(left, value, "the play of {p} leaves what it promises");
    Some(value.to_string())
}

/// An expected answer as the engines write it: values may list their options
/// in another order.
fn written(ask: &str, expected: &str) -> String {
    if ask != "value" {
        return expected.to_owned();
    }
    let mut values = Values::new();
    let v = values.parse(expected).unwrap_or_else(|e| panic!("{e}"));
    values.name(v).expect("golden values are short")
}

/// A line of a golden file.
struct Case {
    place: String,
    source: String,
    ask: String,
    board: Position,
    expected: String,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/golden");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("the golden folder").map(|f| f.expect("a file").path()).collect();
    files.sort();
    files.iter().flat_map(|file| read_cases(file)).collect()
}

fn read_cases(file: &Path) -> Vec<Case> {
    let (mut source, mut ask) = (String::new(), String::new());
    let mut cases = Vec::new();
    for (i, line) in fs::read_to_string(file).expect("a text file").lines().enumerate() {
        let place = format!("{}:{}", file.file_name().expect("a name").display(), i + 1);
        if let Some(named) = line.strip_prefix("source: ") {
            source = named.to_owned();
        } else if let Some(named) = line.strip_prefix("ask: ") {
            ask = named.to_owned();
        } else if !line.is_empty() && !line.starts_with('%') {
            let (board, expected) =
                line.split_once(" = ").unwrap_or_else(|| panic!("{place}: expected BOARD = ANSWER"));
            let board = read_board(board).unwrap_or_else(|e| panic!("{place}: {e}"));
            assert!(!source.is_empty() && !ask.is_empty(), "{place}: a block begins with source: and ask:");
            cases.push(Case { place, source: source.clone(), ask: ask.clone(), board, expected: expected.to_owned() });
        }
    }
    cases
}

#[test]
fn every_engine_gives_the_known_answers() {
    let cases = cases();
    let mut wrong = Vec::new();
    for engine in ENGINES {
        let mut asked = 0;
        for case in cases.iter().filter(|case| case.ask == engine.ask && (engine.takes)(&case.board)) {
            asked += 1;
            let answer = (engine.answer)(&case.board);
            if answer.as_deref() != Some(&written(&case.ask, &case.expected)) {
                let Case { place, source, board, expected, .. } = case;
                wrong.push(format!(
                    "{place}: {} says {answer:?} of {board}, expected {expected} ({source})",
                    engine.name
                ));
            }
        }
        println!("{:>7} {:<16} {asked} positions", engine.name, engine.ask);
        assert!(asked > 0, "{} {} was asked nothing", engine.name, engine.ask);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
