//! Lower bounds that need no search.

use crate::{Budget, Player, Position, Stop};

use super::super::delta;
use super::{Instance, deficiency};

/// No play of this connected position leaves fewer stones.
///
/// # Errors
/// The limit that was hit.
pub(super) fn lower(position: &Position, instance: &Instance, budget: &Budget) -> Result<usize, Stop> {
    if instance.colours.iter().all(|&colour| colour == instance.colours[0]) {
        return Ok(instance.vertices());
    }
    let by_delta = delta::deltas_within(position, budget)?.first().map_or(1, |&delta| delta::bound(delta));
    Ok(by_delta.max(leaves(instance)).max(off_the_path(instance)).max(deficiency::lower(instance, budget)?))
}

/// A stone alone in its colour walks a path, and of the leaves of the graph
/// only the last vertex of a path can be one, besides the first: all the
/// others are left, and so is the stone itself.
fn off_the_path(instance: &Instance) -> usize {
    let Some(start) = instance.odd_one_out() else { return 0 };
    (0..instance.vertices()).filter(|&v| v != start && instance.near(v).len() == 1).count()
}

/// Leaves that hang on one vertex are in each other's way.
///
/// The stones that enter a vertex have colours in turn, so the `x` among them
/// outnumber the `o` by at most 1 either way. Of its leaves at most
/// `1 + (other neighbours)` more of one colour can enter it than of the other;
/// one leaf may be entered instead, but then its stone stays as well. All the
/// other leaves are left.
fn leaves(instance: &Instance) -> usize {
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
