//! Names of values: `0`, `*2`, `^3*`, `1/2`, otherwise `{left|right}`.
//!
//! Options are written in an order that depends on the games alone: earlier
//! birthdays first, then number + ups + nimber before the rest, then by their
//! options. So one game has one name in every arena. A name can be far longer
//! than the canonical form has positions, hence the limit.

use std::collections::HashMap;

use super::facts::Plain;
use super::{Dyadic, Value, Values};

/// How a name is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `^2*`, as on the command line.
    Ascii,
    /// `↑2*`.
    Unicode,
    /// `2\cdot\uparrow\ast`.
    Latex,
}

impl Style {
    /// The signs that open, part and close a pair of option lists.
    fn braces(self) -> [&'static str; 3] {
        match self {
            Style::Ascii | Style::Unicode => ["{", "|", "}"],
            Style::Latex => [r"\{", r"\mid ", r"\}"],
        }
    }

    fn plain(self, Plain { number, ups, nimber }: Plain) -> String {
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

    fn number(self, number: Dyadic) -> String {
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

/// What is still to be written.
enum Piece {
    Game(Value),
    Sign(&'static str),
}

impl Values {
    /// Names are written up to this many characters unless more is asked for.
    pub const NAME_LIMIT: usize = 10_000;

    /// The name in ASCII; none if it is longer than [`Values::NAME_LIMIT`].
    #[must_use]
    pub fn name(&self, v: Value) -> Option<String> {
        self.name_in(v, Style::Ascii, Values::NAME_LIMIT)
    }

    /// The name in this style; none if it has more than `limit` bytes.
    #[must_use]
    pub fn name_in(&self, v: Value, style: Style, limit: usize) -> Option<String> {
        let parts = self.named_parts(v, limit)?;
        let plain: HashMap<Value, String> =
            parts.iter().filter_map(|&w| Some((w, style.plain(self.arena.facts(w).plain?)))).collect();
        let [open, bar, close] = style.braces();
        let signs = open.len() + bar.len() + close.len();
        let mut length: HashMap<Value, usize> = HashMap::new();
        for &w in &parts {
            let options = || self.arena.lefts(w).iter().chain(self.arena.rights(w));
            let own = plain.get(&w).map_or_else(
                || options().fold(signs, |sum, o| sum.saturating_add(length[o]).saturating_add(1)),
                String::len,
            );
            if own > limit.saturating_add(1) {
                return None;
            }
            length.insert(w, own);
        }
        let ranks = self.ranks(&parts);
        let mut name = String::with_capacity(length[&v]);
        let mut pieces = vec![Piece::Game(v)];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Sign(sign) => name += sign,
                Piece::Game(w) if plain.contains_key(&w) => name += &plain[&w],
                Piece::Game(w) => {
                    pieces.push(Piece::Sign(close));
                    push_list(&mut pieces, &ranked(self.arena.rights(w), &ranks));
                    pieces.push(Piece::Sign(bar));
                    push_list(&mut pieces, &ranked(self.arena.lefts(w), &ranks));
                    pieces.push(Piece::Sign(open));
                }
            }
        }
        (name.len() <= limit).then_some(name)
    }

    /// The names of the left and of the right options, in the order of
    /// writing; none for a name that has more than `limit` bytes.
    #[must_use]
    pub fn option_names(&self, v: Value, style: Style, limit: usize) -> [Vec<Option<String>>; 2] {
        let is_plain = |w: Value| w != v && self.arena.facts(w).plain.is_some();
        let parts = self.reachable(v, usize::MAX, is_plain).expect("no limit was set");
        let ranks = self.ranks(&parts);
        [self.arena.lefts(v), self.arena.rights(v)]
            .map(|options| ranked(options, &ranks).into_iter().map(|o| self.name_in(o, style, limit)).collect())
    }

    /// The positions whose names are part of the name of `v`, options first;
    /// none if there are more than `limit`.
    fn named_parts(&self, v: Value, limit: usize) -> Option<Vec<Value>> {
        let is_plain = |w: Value| self.arena.facts(w).plain.is_some();
        self.reachable(v, limit, is_plain)
    }

    /// Numbers the positions so that a smaller one is written first.
    fn ranks(&self, parts: &[Value]) -> HashMap<Value, usize> {
        let mut levels: Vec<(u32, Value)> = parts.iter().map(|&w| (self.birthday(w), w)).collect();
        levels.sort_unstable_by_key(|&(birthday, w)| (birthday, w.0));
        let mut ranks: HashMap<Value, usize> = HashMap::new();
        for level in levels.chunk_by(|a, b| a.0 == b.0) {
            let key = |w: Value| {
                let of = |options| ranked(options, &ranks).iter().map(|o| ranks[o]).collect::<Vec<_>>();
                match self.arena.facts(w).plain {
                    Some(Plain { number, ups, nimber }) => (Some((number, ups, nimber)), Vec::new(), Vec::new()),
                    None => (None, of(self.arena.lefts(w)), of(self.arena.rights(w))),
                }
            };
            let mut keyed: Vec<_> = level.iter().map(|&(_, w)| (key(w), w)).collect();
            keyed.sort_by(|((p, l, r), _), ((q, m, s), _)| {
                // Plain games first: `None` sorts low, so it is turned round.
                (p.is_none(), p, l, r).cmp(&(q.is_none(), q, m, s))
            });
            for (_, w) in keyed {
                ranks.insert(w, ranks.len());
            }
        }
        ranks
    }
}

/// Options in the order of writing.
fn ranked(options: &[Value], ranks: &HashMap<Value, usize>) -> Vec<Value> {
    let mut list = options.to_vec();
    list.sort_unstable_by_key(|o| ranks[o]);
    list
}

/// Pushes a list so that it comes off the stack in order, with commas.
fn push_list(pieces: &mut Vec<Piece>, options: &[Value]) {
    for (i, &o) in options.iter().enumerate().rev() {
        pieces.push(Piece::Game(o));
        if i > 0 {
            pieces.push(Piece::Sign(","));
        }
    }
}
