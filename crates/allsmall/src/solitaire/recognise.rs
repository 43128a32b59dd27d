//! Graph recognition: paths, cycles, trees, multipartite graphs and grids from
//! their edges.
//!
//! The connected parts of the stones are independent, and each part is put on
//! the board that fits it best: a path given by its edges becomes a strip, a
//! rectangle cut out by holes becomes a grid. Recognition takes time linear in
//! the number of edges.

use std::collections::VecDeque;

use crate::{Board, Budget, Graph, Move, Position, Stop, Tree};

/// A connected, full part on the board that fits it.
#[derive(Clone, Debug)]
pub(super) struct RecognisedPart {
    /// The part; every vertex holds a stone.
    pub(super) position: Position,
    /// Its vertices on the whole board.
    at: Vec<usize>,
}

impl RecognisedPart {
    fn new(whole: &Position, board: Board, at: Vec<usize>) -> RecognisedPart {
        let cells = at.iter().map(|&v| whole.cells()[v]).collect();
        RecognisedPart { position: Position::new(board, cells), at }
    }

    /// The vertex of the whole board for a vertex of the part.
    pub(super) fn vertex(&self, of_part: usize) -> usize {
        self.at[of_part]
    }

    /// Its vertices on the whole board, in order.
    pub(super) fn vertices(&self) -> &[usize] {
        &self.at
    }

    /// The vertex of the part at this vertex of the whole board.
    pub(super) fn place_of(&self, vertex: usize) -> Option<usize> {
        self.at.iter().position(|&v| v == vertex)
    }

    /// Moves on the part as moves on the whole board.
    pub(super) fn on_the_whole(&self, mut play: Vec<Move>) -> Vec<Move> {
        for mv in &mut play {
            *mv = Move { from: self.at[mv.from], to: self.at[mv.to] };
        }
        play
    }
}

/// The parts of a position, each on the board that fits it best.
pub(super) fn parts(whole: &Position, budget: &Budget) -> Result<Vec<RecognisedPart>, Stop> {
    let dense = match whole.board() {
        Board::Multipartite { parts } => multipartite_with_holes(whole, parts),
        Board::Hamming { sides } if sides.len() == 1 => clique_with_holes(whole),
        _ => None,
    };
    if let Some(part) = dense {
        return Ok(vec![part]);
    }
    let parts = whole.parts_within(budget)?;
    let _parts = budget.reserve(whole.cells().len() * 2 * size_of::<usize>())?;
    parts.into_iter().map(|at| recognised(whole, at, budget)).collect()
}

/// A complete graph stays one when vertices go.
fn clique_with_holes(whole: &Position) -> Option<RecognisedPart> {
    let at: Vec<usize> = (0..whole.cells().len()).filter(|&v| whole.cells()[v].is_some()).collect();
    (!at.is_empty()).then(|| RecognisedPart::new(whole, Board::Hamming { sides: vec![at.len()] }, at))
}

/// A complete multipartite graph stays one when vertices go, as long as two
/// of its parts are left.
fn multipartite_with_holes(whole: &Position, sizes: &[usize]) -> Option<RecognisedPart> {
    let at: Vec<usize> = (0..whole.cells().len()).filter(|&v| whole.cells()[v].is_some()).collect();
    let mut left = Vec::new();
    let mut start = 0;
    for size in sizes {
        let stones = whole.cells()[start..start + size].iter().flatten().count();
        left.extend(Some(stones).filter(|&stones| stones > 0));
        start += size;
    }
    (left.len() >= 2).then(|| RecognisedPart::new(whole, Board::Multipartite { parts: left }, at))
}

/// A connected part of the stones as a graph on 0, 1, 2, ...
struct InducedPart {
    graph: Graph,
    edges: usize,
}

