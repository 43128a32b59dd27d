//! Who wins Clobber: the winner's move is one that leaves what a line, or the
//! checker by itself, says is won moving second. Where the proof ends with a
//! general rule (rule 7 says who wins, not how) or a hypothesis, the solver
//! names the move.

use std::collections::HashSet;

use allsmall::answer::{Question, SolveQuestion};
use allsmall::{Budget, Player};
use allsmall_check::claims::{Claims, Ground};
use allsmall_check::reader::Reader;
use allsmall_check::sums::Sum;

use super::terms::pieces;
use super::{Answer, Key, Piece, Place, Strategy, cells, moves_on_boards, named};
use crate::check::Limit;
use crate::error::Failure;

pub(super) struct Clobber {
    reader: Reader,
    claims: Claims,
    /// The lines that are hypotheses.
    hypotheses: HashSet<usize>,
    winner: Player,
    budget: Budget,
}

/// Steps of the checker's arithmetic on the way.
pub(super) const STEPS: u64 = 1 << 40;

impl Clobber {
    /// Reads the lines of a proof about the sum of these terms.
    pub(super) fn read(
        proof: &str,
        terms: &[(&str, bool)],
        winner: Player,
        budget: &Budget,
        limit: &Limit,
    ) -> Result<(Clobber, Vec<Piece>), Failure> {
        let (mut reader, mut claims, mut hypotheses) = (Reader::new(STEPS), Claims::default(), HashSet::new());
        reader.sums.games.set_watch(Some(limit.watch()));
        for (i, line) in proof.lines().enumerate() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "s" | "S" | "f" | "F" => {
                    let (sum, _) = reader.claim(rest)?;
                    claims.enter(&sum, matches!(word, "s" | "S"), i + 1, &[]);
                }
                "suppose" => {
                    let (sum, second) = hypothesis(&mut reader, rest)?;
                    claims.enter(&sum, second, i + 1, &[]);
                    hypotheses.insert(i + 1);
                }
                _ => drop(reader.introduce(word, rest)?),
            }
        }
        let pieces = pieces(&reader, terms)?;
        Ok((Clobber { reader, claims, hypotheses, winner, budget: budget.clone() }, pieces))
    }

    /// The position as a sum that Left wins.
    fn sum(&mut self, place: &Place) -> Result<Sum, Failure> {
        let (mut games, mut parts) = (Vec::new(), Vec::new());
        let sums = &mut self.reader.sums;
        for piece in &place.pieces {
            match piece {
                Piece::Board(position, shape) => {
                    parts.extend(sums.boards.parts(*shape, &cells(position, self.winner)));
                }
                Piece::Game(game) if self.winner == Player::Left => games.push(*game),
                Piece::Game(game) => games.push(sums.games.negative(*game)),
                Piece::Lane(_) | Piece::Goal(_) => {}
            }
        }
        Ok(sums.sum(games, parts)?)
    }

    /// A ground in words.
    fn words(&self, ground: Ground, sum: &Sum) -> String {
        match ground {
            Ground::Line(line) if self.hypotheses.contains(&line) => format!("line {line}, a hypothesis"),
            Ground::Line(line) => format!("line {line}"),
            Ground::Plain if sum.parts.is_empty() && sum.games.len() <= 2 => {
                "the values compare so (rule 5)".to_owned()
            }
            Ground::Plain => "two ahead (rule 7)".to_owned(),
        }
    }
}

impl Strategy for Clobber {
    fn text(&self, place: &Place) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Board(position, _) => Some(position.to_string()),
            Piece::Game(game) => Some(self.reader.sums.games.text(*game)),
            Piece::Lane(_) | Piece::Goal(_) => None,
        };
        let all: Vec<String> = place.pieces.iter().filter_map(piece).collect();
        if all.is_empty() { "0".to_owned() } else { all.join(" + ") }
    }

    fn moves(&self, place: &Place) -> Vec<(String, Place)> {
        let games = &self.reader.sums.games;
        let mut all = moves_on_boards(place, &[place.turn]);
        for (i, piece) in place.pieces.iter().enumerate() {
            if let Piece::Game(game) = piece {
                let options = games.options(*game, place.turn == Player::Left);
                all.extend(options.iter().map(|&option| (i, games.text(option), Piece::Game(option))));
            }
        }
        all.sort_by_key(|(i, _, _)| *i);
        named(place, all)
    }

    fn because(&mut self, place: &Place) -> Result<Option<String>, Failure> {
        let sum = self.sum(place)?;
        let second = place.turn != self.winner;
        let ground = self.claims.find(&mut self.reader.sums, &sum, second)?;
        Ok(ground.map(|ground| self.words(ground, &sum)))
    }

    fn answer(&mut self, place: &Place) -> Result<Answer, Failure> {
        let mut plain = None;
        let moves = self.moves(place);
        for (name, after) in &moves {
            let sum = self.sum(after)?;
            let Some(ground) = self.claims.find(&mut self.reader.sums, &sum, true)? else { continue };
            let answer = Answer { name: name.clone(), because: self.words(ground, &sum), after: after.clone() };
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
            if found.starts[self.winner.opponent()].winner == Some(self.winner) {
                let because = "the proof says who wins and not how; the move was found by search".to_owned();
                return Ok(Answer { name, because, after });
            }
        }
        Err(Failure::Unfit("no move wins here".to_owned()))
    }

    fn key(&mut self, place: &Place) -> Result<Key, Failure> {
        self.sum(place).map(Key::Sum)
    }
}

/// The sum that a hypothesis says Left wins, and whether she moves second.
fn hypothesis(reader: &mut Reader, text: &str) -> Result<(Sum, bool), Failure> {
    let [turn, player, sum] = text.split(' ').collect::<Vec<_>>()[..] else {
        return Err(Failure::Unfit(format!("a hypothesis without a sum: {text}")));
    };
    let sum = reader.sum(sum)?;
    Ok((if player == "L" { sum } else { reader.sums.negative(&sum)? }, turn == "second"))
}
