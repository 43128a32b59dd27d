//! Hypercubes, subcube by subcube: Theorem 26, and Conjecture 27 in a stronger
//! form.
//!
//! On a cube, delta (stones plus clashing stones, mod 3) never changes, so one
//! stone of colour `c` on `v` can be left only if its delta is that of the
//! position. That is also enough: if the vertices besides `v` hold both
//! colours and delta allows it, the position can be reduced to exactly that
//! stone; otherwise to a stone of colour `c` on `v` and a second one.
//!
//! The proof, which is the algorithm: cut the cube into subcubes of three
//! dimensions, and lead a path through all of them that starts at a mixed one
//! and ends at that of `v`.
//!
//! ```text
//!   mixed Q_3 -> Q_3 -> ... -> Q_3 of v      each arrow empties one subcube into the next
//! ```
//!
//! For each of the 254 mixed positions of the first subcube of an arrow, each
//! of the 256 of the next and each `v` in it, some play in the first ends in
//! stones that can all step over, and leaves the next one mixed, even without
//! `v`. All of these have been tried (a test does it again). So the last
//! subcube is mixed without `v` and has the delta of the whole, and on Q_3 all
//! positions with all `v` and `c` have been tried as well.
//!
//! The cube without `v` is connected, so it has an edge with two colours,
//! `x` to `x ^ i`; the first subcube holds it. A path through all subcubes
//! between two of them exists if their distance is odd (cubes are Hamilton
//! laceable). With `d` the number of dimensions other than `i` in which `x`
//! and `v` differ, two more inner dimensions make the distance odd if `d` is
//! odd, or even with `0 < d < n - 1`. If that fails for every such edge, `n`
//! is odd and the antipode of `v` holds the only stone of its colour besides
//! `v`, since the cube without both is connected. That stone then steps into
//! a neighbouring subcube, and the path starts there. The subcube that it
//! left comes second and has a hole, which the statement above does not
//! cover: whatever steps into it, it empties into the third, which is full,
//! of one colour and not the last, as `n >= 5` (another test).
//!
//! Proved here, not yet reviewed by others.

use std::sync::OnceLock;

use crate::solitaire::play::partial_play::PartialPlay;
use crate::solitaire::position_table::{SmallGraph, SmallPosition};
use crate::{Board, Player};

/// The stones to be left on a cube: one of colour `colour` on `vertex`, and a
/// second one, if there is any, of colour `second` if that matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct CubeRequest {
    pub(super) vertex: usize,
    pub(super) colour: Player,
    pub(super) second: Option<Player>,
}

/// Returns whether a lone stone of colour `c` on `v` has the delta of the position.
pub(super) fn delta_allows(cells: &[Option<Player>], v: usize, c: Player) -> bool {
    let stones = cells.iter().enumerate().filter_map(|(u, &cell)| Some((u, cell?)));
    let delta: usize = stones.map(|(u, player)| weight(u, player)).sum();
    delta % 3 == weight(v, c)
}

/// 2 for a clashing stone, 1 for a matching one.
fn weight(v: usize, player: Player) -> usize {
    1 + (v.count_ones() as usize + player as usize) % 2
}

/// Reduces a full cube of this dimension to the stones requested; both colours
/// must occur besides the vertex requested. Returns false if the second stone
/// cannot have its colour.
pub(super) fn finish(draft: &mut PartialPlay, dimension: u32, request: CubeRequest) -> bool {
    let v = request.vertex;
    if dimension <= 3 {
        let all: Vec<usize> = (0..dimension).map(|d| 1 << d).collect();
        return Cube { base: 0, dims: all }.finish(draft, request);
    }
    let path = SubcubePath::new(draft, dimension, v);
    for pair in path.bases.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|base| Cube { base, dims: path.dims.to_vec() });
        let last = to.base == *path.bases.last().expect("a path has two ends");
        from.empty_into(draft, &to, last.then_some(v));
    }
    Cube { base: v & !path.within(), dims: path.dims.to_vec() }.finish(draft, request)
}

/// The subcubes in the order in which they are emptied.
struct SubcubePath {
    /// The dimensions inside the subcubes, as bits.
    dims: [usize; 3],
    bases: Vec<usize>,
}

impl SubcubePath {
    fn new(draft: &mut PartialPlay, dimension: u32, v: usize) -> SubcubePath {
        let all: Vec<usize> = (0..dimension).map(|d| 1 << d).collect();
        let vertices = 0..1usize << dimension;
        let edges = vertices.flat_map(|x| all.iter().map(move |&i| (x, i)).filter(|&(x, i)| x & i == 0));
        let mut mixed = edges.filter(|&(x, i)| draft.at(x) != draft.at(x | i));
        if let Some((x, dims)) = mixed.find_map(|(x, i)| Some((x, inner(&all, x, i, v)?))) {
            return SubcubePath::between(&all, dims, x, v);
        }
        let antipode = (1 << dimension) - 1 - v;
        let next = antipode ^ all[3];
        draft.go(antipode, next);
        SubcubePath::between(&all, [all[0], all[1], all[2]], next, v)
    }

