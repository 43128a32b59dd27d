//! One law for each thing that is read: bytes go in, nothing may panic, and
//! what is accepted must be true or must read back as it was written.
//!
//! The fuzz targets feed these functions whatever libFuzzer makes up; the test
//! `crates/allsmall/tests/laws.rs` feeds them a fixed number of damaged copies
//! of good inputs, so that the laws are held without a nightly compiler. Each
//! function says whether the bytes were accepted.

mod family_truth;
mod run_truth;
mod strip_truth;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use allsmall::answer::{
    AnyQuestion, CompareQuestion, NimberQuestion, PhutballQuestion, Question, ReduceQuestion, ReplyQuestion,
    ShowQuestion, SolveQuestion, ValueQuestion,
};
use allsmall::book::OpeningBook;
use allsmall::cgt::Values;
use allsmall::endgame::{Database, Normal};
use allsmall::internal::{checkpoint, foreign_tests};
use allsmall::notation::{read_board, read_board_in, read_expr, read_expr_in, read_graph};
use allsmall::phutball::table::TableFile;
use allsmall::solve::Solver;
use allsmall::value::PartValueFile;
use allsmall::{Board, Budget, Outcome, Player, ReadError, outcome};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

/// Boards are kept so small that every law takes milliseconds.
const CELLS: usize = 200;

fn budget() -> Budget {
    Budget::new().with_cells(CELLS).with_memory(32 << 20).with_time(Duration::from_secs(2))
}

/// A board that is read is written and read back; a fault is placed in the text.
pub(crate) fn boards(data: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(data) else { return false };
    match read_board_in(text, &Budget::new().with_cells(CELLS)) {
        Ok(position) => {
            let normal = position.to_string();
            let back = read_board(&normal).expect("our own notation");
            assert_eq!(back.to_string(), normal);
            assert_eq!(back.cells(), position.cells());
            assert_eq!(back.board().edges(), position.board().edges());
            true
        }
        Err(ReadError::Text(error)) => {
            assert!(error.at() <= text.chars().count() && !error.message().is_empty());
            false
        }
        Err(ReadError::Stop(_)) => false,
    }
}

/// A graph as other programs print it has simple edges between its vertices.
pub(crate) fn graphs(data: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(data) else { return false };
    let Ok(graph) = read_graph(text, CELLS) else { return false };
    let vertices = graph.vertices();
    assert!((1..=CELLS).contains(&vertices));
    assert!(Board::Graph(graph).edges().iter().all(|&(a, b)| a < b && b < vertices));
    true
}

/// A sum that is read is written and read back.
pub(crate) fn expressions(data: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(data) else { return false };
    match read_expr_in(text, &Budget::new().with_cells(CELLS)) {
        Ok(expr) => {
            let normal = expr.to_string();
            assert_eq!(read_expr(&normal).expect("our own notation").to_string(), normal);
            true
        }
        Err(ReadError::Text(error)) => {
            assert!(error.at() <= text.chars().count() && !error.message().is_empty());
            false
        }
        Err(ReadError::Stop(_)) => false,
    }
}

/// The name of a value that is read names the same value.
pub(crate) fn values(data: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(data) else { return false };
    let mut values = Values::within(&budget());
    let Ok(value) = values.parse(text) else { return false };
    if let Some(name) = values.name(value) {
        // A limit may end the second reading, but nothing else.
        match values.parse(&name) {
            Ok(again) => assert_eq!(again, value, "{text} is named {name}"),
            Err(error) => assert!(!matches!(error, ReadError::Text(_)), "{name}: {error}"),
        }
    }
    true
}

/// A proof that is accepted says something true, however it was made: a
/// verdict about a small board is solved again.
pub(crate) fn certificates(data: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(data) else { return false };
    if text.starts_with("allsmall family") {
        return families(data).is_some();
    }
    if text.starts_with("allsmall runs") {
        return runs(data).is_some();
    }
    if text.starts_with("allsmall strip") {
        return strips(data).is_some();
    }
    let Ok(proved) = allsmall_check::check_within(data, 100_000) else { return false };
    let words = [("the second player wins", Outcome::P), ("the first player wins", Outcome::N)];
    for (verdict, class) in words {
        let board = proved.statement.strip_suffix(verdict).and_then(|rest| rest.strip_suffix(": "));
        if let Some(position) = board.and_then(|board| read_board_in(board, &Budget::new().with_cells(24)).ok()) {
            assert_eq!(outcome(&position, &Budget::new()), Ok(class), "accepted: {text}");
        }
    }
    true
}

/// What an accepted file about every n states.
pub(crate) struct Theorem {
    pub(crate) sentence: String,
    /// Cases that the solver confirmed and the checker did not play.
    pub(crate) beyond: usize,
}

