//! Plays the winning side through a proof.
//!
//! A proof of who wins is a strategy: so are those of how two sums compare and
//! of what a sum is worth (somebody wins the difference), of Grundy values and
//! of Phutball. The lines are read once, and none is forgotten; each kind says
//! where the winner's next move is in them.

mod clobber;
mod impartial;
mod phutball;
mod terms;

use allsmall::phutball::PhutballPosition as Lane;
use allsmall::{Budget, Player, Position};
use allsmall_check::boards::Shape;
use allsmall_check::games::Game;
use allsmall_check::sums::Sum;
use allsmall_check::{families, strips};

use crate::check::{Limit, check_game};
use crate::error::Failure;
use clobber::Clobber;
use impartial::Impartial;
use phutball::Phutball;

/// The headers of proofs of theorems, which are not strategies.
const THEOREMS: [&str; 4] = [families::HEADER, families::RUNS_HEADER, strips::HEADER, strips::GRIDS_HEADER];

/// A proof that is played through.
pub struct Walk {
    strategy: Box<dyn Strategy>,
    start: Place,
    winner: Player,
    limit: Limit,
    /// What was proved, in words.
    pub statement: String,
    /// Lines of the file.
    pub lines: usize,
}

/// A position on the way.
#[derive(Clone)]
pub struct Place {
    pieces: Vec<Piece>,
    /// Who is to move.
    pub turn: Player,
}

#[derive(Clone)]
enum Piece {
    Board(Position, Shape),
    Game(Game),
    Lane(Lane),
    /// The ball is in this player's goal.
    Goal(Player),
}

/// A move, why it wins, and what it leaves.
pub struct Answer {
    /// Its name.
    pub name: String,
    /// Why it wins.
    pub because: String,
    /// What it leaves.
    pub after: Place,
}

/// The key of a place: from places with equal keys play goes on in the same way.
#[derive(PartialEq, Eq)]
enum Key {
    Sum(Sum),
    Text(String),
}

/// Where the winner's moves are in the lines of a proof.
trait Strategy {
    /// A place as users write it.
    fn text(&self, place: &Place) -> String;

    /// The moves of the player who is to move, and what they leave.
    fn moves(&self, place: &Place) -> Vec<(String, Place)>;

    /// Why the winner wins; none if neither a line nor a rule says so.
    fn because(&mut self, place: &Place) -> Result<Option<String>, Failure>;

    /// What the winner, who is to move, plays.
    fn answer(&mut self, place: &Place) -> Result<Answer, Failure>;

    /// The key of a place.
    fn key(&mut self, place: &Place) -> Result<Key, Failure>;
}

impl Walk {
    /// Checks a proof and reads it. `first` moves first; if it is not said,
    /// the player about whom something was proved, or Left.
    ///
    /// # Errors
    /// If the proof does not hold, or is not a strategy, or not when this player
    /// moves first; or a limit was hit.
    pub fn read(proof: &[u8], first: Option<Player>, budget: &Budget) -> Result<Walk, Failure> {
        let limit = Limit::new(budget);
        Walk::read_in(proof, first, budget, &limit).map_err(|failure| limit.first(failure))
    }

    fn read_in(proof: &[u8], first: Option<Player>, budget: &Budget, limit: &Limit) -> Result<Walk, Failure> {
        let text = String::from_utf8_lossy(proof);
        match text.lines().next() {
            Some(header) if header == allsmall_check::plain::HEADER => {
                let why = "a plain proof is not drawn or played; write one without --plain";
                return Err(Failure::Unfit(why.to_owned()));
            }
            Some(header) if THEOREMS.contains(&header) => return Err(no_strategy()),
            _ => {}
        }
        let proved = check_game(proof, budget)?;
        let words = text.lines().map(|line| line.split(' ').collect::<Vec<&str>>());
        let found = words.into_iter().find_map(|words| match words[..] {
            ["outcome" | "phutball", class, board] => Some((words[0], class, vec![(board, false)])),
            ["first" | "second", class, board] => Some((words[0], class, vec![(board, false)])),
            ["value", board, game] => Some(("outcome", "P", vec![(board, false), (game, true)])),
            ["compare", left, relation, right] => {
                let class = match relation {
                    "=" => "P",
                    ">" => "L",
                    "<" => "R",
                    _ => "N",
                };
                Some(("outcome", class, vec![(left, false), (right, true)]))
            }
            ["nimber", board, n] => Some(("nimber", if n == "0" { "P" } else { "N" }, vec![(board, false)])),
            _ => None,
        });
        let Some((word, class, terms)) = found else {
            return Err(no_strategy());
        };
        let (turn, winner) = starter(word, class, first)?;
        let (strategy, pieces): (Box<dyn Strategy>, _) = match word {
            "nimber" => {
                let (strategy, pieces) = Impartial::read(&text, &terms, limit)?;
                (Box::new(strategy), pieces)
            }
            "phutball" => {
                let (strategy, pieces) = Phutball::read(&text, terms[0].0, winner)?;
                (Box::new(strategy), pieces)
            }
            _ => {
                let (strategy, pieces) = Clobber::read(&text, &terms, winner, budget, limit)?;
                (Box::new(strategy), pieces)
            }
        };
        let start = Place { pieces, turn };
        let limit = limit.clone();
        Ok(Walk { strategy, start, winner, limit, statement: proved.statement, lines: proved.lines })
    }

    /// Replaces the board of the statement by this one, which has the same cells and
    /// knows the names of its moves.
    pub(crate) fn rename(&mut self, position: Position) {
        if let [Piece::Board(own, _)] = &mut self.start.pieces[..] {
            *own = position;
        }
    }

    /// Where play begins.
    #[must_use]
    pub fn start(&self) -> Place {
        self.start.clone()
    }

