//! The rules of Clobber on strips, grids and graphs, and parts in normal form.
//!
//! A player moves one of her stones onto a neighbouring stone of the other
//! colour and takes it. So a position is the disjunctive sum of its connected
//! groups of stones; a group of one colour has no moves. A group whose stones
//! form a path is a strip, on any board; strips are mirrored, and grid parts
//! rotated and mirrored, to the least of their images.

use std::sync::Arc;

use crate::games::Fault;
use crate::grid_bits::GridBits;

/// The board of a part: how its cells are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// In a row.
    Strip,
    /// A grid with this many cells per row.
    Grid(u32),
    /// On the graph with this number.
    Graph(u32),
}

/// A connected group of stones of both colours, in normal form: `x` is Left,
/// `o` is Right, `.` is empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Part {
    /// Where the cells lie.
    pub shape: Shape,
    /// The cells.
    pub cells: Arc<[u8]>,
}

/// The graphs of a file.
#[derive(Default)]
pub struct Boards {
    graphs: Vec<Vec<Vec<u32>>>,
}

/// The other colour.
#[must_use]
pub fn other(cell: u8) -> u8 {
    match cell {
        b'x' => b'o',
        b'o' => b'x',
        empty => empty,
    }
}

impl Part {
    /// Number of stones.
    #[must_use]
    pub fn stones(&self) -> usize {
        self.count(STONE)
    }

    /// Stones of either colour: x, o.
    #[must_use]
    pub fn colours(&self) -> (i32, i32) {
        let (stones, black) = (self.count(STONE), self.count(BLACK));
        (black as i32, (stones - black) as i32)
    }

    /// Number of cells whose letter has this bit, eight at a time.
    fn count(&self, bit: u8) -> usize {
        let (chunks, rest) = self.cells.as_chunks::<8>();
        let marked =
            |chunk: &[u8; 8]| (u64::from_le_bytes(*chunk) & u64::from_le_bytes([bit; 8])).count_ones() as usize;
        let rest = rest.iter().fold(0, |count, &cell| count + usize::from(cell & bit != 0));
        chunks.iter().map(marked).sum::<usize>() + rest
    }
}

/// A bit of the letters `x` and `o`, but not of `.`.
const STONE: u8 = 0x40;
/// A bit of the letter `x` only.
const BLACK: u8 = 0x10;

impl Boards {
    /// Enters a graph.
    ///
    /// # Errors
    /// If an end of an edge is not a vertex.
    pub fn graph(&mut self, vertices: usize, edges: &[(usize, usize)]) -> Result<(), Fault> {
        let mut lists = vec![Vec::new(); vertices];
        for &(a, b) in edges {
            if a >= vertices || b >= vertices || a == b {
                return Err(format!("{a}-{b} is not an edge between {vertices} vertices"));
            }
            lists[a].push(b as u32);
            lists[b].push(a as u32);
        }
        for list in &mut lists {
            list.sort_unstable();
            list.dedup();
        }
        self.graphs.push(lists);
        Ok(())
    }

    /// Number of vertices of a graph.
    #[must_use]
    pub fn vertices(&self, graph: usize) -> Option<usize> {
        Some(self.graphs.get(graph)?.len())
    }

    /// The edges of a graph, each once, with its lesser vertex first: in the
    /// order of that vertex and then of the other.
    pub(crate) fn edges(&self, graph: usize) -> impl Iterator<Item = (usize, usize)> {
        let lists = self.graphs.get(graph).into_iter().flatten().enumerate();
        lists.flat_map(|(a, list)| list.iter().map(move |&b| (a, b as usize)).filter(|(a, b)| a < b))
    }

    /// Calls `visit` for the neighbours of a cell.
    pub fn neighbours(&self, shape: Shape, cells: usize, i: usize, mut visit: impl FnMut(usize)) {
        match shape {
            Shape::Strip => {
                if i > 0 {
                    visit(i - 1);
                }
                if i + 1 < cells {
                    visit(i + 1);
                }
            }
            Shape::Grid(cols) => {
                let cols = cols as usize;
                if i >= cols {
                    visit(i - cols);
                }
                if !i.is_multiple_of(cols) {
                    visit(i - 1);
                }
                if i % cols + 1 < cols {
                    visit(i + 1);
                }
                if i + cols < cells {
                    visit(i + cols);
                }
            }
            Shape::Graph(graph) => self.graphs[graph as usize][i].iter().for_each(|&j| visit(j as usize)),
        }
    }

