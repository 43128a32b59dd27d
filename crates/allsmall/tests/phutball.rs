//! Phutball against the golden files, the judge and the theorem.

use std::collections::BTreeSet;
use std::collections::HashMap;

use allsmall::phutball::exact::{
    Analysis, Code, GameEnd, Lane, MoveKind, Planes, SolvedLane, WinCensus, WinCounts, judge_guess, solve, unique_wins,
    verdict,
};
use allsmall::phutball::judge::TimedJudge;
use allsmall::phutball::oddish::{self, Oddish, Theory, strategy};
use allsmall::phutball::{
    Next, PhutballMove, PhutballPosition, Potentials, StripGame, potentials, read_oddish, read_position,
};
use allsmall::{Budget, Player};
use proptest::prelude::*;
use serde_json::Value;

fn golden(name: &str) -> Vec<Value> {
    let path = format!("{}/../../testdata/phutball/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the golden file is there");
    let lines: Vec<_> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(!lines.is_empty());
    lines
}

/// A move of the golden files, which count squares from 0.
fn golden_move(text: &str, oddish: bool) -> PhutballMove {
    let number: isize = text[1..].parse().expect("a number");
    let square = |shift: isize| usize::try_from(number + shift).expect("a square");
    match &text[..1] {
        "P" => PhutballMove::Place(square(1)),
        "J" => PhutballMove::Jump(square(if oddish { 0 } else { 1 })),
        other => panic!("{other}"),
    }
}

fn golden_moves(list: &Value, oddish: bool) -> BTreeSet<PhutballMove> {
    let moves = list.as_array().expect("a list").iter();
    moves.map(|mv| golden_move(mv.as_str().expect("a move"), oddish)).collect()
}

fn player(value: &Value) -> Player {
    serde_json::from_value(value.clone()).expect("L or R")
}

fn planes(lane: &Lane) -> Planes {
    let mut planes = Planes::new(lane);
    solve(lane, &Budget::new(), &mut planes).expect("no limit");
    planes
}

/// Tables of either game by the bits of their index.
struct Tables(HashMap<u32, Planes>);

impl Tables {
    fn analysis(&mut self, position: &impl StripGame) -> Analysis {
        let (lane, _) = position.packed().expect("a short board");
        let Ok(analysis) = Analysis::look_up(position, self.0.entry(lane.bits()).or_insert_with(|| planes(&lane)));
        analysis
    }
}

fn every<G: StripGame>(lane: &Lane) -> impl Iterator<Item = (Code, G)> + '_ {
    let codes = (0..lane.places()).flat_map(|place| (0..1 << lane.bits()).map(move |index| Code { place, index }));
    codes.map(|code| (code, G::unpacked(lane, code)))
}

fn check_golden(line: &Value, analysis: &Analysis, oddish: bool) {
    for (mover, name) in Player::BOTH.into_iter().zip(["L", "R"]) {
        let GameEnd::Win { winner, plies } = analysis.verdict(mover) else { panic!("a draw: {line}") };
        assert_eq!(winner, player(&line[format!("win_{name}_first")]), "{line}");
        assert_eq!(Value::from(plies), line[format!("plies_{name}_first")], "{line}");
        let good = analysis.winning_moves(mover).into_iter().collect::<BTreeSet<_>>();
        assert_eq!(good, golden_moves(&line[format!("good_{name}")], oddish), "{line}");
    }
}

#[test]
fn every_position_up_to_eight_squares_is_as_in_the_golden_file() {
    let mut tables = Tables(HashMap::new());
    for line in golden("phutball-n3-n8.jsonl") {
        let position = read_position(line["pos"].as_str().expect("a board")).expect("a board");
        check_golden(&line, &tables.analysis(&position), false);
        let Potentials { left, right } = potentials(&position);
        assert_eq!((Value::from(left), Value::from(right)), (line["PL"].clone(), line["PR"].clone()), "{line}");
    }
}

#[test]
fn every_oddish_position_up_to_six_squares_is_as_in_the_golden_file() {
    let mut tables = Tables(HashMap::new());
    for line in golden("oddish-m2-m6.jsonl") {
        let position = read_oddish(line["pos"].as_str().expect("a board")).expect("a board");
        check_golden(&line, &tables.analysis(&position), true);
        let Potentials { left, right } = oddish::potentials(&position);
        assert_eq!((Value::from(left), Value::from(right)), (line["pL"].clone(), line["pR"].clone()), "{line}");
    }
}