    /// Who wins.
    #[must_use]
    pub fn winner(&self) -> Player {
        self.winner
    }

    /// A position as users write it.
    #[must_use]
    pub fn text(&self, place: &Place) -> String {
        self.strategy.text(place)
    }

    /// The moves of the player who is to move, and what they leave.
    #[must_use]
    pub fn moves(&self, place: &Place) -> Vec<(String, Place)> {
        self.strategy.moves(place)
    }

    /// How the game has ended, if there are no more moves.
    #[must_use]
    pub fn end(&self, place: &Place) -> Option<String> {
        if let [Piece::Goal(player)] = place.pieces[..] {
            return Some(format!("{player} wins."));
        }
        let (turn, other) = (place.turn, place.turn.opponent());
        self.moves(place).is_empty().then(|| format!("{turn} cannot move. {other} wins."))
    }

    /// Why the winner wins, who moves second or first; none if neither a line
    /// nor a rule says so.
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn because(&mut self, place: &Place) -> Result<Option<String>, Failure> {
        self.strategy.because(place).map_err(|failure| self.limit.first(failure))
    }

    /// What the winner plays.
    ///
    /// # Errors
    /// If it is not the winner's turn, or a limit was hit.
    pub fn answer(&mut self, place: &Place) -> Result<Answer, Failure> {
        self.strategy.answer(place).map_err(|failure| self.limit.first(failure))
    }

    /// The top of the proof as a tree: the loser's moves, those that leave the
    /// same sum together, and what is played against them.
    ///
    /// # Errors
    /// When it takes too many steps, or a limit was hit.
    pub fn tree(&mut self, depth: usize) -> Result<String, Failure> {
        let mut place = self.start();
        let mut text = self.statement.clone();
        if place.turn == self.winner {
            let answer = self.answer(&place)?;
            text.push_str(&format!("\n{} plays {}: {}", self.winner, answer.name, answer.because));
            place = answer.after;
        } else if let Some(because) = self.because(&place)? {
            text.push_str(&format!("\n{} moves second: {because}", self.winner));
        }
        self.branches(&place, depth, "", &mut text)?;
        Ok(text)
    }

    fn branches(&mut self, place: &Place, depth: usize, indent: &str, text: &mut String) -> Result<(), Failure> {
        let mut groups: Vec<(Key, Vec<String>, Place)> = Vec::new();
        for (name, after) in self.moves(place) {
            let key = self.strategy.key(&after).map_err(|failure| self.limit.first(failure))?;
            match groups.iter_mut().find(|(known, _, _)| *known == key) {
                Some((_, names, _)) => names.push(name),
                None => groups.push((key, vec![name], after)),
            }
        }
        let last = groups.len().saturating_sub(1);
        for (i, (_, names, after)) in groups.into_iter().enumerate() {
            let (branch, below) = if i == last { ("`- ", "   ") } else { ("|- ", "|  ") };
            text.push_str(&format!("\n{indent}{branch}{}", names.join(" ")));
            if let Some(end) = self.end(&after) {
                text.push_str(&format!(". {end}"));
                continue;
            }
            let answer = self.answer(&after)?;
            text.push_str(&format!(", then {}: {}", answer.name, answer.because));
            if depth > 1 {
                self.branches(&answer.after, depth - 1, &format!("{indent}{below}"), text)?;
            }
        }
        Ok(())
    }
}

/// The moves in the boards of a place by these players, and what they leave.
fn moves_on_boards(place: &Place, players: &[Player]) -> Vec<(usize, String, Piece)> {
    let mut all = Vec::new();
    for (i, piece) in place.pieces.iter().enumerate() {
        let Piece::Board(position, shape) = piece else { continue };
        for mv in players.iter().flat_map(|&player| position.moves(player)) {
            let mut after = position.clone();
            if after.play(mv).is_ok() {
                all.push((i, allsmall::move_name(position.board(), mv), Piece::Board(after, *shape)));
            }
        }
    }
    all
}

/// Moves with their names and what they leave of a place.
fn named(place: &Place, moves: Vec<(usize, String, Piece)>) -> Vec<(String, Place)> {
    let one = |(i, name, piece): (usize, String, Piece)| {
        let mut after = Place { pieces: place.pieces.clone(), turn: place.turn.opponent() };
        after.pieces[i] = piece;
        (if place.pieces.len() == 1 { name } else { format!("{}:{name}", i + 1) }, after)
    };
    moves.into_iter().map(one).collect()
}

/// The stones of a board, the first player's as x.
fn cells(position: &Position, first: Player) -> Vec<u8> {
    let cell = |cell: &Option<Player>| match cell {
        Some(player) if *player == first => b'x',
        Some(_) => b'o',
        None => b'.',
    };
    position.cells().iter().map(cell).collect()
}

fn no_strategy() -> Failure {
    Failure::Unfit("a proof about a family or about solitaire is not a strategy and cannot be played".to_owned())
}

/// Who moves first, and who wins then.
fn starter(word: &str, class: &str, first: Option<Player>) -> Result<(Player, Player), Failure> {
    let named = if class == "L" { Player::Left } else { Player::Right };
    let (proved, winner) = match (word, class) {
        ("first", _) => (Some(named), named),
        ("second", _) => (Some(named.opponent()), named),
        (_, "L" | "R") => (None, named),
        (_, "N") => (None, first.unwrap_or(Player::Left)),
        _ => (None, first.unwrap_or(Player::Left).opponent()),
    };
    match (proved, first) {
        (Some(proved), Some(first)) if proved != first => {
            Err(Failure::Unfit(format!("the proof is about {proved} moving first")))
        }
        _ => Ok((proved.or(first).unwrap_or(Player::Left), winner)),
    }
}
