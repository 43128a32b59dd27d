//! Solitaire dispatch: which method for which board.
//!
//! A position is split into its connected parts, each part is put on the board
//! that fits it best ([`super::recognise`]), and solved by the method of that
//! board. Every play is replayed by the plain rules before it is returned.
//!
//! A method that does not support a board returns [`Stop::Unsupported`], and the next
//! one is tried. Any other stop ends the search: it is returned with the bounds
//! so far.

use std::cell::Cell;
use std::io::{self, Read, Seek};

use crate::{Board, Budget, Move, Position, Stop};

use super::{
    EndStone, FirstMover, ReduceError, Reduction, SolitaireGoal, SolitaireOptions, SolitaireRule, StreamedRow,
    recognise, streamed_row,
};
use crate::solitaire::any_graph;
use crate::solitaire::graphs::path::{Segments, StoneBits};
use crate::solitaire::graphs::{cycle, grid, hamming, multipartite, path, tree};
use crate::solitaire::rules::{alternating, shortest_game};

/// The method of lines.
pub(super) const LINE: &str = "line, automaton of one-stone words (survey, Lemma 17; Blondel et al., Theorem 11)";
/// The method of cycles.
pub(super) const CYCLE: &str = "cycle, cyclic automaton (Blondel et al., Theorem 12)";

/// Steps of a [`crate::Ticker`] per move of a replay.
const REPLAY_STEPS: usize = 4;

/// Computes how far a position can be reduced.
///
/// ```
/// use allsmall::{Budget, SolitaireOptions, reduce};
/// let found = reduce(&"cycle:bwwbwwbww".parse()?, &SolitaireOptions::free(), &Budget::new())?;
/// assert_eq!(found.value(), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// No play leaves the stone asked for, none was found, or the options are not
/// supported.
///
/// # Panics
/// If a method returns a play that the rules refuse or that does not leave
/// the number of stones it claims: a fault in the method, not in the input.
pub fn reduce(position: &Position, options: &SolitaireOptions, budget: &Budget) -> Result<Reduction, ReduceError> {
    if options.end.is_some_and(|end| position.cells().get(end.vertex).is_none_or(Option::is_none)) {
        return Err(ReduceError::NoSuchEnd);
    }
    let found = match (options.rule, options.goal) {
        (SolitaireRule::Free, _) if options.first != FirstMover::Any => {
            return Err(ReduceError::Unsupported("who moves first matters only with the alternating rule"));
        }
        (SolitaireRule::Free, SolitaireGoal::Fewest) => free(position, options, budget)?,
        _ if options.end.is_some() => {
            return Err(ReduceError::Unsupported(
                "a stone for the end can be chosen only for the fewest stones and the free rule",
            ));
        }
        (SolitaireRule::Alternate, SolitaireGoal::Most) => {
            return Err(ReduceError::Unsupported("the shortest game is defined for the free rule"));
        }
        (SolitaireRule::Alternate, SolitaireGoal::Fewest) => {
            alternating::reduce(position, options.first, options.play, budget)
        }
        (SolitaireRule::Free, SolitaireGoal::Most) => shortest_game::reduce(position, options.play, budget),
    };
    if let Some(play) = &found.play {
        let (mut ticker, mut halted) = (budget.ticker(), None);
        // What is known at a limit is shown with its play, whatever time that takes.
        let ends_replay = |stop: Stop| found.stopped.is_none() || stop == Stop::Interrupted;
        let in_time = |_: &Move| {
            halted = halted.or(ticker.step(REPLAY_STEPS).err().filter(|&stop| ends_replay(stop)));
            halted.is_none()
        };
        let left = match found.first {
            Some(first) => super::replay_alternate(position, first, play),
            None => super::replay_moves(position.clone(), play.iter().copied().take_while(in_time)),
        };
        if halted.is_some() {
            return Ok(Reduction { play: None, stopped: halted, ..found });
        }
        let claimed = if options.goal == SolitaireGoal::Most { found.lower } else { found.upper };
        assert_eq!(left.expect("the rules accept the play").stones(), claimed, "the play leaves what was claimed");
    }
    Ok(found)
}

/// [`reduce`] for a row that is read as a stream and never held as a board, of
/// 10^9 stones for example. `None` if the input is not a plain row, or if the
/// options need the whole board.
///
/// # Errors
/// The input cannot be read.
pub fn reduce_stream<R: Read + Seek>(
    input: R,
    options: &SolitaireOptions,
    budget: &Budget,
) -> io::Result<Option<StreamedRow<R>>> {
    match options {
        SolitaireOptions {
            rule: SolitaireRule::Free,
            first: FirstMover::Any,
            goal: SolitaireGoal::Fewest,
            end: None,
            ..
        } => streamed_row::reduce(input, budget),
        _ => Ok(None),
    }
}

