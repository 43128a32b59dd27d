//! Rows and grids: Demaine, Demaine, Fleischer, "Solitaire Clobber", and
//! section 2 of the survey.

use allsmall::solitaire::graphs::grid::conjecture16::LEMMAS;
use allsmall::solitaire::graphs::grid::{NarrowShape, every_length, worst};
use allsmall::solitaire::graphs::path;
use allsmall::solitaire::judge_table::JudgeTable;
use allsmall::solitaire::{FirstMover, SolitaireOptions, reduce, replay_alternate};
use allsmall::{Budget, Player, Position, Stop};

use crate::boards::{
    Random, allowed_by_delta, classes, coloured, cycle, delta, fewest, grid, is_mixed, line, mixed, states,
};
use crate::claim::{CheckContext, Claim, Failure, Finding};

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "demaine-theorems-1-2",
        source: "Demaine et al. 2004, Theorems 1 and 2, Table 1; survey, Proposition 3",
        place: "section 2, Theorems 1 and 2, Table 1; survey, section 1.2, Proposition 3",
        statement: "The alternating row of n stones leaves ceil(n/4) stones, one more if n = 3 mod 4, whoever begins, and the free rule gives no better.",
        check: |context| {
            let (brute, long) = context.up_to((12, 10_000), (13, 100_000), (13, 1_000_000));
            let formula = |n: usize| n.div_ceil(4) + usize::from(n % 4 == 3);
            let values = |n: usize| {
                let row = alternating(n);
                let mut table = JudgeTable::new(row.shared_board());
                [table.fewest(&row), table.alternate(&row, Player::Left), table.alternate(&row, Player::Right)]
            };
            let failure = (1..=brute).find(|&n| values(n) != [formula(n); 3]);
            let mut meter = path::LineCounter::new();
            let by_automaton = (1..=long).find(|&n| {
                meter.push_word(u64::from(n % 2 == 0), 1);
                meter.value() != formula(n)
            });
            let table: Vec<_> = (1..=12).map(|n| values(n)[0].to_string()).collect();
            Ok(Finding::theorem(
                format!("n <= {brute} by brute force for both rules, n <= {long} for the free rule"),
                failure.or(by_automaton).map(|n| format!("n = {n}")),
            )
            .remark(format!("Table 1, n = 1..12: {}", table.join(" "))))
        },
    },
    Claim {
        id: "demaine-theorem-3",
        source: "Demaine et al. 2004, Theorem 3; survey, Proposition 8",
        place: "section 3, Theorem 3; survey, section 2.1, Proposition 8",
        statement: "On a bipartite graph stones plus clashing stones, mod 3, never change.",
        check: |context| {
            let cells = context.up_to(8, 9, 12);
            let boards = [line(cells), cycle(cells / 2 * 2), grid(2, cells / 2), grid(3, cells / 3)];
            let mut moves = 0u64;
            let mut failure = None;
            for board in boards {
                let classes = classes(&board).expect("bipartite");
                for before in states(&board) {
                    for mv in before.any_moves() {
                        let mut after = before.clone();
                        after.play(mv).expect("a legal move");
                        moves += 1;
                        if failure.is_none() && delta(&before, &classes) != delta(&after, &classes) {
                            failure = Some(before.to_string());
                        }
                    }
                }
                context.budget.check()?;
            }
            Ok(Finding::theorem(
                format!("all {moves} moves on a line, a cycle and two grids of up to {cells} cells"),
                failure,
            ))
        },
    },
    Claim {
        id: "demaine-theorem-5",
        source: "Demaine et al. 2004, Theorem 5",
        place: "section 3, Theorem 5",
        statement: "An n x m checkerboard with n, m >= 2 leaves one stone in alternating play with White first, or two if 3 divides nm.",
        check: |context| {
            let side = context.up_to(16, 40, 80);
            let failure = first_checkerboard(side, |board| {
                let found =
                    reduce(board, &SolitaireOptions::alternate(FirstMover::Only(Player::Right)), &context.budget)
                        .expect("a checkerboard");
                found.value() == Some(theorem_5(board))
            });
            let brute = first_checkerboard(6, |board| {
                let mut table = (board.stones() <= 12).then(|| JudgeTable::new(board.shared_board()));
                table.as_mut().is_none_or(|table| table.alternate(board, Player::Right) == theorem_5(board))
            });
            Ok(Finding::theorem(
                format!("all sides up to {side}, plays replayed; up to 12 cells by brute force"),
                failure.or(brute),
            )
            .remark("the figures of the paper are not needed: the local sequences were found by search"))
        },
    },
    Claim {
        id: "demaine-either-first",
        source: "Beyond Demaine et al. 2004, Theorem 5",
        place: "nowhere; the sentence is ours, beyond section 3, Theorem 5",
        statement: "An n x m checkerboard with n, m >= 2 leaves one stone in alternating play, or two if 3 divides nm, whoever begins; but if nm is odd and 3 does not divide it, the colour with more stones cannot begin and leave one: it leaves two.",
        check: |context| {
            let side = context.up_to(12, 20, 40);
            let value = |board: &Position| {
                let both = Player::BOTH.map(|first| {
                    reduce(board, &SolitaireOptions::alternate(FirstMover::Only(first)), &context.budget)
                        .expect("a checkerboard")
                        .value()
                });
                both.map(|value| value == Some(theorem_5(board)))
            };
            let odd = |board: &Position| board.stones() % 2 == 1 && theorem_5(board) == 1;
            let failure = first_checkerboard(side, |board| value(board) == [!odd(board), true]);
            Ok(Finding::conjecture(format!("all sides from 2 up to {side}, both first movers"), failure)
                .remark("Theorem 5 has the case in which the colour with fewer stones begins, and all boards of even size, since a mirror image exchanges their colours; that one stone is too few for the other colour is the claim alternating-parity; that two are enough then is not proved"))
        },
    },
    Claim {
        id: "survey-theorem-6",
        source: "Survey, Theorem 6",
        place: "section 2.1, Theorem 6",
        statement: "The free rule leaves one stone on every n x m checkerboard, or two if 3 divides nm.",
        check: |context| {
            let side = context.up_to(12, 40, 80);
            let right = |board: &Position| fewest(board, &context.budget) == Ok(theorem_5(board));
            let row = (2..=side).map(alternating).find(|row| !right(row));
            let larger = first_checkerboard(side, right);
            Ok(Finding::with_hypothesis(
                format!("all sides up to {side}, plays replayed"),
                row.map(|row| row.to_string()),
                "n, m >= 2, as in Theorem 5 of Demaine et al.; rows follow their Theorem 1",
                larger,
            ))
        },
    },
    Claim {
        id: "demaine-last-pair",
        source: "Demaine et al. 2004, section 1",
        place: "section 1",
        statement: "When two stones are left of a checkerboard, with White first, they can be left with one empty cell between them.",
        check: |context| {
            let side = context.up_to(12, 30, 60);
            let failure = first_checkerboard(side, |board| {
                let found =
                    reduce(board, &SolitaireOptions::alternate(FirstMover::Only(Player::Right)), &context.budget)
                        .expect("a checkerboard");
                let play = found.play.expect("a play");
                let end = replay_alternate(board, Player::Right, &play).expect("legal moves");
                end.stones() == 1 || is_pair_at_distance_two(&end)
            });
            Ok(Finding::theorem(format!("all sides up to {side} with nm divisible by 3, plays replayed"), failure))
        },
    },
    Claim {
        id: "survey-theorem-11",
        source: "Survey, Theorem 11 (Derouet-Jourdan and Gravier)",
        place: "section 2.2, Theorem 11",
        statement: "A k x n grid with k, n >= 4 and both colours can be reduced to two stones.",
        check: |context| {
            let (side, samples) = context.up_to((12, 300), (30, 3_000), (60, 20_000));
            let exhaustive = context.up_to(1 << 9, 1 << 15, 1 << 15);
            let mut random = Random(11);
            let square = grid(4, 4);
            let four = (1..exhaustive).map(|whites| coloured(&square, whites * (1 << 15) / exhaustive));
            let larger = (0..samples).map(|_| random_grid(&mut random, side));
            let failure = first_over(four.filter(is_mixed).chain(larger.collect::<Vec<_>>()), 2, &context.budget)?;
            Ok(Finding::theorem(
                format!(
                    "{} positions of 4 x 4, {samples} random positions with sides up to {side}, plays replayed",
                    if exhaustive == 1 << 15 { "all".to_owned() } else { exhaustive.to_string() }
                ),
                failure,
            ))
        },
    },
    Claim {
        id: "survey-conjecture-16",
        source: "Survey, Conjecture 16 and Problem P4",
        place: "section 2.2, Problem P4 and Conjecture 16",
        statement: "On large enough grids a position cannot be reduced to one stone exactly if it has one colour or delta = 0 mod 3.",
        check: conjecture_16,
    },
    Claim {
        id: "survey-problem-3",
        source: "Survey, Problem P3",
        place: "section 2.2, Problem P3",
        statement: "Is there a position of both colours on a 2 x n or 3 x n grid that cannot be reduced to two stones?",
        check: |context| {
            let two = every_length(two_rows(), 2, 14, &context.budget)?;
            let counts: Vec<_> = two.counts.iter().map(u128::to_string).collect();
            let Some(first) = two.exceptions.first() else {
                return Ok(Finding::conjecture("2 x n for every n, by a finite automaton", None));
            };
            let answer = format!(
                "yes on two rows, first {first}, which leaves {}; no on three rows",
                fewest(first, &context.budget)?
            );
            let most = context.up_to(3, 4, 4);
            let mut failure = None;
            for rows in 3..=most {
                let found = every_length(NarrowShape::Grid { rows }, 2, 4, &context.budget)?;
                failure = failure.or((!found.holds()).then(|| format!("a grid of {rows} rows")));
            }
            Ok(Finding::answered(format!("2 to {most} rows and every n, by finite automata"), answer, failure)
                .remark(format!("such positions on 2 x n for n = 1, 2, ...: {}", counts.join(" "))))
        },
    },
    Claim {
        id: "two-rows-worst",
        source: "Beyond Problem P3 of the survey",
        place: "nowhere; the sentence is ours, beyond section 2.2, Problem P3",
        statement: "The worst position of both colours on 2 x n leaves 1 stone for n = 1, 2 for n = 2 to 8, 3 for n = 9 and 10, and floor((n + 25)/12) for every n >= 11.",
        check: two_rows_worst,
    },
    Claim {
        id: "alternate-grids",
        source: "Beyond Theorem 5 of Demaine et al.",
        place: "nowhere; the sentence is ours, beyond section 3, Theorem 5",
        statement: "On a grid with both sides at least three a position of both colours can be reduced, if the colours alternate and the better one begins, to as many stones as one colour has more than the other, but not to fewer than delta allows.",
        check: alternate_grids,
    },
];

