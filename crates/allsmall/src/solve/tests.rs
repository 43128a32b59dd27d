//! Differential tests of the solver against the brute-force judge: every start and
//! move, with the usual valuation limits and with limits so low that search and
//! bounds decide.

use std::sync::Arc;

use proptest::prelude::*;

use super::search::Search;
use super::sum::ValuationLimits;
use super::valuation_limits::ValuationPlan;
use super::workers::SearchEnd;
use super::*;
use crate::notation::{Expr, Named, Summand, Term, read_expr};
use crate::transposition::Verdict;
use crate::value::{PartValueFile, Valuer};
use crate::{Board, Budget, Graph, Outcome, Player, Position, SplitMix64, judge};

/// Only the smallest parts are valued.
const LOW: ValuationLimits = ValuationLimits { strip: 2, grid: 1, other: 1, bounded: 64, merge: 6, day: 3 };
/// Nothing is valued, bounded or added.
const BARE: ValuationLimits = ValuationLimits { strip: 0, grid: 0, other: 0, bounded: 0, merge: 0, day: 3 };

fn solver(expr: &Expr, limits: Option<ValuationLimits>) -> Solver {
    let mut solver = Solver::for_sum(expr, &Budget::new()).expect("a small sum");
    if let Some(limits) = limits {
        solver.plan = ValuationPlan { limits, node_limit: u64::MAX, ..solver.plan };
        solver.search.sums.set_limits(limits);
    }
    solver
}

/// Asserts that the winner and the winning moves are those of the judge.
fn agrees(expr: &Expr, limits: Option<ValuationLimits>) {
    let union = expr.as_union(64).expect("a small sum");
    let mut solver = solver(expr, limits);
    for player in Player::BOTH {
        let budget = Budget::new();
        let wins = judge::wins(&union, player, &budget).expect("a small board");
        let (found, rule) = solver.winning_move_with_reason(player).expect("a small board");
        assert_eq!(found.is_some(), wins, "{expr} {player} by {rule:?} with {limits:?}");
        let moves = solver.moves(player).expect("a small board");
        if expr.as_board().is_some() {
            let results = union.moves(player).into_iter().map(|mv| union.after(player, mv).expect("legal"));
            let expected: Vec<bool> =
                results.map(|next| !judge::wins(&next, player.opponent(), &budget).expect("small")).collect();
            let found: Vec<bool> = moves.iter().map(|mv| solver.wins_by(player, mv).expect("small")).collect();
            assert_eq!(found, expected, "moves of {expr} {player} with {limits:?}");
        }
        if let Some(mv) = found {
            assert!(
                moves.iter().any(|other| (other.summand, other.mv) == (mv.summand, mv.mv)),
                "{expr} {player} {mv:?}"
            );
            assert!(solver.wins_by(player, &mv).expect("small"), "{expr} {player} {mv:?}");
        }
    }
}

fn agrees_in_all_ways(expr: &Expr) {
    for limits in [None, Some(LOW), Some(BARE)] {
        agrees(expr, limits);
    }
}

fn cell(symbol: usize) -> Option<Player> {
    match symbol % 3 {
        0 => None,
        1 => Some(Player::Left),
        _ => Some(Player::Right),
    }
}

fn code(board: Board, code: usize) -> Expr {
    let cells = (0..board.vertices() as u32).map(|i| cell(code / 3usize.pow(i))).collect();
    Expr::board(Position::new(board, cells))
}

#[test]
fn all_short_strips_with_empty_cells() {
    for cells in 1..=7 {
        (0..3usize.pow(cells as u32)).for_each(|n| agrees_in_all_ways(&code(Board::Strip { cells }, n)));
    }
    for cells in 8..=9 {
        (0..3usize.pow(cells as u32)).for_each(|n| agrees(&code(Board::Strip { cells }, n), Some(LOW)));
    }
}

#[test]
fn all_grids_up_to_three_by_three() {
    (0..3usize.pow(6)).for_each(|n| agrees_in_all_ways(&code(Board::Grid { rows: 2, cols: 3 }, n)));
    let square = Board::Grid { rows: 3, cols: 3 };
    (0..3usize.pow(9)).for_each(|n| agrees(&code(square.clone(), n), Some(LOW)));
    (0..3usize.pow(9)).step_by(7).for_each(|n| agrees_in_all_ways(&code(square.clone(), n)));
}

