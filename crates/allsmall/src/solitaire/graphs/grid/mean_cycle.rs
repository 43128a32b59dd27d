//! The greatest mean gain of a cycle, and what a walk gains beyond it.
//!
//! Let `gain/period` be the greatest mean gain of the cycles of a graph. With the
//! weight `period * gain(edge) - gain` no cycle is positive, so the heaviest walks
//! to each node exist: they are a fixed point of relaxation (Bellman, Ford), and
//! every walk of n columns gains at most `gain/period * n` plus a constant.
//!
//! The mean is found from below: as long as relaxation meets a positive cycle,
//! that cycle has a greater mean.

use super::cost_graph::CostGraph;
use crate::{Budget, Stop};

/// A mean gain in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MeanGain {
    pub(super) gain: i64,
    pub(super) period: i64,
}

impl MeanGain {
    fn of(gain: i64, period: i64) -> MeanGain {
        let divisor = gcd(gain, period);
        MeanGain { gain: gain / divisor, period: period / divisor }
    }

    /// The greatest one among the cycles of the graph.
    pub(super) fn greatest(graph: &CostGraph, budget: &Budget) -> Result<MeanGain, Stop> {
        let mut mean = MeanGain { gain: 0, period: 1 };
        while let Some(better) = mean.exceeded(graph, budget)? {
            mean = better;
        }
        Ok(mean)
    }

    /// `period * gain - gain` for an edge of this gain.
    pub(super) fn weight(self, gain: u16) -> i64 {
        self.period * i64::from(gain) - self.gain
    }

    /// The mean of a cycle that gains more; none if there is none.
    fn exceeded(self, graph: &CostGraph, budget: &Budget) -> Result<Option<MeanGain>, Stop> {
        let mut heaviest = vec![0; graph.len()];
        let mut before: Vec<Option<(u32, u16)>> = vec![None; graph.len()];
        loop {
            budget.check()?;
            let mut has_changed = false;
            for from in 0..graph.len() {
                for edge in graph.edges(from) {
                    let weight = heaviest[from] + self.weight(edge.gain);
                    if weight > heaviest[edge.to as usize] {
                        heaviest[edge.to as usize] = weight;
                        before[edge.to as usize] = Some((from as u32, edge.gain));
                        has_changed = true;
                    }
                }
            }
            if !has_changed {
                return Ok(None);
            }
            if let Some(mean) = cycle(&before) {
                return Ok(Some(mean));
            }
        }
    }

    /// Relaxes to the fixed point: the heaviest walks that begin with one of
    /// those given. No cycle may be positive.
    pub(super) fn relax(self, graph: &CostGraph, heaviest: &mut [Option<i64>], budget: &Budget) -> Result<(), Stop> {
        loop {
            budget.check()?;
            let mut has_changed = false;
            for from in 0..graph.len() {
                let Some(so_far) = heaviest[from] else { continue };
                for edge in graph.edges(from) {
                    let weight = Some(so_far + self.weight(edge.gain));
                    if weight > heaviest[edge.to as usize] {
                        heaviest[edge.to as usize] = weight;
                        has_changed = true;
                    }
                }
            }
            if !has_changed {
                return Ok(());
            }
        }
    }
}

/// The mean gain of a cycle of predecessors: when relaxation closes one, it is
/// positive.
fn cycle(before: &[Option<(u32, u16)>]) -> Option<MeanGain> {
    // The walk on which a node was met; 0 if on none.
    let mut met = vec![0; before.len()];
    for start in 0..before.len() {
        let mut at = start;
        while met[at] == 0 {
            met[at] = start + 1;
            match before[at] {
                Some((from, _)) => at = from as usize,
                None => break,
            }
        }
        if before[at].is_some() && met[at] == start + 1 {
            let (mut gain, mut period, mut now) = (0, 0, at);
            while let Some((from, more)) = before[now] {
                gain += i64::from(more);
                period += 1;
                now = from as usize;
                if now == at {
                    return Some(MeanGain::of(gain, period));
                }
            }
        }
    }
    None
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_of_predecessors_has_its_mean() {
        // 3 -> 1 -> 2 -> 1 with gains 2 and 4, and a tail.
        let before = [None, Some((2, 4)), Some((1, 2)), Some((0, 9))];
        assert_eq!(cycle(&before), Some(MeanGain { gain: 3, period: 1 }));
        assert_eq!(cycle(&[None, Some((0, 1)), Some((1, 1))]), None);
        // A node that is its own predecessor.
        assert_eq!(cycle(&[Some((0, 5))]), Some(MeanGain { gain: 5, period: 1 }));
    }
}
