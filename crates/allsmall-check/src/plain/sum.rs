//! Sums of plain proofs: terms as they are written, their moves, and the
//! normal form by which sums are recognised (rule 3 and no other).

use std::collections::HashMap;

use crate::boards::{Boards, Part, Shape, other};

/// A term as a line writes it, or as a move leaves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// A board.
    Board {
        /// Where its cells lie.
        shape: Shape,
        /// The cells: `x`, `o` or `.`.
        cells: Vec<u8>,
    },
    /// A game of the file.
    Value {
        /// Whether the players are exchanged.
        negated: bool,
        /// Its number; 0 is the game zero.
        number: u32,
    },
}

/// A term in normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlainTerm {
    /// A game of the file, negated or not; never zero.
    Value(u32, bool),
    /// A connected group of stones of both colours.
    Part(Part),
}

/// A sum in normal form: terms in order, none with its negative.
pub type PlainSum = Vec<PlainTerm>;

/// A move in a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainMove {
    /// The stone on the first cell takes the one on the second.
    Stone(usize, usize),
    /// To the game with this number.
    Option(u32),
}

/// The graphs and games of a file.
#[derive(Default)]
pub struct Tables {
    /// The graphs.
    pub boards: Boards,
    /// Left's and Right's options of game 1, 2, ...
    pub values: Vec<[Vec<u32>; 2]>,
    /// Parts and games that were shown to be equal to sums (rule 4).
    pub equal: HashMap<PlainTerm, PlainSum>,
}

impl Tables {
    /// The moves of a player in a term, in the order in which a line answers
    /// them: by the cell that is left, then by the cell that is entered; or
    /// by the list of options.
    #[must_use]
    pub fn moves(&self, term: &Written, left: bool) -> Vec<PlainMove> {
        match term {
            Written::Board { shape, cells } => {
                let moves = self.boards.moves(*shape, cells, if left { b'x' } else { b'o' });
                moves.into_iter().map(|(from, to)| PlainMove::Stone(from, to)).collect()
            }
            Written::Value { number: 0, .. } => Vec::new(),
            Written::Value { negated, number } => {
                let side = usize::from(left == *negated);
                self.values[*number as usize - 1][side].iter().map(|&option| PlainMove::Option(option)).collect()
            }
        }
    }

    /// What a move leaves of a term.
    #[must_use]
    pub fn after(&self, term: &Written, mv: PlainMove) -> Written {
        match (term, mv) {
            (Written::Board { shape, cells }, PlainMove::Stone(from, to)) => {
                let mut cells = cells.clone();
                cells[to] = cells[from];
                cells[from] = b'.';
                Written::Board { shape: *shape, cells }
            }
            (Written::Value { negated, .. }, PlainMove::Option(number)) => Written::Value { negated: *negated, number },
            // No other move is listed for a term.
            _ => unreachable!("a move belongs to its term"),
        }
    }

    /// The terms in normal form that a written term is the sum of.
    #[must_use]
    pub fn terms(&self, term: &Written) -> Vec<PlainTerm> {
        let terms = self.own_terms(term);
        if self.equal.is_empty() {
            return terms;
        }
        let mut all = Vec::with_capacity(terms.len());
        for term in terms {
            match self.equal.get(&term) {
                Some(sum) => all.extend(sum.iter().cloned()),
                None => all.push(term),
            }
        }
        all
    }

    /// The parts of a written term, or its game, without what is equal to them.
    #[must_use]
    pub fn own_terms(&self, term: &Written) -> Vec<PlainTerm> {
        match term {
            Written::Board { shape, cells } => {
                self.boards.parts(*shape, cells).into_iter().map(PlainTerm::Part).collect()
            }
            Written::Value { number: 0, .. } => Vec::new(),
            Written::Value { negated, number } => vec![PlainTerm::Value(*number, *negated)],
        }
    }

    /// The normal form of a sum of terms: in order, without pairs of a term
    /// and its negative.
    #[must_use]
    pub fn sum(&self, mut terms: Vec<PlainTerm>) -> PlainSum {
        terms.sort_unstable();
        let first_part = terms.partition_point(|term| matches!(term, PlainTerm::Value(..)));
        let mut parts = terms.split_off(first_part);
        let mut i = 0;
        while i < parts.len() {
            match self.opposite(&parts[i], &parts[i + 1..]) {
                Some(at) => {
                    parts.remove(i + 1 + at);
                    parts.remove(i);
                }
                None => i += 1,
            }
        }
        let mut sum = without_negatives(&terms);
        sum.append(&mut parts);
        sum
    }

    /// The negative of a term in normal form.
    #[must_use]
    pub fn negative(&self, term: &PlainTerm) -> PlainTerm {
        match term {
            PlainTerm::Value(number, negated) => PlainTerm::Value(*number, !negated),
            PlainTerm::Part(part) => PlainTerm::Part(self.boards.negative(part)),
        }
    }

    /// The index of the negative of a part among others.
    fn opposite(&self, term: &PlainTerm, others: &[PlainTerm]) -> Option<usize> {
        let PlainTerm::Part(part) = term else { return None };
        let (x, o) = part.colours();
        let mut negative = None;
        others.iter().position(|other| match other {
            PlainTerm::Part(other) => {
                other.shape == part.shape
                    && other.cells.len() == part.cells.len()
                    && other.colours() == (o, x)
                    && other == negative.get_or_insert_with(|| self.boards.negative(part))
            }
            PlainTerm::Value(..) => false,
        })
    }
}

/// Games in ascending order without pairs of a game and its negative, which
/// stand side by side.
fn without_negatives(games: &[PlainTerm]) -> PlainSum {
    let mut left: PlainSum = Vec::with_capacity(games.len());
    for game in games {
        let is_pair = match (left.last(), game) {
            (Some(PlainTerm::Value(a, false)), PlainTerm::Value(b, true)) => a == b,
            _ => false,
        };
        if is_pair { drop(left.pop()) } else { left.push(game.clone()) }
    }
    left
}

impl Written {
    /// The term with the players exchanged.
    #[must_use]
    pub fn negative(&self) -> Written {
        match self {
            Written::Board { shape, cells } => {
                Written::Board { shape: *shape, cells: cells.iter().map(|&cell| other(cell)).collect() }
            }
            Written::Value { negated, number } => Written::Value { negated: !negated, number: *number },
        }
    }
}
