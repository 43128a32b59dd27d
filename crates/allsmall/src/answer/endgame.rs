//! What the endgame database says about a board, and about itself.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use super::{BatchCache, Failure, Question, Subject, echo, heading};
use crate::cgt::Values;
use crate::endgame::{Census, Database, DatabaseEntry, MAX_LENGTH, Normal};
use crate::notation::move_name;
use crate::solve::Dominated;
use crate::{Board, Budget, Move, Outcome, Stop};

/// How to answer `endgame look-up`: from which database.
#[derive(Default)]
pub struct EndgameQuestion {
    file: Option<Arc<Database>>,
    /// Built when it is first needed, and kept for the next board.
    built: Mutex<Option<Arc<Database>>>,
}

/// The answer to `endgame look-up`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct EndgameAnswer {
    /// The board in normal notation, unless it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The board without single stones, longer runs first.
    pub normal: String,
    /// The lengths of its runs.
    pub shape: Vec<usize>,
    /// Its stones as a binary number: black is 1, the first stone is highest.
    pub number: u32,
    /// Who wins.
    pub outcome: Option<Outcome>,
    /// The name of the value; none when it is not settled or has more than
    /// 10,000 characters.
    pub value: Option<String>,
    /// The largest `i` with `B_i <= G`, where `B_0 = 0`, `B_i` is `i - 1` ups,
    /// plus star if `i` is odd, and `B_-i = -B_i`.
    pub lower: Option<i8>,
    /// The smallest `i` with `G <= B_i`.
    pub upper: Option<i8>,
    /// Moves on the normalised board that other moves make needless.
    pub dominated: Option<Dominated>,
    /// Moves that are not dominated, here and in all boards they lead to.
    pub complexity: Option<u32>,
    /// The least complex equal board in the database; the board itself if
    /// none is less complex.
    pub link: Option<String>,
    /// The limit that was hit, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

impl EndgameQuestion {
    /// Asks this database.
    #[must_use]
    pub fn of(database: Database) -> EndgameQuestion {
        EndgameQuestion { file: Some(Arc::new(database)), built: Mutex::default() }
    }

    /// Asks this database, and a longer one, built when it is needed, about
    /// longer boards.
    #[must_use]
    pub fn starting_with(database: Database) -> EndgameQuestion {
        EndgameQuestion { file: None, built: Mutex::new(Some(Arc::new(database))) }
    }

    /// A database that holds boards of this many cells.
    fn database(&self, cells: usize, budget: &Budget) -> Result<Arc<Database>, Stop> {
        let mut built = self.built.lock().unwrap_or_else(PoisonError::into_inner);
        match self.file.as_ref().or(built.as_ref()) {
            Some(database) if database.sections().length() >= cells => Ok(Arc::clone(database)),
            _ => {
                let database = Arc::new(Database::build(cells.max(Database::DEFAULT_LENGTH), budget)?);
                Ok(Arc::clone(built.insert(database)))
            }
        }
    }

    /// The longest board it can answer.
    fn longest(&self) -> usize {
        self.file.as_ref().map_or(MAX_LENGTH, |database| database.sections().length())
    }
}

impl Question for EndgameQuestion {
    type Answer = EndgameAnswer;

    fn ask_with(&self, subject: Subject<'_>, budget: &Budget, _: &mut BatchCache) -> Result<Self::Answer, Failure> {
        let position = subject.position(budget)?;
        if !matches!(position.board(), Board::Strip { .. } | Board::Grid { rows: 1, .. }) {
            return Err(Failure::Unfit("the endgame database holds strips only, such as xxo.oxo".to_owned()));
        }
        let normal = Normal::of_cells(position.cells()).filter(|normal| normal.shape.cells() <= self.longest());
        let Some(normal) = normal else {
            return Err(Failure::Unfit(format!(
                "the endgame database holds boards of at most {} cells, single stones not counted",
                self.longest()
            )));
        };
        let mut answer = EndgameAnswer {
            board: echo(&position),
            normal: normal.to_string(),
            shape: normal.shape.runs().collect(),
            number: normal.number,
            ..EndgameAnswer::default()
        };
        if let Err(stop) = self.fill(&mut answer, normal, budget) {
            answer.stopped = Some(stop);
        }
        Ok(answer)
    }
}

impl EndgameQuestion {
    fn fill(&self, answer: &mut EndgameAnswer, normal: Normal, budget: &Budget) -> Result<(), Stop> {
        let database = self.database(normal.shape.cells(), budget)?;
        let entry = database.look_up(normal).expect("the database is long enough");
        let DatabaseEntry { outcome, lower, upper, dominated_left, dominated_right, complexity, link, .. } = entry;
        let board = Board::Strip { cells: normal.shape.cells() };
        let names = |moves: Vec<Move>| moves.into_iter().map(|mv| move_name(&board, mv)).collect();
        answer.outcome = Some(outcome);
        answer.lower = Some(lower);
        answer.upper = Some(upper);
        answer.dominated = Some(Dominated { left: names(dominated_left), right: names(dominated_right) });
        answer.complexity = Some(complexity);
        answer.link = Some(link.to_string());
        let mut values = Values::within(budget);
        let value = database.value(entry.value, &mut values)?;
        answer.value = values.name(value);
        Ok(())
    }
}

