//! Complete graphs: one stone of either colour on any vertex, if the other
//! vertices hold both colours.
//!
//! An `o` walks over all `x` but one, that one walks over all other `o`, and
//! the last two stones finish on the chosen vertex `v`:
//!
//! ```text
//!   v holds the other colour:   c takes its rival, then v
//!   v holds c already:          the rival takes v, then c takes v
//! ```

use crate::Player;
use crate::solitaire::play::partial_play::PartialPlay;

/// Reduces the stones of a clique to one of colour `c` on `v`. The other vertices
/// must hold a stone of each colour.
pub(super) fn finish(draft: &mut PartialPlay, clique: impl IntoIterator<Item = usize>, v: usize, c: Player) {
    let (own, rival): (Vec<usize>, Vec<usize>) =
        clique.into_iter().filter(|&u| u != v).partition(|&u| draft.stone(u) == c);
    let rival_at = walk(draft, rival[0], &own[1..]);
    let own_at = walk(draft, own[0], &rival[1..]);
    if draft.stone(v) == c {
        draft.go(rival_at, v);
        draft.go(own_at, v);
    } else {
        draft.go(own_at, rival_at);
        draft.go(rival_at, v);
    }
}

/// One stone takes all these in order; returns the vertex where it stops.
fn walk(draft: &mut PartialPlay, start: usize, over: &[usize]) -> usize {
    over.iter().fold(start, |at, &next| {
        draft.go(at, next);
        next
    })
}
