//! Sums of positions on boards of every kind, in one kernel.
//!
//! Strips, grids one cell high and cycles share one root text; each group on
//! another graph has a vertex numbering of its own. A cycle becomes a strip
//! at its first move, and that strip is a segment of the cycle written twice.

use super::{Cluster, Graphs, Grid, Grids, Kernel, Row, Segment, Signed, Strip, Strips, Sum};
use crate::{Board, Player, Position, Stop};

/// A part of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// A strip of at most 64 stones.
    Row(Row),
    /// A longer strip.
    Segment(Segment),
    /// A part of a grid.
    Grid(Grid),
    /// A part of another graph.
    Cluster {
        /// Which of the graphs.
        graph: u32,
        /// Its stones.
        cluster: Cluster,
    },
    /// A full cycle.
    Cycle {
        /// Its first cell in the root text.
        start: u32,
        /// Number of cells.
        len: u32,
    },
}

/// The kernel of [`Part`], made for a sum of positions.
#[derive(Clone, Debug, Default)]
pub struct Boards {
    strips: Strips,
    graphs: Vec<Graphs>,
}

impl Boards {
    /// The kernel for a sum of positions, and the live parts of each.
    ///
    /// # Errors
    /// [`Stop::Size`] if a group that is no strip and no cycle has more than
    /// 128 stones.
    pub fn new(positions: &[Position]) -> Result<(Boards, Vec<Sum<Part>>), Stop> {
        let (mut text, mut graphs) = (Vec::new(), Vec::new());
        let mut sums: Vec<Vec<Root>> = Vec::new();
        for position in positions {
            let mut roots = Vec::new();
            for group in position.parts() {
                roots.push(root(position, &group, &mut text, &mut graphs)?);
            }
            sums.push(roots);
        }
        let boards = Boards { strips: Strips::new(&text), graphs };
        let parts = |roots: Vec<Root>| roots.into_iter().filter_map(|root| boards.part(root)).collect();
        let parts = sums.into_iter().map(parts).collect();
        Ok((boards, parts))
    }

    fn part(&self, root: Root) -> Option<Signed<Part>> {
        match root {
            Root::Strip { start, len } => self.strips.root(start, len).map(from_strip),
            Root::Part(part) => part,
        }
    }

    /// The strips left by each move on a cycle: one cell is empty, one of its
    /// neighbours recoloured.
    fn cycle_options(&self, start: usize, len: usize, player: Player, mut visit: impl FnMut(&[Signed<Part>])) {
        let black = player == Player::Left;
        for from in (start..start + len).filter(|&cell| self.strips.black(cell) == black) {
            let (first, last) = (from + 1, from + len - 1);
            for to in [first, last].into_iter().filter(|&cell| self.strips.black(cell) != black) {
                let end = |i: usize| if first + i == to { black } else { self.strips.black(first + i) };
                match self.strips.part(first, len - 1, end) {
                    Some(strip) => visit(&[from_strip(strip)]),
                    None => visit(&[]),
                }
            }
        }
    }
}

/// A group of a position on its way into the kernel: strips wait until the
/// whole text is known.
enum Root {
    Strip { start: usize, len: usize },
    Part(Option<Signed<Part>>),
}

/// Packs one group of stones.
fn root(
    position: &Position,
    group: &[usize],
    text: &mut Vec<Option<Player>>,
    graphs: &mut Vec<Graphs>,
) -> Result<Root, Stop> {
    let cells = position.cells();
    let colours = || group.iter().map(|&v| cells[v]);
    let black = |v: usize| cells[v] == Some(Player::Left);
    if group.iter().all(|&v| black(v)) || !group.iter().any(|&v| black(v)) {
        return Ok(Root::Part(None));
    }
    // The text starts with one empty cell.
    let start = text.len() + 1;
    match position.board() {
        Board::Strip { .. } => text.extend(colours()),
        Board::Grid { rows: 1, .. } | Board::Grid { cols: 1, .. } => text.extend(colours()),
        Board::Cycle { cells: all } if group.len() < *all => {
            // The group may run over the seam: begin after an empty cell.
            let first = group.iter().position(|&v| cells[(v + all - 1) % all].is_none()).expect("one cell is empty");
            text.extend((0..group.len()).map(|i| cells[group[(first + i) % group.len()]]));
        }
        Board::Cycle { .. } => {
            text.extend(colours().chain(colours()).chain([None]));
            let (start, len) = (start as u32, group.len() as u32);
            return Ok(Root::Part(Some(Signed::plain(Part::Cycle { start, len }))));
        }
        Board::Grid { cols, .. } if box_size(group, *cols) <= Grid::MAX => {
            let cells: Vec<_> = group.iter().map(|&v| (v / cols, v % cols, black(v))).collect();
            return Ok(Root::Part(Grid::normal(&cells).map(from_grid)));
        }
        board => {
            if group.len() > Graphs::MAX {
                return Err(Stop::Size);
            }
            let graph = Graphs::new(board, group);
            let black = group.iter().enumerate().filter(|&(_, &v)| black(v)).fold(0, |set, (i, _)| set | 1 << i);
            let cluster = graph.normal(u128::MAX >> (128 - group.len()), black);
            graphs.push(graph);
            let graph = graphs.len() as u32 - 1;
            return Ok(Root::Part(cluster.map(|c| c.map(|cluster| Part::Cluster { graph, cluster }))));
        }
    }
    text.push(None);
    Ok(Root::Strip { start, len: group.len() })
}