fn alternate_grids(context: &CheckContext) -> Result<Finding, Stop> {
    let sides = context.up_to(&[(3, 3)][..], &[(3, 3), (3, 4), (3, 5)][..], &[(3, 3), (3, 4), (3, 5), (4, 4)][..]);
    let mut failure = None;
    for &(rows, cols) in sides {
        let board = grid(rows, cols);
        let mut table = JudgeTable::new(board.clone());
        for position in mixed(&board) {
            context.budget.check()?;
            let [left, right] = Player::BOTH.map(|player| position.stones_of(player));
            let expected = left.abs_diff(right).max(allowed_by_delta(&position));
            let found = Player::BOTH.map(|first| table.alternate(&position, first)).into_iter().min();
            if found != Some(expected) && failure.is_none() {
                failure = Some(format!("{position}, which leaves {found:?} and not {expected}"));
            }
        }
    }
    let names: Vec<String> = sides.iter().map(|(rows, cols)| format!("{rows} x {cols}")).collect();
    Ok(Finding::conjecture(format!("all positions of {}, by brute force", names.join(", ")), failure)
        .remark("no fewer can be left: moves take stones of the two colours in turn, so the difference changes by at most one, and then the last mover has a stone left")
        .remark("on two rows it fails, first on 2 x 5, for 12 positions such as xxxoo/xxooo"))
}

