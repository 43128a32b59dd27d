//! `allsmall find`: the smallest board with a given value.

use std::fmt;

use allsmall::ReadError;
use allsmall::answer::Asked;
use allsmall::cgt::Value;
use allsmall::internal::tabulate::{Condition, SearchSpace, equal_to, equal_to_sum, find};
use allsmall::value::Valuer;
use serde::Serialize;

use crate::ask;
use crate::common::Common;
use crate::exit::{Code, Exit};

/// The smallest position with a given value, or for which a condition holds
///
/// The inverse of value: fewest cells first, then in the order x, o, empty.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall find --value '^3*'
  allsmall find --value '{0||0|v*}' --in grid:3x4
  allsmall find --equal 'cycle:xoxoox + up' --in strips:14
  allsmall find --where 'outcome=P and size>1' --in graphs:trees.g6")]
#[command(group = clap::ArgGroup::new("target").required(true))]
pub(crate) struct FindArgs {
    /// This value
    #[arg(long, value_name = "VALUE", group = "target", allow_hyphen_values = true)]
    value: Option<String>,
    /// The value of this board or sum
    #[arg(long, value_name = "EXPR", group = "target", allow_hyphen_values = true)]
    equal: Option<String>,
    /// Any board for which this holds, as in table
    #[arg(long = "where", value_name = "CONDITION", group = "target")]
    condition: Option<String>,
    /// Where: strips:12 (up to 12 cells), grid:3x4 (up to that size) or graphs:FILE
    #[arg(long = "in", value_name = "WHERE", default_value = "strips:12")]
    place: String,
}

/// The output of `find`.
#[derive(Serialize)]
struct FoundBoard {
    board: Option<String>,
    value: Option<String>,
    /// Why there is no board.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl fmt::Display for FoundBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.board, &self.value) {
            (Some(board), Some(value)) => write!(f, "{board}: {value}"),
            _ => f.write_str(self.reason.as_deref().unwrap_or("not found")),
        }
    }
}

pub(crate) fn run(args: FindArgs, common: &Common) -> Result<Code, Exit> {
    let place = SearchSpace::read(&args.place).map_err(Exit::bad)?;
    let (budget, progress) = common.budget();
    let mut valuer = Valuer::new(&budget);
    let given = [&args.value, &args.equal, &args.condition].into_iter().flatten().next();
    let asked = Asked::about(given.expect("clap requires one of the three"));
    let mut sum = None;
    let (condition, wanted) = match (args.value, args.equal, args.condition) {
        (Some(name), ..) => {
            let v = valuer.values_mut().parse(&name).map_err(Exit::bad)?;
            (equal_to(&name, Some(valuer.values().outcome(v))), Some(v))
        }
        (_, Some(expr), _) => {
            sum = Some(expr.clone());
            match equal_to_sum(&expr, &mut valuer, &budget) {
                Ok(found) => found,
                Err(ReadError::Text(error)) => return Err(Exit::bad(error)),
                Err(ReadError::Stop(stop)) => {
                    drop(progress);
                    let reason = Some(format!("unknown: {stop}; who wins {expr} is not settled"));
                    ask::show_about(&FoundBoard { board: None, value: None, reason }, Some(&asked), common)?;
                    return Ok(Code::of(Some(stop)));
                }
            }
        }
        (.., condition) => {
            let condition = condition.expect("clap requires one of the three");
            (Condition::read(&condition).map_err(Exit::bad)?, None)
        }
    };
    let name = wanted.and_then(|v| valuer.values().name(v));
    if let Some(reason) = wanted.and_then(|v| impossible(&valuer, v)) {
        drop(progress);
        ask::show_about(&FoundBoard { board: None, value: name, reason: Some(reason) }, Some(&asked), common)?;
        return Ok(Code::Unsettled);
    }
    let found = find(&place, &condition, &budget).map_err(Exit::bad)?;
    drop(progress);
    let place = place.in_words();
    let reason = match (&found.board, &name, found.summary.stopped) {
        (Some(_), ..) => None,
        (None, _, Some(stop)) => Some(format!("unknown: {stop}; none of the first {} boards", found.summary.boards)),
        (None, Some(name), None) => Some(format!("{place} has the value {name}")),
        (None, None, None) => Some(match &sum {
            Some(sum) => format!("{place} is equal to {sum}"),
            None => format!("{place} is such"),
        }),
    };
    let missing = if found.board.is_none() { Code::Unsettled } else { Code::Answered };
    let value = if found.board.is_some() { found.value } else { name };
    ask::show_about(&FoundBoard { board: found.board, value, reason }, Some(&asked), common)?;
    let unsettled = if found.summary.unsettled > 0 { Code::Unsettled } else { Code::Answered };
    let bad = if found.summary.bad > 0 { Code::Bad } else { Code::Answered };
    Ok(Code::of(found.summary.stopped).and(missing).and(unsettled).and(bad))
}

/// Why no Clobber position has this value, if that is known.
fn impossible(valuer: &Valuer, v: Value) -> Option<String> {
    let values = valuer.values();
    if values.is_all_small(v) {
        return None;
    }
    Some(match values.as_number(v) {
        Some(_) => "no Clobber position is a number but 0".to_owned(),
        None => "no Clobber position has this value: in Clobber both players can move or neither, so every value \
                 is all-small"
            .to_owned(),
    })
}
