//! The min-plus automaton of Lemma 17: the fewest segments of a line.
//!
//! It reads, for each stone, whether its colour is that of the stone before
//! (`s`) or not (`a`), as the words of Blondel et al. do. Within a segment
//! that starts with `x`:
//!
//! ```text
//!   One   x               may end here     s -> Back   a -> Run
//!   Run   x o+            may end here     s -> Run    a -> Back
//!   Back  x o* x+         must go on       s -> Back   a -> ends: x o* x* o
//! ```
//!
//! A new segment costs 1 and may start wherever the last one may end. So what
//! matters of the stones read is the least cost of each of four states,
//! [`SegmentCosts`], and a stone maps four costs to four.

/// Where a segmentation stands after the stones read so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solitaire) enum SegmentState {
    /// The last segment is this one stone.
    One,
    /// It has come back to its first colour and needs the other once more.
    Back,
    /// Its first stone and then only stones of the other colour.
    Run,
    /// It ends here.
    Done,
}

/// All states, in the order of [`SegmentCosts`].
pub(in crate::solitaire) const STATES: [SegmentState; 4] =
    [SegmentState::One, SegmentState::Back, SegmentState::Run, SegmentState::Done];

/// The cost of a state that is not possible.
pub(in crate::solitaire) const NEVER: u32 = u32::MAX;

/// For each state the fewest segments begun, or [`NEVER`].
pub(in crate::solitaire) type SegmentCosts = [u32; 4];

/// The costs before the first stone.
pub(in crate::solitaire) const START: SegmentCosts = [NEVER, NEVER, NEVER, 0];

/// The costs when exactly one state is possible.
pub(in crate::solitaire) fn only(state: SegmentState) -> SegmentCosts {
    let mut costs = [NEVER; 4];
    costs[state as usize] = 0;
    costs
}

/// The costs after one more stone, which differs from the last one or not.
pub(in crate::solitaire) fn step([one, back, run, done]: SegmentCosts, differs: bool) -> SegmentCosts {
    let new = done.saturating_add(1);
    if differs { [new, run, one, new.min(one).min(back)] } else { [new, one.min(back), run, new.min(run)] }
}

/// The costs after `many >= 1` more stones of the colour of the last one: `many`
/// steps at once.
pub(in crate::solitaire) fn same([one, back, run, done]: SegmentCosts, many: u32) -> SegmentCosts {
    // After k stones the cost of being done is done + k, or that of the run.
    let done_after = |k: u32| if k == 0 { done } else { done.saturating_add(k).min(run) };
    let one_after = |k: u32| if k == 0 { one } else { done_after(k - 1).saturating_add(1) };
    let back_after = (0..many.min(3)).map(one_after).fold(back, u32::min);
    [one_after(many), back_after, run, done_after(many)]
}

/// Backpointer of `state`: the state one stone before on a cheapest path, given
/// the costs there, and whether the stone began a segment.
pub(in crate::solitaire) fn came_from(
    before: SegmentCosts,
    differs: bool,
    state: SegmentState,
) -> (SegmentState, bool) {
    let [one, back, _, done] = before;
    let after = step(before, differs);
    match (state, differs) {
        (SegmentState::One, _) => (SegmentState::Done, true),
        (SegmentState::Back, true) | (SegmentState::Run, false) => (SegmentState::Run, false),
        (SegmentState::Run, true) => (SegmentState::One, false),
        (SegmentState::Back, false) if one <= back => (SegmentState::One, false),
        (SegmentState::Back, false) => (SegmentState::Back, false),
        (SegmentState::Done, _) if after[3] == done.saturating_add(1) => (SegmentState::Done, true),
        (SegmentState::Done, false) => (SegmentState::Run, false),
        (SegmentState::Done, true) if after[3] == one => (SegmentState::One, false),
        (SegmentState::Done, true) => {
            debug_assert_eq!(after[3], back, "one of the ways is cheapest");
            (SegmentState::Back, false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn many_equal_stones_at_once(start in 0usize..4, word in prop::collection::vec(any::<bool>(), 0..9), many in 1u32..9) {
            let costs = word.into_iter().fold(only(STATES[start]), step);
            prop_assert_eq!(same(costs, many), (0..many).fold(costs, |costs, _| step(costs, false)));
        }
    }
}
