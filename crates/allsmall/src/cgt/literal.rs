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
use super::tokens::Function;
use super::{Dyadic, Value, Values};
use crate::Stop;

/// A value written in full, such as `^3*` or `{0|{1|-1}}`.
///
/// ```
/// use allsmall::{Expr, Named, Summand};
/// let expr: Expr = "{0|{1|-1}}".parse()?;
/// let Summand::Value(Named::Literal(literal)) = &expr.terms[0].what else { panic!("it is a value") };
/// assert_eq!(literal.text(), "{0|{1|-1}}");
/// # Ok::<(), allsmall::ParseError>(())
/// ```
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
    /// `±{left}`: Right's options are the negatives of Left's.
    Switch {
        /// Left's options.
        left: Vec<usize>,
    },
    /// A sum of nodes, each with its sign: true for minus.
    Sum(Vec<(bool, usize)>),
    /// So many copies of the n-th power of up, or of the sum of the first n
    /// powers.
    UpPower {
        /// Which power.
        n: u32,
        /// Whether all powers up to it are added.
        sum: bool,
        /// How many; negative for downs.
        times: i32,
    },
    /// `name(G,H)`.
    Call {
        /// What is done.
        function: Function,
        /// To what, by number.
        arguments: Vec<usize>,
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
                Form::Switch { left } => {
                    let left: Vec<Value> = left.iter().map(|&i| built[i]).collect();
                    let right: Vec<Value> = left.iter().map(|&v| self.neg(v)).collect();
                    self.make(&left, &right)?
                }
                Form::Sum(terms) => {
                    let mut sum = self.zero();
                    for &(minus, term) in terms {
                        sum = if minus { self.sub(sum, built[term])? } else { self.add(sum, built[term])? };
                    }
                    sum
                }
                &Form::UpPower { n, sum, times } => {
                    let one = if sum { self.up_powers(n)? } else { self.up_power(n)? };
                    self.times(one, i64::from(times))?
                }
                Form::Call { function, arguments } => {
                    let arguments: Vec<Value> = arguments.iter().map(|&i| built[i]).collect();
                    self.call(*function, &arguments)?
                }
            };
            built.push(value);
        }
        Ok(built.pop().expect("a literal is not empty"))
    }

    /// Applies a function to values that it takes; the reader has seen to
    /// their number and kind.
    fn call(&mut self, function: Function, values: &[Value]) -> Result<Value, Stop> {
        let zero = self.zero();
        let time = |values: &Values, v: Value| values.as_number(v).unwrap_or(Dyadic::ZERO);
        match (function, values) {
            (Function::Tiny, &[v]) => {
                let inner = self.make(&[zero], &[self.neg(v)])?;
                self.make(&[zero], &[inner])
            }
            (Function::Miny, &[v]) => {
                let inner = self.make(&[v], &[zero])?;
                self.make(&[inner], &[zero])
            }
            (Function::Cool, &[v, t]) => self.cooled(v, time(self, t)),
            (Function::Freeze, &[v]) => self.frozen(v),
            (Function::Heat, &[v, t]) => self.heated(v, t),
            (Function::Overheat, &[v, s, t]) => self.overheated(v, s, t),
            (Function::Reduced, &[v]) => self.reduced(v),
            (Function::Norton, &[v, unit]) => Ok(self.norton_product(v, unit)?.unwrap_or(zero)),
            (Function::Ordinal, &[base, top]) => self.ordinal_sum(base, top),
            _ => unreachable!("the reader counts arguments"),
        }
    }
}
