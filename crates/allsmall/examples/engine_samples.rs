//! Scores of the engine's search with the winner of the position, as CSV: what the
//! chances of `engine/chance.rs` are fitted to and checked with.
//!
//! ```text
//! cargo run --release -p allsmall --example engine_samples -- solved 2000 100 3000000 > fit.csv
//! cargo run --release -p allsmall --example engine_samples -- played 300 30 4000000 >> fit.csv
//! ```
//!
//! `solved` takes positions after random plies on 6 x 6, 5 x 7 and 4 x 9 and lets the
//! solver name the winner. `played` lets the engine play itself from random openings on
//! 8 x 8 and 10 x 10, where nothing can be solved, and takes the winner of the game. The
//! arguments are the number of positions or games, the milliseconds for a score or a
//! move, and the first seed. Scores come from searches without the solver.

use std::time::Duration;

use allsmall::generate::random_play::after_random_plies;
use allsmall::{Budget, ChosenMove, Engine, EngineLimits, Player, Position, Solver};

const SOLVED: [(&str, u64, u64); 3] = [("checker:6x6", 8, 14), ("checker:5x7", 8, 13), ("checker:4x9", 8, 13)];
const PLAYED: [&str; 2] = ["checker:8x8", "checker:10x10"];

/// Number of random plies at the start of a game.
const OPENING: u64 = 6;

fn mover(plies: u64) -> Player {
    if plies.is_multiple_of(2) { Player::Left } else { Player::Right }
}

/// The engine's choice without its solver.
fn estimate(engine: &mut Engine, position: &Position, player: Player, millis: u64) -> ChosenMove {
    let limits = EngineLimits { estimate_only: true, ..EngineLimits::default() };
    engine.choose(position, player, limits, &budget(millis), |_| ())
}

fn budget(millis: u64) -> Budget {
    Budget::new().with_memory(256 << 20).with_time(Duration::from_millis(millis))
}

fn print(board: &str, stones: usize, chosen: &ChosenMove, won: bool) {
    if let Some(chance) = chosen.chance {
        println!("{board},{stones},{},{chance:.4},{}", chosen.steady_score, u8::from(won));
    }
}

fn solved(i: u64, millis: u64, seed: u64) {
    let (board, least, most) = SOLVED[(i % 3) as usize];
    let plies = least + i / 3 % (most - least + 1);
    let start: Position = board.parse().expect("a board");
    let position = after_random_plies(&start, plies as usize, seed);
    let player = mover(plies);
    let mut solver = Solver::for_position(&position, &Budget::new()).expect("it fits");
    let won = solver.wins(player).expect("there is time");
    let chosen = estimate(&mut Engine::new(&budget(millis)), &position, player, millis);
    print(board, position.stones(), &chosen, won);
}

fn played(i: u64, millis: u64, seed: u64) {
    let board = PLAYED[(i % 2) as usize];
    let start: Position = board.parse().expect("a board");
    let mut position = after_random_plies(&start, OPENING as usize, seed);
    let (mut player, mut seen) = (mover(OPENING), Vec::new());
    let mut engine = Engine::new(&budget(millis));
    let winner = loop {
        let chosen = engine.choose(&position, player, EngineLimits::default(), &budget(millis), |_| ());
        let Some(mv) = chosen.mv else { break player.opponent() };
        match chosen.proved {
            Some(wins) => break if wins { player } else { player.opponent() },
            None => seen.push((position.stones(), player, chosen)),
        }
        position = position.after(player, mv).expect("the engine's moves are legal");
        player = player.opponent();
    };
    for (stones, player, chosen) in seen {
        print(board, stones, &chosen, player == winner);
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let what = words.next().unwrap_or_else(|| "solved".to_owned());
    let mut numbers = words.map(|text| text.parse::<u64>().expect("a number"));
    let mut number = |default| numbers.next().unwrap_or(default);
    let (count, millis, seed) = (number(2000), number(100), number(3_000_000));
    for i in 0..count {
        if what == "played" { played(i, millis, seed + i) } else { solved(i, millis, seed + i) }
    }
}
