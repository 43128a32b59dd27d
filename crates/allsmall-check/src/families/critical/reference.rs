//! For tests: the rules of the calculus once more, slowly and straight from
//! their text in docs/lab/families.md: strips as stones, all moves from the rule,
//! and every condition written out.

use std::collections::HashMap;

use super::{CriticalCheck, Piece};
use crate::families::file::NEAR;
use crate::families::plain;
use crate::families::word::Word;
use crate::games::{Game, Games, ZERO};

pub(super) const LONG: usize = 16;
pub(super) const SPREAD: usize = 32;

pub(super) fn blank(long: usize) -> CriticalCheck {
    let word = Word::read("(xo)^n").expect("a word");
    CriticalCheck::new(word, long, SPREAD, 2 * SPREAD + 8, Games::new(1 << 27)).expect("strips of few stones")
}

/// A strip as the text sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum StripKind {
    Dead,
    Unit(usize),
    Type(i64),
    Strange,
}

/// The text's words for one state of the calculus.
pub(super) struct ReferenceRules {
    pub(super) check: CriticalCheck,
    /// StoneStrips of each shape and length, weighed.
    pub(super) certified: HashMap<Vec<bool>, i64>,
    /// Long strips that are taken for what they are not.
    pub(super) longs: HashMap<Vec<bool>, Option<i64>>,
}

pub(super) type StoneStrips = Vec<Vec<bool>>;

/// What a player's moves leave of a strip.
fn moves(strip: &[bool], left: bool) -> Vec<[Vec<bool>; 2]> {
    plain::moves(strip).into_iter().filter(|made| made.0 == left).map(|made| made.1).collect()
}

impl ReferenceRules {
    pub(super) fn new() -> ReferenceRules {
        let check = blank(LONG);
        let mut certified = HashMap::new();
        for piece in check.pieces(2..2 * SPREAD + 9) {
            let weight = check.weights.weight(piece.0, piece.1).expect("weighed");
            certified.insert(check.word.stones(piece.0, piece.1), weight);
        }
        ReferenceRules { check, certified, longs: HashMap::new() }
    }

    pub(super) fn strips(&self, pieces: &[Piece]) -> StoneStrips {
        pieces.iter().map(|piece| self.check.word.stones(piece.0, piece.1)).collect()
    }

    pub(super) fn worth(&mut self, strip: &[bool]) -> Game {
        self.check.strips.value(strip, &mut self.check.games).expect("short")
    }

    pub(super) fn plus(&mut self, a: Game, b: Game) -> Game {
        self.check.games.add(a, b).expect("small games")
    }

    pub(super) fn at_least(&mut self, a: Game, b: Game) -> bool {
        self.check.games.le(b, a).expect("small games")
    }

    pub(super) fn kind(&mut self, strip: &[bool]) -> StripKind {
        let len = strip.len();
        if len < 2 {
            return StripKind::Dead;
        }
        if let Some(long) = self.longs.get(strip) {
            return long.map_or(StripKind::Strange, StripKind::Type);
        }
        if len >= LONG {
            return match (&strip[..2], &strip[len - 2..]) {
                ([false, true], [true, false]) => StripKind::Type(1),
                ([false, true], [false, false]) | ([false, false], [true, false]) => StripKind::Type(0),
                ([false, false], [false, false]) => StripKind::Type(-1),
                _ => StripKind::Strange,
            };
        }
        let value = self.worth(strip);
        match self.check.units.iter().position(|&unit| unit == value) {
            Some(unit) => StripKind::Unit(unit),
            None => self.check.types.get(&value).map_or(StripKind::Strange, |&weight| StripKind::Type(weight)),
        }
    }

    pub(super) fn kinds(&mut self, strips: &StoneStrips) -> Vec<StripKind> {
        strips.iter().map(|strip| self.kind(strip)).collect()
    }

    /// Types and units, a type among them: their total.
    pub(super) fn total(&mut self, strips: &StoneStrips) -> Option<i64> {
        let kinds = self.kinds(strips);
        let types: Vec<i64> =
            kinds.iter().filter_map(|k| if let StripKind::Type(w) = k { Some(*w) } else { None }).collect();
        (!kinds.contains(&StripKind::Strange) && !types.is_empty()).then(|| types.iter().sum())
    }

    /// Units alone: their sum.
    pub(super) fn unit(&mut self, strips: &StoneStrips) -> Option<usize> {
        let mut sum = ZERO;
        for kind in self.kinds(strips) {
            match kind {
                StripKind::Dead => {}
                StripKind::Unit(unit) => sum = self.plus(sum, self.check.units[unit]),
                _ => return None,
            }
        }
        self.check.units.iter().position(|&unit| unit == sum)
    }

    pub(super) fn weight(&self, strips: &StoneStrips) -> i64 {
        strips.iter().filter(|strip| strip.len() > 1).map(|strip| self.certified[strip]).sum()
    }

    pub(super) fn value(&mut self, strips: &StoneStrips) -> Option<Game> {
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
    pub(super) fn replies(&self, strips: &StoneStrips) -> Vec<StoneStrips> {
        let mut all = Vec::new();
        for (i, strip) in strips.iter().enumerate() {
            for [a, b] in moves(strip, true) {
                if strip.len() >= SPREAD && a.len() >= NEAR && b.len() >= NEAR {
                    continue;
                }
                let mut next: StoneStrips =
                    strips.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, s)| s.clone()).collect();
                next.extend([a, b]);
                all.push(next);
            }
        }
        all
    }

    /// R3u: replies leave units; in a sum with each special type of weight 1 and each
    /// unit one is good, or Left wins by value.
    pub(super) fn by_units(&mut self, strips: &StoneStrips) -> bool {
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

    pub(super) fn answered(&mut self, w: i64, strips: &StoneStrips) -> bool {
        let r1 = self.weight(strips) >= w;
        r1 || self.total(strips).is_some_and(|total| total >= w - 1)
            || w == 1 && self.value(strips).is_some_and(|sum| self.check.units.contains(&sum))
            || self.replies(strips).iter().any(|next| self.weight(next) > w || self.total(next).is_some_and(|t| t >= w))
            || w == 0 && self.by_units(strips)
    }

    pub(super) fn moves_on(&mut self, w: i64, strips: &StoneStrips) -> bool {
        let next = self.replies(strips);
        let l2 = next.iter().any(|next| self.weight(next) >= w + 2 || self.total(next).is_some_and(|t| t > w));
        l2 || w == -1 && self.by_units(strips)
    }

    pub(super) fn stands(&mut self, strips: &StoneStrips) -> bool {
        let next = self.replies(strips);
        let claimed = next.iter().any(|next| {
            let kinds = self.kinds(next);
            let types = kinds.iter().filter(|kind| matches!(kind, StripKind::Type(_))).count();
            let long_one =
                next.iter().zip(&kinds).any(|(strip, kind)| strip.len() >= LONG && *kind == StripKind::Type(1));
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

    pub(super) fn rights_answered(&mut self, w: i64, strip: &[bool]) -> bool {
        moves(strip, false).into_iter().all(|after| self.answered(w, &after.to_vec()))
    }

    /// What is wrong with a short type.
    pub(super) fn short_fault(&mut self, strip: &[bool], exempt: Game) -> Option<&'static str> {
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
    pub(super) fn long_fault(&mut self, strip: &[bool], w: i64) -> Option<&'static str> {
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
