//! The rules of the calculus against their text in docs/families.md, told here
//! once more and slowly: strips as stones, all moves from the rule, and every
//! condition written out. Types, their weights, and the special ones are drawn
//! at random, true or not, so that each condition counts somewhere.

use std::collections::HashMap;

use super::{Check, NEAR, Piece, stones};
use crate::families::dice::Dice;
use crate::families::lines::Lines;
use crate::families::word::Word;
use crate::games::{Game, ZERO};

const LONG: usize = 16;
const SPREAD: usize = 32;

fn blank(long: usize) -> Check {
    let word = Word::read("(xo)^n").expect("a word");
    Check::new(word, long, SPREAD, 2 * SPREAD + 8).expect("strips of few stones")
}

/// A strip as the text sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Dead,
    Unit(usize),
    Type(i64),
    Strange,
}

/// The text's words for one state of the calculus.
struct Text {
    check: Check,
    /// Strips of each shape and length, weighed.
    certified: HashMap<Vec<bool>, i64>,
    /// Long strips that are taken for what they are not.
    longs: HashMap<Vec<bool>, Option<i64>>,
}

type Strips = Vec<Vec<bool>>;

/// What a move leaves of a strip, from the rule alone.
fn moves(strip: &[bool], left: bool) -> Vec<[Vec<bool>; 2]> {
    let mut all = Vec::new();
    for from in 0..strip.len() {
        for to in [from.wrapping_sub(1), from + 1] {
            if strip[from] == left && strip.get(to) == Some(&!left) {
                let mut after = strip.to_vec();
                after[to] = left;
                all.push([after[..from].to_vec(), after[from + 1..].to_vec()]);
            }
        }
    }
    all
}

impl Text {
    fn new() -> Text {
        let check = blank(LONG);
        let mut certified = HashMap::new();
        for piece in check.pieces(2..2 * SPREAD + 9) {
            let weight = check.weights.weight(piece.0, piece.1).expect("weighed");
            certified.insert(check.word.stones(piece.0, piece.1), weight);
        }
        Text { check, certified, longs: HashMap::new() }
    }

    fn strips(&self, pieces: &[Piece]) -> Strips {
        pieces.iter().map(|piece| self.check.word.stones(piece.0, piece.1)).collect()
    }

    fn worth(&mut self, strip: &[bool]) -> Game {
        self.check.strips.value(strip, &mut self.check.games).expect("short")
    }

    fn plus(&mut self, a: Game, b: Game) -> Game {
        self.check.games.add(a, b).expect("small games")
    }

    fn at_least(&mut self, a: Game, b: Game) -> bool {
        self.check.games.le(b, a).expect("small games")
    }

    fn kind(&mut self, strip: &[bool]) -> Kind {
        let len = strip.len();
        if len < 2 {
            return Kind::Dead;
        }
        if let Some(long) = self.longs.get(strip) {
            return long.map_or(Kind::Strange, Kind::Type);
        }
        if len >= LONG {
            return match (&strip[..2], &strip[len - 2..]) {
                ([false, true], [true, false]) => Kind::Type(1),
                ([false, true], [false, false]) | ([false, false], [true, false]) => Kind::Type(0),
                ([false, false], [false, false]) => Kind::Type(-1),
                _ => Kind::Strange,
            };
        }
        let value = self.worth(strip);
        match self.check.units.iter().position(|&unit| unit == value) {
            Some(unit) => Kind::Unit(unit),
            None => self.check.types.get(&value).map_or(Kind::Strange, |&weight| Kind::Type(weight)),
        }
    }

    fn kinds(&mut self, strips: &Strips) -> Vec<Kind> {
        strips.iter().map(|strip| self.kind(strip)).collect()
    }

    /// Types and units, a type among them: their total.
    fn total(&mut self, strips: &Strips) -> Option<i64> {
        let kinds = self.kinds(strips);
        let types: Vec<i64> =
            kinds.iter().filter_map(|k| if let Kind::Type(w) = k { Some(*w) } else { None }).collect();
        (!kinds.contains(&Kind::Strange) && !types.is_empty()).then(|| types.iter().sum())
    }

    /// Units alone: their sum.
    fn unit(&mut self, strips: &Strips) -> Option<usize> {
        let mut sum = ZERO;
        for kind in self.kinds(strips) {
            match kind {
                Kind::Dead => {}
                Kind::Unit(unit) => sum = self.plus(sum, self.check.units[unit]),
                _ => return None,
            }
        }
        self.check.units.iter().position(|&unit| unit == sum)
    }

