//! A game in progress: the board, the record, and the commands of the user.

use std::io::{BufRead, Write};

use allsmall::answer::ShowAnswer;
use allsmall::internal::SplitMix64;
use allsmall::notation::{move_name, read_move};
use allsmall::{Budget, Judged, Level, Move, Opponent, Player, Position, Reply};
use serde::Serialize;

use super::{Side, Strength, THINKING};
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::input;

/// A game in progress.
pub(super) struct Match<'a> {
    /// The positions so far and those taken back, the first one first.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// Number of moves played.
    at: usize,
    opponent: Opponent,
    level: Level,
    random: SplitMix64,
    first: Player,
    you: Side,
    hints: bool,
    prompt: bool,
    common: &'a Common,
}

/// The record of a game, printed at its end with --json.
#[derive(Serialize)]
struct Played {
    board: String,
    first: Player,
    moves: Vec<String>,
    #[serde(rename = "final")]
    last: String,
    winner: Option<Player>,
}

/// What a typed line means.
enum Line {
    Move(Move),
    Undo,
    Redo,
    Hint,
    Moves,
    Board,
    Help,
    Quit,
    Unclear(String),
}

const HELP: &str = "type a move such as 3-4 (b3-c3 on a grid) or its number in the list of moves;
hint: a good move; moves: all moves and who wins after them; undo, redo; board; quit";

