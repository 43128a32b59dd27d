//! The reader of the terms of a proof: graphs, games by their options, sums.

use crate::boards::Part;
use crate::games::{Fault, Game, Watch, ZERO};
use crate::proof::STEPS;
use crate::sums::{Board, Limits, Sum, Sums};

/// Steps charged for a vertex of a graph, which is kept to the end.
const STEPS_A_VERTEX: usize = 16;
/// Maximum number of terms of a sum.
const MOST_TERMS: usize = 1 << 20;

/// A term of a sum as the file writes it.
pub(crate) struct Term {
    pub(crate) negated: bool,
    pub(crate) what: Summand,
}

/// The board or game of a term.
pub(crate) enum Summand {
    Board(Board),
    Game(Game),
}

/// A number of the file.
pub(crate) fn number<T: std::str::FromStr>(text: &str) -> Result<T, Fault> {
    text.parse().map_err(|_| format!("expected a number and not {text:?}"))
}

/// The graphs, boards and games that the lines of a file may refer to.
pub struct Reader {
    /// Boards and games.
    pub sums: Sums,
    /// The games of the file in its order; the first one is zero.
    games: Vec<Game>,
}

impl Reader {
    /// Creates a reader with a limit of steps.
    #[must_use]
    pub fn new(steps: u64) -> Reader {
        Reader { sums: Sums::new(steps), games: vec![ZERO] }
    }

    /// Creates a reader for a proof with the usual number of steps and a watch.
    pub(crate) fn watched(watch: &Watch) -> Reader {
        let mut reader = Reader::new(STEPS);
        reader.sums.games.set_watch(Some(watch.clone()));
        reader
    }

    /// Reads a line that introduces limits, a graph or a game; returns whether
    /// it was one.
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

    /// Terms joined by + and -, as they are written; `0` is the empty sum.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(crate) fn written(&mut self, text: &str) -> Result<Vec<Term>, Fault> {
        let mut terms = Vec::new();
        if text == "0" {
            return Ok(terms);
        }
        let (mut rest, mut negated) = match text.strip_prefix('-') {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        loop {
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            let term = &rest[..end];
            let what = match term.strip_prefix('#') {
                Some(n) => Summand::Game(self.listed(n)?),
                None if term.is_empty() => return Err("expected a board or a game".to_owned()),
                None => Summand::Board(self.sums.cells(term)?),
            };
            if terms.len() == MOST_TERMS {
                return Err(format!("a sum has at most {MOST_TERMS} terms"));
            }
            terms.push(Term { negated, what });
            match rest[end..].chars().next() {
                None => return Ok(terms),
                Some(sign) => (rest, negated) = (&rest[end + 1..], sign == '-'),
            }
        }
    }

    /// The games and the parts of terms.
    pub(crate) fn taken_apart(&mut self, terms: &[Term]) -> Result<(Vec<Game>, Vec<Part>), Fault> {
        let (mut games, mut parts) = (Vec::new(), Vec::new());
        for Term { negated, what } in terms {
            match what {
                Summand::Game(game) => games.push(if *negated { self.sums.games.negative(*game) } else { *game }),
                Summand::Board(board) => parts.extend(self.sums.taken_apart(board, *negated)?),
            }
        }
        Ok((games, parts))
    }

    /// A sum in normal form.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn sum(&mut self, text: &str) -> Result<Sum, Fault> {
        let terms = self.written(text)?;
        self.sum_of(&terms)
    }

    /// The sum of terms in normal form.
    pub(crate) fn sum_of(&mut self, terms: &[Term]) -> Result<Sum, Fault> {
        let (games, parts) = self.taken_apart(terms)?;
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
}
