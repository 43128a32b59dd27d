//! Trains the weights of the engine's evaluation (`src/engine/evaluation.rs`):
//! `cargo run --release -p allsmall --example train_engine -- crates/allsmall/src/engine/engine.weights`
//!
//! Games are played, partly at random, on boards of many sizes. When few stones are
//! left, the solver searches the position, and each node that it settles is a sample
//! with an exact label; the positions of the game before get its winner as a label of
//! less weight. In the first round all moves are random, later ones are those that
//! the evaluation of the round before likes best. All seeds are fixed: on one machine
//! the same weights come out again.

use std::sync::Arc;

use allsmall::internal::engine::{EvalNet, EvalSample, PHASES, ROWS, UNIT_ONE, UNITS, row_of_window};
use allsmall::internal::packed::{WINDOW_CLASSES, window_of_class};
use allsmall::internal::training::{record_samples, take_samples};
use allsmall::internal::{SplitMix64, write_atomically};
use allsmall::solve::Sample;
use allsmall::{Budget, Engine, EngineLimits, Move, Player, Position, Solver};

/// Boards and the number of games on each, in every round.
const BOARDS: [(&str, u64); 11] = [
    ("checker:5x6", 40),
    ("checker:6x6", 80),
    ("checker:5x7", 40),
    ("checker:7x7", 60),
    ("checker:8x8", 140),
    ("checker:6x9", 40),
    ("checker:9x9", 40),
    ("checker:10x10", 100),
    ("checker:4x9", 40),
    ("random:8x8:7", 30),
    ("random:7x7:3", 30),
];
const ROUNDS: u64 = 2;
/// Live stones from which on the solver is asked, and how many nodes it may take.
const MAX_SOLVED_STONES: usize = 30;
const SOLVER_NODES: u64 = 3000;
/// Weight of labels that are the results of play.
const PLAYED_WEIGHT: f32 = 0.5;
/// Number of plies before the solved position that get its label.
const PLAYED_PLIES: usize = 30;
/// Every this many moves one is random.
const EXPLORATION: u64 = 6;
const EPOCHS: usize = 6;
/// Initial learning rate.
const RATE: f32 = 0.03;

struct Labelled {
    sample: EvalSample,
    won: bool,
    weight: f32,
}

fn main() {
    let path = std::env::args().nth(1).expect("the file to be written");
    let (mut samples, mut net) = (Vec::new(), None);
    let row = |class| row_of_window(window_of_class(class).expect("a class"));
    let rows: Vec<u16> = (0..WINDOW_CLASSES).map(row).collect();
    for round in 0..ROUNDS {
        let started = std::time::Instant::now();
        for (board, games) in BOARDS {
            for seed in 0..games {
                play_game(board, 1000 * (round + 1) + seed, &mut samples, net.as_ref(), &rows);
            }
        }
        eprintln!("round {round}: {} samples, {:?}", samples.len(), started.elapsed());
        net = Some(Arc::new(train(&samples).rounded()));
        eprintln!("trained, {:?}", started.elapsed());
    }
    write_atomically(path.as_ref(), &net.expect("there are rounds").write()).expect("the file can be written");
}

