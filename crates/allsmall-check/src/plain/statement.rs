//! The statement of a plain proof: who wins a sum, or how two sums compare.

use super::sum::Written;
use super::{PlainCheck, read};
use crate::games::Fault;

/// What is to be proved: who wins when who starts, and the words.
pub(super) struct PlainStatement {
    pub(super) sum: Vec<Written>,
    pub(super) halves: Vec<(bool, bool)>,
    pub(super) words: String,
}

impl PlainCheck {
    /// Reads the line of a statement.
    pub(super) fn state(&self, word: &str, rest: &str) -> Result<PlainStatement, Fault> {
        if word == "compare" {
            return self.comparison(rest);
        }
        let (who, text) = rest.split_once(' ').ok_or("expected a statement: outcome, first, second or compare")?;
        // (winner is Left, Left starts)
        let (halves, claim) = match (word, who) {
            ("outcome", "L") => (vec![(true, true), (true, false)], "Left wins, whoever moves first"),
            ("outcome", "R") => (vec![(false, true), (false, false)], "Right wins, whoever moves first"),
            ("outcome", "N") => (vec![(true, true), (false, false)], "the first player wins"),
            ("outcome", "P") => (vec![(false, true), (true, false)], "the second player wins"),
            ("first", "L") => (vec![(true, true)], "Left wins moving first"),
            ("first", "R") => (vec![(false, false)], "Right wins moving first"),
            ("second", "L") => (vec![(true, false)], "Left wins moving second"),
            ("second", "R") => (vec![(false, true)], "Right wins moving second"),
            _ => return Err("expected a statement: outcome, first, second or compare".to_owned()),
        };
        let sum = read::sum(&self.tables, text)?;
        let (sentence, listed) = self.words(text);
        Ok(PlainStatement { sum, halves, words: format!("{sentence}: {claim}{listed}") })
    }

    /// `A = B`, `A > B`, `A < B` or `A || B`: who wins the difference A - B.
    fn comparison(&self, rest: &str) -> Result<PlainStatement, Fault> {
        let [one, relation, other] = rest.split(' ').collect::<Vec<_>>()[..] else {
            return Err("expected two sums with =, >, < or || between".to_owned());
        };
        let halves = match relation {
            "=" => vec![(false, true), (true, false)],
            ">" => vec![(true, true), (true, false)],
            "<" => vec![(false, true), (false, false)],
            "||" => vec![(true, true), (false, false)],
            _ => return Err("expected =, >, < or ||".to_owned()),
        };
        let mut sum = read::sum(&self.tables, one)?;
        sum.extend(read::sum(&self.tables, other)?.iter().map(Written::negative));
        let [(one, listed), (other, more)] = [self.words(one), self.words(other)];
        let listed = if listed.is_empty() { more } else { listed };
        Ok(PlainStatement { sum, halves, words: format!("{one} {relation} {other}{listed}") })
    }
}
