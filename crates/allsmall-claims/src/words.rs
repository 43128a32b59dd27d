//! Lines and cycles: Blondel, Hendrickx, Jungers, "Solitaire Clobber as an
//! optimization problem on words", and section 3.1 of the survey.

use std::collections::HashSet;

use allsmall::solitaire::extremes::extremes;
use allsmall::solitaire::graphs::cycle;
use allsmall::solitaire::graphs::path::theorem11::best_word;
use allsmall::solitaire::graphs::path::word::{GameWord, Letter, Mark, Patterns};
use allsmall::solitaire::graphs::path::{self, StoneBits};
use allsmall::solitaire::judge_table::JudgeTable;
use allsmall::{Position, Stop};

use crate::boards::{self, Random, colourings, line, mixed};
use crate::claim::{CheckContext, Claim, Failure, Finding};

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "words-theorem-3",
        source: "Blondel et al. 2008, Theorem 3",
        place: "section 2, Theorem 3, under the rule assumed after Proposition 1",
        statement: "A word belongs to a game on a line in which no stone that has not moved takes one that has, exactly if it avoids the patterns (1)-(7), bars at both ends.",
        check: theorem_3,
    },
    Claim {
        id: "words-theorem-10",
        source: "Blondel et al. 2008, Theorems 4 and 10",
        place: "section 2, Theorem 4; section 3, Theorem 10",
        statement: "The fewest stones on a line are one more than the fewest bars of a word that fits the colours and avoids (1)-(5), (6'), (7').",
        check: |context| {
            let n = context.up_to(10, 12, 13);
            let failure = first_line(n, |_, row, brute| best_word(&stones(row)).bars() + 1 == brute);
            Ok(Finding::theorem(format!("all lines of up to {n} stones, by brute force"), failure)
                .remark("(7') ends in a bar: >a <a -x; the arrow that is printed in some copies is a misprint"))
        },
    },
    Claim {
        id: "words-theorem-11",
        source: "Blondel et al. 2008, Theorem 11; survey, Theorem 19",
        place: "section 3, Theorem 11; survey, section 3.1, Theorem 19",
        statement: "The fewest stones on a line, and moves that leave them, are found in linear time.",
        check: |context| {
            let (lines, longest) = context.up_to((200, 2_000), (1_000, 10_000), (5_000, 50_000));
            let mut random = Random(11);
            let failure = (0..lines).find_map(|_| {
                let board = line(2 + random.below(longest));
                let row = random.colours(&board);
                let (words, automaton) = (best_word(&stones(&row)), path::value(&stones(&row)));
                let left = words.play(&row).map(|play| row.stones() - play.len());
                (words.bars() + 1 != automaton || left != Ok(automaton)).then(|| row.to_string())
            });
            Ok(Finding::theorem(
                format!(
                    "{lines} random lines of up to {longest} stones: words against the automaton of Lemma 17, plays replayed"
                ),
                failure,
            ))
        },
    },
    Claim {
        id: "words-theorem-12",
        source: "Blondel et al. 2008, Theorem 12",
        place: "section 4, Theorem 12 and its proof",
        statement: "The fewest stones on a cycle are the fewest over five of its cuts into a line.",
        check: |context| {
            let n = context.up_to(9, 12, 13);
            let failure = first_cycle(n, |row, brute| {
                let n = row.cells().len();
                let is = |i: usize, other: usize| row.cells()[i % n] == row.cells()[other % n];
                let starts = (0..n).filter(|&i| !is(i, i + 1));
                starts.into_iter().all(|first| five_cuts(row, first) == brute)
            });
            Ok(Finding::theorem(
                format!("all cycles of up to {n} stones and every place to start, by brute force"),
                failure,
            ))
        },
    },
    Claim {
        id: "words-theorem-13",
        source: "Blondel et al. 2008, Theorem 13",
        place: "section 4, Theorem 13",
        statement: "The cycle (xoo)^k leaves k stones, a third of them.",
        check: |context| {
            let k = context.up_to(300, 2_000, 10_000);
            let failure = (1..=k).find(|&k| cycle::value(&repeated(&[false, true, true], k)) != k);
            Ok(Finding::theorem(format!("k <= {k}"), failure.map(|k| format!("k = {k}"))))
        },
    },
    Claim {
        id: "cycles-quarter",
        source: "Duchene et al., quoted by Blondel et al. 2008, section 4",
        place: "section 1, paragraph on Duchene et al., and section 4, before Theorem 13: a conjecture that the paper refutes",
        statement: "Every cycle of both colours can be reduced to n/4 + O(1) stones.",
        check: |context| {
            let k = context.up_to(300, 2_000, 10_000);
            let excess = |k: usize| cycle::value(&repeated(&[false, true, true], k)) - (3 * k).div_ceil(4);
            let grows = excess(k) > excess(k / 2) && excess(k / 2) > excess(k / 4);
            let failure =
                grows.then(|| format!("(xoo)^k leaves n/3 stones: for k = {k} that is {} more than n/4", excess(k)));
            let worst = (3..=context.up_to(16, 20, 24))
                .find(|&n| (1..1u64 << (n - 1)).any(|whites| cycle::two_thirds(word(whites, n)).count() > n / 3 + 1));
            Ok(Finding::conjecture(
                format!(
                    "(xoo)^k for k <= {k}; the paper's strategy on all cycles of up to {} stones",
                    context.up_to(16, 20, 24)
                ),
                failure,
            )
            .instead(
                "n/3 + 1 stones are always enough, by the strategy of section 4",
                worst.map(|n| format!("n = {n}")),
            ))
        },
    },
    Claim {
        id: "cycles-checkerboard",
        source: "Blondel et al. 2008, section 4",
        place: "section 4, paragraph before Theorem 13; the exact value is ours",
        statement: "The alternating cycle (xo)^k leaves n/4 + O(1) stones; exactly, the least integer not below n/4.",
        check: |context| {
            let k = context.up_to(300, 2_000, 10_000);
            let failure = (2..=k).find(|&k| cycle::value(&repeated(&[false, true], k)) != (2 * k).div_ceil(4));
            Ok(Finding::theorem(format!("k <= {k}"), failure.map(|k| format!("k = {k}"))))
        },
    },
    Claim {
        id: "survey-lemma-17",
        source: "Survey, Lemma 17",
        place: "section 3.1, Lemma 17",
        statement: "The lines that can be reduced to one stone are x, o, x o* x* o and o x* o* x.",
        check: |context| {
            let n = context.up_to(10, 12, 13);
            let failure = first_line(n, |_, row, brute| (brute == 1) == is_one_stone_word(row));
            Ok(Finding::theorem(format!("all lines of up to {n} stones, by brute force"), failure))
        },
    },
    Claim {
        id: "survey-corollary-20",
        source: "Survey, Corollary 20",
        place: "section 3.1, proof of Corollary 20",
        statement: "The fewest stones on a cycle are the fewest of five cases: what becomes of one chosen stone.",
        check: |context| {
            let n = context.up_to(9, 12, 13);
            let failure = first_cycle(n, |row, brute| (0..row.cells().len()).all(|v| five_cases(row, v) == brute));
            Ok(Finding::theorem(format!("all cycles of up to {n} stones and every stone, by brute force"), failure))
        },
    },
    Claim {
        id: "survey-proposition-36",
        source: "Survey, Proposition 36",
        place: "section 5, Proposition 36",
        statement: "The worst line of n stones with both colours leaves ceil(n/2).",
        check: |context| {
            let (brute, all) = context.up_to((11, 18), (14, 22), (16, 26));
            let by_table = first_size(2..=brute, |n| Ok(worst_line(n, &context.budget)? == n.div_ceil(2)))?;
            let value = |n: usize, whites: u64| path::value(&word(whites, n));
            let by_automaton =
                (2..=all).find(|&n| (1..1u64 << (n - 1)).map(|w| value(n, w)).max() != Some(n.div_ceil(2)));
            Ok(Finding::theorem(
                format!("n <= {brute} by brute force, n <= {all} by the automaton"),
                by_table.or(by_automaton).map(|n| format!("n = {n}")),
            ))
        },
    },
    Claim {
        id: "survey-proposition-37",
        source: "Survey, Proposition 37",
        place: "section 5, Proposition 37",
        statement: "The worst cycle of n stones with both colours leaves ceil(n/3).",
        check: proposition_37,
    },
];

