//! Cylinders: a cycle times a path, C_m x P_n, by the frontier DP.
//!
//! They are recognised in any graph: the rim, then layer by layer. A short
//! ring makes a [tube](StripTopology::Tube), a short path a [loop](StripTopology::Loop); either
//! is solved like a narrow grid, exactly and in time linear in its length.

use super::column_automaton::cover;
use super::frontier::{ColumnCells, LOOP_ROWS, MAX_ROWS, StripTopology, Way};
use super::view::sign;
use crate::solitaire::Reduction;
use crate::solitaire::play::forest::Forest;
use crate::{Board, Budget, Graph, Position, Stop};

/// The fewest stones that can be left on a full cylinder with a ring of at
/// most five or a path of at most three vertices, and a play; `None` if the
/// board is not such a graph.
pub(crate) fn cylinder(position: &Position, play: bool, budget: &Budget) -> Option<Result<Reduction, Stop>> {
    let Board::Graph(graph) = position.board() else { return None };
    let unrolled = Unrolled::of(&Layers::of(graph)?)?;
    Some(unrolled.reduce(position, play, budget))
}

/// The layers of a cylinder, each a ring in order, the same order in each.
struct Layers {
    ring: usize,
    /// Layer after layer.
    vertices: Vec<usize>,
}

impl Layers {
    fn of(graph: &Graph) -> Option<Layers> {
        let n = graph.vertices();
        let degree = |v: usize| graph.neighbours(v).len();
        let low = (0..n).filter(|&v| degree(v) == 3).count();
        if low == 0 || (0..n).any(|v| !(3..=4).contains(&degree(v))) {
            return None;
        }
        let rims = if low == n { prism_rims(graph) } else { open_rim(graph).into_iter().collect() };
        rims.into_iter().find_map(|rim| Layers::from_rim(graph, rim))
    }

    /// The layers that follow a rim, if the whole graph is a cylinder.
    fn from_rim(graph: &Graph, rim: Vec<usize>) -> Option<Layers> {
        let n = graph.vertices();
        let (ring, mut vertices) = (rim.len(), rim);
        let mut seen = vec![false; n];
        vertices.iter().for_each(|&v| seen[v] = true);
        let mut at = 0;
        while vertices.len() < n {
            let mut fresh = near(graph, *vertices.get(at)?).filter(|&u| !seen[u]);
            let (next, None) = (fresh.next()?, fresh.next()) else { return None };
            seen[next] = true;
            vertices.push(next);
            at += 1;
        }
        Layers { ring, vertices }.checked(graph)
    }

    /// Itself, if its edges are just those of the graph.
    fn checked(self, graph: &Graph) -> Option<Layers> {
        let (n, ring) = (self.vertices.len(), self.ring);
        let edges: usize = (0..n).map(|v| graph.neighbours(v).len()).sum::<usize>() / 2;
        let joined = |a: usize, b: usize| near(graph, self.vertices[a]).any(|u| u == self.vertices[b]);
        let fits = ring >= 3 && n.is_multiple_of(ring) && n > ring && edges == 2 * n - ring;
        let round = |i: usize| if (i + 1).is_multiple_of(ring) { i + 1 - ring } else { i + 1 };
        (fits && (0..n).all(|i| joined(i, round(i))) && (ring..n).all(|i| joined(i - ring, i))).then_some(self)
    }
}

/// The ring of vertices with three neighbours, where others have four.
fn open_rim(graph: &Graph) -> Option<Vec<usize>> {
    let low = |v: usize| near(graph, v).filter(|&u| graph.neighbours(u).len() == 3);
    let start = (0..graph.vertices()).find(|&v| graph.neighbours(v).len() == 3)?;
    let mut rim = vec![start];
    let (mut last, mut now) = (start, low(start).next()?);
    while now != start {
        rim.push(now);
        let next = low(now).find(|&u| u != last)?;
        (last, now) = (now, next);
        if rim.len() > graph.vertices() {
            return None;
        }
    }
    Some(rim)
}

