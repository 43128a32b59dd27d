//! Reduced canonical forms: the simplest game infinitesimally close to G
//! (J. P. Grossman and A. N. Siegel, "Reductions of partizan games", 2009).
//!
//! First G is cooled by star: `G* = {GL* + * | GR* + *}`, numbers unchanged.
//! Then every `x` and `x + *` in the canonical form of `G*`, x a number, is
//! replaced by x.

use std::collections::HashMap;

use super::number_up_star::NumberUpStar;
use super::{Value, Values};
use crate::Stop;

impl Values {
    /// The reduced canonical form.
    pub fn reduced(&mut self, v: Value) -> Result<Value, Stop> {
        let star = self.star(1)?;
        let cooled = self.rebuild(v, |values, w| Ok(values.as_number(w).map(|_| w)), star)?;
        let mut known: HashMap<Value, Value> = HashMap::new();
        for w in self.positions_within(cooled)? {
            self.step(1 + self.arena.options(w))?;
            let number_up_star = self.arena.record(w).number_up_star;
            let projected = match number_up_star {
                Some(NumberUpStar { number, ups: 0, nimber: 0 | 1 }) => self.number(number)?,
                _ => {
                    let all = |options: &[Value]| options.iter().map(|o| known[o]).collect::<Vec<_>>();
                    let (lefts, rights) = (all(self.arena.lefts(w)), all(self.arena.rights(w)));
                    self.from_options(&lefts, &rights)?
                }
            };
            known.insert(w, projected);
        }
        Ok(known[&cooled])
    }
}