#[test]
fn the_examples_of_the_paper() {
    for line in golden("paper-examples.jsonl") {
        let position = read_position(line["pos"].as_str().expect("a board")).expect("a board");
        // The last one, with 28 squares, is run by `the_five_stone_position`.
        if position.squares() > 22 {
            continue;
        }
        let analysis = Analysis::solve(&position, &Budget::new()).expect("no limit");
        let GameEnd::Win { winner, plies } = analysis.verdict(Player::Left) else { panic!("a draw: {line}") };
        assert_eq!((winner, Value::from(plies)), (player(&line["winner"]), line["plies"].clone()), "{line}");
        let good: BTreeSet<_> = analysis.winning_moves(Player::Left).into_iter().collect();
        assert_eq!(good, golden_moves(&line["only_winning_moves"], false), "{line}");
    }
}

#[test]
#[ignore = "takes minutes and 1.7 GB; run by hand in release mode"]
fn the_five_stone_position() {
    let position = read_position("............o.oo@.oo........").expect("a board");
    let analysis = Analysis::solve(&position, &Budget::new()).expect("no limit");
    assert_eq!(analysis.winning_moves(Player::Left), [PhutballMove::Jump(12)]);
}

/// The tables say what the judge says, on every position of a lane.
fn judge_all<G: StripGame>(lane: &Lane) {
    let planes = planes(lane);
    let [mut left, mut right] = Player::BOTH.map(TimedJudge::<G>::new);
    for (code, position) in every::<G>(lane) {
        for mover in Player::BOTH {
            let Ok(GameEnd::Win { winner, plies }) = verdict(&planes, lane, code, mover) else { panic!("{position}") };
            let (judge, other) = if winner == Player::Left { (&mut left, &mut right) } else { (&mut right, &mut left) };
            assert_eq!(judge.plies_to_win(&position, mover, 20), Some(plies), "{position} {mover}");
            assert!(!other.wins_within(&position, mover, 20), "{position} {mover}");
        }
    }
}

#[test]
fn the_judge_agrees_on_all_short_boards() {
    (3..=8).for_each(|n| judge_all::<PhutballPosition>(&Lane::phutball(n)));
    (2..=6).for_each(|m| judge_all::<Oddish>(&Lane::oddish(m)));
}

#[test]
fn theorem_1_and_its_winning_moves_for_all_boards_up_to_twelve_squares() {
    for m in 2..=12 {
        let lane = Lane::oddish(m);
        let planes = planes(&lane);
        for (code, position) in every::<Oddish>(&lane) {
            let theory = Theory::new(&position);
            assert_eq!(theory.potentials(), oddish::potentials(&position), "{position}");
            for mover in Player::BOTH {
                let Ok(verdict) = verdict(&planes, &lane, code, mover);
                assert_eq!(verdict.winner(), Some(theory.winner(mover)), "{position} {mover}");
            }
            // All moves of all positions: enough up to ten squares.
            if m <= 10 {
                let Ok(analysis) = Analysis::look_up(&position, &planes);
                for mover in Player::BOTH {
                    assert_eq!(theory.winning_moves(mover), analysis.winning_moves(mover), "{position} {mover}");
                }
            }
        }
    }
}

/// The longest game, in plies, when the first player follows the strategy
/// from a position he can win and the other tries everything. Panics if he
/// loses or goes in a circle.
struct Strategist {
    longest: HashMap<Oddish, Option<u32>>,
    hero: Player,
}

impl Strategist {
    fn longest(&mut self, position: &Oddish) -> u32 {
        match self.longest.get(position) {
            Some(Some(known)) => return *known,
            Some(None) => panic!("the strategy goes in a circle at {position}"),
            None => self.longest.insert(position.clone(), None),
        };
        let longest = match position.after(strategy(position, self.hero)).expect("the strategy's move is legal") {
            Next::Won(winner) => {
                assert_eq!(winner, self.hero, "{position}");
                1
            }
            Next::Goes(next) => {
                assert_eq!(oddish::potentials(&next).favourite(), Some(self.hero), "{position}");
                let replies =
                    next.moves().into_iter().map(|mv| match next.after(mv).expect("a listed move is legal") {
                        Next::Won(winner) => {
                            assert_eq!(winner, self.hero, "{next} {mv}");
                            2
                        }
                        Next::Goes(after) => 2 + self.longest(&after),
                    });
                replies.max().expect("there is always a move")
            }
        };
        self.longest.insert(position.clone(), Some(longest));
        longest
    }
}

