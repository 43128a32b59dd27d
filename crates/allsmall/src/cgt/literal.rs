//! A value as it is written, read but not yet built: a tree with places.
//!
//! ```text
//! {0,*|{0|*}}      0   *   0   *   {0|*}   {0,*|{0|*}}
//!                  0   1   2   3     4          5        each behind its options
//! ```
//!
//! The nodes stand in one list, so a deeply nested text overflows no stack,
//! neither when it is built nor when it is thrown away.

use std::ops::Range;

use super::facts::Plain;
use super::{Dyadic, Value, Values};
use crate::Stop;

/// A value written in full, such as `^3*` or `{0|{1|-1}}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    pub(super) text: String,
    pub(super) nodes: Vec<Node>,
}

/// One value in a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Where it stands, in bytes of the whole input.
    pub place: Range<usize>,
    /// What stands there.
    pub form: Form,
}

/// How a value is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A number plus so many ups plus a nimber.
    Plain {
        /// The number.
        number: Dyadic,
        /// The ups; negative for downs.
        ups: i32,
        /// The size of the nimber.
        nimber: u32,
    },
    /// `{left|right}`, the options by their numbers in the list of nodes.
    Braces {
        /// Left's options.
        left: Vec<usize>,
        /// Right's options.
        right: Vec<usize>,
    },
}

impl Literal {
    /// The text as it was typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// All values in it, each behind its options; the last is the whole.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }
}

impl Values {
    /// The value that is written there.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn literal(&mut self, literal: &Literal) -> Result<Value, Stop> {
        let mut built: Vec<Value> = Vec::with_capacity(literal.nodes.len());
        for node in &literal.nodes {
            let value = match &node.form {
                &Form::Plain { number, ups, nimber } => self.plain(Plain { number, ups, nimber })?,
                Form::Braces { left, right } => {
                    let options = |list: &[usize]| list.iter().map(|&i| built[i]).collect::<Vec<_>>();
                    self.make(&options(left), &options(right))?
                }
            };
            built.push(value);
        }
        Ok(built.pop().expect("a literal is not empty"))
    }
}
