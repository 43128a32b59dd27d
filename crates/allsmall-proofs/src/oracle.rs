//! The solver, asked in the checker's terms.

use std::collections::HashMap;

use allsmall::cgt::Value;
use allsmall::internal::packed::{GridLanes, PackedGrid as Grid, PackedPart as Packed, PackedRow as Row, Signed};
use allsmall::internal::proof_queries;
use allsmall::solve::Solver;
use allsmall::{Player, Position};
use allsmall_check::boards::{Part, Shape};
use allsmall_check::games::{Game, Games};
use allsmall_check::hash::Mixed;
use allsmall_check::sums::{Move, Sum, Sums};

use crate::error::Failure;

/// Longer strips are not weighed by the checker, so few of their parts are
/// valued.
const WEIGHED: usize = 400;

/// The solver and how the checker's parts and games are called there.
pub(crate) struct Oracle {
    solver: Solver,
    /// The root positions, for parts of graphs and long strips; those that
    /// are graphs have the number of a graph.
    roots: Vec<(Position, Option<u32>)>,
    /// Those that are not packed in a few steps.
    parts: HashMap<Part, Signed<Packed>, Mixed>,
    values: HashMap<Game, Value, Mixed>,
    games: HashMap<Value, Game, Mixed>,
}

impl Oracle {
    pub(crate) fn new(solver: Solver, roots: Vec<(Position, Option<u32>)>) -> Oracle {
        Oracle { solver, roots, parts: HashMap::default(), values: HashMap::default(), games: HashMap::default() }
    }

    /// Whether Left, moving first, or second if `second`, wins a sum, if no
    /// search is needed.
    pub(crate) fn knows(&mut self, games: &Games, sum: &Sum, second: bool) -> Result<Option<bool>, Failure> {
        let (parts, values) = self.terms(games, sum)?;
        let verdict = proof_queries::knows_sum(&mut self.solver, &parts, &values, first(second))?;
        Ok(verdict.map(|verdict| verdict.is_win() != second))
    }

    /// Whether she does.
    pub(crate) fn wins(&mut self, games: &Games, sum: &Sum, second: bool) -> Result<bool, Failure> {
        let (parts, values) = self.terms(games, sum)?;
        Ok(proof_queries::wins_sum(&mut self.solver, &parts, &values, first(second))? != second)
    }

    /// A move of Left's that wins a sum of one grid part and at most one game and leaves
    /// small parts only: most replies are of this kind, and the solver sees them without
    /// building sums.
    pub(crate) fn move_to_values(&mut self, games: &Games, sum: &Sum) -> Result<Option<Move>, Failure> {
        let ([part], [] | [_]) = (&sum.parts[..], &sum.games[..]) else { return Ok(None) };
        let Some((cols, lanes)) = grid_lanes(part) else { return Ok(None) };
        let v = match sum.games.first() {
            Some(&game) => self.value(games, game)?,
            None => self.solver.values().zero(),
        };
        let found = proof_queries::winning_move_to_values(&mut self.solver, lanes, v)?;
        // The lanes are transposed.
        let cell = |(row, col): (usize, usize)| col * cols + row;
        Ok(found.map(|[from, to]| Move::Part(0, cell(from), cell(to))))
    }

    fn terms(&mut self, games: &Games, sum: &Sum) -> Result<(Vec<Signed<Packed>>, Vec<Value>), Failure> {
        let mut parts = Vec::with_capacity(sum.parts.len());
        for part in &sum.parts {
            parts.push(self.part(part)?);
        }
        let mut values = Vec::with_capacity(sum.games.len());
        for &game in &sum.games {
            values.push(self.value(games, game)?);
        }
        Ok((parts, values))
    }

    /// The value of one of the checker's games.
    pub(crate) fn value(&mut self, games: &Games, game: Game) -> Result<Value, Failure> {
        if let Some(&known) = self.values.get(&game) {
            return Ok(known);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, left) in sides.iter_mut().zip([true, false]) {
            for &option in games.options(game, left) {
                side.push(self.value(games, option)?);
            }
        }
        let value = proof_queries::values_mut(&mut self.solver).from_options(&sides[0], &sides[1])?;
        self.values.insert(game, value);
        Ok(value)
    }

