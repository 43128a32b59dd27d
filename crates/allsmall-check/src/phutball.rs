//! One-dimensional Phutball: rule 9.
//!
//! A turn places a stone on an empty square or jumps: the ball passes over the
//! whole run of adjacent stones, which is removed, and may go on jumping. Left
//! wins when the ball comes onto or over the last square, Right when it comes
//! onto or over the first one, no matter who moved it. Positions may repeat in
//! play; not in a proof, since every line depends on earlier ones only: its
//! number is a rank that falls with every turn of the winner.

use std::collections::{HashMap, HashSet};

use crate::games::Fault;

type PhutballSquares = Box<[u8]>;

/// What a turn leads to.
enum Next {
    Goes(PhutballSquares),
    /// The ball is in Left's goal, or in Right's.
    Won(bool),
}

/// Boards that Left is known to win.
#[derive(Default)]
pub(crate) struct Phutball {
    /// With Left to move, and with Right to move.
    known: [HashSet<PhutballSquares>; 2],
    lines: HashMap<usize, (bool, PhutballSquares)>,
}

/// Reads a board: one ball, not on a goal square.
pub(crate) fn read(text: &str) -> Result<PhutballSquares, Fault> {
    let cells = text.as_bytes();
    let ball = cells.iter().position(|&cell| cell == b'@').ok_or("expected a ball @")?;
    let others = cells.iter().enumerate().all(|(i, cell)| i == ball || b"o.".contains(cell));
    if !others || ball == 0 || ball + 1 == cells.len() {
        return Err("expected one ball @ between the goal squares, stones o and empty squares .".to_owned());
    }
    Ok(cells.into())
}

/// The mirror image of a board.
pub(crate) fn mirrored(board: &[u8]) -> PhutballSquares {
    board.iter().rev().copied().collect()
}

/// All turns: placements, then jumps to the left and to the right, nearest
/// first; squares count from 1, and 0 and n + 1 are off the board.
fn turns(board: &[u8]) -> Vec<(u8, usize)> {
    let n = board.len();
    let stone = |square: usize| square > 0 && square <= n && board[square - 1] == b'o';
    let mut all: Vec<(u8, usize)> = (1..=n).filter(|&i| board[i - 1] == b'.').map(|i| (b'p', i)).collect();
    let ball = board.iter().position(|&cell| cell == b'@').map_or(0, |i| i + 1);
    let mut at = ball;
    while at > 1 && stone(at - 1) {
        at -= 1;
        while stone(at) {
            at -= 1;
        }
        all.push((b'j', at));
    }
    at = ball;
    while at < n && stone(at + 1) {
        at += 1;
        while stone(at) {
            at += 1;
        }
        all.push((b'j', at));
    }
    all
}

/// What a legal turn leads to.
fn after(board: &[u8], (kind, square): (u8, usize)) -> Next {
    let mut next: PhutballSquares = board.into();
    if kind == b'p' {
        next[square - 1] = b'o';
    } else if square <= 1 || square >= board.len() {
        return Next::Won(square > 1);
    } else {
        let ball = board.iter().position(|&cell| cell == b'@').map_or(0, |i| i + 1);
        next[square.min(ball) - 1..square.max(ball)].fill(b'.');
        next[square - 1] = b'@';
    }
    Next::Goes(next)
}

impl Phutball {
    /// Whether Left is known to win, moving second or first.
    pub(crate) fn knows(&self, board: &[u8], second: bool) -> bool {
        self.known[usize::from(second)].contains(board)
    }

    /// A line: Left wins this board with Right to move, or with Left to move.
    pub(crate) fn take(&mut self, rest: &str, second: bool, line: usize) -> Result<(), Fault> {
        let (board, replies) = rest.split_once(" :").ok_or("expected a board, a colon and turns")?;
        let board = read(board)?;
        let mut replies = replies.split(' ').filter(|token| !token.is_empty());
        if second {
            for turn in turns(&board) {
                match after(&board, turn) {
                    Next::Won(true) => {}
                    Next::Won(false) => return Err("Right wins at once".to_owned()),
                    Next::Goes(next) if self.is_plain(&next) => {}
                    Next::Goes(next) => self.reply(&next, replies.next())?,
                }
            }
        } else {
            self.reply(&board, replies.next())?;
        }
        if replies.next().is_some() {
            return Err("there are more turns than are needed".to_owned());
        }
        self.known[usize::from(second)].insert(board.clone());
        self.lines.insert(line, (second, board));
        Ok(())
    }

    /// Whether Left, who is to move, wins at once or by an earlier line.
    fn is_plain(&self, board: &[u8]) -> bool {
        self.knows(board, false) || turns(board).into_iter().any(|turn| matches!(after(board, turn), Next::Won(true)))
    }

    fn reply(&self, board: &[u8], token: Option<&str>) -> Result<(), Fault> {
        let name = String::from_utf8_lossy(board);
        let token = token.ok_or_else(|| format!("Left needs a reply in {name}"))?;
        let is_named = |&(kind, square): &(u8, usize)| format!("{}{square}", kind as char) == token;
        let turn = turns(board).into_iter().find(is_named).ok_or_else(|| format!("{token} is not a turn in {name}"))?;
        match after(board, turn) {
            Next::Won(true) => Ok(()),
            Next::Goes(next) if self.knows(&next, true) => Ok(()),
            _ => Err(format!("nothing above says that {token} wins in {name}")),
        }
    }

    /// Forgets a line; returns whether it was one of these.
    pub(crate) fn forget(&mut self, line: usize) -> bool {
        let Some((second, board)) = self.lines.remove(&line) else { return false };
        self.known[usize::from(second)].remove(&board)
    }
}
