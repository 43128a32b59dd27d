//! The exact value of an expression.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::names::step_name;
use super::{Failure, Question, echo_expr, heading};
use crate::cgt::{Style, Value, Values, Weight};
use crate::notation::read_expr_in;
use crate::solve::{WeightBounds, weigh};
use crate::value::{Game, MoveValue, Valuer};
use crate::{Budget, Outcome, Player, Stop};

/// How to answer `value`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ValueQuestion {
    /// Give the name in LaTeX too.
    pub latex: bool,
    /// List every legal move with its value.
    pub options: bool,
}

/// The answer to `value`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ValueAnswer {
    /// The expression in normal notation, unless it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The name of the value; none when it is not settled or has more than
    /// 10,000 characters.
    pub value: Option<String>,
    /// The name in LaTeX, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latex: Option<String>,
    /// Who wins.
    pub outcome: Option<Outcome>,
    /// The atomic weight: a whole number, otherwise the name of a game; none
    /// if the value is not all-small.
    pub atomic_weight: Option<WeightName>,
    /// Height of the canonical game tree.
    pub birthday: Option<u32>,
    /// Names of the canonical left options; none for one that is too long.
    pub left_options: Option<Vec<Option<String>>>,
    /// Names of the canonical right options.
    pub right_options: Option<Vec<Option<String>>>,
    /// Number of distinct positions of the canonical form.
    pub size: Option<usize>,
    /// Stops, mean and temperature, unless the value is all-small.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub heat: Option<HeatNames>,
    /// Left's moves, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_moves: Option<Vec<MoveName>>,
    /// Right's moves, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_moves: Option<Vec<MoveName>>,
    /// An integer at most the atomic weight, where the value is not settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight_low: Option<i32>,
    /// An integer at least the atomic weight, where the value is not settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight_high: Option<i32>,
    /// The limit that was hit, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// An atomic weight as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum WeightName {
    /// A whole number.
    Integer(i32),
    /// The name of a game.
    Game(String),
}

/// What is said about games that are not all-small.
#[derive(Clone, Debug, Serialize)]
pub struct HeatNames {
    /// The number reached when Left starts.
    pub left_stop: String,
    /// The number reached when Right starts.
    pub right_stop: String,
    /// How much a move matters.
    pub temperature: String,
    /// The mean value.
    pub mean: String,
}

/// A legal move with the value it leads to.
#[derive(Clone, Debug, Serialize)]
pub struct MoveName {
    /// The move; in a sum with the number of its summand in front.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value after the move; none if its name is too long.
    pub value: Option<String>,
    /// Whether another move is at least as good.
    pub dominated: bool,
    /// Whether the other side has an answer that leaves it no worse off.
    pub reversible: bool,
}

impl Question for ValueQuestion {
    type Answer = ValueAnswer;

    fn ask(&self, text: &str, budget: &Budget) -> Result<ValueAnswer, Failure> {
        let expr = read_expr_in(text, budget)?;
        let mut answer = ValueAnswer { board: echo_expr(&expr), ..ValueAnswer::default() };
        let (game, mut valuer) = (Game::new(&expr), Valuer::new(&budget.clone().keeping_back(FOR_BOUNDS)));
        answer.stopped = self.fill(&game, &mut valuer, &mut answer).err();
        if answer.size.is_none() && answer.stopped != Some(Stop::Interrupted) {
            // The arena makes room for the bounds.
            drop(valuer);
            let bounds = weigh(&game, &budget.clone().for_last_words(FOR_BOUNDS));
            answer.outcome = bounds.outcome();
            WeightBounds { low: answer.weight_low, high: answer.weight_high } = bounds;
        }
        Ok(answer)
    }

    fn unknown(&self, stop: Stop) -> Option<ValueAnswer> {
        Some(ValueAnswer { stopped: Some(stop), ..ValueAnswer::default() })
    }
}

/// What is kept back for bounds, and spent on them once a limit has been hit.
const FOR_BOUNDS: Duration = Duration::from_millis(500);