/// The rings that may be one half of a prism: for each neighbour of vertex 0
/// that may be its copy in the other half, the walk that keeps the copies
/// adjacent.
fn prism_rims(graph: &Graph) -> Vec<Vec<usize>> {
    near(graph, 0).filter_map(|copy| prism_rim(graph, copy)).collect()
}

fn prism_rim(graph: &Graph, copy_of_first: usize) -> Option<Vec<usize>> {
    let (mut last, mut copy) = (0, copy_of_first);
    let mut now = near(graph, 0).find(|&u| u != copy)?;
    let mut rim = vec![0];
    while now != 0 {
        rim.push(now);
        copy = near(graph, now).find(|&u| u != last && near(graph, copy).any(|w| w == u))?;
        let next = near(graph, now).find(|&u| u != last && u != copy)?;
        (last, now) = (now, next);
        if 2 * rim.len() > graph.vertices() {
            return None;
        }
    }
    Some(rim)
}

fn near(graph: &Graph, v: usize) -> impl Iterator<Item = usize> + '_ {
    graph.neighbours(v).iter().map(|&u| u as usize)
}

/// A cylinder as a sequence of columns.
struct Unrolled {
    topology: StripTopology,
    rows: usize,
    cols: usize,
    /// Column after column.
    vertices: Vec<usize>,
}

impl Unrolled {
    fn of(layers: &Layers) -> Option<Unrolled> {
        let (ring, path) = (layers.ring, layers.vertices.len() / layers.ring);
        // A seam doubles the number of plugs.
        if ring <= MAX_ROWS && (ring <= 2 * path || path > LOOP_ROWS) {
            return Some(Unrolled {
                topology: StripTopology::Tube,
                rows: ring,
                cols: path,
                vertices: layers.vertices.clone(),
            });
        }
        let turned = || (0..ring).flat_map(|i| (0..path).map(move |layer| layers.vertices[layer * ring + i]));
        (path <= LOOP_ROWS).then(|| Unrolled {
            topology: StripTopology::Loop,
            rows: path,
            cols: ring,
            vertices: turned().collect(),
        })
    }

    fn reduce(&self, position: &Position, play: bool, budget: &Budget) -> Result<Reduction, Stop> {
        let column = |vertices: &[usize]| {
            let mut column = ColumnCells::default();
            vertices.iter().enumerate().for_each(|(row, &v)| column.cells[row] = sign(position.cells()[v]));
            column
        };
        let columns: Vec<ColumnCells> = self.vertices.chunks(self.rows).map(column).collect();
        let cover = cover(self.rows, self.topology, 0, &columns, play, budget)?.expect("every stone may stay");
        let play = play.then(|| {
            let mut forest = Forest::still(self.vertices.len());
            for (col, ways) in cover.ways.iter().enumerate() {
                for row in 0..self.rows {
                    self.point(&mut forest, row, col, ways.of(row));
                }
            }
            forest.order(position).expect("the dynamic program lists playable forests")
        });
        let (rows, cols) = (self.rows, self.cols);
        let method = match self.topology {
            StripTopology::Tube => format!("dynamic program along a ring of {rows} times a path of {cols}"),
            _ => format!("dynamic program round a ring of {cols} times a path of {rows}"),
        };
        Ok(Reduction::exact(cover.stay, method, play))
    }

