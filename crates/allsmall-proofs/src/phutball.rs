//! One-dimensional Phutball: the quickest wins, from the table of all boards.

use std::collections::HashMap;
use std::io::Write;

use allsmall::phutball::exact::{Planes, memory_needed, solve, verdict};
use allsmall::phutball::{Next, PhutballMove, PhutballPosition, StripGame, read_position_in};
use allsmall::{Budget, Player, Stop};

use crate::error::Failure;
use crate::lines::{Writer, io};

/// Writes a proof of who wins a Phutball board; the number of lines.
///
/// # Errors
/// What keeps the proof from being written; there is none of a draw.
pub fn phutball(text: &str, budget: &Budget, out: impl Write) -> Result<usize, Failure> {
    let board = read_position_in(text, budget)?;
    let (lane, _) = board.packed().ok_or(Stop::Unsupported)?;
    if memory_needed(&lane).saturating_add(Planes::bytes(&lane)) > budget.memory() {
        return Err(Failure::Stop(Stop::Memory));
    }
    let mut planes = Planes::new(&lane);
    solve(&lane, budget, &mut planes)?;
    let mut proof = Proof { planes, known: HashMap::new(), lines: Vec::new(), budget };
    let (mut winners, mut needed) = (Vec::new(), Vec::new());
    for first in Player::BOTH {
        let winner = proof.winner(&board, first).ok_or_else(|| "nobody wins: a draw has no proof".to_owned())?;
        // Right's win is Left's on the mirrored board.
        let own = if winner == Player::Left { board.clone() } else { board.mirrored() };
        needed.push(proof.prove(&own, first != winner)?);
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
    let text = |_: &mut _, i: usize| Ok(proof.lines[i].0.clone());
    writer.needed(proof.lines.len(), |i| &proof.lines[i].1, &needed, text).map_err(io)?;
    writer.end().map_err(io)
}

struct Proof<'a> {
    planes: Planes,
    known: HashMap<(PhutballPosition, bool), usize>,
    /// The lines, and those that each rests on.
    lines: Vec<(String, Vec<usize>)>,
    budget: &'a Budget,
}

impl Proof<'_> {
    fn verdict(&self, board: &PhutballPosition, first: Player) -> (Option<Player>, u32) {
        let (lane, code) = board.packed().expect("all boards of one game have the same length");
        let Ok(verdict) = verdict(&self.planes, &lane, code, first);
        (verdict.winner(), verdict.plies().unwrap_or(u32::MAX))
    }

    fn winner(&self, board: &PhutballPosition, first: Player) -> Option<Player> {
        self.verdict(board, first).0
    }

    /// Proves that Left wins a board, moving second or first; the line that
    /// says so.
    fn prove(&mut self, board: &PhutballPosition, second: bool) -> Result<usize, Failure> {
        if let Some(&line) = self.known.get(&(board.clone(), second)) {
            return Ok(line);
        }
        self.budget.check()?;
        let (mut replies, mut uses) = (Vec::new(), Vec::new());
        if second {
            for mv in checker_order(board) {
                if let Ok(Next::Goes(next)) = board.after(mv) {
                    match self.known.get(&(next.clone(), false)) {
                        Some(&line) => uses.push(line),
                        None if wins_at_once(&next) => {}
                        None => replies.push(self.reply(&next, &mut uses)?),
                    }
                }
            }
        } else {
            replies.push(self.reply(board, &mut uses)?);
        }
        let letter = if second { 'p' } else { 'P' };
        let mut line = format!("{letter} {board} :");
        replies.iter().for_each(|reply| line.push_str(&format!(" {reply}")));
        self.lines.push((line, uses));
        self.known.insert((board.clone(), second), self.lines.len() - 1);
        Ok(self.lines.len() - 1)
    }

    /// Left's quickest win, with what it leaves proved: the plies fall with
    /// every turn, so this ends.
    fn reply(&mut self, board: &PhutballPosition, uses: &mut Vec<usize>) -> Result<String, Failure> {
        let mut best: Option<(u32, PhutballMove, Option<PhutballPosition>)> = None;
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
            uses.push(self.prove(&next, true)?);
        }
        Ok(mv.to_string())
    }
}

fn wins_at_once(board: &PhutballPosition) -> bool {
    board.moves().into_iter().any(|mv| matches!(board.after(mv), Ok(Next::Won(Player::Left))))
}

/// Placements, then jumps to the left and to the right, nearest first.
fn checker_order(board: &PhutballPosition) -> Vec<PhutballMove> {
    let mut moves = board.moves();
    let ball = board.ball();
    moves.sort_by_key(|&mv| match mv {
        PhutballMove::Place(square) => (0, square),
        PhutballMove::Jump(to) if to < ball => (1, ball - to),
        PhutballMove::Jump(to) => (2, to),
    });
    moves
}
