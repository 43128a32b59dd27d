//! Self-play between two weight files of the engine's evaluation, at a fixed number of nodes:
//!
//! ```text
//! cargo run --release -p allsmall --example engine_duel -- A.weights B.weights 200 20000
//! ```
//!
//! The arguments are the two files (`-` is the shipped one), the number of games, the
//! nodes of the heuristic search for a move, and the first seed. Every opening of random
//! plies is played twice, with either colour, on 8 x 8 and 10 x 10 in turn. The solver
//! names the winner as soon as it can within a few nodes; both sides play by estimates
//! alone before. The result does not depend on the clock.

use std::sync::Arc;

use allsmall::generate::random_play::after_random_plies;
use allsmall::internal::engine::EvalNet;
use allsmall::{Budget, Engine, EngineLimits, Player, Position, Solver};

const BOARDS: [&str; 2] = ["checker:8x8", "checker:10x10"];

/// Number of random plies at the start of a game.
const OPENING: u64 = 6;

/// Stones from which on the solver is asked who wins, and how many nodes it may take.
const ASKED_STONES: usize = 36;
const SOLVER_NODES: u64 = 2000;

fn net(path: &str) -> Arc<EvalNet> {
    if path == "-" {
        return EvalNet::shipped();
    }
    let bytes = std::fs::read(path).expect("the file can be read");
    Arc::new(EvalNet::read(&bytes).expect("a weight file"))
}

fn engine(path: &str) -> Engine {
    let mut engine = Engine::new(&Budget::new().with_memory(256 << 20));
    engine.set_evaluation(net(path));
    engine
}

fn settled(position: &Position, player: Player) -> Option<Player> {
    if position.stones() > ASKED_STONES {
        return None;
    }
    let mut solver = Solver::for_position(position, &Budget::new().with_memory(64 << 20)).ok()?;
    solver.set_node_limit(Some(SOLVER_NODES));
    solver.wins(player).ok().map(|won| if won { player } else { player.opponent() })
}

/// Plays a game; the engine of Left comes first.
fn winner(engines: [&mut Engine; 2], start: &Position, nodes: u64) -> Player {
    let [left, right] = engines;
    let (mut position, mut player) = (start.clone(), Player::Left);
    let limits = EngineLimits { nodes: Some(2 * nodes), estimate_only: true, depth: None };
    loop {
        if let Some(winner) = settled(&position, player) {
            return winner;
        }
        let engine = if player == Player::Left { &mut *left } else { &mut *right };
        let Some(mv) = engine.choose(&position, player, limits, &Budget::new(), |_| ()).mv else {
            return player.opponent();
        };
        position = position.after(player, mv).expect("the engine's moves are legal");
        player = player.opponent();
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, numbers @ ..] = &words[..] else { panic!("two weight files, games, nodes, seed") };
    let number = |i: usize, default| numbers.get(i).map_or(default, |text| text.parse::<u64>().expect("a number"));
    let (games, nodes, seed) = (number(0, 200), number(1, 20_000), number(2, 5_000_000));
    let mut won = [0, 0];
    for game in 0..games {
        let (pair, board) = (game / 2, (game / 2 % 2) as usize);
        let start: Position = BOARDS[board].parse().expect("a board");
        let start = after_random_plies(&start, OPENING as usize, seed + pair);
        let (mut a, mut b) = (engine(first), engine(second));
        let first_won = if game.is_multiple_of(2) {
            winner([&mut a, &mut b], &start, nodes) == Player::Left
        } else {
            winner([&mut b, &mut a], &start, nodes) == Player::Right
        };
        won[board] += usize::from(first_won);
        if game % 20 == 19 || game + 1 == games {
            println!("{} games: the first won {} ({} and {})", game + 1, won[0] + won[1], won[0], won[1]);
        }
    }
}
