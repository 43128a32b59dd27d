//! Which method comes when, until the bounds of a value meet.
//!
//! First a short walk over spanning trees, and the program with short tables.
//! If they end above the lower bound, the narrowest graphs and narrow ones with
//! hubs go through the `levels`. Others get a guide whose tables may not grow
//! long, and the program led by it. Where the guide would be large, the walk
//! goes on; then guides are made for one limit after the other, from the lower
//! bound upwards, since a low limit keeps tables short.

use crate::{Budget, Stop};

use super::super::Refused;
use super::Instance;
use super::elimination::{self, Node};
use super::levels::{self, by_levels};
use super::program::{self, Outcome, Task};
use super::spanning::{self, Found};
use crate::solitaire::any_graph::relaxation::{Filter, Ground, Guide, Layout, Prices, units};

/// Spanning trees tried at first, on wide graphs, and where all else takes
/// long.
const FIRST_TREES: usize = 40;
const TREES: usize = 2_000;
const MORE_TREES: usize = 40_000;
/// Lengths of the tables that are tried one after the other.
const LENGTHS: [usize; 3] = [100, 2_000, 40_000];
/// Bounds so close may well be made to meet by a better play.
const CLOSE: usize = 5;
/// The most states in the tables of a guide that is made at once.
const QUICK: usize = 30_000;

/// What is known about an instance so far.
pub(super) struct Known {
    pub(super) lower: usize,
    pub(super) found: Option<Found>,
    pub(super) method: String,
    pub(super) stopped: Option<Stop>,
}

/// Looks for plays until one meets the lower bound, or until the program has
/// gone through all of them.
pub(super) fn settle(instance: &Instance, lower: usize, budget: &Budget) -> Result<Known, Refused> {
    let found = spanning::search(instance, lower, FIRST_TREES, None, budget);
    let mut known =
        Known { lower, found, method: "a spanning tree that meets the lower bound".to_owned(), stopped: None };
    if !known.is_open() {
        return Ok(known);
    }
    let nodes = match elimination::nodes(instance, budget) {
        Ok(nodes) => nodes,
        Err(stop) => return Ok(known.stopped_by(stop)),
    };
    let Some((nodes, width)) = nodes else {
        known.found = spanning::search(instance, lower, MORE_TREES, known.found.take(), budget);
        return Ok(known.stopped_by(budget.check().err().unwrap_or(Stop::Unsupported)));
    };
    if width > elimination::NARROW {
        known.found = spanning::search(instance, lower, TREES, known.found.take(), budget);
        if !known.is_open() {
            return Ok(known);
        }
    }
    known.method = format!("dynamic programming over a tree decomposition of width {width}");
    match by_program(instance, &nodes, &mut known, budget) {
        Ok(()) if known.found.is_none() => Err(Refused::NoSuchEnd),
        Ok(()) => Ok(known),
        Err(stop) => {
            known.stopped = Some(stop);
            Ok(known)
        }
    }
}

/// Settles an instance by the program: with a guide where that is made at
/// once, otherwise after a longer search for plays.
fn by_program(instance: &Instance, nodes: &[Node], known: &mut Known, budget: &Budget) -> Result<(), Stop> {
    let layout = Layout::loose(instance, nodes).ok_or(Stop::Unsupported)?;
    let ground = Ground { instance, nodes, layout: &layout, most: QUICK, held: 0, budget };
    let none: Prices = vec![None; instance.vertices()];
    known.search(ground, None, usize::MAX, &LENGTHS[..1])?;
    if !known.is_open() {
        return Ok(());
    }
    // With a single stone of one colour few numbers are possible, and the loose
    // program has short tables without prices.
    let is_within = |width: usize| nodes.iter().all(|node| node.bag.len() <= width + 1);
    let has_hubs = (0..instance.vertices()).any(|v| instance.near(v).len() >= 2 * levels::HUB);
    // What makes the levels pay is hubs, or the shortest tables of all.
    let narrow = is_within(elimination::NARROW - 1) || has_hubs && is_within(elimination::NARROW);
    if narrow
        && instance.odd_one_out().is_none()
        && let Some(layout) = Layout::strict(instance, nodes, levels::HUB)
    {
        known.found = spanning::search(instance, known.lower, TREES, known.found.take(), budget);
        if known.is_open() && known.upper() - known.lower <= CLOSE {
            known.search(ground, None, usize::MAX, &LENGTHS[1..2])?;
        }
        return by_levels(Ground { layout: &layout, most: usize::MAX, ..ground }, levels::HUB, known);
    }
    match Guide::new(ground, &none, Filter::Nothing, units(known.upper())) {
        Ok(guide) => return guided(ground, &guide, known, usize::MAX),
        Err(Stop::Unsupported) => {}
        Err(stop) => return Err(stop),
    }
    known.found = spanning::search(instance, known.lower, MORE_TREES, known.found.take(), budget);
    known.search(ground, None, usize::MAX, &LENGTHS[1..2])?;
    if !known.is_open() {
        return Ok(());
    }
    by_limits(Ground { most: usize::MAX, ..ground }, known)
}

