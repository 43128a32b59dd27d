//! The engine: its moves are legal, its proofs are right, its time is kept.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use allsmall::generate::random_play::after_random_plies;
use allsmall::internal::engine::EvalNet;
use allsmall::internal::{SplitMix64, judge};
use allsmall::{Board, Budget, Engine, EngineLimits, Player, Position, Stop};

/// All positions on a small grid.
fn all_positions(rows: usize, cols: usize) -> impl Iterator<Item = Position> {
    let board = Arc::new(Board::Grid { rows, cols });
    (0..3usize.pow((rows * cols) as u32)).map(move |number| {
        let cell = |v: u32| [None, Some(Player::Left), Some(Player::Right)][number / 3usize.pow(v) % 3];
        Position::new(Arc::clone(&board), (0..(rows * cols) as u32).map(cell).collect())
    })
}

/// A net that prefers what the shipped one rejects.
fn contrary() -> Arc<EvalNet> {
    let mut net = (*EvalNet::shipped()).clone();
    net.heads.iter_mut().flatten().for_each(|weight| *weight = -*weight);
    net.bias = -net.bias;
    Arc::new(net)
}

fn wins(position: &Position, player: Player) -> bool {
    judge::wins(position, player, &Budget::new()).unwrap()
}

/// What the engine claims about a position, with plenty of time, is what brute force says.
fn check(engine: &mut Engine, position: &Position, player: Player) {
    let (budget, limits) = (Budget::new(), EngineLimits::default());
    let chosen = engine.choose(position, player, limits, &budget, |_| ());
    assert_eq!(chosen.proved, Some(wins(position, player)), "{position} {player}");
    assert_eq!((chosen.chance, chosen.stopped), (None, None), "{position} {player}");
    assert_eq!(chosen.mv.is_none(), position.moves(player).is_empty(), "{position} {player}");
    let (mut next, mut mover) = (position.clone(), player);
    for mv in &chosen.line {
        next = next.after(mover, *mv).unwrap();
        mover = mover.opponent();
    }
    if let Some(mv) = chosen.mv {
        let after = position.after(player, mv).unwrap();
        assert_eq!(!wins(&after, player.opponent()), chosen.proved.unwrap(), "{position} {player}");
    }
    let moves = engine.assess(position, player, limits, &budget, |_| ());
    assert_eq!(moves.len(), position.moves(player).len(), "{position} {player}");
    for one in &moves {
        let after = position.after(player, one.mv).unwrap();
        assert_eq!(one.proved, Some(!wins(&after, player.opponent())), "{position} {player}");
    }
    assert!(moves.is_sorted_by_key(|one| one.proved == Some(false)), "best first: {moves:?}");
}

#[test]
fn proofs_agree_with_brute_force_on_all_small_boards() {
    let mut engine = Engine::new(&Budget::new().with_memory(64 << 20));
    for position in all_positions(2, 3) {
        Player::BOTH.into_iter().for_each(|player| check(&mut engine, &position, player));
    }
}

#[test]
fn proofs_do_not_depend_on_the_evaluation() {
    let mut engine = Engine::new(&Budget::new().with_memory(64 << 20));
    engine.set_evaluation(contrary());
    let boards =
        ["checker:3x4", "(xo)^6", "cycle:xoxoxoxo", "tree:0,0,1,1,2:xoxoxo", "complete:6:xxoooo", "xxoxoox.ox"];
    for (text, seed) in boards.into_iter().zip(1..) {
        let start: Position = text.parse().unwrap();
        for plies in 0..5 {
            let position = after_random_plies(&start, plies, seed);
            Player::BOTH.into_iter().for_each(|player| check(&mut engine, &position, player));
        }
    }
}