/// A family file that is accepted states something true, found by the solver
/// further than the checker looked. A file that only the checker's first cases
/// refuse passed a rule that has a hole.
pub(crate) fn families(data: &[u8]) -> Option<Theorem> {
    let text = str::from_utf8(data).ok()?;
    match allsmall_check::families::check(text) {
        Ok(proved) => {
            let played = proved.played.expect("the first cases of a theorem are played");
            let beyond = family_truth::assert_true(&proved.statement, &played, text);
            Some(Theorem { sentence: proved.statement, beyond })
        }
        Err(refused) => {
            let is_by_rule = !refused.why.starts_with(allsmall_check::families::CONTRADICTED);
            assert!(is_by_rule, "a rule accepts it: {refused}: {text}");
            None
        }
    }
}

/// A file about runs that is accepted states something true: boards with longer runs
/// are valued by the library. A file that only the checker's first boards refuse passed
/// an induction that has a hole.
pub(crate) fn runs(data: &[u8]) -> Option<Theorem> {
    let text = str::from_utf8(data).ok()?;
    match allsmall_check::families::check_runs(text, None) {
        Ok(proved) => {
            let beyond = run_truth::assert_true(&proved.statement, text);
            Some(Theorem { sentence: proved.statement, beyond })
        }
        Err(refused) => {
            let is_by_rule = !refused.why.starts_with(allsmall_check::families::CONTRADICTED);
            assert!(is_by_rule, "the induction accepts it: {refused}: {text}");
            None
        }
    }
}

/// A strip file that is accepted states something true: random boards are solved
/// by the library. A file that only the checker's first boards refuse passed an
/// invariant that has a hole.
pub(crate) fn strips(data: &[u8]) -> Option<Theorem> {
    let text = str::from_utf8(data).ok()?;
    match allsmall_check::strips::check(text) {
        Ok(proved) => {
            let beyond = strip_truth::assert_true(&proved.statement, text);
            Some(Theorem { sentence: proved.statement, beyond })
        }
        Err(refused) => {
            let is_by_rule = !refused.why.starts_with(allsmall_check::strips::CONTRADICTED);
            assert!(is_by_rule, "the invariant accepts it: {refused}");
            None
        }
    }
}

/// A database that is accepted answers every look-up, whatever its numbers
/// are: its checksum is put right first.
pub(crate) fn databases(data: &[u8]) -> bool {
    let mut bytes = data.to_vec();
    let body = bytes.len().saturating_sub(4);
    let seal = crc32fast::hash(&bytes[..body]).to_le_bytes();
    bytes.truncate(body);
    bytes.extend(seal);
    let file = Scratch::new(&bytes);
    let Ok(database) = Database::open(file.path()) else { return false };
    let mut values = Values::within(&budget());
    for stones in 2..=6u32 {
        for colours in 0..1u32 << stones {
            let strip: String = (0..stones).map(|i| if colours >> i & 1 == 1 { 'x' } else { 'o' }).collect();
            let position = read_board(&strip).expect("a strip");
            let board = Normal::of_cells(position.cells()).expect("short enough");
            if let Some(entry) = database.look_up(board) {
                let _ = database.value(entry.value, &mut values);
            }
        }
    }
    let _ = (database.linked(), database.census(0..database.sections().entries()));
    true
}

/// A file of part values is refused, or written back as it was read: its checksum is
/// put right first.
pub(crate) fn part_values(data: &[u8]) -> bool {
    let mut bytes = data.to_vec();
    let body = bytes.len().saturating_sub(4);
    let seal = crc32fast::hash(&bytes[..body]).to_le_bytes();
    bytes.truncate(body);
    bytes.extend(seal);
    let Ok(file) = PartValueFile::from_bytes(&bytes) else { return false };
    assert_eq!(file.to_bytes(), bytes);
    true
}

/// A book that is accepted answers every look-up, whatever its codes are: winning moves
/// are legal, and none of a lost position wins. Its checksum is put right first.
pub(crate) fn books(data: &[u8]) -> bool {
    let mut bytes = data.to_vec();
    let body = bytes.len().saturating_sub(4);
    let seal = crc32fast::hash(&bytes[..body]).to_le_bytes();
    bytes.truncate(body);
    bytes.extend(seal);
    let Ok(book) = OpeningBook::read(&bytes) else { return false };
    for position in book.positions() {
        let entry = book.look_up(&position, Player::Left).expect("it is listed");
        assert_eq!(entry.wins, entry.mv.is_some());
        for (mv, wins) in book.judge_all(&position, Player::Left) {
            assert!(entry.wins || wins != Some(true), "{position}");
            assert!(entry.mv != Some(mv) || wins == Some(true), "{position}");
        }
    }
    true
}

