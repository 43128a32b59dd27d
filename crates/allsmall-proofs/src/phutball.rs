//! One-dimensional Phutball: the quickest wins, from the table of all boards.

use std::collections::HashSet;
use std::io::Write;

use allsmall::phutball::exact::{Planes, memory_needed, solve, verdict};
use allsmall::phutball::{Game, Move, Next, Position, read_position_within};
use allsmall::{Budget, Player, Stop};

use crate::error::Failure;
use crate::lines::{Writer, io};

/// Writes a proof of who wins a Phutball board; the number of lines.
///
/// # Errors
/// What keeps the proof from being written; there is none of a draw.
pub fn phutball(text: &str, budget: &Budget, out: impl Write) -> Result<usize, Failure> {
    let board = read_position_within(text, budget.cells())?;
    let (lane, _) = board.packed().ok_or(Stop::Size)?;
    if memory_needed(&lane).saturating_add(Planes::bytes(&lane)) > budget.memory() {
        return Err(Failure::Stop(Stop::Memory));
    }
    let mut planes = Planes::new(&lane);
    solve(&lane, budget, &mut planes)?;
    let mut proof = Proof { planes, known: HashSet::new(), lines: Vec::new(), budget };
    let mut winners = Vec::new();
    for first in Player::BOTH {
        let winner = proof.winner(&board, first).ok_or_else(|| "nobody wins: a draw has no proof".to_owned())?;
        // Right's win is Left's on the mirrored board.
        let own = if winner == Player::Left { board.clone() } else { board.mirrored() };
        proof.prove(&own, first != winner)?;
        winners.push(winner);
    }
    let class = match winners[..] {
        [Player::Left, Player::Left] => 'L',
        [Player::Right, Player::Right] => 'R',
        [Player::Left, _] => 'N',
        _ => 'P',
    };
    let mut writer = Writer::new(out).map_err(io)?;
    writer.put(&format!("phutball {class} {board}")).map_err(io)?;
    for line in &proof.lines {
        writer.put(line).map_err(io)?;
    }
    writer.end().map_err(io)
}

struct Proof<'a> {
    planes: Planes,
    known: HashSet<(Position, bool)>,
    lines: Vec<String>,
    budget: &'a Budget,
}

impl Proof<'_> {
    fn verdict(&self, board: &Position, first: Player) -> (Option<Player>, u32) {
        let (lane, code) = board.packed().expect("all boards of one game have the same length");
        let Ok(verdict) = verdict(&self.planes, &lane, code, first);
        (verdict.winner(), verdict.plies().unwrap_or(u32::MAX))
    }

    fn winner(&self, board: &Position, first: Player) -> Option<Player> {
        self.verdict(board, first).0
    }

    /// Proves that Left wins a board, moving second or first.
    fn prove(&mut self, board: &Position, second: bool) -> Result<(), Failure> {
        if self.known.contains(&(board.clone(), second)) {
            return Ok(());
        }
        self.budget.check()?;
        let mut replies = Vec::new();
        if second {
            for mv in checker_order(board) {
                if let Ok(Next::Goes(next)) = board.after(mv) {
                    let plain = self.known.contains(&(next.clone(), false)) || wins_at_once(&next);
                    if !plain {
                        replies.push(self.reply(&next)?);
                    }
                }
            }
        } else {
            replies.push(self.reply(board)?);
        }
        let letter = if second { 'p' } else { 'P' };
        let mut line = format!("{letter} {board} :");
        replies.iter().for_each(|reply| line.push_str(&format!(" {reply}")));
        self.lines.push(line);
        self.known.insert((board.clone(), second));
        Ok(())
    }

    /// Left's quickest win, with what it leaves proved: the plies fall with
    /// every turn, so this ends.
    fn reply(&mut self, board: &Position) -> Result<String, Failure> {
        let mut best: Option<(u32, Move, Option<Position>)> = None;
        for mv in board.moves() {
            let (plies, next) = match board.after(mv) {
                Ok(Next::Won(Player::Left)) => (0, None),
                Ok(Next::Goes(next)) => match self.verdict(&next, Player::Right) {
                    (Some(Player::Left), plies) => (plies, Some(next)),
                    _ => continue,
                },
                _ => continue,
            };
            if best.as_ref().is_none_or(|(least, _, _)| plies < *least) {
                best = Some((plies, mv, next));
            }
        }
        let (_, mv, next) = best.ok_or_else(|| "the table names no winning turn".to_owned())?;
        if let Some(next) = next {
            self.prove(&next, true)?;
        }
        Ok(mv.to_string())
    }
}

fn wins_at_once(board: &Position) -> bool {
    board.moves().into_iter().any(|mv| matches!(board.after(mv), Ok(Next::Won(Player::Left))))
}

/// Placements, then jumps to the left and to the right, nearest first.
fn checker_order(board: &Position) -> Vec<Move> {
    let mut moves = board.moves();
    let ball = board.ball();
    moves.sort_by_key(|&mv| match mv {
        Move::Place(square) => (0, square),
        Move::Jump(to) if to < ball => (1, ball - to),
        Move::Jump(to) => (2, to),
    });
    moves
}
