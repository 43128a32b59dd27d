//! Candidate bounds of a class: games with slopes that bound its shortest boards.

use std::collections::HashMap;

use super::level::{RunLevel, Slopes, up_stars};
use super::shape::RunShape;
use crate::base::hash::Mixed;
use crate::cgt::{Value, Values};
use crate::{Player, Stop};

/// Stones that each long run of a sample has beyond the least long one.
const SAMPLED: usize = 3;
/// Maximum distance, in ups, of a tried multiple of up from 0.
const UPS: i32 = 12;

/// Values of strips by their stones.
#[derive(Default)]
pub(super) struct RunStripTable {
    known: HashMap<Vec<Player>, Value, Mixed>,
}

impl RunStripTable {
    /// The value of a strip without empty cells.
    pub(super) fn value(&mut self, stones: &[Player], values: &mut Values) -> Result<Value, Stop> {
        if stones.len() < 2 {
            return Ok(values.zero());
        }
        if let Some(&known) = self.known.get(stones) {
            return Ok(known);
        }
        values.check()?;
        let (mut options, mut after) = ([Vec::new(), Vec::new()], stones.to_vec());
        for (from, to) in (1..stones.len()).flat_map(|i| [(i - 1, i), (i, i - 1)]) {
            if stones[from] != stones[to] {
                after[to] = stones[from];
                let (left, right) = (self.value(&after[..from], values)?, self.value(&after[from + 1..], values)?);
                after[to] = stones[to];
                options[usize::from(stones[from] == Player::Right)].push(values.add(left, right)?);
            }
        }
        let value = values.from_options(&options[0], &options[1])?;
        self.known.insert(stones.to_vec(), value);
        Ok(value)
    }
}

/// The stones of a class with these lengths in place of its long runs.
pub(super) fn stones(shape: &RunShape, lengths: &[usize]) -> Vec<Player> {
    let mut lengths = lengths.iter();
    let mut long = || lengths.next().copied().expect("a length for each long run");
    shape.iter().flat_map(|&(colour, stones)| vec![colour; stones.unwrap_or_else(&mut long)]).collect()
}

/// All tuples of numbers from `from` up to `to`.
pub(super) fn tuples(from: &[usize], to: usize) -> Vec<Vec<usize>> {
    let longer = |all: Vec<Vec<usize>>, &least: &usize| {
        all.iter().flat_map(|some| (least..=to).map(|n| [&some[..], &[n]].concat())).collect()
    };
    from.iter().fold(vec![Vec::new()], longer)
}

/// Bounds from above that hold for all samples, without those that others imply.
pub(super) fn candidates(
    shape: &RunShape,
    long: usize,
    strips: &mut RunStripTable,
    values: &mut Values,
) -> Result<Vec<RunLevel>, Stop> {
    let variables = shape.iter().filter(|(_, stones)| stones.is_none()).count();
    let mut samples = Vec::new();
    for lengths in tuples(&vec![long; variables], long + SAMPLED) {
        samples.push((strips.value(&stones(shape, &lengths), values)?, lengths));
    }
    let mut all = Vec::new();
    for slopes in tuples(&vec![0; variables], 2) {
        let mut signed = Slopes::default();
        // 0, 1, 2 stand for -1, 0, 1.
        slopes.iter().zip(&mut signed).for_each(|(&slope, signed)| *signed = [-1, 0, 1][slope]);
        let levelled = levelled(&samples, signed, long, values)?;
        for game in least_above(&levelled, values)? {
            all.push(RunLevel { game, slopes: signed });
        }
    }
    without_implied(all, values)
}

/// The samples, each less what the slopes add.
fn levelled(
    samples: &[(Value, Vec<usize>)],
    slopes: Slopes,
    long: usize,
    values: &mut Values,
) -> Result<Vec<Value>, Stop> {
    let mut all = Vec::new();
    for (value, lengths) in samples {
        let more = |(&length, slope): (&usize, i32)| slope * i32::try_from(length - long).expect("a short run");
        let less = up_stars(lengths.iter().zip(slopes).map(more).sum(), values)?;
        let value = values.sub(*value, less)?;
        if !all.contains(&value) {
            all.push(value);
        }
    }
    Ok(all)
}

/// Games that are at least all of these: some of them, and multiples of up.
fn least_above(levelled: &[Value], values: &mut Values) -> Result<Vec<Value>, Stop> {
    let mut tried: Vec<Value> = levelled.to_vec();
    let mut above = Vec::new();
    for star in [false, true] {
        for n in -UPS..=UPS {
            let ups = values.ups(n, star)?;
            if is_above(ups, levelled, values)? {
                tried.push(ups);
                break;
            }
        }
    }
    for game in tried {
        if !above.contains(&game) && is_above(game, levelled, values)? {
            above.push(game);
        }
    }
    Ok(above)
}

fn is_above(game: Value, levelled: &[Value], values: &mut Values) -> Result<bool, Stop> {
    for &value in levelled {
        if !values.le(value, game)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn without_implied(all: Vec<RunLevel>, values: &mut Values) -> Result<Vec<RunLevel>, Stop> {
    let mut kept: Vec<RunLevel> = Vec::new();
    'next: for (i, &level) in all.iter().enumerate() {
        for (j, &other) in all.iter().enumerate() {
            if i != j && other.always_at_most(level, values)? && (j < i || !level.always_at_most(other, values)?) {
                continue 'next;
            }
        }
        kept.push(level);
    }
    Ok(kept)
}
