//! Trains the weights of the solver's move-ordering net (`src/solve/net/eval.rs`):
//! `cargo run --release -p allsmall --example train_order -- crates/allsmall/src/solve/net/order.weights`
//!
//! Small boards are searched, with random moves now and then; each settled node is a
//! sample: its features, its verdict, the nodes it took. In the first round moves are
//! ordered by the static score alone, in the others by the net of the previous round
//! too. The net has three
//! heads: the logit of a win, and the logarithm of the work if the position is
//! lost, and if it is won. Samples that took more work count more. All seeds are
//! fixed: on one machine the same weights come out again. None of the boards is
//! among those on which the net is evaluated (`benches/solve.rs`).

use std::sync::Arc;

use allsmall::generate::random_play::after_random_plies;
use allsmall::internal::training;
use allsmall::internal::{SplitMix64, write_atomically};
use allsmall::solve::{FEATURES, Net, Sample, UNIT_MAX, UNITS};
use allsmall::{Budget, Player, Position, Solver};

/// Training boards: board, random plies before the search, number of seeds.
const BOARDS: [(&str, usize, u64); 11] = [
    ("checker:4x6", 0, 1),
    ("checker:5x5", 0, 1),
    ("checker:6x6", 8, 40),
    ("checker:5x6", 6, 8),
    ("checker:4x7", 5, 8),
    ("checker:3x8", 0, 1),
    ("checker:3x9", 4, 20),
    ("checker:3x10", 6, 20),
    ("checker:6x6", 7, 40),
    ("checker:5x6", 5, 20),
    ("checker:4x7", 3, 10),
];
/// First seed of random plays; the evaluation boards have smaller ones.
const FIRST_SEED: u64 = 1000;
const ROUNDS: usize = 3;
const EPOCHS: usize = 6;
/// Initial learning rate.
const RATE: f32 = 0.03;
/// Weight of the squared error in the logarithm of the work.
const WORK_LOSS: f32 = 0.15;
/// Weights of the logit and of the logarithm of work in the score of a move.
const LOGIT: f32 = 16.0;
const LN_WORK: f32 = 50.0;

const WIN: usize = 0;
const WORK_IF_LOST: usize = 1;
const WORK_IF_WON: usize = 2;

fn main() {
    let path = std::env::args().nth(1).expect("the file to be written");
    let (mut net, mut samples) = (None, Vec::new());
    for round in 0..ROUNDS {
        samples.extend(search_boards(round, net.as_ref()));
        let trained = train(&samples).rounded();
        net = Some(Arc::new(trained));
    }
    let bytes = net.expect("there are rounds").write();
    write_atomically(path.as_ref(), &bytes).expect("the file can be written");
}

/// Searches all boards and gives back what there is to learn.
fn search_boards(round: usize, net: Option<&Arc<Net>>) -> Vec<Sample> {
    let mut samples = Vec::new();
    for (board, plies, seeds) in BOARDS {
        let (mut nodes, before) = (0, samples.len());
        for seed in (FIRST_SEED + 500 * round as u64..).take(seeds as usize) {
            let start: Position = board.parse().expect("a board");
            let position = after_random_plies(&start, plies, seed);
            let mut solver = Solver::for_position(&position, &Budget::new().with_memory(4 << 30)).expect("it fits");
            training::set_order(&mut solver, net.cloned());
            training::record_samples(&mut solver, seed);
            // Even plies were played, or it does not matter who begins.
            solver.wins(Player::Left).expect("there is time");
            nodes += solver.nodes();
            samples.extend(training::take_samples(&mut solver));
        }
        eprintln!("round {round}, {board} after {plies} plies: {nodes} nodes, {} samples", samples.len() - before);
    }
    samples
}

/// The net in training. A unit of 1 is [`UNIT_MAX`].
struct Draft {
    start: [f32; UNITS],
    rows: Vec<[f32; UNITS]>,
    heads: [[f32; UNITS]; 3],
    bias: [f32; 3],
    /// Mean squares of all steps that a row, a unit's start and the heads took.
    row_steps: Vec<f32>,
    start_steps: f32,
    head_steps: [f32; 3],
}

/// One sample as the net sees it.
struct Pass {
    sums: [f32; UNITS],
    units: [f32; UNITS],
    outputs: [f32; 3],
}