    /// The moves of the player with this colour: from, to.
    #[must_use]
    pub fn moves(&self, shape: Shape, cells: &[u8], colour: u8) -> Vec<(usize, usize)> {
        let mut moves = Vec::with_capacity(cells.len().min(32));
        for from in (0..cells.len()).filter(|&i| cells[i] == colour) {
            self.neighbours(shape, cells.len(), from, |to| {
                if cells[to] == other(colour) {
                    moves.push((from, to));
                }
            });
        }
        moves
    }

    /// The parts that are left by a move.
    #[must_use]
    pub fn after(&self, part: &Part, mv: (usize, usize)) -> Vec<Part> {
        let mut parts = Vec::new();
        self.for_each_after(part, mv, |part| parts.push(part));
        parts
    }

    /// Calls `visit` with the parts that are left by a move.
    pub(crate) fn for_each_after(&self, part: &Part, (from, to): (usize, usize), visit: impl FnMut(Part)) {
        if let Some(bits) = bits(part.shape, &part.cells) {
            return bits.after((from, to)).for_each_part(visit);
        }
        let mut cells = part.cells.to_vec();
        cells[to] = cells[from];
        cells[from] = b'.';
        self.parts_by_cells(part.shape, &cells).into_iter().for_each(visit);
    }

    /// The groups of stones that have both colours, in normal form.
    #[must_use]
    pub fn parts(&self, shape: Shape, cells: &[u8]) -> Vec<Part> {
        let Some(bits) = bits(shape, cells) else { return self.parts_by_cells(shape, cells) };
        let mut parts = Vec::new();
        bits.for_each_part(|part| parts.push(part));
        parts
    }

    /// The definition of [`Boards::parts`], on boards of any size.
    pub(crate) fn parts_by_cells(&self, shape: Shape, cells: &[u8]) -> Vec<Part> {
        let mut parts = Vec::new();
        if shape == Shape::Strip {
            for run in cells.split(|&cell| cell == b'.').filter(|run| is_live(run)) {
                parts.push(strip(run));
            }
            return parts;
        }
        let mut seen = vec![false; cells.len()];
        let mut group = Vec::with_capacity(cells.len());
        for start in 0..cells.len() {
            if seen[start] || cells[start] == b'.' {
                continue;
            }
            group.clear();
            group.push(start);
            seen[start] = true;
            let mut next = 0;
            while let Some(&i) = group.get(next) {
                next += 1;
                self.neighbours(shape, cells.len(), i, |j| {
                    if cells[j] != b'.' && !seen[j] {
                        seen[j] = true;
                        group.push(j);
                    }
                });
            }
            let live = group.iter().any(|&i| cells[i] != cells[start]);
            if live {
                parts.push(self.normal(shape, cells, &group));
            }
        }
        parts
    }

    fn normal(&self, shape: Shape, cells: &[u8], group: &[usize]) -> Part {
        if let Some(row) = self.path(shape, cells, group) {
            return strip(&row);
        }
        match shape {
            Shape::Grid(cols) => grid(cells, cols as usize, group),
            _ => {
                let mut own = vec![b'.'; cells.len()];
                group.iter().for_each(|&i| own[i] = cells[i]);
                Part { shape, cells: own.into() }
            }
        }
    }

    /// The stones of a group in a row, if they form a path: it is connected,
    /// so two ends and no fork are enough.
    fn path(&self, shape: Shape, cells: &[u8], group: &[usize]) -> Option<Vec<u8>> {
        let mut end = None;
        let mut ends = 0;
        for &i in group {
            let mut degree = 0;
            self.neighbours(shape, cells.len(), i, |j| degree += usize::from(cells[j] != b'.'));
            match degree {
                1 => (end, ends) = (Some(i), ends + 1),
                2 => {}
                _ => return None,
            }
        }
        let mut row = Vec::with_capacity(group.len());
        let (mut before, mut here) = (None, end.filter(|_| ends == 2)?);
        loop {
            row.push(cells[here]);
            let mut next = None;
            self.neighbours(shape, cells.len(), here, |j| {
                if cells[j] != b'.' && Some(j) != before {
                    next = Some(j);
                }
            });
            let Some(j) = next else { return Some(row) };
            (before, here) = (Some(here), j);
        }
    }

