//! Plays the winning side through a proof of who wins.
//!
//! The lines are read once, and none is forgotten. The winner's move in a
//! position is one that leaves what a line, or the checker by itself, says is
//! won moving second. Where the proof ends with a general rule (rule 7 says
//! who wins, not how), the solver names the move.

use allsmall::answer::{Question, SolveQuestion};
use allsmall::notation::read_board;
use allsmall::{Budget, Move, Player, Position, move_name};
use allsmall_check::boards::Shape;
use allsmall_check::claims::{Claims, Ground};
use allsmall_check::games::Game;
use allsmall_check::reader::Reader;
use allsmall_check::sums::Sum;

use crate::error::Failure;

/// A proof that is played through.
pub struct Walk {
    reader: Reader,
    claims: Claims,
    start: Place,
    winner: Player,
    /// What was proved, in words.
    pub statement: String,
    /// Lines of the file.
    pub lines: usize,
    budget: Budget,
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

/// Steps of the checker's arithmetic on the way.
const STEPS: u64 = 1 << 40;

impl Walk {
    /// Checks a proof and reads it. `first` moves first; if it is not said,
    /// the player about whom something was proved, or Left.
    ///
    /// # Errors
    /// If the proof does not hold, or is not about who wins, or not when this
    /// player moves first.
    pub fn read(proof: &[u8], first: Option<Player>, budget: &Budget) -> Result<Walk, Failure> {
        let proved = allsmall_check::check(proof).map_err(|refused| Failure::Refused(refused.to_string()))?;
        let (mut reader, mut claims) = (Reader::new(STEPS), Claims::default());
        let mut goal = None;
        let text = String::from_utf8_lossy(proof);
        for (i, line) in text.lines().enumerate().skip(1) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "s" | "S" | "f" | "F" => {
                    let (sum, _) = reader.claim(rest)?;
                    claims.enter(&sum, matches!(word, "s" | "S"), i + 1, &[]);
                }
                "outcome" | "first" | "second" => goal = Some((word.to_owned(), rest.to_owned())),
                "d" | "end" => {}
                _ if reader.introduce(word, rest)? => {}
                _ => return Err(Failure::Unfit("only proofs of who wins Clobber can be played".to_owned())),
            }
        }
        let (word, rest) = goal.ok_or_else(|| "only proofs of who wins Clobber can be played".to_owned())?;
        let (class, text) = rest.split_once(' ').unwrap_or((&rest, "0"));
        let (first, winner) = starter(&word, class, first)?;
        let start = Place { pieces: pieces(&reader, text)?, turn: first };
        let lines = proved.lines;
        Ok(Walk { reader, claims, start, winner, statement: proved.statement, lines, budget: budget.clone() })
    }

    /// Takes this board for the one of the statement, which has the same cells:
    /// it knows how its moves are called.
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
        let piece = |piece: &Piece| match piece {
            Piece::Board(position, _) => position.to_string(),
            Piece::Game(game) => self.reader.sums.games.text(*game),
        };
        let all: Vec<String> = place.pieces.iter().map(piece).collect();
        if all.is_empty() { "0".to_owned() } else { all.join(" + ") }
    }

    /// The moves of the player who is to move, and what they leave.
    #[must_use]
    pub fn moves(&self, place: &Place) -> Vec<(String, Place)> {
        let mut all = Vec::new();
        let mut add = |i: usize, name: String, piece: Piece| {
            let mut after = Place { pieces: place.pieces.clone(), turn: place.turn.opponent() };
            after.pieces[i] = piece;
            let name = if place.pieces.len() == 1 { name } else { format!("{}:{name}", i + 1) };
            all.push((name, after));
        };
        for (i, piece) in place.pieces.iter().enumerate() {
            match piece {
                Piece::Board(position, shape) => {
                    for mv in position.moves(place.turn) {
                        let Some(after) = played(position, mv) else { continue };
                        add(i, move_name(position.board(), mv), Piece::Board(after, *shape));
                    }
                }
                Piece::Game(game) => {
                    for &option in self.reader.sums.games.options(*game, place.turn == Player::Left) {
                        add(i, self.reader.sums.games.text(option), Piece::Game(option));
                    }
                }
            }
        }
        all
    }

    /// The position as a sum that Left wins.
    pub(crate) fn sum(&mut self, place: &Place) -> Result<Sum, Failure> {
        let (mut games, mut parts) = (Vec::new(), Vec::new());
        let sums = &mut self.reader.sums;
        for piece in &place.pieces {
            match piece {
                Piece::Board(position, shape) => {
                    let cell = |cell: &Option<Player>| match cell {
                        Some(player) if *player == self.winner => b'x',
                        Some(_) => b'o',
                        None => b'.',
                    };
                    let cells: Vec<u8> = position.cells().iter().map(cell).collect();
                    parts.extend(sums.boards.parts(*shape, &cells));
                }
                Piece::Game(game) if self.winner == Player::Left => games.push(*game),
                Piece::Game(game) => games.push(sums.games.negative(*game)),
            }
        }
        Ok(sums.sum(games, parts)?)
    }

    /// Why the winner wins, who moves second or first; none if neither a line
    /// nor a rule says so.
    ///
    /// # Errors
    /// When it takes too many steps.
    pub fn because(&mut self, place: &Place) -> Result<Option<String>, Failure> {
        let sum = self.sum(place)?;
        let second = place.turn != self.winner;
        let ground = self.claims.find(&mut self.reader.sums, &sum, second)?;
        Ok(ground.map(|ground| words(ground, &sum)))
    }

    /// What the winner plays.
    ///
    /// # Errors
    /// If it is not the winner's turn, or a limit was hit.
    pub fn answer(&mut self, place: &Place) -> Result<Answer, Failure> {
        let mut plain = None;
        let moves = self.moves(place);
        for (name, after) in &moves {
            let sum = self.sum(after)?;
            let Some(ground) = self.claims.find(&mut self.reader.sums, &sum, true)? else { continue };
            let answer = Answer { name: name.clone(), because: words(ground, &sum), after: after.clone() };
            match ground {
                Ground::Line(_) => return Ok(answer),
                Ground::Plain => plain = plain.or(Some(answer)),
            }
        }
        if let Some(answer) = plain {
            return Ok(answer);
        }
        let question = SolveQuestion { first: Some(self.winner.opponent()), ..SolveQuestion::default() };
        for (name, after) in moves {
            let found = question.ask(&self.text(&after), &self.budget);
            let found = found.map_err(|failure| Failure::Unfit(failure.to_string()))?;
            if let Some(stop) = found.stopped {
                return Err(Failure::Stop(stop));
            }
            if found.left_first.or(found.right_first) == Some(self.winner) {
                let because = "the weights say who wins (rule 7); the move was found by search".to_owned();
                return Ok(Answer { name, because, after });
            }
        }
        Err(Failure::Unfit("no move wins here".to_owned()))
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
        let mut groups: Vec<(Sum, Vec<String>, Place)> = Vec::new();
        for (name, after) in self.moves(place) {
            let sum = self.sum(&after)?;
            match groups.iter_mut().find(|(known, _, _)| *known == sum) {
                Some((_, names, _)) => names.push(name),
                None => groups.push((sum, vec![name], after)),
            }
        }
        let last = groups.len().saturating_sub(1);
        for (i, (_, names, after)) in groups.into_iter().enumerate() {
            let (branch, below) = if i == last { ("`- ", "   ") } else { ("|- ", "|  ") };
            let answer = self.answer(&after)?;
            text.push_str(&format!("\n{indent}{branch}{}, then {}: {}", names.join(" "), answer.name, answer.because));
            if depth > 1 {
                self.branches(&answer.after, depth - 1, &format!("{indent}{below}"), text)?;
            }
        }
        Ok(())
    }
}

