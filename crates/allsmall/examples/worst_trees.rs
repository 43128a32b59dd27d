//! Looks for trees that leave many stones: random recursive trees with random
//! colours, the worst of this many:
//! `cargo run --release --example worst_trees -- 1000 12`

use allsmall::solitaire::graphs::tree;
use allsmall::{Board, Player, Position, Tree};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let (tries, vertices): (u64, usize) = (numbers.next().unwrap_or(1000), numbers.next().unwrap_or(12) as usize);
    let mut state = 1u64;
    let mut below = |end: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % end
    };
    let mut worst: Option<(usize, Position)> = None;
    for _ in 0..tries {
        let parents = (1..vertices).map(&mut below).collect();
        let stones = (0..vertices).map(|_| Some(Player::BOTH[below(2)])).collect();
        let position = Position::new(Board::Tree(Tree::new(parents)), stones);
        let value = tree::solve(&position).expect("a full tree").value();
        if worst.as_ref().is_none_or(|(most, _)| value > *most) {
            worst = Some((value, position));
        }
    }
    if let Some((value, position)) = worst {
        println!("{position} leaves {value} of {vertices} stones");
    }
}
