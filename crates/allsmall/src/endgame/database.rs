//! Asking a database.

use std::collections::BTreeMap;

use super::format::{Image, Layout, ValueRecord};
use super::{DatabaseError, Normal, Sections, Shape, build};
use crate::cgt::{Value, Values};
use crate::{Budget, Move, Outcome, Player, Stop};

/// Facts about every board up to some length.
///
/// ```
/// use allsmall::endgame::{Database, Normal};
/// use allsmall::{Budget, Outcome, notation::read_board};
/// let database = Database::build(8, &Budget::new())?;
/// let board = Normal::of_cells(read_board("xoo-x").unwrap().cells()).unwrap();
/// let entry = database.look_up(board).unwrap();
/// assert_eq!((entry.outcome, entry.lower, entry.upper), (Outcome::R, -2, -2));
/// # Ok::<(), allsmall::Stop>(())
/// ```
pub struct Database {
    pub(super) bytes: Vec<u8>,
    layout: Layout,
    sections: Sections,
}

/// What a database says about a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseEntry {
    /// The board.
    pub board: Normal,
    /// Who wins.
    pub outcome: Outcome,
    /// The number of its value in the database.
    pub value: u32,
    /// The largest `i` with `B_i <= G`: see `docs/endgame.md`.
    pub lower: i8,
    /// The smallest `i` with `G <= B_i`.
    pub upper: i8,
    /// Left's moves that some other move makes needless.
    pub dominated_left: Vec<Move>,
    /// Right's moves that some other move makes needless.
    pub dominated_right: Vec<Move>,
    /// The number of moves that are not dominated, here and in all boards
    /// they lead to.
    pub complexity: u32,
    /// The least complex board of the same value; this one if none is less
    /// complex.
    pub link: Normal,
}

/// How many entries have each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct Census {
    /// Second player.
    pub p: u32,
    /// Left.
    pub l: u32,
    /// Right.
    pub r: u32,
    /// First player.
    pub n: u32,
}

impl Database {
    /// The length of the longest boards when nobody says otherwise, as in the
    /// paper.
    pub const DEFAULT_LENGTH: usize = 16;

    /// The version of the file format that we write and read.
    pub const VERSION: u32 = super::format::VERSION;

    /// Computes a database in memory.
    ///
    /// # Errors
    /// The limit that was hit; [`Stop::Unsupported`] above [`super::MAX_LENGTH`].
    pub fn build(length: usize, budget: &Budget) -> Result<Database, Stop> {
        if length > super::MAX_LENGTH {
            return Err(Stop::Unsupported);
        }
        let Image(bytes) = build::image(length, budget)?;
        let layout = Layout::read(&bytes).expect("we have just written it");
        Ok(Database { bytes, layout, sections: Sections::new(length) })
    }

    /// Takes bytes that claim to be a database, and checks every one of them.
    pub(super) fn check(bytes: Vec<u8>) -> Result<Database, DatabaseError> {
        let layout = Layout::read(&bytes)?;
        layout.check_bytes(&bytes)?;
        let sections = Sections::new(layout.length);
        let database = Database { bytes, layout, sections };
        if database.is_consistent() { Ok(database) } else { Err(DatabaseError::Damaged("its numbers do not fit")) }
    }

    /// Whether every number points to something that is there, options to
    /// earlier values, links to boards of the same value.
    fn is_consistent(&self) -> bool {
        let Layout { shapes, values, options, entries, .. } = self.layout;
        let sections = self.sections.list();
        if shapes != sections.len() || entries != self.sections.entries() as usize {
            return false;
        }
        let bytes = &self.bytes[..];
        let section = |i: usize| (sections[i].shape.key(), sections[i].start);
        let mut next = 0;
        let mut value_fits = |number: usize| {
            let Some((record, first)) = self.layout.value(bytes, number) else { return false };
            let own = first..first + usize::from(record.lefts) + usize::from(record.rights);
            let follows = first == next && own.end <= options;
            next = own.end;
            follows
                && own.into_iter().all(|option| (self.layout.option(bytes, option) as usize) < number)
                && (record.link as usize) < entries
                && self.layout.entry(bytes, record.link as usize).value as usize == number
        };
        (0..shapes).all(|i| self.layout.shape(bytes, i) == section(i))
            && (0..values).all(&mut value_fits)
            && (0..entries).all(|entry| (self.layout.entry(bytes, entry).value as usize) < values)
            && (entries == 0
                || self.layout.value(bytes, 0).is_some_and(|(zero, _)| (zero.lefts, zero.rights) == (0, 0)))
    }

