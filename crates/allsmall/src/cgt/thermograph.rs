//! Temperature and mean by thermographs.
//!
//! Cooled by t, every move costs t. The walls of G are
//!
//! ```text
//! left(t)  = max over left options  of their right wall at t, less t
//! right(t) = min over right options of their left wall at t, plus t
//! ```
//!
//! up to the t where they meet, which is the temperature; above it both stay
//! at the mean value. A number is its own mast: m/2^k has temperature -1/2^k.
//! All corners are dyadic: slopes are 0 or 1, so lines meet at half sums.

use std::collections::HashMap;

use super::facts::Plain;
use super::{Dyadic, Value, Values};
use crate::Stop;

/// How hot a game is, and what it is worth on average.
///
/// ```
/// use allsmall::{Budget, Dyadic, Valuer};
/// let mut valuer = Valuer::new(&Budget::new());
/// let switch = valuer.text("{3|1}")?;
/// let heat = valuer.values_mut().heat(switch)?;
/// assert_eq!((heat.mean, heat.temperature), (Dyadic::integer(2), Dyadic::integer(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heat {
    /// The temperature: how much a move matters.
    pub temperature: Dyadic,
    /// The mean value.
    pub mean: Dyadic,
}

/// A wall: its corners (t, x) from t = 0 up; straight between them and
/// upright above the last.
pub type Wall = Vec<(Dyadic, Dyadic)>;

/// The walls of a game: what Left and what Right moving first gets, cooled
/// by t, for every t from 0 on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// Left's wall.
    pub left: Wall,
    /// Right's wall.
    pub right: Wall,
    /// Where they meet.
    pub heat: Heat,
}

impl Values {
    /// The temperature and the mean of a value.
    ///
    /// # Errors
    /// The limit of the budget that was hit; [`Stop::Size`] if a corner is a
    /// fraction too fine to write.
    pub fn heat(&mut self, v: Value) -> Result<Heat, Stop> {
        if self.is_all_small(v) && v != self.zero() {
            return Ok(Heat { temperature: Dyadic::ZERO, mean: Dyadic::ZERO });
        }
        Ok(self.thermograph(v)?.heat)
    }

    /// The thermograph of a value.
    ///
    /// # Errors
    /// As [`Values::heat`].
    pub fn thermograph(&mut self, v: Value) -> Result<Thermograph, Stop> {
        let mut graphs = self.thermographs(v)?;
        let mut graph = graphs.remove(&v).expect("it is among its positions");
        tidy(&mut graph.left);
        tidy(&mut graph.right);
        Ok(graph)
    }

    /// The mean, where it is short work and no limit is wanted.
    pub(super) fn mean(&self, v: Value) -> Option<Dyadic> {
        if self.is_all_small(v) {
            return Some(Dyadic::ZERO);
        }
        let graphs = self.all_graphs(self.positions(v), |_| Ok(())).ok()?;
        Some(graphs[&v].heat.mean)
    }

    /// The thermographs of all positions.
    pub(super) fn thermographs(&self, v: Value) -> Result<HashMap<Value, Thermograph>, Stop> {
        let mut pace = self.budget.pace();
        self.all_graphs(self.positions_within(v)?, |w| pace.step(8 * (1 + self.arena.options(w))))
    }

    fn all_graphs(
        &self,
        positions: Vec<Value>,
        mut before: impl FnMut(Value) -> Result<(), Stop>,
    ) -> Result<HashMap<Value, Thermograph>, Stop> {
        let mut known: HashMap<Value, Thermograph> = HashMap::new();
        for w in positions {
            before(w)?;
            let graph = match self.arena.facts(w).plain {
                Some(plain) => mast(plain).ok_or(Stop::Size)?,
                None => {
                    let left = self.arena.lefts(w).iter().map(|l| &known[l].right);
                    let right = self.arena.rights(w).iter().map(|r| &known[r].left);
                    scaffold(outer(left, true), outer(right, false)).ok_or(Stop::Size)?
                }
            };
            known.insert(w, graph);
        }
        Ok(known)
    }
}

/// Leaves out corners that lie on a straight line.
fn tidy(wall: &mut Wall) {
    let mut kept: Wall = Vec::new();
    for &corner in wall.iter() {
        if let [.., before, last] = kept[..] {
            let slope = |a: (Dyadic, Dyadic), b: (Dyadic, Dyadic)| b.1.cmp(&a.1);
            if slope(before, last) == slope(last, corner) {
                kept.pop();
            }
        }
        if kept.last().is_none_or(|last| last.0 < corner.0) {
            kept.push(corner);
        }
    }
    while let [.., before, last] = kept[..] {
        if before.1 != last.1 {
            break;
        }
        kept.pop();
    }
    *wall = kept;
}

