//! The frontier of the column DP: what crosses the line between two columns of a
//! play.
//!
//! A play is a forest of arrows ([`crate::solitaire::play::forest`]). Cut between two
//! columns; of the left side only this matters to the right side:
//!
//! ```text
//!   row 0   --x-->   Out x          the left stone leaves to the right as x
//!   row 1   <--o--   In o, end 0    a stone o will come back to the left, and
//!                                   what it flows into leaves again in row 0
//!   row 2   <--x--   In x, settled  a stone x will come back and stay left
//!   row 3     |      Empty
//! ```
//!
//! Every left cell has one arrow at most, so a branch on the left side has
//! one end: a stone that stays, or one `Out`. A cycle of arrows can only close
//! through an `Out` that leads back to an `In` whose end it is, so these ends
//! are all that must be remembered. Four rows have fewer than 2,561 frontiers.
//!
//! [`Scan`] enumerates the fillings of the next column, cell by cell downwards.

mod seam;
mod text;

/// How the cells at the borders of a strip hang together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum StripTopology {
    /// A grid.
    Strip,
    /// The first and the last row are neighbours: a cycle times a path.
    Tube,
    /// The first and the last column are neighbours: a path times a cycle.
    Loop,
}

/// How one row crosses the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plug {
    Empty,
    /// A stone of this colour leaves the finished side.
    Out(i8),
    /// A stone of this colour comes back; it ends at this [`PlugEnd`].
    In(i8, PlugEnd),
}

/// Where a stone that comes back ends: settled on the finished side, or in
/// the `Out` plug of a row (left or right of the column that is being filled),
/// of the cell above the next one, or of the wrap-around of a tube.
type PlugEnd = u8;
const SETTLED: PlugEnd = 0;
const LEFT: PlugEnd = 1;
const RIGHT: PlugEnd = LEFT + MAX_PLUGS as PlugEnd;
const ABOVE: PlugEnd = RIGHT + MAX_PLUGS as PlugEnd;
const WRAP: PlugEnd = ABOVE + 1;

/// Maximum number of rows of a column.
pub(super) const MAX_ROWS: usize = 5;
/// Maximum number of plugs of a frontier; a loop has two per row.
pub(super) const MAX_PLUGS: usize = 7;
/// Maximum number of rows of a loop.
pub(super) const LOOP_ROWS: usize = MAX_PLUGS / 2;

/// All plugs of a line, one byte per row: 0 empty, 1 and 2 for `Out` x and o, 3
/// and 4 for `In` x and o with the end in the high half (0 settled, r + 1 the
/// row of an `Out`). The highest byte holds the marks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub(super) struct Frontier(u64);

/// One column of cells, top first: +1 for x, -1 for o, 0 for a hole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct ColumnCells {
    /// The cells; those beyond the number of rows are 0.
    pub(super) cells: [i8; MAX_ROWS],
    /// The stone under the lowest cell, outside the strip: a stone of the
    /// other colour may go there, which costs nothing; 0 if there is none.
    pub(super) below: i8,
    /// The colour that is to step along the top row; 0 if none is.
    pub(super) walk: i8,
}

/// Marks: events in the columns on the left.
pub(super) mod mark {
    /// There is an x below the strip.
    pub(in super::super) const X_BELOW: u8 = 1;
    /// There is an o below the strip.
    pub(in super::super) const O_BELOW: u8 = 2;
    /// A stone of the colour [`walk`](super::ColumnCells::walk) stepped along the
    /// top row.
    pub(in super::super) const WALKED: u8 = 4;

    /// The mark of a stone below the strip.
    pub(super) fn below(colour: i8) -> u8 {
        match colour {
            0 => 0,
            1 => X_BELOW,
            _ => O_BELOW,
        }
    }
}

/// Where the stone of a cell goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Stays,
    Up,
    Down,
    Left,
    Right,
}

const WAYS: [Way; 5] = [Way::Stays, Way::Up, Way::Down, Way::Left, Way::Right];

/// The ways of the cells of one column, three bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Ways(u16);

impl Ways {
    /// The way of the cell in this row.
    pub(super) fn of(self, row: usize) -> Way {
        WAYS[(self.0 >> (3 * row) & 7) as usize]
    }

    fn with(self, row: usize, way: Way) -> Ways {
        Ways(self.0 | (way as u16) << (3 * row))
    }
}

impl Frontier {
    /// Nothing crosses.
    pub(super) const NONE: Frontier = Frontier(0);

    /// This frontier with further marks.
    pub(super) fn with_marks(self, marks: u8) -> Frontier {
        Frontier(self.0 | u64::from(marks) << (8 * MAX_PLUGS))
    }

    fn marks(self) -> u8 {
        (self.0 >> (8 * MAX_PLUGS)) as u8
    }

    fn plug(self, row: usize) -> Plug {
        let byte = (self.0 >> (8 * row)) as u8;
        match (byte & 15, byte >> 4) {
            (0, _) => Plug::Empty,
            (kind @ 1..=2, _) => Plug::Out(3 - 2 * kind as i8),
            (kind, 0) => Plug::In(7 - 2 * kind as i8, SETTLED),
            (kind, row) => Plug::In(7 - 2 * kind as i8, LEFT + row - 1),
        }
    }

