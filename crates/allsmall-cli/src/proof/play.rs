//! A game against the winning side of a proof.

use std::io::{BufRead, Write};

use allsmall::internal::SplitMix64;
use allsmall_proofs::{Place, Walk};

use crate::exit::{Code, Exit};
use crate::input;

/// The player of the losing side.
pub(super) enum Other<R> {
    /// Moves from standard input; whether to prompt for them.
    Typed(R, bool),
    /// Random ones.
    Random(SplitMix64),
}

impl<R: BufRead> Other<R> {
    pub(super) fn typed(from: R, prompt: bool) -> Other<R> {
        Other::Typed(from, prompt)
    }

    pub(super) fn random(seed: u64) -> Other<R> {
        Other::Random(SplitMix64::new(seed))
    }
}

/// Plays until a player cannot move or the input ends.
pub(super) fn play<R: BufRead>(walk: &mut Walk, mut other: Other<R>, mut out: impl Write) -> Result<Code, Exit> {
    writeln!(out, "{}", walk.statement)?;
    let (winner, mut place) = (walk.winner(), walk.start());
    if let Some(because) = walk.because(&place)? {
        let turn = if place.turn == winner { "first" } else { "second" };
        writeln!(out, "{winner} wins, moving {turn}: {because}")?;
    }
    loop {
        writeln!(out, "{}", walk.text(&place))?;
        if let Some(end) = walk.end(&place) {
            writeln!(out, "{end}")?;
            return Ok(Code::Answered);
        }
        if place.turn == winner {
            let answer = walk.answer(&place)?;
            writeln!(out, "{winner} plays {}: {}", answer.name, answer.because)?;
            place = answer.after;
        } else {
            let Some((name, after)) = chosen(&mut other, walk.moves(&place), &mut out)? else {
                return Ok(Code::Answered);
            };
            writeln!(out, "{} plays {name}", place.turn)?;
            place = after;
        }
        out.flush()?;
    }
}

/// The move of the losing side; `None` if the input ends.
fn chosen<R: BufRead>(
    other: &mut Other<R>,
    mut moves: Vec<(String, Place)>,
    out: &mut impl Write,
) -> Result<Option<(String, Place)>, Exit> {
    let (from, prompt) = match other {
        Other::Random(random) => {
            let at = random.below(moves.len() as u64) as usize;
            return Ok(Some(moves.swap_remove(at)));
        }
        Other::Typed(from, prompt) => (from, *prompt),
    };
    loop {
        let names: Vec<&str> = moves.iter().map(|(name, _)| name.as_str()).collect();
        if prompt {
            write!(out, "your move ({}): ", names.join(" "))?;
            out.flush()?;
        }
        let Some(line) = input::line(from)? else { return Ok(None) };
        let word = line.trim();
        if word == "quit" {
            return Ok(None);
        }
        let number = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|&n| n < moves.len());
        match names.iter().position(|name| *name == word).or(number) {
            Some(at) => return Ok(Some(moves.swap_remove(at))),
            None if word.is_empty() => {}
            None => writeln!(out, "{word:?} is not a move; expected one of {}, or its number", names.join(" "))?,
        }
    }
}
