//! Brackets, bars and sums: the levels of a value's text.
//!
//! Each open bracket is a [`NestingLevel`]. A closing bracket turns its level into a
//! node and adds it as an item to the level around it.

use super::super::Dyadic;
use super::super::literal::LiteralForm;
use super::super::tokens::{EXPECTED, Function, ValueToken};
use super::ValueParser;
use crate::ParseError;

/// What opened a level.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Opener {
    Whole,
    Brace,
    /// A brace after ±, which may hold the left options alone.
    SwitchBrace,
    Round,
    Call(Function),
}

/// Kinds of items in the order in which they may follow each other without a
/// sign: number, ups, star, tiny.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ItemKind {
    Number,
    Ups,
    Star,
    Tiny,
    Other,
}

/// An open level: the lists that bars have closed, each with the width of its
/// bar, the current list, and the current sum. Values are indices of nodes.
pub(super) struct NestingLevel {
    opener: Opener,
    at: usize,
    closed: Vec<(Vec<usize>, usize)>,
    list: Vec<usize>,
    after_comma: bool,
    terms: Vec<(bool, usize)>,
    last: ItemKind,
    /// A sign that still needs its item; true for minus.
    sign: Option<bool>,
    /// Whether a ± still needs its item.
    switch: bool,
    after_switch: bool,
}

impl NestingLevel {
    pub(super) fn new(opener: Opener, at: usize) -> NestingLevel {
        NestingLevel {
            opener,
            at,
            closed: Vec::new(),
            list: Vec::new(),
            after_comma: false,
            terms: Vec::new(),
            last: ItemKind::Number,
            sign: None,
            switch: false,
            after_switch: false,
        }
    }
}