fn theorem_3(context: &CheckContext) -> Result<Finding, Stop> {
    let n = context.up_to(6, 8, 9);
    let (mut unruly, mut ruly, mut pairs) = (None, None, Vec::new());
    for n in 2..=n {
        context.budget.check()?;
        let mut count = 0;
        for row in mixed(&line(n)).chain([boards::coloured(&line(n), 0)]) {
            let kept = words_of_games(&row);
            count += kept.len();
            for word in all_words(&row) {
                let (avoids, game) = (word.avoids(Patterns::Theorem3), word.play(&row).is_ok());
                let name = || Some(format!("{row} with the word {word}"));
                unruly = unruly.or_else(|| if avoids == game { None } else { name() });
                ruly = ruly.or_else(|| if avoids == kept.contains(&word) { None } else { name() });
            }
        }
        pairs.push(count.to_string());
    }
    Ok(Finding::theorem(format!("all words of up to {n} stones, and all games"), ruly)
        .remark("the rule about the games is assumed after Proposition 1, which shows that it costs nothing")
        .remark(unruly.map_or("the theorem does not need the rule".to_owned(), |case| {
            format!("without the rule there are more words, first {case}")
        }))
        .remark(format!("pairs of a line (first colour fixed) and a word, 2 stones and more: {}", pairs.join(" "))))
}

