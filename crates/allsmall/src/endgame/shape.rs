//! Shapes: the lengths of the runs of stones on a normalised board.
//!
//! A board is a sum of its runs, so their order does not matter and a single
//! stone is worth nothing. Hence a normalised board has its runs in order of
//! falling length, none shorter than two, with one empty cell between them
//! (Folkersen, Linear Clobber Solver, section 3.2).

use super::MAX_LENGTH;

/// The run lengths in falling order, one byte per run, the first run highest:
///
/// ```text
/// xxo.ox.xo     runs 3, 2, 2     0x03_02_02_00_00_00_00_00
/// ```
///
/// So shapes compare like lists of lengths. Eight runs of two and the cells
/// between them take 23 cells, more than [`MAX_LENGTH`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape(u64);

const MOST_RUNS: usize = 8;
const _: () = assert!(MAX_LENGTH < 3 * (MOST_RUNS + 1) - 1, "no board has more runs");

impl Shape {
    /// No runs, so no moves. It has no entry in a database.
    pub const EMPTY: Shape = Shape(0);

    /// The shape with these run lengths, in any order; runs of one stone are
    /// dropped. None if the board would be longer than [`MAX_LENGTH`].
    #[must_use]
    pub fn of_runs(runs: impl IntoIterator<Item = usize>) -> Option<Shape> {
        let mut lengths: Vec<usize> = runs.into_iter().filter(|&run| run > 1).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let cells = lengths.iter().try_fold(0usize, |cells, run| cells.checked_add(run + 1))?;
        (cells <= MAX_LENGTH + 1).then(|| lengths.iter().fold(Shape::EMPTY, |shape, &run| shape.with(run)))
    }

    /// The shape with one more run, which must not be longer than the last.
    fn with(self, run: usize) -> Shape {
        let place = 8 * (MOST_RUNS - 1 - self.runs().count());
        Shape(self.0 | (run as u64) << place)
    }

    /// The shape packed in one word.
    #[must_use]
    pub fn key(self) -> u64 {
        self.0
    }

    /// The run lengths, longest first.
    pub fn runs(self) -> impl DoubleEndedIterator<Item = usize> + Clone {
        let used = MOST_RUNS - self.0.trailing_zeros() as usize / 8;
        self.0.to_be_bytes().into_iter().take(used).map(usize::from)
    }

    /// Number of stones.
    #[must_use]
    pub fn stones(self) -> usize {
        self.runs().sum()
    }

    /// Number of cells, the empty ones between runs counted.
    #[must_use]
    pub fn cells(self) -> usize {
        self.runs().map(|run| run + 1).sum::<usize>().saturating_sub(1)
    }

    /// The shape without its first run.
    pub(super) fn rest(self) -> Shape {
        Shape(self.0 << 8)
    }

    /// The shape of the first run alone.
    pub(super) fn first(self) -> Shape {
        Shape(self.0 & 0xff << 56)
    }

    /// All shapes of boards of at most `length` cells but the empty one, in
    /// the order in which a database is filled: shorter boards first, among
    /// those more runs first, so that a move always leads to an earlier
    /// shape; then by key.
    #[must_use]
    pub fn all(length: usize) -> Vec<Shape> {
        let mut shapes = Vec::new();
        grow(Shape::EMPTY, length, length, &mut shapes);
        shapes.sort_by_key(|&shape| (shape.cells(), std::cmp::Reverse(shape.runs().count()), shape));
        shapes
    }
}

/// Adds every shape that begins with `shape` and goes on with runs of at most
/// `run` stones on `free` cells.
fn grow(shape: Shape, run: usize, free: usize, shapes: &mut Vec<Shape>) {
    for run in 2..=run.min(free) {
        let longer = shape.with(run);
        shapes.push(longer);
        grow(longer, run, free.saturating_sub(run + 1), shapes);
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let runs: Vec<_> = self.runs().map(|run| run.to_string()).collect();
        write!(f, "({})", runs.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(runs: &[usize]) -> Shape {
        Shape::of_runs(runs.iter().copied()).expect("short enough")
    }

    #[test]
    fn the_papers_counts() {
        let counts = |length: usize| {
            let shapes = Shape::all(length);
            (shapes.len(), shapes.iter().map(|shape| 1usize << shape.stones()).sum::<usize>())
        };
        assert_eq!(counts(16), (120, 866_924));
        assert_eq!(counts(12), (44, 30_316));
        assert_eq!(counts(1), (0, 0));
    }

    #[test]
    fn entries_by_board_length() {
        let mut by_length = [0usize; 17];
        for shape in Shape::all(16) {
            by_length[shape.cells()] += 1 << shape.stones();
        }
        let expected = [4, 8, 16, 48, 96, 256, 576, 1408, 3072, 7936, 16_896, 40_960, 93_184, 219_136, 483_328];
        assert_eq!(by_length[2..], expected);
    }

    #[test]
    fn more_runs_come_first_among_boards_of_one_length() {
        let shapes = Shape::all(16);
        let place = |runs: &[usize]| shapes.iter().position(|&s| s == shape(runs)).expect("listed");
        assert!(place(&[2, 2, 2, 2]) < place(&[7, 3]));
        assert!(place(&[7, 3]) < place(&[11]));
        assert!(place(&[11]) < place(&[3, 2, 2, 2]));
    }

    #[test]
    fn single_stones_and_order_do_not_matter() {
        assert_eq!(shape(&[2, 1, 3]), shape(&[3, 2]));
        assert_eq!(shape(&[2, 1, 3]).to_string(), "(3, 2)");
        assert_eq!(shape(&[1]), Shape::EMPTY);
        assert_eq!((shape(&[3, 2]).first(), shape(&[3, 2]).rest()), (shape(&[3]), shape(&[2])));
        assert_eq!(Shape::of_runs([MAX_LENGTH + 1]), None);
    }
}
