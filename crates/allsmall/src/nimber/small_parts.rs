//! Nimbers of small parts by the mex rule, tabulated.
//!
//! A table has them by normal form. Grid parts are looked up as they lie on the
//! board first, in a direct-mapped cache: most have been met in the same place, and
//! then no normal form is needed.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::base::hash::{self, Mixed};
use crate::packed::{BoardRules, GridLanes, MoveResults, PackedPart};
use crate::{Budget, Stop};

/// Maximum number of stones of tabulated parts.
pub(super) const SMALL: usize = 8;

/// Bytes of a tabulated part.
const ENTRY: usize = 2 * size_of::<(PackedPart, u32)>();

/// Maximum number of parts in the cache.
const CACHED: usize = 1 << 15;

/// The tables.
pub(super) struct SmallNimbers<'a> {
    boards: &'a BoardRules,
    known: HashMap<PackedPart, u32, Mixed>,
    /// Stones, black stones and nimbers of grid parts; a part with one stone is none.
    cache: Vec<(u64, u64, u32)>,
    budget: &'a Budget,
}

impl<'a> SmallNimbers<'a> {
    /// Creates empty tables.
    pub(super) fn new(boards: &'a BoardRules, budget: &'a Budget) -> SmallNimbers<'a> {
        SmallNimbers { boards, known: HashMap::default(), cache: Vec::new(), budget }
    }

    /// The nimber of a part.
    pub(super) fn of_part(&mut self, part: PackedPart) -> Result<u32, Stop> {
        if let Some(&nimber) = self.known.get(&part) {
            return Ok(nimber);
        }
        let mut moves = MoveResults::default();
        moves.add_all(self.boards, part);
        let mut reached = 0;
        for parts in moves.iter() {
            let mut total = 0;
            for signed in parts {
                total ^= self.of_part(signed.part)?;
            }
            reached |= 1u64 << total;
        }
        self.enter(part, reached.trailing_ones())
    }

    /// The nimber of a grid part that is at most 8 cells wide.
    pub(super) fn of_lanes(&mut self, lanes: GridLanes) -> Result<u32, Stop> {
        let GridLanes { stones, black, .. } = lanes;
        // Swapping the colours changes nothing: the first stone counts as black.
        let first = stones & stones.wrapping_neg();
        let black = if black & first == 0 { stones ^ black } else { black };
        let hash = hash::mix(stones, black) as usize;
        if let Some(&(known, colours, nimber)) = self.cache.get(hash & (self.cache.len().wrapping_sub(1)))
            && (known, colours) == (stones, black)
        {
            return Ok(nimber);
        }
        let part = PackedPart::of_grid(lanes.normal()).part;
        let nimber = match self.known.get(&part) {
            Some(&nimber) => nimber,
            None => {
                let nimber = self.mex_of_lanes(lanes)?;
                self.enter(part, nimber)?
            }
        };
        if !self.cache.is_empty() {
            let slot = hash & (self.cache.len() - 1);
            self.cache[slot] = (stones, black, nimber);
        }
        Ok(nimber)
    }

    fn mex_of_lanes(&mut self, lanes: GridLanes) -> Result<u32, Stop> {
        let mut reached = 0;
        for own in [lanes, lanes.negative()] {
            let ended = own.for_each_move(|_, pieces| match self.of_pieces(pieces) {
                Ok(nimber) => {
                    reached |= 1u64 << nimber;
                    ControlFlow::Continue(())
                }
                Err(stop) => ControlFlow::Break(stop),
            });
            if let ControlFlow::Break(stop) = ended {
                return Err(stop);
            }
        }
        Ok(reached.trailing_ones())
    }

    /// The nimber of a sum of small pieces.
    fn of_pieces(&mut self, pieces: &[GridLanes]) -> Result<u32, Stop> {
        pieces.iter().try_fold(0, |total, &lanes| Ok(total ^ self.of_lanes(lanes)?))
    }

    /// Enters a nimber, and returns it. A full table is emptied, which costs only time.
    fn enter(&mut self, part: PackedPart, nimber: u32) -> Result<u32, Stop> {
        let memory = self.budget.memory() / 4;
        if self.known.len() * ENTRY > memory / 2 {
            self.budget.check()?;
            self.known = HashMap::default();
        }
        self.known.insert(part, nimber);
        let (cached, bytes) = (self.cache.len(), size_of::<(u64, u64, u32)>());
        if self.known.len() > cached && 4 * cached.max(64) <= CACHED.min(memory / 2 / bytes) {
            self.cache = vec![(0, 0, 0); 4 * cached.max(64)];
        }
        Ok(nimber)
    }
}
