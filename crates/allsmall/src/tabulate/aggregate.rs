//! Aggregates of groups of rows: the greatest, the least or the mean entry of
//! a column, and the number of rows.
//!
//! An entry that was not settled makes the aggregate of its group unknown.

use super::{Mean, TableCell, TableColumn};

/// What is computed of the entries of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AggregateKind {
    /// The greatest entry.
    Max,
    /// The least entry.
    Min,
    /// The mean of the entries.
    Mean,
}

/// An aggregate of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aggregate {
    /// What is computed.
    pub kind: AggregateKind,
    /// Of which entries.
    pub column: TableColumn,
}

impl Aggregate {
    /// The name above its column: `max_stones`.
    #[must_use]
    pub fn name(self) -> String {
        let kind = match self.kind {
            AggregateKind::Max => "max",
            AggregateKind::Min => "min",
            AggregateKind::Mean => "mean",
        };
        format!("{kind}_{}", self.column.name())
    }

    /// Returns whether `new` replaces `old` as the extreme entry.
    pub(super) fn replaces(self, new: &TableCell, old: &TableCell) -> bool {
        match self.kind {
            AggregateKind::Max => new > old,
            AggregateKind::Min => new < old,
            AggregateKind::Mean => false,
        }
    }
}

/// The entries of one column in one group so far.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    of: Aggregate,
    extreme: Option<TableCell>,
    /// Sum of the entries over 2^[`SHIFT`].
    sum: Option<i128>,
    count: u64,
    unknown: bool,
}

/// Exponent of the denominator of sums, the greatest that a dyadic rational has.
const SHIFT: u8 = crate::cgt::Dyadic::MAX_EXPONENT;

impl Tally {
    pub(super) fn new(of: Aggregate) -> Tally {
        Tally { of, extreme: None, sum: Some(0), count: 0, unknown: false }
    }

    /// Adds an entry; true if it is the first with the extreme value.
    pub(super) fn add(&mut self, cell: &TableCell) -> bool {
        self.count += 1;
        let (numerator, exponent) = match cell {
            TableCell::Number(n) => (*n, 0),
            TableCell::Game(mean, _) => (mean.numerator(), mean.exponent()),
            TableCell::Text(_) | TableCell::Mean(_) => (0, 0),
            TableCell::None => {
                self.unknown = true;
                return false;
            }
        };
        let term = i128::from(numerator) << (SHIFT - exponent);
        self.sum = self.sum.and_then(|sum| sum.checked_add(term));
        let better = self.extreme.as_ref().is_none_or(|old| self.of.replaces(cell, old));
        if better {
            self.extreme = Some(cell.clone());
        }
        better
    }

    /// The aggregate.
    pub(super) fn cell(&self) -> TableCell {
        match (self.unknown, self.of.kind) {
            (true, _) => TableCell::None,
            (false, AggregateKind::Mean) => {
                self.sum.map_or(TableCell::None, |sum| TableCell::Mean(Mean::new(sum, SHIFT, self.count)))
            }
            (false, _) => self.extreme.clone().unwrap_or(TableCell::None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cgt::Dyadic;

    fn of(kind: AggregateKind, cells: &[TableCell]) -> TableCell {
        let mut tally = Tally::new(Aggregate { kind, column: TableColumn::Weight });
        for cell in cells {
            tally.add(cell);
        }
        tally.cell()
    }

    #[test]
    fn what_was_not_settled_makes_the_group_unknown() {
        let half = TableCell::Game(Dyadic::new(1, 1).unwrap(), "1/2".to_owned());
        let cells = [TableCell::Number(3), half.clone(), TableCell::Number(-1), TableCell::Number(1)];
        assert_eq!(of(AggregateKind::Mean, &cells).to_string(), "0.875");
        assert_eq!(of(AggregateKind::Mean, &[TableCell::Number(2), half.clone(), half]).to_string(), "1");
        assert_eq!(of(AggregateKind::Max, &cells[2..]), TableCell::Number(1));
        assert_eq!(of(AggregateKind::Min, &cells[2..]), TableCell::Number(-1));
        for kind in [AggregateKind::Max, AggregateKind::Min, AggregateKind::Mean] {
            assert_eq!(of(kind, &[TableCell::Number(3), TableCell::None]), TableCell::None);
        }
    }
}
