//! The induction step: `S <= Y` for a board because bounds hold for its parts.
//!
//! Right, moving second, wins S - Y if no move of Left in S is at least Y, and each
//! right option y of Y has an answer: a move of Right in S to at most y, or a left option
//! z of y with `S <= z`, shown in the same way. A level with slopes is written as a sum
//! of a game and multiples of up that grow with the variables; of `^m` or `^m*`, m >= 2,
//! Left's option is 0 and Right's is one `^*` less.

use std::collections::HashMap;

use super::level::{RunLevel, Slopes, up_stars};
use crate::Stop;
use crate::base::hash::Mixed;
use crate::cgt::{Value, Values};

/// Maximum depth of "shown in the same way".
const DEPTH: usize = 2;
/// The multiples of up that are tried together with slopes.
const LEAST_UPS: i32 = 2;
const MOST_UPS: i32 = 7;

/// Bounds of what the moves of a board leave.
#[derive(Debug, Default)]
pub(super) struct MoveBounds {
    pub(super) lefts: Vec<Vec<RunLevel>>,
    pub(super) rights: Vec<RunLevel>,
}

/// A level as a sum of a game and of multiples of up with the rising and the falling
/// slopes; zero if there are none.
#[derive(Clone, Copy)]
struct GrowingSum {
    game: Value,
    grown: [(Value, Slopes); 2],
}

pub(super) struct RunStep<'a> {
    pub(super) bounds: &'a MoveBounds,
    pub(super) values: &'a mut Values,
    pub(super) known: HashMap<(RunLevel, usize), bool, Mixed>,
}

impl RunStep<'_> {
    pub(super) fn proves(&mut self, y: RunLevel) -> Result<bool, Stop> {
        self.within(y, DEPTH)
    }

    fn within(&mut self, y: RunLevel, depth: usize) -> Result<bool, Stop> {
        if let Some(&known) = self.known.get(&(y, depth)) {
            return Ok(known);
        }
        let proved = self.withstands_lefts(y)? && self.answers_rights(y, depth)?;
        self.known.insert((y, depth), proved);
        Ok(proved)
    }

    fn withstands_lefts(&mut self, y: RunLevel) -> Result<bool, Stop> {
        'moves: for bounds in &self.bounds.lefts {
            for &u in bounds {
                if y.never_at_most(u, self.values)? {
                    continue 'moves;
                }
            }
            return Ok(false);
        }
        Ok(true)
    }

    fn answers_rights(&mut self, y: RunLevel, depth: usize) -> Result<bool, Stop> {
        let signs: [Slopes; 2] = [y.slopes.map(|slope| slope.max(0)), y.slopes.map(|slope| slope.min(0))];
        let [ups, downs] = signs.map(|slopes| self.multiples(slopes));
        for &up in &ups {
            for &down in &downs {
                let up = self.values.ups(up.0, up.1)?;
                let down = self.values.ups(-down.0, down.1)?;
                let both = self.values.add(up, down)?;
                let game = self.values.sub(y.game, both)?;
                if self.answers_in(GrowingSum { game, grown: [(up, signs[0]), (down, signs[1])] }, depth)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The multiples of up to try; zero alone if nothing grows.
    fn multiples(&self, slopes: Slopes) -> Vec<(i32, bool)> {
        if slopes == Slopes::default() {
            return vec![(0, false)];
        }
        (LEAST_UPS..=MOST_UPS).flat_map(|n| [(n, false), (n, true)]).collect()
    }

    fn answers_in(&mut self, y: GrowingSum, depth: usize) -> Result<bool, Stop> {
        let mut asked: Vec<GrowingSum> =
            self.values.right_options(y.game).iter().map(|&game| y.with_game(game)).collect();
        asked.extend(y.moved(0, -1, self.values)?);
        asked.extend(y.ended(1, self.values));
        for next in asked {
            if !self.answered(next, depth)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn answered(&mut self, y: GrowingSum, depth: usize) -> Result<bool, Stop> {
        let target = y.level(self.values)?;
        for &u in &self.bounds.rights {
            if u.always_at_most(target, self.values)? {
                return Ok(true);
            }
        }
        if depth == 0 {
            return Ok(false);
        }
        let mut others: Vec<GrowingSum> =
            self.values.left_options(y.game).iter().map(|&game| y.with_game(game)).collect();
        others.extend(y.ended(0, self.values));
        others.extend(y.moved(1, 1, self.values)?);
        for z in others {
            let z = z.level(self.values)?;
            if self.within(z, depth - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl GrowingSum {
    fn with_game(self, game: Value) -> GrowingSum {
        GrowingSum { game, grown: self.grown }
    }

    fn level(&self, values: &mut Values) -> Result<RunLevel, Stop> {
        let [(up, rising), (down, falling)] = self.grown;
        let up = RunLevel { game: up, slopes: rising }.plus(RunLevel { game: down, slopes: falling }, values)?;
        RunLevel::constant(self.game).plus(up, values)
    }

    /// With this number of `^*` more in one of the growing multiples, if there is one.
    fn moved(self, number: usize, stars: i32, values: &mut Values) -> Result<Option<GrowingSum>, Stop> {
        if self.grown[number].0 == values.zero() {
            return Ok(None);
        }
        let more = up_stars(stars, values)?;
        Ok(Some(GrowingSum { game: values.add(self.game, more)?, ..self }))
    }

    /// Without the growing multiple of this number, if there is one.
    fn ended(self, number: usize, values: &Values) -> Option<GrowingSum> {
        let mut ended = self;
        ended.grown[number] = (values.zero(), Slopes::default());
        (self.grown[number].0 != values.zero()).then_some(ended)
    }
}
