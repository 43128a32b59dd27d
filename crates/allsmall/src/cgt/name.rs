//! Names of values as CGSuite writes them: `0`, `*2`, `^3*`, `1/2`, `±{*,^}`
//! for a game that is its own negative, `Tiny(2)` for `{0||0|-2}`, otherwise
//! `{left|right}`, where a single option needs no braces if its bars are fewer:
//! `{0||0|v*}` is `{0|{0|v*}}`.
//!
//! Options are written in an order that depends on the games alone: earlier
//! birthdays first, then number + ups + nimber before the rest, then by their
//! options. So one game has one name in every arena. A name can be far longer
//! than the number of subpositions, hence the limit.

use std::collections::HashMap;

use super::number_up_star::NumberUpStar;
use super::style::Style;
use super::{Dyadic, Value, Values};

/// The syntax in which a value is written.
enum NameForm {
    /// Number, ups and nimber.
    NumberUpStar { text: String, single: bool },
    /// A game that is its own negative: `±` and the left options.
    Switch,
    /// `{x||x|y}` or its negative, x a number: the number, `Tiny` or `Miny`,
    /// and the argument.
    Tiny { before: String, inner: Inner },
    /// Left options, a bar of this width, right options.
    Lists { bars: usize },
}

enum Inner {
    Game(Value),
    Text(String),
}

/// Maximum width of a bar; braces replace wider ones.
const MAX_BARS: usize = 4;

/// A syntax and its length in bytes, without the braces around lists.
struct NameShape {
    form: NameForm,
    length: usize,
}

impl NameShape {
    /// Returns whether it is put in braces; `forced` requires them around lists.
    fn braced(&self, forced: bool) -> bool {
        matches!(self.form, NameForm::Lists { bars } if forced || bars == MAX_BARS)
    }

    /// Returns whether it is put in brackets after `±`.
    fn bracketed(&self) -> bool {
        match self.form {
            NameForm::NumberUpStar { single, .. } => !single,
            NameForm::Switch | NameForm::Tiny { .. } => true,
            NameForm::Lists { .. } => false,
        }
    }

    /// The width that the bar around it must exceed.
    fn bars(&self) -> usize {
        match self.form {
            NameForm::Lists { bars } if bars < MAX_BARS => bars,
            _ => 0,
        }
    }
}

