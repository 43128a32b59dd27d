//! Against the table of brute force on all small boards of many kinds; the
//! bounds are bounds; every play is replayed.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::SplitMix64;
use crate::notation::read_board;
use crate::solitaire::bitset_position::StoneGraph;
use crate::solitaire::judge_table::JudgeTable;
use crate::solitaire::replay_alternate;
use crate::{Board, Graph};

fn check(start: &Position, first: Player) -> Reduction {
    let answer = reduce(start, FirstMover::Only(first), true, &Budget::new());
    let end = replay_alternate(start, first, answer.play.as_ref().expect("asked for")).expect("a legal play");
    assert_eq!(end.stones(), answer.upper, "{start:?}");
    assert!(answer.lower <= answer.upper, "{start:?}");
    answer
}

fn colourings(board: &Arc<Board>) -> impl Iterator<Item = Position> {
    let n = board.vertices();
    let cells = move |code: usize| (0..n).map(|v| Some(Player::BOTH[code >> v & 1])).collect();
    let board = board.clone();
    (0..1usize << n).map(move |code| Position::new(board.clone(), cells(code)))
}

fn random_graph(n: usize, edges: usize, dice: &mut SplitMix64) -> Board {
    let mut end = || dice.below(n as u64) as usize;
    let edges: Vec<_> = (0..edges).map(|_| (end(), end())).filter(|(a, b)| a != b).collect();
    Board::Graph(Graph::new(n, &edges))
}

#[test]
fn brute_force_agrees_on_small_boards() {
    let mut dice = SplitMix64::new(29);
    let mut boards: Vec<Board> = (1..=9).map(|cells| Board::Strip { cells }).collect();
    boards.extend((3..=8).map(|cells| Board::Cycle { cells }));
    boards.extend([Board::Grid { rows: 2, cols: 4 }, Board::Grid { rows: 3, cols: 3 }]);
    boards.extend([Board::Multipartite { parts: vec![4, 2, 1] }, Board::Multipartite { parts: vec![7, 1] }]);
    boards.extend((0..30).map(|i| random_graph(4 + i % 5, 3 + i % 9, &mut dice)));
    for board in boards.into_iter().map(Arc::new) {
        let mut table = JudgeTable::new(board.clone());
        for start in colourings(&board) {
            let mut least = usize::MAX;
            for first in Player::BOTH {
                let answer = check(&start, first);
                assert_eq!(answer.value(), Some(table.alternate(&start, first)), "{start:?} {first}");
                least = least.min(answer.upper);
            }
            let any = reduce(&start, FirstMover::Any, false, &Budget::new());
            assert_eq!((any.value(), any.play), (Some(least), None));
        }
    }
}

/// A broom has many pendant trees at one vertex, more than the bound
/// distinguishes.
#[test]
fn the_pendant_bound_is_a_bound_on_brooms_and_stars() {
    for legs in 3..=9 {
        let edges: Vec<_> = (1..=legs).map(|leg| (0, leg)).chain([(1, legs + 1), (legs + 1, legs + 2)]).collect();
        let board = Arc::new(Board::Graph(Graph::new(legs + 3, &edges)));
        let mut table = JudgeTable::new(board.clone());
        for start in colourings(&board) {
            let (graph, stones) = StoneGraph::new(&start).expect("few stones");
            if stones.mixed() {
                let least = pendant::Pendants::new().least(&graph, stones);
                assert!(least <= table.fewest(&start), "{start:?}");
                assert!(legs > 4 || least == table.fewest(&start), "exact on narrow trees: {start:?}");
            }
        }
    }
}

#[test]
fn alternating_rows_of_any_length() {
    let table = [1, 1, 2, 1, 2, 2, 3, 2, 3, 3, 4, 3];
    for n in 1..=200usize {
        for first_stone in 0..2 {
            let cells = (0..n).map(|i| Some(Player::BOTH[(i + first_stone) % 2])).collect();
            let row = Position::new(Board::Strip { cells: n }, cells);
            for first in Player::BOTH {
                let value = check(&row, first).value().expect("settled");
                assert_eq!(value, n.div_ceil(4) + usize::from(n % 4 == 3));
                assert!(n > table.len() || value == table[n - 1]);
                if n <= 20 {
                    assert_eq!(search::reduce(&row, first, None, &Budget::new()).and_then(|r| r.value()), Some(value));
                }
            }
        }
    }
    let sum = read_board("xox..xoxoxo.o").expect("a board");
    assert_eq!(check(&sum, Player::Right).value(), Some(2 + 2 + 1));
}

