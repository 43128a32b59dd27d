//! Boards: finite graphs, given by their edges or by a rule.
//!
//! A line of 10^9 cells or a complete bipartite graph with 10^6 vertices must
//! not list its edges, so every family of the papers knows its neighbours by
//! arithmetic; only a free graph keeps an adjacency list. Vertices are
//! numbered from 0; grids row by row from the top, products with the last
//! coordinate fastest.

use crate::named_graph::NamedGraph;
use crate::{Budget, Stop};

/// A finite simple graph.
///
/// ```
/// use allsmall::Board;
/// let grid = Board::Grid { rows: 2, cols: 3 };
/// assert_eq!((grid.vertices(), grid.edges().len()), (6, 7));
/// assert_eq!(grid.neighbours(4), [1, 3, 5]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Board {
    /// A row of cells, each adjacent to the next.
    Strip {
        /// Number of cells.
        cells: usize,
    },
    /// A ring of at least three cells.
    Cycle {
        /// Number of cells.
        cells: usize,
    },
    /// `rows` by `cols` cells, adjacent horizontally and vertically.
    Grid {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
    },
    /// The complete multipartite graph with these part sizes, in order.
    Multipartite {
        /// Sizes of the parts.
        parts: Vec<usize>,
    },
    /// The Hamming graph: a product of complete graphs of these sizes.
    Hamming {
        /// Sizes of the factors.
        sides: Vec<usize>,
    },
    /// A rooted tree; vertex 0 is the root.
    Tree(Tree),
    /// A graph with a name, such as Petersen's.
    Named(NamedGraph),
    /// Any graph, by its edges.
    Graph(Graph),
}

/// A rooted tree by its parents; each parent comes before its children.
///
/// ```
/// use allsmall::{Board, Position, Tree};
/// let tree = Tree::new(vec![0, 0, 1]);
/// assert_eq!(tree.children(0).collect::<Vec<_>>(), [1, 2]);
/// assert_eq!("tree:0,0,1:xoxo".parse::<Position>()?.board(), &Board::Tree(tree));
/// # Ok::<(), allsmall::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tree {
    parents: Vec<usize>,
    graph: Graph,
}

/// A simple graph as sorted neighbour lists in one flat array:
///
/// ```text
/// start:      0    2       5 ...      one entry a vertex, and the end
/// neighbours: 1 4  0 2 3   1 ...      those of 0, those of 1, ...
/// ```
///
/// ```
/// use allsmall::Graph;
/// let path = Graph::new(3, &[(0, 1), (2, 1)]);
/// assert_eq!(path.neighbours(1), [0, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    start: Vec<usize>,
    neighbours: Vec<u32>,
    notation: GraphNotation,
}

/// How a graph was given, and is written again. Equal graphs may have different ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GraphNotation {
    /// By its edges.
    #[default]
    Edges,
    /// In graph6.
    Graph6,
}

impl PartialEq for Graph {
    fn eq(&self, other: &Graph) -> bool {
        (&self.start, &self.neighbours) == (&other.start, &other.neighbours)
    }
}

impl Eq for Graph {}

impl std::hash::Hash for Graph {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (&self.start, &self.neighbours).hash(state);
    }
}

impl Graph {
    /// The same graph, to be written in this notation.
    #[must_use]
    pub fn in_notation(self, notation: GraphNotation) -> Graph {
        Graph { notation, ..self }
    }

    /// The notation in which it is written.
    #[must_use]
    pub fn notation(&self) -> GraphNotation {
        self.notation
    }

    /// The graph on `vertices` vertices with these edges; an edge given twice
    /// counts once.
    ///
    /// # Panics
    /// If an edge is a loop or leaves the vertex range: notation checks both
    /// with a message before it comes here.
    #[must_use]
    pub fn new(vertices: usize, edges: &[(usize, usize)]) -> Graph {
        Graph::within(vertices, edges, &Budget::new().with_memory(usize::MAX)).expect("there are no limits")
    }