fn proposition_37(context: &CheckContext) -> Result<Finding, Stop> {
    let (brute, all) = context.up_to((11, 18), (13, 22), (16, 26));
    let mut most = Vec::new();
    for n in 3..=all {
        context.budget.check()?;
        most.push((1..1u64 << (n - 1)).map(|whites| cycle::value(&word(whites, n))).max().unwrap_or(0));
    }
    let by_table = first_size(3..=brute, |n| {
        let found = extremes(&boards::cycle(n), &context.budget)?.expect("three vertices");
        Ok(found.most == most[n - 3])
    })?;
    assert_eq!(by_table, None, "brute force and the cyclic automaton agree");
    let first = (3..=all).find(|&n| most[n - 3] != n.div_ceil(3));
    let repaired = (3..=all).find(|&n| most[n - 3] != if n == 4 || n == 5 { 2 } else { n / 3 });
    Ok(Finding::theorem(
        format!("n <= {brute} by brute force, n <= {all} by the cyclic automaton"),
        first.map(|n| format!("n = {n}: {} stones, not {}", most[n - 3], n.div_ceil(3))),
    )
    .instead("floor(n/3) for n = 3 and n >= 6, and 2 for n = 4 and 5", repaired.map(|n| format!("n = {n}"))))
}

/// The first line of up to `n` stones for which the test fails, given its
/// length, the line and the fewest stones by brute force.
fn first_line(n: usize, holds: impl Fn(usize, &Position, usize) -> bool) -> Failure {
    (1..=n).find_map(|n| {
        let board = line(n);
        let mut table = JudgeTable::new(board.clone());
        colourings(&board).find(|row| !holds(n, row, table.fewest(row))).map(|row| row.to_string())
    })
}

/// The first cycle of both colours, of at most `n` stones, for which the test fails.
fn first_cycle(n: usize, holds: impl Fn(&Position, usize) -> bool) -> Failure {
    (3..=n).find_map(|n| {
        let board = boards::cycle(n);
        let mut table = JudgeTable::new(board.clone());
        mixed(&board).find(|row| !holds(row, table.fewest(row))).map(|row| row.to_string())
    })
}

/// The first size for which the test fails.
pub(crate) fn first_size(
    sizes: impl IntoIterator<Item = usize>,
    holds: impl Fn(usize) -> Result<bool, Stop>,
) -> Result<Option<usize>, Stop> {
    for size in sizes {
        if !holds(size)? {
            return Ok(Some(size));
        }
    }
    Ok(None)
}

fn worst_line(n: usize, budget: &allsmall::Budget) -> Result<usize, Stop> {
    Ok(extremes(&line(n), budget)?.expect("two vertices").most)
}

fn stones(row: &Position) -> StoneBits {
    let mut stones = StoneBits::default();
    row.cells().iter().for_each(|cell| stones.push(*cell == Some(allsmall::Player::Right)));
    stones
}

fn word(whites: u64, n: usize) -> StoneBits {
    let mut stones = StoneBits::default();
    stones.push_word(whites, n);
    stones
}

