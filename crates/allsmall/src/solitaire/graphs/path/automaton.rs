//! The automaton of Lemma 17 with the cost of cutting.
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
//! A new segment costs 1 and may start wherever the last one may end. So the
//! cheapest ways to have read some stones are four numbers, [`Costs`], and a
//! stone maps four numbers to four.

/// Where a segmentation stands after the stones read so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solitaire) enum State {
    /// The last segment is this one stone.
    One,
    /// It has come back to its first colour and needs the other once more.
    Back,
    /// Its first stone and then only stones of the other colour.
    Run,
    /// It ends here.
    Done,
}

/// All states, in the order of [`Costs`].
pub(in crate::solitaire) const STATES: [State; 4] = [State::One, State::Back, State::Run, State::Done];

/// No way to be in this state.
pub(in crate::solitaire) const NEVER: u32 = u32::MAX;

/// For each state the fewest segments begun, or [`NEVER`].
pub(in crate::solitaire) type Costs = [u32; 4];

/// Nothing read.
pub(in crate::solitaire) const START: Costs = [NEVER, NEVER, NEVER, 0];

/// The costs when exactly one state is possible.
pub(in crate::solitaire) fn only(state: State) -> Costs {
    let mut costs = [NEVER; 4];
    costs[state as usize] = 0;
    costs
}

/// The costs after one more stone, which differs from the last one or not.
pub(in crate::solitaire) fn step([one, back, run, done]: Costs, differs: bool) -> Costs {
    let new = done.saturating_add(1);
    if differs { [new, run, one, new.min(one).min(back)] } else { [new, one.min(back), run, new.min(run)] }
}

/// The costs after `many >= 1` more stones of the colour of the last one, as
/// `many` steps would give them.
pub(in crate::solitaire) fn same([one, back, run, done]: Costs, many: u32) -> Costs {
    // After k stones the cost of being done is done + k, or that of the run.
    let done_after = |k: u32| if k == 0 { done } else { done.saturating_add(k).min(run) };
    let one_after = |k: u32| if k == 0 { one } else { done_after(k - 1).saturating_add(1) };
    let back_after = (0..many.min(3)).map(one_after).fold(back, u32::min);
    [one_after(many), back_after, run, done_after(many)]
}

/// Where a cheapest way to `state` came from, given the costs one stone
/// before it, and whether the stone began a segment. `Done` says which of the
/// other states ended.
pub(in crate::solitaire) fn came_from(before: Costs, differs: bool, state: State) -> (State, bool) {
    let [one, back, _, done] = before;
    let after = step(before, differs);
    match (state, differs) {
        (State::One, _) => (State::Done, true),
        (State::Back, true) | (State::Run, false) => (State::Run, false),
        (State::Run, true) => (State::One, false),
        (State::Back, false) if one <= back => (State::One, false),
        (State::Back, false) => (State::Back, false),
        (State::Done, _) if after[3] == done.saturating_add(1) => (State::Done, true),
        (State::Done, false) => (State::Run, false),
        (State::Done, true) if after[3] == one => (State::One, false),
        (State::Done, true) => {
            debug_assert_eq!(after[3], back, "one of the ways is cheapest");
            (State::Back, false)
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
