//! Sums of positions on boards of all families, packed by one set of rules.
//!
//! Strips, grids one cell high and cycles share one root text; each group on
//! another graph has its own vertex numbering. A cycle becomes a strip at its
//! first move, and that strip is a substring of the cycle written twice.

use super::{
    GraphRules, GridRules, LongSegment, NeighbourCounts, PackedGraph, PackedGrid, PackedRow, PackedStrip, PartRules,
    PartSum, Signed, StripRules,
};
use crate::{Board, Budget, Player, Position, Stop};

/// A part of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PackedPart {
    /// A strip of at most 64 stones.
    Row(PackedRow),
    /// A longer strip.
    Segment(LongSegment),
    /// A part of a grid.
    Grid(PackedGrid),
    /// A part of another graph.
    Graph {
        /// Which of the graphs.
        graph: u32,
        /// Its stones.
        component: PackedGraph,
    },
    /// A full cycle.
    Cycle {
        /// Its first cell in the root text.
        start: u32,
        /// Number of cells.
        len: u32,
    },
}

impl PackedPart {
    /// Returns whether it means the same in every [`BoardRules`]. Rows and grid
    /// parts carry their stones, and so do all parts that play leaves of them;
    /// the others are references into one set of rules.
    #[must_use]
    pub fn is_portable(&self) -> bool {
        matches!(self, PackedPart::Row(_) | PackedPart::Grid(_))
    }
}

/// The rules on [`PackedPart`], created for a sum of positions.
#[derive(Clone, Debug, Default)]
pub struct BoardRules {
    strips: StripRules,
    graphs: Vec<GraphRules>,
    origins: Vec<Origin>,
}

/// How the cells of a root position are packed.
#[derive(Clone, Debug)]
enum Origin {
    /// The offset of each cell in the text.
    Text(Vec<u32>),
    /// Number of columns; grid parts carry their cells.
    Grid { cols: usize },
    /// For each vertex the number of its graph and its number there.
    Graph(Vec<(u32, u8)>),
}

/// Bytes per cell of a text with its mirror images and negatives, and of the
/// cell's offset.
const TEXT_BYTES: usize = 8;
/// Bytes of a small graph.
const GRAPH_BYTES: usize = 96;

impl BoardRules {
    /// Creates the rules for a sum of positions; also returns the parts of
    /// each position.
    ///
    /// # Errors
    /// [`Stop::Unsupported`] if a group that is neither a strip nor a cycle has
    /// more than 128 stones.
    pub fn new(positions: &[Position]) -> Result<(BoardRules, Vec<PartSum<PackedPart>>), Stop> {
        BoardRules::within(positions, &Budget::new().with_memory(usize::MAX))
    }

    /// Creates the rules for a sum of positions within a budget.
    ///
    /// # Errors
    /// As [`BoardRules::new`], and [`Stop`] when the budget is exhausted.
    pub fn within(positions: &[Position], budget: &Budget) -> Result<(BoardRules, Vec<PartSum<PackedPart>>), Stop> {
        let (mut text, mut boards) = (Vec::new(), BoardRules::default());
        for position in positions {
            budget.check()?;
            // A growing vector is in memory twice while it is copied.
            budget.fits((2 * TEXT_BYTES).saturating_mul(text.len().saturating_add(position.cells().len())))?;
            boards.enter(position, &mut text, budget)?;
        }
        boards.strips = StripRules::within(&text, budget)?;
        let mut parts = Vec::with_capacity(positions.len());
        let mut found = 0;
        for (root, position) in positions.iter().enumerate() {
            parts.push(boards.pack_within(root, position, budget)?);
            found += parts[root].len();
            budget.fits(found * size_of::<Signed<PackedPart>>())?;
        }
        Ok((boards, parts))
    }

    /// Packs a position that was reached from root position number `root` by
    /// legal moves.
    ///
    /// # Panics
    /// If it is on another board.
    #[must_use]
    pub fn pack(&self, root: usize, position: &Position) -> PartSum<PackedPart> {
        self.pack_within(root, position, &Budget::new().with_memory(usize::MAX)).expect("there are no limits")
    }

