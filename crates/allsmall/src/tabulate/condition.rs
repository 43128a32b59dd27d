//! Conditions on rows: `outcome=P and aw>1`, `not (size<10 or value=^2)`.
//!
//! ```text
//! condition = all { "or" all }
//! all       = one { "and" one }
//! one       = "not" one | "(" condition ")" | column sign literal
//! sign      = "=" | "!=" | "<" | "<=" | ">" | ">=" | "||"
//! ```
//!
//! Values and atomic weights compare as games, and `||` is "confused with";
//! the literal is then any value or sum that `allsmall value` reads.

use super::TableColumn;
use crate::cgt::Relation;
use crate::{ParseError, ReadError};

/// A comparison sign between an entry and a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Equal.
    Equal,
    /// Not equal.
    Other,
    /// Less.
    Less,
    /// Less or equal.
    AtMost,
    /// Greater.
    Greater,
    /// Greater or equal.
    AtLeast,
    /// Confused with.
    Confused,
}

/// A condition on a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// An entry compared with a literal.
    Compare {
        /// The column of the entry.
        column: TableColumn,
        /// The comparison sign.
        sign: Sign,
        /// The text it is compared with.
        literal: String,
    },
    /// Both hold.
    And(Box<Condition>, Box<Condition>),
    /// One of them holds.
    Or(Box<Condition>, Box<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
}

const SIGNS: [(&str, Sign); 9] = [
    ("||", Sign::Confused),
    ("!=", Sign::Other),
    ("<=", Sign::AtMost),
    (">=", Sign::AtLeast),
    ("==", Sign::Equal),
    ("=", Sign::Equal),
    ("<", Sign::Less),
    (">", Sign::Greater),
    ("≠", Sign::Other),
];

impl Sign {
    /// Returns whether the relation satisfies the sign.
    #[must_use]
    pub fn holds(self, relation: Relation) -> bool {
        match self {
            Sign::Equal => relation == Relation::Equal,
            Sign::Other => relation != Relation::Equal,
            Sign::Less => relation == Relation::Less,
            Sign::AtMost => matches!(relation, Relation::Less | Relation::Equal),
            Sign::Greater => relation == Relation::Greater,
            Sign::AtLeast => matches!(relation, Relation::Greater | Relation::Equal),
            Sign::Confused => relation == Relation::Confused,
        }
    }
}

impl Condition {
    /// Reads a condition.
    ///
    /// # Errors
    /// Where it is wrong, and what was expected there.
    pub fn read(text: &str) -> Result<Condition, ParseError> {
        let mut reader = ConditionParser { text, at: 0, depth: 0 };
        let condition = reader.condition()?;
        reader.spaces();
        if reader.at < text.len() {
            return Err(reader.fault("expected and, or, or the end of the condition"));
        }
        Ok(condition)
    }

    /// The columns it looks at.
    #[must_use]
    pub fn columns(&self) -> Vec<TableColumn> {
        match self {
            Condition::Compare { column, .. } => vec![*column],
            Condition::And(a, b) | Condition::Or(a, b) => [a.columns(), b.columns()].concat(),
            Condition::Not(a) => a.columns(),
        }
    }
}

/// Maximum depth of nested conditions.
const DEEPEST: usize = 200;

