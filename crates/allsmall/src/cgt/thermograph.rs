//! Thermographs: temperature and mean value.
//!
//! In G cooled by t every move costs t. The walls of G are
//!
//! ```text
//! left(t)  = max over left options  of their right wall at t, minus t
//! right(t) = min over right options of their left wall at t, plus t
//! ```
//!
//! up to the t where they meet, which is the temperature; above it both are
//! the mast at the mean value. A number has a mast alone: m/2^k has
//! temperature -1/2^k. All corners are dyadic: slopes are 0 or 1, so lines
//! meet at half sums.

use std::collections::HashMap;

use super::number_up_star::NumberUpStar;
use super::{Dyadic, Value, Values};
use crate::Stop;

/// Temperature and mean value of a game.
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
    /// The temperature: the urgency of a move.
    pub temperature: Dyadic,
    /// The mean value.
    pub mean: Dyadic,
}

/// A wall of a thermograph: its corners (t, x) from t = 0 up, linear between
/// them, vertical above the last.
pub type Wall = Vec<(Dyadic, Dyadic)>;

/// The walls of a game: the stops of the game cooled by t, for every t >= 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// Left's wall.
    pub left: Wall,
    /// Right's wall.
    pub right: Wall,
    /// Where the walls meet.
    pub heat: Heat,
}

impl Values {
    /// The temperature and the mean value.
    ///
    /// # Errors
    /// [`Stop`] when the budget is exhausted; [`Stop::Unsupported`] if a corner does not
    /// fit a [`Dyadic`].
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
        let mut graph = graphs.remove(&v).expect("a game is among its subpositions");
        drop_collinear(&mut graph.left);
        drop_collinear(&mut graph.right);
        Ok(graph)
    }

    /// The mean value, without a budget: for short computations.
    pub(super) fn mean(&self, v: Value) -> Option<Dyadic> {
        if self.is_all_small(v) {
            return Some(Dyadic::ZERO);
        }
        let graphs = self.all_graphs(self.positions(v), |_| Ok(())).ok()?;
        Some(graphs[&v].heat.mean)
    }

    /// The thermographs of all subpositions.
    pub(super) fn thermographs(&self, v: Value) -> Result<HashMap<Value, Thermograph>, Stop> {
        let mut ticker = self.budget.ticker();
        self.all_graphs(self.positions_within(v)?, |w| ticker.step(8 * (1 + self.arena.options(w))))
    }

    fn all_graphs(
        &self,
        positions: Vec<Value>,
        mut before: impl FnMut(Value) -> Result<(), Stop>,
    ) -> Result<HashMap<Value, Thermograph>, Stop> {
        let mut known: HashMap<Value, Thermograph> = HashMap::new();
        for w in positions {
            before(w)?;
            let graph = match self.arena.record(w).number_up_star {
                Some(number_up_star) => mast(number_up_star).ok_or(Stop::Unsupported)?,
                None => {
                    let left = self.arena.lefts(w).iter().map(|l| &known[l].right);
                    let right = self.arena.rights(w).iter().map(|r| &known[r].left);
                    scaffold(outer(left, true), outer(right, false)).ok_or(Stop::Unsupported)?
                }
            };
            known.insert(w, graph);
        }
        Ok(known)
    }
}

/// Removes corners that lie on a straight line.
fn drop_collinear(wall: &mut Wall) {
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

/// The thermograph of number + ups + nimber: a mast at the number.
fn mast(number_up_star: NumberUpStar) -> Option<Thermograph> {
    let mean = number_up_star.number;
    let temperature = match number_up_star.as_number() {
        Some(number) => Dyadic::new(-1, u32::from(number.exponent()))?,
        None => Dyadic::ZERO,
    };
    let wall = vec![(Dyadic::ZERO, mean)];
    Some(Thermograph { left: wall.clone(), right: wall, heat: Heat { temperature, mean } })
}

/// The pointwise maximum or minimum of several walls.
fn outer<'a>(walls: impl Iterator<Item = &'a Wall>, greatest: bool) -> Option<Wall> {
    let mut walls = walls.map(Some);
    let first = walls.next()??.clone();
    walls.try_fold(first, |a, b| either(&a, b?, greatest))
}

/// The pointwise maximum or minimum of two walls.
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
            // Left walls, like right walls, differ in slope by 1 where they cross.
            let cross = before.checked_add(if old > Dyadic::ZERO { old } else { old.negated() })?;
            wall.push((cross, at(a, cross)?));
        }
        wall.push((t, if (x > y) == greatest { x } else { y }));
        last = Some((t, gap));
    }
    Some(wall)
}

/// Every t at which either wall has a corner, ascending.
fn corners(a: &Wall, b: &Wall) -> Vec<Dyadic> {
    let mut all: Vec<Dyadic> = a.iter().chain(b).map(|corner| corner.0).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The position of a wall at height t.
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

/// The thermograph above the outer walls of the options.
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

/// The height at which the gap `old` at height `before` closes, at most
/// `next`. The gap shrinks by 2 or by 1 per unit of t.
fn meeting(left: &Wall, right: &Wall, before: Dyadic, old: Dyadic, next: Option<Dyadic>) -> Option<Dyadic> {
    let gap = |t: Dyadic| at(left, t)?.checked_sub(at(right, t)?)?.checked_sub(t)?.checked_sub(t);
    let fast = before.checked_add(old.half()?)?;
    if next.is_none_or(|next| fast <= next) && gap(fast)? == Dyadic::ZERO {
        return Some(fast);
    }
    before.checked_add(old)
}