/// A part of a name that is still to be written.
enum Piece<'a> {
    Game { v: Value, forced: bool },
    Sign(&'static str),
    Text(&'a str),
}

type Shapes = HashMap<Value, NameShape>;

impl Values {
    /// Default maximum length of a name in bytes.
    pub const NAME_LIMIT: usize = 10_000;

    /// The name in ASCII except for `±`; `None` if it is longer than
    /// [`Values::NAME_LIMIT`].
    #[must_use]
    pub fn name(&self, v: Value) -> Option<String> {
        self.name_in(v, Style::Ascii, Values::NAME_LIMIT)
    }

    /// The name in this style; `None` if it has more than `limit` bytes.
    #[must_use]
    pub fn name_in(&self, v: Value, style: Style, limit: usize) -> Option<String> {
        if let Some(number_up_star) = self.arena.record(v).number_up_star {
            return Some(style.number_up_star(number_up_star)).filter(|name| name.len() <= limit);
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
        let mut writer = NameWriter { values: self, style, shapes: &shapes, ranks: &ranks, pieces: Vec::new() };
        let name = writer.write(v);
        (name.len() <= limit).then_some(name)
    }

    /// The syntax and length of `w`, from those of its parts.
    fn shape(&self, w: Value, style: Style, shapes: &Shapes) -> NameShape {
        let [open, bar, close] = style.braces();
        if let Some(number_up_star) = self.arena.record(w).number_up_star {
            let text = style.number_up_star(number_up_star);
            let single = [number_up_star.number != Dyadic::ZERO, number_up_star.ups != 0, number_up_star.nimber != 0];
            let single = single.into_iter().filter(|&part| part).count() < 2;
            return NameShape { length: text.len(), form: NameForm::NumberUpStar { text, single } };
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
            return NameShape { length: before.len() + inside + 1, form: NameForm::Tiny { before, inner } };
        }
        let (lefts, rights) = (self.arena.lefts(w), self.arena.rights(w));
        if self.neg(w) == w {
            let length = style.switch().len() + open.len() + close.len();
            return NameShape { length: length.saturating_add(list(lefts, true)), form: NameForm::Switch };
        }
        let deepest = |options: &[Value]| match options {
            [only] => shapes[only].bars(),
            _ => 0,
        };
        let bars = 1 + deepest(lefts).max(deepest(rights));
        let signs = bars * bar.len() + open.len() + close.len();
        let length = signs.saturating_add(list(lefts, lefts.len() > 1)).saturating_add(list(rights, rights.len() > 1));
        // `list` counts one comma too many on either side, and braces are
        // counted by the game around this one.
        NameShape { length: length.saturating_sub(2 + open.len() + close.len()), form: NameForm::Lists { bars } }
    }

    /// Writes `{x||x|-y}` as x and `Tiny(x+y)`, its negative with `Miny`.
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
                let shift = NumberUpStar {
                    number: if function == "Tiny" { number } else { number.negated() },
                    ups: 0,
                    nimber: 0,
                };
                Inner::Text(
                    style.number_up_star(self.arena.record(inner).number_up_star?.negated().checked_add(shift)?),
                )
            }
        };
        let number = if number == Dyadic::ZERO { String::new() } else { style.number(number) };
        let function = if style == Style::Latex { format!(r"\mathrm{{{function}}}") } else { function.to_owned() };
        Some((format!("{number}{function}("), sum))
    }

    /// x and y of `{x||x|y}` where the mean of y is less than x; for its negative
    /// `None` in place of x.
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

    /// The left and the right options in writing order.
    #[must_use]
    pub fn ordered_options(&self, v: Value) -> [Vec<Value>; 2] {
        let is_plain = |w: Value| w != v && self.arena.record(w).number_up_star.is_some();
        let parts = self.reachable(v, usize::MAX, is_plain).expect("no limit was set");
        let ranks = self.ranks(&parts);
        [self.arena.lefts(v), self.arena.rights(v)].map(|options| ranked(options, &ranks))
    }

    /// The subpositions whose names are part of the name of `v` or determine its
    /// order, options first; `None` if there are more than `limit`, as then the
    /// name has more than `limit` bytes.
    fn named_parts(&self, v: Value, limit: usize) -> Option<Vec<Value>> {
        let is_plain = |w: Value| self.arena.record(w).number_up_star.is_some();
        let mut parts = self.reachable(v, limit, is_plain)?;
        // The argument of a tiny is the negative of a subposition.
        let negatives: Vec<Value> =
            parts.iter().filter_map(|&w| self.tiny_parts(w)).map(|(_, y)| self.neg(y)).collect();
        for y in negatives {
            parts.extend(self.reachable(y, limit, is_plain)?);
        }
        parts.sort_unstable_by_key(|w| w.0);
        parts.dedup();
        Some(parts)
    }

    /// Ranks the subpositions: a smaller rank is written first.
    fn ranks(&self, parts: &[Value]) -> HashMap<Value, usize> {
        let mut levels: Vec<(u32, Value)> = parts.iter().map(|&w| (self.birthday(w), w)).collect();
        levels.sort_unstable_by_key(|&(birthday, w)| (birthday, w.0));
        let mut ranks: HashMap<Value, usize> = HashMap::new();
        for level in levels.chunk_by(|a, b| a.0 == b.0) {
            let key = |w: Value| {
                let of = |options| ranked(options, &ranks).iter().map(|o| ranks[o]).collect::<Vec<_>>();
                match self.arena.record(w).number_up_star {
                    Some(NumberUpStar { number, ups, nimber }) => (Some((number, ups, nimber)), Vec::new(), Vec::new()),
                    None => (None, of(self.arena.lefts(w)), of(self.arena.rights(w))),
                }
            };
            let mut keyed: Vec<_> = level.iter().map(|&(_, w)| (key(w), w)).collect();
            keyed.sort_by(|((p, l, r), _), ((q, m, s), _)| {
                // Number + ups + nimber first: `None` would sort low.
                (p.is_none(), p, l, r).cmp(&(q.is_none(), q, m, s))
            });
            for (_, w) in keyed {
                ranks.insert(w, ranks.len());
            }
        }
        ranks
    }
}

