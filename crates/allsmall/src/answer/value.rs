//! The exact value of an expression.

use std::time::Duration;

use serde::{Deserialize, Serialize, Serializer};

use super::names::step_name;
use super::{BatchCache, Failure, Question, Subject, echo_expr};
use crate::cgt::{Style, Thermograph, Value, Values, Wall, Weight};
use crate::solve::{WeightBounds, weigh};
use crate::value::{Game, MoveValue, Valuer};
use crate::{Budget, Outcome, ParseError, Player, ReadError, Stop};

/// How to answer `value`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ValueQuestion {
    /// Give the name in LaTeX too.
    pub latex: bool,
    /// List every legal move with its value.
    pub options: bool,
    /// Ask about the option that is reached so: `L2.R1`, Left's second, then
    /// Right's first canonical option.
    pub at: Option<String>,
    /// Give the walls of the thermograph.
    pub thermograph: bool,
    /// Give the incentives.
    pub incentives: bool,
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
    /// Which option the answer is about, when one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
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
    /// The canonical left options.
    pub left_options: Option<Vec<OptionName>>,
    /// The canonical right options.
    pub right_options: Option<Vec<OptionName>>,
    /// Number of distinct positions of the canonical form.
    pub size: Option<usize>,
    /// Stops, mean and temperature, unless the value is all-small.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub heat: Option<HeatNames>,
    /// The walls, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thermograph: Option<Walls>,
    /// Left's incentives, when asked for: what his moves gain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_incentives: Option<Vec<OptionName>>,
    /// Right's incentives, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_incentives: Option<Vec<OptionName>>,
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

/// An option by its name, or by what can be said about it when the name is
/// too long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum OptionName {
    /// The name.
    Name(String),
    /// What is known, and how to open it.
    Long {
        /// Who wins.
        outcome: Outcome,
        /// The atomic weight; none if there is none or it is too long.
        atomic_weight: Option<WeightName>,
        /// Height of the canonical game tree.
        birthday: u32,
        /// Number of distinct positions.
        size: usize,
        /// The `at` that opens it; `None` for what is not an option.
        #[serde(skip_serializing_if = "Option::is_none")]
        at: Option<String>,
    },
}

/// A thermograph: the corners (temperature, value) of both walls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Walls {
    /// Left's wall, from temperature 0 up.
    pub left: Vec<(String, String)>,
    /// Right's wall.
    pub right: Vec<(String, String)>,
    /// Where they meet.
    pub temperature: String,
    /// The mast.
    pub mean: String,
}

/// An atomic weight as it is written; in JSON always a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightName {
    /// A whole number.
    Integer(i32),
    /// The name of a game.
    Game(String),
}

