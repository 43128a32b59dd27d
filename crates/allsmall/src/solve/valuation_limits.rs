//! How much of a board is valued exactly, and for how long that is tried.
//!
//! Exact values end a search early but cost more with every stone; the best
//! length depends on the board. So the search starts with short ones, and
//! whenever it has used up its patience the lengths go up. What it has proved
//! by then stays proved.
//!
//! On random rows of 50 stones it pays to value parts of 12 stones from the
//! start (2 ms; 3.4 ms with 14), on rows of 60 parts of 14, on rows of 70 and
//! more parts of 16, on rows of up to 40 parts of 10.
//!
//! A strip with few different pieces, such as (xo)^n, has so few parts that
//! longer ones are valued from the start. At half the length a move near the
//! middle leaves two parts that are compared at once (meet in the middle), but
//! the search is done sooner with less: (xo)^40 takes 0.2 s when parts of 28
//! stones are valued, 13 s with 41. What is searched then are nearly always
//! sums of three values, so it matters that moves which leave a small value
//! and a long part come first: (xo)^44 takes twenty times the nodes if a
//! birthday counts half as much in the guess.

use std::collections::HashSet;

use super::net::MIN_NET_STONES;
use super::short_strips::LONGEST;
use super::sum::{ValuationLimits, is_strip};
use crate::packed::{BoardRules, PackedPart, PackedRow, PartRules};
use crate::{Player, Position};

/// The limits of the search at present.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValuationPlan {
    pub(super) limits: ValuationLimits,
    /// Nodes until the limits go up.
    pub(super) patience: u64,
    /// By how many stones they do.
    pub(super) step: usize,
    /// Strips of up to so many stones are valued beforehand.
    pub(super) short_strips: usize,
    /// Whether there are grids whose moves are worth being ordered by the net.
    pub(super) large_grids: bool,
}

/// Strips of so many stones are valued from the start on any board but a
/// short row.
const STRIP: usize = 14;

/// The same on long rows.
const LONG_STRIP: usize = 16;

/// Values are added up while their birthdays sum to at most this: on random
/// rows, and on those with few different pieces. Sums are what takes most time
/// on random rows of 100 stones; with 12 a sum more is found for every node
/// less.
const MERGE: u32 = 9;
const MERGE_FEW: u32 = 12;

/// Cells of the pieces that are counted, and how many different ones, their
/// mirror images and negatives not counted, are few.
const PIECE: usize = 12;
const FEW: usize = 6;

impl ValuationPlan {
    /// The plan for a sum of parts.
    pub(super) fn new(rules: &BoardRules, parts: impl Iterator<Item = PackedPart>) -> ValuationPlan {
        let mut limits = ValuationLimits { strip: STRIP, other: 8, bounded: 0, merge: 24, day: 3 };
        let (mut longest, mut short_strips, mut step, mut large_grids) = (0, 0, 2, false);
        for part in parts {
            let stones = rules.stones(part);
            large_grids |= matches!(part, PackedPart::Grid(_)) && stones >= MIN_NET_STONES;
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
            if stones > UNBOUNDED {
                limits.bounded = BOUNDED;
            }
            let strip = (stones / 5 + 2).clamp(10, LONG_STRIP);
            longest = longest.max(strip);
            if stones > STRIP && pieces(&rules.position(part)) <= FEW {
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
        if step == 1 {
            limits.merge = MERGE_FEW;
        }
        ValuationPlan { limits, patience: 1000, step, short_strips, large_grids }
    }

    /// Less is valued from now on, for want of memory; false if that is not
    /// possible. Short strips that were valued beforehand stay so.
    pub(super) fn lower(&mut self) -> bool {
        let ValuationLimits { strip, other, merge, bounded, .. } = self.limits;
        let least = self.short_strips.max(4);
        let lowered = ValuationLimits {
            strip: strip.min(strip.saturating_sub(1).max(least)),
            other: other.min(other.saturating_sub(1).max(3)),
            merge: merge.min((merge * 3 / 4).max(6)),
            bounded: if bounded > 20 { bounded / 2 } else { 0 },
            ..self.limits
        };
        let less = lowered != self.limits;
        (self.limits, self.step) = (lowered, 0);
        less
    }

    /// Longer strips are valued from now on. Values of larger grid parts cost
    /// more than they shorten the search: on a 4 x 6 board everything from 8 to
    /// 10 stones takes the same time, 12 stones take three times as long.
    pub(super) fn raise(&mut self) {
        self.limits.strip += self.step;
        self.patience *= 6;
    }
}

/// Longer strips get no bounds: their parts are too many.
const BOUNDED: usize = 400;

/// Nor do boards of strips no longer than this: the search is done sooner.
/// 200 boards of 20 stones take 12 ms in place of 62 with this and with shorter
/// strips valued (10 stones in place of 12), 400 boards of 40 stones 135 in
/// place of 220 ms.
const UNBOUNDED: usize = 28;

/// On strips of so many stones and more, up to [`STRIP`], strips of so many are
/// valued beforehand.
const SHORT: usize = 8;

/// The number of different pieces of a full strip, up to mirror image and
/// negative; pieces of one colour are one.
fn pieces(strip: &Position) -> usize {
    let cells: Vec<bool> = strip.cells().iter().map(|&cell| cell == Some(Player::Left)).collect();
    let word = |piece: &[bool]| piece.iter().rev().fold(0u64, |bits, &black| bits << 1 | u64::from(black));
    let normal = |piece: &[bool]| PackedRow::normal(word(piece), PIECE).map(|signed| signed.part);
    cells.windows(PIECE).map(normal).collect::<HashSet<_>>().len()
}