impl fmt::Display for EndgameAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&heading(self.board.as_deref()))?;
        match (self.outcome, &self.value) {
            (Some(outcome), Some(value)) => write!(f, "{outcome}, value {value}")?,
            (Some(outcome), None) => write!(f, "{outcome}, a value whose name is too long")?,
            (None, _) => f.write_str("unknown")?,
        }
        let shape: Vec<_> = self.shape.iter().map(usize::to_string).collect();
        let (shape, stones) = (shape.join(", "), self.shape.iter().sum::<usize>());
        let normal = if self.normal.is_empty() { "the empty board" } else { &self.normal };
        write!(f, "\n  normal form {normal}, shape ({shape}), number {:0stones$b}", self.number)?;
        if let (Some(lower), Some(upper)) = (self.lower, self.upper) {
            write!(f, "\n  bounds {lower} ({}) and {upper} ({})", rung(lower), rung(upper))?;
        }
        if let Some(Dominated { left, right }) = &self.dominated {
            for (player, moves) in [("Left", left), ("Right", right)].iter().filter(|(_, moves)| !moves.is_empty()) {
                write!(f, "\n  dominated moves of {player}: {}", moves.join(" "))?;
            }
        }
        if let (Some(complexity), Some(link)) = (self.complexity, &self.link) {
            write!(f, "\n  complexity {complexity}, ")?;
            match *link == self.normal {
                true => f.write_str("no simpler board is equal")?,
                false => write!(f, "equal to {link}")?,
            }
        }
        match self.stopped {
            Some(stop) => write!(f, "\n  unknown: {stop}"),
            None => Ok(()),
        }
    }
}

/// The name of a rung of the ladder of bounds.
fn rung(i: i8) -> String {
    let arrow = if i > 0 { "^" } else { "v" };
    let star = if i % 2 == 0 { "" } else { "*" };
    match i.unsigned_abs() {
        0 => "0".to_owned(),
        1 => "*".to_owned(),
        2 => format!("{arrow}{star}"),
        n => format!("{arrow}{}{star}", n - 1),
    }
}

/// What a database says about itself.
#[derive(Clone, Debug, Serialize)]
pub struct DatabaseAnswer {
    /// The version of its format.
    pub version: u32,
    /// The length of the longest boards.
    pub length: usize,
    /// Number of shapes.
    pub shapes: usize,
    /// Number of boards.
    pub entries: u32,
    /// Number of different values.
    pub values: u32,
    /// Boards that link to a simpler one.
    pub linked: u32,
    /// How many boards have each outcome.
    pub outcomes: Census,
    /// Bytes of the file.
    pub bytes: u64,
    /// CRC-32 of the file, in hexadecimal digits.
    pub checksum: String,
    /// The counts of each shape, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_shape: Option<Vec<ShapeCounts>>,
}

/// The outcomes of the boards of one shape.
#[derive(Clone, Debug, Serialize)]
pub struct ShapeCounts {
    /// The lengths of the runs.
    pub shape: Vec<usize>,
    /// How many boards have each outcome.
    pub outcomes: Census,
}

impl DatabaseAnswer {
    /// Describes a database, with the counts of each shape if `by_shape`.
    #[must_use]
    pub fn of(database: &Database, by_shape: bool) -> DatabaseAnswer {
        let sections = database.sections();
        let counts = |section: &crate::endgame::Section| ShapeCounts {
            shape: section.shape.runs().collect(),
            outcomes: database.census(section.start..section.start + (1 << section.shape.stones())),
        };
        DatabaseAnswer {
            version: Database::VERSION,
            length: sections.length(),
            shapes: sections.list().len(),
            entries: sections.entries(),
            values: database.values(),
            linked: database.linked(),
            outcomes: database.census(0..sections.entries()),
            bytes: database.bytes(),
            checksum: format!("{:08x}", database.checksum()),
            by_shape: by_shape.then(|| sections.list().iter().map(counts).collect()),
        }
    }
}

impl fmt::Display for DatabaseAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DatabaseAnswer { version, length, shapes, entries, values, linked, bytes, checksum, .. } = self;
        let Census { p, l, r, n } = self.outcomes;
        write!(f, "endgame database of boards up to length {length}, version {version}, checksum {checksum}")?;
        write!(f, "\n  {shapes} shapes, {entries} boards, {values} values, {linked} links, {bytes} bytes")?;
        write!(f, "\n  outcomes P {p}, L {l}, R {r}, N {n}")?;
        for ShapeCounts { shape, outcomes: Census { p, l, r, n } } in self.by_shape.iter().flatten() {
            let runs: Vec<_> = shape.iter().map(usize::to_string).collect();
            write!(f, "\n  ({}): P {p}, L {l}, R {r}, N {n}", runs.join(", "))?;
        }
        Ok(())
    }
}
