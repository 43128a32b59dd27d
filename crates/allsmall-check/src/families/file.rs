//! A family file, read into types before anything is checked.
//!
//! [`read`] accepts exactly the lines of docs/proofs.md, in their order, and
//! nothing else: a line that is missing, doubled or empty where a value is
//! expected is refused with its number. Numbers are bounded here, so that no
//! later sum or product of them overflows.

use std::ops::RangeInclusive;

use super::word::{SegmentShape, Word, start};
use crate::games::Fault;
use crate::outcome::Outcome;

/// Bytes of a family file.
pub(crate) const LONGEST_FILE: usize = 1 << 24;
/// Stones of the longest segment that any rule looks at.
pub(super) const LONGEST: usize = 2000;
/// Stones of the longest segment whose weight comes from its value.
const LONGEST_VALUED: usize = 48;
/// Minimum distance of `spread` from `long`: Left cuts a strip that stands for
/// longer ones within this number of stones of its ends.
pub(super) const NEAR: usize = 8;

/// What a check gives, or why it is refused.
pub(super) type Checked<T> = Result<T, Fault>;

/// The number of a line, from 1.
pub(super) type Line = usize;

/// A line that does not follow, and why.
#[derive(Debug)]
pub(super) struct Wrong {
    pub(super) line: Line,
    pub(super) why: Fault,
}

/// Names the line that a fault belongs to.
pub(super) trait OnLine<T> {
    fn on(self, line: Line) -> Result<T, Wrong>;
}

impl<T> OnLine<T> for Checked<T> {
    fn on(self, line: Line) -> Result<T, Wrong> {
        self.map_err(|why| Wrong { line, why })
    }
}

/// A whole file.
pub(super) struct File {
    pub(super) word: Word,
    pub(super) rule: FamilyRule,
    /// Number of its lines.
    pub(super) lines: Line,
}

/// The rule of a file, with everything that the rule needs.
pub(super) enum FamilyRule {
    Bounds(Bounds),
    Weights(WeightsFile),
    Critical(Critical),
}

/// A game by its options, numbers of earlier games of the file.
pub(super) struct Listed {
    pub(super) line: Line,
    pub(super) lefts: Vec<usize>,
    pub(super) rights: Vec<usize>,
}

/// `family bounds`.
pub(super) struct Bounds {
    pub(super) period: usize,
    pub(super) from: usize,
    /// The least n of the statement.
    pub(super) least: usize,
    pub(super) least_line: Line,
    /// The games with the numbers 1, 2, ...; game 0 is zero.
    pub(super) games: Vec<Listed>,
    /// The number of the shift.
    pub(super) shift: usize,
    pub(super) shift_line: Line,
    pub(super) classes: Vec<ClassBounds>,
    pub(super) bases: Vec<BaseValue>,
    pub(super) end: Line,
}

/// The value of a board less the shifts of its whole periods.
pub(super) struct BaseValue {
    pub(super) line: Line,
    pub(super) n: usize,
    /// The number of the game.
    pub(super) game: usize,
}

/// A class of segments and its bounds, by the numbers of their games.
pub(super) struct ClassBounds {
    pub(super) line: Line,
    pub(super) shape: SegmentShape,
    pub(super) star: usize,
    pub(super) upper: Vec<usize>,
    pub(super) lower: Vec<usize>,
}

/// `family weights`.
pub(super) struct WeightsFile {
    /// Integers of Left, and of Right; at least one of them is there.
    pub(super) sides: [Option<Side>; 2],
    /// Who wins for n = 0, 1, ...
    pub(super) small: Vec<Outcome>,
    pub(super) small_line: Line,
    /// Who wins for all n after that.
    pub(super) rest: Outcome,
    pub(super) rest_line: Line,
}

/// How the integers of one player are computed, and what they gain.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) line: Line,
    /// Segments up to this length are weighed by their values.
    pub(super) exact: usize,
    /// Segments up to this length are weighed.
    pub(super) longest: usize,
    pub(super) replies: bool,
    pub(super) period: usize,
    pub(super) from: usize,
    pub(super) gain: i64,
}

