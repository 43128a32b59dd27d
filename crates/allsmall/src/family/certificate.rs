//! The certificate: a proof as a text file that `allsmall-check` verifies.
//!
//! ```text
//! allsmall family proof 1
//! family bounds (xxxo)^n
//! period 8                    P, in stones
//! from 42                     m0
//! theorem 4                   the statement holds from this n on
//! game 0|0                    games, each after its options; game 0 is zero
//! shift 7                     D
//! class w0 0 00 96 : 3,4 : 5  begins at w0, 0 stones of B, no end flipped, m* = 96;
//!                             its upper bounds, its lower bounds
//! base 4 9                    the value for n = 4 less the shifts of its whole periods
//! end
//! ```
//!
//! A proof in which every kind gains the shift is one in which every class has
//! one upper and one lower bound, its value.

use std::collections::HashMap;
use std::fmt::Write;

use super::bounds::{BoundsProof, SegmentClass};
use super::segment::{Gap, SegmentKind};
use super::shift_search::{ProofMethod, ShiftProof, ShiftSearch};
use crate::cgt::{Value, Values};

/// The first line of a proof about a family.
pub(super) const HEADER: &str = "allsmall family proof 1";

/// Games in the order in which they are written: options first.
pub(super) struct GameList {
    number: HashMap<Value, usize>,
    pub(super) text: String,
}

impl GameList {
    /// Zero alone, which has the number 0 and no line.
    pub(super) fn new(values: &Values) -> GameList {
        GameList { number: HashMap::from([(values.zero(), 0)]), text: String::new() }
    }

    /// The number of a game, written first if it is new.
    pub(super) fn enter(&mut self, values: &Values, v: Value) -> usize {
        let mut stack = vec![v];
        while let Some(&next) = stack.last() {
            let options = || values.left_options(next).iter().chain(values.right_options(next));
            if self.number.contains_key(&next) {
                stack.pop();
            } else if options().all(|o| self.number.contains_key(o)) {
                let list = |all: &[Value]| all.iter().map(|o| self.number[o].to_string()).collect::<Vec<_>>().join(",");
                let (lefts, rights) = (list(values.left_options(next)), list(values.right_options(next)));
                writeln!(self.text, "game {lefts}|{rights}").expect("writing to a string does not fail");
                self.number.insert(next, self.number.len());
                stack.pop();
            } else {
                stack.extend(options().filter(|o| !self.number.contains_key(o)));
            }
        }
        self.number[&v]
    }
}

/// The certificate of a proof of `w^(n + copies) = w^n + D` for n from `least` on.
/// `bases` are the values for n = `least` and so on, less the shifts of their whole
/// periods.
pub(super) fn write(search: &ShiftSearch<'_>, proof: &ShiftProof, least: usize, bases: &[(usize, Value)]) -> String {
    let bounded = match &proof.by {
        ProofMethod::Gain { .. } => BoundsProof::exact(search, proof),
        ProofMethod::Bounds(bounded) => bounded.clone(),
    };
    let mut games = GameList::new(&search.values);
    let shift = games.enter(&search.values, proof.shift);
    let mut classes = String::new();
    for (number, class) in bounded.classes.iter().enumerate() {
        let mut list = |all: &[Value]| {
            all.iter().map(|&v| games.enter(&search.values, v).to_string()).collect::<Vec<_>>().join(",")
        };
        let (upper, lower) = (list(&bounded.upper[number]), list(&bounded.lower[number]));
        writeln!(classes, "class {} : {upper} : {lower}", class_text(*class))
            .expect("writing to a string does not fail");
    }
    for &(n, rest) in bases {
        writeln!(classes, "base {n} {}", games.enter(&search.values, rest)).expect("writing to a string does not fail");
    }
    let head = format!("{HEADER}\nfamily bounds {}\nperiod {}\nfrom {}", search.family, proof.period, proof.from);
    format!("{head}\ntheorem {least}\n{}shift {shift}\n{classes}end\n", games.text)
}

/// `w0 0 00 96`: first gap, stones of B, flipped ends, reference length.
fn class_text(SegmentClass { kind, star }: SegmentClass) -> String {
    let SegmentKind { start, start_flipped, end, end_flipped } = kind;
    let tail = if let Gap::After(at) = end { at } else { 0 };
    format!("{start} {tail} {}{} {star}", u8::from(start_flipped), u8::from(end_flipped))
}
