//! The computer's replies: perfect where the game is solved, heuristic elsewhere.

use super::exact::{Analysis, memory_needed};
use super::game::StripGame;
use super::oddish::{Oddish, Theory, strategy};
use super::rules::{Next, PhutballMove, PhutballPosition};
use super::{Potentials, TableCache, potentials, search};
use crate::{Budget, Player, Stop};

/// A move, and how the game ends after it under best play, if that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhutballReply {
    /// The move.
    pub mv: PhutballMove,
    /// The winner under best play.
    pub winner: Option<Player>,
    /// Number of plies to the end, this move included.
    pub plies: Option<u32>,
}

/// Maximum number of squares of a board that is solved by a table during a game.
const TABLE_MOST: usize = 24;
/// Node limit of the search for a move.
const SEARCH_NODES: u64 = 1 << 17;

impl PhutballReply {
    fn by_table(analysis: &Analysis, mover: Player) -> PhutballReply {
        let verdict = analysis.verdict(mover);
        PhutballReply { mv: analysis.best_move(mover), winner: verdict.winner(), plies: verdict.plies() }
    }
}

/// A good move of `mover` on a full board: the best one up to 24 squares; on
/// longer boards a proved win if the search finds one, else the move with the
/// best potentials.
pub fn reply(
    position: &PhutballPosition,
    mover: Player,
    cache: &TableCache<PhutballPosition>,
    budget: &Budget,
) -> PhutballReply {
    if let Ok(analysis) = by_table(position, cache, budget) {
        return PhutballReply::by_table(&analysis, mover);
    }
    let proof = search::prove(position, mover, SEARCH_NODES, budget).ok().flatten();
    let guess = best_by_potential(position, mover);
    match proof {
        Some(proof) => {
            PhutballReply { mv: proof.winning_move.unwrap_or(guess), winner: Some(proof.winner), plies: None }
        }
        None => PhutballReply { mv: guess, winner: None, plies: None },
    }
}

/// A good move of `mover` on an Oddish board: one that wins if any does.
pub fn reply_oddish(position: &Oddish, mover: Player, cache: &TableCache<Oddish>, budget: &Budget) -> PhutballReply {
    match by_table(position, cache, budget) {
        Ok(analysis) => PhutballReply::by_table(&analysis, mover),
        Err(_) => {
            let winner = Theory::new(position).winner(mover);
            PhutballReply { mv: strategy(position, mover), winner: Some(winner), plies: None }
        }
    }
}

fn by_table<G: StripGame>(position: &G, cache: &TableCache<G>, budget: &Budget) -> Result<Analysis, Stop> {
    match position.packed() {
        Some((lane, _)) if lane.places() <= TABLE_MOST - 2 && memory_needed(&lane) <= budget.memory() => {
            cache.analysis(position, budget)
        }
        _ => Err(Stop::Unsupported),
    }
}

/// The move after which the mover's potential is lowest against the other's.
fn best_by_potential(position: &PhutballPosition, mover: Player) -> PhutballMove {
    let lead = |mv: &PhutballMove| match position.after(*mv).expect("a listed move is legal") {
        Next::Won(winner) if winner == mover => i64::MAX,
        Next::Won(_) => i64::MIN,
        Next::Goes(next) => {
            let Potentials { left, right } = potentials(&next);
            let lead = right.cast_signed() - left.cast_signed();
            if mover == Player::Left { lead } else { -lead }
        }
    };
    position.moves().into_iter().max_by_key(lead).expect("there is always a move: on a full board a jump")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phutball::{read_oddish, read_position};

    /// Plays a game, both sides by `choose`; returns the winner and the number of plies.
    fn game<G: StripGame>(
        mut position: G,
        mut mover: Player,
        choose: impl Fn(&G, Player) -> PhutballReply,
    ) -> (Player, u32) {
        for plies in 1..1000 {
            match position.after(choose(&position, mover).mv).expect("a legal move") {
                Next::Won(winner) => return (winner, plies),
                Next::Goes(next) => position = next,
            }
            mover = mover.opponent();
        }
        panic!("the game does not end");
    }

    #[test]
    fn two_perfect_players_finish_in_the_predicted_plies() {
        let (full, odd) = (TableCache::default(), TableCache::default());
        let budget = Budget::new();
        let position = read_position("o@o.o.o....").expect("a board");
        assert_eq!(game(position, Player::Left, |p, m| reply(p, m, &full, &budget)), (Player::Left, 13));
        let position = read_oddish("..ooo|ooo..o...").expect("a board");
        let expected = reply_oddish(&position, Player::Left, &odd, &budget);
        let (winner, plies) = game(position, Player::Left, |p, m| reply_oddish(p, m, &odd, &budget));
        assert_eq!((Some(winner), Some(plies)), (expected.winner, expected.plies));
    }

    #[test]
    fn without_tables_there_is_still_a_legal_and_often_a_winning_move() {
        let none = Budget::new().with_memory(1 << 20);
        let (full, odd) = (TableCache::default(), TableCache::default());
        let long = read_position(&format!("{0}@oo.{0}", ".".repeat(30))).expect("a board");
        let late = none.clone().with_time(std::time::Duration::ZERO);
        assert!(long.after(reply(&long, Player::Right, &full, &late).mv).is_ok());
        let near = read_position(&format!("{}@o.o.oo", ".".repeat(60))).expect("a board");
        let found = reply(&near, Player::Left, &full, &none);
        assert_eq!((found.mv, found.winner), (PhutballMove::Jump(68), Some(Player::Left)));
        let huge = read_oddish(&format!("{0}|{0}", ".".repeat(1000))).expect("a board");
        assert_eq!(reply_oddish(&huge, Player::Left, &odd, &none).winner, Some(Player::Left));
    }
}