/// The fewest stones when either colour may move.
fn free(position: &Position, options: &SolitaireOptions, budget: &Budget) -> Result<Reduction, ReduceError> {
    if let Some(found) = whole(position, options, budget) {
        return found;
    }
    let parts = match (recognise::parts(position, budget), options.end) {
        (Ok(parts), _) => parts,
        (Err(stop), None) => return Ok(Reduction::unknown(position, stop, options.play)),
        (Err(stop), Some(_)) => return Err(ReduceError::NotFound(stop)),
    };
    let mut sum = TotalReduction::new(options.play);
    for part in parts {
        let end = options.end.and_then(|end| Some(EndStone { vertex: part.place_of(end.vertex)?, ..end }));
        let mut found = match (budget.check(), end) {
            (Ok(()), _) => connected(&part.position, end, options.play, budget)?,
            (Err(stop), None) => Reduction::unknown(&part.position, stop, options.play),
            (Err(stop), Some(_)) => return Err(ReduceError::NotFound(stop)),
        };
        found.play = found.play.map(|play| part.on_the_whole(play));
        sum.add(found);
    }
    Ok(sum.total())
}

/// Maximum number of rows or columns of a grid that is solved as a whole by the
/// frontier DP: without holes, and with holes, which other methods do not allow.
const NARROW: usize = 3;
const NARROW_WITH_HOLES: usize = 5;

/// Boards that are solved as a whole: those whose method allows holes, and dense
/// ones whose edges should not be listed.
fn whole(position: &Position, options: &SolitaireOptions, budget: &Budget) -> Option<Result<Reduction, ReduceError>> {
    if let Some(found) = hamming::reduce(position, options.end, options.play) {
        return Some(found);
    }
    if options.end.is_some() {
        return None;
    }
    match position.board() {
        Board::Strip { .. } | Board::Cycle { .. } => Some(Ok(row(position, options.play, budget))),
        Board::Tree(_) => tree::solve(position).map(|solved| Ok(whole_tree(position, &solved, options.play))),
        &Board::Grid { rows, cols } => {
            let most = if position.stones() < rows * cols { NARROW_WITH_HOLES } else { NARROW };
            if rows.min(cols) > most {
                return None;
            }
            unless_too_large(position, grid::narrow(position, options.play, budget), options.play).map(Ok)
        }
        _ => multipartite::reduce(position, options.play).map(Ok),
    }
}

/// The result of a method, or trivial bounds if the budget was exhausted; `None` if
/// it does not support the board.
fn unless_too_large(position: &Position, found: Result<Reduction, Stop>, play: bool) -> Option<Reduction> {
    match found {
        Ok(found) => Some(found),
        Err(Stop::Unsupported) => None,
        Err(stop) => Some(Reduction::unknown(position, stop, play)),
    }
}

/// Solves a connected, full part.
fn connected(
    position: &Position,
    end: Option<EndStone>,
    play: bool,
    budget: &Budget,
) -> Result<Reduction, ReduceError> {
    if let Some(found) = hamming::reduce(position, end, play) {
        return found;
    }
    if end.is_some() {
        return any_graph::reduce(position, end, play, budget);
    }
    if position.cells().iter().all(|cell| cell == &position.cells()[0]) {
        return Ok(Reduction::exact(position.stones(), "all stones of one colour", play.then(Vec::new)));
    }
    match position.board() {
        Board::Strip { .. } | Board::Cycle { .. } => Ok(row(position, play, budget)),
        Board::Tree(_) => {
            let solved = tree::solve(position).expect("a part is full");
            Ok(whole_tree(position, &solved, play))
        }
        Board::Multipartite { .. } => Ok(multipartite::reduce(position, play).expect("a multipartite graph")),
        Board::Grid { .. } => match unless_too_large(position, grid::free(position, play, budget), play) {
            Some(found) => Ok(found),
            None => any_graph::reduce(position, None, play, budget),
        },
        _ => match grid::cylinder(position, play, budget).and_then(|found| unless_too_large(position, found, play)) {
            Some(found) => Ok(found),
            None => any_graph::reduce(position, None, play, budget),
        },
    }
}

/// The result for a full tree.
fn whole_tree(position: &Position, solved: &tree::SolvedTree<'_>, play: bool) -> Reduction {
    let moves = play.then(|| solved.forest().order(position).expect("the forest can be played"));
    Reduction::exact(solved.value(), "tree, in linear time (survey, Theorem 21)", moves)
}

