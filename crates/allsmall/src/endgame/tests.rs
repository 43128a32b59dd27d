//! The database against plain definitions on all boards up to length 9, and
//! its files against damage.

use std::collections::HashMap;
use std::sync::LazyLock;

use proptest::prelude::*;

use super::{Database, DatabaseEntry, DatabaseError, Normal};
use crate::cgt::{Relation, Values};
use crate::{Budget, Move, Player, Position, Stop, judge};

const LENGTH: usize = 9;

static SMALL: LazyLock<Database> = LazyLock::new(|| build(LENGTH));

fn build(length: usize) -> Database {
    Database::build(length, &Budget::new()).expect("no limit")
}

fn boards(database: &Database) -> impl Iterator<Item = Normal> {
    (0..database.sections().entries()).map(|entry| database.sections().board(entry))
}

fn entry(board: Normal) -> DatabaseEntry {
    SMALL.look_up(board).expect("short enough")
}

fn after(board: Normal, player: Player, mv: Move) -> Normal {
    let next = board.position().after(player, mv).expect("legal");
    Normal::of_cells(next.cells()).expect("shorter")
}

/// The order of boards by its definition alone: no values, no theory.
#[derive(Default)]
struct Plain {
    order: HashMap<(Normal, Normal), bool>,
}

impl Plain {
    /// `a <= b`: Left has no move from a to something >= b, Right none from b
    /// to something <= a.
    fn le(&mut self, a: Normal, b: Normal) -> bool {
        if let Some(&known) = self.order.get(&(a, b)) {
            return known;
        }
        let moves = |board: Normal, player: Player| board.position().moves(player);
        let holds = !moves(a, Player::Left).into_iter().any(|mv| self.le(b, after(a, Player::Left, mv)))
            && !moves(b, Player::Right).into_iter().any(|mv| self.le(after(b, Player::Right, mv), a));
        self.order.insert((a, b), holds);
        holds
    }

    /// Whether the player likes `b` at least as well as `a`.
    fn no_worse(&mut self, player: Player, a: Normal, b: Normal) -> bool {
        match player {
            Player::Left => self.le(a, b),
            Player::Right => self.le(b, a),
        }
    }
}

#[test]
fn outcomes_are_the_judges() {
    for board in boards(&SMALL) {
        let expected = judge::outcome(&board.position(), &Budget::new()).expect("no limit");
        assert_eq!(entry(board).outcome, expected, "{board}");
    }
}

#[test]
fn dominated_moves_are_those_that_plain_comparison_finds() {
    let mut plain = Plain::default();
    for board in boards(&SMALL) {
        let found = entry(board);
        let mut complexity = 0;
        for (player, dominated) in [(Player::Left, &found.dominated_left), (Player::Right, &found.dominated_right)] {
            let moves = board.position().moves(player);
            assert!(dominated.iter().all(|mv| moves.contains(mv)), "{board}");
            for &mv in &moves {
                let to = after(board, player, mv);
                // Better moves first, then simpler ones, then those further left.
                let beaten = moves.iter().any(|&other| {
                    let there = after(board, player, other);
                    let better = plain.no_worse(player, to, there);
                    let rank = |mv: Move, to: Normal| (entry(to).complexity, mv.from.min(mv.to));
                    better && (!plain.no_worse(player, there, to) || rank(other, there) < rank(mv, to))
                });
                assert_eq!(dominated.contains(&mv), beaten, "{board} {mv:?}");
                if !beaten {
                    complexity += 1 + entry(to).complexity;
                }
            }
        }
        assert_eq!(found.complexity, complexity, "{board}");
    }
}

#[test]
fn links_lead_to_equal_boards_of_the_least_complexity() {
    let mut plain = Plain::default();
    let mut least: HashMap<u32, u32> = HashMap::new();
    for board in boards(&SMALL) {
        let found = entry(board);
        let best = least.entry(found.value).or_insert(u32::MAX);
        *best = found.complexity.min(*best);
    }
    for board in boards(&SMALL) {
        let (found, link) = (entry(board), entry(entry(board).link));
        assert!(plain.le(board, link.board) && plain.le(link.board, board), "{board} and {}", link.board);
        assert_eq!(link.complexity, least[&found.value], "{board}");
        assert_eq!(link.board == board, found.complexity == link.complexity, "{board} links to itself if it can");
    }
}

#[test]
fn values_are_told_apart_and_can_be_rebuilt() {
    let mut values = Values::new();
    let mut strips: HashMap<u32, crate::cgt::Value> = HashMap::new();
    for board in boards(&SMALL) {
        let found = entry(board);
        let value = SMALL.value(found.value, &mut values).expect("no limit");
        assert_eq!(*strips.entry(found.value).or_insert(value), value);
        assert_eq!(values.outcome(value), found.outcome, "{board}");
    }
    let mut distinct: Vec<_> = strips.values().map(|v| v.id()).collect();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), SMALL.values() as usize);
}

#[test]
fn bounds_are_the_nearest_rungs() {
    let mut values = Values::new();
    for board in boards(&SMALL) {
        let found = entry(board);
        let value = SMALL.value(found.value, &mut values).expect("no limit");
        let mut rung = |i: i32| values.ups(i.signum() * (i.abs() - 1), i % 2 != 0).expect("no limit");
        let rungs: Vec<_> = (-12..=12).map(|i| (i, rung(i))).collect();
        let mut relation = |rung| values.compare(rung, value).expect("no limit");
        let below = rungs.iter().filter(|r| matches!(relation(r.1), Relation::Less | Relation::Equal));
        assert_eq!(below.map(|r| r.0).max(), Some(found.lower.into()), "{board}");
        let above = rungs.iter().filter(|r| matches!(relation(r.1), Relation::Greater | Relation::Equal));
        assert_eq!(above.map(|r| r.0).min(), Some(found.upper.into()), "{board}");
    }
}