/// A game so far.
struct Game {
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Game {
    fn player(&self, ply: usize) -> Player {
        if ply.is_multiple_of(2) { Player::Left } else { Player::Right }
    }

    /// The features at a ply, as a search that began up to four plies before sees them.
    fn sample(&self, ply: usize, random: &mut SplitMix64) -> Option<EvalSample> {
        let start = ply.saturating_sub(random.below(5) as usize);
        EvalSample::after(&self.positions[start], self.player(start), &self.moves[start..ply], &Budget::new()).ok()
    }
}

fn live_stones(position: &Position) -> usize {
    let cells = position.cells();
    let mixed = |group: &Vec<usize>| group.iter().any(|&v| cells[v] != cells[group[0]]);
    position.parts().into_iter().filter(mixed).map(|group| group.len()).sum()
}

fn play_game(board: &str, seed: u64, samples: &mut Vec<Labelled>, net: Option<&Arc<EvalNet>>, rows: &[u16]) {
    let budget = Budget::new().with_memory(256 << 20);
    let mut random = SplitMix64::new(seed);
    let start: Position = board.parse().expect("a board");
    let mut engine = Engine::new(&Budget::new().with_memory(1 << 20));
    if let Some(net) = net {
        engine.set_evaluation(Arc::clone(net));
    }
    let limits = EngineLimits { depth: Some(1), estimate_only: true, nodes: None };
    let mut game = Game { positions: vec![start], moves: Vec::new() };
    let mut solver: Option<Solver> = None;
    let winner = loop {
        let ply = game.moves.len();
        let (player, position) = (game.player(ply), game.positions[ply].clone());
        let moves = position.moves(player);
        if moves.is_empty() {
            break player.opponent();
        }
        if live_stones(&position) <= MAX_SOLVED_STONES {
            let solver = solver.get_or_insert_with(|| Solver::for_position(&position, &budget).expect("small"));
            record_samples(solver, seed);
            solver.set_position(&position);
            solver.set_node_limit(Some(SOLVER_NODES));
            let won = solver.wins(player);
            samples.extend(take_samples(solver).iter().filter_map(|sample| searched(sample, rows)));
            if let Ok(won) = won {
                break if won { player } else { player.opponent() };
            }
        }
        let chosen = if net.is_none() || random.below(EXPLORATION) == 0 || ply < 3 {
            moves[random.below(moves.len() as u64) as usize]
        } else {
            engine.choose(&position, player, limits, &Budget::new(), |_| ()).mv.expect("there are moves")
        };
        game.positions.push(position.after(player, chosen).expect("legal"));
        game.moves.push(chosen);
    };
    let last = game.moves.len();
    for ply in last.saturating_sub(PLAYED_PLIES)..=last {
        let won = game.player(ply) == winner;
        let weight = if ply == last { 3.0 } else { PLAYED_WEIGHT };
        samples.extend(game.sample(ply, &mut random).map(|sample| Labelled { sample, won, weight }));
    }
}

/// A node that the solver settled. Values are left out: the evaluation sees stones.
fn searched(sample: &Sample, rows: &[u16]) -> Option<Labelled> {
    let windows = sample.features.iter().filter(|&&feature| usize::from(feature) < WINDOW_CLASSES);
    let rows = windows.map(|&class| rows[usize::from(class)]).collect();
    let (won, weight) = (sample.verdict.is_win(), 0.5 + 0.4 * (sample.work as f32).ln());
    let sample = (!sample.has_value).then_some(EvalSample { rows, phase: EvalNet::phase(sample.pairs as u32) })?;
    Some(Labelled { sample, won, weight })
}

const VIEWS: usize = 2;

/// The net in training. A unit of 1 is [`UNIT_ONE`].
struct Draft {
    bias: f32,
    start: [f32; UNITS],
    rows: Vec<[f32; UNITS]>,
    phases: Vec<[f32; UNITS]>,
    heads: [[f32; UNITS]; VIEWS],
    row_steps: Vec<f32>,
    phase_steps: Vec<f32>,
    start_steps: f32,
    head_steps: f32,
}

struct Pass {
    sums: [[f32; UNITS]; VIEWS],
    logit: f32,
}

/// The row of the same stone as the other player sees it.
fn swapped(row: u16) -> usize {
    (usize::from(row) + ROWS / 2) % ROWS
}

fn unit(sum: f32, i: usize) -> f32 {
    if i == UNITS - 1 { sum } else { sum.clamp(0.0, 1.0) }
}

impl Draft {
    fn new(random: &mut SplitMix64) -> Draft {
        let mut small = |scale: f32| ((random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0) * scale;
        Draft {
            bias: 0.0,
            start: std::array::from_fn(|i| if i == UNITS - 1 { 0.0 } else { 0.5 + small(0.2) }),
            rows: (0..ROWS).map(|_| std::array::from_fn(|_| small(0.02))).collect(),
            phases: vec![[0.0; UNITS]; PHASES],
            heads: std::array::from_fn(|_| std::array::from_fn(|_| small(0.5))),
            row_steps: vec![1e-2; ROWS],
            phase_steps: vec![1e-1; PHASES],
            start_steps: 1e-1,
            head_steps: 1.0,
        }
    }

    fn pass(&self, sample: &EvalSample) -> Pass {
        let begin: [f32; UNITS] = std::array::from_fn(|i| self.start[i] + self.phases[sample.phase][i]);
        let mut sums = [begin; VIEWS];
        for &row in &sample.rows {
            let views = [&self.rows[usize::from(row)], &self.rows[swapped(row)]];
            for (sum, row) in sums.iter_mut().zip(views) {
                (0..UNITS).for_each(|i| sum[i] += row[i]);
            }
        }
        let mut logit = self.bias;
        for (sum, head) in sums.iter().zip(&self.heads) {
            logit += (0..UNITS).map(|i| unit(sum[i], i) * head[i]).sum::<f32>();
        }
        Pass { sums, logit }
    }

    /// One gradient step (AdaGrad) on a sample.
    fn learn(&mut self, labelled: &Labelled, rate: f32) {
        let Labelled { sample, won, weight } = labelled;
        let Pass { sums, logit } = self.pass(sample);
        let error = weight * (chance(logit) - f32::from(u8::from(*won)));
        self.head_steps += error * error;
        let step = rate * error / self.head_steps.sqrt();
        self.bias -= step;
        let mut slopes = [[0.0; UNITS]; VIEWS];
        for view in 0..VIEWS {
            for i in 0..UNITS {
                let (sum, head) = (sums[view][i], &mut self.heads[view][i]);
                let slope = error * *head;
                // A clipped unit has a gradient only back into its range.
                let out = i < UNITS - 1 && (sum <= 0.0 && slope > 0.0 || sum >= 1.0 && slope < 0.0);
                slopes[view][i] = if out { 0.0 } else { slope };
                *head -= step * unit(sum, i).clamp(-3.0, 3.0);
            }
        }
        let square = slopes.iter().flatten().map(|slope| slope * slope).sum::<f32>() / UNITS as f32;
        let both: [f32; UNITS] = std::array::from_fn(|i| slopes[0][i] + slopes[1][i]);
        self.start_steps += square;
        correct(&mut self.start, &both, rate / self.start_steps.sqrt());
        self.phase_steps[sample.phase] += square;
        correct(&mut self.phases[sample.phase], &both, rate / self.phase_steps[sample.phase].sqrt());
        for &row in &sample.rows {
            for (row, slopes) in [(usize::from(row), &slopes[0]), (swapped(row), &slopes[1])] {
                self.row_steps[row] += square;
                correct(&mut self.rows[row], slopes, rate / self.row_steps[row].sqrt());
            }
        }
    }

    /// Quantises the net.
    fn rounded(&self) -> EvalNet {
        let one = f32::from(UNIT_ONE);
        let row = |row: &[f32; UNITS]| row.map(|weight| i16::from((weight * one).round() as i8));
        EvalNet {
            bias: (100.0 * self.bias).round() as i32,
            start: self.start.map(|weight| (weight * one).round() as i16),
            rows: self.rows.iter().map(row).collect(),
            phases: self.phases.iter().map(row).collect(),
            heads: self.heads.map(|head| head.map(|weight| (weight * 100.0 * 256.0 / one).round() as i16)),
        }
    }
}

fn correct(row: &mut [f32; UNITS], slopes: &[f32; UNITS], rate: f32) {
    row.iter_mut().zip(slopes).for_each(|(weight, slope)| *weight = (*weight - rate * slope).clamp(-1.0, 1.0));
}

fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Trains a net on 95 % of the samples and reports its accuracy on the others.
fn train(samples: &[Labelled]) -> Draft {
    let mut random = SplitMix64::new(1);
    // The last samples of every kind of board are in the exam: blocks of a whole game or so.
    let (mut order, mut exam) = (Vec::new(), Vec::new());
    for i in 0..samples.len() {
        if i / 100 % 20 == 19 { &mut exam } else { &mut order }.push(i as u32);
    }
    let mut draft = Draft::new(&mut random);
    for epoch in 0..EPOCHS {
        (1..order.len()).for_each(|i| order.swap(i, random.below(i as u64 + 1) as usize));
        let rate = RATE * (EPOCHS - epoch) as f32 / EPOCHS as f32;
        order.iter().for_each(|&i| draft.learn(&samples[i as usize], rate));
        report(&draft, exam.iter().map(|&i| &samples[i as usize]));
    }
    draft
}

/// Reports accuracy and log loss, of exact labels and of results of play.
fn report<'a>(draft: &Draft, exam: impl Iterator<Item = &'a Labelled>) {
    let mut sums = [[0.0f32; 3]; 2];
    for labelled in exam {
        let logit = draft.pass(&labelled.sample).logit;
        let sure = chance(if labelled.won { logit } else { -logit });
        let [count, right, loss] = &mut sums[usize::from(labelled.weight == PLAYED_WEIGHT)];
        (*count, *right, *loss) = (*count + 1.0, *right + f32::from(u8::from(sure > 0.5)), *loss - sure.max(1e-6).ln());
    }
    let text = sums.map(|[count, right, loss]| format!("{:.3} right, loss {:.3}", right / count, loss / count));
    eprintln!("  exact: {}; played: {}", text[0], text[1]);
}
