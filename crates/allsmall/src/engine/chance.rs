//! Calibration: the chance to win that a score of the heuristic search stands for.
//!
//! The net was trained on games, so that a score is a logit in hundredths. A search
//! changes that: the player to move wins more often than the score says, and scores near
//! zero separate wins from losses better than those far away. The logit is therefore
//! interpolated between points that were fitted to solved positions
//! (`examples/engine_samples.rs`; [the lab book](../../../../docs/lab/engine.md)).

/// Scores and their logits, fitted to positions of at most [`FITTED_STONES`] stones.
const FITTED: [(f64, f64); 7] =
    [(-207.0, -2.94), (-101.0, -1.21), (-47.0, -0.49), (-19.0, 0.04), (13.0, 0.71), (55.0, 1.9), (153.0, 2.94)];

/// Slope of the scores as the net was trained, also beyond the fitted ones.
const TRAINED_SLOPE: f64 = 0.01;

/// Maximum number of stones of the fitted positions. With more stones the chance
/// approaches the score as trained.
const FITTED_STONES: f64 = 28.0;

/// Maximum number of stones of the boards that the net was trained on. The net adds up
/// windows: on a larger board the score says less, in proportion.
const TRAINED_STONES: f64 = 100.0;

/// The least chance, which is far from a proof; the greatest is as far from 1.
const LEAST: f64 = 0.001;

/// The chance to win of a score in a position with this number of stones.
pub(super) fn chance(score: i32, stones: usize) -> f64 {
    let (score, stones) = (f64::from(score), stones.max(1) as f64);
    let share = (FITTED_STONES / stones).min(1.0).powi(2);
    let score = score * (TRAINED_STONES / stones).min(1.0);
    let logit = share * fitted(score) + (1.0 - share) * TRAINED_SLOPE * score;
    (1.0 / (1.0 + (-logit).exp())).clamp(LEAST, 1.0 - LEAST)
}

/// The fitted logit of a score.
fn fitted(score: f64) -> f64 {
    let (first, last) = (FITTED[0], FITTED[FITTED.len() - 1]);
    if score <= first.0 {
        return first.1 + TRAINED_SLOPE * (score - first.0);
    }
    for pair in FITTED.windows(2) {
        let [(from, low), (to, high)] = [pair[0], pair[1]];
        if score <= to {
            return low + (high - low) * (score - from) / (to - from);
        }
    }
    last.1 + TRAINED_SLOPE * (score - last.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_rise_with_the_score_and_stay_estimates() {
        for stones in [0, 1, 10, 28, 29, 40, 64, 100, 1_000, 100_000] {
            let chances: Vec<f64> = (-30_000..30_000).step_by(7).map(|score| chance(score, stones)).collect();
            assert!(chances.is_sorted(), "{stones}");
            assert!(chances.iter().all(|chance| (LEAST..=1.0 - LEAST).contains(chance)), "{stones}");
        }
    }

    #[test]
    fn the_fitted_points_are_met_and_joined() {
        for (score, logit) in FITTED {
            let met = 1.0 / (1.0 + (-logit).exp());
            assert!((chance(score as i32, 20) - met).abs() < 1e-9, "{score}");
            assert!((fitted(score - 1e-6) - fitted(score + 1e-6)).abs() < 1e-6, "{score}");
        }
    }

    #[test]
    fn a_score_says_less_on_a_board_larger_than_those_of_the_training() {
        let far = |stones: usize| (chance(200, stones) - 0.5).abs();
        assert!(far(100) > far(200) && far(200) > far(1_000), "{} {} {}", far(100), far(200), far(1_000));
        assert!(far(10_000) < 0.02);
    }
}
