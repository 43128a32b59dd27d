use super::segments::Segments;
use super::theorem11::best_word;
use super::word::{GameWord, Letter, Mark, Patterns};
use super::*;
use crate::solitaire::judge_table::JudgeTable;
use crate::solitaire::replay;
use crate::{Board, Move, Player, Position};
use proptest::prelude::*;
use std::collections::HashSet;

fn of_code(code: usize, n: usize) -> StoneBits {
    (0..n).map(|i| code >> i & 1 == 1).collect()
}

fn row(stones: &StoneBits) -> Position {
    let cells = (0..stones.len()).map(|i| Some(Player::BOTH[usize::from(stones.is_o(i))])).collect();
    Position::new(Board::Strip { cells: stones.len() }, cells)
}

/// Replays the play of the segments and counts what it leaves.
fn left_by(segments: &Segments) -> usize {
    let play: Vec<_> = segments.play().collect();
    let left = replay(&row(segments.stones()), &play).expect("a legal play").stones();
    assert_eq!(left, segments.count());
    left
}

#[test]
fn all_small_lines_agree_with_the_judge() {
    for n in 1..=12 {
        let mut table = JudgeTable::new(Board::Strip { cells: n });
        for code in 0..1 << n {
            let stones = of_code(code, n);
            let truth = table.fewest(&row(&stones));
            assert_eq!(value(&stones), truth, "{code:b} of {n}");
            assert_eq!(best_word(&stones).bars() + 1, truth, "{code:b} of {n}");
            assert_eq!(left_by(&Segments::of_line(stones)), truth, "{code:b} of {n}");
        }
    }
}

#[test]
fn one_stone_survives_exactly_the_lines_of_lemma_17() {
    for n in 1..=14 {
        let survivors = (0..1 << n).filter(|&code| value(&of_code(code, n)) == 1).count();
        assert_eq!(survivors, if n == 1 { 2 } else { 2 * (n - 1) });
    }
}

#[test]
fn checkerboard_rows_follow_the_formula() {
    let table: Vec<_> = (1..=12).map(|n| value(&(0..n).map(|i| i % 2 == 1).collect())).collect();
    assert_eq!(table, [1, 1, 2, 1, 2, 2, 3, 2, 3, 3, 4, 3]);
    for n in 1usize..300 {
        assert_eq!(value(&(0..n).map(|i| i % 2 == 1).collect()), n.div_ceil(4) + usize::from(n % 4 == 3));
    }
}

#[test]
fn holes_separate_lines() {
    let mut counter = LineCounter::new();
    counter.push_word(0b10, 2);
    counter.cut();
    counter.cut();
    counter.push_word(0b00, 2);
    assert_eq!(counter.value(), 3);
}

#[test]
fn the_example_of_the_paper() {
    let stones: StoneBits = "xxoox".chars().map(|c| c == 'o').collect();
    let play = [(2, 1), (1, 0), (3, 4)].map(|(from, to)| Move { from, to });
    let word = GameWord::of_play(&row(&stones), &play).expect("a legal play");
    assert_eq!(word.to_string(), "<s <a -s >a");
    assert!(word.avoids(Patterns::Theorem3));
    let again = word.play(&row(&stones)).expect("a word of a game");
    assert_eq!(replay(&row(&stones), &again).expect("a legal play").stones(), 2);
}

/// All words on `n` stones that start with `x`, each with its stones.
fn all_words(n: usize) -> impl Iterator<Item = (StoneBits, GameWord)> {
    (0..6usize.pow(n as u32 - 1)).map(move |mut code| {
        let mut stones = StoneBits::from_iter([false]);
        let mut letters = Vec::new();
        for i in 1..n {
            let letter = Letter { differs: code % 2 == 1, mark: [Mark::Bar, Mark::Right, Mark::Left][code / 2 % 3] };
            code /= 6;
            stones.push(stones.is_o(i - 1) != letter.differs);
            letters.push(letter);
        }
        (stones, GameWord(letters))
    })
}

