//! Which move to play when every move loses: the one after which the fewest replies
//! win, so that the other player must find them.

use crate::solve::Solver;
use crate::{Move, Player, Position, Stop};

/// A losing move, and how far its replies are judged.
struct LosingMove {
    mv: Move,
    /// Number of replies judged, in the order of the list.
    judged: usize,
    /// Number of those that win.
    winning: usize,
}

/// The first of these losing moves with the fewest winning replies, as far as the
/// budget allows. It searches for a move with at most one winning reply, then two, and
/// so on: most moves are rejected as soon as one reply too many is known to win.
pub(super) fn hardest(solver: &mut Solver, position: &Position, player: Player, moves: &[Move]) -> Option<Move> {
    let mut lines: Vec<LosingMove> = moves.iter().map(|&mv| LosingMove { mv, judged: 0, winning: 0 }).collect();
    if lines.is_empty() {
        return None;
    }
    for fewest in 1..=usize::MAX {
        for line in &mut lines {
            solver.set_position(&position.after(player, line.mv).expect("a listed move is legal"));
            match line.has_at_most(fewest, solver, player.opponent()) {
                Ok(true) => return Some(line.mv),
                Ok(false) => {}
                Err(_) => {
                    let seen = lines.iter().filter(|line| line.judged > 0);
                    return seen.min_by_key(|line| line.winning).map(|line| line.mv);
                }
            }
        }
    }
    None
}

impl LosingMove {
    /// Returns whether at most `most` replies of `player` win.
    fn has_at_most(&mut self, most: usize, solver: &mut Solver, player: Player) -> Result<bool, Stop> {
        let replies = solver.moves(player)?;
        let mut known = self.winning;
        for reply in &replies[self.judged..] {
            known += usize::from(solver.known_result(player, reply)? == Some(true));
            if known > most {
                return Ok(false);
            }
        }
        for reply in &replies[self.judged..] {
            self.winning += usize::from(solver.wins_by(player, reply)?);
            self.judged += 1;
            if self.winning > most {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