#[test]
fn the_oddish_strategy_beats_every_reply() {
    let known = [3, 6, 9, 13, 15, 19, 21, 25, 27, 33];
    for (m, plies) in (2..).zip(known) {
        let lane = Lane::oddish(m);
        for hero in Player::BOTH {
            let mut strategist = Strategist { longest: HashMap::new(), hero };
            let mut longest = 0;
            for (_, position) in every::<Oddish>(&lane) {
                match oddish::potentials(&position).favourite() {
                    // The other side wins, whoever starts.
                    Some(winner) if winner != hero => {}
                    Some(_) => {
                        let replies = position.moves().into_iter().filter_map(|mv| match position.after(mv) {
                            Ok(Next::Goes(next)) => Some(1 + strategist.longest(&next)),
                            _ => None,
                        });
                        longest = replies.max().unwrap_or(0).max(longest);
                    }
                    None => longest = strategist.longest(&position).max(longest),
                }
            }
            assert_eq!(longest, plies, "m = {m}");
        }
    }
}

#[test]
fn the_potential_fails_where_the_golden_file_says() {
    let mut tables = Tables(HashMap::new());
    for line in golden("potential-counterexamples.jsonl") {
        let position = read_position(line["pos"].as_str().expect("a board")).expect("a board");
        let Potentials { left, right } = potentials(&position);
        assert_eq!((Value::from(left), Value::from(right)), (line["PL"].clone(), line["PR"].clone()), "{line}");
        if position.squares() <= 15 {
            let analysis = tables.analysis(&position);
            for (mover, name) in Player::BOTH.into_iter().zip(["win_L_first", "win_R_first"]) {
                assert_eq!(analysis.verdict(mover).winner(), Some(player(&line[name])), "{line}");
            }
        }
    }
}

#[test]
fn on_oddish_positions_the_potential_decides_the_full_game() {
    for n in 3..=16 {
        let lane = Lane::phutball(n);
        let planes = planes(&lane);
        let mut seen = 0;
        for (code, position) in every::<PhutballPosition>(&lane) {
            let Some(oddish) = Oddish::from_position(&position) else { continue };
            seen += 1;
            let theory = Theory::new(&oddish);
            assert_eq!(theory.potentials(), potentials(&position), "{position}");
            for mover in Player::BOTH {
                let Ok(verdict) = verdict(&planes, &lane, code, mover);
                assert_eq!(verdict.winner(), Some(theory.winner(mover)), "{position}");
            }
            let back = Oddish::from_position(&oddish.to_position());
            assert_eq!(back, Some(oddish), "{position}");
        }
        assert!(seen > 0);
    }
}

fn solved(n: usize) -> (SolvedLane, WinCounts) {
    let mut census = WinCensus::default();
    let solved = solve(&Lane::phutball(n), &Budget::new(), &mut census).expect("no limit");
    let counts = census.counts(&solved);
    (solved, counts)
}

#[test]
fn counts_up_to_twenty_squares() {
    let path = format!("{}/../../testdata/phutball/counts.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the golden file is there");
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let mut seen = 0;
    for row in rows {
        let row: Vec<u64> = row.split(' ').map(|cell| cell.parse().expect("a number")).collect();
        if row[0] > 20 {
            break;
        }
        let (_, counts) = solved(row[0] as usize);
        let found = [counts.positions, counts.left, counts.first, counts.second, counts.draws, counts.plies.into()];
        assert_eq!(found, row[1..], "n = {}", row[0]);
        assert_eq!(counts.right, counts.left);
        seen += 1;
    }
    assert_eq!(seen, 18);
}

#[test]
fn every_miss_of_the_potential_up_to_ten_squares_and_every_wide_one_up_to_seventeen() {
    let golden = golden("potential-counterexamples.jsonl");
    let per_cent = [(9, 99.67, 99.83), (10, 99.12, 99.56), (12, 98.30, 99.15), (16, 96.99, 98.49)];
    for n in 3..=17 {
        let (solved, _) = solved(n);
        let mut found = BTreeSet::new();
        let guess = judge_guess(&solved, &Budget::new(), |miss| {
            if n <= 10 || miss.potentials.left.abs_diff(miss.potentials.right) >= 2 {
                found.insert(PhutballPosition::unpacked(solved.lane(), miss.code).to_string());
            }
        })
        .expect("no limit");
        let of_n = golden.iter().filter(|line| line["n"] == n);
        let known: BTreeSet<_> = of_n.map(|line| line["pos"].as_str().expect("a board").replace('B', "@")).collect();
        assert_eq!(found, known, "n = {n}");
        if let Some(&(_, both, each)) = per_cent.iter().find(|row| row.0 == n) {
            let rounded = |part: u64, of: u64| (part as f64 / of as f64 * 1e4).round() / 100.0;
            assert_eq!(rounded(guess.right_for_both, guess.positions), both, "n = {n}");
            assert_eq!(rounded(guess.right, 2 * guess.positions), each, "n = {n}");
        }
        assert_eq!(guess.wrong_by_difference.iter().sum::<u64>(), guess.positions - guess.right_for_both);
    }
}

