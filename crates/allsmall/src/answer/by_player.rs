//! A pair of things, one for each player.

use std::ops::{Index, IndexMut};

use crate::Player;

/// One `T` for Left and one for Right.
///
/// ```
/// use allsmall::{Player, answer::ByPlayer};
/// let stones = ByPlayer { left: 'x', right: 'o' };
/// assert_eq!(stones[Player::Right], 'o');
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByPlayer<T> {
    /// Left's.
    pub left: T,
    /// Right's.
    pub right: T,
}

impl<T> ByPlayer<T> {
    /// Returns each player's, Left's first.
    pub fn iter(&self) -> impl Iterator<Item = (Player, &T)> {
        [(Player::Left, &self.left), (Player::Right, &self.right)].into_iter()
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::Left => &mut self.left,
            Player::Right => &mut self.right,
        }
    }
}
