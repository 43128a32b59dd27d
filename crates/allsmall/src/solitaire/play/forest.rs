//! The forest theorem: plays are spanning in-forests with a local condition.
//!
//! Every cell is left at most once, along one edge, and never entered again;
//! so the moves of a play are arrows towards the stones that stay:
//!
//! ```text
//!   x -> o -> x <- o        roots: the x in the middle and the lone o;
//!             ^             every other cell is left once, along its arrow
//!             o      o
//! ```
//!
//! Write +1 for x and -1 for o, `s(v)` for the stone that `v` holds at the
//! start and `o(v)` for the one that leaves it (or stays, at a root). Each
//! stone that enters `v` flips its colour, so exactly the forests with
//!
//! ```text
//!   o(v) = s(v) + 2 * (sum of o(u) over the arrows u -> v)  in {-1, +1}
//! ```
//!
//! can be played, and the stones left are the roots. To play one: finish the
//! branches below `v` first, then let the stones enter `v` in alternating
//! colours. Checking, ordering and reading back take linear time.

use crate::{Move, Player, Position};

use crate::solitaire::ReplayError;

/// Where the stone of each vertex goes: an arrow to a neighbour, or none at a
/// root and at an empty cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forest {
    arrows: Vec<u32>,
}

/// No arrow.
const STAYS: u32 = u32::MAX;

/// Why a set of arrows is not a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForestError {
    /// The number of arrows is not the number of vertices.
    WrongSize,
    /// The arrow of this vertex starts or ends at an empty cell.
    Empty(usize),
    /// The arrow of this vertex is not an edge.
    NotAnEdge(usize),
    /// The stones that enter this vertex are not balanced.
    Unbalanced(usize),
    /// Some arrows form a cycle.
    Cycle,
}

impl Forest {
    /// The forest without arrows: the empty play.
    #[must_use]
    pub fn still(vertices: usize) -> Forest {
        assert!(u32::try_from(vertices).is_ok_and(|n| n < STAYS), "vertex numbers fit 32 bits");
        Forest { arrows: vec![STAYS; vertices] }
    }

    /// The forest with these arrows.
    #[must_use]
    pub fn new(arrows: impl IntoIterator<Item = Option<usize>>) -> Forest {
        let arrows = arrows
            .into_iter()
            .map(|to| to.map_or(STAYS, |v| u32::try_from(v).expect("vertex numbers fit 32 bits")))
            .collect();
        Forest { arrows }
    }

