//! The live stones of a position, numbered from 0: what a heuristic search plays on.
//!
//! A group of one colour has no moves and never gets any, so only groups of both
//! colours count. A move of the search is a directed edge between two live stones.
//!
//! Each vertex has a *code* that says how the stones around it stand. It changes by
//! a fixed amount when a stone near it comes or goes:
//!
//! ```text
//! grids and rows   0 1 2     two bits for each of the eight cells around:
//!                  3 . 4     bits 2i and 2i+1 for cell i; 1 black, 2 white
//!                  5 6 7
//! other graphs     number of black neighbours + 2^16 * number of white ones
//! ```

use super::window_class::{class_of_counts, class_of_window};
use crate::{Board, Budget, Player, Position, Stop};

/// Colour of a stone in the search; 0 is an empty cell.
pub(super) const BLACK: u8 = 1;
pub(super) const WHITE: u8 = 2;

/// Maximum number of live stones of a search.
pub(super) const MAX_LIVE: usize = 1 << 15;

/// Maximum number of directed edges, and of influences.
const MAX_EDGES: usize = 1 << 22;

/// Bytes of a vertex, and of an edge with its influence and its history, while lists
/// grow.
const VERTEX_BYTES: usize = 64;
const EDGE_BYTES: usize = 48;

/// A vertex whose code depends on another one, and what a black stone adds to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Influence {
    pub(super) vertex: u32,
    pub(super) black: u32,
    pub(super) white: u32,
}

/// The graph under the live stones.
#[derive(Debug)]
pub(super) struct LiveGraph {
    /// Cell of the board of each vertex.
    pub(super) cells: Vec<usize>,
    /// Where the edges of each vertex start in `sources` and `targets`.
    first_edge: Vec<u32>,
    pub(super) sources: Vec<u16>,
    pub(super) targets: Vec<u16>,
    first_influence: Vec<u32>,
    influences: Vec<Influence>,
    is_grid: bool,
}

/// Returns the cells of the groups that have stones of both colours, in order.
fn live_cells(position: &Position, budget: &Budget) -> Result<Vec<usize>, Stop> {
    let stones = position.cells();
    let mut live: Vec<usize> = Vec::new();
    for group in position.parts_within(budget)? {
        if group.iter().any(|&v| stones[v] != stones[group[0]]) {
            live.extend(group);
        }
    }
    live.sort_unstable();
    Ok(live)
}

impl LiveGraph {
    /// Numbers the live stones of a position.
    ///
    /// # Errors
    /// [`Stop::Unsupported`] if there are too many of them, and [`Stop`] when the
    /// budget is exhausted.
    pub(super) fn new(position: &Position, budget: &Budget) -> Result<LiveGraph, Stop> {
        let cells = live_cells(position, budget)?;
        if cells.len() > MAX_LIVE {
            return Err(Stop::Unsupported);
        }
        budget.fits(VERTEX_BYTES * cells.len())?;
        let vertex = |cell: usize| cells.binary_search(&cell).ok();
        let grid = match position.board() {
            Board::Strip { cells } => Some((1, *cells)),
            Board::Grid { rows, cols } => Some((*rows, *cols)),
            _ => None,
        };
        let mut graph = LiveGraph {
            first_edge: vec![0],
            sources: Vec::new(),
            targets: Vec::new(),
            first_influence: vec![0],
            influences: Vec::new(),
            is_grid: grid.is_some(),
            cells: Vec::new(),
        };
        let mut ticker = budget.ticker();
        for (v, &cell) in cells.iter().enumerate() {
            let (mut targets, mut looked_at) = (Vec::new(), 0);
            position.board().for_each_neighbour(cell, |u| {
                looked_at += 1;
                targets.extend(vertex(u).map(|u| u as u16));
            });
            ticker.step(looked_at)?;
            targets.sort_unstable();
            graph.sources.resize(graph.sources.len() + targets.len(), v as u16);
            graph.targets.extend(&targets);
            graph.first_edge.push(graph.targets.len() as u32);
            match grid {
                Some((rows, cols)) => graph.influences.extend(around(cell, rows, cols).filter_map(|(near, place)| {
                    // Seen from the other cell, this one lies on the opposite side.
                    let shift = 2 * (7 - place);
                    Some(Influence { vertex: vertex(near)? as u32, black: 1 << shift, white: 2 << shift })
                })),
                None => {
                    let influence = |&u: &u16| Influence { vertex: u.into(), black: 1, white: 1 << 16 };
                    graph.influences.extend(targets.iter().map(influence));
                }
            }
            graph.first_influence.push(graph.influences.len() as u32);
            if graph.targets.len().max(graph.influences.len()) > MAX_EDGES {
                return Err(Stop::Unsupported);
            }
            budget.fits(VERTEX_BYTES * cells.len() + EDGE_BYTES * graph.influences.len().max(graph.targets.len()))?;
        }
        graph.cells = cells;
        Ok(graph)
    }

    /// Number of vertices.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The edges that leave a vertex.
    #[inline]
    pub(super) fn edges(&self, v: usize) -> std::ops::Range<usize> {
        self.first_edge[v] as usize..self.first_edge[v + 1] as usize
    }

    /// The vertices whose codes depend on this one.
    #[inline]
    pub(super) fn influences(&self, v: usize) -> &[Influence] {
        &self.influences[self.first_influence[v] as usize..self.first_influence[v + 1] as usize]
    }

    /// The class of the surroundings of a stone of this colour.
    #[inline]
    pub(super) fn class(&self, code: u32, colour: u8) -> usize {
        if self.is_grid {
            class_of_window(if colour == BLACK { code } else { (code & 0x5555) << 1 | code >> 1 & 0x5555 })
        } else {
            let (black, white) = (code & 0xffff, code >> 16);
            if colour == BLACK { class_of_counts(black, white) } else { class_of_counts(white, black) }
        }
    }

    /// The edge between two cells of the board.
    pub(super) fn edge_between(&self, from: usize, to: usize) -> Option<usize> {
        let (from, to) = (self.cells.binary_search(&from).ok()?, self.cells.binary_search(&to).ok()?);
        self.edges(from).find(|&edge| usize::from(self.targets[edge]) == to)
    }
}

/// The cells around a cell of a grid, each with its place in the picture above.
fn around(cell: usize, rows: usize, cols: usize) -> impl Iterator<Item = (usize, u32)> {
    let (row, col) = (cell / cols, cell % cols);
    let near = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)];
    near.into_iter().zip(0..).filter_map(move |((r, c), place)| {
        let (r, c) = ((row + r).checked_sub(1)?, (col + c).checked_sub(1)?);
        (r < rows && c < cols).then_some((r * cols + c, place))
    })
}

/// The colour of a player's stones.
pub(super) fn colour_of(player: Player) -> u8 {
    match player {
        Player::Left => BLACK,
        Player::Right => WHITE,
    }
}