/// With little work a move is legal, and what is called proved is right.
#[test]
fn short_searches_are_legal_and_honest() {
    let mut random = SplitMix64::new(5);
    let boards = ["checker:4x4", "random:3x6:4", "(xxo)^6", "cube:4:xoxoxoxooxoxoxox"];
    for _ in 0..150 {
        let start: Position = boards[random.below(boards.len() as u64) as usize].parse().unwrap();
        let position = after_random_plies(&start, random.below(8) as usize, random.next_u64());
        let player = Player::BOTH[random.below(2) as usize];
        let budget = Budget::new().with_memory(16 << 20).with_threads(1 + random.below(2) as usize);
        let limits = EngineLimits { nodes: Some(1 + random.below(60)), ..EngineLimits::default() };
        let mut engine = Engine::new(&budget);
        let chosen = engine.choose(&position, player, limits, &budget, |_| ());
        assert_eq!(chosen.mv.is_none(), position.moves(player).is_empty());
        if let Some(mv) = chosen.mv {
            let after = position.after(player, mv).unwrap();
            if let Some(claimed) = chosen.proved {
                assert_eq!(!wins(&after, player.opponent()), claimed, "{position} {player}");
                assert_eq!(wins(&position, player), claimed, "{position} {player}");
            } else {
                let chance = chosen.chance.unwrap_or(0.5);
                assert!(chance > 0.0 && chance < 1.0);
            }
        }
        for one in engine.assess(&position, player, limits, &budget, |_| ()) {
            let after = position.after(player, one.mv).unwrap();
            assert!(one.proved.is_none_or(|claimed| claimed != wins(&after, player.opponent())), "{position} {player}");
            assert!(one.proved.is_some() != one.chance.is_some(), "{one:?}");
        }
    }
}

/// Time that this thread has run, on systems that count it.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

#[test]
fn large_boards_have_a_move_in_time() {
    let start: Vec<Position> =
        ["checker:8x8", "checker:10x10", "checker:20x30", "random:40x40:3", "(xo)^500", "random:100000:4"]
            .map(|text| text.parse().unwrap())
            .to_vec();
    let time = Duration::from_millis(150);
    for position in &start {
        // Of several attempts the fastest, in processor time where the system counts it:
        // other programs run too.
        let took = (0..3).map(|_| {
            let (began, used) = (Instant::now(), processor_time());
            let budget = Budget::new().with_memory(512 << 20).with_time(time);
            let chosen = Engine::new(&budget).choose(position, Player::Right, EngineLimits::default(), &budget, |_| ());
            assert!(position.after(Player::Right, chosen.mv.unwrap()).is_ok());
            let used = processor_time().zip(used).map(|(now, before)| now.saturating_sub(before));
            used.unwrap_or(began.elapsed())
        });
        let took = took.min().unwrap();
        assert!(took < time + Duration::from_millis(50), "{took:?} for {} cells", position.cells().len());
    }
}

/// The solver on the other thread does not outlast a search to a fixed depth.
#[test]
fn a_depth_is_a_limit_with_threads_too() {
    let position: Position = "checker:10x10".parse().unwrap();
    for threads in [1, 2, 8] {
        let budget = Budget::new().with_memory(256 << 20).with_threads(threads);
        let limits = EngineLimits { depth: Some(2), ..EngineLimits::default() };
        let chosen = Engine::new(&budget).choose(&position, Player::Left, limits, &budget, |_| ());
        assert!(position.after(Player::Left, chosen.mv.unwrap()).is_ok());
        assert_eq!((chosen.proved, chosen.depth, chosen.stopped), (None, 2, None), "{threads} threads");
    }
}

#[test]
fn a_stop_flag_ends_it() {
    let stop = Arc::new(std::sync::atomic::AtomicBool::new(true));
    let budget = Budget::new().with_stop(stop);
    let position: Position = "checker:8x8".parse().unwrap();
    let chosen = Engine::new(&budget).choose(&position, Player::Left, EngineLimits::default(), &budget, |_| ());
    assert!(position.after(Player::Left, chosen.mv.unwrap()).is_ok());
    assert_eq!(chosen.stopped, Some(Stop::Interrupted));
}
