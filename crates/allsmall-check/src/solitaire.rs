//! Solitaire Clobber: rule 10, lower bounds of the number of stones left.
//!
//! Every cell is left at most once, along one edge, and never entered again.
//! So a play is a forest of arrows towards the stones that stay, and with +1
//! for x and -1 for o, s(v) for the stone that stands on v at the start and
//! o(v) for the one that leaves it or stays, exactly the forests with
//!
//! ```text
//! o(v) = s(v) + 2 * (sum of o(u) over the arrows u -> v)  in {-1, +1}
//! ```
//!
//! can be played. On a tree the least number of roots is found by dynamic
//! programming from the leaves; a cycle leaves one of its edges out; other
//! groups keep a stone, or two if the invariant of their two sides says so.

use crate::boards::{Boards, Shape};

/// Greater than any number of stones.
const NEVER: usize = usize::MAX / 4;

/// A board of solitaire and how many stones its plays leave.
pub struct Solitaire<'a> {
    /// The graphs.
    pub boards: &'a Boards,
    /// Where the cells lie.
    pub shape: Shape,
    /// The cells.
    pub cells: &'a [u8],
}

/// The least number of roots below a vertex: if it sends x or o to its parent,
/// if nothing passes, and if x or o comes from there.
#[derive(Clone, Copy)]
struct Costs {
    up: [usize; 2],
    free: usize,
    down: [usize; 2],
}

/// Connected stones, each after a neighbour.
pub struct Groups {
    all: Vec<Vec<usize>>,
    /// The index of a cell in its group.
    place: Vec<usize>,
}

impl Solitaire<'_> {
    /// The groups of stones: they never meet.
    #[must_use]
    pub fn groups(&self) -> Groups {
        const UNSEEN: usize = usize::MAX;
        let mut groups = Groups { all: Vec::new(), place: vec![UNSEEN; self.cells.len()] };
        for start in (0..self.cells.len()).filter(|&v| self.cells[v] != b'.') {
            if groups.place[start] != UNSEEN {
                continue;
            }
            let (mut group, mut next) = (vec![start], 0);
            groups.place[start] = 0;
            while let Some(&v) = group.get(next) {
                next += 1;
                for w in self.neighbours(v) {
                    if groups.place[w] == UNSEEN {
                        groups.place[w] = group.len();
                        group.push(w);
                    }
                }
            }
            groups.all.push(group);
        }
        groups
    }

    /// Steps that [`Self::lower`] takes.
    #[must_use]
    pub fn cost(&self, groups: &Groups) -> usize {
        let mut total = 0;
        for group in &groups.all {
            match self.kind(group) {
                Kind::Tree => total += group.iter().map(|&v| self.neighbours(v).len().pow(2)).sum::<usize>(),
                Kind::Ring => total += group.len().pow(2),
                Kind::Dead | Kind::Other => total += group.len(),
            }
        }
        total
    }

    /// No play leaves fewer stones than this.
    #[must_use]
    pub fn lower(&self, groups: &Groups) -> usize {
        let mut total = 0;
        for group in &groups.all {
            total += match self.kind(group) {
                Kind::Dead => group.len(),
                Kind::Tree => self.tree(group, &groups.place, None),
                // Each edge of the cycle is left out once.
                Kind::Ring => {
                    let edges = group.iter().flat_map(|&v| self.neighbours(v).into_iter().map(move |w| (v, w)));
                    let cuts = edges.filter(|(v, w)| v < w).map(|cut| self.tree(group, &groups.place, Some(cut)));
                    cuts.min().unwrap_or(1)
                }
                Kind::Other => 1 + usize::from(self.is_even(group, &groups.place)),
            };
        }
        total
    }

    fn neighbours(&self, v: usize) -> Vec<usize> {
        let mut all = Vec::new();
        self.boards.neighbours(self.shape, self.cells.len(), v, |w| {
            if self.cells[w] != b'.' {
                all.push(w);
            }
        });
        all
    }

    fn kind(&self, group: &[usize]) -> Kind {
        let degree = |&v: &usize| self.neighbours(v).len();
        if group.iter().all(|&v| self.cells[v] == self.cells[group[0]]) {
            Kind::Dead
        } else if group.iter().map(degree).sum::<usize>() == 2 * (group.len() - 1)
            && group.iter().all(|v| degree(v) <= MOST_NEIGHBOURS)
        {
            Kind::Tree
        } else if group.iter().all(|v| degree(v) == 2) && group.len() <= MOST_OF_RING {
            Kind::Ring
        } else {
            Kind::Other
        }
    }

    /// Whether the group has two sides and stones plus stones that stand on
    /// the side of the other colour are a multiple of three. A move does not
    /// change that number modulo three, and one stone has 1 or 2.
    fn is_even(&self, group: &[usize], place: &[usize]) -> bool {
        let mut side = vec![None; group.len()];
        side[0] = Some(false);
        let mut total = 0;
        for (i, &v) in group.iter().enumerate() {
            let Some(own) = side[i] else { return false };
            total += if (self.cells[v] == b'x') == own { 1 } else { 2 };
            for w in self.neighbours(v) {
                if side[place[w]] == Some(own) {
                    return false;
                }
                side[place[w]] = Some(!own);
            }
        }
        total % 3 == 0
    }

    /// The fewest roots of a tree, or of a cycle with an edge left out.
    fn tree(&self, group: &[usize], place: &[usize], out: Option<(usize, usize)>) -> usize {
        let apart = |v, w| out.is_some_and(|(a, b)| (a, b) == (v, w) || (b, a) == (v, w));
        let root = out.map_or(group[0], |(v, _)| v);
        let (mut order, mut next) = (vec![(root, usize::MAX)], 0);
        while let Some(&(v, parent)) = order.get(next) {
            next += 1;
            let below = self.neighbours(v).into_iter().filter(|&w| w != parent && !apart(v, w));
            order.extend(below.map(|w| (w, v)));
        }
        let mut children: Vec<Vec<Costs>> = vec![Vec::new(); group.len()];
        let mut last = NEVER;
        for &(v, parent) in order.iter().rev() {
            let costs = costs(self.cells[v] == b'x', &std::mem::take(&mut children[place[v]]));
            last = costs.free;
            if parent != usize::MAX {
                children[place[parent]].push(costs);
            }
        }
        last
    }
}

