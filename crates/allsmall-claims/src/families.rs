//! Hamming graphs, hypercubes and complete multipartite graphs: section 4 of
//! the survey (Dorbec, Duchene, Gravier and others).

use std::sync::Arc;

use allsmall::solitaire::extremes::{extremes, is_strongly_one_reducible};
use allsmall::solitaire::graphs::{hamming, multipartite};
use allsmall::solitaire::judge_table::JudgeTable;
use allsmall::solitaire::{EndStone, replay};
use allsmall::{Board, Player, Position, Stop};

use crate::boards::{self, Random, allowed_by_delta, coloured, fewest, is_mixed, mixed};
use crate::claim::{CheckContext, Claim, Failure, Finding};
use crate::cubes;

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "survey-theorem-25",
        source: "Survey, Theorem 25",
        place: "section 4.1, Theorem 25",
        statement: "Every Hamming graph but K2 x K3 and the hypercubes can be left with one stone of any colour on any vertex, if the other vertices hold both colours.",
        check: |context| {
            let strong: &[&[usize]] = context.up_to(
                &[&[3], &[4], &[5], &[2, 4], &[3, 3]],
                &[&[3], &[4], &[5], &[6], &[7], &[2, 4], &[2, 5], &[2, 6], &[3, 3], &[3, 4], &[2, 2, 3]],
                &[
                    &[3],
                    &[4],
                    &[5],
                    &[6],
                    &[7],
                    &[8],
                    &[2, 4],
                    &[2, 5],
                    &[2, 6],
                    &[2, 7],
                    &[3, 3],
                    &[3, 4],
                    &[3, 5],
                    &[2, 2, 3],
                ],
            );
            let mut failure = None;
            for sides in strong {
                if !is_strongly_one_reducible(&boards::hamming(sides), &context.budget)? {
                    failure = failure.or(Some(format!("sides {sides:?}")));
                }
            }
            let small = boards::hamming(&[2, 3]);
            let exceptions = [&[2, 3][..], &[2, 2], &[2, 2, 2]]
                .iter()
                .all(|sides| is_strongly_one_reducible(&boards::hamming(sides), &context.budget) == Ok(false));
            let worst = extremes(&small, &context.budget)?.expect("six vertices").most;
            Ok(Finding::theorem(format!("all positions, vertices and colours for the sides {strong:?}"), failure)
                .remark(format!(
                    "the exceptions are {}: K2 x K3, K2 x K2 and Q_3 fail; on K2 x K3 {worst} stone can always be left",
                    if exceptions { "needed" } else { "not needed" }
                )))
        },
    },
    Claim {
        id: "survey-theorem-26",
        source: "Survey, Theorem 26",
        place: "section 4.1, Definition 24 and Theorem 26",
        statement: "On a hypercube a stone of a chosen colour on a chosen vertex can be left, with at most one other, whose colour may be chosen too.",
        check: |context| {
            let full = context.up_to(3, 3, 4);
            let mut failure = None;
            for dimension in 2..=full {
                let cube = boards::hamming(&vec![2; dimension]);
                failure = failure.or_else(|| mixed(&cube).find(|position| !strongly_two_reducible(position)));
            }
            let (dimension, samples) = context.up_to((6, 30), (8, 200), (10, 500));
            let mut random = Random(26);
            for _ in 0..samples {
                context.budget.check()?;
                let cube = boards::hamming(&vec![2; 4 + random.below(dimension - 3)]);
                let position = random.colours(&cube);
                failure = failure.or_else(|| {
                    (is_mixed(&position) && !two_stones(&position, random.below(16), Player::Left, Player::Right))
                        .then_some(position)
                });
            }
            Ok(Finding::theorem(
                format!(
                    "all requests for dimensions 2 to {full}, {samples} random ones up to dimension {dimension}, plays replayed"
                ),
                failure.map(|p| p.to_string()),
            ))
        },
    },
    Claim {
        id: "survey-section-4-cubes",
        source: "Survey, section 4.1",
        place: "section 4.1, paragraph before Theorem 26",
        statement: "For n > 1 some position of both colours on the hypercube Q_n cannot be reduced to one stone.",
        check: |context| {
            let n = context.up_to(3, 4, 4);
            let mut counts = Vec::new();
            for dimension in 2..=n {
                let cube = boards::hamming(&vec![2; dimension]);
                let values = mixed(&cube).map(|p| fewest(&p, &context.budget)).collect::<Result<Vec<_>, _>>()?;
                counts.push(2 * values.into_iter().filter(|&value| value > 1).count());
            }
            let failure = counts.contains(&0).then(|| "a cube without such a position".to_owned());
            Ok(Finding::theorem(format!("all positions of Q_2 to Q_{n}"), failure)
                .remark(format!("such positions of Q_2, Q_3, ...: {counts:?}")))
        },
    },
    Claim {
        id: "survey-conjecture-27",
        source: "Survey, Conjecture 27",
        place: "section 4.1, Conjecture 27",
        statement: "A position of both colours on a hypercube can be reduced to one stone exactly if delta is not 0 mod 3.",
        check: conjecture_27,
    },
    Claim {
        id: "survey-proposition-28",
        source: "Survey, Proposition 28",
        place: "section 4.2, Proposition 28",
        statement: "A position on the balanced complete bipartite graph leaves one stone, or two if delta = 0 mod 3.",
        check: |context| {
            let n = context.up_to(5, 6, 6);
            let boards: Vec<_> = (1..=n).map(|side| vec![side, side]).collect();
            let printed = first_multipartite(&boards, |p, value| value == allowed_by_delta(p));
            let repaired = first_multipartite(&boards, |p, value| !is_mixed(p) || value == allowed_by_delta(p));
            Ok(Finding::with_hypothesis(
                format!("all positions for sides up to {n}, by brute force"),
                printed,
                "the position has both colours",
                repaired,
            ))
        },
    },
    Claim {
        id: "survey-theorem-29",
        source: "Survey, Theorem 29",
        place: "section 4.2, Theorem 29",
        statement: "On K_{n,m} with n > m, n_b <= n_w and f = n - 2 n_b - m - m_b: one stone (two if delta = 0 mod 3) if f < 0, otherwise f + 2.",
        check: |context| {
            let most = context.up_to(10, 12, 13);
            let boards: Vec<_> = (1..most).flat_map(|m| (m + 1..=most - m).map(move |n| vec![n, m])).collect();
            let printed = first_multipartite(&boards, |p, value| value == theorem_29(p));
            let repaired = first_multipartite(&boards, |p, value| !is_mixed(p) || value == theorem_29(p));
            Ok(Finding::with_hypothesis(
                format!("all positions with up to {most} vertices, by brute force"),
                printed,
                "the position has both colours",
                repaired,
            ))
        },
    },
    Claim {
        id: "survey-theorems-30-31",
        source: "Survey, Theorems 30 and 31",
        place: "section 4.2, Theorems 30 and 31",
        statement: "On a complete graph of three or more parts one stone can be left, unless one part is the largest and f >= 0: then f + 2.",
        check: |context| {
            let most = context.up_to(9, 11, 12);
            let boards: Vec<_> = (3..=most).flat_map(partitions).filter(|parts| parts.len() >= 3).collect();
            let failure = first_multipartite(&boards, |p, value| {
                let formula = multipartite::reduce(p, false).expect("multipartite").value();
                !is_mixed(p) || formula == Some(value)
            });
            Ok(Finding::theorem(
                format!("all positions of both colours with up to {most} vertices, by brute force"),
                failure,
            ))
        },
    },
];

