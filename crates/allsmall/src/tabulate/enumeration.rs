//! Enumeration of all positions on one board, each with a number.
//!
//! ```text
//! number   its digits to base 2 (x, o) or 3 (x, o, .), the first cell highest
//! order    xxx, xxo, xx., xox, ...
//! ```

use std::sync::Arc;

use crate::{Board, Player, Position, SplitMix64, symmetry};

/// The colourings of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colouring {
    /// Every cell x, o or empty.
    Gaps,
    /// Every cell x or o.
    Full,
    /// Every cell x or o, and both occur.
    BothColours,
    /// Random colourings with x and o.
    Random {
        /// Number of colourings.
        count: u64,
        /// Seed of the generator.
        seed: u64,
    },
}

/// The positions on one board.
pub struct Enumeration {
    board: Arc<Board>,
    colouring: Colouring,
    /// Prefix of the stones in the name of a board; `None` for the normal
    /// notation.
    prefix: Option<String>,
    /// The entry of the column `graph`.
    graph: String,
    symmetry: Option<symmetry::Least>,
    /// Whether positions with an empty first or last cell are left out.
    trimmed: bool,
}

impl Enumeration {
    /// All positions on this board.
    #[must_use]
    pub fn new(board: Board, colouring: Colouring) -> Enumeration {
        let graph = crate::notation::graph_name(&board);
        Enumeration { board: Arc::new(board), colouring, prefix: None, graph, symmetry: None, trimmed: false }
    }

    /// Sets the prefix of the names and the entry of the column `graph`.
    #[must_use]
    pub fn named(mut self, prefix: String, graph: String) -> Enumeration {
        (self.prefix, self.graph) = (Some(prefix), graph);
        self
    }

    /// Keeps the first position of each class under the symmetries of the board
    /// and the exchange of colours.
    #[must_use]
    pub fn up_to_symmetry(mut self) -> Enumeration {
        if !matches!(self.colouring, Colouring::Random { .. }) {
            self.symmetry = Some(symmetry::Least::new(&self.board));
        }
        self
    }

    /// Leaves out positions whose first or last cell is empty.
    #[must_use]
    pub fn with_stones_at_both_ends(mut self) -> Enumeration {
        self.trimmed = true;
        self
    }

    fn base(&self) -> u64 {
        if self.colouring == Colouring::Gaps { 3 } else { 2 }
    }

    /// Number of positions before any are left out; `None` from 2^64 on.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        match self.colouring {
            Colouring::Random { count, .. } => Some(count),
            _ => self.base().checked_pow(u32::try_from(self.board.vertices()).ok()?),
        }
    }

    /// The board under the stones.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The entry of the column `graph`.
    #[must_use]
    pub fn graph(&self) -> &str {
        &self.graph
    }

    /// The position with this number; `None` if it is left out.
    #[must_use]
    pub fn position(&self, number: u64) -> Option<Position> {
        let cells = self.board.vertices();
        if let Colouring::Random { seed, .. } = self.colouring {
            let mut random = SplitMix64::new(seed.wrapping_add(number.wrapping_mul(0x2545_f491_4f6c_dd1d)));
            let stones = (0..cells).map(|_| Some(random.stone())).collect();
            return Some(Position::new(Arc::clone(&self.board), stones));
        }
        let mut digits = vec![0u8; cells];
        let mut rest = number;
        for digit in digits.iter_mut().rev() {
            *digit = (rest % self.base()) as u8;
            rest /= self.base();
        }
        if self.colouring == Colouring::BothColours && !(digits.contains(&0) && digits.contains(&1)) {
            return None;
        }
        if self.trimmed && (digits.first() == Some(&2) || digits.last() == Some(&2)) {
            return None;
        }
        if self.symmetry.as_ref().is_some_and(|symmetry| !symmetry.is_least(&digits)) {
            return None;
        }
        let stone = |digit: u8| match digit {
            0 => Some(Player::Left),
            1 => Some(Player::Right),
            _ => None,
        };
        Some(Position::new(Arc::clone(&self.board), digits.into_iter().map(stone).collect()))
    }

    /// The name of a position on this board.
    #[must_use]
    pub fn name(&self, position: &Position) -> String {
        match &self.prefix {
            None => position.to_string(),
            Some(prefix) => {
                let stones = position.cells().iter().map(|cell| cell.map_or('.', Player::stone));
                prefix.chars().chain(stones).collect()
            }
        }
    }
}
