//! Names of values as CGSuite writes them: `0`, `*2`, `^3*`, `1/2`, `±{*,^}`
//! for a game that is its own negative, `Tiny(2)` for `{0||0|-2}`, otherwise
//! `{left|right}`, where a single option needs no braces if its bars are fewer:
//! `{0||0|v*}` is `{0|{0|v*}}`.
//!
//! Options are written in an order that depends on the games alone: earlier
//! birthdays first, then number + ups + nimber before the rest, then by their
//! options. So one game has one name in every arena. A name can be far longer
//! than the canonical form has positions, hence the limit.

use std::collections::HashMap;

use super::facts::Plain;
use super::{Dyadic, Value, Values};

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
    /// The signs that open, part and close a pair of option lists.
    fn braces(self) -> [&'static str; 3] {
        match self {
            Style::Ascii | Style::Unicode => ["{", "|", "}"],
            Style::Latex => [r"\{", r"\mid ", r"\}"],
        }
    }

    /// The sign before the left options of a game that is its own negative.
    fn switch(self) -> &'static str {
        match self {
            Style::Ascii | Style::Unicode => "±",
            Style::Latex => r"\pm ",
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

/// How a value is written that is not plain.
enum Form {
    /// Number, ups and nimber.
    Plain { text: String, single: bool },
    /// Its own negative: `±` and the left options.
    Switch,
    /// `{x||x|y}` or its negative, x a number: the number, `Tiny` or `Miny`
    /// and what stands in brackets.
    Tiny { before: String, inner: Inner },
    /// Left options, so many bars, right options.
    Lists { bars: usize },
}

enum Inner {
    Game(Value),
    Text(String),
}

/// More bars are not written in a row: braces are put instead.
const MOST_BARS: usize = 4;

/// A form and its length, without the braces around lists.
struct Shape {
    form: Form,
    length: usize,
}

impl Shape {
    /// Whether braces stand around it where `forced` asks for them.
    fn braced(&self, forced: bool) -> bool {
        matches!(self.form, Form::Lists { bars } if forced || bars == MOST_BARS)
    }

    /// Whether brackets stand around it behind `±`.
    fn bracketed(&self) -> bool {
        match self.form {
            Form::Plain { single, .. } => !single,
            Form::Switch | Form::Tiny { .. } => true,
            Form::Lists { .. } => false,
        }
    }

    /// The bars that those around it must be more than.
    fn bars(&self) -> usize {
        match self.form {
            Form::Lists { bars } if bars < MOST_BARS => bars,
            _ => 0,
        }
    }
}

/// What is still to be written.
enum Piece<'a> {
    Game { v: Value, forced: bool },
    Sign(&'static str),
    Text(&'a str),
}

type Shapes = HashMap<Value, Shape>;

impl Values {
    /// Names are written up to this many characters unless more is asked for.
    pub const NAME_LIMIT: usize = 10_000;

    /// The name in ASCII but for `±`; none if it is longer than
    /// [`Values::NAME_LIMIT`].
    #[must_use]
    pub fn name(&self, v: Value) -> Option<String> {
        self.name_in(v, Style::Ascii, Values::NAME_LIMIT)
    }

    /// The name in this style; none if it has more than `limit` bytes.
    #[must_use]
    pub fn name_in(&self, v: Value, style: Style, limit: usize) -> Option<String> {
        if let Some(plain) = self.arena.facts(v).plain {
            return Some(style.plain(plain)).filter(|name| name.len() <= limit);
        }
        let parts = self.named_parts(v, limit)?;
        let mut shapes = Shapes::new();
        for &w in &parts {
            let shape = self.shape(w, style, &shapes);
            if shape.length > limit {
                return None;
            }
            shapes.insert(w, shape);
        }
        let ranks = self.ranks(&parts);
        let [open, bar, close] = style.braces();
        let mut name = String::with_capacity(shapes[&v].length);
        let mut pieces = vec![Piece::Game { v, forced: true }];
        while let Some(piece) = pieces.pop() {
            let (w, forced) = match piece {
                Piece::Sign(sign) => {
                    name += sign;
                    continue;
                }
                Piece::Text(text) => {
                    name += text;
                    continue;
                }
                Piece::Game { v, forced } => (v, forced),
            };
            let shape = &shapes[&w];
            match &shape.form {
                Form::Plain { text, .. } => name += text,
                Form::Switch => {
                    name += style.switch();
                    let lefts = ranked(self.arena.lefts(w), &ranks);
                    let several = lefts.len() > 1;
                    let around = match several {
                        true => Some((open, close)),
                        false => shapes[&lefts[0]].bracketed().then_some(("(", ")")),
                    };
                    name += around.map_or("", |signs| signs.0);
                    pieces.extend(around.map(|signs| Piece::Sign(signs.1)));
                    push_list(&mut pieces, &lefts, true);
                }
                Form::Tiny { before, inner } => {
                    name += before;
                    pieces.push(Piece::Sign(")"));
                    pieces.push(match inner {
                        Inner::Game(v) => Piece::Game { v: *v, forced: true },
                        Inner::Text(text) => Piece::Text(text),
                    });
                }
                Form::Lists { bars } => {
                    let braced = shape.braced(forced);
                    name += if braced { open } else { "" };
                    pieces.extend(braced.then_some(Piece::Sign(close)));
                    let (lefts, rights) = (self.arena.lefts(w), self.arena.rights(w));
                    push_list(&mut pieces, &ranked(rights, &ranks), rights.len() > 1);
                    let tight = if style == Style::Latex { r"\!" } else { "" };
                    for i in 0..*bars {
                        pieces.extend((i > 0).then_some(Piece::Sign(tight)));
                        pieces.push(Piece::Sign(if i > 0 { bar.trim_end() } else { bar }));
                    }
                    push_list(&mut pieces, &ranked(lefts, &ranks), lefts.len() > 1);
                }
            }
        }
        (name.len() <= limit).then_some(name)
    }

    /// How `w` is written, those inside it being known, and how long it is.
    fn shape(&self, w: Value, style: Style, shapes: &Shapes) -> Shape {
        let [open, bar, close] = style.braces();
        if let Some(plain) = self.arena.facts(w).plain {
            let text = style.plain(plain);
            let single = [plain.number != Dyadic::ZERO, plain.ups != 0, plain.nimber != 0];
            let single = single.into_iter().filter(|&part| part).count() < 2;
            return Shape { length: text.len(), form: Form::Plain { text, single } };
        }
        let item = |v: &Value, forced: bool| {
            let shape = &shapes[v];
            shape.length + if shape.braced(forced) { open.len() + close.len() } else { 0 }
        };
        let list = |options: &[Value], forced: bool| {
            options.iter().fold(options.len(), |sum, v| sum.saturating_add(item(v, forced)))
        };
        if let Some((before, inner)) = self.tiny(w, style) {
            let inside = match &inner {
                Inner::Game(v) => item(v, true),
                Inner::Text(text) => text.len(),
            };
            return Shape { length: before.len() + inside + 1, form: Form::Tiny { before, inner } };
        }
        let (lefts, rights) = (self.arena.lefts(w), self.arena.rights(w));
        if self.neg(w) == w {
            let length = style.switch().len() + open.len() + close.len();
            return Shape { length: length.saturating_add(list(lefts, true)), form: Form::Switch };
        }
        let deepest = |options: &[Value]| match options {
            [only] => shapes[only].bars(),
            _ => 0,
        };
        let bars = 1 + deepest(lefts).max(deepest(rights));
        let signs = bars * bar.len() + open.len() + close.len();
        let length = signs.saturating_add(list(lefts, lefts.len() > 1)).saturating_add(list(rights, rights.len() > 1));
        // One comma less than options on either side, and the braces are
        // counted where they stand.
        Shape { length: length.saturating_sub(2 + open.len() + close.len()), form: Form::Lists { bars } }
    }

    /// Reads `{x||x|-y}` as x and `Tiny(x+y)`, its negative as `Miny`.
    fn tiny(&self, w: Value, style: Style) -> Option<(String, Inner)> {
        let (number, inner) = self.tiny_parts(w)?;
        let (number, function, inner) = match (number, inner) {
            (Some(number), _) => (number, "Tiny", inner),
            (None, _) => {
                let (number, inner) = self.tiny_parts(self.neg(w))?;
                (number?.negated(), "Miny", inner)
            }
        };
        let sum = match number == Dyadic::ZERO {
            true => Inner::Game(self.neg(inner)),
            false => {
                let shift =
                    Plain { number: if function == "Tiny" { number } else { number.negated() }, ups: 0, nimber: 0 };
                Inner::Text(style.plain(self.arena.facts(inner).plain?.negated().checked_add(shift)?))
            }
        };
        let number = if number == Dyadic::ZERO { String::new() } else { style.number(number) };
        let function = if style == Style::Latex { format!(r"\mathrm{{{function}}}") } else { function.to_owned() };
        Some((format!("{number}{function}("), sum))
    }

    /// x and y of `{x||x|y}` where y is less on average; for its negative
    /// only that it is one.
    fn tiny_parts(&self, w: Value) -> Option<(Option<Dyadic>, Value)> {
        let ([left], [right]) = (self.arena.lefts(w), self.arena.rights(w)) else { return None };
        let tiny = |x: Value, other: &[Value], y: &[Value]| match (other, y) {
            ([again], [y]) if *again == x => {
                let number = self.as_number(x)?;
                (self.mean(*y)? < number).then_some((number, *y))
            }
            _ => None,
        };
        if let Some((number, y)) = tiny(*left, self.arena.lefts(*right), self.arena.rights(*right)) {
            return Some((Some(number), y));
        }
        let (left, right) = (self.neg(*right), self.neg(*left));
        tiny(left, self.arena.lefts(right), self.arena.rights(right)).map(|(_, y)| (None, y))
    }

    /// The left and the right options in the order of writing.
    #[must_use]
    pub fn ordered_options(&self, v: Value) -> [Vec<Value>; 2] {
        let is_plain = |w: Value| w != v && self.arena.facts(w).plain.is_some();
        let parts = self.reachable(v, usize::MAX, is_plain).expect("no limit was set");
        let ranks = self.ranks(&parts);
        [self.arena.lefts(v), self.arena.rights(v)].map(|options| ranked(options, &ranks))
    }

    /// The positions whose names are part of the name of `v`, and those that
    /// say in which order they come, options first; none if there are so many
    /// that the name has more than `limit` bytes.
    fn named_parts(&self, v: Value, limit: usize) -> Option<Vec<Value>> {
        let is_plain = |w: Value| self.arena.facts(w).plain.is_some();
        let mut parts = self.reachable(v, limit, is_plain)?;
        // What stands in the brackets of a tiny is the negative of a part.
        let negatives: Vec<Value> =
            parts.iter().filter_map(|&w| self.tiny_parts(w)).map(|(_, y)| self.neg(y)).collect();
        for y in negatives {
            parts.extend(self.reachable(y, limit, is_plain)?);
        }
        parts.sort_unstable_by_key(|w| w.0);
        parts.dedup();
        Some(parts)
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
fn push_list(pieces: &mut Vec<Piece<'_>>, options: &[Value], forced: bool) {
    for (i, &v) in options.iter().enumerate().rev() {
        pieces.push(Piece::Game { v, forced });
        if i > 0 {
            pieces.push(Piece::Sign(","));
        }
    }
}