fn two_rows() -> NarrowShape {
    NarrowShape::Grid { rows: 2 }
}

/// What the worst position of both colours on 2 x n leaves.
fn worst_of_two_rows(n: usize) -> usize {
    match n {
        1 => 1,
        2..=8 => 2,
        9..=10 => 3,
        _ => (n + 25) / 12,
    }
}

fn two_rows_worst(context: &CheckContext) -> Result<Finding, Stop> {
    let (brute, most) = context.up_to((5, 4), (6, 5), (7, 6));
    let mut failure = None;
    for n in 1..=brute {
        let board = grid(2, n);
        let mut table = JudgeTable::new(board.clone());
        let worst = mixed(&board).map(|position| table.fewest(&position)).max();
        if worst != Some(worst_of_two_rows(n)) {
            failure = failure.or(Some(format!("n = {n}, by brute force")));
        }
    }
    for stones in 3..=most {
        let found = every_length(two_rows(), stones - 1, 12 * stones - 25, &context.budget)?;
        let first = found.counts.iter().position(|&count| count > 0).map(|place| place + 1);
        if first != (1..).find(|&n| worst_of_two_rows(n) == stones) {
            failure = failure.or(Some(format!("{stones} stones, first for n = {first:?}")));
        }
    }
    let by_automata = format!("n <= {brute} by brute force, k <= {most} stones each for every n by a finite automaton");
    let Some(found) = worst(two_rows(), &context.budget)? else {
        return Ok(Finding::conjecture(by_automata, failure));
    };
    let wrong = (1..100).find(|&n| found.value(n) != worst_of_two_rows(n));
    let failure = failure.or(wrong.map(|n| format!("n = {n}")));
    let checked =
        format!("every n, by a longest mean cycle in a graph of {} lists of costs; {by_automata}", found.lists);
    Ok(Finding::theorem(checked, failure)
        .remark("proved here, not yet reviewed by others")
        .remark("so no number of stones is enough for all n, and k >= 4 stones are first forced at 12 k - 25 columns")
        .remark(format!("columns that force a stone more each time they are repeated: {}", found.unit)))
}

