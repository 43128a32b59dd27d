//! Boards and moves as text.
//!
//! ```text
//! o@o.o.o....       full board: @ ball (also B, ●), o stone, . empty
//! ..ooo|ooo..o...   Oddish board: | arrow (also ↓)
//! .^8(o.)^2@o       repetition of a square or of a group, nested at will
//! p7  j9  j0        place on 7, jump to 9, jump off the left end
//! ```

use std::fmt::{self, Display, Write};

use super::game::StripGame;
use super::oddish::{Oddish, OddishFlaw};
use super::rules::{Flaw, PhutballMove, PhutballPosition};
use crate::notation::copy_on;
use crate::{Budget, ParseError, ReadError};

/// What stands on a strip, and where the mark is: the ball or the arrow.
#[derive(Default)]
struct ParsedStrip {
    stones: Vec<bool>,
    /// Squares before the mark, and its place in the text.
    mark: Option<(usize, usize)>,
}

/// How the two kinds of board are written.
struct StripLetters {
    marks: &'static [char],
    mark: &'static str,
    /// Whether the mark takes a square: the ball does, the arrow does not.
    on_square: bool,
}

const FULL: StripLetters = StripLetters { marks: &['@', 'B', 'b', '●'], mark: "ball @", on_square: true };
const ODDISH: StripLetters = StripLetters { marks: &['|', '↓'], mark: "arrow |", on_square: false };

/// Reads a full board such as `o@o.o.o....`.
///
/// # Errors
/// Where the text is wrong and what was expected there.
pub fn read_position(text: &str) -> Result<PhutballPosition, ParseError> {
    read_position_in(text, &Budget::new()).map_err(|error| error.into_fault(text))
}

/// Reads a full board within the time, the memory and the squares granted.
///
/// # Errors
/// As [`read_position`]; also [`Stop`](crate::Stop) when the budget is exhausted.
pub fn read_position_in(text: &str, budget: &Budget) -> Result<PhutballPosition, ReadError> {
    let (strip, squares, at) = FULL.read(text, budget)?;
    PhutballPosition::new(strip.stones, squares + 1).map_err(|flaw| {
        let message = match flaw {
            Flaw::BallOnGoal => format!("{flaw}; expected at least one square on each side of the ball"),
            _ => flaw.to_string(),
        };
        ParseError::new(text, at, message).into()
    })
}

/// Reads an Oddish board such as `..ooo|ooo..o...`.
///
/// # Errors
/// Where the text is wrong and what was expected there.
pub fn read_oddish(text: &str) -> Result<Oddish, ParseError> {
    read_oddish_in(text, &Budget::new()).map_err(|error| error.into_fault(text))
}

/// Reads an Oddish board within the time, the memory and the squares granted.
///
/// # Errors
/// As [`read_oddish`]; also [`Stop`](crate::Stop) when the budget is exhausted.
pub fn read_oddish_in(text: &str, budget: &Budget) -> Result<Oddish, ReadError> {
    let (strip, squares, at) = ODDISH.read(text, budget)?;
    Oddish::new(strip.stones, squares).map_err(|flaw| {
        let message = match flaw {
            OddishFlaw::ArrowAtEnd => format!("{flaw}; expected at least one square on each side of the arrow"),
            OddishFlaw::TooShort => flaw.to_string(),
        };
        ParseError::new(text, at, message).into()
    })
}

/// Reads a move such as `p7` or `j9`.
///
/// # Errors
/// Where the text is wrong. Whether the move is legal is for the rules to say.
pub fn read_move(text: &str) -> Result<PhutballMove, ParseError> {
    let expected = "expected p and a square to place a stone, or j and a square to jump to, such as p7 or j9";
    let fault = |at| ParseError::new(text, at, expected);
    let kind = match text.as_bytes().first() {
        Some(b'p' | b'P') => PhutballMove::Place,
        Some(b'j' | b'J') => PhutballMove::Jump,
        _ => return Err(fault(0)),
    };
    if !text[1..].bytes().all(|b| b.is_ascii_digit()) {
        return Err(fault(1));
    }
    text[1..].parse().map(kind).map_err(|_| fault(1))
}

/// A group that is still open: its place in the text, and the strip so far.
struct OpenRepetition {
    at: usize,
    squares: usize,
}