/// A move on a board.
fn played(position: &Position, mv: Move) -> Option<Position> {
    let mut after = position.clone();
    after.play(mv).ok().map(|_| after)
}

/// A ground in words.
fn words(ground: Ground, sum: &Sum) -> String {
    match ground {
        Ground::Line(line) => format!("line {line}"),
        Ground::Plain if sum.parts.is_empty() && sum.games.len() <= 2 => "the values compare so (rule 5)".to_owned(),
        Ground::Plain => "two ahead (rule 7)".to_owned(),
    }
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

/// The terms of a statement.
fn pieces(reader: &Reader, text: &str) -> Result<Vec<Piece>, Failure> {
    let mut all = Vec::new();
    let (mut rest, mut negated) = match text.strip_prefix('-') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    while rest != "0" {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        let term = &rest[..end];
        if let Some(game) = term.strip_prefix('#') {
            let game = reader.listed(game)?;
            all.push(Piece::Game(if negated { reader.sums.games.negative(game) } else { game }));
        } else {
            let (position, shape) = board(reader, term)?;
            all.push(Piece::Board(if negated { position.negated() } else { position }, shape));
        }
        match rest.as_bytes().get(end) {
            None => break,
            Some(sign) => (rest, negated) = (&rest[end + 1..], *sign == b'-'),
        }
    }
    Ok(all)
}

/// A board of a statement.
fn board(reader: &Reader, term: &str) -> Result<(Position, Shape), Failure> {
    let Some((number, cells)) = term.strip_prefix('@').and_then(|graph| graph.split_once(':')) else {
        let shape = match term.split_once('/') {
            Some((row, _)) => Shape::Grid(row.len() as u32),
            None => Shape::Strip,
        };
        return Ok((read_board(term)?, shape));
    };
    let shape = Shape::Graph(number.parse().map_err(|_| "expected the number of a graph".to_owned())?);
    let mut edges = Vec::new();
    for v in 0..cells.len() {
        reader.sums.boards.neighbours(shape, cells.len(), v, |w| {
            if v < w {
                edges.push(format!("{v}-{w}"));
            }
        });
    }
    Ok((read_board(&format!("edges:{}:{cells}", edges.join(",")))?, shape))
}
