//! Reads the terms of a proof: graphs, games by their options, sums.

use crate::boards::Part;
use crate::games::{Fault, Game, ZERO};
use crate::sums::{Limits, Sum, Sums};

/// Steps for a vertex of a graph, which is kept to the end.
const STEPS_A_VERTEX: usize = 16;
/// Characters that the games of a statement may add to it.
const MOST_WORDS: usize = 10_000;

/// A number of the file.
pub(crate) fn number<T: std::str::FromStr>(text: &str) -> Result<T, Fault> {
    text.parse().map_err(|_| format!("expected a number and not {text:?}"))
}

/// What the lines of a file may refer to.
pub struct Reader {
    /// Boards and games.
    pub sums: Sums,
    /// The games of the file in its order; the first one is zero.
    games: Vec<Game>,
}

impl Reader {
    /// Nothing has been read; so many steps may be taken.
    #[must_use]
    pub fn new(steps: u64) -> Reader {
        Reader { sums: Sums::new(steps), games: vec![ZERO] }
    }

    /// Reads a line that introduces something: limits, a graph, a game.
    /// Whether it was one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn introduce(&mut self, word: &str, rest: &str) -> Result<bool, Fault> {
        match word {
            "limits" => self.limits(rest)?,
            "graph" => self.graph(rest)?,
            "game" => {
                let game = self.game(rest)?;
                self.games.push(game);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn limits(&mut self, rest: &str) -> Result<(), Fault> {
        let [strip, other, merge] = rest.split(' ').collect::<Vec<_>>()[..] else {
            return Err("expected three numbers".to_owned());
        };
        self.sums.set_limits(Limits { strip: number(strip)?, other: number(other)?, merge: number(merge)? })
    }

    fn graph(&mut self, rest: &str) -> Result<(), Fault> {
        let (vertices, list) = rest.split_once(' ').unwrap_or((rest, ""));
        let vertices: usize = number(vertices)?;
        if vertices > 1 << 20 {
            return Err("a graph has at most a million vertices".to_owned());
        }
        let mut edges = Vec::new();
        for edge in list.split(',').filter(|edge| !edge.is_empty()) {
            let (a, b) = edge.split_once('-').ok_or_else(|| format!("expected an edge and not {edge:?}"))?;
            edges.push((number(a)?, number(b)?));
        }
        self.sums.games.spend(STEPS_A_VERTEX * vertices + edges.len())?;
        self.sums.boards.graph(vertices, &edges)
    }

    fn game(&mut self, rest: &str) -> Result<Game, Fault> {
        let (lefts, rights) = rest.split_once('|').ok_or("expected left options | right options")?;
        let list = |text: &str| -> Result<Vec<Game>, Fault> {
            text.split(',').filter(|t| !t.is_empty()).map(|t| self.listed(t)).collect()
        };
        let (lefts, rights) = (list(lefts)?, list(rights)?);
        self.sums.games.make(lefts, rights)
    }

    /// The game of the file with this number.
    ///
    /// # Errors
    /// If there is none.
    pub fn listed(&self, number_text: &str) -> Result<Game, Fault> {
        let n: usize = number(number_text)?;
        self.games.get(n).copied().ok_or_else(|| format!("there is no game {n} above"))
    }

    /// Terms joined by + and -; `0` is the empty sum.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn terms(&mut self, text: &str) -> Result<(Vec<Game>, Vec<Part>), Fault> {
        let (mut games, mut parts) = (Vec::new(), Vec::new());
        if text == "0" {
            return Ok((games, parts));
        }
        let (mut rest, mut negated) = match text.strip_prefix('-') {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        loop {
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            let term = &rest[..end];
            match term.strip_prefix('#') {
                Some(n) => {
                    let game = self.listed(n)?;
                    games.push(if negated { self.sums.games.negative(game) } else { game });
                }
                None if term.is_empty() => return Err("expected a board or a game".to_owned()),
                None => parts.extend(self.sums.board(term, negated)?),
            }
            match rest[end..].chars().next() {
                None => return Ok((games, parts)),
                Some(sign) => (rest, negated) = (&rest[end + 1..], sign == '-'),
            }
        }
    }

    /// A sum in normal form.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn sum(&mut self, text: &str) -> Result<Sum, Fault> {
        let (games, parts) = self.terms(text)?;
        self.sums.sum(games, parts)
    }

    /// The sum and what follows the colon.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn claim<'a>(&mut self, rest: &'a str) -> Result<(Sum, Vec<&'a str>), Fault> {
        let (sum, grounds) = rest.split_once(" :").ok_or("expected a sum, a colon and its grounds")?;
        Ok((self.sum(sum)?, grounds.split(' ').filter(|token| !token.is_empty()).collect()))
    }

    /// A sum in words.
    #[must_use]
    pub fn text(&self, sum: &Sum) -> String {
        self.sums.text(sum, |g| self.sums.games.text(g))
    }

    /// A sum as it is written, with games in braces.
    #[must_use]
    pub fn words(&self, text: &str) -> String {
        let mut words = String::new();
        for (i, piece) in text.split('#').enumerate() {
            let digits = if i == 0 { 0 } else { piece.bytes().take_while(u8::is_ascii_digit).count() };
            match self.listed(&piece[..digits]) {
                Ok(game) if words.len() < text.len() + MOST_WORDS => words.push_str(&self.sums.games.text(game)),
                Ok(_) => words.push_str(&format!("#{}", &piece[..digits])),
                Err(_) => {}
            }
            words.push_str(&piece[digits..].replace('+', " + ").replace('-', " - "));
        }
        words
    }
}
