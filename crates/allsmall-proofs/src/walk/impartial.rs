//! Grundy values: either player moves either colour, and who is to move wins
//! unless the nim-sum is 0. The lines have the value of every part that play
//! can leave; the winner's move is one that makes the nim-sum 0.

use std::collections::HashMap;

use allsmall::Player;
use allsmall_check::boards::Part;
use allsmall_check::reader::Reader;
use allsmall_check::sums::Sum;

use super::clobber::STEPS;
use super::terms::pieces;
use super::{Answer, Key, Piece, Place, Strategy, cells, moves_on_boards, named};
use crate::check::Limit;
use crate::error::Failure;

pub(super) struct Impartial {
    reader: Reader,
    values: HashMap<Part, u32>,
}

impl Impartial {
    /// Reads the lines of a proof about the sum of these boards.
    pub(super) fn read(proof: &str, terms: &[(&str, bool)], limit: &Limit) -> Result<(Impartial, Vec<Piece>), Failure> {
        let (mut reader, mut values) = (Reader::new(STEPS), HashMap::new());
        reader.sums.games.set_watch(Some(limit.watch()));
        for line in proof.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match (word, rest.split_once(' ')) {
                ("n", Some((part, value))) => {
                    let value = value.parse().map_err(|_| "expected a Grundy value".to_owned())?;
                    values.extend(reader.sums.board(part, false)?.into_iter().map(|part| (part, value)));
                }
                _ => drop(reader.introduce(word, rest)?),
            }
        }
        let pieces = pieces(&reader, terms)?;
        Ok((Impartial { reader, values }, pieces))
    }

    fn parts(&self, place: &Place) -> Vec<Part> {
        let boards = &self.reader.sums.boards;
        let mut parts = Vec::new();
        for piece in &place.pieces {
            if let Piece::Board(position, shape) = piece {
                parts.extend(boards.parts(*shape, &cells(position, Player::Left)));
            }
        }
        parts.sort_unstable();
        parts
    }

    fn nim_sum(&self, place: &Place) -> Option<u32> {
        let boards = &self.reader.sums.boards;
        let value = |part: &Part| self.values.get(part).or_else(|| self.values.get(&boards.negative(part))).copied();
        self.parts(place).iter().try_fold(0, |sum, part| Some(sum ^ value(part)?))
    }
}

impl Strategy for Impartial {
    fn text(&self, place: &Place) -> String {
        let board =
            |piece: &Piece| if let Piece::Board(position, _) = piece { Some(position.to_string()) } else { None };
        let all: Vec<String> = place.pieces.iter().filter_map(board).collect();
        if all.is_empty() { "0".to_owned() } else { all.join(" + ") }
    }

    fn moves(&self, place: &Place) -> Vec<(String, Place)> {
        named(place, moves_on_boards(place, &Player::BOTH))
    }

    fn because(&mut self, place: &Place) -> Result<Option<String>, Failure> {
        Ok(self.nim_sum(place).map(|sum| format!("the Grundy value is {sum} (rule 8)")))
    }

    fn answer(&mut self, place: &Place) -> Result<Answer, Failure> {
        let zero = self.moves(place).into_iter().find(|(_, after)| self.nim_sum(after) == Some(0));
        let (name, after) = zero.ok_or_else(|| "no move wins here".to_owned())?;
        Ok(Answer { name, because: "it leaves Grundy value 0 (rule 8)".to_owned(), after })
    }

    fn key(&mut self, place: &Place) -> Result<Key, Failure> {
        Ok(Key::Sum(Sum { games: Vec::new(), parts: self.parts(place) }))
    }
}