impl ValueParser<'_> {
    pub(super) fn open(&mut self, opener: Opener) {
        let at = self.at();
        self.levels.push(NestingLevel::new(opener, at));
        self.next += 1;
    }

    pub(super) fn plus_minus(&mut self) -> Result<(), ParseError> {
        let level = self.level();
        if !level.terms.is_empty() && level.sign.is_none() {
            let message = "this can be read as ± or as + followed by -; put the part behind it in brackets";
            return Err(self.fault(message));
        }
        if std::mem::replace(&mut level.switch, true) {
            return Err(self.fault(EXPECTED));
        }
        self.next += 1;
        if self.peek() == ValueToken::Open {
            self.open(Opener::SwitchBrace);
        }
        Ok(())
    }

    pub(super) fn sign(&mut self) -> Result<(), ParseError> {
        let minus = self.peek() == ValueToken::Minus;
        let level = self.level();
        if level.switch || level.sign.is_some() || (level.terms.is_empty() && !minus) {
            return Err(self.fault(EXPECTED));
        }
        level.sign = Some(minus);
        self.next += 1;
        Ok(())
    }

    /// Adds an item that began at `at` to the current sum.
    pub(super) fn item(&mut self, form: LiteralForm, kind: ItemKind, at: usize) -> Result<(), ParseError> {
        let level = self.level();
        let adjacent = !level.terms.is_empty() && level.sign.is_none();
        if adjacent && level.after_switch {
            let message = "± can be meant for the part before this or for both; put brackets: (±1)^ or ±(1^)";
            return Err(self.fault_at(at, message));
        }
        if adjacent && (kind <= level.last || kind == ItemKind::Other || level.last == ItemKind::Other) {
            return Err(self.fault_at(at, "expected + or - between two values, or the end of the value"));
        }
        let minus = level.sign.take() == Some(true);
        level.after_switch = std::mem::take(&mut level.switch);
        level.last = kind;
        let is_switch = level.after_switch;
        let mut node = self.push_node(at, form);
        if is_switch {
            node = self.push_node(at, LiteralForm::Switch { left: vec![node] });
        }
        self.level().terms.push((minus, node));
        Ok(())
    }

    /// Ends the current sum and appends it to the current list; `empty` permits
    /// an empty list.
    fn end_item(&mut self, empty: bool) -> Result<(), ParseError> {
        let level = self.level();
        let waiting = level.sign.is_some() || level.switch;
        let terms = std::mem::take(&mut level.terms);
        let node = match (&terms[..], waiting) {
            ([], false) if empty && level.list.is_empty() && !level.after_comma => return Ok(()),
            ([], _) | (_, true) => return Err(self.fault(EXPECTED)),
            ([(false, node)], false) => *node,
            (&[(_, first), ..], false) => {
                let from = self.nodes[first].place.start;
                let form = self.number_up_star_sum(&terms).unwrap_or(LiteralForm::Sum(terms));
                self.push_node(from, form)
            }
        };
        let level = self.level();
        level.list.push(node);
        level.after_comma = false;
        Ok(())
    }

    /// Merges a sum of numbers, ups and nimbers into one node.
    fn number_up_star_sum(&self, terms: &[(bool, usize)]) -> Option<LiteralForm> {
        let (mut number, mut ups, mut nimber) = (Dyadic::ZERO, 0i32, 0);
        for &(minus, node) in terms {
            let &LiteralForm::NumberUpStar { number: n, ups: u, nimber: k } = &self.nodes[node].form else {
                return None;
            };
            number = if minus { number.checked_sub(n)? } else { number.checked_add(n)? };
            ups = if minus { ups.checked_sub(u)? } else { ups.checked_add(u)? };
            nimber ^= k;
        }
        Some(LiteralForm::NumberUpStar { number, ups, nimber })
    }

    /// A comma between two values of a list.
    pub(super) fn comma(&mut self) -> Result<(), ParseError> {
        if matches!(self.level().opener, Opener::Whole | Opener::Round) {
            return Err(self.fault("expected the end of the value"));
        }
        self.end_item(false)?;
        self.level().after_comma = true;
        self.next += 1;
        Ok(())
    }

    pub(super) fn bar(&mut self, width: usize) -> Result<(), ParseError> {
        if !matches!(self.level().opener, Opener::Brace | Opener::SwitchBrace) {
            return Err(self.fault("expected this bar inside braces, as in {0|*}"));
        }
        self.end_item(true)?;
        self.join(|narrower| narrower < width);
        if self.level().closed.last().is_some_and(|&(_, last)| last == width) {
            return Err(self.fault("two bars of one width: the wider one parts the lists, as in {0||0|*}"));
        }
        let level = self.level();
        let list = std::mem::take(&mut level.list);
        level.closed.push((list, width));
        self.next += 1;
        Ok(())
    }

    /// Turns the innermost bars into games while `inner` holds for their width.
    fn join(&mut self, inner: impl Fn(usize) -> bool) {
        while let Some((left, _)) = self.level().closed.pop_if(|(_, width)| inner(*width)) {
            let right = std::mem::take(&mut self.level().list);
            let at = left.first().map_or(self.level().at, |&node| self.nodes[node].place.start);
            let game = self.push_node(at, LiteralForm::Braces { left, right });
            self.level().list = vec![game];
        }
    }

    pub(super) fn close(&mut self) -> Result<(), ParseError> {
        let opener = self.level().opener;
        let has_bar = !self.level().closed.is_empty();
        self.check_closing(opener, has_bar)?;
        self.end_item(has_bar)?;
        let form = match opener {
            Opener::Brace if !has_bar => return Err(self.fault("expected , or |")),
            Opener::SwitchBrace if !has_bar => return self.close_switch(),
            Opener::Call(function) => {
                let arguments = std::mem::take(&mut self.level().list);
                LiteralForm::Call(self.call(function, &arguments)?)
            }
            Opener::Round => LiteralForm::Sum(vec![(false, self.level().list.pop().expect("there is a value"))]),
            _ => {
                let (left, width) = self.level().closed[0].clone();
                self.join(|narrower| narrower < width);
                let right = std::mem::take(&mut self.level().list);
                LiteralForm::Braces { left, right }
            }
        };
        let start = self.levels.pop().expect("it is open").at;
        self.next += 1;
        let tiny = matches!(opener, Opener::Call(Function::Tiny | Function::Miny));
        self.item(form, if tiny { ItemKind::Tiny } else { ItemKind::Other }, start)
    }

    /// Refuses a closing bracket that does not match the opening one.
    fn check_closing(&self, opener: Opener, has_bar: bool) -> Result<(), ParseError> {
        let brace = self.peek() == ValueToken::Close;
        let expected = match (opener, has_bar) {
            (Opener::Whole, _) => "expected the end of the value",
            (Opener::Brace | Opener::SwitchBrace, _) if brace => return Ok(()),
            (Opener::Brace | Opener::SwitchBrace, false) => "expected , or |",
            (Opener::Brace | Opener::SwitchBrace, true) => "expected , or }",
            (Opener::Round | Opener::Call(_), _) if brace => "expected )",
            (Opener::Round | Opener::Call(_), _) => return Ok(()),
        };
        Err(self.fault(expected))
    }

    /// Closes `±{list}`, whose braces hold the left options alone.
    fn close_switch(&mut self) -> Result<(), ParseError> {
        let level = self.levels.pop().expect("it is open");
        // The ± belongs to the whole list, not to one game.
        self.level().switch = false;
        self.next += 1;
        self.item(LiteralForm::Switch { left: level.list }, ItemKind::Other, level.at)?;
        self.level().after_switch = true;
        Ok(())
    }

    pub(super) fn end(&mut self) -> Result<(), ParseError> {
        if self.levels.len() > 1 {
            let at = self.level().at;
            let round = matches!(self.level().opener, Opener::Round | Opener::Call(_));
            let what = if round { "this bracket is never closed" } else { "this brace is never closed" };
            return Err(self.fault_at(at, what));
        }
        self.end_item(false)?;
        let whole = self.level().list[0];
        if whole + 1 < self.nodes.len() {
            self.push_node(0, LiteralForm::Sum(vec![(false, whole)]));
        }
        Ok(())
    }
}