/// The number of cells of the bounding box of a group on a grid.
fn box_size(group: &[usize], cols: usize) -> usize {
    let span = |coordinate: fn(usize, usize) -> usize| {
        let all = group.iter().map(|&v| coordinate(v, cols));
        all.clone().max().unwrap_or(0) - all.min().unwrap_or(0) + 1
    };
    span(|v, cols| v / cols) * span(|v, cols| v % cols)
}

fn from_strip(strip: Signed<Strip>) -> Signed<Part> {
    strip.map(|strip| match strip {
        Strip::Row(row) => Part::Row(row),
        Strip::Segment(segment) => Part::Segment(segment),
    })
}

/// A grid part one cell high and not too long is a row.
fn from_grid(grid: Signed<Grid>) -> Signed<Part> {
    if grid.part.rows() > 1 || grid.part.cols() > Row::MAX {
        return grid.map(Part::Grid);
    }
    let row = Row::normal(grid.part.black() as u64, grid.part.cols()).expect("a grid part has both colours");
    Signed { part: Part::Row(row.part), negated: row.negated != grid.negated }
}

impl Kernel for Boards {
    type Part = Part;

    fn stones(&self, part: Part) -> usize {
        match part {
            Part::Row(row) => row.cells(),
            Part::Segment(segment) => segment.cells(),
            Part::Grid(grid) => Grids.stones(grid),
            Part::Cluster { graph, cluster } => self.graphs[graph as usize].stones(cluster),
            Part::Cycle { len, .. } => len as usize,
        }
    }

    fn is_own_negative(&self, part: Part) -> bool {
        match part {
            Part::Row(row) => self.strips.is_own_negative(Strip::Row(row)),
            Part::Segment(segment) => self.strips.is_own_negative(Strip::Segment(segment)),
            Part::Grid(grid) => Grids.is_own_negative(grid),
            Part::Cluster { graph, cluster } => self.graphs[graph as usize].is_own_negative(cluster),
            Part::Cycle { .. } => false,
        }
    }

    fn for_each_option(&self, part: Part, player: Player, mut visit: impl FnMut(&[Signed<Part>])) {
        let mut wide = Vec::new();
        match part {
            Part::Row(row) => self.strips.for_each_option(Strip::Row(row), player, |parts| {
                widen(&mut wide, parts, from_strip);
                visit(&wide);
            }),
            Part::Segment(segment) => self.strips.for_each_option(Strip::Segment(segment), player, |parts| {
                widen(&mut wide, parts, from_strip);
                visit(&wide);
            }),
            Part::Grid(grid) => Grids.for_each_option(grid, player, |parts| {
                widen(&mut wide, parts, from_grid);
                visit(&wide);
            }),
            Part::Cluster { graph, cluster } => {
                self.graphs[graph as usize].for_each_option(cluster, player, |parts| {
                    widen(&mut wide, parts, |c| c.map(|cluster| Part::Cluster { graph, cluster }));
                    visit(&wide);
                });
            }
            Part::Cycle { start, len } => self.cycle_options(start as usize, len as usize, player, visit),
        }
    }

    fn position(&self, part: Part) -> Position {
        match part {
            Part::Row(row) => self.strips.position(Strip::Row(row)),
            Part::Segment(segment) => self.strips.position(Strip::Segment(segment)),
            Part::Grid(grid) => Grids.position(grid),
            Part::Cluster { graph, cluster } => self.graphs[graph as usize].position(cluster),
            Part::Cycle { start, len } => {
                let colour = |place| if self.strips.black(place) { Player::Left } else { Player::Right };
                let cells: Vec<_> = (start..start + len).map(|place| Some(colour(place as usize))).collect();
                Position::new(Board::Cycle { cells: cells.len() }, cells)
            }
        }
    }
}

/// Copies parts into a wider type.
fn widen<P: Copy>(wide: &mut Vec<Signed<Part>>, parts: &[Signed<P>], widen: impl Fn(Signed<P>) -> Signed<Part>) {
    wide.clear();
    wide.extend(parts.iter().map(|&part| widen(part)));
}