impl InducedPart {
    fn new(whole: &Position, at: &[usize], budget: &Budget) -> Result<InducedPart, Stop> {
        // `at` is sorted, so a binary search finds a vertex in it.
        let (mut edges, mut ticker) = (Vec::new(), budget.ticker());
        for (i, &v) in at.iter().enumerate() {
            let mut looked_at = 0;
            whole.board().for_each_neighbour(v, |u| {
                looked_at += 1;
                if u > v && whole.cells()[u].is_some() {
                    edges.push((i, at.binary_search(&u).expect("a neighbour is in the same part")));
                }
            });
            // A growing list is copied, so twice its size is needed.
            budget.fits(2 * size_of_val(&edges[..]))?;
            ticker.step(looked_at)?;
        }
        let _edges = budget.reserve(size_of_val(&edges[..]))?;
        Ok(InducedPart { edges: edges.len(), graph: Graph::within(at.len(), &edges, budget)? })
    }

    fn vertices(&self) -> usize {
        self.graph.vertices()
    }

    fn degree(&self, v: usize) -> usize {
        self.graph.neighbours(v).len()
    }

    fn near(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        self.graph.neighbours(v).iter().map(|&u| u as usize)
    }

    /// The vertices in the order in which a walk from `start` meets them, when
    /// it never turns back and there is only one way to go.
    fn walk(&self, start: usize) -> Vec<usize> {
        let (mut order, mut last, mut now) = (vec![start], start, start);
        while let Some(next) = self.near(now).find(|&u| u != last && u != start) {
            order.push(next);
            (last, now) = (now, next);
            if order.len() == self.vertices() {
                break;
            }
        }
        order
    }

    fn distances(&self, from: usize) -> Vec<usize> {
        let mut distance = vec![usize::MAX; self.vertices()];
        distance[from] = 0;
        let mut open = VecDeque::from([from]);
        while let Some(v) = open.pop_front() {
            for u in self.near(v) {
                if distance[u] == usize::MAX {
                    distance[u] = distance[v] + 1;
                    open.push_back(u);
                }
            }
        }
        distance
    }
}

/// The part with these vertices on the board that fits it best.
fn recognised(whole: &Position, at: Vec<usize>, budget: &Budget) -> Result<RecognisedPart, Stop> {
    let part = InducedPart::new(whole, &at, budget)?;
    let fit = match strip(&part).or_else(|| cycle(&part)).or_else(|| tree(&part)) {
        Some(fit) => Some(fit),
        None => multipartite(&part, budget)?.or_else(|| grid(&part)),
    };
    let (board, order) = fit.unwrap_or_else(|| (Board::Graph(part.graph), (0..at.len()).collect()));
    Ok(RecognisedPart::new(whole, board, order.into_iter().map(|i| at[i]).collect()))
}

/// A board, and which vertex of the part each of its vertices is.
type Fit = Option<(Board, Vec<usize>)>;

fn strip(part: &InducedPart) -> Fit {
    let n = part.vertices();
    let is_path = part.edges + 1 == n && (0..n).all(|v| part.degree(v) <= 2);
    let end = (0..n).find(|&v| part.degree(v) <= 1)?;
    is_path.then(|| (Board::Strip { cells: n }, part.walk(end)))
}

fn cycle(part: &InducedPart) -> Fit {
    let n = part.vertices();
    let is_cycle = n >= 3 && (0..n).all(|v| part.degree(v) == 2);
    is_cycle.then(|| (Board::Cycle { cells: n }, part.walk(0)))
}

fn tree(part: &InducedPart) -> Fit {
    let n = part.vertices();
    if part.edges + 1 != n {
        return None;
    }
    let (mut order, mut parents, mut seen) = (vec![0], Vec::with_capacity(n - 1), vec![false; n]);
    seen[0] = true;
    let mut next = 0;
    while next < order.len() {
        for u in part.near(order[next]) {
            if !std::mem::replace(&mut seen[u], true) {
                order.push(u);
                parents.push(next);
            }
        }
        next += 1;
    }
    Some((Board::Tree(Tree::new(parents)), order))
}