    /// Packs a position within a budget.
    pub(crate) fn pack_within(
        &self,
        root: usize,
        position: &Position,
        budget: &Budget,
    ) -> Result<PartSum<PackedPart>, Stop> {
        let black = |v: usize| position.cells()[v] == Some(Player::Left);
        let live = |group: &Vec<usize>| group.iter().any(|&v| black(v)) && !group.iter().all(|&v| black(v));
        let groups = position.parts_within(budget)?.into_iter().filter(live);
        Ok(match &self.origins[root] {
            Origin::Text(places) => groups.map(|group| self.pack_line(position, places, &group)).collect(),
            &Origin::Grid { cols } => {
                let cell = |&v: &usize| (v / cols, v % cols, black(v));
                groups
                    .filter_map(|group| {
                        PackedGrid::normal(&group.iter().map(cell).collect::<Vec<_>>()).map(PackedPart::of_grid)
                    })
                    .collect()
            }
            Origin::Graph(places) => groups.filter_map(|group| self.pack_component(places, &group, black)).collect(),
        })
    }

    /// Packs a run of cells of a strip or a cycle.
    fn pack_line(&self, position: &Position, places: &[u32], group: &[usize]) -> Signed<PackedPart> {
        let (cells, count) = (position.cells(), group.len());
        let ring = matches!(position.board(), Board::Cycle { .. });
        if ring && count == cells.len() {
            let part = PackedPart::Cycle { start: places[0], len: count as u32 };
            return Signed { part, negated: false, own_negative: false };
        }
        // On a cycle the run may wrap around: begin after an empty cell.
        let before = |v: usize| cells[(v + cells.len() - 1) % cells.len()];
        let first = if ring { group.iter().position(|&v| before(v).is_none()).unwrap_or(0) } else { 0 };
        let place = places[group[first]] as usize;
        let black = |i: usize| cells[group[(first + i) % count]] == Some(Player::Left);
        self.strips.part(place, count, black).map(from_strip).expect("the group has both colours")
    }

    /// Counts the stones of a part by their neighbours; `None` for strips and
    /// cycles.
    #[must_use]
    pub fn neighbours(&self, part: PackedPart) -> Option<NeighbourCounts> {
        match part {
            PackedPart::Grid(grid) => Some(grid.neighbours()),
            PackedPart::Graph { graph, component } => Some(self.graphs[graph as usize].neighbours(component)),
            PackedPart::Row(_) | PackedPart::Segment(_) | PackedPart::Cycle { .. } => None,
        }
    }

    /// A segment of at least two cells of a strip, its end stones in these
    /// colours (true is black); `None` if it has one colour.
    ///
    /// # Panics
    /// If the part is not a strip.
    #[must_use]
    pub fn piece(&self, strip: PackedPart, first: usize, len: usize, ends: [bool; 2]) -> Option<Signed<PackedPart>> {
        let strip = match strip {
            PackedPart::Row(row) => PackedStrip::Row(row),
            PackedPart::Segment(segment) => PackedStrip::Segment(segment),
            _ => panic!("only strips have pieces"),
        };
        self.strips.piece(strip, first, len, ends).map(from_strip)
    }

    fn pack_component(
        &self,
        places: &[(u32, u8)],
        group: &[usize],
        black: impl Fn(usize) -> bool,
    ) -> Option<Signed<PackedPart>> {
        let graph = places[group[0]].0;
        let set = |keep: &dyn Fn(usize) -> bool| {
            group.iter().filter(|&&v| keep(v)).fold(0u128, |set, &v| set | 1 << places[v].1)
        };
        let component = self.graphs[graph as usize].normal(set(&|_| true), set(&black))?;
        Some(component.map(|component| PackedPart::Graph { graph, component }))
    }

