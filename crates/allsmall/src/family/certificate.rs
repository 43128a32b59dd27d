//! A proof as a text file that [`super::recheck`] can check.
//!
//! ```text
//! allsmall family certificate 1
//! word (xxo)^n              the family
//! period 6                  in stones
//! from 28                   S(m + 6) = S(m) + shift for every kind and m >= 28
//! shift 2                   the number of a game below
//! game 0 |                  game number, left options | right options
//! game 1 0|0
//! game 2 0|1
//! strip xxo 2               every strip that is used: stones, game
//! meet xxoxx... L 1 x 17    a strip of the window; Left moved in -shift to minus game 1;
//!                           the answer is in X (x) or in -G (g), to game 17
//! end 1a2b3c4d              CRC-32 of all lines before this one
//! ```

use std::collections::HashMap;
use std::fmt::Write;

use super::obligation::{Witness, answered};
use super::search::{Proof, Search};
use super::word::Segment;
use crate::cgt::{Value, Values};
use crate::{Player, Stop};

/// The first line of every certificate of this version.
pub(super) const HEADER: &str = "allsmall family certificate 1";

/// Games in the order in which they are written: options first.
#[derive(Default)]
struct Games {
    number: HashMap<Value, usize>,
    text: String,
}

impl Games {
    fn enter(&mut self, values: &Values, v: Value) -> usize {
        let mut stack = vec![v];
        while let Some(&next) = stack.last() {
            let options = || values.left_options(next).iter().chain(values.right_options(next));
            if self.number.contains_key(&next) {
                stack.pop();
            } else if options().all(|o| self.number.contains_key(o)) {
                let list = |all: &[Value]| all.iter().map(|o| self.number[o].to_string()).collect::<Vec<_>>().join(",");
                let (lefts, rights) = (list(values.left_options(next)), list(values.right_options(next)));
                let number = self.number.len();
                writeln!(self.text, "game {number} {lefts}|{rights}").expect("writing to a string does not fail");
                self.number.insert(next, number);
                stack.pop();
            } else {
                stack.extend(options().filter(|o| !self.number.contains_key(o)));
            }
        }
        self.number[&v]
    }
}

/// The certificate of a proof.
pub(super) fn write(search: &mut Search<'_>, proof: &Proof) -> Result<String, Stop> {
    let word = search.word;
    let mut games = Games::default();
    let shift = games.enter(&search.values, proof.shift);
    let mut strips = String::new();
    for segment in used(search, proof) {
        let number = games.enter(&search.values, search.table.get(segment));
        writeln!(strips, "strip {} {number}", word.position(segment)).expect("writing to a string does not fail");
    }
    let mut meets = String::new();
    for (segment, met) in &proof.obligations {
        let options = search.table.options(word, *segment, &mut search.values)?;
        for met in met {
            let d = answered(&search.values, proof.shift, met.mover)[met.option];
            let own = usize::from(met.mover == Player::Left);
            let (place, answer) = match met.witness {
                Witness::InX(i) => ('x', options[own][i]),
                Witness::InG(i) => ('g', options[1 - own][i]),
            };
            let side = if met.mover == Player::Left { 'L' } else { 'R' };
            let (d, answer) = (games.enter(&search.values, d), games.enter(&search.values, answer));
            writeln!(meets, "meet {} {side} {d} {place} {answer}", word.position(*segment))
                .expect("writing to a string does not fail");
        }
    }
    let body = format!(
        "{HEADER}\nword {word}\nperiod {}\nfrom {}\nshift {shift}\n{}{strips}{meets}",
        proof.period, proof.from, games.text
    );
    Ok(signed(&body))
}

/// The lines with their checksum.
pub(super) fn signed(body: &str) -> String {
    format!("{body}end {:08x}\n", crc32fast::hash(body.as_bytes()))
}

/// Every segment that the proof speaks of, and every part of theirs, by
/// length and then by kind.
fn used(search: &Search<'_>, proof: &Proof) -> Vec<Segment> {
    let word = search.word;
    let longest = proof.window() + proof.period - 1;
    let mut all: Vec<Segment> = Vec::new();
    let mut seen = HashMap::new();
    for &kind in &search.kinds {
        for len in (2..=longest).filter(|&len| word.has_length(kind, len)) {
            let mut stack = vec![Segment { kind, len }];
            while let Some(segment) = stack.pop() {
                // Strips of different kinds with the same stones are written once.
                if segment.len < 2 || seen.insert(word.stones(segment), ()).is_some() {
                    continue;
                }
                all.push(segment);
                stack.extend(word.cuts(segment).iter().flat_map(|cut| cut.parts));
            }
        }
    }
    all.sort_unstable_by_key(|segment| (segment.len, segment.kind));
    all
}
