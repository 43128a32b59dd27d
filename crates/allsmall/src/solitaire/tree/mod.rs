//! Trees, in linear time.
//!
//! The survey (Theorem 21) keeps five numbers a vertex: the fewest stones in
//! its branch when a black or a white stone ends on it, when anything goes,
//! and when one more stone, black or white, enters it from its parent (the
//! joker). A vertex combines its children by `tripartition`; that takes time
//! in proportion to their number, so the whole tree is linear, where the
//! survey has n^3. A second pass from the root hands out the roles and draws
//! the arrows of the [`Forest`].

mod tripartition;

use crate::{Board, Player, Position, Tree};

use super::forest::Forest;
use tripartition::{Item, NEVER, Tally, assign};

/// The survey's five values of a vertex; none where there is no such play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FiveValues {
    /// k_1: an `x` is left on the vertex.
    pub black: Option<u32>,
    /// k_-1: an `o` is left on the vertex.
    pub white: Option<u32>,
    /// k_0: the value of the branch.
    pub free: u32,
    /// k_bj: one more `x` enters the vertex.
    pub black_joker: Option<u32>,
    /// k_wj: one more `o` enters the vertex.
    pub white_joker: Option<u32>,
}

/// The same packed: indexed by [`Player`], with [`NEVER`] for none.
#[derive(Clone, Copy, Debug)]
struct Values {
    stay: [u32; 2],
    free: u32,
    joker: [u32; 2],
}

impl Values {
    /// A leaf keeps its stone, unless the other colour enters it.
    fn of_leaf(own: Player) -> Values {
        let only = |player: Player| Player::BOTH.map(|p| if p == player { 1 } else { NEVER });
        Values { stay: only(own), free: 1, joker: only(own.opponent()) }
    }
}

/// What the stone of a vertex does in the end: it has this colour, and goes to
/// this child or not.
#[derive(Clone, Copy, Debug)]
struct Fate {
    colour: Player,
    child: Option<usize>,
}

/// A full tree with its values, ready to be asked.
pub struct Solved<'a> {
    tree: &'a Tree,
    position: &'a Position,
    values: Vec<Values>,
}

/// The values of all branches of a full tree; none if the board is no tree or
/// has a hole.
#[must_use]
pub fn solve(position: &Position) -> Option<Solved<'_>> {
    let Board::Tree(tree) = position.board() else { return None };
    if position.cells().contains(&None) {
        return None;
    }
    let nothing = Values { stay: [NEVER; 2], free: 0, joker: [NEVER; 2] };
    let mut solved = Solved { tree, position, values: vec![nothing; position.cells().len()] };
    for v in (0..solved.values.len()).rev() {
        solved.values[v] = solved.combine(v);
    }
    Some(solved)
}

