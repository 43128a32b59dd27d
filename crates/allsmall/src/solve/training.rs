//! Training of the net that orders moves: `examples/train_order` records samples and
//! tries nets.

use std::sync::Arc;

use super::net::{Net, Sample, SampleRecorder};
use super::solver::Solver;

/// Replaces the net that orders the moves of large grid positions, or removes
/// it. No answer depends on it.
pub fn set_order(solver: &mut Solver, net: Option<Arc<Net>>) {
    solver.workers.set_order(net.as_ref());
    solver.search.sums.set_net(net);
}

/// Records training samples from now on; the search tries random moves now and
/// then. For one thread only.
pub fn record_samples(solver: &mut Solver, seed: u64) {
    solver.search.samples = Some(Box::new(SampleRecorder::new(seed)));
}

/// Takes the samples recorded since the last call.
pub fn take_samples(solver: &mut Solver) -> Vec<Sample> {
    solver.search.samples.as_mut().map(|samples| std::mem::take(&mut samples.taken)).unwrap_or_default()
}