    fn weight(&self, strips: &Strips) -> i64 {
        strips.iter().filter(|strip| strip.len() > 1).map(|strip| self.certified[strip]).sum()
    }

    fn value(&mut self, strips: &Strips) -> Option<Game> {
        let mut sum = ZERO;
        for strip in strips {
            if strip.len() >= LONG {
                return None;
            }
            let value = self.worth(strip);
            sum = self.plus(sum, value);
        }
        Some(sum)
    }

    /// What Left's moves leave; a strip that stands for longer ones is cut
    /// near an end.
    fn replies(&self, strips: &Strips) -> Vec<Strips> {
        let mut all = Vec::new();
        for (i, strip) in strips.iter().enumerate() {
            for [a, b] in moves(strip, true) {
                if strip.len() >= SPREAD && a.len() >= NEAR && b.len() >= NEAR {
                    continue;
                }
                let mut next: Strips =
                    strips.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, s)| s.clone()).collect();
                next.extend([a, b]);
                all.push(next);
            }
        }
        all
    }

    /// R3u: replies leave units; beside each special type of weight 1 and each
    /// unit one is good, or Left wins by value.
    fn by_units(&mut self, strips: &Strips) -> bool {
        let left: Vec<usize> = self.replies(strips).iter().filter_map(|next| self.unit(next)).collect();
        let mut special = self.check.special.clone();
        special.retain(|(game, _)| self.check.types.get(game) == Some(&1));
        let units = self.check.units;
        let cases: Vec<_> =
            special.into_iter().flat_map(|(game, bad)| units.map(|unit| (game, units[bad], unit))).collect();
        !left.is_empty()
            && cases.into_iter().all(|(game, bad, unit)| {
                let good = left.iter().any(|&h| self.plus(unit, units[h]) != bad);
                good || self.value(strips).is_some_and(|value| {
                    let sum = self.plus(game, value);
                    let sum = self.plus(sum, unit);
                    !self.at_least(ZERO, sum)
                })
            })
    }

    fn answered(&mut self, w: i64, strips: &Strips) -> bool {
        let r1 = self.weight(strips) >= w;
        r1 || self.total(strips).is_some_and(|total| total >= w - 1)
            || w == 1 && self.value(strips).is_some_and(|sum| self.check.units.contains(&sum))
            || self.replies(strips).iter().any(|next| self.weight(next) > w || self.total(next).is_some_and(|t| t >= w))
            || w == 0 && self.by_units(strips)
    }

    fn moves_on(&mut self, w: i64, strips: &Strips) -> bool {
        let next = self.replies(strips);
        let l2 = next.iter().any(|next| self.weight(next) >= w + 2 || self.total(next).is_some_and(|t| t > w));
        l2 || w == -1 && self.by_units(strips)
    }

    fn stands(&mut self, strips: &Strips) -> bool {
        let next = self.replies(strips);
        let claimed = next.iter().any(|next| {
            let kinds = self.kinds(next);
            let types = kinds.iter().filter(|kind| matches!(kind, Kind::Type(_))).count();
            let long_one = next.iter().zip(&kinds).any(|(strip, kind)| strip.len() >= LONG && *kind == Kind::Type(1));
            self.weight(next) >= 2 || self.total(next).is_some_and(|t| t >= 1) && (types >= 2 || long_one)
        });
        claimed
            || (0..4).all(|unit| {
                next.iter().any(|next| {
                    self.value(next).is_some_and(|value| {
                        let sum = self.plus(value, self.check.units[unit]);
                        self.at_least(sum, ZERO)
                    })
                })
            })
    }

    fn rights_answered(&mut self, w: i64, strip: &[bool]) -> bool {
        moves(strip, false).into_iter().all(|after| self.answered(w, &after.to_vec()))
    }

    /// What is wrong with a short type.
    fn short_fault(&mut self, strip: &[bool], exempt: Game) -> Option<&'static str> {
        let value = self.worth(strip);
        let w = self.check.types[&value];
        if !self.rights_answered(w, strip) {
            return Some("is not answered");
        }
        let wins = (0..4).all(|unit| {
            let sum = self.plus(value, self.check.units[unit]);
            !self.at_least(ZERO, sum)
        });
        if w == 0 && !wins {
            return Some("does not win it beside every unit");
        }
        let needs = w < 0 || w == 0 && value != exempt;
        (needs && !self.moves_on(w, &vec![strip.to_vec()])).then_some("no move in it")
    }

    /// What is wrong with a long type.
    fn long_fault(&mut self, strip: &[bool], w: i64) -> Option<&'static str> {
        let alone = vec![strip.to_vec()];
        if self.weight(&alone) < w {
            return Some("not certified");
        }
        if !self.rights_answered(w, strip) {
            return Some("is not answered");
        }
        if w <= 0 && !self.moves_on(w, &alone) {
            return Some("no move in it");
        }
        if w == 0 && !self.stands(&alone) {
            return Some("does not win it beside every unit");
        }
        let g1 = moves(strip, false).into_iter().all(|after| {
            let after = after.to_vec();
            self.weight(&after) >= 1 || self.stands(&after)
        });
        (w == 1 && !g1).then_some("does not stand alone")
    }
}

