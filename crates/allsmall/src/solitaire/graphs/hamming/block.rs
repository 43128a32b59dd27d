//! Blocks: Hamming subgraphs of the board, by base and strides.
//!
//! ```text
//!   vertex = base + digit_1 * stride_1 + digit_2 * stride_2 + ...
//! ```
//!
//! A slice fixes one digit, so it is a block again, with one factor less.

use crate::Player;
use crate::solitaire::play::partial_play::PartialPlay;

/// One complete graph of the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Factor {
    pub(super) side: usize,
    pub(super) stride: usize,
}

/// All vertices that differ from `base` only in the digits of the factors;
/// these digits are 0 in `base`. The larger factors come first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) base: usize,
    pub(super) factors: Vec<Factor>,
}

/// Number of `x` among the stones of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColourCount {
    black: usize,
    all: usize,
}

impl Factor {
    /// The digit of `v` in this factor.
    pub(super) fn digit(self, v: usize) -> usize {
        v / self.stride % self.side
    }
}

impl Block {
    /// The whole board; sides of 1 do not count.
    pub(super) fn whole(sides: &[usize]) -> Block {
        let mut factors = Vec::new();
        let mut stride = 1;
        for &side in sides.iter().rev() {
            if side > 1 {
                factors.push(Factor { side, stride });
            }
            stride *= side;
        }
        factors.sort_by_key(|f| std::cmp::Reverse(f.side));
        Block { base: 0, factors }
    }

    /// Number of vertices.
    pub(super) fn size(&self) -> usize {
        self.factors.iter().map(|f| f.side).product()
    }

    /// All vertices, those of the first factor fastest.
    pub(super) fn vertices(&self) -> impl Iterator<Item = usize> {
        (0..self.size()).map(|number| self.vertex(number))
    }

    /// The vertex with this number in the order of [`Block::vertices`].
    pub(super) fn vertex(&self, mut number: usize) -> usize {
        let mut vertex = self.base;
        for f in &self.factors {
            vertex += number % f.side * f.stride;
            number /= f.side;
        }
        vertex
    }

    /// The number of a vertex of this block.
    pub(super) fn number(&self, v: usize) -> usize {
        self.factors.iter().rev().fold(0, |number, f| number * f.side + f.digit(v))
    }

    /// The slice with this digit in one factor.
    pub(super) fn slice(&self, factor: Factor, digit: usize) -> Block {
        let factors = self.factors.iter().copied().filter(|&f| f != factor).collect();
        Block { base: self.base + digit * factor.stride, factors }
    }

    /// The block spanned at `v` by these factors.
    pub(super) fn at(v: usize, factors: Vec<Factor>) -> Block {
        let base = factors.iter().fold(v, |v, f| v - f.digit(v) * f.stride);
        Block { base, factors }
    }

    /// The colours of its stones, all of which must be there.
    pub(super) fn tally(&self, draft: &PartialPlay) -> ColourCount {
        let black = self.vertices().filter(|&v| draft.stone(v) == Player::Left).count();
        ColourCount { black, all: self.size() }
    }

    /// Returns whether Theorem 25 applies: not a hypercube, not K2 x K3, not a
    /// single vertex.
    pub(super) fn is_strong(&self) -> bool {
        match self.factors[..] {
            [] => false,
            [Factor { side: 3, .. }, Factor { side: 2, .. }] => false,
            [Factor { side, .. }, ..] => side > 2,
        }
    }
}

impl ColourCount {
    /// Returns whether both colours occur.
    pub(super) fn mixed(self) -> bool {
        0 < self.black && self.black < self.all
    }

    /// Without a stone of this colour.
    pub(super) fn minus(self, player: Player) -> ColourCount {
        ColourCount { black: self.black - usize::from(player == Player::Left), all: self.all - 1 }
    }

    /// With a stone of this colour turned over.
    pub(super) fn flipped(self, player: Player) -> ColourCount {
        let black = match player {
            Player::Left => self.black - 1,
            Player::Right => self.black + 1,
        };
        ColourCount { black, all: self.all }
    }
}
