//! Hamming graphs, the products of complete graphs, by construction (survey, section 4.1; Dorbec, Duchene, Gravier, "Solitaire Clobber played
//! on Hamming graphs").
//!
//! | graph                       | a mixed position becomes                        |
//! |-----------------------------|-------------------------------------------------|
//! | others                      | one stone, its place and colour free (`product`) |
//! | hypercube                   | one stone, or two if delta is 0 (`cube`)        |
//! | K2 x K3                     | one stone, with a few exceptions (`end_table`)  |
//!
//! "Free" holds as long as the vertices besides the chosen one are mixed. If
//! they are not, the chosen stone is the only one of its colour: to stay, it
//! must not move, so at most one move is possible at all.

mod block;
mod clique;
mod cube;
mod end_table;
mod home;
mod product;
#[cfg(test)]
mod tests;

use crate::solitaire::play::partial_play::PartialPlay;
use crate::solitaire::{EndStone, ReduceError, Reduction};
use crate::{Board, Move, Player, Position};
use block::Block;
use cube::CubeRequest;
use end_table::EndTable;

/// The fewest stones on a full Hamming graph, with the stone `end` among them if
/// given; `None` for other boards.
///
/// # Errors
/// No play leaves the stone asked for.
#[must_use]
pub fn reduce(position: &Position, end: Option<EndStone>, play: bool) -> Option<Result<Reduction, ReduceError>> {
    let Board::Hamming { sides } = position.board() else { return None };
    if position.stones() != position.cells().len() || position.cells().is_empty() {
        return None;
    }
    let whole = Block::whole(sides);
    let answer = match end {
        Some(end) => to_end(position, &whole, end, None, play)?,
        None => Ok(to_fewest(position, &whole, play)),
    };
    Some(answer)
}

/// Theorem 26 in full: on a cube, a stone of the colour `end` asks for, and
/// perhaps one other stone, of colour `second`.
///
/// # Errors
/// The theorem does not apply: it needs two stones of these colours at the start,
/// and both colours besides the vertex of `end`.
pub fn reduce_cube(position: &Position, end: EndStone, second: Player) -> Result<Reduction, ReduceError> {
    let unsupported =
        Err(ReduceError::Unsupported("only a full hypercube with both colours besides the chosen vertex"));
    let Board::Hamming { sides } = position.board() else { return unsupported };
    let whole = Block::whole(sides);
    if position.stones() != position.cells().len()
        || dimension(&whole).is_none()
        || end.vertex >= position.cells().len()
        || !mixed_without(position, end.vertex)
    {
        return unsupported;
    }
    to_end(position, &whole, end, Some(second), true).unwrap_or(unsupported)
}

/// The fewest stones without a prescribed one: chooses a suitable end.
fn to_fewest(position: &Position, whole: &Block, play: bool) -> Reduction {
    let cells = position.cells();
    let Some(vertex) = (0..cells.len().min(3)).find(|&v| mixed_without(position, v)) else {
        return one_colour(position, play);
    };
    let colour = match dimension(whole) {
        Some(_) => Player::BOTH.into_iter().find(|&c| cube::delta_allows(cells, vertex, c)),
        None => Player::BOTH.into_iter().find(|&c| reaches(position, whole, vertex, c)),
    };
    let end = EndStone { vertex, colour: Some(colour.unwrap_or(Player::Left)) };
    to_end(position, whole, end, None, play)
        .and_then(Result::ok)
        .expect("a mixed Hamming graph can be reduced to at most two stones")
}

/// One colour, or two stones: [`mixed_without`] fails everywhere.
fn one_colour(position: &Position, play: bool) -> Reduction {
    let two = position.cells().len() == 2 && position.cells()[0] != position.cells()[1];
    let moves: Vec<Move> = two.then_some(Move { from: 0, to: 1 }).into_iter().collect();
    Reduction::exact(position.stones() - moves.len(), "at most one move is possible", play.then_some(moves))
}