/// The kinds of groups with different lower bounds.
enum Kind {
    /// It has one colour.
    Dead,
    /// It is a tree.
    Tree,
    /// It is a cycle.
    Ring,
    Other,
}

/// Maximum number of stones of a cycle that is cut at every edge.
const MOST_OF_RING: usize = 1000;
/// Maximum degree of a tree.
const MOST_NEIGHBOURS: usize = 2000;

/// The costs of a vertex with an x or an o, from those of its children.
fn costs(x: bool, children: &[Costs]) -> Costs {
    let s: isize = if x { 1 } else { -1 };
    let colour = |o: isize| usize::from(o < 0);
    // table[out][balance]: the least cost of the children so far if the vertex
    // sends nothing to them, x to one of them, o to one of them; the balance is
    // the sum of what they send. Later children may bring any balance back into
    // range, so all are kept.
    let width = 2 * children.len() + 1;
    let middle = children.len();
    let mut table = vec![[NEVER; 3]; width];
    table[middle][0] = 0;
    for child in children {
        let mut next = vec![[NEVER; 3]; width];
        for (at, row) in table.iter().enumerate() {
            for (out, &cost) in row.iter().enumerate().filter(|&(_, &cost)| cost < NEVER) {
                let mut put = |at: usize, out: usize, more: usize| {
                    if let Some(place) = next.get_mut(at) {
                        place[out] = place[out].min(cost.saturating_add(more).min(NEVER));
                    }
                };
                put(at, out, child.free);
                put(at + 1, out, child.up[0]);
                put(at.wrapping_sub(1), out, child.up[1]);
                if out == 0 {
                    put(at, 1, child.down[0]);
                    put(at, 2, child.down[1]);
                }
            }
        }
        table = next;
    }
    let cost = |balance: isize, out: usize| {
        middle.checked_add_signed(balance).and_then(|at| table.get(at)).map_or(NEVER, |row| row[out])
    };
    // The stones that enter add up to 0 or to -s; with `more` from above.
    let ways = |more: isize| [(0 - more, s), (-s - more, -s)];
    let stays = |more: isize| {
        let end = |(balance, o): (isize, isize)| cost(balance, 0).saturating_add(1).min(cost(balance, 1 + colour(o)));
        ways(more).into_iter().map(end).min().unwrap_or(NEVER).min(NEVER)
    };
    let mut up = [NEVER; 2];
    for (balance, o) in ways(0) {
        up[colour(o)] = cost(balance, 0);
    }
    Costs { up, free: stays(0), down: [stays(1), stays(-1)] }
}
