//! Cooling and heating (Winning Ways, chapter 6; Siegel, II.5 and IV.4).
//!
//! ```text
//! cooled by t     G_t = {GL_t - t | GR_t + t} up to the temperature, the mean above
//! frozen          cooled by the temperature itself
//! heated by t     a number x stays x; otherwise {GL + t | GR - t}, both heated
//! overheated s,t  an integer n becomes n.s; otherwise {GL + t | GR - t}
//! ```
//!
//! Options have smaller ids, so each operation is a loop over subpositions.

use std::collections::HashMap;

use super::{Dyadic, Value, Values};
use crate::Stop;

impl Values {
    /// The number, if the value is one.
    #[must_use]
    pub fn as_number(&self, v: Value) -> Option<Dyadic> {
        self.arena.record(v).number_up_star.and_then(super::number_up_star::NumberUpStar::as_number)
    }

    /// `v` cooled by `t`: every move costs `t`.
    pub fn cooled(&mut self, v: Value, t: Dyadic) -> Result<Value, Stop> {
        let graphs = self.thermographs(v)?;
        let tax = self.number(t)?;
        let gain = self.neg(tax);
        self.rebuild(
            v,
            |values, w| {
                let heat = graphs[&w].heat;
                match values.as_number(w).is_some() || heat.temperature < t {
                    true => values.number(heat.mean).map(Some),
                    false => Ok(None),
                }
            },
            gain,
        )
    }

    /// `v` cooled by its own temperature.
    pub fn frozen(&mut self, v: Value) -> Result<Value, Stop> {
        let heat = self.heat(v)?;
        if heat.temperature < Dyadic::ZERO { Ok(v) } else { self.cooled(v, heat.temperature) }
    }

    /// `v` heated by `t`.
    pub fn heated(&mut self, v: Value, t: Value) -> Result<Value, Stop> {
        self.rebuild(v, |values, w| Ok(values.as_number(w).map(|_| w)), t)
    }

    /// `v` overheated from `s` to `t`.
    pub fn overheated(&mut self, v: Value, s: Value, t: Value) -> Result<Value, Stop> {
        let whole = |values: &mut Values, w| match values.as_number(w).and_then(Dyadic::as_integer) {
            Some(n) => values.times(s, n).map(Some),
            None => Ok(None),
        };
        self.rebuild(v, whole, t)
    }

    /// Rebuilds a game from its leaves: what `leaf` gives, otherwise
    /// `{left + by | right - by}` of the rebuilt options.
    pub(super) fn rebuild(
        &mut self,
        v: Value,
        mut leaf: impl FnMut(&mut Values, Value) -> Result<Option<Value>, Stop>,
        by: Value,
    ) -> Result<Value, Stop> {
        let mut built: HashMap<Value, Value> = HashMap::new();
        let less = self.neg(by);
        for w in self.positions_within(v)? {
            self.step(1 + self.arena.options(w))?;
            let anew = match leaf(self, w)? {
                Some(anew) => anew,
                None => {
                    let mut sides = [self.arena.lefts(w).to_vec(), self.arena.rights(w).to_vec()];
                    for (side, by) in sides.iter_mut().zip([by, less]) {
                        for option in side {
                            *option = self.add(built[option], by)?;
                        }
                    }
                    self.from_options(&sides[0], &sides[1])?
                }
            };
            built.insert(w, anew);
        }
        Ok(built[&v])
    }
}