    /// One of the solver's values as a game.
    fn game(&mut self, games: &mut Games, value: Value) -> Result<Game, Failure> {
        if let Some(&known) = self.games.get(&value) {
            return Ok(known);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip(Player::BOTH) {
            for i in 0..self.solver.values().options(value, player).len() {
                let option = self.solver.values().options(value, player)[i];
                side.push(self.game(games, option)?);
            }
        }
        let [lefts, rights] = sides;
        let game = games.assume(lefts, rights)?;
        for (value, game) in [(value, game), (self.solver.values().neg(value), games.negative(game))] {
            self.games.insert(value, game);
            self.values.insert(game, value);
        }
        Ok(game)
    }

    /// Tells the values of all short strips that play leaves of a strip: the
    /// solver has found most of them, and they need not be found again.
    pub(crate) fn tell_values(&mut self, sums: &mut Sums, strip: &Part) -> Result<(), Failure> {
        let n = strip.cells.len();
        if strip.shape != Shape::Strip || n > WEIGHED {
            return Ok(());
        }
        for len in 2..=sums.limits().strip.min(n - 1) {
            for (first, ends) in (0..=n - len).flat_map(|first| (0..4).map(move |ends| (first, ends))) {
                let mut row = strip.cells[first..first + len].to_vec();
                row[0] = if ends & 2 != 0 { b'x' } else { b'o' };
                row[len - 1] = if ends & 1 != 0 { b'x' } else { b'o' };
                for part in sums.boards.parts(Shape::Strip, &row) {
                    if !sums.knows_value(&part) {
                        let packed = self.part(&part)?;
                        // A limit hit here is reported by the caller.
                        let Ok(value) = proof_queries::part_value(&mut self.solver, packed) else { return Ok(()) };
                        let game = self.game(&mut sums.games, value)?;
                        sums.assume(&part, game);
                    }
                }
            }
        }
        Ok(())
    }

    fn part(&mut self, part: &Part) -> Result<Signed<Packed>, Failure> {
        if let Some((_, lanes)) = grid_lanes(part) {
            return Ok(lanes.normal().map(Packed::Grid));
        }
        if let Some(&known) = self.parts.get(part) {
            return Ok(known);
        }
        let packed = self.pack(part).ok_or_else(|| "a part is too large for the solver".to_owned())?;
        self.parts.insert(part.clone(), packed);
        Ok(packed)
    }

    fn pack(&self, part: &Part) -> Option<Signed<Packed>> {
        match part.shape {
            Shape::Strip if part.cells.len() <= Row::MAX => {
                let bits = part.cells.iter().rev().fold(0, |bits, &cell| bits << 1 | u64::from(cell == b'x'));
                Some(Row::normal(bits, part.cells.len())?.map(Packed::Row))
            }
            Shape::Strip => self.segment(&part.cells),
            Shape::Grid(cols) => {
                let cols = cols as usize;
                if part.cells.len() > Grid::MAX {
                    return None;
                }
                let stone = |(i, &cell): (usize, &u8)| (cell != b'.').then_some((i / cols, i % cols, cell == b'x'));
                let cells: Vec<_> = part.cells.iter().enumerate().filter_map(stone).collect();
                Some(Grid::normal(&cells)?.map(Packed::Grid))
            }
            Shape::Graph(graph) => {
                let root = self.roots.iter().position(|(_, number)| *number == Some(graph))?;
                self.on_root(root, &part.cells)
            }
        }
    }

    /// A long strip is a segment of a root strip or of a cycle, perhaps turned
    /// round or negated, with other ends.
    fn segment(&self, cells: &[u8]) -> Option<Signed<Packed>> {
        let len = cells.len();
        let symbol = |cell: &Option<Player>| match cell {
            Some(Player::Left) => b'x',
            Some(Player::Right) => b'o',
            None => b'.',
        };
        for (root, (position, graph)) in self.roots.iter().enumerate() {
            let line: Vec<u8> = position.cells().iter().map(symbol).collect();
            let ring = graph.is_some();
            if ring && !matches!(position.board(), allsmall::Board::Cycle { .. }) {
                continue;
            }
            let starts = if ring { line.len() } else { (line.len() + 1).saturating_sub(len) };
            for negated in [false, true] {
                let colour = |cell: u8| if negated { allsmall_check::boards::other(cell) } else { cell };
                for turned in [false, true] {
                    let cell = |i: usize| colour(cells[if turned { len - 1 - i } else { i }]);
                    let fits = |start: &usize| (1..len - 1).all(|i| line[(start + i) % line.len()] == cell(i));
                    if len <= line.len()
                        && let Some(start) = (0..starts).find(fits)
                    {
                        let mut own = vec![b'.'; line.len()];
                        (0..len).for_each(|i| own[(start + i) % line.len()] = cell(i));
                        let packed = self.on_root(root, &own)?;
                        return Some(if negated { packed.negative() } else { packed });
                    }
                }
            }
        }
        None
    }

    /// The part of a root position that has these cells.
    fn on_root(&self, root: usize, cells: &[u8]) -> Option<Signed<Packed>> {
        let stone = |&cell: &u8| match cell {
            b'x' => Some(Player::Left),
            b'o' => Some(Player::Right),
            _ => None,
        };
        let board = self.roots[root].0.shared_board();
        let position = Position::new(board, cells.iter().map(stone).collect());
        let packed = proof_queries::rules(&self.solver).pack(root, &position).first().copied()?;
        // A ring without a gap is packed as the root itself, whatever its
        // colours: it is the root or its negative.
        let turned = matches!(packed.part, Packed::Cycle { .. }) && position != self.roots[root].0;
        Some(if turned { packed.negative() } else { packed })
    }
}

/// The number of columns of a grid part, and its lanes, in which rows and columns are
/// exchanged; `None` for other parts, and for those that do not fit the lanes.
fn grid_lanes(part: &Part) -> Option<(usize, GridLanes)> {
    let Shape::Grid(cols) = part.shape else { return None };
    let cols = cols as usize;
    let stone = |&cell: &u8| (cell != b'.').then_some(cell == b'x');
    Some((cols, GridLanes::transposed_from(cols, part.cells.iter().map(stone))?))
}

/// Who is to move when Left moves second, or first.
fn first(second: bool) -> Player {
    if second { Player::Right } else { Player::Left }
}
