//! The lines of a proof about a family, and the games they number.

use crate::games::{Fault, Game, Games, ZERO};

/// What a check gives, or why it is refused.
pub(super) type Checked<T> = Result<T, Fault>;

/// Lines that are read one after the other.
pub(super) struct Lines<'a> {
    all: Vec<&'a str>,
    /// The number of the line read last, from 1.
    pub(super) at: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        Lines { all: text.lines().collect(), at: 0 }
    }

    /// The line read last.
    pub(super) fn current(&self) -> &'a str {
        self.at.checked_sub(1).and_then(|at| self.all.get(at)).copied().unwrap_or("")
    }

    /// The next line without its first word, if that is `word`.
    pub(super) fn maybe(&mut self, word: &str) -> Option<&'a str> {
        let line = *self.all.get(self.at)?;
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        (first == word).then(|| {
            self.at += 1;
            rest
        })
    }

    /// The next line, which must begin with `word`, without it.
    pub(super) fn field(&mut self, word: &str) -> Checked<&'a str> {
        self.maybe(word).ok_or_else(|| {
            self.at += 1;
            format!("expected a line {word:?}")
        })
    }

    /// A line with a number.
    pub(super) fn number<T: std::str::FromStr>(&mut self, word: &str) -> Checked<T> {
        number(self.field(word)?)
    }

    /// The games of the file; number 0 is zero.
    pub(super) fn games(&mut self, games: &mut Games) -> Checked<Vec<Game>> {
        let mut listed = vec![ZERO];
        while let Some(rest) = self.maybe("game") {
            let (lefts, rights) = rest.split_once('|').ok_or("expected left options | right options")?;
            let (lefts, rights) = (list(lefts, &listed)?, list(rights, &listed)?);
            listed.push(games.make(lefts, rights)?);
        }
        Ok(listed)
    }

    /// The last line of a file.
    pub(super) fn end(&mut self) -> Checked<()> {
        self.field("end")?;
        match self.all.get(self.at) {
            None => Ok(()),
            Some(_) => {
                self.at += 1;
                Err("there is something after the end".to_owned())
            }
        }
    }
}

/// A number of the file.
pub(super) fn number<T: std::str::FromStr>(text: &str) -> Checked<T> {
    text.parse().map_err(|_| format!("expected a number and not {text:?}"))
}

/// Numbers of listed games, with commas.
pub(super) fn list(text: &str, listed: &[Game]) -> Checked<Vec<Game>> {
    text.split(',').filter(|t| !t.is_empty()).map(|t| game(t, listed)).collect()
}

/// A listed game.
pub(super) fn game(text: &str, listed: &[Game]) -> Checked<Game> {
    let at: usize = number(text)?;
    listed.get(at).copied().ok_or_else(|| format!("there is no game {at} above"))
}
