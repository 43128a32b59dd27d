//! The most stones that positions of both colours on a narrow strip force, for
//! EVERY number of columns.
//!
//! Let W(n) be the most stones that the best play leaves on n columns. Strips are
//! walks in a finite graph ([`super::cost_graph`]), and W(n) is the gain of a best
//! walk of n columns.
//!
//! - *Above.* Let g/p be the greatest mean gain of a cycle
//!   ([`super::mean_cycle`]). Then no walk of n columns gains more than
//!   `(g n + c) / p`, where c is the greatest weight that a walk reaches.
//! - *Below.* A unit of columns returns to its node and gains g for every p
//!   columns. If walks through that node reach the bound for as many consecutive
//!   lengths as the unit has columns, repeating the unit reaches it for all
//!   longer ones. That the unit returns, and what these walks leave, is computed
//!   again with nothing dropped.

use super::cost_graph::CostGraph;
use super::heaviest::Walks;
use super::mean_cycle::MeanGain;
use super::narrow_shape::NarrowShape;
use crate::{Budget, Position, Stop};

/// W(n) for every n.
#[derive(Clone, Debug)]
pub struct Worst {
    /// The boards.
    pub shape: NarrowShape,
    /// W(1), W(2), ... as far as a position of each length was made; 0 where no
    /// position has both colours.
    pub values: Vec<usize>,
    /// A worst position of each of these lengths.
    pub examples: Vec<Option<Position>>,
    /// From this n on, W(n) = floor((gain n + constant) / period).
    pub from: usize,
    /// Stones that a period forces.
    pub gain: usize,
    /// Columns of a period.
    pub period: usize,
    /// The constant of the formula.
    pub constant: i64,
    /// Columns that can be repeated; each repetition forces `gain` stones for every
    /// `period` of its columns.
    pub unit: Position,
    /// Worst positions of consecutive lengths, as many as the unit has columns,
    /// each with the number of columns after which the unit can be inserted.
    pub positions: Vec<(Position, usize)>,
    /// Number of lists of costs, the nodes of the graph.
    pub lists: usize,
}

/// Minimum number of lengths whose worst positions are made.
const LEAST_LENGTHS: usize = 16;
/// Number of units that these lengths hold.
const UNITS: usize = 3;

