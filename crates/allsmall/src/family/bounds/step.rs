//! The induction step: a bound holds for a length because bounds hold for all
//! shorter ones.
//!
//! To show is `S(m) <= Y + kD` where `m = m* + kP`, k >= 0: Right, moving
//! second, wins `S(m) - Y - kD`. Left may move
//!
//! - in S(m), to something that is at most `u + kD`: she has not won if
//!   *not Y <= u*;
//! - in -Y, to -y with y a right option of Y: Right answers in S(m), to at
//!   most `u + kD` with *u <= y*, or in -y, to -z with z a left option of y
//!   and `S(m) <= z + kD` (*z is proved in the same way*);
//! - in one of the k games -D, to -e with e a right option of D: Right answers
//!   in S(m), with *u <= Y + e - D*, or in -Y, to -z with z a left option of Y
//!   and *z + e - D proved in the same way*.
//!
//! No condition mentions k. Lower bounds are upper bounds of the negatives.

use std::collections::HashMap;

use crate::Stop;
use crate::base::hash::Mixed;
use crate::cgt::{Value, Values};

/// Maximum depth of "proved in the same way".
const DEPTH: usize = 6;

/// Bounds of what the moves of one class leave.
#[derive(Clone, Debug, Default)]
pub(super) struct OptionBounds {
    /// The upper bounds of each of Left's options; an empty list if none is known.
    pub(super) lefts: Vec<Vec<Value>>,
    /// The least upper bounds of all of Right's options.
    pub(super) rights: Vec<Value>,
}

/// The conditions for one class.
pub(super) struct InductionStep<'a> {
    pub(super) values: &'a mut Values,
    pub(super) options: &'a OptionBounds,
    pub(super) shift: Value,
    /// Whether each bound tried so far is proved.
    pub(super) known: HashMap<Value, bool, Mixed>,
}

impl InductionStep<'_> {
    /// Whether `S(m* + kP) <= y + kD` follows for every k >= 0.
    pub(super) fn proves(&mut self, y: Value) -> Result<bool, Stop> {
        self.within(y, DEPTH)
    }

    fn within(&mut self, y: Value, depth: usize) -> Result<bool, Stop> {
        if let Some(&known) = self.known.get(&y) {
            return Ok(known);
        }
        let proved = self.withstands_lefts(y)? && self.answers_own(y, depth)? && self.answers_shift(y, depth)?;
        // A failure at less than the full depth is not final.
        if proved || depth == DEPTH {
            self.known.insert(y, proved);
        }
        Ok(proved)
    }

    fn withstands_lefts(&mut self, y: Value) -> Result<bool, Stop> {
        let options = self.options;
        for bounds in &options.lefts {
            let mut withstood = false;
            for &u in bounds {
                if !self.values.le(y, u)? {
                    withstood = true;
                    break;
                }
            }
            if !withstood {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn answers_own(&mut self, y: Value, depth: usize) -> Result<bool, Stop> {
        for right in self.values.right_options(y).to_vec() {
            let mut answered = self.some_right_below(right)?;
            if !answered && depth > 0 {
                for z in self.values.left_options(right).to_vec() {
                    if self.within(z, depth - 1)? {
                        answered = true;
                        break;
                    }
                }
            }
            if !answered {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn answers_shift(&mut self, y: Value, depth: usize) -> Result<bool, Stop> {
        for e in self.values.right_options(self.shift).to_vec() {
            let change = self.values.sub(e, self.shift)?;
            let bound = self.values.add(y, change)?;
            let mut answered = self.some_right_below(bound)?;
            if !answered && depth > 0 {
                for z in self.values.left_options(y).to_vec() {
                    let z = self.values.add(z, change)?;
                    if self.within(z, depth - 1)? {
                        answered = true;
                        break;
                    }
                }
            }
            if !answered {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn some_right_below(&mut self, bound: Value) -> Result<bool, Stop> {
        let options = self.options;
        for &u in &options.rights {
            if self.values.le(u, bound)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