/// `family critical`.
pub(super) struct Critical {
    pub(super) long: usize,
    pub(super) spread: usize,
    pub(super) integers: usize,
    pub(super) integers_line: Line,
    pub(super) special: Vec<Vec<bool>>,
    pub(super) special_line: Line,
    pub(super) exempt: Vec<bool>,
    pub(super) exempt_line: Line,
    pub(super) types: Vec<Type>,
    /// Who wins for n = 0, 1, ...
    pub(super) small: Vec<Outcome>,
    pub(super) small_line: Line,
}

/// A short type and its critical weight.
pub(super) struct Type {
    pub(super) line: Line,
    pub(super) strip: Vec<bool>,
    pub(super) weight: i64,
}

/// Lines that are read one after the other.
pub(super) struct FamilyLines<'a> {
    pub(super) all: Vec<&'a str>,
    /// The number of the line read last.
    pub(super) at: Line,
}

/// Reads a file.
pub(super) fn read(text: &str) -> Result<File, Wrong> {
    if text.len() > LONGEST_FILE {
        return Err(format!("a family file has at most {LONGEST_FILE} bytes")).on(1);
    }
    let mut lines = FamilyLines { all: text.lines().collect(), at: 0 };
    let read = lines.file();
    read.map_err(|why| Wrong { line: lines.at, why })
}

impl<'a> FamilyLines<'a> {
    fn file(&mut self) -> Checked<File> {
        self.at = 1;
        if self.all.first() != Some(&super::HEADER) {
            return Err(format!("expected {:?}", super::HEADER));
        }
        let (rule, word) = self.field("family")?.split_once(' ').ok_or("expected a rule and a family")?;
        let word = Word::read(word)?;
        let rule = match rule {
            "bounds" => FamilyRule::Bounds(self.bounds(&word)?),
            "weights" => FamilyRule::Weights(self.weights(&word)?),
            "critical" => FamilyRule::Critical(self.critical(&word)?),
            _ => return Err(format!("expected the rule bounds, weights or critical and not {rule:?}")),
        };
        Ok(File { word, rule, lines: self.at })
    }

