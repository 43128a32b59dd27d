//! Grossman and Nowakowski, "One-dimensional Phutball".

use std::collections::HashSet;

use allsmall::phutball::exact::{
    Analysis, Code, Lane, MoveKind, SolvedLane, WinCensus, WinCounts, judge_guess, solve, unique_wins,
};
use allsmall::phutball::oddish::{self, Oddish, Theory, strategy};
use allsmall::phutball::{Next, PhutballMove, PhutballPosition, Potentials, StripGame, read_position};
use allsmall::{Player, Stop};

use crate::claim::{CheckContext, Claim, Failure, Finding};

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "phutball-examples",
        source: "Grossman and Nowakowski, examples (1) to (3)",
        place: "section 1, examples (1) to (3)",
        statement: "Left to move wins o@o.o.o...., and loses o@o.ooo.... and o@o.oo....; in the first he loses if he jumps all three stones.",
        check: |context| {
            let winner = |text: &str| -> Result<_, Stop> {
                let position = read_position(text).expect("a board");
                let analysis = Analysis::solve(&position, &context.budget)?;
                Ok((analysis.verdict(Player::Left).winner(), analysis.winning_moves(Player::Left)))
            };
            let boards = ["o@o.o.o....", "o@o.ooo....", "o@o.oo...."];
            let found = boards.iter().map(|board| winner(board)).collect::<Result<Vec<_>, _>>()?;
            let winners: Vec<_> = found.iter().map(|(winner, _)| *winner).collect();
            let wrong = winners != [Some(Player::Left), Some(Player::Right), Some(Player::Right)];
            let only: Vec<_> = found[0].1.iter().map(ToString::to_string).collect();
            Ok(Finding::theorem("the three boards, by retrograde analysis", wrong.then(|| format!("{winners:?}")))
                .remark(format!("the only winning move of the first is {}", only.join(" "))))
        },
    },
    Claim {
        id: "phutball-more-stones",
        source: "Grossman and Nowakowski, section 1",
        place: "section 1, first of the two assertions that the examples refute",
        statement: "A stone placed between the ball and the goal one attacks can only help (which the paper refutes).",
        check: |context| {
            let n = context.up_to(10, 11, 12);
            first_worse(context, n, "a stone more", |position| {
                let empty: Vec<usize> =
                    (position.ball() + 1..=position.squares()).filter(|&s| !position.has_stone(s)).collect();
                empty
                    .into_iter()
                    .map(|square| {
                        let mut stones = position.stones().to_vec();
                        stones[square - 1] = true;
                        PhutballPosition::new(stones, position.ball()).expect("a position")
                    })
                    .collect()
            })
        },
    },
    Claim {
        id: "phutball-shorter-way",
        source: "Grossman and Nowakowski, section 1",
        place: "section 1, second of the two assertions that the examples refute",
        statement: "An empty square less between the ball and the goal one attacks can only help (which the paper refutes).",
        check: |context| {
            let n = context.up_to(10, 11, 12);
            first_worse(context, n, "an empty square less", |position| {
                let inside = position.ball() + 1..=position.squares();
                let empty: Vec<usize> = inside.filter(|&s| !position.has_stone(s)).collect();
                empty
                    .into_iter()
                    .filter_map(|square| {
                        let mut stones = position.stones().to_vec();
                        stones.remove(square - 1);
                        PhutballPosition::new(stones, position.ball()).ok()
                    })
                    .collect()
            })
        },
    },
    Claim {
        id: "phutball-backward",
        source: "Grossman and Nowakowski, section 1",
        place: "section 1, \"Never jump backwards\", and section 3, first paragraph",
        statement: "Never to jump backwards is always good enough (which the paper refutes).",
        check: |context| {
            let n = context.up_to(22, 24, 26);
            let mut counts = Vec::new();
            let mut first = None;
            for n in (context.up_to(18, 3, 3)..=n).filter(|&n| n >= 3) {
                let solved = solve(&Lane::phutball(n), &context.budget, &mut WinCensus::default())?;
                let mut found = Vec::new();
                unique_wins(&solved, MoveKind::Backward, &context.budget, |code| found.push(code))?;
                if let (None, Some(&code)) = (&first, found.first()) {
                    first = Some(format!(
                        "{} ({n} squares), Left to move",
                        PhutballPosition::unpacked(solved.lane(), code)
                    ));
                }
                if !found.is_empty() {
                    counts.push(format!("{} with {n} squares", found.len()));
                }
            }
            Ok(Finding::theorem(format!("all positions of up to {n} squares"), first).remark(format!(
                "positions in which only a backward jump wins, Left to move: {}",
                if counts.is_empty() { "none".to_owned() } else { counts.join(", ") }
            )))
        },
    },
    Claim {
        id: "phutball-theorem-1",
        source: "Grossman and Nowakowski, Theorem 1",
        place: "section 2, Theorem 1",
        statement: "In Oddish Phutball the player with the smaller potential wins, and with equal potentials whoever moves first.",
        check: |context| {
            let m = context.up_to(10, 13, 16);
            let failure = first_oddish(context, m, |position, solved, code| {
                let theory = Theory::new(position);
                Player::BOTH.iter().all(|&first| solved.winner(code, first) == Some(theory.winner(first)))
            })?;
            Ok(Finding::theorem(format!("all Oddish boards of up to {m} squares, by retrograde analysis"), failure))
        },
    },
    Claim {
        id: "phutball-lemma-2",
        source: "Grossman and Nowakowski, Lemma 2",
        place: "section 2, Lemma 2",
        statement: "With p_L = 0 Left can jump so that p_R - p_L >= 1; otherwise a stone lowers p_L by one, and no jump raises p_R - p_L by more than one.",
        check: |context| {
            let m = context.up_to(9, 11, 13);
            let failure = first_oddish(context, m, |position, _, _| lemma_2(position))?;
            Ok(Finding::theorem(format!("all Oddish boards of up to {m} squares"), failure).remark(
                "minus signs are lost in print: (i) is p_R - p_L >= 1; jumps that end the game are left out of (iii)",
            ))
        },
    },
    Claim {
        id: "phutball-strategy",
        source: "Grossman and Nowakowski, proof of Theorem 1",
        place: "section 2, proof of Theorem 1",
        statement: "The strategy of the proof (jump over the even number of stones, or place a stone past them) wins against every reply.",
        check: |context| {
            let m = context.up_to(7, 9, 10);
            let mut won = Won::default();
            let failure = first_oddish(context, m, |position, _, _| {
                Theory::new(position).winner(Player::Left) != Player::Left || won.contains(position)
            })?;
            Ok(Finding::theorem(
                format!("all Oddish boards of up to {m} squares that Left wins, against all replies"),
                failure,
            ))
        },
    },
    Claim {
        id: "phutball-full-oddish",
        source: "Beyond Grossman and Nowakowski",
        place: "nowhere; the sentence is ours",
        statement: "Theorem 1 also names the winner of the unrestricted game from positions whose stones are all at odd distance.",
        check: |context| {
            let n = context.up_to(14, 20, 24);
            let mut failure = None;
            for n in 3..=n {
                let solved = solve(&Lane::phutball(n), &context.budget, &mut WinCensus::default())?;
                for oddish in oddish_boards(n) {
                    let full = oddish.to_position();
                    let (_, code) = full.packed().expect("a short board");
                    let theory = Theory::new(&oddish);
                    let right = full.squares() != n
                        || Player::BOTH.iter().all(|&first| solved.winner(code, first) == Some(theory.winner(first)));
                    if !right && failure.is_none() {
                        failure = Some(full.to_string());
                    }
                }
            }
            Ok(Finding::conjecture(format!("all such positions of up to {n} squares"), failure))
        },
    },
    Claim {
        id: "phutball-potential",
        source: "Grossman and Nowakowski, section 3",
        place: "section 3: \"a generalized potential function which almost works\"",
        statement: "The generalised potential names the winner of the unrestricted game (the authors say: almost).",
        check: |context| {
            let n = context.up_to(12, 18, 22);
            let (mut first, mut share) = (None, String::new());
            for n in 3..=n {
                let solved = solve(&Lane::phutball(n), &context.budget, &mut WinCensus::default())?;
                let guess = judge_guess(&solved, &context.budget, |miss| {
                    if first.is_none() {
                        first = Some(format!(
                            "{} ({n} squares), potentials {} and {}",
                            PhutballPosition::unpacked(solved.lane(), miss.code),
                            miss.potentials.left,
                            miss.potentials.right
                        ));
                    }
                })?;
                share = format!(
                    "{:.2} % of the positions of {n} squares are right for both starters",
                    100.0 * guess.right_for_both as f64 / guess.positions as f64
                );
            }
            Ok(Finding::theorem(format!("all positions of up to {n} squares"), first).remark(share))
        },
    },
    Claim {
        id: "phutball-no-draws",
        source: "Beyond Grossman and Nowakowski",
        place: "nowhere; the sentence is ours",
        statement: "No position of one-dimensional Phutball is a draw, and none is won by the second player whoever that is.",
        check: |context| {
            let n = context.up_to(18, 22, 26);
            let mut failure = None;
            let mut last = WinCounts::default();
            for n in 3..=n {
                let mut census = WinCensus::default();
                let solved = solve(&Lane::phutball(n), &context.budget, &mut census)?;
                last = census.counts(&solved);
                if failure.is_none() && last.draws + last.second > 0 {
                    failure = Some(format!("{n} squares: {} draws, {} second-player wins", last.draws, last.second));
                }
            }
            Ok(Finding::conjecture(format!("all positions of up to {n} squares"), failure).remark(format!(
                "with {n} squares: {} positions, {} won by Left and by Right whoever starts, {} by the first player; the longest win takes {} plies",
                last.positions, last.left, last.first, last.plies
            )))
        },
    },
];

