//! The reduced canonical form: the simplest game infinitesimally close to G
//! (J. P. Grossman and A. N. Siegel, "Reductions of partizan games", 2009).
//!
//! With star as the tax, `G* = {GL* + * | GR* + *}` and numbers stay as they
//! are; then numbers and numbers with a star both become the number, all over
//! the canonical form of `G*`.

use std::collections::HashMap;

use super::facts::Plain;
use super::{Value, Values};
use crate::Stop;

impl Values {
    /// The reduced canonical form.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn reduced(&mut self, v: Value) -> Result<Value, Stop> {
        let star = self.star(1)?;
        let cooled = self.rebuild(v, |values, w| Ok(values.as_number(w).map(|_| w)), star)?;
        let mut known: HashMap<Value, Value> = HashMap::new();
        for w in self.positions_within(cooled)? {
            self.step(1 + self.arena.options(w))?;
            let plain = self.arena.facts(w).plain;
            let projected = match plain {
                Some(Plain { number, ups: 0, nimber: 0 | 1 }) => self.number(number)?,
                _ => {
                    let all = |options: &[Value]| options.iter().map(|o| known[o]).collect::<Vec<_>>();
                    let (lefts, rights) = (all(self.arena.lefts(w)), all(self.arena.rights(w)));
                    self.make(&lefts, &rights)?
                }
            };
            known.insert(w, projected);
        }
        Ok(known[&cooled])
    }
}