fn conjecture_27(context: &CheckContext) -> Result<Finding, Stop> {
    let full = context.up_to(3, 4, 4);
    let mut failure: Failure = None;
    let mut look = |position: &Position| {
        if fewest(position, &context.budget)? != allowed_by_delta(position) && failure.is_none() {
            failure = Some(position.to_string());
        }
        Ok(())
    };
    for dimension in 1..=full {
        let cube = boards::hamming(&vec![2; dimension]);
        mixed(&cube).try_for_each(|position| look(&position))?;
    }
    let five = boards::hamming(&[2; 5]);
    let classes_of_five = if context.up_to(false, true, true) {
        let mut count = 0;
        cubes::classes_of_five(&context.budget, |whites| {
            count += 1;
            let position = coloured(&five, whites.into());
            if is_mixed(&position) { look(&position) } else { Ok(()) }
        })?;
        format!("all {count} classes of Q_5 under its symmetries")
    } else {
        let samples = 500;
        let mut random = Random(27);
        (0..samples).map(|_| random.colours(&five)).filter(is_mixed).try_for_each(|p| look(&p))?;
        format!("{samples} random positions of Q_5")
    };
    Ok(Finding::theorem(format!("all positions of Q_1 to Q_{full}, {classes_of_five}, plays replayed"), failure)
        .remark("proved here for every cube, not yet reviewed by others: docs/reduce.md"))
}

