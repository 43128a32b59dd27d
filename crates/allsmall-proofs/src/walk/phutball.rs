//! Phutball: a line says that the winner wins a board with the other to move.
//! Whatever the other does, the winner can go to her goal or to a board of an
//! earlier line; so the earliest line that she can reach has a smaller number
//! every time, and play ends.

use std::collections::HashMap;

use allsmall::Player;
use allsmall::phutball::{Next, PhutballPosition, StripGame, read_position};

use super::{Answer, Key, Piece, Place, Strategy};
use crate::error::Failure;

pub(super) struct Phutball {
    winner: Player,
    /// The lines about boards, as Left sees them, with Right to move, and with
    /// Left to move.
    second: HashMap<String, usize>,
    first: HashMap<String, usize>,
}

impl Phutball {
    /// Reads the lines of a proof about a board.
    pub(super) fn read(proof: &str, board: &str, winner: Player) -> Result<(Phutball, Vec<Piece>), Failure> {
        let mut own = Phutball { winner, second: HashMap::new(), first: HashMap::new() };
        for (i, line) in proof.lines().enumerate() {
            if let ["p" | "P", board, ..] = line.split(' ').collect::<Vec<_>>()[..] {
                let lines = if line.starts_with('p') { &mut own.second } else { &mut own.first };
                lines.entry(board.to_owned()).or_insert(i + 1);
            }
        }
        Ok((own, vec![Piece::Lane(read_position(board)?)]))
    }

    /// The line about a board with the other to move, or the winner.
    fn line(&self, board: &PhutballPosition, second: bool) -> Option<usize> {
        let own = if self.winner == Player::Left { board.to_string() } else { board.mirrored().to_string() };
        if second { &self.second } else { &self.first }.get(&own).copied()
    }
}

impl Strategy for Phutball {
    fn text(&self, place: &Place) -> String {
        match &place.pieces[..] {
            [Piece::Lane(board)] => board.to_string(),
            [Piece::Goal(player)] => format!("the ball is in {player}'s goal"),
            _ => String::new(),
        }
    }

    fn moves(&self, place: &Place) -> Vec<(String, Place)> {
        let [Piece::Lane(board)] = &place.pieces[..] else { return Vec::new() };
        let after = |mv| match board.after(mv) {
            Ok(Next::Goes(next)) => Some(Piece::Lane(next)),
            Ok(Next::Won(player)) => Some(Piece::Goal(player)),
            Err(_) => None,
        };
        let place = |piece| Place { pieces: vec![piece], turn: place.turn.opponent() };
        board.moves().into_iter().filter_map(|mv| Some((mv.to_string(), place(after(mv)?)))).collect()
    }

    fn because(&mut self, place: &Place) -> Result<Option<String>, Failure> {
        let [Piece::Lane(board)] = &place.pieces[..] else { return Ok(None) };
        Ok(self.line(board, place.turn != self.winner).map(|line| format!("line {line}")))
    }

    fn answer(&mut self, place: &Place) -> Result<Answer, Failure> {
        let rank = |after: &Place| match &after.pieces[..] {
            [Piece::Goal(player)] => (*player == self.winner).then_some(0),
            [Piece::Lane(board)] => self.line(board, true),
            _ => None,
        };
        let ranked = self.moves(place).into_iter().filter_map(|(name, after)| Some((rank(&after)?, name, after)));
        let best = ranked.min_by_key(|(line, _, _)| *line);
        let (line, name, after) = best.ok_or_else(|| "no turn wins here".to_owned())?;
        let because = if line == 0 { "into the goal".to_owned() } else { format!("line {line}") };
        Ok(Answer { name, because, after })
    }

    fn key(&mut self, place: &Place) -> Result<Key, Failure> {
        Ok(Key::Text(self.text(place)))
    }
}
