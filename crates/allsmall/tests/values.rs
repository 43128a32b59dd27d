//! Values of Clobber positions against brute force and against each other.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::collections::{HashMap, HashSet};

use allsmall::cgt::{Relation, Value, Values, Weight};
use allsmall::internal::SplitMix64;
use allsmall::internal::judge;
use allsmall::notation::read_board;
use allsmall::value::{StripTable, Valuer};
use allsmall::{Board, Budget, Graph, Outcome, Player, Position, ReadError, Stop};
use proptest::prelude::*;

/// A strip as text, cell `i` from bit `i`.
fn strip(bits: u32, cells: u32) -> String {
    (0..cells).map(|i| if bits >> i & 1 == 1 { 'x' } else { 'o' }).collect()
}

fn judged(board: &str) -> Outcome {
    judge::outcome(&read_board(board).unwrap(), &Budget::new()).unwrap()
}

#[test]
fn all_strips_up_to_ten_win_as_the_judge_says() {
    let mut values = Values::new();
    let table = StripTable::new(&mut values, 10, &Budget::new()).unwrap();
    for cells in 1..=10 {
        for bits in 0..1 << cells {
            let board = strip(bits, cells);
            assert_eq!(values.outcome(table.value(bits, cells)), judged(&board), "{board}");
        }
    }
}

#[test]
fn sums_and_differences_of_strips_win_as_the_judge_says() {
    let mut values = Values::new();
    let table = StripTable::new(&mut values, 7, &Budget::new()).unwrap();
    let mut random = SplitMix64::new(3);
    let mut pick = || {
        let cells = 2 + random.below(6) as u32;
        (random.below(1 << cells) as u32, cells)
    };
    for _ in 0..400 {
        let ((a, m), (b, n)) = (pick(), pick());
        let (v, w) = (table.value(a, m), table.value(b, n));
        let sum = values.add(v, w).unwrap();
        let board = format!("{}.{}", strip(a, m), strip(b, n));
        assert_eq!(values.outcome(sum), judged(&board), "{board}");
        let relation = match judged(&format!("{}.{}", strip(a, m), strip(b ^ ((1 << n) - 1), n))) {
            Outcome::P => Relation::Equal,
            Outcome::L => Relation::Greater,
            Outcome::R => Relation::Less,
            Outcome::N => Relation::Confused,
        };
        assert_eq!(values.compare(v, w).unwrap(), relation, "{} and {}", strip(a, m), strip(b, n));
    }
}

/// Counts of P, L, R, N and of distinct values by length: `testdata/clobber`.
#[test]
fn strips_fall_into_the_known_classes() {
    let text = include_str!("../../../testdata/clobber/strip-counts.txt");
    let mut values = Values::new();
    let table = StripTable::new(&mut values, 14, &Budget::new()).unwrap();
    let mut lengths = 0;
    for line in text.lines().filter(|line| !line.starts_with('%')) {
        let numbers: Vec<usize> = line.split_whitespace().map(|n| n.parse().unwrap()).collect();
        let cells = numbers[0] as u32;
        if cells > table.longest() {
            continue;
        }
        let all: Vec<Value> = (0..1 << cells).map(|bits| table.value(bits, cells)).collect();
        let count = |o| all.iter().filter(|&&v| values.outcome(v) == o).count();
        let found = [Outcome::P, Outcome::L, Outcome::R, Outcome::N].map(count);
        let distinct = all.iter().collect::<HashSet<_>>().len();
        assert_eq!(&numbers[1..], [&found[..], &[distinct]].concat(), "length {cells}");
        lengths += 1;
    }
    assert_eq!(lengths, 13);
}

/// `a <= b` from the options alone: no landmarks, no weights, no negatives.
fn plain_le(values: &Values, known: &mut HashMap<(Value, Value), bool>, a: Value, b: Value) -> bool {
    if let Some(&answer) = known.get(&(a, b)) {
        return answer;
    }
    let refuted = values.left_options(a).iter().any(|&l| plain_le(values, known, b, l))
        || values.right_options(b).iter().any(|&r| plain_le(values, known, r, a));
    known.insert((a, b), !refuted);
    !refuted
}

#[test]
fn no_two_values_in_the_arena_are_equal_and_the_order_is_the_plain_one() {
    let mut values = Values::new();
    let table = StripTable::new(&mut values, 12, &Budget::new()).unwrap();
    let mut random = SplitMix64::new(7);
    let mut all: Vec<Value> = (0..1 << 12).map(|bits| table.value(bits, 12)).collect();
    all.sort_by_key(|v| v.id());
    all.dedup();
    let sample: Vec<Value> = (0..160).map(|_| all[random.below(all.len() as u64) as usize]).collect();
    let mut known = HashMap::new();
    for &a in &sample {
        for &b in &sample {
            let forward = plain_le(&values, &mut known, a, b);
            assert_eq!(values.le(a, b), Ok(forward));
            assert_eq!(forward && plain_le(&values, &mut known, b, a), a == b);
        }
    }
}

