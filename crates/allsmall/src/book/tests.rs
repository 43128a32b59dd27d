use super::*;
use crate::judge;
use crate::notation::{read_board, read_move};
use crate::{Board, Budget};

/// Records of a board after up to `plies` moves, by brute force; also with the player to
/// move who has just moved.
fn records(rows: usize, cols: usize, plies: usize) -> Vec<BookRecord> {
    let start = image::BookGrid::new(rows, cols).expect("small").start();
    let (mut records, mut here) = (Vec::new(), vec![start]);
    for _ in 0..=plies {
        for position in here.iter().flat_map(|position| [position.clone(), position.negated()]) {
            records.push(record(&position));
        }
        let after = |position: &Position, mv| position.after(Player::Left, mv).expect("legal").negated();
        let next =
            |position: &Position| position.moves(Player::Left).into_iter().map(|mv| after(position, mv)).collect();
        here = here.iter().flat_map(|position| -> Vec<Position> { next(position) }).collect();
    }
    records
}

fn wins(position: &Position, player: Player) -> bool {
    judge::wins(position, player, &Budget::new()).expect("a small board")
}

fn record(position: &Position) -> BookRecord {
    let leads_to_win = |mv: &Move| !wins(&position.after(Player::Left, *mv).expect("legal"), Player::Right);
    let mv = position.moves(Player::Left).into_iter().find(leads_to_win);
    BookRecord { position: position.clone(), won: mv.is_some(), mv }
}

fn plan(rows: usize, cols: usize, plies: usize) -> SectionPlan {
    SectionPlan { rows, cols, plies, records: records(rows, cols, plies) }
}

/// All images of a position: mirrored both ways, turned by a quarter.
fn images(position: &Position) -> Vec<Position> {
    let Board::Grid { rows, cols } = *position.board() else { panic!("a grid") };
    let turn = |from: &Position, rows: usize, cols: usize| {
        let cells = (0..rows * cols).map(|v| from.cells()[(v % rows) * cols + cols - 1 - v / rows]).collect();
        Position::new(Board::Grid { rows: cols, cols: rows }, cells)
    };
    let mirror = |from: &Position| {
        let Board::Grid { cols, .. } = *from.board() else { panic!("a grid") };
        let cells = (0..from.cells().len()).map(|v| from.cells()[v - v % cols + cols - 1 - v % cols]).collect();
        Position::new(from.shared_board(), cells)
    };
    let mut images = vec![position.clone()];
    for i in 0..3 {
        let (r, c) = if i % 2 == 0 { (rows, cols) } else { (cols, rows) };
        images.push(turn(&images[i], r, c));
    }
    let mirrored: Vec<_> = images.iter().map(mirror).collect();
    images.extend(mirrored);
    images
}

#[test]
fn what_is_built_is_read_back_for_every_image_and_both_colours() {
    let bytes = OpeningBook::build(&[plan(3, 3, 2), plan(2, 3, 6), plan(2, 4, 2)]).expect("they fit together");
    let book = OpeningBook::read(&bytes).expect("what was built");
    assert_eq!((book.file_len(), book.counts().len()), (bytes.len(), 3));
    let mut asked = 0;
    for one in [records(3, 3, 2), records(2, 4, 2)].concat() {
        let wins_by = |mv: &Move| !wins(&one.position.after(Player::Left, *mv).expect("legal"), Player::Right);
        let winning = one.position.moves(Player::Left).iter().filter(|mv| wins_by(mv)).count();
        for position in images(&one.position) {
            for (position, player) in [(position.negated(), Player::Right), (position, Player::Left)] {
                let entry = book.look_up(&position, player).expect("it is in the book");
                assert_eq!((entry.wins, entry.mv.is_some()), (one.won, one.won), "{position}");
                let judged = book.judge_all(&position, player);
                let counted = |result| judged.iter().filter(|(_, wins)| *wins == Some(result)).count();
                let open = judged.len() - counted(true) - counted(false);
                assert!((counted(true)..=counted(true) + open).contains(&winning), "{position}");
                asked += 1;
            }
        }
        // The winning move of one image, by brute force.
        if let Some(mv) = book.look_up(&one.position, Player::Left).expect("it is in the book").mv {
            assert!(wins_by(&mv), "{} {mv:?}", one.position);
        }
    }
    assert!(asked > 1000, "{asked}");
}

