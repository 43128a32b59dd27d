//! What the solver proves about the moves of a position, and the one solver that
//! lasts a whole game.

use crate::packed::PackedGrid;
use crate::solve::{FirstMove, Solver};
use crate::value::ComponentMove;
use crate::{Board, Budget, Move, Player, Position, Stop};

/// The solver of a game.
#[derive(Default)]
pub(super) struct Prover {
    /// The position that the solver was made for, and the solver.
    solver: Option<(Position, Solver)>,
}

/// Number of nodes that the solver searches in a second, roughly.
const SPEED: f64 = 150_000.0;

/// How much the forecast of the logarithm of the work may exceed the nodes there is
/// time for.
const DOUBT: f64 = 1.0;

/// Stones of the largest group up to which a proof is tried whatever the forecast: on
/// all boards, and on those other than grids, since the forecast was fitted to grids.
const SMALL_GROUP: usize = 16;
const FEW_STONES: usize = 60;

/// Stones of the largest group beyond which no proof is tried.
const MANY_STONES: usize = 400;

impl Prover {
    /// Queries the solver about a position. A solver whose memory is full is replaced
    /// by a new one.
    pub(super) fn ask<T>(
        &mut self,
        position: &Position,
        budget: &Budget,
        mut question: impl FnMut(&mut Solver) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if let Some((start, solver)) = &mut self.solver {
            if leads_to(start, position) {
                solver.set_budget(budget);
                solver.set_node_limit(None);
                solver.set_position(position);
                match question(solver) {
                    Err(Stop::Memory) => {}
                    answer => return answer,
                }
            }
            self.solver = None;
        }
        let solver = Solver::for_position(position, budget)?;
        let (_, solver) = self.solver.insert((position.clone(), solver));
        question(solver)
    }

    /// Returns whether the solver has searched, so that it may know something.
    pub(super) fn has_searched(&self) -> bool {
        self.solver.is_some()
    }

    /// Returns whether a proof about this position is worth `seconds` of time.
    pub(super) fn is_promising(&mut self, position: &Position, player: Player, seconds: f64, budget: &Budget) -> bool {
        let affordable = (SPEED * seconds).max(1.0).ln() + DOUBT;
        let is_grid = matches!(position.board(), Board::Grid { rows: 2.., cols: 2.. });
        let Ok(groups) = position.parts_within(budget) else { return false };
        let largest = groups.iter().map(Vec::len).max().unwrap_or(0);
        if largest <= SMALL_GROUP || !is_grid && largest <= FEW_STONES {
            return true;
        }
        if largest > MANY_STONES {
            return false;
        }
        let forecast = self.ask(position, budget, |solver| solver.forecast(player));
        forecast.is_ok_and(|forecast| forecast.proof.min(forecast.disproof) <= affordable)
    }

    /// A winning move, if there is one.
    pub(super) fn winning_move(
        &mut self,
        position: &Position,
        player: Player,
        nodes: Option<u64>,
        budget: &Budget,
    ) -> Result<Option<Move>, Stop> {
        self.ask(position, budget, |solver| {
            solver.set_node_limit(nodes);
            Ok(solver.winning_move(player)?.as_ref().and_then(stone))
        })
    }

    /// The moves of a player with what is known about them without search.
    pub(super) fn known_results(
        &mut self,
        position: &Position,
        player: Player,
        budget: &Budget,
    ) -> Vec<(Move, Option<bool>)> {
        let known = self.ask(position, budget, |solver| {
            let moves = solver.moves(player)?;
            let known = moves.iter().map(|mv| Ok((stone(mv), solver.known_result(player, mv)?)));
            known.collect::<Result<Vec<_>, Stop>>()
        });
        known.unwrap_or_default().into_iter().filter_map(|(mv, known)| Some((mv?, known))).collect()
    }
}

/// The move of a stone; none for a move in a value.
pub(super) fn stone(mv: &FirstMove) -> Option<Move> {
    match mv.mv {
        ComponentMove::Stone(mv) => Some(mv),
        ComponentMove::Option(_) => None,
    }
}

/// Returns whether a solver made for `start` can be asked about `position`. Parts of
/// grids and graphs carry their stones, so any stones on the cells of the start's will
/// do; parts of rows refer to the start.
fn leads_to(start: &Position, position: &Position) -> bool {
    if start == position {
        return true;
    }
    let packed = match start.board() {
        Board::Grid { rows: 2.., cols: 2.. } => start.cells().len() <= PackedGrid::MAX,
        _ => false,
    };
    let covered = |(from, to): (&Option<Player>, &Option<Player>)| from.is_some() || to.is_none();
    packed && start.board() == position.board() && start.cells().iter().zip(position.cells()).all(covered)
}