/// The board that the searches of [`searches`] are about.
pub(crate) const SEARCHED: &str = "xoxoxo/oxoxox/xoxoxo";

/// A saved search is taken or refused: its checksum is put right first.
pub(crate) fn searches(data: &[u8]) -> bool {
    let mut bytes = data.to_vec();
    let body = bytes.len().saturating_sub(4);
    let seal = crc32fast::hash(&bytes[..body]).to_le_bytes();
    bytes.truncate(body);
    bytes.extend(seal);
    let file = Scratch::new(&bytes);
    let expr = read_expr(SEARCHED).expect("a board");
    let mut solver = Solver::for_sum(&expr, &budget()).expect("a small board");
    checkpoint::resume(&mut solver, file.path(), SEARCHED).is_ok()
}

/// A Phutball table is refused or answers, whatever its numbers are: its
/// checksums are put right first.
pub(crate) fn tables(data: &[u8]) -> bool {
    const BLOCK: usize = 4096;
    let mut bytes = data.to_vec();
    // len = header, data, four bytes for each block of the data, four bytes.
    let blocks = bytes.len().saturating_sub(BLOCK + 4).div_ceil(BLOCK + 4);
    if bytes.len() >= BLOCK + 4 + 4 * blocks {
        let (ends, last) = (bytes.len() - 4 - 4 * blocks, bytes.len() - 4);
        let seals: Vec<u8> =
            bytes[BLOCK..ends].chunks(BLOCK).flat_map(|block| crc32fast::hash(block).to_le_bytes()).collect();
        bytes[ends..ends + seals.len()].copy_from_slice(&seals);
        let seal = crc32fast::hash(&[&bytes[..BLOCK], &bytes[ends..last]].concat());
        bytes[last..].copy_from_slice(&seal.to_le_bytes());
    }
    let file = Scratch::new(&bytes);
    let Ok(table) = TableFile::open(file.path()) else { return false };
    if table.check(&budget()).is_err() {
        return false;
    }
    let squares = table.squares();
    let mut question = PhutballQuestion { table: Some(table), ..PhutballQuestion::default() };
    for ball in [1, squares / 2, squares - 2] {
        let board = format!("{}@{}", "o".repeat(ball), ".".repeat(squares - ball - 1));
        let _ = question.ask(&board, &budget());
    }
    question.table = None;
    true
}

/// A peer's test file is read case by case; every case has its line and a sum
/// that is read or refused.
pub(crate) fn test_files(data: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(data) else { return false };
    let Ok(cases) = foreign_tests::read(text) else { return false };
    let lines = text.split('\n').count();
    for case in &cases {
        assert!((1..=lines).contains(&case.line));
        let _ = read_expr_in(&case.sum.to_string(), &Budget::new().with_cells(CELLS));
    }
    !cases.is_empty()
}

/// The body of a request is refused, or its question is answered in JSON, and
/// the board that is echoed is read back as itself.
pub(crate) fn bodies(data: &[u8]) -> bool {
    let Ok(Json::Object(mut members)) = serde_json::from_slice(data) else { return false };
    let Some(Json::String(board)) = members.remove("board") else { return false };
    let options = Json::Object(members);
    let answered = [
        asked::<SolveQuestion>(&options, &board),
        asked::<ValueQuestion>(&options, &board),
        asked::<CompareQuestion>(&options, &board),
        asked::<NimberQuestion>(&options, &board),
        asked::<ReduceQuestion>(&options, &board),
        asked::<ReplyQuestion>(&options, &board),
        asked::<ShowQuestion>(&options, &board),
    ];
    let phutball = serde_json::from_value::<PhutballQuestion>(options).is_ok_and(|q| q.ask(&board, &small()).is_ok());
    phutball || answered.contains(&true)
}

fn small() -> Budget {
    budget().with_cells(16).with_time(Duration::from_millis(20))
}

fn asked<Q: Question + DeserializeOwned>(options: &Json, board: &str) -> bool {
    let Ok(question) = serde_json::from_value::<Q>(options.clone()) else { return false };
    let Ok(answer) = question.ask_any(board.into(), &small()) else { return false };
    let json = serde_json::to_value(&answer).expect("our answers are JSON");
    if let Some(Json::String(echo)) = json.get("board") {
        assert_eq!(read_expr(echo).expect("our own notation").to_string(), *echo);
    }
    assert!(!answer.to_string().is_empty() || board.trim().is_empty(), "{board}");
    true
}

/// A file that goes away again.
struct Scratch(PathBuf);

impl Scratch {
    fn new(bytes: &[u8]) -> Scratch {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("allsmall-law-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, bytes).expect("room for a small file");
        Scratch(path)
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