/// The first position that is worse for Left after a change that should help.
fn first_worse(
    context: &CheckContext,
    n: usize,
    change: &str,
    changed: impl Fn(&PhutballPosition) -> Vec<PhutballPosition>,
) -> Result<Finding, Stop> {
    let solved = (3..=n)
        .map(|n| solve(&Lane::phutball(n), &context.budget, &mut WinCensus::default()))
        .collect::<Result<Vec<_>, _>>()?;
    let left_wins = |position: &PhutballPosition, first: Player| {
        let (_, code) = position.packed().expect("a short board");
        solved[position.squares() - 3].winner(code, first) == Some(Player::Left)
    };
    let failure = (3..=n).find_map(|n| {
        full_boards(n).find_map(|before| {
            changed(&before).into_iter().find_map(|after| {
                let worse =
                    Player::BOTH.into_iter().find(|&first| left_wins(&before, first) && !left_wins(&after, first))?;
                Some(format!("{before} is won by Left and {after} by Right when {worse} starts: {change}"))
            })
        })
    });
    Ok(Finding::theorem(format!("all positions of up to {n} squares"), failure)
        .remark("the paper's own example has 11 squares"))
}

fn full_boards(n: usize) -> impl Iterator<Item = PhutballPosition> {
    (2..n).flat_map(move |ball| {
        (0..1u64 << n).filter(move |stones| stones >> (ball - 1) & 1 == 0).map(move |stones| {
            PhutballPosition::new((0..n).map(|i| stones >> i & 1 == 1).collect(), ball).expect("a position")
        })
    })
}

