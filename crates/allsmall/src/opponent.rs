//! A perfect opponent in Clobber.
//!
//! It plays a winning move when it has one. When it has none, it plays the
//! move after which the fewest replies win, so that the other side must find
//! them. One solver lasts the whole game: what it learnt about one position
//! helps with the next. (Phutball's opponent is in [`crate::phutball`].)

use crate::solve::{FirstMove, Solver};
use crate::value::ComponentMove;
use crate::{Budget, Move, Player, Position, Stop};

/// An opponent for one game.
///
/// ```
/// use allsmall::{Budget, Opponent, Player, Position};
/// let start: Position = "xoxoxo".parse()?;
/// let mut opponent = Opponent::new(&start);
/// let reply = opponent.reply(&start, Player::Left, &Budget::new());
/// assert_eq!(reply.winner, Some(Player::Right));
/// let next = start.after(Player::Left, reply.mv.expect("Left can move"))?;
/// assert_eq!(opponent.reply(&next, Player::Right, &Budget::new()).winner, Some(Player::Right));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Opponent {
    start: Position,
    solver: Option<Solver>,
}

/// A move and what is known about it.
///
/// ```
/// use allsmall::{Budget, Opponent, Player, Position};
/// let board: Position = "xxo".parse()?;
/// let reply = Opponent::new(&board).reply(&board, Player::Right, &Budget::new());
/// assert!(reply.mv.is_some() && reply.stopped.is_none());
/// assert_eq!(reply.winner, Some(Player::Left));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move; none when the player has none.
    pub mv: Option<Move>,
    /// Who wins from here, when it is known.
    pub winner: Option<Player>,
    /// Why the search ended early, if it did.
    pub stopped: Option<Stop>,
}

/// A move and whether it wins, when that is known.
///
/// ```
/// use allsmall::{Budget, Opponent, Player, Position};
/// let board: Position = "xoxo".parse()?;
/// let judged = Opponent::new(&board).judge(&board, Player::Left, &Budget::new());
/// assert_eq!((judged.iter().filter(|one| one.wins == Some(true)).count(), judged.len()), (2, 3));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The move.
    pub mv: Move,
    /// Whether it wins.
    pub wins: Option<bool>,
}

impl Opponent {
    /// An opponent for a game that begins here.
    #[must_use]
    pub fn new(start: &Position) -> Opponent {
        Opponent { start: start.clone(), solver: None }
    }

    /// The move that `player` should make in a position of this game. Memory
    /// and threads are those of the first question.
    ///
    /// # Panics
    /// If the position is on another board.
    pub fn reply(&mut self, position: &Position, player: Player, budget: &Budget) -> Reply {
        let Some(first) = position.first_move(player) else {
            return Reply { mv: None, winner: Some(player.opponent()), stopped: None };
        };
        match self.ask(position, budget, |solver| solver.winning_move(player)) {
            Err(stop) => Reply { mv: Some(first), winner: None, stopped: Some(stop) },
            Ok(Some(found)) => Reply { mv: stone(&found), winner: Some(player), stopped: None },
            Ok(None) => {
                let hardest = self.ask(position, budget, |solver| Ok(hardest(solver, position, player)));
                let mv = hardest.ok().flatten().unwrap_or(first);
                Reply { mv: Some(mv), winner: Some(player.opponent()), stopped: None }
            }
        }
    }

    /// Every move of `player`, with whether it wins if the budget allows to find out.
    ///
    /// # Panics
    /// If the position is on another board.
    pub fn judge(&mut self, position: &Position, player: Player, budget: &Budget) -> Vec<Judged> {
        let judged = self.ask(position, budget, |solver| {
            let mut wins = Vec::new();
            for mv in solver.moves(player)? {
                wins.push(solver.wins_by(player, &mv).ok());
            }
            Ok(wins)
        });
        let moves = position.moves(player);
        let wins = judged.unwrap_or_else(|_| vec![None; moves.len()]);
        moves.into_iter().zip(wins).map(|(mv, wins)| Judged { mv, wins }).collect()
    }