/// Solves a strip or a cycle, with or without holes. A play that exceeds the memory
/// is left out.
fn row(position: &Position, wanted: bool, budget: &Budget) -> Reduction {
    let room = budget.fits(position.stones().saturating_mul(size_of::<Move>()));
    let mut halted = room.err().filter(|_| wanted);
    let mut ticker = budget.ticker();
    let (cells, n) = (position.cells(), position.cells().len());
    let is_cycle = matches!(position.board(), Board::Cycle { .. });
    let hole = cells.iter().position(Option::is_none);
    let is_o = |i: usize| cells[i % n].map(|player| player == crate::Player::Right);
    let (mut value, mut moves): (usize, Vec<Move>) = (0, Vec::new());
    let mut line = |start: usize, stones: StoneBits, closed: bool| {
        value += if closed { cycle::value(&stones) } else { path::value(&stones) };
        if !wanted || halted.is_some() {
            return;
        }
        let play = || -> Result<(), Stop> {
            let segments = match closed {
                true => cycle::segments_within(stones, &mut ticker)?,
                false => Segments::of_line_within(stones, &mut ticker)?,
            };
            for mv in segments.play() {
                ticker.step(1)?;
                moves.push(Move { from: (mv.from + start) % n, to: (mv.to + start) % n });
            }
            Ok(())
        };
        halted = play().err();
    };
    let (mut reading, unread) = (budget.ticker(), Cell::new(None));
    let mut stone = |i: usize| {
        unread.set(reading.step(1).err());
        is_o(i).filter(|_| unread.get().is_none())
    };
    if is_cycle && hole.is_none() {
        line(0, (0..n).map_while(&mut stone).collect(), true);
    } else {
        // A cycle with holes is read from a hole on, so no line crosses the seam.
        let seam = if is_cycle { hole.unwrap_or(0) } else { 0 };
        let mut at = seam;
        while at < seam + n && unread.get().is_none() {
            let stones: StoneBits = (at..seam + n).map_while(&mut stone).collect();
            let next = at + stones.len() + 1;
            if !stones.is_empty() {
                line(at, stones, false);
            }
            at = next;
        }
    }
    if let Some(stop) = unread.get() {
        return Reduction::unknown(position, stop, wanted);
    }
    let method = if is_cycle && hole.is_none() { CYCLE } else { LINE };
    let play = (wanted && halted.is_none()).then_some(moves);
    Reduction { stopped: halted, ..Reduction::exact(value, method, play) }
}

/// The sum over the parts, which are independent.
struct TotalReduction {
    total: Reduction,
    methods: Vec<(String, usize)>,
}

impl TotalReduction {
    fn new(play: bool) -> TotalReduction {
        TotalReduction { total: Reduction::exact(0, "", play.then(Vec::new)), methods: Vec::new() }
    }

    fn add(&mut self, part: Reduction) {
        self.total.lower += part.lower;
        self.total.upper += part.upper;
        self.total.stopped = self.total.stopped.or(part.stopped);
        self.total.play = match (self.total.play.take(), part.play) {
            (Some(mut all), Some(more)) => {
                all.extend(more);
                Some(all)
            }
            _ => None,
        };
        match self.methods.iter_mut().find(|(method, _)| *method == part.method) {
            Some((_, count)) => *count += 1,
            None => self.methods.push((part.method, 1)),
        }
    }

