//! The parser of stones in rows: letters, row breaks and repetition, in one
//! pass over the bytes.
//!
//! ```text
//! xoxxo.ox          one row
//! xox/oxo           two rows; | and a line break separate rows too
//! (xo)^3.(x(o)^2)^2 repetition, nested at will
//! x^5               repetition of one stone
//! ```
//!
//! A group that closes copies the cells it wrote, so nesting needs no recursion
//! and a plain line costs one table look-up per byte.

use crate::{Budget, ParseError, Player, ReadError, Stop};

/// Cells as they were written, and where each row after the first begins.
#[derive(Debug, Default)]
pub(super) struct StoneRows {
    pub(super) cells: Vec<Option<Player>>,
    /// For each row break: the cell it comes before, and its byte offset.
    breaks: Vec<(usize, usize)>,
}

/// What a byte means inside a row.
#[derive(Clone, Copy, PartialEq)]
enum Class {
    Cell(Option<Player>, Alphabet),
    Break,
    Open,
    Close,
    Power,
    /// The first byte of a longer character.
    Long,
    Unknown,
}

/// Which notation a letter belongs to; one board uses one of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alphabet {
    Any,
    /// `x o`, `X O`, and `#`.
    Crosses,
    /// `B W`, `b w`.
    Letters,
    /// `●○`.
    Discs,
}

impl Alphabet {
    /// The alphabet of a board with letters of both; `None` if they conflict.
    fn or(self, other: Alphabet) -> Option<Alphabet> {
        (self == Alphabet::Any).then_some(other)
    }

    fn shown(self) -> &'static str {
        match self {
            Alphabet::Any | Alphabet::Crosses => "x and o",
            Alphabet::Letters => "B and W",
            Alphabet::Discs => "● and ○",
        }
    }
}

const fn class_of(byte: u8) -> Class {
    match byte {
        b'x' | b'X' | b'#' => Class::Cell(Some(Player::Left), Alphabet::Crosses),
        b'o' | b'O' => Class::Cell(Some(Player::Right), Alphabet::Crosses),
        b'b' | b'B' => Class::Cell(Some(Player::Left), Alphabet::Letters),
        b'w' | b'W' => Class::Cell(Some(Player::Right), Alphabet::Letters),
        b'.' | b'-' | b'_' | b' ' => Class::Cell(None, Alphabet::Any),
        b'/' | b'|' | b'\n' => Class::Break,
        b'(' => Class::Open,
        b')' => Class::Close,
        b'^' => Class::Power,
        128.. => Class::Long,
        _ => Class::Unknown,
    }
}

const CLASSES: [Class; 256] = {
    let mut table = [Class::Unknown; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class_of(byte as u8);
        byte += 1;
    }
    table
};

/// A group that is still open: where it began in the text and in the output.
struct OpenGroup {
    at: usize,
    cells: usize,
    breaks: usize,
}

/// Number of cells copied between two checks of the budget.
const BLOCK: usize = 1 << 16;

/// Appends `times` more copies of `list[start..]`, which is not empty. Copies
/// are copied in turn, so that a long run of one stone is written in blocks.
pub(crate) fn copy_on<T: Copy>(list: &mut Vec<T>, start: usize, times: usize, budget: &Budget) -> Result<(), Stop> {
    let size = list.len() - start;
    let end = list.len().saturating_add(times.saturating_mul(size));
    budget.fits(end.saturating_mul(size_of::<T>()))?;
    list.reserve_exact(end - list.len());
    let mut ticker = budget.ticker();
    while list.len() < end {
        let piece = (list.len() - start).min((BLOCK / size).max(1) * size).min(end - list.len());
        list.extend_from_within(start..start + piece);
        ticker.step(piece / 8 + 1)?;
    }
    Ok(())
}

/// Reads stones in `text[from..]`; `text` is the whole input, for messages.
pub(super) fn read(text: &str, from: usize, budget: &Budget) -> Result<StoneRows, ReadError> {
    let max_cells = budget.cells();
    let text = text.trim_end();
    let from = from.min(text.len());
    let bytes = text.as_bytes();
    let room = (bytes.len() - from).min(max_cells);
    budget.fits(room)?;
    let mut rows = StoneRows { cells: Vec::with_capacity(room), breaks: Vec::new() };
    let mut ticker = budget.ticker();
    let mut open: Vec<OpenGroup> = Vec::new();
    let mut seen = Alphabet::Any;
    let mut behind_stone = usize::MAX;
    let mut at = from + text[from..].len() - text[from..].trim_start().len();
    while at < bytes.len() {
        let (class, len) = match CLASSES[bytes[at] as usize] {
            Class::Long => long_character(text, at),
            class => (class, 1),
        };
        match class {
            Class::Cell(cell, alphabet) => {
                if alphabet != seen && alphabet != Alphabet::Any {
                    seen = seen.or(alphabet).ok_or_else(|| mixed(text, at, seen, alphabet))?;
                }
                rows.cells.push(cell);
                behind_stone = at + len;
            }
            Class::Break => rows.breaks.push((rows.cells.len(), at)),
            Class::Open => open.push(OpenGroup { at, cells: rows.cells.len(), breaks: rows.breaks.len() }),
            Class::Close => {
                let unopened = || ParseError::new(text, at, "there is no open ( that this ) could close");
                let group = open.pop().ok_or_else(unopened)?;
                if bytes.get(at + 1) != Some(&b'^') {
                    return Err(ParseError::new(text, at + 1, "expected ^ and a count after ), as in (xo)^3").into());
                }
                at = rows.repeat(text, at + 1, &group, budget)?;
                continue;
            }
            Class::Power => {
                // Only a stone or a group can be repeated.
                let Some(last) = rows.cells.len().checked_sub(1).filter(|_| behind_stone == at) else {
                    return Err(ParseError::new(text, at, "^ repeats the stone or the group before it").into());
                };
                let group = OpenGroup { at, cells: last, breaks: rows.breaks.len() };
                at = rows.repeat(text, at, &group, budget)?;
                continue;
            }
            Class::Long | Class::Unknown => return Err(unknown(text, at).into()),
        }
        at += len;
        ticker.step(1)?;
        if rows.cells.len() > max_cells {
            let message = format!("the board has more than {max_cells} cells, the limit here");
            return Err(ParseError::new(text, at, message).into());
        }
    }
    match open.pop() {
        Some(group) => Err(ParseError::new(text, group.at, "this ( is never closed").into()),
        None => Ok(rows),
    }
}