impl StripLetters {
    /// The strip, the squares before the mark, and the mark's place.
    fn read(&self, text: &str, budget: &Budget) -> Result<(ParsedStrip, usize, usize), ReadError> {
        let most = budget.cells();
        let text = text.trim_end();
        budget.fits(text.len().min(most))?;
        let mut ticker = budget.ticker();
        let mut strip = ParsedStrip { stones: Vec::with_capacity(text.len().min(most)), mark: None };
        let mut open: Vec<OpenRepetition> = Vec::new();
        let mut last: Option<OpenRepetition> = None;
        let mut behind = text.len() - text.trim_start().len();
        while let Some(c) = text[behind..].chars().next() {
            let at = behind;
            behind += c.len_utf8();
            let before = strip.stones.len();
            last = match c {
                '(' => {
                    open.push(OpenRepetition { at, squares: before });
                    None
                }
                ')' => Some(open.pop().ok_or_else(|| ParseError::new(text, at, "no ( is open here"))?),
                '^' => {
                    let group =
                        last.ok_or_else(|| ParseError::new(text, at, "^ repeats the square or the group before it"))?;
                    behind = strip.repeat(text, at, &group, budget)?;
                    None
                }
                'o' | '.' => {
                    // The fast path: a whole run of plain squares at once.
                    let plain = text.as_bytes()[at..].iter().take_while(|&&b| b == b'o' || b == b'.').count();
                    behind = at + plain;
                    strip.stones.extend(text.as_bytes()[at..behind].iter().map(|&b| b == b'o'));
                    ticker.step(plain / 8)?;
                    Some(OpenRepetition { at: behind - 1, squares: strip.stones.len() - 1 })
                }
                _ => {
                    self.put(&mut strip, text, at, c)?;
                    Some(OpenRepetition { at, squares: before })
                }
            };
            ticker.step(1)?;
            if strip.stones.len() > most {
                return Err(ParseError::new(text, at, format!("the board has more than {most} squares")).into());
            }
        }
        if let Some(group) = open.pop() {
            return Err(ParseError::new(text, group.at, "this ( is never closed").into());
        }
        match strip.mark {
            Some((squares, at)) => Ok((strip, squares, at)),
            None => Err(ParseError::new(text, text.len(), format!("there is no {}; expected one", self.mark)).into()),
        }
    }

    /// Adds what one character stands for.
    fn put(&self, strip: &mut ParsedStrip, text: &str, at: usize, c: char) -> Result<(), ParseError> {
        match c {
            'O' | '◇' => strip.stones.push(true),
            '-' | '_' | '·' | ' ' => strip.stones.push(false),
            _ if !self.marks.contains(&c) => {
                let message = format!("{c:?} is not a square; expected o, . or one {}", self.mark);
                return Err(ParseError::new(text, at, message));
            }
            _ if strip.mark.is_some() => {
                return Err(ParseError::new(text, at, format!("a second {}; expected only one", self.mark)));
            }
            _ => {
                strip.mark = Some((strip.stones.len(), at));
                if self.on_square {
                    strip.stones.push(false);
                }
            }
        }
        Ok(())
    }
}

impl ParsedStrip {
    /// Reads `^count` at byte `at` and writes the group that often; returns
    /// the place behind the count.
    fn repeat(&mut self, text: &str, at: usize, group: &OpenRepetition, budget: &Budget) -> Result<usize, ReadError> {
        let most = budget.cells();
        let digits = text[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let behind = at + 1 + digits;
        if digits == 0 {
            return Err(ParseError::new(text, at + 1, "expected a count after ^").into());
        }
        let size = self.stones.len() - group.squares;
        let count = text[at + 1..behind].parse::<usize>().ok();
        let fits = |count: &usize| count.checked_mul(size).is_some_and(|n| n <= most.saturating_sub(group.squares));
        let Some(count) = count.filter(fits) else {
            let message = format!("this repetition goes past {most} squares");
            return Err(ParseError::new(text, at + 1, message).into());
        };
        if count != 1 && self.mark.is_some_and(|(_, mark)| mark >= group.at) {
            let message = "a repeated part holds stones and empty squares only";
            return Err(ParseError::new(text, at, message).into());
        }
        // An empty group may have any count.
        if size > 0 && count > 1 {
            copy_on(&mut self.stones, group.squares, count - 1, budget)?;
        }
        if count == 0 {
            self.stones.truncate(group.squares);
        }
        Ok(behind)
    }
}

impl Display for PhutballPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (1..).zip(self.stones()).try_for_each(|(square, &stone)| {
            f.write_char(match stone {
                _ if square == self.ball() => '@',
                true => 'o',
                false => '.',
            })
        })
    }
}

impl Display for Oddish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stones().iter().enumerate().try_for_each(|(before, &stone)| {
            if before == self.arrow() {
                f.write_char('|')?;
            }
            f.write_char(if stone { 'o' } else { '.' })
        })
    }
}