    /// The next line without its first word, if that is `word`.
    pub(super) fn maybe(&mut self, word: &str) -> Option<&'a str> {
        let line = *self.all.get(self.at)?;
        let rest = line.strip_prefix(word)?.strip_prefix(' ')?;
        self.at += 1;
        Some(rest)
    }

    /// The next line, which must begin with `word`, without it.
    pub(super) fn field(&mut self, word: &str) -> Checked<&'a str> {
        self.maybe(word).ok_or_else(|| {
            self.at += 1;
            format!("expected a line {word:?} with its value")
        })
    }

    /// A line with one number.
    pub(super) fn number(&mut self, word: &str, range: RangeInclusive<usize>) -> Checked<usize> {
        number(self.field(word)?, range)
    }

    /// The last line of a file.
    pub(super) fn end(&mut self) -> Checked<Line> {
        self.at += 1;
        if self.all.get(self.at - 1) != Some(&"end") {
            return Err("expected a line \"end\"".to_owned());
        }
        if self.all.len() > self.at {
            self.at += 1;
            return Err("there is something after the end".to_owned());
        }
        Ok(self.at)
    }

    /// Lines of games, each by its options.
    pub(super) fn games(&mut self) -> Checked<Vec<Listed>> {
        let mut games = Vec::new();
        while let Some(rest) = self.maybe("game") {
            let (lefts, rights) = rest.split_once('|').ok_or("expected left options | right options")?;
            // Game 0 is zero, so there is one more than there are lines.
            let above = games.len() + 1;
            games.push(Listed { line: self.at, lefts: numbers(lefts, above)?, rights: numbers(rights, above)? });
        }
        Ok(games)
    }

    fn small(&mut self) -> Checked<Vec<Outcome>> {
        outcomes(self.field("small")?)
    }

    fn bounds(&mut self, word: &Word) -> Checked<Bounds> {
        let period = self.number("period", 1..=LONGEST)?;
        if !period.is_multiple_of(word.period.len()) {
            return Err("the period must be a multiple of the repeated stones".to_owned());
        }
        let from = self.number("from", 0..=LONGEST)?;
        if from < word.fixed() + 2 {
            return Err("m0 must be beyond A and B by two".to_owned());
        }
        let low = 2 * from + period;
        if low + period > LONGEST {
            return Err(format!("strips of more than {LONGEST} stones are not looked at"));
        }
        let least = self.number("theorem", 0..=LONGEST)?;
        let least_line = self.at;
        let games = self.games()?;
        let shift = game(self.field("shift")?, games.len() + 1)?;
        let shift_line = self.at;
        let mut classes = Vec::new();
        while let Some(rest) = self.maybe("class") {
            let class = self.class(rest, games.len() + 1)?;
            if class.star < low || class.star >= low + period || !word.exists(class.shape, class.star) {
                return Err(format!("there is no such segment with a length from {low} up to one period more"));
            }
            classes.push(class);
        }
        let mut bases: Vec<BaseValue> = Vec::new();
        while let Some(rest) = self.maybe("base") {
            let (n, rest) = rest.split_once(' ').ok_or("expected n and a game")?;
            let base = BaseValue { line: self.at, n: number(n, 0..=LONGEST)?, game: game(rest, games.len() + 1)? };
            if bases.last().is_some_and(|last| last.n >= base.n) {
                return Err("expected greater n".to_owned());
            }
            bases.push(base);
        }
        let end = self.end()?;
        Ok(Bounds { period, from, least, least_line, games, shift, shift_line, classes, bases, end })
    }

    fn class(&self, rest: &str, games: usize) -> Checked<ClassBounds> {
        let [place, tail, turned, star, ":", upper, ":", lower] = rest.split(' ').collect::<Vec<_>>()[..] else {
            return Err("expected start, tail, ends, length, : upper bounds, : lower bounds".to_owned());
        };
        let turned = match turned {
            "00" => [false, false],
            "01" => [false, true],
            "10" => [true, false],
            "11" => [true, true],
            _ => return Err("expected 00, 01, 10 or 11 for the ends".to_owned()),
        };
        let shape = SegmentShape { start: start(place)?, tail: number(tail, 0..=LONGEST)?, turned };
        let star = number(star, 0..=LONGEST)?;
        Ok(ClassBounds { line: self.at, shape, star, upper: numbers(upper, games)?, lower: numbers(lower, games)? })
    }

    fn weights(&mut self, word: &Word) -> Checked<WeightsFile> {
        let mut sides = [None, None];
        while let Some(rest) = self.maybe("side") {
            let (stone, side) = self.side(rest, word)?;
            if sides[stone].replace(side).is_some() {
                return Err("there is a line for this side already".to_owned());
            }
        }
        if sides.iter().all(Option::is_none) {
            self.at += 1;
            return Err("expected a line \"side\" with its value".to_owned());
        }
        let small = self.small()?;
        let small_line = self.at;
        let rest = Outcome::read(self.field("rest")?)?;
        let rest_line = self.at;
        self.end()?;
        Ok(WeightsFile { sides, small, small_line, rest, rest_line })
    }

    /// The number of the player, 0 for Left, and the integers.
    fn side(&self, rest: &str, word: &Word) -> Checked<(usize, Side)> {
        let [stone, exact, longest, replies, period, from, gain] = rest.split(' ').collect::<Vec<_>>()[..] else {
            return Err("expected x or o, values up to, integers up to, replies, period, from, gain".to_owned());
        };
        let player = match stone {
            "x" => 0,
            "o" => 1,
            _ => return Err(format!("expected x or o and not {stone:?}")),
        };
        let exact = number(exact, 2..=LONGEST_VALUED)?;
        let longest = number(longest, 1..=LONGEST)?;
        let replies = match replies {
            "0" => false,
            "1" => true,
            _ => return Err(format!("expected 0 or 1 for replies and not {replies:?}")),
        };
        let (period, from) = (number(period, 1..=LONGEST)?, number(from, 1..=LONGEST)?);
        let gain = number(gain, 0..=LONGEST)? as i64;
        if !period.is_multiple_of(word.period.len()) {
            return Err("expected a period of whole copies".to_owned());
        }
        if exact < word.fixed() + 2 {
            return Err("A and B must be valued: values up to two stones more than they have".to_owned());
        }
        if from <= exact || 2 * (from + period) > longest {
            return Err("integers must be computed for twice the period and what precedes it".to_owned());
        }
        Ok((player, Side { line: self.at, exact, longest, replies, period, from, gain }))
    }

    fn critical(&mut self, word: &Word) -> Checked<Critical> {
        if word.fixed() != 0 || !matches!(word.period[..], [a, b] if a != b) {
            return Err("the critical calculus is about (xo)^n".to_owned());
        }
        let long = self.number("long", 16..=24)?;
        let spread = self.number("spread", long + NEAR..=60)?;
        let integers = self.number("integers", 2 * spread + 8..=400)?;
        let integers_line = self.at;
        let special = self.field("special")?.split(' ').map(strip).collect::<Checked<_>>()?;
        let special_line = self.at;
        let exempt = strip(self.field("exempt")?)?;
        let exempt_line = self.at;
        let mut types = Vec::new();
        while let Some(rest) = self.maybe("type") {
            let (text, weight) = rest.split_once(' ').ok_or("expected a strip and a weight")?;
            let (negative, digits) = weight.strip_prefix('-').map_or((false, weight), |digits| (true, digits));
            let weight = number(digits, 0..=LONGEST)? as i64;
            types.push(Type { line: self.at, strip: strip(text)?, weight: if negative { -weight } else { weight } });
        }
        let small = self.small()?;
        let small_line = self.at;
        self.end()?;
        Ok(Critical {
            long,
            spread,
            integers,
            integers_line,
            special,
            special_line,
            exempt,
            exempt_line,
            types,
            small,
            small_line,
        })
    }
}

