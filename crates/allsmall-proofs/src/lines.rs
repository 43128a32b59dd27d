//! Writes down what was proved: needed lines only, each forgotten after its
//! last use.

use std::collections::HashMap;
use std::io::{self, Write};

use allsmall_check::HEADER;
use allsmall_check::boards::Part;
use allsmall_check::games::{Game, Games, ZERO};
use allsmall_check::sums::{Sum, Sums, part_text};

use crate::error::Failure;

/// A line of a proof.
pub(crate) struct Line {
    pub(crate) sum: Sum,
    pub(crate) second: bool,
    pub(crate) grounds: Grounds,
    /// The lines that it rests on.
    pub(crate) uses: Vec<usize>,
}

/// Why a line holds.
pub(crate) enum Grounds {
    /// Left's move.
    Move(usize),
    /// Left's replies.
    Replies(Vec<usize>),
    /// A multiple of up in place of a game.
    Ups(usize, i32, bool),
    /// A hypothesis, by its whole line.
    Hypothesis(String),
}

/// A proof that cannot be written down.
pub(crate) fn io(error: io::Error) -> Failure {
    Failure::Unfit(format!("it cannot be written: {error}"))
}

/// Maximum number of moves of a game that is listed by its options.
const LISTED: u32 = 2;

/// Lines that are forgotten together.
const BATCH: usize = 24;

/// A proof being written.
pub(crate) struct Writer<W> {
    out: W,
    /// Lines written.
    line: usize,
    games: HashMap<Game, usize>,
    /// Boards that are worth some of the games: that is shorter than to list
    /// a game with all that it leads to.
    boards: HashMap<Game, String>,
}

impl<W: Write> Writer<W> {
    /// Writes the first line.
    pub(crate) fn new(out: W) -> io::Result<Writer<W>> {
        Writer::with_header(out, HEADER)
    }

    /// Writes the first line of a format.
    pub(crate) fn with_header(out: W, header: &str) -> io::Result<Writer<W>> {
        let mut writer = Writer { out, line: 0, games: HashMap::from([(ZERO, 0)]), boards: HashMap::new() };
        writer.put(header)?;
        Ok(writer)
    }

    pub(crate) fn put(&mut self, line: &str) -> io::Result<usize> {
        self.line += 1;
        writeln!(self.out, "{line}")?;
        Ok(self.line)
    }

    /// The name of a game, which is written down before.
    pub(crate) fn game(&mut self, games: &Games, game: Game) -> io::Result<String> {
        let mut open = vec![game];
        while let Some(&next) = open.last() {
            if self.games.contains_key(&next) {
                open.pop();
                continue;
            }
            let options = || [true, false].into_iter().flat_map(|left| games.options(next, left));
            let missing: Vec<Game> = options().copied().filter(|o| !self.games.contains_key(o)).collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            let list = |left| {
                let names = games.options(next, left).iter().map(|o| self.games[o].to_string());
                names.collect::<Vec<_>>().join(",")
            };
            let line = format!("game {}|{}", list(true), list(false));
            self.put(&line)?;
            self.games.insert(next, self.games.len());
        }
        Ok(format!("#{}", self.games[&game]))
    }

    fn sum(&mut self, sums: &Sums, sum: &Sum) -> io::Result<String> {
        let mut names = HashMap::new();
        for &game in &sum.games {
            let name = match self.boards.get(&game) {
                Some(board) => board.clone(),
                None => self.game(&sums.games, game)?,
            };
            names.insert(game, name);
        }
        Ok(sums.text(sum, |game| names[&game].clone()))
    }