fn conjecture_16(context: &CheckContext) -> Result<Finding, Stop> {
    let (side, samples) = context.up_to((12, 300), (30, 3_000), (60, 20_000));
    let mut random = Random(16);
    let mut failure = None;
    for _ in 0..samples {
        let position = random_grid(&mut random, side);
        if is_mixed(&position) && fewest(&position, &context.budget)? != allowed_by_delta(&position) {
            failure = failure.or(Some(position.to_string()));
        }
    }
    let mut checked = format!("{samples} random positions with sides 4 to {side}, plays replayed");
    if context.up_to(false, true, true) {
        let square = grid(4, 4);
        for position in mixed(&square) {
            if fewest(&position, &context.budget)? != allowed_by_delta(&position) {
                failure = failure.or(Some(position.to_string()));
            }
        }
        // Four cells in a column are a line, which has further exceptions.
        for (rows, from) in [(3, 1), (4, 2)] {
            let found = every_length(NarrowShape::Grid { rows }, 1, 4, &context.budget)?;
            if found.from.is_none_or(|first| first > from) {
                failure = failure.or(Some(format!("a grid of {rows} rows")));
            }
        }
        checked += "; all positions of 4 x 4; 3 x n and 4 x n with n >= 2 for every n, by finite automata";
    }
    let (mut lists, mut all_shown) = (Vec::new(), true);
    for lemma in LEMMAS.iter().filter(|lemma| context.up_to(QUICK.contains(&lemma.name), true, true)) {
        match lemma.shown(&context.budget)? {
            Some(followed) => lists.push(format!("{} {followed}", lemma.name)),
            // That says nothing about the statement; it is only not proved then.
            None => all_shown = false,
        }
    }
    checked += &format!(
        "; {} of the {} lemmas about strips of every length from which it follows for all grids with sides of at least three",
        lists.len(),
        LEMMAS.len()
    );
    let two = every_length(two_rows(), 1, 9, &context.budget)?;
    let exception = two.exceptions.first().map(ToString::to_string).unwrap_or_default();
    let finding = if all_shown {
        Finding::theorem(checked, failure).remark("proved here, not yet reviewed by others")
    } else {
        Finding::conjecture(checked, failure).remark("a lemma of its proof is not shown")
    };
    Ok(finding
        .remark(format!("lists of costs followed: {}", lists.join(", ")))
        .remark(format!("large enough must mean at least three rows: on 2 x n it fails, first for {exception}")))
}