/// A number in decimal digits.
pub(super) fn number(text: &str, range: RangeInclusive<usize>) -> Checked<usize> {
    let expected = || {
        let (low, high) = (range.start(), range.end());
        format!("expected a number from {low} to {high} and not {:?}", text.chars().take(30).collect::<String>())
    };
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(expected());
    }
    text.parse().ok().filter(|n| range.contains(n)).ok_or_else(expected)
}

/// The index of a game, below the number of games.
pub(super) fn game(text: &str, games: usize) -> Checked<usize> {
    number(text, 0..=games - 1)
}

/// Numbers of games with commas between them; there may be none.
pub(super) fn numbers(text: &str, games: usize) -> Checked<Vec<usize>> {
    if text.is_empty() { Ok(Vec::new()) } else { text.split(',').map(|text| game(text, games)).collect() }
}

/// A letter for each n from 0 on; there may be none.
fn outcomes(text: &str) -> Checked<Vec<Outcome>> {
    text.chars().map(|letter| Outcome::read(letter.encode_utf8(&mut [0; 4]))).collect()
}

/// Between 1 and 60 stones.
pub(super) fn strip(text: &str) -> Checked<Vec<bool>> {
    if text.is_empty() || text.len() > 60 || text.bytes().any(|stone| stone != b'x' && stone != b'o') {
        return Err(format!("expected a strip and not {:?}", text.chars().take(80).collect::<String>()));
    }
    Ok(text.bytes().map(|stone| stone == b'x').collect())
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_FILE, read};

    /// A file of the greatest length is read; one or two bytes more are not.
    #[test]
    fn long_files_are_refused_unread() {
        for (bytes, is_read) in [(LONGEST_FILE, true), (LONGEST_FILE + 1, false), (LONGEST_FILE + 2, false)] {
            let why = read(&"x".repeat(bytes)).err().expect("this is not a proof").why;
            assert_eq!(why.starts_with("expected \"allsmall family proof 1\""), is_read, "{bytes}: {why}");
        }
    }
}
