//! Parser and printer of boards, expressions and moves.
//!
//! The notation is described for users in `docs/notation.md`. Everything
//! printed here parses back; every syntax error has a place and says what was
//! expected there.

mod board;
mod cgsuite;
mod dot;
mod expr;
mod families;
mod fen;
mod graph6;
mod moves;
mod pattern;
mod rows;
mod sparse6;
mod sum_parser;
mod value_of_boards;
mod write;

pub use board::{read_board, read_board_in};
pub use expr::{Expr, Named, Summand, Term, read_expr};
pub use fen::{fen_player, write_fen};
pub use graph6::{graph6, read_graph};
pub use moves::{read_cell, read_move};
pub use pattern::{ExprPattern, read_numbers};
pub(crate) use rows::copy_on;
pub use sum_parser::read_expr_in;
pub use value_of_boards::ValueOfBoards;
pub use write::{cell_name, graph_name, move_name};
pub(crate) use write::{push_move, push_number};

#[cfg(test)]
mod tests;