    /// Writes the lines that `roots` rest on.
    pub(crate) fn lines(&mut self, sums: &Sums, lines: &[Line], roots: &[usize]) -> io::Result<()> {
        let uses = |i: usize| &lines[i].uses[..];
        self.name_boards(sums, lines);
        self.needed(lines.len(), uses, roots, |writer, i| {
            let Line { sum, second, grounds, .. } = &lines[i];
            let sum = writer.sum(sums, sum)?;
            let letter = if *second { 's' } else { 'f' };
            Ok(match grounds {
                Grounds::Hypothesis(line) => line.clone(),
                Grounds::Move(n) => format!("{letter} {sum} : {n}"),
                Grounds::Replies(all) => {
                    let mut text = format!("{letter} {sum} :");
                    all.iter().for_each(|n| text.push_str(&format!(" {n}")));
                    text
                }
                Grounds::Ups(at, n, star) => {
                    let star = if *star { "*" } else { "" };
                    format!("{} {sum} : {at} {n}{star}", letter.to_ascii_uppercase())
                }
            })
        })
    }

    /// Finds the shortest boards that are worth the long games of the lines.
    fn name_boards(&mut self, sums: &Sums, lines: &[Line]) {
        let games = lines.iter().flat_map(|line| &line.sum.games);
        let long = games.filter(|&&game| sums.games.birthday(game) > LISTED);
        let mut best: HashMap<Game, Option<&Part>> = long.map(|&game| (game, None)).collect();
        for (part, game) in sums.known_values() {
            if let Some(least) = best.get_mut(&game) {
                let order = |part: &Part| (part.cells.len(), part.clone());
                if least.is_none_or(|least| order(part) < order(least)) {
                    *least = Some(part);
                }
            }
        }
        self.boards = best.into_iter().filter_map(|(game, part)| Some((game, part_text(part?)))).collect();
    }

    /// Writes those of `count` lines that `roots` rest on; `uses` says what a
    /// line rests on, and each is forgotten after its last use.
    pub(crate) fn needed<'a>(
        &mut self,
        count: usize,
        uses: impl Fn(usize) -> &'a [usize],
        roots: &[usize],
        mut text: impl FnMut(&mut Self, usize) -> io::Result<String>,
    ) -> io::Result<()> {
        self.numbered(count, uses, roots, |writer, i, _| text(writer, i)).map(drop)
    }

    /// Does what [`Writer::needed`] does; `text` is given the numbers in the
    /// file of the lines before, and the caller those of all lines.
    pub(crate) fn numbered<'a>(
        &mut self,
        count: usize,
        uses: impl Fn(usize) -> &'a [usize],
        roots: &[usize],
        mut text: impl FnMut(&mut Self, usize, &[usize]) -> io::Result<String>,
    ) -> io::Result<Vec<usize>> {
        const NEVER: usize = usize::MAX;
        // The last line that uses each, and those that nothing uses are not
        // needed.
        let mut last = vec![NEVER; count];
        roots.iter().for_each(|&root| last[root] = count);
        for i in (0..count).rev() {
            if last[i] != NEVER {
                for &used in uses(i) {
                    if last[used] == NEVER {
                        last[used] = i;
                    }
                }
            }
        }
        let mut written = vec![0; count];
        let mut ends: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut over: Vec<usize> = Vec::new();
        for i in (0..count).filter(|&i| last[i] != NEVER) {
            let line = text(self, i, &written)?;
            written[i] = self.put(&line)?;
            if last[i] < count {
                ends.entry(last[i]).or_default().push(i);
            }
            over.extend(ends.remove(&i).into_iter().flatten().map(|used| written[used]));
            if over.len() >= BATCH {
                self.forget(&mut over)?;
            }
        }
        Ok(written)
    }

    fn forget(&mut self, over: &mut Vec<usize>) -> io::Result<()> {
        let numbers: Vec<String> = over.drain(..).map(|n| n.to_string()).collect();
        self.put(&format!("d {}", numbers.join(" "))).map(drop)
    }

    /// Writes the last line; the number of lines.
    pub(crate) fn end(mut self) -> io::Result<usize> {
        self.put("end")?;
        self.flush()
    }

    /// Writes what is still in a buffer; the number of lines.
    pub(crate) fn flush(&mut self) -> io::Result<usize> {
        self.out.flush()?;
        Ok(self.line)
    }
}
