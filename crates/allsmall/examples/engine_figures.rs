//! Accuracy and calibration of the engine's estimates on solved positions:
//! `cargo run --release -p allsmall --example engine_figures -- 2000 100`
//!
//! The arguments are the number of positions, the milliseconds for each, and the first seed. Positions
//! come from random plies on 6 x 6, 5 x 7 and 4 x 9 boards, with seeds that the training
//! does not use. The engine answers twice, with its solver and without.

use std::time::Duration;

use allsmall::generate::random_play::after_random_plies;
use allsmall::{Budget, Engine, EngineLimits, Player, Position, Solver};

const BOARDS: [(&str, u64, u64); 3] = [("checker:6x6", 8, 14), ("checker:5x7", 8, 13), ("checker:4x9", 8, 13)];
const FIRST_SEED: u64 = 1_000_000;
const BINS: usize = 10;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let (count, millis) = (numbers.next().unwrap_or(2000), numbers.next().unwrap_or(100));
    let first_seed = numbers.next().unwrap_or(FIRST_SEED);
    let (mut right, mut right_by_estimate, mut proved) = (0, 0, 0);
    let mut bins = [(0, 0); BINS];
    for i in 0..count {
        let (board, least, most) = BOARDS[(i % 3) as usize];
        let plies = least + i / 3 % (most - least + 1);
        let start: Position = board.parse().expect("a board");
        let position = after_random_plies(&start, plies as usize, first_seed + i);
        let player = if plies.is_multiple_of(2) { Player::Left } else { Player::Right };
        let mut solver = Solver::for_position(&position, &Budget::new()).expect("it fits");
        let won = solver.wins(player).expect("there is time");
        for estimate_only in [false, true] {
            let limits = EngineLimits { estimate_only, ..EngineLimits::default() };
            let budget = Budget::new().with_memory(256 << 20).with_time(Duration::from_millis(millis));
            let chosen = Engine::new(&budget).choose(&position, player, limits, &budget, |_| ());
            if let Some(claimed) = chosen.proved {
                assert_eq!(claimed, won, "{position}");
                (right, proved) = (right + 1, proved + 1);
                continue;
            }
            let chance = chosen.chance.unwrap_or(0.5);
            let is_right = usize::from((chance > 0.5) == won);
            if !estimate_only {
                right += is_right;
                continue;
            }
            right_by_estimate += is_right;
            let bin = &mut bins[((chance * BINS as f64) as usize).min(BINS - 1)];
            *bin = (bin.0 + 1, bin.1 + usize::from(won));
        }
    }
    let percent = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
    let all = count as usize;
    println!(
        "{all} positions, {millis} ms each: winner right {:.1} %, proved {:.1} %",
        percent(right, all),
        percent(proved, all)
    );
    println!("without the solver: winner right {:.1} %", percent(right_by_estimate, all));
    for (i, (seen, won)) in bins.iter().enumerate() {
        println!("chance {} to {} %: {seen} positions, {:.0} % won", 10 * i, 10 * i + 10, percent(*won, *seen));
    }
}
