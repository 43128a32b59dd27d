//! Estimated effort of a proof or disproof, by which a campaign chooses positions.
//!
//! The number of nodes is estimated by regression on the scores that order moves:
//! the standing (the score without its term for pairs) predicts the winner, the
//! net's score how hard a loss is to prove. The coefficients were fitted
//! to 1,200 boards of 5 x 6 and 6 x 6 cells after 4 to 12 random plies, and
//! those for more than 28 stones, where the net was not trained, to 240 boards
//! of 6 x 6 after 4 to 8 plies:
//!
//! ```text
//!                      right, or standard deviation of ln(nodes)      of all
//! who wins             72 %                                           70 % are won
//! nodes if lost        0.9                                            2.4
//! nodes if won         1.4                                            2.5
//! ```
//!
//! With them the campaign about 5 x 6 takes 35 million nodes, with the stones
//! and the standing alone 56 million.

use super::move_ordering::PAIR;
use super::net::MIN_NET_STONES;
use super::solver::Solver;
use crate::value::ComponentKind;
use crate::{Player, Stop};

/// Estimated effort to settle a position, as natural logarithms of nodes.
///
/// ```
/// use allsmall::{Budget, Player, Solver};
/// let mut solver = Solver::for_position(&"checker:6x6".parse()?, &Budget::new())?;
/// let hard = solver.forecast(Player::Left)?;
/// solver.set_position(&"xoxoxo/oxoxox/xoxo../....../....../......".parse()?);
/// assert!(solver.forecast(Player::Left)?.proof < hard.proof);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// Effort to prove a win of the first player: greater, the less likely it is.
    pub proof: f64,
    /// Effort to prove a loss.
    pub disproof: f64,
}

/// Numbers of stones beyond which the effort grows faster than the scores
/// predict.
const MANY: f64 = 28.0;
const MOST: f64 = 32.0;

impl Solver {
    /// Estimates the effort to find out who wins when `first` moves first. No verdict
    /// depends on it.
    pub fn forecast(&mut self, first: Player) -> Result<Forecast, Stop> {
        let rest = self.rest(None)?;
        let node = self.node(&rest, first)?;
        let sums = &mut self.search.sums;
        let plain = sums.score(&node)?;
        let learned = if sums.grid_stones(&node) >= MIN_NET_STONES { sums.score_with_net(&node)? } else { plain };
        let (mut stones, mut pairs) = (0.0, 0.0);
        for component in &self.game.components {
            if let ComponentKind::Board(position) = &component.what {
                stones += component.times as f64 * position.stones() as f64;
                // A pair of neighbours is a move for either player.
                pairs += component.times as f64 * position.moves(first).len() as f64;
            }
        }
        let [plain, learned] = [plain, learned].map(f64::from);
        let standing = plain - f64::from(PAIR) * pairs;
        let [many, most] = [MANY, MOST].map(|limit| (stones - limit).max(0.0));
        let won = -4.17 - 0.0267 * standing + 0.0123 * (learned - plain) + 0.108 * pairs + 0.1224 * stones;
        let lost = -1.33 + 0.0131 * learned + 0.106 * stones;
        let odds = 1.125 + 0.0513 * standing;
        Ok(Forecast {
            proof: (won + 0.95 * many + 0.5 * most).max(0.0) + (-odds).exp().ln_1p(),
            disproof: (lost + 0.7 * many + 0.5 * most).max(0.0) + odds.exp().ln_1p(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Position, SplitMix64};

    /// On boards outside the training set it predicts most winners, and of two
    /// lost positions mostly the one that takes more nodes.
    #[test]
    fn it_predicts_better_than_chance() {
        let (mut right, mut all, mut lost) = (0, 0, Vec::new());
        for seed in 0..150 {
            let mut random = SplitMix64::new(seed);
            let mut position: Position = "checker:5x5".parse().unwrap();
            let mut player = Player::Left;
            for _ in 0..4 + seed % 4 {
                let moves = position.moves(player);
                position.play(moves[random.below(moves.len() as u64) as usize]).unwrap();
                player = player.opponent();
            }
            let mut solver = Solver::for_position(&position, &Budget::new()).unwrap();
            let forecast = solver.forecast(player).unwrap();
            let won = solver.wins(player).unwrap();
            all += 1;
            right += usize::from(won == (forecast.proof < forecast.disproof));
            if !won {
                lost.push((forecast.disproof, solver.nodes()));
            }
        }
        assert!(3 * right > 2 * all, "{right} of {all}");
        let pairs = || lost.iter().flat_map(|a| lost.iter().map(move |b| (a, b))).filter(|(a, b)| a.1 > b.1);
        let ordered = pairs().filter(|(a, b)| a.0 > b.0).count();
        assert!(4 * ordered > 3 * pairs().count(), "{ordered} of {}", pairs().count());
    }

    #[test]
    fn sums_and_rows_have_numbers_too() {
        for text in ["xo", "(xo)^40", "xxo + star", "cycle:xoxoxo", "0", "complete:5:xxoox"] {
            let mut solver = Solver::for_sum(&text.parse().unwrap(), &Budget::new()).unwrap();
            let Forecast { proof, disproof } = solver.forecast(Player::Right).unwrap();
            assert!(proof.is_finite() && disproof.is_finite() && proof >= 0.0 && disproof >= 0.0, "{text}");
        }
    }
}