/// Makes guides for one limit after the other until the instance is settled.
pub(super) fn by_limits(ground: Ground<'_>, known: &mut Known) -> Result<(), Stop> {
    let instance = ground.instance;
    let none: Prices = vec![None; instance.vertices()];
    let mut reach = 1;
    while known.is_open() && known.lower <= instance.vertices() {
        let limit = known.upper().min(known.lower + reach);
        let guide = Guide::new(ground, &none, Filter::Nothing, units(limit))?;
        guided(ground, &guide, known, limit)?;
        reach *= 2;
    }
    Ok(())
}

/// Settles an instance with a guide to the plays that leave fewer stones than
/// `limit`, or shows that there are none.
fn guided(ground: Ground<'_>, guide: &Guide, known: &mut Known, limit: usize) -> Result<(), Stop> {
    let limit = limit.min(known.upper());
    known.raise(Some(guide.lower().unwrap_or(limit)));
    known.search(ground, Some(guide), limit, &LENGTHS)?;
    while known.is_open() && known.lower < limit {
        let found = program::run(known.task(ground, Some(guide), usize::MAX, known.lower + 1))?.better;
        known.lower += usize::from(found.is_none());
        known.found = found.or(known.found.take());
    }
    Ok(())
}

impl Known {
    /// What is known when a limit ends the work.
    fn stopped_by(mut self, stop: Stop) -> Known {
        if self.is_open() {
            self.stopped = Some(stop);
            self.method = "spanning trees and counting bounds".to_owned();
        }
        self
    }

    fn task<'a>(&self, ground: Ground<'a>, guide: Option<&'a Guide>, keep: usize, limit: usize) -> Task<'a> {
        let Ground { instance, nodes, budget, .. } = ground;
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        Task { instance, nodes, limit, keep, guide, budget }
    }

    /// Looks for plays that leave fewer than `limit` stones, and fewer than the
    /// best one known, with tables of these lengths.
    fn search(
        &mut self,
        ground: Ground<'_>,
        guide: Option<&Guide>,
        limit: usize,
        lengths: &[usize],
    ) -> Result<(), Stop> {
        for &keep in lengths {
            let limit = limit.min(self.upper());
            if self.lower >= limit {
                break;
            }
            let Outcome { better, complete } = program::run(self.task(ground, guide, keep, limit))?;
            if complete {
                self.raise(Some(better.as_ref().map_or(limit, |found| found.roots)));
            }
            self.found = better.or(self.found.take());
        }
        Ok(())
    }

    /// Takes the best play below `limit` stones, or that there is none.
    pub(super) fn take(&mut self, best: Option<Found>, limit: usize) {
        self.raise(Some(best.as_ref().map_or(limit, |found| found.roots)));
        self.found = best.filter(|found| found.roots < self.upper()).or(self.found.take());
    }

    /// Whether the bounds do not meet yet.
    pub(super) fn is_open(&self) -> bool {
        self.upper() > self.lower
    }

    /// No play leaves fewer stones than this either.
    pub(super) fn raise(&mut self, lower: Option<usize>) {
        self.lower = lower.map_or(self.lower, |lower| lower.max(self.lower));
    }

    /// The stones that the best play leaves.
    pub(super) fn upper(&self) -> usize {
        self.found.as_ref().map_or(usize::MAX, |found| found.roots)
    }
}
