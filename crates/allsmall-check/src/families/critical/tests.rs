//! The rules of the calculus against `reference`. Types, their weights, and the
//! special ones are drawn at random, true or not, so that each condition counts
//! somewhere.

use std::collections::HashMap;

use super::reference::{LONG, ReferenceRules, SPREAD, StoneStrips, StripKind, blank};
use super::{CriticalCheck, Piece};
use crate::families::file::{FamilyRule, read};
use crate::families::plain::Dice;
use crate::games::ZERO;

/// Types, weights and special types as they may stand in a file, or not.
fn draw(text: &mut ReferenceRules, dice: &mut Dice) {
    let check = &mut text.check;
    let mut values = Vec::new();
    for piece in check.pieces(2..LONG) {
        let value = check.value_of(piece).expect("short");
        if !check.units.contains(&value) && !values.contains(&value) {
            values.push(value);
        }
    }
    let (many, weights) =
        (dice.below(5), [[-2, -1, 0, 1], [-1, 0, 0, 1], [-2, -2, -1, -1], [1, 1, 2, 2]][dice.below(4)]);
    check.types.clear();
    for &value in &values {
        if dice.below(4) < many {
            check.types.insert(value, weights[dice.below(4)]);
        }
    }
    check.special = (0..dice.below(4)).map(|_| (values[dice.below(values.len())], dice.below(4))).collect();
}

/// Long strips, by their ends, as something else than they are.
fn draw_longs(text: &mut ReferenceRules, dice: &mut Dice) {
    let ends: Vec<_> = (0..16).map(|_| [None, Some(-1), Some(0), Some(1), Some(2)][dice.below(5)]).collect();
    for piece in text.check.pieces(LONG..2 * SPREAD + 9) {
        let strip = text.check.word.stones(piece.0, piece.1);
        let end = [strip[0], strip[1], strip[piece.1 - 2], strip[piece.1 - 1]];
        let weight = ends[end.into_iter().fold(0, |sum, stone| 2 * sum + usize::from(stone))];
        text.check.long_weights.insert(piece, weight);
        text.longs.insert(strip, weight);
    }
}

/// Few types: short parts that moves leave of a strip.
fn draw_parts(text: &mut ReferenceRules, piece: Piece, dice: &mut Dice) {
    let check = &mut text.check;
    check.types.clear();
    let all = [check.cuts(piece, true), check.cuts(piece, false)].concat().concat();
    for part in all.into_iter().filter(|part| part.1 < LONG) {
        let value = check.value_of(part).expect("short");
        if !check.units.contains(&value) && dice.below(2) == 0 {
            check.types.insert(value, [0, 0, 1, 2][dice.below(4)]);
        }
    }
}

/// Pieces side by side: what moves leave of strips, and single strips.
fn sides(check: &CriticalCheck) -> Vec<Vec<Piece>> {
    let mut all = Vec::new();
    for piece in check.pieces(2..2 * SPREAD) {
        all.push(vec![piece]);
        all.extend(check.cuts(piece, false).into_iter().map(|cut| cut.to_vec()));
    }
    all
}

#[test]
fn strips_are_what_the_text_calls_them() {
    let (mut text, mut dice) = (ReferenceRules::new(), Dice(1));
    for pieces in sides(&text.check) {
        if dice.below(20) == 0 {
            draw(&mut text, &mut dice);
        }
        let sight = text.check.see(&pieces).expect("weighed");
        let strips = text.strips(&pieces);
        let kinds = text.kinds(&strips);
        assert_eq!(sight.weight, text.weight(&strips), "{strips:?}");
        assert_eq!(sight.strange, kinds.contains(&StripKind::Strange), "{strips:?}");
        assert_eq!(sight.types, kinds.iter().filter(|kind| matches!(kind, StripKind::Type(_))).count(), "{strips:?}");
        if let Some(total) = text.total(&strips) {
            assert_eq!(sight.total, total, "{strips:?}");
        }
        if let Some(unit) = text.unit(&strips) {
            assert_eq!(sight.unit, unit, "{strips:?}");
        }
        let next: Vec<StoneStrips> = text.check.replies(&pieces).iter().map(|next| text.strips(next)).collect();
        let sorted = |mut all: Vec<StoneStrips>| {
            all.iter_mut().for_each(|strips| strips.sort());
            all.sort();
            all
        };
        assert_eq!(sorted(next), sorted(text.replies(&strips)), "{strips:?}");
    }
}

