use super::*;
use crate::solitaire::replay;
use crate::{Board, Graph};
use proptest::prelude::*;
use std::collections::HashSet;

/// A random graph with stones and holes, and a list of random choices.
fn position() -> impl Strategy<Value = (Position, Vec<usize>)> {
    (1usize..14).prop_flat_map(|n| {
        let edges = prop::collection::vec((0..n, 0..n), 0..3 * n);
        let cells = prop::collection::vec(
            prop_oneof![
                4 => Just(Some(Player::Left)),
                4 => Just(Some(Player::Right)),
                1 => Just(None)
            ],
            n,
        );
        (edges, cells, prop::collection::vec(any::<usize>(), n)).prop_map(move |(edges, cells, choices)| {
            let edges: Vec<_> = edges.into_iter().filter(|(a, b)| a != b).collect();
            (Position::new(Board::Graph(Graph::new(n, &edges)), cells), choices)
        })
    })
}

/// Plays the moves that the choices pick until they run out or nothing moves.
fn random_play(start: &Position, choices: &[usize]) -> Vec<Move> {
    let (mut now, mut play) = (start.clone(), Vec::new());
    for choice in choices {
        let moves = now.any_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[choice % moves.len()];
        now.play(mv).expect("a legal move");
        play.push(mv);
    }
    play
}

proptest! {
    #[test]
    fn a_play_and_its_forest_leave_the_same_stones((start, choices) in position()) {
        let play = random_play(&start, &choices);
        let forest = Forest::of_play(&start, &play).expect("the play is legal");
        let order = forest.order(&start).expect("the forest of a play can be played");
        prop_assert_eq!(order.len(), play.len());
        let left = replay(&start, &play).expect("legal");
        prop_assert_eq!(&replay(&start, &order).expect("a legal order"), &left);
        let leaving = forest.check(&start).expect("the forest of a play can be played");
        for v in (0..leaving.len()).filter(|&v| forest.arrow(v).is_none()) {
            prop_assert_eq!(leaving[v], left.cells()[v]);
        }
    }

    #[test]
    fn arrows_at_random_are_played_or_refused((start, choices) in position()) {
        let arrows = (0..choices.len()).map(|v| {
            let near = start.board().neighbours(v);
            (choices[v] % 3 != 0 && !near.is_empty()).then(|| near[choices[v] / 3 % near.len()])
        });
        let forest = Forest::new(arrows);
        match forest.order(&start) {
            Ok(order) => {
                let left = replay(&start, &order).expect("what is ordered is legal");
                prop_assert_eq!(left.stones(), start.stones() - forest.moves());
                prop_assert_eq!(Forest::of_play(&start, &order), Ok(forest));
            }
            Err(_) => prop_assert!(!playable(&start, &forest), "a playable forest was refused"),
        }
    }
}

/// Whether some order of the arrows is legal, by trying all; which arrows are
/// left says where the stones are, so each set is tried once.
fn playable(start: &Position, forest: &Forest) -> bool {
    let mut seen = HashSet::from([forest.arrows.clone()]);
    let mut open = vec![(start.clone(), forest.clone())];
    while let Some((now, forest)) = open.pop() {
        if forest.moves() == 0 {
            return true;
        }
        for mv in now.any_moves().into_iter().filter(|m| forest.arrow(m.from) == Some(m.to)) {
            let (mut next, mut rest) = (now.clone(), forest.clone());
            next.play(mv).expect("a legal move");
            rest.arrows[mv.from] = STAYS;
            if seen.insert(rest.arrows.clone()) {
                open.push((next, rest));
            }
        }
    }
    false
}

#[test]
fn each_fault_has_its_error() {
    let ring = Position::new(Board::Cycle { cells: 3 }, [0, 1, 0].map(|i| Some(Player::BOTH[i])).to_vec());
    let check = |arrows: [Option<usize>; 3]| Forest::new(arrows).check(&ring).map(|_| ());
    assert_eq!(check([Some(1), None, None]), Ok(()));
    assert_eq!(check([Some(0), None, None]), Err(ForestError::NotAnEdge(0)));
    assert_eq!(check([Some(2), None, None]), Err(ForestError::Unbalanced(2)));
    assert_eq!(check([Some(1), Some(2), Some(0)]), Err(ForestError::Cycle));
    assert_eq!(Forest::still(2).check(&ring), Err(ForestError::WrongSize));
    let holed = Position::new(Board::Strip { cells: 2 }, vec![Some(Player::Left), None]);
    assert_eq!(Forest::new([Some(1), None]).check(&holed), Err(ForestError::Empty(0)));
}