/// Complete multipartite: not being adjacent sorts the vertices into parts.
fn multipartite(part: &InducedPart, budget: &Budget) -> Result<Fit, Stop> {
    let n = part.vertices();
    let mut ticker = budget.ticker();
    let mut group = vec![usize::MAX; n];
    let (mut sizes, mut order) = (Vec::new(), Vec::with_capacity(n));
    for v in 0..n {
        if group[v] != usize::MAX {
            continue;
        }
        let mut apart = vec![true; n];
        part.near(v).for_each(|u| apart[u] = false);
        let members: Vec<usize> = (0..n).filter(|&u| apart[u]).collect();
        let fits = |&u: &usize| group[u] == usize::MAX && part.degree(u) == n - members.len();
        if !members.iter().all(fits) || members.iter().any(|&u| part.near(u).any(|w| apart[w])) {
            return Ok(None);
        }
        ticker.step(n + members.iter().map(|&u| part.degree(u)).sum::<usize>())?;
        members.iter().for_each(|&u| group[u] = sizes.len());
        sizes.push(members.len());
        order.extend(members);
    }
    Ok(Some((Board::Multipartite { parts: sizes }, order)))
}

/// A rectangle: the distances from two corners on one side are coordinates.
fn grid(part: &InducedPart) -> Fit {
    let n = part.vertices();
    let corners: Vec<usize> = (0..n).filter(|&v| part.degree(v) == 2).take(5).collect();
    let [first, others @ ..] = &corners[..] else { return None };
    if corners.len() != 4 || (0..n).any(|v| part.degree(v) > 4) {
        return None;
    }
    let from_first = part.distances(*first);
    others.iter().find_map(|&other| {
        let cols = from_first[other] + 1;
        let rows = n / cols;
        if rows * cols != n || part.edges != 2 * n - rows - cols {
            return None;
        }
        let from_other = part.distances(other);
        let mut order = vec![usize::MAX; n];
        let mut place = vec![(0, 0); n];
        for v in 0..n {
            let (far, back) = (from_first[v] + cols - 1, from_other[v]);
            let (twice_row, twice_col) = (far + back + 2 - 2 * cols, far.checked_sub(back)?);
            let (row, col) = (twice_row / 2, twice_col / 2);
            if row >= rows || col >= cols || order[row * cols + col] != usize::MAX {
                return None;
            }
            order[row * cols + col] = v;
            place[v] = (row, col);
        }
        let is_step = |a: usize, b: usize| place[a].0.abs_diff(place[b].0) + place[a].1.abs_diff(place[b].1) == 1;
        let all_steps = (0..n).all(|v| part.near(v).all(|u| is_step(v, u)));
        all_steps.then_some((Board::Grid { rows, cols }, order))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Player;
    use proptest::prelude::*;

    fn parts(whole: &Position) -> Vec<RecognisedPart> {
        super::parts(whole, &Budget::new()).expect("small boards")
    }

    /// The board as nothing but edges, its vertices shuffled.
    fn disguised(board: &Board, seed: u64) -> Position {
        let n = board.vertices();
        let mut names: Vec<usize> = (0..n).collect();
        let mut random = crate::SplitMix64::new(seed);
        for i in (1..n).rev() {
            names.swap(i, random.below(i as u64 + 1) as usize);
        }
        let edges: Vec<_> = board.edges().into_iter().map(|(a, b)| (names[a], names[b])).collect();
        let cells = (0..n).map(|_| Some(random.stone())).collect();
        Position::new(Board::Graph(Graph::new(n, &edges)), cells)
    }

    /// The part is the position again under the new names of its vertices.
    fn check(whole: &Position, part: &RecognisedPart) {
        let n = part.at.len();
        for a in 0..n {
            assert_eq!(part.position.cells()[a], whole.cells()[part.at[a]]);
            for b in 0..n {
                assert_eq!(part.position.board().adjacent(a, b), whole.board().adjacent(part.at[a], part.at[b]));
            }
        }
    }

    #[test]
    fn every_shape_is_recognised_from_its_edges() {
        let boards = [
            Board::Strip { cells: 1 },
            Board::Strip { cells: 2 },
            Board::Strip { cells: 9 },
            Board::Cycle { cells: 3 },
            Board::Cycle { cells: 8 },
            Board::Grid { rows: 2, cols: 3 },
            Board::Grid { rows: 5, cols: 2 },
            Board::Grid { rows: 4, cols: 4 },
            Board::Grid { rows: 3, cols: 7 },
            Board::Tree(Tree::new(vec![0, 0, 1, 1, 4])),
            Board::Multipartite { parts: vec![2, 1, 1] },
            Board::Multipartite { parts: vec![3, 2] },
            Board::Multipartite { parts: vec![1; 5] },
        ];
        for board in boards {
            for seed in 0..20 {
                let whole = disguised(&board, seed);
                let parts = parts(&whole);
                assert_eq!(parts.len(), 1);
                check(&whole, &parts[0]);
                let found = std::mem::discriminant(parts[0].position.board());
                assert_eq!(found, std::mem::discriminant(&board), "{board:?} became {:?}", parts[0].position.board());
            }
        }
    }

    #[test]
    fn near_misses_stay_graphs() {
        let mut edges = Board::Grid { rows: 3, cols: 4 }.edges();
        edges[3] = (0, 7);
        let almost = [
            Graph::new(12, &edges),
            Graph::new(5, &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]),
            Graph::new(6, &Board::Hamming { sides: vec![3, 2] }.edges()),
        ];
        for graph in almost {
            let n = graph.vertices();
            let whole = Position::new(Board::Graph(graph), vec![Some(Player::Left); n]);
            assert!(matches!(parts(&whole)[0].position.board(), Board::Graph(_)));
        }
    }

    #[test]
    fn holes_leave_parts() {
        let cells = |text: &str| {
            let stone = |c| (c != '.').then_some(if c == 'x' { Player::Left } else { Player::Right });
            text.chars().map(stone).collect::<Vec<_>>()
        };
        let grid = Position::new(Board::Grid { rows: 3, cols: 5 }, cells("xo.xooo.oxxo.oo"));
        let found = parts(&grid);
        assert!(matches!(found[0].position.board(), Board::Grid { rows: 3, cols: 2 }));
        assert!(matches!(found[1].position.board(), Board::Grid { rows: 3, cols: 2 }));
        let bipartite = Position::new(Board::Multipartite { parts: vec![3, 2, 2] }, cells("x.o..ox"));
        let found = parts(&bipartite);
        assert_eq!(found[0].position.board(), &Board::Multipartite { parts: vec![2, 2] });
        check(&bipartite, &found[0]);
        let alone = Position::new(Board::Multipartite { parts: vec![3, 2] }, cells("xox.."));
        assert_eq!(parts(&alone).len(), 3);
        let clique = Position::new(Board::Hamming { sides: vec![5] }, cells("xo.ox"));
        let found = parts(&clique);
        assert_eq!(found[0].position.board(), &Board::Hamming { sides: vec![4] });
        check(&clique, &found[0]);
    }

    proptest! {
        #[test]
        fn any_graph_keeps_its_edges(n in 1usize..9, pairs in prop::collection::vec((0usize..9, 0usize..9), 0..20), seed in any::<u64>()) {
            let edges: Vec<_> = pairs.into_iter().map(|(a, b)| (a % n, b % n)).filter(|(a, b)| a != b).collect();
            let whole = disguised(&Board::Graph(Graph::new(n, &edges)), seed);
            let parts = parts(&whole);
            prop_assert_eq!(parts.iter().map(|part| part.at.len()).sum::<usize>(), n);
            parts.iter().for_each(|part| check(&whole, part));
        }
    }
}