fn oddish_boards_of(m: usize) -> impl Iterator<Item = Oddish> {
    (1..m).flat_map(move |arrow| {
        (0..1u64 << m)
            .map(move |stones| Oddish::new((0..m).map(|i| stones >> i & 1 == 1).collect(), arrow).expect("a position"))
    })
}

/// The Oddish boards of all positions with `n` squares.
fn oddish_boards(n: usize) -> impl Iterator<Item = Oddish> {
    let sizes = [n / 2, n.div_ceil(2)];
    let second = (sizes[1] != sizes[0]).then_some(sizes[1]);
    [Some(sizes[0]), second].into_iter().flatten().filter(|&m| m >= 2).flat_map(oddish_boards_of)
}

/// The first Oddish board for which the test fails.
fn first_oddish(
    context: &CheckContext,
    m: usize,
    mut holds: impl FnMut(&Oddish, &SolvedLane, Code) -> bool,
) -> Result<Failure, Stop> {
    for m in 2..=m {
        let solved = solve(&Lane::oddish(m), &context.budget, &mut WinCensus::default())?;
        for position in oddish_boards_of(m) {
            let (_, code) = position.packed().expect("a short board");
            if !holds(&position, &solved, code) {
                return Ok(Some(position.to_string()));
            }
        }
        context.budget.check()?;
    }
    Ok(None)
}

fn lemma_2(position: &Oddish) -> bool {
    let before = oddish::potentials(position);
    let lead = |p: Potentials| p.right as i64 - p.left as i64;
    let after = |mv| position.after(mv).expect("a legal move");
    let moves = position.moves();
    let jumps: Vec<_> = moves.iter().copied().filter(|mv| matches!(mv, PhutballMove::Jump(_))).collect();
    if before.left == 0 {
        return jumps.into_iter().any(|jump| match after(jump) {
            Next::Won(player) => player == Player::Left,
            Next::Goes(next) => lead(oddish::potentials(&next)) >= 1,
        });
    }
    let lowered = moves.into_iter().filter(|mv| matches!(mv, PhutballMove::Place(_))).any(|place| match after(place) {
        Next::Goes(next) => {
            let now = oddish::potentials(&next);
            now.left + 1 == before.left && now.right == before.right
        }
        Next::Won(_) => false,
    });
    let bounded = jumps.into_iter().all(|jump| match after(jump) {
        Next::Won(_) => true,
        Next::Goes(next) => lead(oddish::potentials(&next)) <= lead(before) + 1,
    });
    lowered && bounded
}

/// The positions, Left to move, that his strategy wins against every reply.
#[derive(Default)]
struct Won {
    sure: HashSet<Oddish>,
    /// Those on the path to the current position: repeating one is not a win.
    open: HashSet<Oddish>,
}

impl Won {
    fn contains(&mut self, position: &Oddish) -> bool {
        if self.sure.contains(position) {
            return true;
        }
        if !self.open.insert(position.clone()) {
            return false;
        }
        let wins = match position.after(strategy(position, Player::Left)).expect("a legal move") {
            Next::Won(player) => player == Player::Left,
            Next::Goes(next) => next.moves().into_iter().all(|reply| match next.after(reply).expect("a legal move") {
                Next::Won(player) => player == Player::Left,
                Next::Goes(again) => self.contains(&again),
            }),
        };
        self.open.remove(position);
        if wins {
            self.sure.insert(position.clone());
        }
        wins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_all_there() {
        assert_eq!(full_boards(5).count(), 48);
        assert_eq!(oddish_boards_of(4).count(), 48);
    }
}
