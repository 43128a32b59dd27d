//! Benchmark of the solver: asserts winners and node counts, then prints times next to
//! the project's targets. Run by hand: `cargo bench -p allsmall --bench solve`, with
//! `-- --long` for boards that take minutes, or `-- --threads` for the speed-up by a
//! second thread, or `-- --part-values FILE` for searches with a file of part values
//! (`allsmall part-values build -o FILE`). Each board has one side to move, and only the table of short strips
//! (4 ms) is shared between them.
//!
//! Node counts are those of one thread without such a file. They change with the search and the values;
//! then examine the difference and update them.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use allsmall::answer::{Question, SolveQuestion};
use allsmall::generate::random_play::after_random_plies;
use allsmall::internal::training;
use allsmall::value::use_part_values;
use allsmall::{Budget, Player, Position, Solver};

/// Seconds this thread has spent on a core, if the system reports it.
fn core_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<u64>().ok()? as f64 / 1e9)
}

/// The winner when Left starts, the nodes and the seconds.
fn solve(board: &str) -> (Player, u64, f64) {
    let question = SolveQuestion { first: Some(Player::Left), ..SolveQuestion::default() };
    let budget = Budget::new().with_memory(12 << 30).with_time(Duration::from_secs(3600));
    let (core, wall) = (core_time(), Instant::now());
    let answer = question.ask(board, &budget).expect("a board");
    let seconds = match (core, core_time()) {
        (Some(then), Some(now)) => now - then,
        _ => wall.elapsed().as_secs_f64(),
    };
    (answer.starts.left.winner.unwrap_or_else(|| panic!("{board}: {answer}")), answer.stats.nodes, seconds)
}

/// The file of part values that was asked for.
fn part_values() -> Option<PathBuf> {
    std::env::args().skip_while(|arg| arg != "--part-values").nth(1).map(PathBuf::from)
}

/// One board; `nodes` is `None` where the count is not asserted.
fn one(board: &str, winner: Player, nodes: Option<u64>, target: f64) {
    let (won, searched, seconds) = solve(board);
    println!("{board:<16} {seconds:>8.3} s   target {target:>6} s   {searched:>9} nodes");
    assert_eq!(won, winner, "{board}");
    let nodes = nodes.filter(|_| part_values().is_none());
    assert!(nodes.is_none_or(|nodes| nodes == searched), "{board}: {searched} nodes, expected {nodes:?}");
}

/// The mean over random strips of one length.
fn random_strips(cells: usize, seeds: u64, target: f64) {
    let all: Vec<(u64, f64)> = (1..=seeds)
        .map(|seed| {
            let (_, nodes, seconds) = solve(&format!("random:{cells}:{seed}"));
            (nodes, seconds)
        })
        .collect();
    let mean = all.iter().map(|one| one.1).sum::<f64>() / seeds as f64;
    let worst = all.iter().map(|one| one.1).fold(0.0, f64::max);
    let nodes = all.iter().map(|one| one.0).sum::<u64>();
    println!(
        "random:{cells:<9} {mean:>8.4} s   target {target:>6} s   {nodes:>9} nodes  {seeds} boards, worst {worst:.3} s"
    );
}

/// Boards after random plies, Left to move, outside the net's training set: nodes and
/// times with and without the net. Geometric means, and the worst board.
fn held_out(board: &str, plies: usize, seeds: u64) {
    let start: Position = board.parse().expect("a board");
    let (mut logarithms, mut worst) = ([(0.0, 0.0); 2], [0.0f64; 2]);
    for seed in 1..=seeds {
        let position = after_random_plies(&start, plies, seed);
        let verdicts = [true, false].map(|learned| {
            let (core, wall) = (core_time(), Instant::now());
            let mut solver = Solver::for_position(&position, &Budget::new().with_memory(2 << 30)).expect("it fits");
            if !learned {
                training::set_order(&mut solver, None);
            }
            let won = solver.wins(Player::Left).expect("there is time");
            let seconds = match (core, core_time()) {
                (Some(then), Some(now)) => now - then,
                _ => wall.elapsed().as_secs_f64(),
            };
            let which = usize::from(!learned);
            logarithms[which].0 += (solver.nodes().max(1) as f64).ln() / seeds as f64;
            logarithms[which].1 += seconds.ln() / seeds as f64;
            worst[which] = worst[which].max(seconds);
            won
        });
        assert_eq!(verdicts[0], verdicts[1], "{position}");
    }
    for (name, (nodes, seconds), worst) in [("learned", logarithms[0], worst[0]), ("guess", logarithms[1], worst[1])] {
        let (nodes, seconds) = (nodes.exp(), seconds.exp());
        println!(
            "{board} after {plies} plies, {name:<8} {seconds:>8.3} s {nodes:>9.0} nodes  {seeds} boards, worst {worst:.1} s"
        );
    }
}

/// One thread and two, alternately, in wall time.
fn two_threads(board: &str, winner: Player, turns: u32) {
    let mut all = [0.0; 2];
    for _ in 0..turns {
        let [one, two] = [1, 2].map(|threads| {
            let question = SolveQuestion { first: Some(Player::Left), ..SolveQuestion::default() };
            let budget = Budget::new().with_memory(4 << 30).with_threads(threads);
            let wall = Instant::now();
            let answer = question.ask(board, &budget).expect("a board");
            assert_eq!(answer.starts.left.winner, Some(winner), "{board}");
            (answer.stats.nodes, wall.elapsed().as_secs_f64())
        });
        let faster = one.1 / two.1;
        println!("{board}: {:.1} s, {} nodes; two threads {:.1} s, {} nodes: {faster:.2}", one.1, one.0, two.1, two.0);
        all = [all[0] + one.1, all[1] + two.1];
    }
    println!("{board}: two threads are {:.2} times as fast", all[0] / all[1]);
}

fn main() {
    let asks = |option: &str| std::env::args().any(|arg| arg == option);
    if let Some(path) = part_values() {
        use_part_values(path, |path, error| panic!("{}: {error}", path.display()));
    }
    if asks("--threads") {
        two_threads("checker:5x6", Player::Right, 3);
        return;
    }
    let long = asks("--long");
    one("checker:4x5", Player::Left, Some(3_913), 0.05);
    one("checker:3x8", Player::Right, Some(98_633), 0.8);
    one("checker:4x6", Player::Right, Some(293_892), 1.5);
    one("checker:5x5", Player::Right, Some(362_423), 4.0);
    one("(xo)^30", Player::Left, Some(80), 0.15);
    one("(xo)^33", Player::Left, Some(380), 0.5);
    one("(xo)^40", Player::Left, Some(4_453), 5.0);
    random_strips(50, 100, 0.003);
    random_strips(60, 100, 0.01);
    random_strips(80, 100, 0.1);
    held_out("checker:6x6", 6, 30);
    if long {
        held_out("checker:6x6", 4, 10);
        random_strips(100, 100, 1.0);
        one("checker:4x7", Player::Left, None, 180.0);
        one("checker:3x9", Player::Left, None, 180.0);
        one("checker:3x10", Player::Right, None, 180.0);
        for n in 2..=17 {
            // All of them together are to take five minutes.
            one(&format!("checker:2x{n}"), if n % 3 == 0 { Player::Right } else { Player::Left }, None, 300.0);
        }
        one("(xo)^50", Player::Left, Some(398_592), 120.0);
        one("checker:5x6", Player::Right, None, 1800.0);
    }
}