    /// [`Graph::new`] within a budget.
    ///
    /// # Panics
    /// As [`Graph::new`].
    pub fn within(vertices: usize, edges: &[(usize, usize)], budget: &Budget) -> Result<Graph, Stop> {
        let lists = 3 * size_of::<usize>() * (vertices + 1);
        budget.fits(lists.saturating_add(4 * size_of::<u32>() * edges.len()))?;
        let mut ticker = budget.ticker();
        let mut degree = vec![0usize; vertices + 1];
        for &(a, b) in edges {
            assert!(
                a != b && a < vertices && b < vertices,
                "edge {a}-{b} is not in a simple graph on {vertices} vertices"
            );
            degree[a + 1] += 1;
            degree[b + 1] += 1;
            ticker.step(1)?;
        }
        for v in 0..vertices {
            degree[v + 1] += degree[v];
        }
        let mut next = degree.clone();
        let mut flat = vec![0u32; edges.len() * 2];
        for &(a, b) in edges {
            for (from, to) in [(a, b), (b, a)] {
                flat[next[from]] = u32::try_from(to).expect("a vertex number fits 32 bits");
                next[from] += 1;
            }
            ticker.step(1)?;
        }
        let (mut start, mut neighbours) = (Vec::with_capacity(vertices + 1), Vec::with_capacity(flat.len()));
        start.push(0);
        for v in 0..vertices {
            let own = &mut flat[degree[v]..degree[v + 1]];
            own.sort_unstable();
            for (i, &u) in own.iter().enumerate() {
                if i == 0 || own[i - 1] != u {
                    neighbours.push(u);
                }
            }
            ticker.step(own.len() + 1)?;
            start.push(neighbours.len());
        }
        Ok(Graph { start, neighbours, notation: GraphNotation::default() })
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.start.len() - 1
    }

    /// The neighbours of `v` in increasing order.
    #[must_use]
    pub fn neighbours(&self, v: usize) -> &[u32] {
        &self.neighbours[self.start[v]..self.start[v + 1]]
    }
}

impl Tree {
    /// The tree in which vertex `i + 1` hangs from `parents[i]`.
    ///
    /// # Panics
    /// If a parent does not come before its child.
    #[must_use]
    pub fn new(parents: Vec<usize>) -> Tree {
        let edges: Vec<_> = parents.iter().enumerate().map(|(i, &p)| (p, i + 1)).collect();
        assert!(edges.iter().all(|&(p, v)| p < v), "a parent comes before its child");
        let graph = Graph::new(parents.len() + 1, &edges);
        Tree { parents, graph }
    }

    /// The parent of each vertex but the root: entry `i` is that of `i + 1`.
    #[must_use]
    pub fn parents(&self) -> &[usize] {
        &self.parents
    }

    /// The parent of `v`; none for the root.
    #[must_use]
    pub fn parent(&self, v: usize) -> Option<usize> {
        v.checked_sub(1).map(|i| self.parents[i])
    }

    /// The children of `v`, in increasing order.
    pub fn children(&self, v: usize) -> impl ExactSizeIterator<Item = usize> + Clone + '_ {
        // The parent comes before all children, and the lists are sorted.
        self.graph.neighbours(v)[usize::from(v > 0)..].iter().map(|&child| child as usize)
    }
}

impl Board {
    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> usize {
        match self {
            Board::Strip { cells } | Board::Cycle { cells } => *cells,
            Board::Grid { rows, cols } => rows * cols,
            Board::Multipartite { parts } => parts.iter().sum(),
            Board::Hamming { sides } => sides.iter().product(),
            Board::Tree(tree) => tree.graph.vertices(),
            Board::Named(graph) => graph.vertices(),
            Board::Graph(graph) => graph.vertices(),
        }
    }

    /// Calls `visit` with every neighbour of `v`.
    pub fn for_each_neighbour(&self, v: usize, mut visit: impl FnMut(usize)) {
        match self {
            Board::Strip { cells } => {
                if v > 0 {
                    visit(v - 1);
                }
                if v + 1 < *cells {
                    visit(v + 1);
                }
            }
            Board::Cycle { cells } => {
                visit(if v == 0 { cells - 1 } else { v - 1 });
                visit(if v + 1 == *cells { 0 } else { v + 1 });
            }
            Board::Grid { rows, cols } => {
                let (row, col) = (v / cols, v % cols);
                if row > 0 {
                    visit(v - cols);
                }
                if col > 0 {
                    visit(v - 1);
                }
                if col + 1 < *cols {
                    visit(v + 1);
                }
                if row + 1 < *rows {
                    visit(v + cols);
                }
            }
            Board::Multipartite { parts } => {
                let mut start = 0;
                for &size in parts {
                    if !(start..start + size).contains(&v) {
                        (start..start + size).for_each(&mut visit);
                    }
                    start += size;
                }
            }
            Board::Hamming { sides } => {
                let mut stride = 1;
                for &side in sides.iter().rev() {
                    let digit = v / stride % side;
                    (0..side).filter(|&d| d != digit).for_each(|d| visit(v - digit * stride + d * stride));
                    stride *= side;
                }
            }
            Board::Named(graph) => graph.for_each_neighbour(v, visit),
            Board::Tree(Tree { graph, .. }) | Board::Graph(graph) => {
                graph.neighbours(v).iter().for_each(|&u| visit(u as usize));
            }
        }
    }

    /// The neighbours of `v`, in increasing order.
    #[must_use]
    pub fn neighbours(&self, v: usize) -> Vec<usize> {
        let mut all = Vec::new();
        self.for_each_neighbour(v, |u| all.push(u));
        all.sort_unstable();
        all
    }

