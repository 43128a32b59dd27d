//! The database of length 16: the paper's figures and samples, the counts of
//! an independent program, and the file.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use allsmall::cgt::Values;
use allsmall::endgame::{Database, DatabaseEntry, DatabaseError, Normal, Shape};
use allsmall::internal::judge;
use allsmall::notation::read_board;
use allsmall::{Budget, Outcome, Player};

static DATABASE: LazyLock<Database> =
    LazyLock::new(|| Database::build(Database::DEFAULT_LENGTH, &Budget::new()).expect("no limit"));

fn normal(board: &str) -> Normal {
    Normal::of_cells(read_board(board).expect("a board").cells()).expect("short enough")
}

fn look_up(board: &str) -> DatabaseEntry {
    DATABASE.look_up(normal(board)).expect("short enough")
}

fn testdata(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/clobber").join(name);
    fs::read_to_string(path).expect("the test data are part of the project")
}

/// The number behind a word such as `P` in a line of counts.
fn count(line: &str, name: &str) -> u32 {
    let mut words = line.split_whitespace().skip_while(|&word| word != name);
    words.nth(1).and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no {name} in {line:?}"))
}

#[test]
fn outcome_counts_of_every_shape() {
    let sections = DATABASE.sections();
    assert_eq!((sections.list().len(), sections.entries(), DATABASE.values()), (120, 866_924, 37_188));
    let (mut shapes, text) = (0, testdata("db16-outcome-counts.txt"));
    for line in text.lines() {
        let range = if let Some(rest) = line.strip_prefix("shape ") {
            let (runs, _) = rest.split_once(':').expect("a colon after the shape");
            let runs = runs.split(' ').map(|run| run.parse().expect("a length"));
            let shape = Shape::of_runs(runs).expect("short enough");
            shapes += 1;
            let start = sections.start(shape).expect("listed");
            start..start + (1 << shape.stones())
        } else if line.starts_with("total") {
            0..sections.entries()
        } else {
            continue;
        };
        let census = DATABASE.census(range);
        let expected = ["P", "L", "R", "N"].map(|name| count(line, name));
        assert_eq!([census.p, census.l, census.r, census.n], expected, "{line}");
    }
    assert_eq!(shapes, 120);
}

#[test]
fn outcomes_and_bounds_of_all_short_strips() {
    let text = testdata("strips.jsonl");
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("a JSON object");
        let entry = look_up(row["strip"].as_str().expect("text"));
        assert_eq!(entry.outcome.to_string(), row["outcome"], "{line}");
        assert_eq!(
            (i64::from(entry.lower), i64::from(entry.upper)),
            (row["lower"].as_i64().expect("a number"), row["upper"].as_i64().expect("a number")),
            "{line}"
        );
    }
    assert_eq!(text.lines().count(), 510);
}

#[test]
fn the_papers_table_of_bounds() {
    let boards = ["oooox", "ooox", "oox", "ox", "", "xo", "xxo", "xxxo", "xxxxo"];
    for (i, board) in (-4i8..).zip(boards).filter(|(_, board)| board.len() > 2) {
        let entry = look_up(board);
        assert_eq!((entry.lower, entry.upper), (i, i), "{board}");
    }
    assert_eq!((look_up("xo").lower, look_up("ox").upper), (1, -1));
    assert_eq!(look_up("xxxxxxxxxxxxxxxo").lower, 15);
}

/// The samples of section 3.2 and the loop of section 4.2.
#[test]
fn the_papers_samples() {
    assert_eq!(look_up("xo-xxo").board.number, 0b11010);
    assert_eq!(look_up("xoo-x").board.to_string(), "xoo");
    assert_eq!(look_up("xo-x-oxx").value, look_up("oxx-xo").value);
    assert_ne!(look_up("xo-x-oxx").value, look_up("oox-xo").value, "as the paper has it: a misprint");

    let [first, third] = ["oxoooxxoox", "-ooooxxox-"].map(look_up);
    assert_eq!(first.value, third.value);
    let sensible = |entry: &DatabaseEntry| {
        let moves = |player| entry.board.position().moves(player).len();
        moves(Player::Left) + moves(Player::Right) - entry.dominated_left.len() - entry.dominated_right.len()
    };
    assert_eq!((sensible(&first), sensible(&third)), (2, 4));
    assert_eq!((first.complexity, third.complexity), (190, 44));
}