fn repeated(pattern: &[bool], k: usize) -> StoneBits {
    let mut stones = StoneBits::default();
    (0..k).for_each(|_| pattern.iter().for_each(|&is_o| stones.push(is_o)));
    stones
}

/// Whether a line reads x, or x o* x* o, or the same with the colours swapped.
fn is_one_stone_word(row: &Position) -> bool {
    let cells = row.cells();
    let n = cells.len();
    let middle = &cells[1..n.max(2) - 1];
    n == 1 || cells[0] != cells[n - 1] && middle.windows(2).all(|pair| pair[0] == pair[1] || pair[1] == cells[0])
}

/// The fewest stones over the five cuts of Theorem 12, for a place `first`
/// whose stone differs from the next.
fn five_cuts(row: &Position, first: usize) -> usize {
    let cells = row.cells();
    let n = cells.len();
    let at = |i: usize| cells[i % n];
    let own = at(first);
    // Distances from the first stone: the next of its colour to the right of
    // the second, and the next of the other colour to its left.
    let right = (2..=n).find(|&d| at(first + d) == own).expect("the first itself at the latest");
    let left = (1..n).find(|&d| at(first + n - d) != own).expect("the second at the latest");
    let cuts = [0, 1, 2, right + 1, n - left];
    let value = |cut: &usize| {
        let mut stones = StoneBits::default();
        (0..n).for_each(|i| stones.push(at(first + cut + i) == Some(allsmall::Player::Right)));
        path::value(&stones)
    };
    cuts.iter().map(value).min().expect("five cuts")
}

/// The fewest stones over the five cases of Corollary 20 for stone `v`.
fn five_cases(row: &Position, v: usize) -> usize {
    let n = row.cells().len();
    // Seen from v: place 0 is v itself, true is its colour.
    let around: Vec<bool> = (0..n).map(|i| row.cells()[(v + i) % n] == row.cells()[v]).collect();
    let mirrored: Vec<bool> = (0..n).map(|i| around[(n - i) % n]).collect();
    let value = |line: &[bool]| {
        let mut stones = StoneBits::default();
        line.iter().for_each(|&own| stones.push(!own));
        path::value(&stones)
    };
    let one_side = |around: &[bool]| {
        let other = (1..n).find(|&i| !around[i]).expect("both colours");
        // v is taken from this side: the first stone of the other colour runs
        // over its own side to v; what is left is a line that ends in v.
        let mut rest = around[other + 1..].to_vec();
        rest.push(false);
        let taken = value(&rest);
        // v takes its neighbour on this side, which may first be taken itself.
        let takes = if other == 1 {
            let mut rest = around[1..].to_vec();
            rest[0] = true;
            value(&rest)
        } else {
            value(&around[other + 1..]) + 1
        };
        taken.min(takes)
    };
    let alone = value(&around[1..]) + 1;
    alone.min(one_side(&around)).min(one_side(&mirrored))
}

/// Every way to mark the separations of a line.
fn all_words(row: &Position) -> impl Iterator<Item = GameWord> + '_ {
    let gaps = row.cells().len() - 1;
    (0..3usize.pow(gaps as u32)).map(move |code| {
        let mark = |i: usize| [Mark::Bar, Mark::Right, Mark::Left][code / 3usize.pow(i as u32) % 3];
        GameWord((0..gaps).map(|i| Letter { differs: row.cells()[i] != row.cells()[i + 1], mark: mark(i) }).collect())
    })
}

/// The words of all games in which no stone that has not moved takes one that
/// has.
fn words_of_games(row: &Position) -> HashSet<GameWord> {
    fn go(start: &Position, now: &Position, moved: u32, play: &mut Vec<allsmall::Move>, words: &mut HashSet<GameWord>) {
        if !words.insert(GameWord::of_play(start, play).expect("legal moves")) {
            return;
        }
        for mv in now.any_moves() {
            let (from, to) = (moved >> mv.from & 1, moved >> mv.to & 1);
            if from == 0 && to == 1 {
                continue;
            }
            let mut next = now.clone();
            next.play(mv).expect("a legal move");
            play.push(mv);
            go(start, &next, moved & !(1 << mv.from) | 1 << mv.to, play, words);
            play.pop();
        }
    }
    let mut words = HashSet::new();
    go(row, row, 0, &mut Vec::new(), &mut words);
    words
}