#[test]
fn every_rule_says_what_its_text_says() {
    let (mut text, mut dice) = (ReferenceRules::new(), Dice(2));
    let mut said = HashMap::new();
    for pieces in sides(&text.check).into_iter().step_by(13) {
        if dice.below(4) == 0 {
            draw(&mut text, &mut dice);
        }
        if dice.below(8) == 0 {
            draw_longs(&mut text, &mut dice);
        }
        let strips = text.strips(&pieces);
        for w in -2..=2 {
            let found = [
                text.check.answered(w, &two(&pieces)).expect("weighed"),
                text.check.stands(&pieces).expect("weighed"),
                pieces.len() > 1 || text.check.moves_on(w, pieces[0]).expect("weighed"),
            ];
            let expected =
                [text.answered(w, &strips), text.stands(&strips), pieces.len() > 1 || text.moves_on(w, &strips)];
            assert_eq!(found, expected, "{w} {strips:?}");
            *said.entry((w, found)).or_insert(0) += 1;
        }
    }
    assert!(said.len() > 20, "all answers occur: {said:?}");
}

/// One special type at a time, so that the unit that is left may be the bad one.
#[test]
fn units_beside_special_types() {
    let mut text = ReferenceRules::new();
    let short = text.check.pieces(2..LONG);
    let mut said = [0, 0];
    for (i, &special) in short.iter().enumerate().step_by(2) {
        let game = text.check.value_of(special).expect("short");
        if text.check.units.contains(&game) {
            continue;
        }
        text.check.types = HashMap::from([(game, 1)]);
        for (j, &piece) in short.iter().enumerate() {
            text.check.special = vec![(game, (i / 2 + j) % 4)];
            let strips = text.strips(&[piece]);
            let found = text.check.moves_on(-1, piece).expect("weighed");
            assert_eq!(found, text.moves_on(-1, &strips), "{strips:?}");
            let found = text.check.answered(0, &two(&[piece])).expect("weighed");
            assert_eq!(found, text.answered(0, &strips), "{strips:?}");
            said[usize::from(found)] += 1;
        }
    }
    assert!(said[0] > 100 && said[1] > 100, "{said:?}");
}

#[test]
fn long_types_are_looked_at_up_to_the_last_length() {
    let mut check = blank(20);
    let file = include_str!("../../../tests/families/critical-xo-few.txt");
    let FamilyRule::Critical(file) = read(file).expect("it is read").rule else { panic!("the critical calculus") };
    for strip in &file.special {
        check.special(strip).expect("a special type");
    }
    check.read_types(&file.types).expect("types");
    check.long_hold().expect("the theorem");
    // The same with one long type that weighs too much.
    for piece in check.pieces(2 * SPREAD + 4..2 * SPREAD + 5) {
        let weight = check.long_weights.insert(piece, Some(2)).flatten();
        let why = check.long_hold().expect_err("it has no weight of 2");
        assert!(why.contains("not certified"), "{why}");
        check.long_weights.insert(piece, weight);
    }
}

/// A move leaves two pieces, of which one may be empty.
fn two(pieces: &[Piece]) -> Vec<Piece> {
    let empty = (pieces[0].0, 0);
    pieces.iter().copied().chain([empty]).take(2).collect()
}

#[test]
fn types_are_refused_for_what_their_text_says() {
    let (mut text, mut dice) = (ReferenceRules::new(), Dice(3));
    let mut said = HashMap::new();
    for piece in [text.check.pieces(2..SPREAD + 4), text.check.pieces(2 * SPREAD..2 * SPREAD + 5)].concat() {
        let strip = text.check.word.stones(piece.0, piece.1);
        let certified = text.certified[&strip];
        let all = [-2, -1, -1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2];
        for w in all.into_iter().filter(|&w| w <= certified.max(-1) + 1 || piece.1 < LONG) {
            draw(&mut text, &mut dice);
            if dice.below(2) == 0 {
                draw_parts(&mut text, piece, &mut dice);
            }
            if dice.below(4) == 0 {
                draw_longs(&mut text, &mut dice);
            }
            let (found, expected) = if piece.1 < LONG {
                let value = text.worth(&strip);
                text.check.types.insert(value, w);
                let exempt = [value, ZERO][dice.below(2)];
                (text.check.short_holds(value, piece, exempt), text.short_fault(&strip, exempt))
            } else {
                (text.check.long_holds(piece, w), text.long_fault(&strip, w))
            };
            let found = found.err().unwrap_or_default();
            assert!(
                found.contains(expected.unwrap_or("")) && found.is_empty() == expected.is_none(),
                "{w} {strip:?}: {found}, {expected:?}"
            );
            *said.entry((piece.1 < LONG, expected)).or_insert(0) += 1;
        }
    }
    assert_eq!(said.len(), 10, "every fault occurs: {said:?}");
}