    fn with(self, row: usize, plug: Plug) -> Frontier {
        let byte = match plug {
            Plug::Empty => 0,
            Plug::Out(colour) => {
                if colour > 0 {
                    1
                } else {
                    2
                }
            }
            Plug::In(colour, end) => (if colour > 0 { 3 } else { 4 }) | row_of(end) << 4,
        };
        Frontier(self.0 | u64::from(byte) << (8 * row))
    }

    /// The colours of the stones that leave the finished side, row by row (0
    /// for none); none if a stone comes back.
    pub(super) fn leaving(self) -> Option<[i8; MAX_PLUGS]> {
        let mut colours = [0; MAX_PLUGS];
        for (row, colour) in colours.iter_mut().enumerate() {
            match self.plug(row) {
                Plug::Empty => {}
                Plug::Out(leaves) => *colour = leaves,
                Plug::In(..) => return None,
            }
        }
        Some(colours)
    }

    /// Number of `In` plugs, and of all plugs.
    pub(super) fn plugs(self) -> (usize, usize) {
        let plugs = (0..MAX_PLUGS).map(|row| self.plug(row));
        plugs.fold((0, 0), |(back, all), plug| match plug {
            Plug::Empty => (back, all),
            Plug::Out(_) => (back, all + 1),
            Plug::In(..) => (back + 1, all + 1),
        })
    }

    /// The mirror image of the frontier of a strip with `rows` rows: colours
    /// exchanged, upside down, or both.
    pub(super) fn mirrored(self, rows: usize, colours: bool, upside_down: bool) -> Frontier {
        let seen = |row: usize| if upside_down { rows - 1 - row } else { row };
        let stone = |colour: i8| if colours { -colour } else { colour };
        let (x, o) = (self.marks() & mark::X_BELOW != 0, self.marks() & mark::O_BELOW != 0);
        let swapped = if colours && x != o { mark::X_BELOW | mark::O_BELOW } else { 0 };
        (0..rows).fold(Frontier::NONE.with_marks(self.marks() ^ swapped), |image, row| {
            let plug = match self.plug(row) {
                Plug::Empty => Plug::Empty,
                Plug::Out(colour) => Plug::Out(stone(colour)),
                Plug::In(colour, SETTLED) => Plug::In(stone(colour), SETTLED),
                Plug::In(colour, end) => Plug::In(stone(colour), LEFT + seen(usize::from(end - LEFT)) as PlugEnd),
            };
            image.with(seen(row), plug)
        })
    }

    /// The frontiers that dominate this one by one step: an `In` tied to an `Out`
    /// is settled, or one more of the marks wanted is set. Every completion of this
    /// frontier is also one of those.
    pub(super) fn freer(self, wanted: u8) -> impl Iterator<Item = Frontier> {
        let tied = (0..MAX_PLUGS).filter(move |row| self.0 >> (8 * row + 4) & 15 != 0);
        let missing = (0..8).map(|bit| 1 << bit).filter(move |m| wanted & !self.marks() & m != 0);
        let settled = tied.map(move |row| Frontier(self.0 & !(15 << (8 * row + 4))));
        settled.chain(missing.map(move |m| self.with_marks(m)))
    }
}

/// The high half of the byte of an `In` plug: 0, or one more than the row.
fn row_of(end: PlugEnd) -> u8 {
    match end {
        SETTLED => 0,
        LEFT..RIGHT => end - LEFT + 1,
        _ => end - RIGHT + 1,
    }
}

/// A column that is being filled: the rows before `row` are done.
///
/// ```text
///   left     right
///    --- done ---     row - 1
///          | above
///    --- cell         row
/// ```
#[derive(Clone, Copy)]
pub(super) struct Scan<'a> {
    column: &'a ColumnCells,
    rows: usize,
    row: usize,
    left: [Plug; MAX_PLUGS],
    right: [Plug; MAX_PLUGS],
    above: Plug,
    /// On a tube: what goes from the last cell round to the first.
    wrap: Plug,
    stay: u8,
    ways: Ways,
    marks: u8,
}

impl<'a> Scan<'a> {
    /// Calls `visit` for every filling of the column: the frontier on its right,
    /// the number of stones that stay, and the way of every cell.
    pub(super) fn column(
        from: Frontier,
        column: &'a ColumnCells,
        rows: usize,
        topology: StripTopology,
        visit: &mut impl FnMut(Frontier, u8, Ways),
    ) {
        let start = Scan {
            column,
            rows,
            row: 0,
            left: std::array::from_fn(|row| from.plug(row)),
            right: [Plug::Empty; MAX_PLUGS],
            above: Plug::Empty,
            wrap: Plug::Empty,
            stay: 0,
            ways: Ways::default(),
            marks: from.marks(),
        };
        start.cell(visit);
        if topology == StripTopology::Tube {
            for colour in [1, -1] {
                let up = Scan { above: Plug::In(colour, WRAP), wrap: Plug::Out(colour), ..start };
                let down = Scan { above: Plug::Out(colour), wrap: Plug::In(colour, ABOVE), ..start };
                up.cell(visit);
                down.cell(visit);
            }
        }
    }