impl Serialize for WeightName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
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

    fn ask_with(&self, subject: Subject<'_>, budget: &Budget, cache: &mut BatchCache) -> Result<ValueAnswer, Failure> {
        let expr = subject.sum(budget)?;
        let path = self.at.as_deref().map_or(Ok(Vec::new()), read_path)?;
        if !path.is_empty() && self.options {
            return Err(Failure::Unfit(
                "moves are those of the board; expected no option to be opened as well".to_owned(),
            ));
        }
        let game = Game::new(&expr);
        let within = budget.clone().keeping_back(FOR_BOUNDS);
        let (mut answer, trouble) = cache.with_valuer(&within, |valuer| {
            let mut answer = ValueAnswer { board: echo_expr(&expr), at: self.at.clone(), ..ValueAnswer::default() };
            let trouble = self.fill(&game, &path, valuer, &mut answer).err();
            let full = matches!(trouble, Some(ReadError::Stop(Stop::Memory)));
            ((answer, trouble), full)
        });
        answer.stopped = match trouble {
            None => None,
            Some(ReadError::Stop(stop)) => Some(stop),
            Some(ReadError::Text(error)) => return Err(error.into()),
        };
        if answer.outcome.is_none() && answer.stopped != Some(Stop::Interrupted) {
            let left = budget.memory().saturating_sub(cache.bytes());
            let bounds = weigh(&game, &budget.clone().with_memory(left).for_last_words(FOR_BOUNDS));
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
    fn fill(
        &self,
        game: &Game,
        path: &[(usize, Player, usize)],
        valuer: &mut Valuer,
        answer: &mut ValueAnswer,
    ) -> Result<(), ReadError> {
        let v = valuer.game(game)?;
        let values = valuer.values_mut();
        let v = self.open(values, v, path)?;
        answer.value = values.name(v);
        answer.latex = self.latex.then(|| values.name_in(v, Style::Latex, 2 * Values::NAME_LIMIT)).flatten();
        answer.outcome = Some(values.outcome(v));
        answer.atomic_weight = weight_name(values, v);
        answer.birthday = Some(values.birthday(v));
        answer.size = Some(values.size_within(v)?);
        let [left, right] = values.ordered_options(v);
        let at = |side: &str, i: usize| match &self.at {
            Some(before) => format!("{before}.{side}{}", i + 1),
            None => format!("{side}{}", i + 1),
        };
        let named = |options: Vec<Value>, side: &str| -> Result<_, Stop> {
            let one = |(i, o)| option_name(values, o, Some(at(side, i)));
            options.into_iter().enumerate().map(one).collect::<Result<_, _>>().map(Some)
        };
        (answer.left_options, answer.right_options) = (named(left, "L")?, named(right, "R")?);
        if !values.is_all_small(v) {
            answer.heat = Some(heat_names(values, v)?);
        }
        if self.thermograph {
            let Thermograph { left, right, heat } = values.thermograph(v)?;
            let wall = |wall: Wall| wall.into_iter().map(|(t, x)| (t.to_string(), x.to_string())).collect();
            let (temperature, mean) = (heat.temperature.to_string(), heat.mean.to_string());
            answer.thermograph = Some(Walls { left: wall(left), right: wall(right), temperature, mean });
        }
        if self.incentives {
            let mut list = |player| -> Result<_, Stop> {
                let all = values.incentives(v, player)?;
                all.into_iter().map(|v| option_name(values, v, None)).collect::<Result<_, _>>().map(Some)
            };
            (answer.left_incentives, answer.right_incentives) = (list(Player::Left)?, list(Player::Right)?);
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

    /// The option at the end of the path.
    fn open(&self, values: &Values, mut v: Value, path: &[(usize, Player, usize)]) -> Result<Value, ParseError> {
        for &(place, player, number) in path {
            let [left, right] = values.ordered_options(v);
            let options = if player == Player::Left { left } else { right };
            v = *options.get(number - 1).ok_or_else(|| {
                let text = self.at.as_deref().unwrap_or_default();
                let message = format!("there are only {} options of {player} here", options.len());
                ParseError::new(text, place, message)
            })?;
        }
        Ok(v)
    }
}

/// Reads `L2.R1` as places, players and numbers from 1.
fn read_path(text: &str) -> Result<Vec<(usize, Player, usize)>, ParseError> {
    let mut path = Vec::new();
    let mut at = 0;
    for step in text.split('.') {
        let fault = || ParseError::new(text, at, "expected a step such as L2 or R1, as in L2.R1");
        let player = match step.chars().next() {
            Some('L' | 'l') => Player::Left,
            Some('R' | 'r') => Player::Right,
            _ => return Err(fault()),
        };
        let number = step[1..].parse().ok().filter(|&n: &usize| n > 0).ok_or_else(fault)?;
        path.push((at, player, number));
        at += step.len() + 1;
    }
    Ok(path)
}

/// The name of a value, or what can be said in its place.
fn option_name(values: &Values, v: Value, at: Option<String>) -> Result<OptionName, Stop> {
    Ok(match values.name(v) {
        Some(name) => OptionName::Name(name),
        None => OptionName::Long {
            outcome: values.outcome(v),
            atomic_weight: weight_name(values, v),
            birthday: values.birthday(v),
            size: values.size_within(v)?,
            at,
        },
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_opened_and_wrong_paths_are_placed() {
        let ask = |at: &str| {
            let question = ValueQuestion { at: Some(at.to_owned()), ..ValueQuestion::default() };
            question.ask("xoxo", &Budget::new())
        };
        assert_eq!(ask("L1").expect("there is one").value.as_deref(), Some("*"));
        assert_eq!(ask("L2.R1").expect("there is one").value.as_deref(), Some("*"));
        for (at, place) in [("", 0), ("L", 0), ("L1.X", 3), ("L3", 0), ("L1.R2", 3), ("L0", 0)] {
            match ask(at) {
                Err(Failure::Input(error)) => assert_eq!(error.at(), place, "{at}: {error}"),
                other => panic!("{at}: {other:?}"),
            }
        }
    }

    #[test]
    fn every_option_of_a_long_value_is_told_and_can_be_opened() {
        let question = ValueQuestion::default();
        let answer = question.ask("xoxxoxooxoxxoxoxxo", &Budget::new()).expect("it reads");
        let json = serde_json::to_value(&answer).expect("plain");
        assert!(json["atomic_weight"].is_string() || json["atomic_weight"].is_null());
        for (side, options) in [("L", &answer.left_options), ("R", &answer.right_options)] {
            for (i, option) in options.iter().flatten().enumerate() {
                let at = Some(format!("{side}{}", i + 1));
                let opened = ValueQuestion { at, ..ValueQuestion::default() };
                let opened = opened.ask("xoxxoxooxoxxoxoxxo", &Budget::new()).expect("it is there");
                match option {
                    OptionName::Name(name) => assert_eq!(opened.value.as_ref(), Some(name)),
                    OptionName::Long { size, birthday, .. } => {
                        assert_eq!((opened.size, opened.birthday), (Some(*size), Some(*birthday)));
                    }
                }
            }
        }
    }

    #[test]
    fn a_limit_leaves_bounds() {
        let budget = Budget::new().with_memory(32 << 20);
        let answer = ValueQuestion::default().ask("checker:5x6 + 18*up", &budget).expect("it reads");
        assert_eq!(answer.stopped, Some(Stop::Memory));
        assert!(answer.size.is_none() && answer.weight_low.is_some(), "{answer}");
        // Time to read, not to value; how much that is depends on the machine.
        let known = [50, 200, 800, 3200].into_iter().find_map(|ms| {
            let budget = Budget::new().with_time(Duration::from_millis(ms));
            let answer = ValueQuestion::default().ask("(xo)^60 + 3*up", &budget).ok()?;
            assert!(answer.stopped == Some(Stop::Time) && answer.size.is_none(), "{answer}");
            answer.weight_low
        });
        assert_eq!(known, Some(3));
    }
}
