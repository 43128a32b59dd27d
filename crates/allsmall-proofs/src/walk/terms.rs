//! The boards and games of a statement.

use allsmall::Position;
use allsmall::notation::read_board;
use allsmall_check::boards::Shape;
use allsmall_check::reader::Reader;

use super::Piece;
use crate::error::Failure;

/// The terms of sums, each perhaps negated.
pub(super) fn pieces(reader: &Reader, sums: &[(&str, bool)]) -> Result<Vec<Piece>, Failure> {
    let mut all = Vec::new();
    for &(text, other) in sums {
        let (mut rest, mut negated) = match text.strip_prefix('-') {
            Some(rest) => (rest, !other),
            None => (text, other),
        };
        while rest != "0" {
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            all.push(piece(reader, &rest[..end], negated)?);
            match rest.as_bytes().get(end) {
                None => break,
                Some(sign) => (rest, negated) = (&rest[end + 1..], (*sign == b'-') != other),
            }
        }
    }
    Ok(all)
}

fn piece(reader: &Reader, term: &str, negated: bool) -> Result<Piece, Failure> {
    if let Some(game) = term.strip_prefix('#') {
        let game = reader.listed(game)?;
        return Ok(Piece::Game(if negated { reader.sums.games.negative(game) } else { game }));
    }
    let (position, shape) = board(reader, term)?;
    Ok(Piece::Board(if negated { position.negated() } else { position }, shape))
}

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
