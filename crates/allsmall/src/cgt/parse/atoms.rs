//! Numbers, ups and nimbers: the items of a value's text that hold no others.

use super::super::Dyadic;
use super::super::literal::LiteralForm;
use super::super::tokens::ValueToken;
use super::ValueParser;
use super::nesting::ItemKind;
use crate::ParseError;

impl ValueParser<'_> {
    /// `*` and `*3`.
    pub(super) fn nimber(&mut self, at: usize) -> Result<(), ParseError> {
        self.next += 1;
        let size = u32::try_from(self.count().unwrap_or(1));
        let nimber = size.map_err(|_| self.fault("expected a smaller nimber"))?;
        self.item(LiteralForm::NumberUpStar { number: Dyadic::ZERO, ups: 0, nimber }, ItemKind::Star, at)
    }

    /// Consumes a number, if one comes next.
    fn count(&mut self) -> Option<i64> {
        let ValueToken::Number(n) = self.peek() else { return None };
        self.next += 1;
        Some(n)
    }

    /// A number, or a multiple of up: `2*up`.
    pub(super) fn number(&mut self, above: i64) -> Result<(), ParseError> {
        let at = self.at();
        self.next += 1;
        let after = self.tokens.get(self.next + 1).map(|t| t.0);
        if let (ValueToken::Times | ValueToken::Star, Some(ValueToken::Arrow(ups))) = (self.peek(), after) {
            self.next += 1;
            return self.arrows(at, ups, above);
        }
        if let (ValueToken::Times | ValueToken::Star, Some(ValueToken::Hole(hole))) = (self.peek(), after) {
            self.next += 2;
            return self.item(LiteralForm::Hole { hole, times: above }, ItemKind::Other, at);
        }
        let mut number = Dyadic::integer(above);
        if self.peek() == ValueToken::Slash {
            self.next += 1;
            let power = match self.peek() {
                ValueToken::Number(below) if below > 0 && below & (below - 1) == 0 => below.trailing_zeros(),
                _ => return Err(self.fault("expected a power of two below the line")),
            };
            number = Dyadic::new(above, power).ok_or_else(|| self.fault("expected a smaller power of two"))?;
            self.next += 1;
        }
        self.item(LiteralForm::NumberUpStar { number, ups: 0, nimber: 0 }, ItemKind::Number, at)
    }

    /// `^`, `^^`, `^3`, `^<2>` and `^[2]`, `times` over.
    pub(super) fn arrows(&mut self, at: usize, unit: i32, times: i64) -> Result<(), ParseError> {
        self.next += 1;
        let mut ups = i64::from(unit);
        while let ValueToken::Arrow(more) = self.peek() {
            if (more > 0) != (unit > 0) {
                break;
            }
            ups += i64::from(more);
            self.next += 1;
        }
        let mut power = None;
        match self.peek() {
            ValueToken::OpenAngle if ups.abs() == 1 => power = Some((self.bracketed(ValueToken::CloseAngle)?, false)),
            ValueToken::OpenSquare if ups.abs() == 1 => power = Some((self.bracketed(ValueToken::CloseSquare)?, true)),
            ValueToken::Number(_) if ups.abs() > 2 => {
                return Err(self.fault("expected arrows or their number, not both: ^^^ or ^3"));
            }
            ValueToken::Number(n) if times == 1 => {
                self.next += 1;
                ups = ups.checked_mul(n).ok_or_else(|| self.fault_at(at, "expected fewer ups"))?;
            }
            _ => {}
        }
        let small = |n: i64| i32::try_from(n).ok();
        let ups = ups.checked_mul(times).and_then(small).ok_or_else(|| self.fault_at(at, "expected fewer ups"))?;
        let form = match power {
            Some((n, sum)) => LiteralForm::UpPower { n, sum, times: ups },
            None => LiteralForm::NumberUpStar { number: Dyadic::ZERO, ups, nimber: 0 },
        };
        self.item(form, ItemKind::Ups, at)
    }

    /// The number in `<n>` or `[n]`.
    fn bracketed(&mut self, close: ValueToken) -> Result<u32, ParseError> {
        self.next += 1;
        let n = self.count().and_then(|n| u32::try_from(n).ok()).filter(|n| (1..=1000).contains(n));
        let n = n.ok_or_else(|| self.fault("expected a number from 1 to 1000, as in ^<2>"))?;
        if self.peek() != close {
            return Err(self.fault("expected this bracket to be closed, as in ^<2> or ^[2]"));
        }
        self.next += 1;
        Ok(n)
    }
}