    /// Registers a root position.
    fn enter(&mut self, position: &Position, text: &mut Vec<Option<Player>>, budget: &Budget) -> Result<(), Stop> {
        let cells = position.cells();
        // The text starts with one empty cell.
        let start = text.len() as u32 + 1;
        let origin = match position.board() {
            Board::Strip { .. } | Board::Grid { rows: 1, .. } | Board::Grid { cols: 1, .. } => {
                text.extend_from_slice(cells);
                Origin::Text((start..).take(cells.len()).collect())
            }
            Board::Cycle { .. } => {
                // Written twice, from an empty cell on if there is one, so that
                // every run is a substring.
                let first = cells.iter().position(Option::is_none).unwrap_or(0);
                text.extend((0..2 * cells.len()).map(|i| cells[(first + i) % cells.len()]));
                let place = |v: usize| start + ((v + cells.len() - first) % cells.len()) as u32;
                Origin::Text((0..cells.len()).map(place).collect())
            }
            Board::Grid { rows, cols } if rows * cols <= PackedGrid::MAX => Origin::Grid { cols: *cols },
            Board::Grid { cols, .. }
                if position.parts_within(budget)?.iter().all(|group| box_size(group, *cols) <= PackedGrid::MAX) =>
            {
                Origin::Grid { cols: *cols }
            }
            board => {
                let mut places = vec![(0, 0); cells.len()];
                let mut ticker = budget.ticker();
                for group in position.parts_within(budget)? {
                    ticker.step(group.len() * group.len().min(GraphRules::MAX))?;
                    budget.fits(self.graphs.len() * GRAPH_BYTES)?;
                    if group.len() > GraphRules::MAX {
                        return Err(Stop::Unsupported);
                    }
                    let graph = self.graphs.len() as u32;
                    group.iter().enumerate().for_each(|(i, &v)| places[v] = (graph, i as u8));
                    self.graphs.push(GraphRules::new(board, &group));
                }
                Origin::Graph(places)
            }
        };
        text.push(None);
        self.origins.push(origin);
        Ok(())
    }