#[test]
fn published_outcomes() {
    let known = [
        ("(xo)^3", Outcome::P),
        ("(xo)^9", Outcome::N),
        ("(xxo)^9", Outcome::L),
        ("checker:2x6", Outcome::P),
        ("checker:3x4", Outcome::P),
        ("checker:3x5", Outcome::N),
        ("checker:4x4", Outcome::N),
        ("checker:4x5", Outcome::N),
    ];
    for (text, outcome) in known {
        let mut solver = solver(&read_expr(text).unwrap(), None);
        let [left, right] = Player::BOTH.map(|player| solver.wins(player).unwrap());
        assert_eq!(
            (left, right),
            (outcome.winner(Player::Left) == Player::Left, outcome.winner(Player::Right) == Player::Right),
            "{text}"
        );
    }
}

/// The weight bounds of long strips contain the exact weights.
#[test]
fn bounds_contain_the_exact_weights() {
    for cells in 4..=13u32 {
        for bits in (0..1u64 << cells).step_by(if cells > 10 { 5 } else { 1 }) {
            let board = Board::Strip { cells: cells as usize };
            let stones = (0..cells).map(|i| cell(1 + (bits >> i & 1) as usize)).collect();
            let expr = Expr::board(Position::new(board, stones));
            let mut solver = solver(&expr, Some(ValuationLimits { strip: 3, ..LOW }));
            let Some(&signed) = solver.root_parts().first() else { continue };
            let sums = &mut solver.search.sums;
            let bounds = sums.part_bounds(signed).unwrap();
            let value = sums.parts.value(&mut sums.values, signed).unwrap();
            let (low, high) = sums.values.atomic_weight_bounds(value);
            assert!(bounds.low <= low.unwrap() && high.unwrap() <= bounds.high, "{expr} {bounds:?}");
        }
    }
}

#[test]
fn limits_end_in_unknown() {
    let expr = read_expr("checker:5x6").unwrap();
    let time = Budget::new().with_time(std::time::Duration::from_millis(20));
    let mut solver = solver(&expr, None);
    solver.set_budget(&time);
    assert_eq!(solver.wins(Player::Left), Err(crate::Stop::Time));
}

/// A search whose memory is full goes on and finds the same verdict.
#[test]
fn full_memory_does_not_end_a_search() {
    for text in ["checker:3x6", "random:4x5:1", "random:40:3", "random:3x5:9 + (xo)^6 - ^3*"] {
        let expr = read_expr(text).unwrap();
        let mut free = solver(&expr, None);
        let mut tight = Solver::for_sum(&expr, &Budget::new().with_memory(3 << 20)).unwrap();
        for player in Player::BOTH {
            assert_eq!(tight.wins(player), free.wins(player), "{text} {player}");
            let moves = free.moves(player).unwrap();
            for (mv, same) in moves.iter().zip(tight.moves(player).unwrap()).take(3) {
                assert_eq!(tight.wins_by(player, &same), free.wins_by(player, mv), "{text} {player} {:?}", mv.mv);
            }
        }
    }
    let expr = read_expr("checker:3x6").unwrap();
    let mut tight = Solver::for_sum(&expr, &Budget::new().with_memory(200_000)).unwrap();
    assert_eq!([Player::Left, Player::Right].map(|player| tight.wins(player)), [Ok(false), Ok(false)]);
    assert!(tight.plan.limits.other < 8, "it did run out of memory");
}

/// Restored verdicts are written again, and a search that is stopped and resumed
/// often ends.
#[test]
fn a_search_in_many_short_steps_loses_nothing() {
    let path = std::env::temp_dir().join(format!("allsmall-steps-{}", std::process::id()));
    let expr = read_expr("checker:4x5").unwrap();
    let hour = std::time::Duration::from_secs(3600);
    let (mut known, mut nodes) = (0, 0);
    let mut end = SearchEnd::GivenUp;
    for step in 0.. {
        let mut solver = solver(&expr, None);
        training::set_order(&mut solver, None);
        if step > 0 {
            let resumed = checkpoint::resume(&mut solver, &path, "b").unwrap();
            assert_eq!(resumed, Resumed { known, kept: known });
        }
        checkpoint::save(&mut solver, &path, "b", hour).unwrap();
        let game = solver.search.sums.node(&solver.root_parts(), &[]).unwrap();
        end = solver.search.run(&game, 1000, &Budget::new()).unwrap();
        let Search { table, sums, checkpointer, nodes: more, .. } = &mut solver.search;
        checkpointer.as_mut().unwrap().write(table, &sums.values).unwrap();
        nodes += *more;
        known = table.len();
        if end != SearchEnd::GivenUp {
            break;
        }
        assert!(step < 1000, "{known} verdicts");
    }
    assert_eq!(end, SearchEnd::Settled(Verdict::Win));
    assert!(nodes > 5000, "it took {nodes} nodes in several steps");
    std::fs::remove_file(path).unwrap();
}

