//! Move-ordering net: a small integer neural network.
//!
//! | file       | role                                          |
//! |------------|-----------------------------------------------|
//! | `eval`     | the weights, their file, the forward pass     |
//! | `features` | the input: which features a node has          |
//! | `samples`  | training samples, recorded during a search    |

mod eval;
mod features;
mod samples;

pub(super) use eval::{Accumulator, MIN_NET_STONES, ValueAccumulators};
pub use eval::{Net, UNIT_MAX, UNITS};
pub use features::FEATURES;
pub(super) use features::for_each_feature_of_lanes;
pub use samples::Sample;
pub(super) use samples::SampleRecorder;