/// The words of all plays in which no stone that has not moved takes one that
/// has.
fn words_of_games(stones: &StoneBits, strict: bool) -> HashSet<GameWord> {
    let mut words = HashSet::new();
    let mut seen = HashSet::new();
    let mut open = vec![(row(stones), vec![false; stones.len()], Vec::new())];
    while let Some((now, moved, play)) = open.pop() {
        words.insert(GameWord::of_play(&row(stones), &play).expect("a legal play"));
        for mv in now.any_moves() {
            if strict && !moved[mv.from] && moved[mv.to] {
                continue;
            }
            let (mut next, mut moved, mut play) = (now.clone(), moved.clone(), play.clone());
            next.play(mv).expect("a legal move");
            moved[mv.to] = true;
            play.push(mv);
            let mut sorted = play.clone();
            sorted.sort_unstable();
            if seen.insert((sorted, moved.clone())) {
                open.push((next, moved, play));
            }
        }
    }
    words
}

#[test]
fn theorem_3_for_all_short_words() {
    let counts = [4, 14, 52, 190, 696];
    let unrestricted = [4, 16, 62, 240, 930];
    for n in 2..=6 {
        let admissible: HashSet<(Vec<bool>, GameWord)> = all_words(n)
            .filter(|(_, word)| word.avoids(Patterns::Theorem3))
            .map(|(stones, word)| ((0..n).map(|i| stones.is_o(i)).collect(), word))
            .collect();
        assert_eq!(admissible.len(), counts[n - 2]);
        let (mut free, mut strict) = (0, HashSet::new());
        for code in (0..1 << n).step_by(2) {
            let stones = of_code(code, n);
            free += words_of_games(&stones, false).len();
            let key: Vec<bool> = (0..n).map(|i| stones.is_o(i)).collect();
            strict.extend(words_of_games(&stones, true).into_iter().map(|word| (key.clone(), word)));
        }
        assert_eq!((strict, free), (admissible, unrestricted[n - 2]));
    }
}

#[test]
fn words_and_games_translate_both_ways() {
    for n in 1..=6 {
        for (stones, word) in all_words(n) {
            match word.play(&row(&stones)) {
                Ok(play) => assert_eq!(GameWord::of_play(&row(&stones), &play), Ok(word)),
                Err(_) => assert!(!word.avoids(Patterns::Theorem3), "{word} was refused"),
            }
        }
    }
}

/// The fewest segments by trying every last segment.
fn quadratic(stones: &StoneBits) -> usize {
    let n = stones.len();
    let survives = |from: usize, to: usize| {
        let own = stones.is_o(from);
        let turn = (from + 1..to).find(|&i| stones.is_o(i) == own).unwrap_or(to);
        let back = (turn..to).find(|&i| stones.is_o(i) != own).unwrap_or(to);
        turn == to || back + 1 == to
    };
    let mut best = vec![0; n + 1];
    for to in 1..=n {
        best[to] = (0..to).filter(|&from| survives(from, to)).map(|from| best[from] + 1).min().expect("one stone does");
    }
    best[n]
}

/// Lengths of runs of equal stones: mostly short, some long.
fn runs(most: usize) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(prop_oneof![8 => 1usize..6, 1 => 1usize..100], 1..most)
}

proptest! {
    #[test]
    fn long_lines_agree_with_the_quadratic_method(runs in runs(60)) {
        let stones: StoneBits =
            runs.iter().enumerate().flat_map(|(i, &len)| std::iter::repeat_n(i % 2 == 1, len)).collect();
        let best = quadratic(&stones);
        prop_assert_eq!(value(&stones), best);
        let word = best_word(&stones);
        prop_assert!(word.avoids(Patterns::Theorem10));
        let play = word.play(&row(&stones)).expect("an optimal word is a game");
        prop_assert_eq!(replay(&row(&stones), &play).expect("a legal play").stones(), best);
        prop_assert_eq!(left_by(&Segments::of_line(stones)), best);
    }

    #[test]
    fn stones_are_packed_in_order(chunks in prop::collection::vec((any::<u64>(), 0usize..=64), 0..8)) {
        let (mut packed, mut plain) = (StoneBits::default(), Vec::new());
        for (word, count) in chunks {
            let word = if count == 64 { word } else { word & ((1 << count) - 1) };
            packed.push_word(word, count);
            plain.extend((0..count).map(|i| word >> i & 1 == 1));
        }
        prop_assert_eq!(packed.len(), plain.len());
        for (i, &is_o) in plain.iter().enumerate() {
            prop_assert_eq!(packed.is_o(i), is_o);
        }
        prop_assert_eq!(packed, plain.into_iter().collect());
    }
}