/// The lemmas of Conjecture 16 that take no time worth speaking of.
const QUICK: [&str; 6] = ["one-row", "three-rows", "all-x", "last-three", "last-three-delta-0", "last-five"];

/// A random position with sides from 4 to `side`.
fn random_grid(random: &mut Random, side: usize) -> Position {
    let board = grid(4 + random.below(side - 3), 4 + random.below(side - 3));
    random.colours(&board)
}

/// What Theorem 5 says of a checkerboard.
fn theorem_5(board: &Position) -> usize {
    if board.stones().is_multiple_of(3) { 2 } else { 1 }
}

/// `xoxo...`
fn alternating(n: usize) -> Position {
    Position::new(line(n), (0..n).map(|i| Some(Player::BOTH[i % 2])).collect())
}

/// The sides of all grids up to `most`, shorter side first.
pub(crate) fn sides(most: usize) -> impl Iterator<Item = (usize, usize)> {
    (2..=most).flat_map(move |k| (k..=most).map(move |n| (k, n)))
}

/// The first checkerboard for which the test fails; the corner is black, so
/// White never has more stones.
fn first_checkerboard(side: usize, holds: impl Fn(&Position) -> bool) -> Failure {
    sides(side).find_map(|(k, n)| {
        let cells = (0..k * n).map(|v| Some(Player::BOTH[(v / n + v % n) % 2])).collect();
        let board = Position::new(grid(k, n), cells);
        (!holds(&board)).then(|| format!("{k} x {n}"))
    })
}

fn first_over(positions: impl IntoIterator<Item = Position>, most: usize, budget: &Budget) -> Result<Failure, Stop> {
    for position in positions {
        if is_mixed(&position) && fewest(&position, budget)? > most {
            return Ok(Some(position.to_string()));
        }
    }
    Ok(None)
}

/// Two stones in one row or column, one cell between them, of both colours.
fn is_pair_at_distance_two(end: &Position) -> bool {
    let cols = end.board().neighbours(0).into_iter().max().expect("a grid");
    let left: Vec<usize> = (0..end.cells().len()).filter(|&v| end.cells()[v].is_some()).collect();
    let [a, b] = left[..] else { return false };
    let (rows, columns) = ((a / cols).abs_diff(b / cols), (a % cols).abs_diff(b % cols));
    matches!((rows, columns), (0, 2) | (2, 0)) && end.cells()[a] != end.cells()[b]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_and_rows() {
        let cells = |text: &str| allsmall::notation::read_board(text).expect("a board");
        assert!(is_pair_at_distance_two(&cells("x.o/...")));
        assert!(!is_pair_at_distance_two(&cells("x.x/...")));
        assert!(!is_pair_at_distance_two(&cells("x../..o")));
        assert_eq!(alternating(3).to_string(), "xox");
    }
}