struct ConditionParser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl ConditionParser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn spaces(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn fault(&self, message: impl Into<String>) -> ParseError {
        ParseError::new(self.text, self.at, message)
    }

    /// Consumes a keyword if it is next.
    fn word(&mut self, word: &str) -> bool {
        self.spaces();
        let after = self.rest().strip_prefix(word);
        let found = after.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()));
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn condition(&mut self) -> Result<Condition, ParseError> {
        let mut all = self.all()?;
        while self.word("or") {
            all = Condition::Or(Box::new(all), Box::new(self.all()?));
        }
        Ok(all)
    }

    fn all(&mut self) -> Result<Condition, ParseError> {
        let mut one = self.one()?;
        while self.word("and") {
            one = Condition::And(Box::new(one), Box::new(self.one()?));
        }
        Ok(one)
    }

    fn one(&mut self) -> Result<Condition, ParseError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.fault(format!("expected at most {DEEPEST} nested conditions")));
        }
        let one = if self.word("not") {
            Condition::Not(Box::new(self.one()?))
        } else if self.rest().starts_with('(') {
            self.at += 1;
            let inner = self.condition()?;
            self.spaces();
            if !self.rest().starts_with(')') {
                return Err(self.fault("expected and, or, or )"));
            }
            self.at += 1;
            inner
        } else {
            self.compare()?
        };
        self.depth -= 1;
        Ok(one)
    }

    fn compare(&mut self) -> Result<Condition, ParseError> {
        self.spaces();
        let length = self.rest().find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest().len());
        let Some(column) = TableColumn::of_name(&self.rest()[..length]) else {
            return Err(self.fault(format!("expected a column: {}", TableColumn::names())));
        };
        self.at += length;
        self.spaces();
        let Some((spelling, sign)) = SIGNS.iter().find(|(spelling, _)| self.rest().starts_with(spelling)) else {
            return Err(self.fault("expected =, !=, <, <=, >, >= or ||"));
        };
        if *sign == Sign::Confused && !column.is_game() {
            return Err(self.fault(format!("|| is for value and aw; expected =, !=, < or > after {}", column.name())));
        }
        self.at += spelling.len();
        self.spaces();
        let start = self.at;
        let literal = self.literal()?;
        let end = std::mem::replace(&mut self.at, start);
        if column.is_number() && literal.parse::<i64>().is_err() {
            return Err(self.fault(format!("expected a whole number, as {} is one", column.name())));
        }
        if column == TableColumn::Outcome && !matches!(literal.as_str(), "L" | "R" | "N" | "P") {
            return Err(self.fault("expected L, R, N or P"));
        }
        if column.is_game() {
            let parsed = crate::cgt::Values::new().parse(&literal);
            if let Err(ReadError::Text(error)) = parsed
                && crate::notation::read_expr(&literal).is_err()
            {
                let quoted = usize::from(self.rest().starts_with(['"', '\'']));
                return Err(error.shifted(self.text, self.text[..start].chars().count() + quoted));
            }
        }
        self.at = end;
        Ok(Condition::Compare { column, sign: *sign, literal })
    }

    /// A quoted text, or everything up to a space or a closing bracket.
    fn literal(&mut self) -> Result<String, ParseError> {
        if let Some(quote) = self.rest().chars().next().filter(|c| matches!(c, '"' | '\'')) {
            let inside = &self.rest()[1..];
            let Some(length) = inside.find(quote) else { return Err(self.fault("this quote is never closed")) };
            let literal = inside[..length].to_owned();
            self.at += length + 2;
            return Ok(literal);
        }
        let mut depth = 0i32;
        let end = self.rest().find(|c: char| {
            depth += i32::from(matches!(c, '(' | '{')) - i32::from(matches!(c, ')' | '}'));
            depth < 0 || (depth == 0 && c.is_whitespace())
        });
        let literal = self.rest()[..end.unwrap_or(self.rest().len())].to_owned();
        if literal.is_empty() {
            return Err(self.fault("expected something to compare with"));
        }
        self.at += literal.len();
        Ok(literal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn and_binds_closer_than_or() {
        let all = Condition::read("outcome=P or aw>1 and not size<=3").unwrap();
        let Condition::Or(first, second) = all else { panic!("{all:?}") };
        assert_eq!(*first, Condition::Compare { column: TableColumn::Outcome, sign: Sign::Equal, literal: "P".into() });
        assert!(matches!(*second, Condition::And(_, _)));
        assert_eq!(Condition::read("(value || {0|1}) and board='xo xo'").unwrap().columns().len(), 2);
    }

    #[test]
    fn faults_are_placed() {
        for (text, at) in [
            ("", 0),
            ("outcom=P", 0),
            ("outcome~P", 7),
            ("outcome=Q", 8),
            ("aw>", 3),
            ("aw>{1|", 3),
            ("size>x", 5),
            ("size||3", 4),
            ("outcome=P aw>1", 10),
            ("(outcome=P", 10),
            ("outcome=P and", 13),
            ("board='xo", 6),
        ] {
            let error = Condition::read(text).unwrap_err();
            assert_eq!(error.at(), at, "{text}: {error}");
        }
        assert!(Condition::read(&"(".repeat(100_000)).is_err());
    }
}
