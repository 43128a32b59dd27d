//! Arguments of functions: `cool(G,t)` and the like become typed calls.

use super::super::literal::{FunctionCall, Literal, LiteralForm};
use super::super::tokens::Function;
use super::super::{Dyadic, Values};
use super::ValueParser;
use crate::{Budget, Outcome, ParseError};

/// Time limit for deciding whether the unit of a Norton product is positive.
const UNIT_TIME: std::time::Duration = std::time::Duration::from_secs(2);

impl ValueParser<'_> {
    /// The call of a function with these arguments, given as indices of nodes.
    pub(super) fn call(&self, function: Function, arguments: &[usize]) -> Result<FunctionCall, ParseError> {
        Ok(match (function, arguments) {
            (Function::Tiny, &[g]) => FunctionCall::Tiny(g),
            (Function::Miny, &[g]) => FunctionCall::Miny(g),
            (Function::Cool, &[g, t]) => FunctionCall::Cool(g, self.temperature(t)?),
            (Function::Freeze, &[g]) => FunctionCall::Freeze(g),
            (Function::Heat, &[g, t]) => FunctionCall::Heat(g, t),
            (Function::Overheat, &[g, s, t]) => FunctionCall::Overheat(g, s, t),
            (Function::Reduced, &[g]) => FunctionCall::Reduced(g),
            (Function::Norton, &[g, unit]) => {
                self.check_unit(unit)?;
                FunctionCall::Norton(g, unit)
            }
            (Function::Ordinal, &[base, top]) => FunctionCall::Ordinal(base, top),
            _ => return Err(self.fault(format!("expected {}", function.signature()))),
        })
    }

    fn temperature(&self, node: usize) -> Result<Dyadic, ParseError> {
        match self.nodes[node].form {
            LiteralForm::NumberUpStar { number, ups: 0, nimber: 0 } if number >= Dyadic::ZERO => Ok(number),
            _ => Err(self.fault("expected a number t >= 0 in cool(G,t)")),
        }
    }

    /// Refuses a unit that is not positive, or that depends on a hole; one that takes
    /// too long passes, and is refused when the value is built.
    fn check_unit(&self, node: usize) -> Result<(), ParseError> {
        let place = &self.nodes[node].place;
        let holes: Vec<_> = self.nodes.iter().filter(|node| matches!(node.form, LiteralForm::Hole { .. })).collect();
        if holes.iter().any(|hole| place.start <= hole.place.start && hole.place.end <= place.end) {
            return Err(self.fault("expected a value and not a board for U in norton(G,U)"));
        }
        let unit = Literal { text: String::new(), nodes: self.nodes[..=node].to_vec() };
        let mut values = Values::within(&Budget::new().with_time(UNIT_TIME));
        // The holes are in other parts of the text, on which the unit does not depend.
        let zeros = vec![values.zero(); holes.len()];
        match values.literal_with(&unit, &zeros) {
            Ok(v) if values.outcome(v) != Outcome::L => Err(self.fault("expected U > 0 in norton(G,U)")),
            _ => Ok(()),
        }
    }
}