    /// The negative of a part.
    #[must_use]
    pub fn negative(&self, part: &Part) -> Part {
        if let Some(bits) = bits(part.shape, &part.cells) {
            return bits.negative().normal();
        }
        let cells: Vec<u8> = part.cells.iter().map(|&cell| other(cell)).collect();
        match part.shape {
            Shape::Strip => strip(&cells),
            Shape::Grid(cols) => {
                let group: Vec<usize> = (0..cells.len()).filter(|&i| cells[i] != b'.').collect();
                grid(&cells, cols as usize, &group)
            }
            shape @ Shape::Graph(_) => Part { shape, cells: cells.into() },
        }
    }

    /// The index of the negative of a part among others.
    #[must_use]
    pub fn opposite(&self, part: &Part, others: &[Part]) -> Option<usize> {
        if others.is_empty() {
            return None;
        }
        let (x, o) = part.colours();
        let mut negative = None;
        others.iter().position(|other| {
            other.shape == part.shape
                && other.cells.len() == part.cells.len()
                && other.colours() == (o, x)
                && other == negative.get_or_insert_with(|| self.negative(part))
        })
    }
}

/// The bitboards of a small grid.
fn bits(shape: Shape, cells: &[u8]) -> Option<GridBits> {
    if let Shape::Grid(cols) = shape { GridBits::new(cols, cells) } else { None }
}

fn is_live(run: &[u8]) -> bool {
    run.contains(&b'x') && run.contains(&b'o')
}

/// The lesser of a strip and its mirror image.
pub(crate) fn strip(row: &[u8]) -> Part {
    let is_turned = row.iter().rev().lt(row.iter());
    let cells = if is_turned { row.iter().rev().copied().collect() } else { row.into() };
    Part { shape: Shape::Strip, cells }
}

/// The least image of a group on a grid: first by width, then by cells.
fn grid(cells: &[u8], cols: usize, group: &[usize]) -> Part {
    let (mut top, mut bottom, mut left, mut right) = (usize::MAX, 0, usize::MAX, 0);
    for &i in group {
        (top, bottom) = (top.min(i / cols), bottom.max(i / cols));
        (left, right) = (left.min(i % cols), right.max(i % cols));
    }
    let (rows, width) = (bottom - top + 1, right - left + 1);
    let mut own = vec![b'.'; rows * width];
    group.iter().for_each(|&i| own[(i / cols - top) * width + i % cols - left] = cells[i]);
    // Each image is read row by row: its first cell, and the steps from cell to
    // cell and from row to row. Rows are at most as long as columns.
    let wide = rows.min(width);
    let (r, c) = (rows as isize, width as isize);
    let image = |i: usize| {
        let (y, down) = if i & 1 == 0 { (0, c) } else { ((r - 1) * c, -c) };
        let (x, right) = if i & 2 == 0 { (0, 1) } else { (c - 1, -1) };
        if i & 4 == 0 { (y + x, right, down) } else { (y + x, down, right) }
    };
    let cell = |(start, step, next): (isize, isize, isize), i: usize| {
        own[(start + (i / wide) as isize * next + (i % wide) as isize * step) as usize]
    };
    let upright = (0..4).filter(|_| rows >= width);
    let turned = (4..8).filter(|_| rows <= width);
    let less = |&a: &_, &b: &_| (0..own.len()).map(|i| cell(a, i)).cmp((0..own.len()).map(|i| cell(b, i)));
    let least = upright.chain(turned).map(image).min_by(less).expect("one way or the other");
    Part { shape: Shape::Grid(wide as u32), cells: (0..own.len()).map(|i| cell(least, i)).collect() }
}