    /// Queries the solver about a position. A solver whose memory is full is replaced
    /// by a new one.
    fn ask<T>(
        &mut self,
        position: &Position,
        budget: &Budget,
        question: impl Fn(&mut Solver) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        if let Some(solver) = &mut self.solver {
            solver.set_budget(budget);
            solver.set_position(position);
            match question(solver) {
                Err(Stop::Memory) => self.solver = None,
                answer => return answer,
            }
        }
        let solver = self.solver.insert(Solver::for_position(&self.start, budget)?);
        solver.set_position(position);
        question(solver)
    }
}

fn stone(mv: &FirstMove) -> Option<Move> {
    match mv.mv {
        ComponentMove::Stone(mv) => Some(mv),
        ComponentMove::Option(_) => None,
    }
}

/// A losing move, and how far its replies are judged.
struct LosingMove {
    mv: Move,
    /// Number of replies judged, in the order of the list.
    judged: usize,
    /// Number of those that win.
    winning: usize,
}

/// The first losing move with the fewest winning replies, as far as the budget
/// allows. It searches for a move with at most one winning reply, then two, and so
/// on: most moves are rejected as soon as one reply too many is known to win.
fn hardest(solver: &mut Solver, position: &Position, player: Player) -> Option<Move> {
    let mut lines: Vec<LosingMove> =
        position.moves(player).into_iter().map(|mv| LosingMove { mv, judged: 0, winning: 0 }).collect();
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
        if lines.is_empty() {
            break;
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
            known += usize::from(solver.is_known_to_win(player, reply)?);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge;
    use crate::notation::read_board;

    fn wins(position: &Position, player: Player) -> bool {
        judge::wins(position, player, &Budget::new()).expect("a small board")
    }

    /// Winning moves by brute force.
    fn winning(position: &Position, player: Player) -> Vec<Move> {
        let wins = |mv: &Move| !wins(&position.after(player, *mv).expect("legal"), player.opponent());
        position.moves(player).into_iter().filter(wins).collect()
    }

    #[test]
    fn one_opponent_plays_whole_games_perfectly() {
        let budget = Budget::new();
        for text in ["xo", "xxo", "xoxoxo", "xoxo/oxox", "cycle:xoxoo", "xxoox.oxx", "tree:0,0,1,1:xoxox", "xxoxoxo"] {
            let start = read_board(text).expect("a board");
            let mut opponent = Opponent::new(&start);
            for first in Player::BOTH {
                let (mut position, mut player) = (start.clone(), first);
                loop {
                    let best = winning(&position, player);
                    let found = opponent.reply(&position, player, &budget);
                    let winner = if best.is_empty() { player.opponent() } else { player };
                    assert_eq!(found.winner, Some(winner), "{position}");
                    let judged = opponent.judge(&position, player, &budget);
                    assert!(judged.iter().all(|judged| judged.wins == Some(best.contains(&judged.mv))), "{position}");
                    let Some(mv) = found.mv else { break };
                    let next = position.after(player, mv).expect("a reply is legal");
                    if best.is_empty() {
                        let replies =
                            |mv| winning(&position.after(player, mv).expect("legal"), player.opponent()).len();
                        let fewest = position.moves(player).into_iter().map(replies).min();
                        assert_eq!(Some(replies(mv)), fewest, "{position}");
                    } else {
                        assert!(best.contains(&mv), "{position}");
                    }
                    (position, player) = (next, player.opponent());
                }
                assert!(position.moves(player).is_empty(), "{position}");
            }
        }
    }

    #[test]
    fn without_time_the_reply_is_still_legal() {
        let budget = Budget::new().with_time(std::time::Duration::ZERO);
        let position = read_board("checker:4x6").expect("a board");
        let mut opponent = Opponent::new(&position);
        let found = opponent.reply(&position, Player::Left, &budget);
        assert!(found.stopped.is_some() && found.winner.is_none());
        assert!(position.after(Player::Left, found.mv.expect("a move")).is_ok());
        assert!(opponent.judge(&position, Player::Left, &budget).iter().all(|judged| judged.wins.is_none()));
        // With time again, the same opponent knows.
        let small = read_board("xoxo/oxox").expect("a board");
        let mut opponent = Opponent::new(&small);
        assert!(opponent.reply(&small, Player::Left, &budget).winner.is_none());
        assert!(opponent.reply(&small, Player::Left, &Budget::new()).winner.is_some());
    }
}