/// Returns whether the vertices besides `v` hold both colours.
fn mixed_without(position: &Position, v: usize) -> bool {
    let others = |player| position.cells().iter().enumerate().any(|(u, &c)| u != v && c == Some(player));
    Player::BOTH.into_iter().all(others)
}

/// The dimension, if this is a hypercube.
fn dimension(whole: &Block) -> Option<u32> {
    whole.factors.iter().all(|f| f.side == 2).then_some(whole.factors.len() as u32)
}

/// Returns whether a graph other than a hypercube can be reduced to this one
/// stone; the other vertices must be mixed.
fn reaches(position: &Position, whole: &Block, v: usize, c: Player) -> bool {
    let small = || EndTable::of(whole).expect("K2 x K3 has a table");
    whole.is_strong() || small().reach(small().read(&PartialPlay::new(position), whole), whole.number(v), c)
}

/// The fewest stones with this one among them; `None` where no theorem applies.
fn to_end(
    position: &Position,
    whole: &Block,
    end: EndStone,
    second: Option<Player>,
    play: bool,
) -> Option<Result<Reduction, ReduceError>> {
    if !mixed_without(position, end.vertex) {
        return Some(stay(position, end, play));
    }
    match dimension(whole) {
        Some(dimension) => to_end_of_cube(position, dimension, end, second, play),
        None => to_end_of_product(position, whole, end, play),
    }
    .map(Ok)
}

/// The colours that `end` allows.
fn colours(end: EndStone) -> impl Iterator<Item = Player> + Clone {
    Player::BOTH.into_iter().filter(move |&c| end.colour.is_none_or(|wanted| wanted == c))
}

fn to_end_of_product(position: &Position, whole: &Block, end: EndStone, play: bool) -> Option<Reduction> {
    let v = end.vertex;
    let colour = colours(end).find(|&c| reaches(position, whole, v, c))?;
    let moves = play.then(|| {
        let mut draft = PartialPlay::new(position);
        product::finish(&mut draft, whole, v, colour);
        draft.into_moves()
    });
    let method =
        if whole.is_strong() { "Hamming graph, slice by slice (survey, Theorem 25)" } else { "table of K2 x K3" };
    Some(Reduction::exact(1, method, moves))
}

fn to_end_of_cube(
    position: &Position,
    dimension: u32,
    end: EndStone,
    second: Option<Player>,
    play: bool,
) -> Option<Reduction> {
    let single = colours(end).find(|&c| cube::delta_allows(position.cells(), end.vertex, c));
    let colour = single.or_else(|| colours(end).next())?;
    let (value, method) = match single {
        Some(_) => {
            (1, "hypercube, subcube by subcube (survey, Conjecture 27: proved here, not yet reviewed by others)")
        }
        None => (2, "hypercube, subcube by subcube (survey, Theorem 26); delta forbids one stone"),
    };
    let mut draft = PartialPlay::new(position);
    let asked = play || second.is_some();
    if asked && !cube::finish(&mut draft, dimension, CubeRequest { vertex: end.vertex, colour, second }) {
        return None;
    }
    Some(Reduction::exact(value, method, play.then(|| draft.into_moves())))
}

/// The stone asked for stands where all others have one colour: it can stay,
/// or be taken by a neighbour, and then nothing moves any more.
fn stay(position: &Position, end: EndStone, play: bool) -> Result<Reduction, ReduceError> {
    let own = position.cells()[end.vertex];
    let mut rival = None;
    position.board().for_each_neighbour(end.vertex, |u| {
        if position.cells()[u] != own {
            rival = Some(u);
        }
    });
    if end.colour == own {
        rival = None;
    }
    if rival.is_none() && end.colour.is_some_and(|c| Some(c) != own) {
        return Err(ReduceError::NoSuchEnd);
    }
    let moves: Vec<Move> = rival.map(|from| Move { from, to: end.vertex }).into_iter().collect();
    let method = "at most one move leaves that stone";
    Ok(Reduction::exact(position.stones() - moves.len(), method, play.then_some(moves)))
}
