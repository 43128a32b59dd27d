//! Computes the values of all parts, in the order of their entries: the parts that a
//! move leaves have fewer stones, so their values are known.

use std::ops::ControlFlow;

use super::{FileValue, PartValueFile};
use crate::cgt::{Value, Values};
use crate::packed::{GridLanes, ShapeIndex};
use crate::{Budget, Player, Stop};

/// Number of parts between two progress reports.
const PARTS_PER_REPORT: usize = 1 << 12;

/// Maximum number of options of one player of a canonical form in a file.
const MAX_OPTIONS: usize = u8::MAX as usize;

impl PartValueFile {
    /// Computes the values of all parts of up to `stones` stones: of 9 in a second, of
    /// 10 in ten. The result depends on nothing else.
    ///
    /// # Errors
    /// [`Stop::Unsupported`] if `stones` is outside [`PartValueFile::STONES`], and
    /// [`Stop`] when the budget is exhausted.
    pub fn build(stones: usize, budget: &Budget) -> Result<PartValueFile, Stop> {
        if !PartValueFile::STONES.contains(&stones) {
            return Err(Stop::Unsupported);
        }
        let shapes = ShapeIndex::new(stones);
        let mut values = Values::within(budget);
        let mut known = Vec::with_capacity(shapes.entries());
        for part in shapes.parts() {
            let value = part_value(part, &shapes, &known, &mut values)?;
            known.push(value);
            if known.len().is_multiple_of(PARTS_PER_REPORT) {
                budget.check()?;
                budget.report(|| {
                    let (done, all) = (known.len(), shapes.entries());
                    format!("parts of {} stones, {} %, {} values", part.count(), 100 * done / all, values.len())
                });
            }
        }
        PartValueFile::of_values(shapes, &values, &known)
    }

    /// Numbers the values and the options of their canonical forms, options before
    /// the values that have them. A value and its negative have consecutive ids, which
    /// are greater than those of their options.
    fn of_values(shapes: ShapeIndex, values: &Values, known: &[Value]) -> Result<PartValueFile, Stop> {
        let first = |v: Value| v.id().min(values.neg(v).id());
        let mut needed = vec![false; values.len()];
        needed[values.zero().id() as usize] = true;
        known.iter().for_each(|&v| needed[first(v) as usize] = true);
        for id in (0..values.len()).rev().filter(|&id| needed[id]).collect::<Vec<_>>() {
            mark_options(values, id, &mut needed);
        }
        let mut pairs = vec![0; values.len()];
        let mut file =
            PartValueFile { shapes, counts: Vec::new(), starts: vec![0], options: Vec::new(), entries: Vec::new() };
        let in_file = |pairs: &[usize], v: Value| FileValue::new(pairs[first(v) as usize], first(v) != v.id());
        for id in (0..values.len()).filter(|&id| needed[id]) {
            pairs[id] = file.counts.len();
            let v = Value::of_id(id as u32);
            let (lefts, rights) = (values.left_options(v), values.right_options(v));
            if lefts.len().max(rights.len()) > MAX_OPTIONS {
                return Err(Stop::Unsupported);
            }
            file.counts.push([lefts.len() as u8, rights.len() as u8]);
            file.options.extend(lefts.iter().chain(rights).map(|&option| in_file(&pairs, option)));
            file.starts.push(file.options.len() as u32);
        }
        file.entries = known.iter().map(|&v| in_file(&pairs, v)).collect();
        Ok(file)
    }
}

/// Marks the options of a value, and theirs.
fn mark_options(values: &Values, id: usize, needed: &mut [bool]) {
    let mut open = vec![Value::of_id(id as u32)];
    while let Some(v) = open.pop() {
        for &option in values.left_options(v).iter().chain(values.right_options(v)) {
            let first = option.id().min(values.neg(option).id());
            if !std::mem::replace(&mut needed[first as usize], true) {
                open.push(Value::of_id(first));
            }
        }
    }
}

/// The value of a part from those of its options.
fn part_value(part: GridLanes, shapes: &ShapeIndex, known: &[Value], values: &mut Values) -> Result<Value, Stop> {
    // The moves of the negative's Left are Right's.
    let left = option_values(part, Player::Left, shapes, known, values)?;
    let right = option_values(part.negative(), Player::Right, shapes, known, values)?;
    values.from_options(&left, &right)
}

/// The values of a player's options; the player's stones are black in `part`.
fn option_values(
    part: GridLanes,
    player: Player,
    shapes: &ShapeIndex,
    known: &[Value],
    values: &mut Values,
) -> Result<Vec<Value>, Stop> {
    let (mut terms, mut ends) = (Vec::new(), Vec::new());
    let _: ControlFlow<()> = part.for_each_move(|_, pieces| {
        for &piece in pieces {
            let (entry, negated) = shapes.entry(piece).expect("it has fewer stones and no larger box");
            // A move is listed with the colours swapped.
            let swapped = player == Player::Left;
            terms.push(if negated != swapped { values.neg(known[entry]) } else { known[entry] });
        }
        ends.push(terms.len());
        ControlFlow::Continue(())
    });
    values.option_sums(&terms, &ends, player)
}