    fn between(all: &[usize], dims: [usize; 3], from: usize, to: usize) -> SubcubePath {
        let mut path = SubcubePath { dims, bases: Vec::with_capacity(1 << (all.len() - 3)) };
        let within = path.within();
        // Dimension 3 last: then the second subcube differs from the first in it.
        let outer: Vec<usize> = all.iter().rev().copied().filter(|bit| within & bit == 0).collect();
        lace(from & !within, to & !within, &outer, &mut path.bases);
        path
    }

    fn within(&self) -> usize {
        self.dims.iter().sum()
    }
}

/// Three dimensions, `i` among them, such that the subcubes of `x` and of `v`
/// differ in an odd number of the others.
fn inner(all: &[usize], x: usize, i: usize, v: usize) -> Option<[usize; 3]> {
    let (differ, agree): (Vec<usize>, Vec<usize>) =
        all.iter().copied().filter(|&bit| bit != i).partition(|bit| (x ^ v) & bit != 0);
    match (&differ[..], &agree[..]) {
        ([], _) => None,
        (d, [a, b, ..]) if d.len() % 2 == 1 => Some([i, *a, *b]),
        ([a, b, ..], _) if differ.len() % 2 == 1 => Some([i, *a, *b]),
        ([a, ..], [b, ..]) if differ.len() % 2 == 0 => Some([i, *a, *b]),
        _ => None,
    }
}

/// A path through all vertices of the cube with these dimensions, from `a` to
/// `b`, which differ in an odd number of them. Its second vertex differs from
/// `a` in the last dimension, unless `b` differs from `a` in that alone.
fn lace(a: usize, b: usize, dims: &[usize], path: &mut Vec<usize>) {
    if let [_] = dims {
        path.extend([a, b]);
        return;
    }
    let split = *dims.iter().find(|&&bit| (a ^ b) & bit != 0).expect("the ends differ");
    let rest: Vec<usize> = dims.iter().copied().filter(|&bit| bit != split).collect();
    let turn = a ^ rest[0];
    lace(a, turn, &rest, path);
    lace(turn ^ split, b, &rest, path);
}

/// A subcube of at most three dimensions.
struct Cube {
    base: usize,
    dims: Vec<usize>,
}

impl Cube {
    /// The vertex of the board with this number in the subcube.
    fn vertex(&self, number: usize) -> usize {
        let bits = self.dims.iter().enumerate().filter(|&(d, _)| number >> d & 1 == 1);
        self.base + bits.map(|(_, bit)| bit).sum::<usize>()
    }

    fn number(&self, v: usize) -> usize {
        self.dims.iter().enumerate().map(|(d, bit)| usize::from(v & bit != 0) << d).sum()
    }

    fn read(&self, draft: &PartialPlay) -> SmallPosition {
        SmallPosition::read((0..1 << self.dims.len()).map(|number| draft.at(self.vertex(number))))
    }

    fn small(&self) -> &'static SmallGraph {
        static CUBES: [OnceLock<SmallGraph>; 4] = [const { OnceLock::new() }; 4];
        let dimension = self.dims.len();
        CUBES[dimension].get_or_init(|| SmallGraph::new(&Board::Hamming { sides: vec![2; dimension] }))
    }

    /// Empties this mixed subcube into a neighbouring one, which is mixed
    /// afterwards, if `v` is given even without `v`.
    fn empty_into(&self, draft: &mut PartialPlay, to: &Cube, v: Option<usize>) {
        let next = to.read(draft);
        let (play, stepping) = self
            .small()
            .search(self.read(draft), |stones| step_rank(stones, next, v.map(|v| to.number(v))))
            .expect("tried for all positions");
        for mv in play {
            draft.go(self.vertex(mv.from), self.vertex(mv.to));
        }
        for number in crate::base::bits::bits(stepping.occupied) {
            draft.go(self.vertex(number), to.vertex(number));
        }
    }

    fn finish(&self, draft: &mut PartialPlay, request: CubeRequest) -> bool {
        let v = self.number(request.vertex);
        let rank = |stones: SmallPosition| {
            let others = stones.without(v);
            let fits = stones.at(v) == Some(request.colour)
                && request.second.is_none_or(|second| others.of(second) == others.occupied);
            (fits && stones.count() <= 2).then(|| stones.count() - 1)
        };
        let Some((play, _)) = self.small().search(self.read(draft), rank) else { return false };
        for mv in play {
            draft.go(self.vertex(mv.from), self.vertex(mv.to));
        }
        true
    }
}

/// Rank of letting all these stones step into the `next` subcube: `None` if they
/// cannot, or if it would have one colour then; 0 with at least two stones of each
/// colour there, so that a second stone may be chosen; otherwise 1.
pub(super) fn step_rank(stones: SmallPosition, next: SmallPosition, v: Option<usize>) -> Option<usize> {
    let can = Player::BOTH.iter().all(|&p| stones.of(p) & !next.of(p.opponent()) == 0);
    let after = SmallPosition { occupied: next.occupied, white: next.white & !stones.occupied | stones.white };
    let mixed = v.map_or(after, |v| after.without(v)).mixed();
    let rich = Player::BOTH.iter().all(|&p| after.of(p).count_ones() >= 2);
    (can && mixed).then_some(usize::from(!rich))
}
