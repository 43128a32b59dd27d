//! Styles of names: ASCII, Unicode and LaTeX.

use super::Dyadic;
use super::number_up_star::NumberUpStar;

/// How a name is written.
///
/// ```
/// use allsmall::{Style, Values};
/// let mut values = Values::new();
/// let v = values.ups(2, true)?;
/// assert_eq!(values.name_in(v, Style::Ascii, 100).as_deref(), Some("^2*"));
/// assert_eq!(values.name_in(v, Style::Unicode, 100).as_deref(), Some("↑2*"));
/// # Ok::<(), allsmall::Stop>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `^2*`, `±1`, as on the command line.
    Ascii,
    /// `↑2*`.
    Unicode,
    /// `2\cdot\uparrow\ast`.
    Latex,
}

impl Style {
    /// The signs that open, separate and close a pair of option lists.
    pub(super) fn braces(self) -> [&'static str; 3] {
        match self {
            Style::Ascii | Style::Unicode => ["{", "|", "}"],
            Style::Latex => [r"\{", r"\mid ", r"\}"],
        }
    }

    /// The sign before the left options of a game that is its own negative.
    pub(super) fn switch(self) -> &'static str {
        match self {
            Style::Ascii | Style::Unicode => "±",
            Style::Latex => r"\pm ",
        }
    }

    /// The name of number + ups + nimber.
    pub(super) fn number_up_star(self, NumberUpStar { number, ups, nimber }: NumberUpStar) -> String {
        let mut name = String::new();
        if number != Dyadic::ZERO || (ups == 0 && nimber == 0) {
            name += &self.number(number);
        }
        let arrow = match (self, ups > 0) {
            (Style::Ascii, true) => "^",
            (Style::Ascii, false) => "v",
            (Style::Unicode, true) => "↑",
            (Style::Unicode, false) => "↓",
            (Style::Latex, true) => r"\uparrow ",
            (Style::Latex, false) => r"\downarrow ",
        };
        match (self, ups.unsigned_abs()) {
            (_, 0) => {}
            (_, 1) => name += arrow,
            (Style::Latex, n) => {
                let plus = if name.is_empty() { "" } else { "+" };
                name += &format!(r"{plus}{n}\cdot{arrow}");
            }
            (_, n) => name += &format!("{arrow}{n}"),
        }
        let star = if self == Style::Latex { r"\ast " } else { "*" };
        match nimber {
            0 => {}
            1 => name += star,
            k => name += &format!("{star}{k}"),
        }
        name.trim_end().to_owned()
    }

    pub(super) fn number(self, number: Dyadic) -> String {
        match (self, number.as_integer()) {
            (Style::Latex, None) => {
                let sign = if number < Dyadic::ZERO { "-" } else { "" };
                let (above, below) = (number.numerator().unsigned_abs(), 1u64 << number.exponent());
                format!(r"{sign}\frac{{{above}}}{{{below}}}")
            }
            _ => number.to_string(),
        }
    }
}