impl Solved<'_> {
    /// The fewest stones that the tree can be reduced to.
    #[must_use]
    pub fn value(&self) -> usize {
        self.values[0].free as usize
    }

    /// The survey's five values of a vertex.
    #[must_use]
    pub fn five_values(&self, v: usize) -> FiveValues {
        let Values { stay, free, joker } = self.values[v];
        let [[black, white], [black_joker, white_joker]] =
            [stay, joker].map(|pair| pair.map(|k| (k != NEVER).then_some(k)));
        FiveValues { black, white, free, black_joker, white_joker }
    }

    fn colour(&self, v: usize) -> Player {
        self.position.cells()[v].expect("the tree is full")
    }

    fn children(&self, v: usize) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        self.tree.children(v)
    }

    /// What a child can send up, at which extra cost.
    fn item(&self, child: usize) -> Item {
        let Values { stay, free, .. } = self.values[child];
        let [x, y] = stay.map(|k| if k == NEVER { NEVER } else { k - free });
        Item { x, y }
    }

    fn tally(&self, v: usize) -> (Tally, i64) {
        let (mut tally, mut sum) = (Tally::default(), 0);
        for child in self.children(v) {
            tally.add(child, self.item(child));
            sum += i64::from(self.values[child].free);
        }
        (tally, sum)
    }

    fn combine(&self, v: usize) -> Values {
        let own = self.colour(v);
        if self.children(v).len() == 0 {
            return Values::of_leaf(own);
        }
        let (tally, sum) = self.tally(v);
        let stay = Player::BOTH
            .map(|colour| tally.cost(wanted(own, colour, 0), None).map_or(NEVER, |extra| (1 + sum + extra) as u32));
        let free = self.best(v, &tally, sum, 0).map(|(cost, _)| cost).expect("the stone may stay as it is");
        let joker = Player::BOTH
            .map(|joker| self.best(v, &tally, sum, i64::from(joker.sign())).map_or(NEVER, |(cost, _)| cost));
        Values { stay, free, joker }
    }

    /// The cheapest fate of the stone on `v` when the joker enters it (+1 or
    /// -1; 0 for none), over all colours and over staying or leaving.
    fn best(&self, v: usize, tally: &Tally, sum: i64, joker: i64) -> Option<(u32, Fate)> {
        let own = self.colour(v);
        let stays = Player::BOTH.into_iter().filter_map(|colour| {
            let extra = tally.cost(wanted(own, colour, joker), None)?;
            Some((1 + sum + extra, Fate { colour, child: None }))
        });
        let leaves = self.children(v).flat_map(|child| Player::BOTH.map(|colour| (child, colour))).filter_map(
            |(child, colour)| {
                let entered = self.values[child].joker[colour as usize];
                if entered == NEVER {
                    return None;
                }
                let extra = tally.cost(wanted(own, colour, joker), Some((child, self.item(child))))?;
                let others = sum - i64::from(self.values[child].free);
                Some((others + extra + i64::from(entered), Fate { colour, child: Some(child) }))
            },
        );
        stays.chain(leaves).min_by_key(|&(cost, _)| cost).map(|(cost, fate)| (cost as u32, fate))
    }

    /// An optimal play as a forest.
    #[must_use]
    pub fn forest(&self) -> Forest {
        self.drawn(Role::Free)
    }

    /// A play that leaves a stone on the root, of this colour if one is given,
    /// and the fewest stones besides; with the number of all stones left. None
    /// if there is no such play.
    #[must_use]
    pub fn forest_to_root(&self, colour: Option<Player>) -> Option<(Forest, usize)> {
        let stay = self.values[0].stay;
        let colours = Player::BOTH.into_iter().filter(|&c| colour.is_none_or(|colour| colour == c));
        let best = colours.min_by_key(|&c| stay[c as usize]).filter(|&c| stay[c as usize] != NEVER)?;
        Some((self.drawn(Role::Send(best)), stay[best as usize] as usize))
    }

    /// The arrows of a cheapest play in which the root has this role.
    fn drawn(&self, root: Role) -> Forest {
        let n = self.values.len();
        let mut forest = Forest::still(n);
        let mut roles = vec![Role::Free; n];
        roles[0] = root;
        for v in (0..n).filter(|&v| self.children(v).len() > 0) {
            let (fate, joker) = self.fate(v, roles[v]);
            let senders: Vec<usize> = self.children(v).filter(|&child| Some(child) != fate.child).collect();
            let items: Vec<Item> = senders.iter().map(|&child| self.item(child)).collect();
            let sides = assign(&items, wanted(self.colour(v), fate.colour, joker));
            for (&child, side) in senders.iter().zip(sides) {
                if side != 0 {
                    roles[child] = Role::Send(if side > 0 { Player::Left } else { Player::Right });
                    forest.point(child, v);
                }
            }
            if let Some(child) = fate.child {
                roles[child] = Role::Receive(fate.colour);
                forest.point(v, child);
            }
        }
        forest
    }

    /// The fate of the stone on `v` in its role, and the joker that enters it.
    fn fate(&self, v: usize, role: Role) -> (Fate, i64) {
        let joker = match role {
            Role::Send(colour) => return (Fate { colour, child: None }, 0),
            Role::Free => 0,
            Role::Receive(colour) => i64::from(colour.sign()),
        };
        let (tally, sum) = self.tally(v);
        let (_, fate) = self.best(v, &tally, sum, joker).expect("a role is given only where it can be played");
        (fate, joker)
    }
}

/// What the parent has decided about a vertex.
#[derive(Clone, Copy, Debug)]
enum Role {
    /// Nothing crosses the edge to the parent.
    Free,
    /// A stone of this colour goes up.
    Send(Player),
    /// A stone of this colour comes down.
    Receive(Player),
}

/// By how much the `x` that enter from the children must outnumber the `o`,
/// for the stone `own` to become `colour` when the joker enters too.
fn wanted(own: Player, colour: Player, joker: i64) -> i64 {
    i64::from((colour.sign() - own.sign()) / 2) - joker
}

#[cfg(test)]
mod tests;