impl Display for PhutballMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PhutballMove::Place(square) => write!(f, "p{square}"),
            PhutballMove::Jump(to) => write!(f, "j{to}"),
        }
    }
}

/// The board with the numbers of its squares above it.
///
/// ```text
///          1
/// 12345678901
/// o@o.o.o....
/// ```
#[must_use]
pub fn numbered(position: &impl StripGame) -> String {
    let board = position.to_string();
    let (mut tens, mut units, mut square) = (String::new(), String::new(), 0);
    for c in board.chars() {
        let has_number = c != '|';
        square += usize::from(has_number);
        let digit = |number: usize| char::from(b'0' + (number % 10) as u8);
        tens.push(if has_number && square % 10 == 0 { digit(square / 10) } else { ' ' });
        units.push(if has_number { digit(square) } else { ' ' });
    }
    format!("{}\n{units}\n{board}", tens.trim_end())
}

impl serde::Serialize for PhutballMove {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_letters_and_repetition_read_as_the_plain_board() {
        let plain = read_position(".o.o@oo...").expect("a board");
        for text in [".o.oB(o)^2.^3", "(.o)^2●oo(.^1)^3", " -O_o@oo···\n", ".o.o@oo...(o)^0", ".o.o@oo...(ooo)^0"]
        {
            assert_eq!(read_position(text).as_ref(), Ok(&plain), "{text}");
        }
        assert_eq!(plain.to_string(), ".o.o@oo...");
        let oddish = read_oddish("..ooo|(o)^3..o...").expect("a board");
        assert_eq!((oddish.arrow(), oddish.to_string().as_str()), (5, "..ooo|ooo..o..."));
        assert_eq!(read_oddish("..ooo↓ooo..o..."), Ok(oddish));
    }

    #[test]
    fn bad_boards_are_pointed_at() {
        let cases = [
            ("", 0, "no ball"),
            ("o.o", 3, "no ball"),
            (".@o@.", 3, "a second ball"),
            ("@..", 0, "goal square"),
            ("..@", 2, "goal square"),
            (".@", 1, "at least 3 squares"),
            (".@x.", 2, "expected o, ."),
            ("(.@.", 0, "never closed"),
            (".@.)", 3, "no ( is open"),
            (".@.^", 4, "a count"),
            ("^3.@.", 0, "repeats the square"),
            (".@^2..", 2, "stones and empty squares only"),
            (".(.@.)^0..", 6, "stones and empty squares only"),
            (".@.(.)^99999999999999999999", 7, "goes past"),
            (".@.((.)^99999)^99999", 15, "goes past"),
        ];
        for (text, at, message) in cases {
            let error = read_position(text).expect_err(text);
            assert_eq!(error.at(), at, "{text}: {error}");
            assert!(error.message().contains(message), "{text}: {error}");
        }
        for (text, at, message) in [("..", 2, "no arrow"), ("|..", 0, "end of the board"), ("o|", 1, "at least 2")] {
            let error = read_oddish(text).expect_err(text);
            assert_eq!(error.at(), at, "{text}: {error}");
            assert!(error.message().contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn a_limit_on_the_squares_is_kept_while_reading() {
        let five = Budget::new().with_cells(5);
        assert!(read_position_in(".o@o.", &five).is_ok());
        for text in [".o@o..", ".@(.)^4", ".@((.)^999999)^999999"] {
            assert!(read_position_in(text, &five).is_err(), "{text}");
        }
        assert!(read_oddish_in("..|(o)^4", &five).is_err());
        let nothing = read_position(".@.()^18446744073709551615").expect("three squares");
        assert_eq!(nothing.squares(), 3);
    }

    #[test]
    fn squares_are_numbered_and_the_arrow_is_not() {
        let full = read_position("o@o.o.o....").expect("a board");
        assert_eq!(numbered(&full), "         1\n12345678901\no@o.o.o....");
        assert_eq!(numbered(&read_oddish("..|o").expect("a board")), "\n12 3\n..|o");
    }

    #[test]
    fn moves_read_back() {
        for mv in [PhutballMove::Place(7), PhutballMove::Jump(0), PhutballMove::Jump(12)] {
            assert_eq!(read_move(&mv.to_string()), Ok(mv));
        }
        assert_eq!(read_move("J3"), Ok(PhutballMove::Jump(3)));
        for (text, at) in [("", 0), ("x3", 0), ("p", 1), ("p-1", 1), ("j+1", 1), ("p99999999999999999999", 1), ("●", 0)]
        {
            assert_eq!(read_move(text).expect_err(text).at(), at, "{text}");
        }
    }
}