    /// Enumerates the fillings of the cell in row `self.row` and of those below.
    fn cell(self, visit: &mut impl FnMut(Frontier, u8, Ways)) {
        let row = self.row;
        if row == self.rows {
            return visit(self.frontier(), self.stay, self.ways);
        }
        let last = row + 1 == self.rows;
        let below = if last { self.wrap } else { Plug::Empty };
        let given = [
            (self.left[row], LEFT + row as PlugEnd, Way::Left),
            (self.above, ABOVE, Way::Up),
            (below, WRAP, Way::Down),
        ];
        let own = self.column.cells[row];
        if own == 0 {
            if given.iter().all(|(plug, ..)| *plug == Plug::Empty) {
                let under = if last { self.column.below } else { 0 };
                Scan { row: row + 1, marks: self.marks | mark::below(under), ..self }.cell(visit);
            }
            return;
        }
        let Some(cell) = FillCell::new(own, &given) else { return };
        let reaches_down = !last && self.column.cells[row + 1] != 0;
        for up in [0, 1, -1] {
            if up != 0 && !reaches_down {
                break;
            }
            for back in [0, 1, -1] {
                let Some(colour) = cell.leaves(up + back) else { continue };
                let done = |way, end| self.done(&cell, way, end, (up, back), colour);
                if let Some((way, needs, end)) = cell.must {
                    if needs == colour && !cell.used.contains(&end) {
                        done(way, end).cell(visit);
                    }
                    continue;
                }
                Scan { stay: self.stay + 1, ..done(Way::Stays, SETTLED) }.cell(visit);
                if up == 0 && reaches_down {
                    Scan { above: Plug::Out(colour), ..done(Way::Down, ABOVE) }.cell(visit);
                }
                if back == 0 {
                    let mut next = done(Way::Right, RIGHT + row as PlugEnd);
                    next.right[row] = Plug::Out(colour);
                    next.cell(visit);
                }
                if last && self.column.below == -colour {
                    let mut next = done(Way::Down, SETTLED);
                    next.marks = self.marks | mark::below(colour);
                    next.cell(visit);
                }
            }
        }
    }

    /// The scan after this cell: its stone went this way and ends at `end`, and so
    /// do the plugs that ended in the `Out` plugs it used up.
    fn done(&self, cell: &FillCell, way: Way, end: PlugEnd, (up, back): (i8, i8), colour: i8) -> Scan<'a> {
        let mut next = *self;
        let retie = |plug: &mut Plug| match plug {
            Plug::In(_, old) if cell.used.contains(old) => *old = end,
            _ => {}
        };
        next.left[self.row + 1..].iter_mut().for_each(retie);
        next.right[..self.row].iter_mut().for_each(retie);
        retie(&mut next.wrap);
        let came = |colour: i8| if colour == 0 { Plug::Empty } else { Plug::In(colour, end) };
        next.above = came(up);
        next.right[self.row] = came(back);
        next.ways = self.ways.with(self.row, way);
        if self.row == 0 && colour == self.column.walk && matches!(way, Way::Left | Way::Right) {
            next.marks |= mark::WALKED;
        }
        if self.row + 1 == self.rows {
            next.marks |= mark::below(self.column.below);
        }
        next.row += 1;
        next
    }

    /// The line on the right of the finished column. Plugs below the last row
    /// belong to a seam and stay as they are.
    fn frontier(&self) -> Frontier {
        let plugs = self.right[..self.rows].iter().chain(&self.left[self.rows..]);
        let start = Frontier::NONE.with_marks(self.marks);
        plugs.enumerate().fold(start, |frontier, (row, &plug)| frontier.with(row, plug))
    }
}

/// What the plugs already given decide about one cell.
struct FillCell {
    /// Its stone plus twice those known to enter it.
    weight: i8,
    /// The way it must go, the colour it must have then, and where that ends.
    must: Option<(Way, i8, PlugEnd)>,
    /// The `Out` plugs that enter it.
    used: [PlugEnd; 3],
}

impl FillCell {
    fn new(own: i8, given: &[(Plug, PlugEnd, Way); 3]) -> Option<FillCell> {
        const NOTHING: PlugEnd = PlugEnd::MAX;
        let mut cell = FillCell { weight: own, must: None, used: [NOTHING; 3] };
        for (i, &(plug, end, way)) in given.iter().enumerate() {
            match plug {
                Plug::Empty => {}
                Plug::Out(colour) => {
                    cell.weight += 2 * colour;
                    cell.used[i] = end;
                }
                Plug::In(colour, end) => {
                    if cell.must.replace((way, colour, end)).is_some() {
                        return None;
                    }
                }
            }
        }
        Some(cell)
    }

    /// The colour that leaves when stones with the colour sum `more` enter as well.
    fn leaves(&self, more: i8) -> Option<i8> {
        let colour = self.weight + 2 * more;
        (colour.abs() == 1).then_some(colour)
    }
}
