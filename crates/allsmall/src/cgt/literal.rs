//! Literals: a value's syntax tree with places, parsed but not yet built.
//!
//! ```text
//! {0,*|{0|*}}      0   *   0   *   {0|*}   {0,*|{0|*}}
//!                  0   1   2   3     4          5        each after its options
//! ```
//!
//! The nodes are in one list, so neither building nor dropping a deeply nested
//! literal overflows the stack.

use std::ops::Range;

use super::number_up_star::NumberUpStar;
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
    pub(super) nodes: Vec<LiteralNode>,
}

/// One value in a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiteralNode {
    /// Its place, in bytes of the whole input.
    pub place: Range<usize>,
    /// How it is written.
    pub form: LiteralForm,
}

/// The syntax of a value; other nodes are given by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiteralForm {
    /// A number plus ups plus a nimber.
    NumberUpStar {
        /// The number.
        number: Dyadic,
        /// The ups; negative for downs.
        ups: i32,
        /// The size of the nimber.
        nimber: u32,
    },
    /// `{left|right}`.
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
    /// A multiple of the n-th power of up, or of the sum of the first n powers.
    UpPower {
        /// The power.
        n: u32,
        /// Whether all powers up to n are added.
        sum: bool,
        /// The multiple; negative for downs.
        times: i32,
    },
    /// `name(G,H)`.
    Call(FunctionCall),
    /// Copies of a value that is given from outside.
    Hole {
        /// Its number.
        hole: usize,
        /// Number of copies.
        times: i64,
    },
}

/// A function and its arguments, given as indices of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FunctionCall {
    /// `{0||0|-G}`.
    Tiny(usize),
    /// `{G|0||0}`.
    Miny(usize),
    /// G cooled by t: every move costs t.
    Cool(usize, Dyadic),
    /// G cooled by its own temperature.
    Freeze(usize),
    /// G heated by t: every move gains t.
    Heat(usize, usize),
    /// G overheated from s to t: integers become multiples of s, every move gains t.
    Overheat(usize, usize, usize),
    /// The reduced canonical form of G.
    Reduced(usize),
    /// The Norton product of G and the unit U.
    Norton(usize, usize),
    /// The ordinal sum of the canonical forms of G and H.
    Ordinal(usize, usize),
}

impl Literal {
    /// The text as it was typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The ups, negative for downs, and the nimber, if it is a sum of them.
    pub(crate) fn ups_and_nimber(&self) -> Option<(i32, u32)> {
        match self.nodes.last()?.form {
            LiteralForm::NumberUpStar { number: Dyadic::ZERO, ups, nimber } => Some((ups, nimber)),
            _ => None,
        }
    }

    /// All values in it, each after its options; the last is the whole.
    #[must_use]
    pub fn nodes(&self) -> &[LiteralNode] {
        &self.nodes
    }
}

impl Values {
    /// Builds the value of a literal.
    pub fn literal(&mut self, literal: &Literal) -> Result<Value, Stop> {
        self.literal_with(literal, &[])
    }

    /// Builds the value of a literal whose holes have these values.
    pub(crate) fn literal_with(&mut self, literal: &Literal, holes: &[Value]) -> Result<Value, Stop> {
        let mut built: Vec<Value> = Vec::with_capacity(literal.nodes.len());
        for node in &literal.nodes {
            let value = match &node.form {
                &LiteralForm::NumberUpStar { number, ups, nimber } => {
                    self.number_up_star(NumberUpStar { number, ups, nimber })?
                }
                LiteralForm::Braces { left, right } => {
                    let options = |list: &[usize]| list.iter().map(|&i| built[i]).collect::<Vec<_>>();
                    self.from_options(&options(left), &options(right))?
                }
                LiteralForm::Switch { left } => {
                    let left: Vec<Value> = left.iter().map(|&i| built[i]).collect();
                    let right: Vec<Value> = left.iter().map(|&v| self.neg(v)).collect();
                    self.from_options(&left, &right)?
                }
                LiteralForm::Sum(terms) => {
                    let mut sum = self.zero();
                    for &(minus, term) in terms {
                        sum = if minus { self.sub(sum, built[term])? } else { self.add(sum, built[term])? };
                    }
                    sum
                }
                &LiteralForm::UpPower { n, sum, times } => {
                    let one = if sum { self.up_powers(n)? } else { self.up_power(n)? };
                    self.times(one, i64::from(times))?
                }
                LiteralForm::Call(call) => self.call(call, &built)?,
                &LiteralForm::Hole { hole, times } => self.times(holes[hole], times)?,
            };
            built.push(value);
        }
        Ok(built.pop().expect("a literal is not empty"))
    }

    /// Applies a function to values that are already built.
    fn call(&mut self, call: &FunctionCall, built: &[Value]) -> Result<Value, Stop> {
        let zero = self.zero();
        match *call {
            FunctionCall::Tiny(g) => {
                let inner = self.from_options(&[zero], &[self.neg(built[g])])?;
                self.from_options(&[zero], &[inner])
            }
            FunctionCall::Miny(g) => {
                let inner = self.from_options(&[built[g]], &[zero])?;
                self.from_options(&[inner], &[zero])
            }
            FunctionCall::Cool(g, t) => self.cooled(built[g], t),
            FunctionCall::Freeze(g) => self.frozen(built[g]),
            FunctionCall::Heat(g, t) => self.heated(built[g], built[t]),
            FunctionCall::Overheat(g, s, t) => self.overheated(built[g], built[s], built[t]),
            FunctionCall::Reduced(g) => self.reduced(built[g]),
            FunctionCall::Norton(g, unit) => Ok(self.norton_product(built[g], built[unit])?.unwrap_or(zero)),
            FunctionCall::Ordinal(base, top) => self.ordinal_sum(built[base], built[top]),
        }
    }
}
