//! Complementary copies (survey, section 1.2): the free rule on a graph is the
//! alternating rule on the graph together with its copy in swapped colours.
//!
//! Every move of a free play is made in both copies, one after the other, first
//! in the copy where the mover has the colour whose turn it is. So twice the
//! free value can be reached, and less cannot, since the free rule allows more.

use std::collections::HashMap;

use crate::solitaire::{Reduction, SolitaireOptions};
use crate::{Board, Budget, Graph, Move, Player, Position, Stop};

/// The disjoint union of the position and its complement: vertex `v` of the board is
/// also `v + n`, on a strip `v + n + 1`.
#[must_use]
pub fn complementary_copies(position: &Position) -> Position {
    let n = position.cells().len();
    let (cells, swapped) = (position.cells(), position.negated());
    match position.board() {
        Board::Strip { .. } => {
            let cells = [cells, &[None], swapped.cells()].concat();
            Position::new(Board::Strip { cells: 2 * n + 1 }, cells)
        }
        board => {
            let edges = board.edges();
            let copied: Vec<_> = edges.iter().map(|&(a, b)| (a + n, b + n)).chain(edges.iter().copied()).collect();
            Position::new(Board::Graph(Graph::new(2 * n, &copied)), [cells, swapped.cells()].concat())
        }
    }
}

/// Two parts with the same edges and swapped colours, vertex for vertex.
#[derive(Debug)]
struct ComplementaryPair {
    one: Vec<usize>,
    other: Vec<usize>,
}

/// Twice the free value, if the parts with both colours fall into
/// complementary pairs and the free value of each is known.
pub(super) fn reduce(position: &Position, first: Player, budget: &Budget) -> Option<Reduction> {
    let pairs = pairs(position, budget).ok()??;
    let one_colour = position.stones() - pairs.iter().map(|pair| 2 * pair.one.len()).sum::<usize>();
    let (mut left, mut moves, mut method) = (one_colour, Vec::new(), String::new());
    for pair in &pairs {
        let part = induced(position, &pair.one);
        let found = crate::solitaire::reduce(&part, &SolitaireOptions::free(), budget).ok()?;
        left += 2 * found.value()?;
        moves.extend(in_both(&part, pair, &found.play?, first));
        method = found.method;
    }
    Some(Reduction::exact(left, format!("two complementary copies (survey, section 1.2); {method}"), Some(moves)))
}

/// A free play made in both copies.
fn in_both(part: &Position, pair: &ComplementaryPair, play: &[Move], first: Player) -> Vec<Move> {
    let mut now = part.clone();
    let mut both = Vec::with_capacity(2 * play.len());
    for &mv in play {
        let mover = now.play(mv).expect("the free play is legal");
        let there = |at: &[usize]| Move { from: at[mv.from], to: at[mv.to] };
        let moves = [there(&pair.one), there(&pair.other)];
        both.extend(if mover == first { moves } else { [moves[1], moves[0]] });
    }
    both
}

/// The parts with both colours in pairs; `None` if some part has no partner, or
/// if there are none.
fn pairs(position: &Position, budget: &Budget) -> Result<Option<Vec<ComplementaryPair>>, Stop> {
    let cells = position.cells();
    let mixed = |part: &Vec<usize>| part.iter().any(|&v| cells[v] != cells[part[0]]);
    let parts: Vec<Vec<usize>> = position.parts_within(budget)?.into_iter().filter(mixed).collect();
    if parts.is_empty() || parts.len() % 2 == 1 {
        return Ok(None);
    }
    let mut ticker = budget.ticker();
    let mut alone: HashMap<LabelledPart, Vec<Vec<usize>>> = HashMap::new();
    let mut pairs = Vec::new();
    for part in parts {
        ticker.step(64 * part.len())?;
        let backwards: Vec<usize> = part.iter().rev().copied().collect();
        let partner = [&part, &backwards].into_iter().find_map(|way| {
            let other = alone.get_mut(&LabelledPart::new(position, way).swapped())?.pop()?;
            Some(ComplementaryPair { one: other, other: way.clone() })
        });
        match partner {
            Some(pair) => pairs.push(pair),
            None => alone.entry(LabelledPart::new(position, &part)).or_default().push(part),
        }
    }
    Ok(alone.values().all(Vec::is_empty).then_some(pairs))
}

/// A part with numbered vertices: its edges and stones by place.
#[derive(PartialEq, Eq, Hash)]
struct LabelledPart {
    edges: Vec<(usize, usize)>,
    stones: Vec<Player>,
}

impl LabelledPart {
    fn new(position: &Position, at: &[usize]) -> LabelledPart {
        let stones = at.iter().map(|&v| position.cells()[v].expect("parts hold stones")).collect();
        LabelledPart { edges: edges(position, at), stones }
    }

    fn swapped(mut self) -> LabelledPart {
        self.stones.iter_mut().for_each(|player| *player = player.opponent());
        self
    }
}

/// The edges between these vertices, by their places in the list.
fn edges(position: &Position, at: &[usize]) -> Vec<(usize, usize)> {
    let place: HashMap<usize, usize> = at.iter().enumerate().map(|(i, &v)| (v, i)).collect();
    let mut edges = Vec::new();
    for (i, &v) in at.iter().enumerate() {
        position.board().for_each_neighbour(v, |u| edges.extend(place.get(&u).filter(|&&j| i < j).map(|&j| (i, j))));
    }
    edges.sort_unstable();
    edges
}

/// The position on these vertices alone.
fn induced(position: &Position, at: &[usize]) -> Position {
    let cells = at.iter().map(|&v| position.cells()[v]).collect();
    Position::new(Board::Graph(Graph::new(at.len(), &edges(position, at))), cells)
}
