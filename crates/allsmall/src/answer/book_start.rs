//! What the opening book says about a question of `solve`.

use super::solve::StartAnswer;
use crate::book::{BookEntry, OpeningBook};
use crate::notation::{Expr, move_name};
use crate::{ComponentMove, Move, Player, Position};

/// What the book knows when one player starts: who wins, and what some of the moves do.
pub(super) struct BookStart<'a> {
    position: &'a Position,
    entry: BookEntry,
    moves: Vec<(Move, Option<bool>)>,
}

impl<'a> BookStart<'a> {
    /// What is known about a sum that is one board; none if that is nothing.
    pub(super) fn of(expr: &'a Expr, player: Player) -> Option<BookStart<'a>> {
        let (position, book) = (expr.as_board()?, OpeningBook::shipped());
        let entry = book.look_up(position, player)?;
        Some(BookStart { position, entry, moves: book.judge_all(position, player) })
    }

    /// Whether nothing is left to search: for one winning move, or for all of them.
    pub(super) fn is_whole(&self, all_moves: bool) -> bool {
        !all_moves || self.moves.iter().all(|(_, wins)| wins.is_some())
    }

    /// A winning move, if the player wins.
    pub(super) fn winning_move(&self) -> Option<ComponentMove> {
        self.entry.mv.map(ComponentMove::Stone)
    }

    /// Whether a move wins, if that is known.
    pub(super) fn judge(&self, mv: ComponentMove) -> Option<bool> {
        let ComponentMove::Stone(mv) = mv else { return None };
        self.moves.iter().find(|(one, _)| *one == mv)?.1
    }

    /// The answer about this player's start; moves that the book does not judge are open.
    pub(super) fn answer(&self, player: Player, all_moves: bool) -> StartAnswer {
        let name = |mv: Move| move_name(self.position.board(), mv);
        let listed = |result: Option<bool>| {
            let moves = self.moves.iter().filter(|(_, wins)| all_moves && *wins == result);
            moves.map(|(mv, _)| name(*mv)).collect::<Vec<_>>()
        };
        let winning = listed(Some(true));
        StartAnswer {
            winner: Some(if self.entry.wins { player } else { player.opponent() }),
            mv: winning.first().cloned().or(self.entry.mv.map(name)),
            moves: all_moves.then_some(winning),
            open: listed(None),
            ..StartAnswer::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::answer::{AnalyseQuestion, MoveQuestion, ProvedResult, Question, ReplyQuestion, SolveQuestion};
    use crate::book::OpeningBook;
    use crate::notation::{read_board, read_move};
    use crate::opponent::Opponent;
    use crate::{Budget, Player, Position, Solver};

    /// Entries of at most 28 stones that a search settles within sixty thousand nodes.
    fn cheap_entries(count: usize) -> Vec<(Position, Solver)> {
        let mut positions = OpeningBook::shipped().positions();
        positions.retain(|position| position.stones() <= 28);
        let settle = |position: Position| {
            let mut solver = Solver::for_position(&position, &Budget::new()).expect("a small board");
            solver.set_node_limit(Some(60_000));
            solver.wins(Player::Left).is_ok().then_some((position, solver))
        };
        positions.into_iter().filter_map(settle).take(count).collect()
    }

    #[test]
    fn entries_are_what_a_fresh_search_finds() {
        let entries = cheap_entries(8);
        assert_eq!(entries.len(), 8);
        for (position, mut solver) in entries {
            let entry = OpeningBook::shipped().look_up(&position, Player::Left).expect("it is listed");
            assert_eq!(solver.wins(Player::Left), Ok(entry.wins), "{position}");
            if let Some(mv) = entry.mv {
                solver.set_position(&position.after(Player::Left, mv).expect("a winning move is legal"));
                solver.set_node_limit(None);
                assert_eq!(solver.wins(Player::Right), Ok(false), "{position}");
            }
        }
    }

    #[test]
    fn solve_takes_the_book_unless_a_proof_is_asked_for() {
        let (position, budget) = (&cheap_entries(1)[0].0, Budget::new());
        let from_book = SolveQuestion { first: Some(Player::Left), book: true, ..SolveQuestion::default() };
        let known = from_book.ask(position, &budget).expect("a board");
        assert!(known.book && known.stats.nodes == 0 && known.stopped.is_none());
        assert!(known.to_string().ends_with("\n  from the opening book"), "{known}");
        assert_eq!(serde_json::to_value(&known).expect("plain data")["book"], true);
        let (proved, solver) = from_book.ask_for_proof(position.into(), &budget).expect("a board");
        assert!(!proved.book && solver.is_some());
        assert_eq!(proved.starts.left.winner, known.starts.left.winner);
        let explained = SolveQuestion { explain: true, ..from_book.clone() }.ask(position, &budget).expect("a board");
        assert!(!explained.book);
    }

    #[test]
    fn the_first_moves_are_judged_at_once() {
        let none = Budget::new().with_time(std::time::Duration::ZERO);
        let board = read_board("checker:6x6").expect("a board");
        let start = &board;
        let solve =
            SolveQuestion { book: true, moves: true, ..SolveQuestion::default() }.ask(start, &none).expect("a board");
        let moves = solve.starts.left.moves.expect("the winner is known");
        assert!(moves.contains(&"e6-e5".to_owned()), "{moves:?}");
        let reply = ReplyQuestion { player: Player::Left, game: Default::default(), book: true };
        let reply = reply.ask(start, &none).expect("a board");
        assert_eq!((reply.winner, reply.book, reply.stopped), (Some(Player::Left), true, None));
        let mv = MoveQuestion { player: Some(Player::Right), book: true }.ask(start, &none).expect("a board");
        assert!(mv.book && mv.proved == Some(ProvedResult::Win) && mv.to_string().contains("(opening book)"), "{mv}");
        let all = AnalyseQuestion { player: None, book: true }.ask(start, &none).expect("a board");
        let (best, first) = (&all.moves[0], all.to_string());
        assert!(best.book && best.proved == Some(ProvedResult::Win) && first.contains("(opening book)"), "{first}");
        assert!(!MoveQuestion { player: None, book: false }.ask(start, &none).expect("a board").book);
        // In a lost position the opponent still moves, at once.
        let lost = board.after(Player::Left, read_move(board.board(), "e6-e5").expect("a move")).expect("legal");
        let reply = Opponent::new().with_book().reply(&lost, Player::Right, &none);
        assert!(
            reply.book
                && reply.winner == Some(Player::Left)
                && lost.after(Player::Right, reply.mv.expect("a move")).is_ok()
        );
        assert!(!Opponent::new().reply(&lost, Player::Right, &none).book);
    }
}