    /// Visits the strip left by each move on a cycle: one cell becomes empty,
    /// one of its neighbours is recoloured.
    fn cycle_options(&self, start: usize, len: usize, player: Player, mut visit: impl FnMut(&[Signed<PackedPart>])) {
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

/// The number of cells of the bounding box of a group on a grid.
fn box_size(group: &[usize], cols: usize) -> usize {
    let span = |coordinate: fn(usize, usize) -> usize| {
        let all = group.iter().map(|&v| coordinate(v, cols));
        all.clone().max().unwrap_or(0) - all.min().unwrap_or(0) + 1
    };
    span(|v, cols| v / cols) * span(|v, cols| v % cols)
}

fn from_strip(strip: Signed<PackedStrip>) -> Signed<PackedPart> {
    strip.map(|strip| match strip {
        PackedStrip::Row(row) => PackedPart::Row(row),
        PackedStrip::Segment(segment) => PackedPart::Segment(segment),
    })
}

impl PackedPart {
    /// Converts a grid part; one that is one cell high and not too long
    /// becomes a row.
    pub(crate) fn of_grid(grid: Signed<PackedGrid>) -> Signed<PackedPart> {
        if grid.part.rows() > 1 || grid.part.cols() > PackedRow::MAX {
            return grid.map(PackedPart::Grid);
        }
        let row = PackedRow::normal(grid.part.black() as u64, grid.part.cols()).expect("a grid part has both colours");
        let row = row.map(PackedPart::Row);
        if grid.negated { row.negative() } else { row }
    }
}

impl PartRules for BoardRules {
    type Part = PackedPart;

    fn stones(&self, part: PackedPart) -> usize {
        match part {
            PackedPart::Row(row) => row.cells(),
            PackedPart::Segment(segment) => segment.cells(),
            PackedPart::Grid(grid) => GridRules.stones(grid),
            PackedPart::Graph { graph, component } => self.graphs[graph as usize].stones(component),
            PackedPart::Cycle { len, .. } => len as usize,
        }
    }

    fn pairs(&self, part: PackedPart) -> usize {
        match part {
            PackedPart::Row(row) => self.strips.pairs(PackedStrip::Row(row)),
            PackedPart::Segment(segment) => self.strips.pairs(PackedStrip::Segment(segment)),
            PackedPart::Grid(grid) => GridRules.pairs(grid),
            PackedPart::Graph { graph, component } => self.graphs[graph as usize].pairs(component),
            PackedPart::Cycle { start, len } => {
                let (start, len) = (start as usize, len as usize);
                (start..start + len).filter(|&i| self.strips.black(i) != self.strips.black(i + 1)).count()
            }
        }
    }

    fn balance(&self, part: PackedPart) -> i32 {
        match part {
            PackedPart::Row(row) => self.strips.balance(PackedStrip::Row(row)),
            PackedPart::Segment(segment) => self.strips.balance(PackedStrip::Segment(segment)),
            PackedPart::Grid(grid) => GridRules.balance(grid),
            PackedPart::Graph { graph, component } => self.graphs[graph as usize].balance(component),
            PackedPart::Cycle { start, len } => {
                (start..start + len).map(|i| if self.strips.black(i as usize) { 1 } else { -1 }).sum()
            }
        }
    }

    fn is_own_negative(&self, part: PackedPart) -> bool {
        match part {
            PackedPart::Row(row) => self.strips.is_own_negative(PackedStrip::Row(row)),
            PackedPart::Segment(segment) => self.strips.is_own_negative(PackedStrip::Segment(segment)),
            PackedPart::Grid(grid) => GridRules.is_own_negative(grid),
            PackedPart::Graph { graph, component } => self.graphs[graph as usize].is_own_negative(component),
            PackedPart::Cycle { .. } => false,
        }
    }

    fn row(&self, part: PackedPart) -> Option<PackedRow> {
        if let PackedPart::Row(row) = part { Some(row) } else { None }
    }

    fn for_each_option(&self, part: PackedPart, player: Player, mut visit: impl FnMut(&[Signed<PackedPart>])) {
        let mut wide = Vec::new();
        match part {
            PackedPart::Row(row) => self.strips.for_each_option(PackedStrip::Row(row), player, |parts| {
                widen(&mut wide, parts, from_strip);
                visit(&wide);
            }),
            PackedPart::Segment(segment) => {
                self.strips.for_each_option(PackedStrip::Segment(segment), player, |parts| {
                    widen(&mut wide, parts, from_strip);
                    visit(&wide);
                });
            }
            PackedPart::Grid(grid) => GridRules.for_each_option(grid, player, |parts| {
                widen(&mut wide, parts, PackedPart::of_grid);
                visit(&wide);
            }),
            PackedPart::Graph { graph, component } => {
                self.graphs[graph as usize].for_each_option(component, player, |parts| {
                    widen(&mut wide, parts, |c| c.map(|component| PackedPart::Graph { graph, component }));
                    visit(&wide);
                });
            }
            PackedPart::Cycle { start, len } => self.cycle_options(start as usize, len as usize, player, visit),
        }
    }

    fn position(&self, part: PackedPart) -> Position {
        match part {
            PackedPart::Row(row) => self.strips.position(PackedStrip::Row(row)),
            PackedPart::Segment(segment) => self.strips.position(PackedStrip::Segment(segment)),
            PackedPart::Grid(grid) => GridRules.position(grid),
            PackedPart::Graph { graph, component } => self.graphs[graph as usize].position(component),
            PackedPart::Cycle { start, len } => {
                let colour = |place| if self.strips.black(place) { Player::Left } else { Player::Right };
                let cells: Vec<_> = (start..start + len).map(|place| Some(colour(place as usize))).collect();
                Position::new(Board::Cycle { cells: cells.len() }, cells)
            }
        }
    }
}

/// Converts parts into `wide`.
fn widen<P: Copy>(
    wide: &mut Vec<Signed<PackedPart>>,
    parts: &[Signed<P>],
    widen: impl Fn(Signed<P>) -> Signed<PackedPart>,
) {
    wide.clear();
    wide.extend(parts.iter().map(|&part| widen(part)));
}