/// Finds W(n) for every n; `None` if no unit was found with which the lower bound
/// meets the upper one.
///
/// # Errors
/// [`Stop`] when the budget is exhausted; [`Stop::Unsupported`] for more than five cells
/// in a column.
pub fn worst(shape: NarrowShape, budget: &Budget) -> Result<Option<Worst>, Stop> {
    let graph = CostGraph::new(shape, budget)?;
    let mean = MeanGain::greatest(&graph, budget)?;
    let walks = Walks { graph: &graph, mean };
    for (node, unit) in walks.units(budget)? {
        if let Some(found) = with_unit(&walks, node, &unit, budget)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// W(n), if positions with this unit reach the upper bound.
fn with_unit(walks: &Walks<'_>, node: usize, unit: &[usize], budget: &Budget) -> Result<Option<Worst>, Stop> {
    let longest = LEAST_LENGTHS.max(UNITS * unit.len());
    let layers = walks.layers(0, longest, budget)?;
    let words: Vec<Option<Vec<usize>>> = layers.iter().map(|layer| walks.word(&layers, layer)).collect();
    let graph = walks.graph;
    let fewest = |word: &Option<Vec<usize>>| word.as_ref().map_or(0, |word| graph.fewest(word));
    let values: Vec<usize> = words.iter().map(fewest).collect();
    let MeanGain { gain, period } = walks.mean;
    let constant = walks.constant(&layers, budget)?;
    let bound = |n: usize| (gain * n as i64 + constant).div_euclid(period) as usize;
    // The gains of the graph bound W(n) from above, the positions from below.
    let is_met = |n: &usize| walks.best_end(&layers[*n]).map_or(0, |(_, gained)| gained) == values[*n];
    if !(1..=longest).all(|n| is_met(&n)) {
        return Ok(None);
    }
    let Some(from) = (1..=longest).rev().take_while(|&n| values[n] == bound(n)).last() else { return Ok(None) };
    let through = walks.through(node, &layers, budget)?;
    let reaches = |(word, at): &(Vec<usize>, usize)| {
        word.len() >= from && graph.fewest(word) == bound(word.len()) && returns(walks, &word[..*at], unit)
    };
    let Some(positions) = through.windows(unit.len()).find(|run| run.iter().all(reaches)) else { return Ok(None) };
    let shape = graph.shape;
    Ok(Some(Worst {
        shape,
        values: values[1..].to_vec(),
        examples: words[1..].iter().map(|word| word.as_ref().map(|word| shape.position(word))).collect(),
        from,
        gain: gain as usize,
        period: period as usize,
        constant,
        unit: shape.position(unit),
        positions: positions.iter().map(|(word, at)| (shape.position(word), *at)).collect(),
        lists: graph.len(),
    }))
}

/// Returns whether the unit forces its gain after these columns, nothing dropped:
/// no entry of the list after it is less than that of the list before it and the
/// gain. Then each repetition forces the gain, whatever follows.
fn returns(walks: &Walks<'_>, before: &[usize], unit: &[usize]) -> bool {
    let MeanGain { gain, period } = walks.mean;
    let forced = (gain * unit.len() as i64 / period) as usize;
    walks.graph.forces(before, unit, forced)
}

impl Worst {
    /// W(n).
    #[must_use]
    pub fn value(&self, n: usize) -> usize {
        match self.values.get(n.wrapping_sub(1)) {
            Some(&value) if n < self.from => value,
            _ => (self.gain as i64 * n as i64 + self.constant).div_euclid(self.period as i64) as usize,
        }
    }

    /// The formula for large n: `floor((n + 25)/12)`, or a number.
    #[must_use]
    pub fn formula(&self) -> String {
        let &Worst { gain, period, constant, .. } = self;
        if gain == 0 {
            return constant.div_euclid(period as i64).to_string();
        }
        let times = if gain == 1 { String::new() } else { format!("{gain} ") };
        let (sign, constant) = (if constant < 0 { '-' } else { '+' }, constant.abs());
        format!("floor(({times}n {sign} {constant})/{period})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solitaire::judge_table::JudgeTable;

    fn found(shape: NarrowShape) -> Worst {
        worst(shape, &Budget::new()).expect("no limit is set").expect("a formula")
    }

    /// The most stones that positions of both colours leave, straight from the rules.
    fn by_brute_force(shape: NarrowShape, cols: usize) -> usize {
        let height = shape.height();
        let all_x = (1usize << (height * cols)) - 1;
        let column = |code: usize, col: usize| code >> (height * col) & ((1 << height) - 1);
        let mut table = None;
        let fewest = (1..all_x).map(|code| {
            let position = shape.position(&(0..cols).map(|col| column(code, col)).collect::<Vec<_>>());
            table.get_or_insert_with(|| JudgeTable::new(position.shared_board())).fewest(&position)
        });
        fewest.max().unwrap_or(0)
    }

    #[test]
    fn two_rows_force_a_stone_more_every_twelve_columns() {
        let found = found(NarrowShape::Grid { rows: 2 });
        assert_eq!((found.gain, found.period, found.constant, found.from), (1, 12, 25, 11));
        assert_eq!(found.formula(), "floor((n + 25)/12)");
        assert_eq!(found.values[..10], [1, 2, 2, 2, 2, 2, 2, 2, 3, 3]);
        assert_eq!([11, 22, 23, 35, 95].map(|n| found.value(n)), [3, 3, 4, 5, 10]);
        // Consecutive lengths, as many as the unit is long.
        let lengths: Vec<usize> = found.positions.iter().map(|(position, _)| position.stones() / 2).collect();
        assert!(lengths.windows(2).all(|pair| pair[0] + 1 == pair[1]));
        assert_eq!(lengths.len(), found.unit.stones() / 2);
    }

    /// Each worst position, with the unit inserted up to twice, leaves what the
    /// formula says.
    #[test]
    fn worst_positions_grow_with_the_unit() {
        let found = found(NarrowShape::Grid { rows: 2 });
        for (position, after) in &found.positions {
            for times in 0..=2 {
                let rows = |position: &Position| position.to_string().split('/').map(str::to_owned).collect::<Vec<_>>();
                let grown = rows(position)
                    .into_iter()
                    .zip(rows(&found.unit))
                    .map(|(row, unit)| format!("{}{}{}", &row[..*after], unit.repeat(times), &row[*after..]));
                let grown: Position = grown.collect::<Vec<_>>().join("/").parse().expect("a board");
                let left = super::super::narrow(&grown, false, &Budget::new()).expect("no limit").value();
                assert_eq!(left, Some(found.value(grown.stones() / 2)), "{grown}");
            }
        }
    }

    #[test]
    fn short_boards_agree_with_brute_force() {
        for (shape, longest) in [(NarrowShape::Grid { rows: 2 }, 5), (NarrowShape::Cylinder { ring: 3 }, 4)] {
            let found = found(shape);
            for cols in 1..=longest {
                assert_eq!(found.value(cols), by_brute_force(shape, cols), "{shape:?} {cols}");
            }
        }
    }

    #[test]
    fn a_ring_of_three_leaves_one_stone() {
        let found = found(NarrowShape::Cylinder { ring: 3 });
        assert_eq!((found.gain, found.from, found.formula()), (0, 1, "1".to_owned()));
    }

    /// A row of one colour makes costs differ without bound, so one row has no
    /// finite graph; what is dropped is not forgotten in silence.
    #[test]
    fn one_row_is_not_settled() {
        assert!(worst(NarrowShape::Grid { rows: 1 }, &Budget::new()).expect("no limit is set").is_none());
        assert!(matches!(worst(NarrowShape::Grid { rows: 6 }, &Budget::new()), Err(Stop::Unsupported)));
        assert!(matches!(worst(NarrowShape::Cylinder { ring: 2 }, &Budget::new()), Err(Stop::Unsupported)));
    }
}