    /// The forest of a legal play.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn of_play(start: &Position, play: &[Move]) -> Result<Forest, ReplayError> {
        crate::solitaire::replay(start, play)?;
        let mut forest = Forest::still(start.cells().len());
        for mv in play {
            forest.point(mv.from, mv.to);
        }
        Ok(forest)
    }

    /// Adds the arrow of `from`, in place of the one it had.
    pub fn point(&mut self, from: usize, to: usize) {
        self.arrows[from] = u32::try_from(to).expect("vertex numbers fit 32 bits");
    }

    /// Where the stone of `v` goes.
    #[must_use]
    pub fn arrow(&self, v: usize) -> Option<usize> {
        let to = self.arrows[v];
        (to != STAYS).then_some(to as usize)
    }

    /// Number of arrows, which is the number of moves.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.arrows.iter().filter(|&&to| to != STAYS).count()
    }

    /// The colours that leave (or stay at) each vertex, if the forest can be
    /// played from `start`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self, start: &Position) -> Result<Vec<Option<Player>>, ForestError> {
        let mut leaving = start.cells().to_vec();
        self.walk(start, |_, v, colour| leaving[v] = Some(colour))?;
        Ok(leaving)
    }

    /// A legal order of the moves, in linear time.
    ///
    /// # Errors
    /// What is wrong with the forest, if it cannot be played.
    pub fn order(&self, start: &Position) -> Result<Vec<Move>, ForestError> {
        let mut play = Vec::with_capacity(self.moves());
        self.walk(start, |entering, v, _| play.extend(entering.map(|from| Move { from, to: v })))?;
        Ok(play)
    }

    /// Visits every occupied vertex after all that point to it, with those in
    /// the order in which their stones can enter it, and the colour that
    /// leaves it.
    fn walk(
        &self,
        start: &Position,
        mut visit: impl FnMut(&mut dyn Iterator<Item = usize>, usize, Player),
    ) -> Result<(), ForestError> {
        let mut missing = self.indegrees(start)?;
        let mut waiting = EntryLists::new(missing.len());
        let is_ready = |&v: &usize| start.cells()[v].is_some() && missing[v] == 0;
        let mut ready: Vec<usize> = (0..missing.len()).filter(is_ready).collect();
        let mut visited = 0;
        while let Some(v) = ready.pop() {
            visited += 1;
            let own = start.cells()[v].expect("only occupied cells get ready");
            let colour = waiting.leaving(v, own).ok_or(ForestError::Unbalanced(v))?;
            visit(&mut waiting.alternately(v, own.opponent()), v, colour);
            if let Some(to) = self.arrow(v) {
                waiting.push(to, v, colour);
                missing[to] -= 1;
                if missing[to] == 0 {
                    ready.push(to);
                }
            }
        }
        if visited == start.stones() { Ok(()) } else { Err(ForestError::Cycle) }
    }

    /// The number of arrows into each vertex, after a check that every arrow is an
    /// edge between stones.
    fn indegrees(&self, start: &Position) -> Result<Vec<u32>, ForestError> {
        let cells = start.cells();
        if self.arrows.len() != cells.len() {
            return Err(ForestError::WrongSize);
        }
        let mut count = vec![0; cells.len()];
        for v in 0..cells.len() {
            let Some(to) = self.arrow(v) else { continue };
            if !start.board().adjacent(v, to) {
                return Err(ForestError::NotAnEdge(v));
            }
            if cells[v].is_none() || cells[to].is_none() {
                return Err(ForestError::Empty(v));
            }
            count[to] += 1;
        }
        Ok(count)
    }
}

/// The stones that wait to enter each vertex, by colour, as linked lists:
///
/// ```text
///   first[v] = [x-list, o-list] -> a vertex -> next[it] -> ... -> STAYS
///   balance[v] = waiting x minus waiting o
/// ```
struct EntryLists {
    first: Vec<[u32; 2]>,
    next: Vec<u32>,
    balance: Vec<i32>,
}

impl EntryLists {
    fn new(vertices: usize) -> EntryLists {
        EntryLists { first: vec![[STAYS; 2]; vertices], next: vec![STAYS; vertices], balance: vec![0; vertices] }
    }

    fn push(&mut self, v: usize, from: usize, colour: Player) {
        let head = &mut self.first[v][colour as usize];
        self.next[from] = std::mem::replace(head, u32::try_from(from).expect("vertex numbers fit 32 bits"));
        self.balance[v] += i32::from(colour.sign());
    }

    /// The colour at `v` after all have entered; `None` if they cannot.
    fn leaving(&self, v: usize, own: Player) -> Option<Player> {
        match i32::from(own.sign()) + 2 * self.balance[v] {
            1 => Some(Player::Left),
            -1 => Some(Player::Right),
            _ => None,
        }
    }

    /// The stones that wait at `v`, in alternating colours.
    fn alternately(&self, v: usize, first: Player) -> impl Iterator<Item = usize> {
        let mut heads = self.first[v];
        let mut turn = first;
        std::iter::from_fn(move || {
            let head = &mut heads[turn as usize];
            turn = turn.opponent();
            let from = *head;
            (from != STAYS).then(|| {
                *head = self.next[from as usize];
                from as usize
            })
        })
    }
}

impl std::fmt::Display for ForestError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ForestError::WrongSize => write!(f, "expected one arrow or none for every vertex"),
            ForestError::Empty(v) => write!(f, "the arrow of vertex {v} starts or ends at an empty cell"),
            ForestError::NotAnEdge(v) => write!(f, "the arrow of vertex {v} is not an edge"),
            ForestError::Unbalanced(v) => write!(f, "the stones that enter vertex {v} cannot all be played"),
            ForestError::Cycle => write!(f, "some arrows form a cycle"),
        }
    }
}

impl std::error::Error for ForestError {}

#[cfg(test)]
mod tests;