    /// Whether `a` and `b` are joined by an edge; false outside the board.
    #[must_use]
    pub fn adjacent(&self, a: usize, b: usize) -> bool {
        if a == b || a.max(b) >= self.vertices() {
            return false;
        }
        match self {
            Board::Strip { .. } => a.abs_diff(b) == 1,
            Board::Cycle { cells } => a.abs_diff(b) == 1 || a.abs_diff(b) == cells - 1,
            Board::Grid { cols, .. } => (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols) == 1,
            Board::Multipartite { parts } => part_of(parts, a) != part_of(parts, b),
            Board::Hamming { sides } => {
                let (mut a, mut b, mut differ) = (a, b, 0);
                for &side in sides.iter().rev() {
                    differ += usize::from(a % side != b % side);
                    (a, b) = (a / side, b / side);
                }
                differ == 1
            }
            Board::Tree(tree) => tree.parent(a) == Some(b) || tree.parent(b) == Some(a),
            Board::Named(graph) => graph.adjacent(a, b),
            Board::Graph(graph) => graph.neighbours(a).binary_search_by_key(&b, |&u| u as usize).is_ok(),
        }
    }

    /// All edges, each once, the smaller vertex first. Dense families have
    /// many: ask only where the graph is small.
    ///
    /// # Panics
    /// Never: there are no limits.
    #[must_use]
    pub fn edges(&self) -> Vec<(usize, usize)> {
        self.edges_within(&Budget::new().with_memory(usize::MAX)).expect("there are no limits")
    }

    /// [`Board::edges`] within a budget.
    pub fn edges_within(&self, budget: &Budget) -> Result<Vec<(usize, usize)>, Stop> {
        let (mut edges, mut ticker) = (Vec::new(), budget.ticker());
        for v in 0..self.vertices() {
            let (first, mut looked_at) = (edges.len(), 0);
            self.for_each_neighbour(v, |u| {
                looked_at += 1;
                if u > v {
                    edges.push((v, u));
                }
            });
            edges[first..].sort_unstable();
            // While a list grows, both copies exist.
            budget.fits(edges.len().saturating_mul(2 * size_of::<(usize, usize)>()))?;
            ticker.step(looked_at)?;
        }
        Ok(edges)
    }

    /// As a graph with its edges listed, within a budget.
    pub fn graph_within(&self, budget: &Budget) -> Result<Graph, Stop> {
        match self {
            Board::Graph(graph) | Board::Tree(Tree { graph, .. }) => Ok(graph.clone()),
            _ => {
                let edges = self.edges_within(budget)?;
                let _edges = budget.reserve(size_of_val(&edges[..]))?;
                Graph::within(self.vertices(), &edges, budget)
            }
        }
    }
}

/// The part of a multipartite graph that holds vertex `v`.
fn part_of(parts: &[usize], mut v: usize) -> Option<usize> {
    parts.iter().position(|&size| match v.checked_sub(size) {
        Some(rest) => {
            v = rest;
            false
        }
        None => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_kind() -> Vec<Board> {
        vec![
            Board::Strip { cells: 5 },
            Board::Cycle { cells: 3 },
            Board::Cycle { cells: 6 },
            Board::Grid { rows: 3, cols: 4 },
            Board::Multipartite { parts: vec![3, 1, 2] },
            Board::Hamming { sides: vec![2, 3, 2] },
            Board::Hamming { sides: vec![5] },
            Board::Tree(Tree::new(vec![0, 0, 1, 1, 4])),
            Board::Named(NamedGraph::Petersen),
            Board::Named(NamedGraph::Star { vertices: 5 }),
            Board::Named(NamedGraph::Wheel { vertices: 6 }),
            Board::Named(NamedGraph::Circulant { vertices: 8, jumps: vec![1, 2, 4] }),
            Board::Named(NamedGraph::Torus { rows: 3, cols: 4 }),
            Board::Named(NamedGraph::King { rows: 3, cols: 4 }),
            Board::Graph(Graph::new(5, &[(0, 1), (1, 0), (3, 1), (4, 3)])),
        ]
    }

    #[test]
    fn neighbours_and_adjacency_agree_and_are_symmetric() {
        for board in every_kind() {
            for a in 0..board.vertices() {
                for b in 0..board.vertices() {
                    assert_eq!(board.neighbours(a).contains(&b), board.adjacent(a, b), "{board:?} {a} {b}");
                    assert_eq!(board.adjacent(a, b), board.adjacent(b, a), "{board:?} {a} {b}");
                }
            }
        }
    }

    #[test]
    fn edge_counts_of_the_families() {
        let counts: Vec<_> = every_kind().iter().map(|b| b.edges().len()).collect();
        assert_eq!(counts, [4, 3, 6, 17, 11, 24, 10, 5, 15, 4, 10, 20, 24, 29, 3]);
    }
}
