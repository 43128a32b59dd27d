//! Counts the outcomes of all strips of each length:
//! `cargo run --release --example outcomes -- 12`

use std::sync::Arc;

use allsmall::value::Valuer;
use allsmall::{Board, Budget, Outcome, Player, Position, Stop};

fn main() -> Result<(), Stop> {
    let longest = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(10);
    let mut valuer = Valuer::new(&Budget::new());
    println!("length     P     L     R     N");
    for cells in 2..=longest {
        let board = Arc::new(Board::Strip { cells });
        let strip =
            |code: usize| Position::new(board.clone(), (0..cells).map(|i| Some(Player::BOTH[code >> i & 1])).collect());
        let values = valuer.positions(&(0..1 << cells).map(strip).collect::<Vec<_>>())?;
        let count = |outcome| values.iter().filter(|&&v| valuer.values().outcome(v) == outcome).count();
        let counts = [Outcome::P, Outcome::L, Outcome::R, Outcome::N].map(count);
        println!("{cells:6} {:5} {:5} {:5} {:5}", counts[0], counts[1], counts[2], counts[3]);
    }
    Ok(())
}