    /// What it says about a board; none if the board is too long. The empty
    /// board has no entry, but there is nothing to ask about it.
    #[must_use]
    pub fn look_up(&self, board: Normal) -> Option<DatabaseEntry> {
        if board.shape == Shape::EMPTY {
            return Some(empty_entry());
        }
        let place = self.sections.entry(board)?;
        let entry = self.layout.entry(&self.bytes, place as usize);
        let (value, _) = self.value_record(entry.value);
        let simpler = self.layout.entry(&self.bytes, value.link as usize).complexity < entry.complexity;
        let [left, right] = entry.dominated;
        Some(DatabaseEntry {
            board,
            outcome: value.outcome,
            value: entry.value,
            lower: value.lower,
            upper: value.upper,
            dominated_left: board.moves(Player::Left, left),
            dominated_right: board.moves(Player::Right, right),
            complexity: entry.complexity,
            link: if simpler { self.sections.board(value.link) } else { board },
        })
    }

    /// A value of the database in an arena, to be named or computed with.
    ///
    /// # Errors
    /// The limit of the arena that was hit.
    ///
    /// # Panics
    /// If the database has no value of this number.
    pub fn value(&self, number: u32, values: &mut Values) -> Result<Value, Stop> {
        // Options have smaller numbers: collect from above, make from below.
        let mut needed = BTreeMap::from([(number, values.zero())]);
        let mut open = vec![number];
        while let Some(number) = open.pop() {
            for option in self.options(number).into_iter().flatten() {
                if needed.insert(option, values.zero()).is_none() {
                    open.push(option);
                }
            }
        }
        let order: Vec<u32> = needed.keys().copied().collect();
        for &number in &order {
            let [left, right] = self.options(number).map(|list| list.iter().map(|o| needed[o]).collect::<Vec<_>>());
            let value = values.from_options(&left, &right)?;
            needed.insert(number, value);
        }
        Ok(needed[&number])
    }

    /// The left and the right options of a value.
    fn options(&self, number: u32) -> [Vec<u32>; 2] {
        let (record, first) = self.value_record(number);
        let (lefts, rights) = (usize::from(record.lefts), usize::from(record.rights));
        let list = |from: usize, count: usize| {
            (from..from + count).map(|option| self.layout.option(&self.bytes, option)).collect()
        };
        [list(first, lefts), list(first + lefts, rights)]
    }

    fn value_record(&self, number: u32) -> (ValueRecord, usize) {
        assert!((number as usize) < self.layout.values, "there are {} values", self.layout.values);
        self.layout.value(&self.bytes, number as usize).expect("checked when it was opened")
    }

    /// The shapes and where their entries stand.
    #[must_use]
    pub fn sections(&self) -> &Sections {
        &self.sections
    }

    /// Number of different values.
    #[must_use]
    pub fn values(&self) -> u32 {
        self.layout.values as u32
    }

    /// Bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.layout.file_len()
    }

    /// The checksum of the file.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        self.layout.checksum(&self.bytes)
    }

    /// The outcomes of a range of entries.
    #[must_use]
    pub fn census(&self, entries: std::ops::Range<u32>) -> Census {
        let mut census = Census::default();
        for entry in entries {
            let number = self.layout.entry(&self.bytes, entry as usize).value;
            *match self.value_record(number).0.outcome {
                Outcome::P => &mut census.p,
                Outcome::L => &mut census.l,
                Outcome::R => &mut census.r,
                Outcome::N => &mut census.n,
            } += 1;
        }
        census
    }

    /// Number of entries that link to a less complex board.
    #[must_use]
    pub fn linked(&self) -> u32 {
        let complexity = |entry: u32| self.layout.entry(&self.bytes, entry as usize).complexity;
        let linked = |&entry: &u32| {
            let number = self.layout.entry(&self.bytes, entry as usize).value;
            complexity(self.value_record(number).0.link) < complexity(entry)
        };
        (0..self.sections.entries()).filter(linked).count() as u32
    }
}

/// Nobody can move.
fn empty_entry() -> DatabaseEntry {
    let board = Normal { shape: Shape::EMPTY, number: 0 };
    DatabaseEntry {
        board,
        outcome: Outcome::P,
        value: 0,
        lower: 0,
        upper: 0,
        dominated_left: Vec::new(),
        dominated_right: Vec::new(),
        complexity: 0,
        link: board,
    }
}