/// A board that is its own negative is searched once.
#[test]
fn own_negatives_are_solved_once() {
    for text in ["checker:4x4", "checker:3x6", "(xo)^17"] {
        let mut solver =
            solver(&read_expr(text).unwrap(), Some(ValuationLimits { strip: 4, grid: 4, other: 4, ..LOW }));
        let (left, nodes) = (solver.winning_move_with_reason(Player::Left).unwrap(), solver.nodes());
        let right = solver.winning_move_with_reason(Player::Right).unwrap();
        assert_eq!(left.0.is_some(), right.0.is_some());
        assert_eq!(solver.nodes(), nodes, "{text}");
    }
}

/// Dominated moves do not change the value, and linked strips are equal.
#[test]
fn dominated_moves_and_links_change_nothing() {
    use crate::notation::{move_name, read_board};
    for text in ["xoxoo", "xxoxoox", "xoxxoxoo", "xoxoxoxo", "xxoxxoox", "xox/oxo", "xoo/xxo", "xoxo/oxxo"] {
        let position = read_board(text).unwrap();
        let reports = solver(&Expr::board(position), None).parts().unwrap();
        let mut valuer = Valuer::new(&Budget::new());
        for report in reports {
            let part = read_board(&report.part).unwrap();
            let whole = valuer.value(&part).unwrap();
            let dominated = report.dominated.expect("small parts are valued");
            let [left, right] =
                [(Player::Left, dominated.left), (Player::Right, dominated.right)].map(|(player, out)| {
                    let kept = part.moves(player).into_iter().filter(|&mv| !out.contains(&move_name(part.board(), mv)));
                    kept.map(|mv| valuer.value(&part.after(player, mv).unwrap()).unwrap()).collect::<Vec<_>>()
                });
            assert_eq!(valuer.values_mut().from_options(&left, &right), Ok(whole), "{text}");
            if let Some(link) = report.link {
                assert_eq!(valuer.value(&read_board(&link).unwrap()), Ok(whole), "{text} {link}");
            }
        }
    }
}

/// Rows and cycles searched with precomputed short strips agree with their exact
/// values after every move.
#[test]
fn long_rows_agree_with_their_values() {
    use crate::notation::read_board;
    let mut valuer = Valuer::new(&Budget::new());
    for seed in 1..=6 {
        let row = read_board(&format!("random:{}:{seed}", 28 + seed)).unwrap();
        let ring = Position::new(Board::Cycle { cells: row.cells().len() }, row.cells().to_vec());
        for position in [row, ring] {
            let mut solver = solver(&Expr::board(position.clone()), None);
            assert_eq!(solver.plan.short_strips, 10);
            for player in Player::BOTH {
                let moves = solver.moves(player).unwrap();
                for (mv, first) in moves.iter().zip(position.moves(player)) {
                    let value = valuer.value(&position.after(player, first).unwrap()).unwrap();
                    assert_eq!(solver.outcome_after(mv), Ok(valuer.values().outcome(value)), "{position} {mv:?}");
                }
            }
        }
    }
}

/// Verdicts of two threads agree with those of one, on boards large enough for a
/// worker, and on each of their moves.
#[test]
fn threads_agree() {
    for text in ["checker:4x5", "random:4x5:3", "random:4x5:4", "random:3x7:2", "random:46:1", "(xo)^15"] {
        let expr = read_expr(text).unwrap();
        let low = ValuationLimits { strip: 6, grid: 4, other: 4, bounded: 64, merge: 8, day: 3 };
        let (mut one, mut two) =
            (solver(&expr, Some(low)), Solver::for_sum(&expr, &Budget::new().with_threads(2)).unwrap());
        two.plan = ValuationPlan { limits: low, node_limit: 2000, ..two.plan };
        two.search.sums.set_limits(low);
        for player in Player::BOTH {
            assert_eq!(one.wins(player), two.wins(player), "{text} {player}");
            let moves = one.moves(player).unwrap();
            let known: Vec<bool> = moves.iter().map(|mv| one.wins_by(player, mv).unwrap()).collect();
            let found: Vec<bool> = moves.iter().map(|mv| two.wins_by(player, mv).unwrap()).collect();
            assert_eq!(known, found, "{text} {player}");
        }
    }
}