    /// Adds the arrow of one cell to a forest.
    fn point(&self, forest: &mut Forest, row: usize, col: usize, way: Way) {
        let (rows, cols) = (self.rows, self.cols);
        let (to_row, to_col) = match way {
            Way::Stays => return,
            Way::Up => ((row + rows - 1) % rows, col),
            Way::Down => ((row + 1) % rows, col),
            Way::Left => (row, (col + cols - 1) % cols),
            Way::Right => (row, (col + 1) % cols),
        };
        forest.point(self.vertices[col * rows + row], self.vertices[to_col * rows + to_row]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;
    use crate::solitaire::judge_table::JudgeTable;
    use crate::solitaire::{any_graph, replay};

    /// The edges of C_ring x P_path with shuffled names.
    fn board(ring: usize, path: usize, random: &mut SplitMix64) -> Board {
        let n = ring * path;
        let mut names: Vec<usize> = (0..n).collect();
        (1..n).rev().for_each(|i| names.swap(i, random.below(i as u64 + 1) as usize));
        let round = |v: usize| v / ring * ring + (v + 1) % ring;
        let round = (0..n).map(|v| (names[v], names[round(v)]));
        let edges: Vec<_> = round.chain((ring..n).map(|v| (names[v - ring], names[v]))).collect();
        Board::Graph(Graph::new(n, &edges))
    }

    fn coloured(board: &std::sync::Arc<Board>, stones: impl Fn(usize) -> bool) -> Position {
        let cells = (0..board.vertices()).map(|v| Some(crate::Player::BOTH[usize::from(stones(v))])).collect();
        Position::new(board.clone(), cells)
    }

    fn value(position: &Position) -> usize {
        let found = cylinder(position, true, &Budget::new()).expect("a cylinder").expect("no limit");
        let left = replay(position, found.play.as_ref().expect("asked for")).expect("legal").stones();
        assert_eq!(left, found.upper);
        found.value().expect("exact")
    }

    #[test]
    fn all_positions_of_small_cylinders_agree_with_brute_force() {
        let mut random = SplitMix64::new(20);
        for (ring, path) in [(3, 2), (4, 2), (5, 2), (6, 2), (3, 3), (3, 4), (4, 3)] {
            let board = std::sync::Arc::new(board(ring, path, &mut random));
            let mut table = JudgeTable::new(board.clone());
            for code in 0..1u64 << (ring * path) {
                let position = coloured(&board, |v| code >> v & 1 == 1);
                assert_eq!(value(&position), table.fewest(&position), "{ring} {path} {code:b}");
            }
        }
    }

    #[test]
    fn longer_cylinders_agree_with_the_exact_method() {
        let mut random = SplitMix64::new(21);
        for (ring, path) in [(7, 2), (9, 3), (12, 2), (25, 2), (3, 12), (4, 7), (5, 5), (7, 3)] {
            for _ in 0..4 {
                let board = std::sync::Arc::new(board(ring, path, &mut random));
                // Runs of one colour make more than two stones stay.
                let bits = random.next_u64() & random.next_u64();
                let position = coloured(&board, |v| bits >> (v % 64) & 1 == 1);
                let exact = any_graph::reduce(&position, None, false, &Budget::new()).expect("some play exists");
                assert_eq!(Some(value(&position)), exact.value(), "{ring} {path} {position}");
            }
        }
    }

    #[test]
    fn other_graphs_are_no_cylinders() {
        // A Moebius ladder, K_5, the Petersen graph, a cylinder that is too wide.
        let ladder: Vec<_> = (0..8).map(|v| (v, (v + 1) % 8)).chain((0..4).map(|v| (v, v + 4))).collect();
        let complete: Vec<_> = (0..5).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
        let star = (0..5).flat_map(|v| [(v, (v + 1) % 5), (v, v + 5), (v + 5, (v + 2) % 5 + 5)]).collect();
        for (n, edges) in [(8, ladder), (5, complete), (10, star)] {
            let board = std::sync::Arc::new(Board::Graph(Graph::new(n, &edges)));
            assert!(cylinder(&coloured(&board, |v| v == 0), false, &Budget::new()).is_none(), "{edges:?}");
        }
        let wide = std::sync::Arc::new(board(6, 4, &mut SplitMix64::new(1)));
        assert!(cylinder(&coloured(&wide, |v| v == 0), false, &Budget::new()).is_none());
    }
}