/// Writes a name from the shapes of its parts, with an explicit stack.
struct NameWriter<'a> {
    values: &'a Values,
    style: Style,
    shapes: &'a Shapes,
    ranks: &'a HashMap<Value, usize>,
    /// What is still to be written, the next piece last.
    pieces: Vec<Piece<'a>>,
}

impl NameWriter<'_> {
    fn write(&mut self, v: Value) -> String {
        let mut name = String::with_capacity(self.shapes[&v].length);
        self.pieces.push(Piece::Game { v, forced: true });
        while let Some(piece) = self.pieces.pop() {
            match piece {
                Piece::Sign(sign) => name += sign,
                Piece::Text(text) => name += text,
                Piece::Game { v, forced } => self.expand(v, forced, &mut name),
            }
        }
        name
    }

    /// Writes the beginning of a game and pushes the rest.
    fn expand(&mut self, w: Value, forced: bool, name: &mut String) {
        let shape = &self.shapes[&w];
        match &shape.form {
            NameForm::NumberUpStar { text, .. } => *name += text,
            NameForm::Switch => self.expand_switch(w, name),
            NameForm::Tiny { before, inner } => {
                *name += before;
                self.pieces.push(Piece::Sign(")"));
                self.pieces.push(match inner {
                    Inner::Game(v) => Piece::Game { v: *v, forced: true },
                    Inner::Text(text) => Piece::Text(text),
                });
            }
            NameForm::Lists { bars } => {
                let [open, bar, close] = self.style.braces();
                let braced = shape.braced(forced);
                *name += if braced { open } else { "" };
                self.pieces.extend(braced.then_some(Piece::Sign(close)));
                let (lefts, rights) = (self.values.left_options(w), self.values.right_options(w));
                self.push_list(&ranked(rights, self.ranks), rights.len() > 1);
                let tight = if self.style == Style::Latex { r"\!" } else { "" };
                for i in 0..*bars {
                    self.pieces.extend((i > 0).then_some(Piece::Sign(tight)));
                    self.pieces.push(Piece::Sign(if i > 0 { bar.trim_end() } else { bar }));
                }
                self.push_list(&ranked(lefts, self.ranks), lefts.len() > 1);
            }
        }
    }

    fn expand_switch(&mut self, w: Value, name: &mut String) {
        let [open, _, close] = self.style.braces();
        *name += self.style.switch();
        let lefts = ranked(self.values.left_options(w), self.ranks);
        let around = match lefts.len() > 1 {
            true => Some((open, close)),
            false => self.shapes[&lefts[0]].bracketed().then_some(("(", ")")),
        };
        *name += around.map_or("", |signs| signs.0);
        self.pieces.extend(around.map(|signs| Piece::Sign(signs.1)));
        self.push_list(&lefts, true);
    }

    /// Pushes a list so that it is popped in order, with commas.
    fn push_list(&mut self, options: &[Value], forced: bool) {
        for (i, &v) in options.iter().enumerate().rev() {
            self.pieces.push(Piece::Game { v, forced });
            if i > 0 {
                self.pieces.push(Piece::Sign(","));
            }
        }
    }
}

/// Options in writing order.
fn ranked(options: &[Value], ranks: &HashMap<Value, usize>) -> Vec<Value> {
    let mut list = options.to_vec();
    list.sort_unstable_by_key(|o| ranks[o]);
    list
}