impl StoneRows {
    /// Reads `^count` at byte `at` and writes the group that often; returns
    /// the place behind the count.
    fn repeat(&mut self, text: &str, at: usize, group: &OpenGroup, budget: &Budget) -> Result<usize, ReadError> {
        let max_cells = budget.cells();
        let digits = text[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let behind = at + 1 + digits;
        if digits == 0 {
            return Err(ParseError::new(text, at + 1, "expected a count after ^").into());
        }
        let (size, breaks) = (self.cells.len() - group.cells, self.breaks.len() - group.breaks);
        let count = text[at + 1..behind].parse::<usize>().ok().filter(|&count| {
            let copies = count.checked_mul(size.max(breaks));
            copies.is_some_and(|more| more <= max_cells.saturating_sub(group.cells))
        });
        let Some(count) = count else {
            let message = format!("this repetition goes past {max_cells} cells, the limit here");
            return Err(ParseError::new(text, at + 1, message).into());
        };
        // An empty group may have any count.
        match count.checked_sub(1) {
            Some(more) if size > 0 || breaks > 0 => self.copy(group, more, budget)?,
            Some(_) => {}
            None => {
                self.cells.truncate(group.cells);
                self.breaks.truncate(group.breaks);
            }
        }
        Ok(behind)
    }

    /// Appends `times` more copies of the group.
    fn copy(&mut self, group: &OpenGroup, times: usize, budget: &Budget) -> Result<(), ReadError> {
        let (size, breaks) = (self.cells.len() - group.cells, self.breaks.len() - group.breaks);
        let more_breaks = times.saturating_mul(breaks);
        budget.fits((self.breaks.len() + more_breaks).saturating_mul(size_of::<(usize, usize)>()))?;
        if size > 0 {
            copy_on(&mut self.cells, group.cells, times, budget)?;
        }
        self.breaks.reserve_exact(more_breaks);
        let mut ticker = budget.ticker();
        for copy in 1..=times.min(more_breaks) {
            for i in group.breaks..group.breaks + breaks {
                let (cell, offset) = self.breaks[i];
                self.breaks.push((cell + copy * size, offset));
            }
            ticker.step(breaks)?;
        }
        Ok(())
    }

    /// The common length of the rows and their number.
    pub(super) fn shape(&self, text: &str, from: usize) -> Result<(usize, usize), ParseError> {
        let mut lengths = Vec::with_capacity(self.breaks.len() + 1);
        let mut start = 0;
        for &(cell, at) in self.breaks.iter().chain([&(self.cells.len(), text.trim_end().len())]) {
            lengths.push((cell - start, at));
            start = cell;
        }
        let cols = lengths[0].0;
        for (i, &(len, at)) in lengths.iter().enumerate() {
            if len == 0 {
                let message = match lengths.len() {
                    1 => "the board is empty; expected stones such as xoxo, or a family such as checker:4x5".to_owned(),
                    _ => format!(
                        "row {} is empty; expected {} cells",
                        i + 1,
                        if cols == 0 { "some".to_owned() } else { cols.to_string() }
                    ),
                };
                return Err(ParseError::new(text, at.max(from), message));
            }
            if len != cols {
                let message = format!("row {} has {len} cells; expected {cols}, as in the first row", i + 1);
                return Err(ParseError::new(text, at, message));
            }
        }
        Ok((lengths.len(), cols))
    }
}

fn long_character(text: &str, at: usize) -> (Class, usize) {
    let c = text[at..].chars().next().expect("a character begins here");
    let class = match c {
        '●' => Class::Cell(Some(Player::Left), Alphabet::Discs),
        '○' => Class::Cell(Some(Player::Right), Alphabet::Discs),
        '·' => Class::Cell(None, Alphabet::Any),
        _ => Class::Unknown,
    };
    (class, c.len_utf8())
}

fn unknown(text: &str, at: usize) -> ParseError {
    let c = text[at..].chars().next().expect("a character begins here");
    let message = match c {
        '\r' => "unexpected carriage return inside a row".to_owned(),
        '^' => "^ repeats the stone or the group before it".to_owned(),
        '+' => "+ is not a stone; where sums are taken it has a space on both sides, as in xxo + oox".to_owned(),
        ':' => "unknown family; expected strip, checker, cycle, tree, complete, kpartite, hamming, cube, edges, graph6 or random".to_owned(),
        _ => format!("{c:?} is not a stone; expected x, o or . (also X O, B W, ● ○, and - or _ for an empty cell)"),
    };
    ParseError::new(text, at, message)
}

fn mixed(text: &str, at: usize, one: Alphabet, other: Alphabet) -> ParseError {
    let message = format!(
        "this board mixes the letters {} with {}, which could be read in two ways; use one pair of letters",
        one.shown(),
        other.shown()
    );
    ParseError::new(text, at, message)
}