/// Keeping the first of several equal moves, an independent program counts 207
/// for the last one and the same for the others.
#[test]
fn complexities() {
    let boards = ["xo", "xxo", "xxxo", "xxoo", "xoxo", "xoxoxo", "xxoxxo", "oxoooxxoox"];
    let found = boards.map(|board| look_up(board).complexity);
    assert_eq!(found, [2, 4, 6, 6, 16, 32, 10, 190]);
}

#[test]
fn names_come_from_the_database_alone() {
    let mut values = Values::new();
    let mut name = |board: &str| {
        let value = DATABASE.value(look_up(board).value, &mut values).expect("no limit");
        values.name(value).expect("short")
    };
    assert_eq!(name("xxoo"), "0");
    assert_eq!(name("xo.xxxo"), "^2");
    assert_eq!(name("oxoooxxoox"), "v*");
    assert_eq!(name("xoxo"), "±{*,^}");
}

/// Far apart boards are compared by the judge: a board and its link differ by
/// a game that the second player wins.
#[test]
fn links_of_long_boards_are_equal_to_them() {
    let sections = DATABASE.sections();
    let mut compared = 0;
    for entry in (0..sections.entries()).step_by(9973) {
        let found = DATABASE.look_up(sections.board(entry)).expect("in it");
        let link = DATABASE.look_up(found.link).expect("in it");
        assert_eq!(link.value, found.value);
        assert!(link.board == found.board || link.complexity < found.complexity);
        let negative = link.board.position().negated();
        let cells = [found.board.cells(), vec![None], negative.cells().to_vec()].concat();
        if link.board != found.board && cells.iter().flatten().count() <= 21 {
            let difference = allsmall::Position::new(allsmall::Board::Strip { cells: cells.len() }, cells);
            assert_eq!(judge::outcome(&difference, &Budget::new()), Ok(Outcome::P), "{} {}", found.board, link.board);
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("allsmall-endgame-{}-{name}", std::process::id()))
}

#[test]
fn a_file_says_what_was_written() {
    let path = scratch("whole");
    DATABASE.save(&path).expect("writable");
    let opened = Database::open(&path).expect("whole");
    assert_eq!((opened.checksum(), opened.bytes()), (DATABASE.checksum(), DATABASE.bytes()));
    for entry in (0..opened.sections().entries()).step_by(101) {
        let board = opened.sections().board(entry);
        assert_eq!(opened.look_up(board), DATABASE.look_up(board));
    }
    let mut bytes = fs::read(&path).expect("readable");
    assert_eq!(bytes.len() as u64, opened.bytes());
    drop(opened);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    fs::write(&path, &bytes).expect("writable");
    assert!(matches!(Database::open(&path), Err(DatabaseError::Damaged("its checksum is wrong"))));
    fs::remove_file(&path).expect("ours");
}

#[test]
fn what_is_no_file_or_another_file_is_refused() {
    let path = scratch("foreign");
    assert!(matches!(Database::open(&path), Err(DatabaseError::Io(_))));
    fs::write(&path, "").expect("writable");
    assert!(matches!(Database::open(&path), Err(DatabaseError::Foreign)));
    fs::write(&path, "x".repeat(100)).expect("writable");
    assert!(matches!(Database::open(&path), Err(DatabaseError::Foreign)));
    fs::remove_file(&path).expect("ours");
    assert!(matches!(Database::open(&std::env::temp_dir()), Err(DatabaseError::Foreign)));
}

/// The bytes depend on nothing but the boards; they change only with the
/// version of the format.
#[test]
fn the_checksum_of_length_16() {
    assert_eq!(DATABASE.checksum(), 0x1939_5a09);
}
