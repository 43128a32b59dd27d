//! Full analysis of one position: for each player to start, the winner and the
//! number of plies, before and after every move.
//!
//! The tables hold Left's half of the game. Right wins a position if and only
//! if Left wins its mirror image with the other player to move.

use super::lane::{Code, Lane};
use super::rounds::Rounds;
use super::solve::{SettledHalf, memory_needed, solve};
use super::witness::WatchedPositions;
use crate::phutball::game::StripGame;
use crate::phutball::rules::{Next, PhutballMove};
use crate::{Budget, Player, Stop};

/// How a game ends under best play: the winner hurries, the loser delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameEnd {
    /// One player wins.
    Win {
        /// The winner.
        winner: Player,
        /// Number of plies.
        plies: u32,
    },
    /// Neither can force a win.
    Draw,
}

/// One position, fully known. Arrays have Left's entry first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// How it ends when this player starts.
    pub verdicts: [GameEnd; 2],
    /// Every move, with how it ends (counted from now) when this player
    /// makes it. Both players have the same moves.
    pub moves: Vec<(PhutballMove, [GameEnd; 2])>,
}

impl GameEnd {
    /// The winner.
    #[must_use]
    pub fn winner(self) -> Option<Player> {
        match self {
            GameEnd::Win { winner, .. } => Some(winner),
            GameEnd::Draw => None,
        }
    }

    /// The length of the game.
    #[must_use]
    pub fn plies(self) -> Option<u32> {
        match self {
            GameEnd::Win { plies, .. } => Some(plies),
            GameEnd::Draw => None,
        }
    }

    fn one_later(self) -> GameEnd {
        match self {
            GameEnd::Win { winner, plies } => GameEnd::Win { winner, plies: plies + 1 },
            GameEnd::Draw => GameEnd::Draw,
        }
    }
}

/// The two table entries that decide a position: if the first is settled Left
/// wins, if the second is settled Right does.
fn entries(lane: &Lane, code: Code, mover: Player) -> [(SettledHalf, Code); 2] {
    let mirror = lane.mirrored(code);
    match mover {
        Player::Left => [(SettledHalf::Wins, code), (SettledHalf::Loses, mirror)],
        Player::Right => [(SettledHalf::Loses, code), (SettledHalf::Wins, mirror)],
    }
}

/// How a packed position ends when `mover` starts.
///
/// # Errors
/// If the rounds cannot be read.
pub fn verdict<R: Rounds>(rounds: &R, lane: &Lane, code: Code, mover: Player) -> Result<GameEnd, R::Error> {
    for (winner, (half, code)) in Player::BOTH.into_iter().zip(entries(lane, code, mover)) {
        let round = rounds.round(half, code)?;
        if round > 0 {
            return Ok(GameEnd::Win { winner, plies: half.plies(round) });
        }
    }
    Ok(GameEnd::Draw)
}

impl Analysis {
    /// Reads the analysis of a position out of a table of its lane.
    ///
    /// # Errors
    /// If the table cannot be read.
    ///
    /// # Panics
    /// If the board is too long to be packed.
    pub fn look_up<G: StripGame, R: Rounds>(position: &G, rounds: &R) -> Result<Analysis, R::Error> {
        let (lane, own) = position.packed().expect("a table has boards that can be packed");
        let both = |code| -> Result<_, R::Error> {
            Ok([verdict(rounds, &lane, code, Player::Left)?, verdict(rounds, &lane, code, Player::Right)?])
        };
        let mut moves = Vec::new();
        for mv in position.moves() {
            let ends = match position.after(mv).expect("a listed move is legal") {
                Next::Won(winner) => [GameEnd::Win { winner, plies: 1 }; 2],
                Next::Goes(next) => {
                    let (_, code) = next.packed().expect("all boards of one game have the same length");
                    // Left's move leaves Right to move, and the other way round.
                    let [left, right] = both(code)?;
                    [right.one_later(), left.one_later()]
                }
            };
            moves.push((mv, ends));
        }
        Ok(Analysis { verdicts: both(own)?, moves })
    }

    /// Solves the position's whole lane, remembering only what concerns it.
    ///
    /// # Errors
    /// [`Stop`] when the budget is exhausted; `Stop::Unsupported` if the board is too long.
    pub fn solve<G: StripGame>(position: &G, budget: &Budget) -> Result<Analysis, Stop> {
        let (lane, own) = position.packed().ok_or(Stop::Unsupported)?;
        if memory_needed(&lane) > budget.memory() {
            return Err(Stop::Memory);
        }
        let mut watch = WatchedPositions::default();
        let next = position.moves().into_iter().filter_map(|mv| match position.after(mv) {
            Ok(Next::Goes(next)) => next.packed().map(|(_, code)| code),
            _ => None,
        });
        for code in next.chain([own]) {
            for mover in Player::BOTH {
                entries(&lane, code, mover).into_iter().for_each(|(half, code)| watch.add(half, code));
            }
        }
        solve(&lane, budget, &mut watch)?;
        let Ok(analysis) = Analysis::look_up(position, &watch);
        Ok(analysis)
    }

    /// How it ends when this player starts.
    #[must_use]
    pub fn verdict(&self, first: Player) -> GameEnd {
        self.verdicts[first as usize]
    }

    /// The moves with which this player wins if he starts.
    #[must_use]
    pub fn winning_moves(&self, mover: Player) -> Vec<PhutballMove> {
        let wins = |ends: &[GameEnd; 2]| ends[mover as usize].winner() == Some(mover);
        self.moves.iter().filter(|(_, ends)| wins(ends)).map(|&(mv, _)| mv).collect()
    }

    /// A best move: the quickest win, else a draw, else the slowest loss.
    #[must_use]
    pub fn best_move(&self, mover: Player) -> PhutballMove {
        let worth = |ends: &[GameEnd; 2]| match ends[mover as usize] {
            GameEnd::Win { winner, plies } if winner == mover => i64::from(u32::MAX - plies),
            GameEnd::Win { plies, .. } => i64::from(plies) - i64::from(u32::MAX),
            GameEnd::Draw => 0,
        };
        let best = self.moves.iter().rev().max_by_key(|(_, ends)| worth(ends));
        best.expect("there is always a move: on a full board a jump").0
    }
}