/// Random weights of the net, little memory, two threads or recording samples change
/// neither the winner nor the winning moves.
#[test]
fn no_verdict_depends_on_the_move_order() {
    let wrong = |seed| {
        let mut random = SplitMix64::new(seed);
        let mut net = Net { start: [0; UNITS], rows: vec![[0; UNITS]; FEATURES], head: [0; UNITS] };
        net.rows.iter_mut().flatten().for_each(|weight| *weight = i16::from(random.next_u64() as i8));
        net.head.iter_mut().for_each(|weight| *weight = random.next_u64() as i16);
        Some(Arc::new(net))
    };
    for text in ["checker:3x6", "random:3x7:1", "random:5x4:9"] {
        let expr = read_expr(text).unwrap();
        let all = |solver: &mut Solver| -> Vec<bool> {
            let mut all = Vec::new();
            for player in Player::BOTH {
                all.push(solver.wins(player).unwrap());
                let moves = solver.moves(player).unwrap();
                all.extend(moves.iter().map(|mv| solver.wins_by(player, mv).unwrap()));
            }
            all
        };
        let mut plain = solver(&expr, None);
        assert!(plain.search.sums.net.is_some(), "{text}");
        training::set_order(&mut plain, None);
        let expected = all(&mut plain);
        assert_eq!(all(&mut solver(&expr, None)), expected, "{text}");
        let small = Budget::new().with_memory(1 << 20);
        for (seed, budget) in [(1, Budget::new()), (2, Budget::new().with_threads(2)), (3, small)] {
            let mut other = Solver::for_sum(&expr, &budget).unwrap();
            training::set_order(&mut other, wrong(seed));
            assert_eq!(all(&mut other), expected, "{text} {seed}");
        }
        let mut recorded = solver(&expr, None);
        training::record_samples(&mut recorded, 1);
        assert_eq!(all(&mut recorded), expected, "{text}");
        assert!(
            training::take_samples(&mut recorded)
                .iter()
                .all(|sample| sample.features.iter().all(|&f| usize::from(f) < FEATURES))
        );
    }
}

/// A checkpoint shortens the next search.
#[test]
fn a_search_resumes_from_a_checkpoint() {
    let path = std::env::temp_dir().join(format!("allsmall-saved-{}", std::process::id()));
    let expr = read_expr("checker:4x5").unwrap();
    let mut whole = solver(&expr, None);
    checkpoint::save(&mut whole, &path, "board", std::time::Duration::from_secs(3600)).unwrap();
    assert_eq!(whole.wins(Player::Left), Ok(true));
    whole.search.checkpointer.as_mut().unwrap().write(&whole.search.table, &whole.search.sums.values).unwrap();
    let mut again = solver(&expr, None);
    assert!(matches!(checkpoint::resume(&mut again, &path, "other"), Err(ResumeError::OtherBoard(_))));
    let resumed = checkpoint::resume(&mut again, &path, "board").unwrap();
    assert!(resumed.kept > 500 && resumed.kept == resumed.known, "{resumed:?}");
    assert_eq!(again.wins(Player::Left), Ok(true));
    assert!(again.nodes() < whole.nodes() / 100, "{} of {}", again.nodes(), whole.nodes());
    std::fs::remove_file(path).unwrap();
}

