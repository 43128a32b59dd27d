//! Move generation for all boards of one shape at once.
//!
//! A move empties one cell, so what is left has a shape that depends only on
//! the cell, and its number is made of a few pieces of the old one:
//!
//! ```text
//! number   x o x x o|o x     x takes o:   x o x . x|o x     stone 3 is gone
//! shape    (5, 2)                         (3, 2) and a single stone: dropped
//! pieces                                  bits 6..4, bits 1..0
//! ```

use super::Shape;
use super::sections::{Section, Sections};
use crate::Player;
use crate::base::bits::bits;

/// All moves on boards of one shape.
pub(super) struct Cuts {
    /// Bit `b`: the stones with bits `b + 1` and `b` are neighbours.
    joined: u32,
    /// The remaining runs when the stone with bit `b` is gone.
    cuts: Vec<Cut>,
}

/// What is left of a shape when one stone is gone.
struct Cut {
    /// Where the entries of the new shape begin; `None` for the empty shape.
    start: Option<u32>,
    /// The pieces of the number, first piece first.
    pieces: Vec<CutPiece>,
}

/// `len` bits of a number, the lowest one being `low`.
#[derive(Clone, Copy)]
struct CutPiece {
    low: u32,
    len: u32,
}

/// A move of some player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CutMove {
    /// The lower bit of the pair of neighbours that it is between.
    pub(super) pair: u32,
    /// The entry it leads to; `None` for the empty board.
    pub(super) to: Option<u32>,
}

impl Cuts {
    pub(super) fn new(section: Section, sections: &Sections) -> Cuts {
        let runs = runs_of(section.shape);
        let joined = runs.iter().fold(0, |joined, run| joined | low_bits(run.len - 1) << run.low);
        let cuts = (0..section.shape.stones() as u32).map(|gone| Cut::new(&runs, gone, sections)).collect();
        Cuts { joined, cuts }
    }

    /// The pairs of unlike neighbours: one move of each player.
    pub(super) fn pairs(&self, number: u32) -> u32 {
        (number ^ number >> 1) & self.joined
    }

    /// The moves of a player on the board with this number.
    pub(super) fn steps(&self, number: u32, player: Player) -> impl Iterator<Item = CutMove> {
        bits(self.pairs(number)).map(move |pair| {
            let (own, after) = match player {
                Player::Left => (number, number | 3 << pair),
                Player::Right => (!number, number & !(3 << pair)),
            };
            let gone = if own >> pair & 1 == 1 { pair } else { pair + 1 };
            CutMove { pair: pair as u32, to: self.cuts[gone].entry(after) }
        })
    }
}

impl Cut {
    fn new(runs: &[CutPiece], gone: u32, sections: &Sections) -> Cut {
        let mut pieces = Vec::new();
        for &CutPiece { low, len } in runs {
            if (low..low + len).contains(&gone) {
                pieces.push(CutPiece { low: gone + 1, len: low + len - gone - 1 });
                pieces.push(CutPiece { low, len: gone - low });
            } else {
                pieces.push(CutPiece { low, len });
            }
        }
        pieces.retain(|piece| piece.len > 1);
        pieces.sort_by_key(|piece| std::cmp::Reverse(piece.len));
        let shape = Shape::of_runs(pieces.iter().map(|piece| piece.len as usize)).expect("a move shortens the board");
        Cut { start: sections.start(shape), pieces }
    }

    fn entry(&self, number: u32) -> Option<u32> {
        let join = |joined: u32, piece: &CutPiece| joined << piece.len | number >> piece.low & low_bits(piece.len);
        self.start.map(|start| start + self.pieces.iter().fold(0, join))
    }
}

/// The bits of each run of a shape.
fn runs_of(shape: Shape) -> Vec<CutPiece> {
    let mut low = shape.stones() as u32;
    let piece = |run: usize| {
        low -= run as u32;
        CutPiece { low, len: run as u32 }
    };
    shape.runs().map(piece).collect()
}

fn low_bits(len: u32) -> u32 {
    (1 << len) - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::Normal;

    /// On every board up to length 9 the steps are the moves of the plain
    /// rules, each to the normalised board it leads to.
    #[test]
    fn steps_are_the_moves_of_the_rules() {
        let sections = Sections::new(9);
        for &section in sections.list() {
            let cuts = Cuts::new(section, &sections);
            for number in 0..1 << section.shape.stones() {
                let board = Normal { shape: section.shape, number };
                let position = board.position();
                for player in Player::BOTH {
                    let mut found = Vec::new();
                    for step in cuts.steps(number, player) {
                        let [mv] = board.moves(player, 1 << step.pair)[..] else { panic!("one move a pair") };
                        let next = position.after(player, mv).expect("legal");
                        let next = Normal::of_cells(next.cells()).expect("shorter");
                        assert_eq!(step.to, sections.entry(next), "{board} {mv:?}");
                        found.push(mv);
                    }
                    found.sort_unstable();
                    assert_eq!(found, position.moves(player), "{board}");
                }
            }
        }
    }
}