#[test]
fn only_a_backward_jump_wins() {
    let golden = golden("backward-only.jsonl");
    for n in [21, 22, 23] {
        let (solved, _) = solved(n);
        let mut found = BTreeSet::new();
        unique_wins(&solved, MoveKind::Backward, &Budget::new(), |code| {
            found.insert(PhutballPosition::unpacked(solved.lane(), code).to_string());
        })
        .expect("no limit");
        let of_n = golden.iter().filter(|line| line["n"] == n);
        let known: BTreeSet<_> = of_n.map(|line| line["pos"].as_str().expect("a board").replace('B', "@")).collect();
        assert_eq!(found, known, "n = {n}");
    }
}

#[test]
fn only_one_kind_of_move_wins_as_the_moves_say() {
    let n = 9;
    let (solved, _) = solved(n);
    let planes = planes(solved.lane());
    for kind in [MoveKind::Place, MoveKind::Forward, MoveKind::Backward] {
        let mut found = Vec::new();
        unique_wins(&solved, kind, &Budget::new(), |code| found.push(code)).expect("no limit");
        let known = every::<PhutballPosition>(solved.lane()).filter(|(_, position)| {
            let Ok(analysis) = Analysis::look_up(position, &planes);
            let wins = analysis.winning_moves(Player::Left);
            let kind_of = |mv: &PhutballMove| match *mv {
                PhutballMove::Place(_) => MoveKind::Place,
                PhutballMove::Jump(to) if to > position.ball() => MoveKind::Forward,
                PhutballMove::Jump(_) => MoveKind::Backward,
            };
            !wins.is_empty() && wins.iter().all(|mv| kind_of(mv) == kind)
        });
        assert_eq!(found, known.map(|(code, _)| code).collect::<Vec<_>>());
    }
}

/// What a position is worth by its moves: the winner hurries, the loser delays.
fn by_moves(analysis: &Analysis, mover: Player) -> GameEnd {
    let ends = || analysis.moves.iter().map(|(_, ends)| ends[mover as usize]);
    let plies = |ends: GameEnd| ends.plies().expect("no draws");
    let wins = ends().filter(|ends| ends.winner() == Some(mover)).min_by_key(|&ends| plies(ends));
    wins.unwrap_or_else(|| ends().max_by_key(|&ends| plies(ends)).expect("there is always a move"))
}

#[test]
fn every_verdict_follows_from_the_moves() {
    let (full, odd) = (Lane::phutball(17), Lane::oddish(15));
    let (full_planes, odd_planes) = (planes(&full), planes(&odd));
    proptest!(|(place in 0usize..14, index in 0u64..1 << 15, extra in 0u64..2)| {
        let position = PhutballPosition::unpacked(&full, Code { place: place + extra as usize, index: index << 1 | extra });
        let Ok(analysis) = Analysis::look_up(&position, &full_planes);
        let Ok(mirror) = Analysis::look_up(&position.mirrored(), &full_planes);
        for mover in Player::BOTH {
            prop_assert_eq!(analysis.verdict(mover), by_moves(&analysis, mover));
            prop_assert_eq!(analysis.verdict(mover).plies(), mirror.verdict(mover.opponent()).plies());
            let best = analysis.moves.iter().find(|&&(mv, _)| mv == analysis.best_move(mover));
            prop_assert_eq!(best.map(|(_, ends)| ends[mover as usize]), Some(analysis.verdict(mover)));
        }
        let position = Oddish::unpacked(&odd, Code { place, index });
        let Ok(analysis) = Analysis::look_up(&position, &odd_planes);
        for mover in Player::BOTH {
            prop_assert_eq!(analysis.verdict(mover), by_moves(&analysis, mover));
        }
    });
}

proptest! {
    /// On long boards the theorem's winning moves are those after which it
    /// names the mover, and the strategy plays one of them.
    #[test]
    fn winning_moves_of_long_oddish_boards(
        stones in proptest::collection::vec(any::<bool>(), 2..300), arrow in any::<proptest::sample::Index>()
    ) {
        let arrow = 1 + arrow.index(stones.len() - 1);
        let position = Oddish::new(stones, arrow).expect("a position");
        let theory = Theory::new(&position);
        for mover in Player::BOTH {
            let wins = |mv: &PhutballMove| match position.after(*mv).expect("a listed move is legal") {
                Next::Won(winner) => winner == mover,
                Next::Goes(next) => oddish::potentials(&next).favourite() == Some(mover),
            };
            let known: Vec<_> = position.moves().into_iter().filter(wins).collect();
            prop_assert_eq!(&theory.winning_moves(mover), &known);
            prop_assert_eq!(theory.winner(mover) == mover, known.contains(&strategy(&position, mover)));
        }
    }
}
