//! What parts and games are equal to in a plain proof (rule 4): a multiple of up
//! and perhaps a star, or a game of the file.

use std::collections::{HashMap, HashSet};

use allsmall_check::boards::{Part, Shape};
use allsmall_check::games::{Game, ZERO};
use allsmall_check::plain::{PlainSum, PlainTerm, Written};

use crate::error::Failure;

use super::terms::PlainTerms;

/// Maximum number of stones of a strip that is replaced by its value.
///
/// Lines of the proof of `(xo)^30`: 234,520 without values, 46,816 with 10.
const VALUED: usize = 10;
/// Multiples of up that are written as sums.
const UPS: i32 = 8;

/// The values that were looked up.
#[derive(Default)]
pub(super) struct PlainValues {
    /// Whether terms are replaced at all.
    is_used: bool,
    found: HashMap<PlainTerm, Option<PlainSum>>,
    /// Multiples of up, with and without star.
    ups: HashMap<Game, (i32, bool)>,
    /// Terms whose equations are being proved: they stay as they are.
    pub(super) open: HashSet<PlainTerm>,
}

impl PlainValues {
    /// Values are used where every board is a strip. A proof about a grid has
    /// none, so that it can become a theorem about the board alone.
    pub(super) fn for_sum(sum: &[Written]) -> PlainValues {
        let is_strip = |term: &Written| !matches!(term, Written::Board { shape, .. } if *shape != Shape::Strip);
        PlainValues { is_used: sum.iter().all(is_strip), ..PlainValues::default() }
    }

    /// What a term in normal form is replaced by, if it is.
    pub(super) fn of(&mut self, terms: &mut PlainTerms, term: &PlainTerm) -> Result<Option<PlainSum>, Failure> {
        if !self.is_used || self.open.contains(term) {
            return Ok(None);
        }
        if let Some(known) = self.found.get(term) {
            return Ok(known.clone());
        }
        let key = key(terms, term);
        let value = if key != *term {
            let value = self.of(terms, &key)?;
            value.map(|sum| sum.iter().map(|term| terms.tables.negative(term)).collect())
        } else {
            let game = match term {
                PlainTerm::Part(part) if part.shape == Shape::Strip && part.cells.len() <= VALUED => {
                    Some(terms.sums.value(part)?)
                }
                PlainTerm::Part(_) => None,
                PlainTerm::Value(number, _) => Some(terms.list.listed[*number as usize]),
            };
            match game {
                Some(game) => Some(self.of_game(terms, game)?).filter(|sum| sum[..] != [term.clone()]),
                None => None,
            }
        };
        self.found.insert(term.clone(), value.clone());
        Ok(value)
    }

    fn of_game(&mut self, terms: &mut PlainTerms, game: Game) -> Result<PlainSum, Failure> {
        if game == ZERO {
            return Ok(Vec::new());
        }
        if self.ups.is_empty() {
            for (n, star) in (-UPS..=UPS).flat_map(|n| [(n, false), (n, true)]) {
                let multiple = terms.sums.games.ups(n, star)?;
                self.ups.insert(multiple, (n, star));
            }
        }
        if let Some(&(n, star)) = self.ups.get(&game) {
            let up = terms.sums.games.ups(1, false)?;
            let number = terms.list.number(&terms.sums.games, up, &mut terms.tables);
            let mut sum = vec![PlainTerm::Value(number, n < 0); n.unsigned_abs() as usize];
            if star {
                sum.push(PlainTerm::Part(Part { shape: Shape::Strip, cells: b"ox"[..].into() }));
            }
            return Ok(sum);
        }
        let number = terms.list.number(&terms.sums.games, game, &mut terms.tables);
        let negative = terms.list.known(terms.sums.games.negative(game));
        Ok(vec![match negative {
            Some(negative) if negative < number => PlainTerm::Value(negative, true),
            _ => PlainTerm::Value(number, false),
        }])
    }

    /// The terms in normal form that a written term is the sum of; the terms
    /// that were replaced are added to `replaced`.
    pub(super) fn terms(
        &mut self,
        terms: &mut PlainTerms,
        term: &Written,
        replaced: &mut Vec<PlainTerm>,
    ) -> Result<Vec<PlainTerm>, Failure> {
        let mut all = Vec::new();
        for term in terms.tables.own_terms(term) {
            match self.of(terms, &term)? {
                Some(sum) => {
                    replaced.push(key(terms, &term));
                    all.extend(sum);
                }
                None => all.push(term),
            }
        }
        Ok(all)
    }
}

/// The term or its negative, whichever an equation is about.
fn key(terms: &PlainTerms, term: &PlainTerm) -> PlainTerm {
    match term {
        PlainTerm::Value(number, _) => PlainTerm::Value(*number, false),
        PlainTerm::Part(_) => terms.tables.negative(term).min(term.clone()),
    }
}
