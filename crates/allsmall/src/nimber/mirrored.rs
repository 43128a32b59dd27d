//! Symmetric grids of impartial Clobber: the second player answers every move with its
//! mirror image, and wins.
//!
//! Let s be a reflection of the grid or its rotation by 180 degrees that keeps the
//! colours and fixes no stone. The first player moves u to v. The stones s(u) and s(v)
//! are other stones: s(u) is not v, since u and v differ in colour and s(u) is coloured
//! like u, and likewise s(v) is not u. So the move from s(u) to s(v) is still there. After
//! it s keeps the colours again and fixes no stone. The second player moves last, so the
//! nimber is 0. All checkerboards with an even number of rows and of columns are of this
//! kind: the rotation keeps their colours.

use crate::{Board, Position};

/// Returns whether a symmetry of the grid keeps all colours and moves every stone.
pub(super) fn is_mirrored(position: &Position) -> bool {
    let &Board::Grid { rows, cols } = position.board() else { return false };
    if rows == 0 || cols == 0 {
        return false;
    }
    let cells = position.cells();
    let keeps = |image: &dyn Fn(usize, usize) -> (usize, usize)| {
        (0..cells.len()).filter(|&v| cells[v].is_some()).all(|v| {
            let (row, col) = image(v / cols, v % cols);
            let w = row * cols + col;
            w != v && cells[w] == cells[v]
        })
    };
    let (bottom, right) = (rows - 1, cols - 1);
    keeps(&|row, col| (bottom - row, right - col))
        || keeps(&|row, col| (bottom - row, col))
        || keeps(&|row, col| (row, right - col))
        || rows == cols && (keeps(&|row, col| (col, row)) || keeps(&|row, col| (right - col, bottom - row)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;
    use crate::{Budget, Player, judge};

    #[test]
    fn all_mirrored_boards_of_three_by_four_have_nimber_0() {
        let (mut mirrored, mut full) = (0, 0);
        for code in 0..3u32.pow(12) {
            // All full boards, and some with empty cells.
            let digits = (0..12).map(|i| code / 3u32.pow(i) % 3);
            let empty = digits.clone().filter(|&digit| digit == 0).count();
            if empty > 0 && code % 31 != 0 {
                continue;
            }
            let cell = |digit| match digit {
                0 => None,
                1 => Some(Player::Left),
                _ => Some(Player::Right),
            };
            let position = Position::new(Board::Grid { rows: 3, cols: 4 }, digits.map(cell).collect());
            if is_mirrored(&position) {
                assert_eq!(judge::nimber(&position, &Budget::new()), Ok(0), "{position}");
                mirrored += 1;
                full += usize::from(empty == 0);
            }
        }
        assert!(mirrored > full && full >= 64, "{mirrored} boards, {full} of them full");
    }

    #[test]
    fn stones_on_the_axis_and_exchanged_colours_do_not_count() {
        for (board, expected) in [
            ("checker:4x6", true),
            ("checker:4x5", false),
            ("checker:5x5", false),
            ("xo/ox", true),
            ("xo.ox/ox.xo", true),
            ("xoxox/oxoxo", false),
            (".xo/x.x/ox.", true),
        ] {
            assert_eq!(is_mirrored(&read_board(board).unwrap()), expected, "{board}");
        }
    }
}
