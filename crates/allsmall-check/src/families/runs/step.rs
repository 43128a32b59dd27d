//! The induction step: a bound holds for a board because bounds hold for all
//! boards with fewer stones.
//!
//! A *level* is a game and, for each variable t >= 0, a slope s: it stands for
//! `game + t.s^* + ...`, and two more stones change it by a multiple of up. So
//!
//! - it is >= 0 for all t if no slope is negative and it is >= 0 for t = 0 and 1;
//! - it is >= 0 for no t if no slope is positive and it is not >= 0 for t = 0 and 1.
//!
//! To show is `S <= Y` for a level Y: Right, moving second, wins S - Y. Left moves
//!
//! - in S, to something at most u: she has not won if *not Y <= u*;
//! - in -Y, to -y for a right option y of Y: Right answers in S, to at most u with
//!   *u <= y*, or in -y, to -z for a left option z of y, and *S <= z is proved in the
//!   same way*.
//!
//! The options of Y are those of a sum that is equal to it ([`Summands`]).

use std::collections::HashMap;

use super::super::file::Checked;
use super::MOST_LONG;
use super::board::StoneRun;
use crate::games::{Game, Games, ZERO};

/// How deep a bound may rest on other bounds for the same board.
const DEPTH: usize = 2;

/// The multiples of up, with star or without, that are taken together with slopes.
const CHOICES: [(i32, bool); 12] = [
    (2, false),
    (2, true),
    (3, false),
    (3, true),
    (4, false),
    (4, true),
    (5, false),
    (5, true),
    (6, false),
    (6, true),
    (7, false),
    (7, true),
];

/// A game, and the number of `^*` that each stone beyond the least length of a
/// variable adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RunLevel {
    pub(super) game: Game,
    pub(super) slopes: [i32; MOST_LONG],
}

/// `n.^*`.
fn multiple(n: i32, games: &mut Games) -> Checked<Game> {
    games.ups(n, n % 2 != 0)
}

impl RunLevel {
    pub(super) fn of(game: Game, slopes: &[i32]) -> RunLevel {
        let mut all = [0; MOST_LONG];
        all[..slopes.len()].copy_from_slice(slopes);
        RunLevel { game, slopes: all }
    }

    /// With what a run adds, that has a slope.
    pub(super) fn with_run(mut self, run: &StoneRun, slope: i32, long: usize, games: &mut Games) -> Checked<RunLevel> {
        let excess = i32::try_from(run.at).and_then(|at| Ok(at - i32::try_from(long)?)).map_err(|_| "a long run")?;
        let added = multiple(slope * excess, games)?;
        self.game = games.add(self.game, added)?;
        if let Some(over) = run.over {
            self.slopes[over] += slope;
        }
        Ok(self)
    }

    pub(super) fn plus(self, other: RunLevel, games: &mut Games) -> Checked<RunLevel> {
        let mut slopes = self.slopes;
        slopes.iter_mut().zip(other.slopes).for_each(|(slope, more)| *slope += more);
        Ok(RunLevel { game: games.add(self.game, other.game)?, slopes })
    }

    pub(super) fn negative(self, games: &Games) -> RunLevel {
        RunLevel { game: games.negative(self.game), slopes: self.slopes.map(|slope| -slope) }
    }

    /// The game where every variable is 0 or 1.
    fn corners(self, games: &mut Games) -> Checked<Vec<Game>> {
        let mut totals = vec![0];
        for slope in self.slopes.into_iter().filter(|&slope| slope != 0) {
            totals.extend(totals.iter().map(|total| total + slope).collect::<Vec<_>>());
        }
        totals.sort_unstable();
        totals.dedup();
        let mut all = Vec::new();
        for total in totals {
            let more = multiple(total, games)?;
            all.push(games.add(self.game, more)?);
        }
        Ok(all)
    }