impl Draft {
    fn new(random: &mut SplitMix64) -> Draft {
        let mut small = |scale: f32| ((random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0) * scale;
        Draft {
            start: std::array::from_fn(|_| 0.5 + small(0.1)),
            rows: (0..FEATURES).map(|_| std::array::from_fn(|_| small(0.02))).collect(),
            heads: std::array::from_fn(|_| std::array::from_fn(|_| small(0.5))),
            bias: [0.0; 3],
            row_steps: vec![1e-3; FEATURES],
            start_steps: 1e-2,
            head_steps: [1.0; 3],
        }
    }

    fn pass(&self, sample: &Sample) -> Pass {
        let mut sums = self.start;
        for &feature in &sample.features {
            sums.iter_mut().zip(&self.rows[usize::from(feature)]).for_each(|(sum, weight)| *sum += weight);
        }
        let units = sums.map(|sum| sum.clamp(0.0, 1.0));
        let weigh = |head: &[f32; UNITS]| head.iter().zip(&units).map(|(weight, unit)| weight * unit).sum::<f32>();
        let outputs = std::array::from_fn(|i| weigh(&self.heads[i]) + self.bias[i]);
        Pass { sums, units, outputs }
    }

    /// One gradient step (AdaGrad) on a sample.
    fn learn(&mut self, sample: &Sample, rate: f32) {
        let Pass { sums, units, outputs } = self.pass(sample);
        let weight = 1.0 + 0.7 * ln_work(sample);
        let head = if sample.verdict.is_win() { WORK_IF_WON } else { WORK_IF_LOST };
        let mut errors = [0.0; 3];
        errors[WIN] = weight * (chance(outputs[WIN]) - f32::from(u8::from(sample.verdict.is_win())));
        errors[head] = weight * WORK_LOSS * (outputs[head] - ln_work(sample));
        let mut slopes = [0.0; UNITS];
        for (i, &error) in errors.iter().enumerate().filter(|(_, error)| **error != 0.0) {
            self.head_steps[i] += error * error;
            let step = rate * error / self.head_steps[i].sqrt();
            for unit in 0..UNITS {
                slopes[unit] += error * self.heads[i][unit];
                self.heads[i][unit] -= step * units[unit];
            }
            self.bias[i] -= step;
        }
        // A clipped unit has a gradient only back into its range.
        for unit in 0..UNITS {
            let out = sums[unit] <= 0.0 && slopes[unit] > 0.0 || sums[unit] >= 1.0 && slopes[unit] < 0.0;
            slopes[unit] = if out { 0.0 } else { slopes[unit] };
        }
        let square = slopes.iter().map(|slope| slope * slope).sum::<f32>() / UNITS as f32;
        self.start_steps += square;
        correct(&mut self.start, &slopes, rate / self.start_steps.sqrt());
        for &feature in &sample.features {
            let feature = usize::from(feature);
            self.row_steps[feature] += square;
            correct(&mut self.rows[feature], &slopes, rate / self.row_steps[feature].sqrt());
        }
    }

    /// Quantises the net, with the two heads that are used combined into one.
    fn rounded(&self) -> Net {
        let full = f32::from(UNIT_MAX);
        let score = |unit: usize| LOGIT * self.heads[WIN][unit] + LN_WORK * self.heads[WORK_IF_LOST][unit];
        Net {
            start: self.start.map(|weight| (weight * full).round() as i16),
            rows: self.rows.iter().map(|row| row.map(|weight| i16::from((weight * full).round() as i8))).collect(),
            head: std::array::from_fn(|unit| (score(unit) * 256.0 / full).round() as i16),
        }
    }
}

fn correct(row: &mut [f32; UNITS], slopes: &[f32; UNITS], rate: f32) {
    row.iter_mut().zip(slopes).for_each(|(weight, slope)| *weight = (*weight - rate * slope).clamp(-1.0, 1.0));
}

fn ln_work(sample: &Sample) -> f32 {
    (sample.work as f32).ln()
}

fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Trains a net on 95 % of the samples and reports its accuracy on the others.
fn train(samples: &[Sample]) -> Draft {
    let mut random = SplitMix64::new(1);
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let shuffle = |order: &mut [u32], random: &mut SplitMix64| {
        (1..order.len()).for_each(|i| order.swap(i, random.below(i as u64 + 1) as usize));
    };
    shuffle(&mut order, &mut random);
    let exam = order.split_off(order.len() - order.len() / 20);
    let mut draft = Draft::new(&mut random);
    for epoch in 0..EPOCHS {
        shuffle(&mut order, &mut random);
        let rate = RATE * (EPOCHS - epoch) as f32 / EPOCHS as f32;
        order.iter().for_each(|&i| draft.learn(&samples[i as usize], rate));
        report(&draft, exam.iter().map(|&i| &samples[i as usize]));
    }
    draft
}

/// Reports the accuracy of the predicted winner, the log loss, the squared error in the
/// logarithm of the work if lost; and both losses of a constant predictor.
fn report<'a>(draft: &Draft, exam: impl Iterator<Item = &'a Sample>) {
    let (mut count, mut won, mut right, mut loss) = (0.0, 0.0, 0.0, 0.0);
    let (mut lost, mut error, mut sum, mut squares) = (0.0, 0.0, 0.0, 0.0);
    for sample in exam {
        let outputs = draft.pass(sample).outputs;
        let sure = chance(if sample.verdict.is_win() { outputs[WIN] } else { -outputs[WIN] });
        (count, right, loss) = (count + 1.0, right + f32::from(u8::from(sure > 0.5)), loss - sure.max(1e-6).ln());
        if sample.verdict.is_win() {
            won += 1.0;
        } else {
            let work = ln_work(sample);
            (lost, sum, squares) = (lost + 1.0, sum + work, squares + work * work);
            error += (outputs[WORK_IF_LOST] - work).powi(2);
        }
    }
    let share: f32 = won / count;
    let plain = -share * share.ln() - (1.0 - share) * (1.0 - share).ln();
    let spread = squares / lost - (sum / lost).powi(2);
    eprintln!(
        "winner known {:.3}, loss {:.3} of {plain:.3}; work if lost: {:.2} of {spread:.2}",
        right / count,
        loss / count,
        error / lost
    );
}
