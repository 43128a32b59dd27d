//! Graph families of the survey at full size, and searches on many boards:
//! values are asserted and plays replayed, then the time is printed. Run by
//! hand: `cargo bench -p allsmall --bench families`.

use std::time::{Duration, Instant};

use allsmall::internal::SplitMix64;
use allsmall::solitaire::extremes;
use allsmall::solitaire::graphs::{hamming, multipartite};
use allsmall::solitaire::rules::{alternating, shortest_game};
use allsmall::solitaire::{FirstMover, Reduction, replay};
use allsmall::{Board, Budget, Player, Position, Tree};

fn random(board: Board, seed: u64) -> Position {
    let mut dice = SplitMix64::new(seed);
    let cells = (0..board.vertices()).map(|_| Some(dice.stone())).collect();
    Position::new(board, cells)
}

fn show(name: &str, start: &Position, value: Option<usize>, reduce: impl Fn(&Position) -> Reduction) {
    let clock = Instant::now();
    let answer = reduce(start);
    let solved = clock.elapsed();
    let end = replay(start, answer.play.as_ref().expect("asked for")).expect("a legal play");
    assert_eq!(end.stones(), answer.upper);
    assert!(answer.optimal() && value.is_none_or(|v| v == answer.upper), "{name}: {}", answer.upper);
    println!(
        "{name:<32} {:>8} stones  {:>6} left  play {solved:>10.3?}  replay {:>10.3?}",
        start.stones(),
        answer.upper,
        clock.elapsed() - solved
    );
}

/// The same search on random stones of 20 seeds: all must be settled.
fn many(name: &str, board: &Board, search: impl Fn(&Position) -> Reduction) {
    let (mut all, mut worst, mut left) = (Duration::ZERO, Duration::ZERO, 0);
    for seed in 0..20 {
        let start = random(board.clone(), seed);
        let clock = Instant::now();
        let answer = search(&start);
        let took = clock.elapsed();
        assert!(answer.optimal(), "{name}, seed {seed}");
        all += took;
        worst = worst.max(took);
        left += answer.upper;
    }
    println!("{name:<32} 20 boards  {left:>6} left in all  {all:>10.3?}  worst {worst:>10.3?}");
}

fn main() {
    searches();
    families();
}

fn searches() {
    let mut dice = SplitMix64::new(11);
    let tree = Board::Tree(Tree::new((1..30).map(|v| dice.below(v) as usize).collect()));
    let grid = |rows, cols| Board::Grid { rows, cols };
    let clock = Instant::now();
    let all = extremes::extremes(&grid(4, 4), &Budget::new()).expect("small").expect("two vertices");
    assert_eq!((all.least, all.most), (1, 2));
    println!("all 65536 positions of 4x4        {:.3?}", clock.elapsed());
    let boards =
        [("1x30", Board::Strip { cells: 30 }), ("5x6", grid(5, 6)), ("3x10", grid(3, 10)), ("6x6", grid(6, 6))];
    let boards = boards.into_iter().chain([("tree of 30", tree), ("2x15", grid(2, 15))]);
    for (name, board) in boards {
        let rule = |p: &Position| alternating::reduce(p, FirstMover::Any, true, &Budget::new());
        many(&format!("alternating rule, {name}"), &board, rule);
    }
    for (name, board) in [("1x60", Board::Strip { cells: 60 }), ("4x4", grid(4, 4)), ("4x5", grid(4, 5))] {
        many(&format!("shortest game, {name}"), &board, |p| shortest_game::reduce(p, true, &Budget::new()));
    }
}

fn families() {
    let bipartite = |n, m| Board::Multipartite { parts: vec![n, m] };
    let kpartite = |p: &Position| multipartite::reduce(p, true).expect("multipartite");
    show("K_{500000,500000}", &random(bipartite(500_000, 500_000), 1), None, kpartite);
    let lopsided = |v| Some(Player::BOTH[usize::from(v < 900_000)]);
    let start = Position::new(bipartite(900_000, 100_000), (0..1_000_000).map(lopsided).collect());
    show("K_{900000,100000}, one colour each", &start, Some(900_000 - 200_000 + 2), kpartite);
    show("1000 parts of 1000", &random(Board::Multipartite { parts: vec![1000; 1000] }, 2), Some(1), kpartite);

    let product = |p: &Position| hamming::reduce(p, None, true).expect("a full Hamming graph").expect("no end");
    show("cube of dimension 16", &random(Board::Hamming { sides: vec![2; 16] }, 3), None, product);
    let lone = |v| Some(Player::BOTH[usize::from(v == 77)]);
    let start = Position::new(Board::Hamming { sides: vec![2; 16] }, (0..1 << 16).map(lone).collect());
    show("cube of dimension 16, one o", &start, None, product);
    show("K_3 x Q_15", &random(Board::Hamming { sides: [vec![2; 15], vec![3]].concat() }, 4), Some(1), product);
    show("K_3^10 x K_2", &random(Board::Hamming { sides: [vec![3; 10], vec![2]].concat() }, 5), Some(1), product);
    show("K_10^5", &random(Board::Hamming { sides: vec![10; 5] }, 6), Some(1), product);
    show("K_50000 x K_2", &random(Board::Hamming { sides: vec![50_000, 2] }, 7), Some(1), product);
    show("K_100000", &random(Board::Hamming { sides: vec![100_000] }, 8), Some(1), product);
}
