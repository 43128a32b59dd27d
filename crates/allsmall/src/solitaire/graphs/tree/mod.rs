//! Trees, by dynamic programming in linear time.
//!
//! The survey (Theorem 21) keeps five numbers per vertex: the fewest stones in
//! its branch when a black or a white stone ends on it, without condition, and
//! when one more stone, black or white, enters it from its parent (the joker).
//! A vertex combines its children by `tripartition` in time proportional to
//! their number, so the whole tree takes linear time, where the survey has n^3.
//! A second pass from the root assigns the roles and draws the arrows of the
//! [`Forest`].

mod tripartition;

use crate::{Board, Player, Position, Tree};

use crate::solitaire::play::forest::Forest;
use tripartition::{ChildCost, ChildTally, NEVER, assign};

/// The survey's five values of a vertex; `None` where no such play exists.
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

/// The five values of a branch, indexed by [`Player`], with [`NEVER`] for `None`.
#[derive(Clone, Copy, Debug)]
struct BranchValues {
    stay: [u32; 2],
    free: u32,
    joker: [u32; 2],
}

impl BranchValues {
    /// A leaf keeps its stone, unless the other colour enters it.
    fn of_leaf(own: Player) -> BranchValues {
        let only = |player: Player| Player::BOTH.map(|p| if p == player { 1 } else { NEVER });
        BranchValues { stay: only(own), free: 1, joker: only(own.opponent()) }
    }
}

/// The last colour of the stone on a vertex, and the child it moves to, if any.
#[derive(Clone, Copy, Debug)]
struct Fate {
    colour: Player,
    child: Option<usize>,
}

/// The cost of the children by the number of `x` less `o` that they send, from -2
/// to 2, each computed once.
struct ChildCosts<'a> {
    tally: &'a ChildTally,
    without: Option<(usize, ChildCost)>,
    known: [Option<Option<i64>>; 5],
}

impl ChildCosts<'_> {
    fn new(tally: &ChildTally, without: Option<(usize, ChildCost)>) -> ChildCosts<'_> {
        ChildCosts { tally, without, known: [None; 5] }
    }

    fn of(&mut self, a: i64) -> Option<i64> {
        *self.known[(a + 2) as usize].get_or_insert_with(|| self.tally.cost(a, self.without))
    }
}

/// A full tree with the values of all its branches.
pub struct SolvedTree<'a> {
    tree: &'a Tree,
    position: &'a Position,
    values: Vec<BranchValues>,
}

/// Computes the values of all branches of a full tree; `None` if the board is not
/// a tree or has a hole.
#[must_use]
pub fn solve(position: &Position) -> Option<SolvedTree<'_>> {
    let Board::Tree(tree) = position.board() else { return None };
    if position.cells().contains(&None) {
        return None;
    }
    let nothing = BranchValues { stay: [NEVER; 2], free: 0, joker: [NEVER; 2] };
    let mut solved = SolvedTree { tree, position, values: vec![nothing; position.cells().len()] };
    for v in (0..solved.values.len()).rev() {
        solved.values[v] = solved.combine(v);
    }
    Some(solved)
}

impl SolvedTree<'_> {
    /// The fewest stones that the tree can be reduced to.
    #[must_use]
    pub fn value(&self) -> usize {
        self.values[0].free as usize
    }

    /// The survey's five values of a vertex.
    #[must_use]
    pub fn five_values(&self, v: usize) -> FiveValues {
        let BranchValues { stay, free, joker } = self.values[v];
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
    fn item(&self, child: usize) -> ChildCost {
        let BranchValues { stay, free, .. } = self.values[child];
        let [x, y] = stay.map(|k| if k == NEVER { NEVER } else { k - free });
        ChildCost { x, y }
    }

    fn tally(&self, v: usize) -> (ChildTally, i64) {
        let (mut tally, mut sum) = (ChildTally::default(), 0);
        for child in self.children(v) {
            tally.add(child, self.item(child));
            sum += i64::from(self.values[child].free);
        }
        (tally, sum)
    }

    fn combine(&self, v: usize) -> BranchValues {
        let own = self.colour(v);
        if self.children(v).len() == 0 {
            return BranchValues::of_leaf(own);
        }
        let (tally, sum) = self.tally(v);
        let mut costs = ChildCosts::new(&tally, None);
        let stay =
            Player::BOTH.map(|colour| costs.of(wanted(own, colour, 0)).map_or(NEVER, |extra| (1 + sum + extra) as u32));
        let [free, x, o] = self.best(v, &mut costs, sum, [0, 1, -1]).map(|best| best.map_or(NEVER, |(cost, _)| cost));
        assert_ne!(free, NEVER, "the stone may stay as it is");
        BranchValues { stay, free, joker: [x, o] }
    }

    /// The cheapest fate of the stone on `v` for each joker that may enter it
    /// (+1 or -1; 0 for none), over all colours and over staying or leaving;
    /// `costs` are those of all children.
    fn best<const N: usize>(
        &self,
        v: usize,
        costs: &mut ChildCosts<'_>,
        sum: i64,
        jokers: [i64; N],
    ) -> [Option<(u32, Fate)>; N] {
        let own = self.colour(v);
        let mut best: [Option<(i64, Fate)>; N] = [None; N];
        let mut consider = |costs: &mut ChildCosts<'_>, base: [Option<i64>; 2], child: Option<usize>| {
            for (colour, base) in Player::BOTH.into_iter().zip(base) {
                let Some(base) = base else { continue };
                for (best, joker) in best.iter_mut().zip(jokers) {
                    if let Some(cost) = costs.of(wanted(own, colour, joker)).map(|extra| base + extra)
                        && best.is_none_or(|(least, _)| cost < least)
                    {
                        *best = Some((cost, Fate { colour, child }));
                    }
                }
            }
        };
        consider(costs, [Some(1 + sum); 2], None);
        for child in self.children(v) {
            let BranchValues { free, joker, .. } = self.values[child];
            if joker != [NEVER; 2] {
                let others = sum - i64::from(free);
                let base = joker.map(|entered| (entered != NEVER).then(|| others + i64::from(entered)));
                consider(&mut ChildCosts::new(costs.tally, Some((child, self.item(child)))), base, Some(child));
            }
        }
        best.map(|best| best.map(|(cost, fate)| (cost as u32, fate)))
    }

    /// An optimal play as a forest.
    #[must_use]
    pub fn forest(&self) -> Forest {
        self.drawn(Role::Free)
    }

    /// A play that leaves a stone on the root, of this colour if one is given, and
    /// the fewest stones in all; with that number. `None` if there is no such
    /// play.
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
        let (mut senders, mut items): (Vec<usize>, Vec<ChildCost>) = (Vec::new(), Vec::new());
        for v in (0..n).filter(|&v| self.children(v).len() > 0) {
            let (fate, joker) = self.fate(v, roles[v]);
            senders.clear();
            senders.extend(self.children(v).filter(|&child| Some(child) != fate.child));
            items.clear();
            items.extend(senders.iter().map(|&child| self.item(child)));
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
        let [best] = self.best(v, &mut ChildCosts::new(&tally, None), sum, [joker]);
        let (_, fate) = best.expect("a role is given only where it can be played");
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

/// The number of `x` less `o` that must enter from the children for the stone
/// `own` to become `colour` when the joker enters too.
fn wanted(own: Player, colour: Player, joker: i64) -> i64 {
    i64::from((colour.sign() - own.sign()) / 2) - joker
}

#[cfg(test)]
mod tests;