impl<'a> Match<'a> {
    pub(super) fn new(
        position: Position,
        first: Player,
        you: Side,
        hints: bool,
        prompt: bool,
        common: &'a Common,
    ) -> Match<'a> {
        let (opponent, level, random) = (Opponent::new(), Level::default(), SplitMix64::new(1));
        let positions = vec![position];
        Match { positions, moves: Vec::new(), at: 0, opponent, level, random, first, you, hints, prompt, common }
    }

    /// Sets the strength of the opponent; hints stay as good as they can be.
    pub(super) fn against(self, Strength { level, seed }: Strength) -> Match<'a> {
        Match { level, random: SplitMix64::new(seed), ..self }
    }

    /// Lets opponent and hints take results from the opening book.
    pub(super) fn with_book(self) -> Match<'a> {
        Match { opponent: self.opponent.with_book(), ..self }
    }

    /// Plays until a player cannot move or the input ends.
    pub(super) fn play(mut self, mut lines: impl BufRead, mut out: impl Write) -> Result<Code, Exit> {
        self.show(&mut out)?;
        loop {
            let turn = self.turn();
            if self.here().moves(turn).is_empty() {
                self.say(&mut out, &format!("{turn} has no move: {} wins.", turn.opponent()))?;
                return self.finish(out, Some(turn.opponent()));
            }
            if !self.you.has(turn) {
                let budget = self.budget();
                let Match { opponent, level, random, positions, at, .. } = &mut self;
                let reply = opponent.reply_at(*level, &positions[*at], turn, random, &budget);
                self.make(&mut out, reply.mv.expect("there is a move"))?;
                continue;
            }
            if self.hints {
                self.list(&mut out)?;
            }
            match self.read(&mut lines, &mut out)? {
                Line::Move(mv) => self.make(&mut out, mv)?,
                Line::Undo => self.undo(&mut out)?,
                Line::Redo => self.redo(&mut out)?,
                Line::Hint => self.hint(&mut out)?,
                Line::Moves => self.list(&mut out)?,
                Line::Board => self.show(&mut out)?,
                Line::Help => self.say(&mut out, HELP)?,
                Line::Unclear(message) => self.say(&mut out, &message)?,
                Line::Quit => return self.finish(out, None),
            }
        }
    }

    fn here(&self) -> &Position {
        &self.positions[self.at]
    }

    fn turn(&self) -> Player {
        if self.at.is_multiple_of(2) { self.first } else { self.first.opponent() }
    }

    fn budget(&self) -> Budget {
        self.common.limits(Some(THINKING))
    }

    fn reply(&mut self, turn: Player) -> Reply {
        let budget = self.budget();
        self.opponent.reply(&self.positions[self.at], turn, &budget)
    }

    fn name(&self, mv: Move) -> String {
        move_name(self.here().board(), mv)
    }

    /// Prints a remark, unless the answer is JSON.
    fn say(&self, out: &mut impl Write, text: &str) -> Result<(), Exit> {
        if !self.common.json {
            writeln!(out, "{text}")?;
            out.flush()?;
        }
        Ok(())
    }

    fn show(&self, out: &mut impl Write) -> Result<(), Exit> {
        let text = match ShowAnswer::of(self.here()) {
            Ok(shown) => format!("\n{shown}\n"),
            Err(_) => self.here().to_string(),
        };
        self.say(out, &text)
    }

    fn read(&self, lines: &mut impl BufRead, out: &mut impl Write) -> Result<Line, Exit> {
        if self.prompt {
            write!(out, "{} ({}) to move> ", self.turn(), self.turn().stone())?;
            out.flush()?;
        }
        let Some(line) = input::line(lines)? else { return Ok(Line::Quit) };
        Ok(match line.trim() {
            "" => Line::Board,
            "undo" | "u" => Line::Undo,
            "redo" | "r" => Line::Redo,
            "hint" | "h" => Line::Hint,
            "moves" | "m" => Line::Moves,
            "board" | "b" => Line::Board,
            "help" | "?" => Line::Help,
            "quit" | "q" | "exit" => Line::Quit,
            typed => self.typed_move(typed).map_or_else(Line::Unclear, Line::Move),
        })
    }

    /// A legal move by its name or by its number in the list.
    fn typed_move(&self, typed: &str) -> Result<Move, String> {
        let moves = self.here().moves(self.turn());
        if let Ok(number) = typed.parse::<usize>() {
            let found = number.checked_sub(1).and_then(|i| moves.get(i));
            return found.copied().ok_or_else(|| format!("no move has the number {number}: there are {}", moves.len()));
        }
        let mv = read_move(self.here().board(), typed)
            .map_err(|error| format!("{}, or a word: hint, moves, undo, board, help, quit", error.message()))?;
        self.here().after(self.turn(), mv).map(|_| mv).map_err(|refusal| format!("{typed}: {refusal}"))
    }

    fn make(&mut self, out: &mut impl Write, mv: Move) -> Result<(), Exit> {
        let turn = self.turn();
        let next = self.here().after(turn, mv).expect("the move was checked");
        self.say(out, &format!("{turn} plays {}", self.name(mv)))?;
        self.positions.truncate(self.at + 1);
        self.moves.truncate(self.at);
        self.positions.push(next);
        self.moves.push(mv);
        self.at += 1;
        self.show(out)
    }

    /// Back to the last position in which it was your turn.
    fn undo(&mut self, out: &mut impl Write) -> Result<(), Exit> {
        let to = (0..self.at).rev().find(|at| {
            let turn = if at.is_multiple_of(2) { self.first } else { self.first.opponent() };
            self.you.has(turn)
        });
        let Some(to) = to else { return self.say(out, "there is nothing to take back") };
        while self.at > to {
            self.at -= 1;
            self.say(out, &format!("{} takes {} back", self.turn(), self.name(self.moves[self.at])))?;
        }
        self.show(out)
    }

    fn redo(&mut self, out: &mut impl Write) -> Result<(), Exit> {
        if self.at == self.moves.len() {
            return self.say(out, "there is nothing to play again");
        }
        while self.at < self.moves.len() {
            self.say(out, &format!("{} plays {}", self.turn(), self.name(self.moves[self.at])))?;
            self.at += 1;
            if self.you.has(self.turn()) {
                break;
            }
        }
        self.show(out)
    }

    fn hint(&mut self, out: &mut impl Write) -> Result<(), Exit> {
        let turn = self.turn();
        let found = self.reply(turn);
        let name = self.name(found.mv.expect("there is a move"));
        let text = match (found.winner, found.chance) {
            (Some(winner), _) if winner == turn => format!("{name} wins"),
            (Some(_), _) => format!("every move loses; {name} leaves the fewest winning answers"),
            (None, Some(chance)) => format!("try {name}: estimated chance to win {:.0} %", 100.0 * chance),
            (None, None) => format!("try {name}"),
        };
        self.say(out, &text)
    }

    /// All moves, with the winner after each.
    fn list(&mut self, out: &mut impl Write) -> Result<(), Exit> {
        let (turn, budget) = (self.turn(), self.budget());
        let judged = self.opponent.judge(&self.positions[self.at], turn, &budget);
        for (i, Judged { mv, wins, chance }) in judged.into_iter().enumerate() {
            let fate = match (wins, chance) {
                (Some(true), _) => format!("{turn} wins"),
                (Some(false), _) => format!("{} wins", turn.opponent()),
                (None, Some(chance)) => format!("about {:.0} % for {turn}", 100.0 * chance),
                (None, None) => "not settled".to_owned(),
            };
            self.say(out, &format!("{:>3}  {:<9} {fate}", i + 1, self.name(mv)))?;
        }
        Ok(())
    }

    fn finish(&self, mut out: impl Write, winner: Option<Player>) -> Result<Code, Exit> {
        if self.common.json {
            let played = Played {
                board: self.positions[0].to_string(),
                first: self.first,
                moves: self.moves[..self.at].iter().map(|&mv| self.name(mv)).collect(),
                last: self.here().to_string(),
                winner,
            };
            serde_json::to_writer(&mut out, &played).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        Ok(Code::Answered)
    }
}