#[test]
fn what_is_not_in_a_book_is_unknown_to_it() {
    let book = OpeningBook::read(&OpeningBook::build(&[plan(2, 5, 1)]).expect("fits")).expect("built");
    for text in ["xx.xo/oxoxo", "xoxo/oxox", "xoxo", "checker:4x4", "cycle:xoxo", "....", "..../..../...."] {
        let position = read_board(text).expect("a board");
        for player in Player::BOTH {
            assert_eq!(book.look_up(&position, player), None, "{text}");
            assert!(book.judge_all(&position, player).iter().all(|(_, wins)| wins.is_none()), "{text}");
        }
    }
    let empty = OpeningBook::read(&OpeningBook::build(&[]).expect("no boards")).expect("built");
    assert_eq!(empty.look_up(&read_board("checker:5x6").expect("a board"), Player::Left), None);
}

#[test]
fn a_damaged_file_is_refused() {
    let bytes = OpeningBook::build(&[plan(3, 3, 2)]).expect("they fit together");
    let refused = |bytes: &[u8]| OpeningBook::read(bytes).err();
    assert_eq!(refused(b"xo"), Some(BookError::Foreign));
    assert_eq!(refused(&[b"something else".to_vec(), bytes.clone()].concat()), Some(BookError::Foreign));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert!(refused(&damaged).is_some(), "{at}");
        assert!(refused(&bytes[..at]).is_some(), "{at}");
    }
    let mut newer = bytes.clone();
    newer[16] = 2;
    assert_eq!(refused(&newer), Some(BookError::Version(2)));
    assert!(refused(&[bytes, vec![0]].concat()).is_some());
}

#[test]
fn records_that_cannot_be_right_are_refused() {
    let fault = |change: fn(&mut Vec<BookRecord>)| {
        let mut plan = plan(3, 3, 2);
        change(&mut plan.records);
        OpeningBook::build(&[plan]).err()
    };
    assert_eq!(fault(|_| ()), None);
    let twice = fault(|records| {
        let other =
            BookRecord { won: false, mv: None, ..records.iter().find(|one| one.won).expect("some win").clone() };
        records.push(other);
    });
    assert!(matches!(twice, Some(BookFault::Contradiction(_))), "{twice:?}");
    let unsaid = fault(|records| records.iter_mut().for_each(|one| one.mv = None));
    assert!(matches!(unsaid, Some(BookFault::Move(_))), "{unsaid:?}");
    // The other verdict on the start: what its moves leave contradicts it.
    let turned = fault(|records| {
        let start = &mut records[0];
        (start.won, start.mv) = (!start.won, start.position.first_move(Player::Left).filter(|_| !start.won));
    });
    assert_eq!(turned, Some(BookFault::Unfit("two entries contradict each other")));
    let large = SectionPlan { rows: 9, cols: 9, plies: 0, records: Vec::new() };
    assert_eq!(OpeningBook::build(&[large]).err(), Some(BookFault::Size));
}

#[test]
fn the_shipped_book_is_whole() {
    let bytes = include_bytes!("openings.book");
    let book = OpeningBook::read(bytes).expect("it is whole, and its verdicts fit together");
    assert_eq!(OpeningBook::shipped().checksum(), book.checksum());
    let boards: Vec<_> = book.counts().iter().map(|counts| (counts.rows, counts.cols)).collect();
    assert!(boards.contains(&(6, 6)), "{boards:?}");
    let start = read_board("checker:6x6").expect("a board");
    let mv = read_move(start.board(), "e6-e5").expect("a move");
    assert_eq!(book.judge(&start, Player::Left, mv), Some(true));
    let lost = read_board("checker:5x6").expect("a board");
    for player in Player::BOTH {
        assert_eq!(book.look_up(&lost, player), Some(BookEntry { wins: false, mv: None }));
        assert!(book.judge_all(&lost, player).iter().all(|(_, wins)| *wins == Some(false)));
        let entry = book.look_up(&start, player).expect("the start is in it");
        assert!(entry.wins && book.judge(&start, player, entry.mv.expect("won")) == Some(true));
    }
}
