//! Who wins any sum of parts and values: what a writer of proofs asks.

use super::solver::{RemainingSum, Root, Solver};
use super::valuation_limits::ValuationPlan;
use crate::cgt::{Value, Values};
use crate::packed::{BoardRules, PackedPart, Signed};
use crate::{Player, Stop};

impl Solver {
    /// Strips and other parts up to so many stones are valued at present, and
    /// values are added up while their birthdays sum to at most the third.
    #[must_use]
    pub fn valued(&self) -> (usize, usize, u32) {
        let ValuationPlan { limits, .. } = self.plan;
        (limits.strip, limits.other, limits.merge)
    }

    /// The parts of the boards.
    #[must_use]
    pub fn rules(&self) -> &BoardRules {
        self.search.sums.parts.rules()
    }

    /// The value of each component that is one, and none for a board.
    #[must_use]
    pub fn root_values(&self) -> Vec<Option<Value>> {
        let value = |root: &Root| if let Root::Value(value) = root { Some(*value) } else { None };
        self.roots.iter().map(value).collect()
    }

    /// The arena of the values. Whoever makes values there keeps their numbers:
    /// from now on none is forgotten, and a search whose memory is full ends.
    pub fn values_mut(&mut self) -> &mut Values {
        self.kept_values = None;
        &mut self.search.sums.values
    }

    /// The value of a part of these boards. Its number is kept, as those of
    /// [`Solver::values_mut`] are.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn part_value(&mut self, part: Signed<PackedPart>) -> Result<Value, Stop> {
        self.kept_values = None;
        let sums = &mut self.search.sums;
        sums.parts.value(&mut sums.values, part)
    }

    /// Whether `first` wins a sum of parts of these boards and values, if no
    /// search is needed.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn knows_sum(
        &mut self,
        parts: &[Signed<PackedPart>],
        values: &[Value],
        first: Player,
    ) -> Result<Option<bool>, Stop> {
        let game = RemainingSum { parts: parts.to_vec(), values: values.to_vec() };
        let node = self.node(&game, first)?;
        match self.search.look_up(&node)? {
            Some(won) => Ok(Some(won)),
            None => self.search.sums.three(&node),
        }
    }

    /// Whether `first` wins a sum of parts of these boards and values.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn wins_sum(&mut self, parts: &[Signed<PackedPart>], values: &[Value], first: Player) -> Result<bool, Stop> {
        self.decide(&RemainingSum { parts: parts.to_vec(), values: values.to_vec() }, first)
    }
}