    /// Whether it is at most another one, whatever the variables are.
    pub(super) fn is_always_at_most(self, other: RunLevel, games: &mut Games) -> Checked<bool> {
        let difference = other.plus(self.negative(games), games)?;
        if difference.slopes.iter().any(|&slope| slope < 0) {
            return Ok(false);
        }
        for corner in difference.corners(games)? {
            games.spend(1)?;
            if !games.le(ZERO, corner)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether it is at most another one for no variables.
    fn is_never_at_most(self, other: RunLevel, games: &mut Games) -> Checked<bool> {
        let difference = other.plus(self.negative(games), games)?;
        if difference.slopes.iter().any(|&slope| slope > 0) {
            return Ok(false);
        }
        for corner in difference.corners(games)? {
            games.spend(1)?;
            if games.le(ZERO, corner)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A level as a sum: `rest + up + down`, and the slopes.
///
/// `up` is a multiple of up with star or without, two or more, and together with the
/// positive slopes again one, U(t, ...) for all values of the variables: Left's option of
/// it is 0, Right's is `U + v*`. `down` and the negative slopes make the negative of such
/// a game. Either is 0 if there are no such slopes.
#[derive(Clone, Copy, Debug)]
struct Summands {
    rest: Game,
    up: Game,
    down: Game,
    rising: [i32; MOST_LONG],
    falling: [i32; MOST_LONG],
}

impl Summands {
    fn new(y: RunLevel, [up, down]: [Game; 2], games: &mut Games) -> Checked<Summands> {
        let [less, more] = [games.negative(up), games.negative(down)];
        let rest = games.add(y.game, less)?;
        let rest = games.add(rest, more)?;
        let rising = y.slopes.map(|slope| slope.max(0));
        let falling = y.slopes.map(|slope| slope.min(0));
        Ok(Summands { rest, up, down, rising, falling })
    }

    fn level(&self, games: &mut Games) -> Checked<RunLevel> {
        let ups = games.add(self.up, self.down)?;
        let mut slopes = self.rising;
        slopes.iter_mut().zip(self.falling).for_each(|(slope, more)| *slope += more);
        Ok(RunLevel { game: games.add(self.rest, ups)?, slopes })
    }

    /// Right moves in the multiples of up.
    fn after_right(&self, games: &mut Games) -> Checked<Vec<Summands>> {
        let mut all = Vec::new();
        if self.up != ZERO {
            all.push(self.with_rest(games.ups(-1, true)?, games)?);
        }
        if self.down != ZERO {
            all.push(Summands { down: ZERO, falling: [0; MOST_LONG], ..*self });
        }
        Ok(all)
    }

    /// Left moves in the multiples of up.
    fn after_left(&self, games: &mut Games) -> Checked<Vec<Summands>> {
        let mut all = Vec::new();
        if self.up != ZERO {
            all.push(Summands { up: ZERO, rising: [0; MOST_LONG], ..*self });
        }
        if self.down != ZERO {
            all.push(self.with_rest(games.ups(1, true)?, games)?);
        }
        Ok(all)
    }

    fn with_rest(&self, more: Game, games: &mut Games) -> Checked<Summands> {
        Ok(Summands { rest: games.add(self.rest, more)?, ..*self })
    }
}

/// Whether a board is at most a level, by levels and depths that were tried.
type Known = HashMap<(RunLevel, usize), bool>;

/// What the moves of a board leave.
#[derive(Debug, Default)]
pub(super) struct RunsStep {
    /// Upper bounds of what each move of Left leaves.
    pub(super) lefts: Vec<Vec<RunLevel>>,
    /// Upper bounds of what moves of Right leave.
    pub(super) rights: Vec<RunLevel>,
}

impl RunsStep {
    /// Whether the board is at most this level.
    pub(super) fn follows(&self, y: RunLevel, games: &mut Games) -> Checked<bool> {
        self.within(y, DEPTH, &mut HashMap::new(), games)
    }

    fn within(&self, y: RunLevel, depth: usize, known: &mut Known, games: &mut Games) -> Checked<bool> {
        if let Some(&known) = known.get(&(y, depth)) {
            return Ok(known);
        }
        let follows = self.withstands(y, games)? && self.answers(y, depth, known, games)?;
        known.insert((y, depth), follows);
        Ok(follows)
    }

    /// No move of Left in the board wins.
    fn withstands(&self, y: RunLevel, games: &mut Games) -> Checked<bool> {
        for bounds in &self.lefts {
            let mut withstood = false;
            for &u in bounds {
                withstood = withstood || y.is_never_at_most(u, games)?;
            }
            if !withstood {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Every move of Left in -Y has an answer, with Y written as a sum in some way.
    fn answers(&self, y: RunLevel, depth: usize, known: &mut Known, games: &mut Games) -> Checked<bool> {
        let choices = |is_there: bool| if is_there { CHOICES.to_vec() } else { vec![(0, false)] };
        for up in choices(y.slopes.iter().any(|&slope| slope > 0)) {
            for down in choices(y.slopes.iter().any(|&slope| slope < 0)) {
                let [up, down] = [games.ups(up.0, up.1)?, games.ups(-down.0, down.1)?];
                if self.answers_in(&Summands::new(y, [up, down], games)?, depth, known, games)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Every move of Left in -Y has an answer, with Y as this sum.
    fn answers_in(&self, y: &Summands, depth: usize, known: &mut Known, games: &mut Games) -> Checked<bool> {
        let mut asked = Vec::new();
        for right in games.options(y.rest, false).to_vec() {
            asked.push(Summands { rest: right, ..*y });
        }
        asked.extend(y.after_right(games)?);
        for next in asked {
            let target = next.level(games)?;
            let mut others = next.after_left(games)?;
            for left in games.options(next.rest, true).to_vec() {
                others.push(Summands { rest: left, ..next });
            }
            if !self.answered(target, &others, depth, known, games)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Right answers in the board, to at most `target`, or elsewhere, to one of
    /// `others`, which then bounds the board itself.
    fn answered(
        &self,
        target: RunLevel,
        others: &[Summands],
        depth: usize,
        known: &mut Known,
        games: &mut Games,
    ) -> Checked<bool> {
        for &u in &self.rights {
            if u.is_always_at_most(target, games)? {
                return Ok(true);
            }
        }
        if depth > 0 {
            for z in others {
                let level = z.level(games)?;
                if self.within(level, depth - 1, known, games)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
