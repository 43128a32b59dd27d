//! An opponent in Clobber: perfect where the winner can be proved within the budget.
//!
//! It plays a winning move when it has one. When every move loses, it plays the one
//! after which the fewest replies win, so that the other side must find them. On boards
//! that are too large to solve it plays what the engine estimates to be best. One engine
//! lasts the whole game: what it learnt about one position helps with the next.
//! (Phutball's opponent is in [`crate::phutball`].)

use crate::engine::{Engine, EngineLimits};
use crate::{Budget, Move, Player, Position, SplitMix64, Stop};

/// An opponent for one game.
///
/// ```
/// use allsmall::{Budget, Opponent, Player, Position};
/// let start: Position = "xoxoxo".parse()?;
/// let mut opponent = Opponent::new();
/// let reply = opponent.reply(&start, Player::Left, &Budget::new());
/// assert_eq!(reply.winner, Some(Player::Right));
/// let next = start.after(Player::Left, reply.mv.expect("Left can move"))?;
/// assert_eq!(opponent.reply(&next, Player::Right, &Budget::new()).winner, Some(Player::Right));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Opponent {
    engine: Option<Engine>,
    book: bool,
}

/// A move and what is known about it.
///
/// ```
/// use allsmall::{Budget, Opponent, Player, Position};
/// let board: Position = "xxo".parse()?;
/// let reply = Opponent::new().reply(&board, Player::Right, &Budget::new());
/// assert!(reply.mv.is_some() && reply.stopped.is_none());
/// assert_eq!(reply.winner, Some(Player::Left));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reply {
    /// The move; none when the player has none.
    pub mv: Option<Move>,
    /// Who wins from here, when it is known.
    pub winner: Option<Player>,
    /// Estimated chance of the player to win, when the winner is not known.
    pub chance: Option<f64>,
    /// Why the search ended early, if it did.
    pub stopped: Option<Stop>,
    /// Whether the winner is that of the opening book.
    pub book: bool,
}

/// A move and whether it wins, when that is known.
///
/// ```
/// use allsmall::{Budget, Opponent, Player, Position};
/// let board: Position = "xoxo".parse()?;
/// let judged = Opponent::new().judge(&board, Player::Left, &Budget::new());
/// assert_eq!((judged.iter().filter(|one| one.wins == Some(true)).count(), judged.len()), (2, 3));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The move.
    pub mv: Move,
    /// Whether it wins.
    pub wins: Option<bool>,
    /// Estimated chance that it wins, when that is not known.
    pub chance: Option<f64>,
}

/// How strong an opponent plays. All but the strongest level are limited by depth or
/// nodes and not by time, so they play alike on every machine.
///
/// ```
/// use allsmall::Level;
/// assert_eq!(Level::of_number(1), Some(Level::Random));
/// assert_eq!(Level::of_number(Level::STRONGEST), Some(Level::Full));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Any legal move.
    Random,
    /// The move that looks best at a glance.
    Glance,
    /// Looks three moves ahead.
    Ahead,
    /// A short search, with proofs where they are quick.
    Short,
    /// As strong as the time allows.
    #[default]
    Full,
}

impl Level {
    /// The number of the strongest level; the weakest is 1.
    pub const STRONGEST: u8 = 5;

    /// The level with this number.
    #[must_use]
    pub fn of_number(number: u8) -> Option<Level> {
        match number {
            1 => Some(Level::Random),
            2 => Some(Level::Glance),
            3 => Some(Level::Ahead),
            4 => Some(Level::Short),
            5 => Some(Level::Full),
            _ => None,
        }
    }

    /// The limits of the engine; none for random moves.
    fn limits(self) -> Option<EngineLimits> {
        let ahead = |depth| EngineLimits { depth: Some(depth), estimate_only: true, ..EngineLimits::default() };
        match self {
            Level::Random => None,
            Level::Glance => Some(ahead(1)),
            Level::Ahead => Some(ahead(3)),
            Level::Short => Some(EngineLimits { nodes: Some(4_000), ..EngineLimits::default() }),
            Level::Full => Some(EngineLimits::default()),
        }
    }
}

impl Opponent {
    /// Creates an opponent for a game.
    #[must_use]
    pub fn new() -> Opponent {
        Opponent::default()
    }

    /// Lets the opponent take results from the opening book.
    #[must_use]
    pub fn with_book(self) -> Opponent {
        Opponent { engine: self.engine.map(Engine::with_book), book: true }
    }