#[test]
fn a_longer_database_says_the_same() {
    let longer = build(LENGTH + 2);
    for board in boards(&SMALL) {
        let (ours, theirs) = (entry(board), longer.look_up(board).expect("short enough"));
        let simpler = longer.look_up(theirs.link).expect("in it").complexity;
        assert!(simpler <= entry(ours.link).complexity, "{board}");
        assert_eq!(DatabaseEntry { link: ours.link, ..theirs }, ours);
    }
}

#[test]
fn the_empty_board_and_long_boards() {
    let empty = Normal::of_cells(&[Some(Player::Left), None]).expect("short");
    assert_eq!(entry(empty).link, empty);
    let long = Normal::of_cells(&[Some(Player::Left); LENGTH + 1]).expect("short");
    assert_eq!(SMALL.look_up(long), None);
    let none = build(1);
    assert_eq!((none.sections().entries(), none.values()), (0, 0));
    assert!(none.look_up(empty).is_some());
}

#[test]
fn limits_end_the_build() {
    let stopped = |length, budget: Budget| Database::build(length, &budget).err();
    assert_eq!(stopped(14, Budget::new().with_time(std::time::Duration::ZERO)), Some(Stop::Time));
    assert_eq!(stopped(16, Budget::new().with_memory(1 << 20)), Some(Stop::Memory));
    assert_eq!(stopped(14, Budget::new().with_memory(9 << 20)), Some(Stop::Memory));
    assert_eq!(stopped(21, Budget::new()), Some(Stop::Unsupported));
}

#[test]
fn the_same_bytes_every_time() {
    assert_eq!(build(LENGTH).bytes, SMALL.bytes);
    // On every machine and in every version of the format: a change here must
    // come with a new version number.
    assert_eq!(SMALL.checksum(), 0x2fc8_25f6);
}

fn refusal(bytes: Vec<u8>) -> String {
    Database::check(bytes).err().expect("refused").to_string()
}

#[test]
fn foreign_and_cut_files_are_refused_with_a_reason() {
    let whole = &SMALL.bytes[..];
    assert!(Database::check(whole.to_vec()).is_ok());
    assert!(refusal(Vec::new()).starts_with("not an endgame database"));
    assert!(refusal(b"allsmall/phut\r\n\x1a and more than forty bytes of it".to_vec()).starts_with("not an endgame"));
    assert!(refusal(whole[..whole.len() - 1].to_vec()).contains("ends too soon"));
    assert!(refusal([whole, b"x"].concat()).contains("too long"));
    let mut newer = whole.to_vec();
    newer[16] = 2;
    assert!(refusal(newer).contains("version 2"));
}

/// What is open does not depend on its file any more.
#[test]
fn a_file_may_be_cut_short_while_it_is_in_use() {
    let path = std::env::temp_dir().join(format!("allsmall-endgame-cut-{}.db", std::process::id()));
    SMALL.save(&path).expect("writable");
    let database = Database::open(&path).expect("it was just written");
    let file = std::fs::File::options().write(true).open(&path).expect("writable");
    file.set_len(0).expect("it can be cut");
    for entry in 0..database.sections().entries() {
        let board = database.sections().board(entry);
        assert_eq!(database.look_up(board), SMALL.look_up(board));
    }
    assert!(matches!(Database::open(&path), Err(DatabaseError::Foreign)));
    file.set_len(100).expect("it can be longer");
    assert!(matches!(Database::open(&path), Err(DatabaseError::Foreign)));
    std::fs::write(&path, [&SMALL.bytes[..], b"x"].concat()).expect("writable");
    assert!(matches!(Database::open(&path), Err(DatabaseError::Damaged("it is too long"))));
    std::fs::remove_file(path).expect("our own file");
}

#[test]
fn a_right_checksum_does_not_make_nonsense_sense() {
    let whole = &SMALL.bytes[..];
    // The first word of the last record: a value that is not there.
    let mut bytes = whole[..whole.len() - 4].to_vec();
    let place = bytes.len() - 16;
    bytes[place..place + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    assert!(matches!(Database::check(bytes), Err(DatabaseError::Damaged("its numbers do not fit"))));
}

proptest! {
    #[test]
    fn any_changed_byte_is_noticed(place in 0..SMALL.bytes.len(), change in 1..=255u8) {
        let mut bytes = SMALL.bytes.to_vec();
        bytes[place] ^= change;
        prop_assert!(Database::check(bytes).is_err());
    }

    #[test]
    fn any_cut_is_noticed(length in 0..SMALL.bytes.len()) {
        prop_assert!(Database::check(SMALL.bytes[..length].to_vec()).is_err());
    }

    /// A board with empty cells and single stones, in any order of its runs,
    /// is worth what its entry says.
    #[test]
    fn any_board_is_worth_its_entry(cells in prop::collection::vec(prop::sample::select(vec![None, Some(Player::Left), Some(Player::Right)]), 0..=LENGTH)) {
        let board = Normal::of_cells(&cells).expect("short");
        let position = Position::new(crate::Board::Strip { cells: cells.len() }, cells);
        prop_assert_eq!(entry(board).outcome, judge::outcome(&position, &Budget::new()).expect("no limit"));
    }
}
