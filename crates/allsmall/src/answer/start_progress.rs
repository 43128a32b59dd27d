//! How far a search came when a limit ended it: first moves that are refuted,
//! and the engine's estimate.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use crate::notation::move_name;
use crate::solve::Solver;
use crate::value::ComponentKind;
use crate::{Budget, Engine, EngineLimits, Player, Position, Stop};

/// How far the search for one start came.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StartProgress {
    /// Number of legal first moves; none if there was no time to list them.
    pub moves: Option<usize>,
    /// Number of first moves that are proved to lose.
    pub refuted: Option<usize>,
    /// Estimated chance of the player who starts, from 0 to 1; none for sums and large
    /// boards.
    pub chance: Option<f64>,
    /// The first move that seems best.
    pub guess: Option<String>,
}

/// Time kept back from a search for this report, at most.
pub(super) const KEPT_BACK: Duration = Duration::from_millis(200);
/// Time for one start once a limit was hit.
const FOR_ONE_START: Duration = Duration::from_millis(25);
/// Memory of the engine that estimates.
const ENGINE_MEMORY: usize = 8 << 20;
/// Maximum number of cells of a board that is estimated.
const MAX_CELLS: usize = 400;
/// Limits of the estimate: a moment's work.
const ESTIMATE: EngineLimits = EngineLimits { nodes: Some(2_000), depth: Some(3), estimate_only: true };

impl StartProgress {
    /// Reports on the start of this player, in the memory that the search has left.
    /// An interrupted search is reported on too, so the stop flag does not count.
    pub(super) fn of(solver: &mut Solver, player: Player, budget: &Budget) -> StartProgress {
        let soon = budget.clone().with_stop(Arc::default()).with_time(FOR_ONE_START);
        solver.set_budget(&soon);
        let judged = soon.check().and_then(|()| solver.refuted_moves(player));
        let (moves, refuted) = judged.ok().unzip();
        let board = match &solver.game().components[..] {
            [only] if only.times == 1 => match &only.what {
                ComponentKind::Board(position) => Some(position),
                ComponentKind::Value { .. } => None,
            },
            _ => None,
        };
        let (chance, guess) = board.and_then(|position| estimate(position, player)).unzip();
        StartProgress { moves, refuted, chance, guess }
    }
}

/// The engine's chance and move within a moment.
fn estimate(position: &Position, player: Player) -> Option<(f64, String)> {
    if position.cells().len() > MAX_CELLS {
        return None;
    }
    let soon = Budget::new().with_memory(ENGINE_MEMORY).with_time(FOR_ONE_START);
    let chosen = Engine::new(&soon).choose(position, player, ESTIMATE, &soon, |_| ());
    let chance = (1000.0 * chosen.chance?).round() / 1000.0;
    Some((chance, move_name(position.board(), chosen.mv?)))
}

/// What a limit that was hit says in a sentence, with the figures of the search.
pub(super) fn stop_in_words(stop: Stop, nodes: u64, seconds: f64) -> String {
    match nodes {
        0 => stop.to_string(),
        nodes => format!("{stop}; {nodes} nodes in {seconds:.1} s"),
    }
}

impl fmt::Display for StartProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(moves), Some(refuted)) = (self.moves, self.refuted) {
            write!(f, "{refuted} of {moves} first moves refuted")?;
        } else {
            f.write_str("first moves not judged")?;
        }
        match (self.chance, &self.guess) {
            (Some(chance), Some(guess)) => write!(f, "; estimated chance {:.0} %, by {guess}", 100.0 * chance),
            _ => Ok(()),
        }
    }
}