#[test]
fn rows_are_recognised_on_any_board() {
    let disguised =
        [("edges:3-0,0-2,2-1:ooxx", 1), ("x/o/x/o/x", 2), ("tree:0,1,0,3:xoxox", 2), ("xoxo./...../oxoxo", 3)];
    for (text, value) in disguised {
        let answer = check(&read_board(text).expect("a board"), Player::Left);
        assert_eq!(answer.value(), Some(value), "{text}");
        assert!(answer.method.contains("row"), "{text}: {}", answer.method);
    }
}

/// The free rule on a graph is the alternating rule on it and its complement.
#[test]
fn two_complementary_copies_have_twice_the_free_value() {
    let boards = [
        Board::Strip { cells: 6 },
        Board::Cycle { cells: 5 },
        Board::Grid { rows: 2, cols: 3 },
        Board::Tree(crate::Tree::new(vec![0, 0, 0, 1, 1])),
    ];
    for board in boards.into_iter().map(Arc::new) {
        let mut table = JudgeTable::new(board.clone());
        for start in colourings(&board) {
            let both = complementary_copies(&start);
            for first in Player::BOTH {
                let answer = check(&both, first);
                assert_eq!(answer.value(), Some(2 * table.fewest(&start)), "{start:?}");
                let by_search = search::reduce(&both, first, None, &Budget::new()).expect("few stones");
                assert_eq!(by_search.value(), answer.value(), "{start:?}");
            }
        }
    }
    let mirrored = read_board("(xxoxo)^30x.o(xoxoo)^30").expect("a board");
    let answer = check(&mirrored, Player::Right);
    assert!(answer.optimal() && answer.method.contains("copies"), "{}", answer.method);
}

#[test]
fn checkerboards_of_two_rows_and_more() {
    for (rows, cols, minority, majority) in [(5, 5, 1, 2), (3, 6, 2, 2), (2, 10, 1, 1), (3, 7, 2, 2), (4, 7, 1, 1)] {
        let cells = (0..rows * cols).map(|v| Some(Player::BOTH[(v / cols + v % cols) % 2])).collect();
        let board = Position::new(Board::Grid { rows, cols }, cells);
        assert_eq!(check(&board, Player::Right).value(), Some(minority), "{rows} x {cols}");
        assert_eq!(check(&board, Player::Left).value(), Some(majority), "{rows} x {cols}");
        for (first, value) in [(Player::Right, minority), (Player::Left, majority)] {
            let found = search::reduce(&board, first, None, &Budget::new()).expect("few stones");
            assert_eq!(found.value(), Some(value), "{rows} x {cols} by search");
        }
    }
}

#[test]
fn thirty_stones_on_lines_and_grids() {
    let mut dice = SplitMix64::new(30);
    for board in [Board::Strip { cells: 30 }, Board::Grid { rows: 5, cols: 6 }, Board::Grid { rows: 3, cols: 10 }] {
        let board = Arc::new(board);
        for _ in 0..5 {
            let start = Position::new(board.clone(), (0..30).map(|_| Some(dice.stone())).collect());
            for first in Player::BOTH {
                assert!(check(&start, first).optimal());
            }
        }
    }
}

#[test]
fn a_limit_ends_in_bounds() {
    let mut dice = SplitMix64::new(5);
    let start = Position::new(Board::Grid { rows: 8, cols: 8 }, (0..64).map(|_| Some(dice.stone())).collect());
    let budget = Budget::new().with_time(std::time::Duration::from_millis(1));
    let answer = reduce(&start, FirstMover::Any, true, &budget);
    assert!(answer.optimal() || answer.stopped.is_some());
    let large = Position::new(Board::Grid { rows: 20, cols: 20 }, (0..400).map(|_| Some(dice.stone())).collect());
    let answer = check(&large, Player::Left);
    assert!(answer.upper < 200 && answer.lower >= 1 && answer.stopped.is_some());
    let clique = Position::new(Board::Hamming { sides: vec![5000] }, (0..5000).map(|_| Some(dice.stone())).collect());
    let answer = check(&clique, Player::Left);
    assert!(
        answer.upper == 5000
            && answer.lower <= 1 + 5000 - 2 * clique.stones_of(Player::Left).min(clique.stones_of(Player::Right))
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Sums with holes, where the groups matter.
    #[test]
    fn sums_agree_with_brute_force(cells in prop::collection::vec(0usize..3, 12), cols in prop::sample::select(vec![12usize, 6, 4])) {
        let stones: Vec<_> = cells.iter().map(|&c| c.checked_sub(1).map(|p| Player::BOTH[p])).collect();
        let start = Position::new(Board::Grid { rows: 12 / cols, cols }, stones);
        for first in Player::BOTH {
            prop_assert_eq!(crate::judge::alternate(&start, first, &Budget::new()), Ok(check(&start, first).upper));
        }
    }
}
