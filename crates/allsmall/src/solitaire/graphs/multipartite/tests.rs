//! The formula is that of the judge and of the truth file; the play reaches
//! it on every position with few stones and on large random ones.

use proptest::prelude::*;

use super::value::{FormulaInput, PartStones};
use super::*;
use crate::SplitMix64;
use crate::solitaire::replay;
use crate::{Budget, Player, judge};

/// All partitions of `n` into parts of at most `most`, largest first.
fn partitions(n: usize, most: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![vec![]];
    }
    let with = |first: usize| partitions(n - first, first).into_iter().map(move |rest| [&[first], &rest[..]].concat());
    (1..=n.min(most)).flat_map(with).collect()
}

/// All numbers of white stones, part by part.
fn colourings(sizes: &[usize]) -> Vec<Vec<usize>> {
    sizes.iter().fold(vec![vec![]], |all, &size| {
        all.iter().flat_map(|white| (0..=size).map(move |w| [&white[..], &[w]].concat())).collect()
    })
}

fn position(sizes: &[usize], white: &[usize]) -> Position {
    let part = |(&size, &w): (&usize, &usize)| (0..size).map(move |i| Some(Player::BOTH[usize::from(i < w)]));
    let cells = sizes.iter().zip(white).flat_map(part).collect();
    Position::new(Board::Multipartite { parts: sizes.to_vec() }, cells)
}

fn check(start: &Position) -> usize {
    let answer = reduce(start, true).expect("multipartite");
    assert!(answer.optimal(), "{start:?}");
    let end = replay(start, answer.play.as_ref().expect("asked for")).expect("legal");
    assert_eq!(end.stones(), answer.upper);
    assert_eq!(reduce(start, false).map(|r| r.upper), Some(answer.upper));
    answer.upper
}

#[test]
fn the_judge_agrees_on_up_to_seven_stones() {
    for n in 1..=7 {
        for sizes in partitions(n, n) {
            for white in colourings(&sizes) {
                let start = position(&sizes, &white);
                assert_eq!(judge::free(&start, &Budget::new()), Ok(check(&start)), "{sizes:?} {white:?}");
            }
        }
    }
}

#[test]
fn the_play_reaches_the_formula_on_up_to_twelve_stones() {
    for n in 8..=12 {
        for sizes in partitions(n, n) {
            for white in colourings(&sizes) {
                check(&position(&sizes, &white));
            }
        }
    }
}

#[test]
fn empty_vertices_and_unequal_parts() {
    let mut dice = SplitMix64::new(28);
    for _ in 0..300 {
        let sizes: Vec<usize> = (0..2 + dice.below(6)).map(|_| 1 + dice.below(30) as usize).collect();
        let bias = 1 + dice.below(20);
        let cells: usize = sizes.iter().sum();
        let cell = |_| (dice.below(5) > 0).then(|| Player::BOTH[usize::from(dice.below(bias) == 0)]);
        let cells = (0..cells).map(cell).collect();
        check(&Position::new(Board::Multipartite { parts: sizes }, cells));
    }
    check(&Position::new(Board::Multipartite { parts: vec![] }, vec![]));
    check(&Position::new(Board::Multipartite { parts: vec![3, 2] }, vec![None; 5]));
    check(&Position::new(Board::Hamming { sides: vec![1, 40, 1] }, (0..40).map(|_| Some(dice.stone())).collect()));
}

#[test]
fn the_large_part_of_one_colour_needs_the_formula() {
    let part = |black, white| PartStones { stones: [black, white] };
    let star = FormulaInput { first: part(0, 9), second: part(1, 0), parts: 2, all: part(1, 9) };
    assert_eq!(star.value(), 9 - 1 - 1 + 2);
    let balanced = FormulaInput { first: part(0, 2), second: part(2, 0), parts: 2, all: part(2, 2) };
    assert_eq!(balanced.value(), 1);
}

proptest! {
    /// The play reaches the formula, and no order of the parts matters.
    #[test]
    fn any_parts_any_colours(parts in prop::collection::vec((0usize..60, 0usize..60), 1..7)) {
        let sizes: Vec<usize> = parts.iter().map(|(x, o)| x + o).collect();
        let white: Vec<usize> = parts.iter().map(|(_, o)| *o).collect();
        let value = check(&position(&sizes, &white));
        let turned = |v: &[usize]| v.iter().rev().copied().collect::<Vec<_>>();
        prop_assert_eq!(value, check(&position(&turned(&sizes), &turned(&white))));
        prop_assert_eq!(value, check(&position(&sizes, &white).negated()));
    }
}