/// A checkpoint is read to its end whatever the time limit, so that saving again
/// loses nothing; with little memory the most expensive verdicts stay.
#[test]
fn a_checkpoint_is_read_whole_whatever_the_time() {
    let path = std::env::temp_dir().join(format!("allsmall-whole-{}", std::process::id()));
    let expr = read_expr("checker:4x5").unwrap();
    let hour = std::time::Duration::from_secs(3600);
    let mut first = solver(&expr, None);
    training::set_order(&mut first, None);
    first.wins(Player::Left).unwrap();
    checkpoint::save(&mut first, &path, "b", hour).unwrap();
    let known = first.search.table.len();
    for _ in 0..3 {
        let mut again = solver(&expr, None);
        again.set_budget(&Budget::new().with_time(std::time::Duration::ZERO));
        assert_eq!(checkpoint::resume(&mut again, &path, "b").unwrap(), Resumed { known, kept: known });
        checkpoint::save(&mut again, &path, "b", hour).unwrap();
    }
    let mut small = Solver::for_sum(&expr, &Budget::new().with_memory(300_000)).unwrap();
    let resumed = checkpoint::resume(&mut small, &path, "b").unwrap();
    assert!(0 < resumed.kept && resumed.kept < resumed.known, "{resumed:?}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn the_outcome_function_agrees_with_brute_force() {
    for text in ["xoxo", "xoxoxo", "xxo", "oox", "xox/oxo", "cycle:xoxoo", ".", "xx"] {
        let position = crate::notation::read_board(text).expect("a board");
        assert_eq!(super::outcome(&position, &Budget::new()), judge::outcome(&position, &Budget::new()), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn strips_by_search(symbols in prop::collection::vec(1usize..3, 8..13)) {
        let board = Board::Strip { cells: symbols.len() };
        agrees_in_all_ways(&Expr::board(Position::new(board, symbols.into_iter().map(cell).collect())));
    }

    #[test]
    fn cycles(symbols in prop::collection::vec(0usize..8, 3..11)) {
        let board = Board::Cycle { cells: symbols.len() };
        let cells = symbols.iter().map(|&s| if s == 0 { None } else { cell(1 + s % 2) }).collect();
        agrees_in_all_ways(&Expr::board(Position::new(board, cells)));
    }

    #[test]
    fn graphs(edges in prop::collection::vec((0usize..10, 0usize..10), 0..20), symbols in prop::collection::vec(0usize..8, 10)) {
        let edges: Vec<_> = edges.into_iter().filter(|(a, b)| a != b).collect();
        let cells = symbols.iter().map(|&s| if s == 0 { None } else { cell(1 + s % 2) }).collect();
        agrees_in_all_ways(&Expr::board(Position::new(Board::Graph(Graph::new(10, &edges)), cells)));
    }

    #[test]
    fn sums_of_everything(
        strip in prop::collection::vec(0usize..3, 1..5),
        grid in prop::collection::vec(0usize..3, 4),
        times in prop::collection::vec(-2i64..3, 4),
        nimber in 0u32..2,
    ) {
        let board = |board: Board, symbols: &[usize]| {
            Summand::Board(Position::new(board, symbols.iter().map(|&s| cell(s)).collect()))
        };
        let terms = [
            board(Board::Strip { cells: strip.len() }, &strip),
            board(Board::Grid { rows: 2, cols: 2 }, &grid),
            Summand::Value(Named::Nimber(nimber)),
            Summand::Value(Named::Up),
        ];
        let terms = terms.into_iter().zip(times).map(|(what, times)| Term { times: times.signum(), what }).collect();
        agrees_in_all_ways(&Expr { terms });
    }
}

/// Winners and winning moves do not depend on the file of part values, on threads or on
/// memory.
#[test]
fn verdicts_do_not_depend_on_part_values() {
    let file = Arc::new(PartValueFile::build(9, &Budget::new()).expect("there are no limits"));
    let with_file = |expr: &Expr, budget: &Budget, file: &Arc<PartValueFile>| {
        Solver::with_part_values(expr, budget, None, || Some(Arc::clone(file))).expect("a small sum")
    };
    let (mut fewer, mut all) = (0, 0);
    for text in ["random:4x6:3", "random:2x12:5 + random:3x4:1 - up", "checker:2x12"] {
        let expr = read_expr(text).unwrap();
        let mut plain = solver(&expr, None);
        let tight = Budget::new().with_memory(16 << 20);
        let mut others = [
            with_file(&expr, &Budget::new(), &file),
            with_file(&expr, &Budget::new().with_threads(2), &file),
            with_file(&expr, &tight, &Arc::new(PartValueFile::build(5, &Budget::new()).unwrap())),
        ];
        assert!(others[0].search.sums.limits().grid == 9 && others[2].search.sums.file_values.is_some());
        for player in Player::BOTH {
            let wins = plain.wins(player).unwrap();
            others.iter_mut().for_each(|other| assert_eq!(other.wins(player).unwrap(), wins, "{text} {player}"));
        }
        (fewer, all) = (fewer + others[0].nodes(), all + plain.nodes());
        for player in Player::BOTH {
            for other in &mut others {
                if let Some(mv) = other.winning_move(player).unwrap() {
                    assert!(plain.wins_by(player, &mv).unwrap(), "{text} {player} {mv:?}");
                }
            }
        }
    }
    assert!(fewer < all, "values of larger parts save nodes: {fewer} of {all}");
}

/// A file that takes more than its share of the memory is left alone, and so is any
/// file on a board that is solved in no time.
#[test]
fn part_values_are_used_where_they_fit() {
    let file = Arc::new(PartValueFile::build(7, &Budget::new()).expect("there are no limits"));
    let uses = |text: &str, memory: usize| {
        let budget = Budget::new().with_memory(memory);
        let expr = read_expr(text).unwrap();
        let solver = Solver::with_part_values(&expr, &budget, None, || Some(Arc::clone(&file))).unwrap();
        solver.search.sums.file_values.is_some()
    };
    assert!(uses("checker:5x6", 1 << 30));
    assert!(!uses("checker:5x6", file.bytes()));
    assert!(!uses("checker:4x4", 1 << 30) && !uses("(xo)^30", 1 << 30));
}
