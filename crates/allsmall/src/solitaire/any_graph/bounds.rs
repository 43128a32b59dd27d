//! Lower bounds without search: delta, leaves, deficiency.

use crate::{Budget, Player, Position, Stop};

use super::super::delta;
use super::{Instance, deficiency};

/// Lower bound on the stones left of a connected position.
pub(super) fn lower(position: &Position, instance: &Instance, budget: &Budget) -> Result<usize, Stop> {
    if instance.colours.iter().all(|&colour| colour == instance.colours[0]) {
        return Ok(instance.vertices());
    }
    let by_delta = delta::deltas_within(position, budget)?.first().map_or(1, |&delta| delta::bound(delta));
    Ok(by_delta
        .max(surplus_leaves(instance))
        .max(leaves_off_the_path(instance))
        .max(deficiency::lower(instance, budget)?))
}

/// A stone alone in its colour walks a path. Apart from its first vertex, only
/// its last one can be a leaf of the graph; all other leaves are left, and so is
/// the stone itself.
fn leaves_off_the_path(instance: &Instance) -> usize {
    let Some(start) = instance.odd_one_out() else { return 0 };
    (0..instance.vertices()).filter(|&v| v != start && instance.near(v).len() == 1).count()
}

/// Leaves at one vertex compete for it.
///
/// The colours of the stones that enter a vertex alternate, so the numbers of
/// `x` and of `o` among them differ by at most 1. Of the leaves, at most
/// `1 + (other neighbours)` more of one colour can enter it than of the other;
/// one leaf may be entered instead, but then its stone stays as well. All
/// other leaves are left.
fn surplus_leaves(instance: &Instance) -> usize {
    (0..instance.vertices())
        .map(|v| {
            let (mut surplus, mut others) = (0isize, 0isize);
            for u in instance.near(v) {
                if instance.near(u).len() > 1 {
                    others += 1;
                } else {
                    surplus += isize::from(instance.colours[u] == Player::Left) * 2 - 1;
                }
            }
            (surplus.abs() - 1 - others).max(0).unsigned_abs()
        })
        .sum()
}
