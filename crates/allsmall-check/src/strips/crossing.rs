//! What crosses the line between two columns of a play: the cut of a forest of
//! arrows.
//!
//! ```text
//!   .      nothing
//!   >x     the stone on the left goes over the line, as x
//!   <o     a stone comes back over the line as o, and what it flows into rests on
//!          the left
//!   <o2    the same, and what it flows into leaves the left side in row 2
//! ```
//!
//! A tree of arrows on the left has at most one arrow that leaves it, so the right
//! side need not know more in order to close no cycle. After a `/` stand marks,
//! things that have happened on the left.

use super::file::StripChecked;

/// Maximum number of rows.
pub(super) const MOST_ROWS: usize = 5;

/// A stone: +1 for x, -1 for o.
pub(super) type Stone = i8;
pub(super) const X: Stone = 1;
pub(super) const O: Stone = -1;

/// How one row crosses the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Arrow {
    None,
    Over(Stone),
    Back(Stone, Flow),
}

/// Where a stone that comes back ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Flow {
    /// On the left.
    Rests,
    /// In the arrow that goes over the line in this row.
    Leaves(u8),
}

/// A mark: there is an x below the strip.
pub(super) const X_BELOW: u8 = 1;
/// A mark: there is an o below the strip.
pub(super) const O_BELOW: u8 = 2;
/// A mark: an x has stepped along the first row.
pub(super) const STEPPED: u8 = 4;
/// The marks and their letters.
const MARKS: [(u8, char); 3] = [(X_BELOW, 'x'), (O_BELOW, 'o'), (STEPPED, 's')];

/// All rows of a line, and the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Crossing {
    pub(super) rows: [Arrow; MOST_ROWS],
    pub(super) marks: u8,
}

impl Crossing {
    /// Nothing crosses, and nothing has happened.
    pub(super) const NOTHING: Crossing = Crossing { rows: [Arrow::None; MOST_ROWS], marks: 0 };

    /// Reads a crossing of `height` rows.
    pub(super) fn read(text: &str, height: usize) -> StripChecked<Crossing> {
        let wrong = || format!("expected {height} rows such as . >x <o <o2, and marks, and not {:?}", short(text));
        let (rows, marks) = text.split_once('/').unwrap_or((text, ""));
        let mut crossing = Crossing::NOTHING;
        let mut letters = rows.chars().peekable();
        for row in 0..height {
            crossing.rows[row] = match letters.next() {
                Some('.') => Arrow::None,
                Some('>') => Arrow::Over(letters.next().and_then(stone).ok_or_else(wrong)?),
                Some('<') => {
                    let colour = letters.next().and_then(stone).ok_or_else(wrong)?;
                    let flow = letters.next_if(char::is_ascii_digit).and_then(|digit| digit.to_digit(10));
                    Arrow::Back(colour, flow.map_or(Flow::Rests, |row| Flow::Leaves(row as u8)))
                }
                _ => return Err(wrong()),
            };
        }
        if letters.next().is_some() || text.ends_with('/') {
            return Err(wrong());
        }
        for letter in marks.chars() {
            let (mark, _) = MARKS.into_iter().find(|(_, name)| *name == letter).ok_or_else(wrong)?;
            if crossing.marks & mark != 0 {
                return Err(wrong());
            }
            crossing.marks |= mark;
        }
        let leaves = |row: u8| matches!(crossing.rows.get(usize::from(row)), Some(Arrow::Over(_)));
        let fits = |arrow: &Arrow| !matches!(arrow, Arrow::Back(_, Flow::Leaves(row)) if !leaves(*row));
        if !crossing.rows.iter().all(fits) {
            return Err("a stone flows into a row in which none leaves".to_owned());
        }
        Ok(crossing)
    }

    /// Returns whether every play that goes on from `other` also goes on from this
    /// crossing: the rows are the same, but that more may rest on the left, and all
    /// marks are there.
    pub(super) fn is_as_free_as(&self, other: &Crossing) -> bool {
        let row = |(own, others): (&Arrow, &Arrow)| match (own, others) {
            (Arrow::Back(colour, Flow::Rests), Arrow::Back(other, _)) => colour == other,
            _ => own == others,
        };
        other.marks & !self.marks == 0 && self.rows.iter().zip(&other.rows).all(row)
    }

    /// All colours exchanged, the rows upside down, or both.
    pub(super) fn image(&self, height: usize, mirror: Mirror) -> Crossing {
        let place = |row: usize| if mirror.upside_down { height - 1 - row } else { row };
        let paint = |stone: Stone| if mirror.colours { -stone } else { stone };
        let mut image = Crossing::NOTHING;
        for row in 0..height {
            image.rows[place(row)] = match self.rows[row] {
                Arrow::None => Arrow::None,
                Arrow::Over(stone) => Arrow::Over(paint(stone)),
                Arrow::Back(stone, Flow::Rests) => Arrow::Back(paint(stone), Flow::Rests),
                Arrow::Back(stone, Flow::Leaves(to)) => {
                    Arrow::Back(paint(stone), Flow::Leaves(place(usize::from(to)) as u8))
                }
            };
        }
        let (x, o) = (self.marks & X_BELOW != 0, self.marks & O_BELOW != 0);
        let (x, o) = if mirror.colours { (o, x) } else { (x, o) };
        image.marks = self.marks & STEPPED | if x { X_BELOW } else { 0 } | if o { O_BELOW } else { 0 };
        image
    }

    /// The stones that go over the line, row by row, 0 for none; none if a stone
    /// comes back.
    pub(super) fn stones_over(&self) -> Option<[Stone; MOST_ROWS]> {
        let mut stones = [0; MOST_ROWS];
        for (place, arrow) in stones.iter_mut().zip(&self.rows) {
            match *arrow {
                Arrow::None => {}
                Arrow::Over(stone) => *place = stone,
                Arrow::Back(..) => return None,
            }
        }
        Some(stones)
    }

    /// Number of rows that cross, and of those in which a stone comes back.
    pub(super) fn crossed(&self) -> (usize, usize) {
        let count = |is: fn(&Arrow) -> bool| self.rows.iter().filter(|arrow| is(arrow)).count();
        (count(|arrow| *arrow != Arrow::None), count(|arrow| matches!(arrow, Arrow::Back(..))))
    }
}

/// A mirror image of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mirror {
    pub(super) colours: bool,
    pub(super) upside_down: bool,
}

/// The stone of a letter.
pub(super) fn stone(letter: char) -> Option<Stone> {
    match letter {
        'x' => Some(X),
        'o' => Some(O),
        _ => None,
    }
}

/// The beginning of a text, for a message.
pub(super) fn short(text: &str) -> String {
    text.chars().take(60).collect()
}
