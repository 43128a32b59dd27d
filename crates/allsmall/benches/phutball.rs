//! Phutball at full size: the answer is asserted, then the time is printed.
//! Run by hand: `cargo bench -p allsmall --bench phutball [most squares]`
//! (24 if left out; 28 takes minutes and 1.7 GB).

use std::time::Instant;

use allsmall::internal::SplitMix64;
use allsmall::phutball::exact::{Lane, WinCensus, memory_needed, solve};
use allsmall::phutball::oddish::{self, strategy};
use allsmall::phutball::{read_oddish, read_position, search};
use allsmall::{Budget, Player};

/// Squares, positions that Left wins whoever starts, longest win.
const KNOWN: [(usize, u64, u32); 6] = [
    (18, 643_970, 30),
    (20, 2_912_960, 34),
    (22, 13_001_646, 36),
    (24, 57_411_183, 39),
    (26, 251_274_985, 42),
    (28, 1_091_676_386, 46),
];

fn main() {
    let most = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(24);
    for (n, left, plies) in KNOWN.into_iter().filter(|&(n, ..)| n <= most) {
        let clock = Instant::now();
        let mut census = WinCensus::default();
        let solved = solve(&Lane::phutball(n), &Budget::new(), &mut census).expect("no limit");
        let counts = census.counts(&solved);
        assert_eq!((counts.left, counts.plies), (left, plies));
        println!("all boards of {n} squares: {:.3?}, {} MB", clock.elapsed(), memory_needed(solved.lane()) >> 20);
    }

    for half in [7, 8, 9, 10] {
        let board = read_position(&format!("{0}@{0}", ".".repeat(half))).expect("a board");
        let clock = Instant::now();
        let proof = search::prove(&board, Player::Left, u64::MAX, &Budget::new()).expect("no limit").expect("a proof");
        assert_eq!(proof.winner, Player::Left);
        println!("search, empty board of {} squares: {} nodes, {:.3?}", 2 * half + 1, proof.nodes, clock.elapsed());
    }

    let mut dice = SplitMix64::new(7);
    let mut side =
        || -> String { (0..500_000).map(|_| if dice.stone() == Player::Left { '.' } else { 'o' }).collect() };
    let text = format!("{}|{}", side(), side());
    let clock = Instant::now();
    let board = read_oddish(&text).expect("a board");
    let potentials = oddish::potentials(&board);
    let move_of_left = strategy(&board, Player::Left);
    let time = clock.elapsed();
    assert_eq!((potentials.left, potentials.right), (309, 303));
    println!("Oddish, a million squares: {move_of_left}, {time:.3?}");
}
