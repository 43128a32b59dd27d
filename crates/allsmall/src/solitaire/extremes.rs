//! Extremal positions of a graph (survey, section 5): minrv and maxrv over all
//! positions with both colours, from a table of all positions.

use crate::solitaire::position_table::{SmallGraph, SmallPosition};
use crate::{Board, Budget, Player, Position, Stop};

/// The positions with both colours that can be reduced the most and the least.
#[derive(Clone, Debug)]
pub struct Extremes {
    /// The fewest stones over all positions with both colours: minrv.
    pub least: usize,
    /// A position with that value.
    pub best: Position,
    /// The most stones that must be left: maxrv.
    pub most: usize,
    /// A position with that value.
    pub worst: Position,
}

/// minrv and maxrv of a graph; `None` if it has fewer than two vertices.
///
/// # Errors
/// [`Stop::Unsupported`] for more than 18 vertices; otherwise, the budget is exhausted.
pub fn extremes(board: &Board, budget: &Budget) -> Result<Option<Extremes>, Stop> {
    let n = board.vertices();
    if n > SmallGraph::MOST {
        return Err(Stop::Unsupported);
    }
    if n < 2 {
        return Ok(None);
    }
    let small = SmallGraph::new(board);
    let table = small.table(|stones| stones.count() as u8, u8::min, |value| value == 1, budget)?;
    let value = |&white: &u32| table[small.number(SmallPosition { occupied: (1 << n) - 1, white })];
    // Swapping the colours changes nothing, so the last vertex may be black.
    let mixed = || 1..1u32 << (n - 1);
    let position = |white: u32| {
        Position::new(board.clone(), (0..n).map(|v| Some(Player::BOTH[(white >> v & 1) as usize])).collect())
    };
    let best = mixed().min_by_key(value).expect("two vertices can differ");
    let worst = mixed().max_by_key(value).expect("two vertices can differ");
    Ok(Some(Extremes {
        least: value(&best).into(),
        best: position(best),
        most: value(&worst).into(),
        worst: position(worst),
    }))
}

/// Returns whether a graph is strongly 1-reducible (survey, Definition 23): every
/// position becomes one stone of any colour on any vertex, as long as the
/// other vertices hold both colours.
///
/// # Errors
/// [`Stop::Unsupported`] for more than 16 vertices; otherwise, the budget is exhausted.
pub fn is_strongly_one_reducible(board: &Board, budget: &Budget) -> Result<bool, Stop> {
    let n = board.vertices();
    if n > 16 {
        return Err(Stop::Unsupported);
    }
    let small = SmallGraph::new(board);
    let single = |stones: SmallPosition| match stones.count() {
        1 => 1u32 << (2 * stones.occupied.trailing_zeros() + u32::from(stones.white != 0)),
        _ => 0,
    };
    let ends = small.table(single, |a, b| a | b, |_| false, budget)?;
    let full = (1u32 << n) - 1;
    Ok((0..=full).all(|white| {
        let stones = SmallPosition { occupied: full, white };
        let wanted = (0..n).filter(|&v| stones.without(v).mixed()).fold(0, |set, v| set | 3 << (2 * v));
        ends[small.number(stones)] & wanted == wanted
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Graph, judge};

    #[test]
    fn paths_and_cycles_have_their_formulas() {
        for n in 2..=10 {
            let path = extremes(&Board::Strip { cells: n }, &Budget::new()).expect("small").expect("two vertices");
            assert_eq!((path.least, path.most), (1, n.div_ceil(2)));
            assert_eq!(judge::free(&path.worst, &Budget::new()), Ok(path.most));
            assert_eq!(judge::free(&path.best, &Budget::new()), Ok(path.least));
        }
        let cycles = [1, 2, 2, 2, 2, 2, 3, 3];
        for (n, most) in (3..).zip(cycles) {
            let cycle = extremes(&Board::Cycle { cells: n }, &Budget::new()).expect("small").expect("mixed");
            assert_eq!((cycle.least, cycle.most), (1, most), "{n}");
        }
    }

    #[test]
    fn strong_graphs_and_sizes() {
        let strong =
            |sides: &[usize]| is_strongly_one_reducible(&Board::Hamming { sides: sides.to_vec() }, &Budget::new());
        assert_eq!([strong(&[4]), strong(&[2, 4]), strong(&[3, 3])], [Ok(true); 3]);
        assert_eq!([strong(&[2, 3]), strong(&[2, 2]), strong(&[2, 2, 2])], [Ok(false); 3]);
        assert_eq!(strong(&[17]), Err(Stop::Unsupported));
        assert!(matches!(extremes(&Board::Strip { cells: 19 }, &Budget::new()), Err(Stop::Unsupported)));
        let single = Board::Graph(Graph::new(1, &[]));
        assert!(extremes(&single, &Budget::new()).expect("small").is_none());
        let poor = Budget::new().with_memory(1000);
        assert!(matches!(extremes(&Board::Strip { cells: 9 }, &poor), Err(Stop::Memory)));
    }
}