    /// The move that `player` should make in a position of this game. The memory is
    /// that of the first question. Without a time limit the winner is proved, however
    /// long that takes.
    pub fn reply(&mut self, position: &Position, player: Player, budget: &Budget) -> Reply {
        let found = self.engine(budget).choose(position, player, EngineLimits::default(), budget, |_| ());
        let winner = found.proved.map(|wins| if wins { player } else { player.opponent() });
        let stopped = if winner.is_some() { None } else { found.stopped.or(Some(Stop::Time)) };
        Reply { mv: found.mv, winner, chance: found.chance, stopped, book: found.book }
    }

    /// The move of an opponent of this level; random moves come from `random`.
    pub fn reply_at(
        &mut self,
        level: Level,
        position: &Position,
        player: Player,
        random: &mut SplitMix64,
        budget: &Budget,
    ) -> Reply {
        let moves = if level == Level::Random { position.moves(player) } else { Vec::new() };
        if let (Level::Random, false) = (level, moves.is_empty()) {
            let mv = Some(moves[random.below(moves.len() as u64) as usize]);
            return Reply { mv, winner: None, chance: None, stopped: None, book: false };
        }
        match level.limits() {
            Some(limits) if level != Level::Full => {
                let found = self.engine(budget).choose(position, player, limits, budget, |_| ());
                let winner = found.proved.map(|wins| if wins { player } else { player.opponent() });
                Reply { mv: found.mv, winner, chance: found.chance, stopped: None, book: false }
            }
            _ => self.reply(position, player, budget),
        }
    }

    /// Every move of `player`, with whether it wins if the budget allows to find out.
    pub fn judge(&mut self, position: &Position, player: Player, budget: &Budget) -> Vec<Judged> {
        let moves = self.engine(budget).assess(position, player, EngineLimits::default(), budget, |_| ());
        let judged = moves.into_iter().map(|one| Judged { mv: one.mv, wins: one.proved, chance: one.chance });
        let mut judged: Vec<Judged> = judged.collect();
        judged.sort_by_key(|one| one.mv);
        judged
    }

    fn engine(&mut self, budget: &Budget) -> &mut Engine {
        let book = self.book;
        self.engine.get_or_insert_with(|| {
            let engine = Engine::new(budget);
            if book { engine.with_book() } else { engine }
        })
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
            let mut opponent = Opponent::new();
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

    /// Wins of one level over another on random boards, each side starting as often.
    fn wins_of(level: Level, over: Level, games: u64) -> u64 {
        let budget = Budget::new().with_memory(64 << 20);
        let mut random = SplitMix64::new(11);
        let mut won = 0;
        for seed in 0..games {
            let mut position = read_board(&format!("random:4x5:{seed}")).expect("a board");
            let own = if seed % 2 == 0 { Player::Left } else { Player::Right };
            let mut player = if seed % 4 < 2 { Player::Left } else { Player::Right };
            let mut opponent = Opponent::new();
            let winner = loop {
                let level = if player == own { level } else { over };
                let reply = opponent.reply_at(level, &position, player, &mut random, &budget);
                let Some(mv) = reply.mv else { break player.opponent() };
                position = position.after(player, mv).expect("a reply is legal");
                player = player.opponent();
            };
            won += u64::from(winner == own);
        }
        won
    }

    /// Levels are limited by depth and nodes, so the games are the same everywhere.
    #[test]
    fn higher_levels_win_more_often() {
        for (level, over) in
            [(Level::Glance, Level::Random), (Level::Ahead, Level::Random), (Level::Short, Level::Glance)]
        {
            let won = wins_of(level, over, 24);
            assert!(won > 12, "{level:?} won {won} of 24 against {over:?}");
        }
        assert_eq!(Level::of_number(0), None);
        assert_eq!(Level::of_number(Level::STRONGEST + 1), None);
    }

    #[test]
    fn without_time_the_reply_is_still_legal() {
        let budget = Budget::new().with_time(std::time::Duration::ZERO);
        let position = read_board("checker:4x6").expect("a board");
        let mut opponent = Opponent::new();
        let found = opponent.reply(&position, Player::Left, &budget);
        assert!(found.stopped.is_some() && found.winner.is_none());
        assert!(position.after(Player::Left, found.mv.expect("a move")).is_ok());
        assert!(opponent.judge(&position, Player::Left, &budget).iter().all(|judged| judged.wins.is_none()));
        // With time again, the same opponent knows.
        let small = read_board("xoxo/oxox").expect("a board");
        let mut opponent = Opponent::new();
        assert!(opponent.reply(&small, Player::Left, &budget).winner.is_none());
        assert!(opponent.reply(&small, Player::Left, &Budget::new()).winner.is_some());
    }
}
