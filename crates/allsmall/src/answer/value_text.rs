//! How the answer to `value` reads as text.

use std::fmt;

use super::heading;
use super::value::{OptionName, ValueAnswer, WeightName};
use crate::Player;

const TOO_LONG: &str = "a value too long to write";

impl fmt::Display for ValueAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.board, &self.at) {
            (Some(board), Some(at)) => write!(f, "{board} at {at}: ")?,
            (board, _) => f.write_str(&heading(board.as_deref()))?,
        }
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
        self.write_options(f)?;
        if let Some(walls) = &self.thermograph {
            for (player, wall) in [(Player::Left, &walls.left), (Player::Right, &walls.right)] {
                let corners: Vec<String> = wall.iter().map(|(t, x)| format!("{x} at {t}")).collect();
                write!(f, "\n  {player}'s wall: {}", corners.join(", "))?;
            }
            write!(f, "\n  mast at {}, from {} up", walls.mean, walls.temperature)?;
        }
        for (player, list) in [(Player::Left, &self.left_incentives), (Player::Right, &self.right_incentives)] {
            let Some(list) = list else { continue };
            let names: Vec<String> = list.iter().map(ToString::to_string).collect();
            write!(
                f,
                "\n  {player}'s incentives: {}",
                if names.is_empty() { "none".to_owned() } else { names.join(", ") }
            )?;
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

impl ValueAnswer {
    /// The options, where the value itself is too long to be written or one
    /// of them was opened.
    fn write_options(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.value.is_some() && self.at.is_none() {
            return Ok(());
        }
        for (player, options) in [(Player::Left, &self.left_options), (Player::Right, &self.right_options)] {
            write!(f, "\n  {player}'s options:")?;
            for option in options.iter().flatten() {
                write!(f, "\n    {option}")?;
            }
        }
        Ok(())
    }

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

impl fmt::Display for OptionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionName::Name(name) => f.write_str(name),
            OptionName::Long { birthday, size, at, .. } => {
                write!(f, "{TOO_LONG} (birthday {birthday}, size {size}")?;
                match at {
                    Some(at) => write!(f, ", --at {at})"),
                    None => f.write_str(")"),
                }
            }
        }
    }
}

impl fmt::Display for WeightName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightName::Integer(n) => n.fmt(f),
            WeightName::Game(name) => f.write_str(name),
        }
    }
}