/// Types, weights and special types as they may stand in a file, or not.
fn draw(text: &mut Text, dice: &mut Dice) {
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
fn draw_longs(text: &mut Text, dice: &mut Dice) {
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
fn draw_parts(text: &mut Text, piece: Piece, dice: &mut Dice) {
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
fn sides(check: &Check) -> Vec<Vec<Piece>> {
    let mut all = Vec::new();
    for piece in check.pieces(2..2 * SPREAD) {
        all.push(vec![piece]);
        all.extend(check.cuts(piece, false).into_iter().map(|cut| cut.to_vec()));
    }
    all
}

#[test]
fn strips_are_what_the_text_calls_them() {
    let (mut text, mut dice) = (Text::new(), Dice(1));
    for pieces in sides(&text.check) {
        if dice.below(20) == 0 {
            draw(&mut text, &mut dice);
        }
        let sight = text.check.see(&pieces).expect("weighed");
        let strips = text.strips(&pieces);
        let kinds = text.kinds(&strips);
        assert_eq!(sight.weight, text.weight(&strips), "{strips:?}");
        assert_eq!(sight.strange, kinds.contains(&Kind::Strange), "{strips:?}");
        assert_eq!(sight.types, kinds.iter().filter(|kind| matches!(kind, Kind::Type(_))).count(), "{strips:?}");
        if let Some(total) = text.total(&strips) {
            assert_eq!(sight.total, total, "{strips:?}");
        }
        if let Some(unit) = text.unit(&strips) {
            assert_eq!(sight.unit, unit, "{strips:?}");
        }
        let next: Vec<Strips> = text.check.replies(&pieces).iter().map(|next| text.strips(next)).collect();
        let sorted = |mut all: Vec<Strips>| {
            all.iter_mut().for_each(|strips| strips.sort());
            all.sort();
            all
        };
        assert_eq!(sorted(next), sorted(text.replies(&strips)), "{strips:?}");
    }
}

#[test]
fn every_rule_says_what_its_text_says() {
    let (mut text, mut dice) = (Text::new(), Dice(2));
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
            let told = [text.answered(w, &strips), text.stands(&strips), pieces.len() > 1 || text.moves_on(w, &strips)];
            assert_eq!(found, told, "{w} {strips:?}");
            *said.entry((w, found)).or_insert(0) += 1;
        }
    }
    assert!(said.len() > 20, "all answers occur: {said:?}");
}

/// One special type at a time, so that the unit that is left may be the bad one.
#[test]
fn units_beside_special_types() {
    let mut text = Text::new();
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
    let mut lines = Lines::new(file);
    while lines.maybe("special").is_none() {
        lines.at += 1;
    }
    for text in lines.current().split(' ').skip(1) {
        let value = check.value(&stones(text).expect("stones")).expect("short");
        let bad = check.bad(value).expect("small games");
        check.special.push((value, bad[0]));
    }
    lines.field("exempt").expect("a type");
    check.read_types(&mut lines).expect("types");
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
    let (mut text, mut dice) = (Text::new(), Dice(3));
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
            let (found, told) = if piece.1 < LONG {
                let value = text.worth(&strip);
                text.check.types.insert(value, w);
                let exempt = [value, ZERO][dice.below(2)];
                (text.check.short_holds(value, piece, exempt), text.short_fault(&strip, exempt))
            } else {
                (text.check.long_holds(piece, w), text.long_fault(&strip, w))
            };
            let found = found.err().unwrap_or_default();
            assert!(
                found.contains(told.unwrap_or("")) && found.is_empty() == told.is_none(),
                "{w} {strip:?}: {found}, {told:?}"
            );
            *said.entry((piece.1 < LONG, told)).or_insert(0) += 1;
        }
    }
    assert_eq!(said.len(), 10, "every fault occurs: {said:?}");
}
