//! Counts the work of a check against its limit.

use super::file::StripChecked;
use crate::games::{WATCHED, Watch};

/// What is left of the steps that a check may take.
pub(super) struct Work {
    allowed: u64,
    left: u64,
    watch: Option<Watch>,
    unasked: u64,
}

impl Work {
    /// Creates a limit of this number of steps; the watch is asked on the way.
    pub(super) fn new(allowed: u64, watch: Option<Watch>) -> Work {
        Work { allowed, left: allowed, watch, unasked: 0 }
    }

    /// Takes steps.
    pub(super) fn spend(&mut self, steps: usize) -> StripChecked<()> {
        let Some(left) = self.left.checked_sub(steps as u64) else {
            return Err(format!("this takes more than the {} steps that are allowed", self.allowed));
        };
        self.left = left;
        if let Some(watch) = &self.watch {
            self.unasked += steps as u64;
            if self.unasked >= WATCHED {
                self.unasked = 0;
                watch()?;
            }
        }
        Ok(())
    }
}
