//! `allsmall find`: the smallest board with a given value.

use std::fmt;

use allsmall::internal::tabulate::{Condition, SearchSpace, equal_to, find};
use allsmall::value::{ValueError, Valuer};
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
struct Answer {
    board: Option<String>,
    value: Option<String>,
    #[serde(skip)]
    missing: String,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.board, &self.value) {
            (Some(board), Some(value)) => write!(f, "{board}: {value}"),
            _ => f.write_str(&self.missing),
        }
    }
}

pub(crate) fn run(args: FindArgs, common: &Common) -> Result<Code, Exit> {
    let place = SearchSpace::read(&args.place).map_err(Exit::bad)?;
    let (budget, progress) = common.budget();
    let mut valuer = Valuer::new(&budget);
    let (condition, wanted) = match (args.value, args.equal, args.condition) {
        (Some(name), ..) => {
            let v = valuer.values_mut().parse(&name).map_err(Exit::bad)?;
            (equal_to(&name, Some(valuer.values().outcome(v))), Some(v))
        }
        (_, Some(expr), _) => {
            let v = valuer.text(&expr).map_err(|error| match error {
                ValueError::Text(error) => Exit::bad(error),
                ValueError::Stop(stop) => Exit::bad(format!("the value of {expr} is unknown: {stop}")),
            })?;
            (equal_to(&expr, Some(valuer.values().outcome(v))), Some(v))
        }
        (.., condition) => {
            let condition = condition.expect("clap requires one of the three");
            (Condition::read(&condition).map_err(Exit::bad)?, None)
        }
    };
    let name = wanted.and_then(|v| valuer.values().name(v));
    let found = find(&place, &condition, &budget).map_err(Exit::bad)?;
    drop(progress);
    let place = place.in_words();
    let missing = match (&name, found.summary.stopped) {
        (_, Some(stop)) => format!("unknown: {stop}"),
        (Some(name), None) => format!("{place} has the value {name}"),
        (None, None) => format!("{place} is such"),
    };
    let value = if found.board.is_some() { found.value } else { name };
    ask::show(&Answer { board: found.board, value, missing }, common)?;
    let unsettled = if found.summary.unsettled > 0 { Code::Unsettled } else { Code::Answered };
    let bad = if found.summary.bad > 0 { Code::Bad } else { Code::Answered };
    Ok(Code::of(found.summary.stopped).and(unsettled).and(bad))
}