    fn total(mut self) -> Reduction {
        let named = |(method, count): &(String, usize)| match count {
            1 => method.clone(),
            _ => format!("{count} parts: {method}"),
        };
        self.total.method = match &self.methods[..] {
            [] => "no stones".to_owned(),
            methods => methods.iter().map(named).collect::<Vec<_>>().join("; "),
        };
        self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_board;
    use crate::{Player, judge};

    fn asked(board: &str) -> Reduction {
        let position = read_board(board).unwrap();
        let found = reduce(&position, &SolitaireOptions::free(), &Budget::new()).unwrap();
        assert_eq!(found.value(), judge::free(&position, &Budget::new()).ok(), "{board}");
        found
    }

    #[test]
    fn the_method_follows_the_shape() {
        let cases = [
            ("xxoox", "line"),
            ("cycle:xooxooxoo", "cycle"),
            ("edges:2-0,0-1,1-3:oxxo", "line"),
            ("edges:0-1,1-2,2-3,3-4,4-5,5-0:xoooxx", "cycle"),
            ("tree:0,0,0,1:xoxox", "tree"),
            ("edges:0-1,0-2,0-3,1-4:xoxox", "tree"),
            ("kpartite:3,2:xoxxo", "complete bipartite"),
            ("edges:0-3,0-4,1-3,1-4,2-3,2-4:xoxxo", "complete bipartite"),
            ("xxx", "line"),
            ("edges:0-1,1-2,2-3,3-0,0-2,3-4:xxxxx", "one colour"),
            ("edges:0-1,1-2,2-3,3-0,0-2,3-4:xxxox", "Hamiltonian-path question"),
            ("xo.x/o..o/.xx./ox.o", "grid with 4 rows"),
            ("xo.x.o/o..o.x/.xx..o/ox.o.x/....../xo..ox", "parts: line"),
            ("complete:6:xo.oxo", "complete multipartite"),
            ("edges:0-1,1-2,2-3,3-0,0-2,3-4,5-6:xoxoxxo", ";"),
        ];
        for (board, method) in cases {
            let found = asked(board);
            assert!(found.method.contains(method), "{board}: {}", found.method);
        }
    }

    #[test]
    fn an_exhausted_budget_is_reported_at_once() {
        let stopped = Budget::new().with_time(std::time::Duration::ZERO);
        // Processor time of this thread, where the system counts it: the machine may be busy.
        let processor_seconds = || -> Option<f64> {
            let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
            Some(text.split(' ').next()?.parse::<u64>().ok()? as f64 / 1e9)
        };
        let ask = |board: &str, budget: &Budget| {
            let position = read_board(board).unwrap();
            let started = processor_seconds();
            let found =
                reduce(&position, &SolitaireOptions::free().without_play(), budget).expect("no end is asked for");
            let took = processor_seconds().zip(started).map_or(0.0, |(now, before)| now - before);
            assert!(took < 10.0, "{board}: {took} s");
            found
        };
        for board in ["random:300x300:3", "random:5x2000:1", "random:20x40:1", "edges:0-1,1-2,2-3,3-0,0-2,3-4:xoxoo"] {
            let found = ask(board, &stopped);
            assert_eq!(found.stopped, Some(Stop::Time), "{board}");
            assert!(found.lower <= found.upper, "{board}");
        }
        // What was emptied so far is a play: each move removes one stone.
        for ms in [5, 10, 20, 40] {
            let budget = Budget::new().with_time(std::time::Duration::from_millis(ms));
            let position = read_board("random:400x400:3").unwrap();
            let found = reduce(&position, &SolitaireOptions::free(), &budget).expect("no end is asked for");
            let play = found.play.expect("a play was asked for");
            assert_eq!(found.upper, position.stones() - play.len(), "{ms} ms");
            let left = crate::solitaire::replay(&position, &play).expect("the rules accept it");
            assert_eq!(left.stones(), found.upper, "{ms} ms");
        }
    }

    /// Lines and rings take time in proportion to their length, and the time
    /// is asked for while they are read, cut and played.
    #[test]
    fn long_rows_ask_for_the_time() {
        let over = Budget::new().with_time(std::time::Duration::ZERO);
        for board in ["(xo)^10000", "cycle:(xo)^10000", "(xo.)^10000", "cycle:(xo.)^10000"] {
            let position = read_board(board).unwrap();
            for options in [SolitaireOptions::free(), SolitaireOptions::free().without_play()] {
                let found = reduce(&position, &options, &over).expect("no end is asked for");
                assert_eq!(found.stopped, Some(Stop::Time), "{board}");
            }
        }
        let stones: StoneBits = (0..20_000).map(|i| i % 2 == 0).collect();
        assert_eq!(Segments::of_line_within(stones.clone(), &mut over.ticker()), Err(Stop::Time));
        assert_eq!(cycle::segments_within(stones, &mut over.ticker()), Err(Stop::Time));
    }

    #[test]
    fn holes_in_lines_and_rings() {
        for board in ["xo.xo..x", "cycle:xo.xo", "cycle:.xo.", "cycle:oo.x", "...", "cycle:..."] {
            assert!(asked(board).play.is_some(), "{board}");
        }
    }

    #[test]
    fn a_stone_chosen_for_the_end() {
        let ask = |board: &str, vertex, colour| {
            let options = SolitaireOptions { end: Some(EndStone { vertex, colour }), ..SolitaireOptions::free() };
            reduce(&read_board(board).unwrap(), &options, &Budget::new())
        };
        assert_eq!(ask("xo", 1, Some(Player::Left)).unwrap().value(), Some(1));
        assert_eq!(ask("xo", 1, None).unwrap().value(), Some(1));
        assert_eq!(ask("xo.xo", 0, Some(Player::Left)).unwrap().value(), Some(3));
        assert_eq!(ask("xx", 1, Some(Player::Right)), Err(ReduceError::NoSuchEnd));
        assert_eq!(ask("xo.", 2, None), Err(ReduceError::NoSuchEnd));
        assert_eq!(ask("xo", 7, None), Err(ReduceError::NoSuchEnd));
    }
}
