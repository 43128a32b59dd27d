use super::*;
use crate::solitaire::replay;
use crate::solitaire::table::Table;
use proptest::prelude::*;
use std::sync::Arc;

/// All ways through the module must agree with each other and the rules.
fn by_program(position: &Position, end: Option<End>) -> Option<usize> {
    let colours = position.cells().iter().map(|cell| cell.expect("full")).collect();
    let graph = Graph::new(position.cells().len(), &position.board().edges());
    let instance = Instance { graph, colours, end };
    let (nodes, _) = elimination::nodes(&instance).expect("a small graph");
    let outcome = program::run(&instance, &nodes, usize::MAX, usize::MAX, &Budget::new()).expect("no limit");
    assert!(outcome.complete);
    match outcome.better {
        None => None,
        Some(found) => {
            let play = found.forest.order(position).expect("the forest can be played");
            let left = replay(position, &play).expect("a legal play");
            assert_eq!(left.stones(), found.roots);
            if let Some(end) = end {
                assert!(left.cells()[end.vertex].is_some());
                assert!(end.colour.is_none_or(|colour| left.cells()[end.vertex] == Some(colour)));
            }
            Some(found.roots)
        }
    }
}

fn check(position: &Position, truth: usize) {
    assert_eq!(by_program(position, None), Some(truth), "{position}");
    let found = reduce(position, None, true, &Budget::new()).expect("some play exists");
    assert_eq!(found.value(), Some(truth), "{position}");
    let play = found.play.expect("a play was asked for");
    assert_eq!(replay(position, &play).expect("a legal play").stones(), truth);
}

fn coloured(board: &Arc<Board>, code: usize) -> Position {
    let cells = (0..board.vertices()).map(|v| Some(Player::BOTH[code >> v & 1])).collect();
    Position::new(board.clone(), cells)
}

#[test]
fn small_boards_of_many_kinds_are_judged_right() {
    let boards = [
        Board::Strip { cells: 7 },
        Board::Cycle { cells: 7 },
        Board::Grid { rows: 2, cols: 4 },
        Board::Grid { rows: 3, cols: 3 },
        Board::Multipartite { parts: vec![4, 2, 1] },
        Board::Multipartite { parts: vec![5, 2] },
        Board::Hamming { sides: vec![2, 2, 2] },
        Board::Hamming { sides: vec![3, 2] },
    ];
    for board in boards.map(Arc::new) {
        let mut table = Table::new(board.clone());
        for code in 0..1 << board.vertices() {
            let position = coloured(&board, code);
            check(&position, table.fewest(&position));
        }
    }
}

/// The fewest stones with a given one among them, by trying every play.
fn with_end(position: &Position, end: End) -> Option<usize> {
    let stays = position.cells()[end.vertex]?;
    let here = end.colour.is_none_or(|colour| colour == stays).then(|| position.stones());
    let after = position.any_moves().into_iter().filter_map(|mv| {
        let mut next = position.clone();
        next.play(mv).expect("a listed move is legal");
        with_end(&next, end)
    });
    after.chain(here).min()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_connected_graphs(n in 2usize..9, seed in any::<u64>(), extra in 0usize..10) {
        let position = random_connected(n, extra, seed);
        let truth = Table::new(position.shared_board()).fewest(&position);
        check(&position, truth);
    }

    #[test]
    fn a_chosen_stone_at_the_end(n in 2usize..7, seed in any::<u64>(), extra in 0usize..6, vertex in 0usize..7) {
        let position = random_connected(n, extra, seed);
        for colour in [None, Some(Player::Left), Some(Player::Right)] {
            let end = End { vertex: vertex % n, colour };
            let truth = with_end(&position, end);
            prop_assert_eq!(by_program(&position, Some(end)), truth);
            match reduce(&position, Some(end), true, &Budget::new()) {
                Ok(found) => prop_assert_eq!(found.value(), truth),
                Err(refused) => prop_assert_eq!((refused, truth), (Refused::NoSuchEnd, None)),
            }
        }
    }

    #[test]
    fn leaves_in_the_way_are_counted(sizes in prop::collection::vec((0usize..5, 0usize..5), 2..4), seed in any::<u64>()) {
        let hubs = sizes.len();
        let mut edges: Vec<_> = (1..hubs).map(|v| (v - 1, v)).collect();
        let mut colours: Vec<bool> = (0..hubs).map(|v| seed >> v & 1 == 1).collect();
        for (hub, &(x, o)) in sizes.iter().enumerate() {
            for leaf in 0..x + o {
                edges.push((hub, colours.len()));
                colours.push(leaf >= x);
            }
        }
        prop_assume!(colours.len() <= 12);
        let cells: Vec<_> = colours.iter().map(|&o| Some(Player::BOTH[usize::from(o)])).collect();
        let position = Position::new(Board::Graph(Graph::new(colours.len(), &edges)), cells);
        let truth = Table::new(position.shared_board()).fewest(&position);
        let instance = Instance {
            graph: Graph::new(colours.len(), &edges),
            colours: position.cells().iter().flatten().copied().collect(),
            end: None,
        };
        prop_assert!(bounds::lower(&position, &instance) <= truth);
    }
}

fn random_connected(n: usize, extra: usize, seed: u64) -> Position {
    let mut random = crate::notation::SplitMix64::new(seed);
    let mut edges: Vec<(usize, usize)> = (1..n).map(|v| (random.below(v as u64) as usize, v)).collect();
    for _ in 0..extra {
        let (a, b) = (random.below(n as u64) as usize, random.below(n as u64) as usize);
        edges.extend(Some((a, b)).filter(|_| a != b));
    }
    let cells = (0..n).map(|_| Some(random.stone())).collect();
    Position::new(Board::Graph(Graph::new(n, &edges)), cells)
}

#[test]
fn a_limit_gives_bounds_and_says_so() {
    // The same as a complete bipartite graph but for two edges.
    let mut edges = Board::Multipartite { parts: vec![30, 18] }.edges();
    edges.truncate(edges.len() - 2);
    let cells = (0..48).map(|v| Some(Player::BOTH[usize::from(v == 47)])).collect();
    let position = Position::new(Board::Graph(Graph::new(48, &edges)), cells);
    let found = reduce(&position, None, true, &Budget::new()).expect("some play exists");
    assert!(found.lower < found.upper && found.stopped == Some(Stop::Size), "{found:?}");
    assert!(found.method.contains("Hamiltonian-path"), "{}", found.method);
    let play = found.play.expect("a play was asked for");
    assert_eq!(replay(&position, &play).expect("a legal play").stones(), found.upper);
}