/// The thermograph of a number, or of one with ups or a nimber beside it.
fn mast(plain: Plain) -> Option<Thermograph> {
    let mean = plain.number;
    let temperature = match plain.as_number() {
        Some(number) => Dyadic::new(-1, u32::from(number.exponent()))?,
        None => Dyadic::ZERO,
    };
    let wall = vec![(Dyadic::ZERO, mean)];
    Some(Thermograph { left: wall.clone(), right: wall, heat: Heat { temperature, mean } })
}

/// The greatest or the least of several walls at every t.
fn outer<'a>(walls: impl Iterator<Item = &'a Wall>, greatest: bool) -> Option<Wall> {
    let mut walls = walls.map(Some);
    let first = walls.next()??.clone();
    walls.try_fold(first, |a, b| either(&a, b?, greatest))
}

/// The greater or the lesser of two walls at every t.
fn either(a: &Wall, b: &Wall, greatest: bool) -> Option<Wall> {
    let mut wall: Wall = Vec::new();
    let mut last: Option<(Dyadic, Dyadic)> = None;
    for t in corners(a, b) {
        let (x, y) = (at(a, t)?, at(b, t)?);
        let gap = x.checked_sub(y)?;
        if let Some((before, old)) = last
            && (old > Dyadic::ZERO) != (gap > Dyadic::ZERO)
            && old != Dyadic::ZERO
            && gap != Dyadic::ZERO
        {
            // Walls of one kind differ in slope by 1 where they cross.
            let cross = before.checked_add(if old > Dyadic::ZERO { old } else { old.negated() })?;
            wall.push((cross, at(a, cross)?));
        }
        wall.push((t, if (x > y) == greatest { x } else { y }));
        last = Some((t, gap));
    }
    Some(wall)
}

/// Every t at which one of two walls has a corner, in order.
fn corners(a: &Wall, b: &Wall) -> Vec<Dyadic> {
    let mut all: Vec<Dyadic> = a.iter().chain(b).map(|corner| corner.0).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A wall at height t.
fn at(wall: &Wall, t: Dyadic) -> Option<Dyadic> {
    let above = wall.partition_point(|corner| corner.0 <= t);
    let (from, x) = wall[above - 1];
    let Some(&(_, next)) = wall.get(above) else { return Some(x) };
    let rise = t.checked_sub(from)?;
    match next.cmp(&x) {
        std::cmp::Ordering::Equal => Some(x),
        std::cmp::Ordering::Greater => x.checked_add(rise),
        std::cmp::Ordering::Less => x.checked_sub(rise),
    }
}

/// The thermograph over the outer walls of the options.
fn scaffold(left: Option<Wall>, right: Option<Wall>) -> Option<Thermograph> {
    let (left, right) = (left?, right?);
    let (mut left_wall, mut right_wall): (Wall, Wall) = (Vec::new(), Vec::new());
    // The gap between the cooled walls shrinks from corner to corner.
    let mut last = None;
    for t in corners(&left, &right).into_iter().map(Some).chain([None]) {
        let gap = match t {
            Some(t) => at(&left, t)?.checked_sub(at(&right, t)?)?.checked_sub(t)?.checked_sub(t)?,
            None => Dyadic::integer(-1),
        };
        if gap <= Dyadic::ZERO || t.is_none() {
            let temperature = match last {
                None => Dyadic::ZERO,
                Some((before, old)) => meeting(&left, &right, before, old, t)?,
            };
            let mean = at(&left, temperature)?.checked_sub(temperature)?;
            left_wall.push((temperature, mean));
            right_wall.push((temperature, mean));
            return Some(Thermograph { left: left_wall, right: right_wall, heat: Heat { temperature, mean } });
        }
        let t = t.expect("the last round has returned");
        left_wall.push((t, at(&left, t)?.checked_sub(t)?));
        right_wall.push((t, at(&right, t)?.checked_add(t)?));
        last = Some((t, gap));
    }
    None
}

/// Where the gap `old` at height `before` closes, at the latest at `next`. It
/// shrinks by 2 or by 1 for each unit of t.
fn meeting(left: &Wall, right: &Wall, before: Dyadic, old: Dyadic, next: Option<Dyadic>) -> Option<Dyadic> {
    let gap = |t: Dyadic| at(left, t)?.checked_sub(at(right, t)?)?.checked_sub(t)?.checked_sub(t);
    let fast = before.checked_add(old.half()?)?;
    if next.is_none_or(|next| fast <= next) && gap(fast)? == Dyadic::ZERO {
        return Some(fast);
    }
    before.checked_add(old)
}
