//! Explanations for users: which rule decided, and a report on each part.

use std::fmt;

use serde::Serialize;

use super::solver::{RemainingSum, Solver};
use super::sum::is_strip;
use super::weight_bounds::WeightInterval;
use crate::endgame::{Database, Normal};
use crate::notation::move_name;
use crate::packed::{BoardRules, PackedPart, PartRules};
use crate::{Outcome, Player, Position, Stop};

/// The rule that decided who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SolvedBy {
    /// The player to move has no move.
    NoMoves,
    /// The exact values of all parts.
    Values,
    /// The two-ahead rule on bounds of the atomic weight.
    TwoAhead,
    /// A move to parts that are decided by values or bounds.
    Middle,
    /// Search.
    Search,
}

impl fmt::Display for SolvedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SolvedBy::NoMoves => "the rules: there is no move",
            SolvedBy::Values => "the exact values of all parts",
            SolvedBy::TwoAhead => "the two-ahead rule: the bounds of the atomic weight",
            SolvedBy::Middle => "a move to parts whose values or bounds settle it",
            SolvedBy::Search => "search",
        })
    }
}

/// Report on one part of a board.
#[derive(Clone, Debug, Serialize)]
pub struct PartReport {
    /// The part in normal form.
    pub part: String,
    /// Its stones.
    pub stones: usize,
    /// Number of copies.
    pub times: usize,
    /// The name of its value, if it was valued and the value has a short name.
    pub value: Option<String>,
    /// Its outcome class.
    pub outcome: Outcome,
    /// The atomic weight is at least this many ups, if anything is known.
    pub weight_low: Option<i32>,
    /// The atomic weight is at most this many ups, if anything is known.
    pub weight_high: Option<i32>,
    /// Dominated moves in the part, if it was valued. Of several equal moves the
    /// first is not dominated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dominated: Option<Dominated>,
    /// The least complex equal strip of the endgame database, if it is a different
    /// one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// Dominated moves of both players.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Dominated {
    /// Left's.
    pub left: Vec<String>,
    /// Right's.
    pub right: Vec<String>,
}

impl fmt::Display for PartReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.part)?;
        if self.times > 1 {
            write!(f, " ({} times)", self.times)?;
        }
        write!(f, ": {}", self.outcome)?;
        if let Some(value) = &self.value {
            write!(f, ", value {value}")?;
        }
        match (self.weight_low, self.weight_high) {
            (Some(low), Some(high)) if low == high => write!(f, ", atomic weight {low}")?,
            (None, None) => {}
            (low, high) => {
                let side = |n: Option<i32>| n.map_or_else(|| "?".to_owned(), |n| n.to_string());
                write!(f, ", atomic weight {} to {}", side(low), side(high))?;
            }
        }
        if let Some(link) = &self.link {
            write!(f, ", equal to {link}")?;
        }
        let Some(Dominated { left, right }) = &self.dominated else { return Ok(()) };
        for (player, moves) in [(Player::Left, left), (Player::Right, right)] {
            if !moves.is_empty() {
                write!(f, ", dominated for {player}: {}", moves.join(" "))?;
            }
        }
        Ok(())
    }
}

/// Maximum number of stones of strips and of other parts that are valued for a
/// report.
const VALUED: [usize; 2] = [20, 12];

impl Solver {
    /// Reports on the different parts of the boards.
    pub(crate) fn parts(&mut self) -> Result<Vec<PartReport>, Stop> {
        let mut all = self.root_parts();
        all.sort_unstable();
        let mut reports = Vec::new();
        for same in all.chunk_by(|a, b| a == b) {
            let signed = same[0];
            let sums = &mut self.search.sums;
            let stones = sums.parts.rules().stones(signed.part);
            let valued = stones <= VALUED[usize::from(!is_strip(signed.part))];
            let (value, bounds) = if valued {
                let v = sums.parts.value(&mut sums.values, signed)?;
                (sums.values.name(v), WeightInterval::of_value(&sums.values, v))
            } else {
                (None, sums.part_bounds(signed)?)
            };
            let outcome = self.outcome(&RemainingSum { parts: vec![signed], values: Vec::new() })?;
            let position = self.search.sums.parts.rules().position(signed.part);
            let position = if signed.negated { position.negated() } else { position };
            // Packed rows and grids mean the same in all `BoardRules`.
            let plain = valued && matches!(signed.part, PackedPart::Row(_) | PackedPart::Grid(_));
            let dominated = if plain { Some(self.dominated(&position)?) } else { None };
            let link = if is_strip(signed.part) { self.link(&position)? } else { None };
            let known = |n: i32| (n.abs() < WeightInterval::FAR).then_some(n);
            reports.push(PartReport {
                part: position.to_string(),
                stones,
                times: same.len(),
                value,
                outcome,
                weight_low: known(bounds.low),
                weight_high: known(bounds.high),
                dominated,
                link,
            });
        }
        Ok(reports)
    }

    /// The dominated moves of both players.
    fn dominated(&mut self, position: &Position) -> Result<Dominated, Stop> {
        let mut all = Dominated::default();
        for (player, dominated) in [(Player::Left, &mut all.left), (Player::Right, &mut all.right)] {
            let moves = position.moves(player);
            let mut after = Vec::new();
            for &mv in &moves {
                let next = position.after(player, mv).expect("a listed move is legal");
                let parts = BoardRules::within(&[next], &self.budget)?.1.swap_remove(0);
                let sums = &mut self.search.sums;
                after.push(sums.parts.sum(&mut sums.values, &parts)?);
            }
            let flags = self.search.sums.values.dominated(&after, player)?;
            let needless = moves.iter().zip(flags).filter(|(_, dominated)| *dominated);
            dominated.extend(needless.map(|(&mv, _)| move_name(position.board(), mv)));
        }
        Ok(all)
    }

    /// The least complex equal strip, if the strip is in the endgame database and
    /// differs from it.
    fn link(&mut self, strip: &Position) -> Result<Option<String>, Stop> {
        if strip.cells().len() > Database::DEFAULT_LENGTH {
            return Ok(None);
        }
        let Some(normal) = Normal::of_cells(strip.cells()) else { return Ok(None) };
        if self.links.is_none() {
            self.links = Some(Database::build(Database::DEFAULT_LENGTH, &self.budget)?);
        }
        let entry = self.links.as_ref().and_then(|database| database.look_up(normal));
        Ok(entry.map(|entry| entry.link).filter(|&link| link != normal).map(|link| link.to_string()))
    }
}
