//! Iterative deepening of valuation: up to which size parts are valued exactly.
//!
//! Exact values end a search early but cost more with every stone; the best
//! limit depends on the board. So the search starts with a low one and raises it
//! whenever a node limit is used up. Proved verdicts stay valid.
//!
//! On random rows of 50 stones it pays to value parts of 12 stones from the
//! start (2 ms; 3.4 ms with 14), on rows of 60 parts of 14, on rows of 70 and
//! more parts of 16, on rows of up to 40 parts of 10.
//!
//! A strip with few different windows, such as (xo)^n, has so few parts that
//! longer ones are valued from the start. At half the length a move near the
//! middle leaves two parts that are compared at once (meet in the middle), but
//! a lower limit is faster: (xo)^40 takes 0.2 s when parts of 28
//! stones are valued, 13 s with 41. What is searched then are nearly always
//! sums of three values, so it matters that moves which leave a small value
//! and a long part come first: (xo)^44 takes twenty times the nodes if a
//! birthday counts half as much in the score.

use std::collections::HashSet;

use super::net::MIN_NET_STONES;
use super::short_strips::LONGEST;
use super::sum::{ValuationLimits, is_strip};
use crate::packed::{BoardRules, PackedPart, PackedRow, PartRules};
use crate::{Player, Position};

/// The present limits and how they change.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValuationPlan {
    pub(super) limits: ValuationLimits,
    /// Number of nodes until the limits are raised.
    pub(super) node_limit: u64,
    /// Number of stones by which they are raised.
    pub(super) step: usize,
    /// Maximum number of stones of the strips that are valued beforehand; 0 for
    /// none.
    pub(super) short_strips: usize,
    /// Whether there are grids large enough for the net.
    pub(super) large_grids: bool,
    /// Number of stones of the largest grid part.
    pub(super) largest_grid: usize,
}

/// Number of stones of strips that are valued from the start, unless the board is
/// a row.
const STRIP: usize = 14;

/// Maximum of this number on rows.
const LONG_STRIP: usize = 16;

/// Maximum sum of the birthdays of two values that are added: on random rows, and
/// on those with few different windows. Additions take most of the time on random
/// rows of 100 stones; a limit of 12 saves one node per additional sum computed,
/// which does not pay.
const MERGE: u32 = 9;
const MERGE_FEW: u32 = 12;

/// Length of the windows that are counted, and up to which number of different
/// ones (mirror images and negatives identified) a row counts as repetitive.
const WINDOW: usize = 12;
const FEW_WINDOWS: usize = 6;

impl ValuationPlan {
    /// Creates the plan for a sum of parts.
    pub(super) fn new(rules: &BoardRules, parts: impl Iterator<Item = PackedPart>) -> ValuationPlan {
        let mut limits = ValuationLimits { strip: STRIP, grid: 8, other: 8, bounded: 0, merge: 24, day: 3 };
        let (mut longest, mut short_strips, mut step, mut largest_grid) = (0, 0, 2, 0);
        for part in parts {
            let stones = rules.stones(part);
            if matches!(part, PackedPart::Grid(_)) {
                largest_grid = largest_grid.max(stones);
            }
            if !is_strip(part) && !matches!(part, PackedPart::Cycle { .. }) {
                limits.other = limits.other.max(match stones {
                    ..=28 => 8,
                    // With 10 in place of 9 boards of 5 x 6 and 6 x 6 take a
                    // fifth fewer nodes, up to a tenth more time, and a
                    // quarter more memory.
                    _ => 9,
                });
                continue;
            }
            limits.merge = MERGE;
            if step == 2 {
                step = 3;
            }
            if stones > MIN_BOUNDED {
                limits.bounded = MAX_BOUNDED;
            }
            let strip = (stones / 5 + 2).clamp(10, LONG_STRIP);
            longest = longest.max(strip);
            if stones > STRIP && windows(&rules.position(part)) <= FEW_WINDOWS {
                if stones > 2 * STRIP {
                    longest = longest.max((20 + stones / 10).min(stones / 2 + 1));
                    (limits.day, step) = (6, 1);
                }
            } else if stones >= SHORT {
                short_strips = short_strips.max(if stones <= STRIP { SHORT } else { strip.min(LONGEST) });
            }
        }
        if longest > 0 {
            limits.strip = longest;
        }
        limits.grid = limits.other;
        if step == 1 {
            limits.merge = MERGE_FEW;
        }
        let large_grids = largest_grid >= MIN_NET_STONES;
        ValuationPlan { limits, node_limit: 1000, step, short_strips, large_grids, largest_grid }
    }

    /// Lowers the limits for want of memory; returns false at the lowest. Strips
    /// that were valued beforehand stay valued.
    pub(super) fn lower(&mut self) -> bool {
        let ValuationLimits { strip, grid, other, merge, bounded, .. } = self.limits;
        let least = self.short_strips.max(4);
        let lowered = ValuationLimits {
            strip: strip.min(strip.saturating_sub(1).max(least)),
            grid: grid.min(grid.saturating_sub(1).max(3)),
            other: other.min(other.saturating_sub(1).max(3)),
            merge: merge.min((merge * 3 / 4).max(6)),
            bounded: if bounded > 20 { bounded / 2 } else { 0 },
            ..self.limits
        };
        let less = lowered != self.limits;
        (self.limits, self.step) = (lowered, 0);
        less
    }

    /// Values all grid parts of a file from the start.
    pub(super) fn follow_file(&mut self, stones: usize) {
        self.limits.grid = self.limits.grid.max(stones);
    }

    /// Raises the limit of strips. Values of larger grid parts cost more than they
    /// save: on a 4 x 6 board limits from 8 to 10 stones take the same time, 12
    /// stones three times as long.
    pub(super) fn raise(&mut self) {
        self.limits.strip += self.step;
        self.node_limit *= 6;
    }
}

/// Maximum number of stones of a strip with weight bounds: above, there are too
/// many segments.
const MAX_BOUNDED: usize = 400;

/// Strips of at most this many stones get no weight bounds: plain search is
/// faster. With this and a lower valuation limit (10 stones in place of 12) 200
/// boards of 20 stones take 12 ms in place of 62, 400 boards of 40 stones 135 in
/// place of 220 ms.
const MIN_BOUNDED: usize = 28;

/// For boards whose strips have SHORT..=[`STRIP`] stones, the values of all strips
/// of up to SHORT stones are precomputed.
const SHORT: usize = 8;

/// Number of different windows of a full strip, up to mirror image and negative;
/// monochromatic windows count as one.
fn windows(strip: &Position) -> usize {
    let cells: Vec<bool> = strip.cells().iter().map(|&cell| cell == Some(Player::Left)).collect();
    let word = |window: &[bool]| window.iter().rev().fold(0u64, |bits, &black| bits << 1 | u64::from(black));
    let normal = |window: &[bool]| PackedRow::normal(word(window), WINDOW).map(|signed| signed.part);
    cells.windows(WINDOW).map(normal).collect::<HashSet<_>>().len()
}