/// Strips reach weights that are not integers, which tiny games do not.
#[test]
fn weights_of_strips_add_and_obey_the_far_star() {
    let mut values = Values::new();
    let table = StripTable::new(&mut values, 13, &Budget::new()).unwrap();
    let all: HashSet<Value> = (0..1 << 13).map(|bits| table.value(bits, 13)).collect();
    let mut odd: Vec<Value> =
        all.iter().copied().filter(|&v| matches!(values.atomic_weight(v), Weight::Game(_))).collect();
    odd.sort_by_key(|v| v.id());
    assert!(odd.len() > 100, "{}", odd.len());
    for pair in odd.windows(2).step_by(7) {
        let (v, w) = (pair[0], pair[1]);
        let sum = values.add(v, w).unwrap();
        let [x, y, z] = [v, w, sum].map(|g| values.atomic_weight_value(g).unwrap().unwrap());
        assert_eq!(values.add(x, y), Ok(z));
        let (low, high) = values.atomic_weight_bounds(v);
        for n in low.unwrap() - 1..=high.unwrap() + 1 {
            let ups = values.ups(1 - n, false).unwrap();
            let shifted = values.add(v, ups).unwrap();
            let far = values.star(values.birthday(shifted) + 2).unwrap();
            assert_eq!(values.le(far, shifted), Ok(n <= low.unwrap()));
        }
    }
}

#[test]
fn limits_end_in_a_reason() {
    let small = Budget::new().with_memory(1 << 22);
    assert_eq!(Valuer::new(&small).text("random:60:1"), Err(ReadError::Stop(Stop::Memory)));
    let short = Budget::new().with_time(std::time::Duration::from_millis(20));
    assert_eq!(Valuer::new(&short).text("(xo)^40"), Err(ReadError::Stop(Stop::Time)));
    assert_eq!(Valuer::new(&Budget::new()).text("99999999999"), Err(ReadError::Stop(Stop::Unsupported)));
    let nested = |inside: &str| "{0|".repeat(3000) + inside + &"}".repeat(3000);
    assert_eq!(Valuer::new(&Budget::new()).text(&nested("1")), Err(ReadError::Stop(Stop::Unsupported)), "1/2^3000");
    let mut valuer = Valuer::new(&Budget::new());
    let v = valuer.text(&nested("*")).unwrap();
    assert_eq!(valuer.values().name(v).as_deref(), Some("^3000*"));
}

#[test]
fn an_arena_goes_on_after_a_limit() {
    let mut values = Values::within(&Budget::new().with_time(std::time::Duration::ZERO));
    let stopped = StripTable::new(&mut values, 14, &Budget::new());
    assert_eq!(stopped.err(), Some(Stop::Time));
    values.set_budget(&Budget::new());
    let table = StripTable::new(&mut values, 9, &Budget::new()).unwrap();
    for bits in 0..1 << 9 {
        assert_eq!(values.outcome(table.value(bits, 9)), judged(&strip(bits, 9)));
    }
}

/// Stones on a random board of one of the kinds.
fn position(cells: usize) -> impl Strategy<Value = Position> {
    let stone = prop_oneof![4 => Just(Some(Player::Left)), 4 => Just(Some(Player::Right)), 1 => Just(None)];
    (0..4u8, prop::collection::vec(stone, cells), any::<u64>()).prop_map(|(kind, mut stones, seed)| {
        let board = match kind {
            0 => Board::Strip { cells: stones.len() },
            1 => Board::Cycle { cells: stones.len() },
            2 => {
                let cols = 2 + (seed % 4) as usize;
                let rows = (stones.len() / cols).max(1);
                stones.truncate(rows * cols);
                Board::Grid { rows, cols }
            }
            _ => {
                let mut random = SplitMix64::new(seed);
                let edges: Vec<_> = (1..stones.len()).map(|v| (random.below(v as u64) as usize, v)).collect();
                Board::Graph(Graph::new(stones.len(), &edges))
            }
        };
        Position::new(board, stones)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn positions_on_any_board_win_as_the_judge_says(p in position(11)) {
        let mut valuer = Valuer::new(&Budget::new());
        let v = valuer.value(&p).unwrap();
        prop_assert_eq!(valuer.values().outcome(v), judge::outcome(&p, &Budget::new()).unwrap());
        let negative = valuer.value(&p.negated()).unwrap();
        prop_assert_eq!(valuer.values().neg(v), negative);
    }

    #[test]
    fn a_value_is_made_of_the_values_of_the_moves(p in position(12)) {
        let mut valuer = Valuer::new(&Budget::new());
        let v = valuer.value(&p).unwrap();
        let [left, right] = Player::BOTH.map(|player| {
            let next: Vec<_> = p.moves(player).iter().map(|&mv| p.after(player, mv).unwrap()).collect();
            valuer.positions(&next).unwrap()
        });
        prop_assert_eq!(valuer.values_mut().from_options(&left, &right), Ok(v));
    }

    #[test]
    fn long_strips_agree_with_their_mirror_images_and_halves(bits in any::<u32>(), n in 3u32..24, m in 2u32..8) {
        let mut valuer = Valuer::new(&Budget::new());
        let text = strip(bits, n);
        let v = valuer.text(&text).unwrap();
        let mirror: String = text.chars().rev().collect();
        prop_assert_eq!(valuer.text(&mirror), Ok(v));
        let other = strip(bits >> 7, m);
        let whole = valuer.text(&format!("{text}.{other}")).unwrap();
        let sum = valuer.text(&format!("{text} + {other}")).unwrap();
        prop_assert_eq!(whole, sum);
        let back = valuer.text(&format!("{text}.{other} - {other}")).unwrap();
        prop_assert_eq!(back, v);
    }
}