/// Every request of Definition 24 for one position.
fn strongly_two_reducible(position: &Position) -> bool {
    let n = position.cells().len();
    let enough = |c: Player, d: Player| position.stones_of(c) > usize::from(c == d) && position.stones_of(d) > 0;
    (0..n).all(|v| {
        let others = |player| (0..n).any(|u| u != v && position.cells()[u] == Some(player));
        let asked = Player::BOTH.into_iter().all(others);
        !asked
            || Player::BOTH
                .iter()
                .all(|&c| Player::BOTH.iter().all(|&second| !enough(c, second) || two_stones(position, v, c, second)))
    })
}

/// Whether a play leaves a stone of colour `c` on `v`, and at most one other,
/// of colour `second`.
fn two_stones(position: &Position, v: usize, c: Player, second: Player) -> bool {
    let Ok(found) = hamming::reduce_cube(position, EndStone { vertex: v, colour: Some(c) }, second) else {
        return false;
    };
    let left = replay(position, &found.play.expect("a play")).expect("legal moves");
    let others: Vec<_> = (0..left.cells().len()).filter(|&u| u != v).filter_map(|u| left.cells()[u]).collect();
    left.cells()[v] == Some(c) && (others.is_empty() || others == [second])
}

/// The formula of Theorem 29, whether or not both colours occur.
fn theorem_29(position: &Position) -> usize {
    let Board::Multipartite { parts } = position.board() else { panic!("the board is complete bipartite") };
    let [n, m] = [parts[0], parts[1]].map(|size| size as i64);
    let (large, small) = position.cells().split_at(parts[0]);
    let count = |cells: &[Option<Player>], player| cells.iter().filter(|c| **c == Some(player)).count() as i64;
    // Black is the colour that the large side has fewer of.
    let black = Player::BOTH.into_iter().min_by_key(|&player| count(large, player)).expect("two players");
    let f = n - 2 * count(large, black) - m - count(small, black);
    if f >= 0 {
        return f as usize + 2;
    }
    allowed_by_delta(position)
}

/// The first position for which the test fails, given its fewest stones by
/// brute force; stones of one part are alike, so they are sorted.
fn first_multipartite(boards: &[Vec<usize>], holds: impl Fn(&Position, usize) -> bool) -> Failure {
    boards.iter().find_map(|parts| {
        let board = Arc::new(Board::Multipartite { parts: parts.clone() });
        let mut table = JudgeTable::new(board.clone());
        let mut whites = vec![0; parts.len()];
        loop {
            let stones = parts.iter().zip(&whites).flat_map(|(&size, &whites)| {
                (0..size).map(move |i| Some(if i < whites { Player::Right } else { Player::Left }))
            });
            let position = Position::new(board.clone(), stones.collect());
            let value = table.fewest(&position);
            if !holds(&position, value) {
                return Some(format!("{position}, which leaves {value}"));
            }
            let next = (0..parts.len()).find(|&i| whites[i] < parts[i])?;
            whites[next] += 1;
            whites[..next].fill(0);
        }
    })
}

/// The ways to write a number as a sum, largest part first.
fn partitions(n: usize) -> Vec<Vec<usize>> {
    fn go(left: usize, most: usize, parts: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        if left == 0 {
            all.push(parts.clone());
        }
        for part in (1..=left.min(most)).rev() {
            parts.push(part);
            go(left - part, part, parts, all);
            parts.pop();
        }
    }
    let mut all = Vec::new();
    go(n, n, &mut Vec::new(), &mut all);
    all
}