impl ValueQuestion {
    fn fill(&self, game: &Game, valuer: &mut Valuer, answer: &mut ValueAnswer) -> Result<(), Stop> {
        let v = valuer.game(game)?;
        let values = valuer.values_mut();
        answer.value = values.name(v);
        answer.latex = self.latex.then(|| values.name_in(v, Style::Latex, 2 * Values::NAME_LIMIT)).flatten();
        answer.outcome = Some(values.outcome(v));
        answer.atomic_weight = weight_name(values, v);
        answer.birthday = Some(values.birthday(v));
        answer.size = Some(values.size(v));
        let [left, right] = values.option_names(v, Style::Ascii, Values::NAME_LIMIT);
        (answer.left_options, answer.right_options) = (Some(left), Some(right));
        if !values.is_all_small(v) {
            answer.heat = Some(heat_names(values, v)?);
        }
        if self.options {
            let [left, right] = valuer.moves(game, v)?.map(|moves| {
                let values = valuer.values();
                let named = |m: &MoveValue| MoveName {
                    mv: step_name(game, values, m.component, m.step),
                    value: values.name(m.value),
                    dominated: m.dominated,
                    reversible: m.reversible,
                };
                Some(moves.iter().map(named).collect())
            });
            (answer.left_moves, answer.right_moves) = (left, right);
        }
        Ok(())
    }
}

impl ValueAnswer {
    /// What is known of a value that is not settled.
    fn write_unsettled(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown")?;
        if let Some(stop) = self.stopped {
            write!(f, ": {stop}")?;
        }
        if let Some(outcome) = self.outcome {
            write!(f, "\n  outcome {outcome}")?;
        }
        if self.weight_low.or(self.weight_high).is_some() {
            let side = |n: Option<i32>| n.map_or_else(|| "?".to_owned(), |n| n.to_string());
            let lead = if self.outcome.is_some() { ", " } else { "\n  " };
            write!(f, "{lead}atomic weight {} to {}", side(self.weight_low), side(self.weight_high))?;
        }
        Ok(())
    }
}

fn weight_name(values: &Values, v: Value) -> Option<WeightName> {
    match values.atomic_weight(v) {
        Weight::None => None,
        Weight::Integer(n) => Some(WeightName::Integer(n)),
        Weight::Game(game) => values.name(game).map(WeightName::Game),
    }
}

fn heat_names(values: &mut Values, v: Value) -> Result<HeatNames, Stop> {
    let (left, right) = values.stops(v)?;
    let heat = values.heat(v)?;
    Ok(HeatNames {
        left_stop: left.to_string(),
        right_stop: right.to_string(),
        temperature: heat.temperature.to_string(),
        mean: heat.mean.to_string(),
    })
}

impl fmt::Display for WeightName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightName::Integer(n) => n.fmt(f),
            WeightName::Game(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for ValueAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&heading(self.board.as_deref()))?;
        let (Some(outcome), Some(_)) = (self.outcome, self.size) else { return self.write_unsettled(f) };
        f.write_str(self.latex.as_deref().or(self.value.as_deref()).unwrap_or(TOO_LONG))?;
        write!(f, "\n  outcome {outcome}")?;
        if let Some(weight) = &self.atomic_weight {
            write!(f, ", atomic weight {weight}")?;
        }
        if let (Some(birthday), Some(size)) = (self.birthday, self.size) {
            write!(f, ", birthday {birthday}, size {size}")?;
        }
        if let Some(heat) = &self.heat {
            write!(f, "\n  stops {} and {}", heat.left_stop, heat.right_stop)?;
            write!(f, ", temperature {}, mean {}", heat.temperature, heat.mean)?;
        }
        for (player, moves) in [(Player::Left, &self.left_moves), (Player::Right, &self.right_moves)] {
            let Some(moves) = moves else { continue };
            write!(f, "\n  {player}'s moves:{}", if moves.is_empty() { " none" } else { "" })?;
            for m in moves {
                write!(f, "\n    {} to {}", m.mv, m.value.as_deref().unwrap_or(TOO_LONG))?;
                f.write_str(match (m.dominated, m.reversible) {
                    (true, _) => ", dominated",
                    (false, true) => ", reversible",
                    (false, false) => "",
                })?;
            }
        }
        match self.stopped {
            Some(stop) => write!(f, "\n  the rest is unknown: {stop}"),
            None => Ok(()),
        }
    }
}

const TOO_LONG: &str = "a value too long to write";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_leaves_bounds() {
        let budget = Budget::new().with_time(Duration::ZERO);
        let answer = ValueQuestion::default().ask("(xo)^30 + 3*up", &budget).expect("it reads");
        assert_eq!(answer.stopped, Some(Stop::Time));
        assert!(answer.size.is_none() && answer.weight_low.is_some(), "{answer}");
    }
}
