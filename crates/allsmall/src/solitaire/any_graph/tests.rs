use super::elimination_order::DecompositionNode;
use super::tree_dp::TreeDpTask;
use super::*;
use crate::Board;
use crate::solitaire::any_graph::relaxation::{
    CompletionBound, Multipliers, PackedLayout, RelaxationInput, StateFilter, improved_multipliers,
};
use crate::solitaire::judge_table::JudgeTable;
use crate::solitaire::replay;
use proptest::prelude::*;
use std::sync::Arc;

fn instance(position: &Position, end: Option<EndStone>) -> Instance {
    let colours = position.cells().iter().map(|cell| cell.expect("full")).collect();
    Instance { graph: Graph::new(position.cells().len(), &position.board().edges()), colours, end }
}

/// The value by the tree DP alone, with completion bounds of every kind: all
/// values must agree, and no lower bound may be above them.
fn by_tree_dp(position: &Position, end: Option<EndStone>) -> Option<usize> {
    let (instance, budget) = (instance(position, end), Budget::new());
    let mut values = Vec::new();
    for nodes in [
        elimination_order::nodes(&instance, &Budget::new()).expect("there is time").expect("a small graph").0,
        elimination_order::path_nodes(&instance),
    ] {
        let layout = PackedLayout::loose(&instance, &nodes).expect("a small graph");
        let input = RelaxationInput {
            instance: &instance,
            nodes: &nodes,
            layout: &layout,
            most: usize::MAX,
            held: 0,
            budget: &budget,
        };
        let none: Multipliers = vec![None; instance.vertices()];
        let exact = CompletionBound::new(input, &none, StateFilter::CostOnly, i32::MAX).expect("no limit");
        let [all, hubs] = [0, 3].map(|degree| dualised(input, degree));
        let again = CompletionBound::new(input, &none, StateFilter::Completion(&all), i32::MAX).expect("no limit");
        assert_eq!(exact.lower(), again.lower(), "{position}");
        for completion in [None, Some(&exact), Some(&all), Some(&hubs)] {
            let task = TreeDpTask {
                instance: &instance,
                nodes: &nodes,
                limit: u32::MAX,
                keep: usize::MAX,
                completion,
                budget: &budget,
            };
            let outcome = tree_dp::run(task).expect("no limit");
            assert!(outcome.complete);
            let value = outcome.better.map(|found| judged(position, &found, end));
            if let (Some(completion), Some(value)) = (completion, value) {
                assert!(completion.lower().expect("a play needs no cycles") <= value, "{position}");
                let limit = value as u32;
                assert!(tree_dp::run(TreeDpTask { limit, ..task }).expect("no limit").better.is_none());
                assert!(tree_dp::run(TreeDpTask { limit: limit + 1, ..task }).expect("no limit").better.is_some());
            }
            values.push(value);
        }
    }
    let hub = 1 + position.stones_of(Player::Left) % 3;
    values.extend(by_sublimation(
        position,
        &elimination_order::nodes(&instance, &Budget::new()).expect("there is time").expect("a small graph").0,
        end,
        hub,
    ));
    assert!(values.iter().all(|value| value == &values[0]), "{position}: {values:?}");
    values[0]
}

/// Completion bounds with multipliers for all vertices of at least this degree.
fn dualised(input: RelaxationInput<'_>, degree: usize) -> CompletionBound {
    let multiplier = |v: usize| (input.instance.near(v).len() >= degree).then_some(0);
    let start: Multipliers = (0..input.instance.vertices()).map(multiplier).collect();
    let (multipliers, _) = improved_multipliers(input, &start, StateFilter::CostOnly, i32::MAX, 5).expect("no limit");
    CompletionBound::new(input, &multipliers, StateFilter::CostOnly, i32::MAX).expect("no limit")
}

/// The value by sublimation alone, if the bags are small enough for it; its
/// first bound, with multipliers in place of most balances, must not be above it.
fn by_sublimation(
    position: &Position,
    nodes: &[DecompositionNode],
    end: Option<EndStone>,
    hub: usize,
) -> Option<Option<usize>> {
    let (instance, budget) = (instance(position, end), Budget::new());
    let layout = PackedLayout::strict(&instance, nodes, hub)?;
    let input =
        RelaxationInput { instance: &instance, nodes, layout: &layout, most: usize::MAX, held: 0, budget: &budget };
    let mut known = BoundsSoFar { lower: 1, found: None, method: String::new(), stopped: None };
    sublimation::by_sublimation(input, hub, &mut known).expect("no limit");
    let value = known.found.as_ref().map(|found| judged(position, found, end));
    if let Some(value) = value {
        assert_eq!(known.lower, value, "{position}");
        assert!(dualised(input, hub).lower().expect("there is a play") <= value, "{position}");
    }
    Some(value)
}

/// The stones that a play leaves, replayed by the plain rules.
fn judged(position: &Position, found: &ForestPlay, end: Option<EndStone>) -> usize {
    let play = found.forest.order(position).expect("the forest can be played");
    let left = replay(position, &play).expect("a legal play");
    assert_eq!(left.stones(), found.roots);
    if let Some(end) = end {
        assert!(left.cells()[end.vertex].is_some());
        assert!(end.colour.is_none_or(|colour| left.cells()[end.vertex] == Some(colour)));
    }
    found.roots
}

fn check(position: &Position, truth: usize) {
    assert_eq!(by_tree_dp(position, None), Some(truth), "{position}");
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
fn small_boards_of_many_kinds_agree_with_the_judge() {
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
        let mut table = JudgeTable::new(board.clone());
        for code in 0..1 << board.vertices() {
            let position = coloured(&board, code);
            check(&position, table.fewest(&position));
        }
    }
}

/// The fewest stones with a given one among them, by trying every play.
fn with_end(position: &Position, end: EndStone) -> Option<usize> {
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
        let truth = JudgeTable::new(position.shared_board()).fewest(&position);
        check(&position, truth);
    }

    #[test]
    fn larger_graphs_against_the_slow_search(n in 9usize..12, seed in any::<u64>(), extra in 0usize..12) {
        let position = random_connected(n, extra, seed);
        let truth = JudgeTable::new(position.shared_board()).fewest(&position);
        prop_assert_eq!(by_tree_dp(&position, None), Some(truth));
    }

    #[test]
    fn a_limit_on_the_plays_loses_none(n in 4usize..11, seed in any::<u64>(), extra in 0usize..12, few in 1usize..4) {
        // Few stones of one colour, and no play known in the beginning.
        let board = random_connected(n, extra, seed).shared_board();
        let position = Position::new(board, (0..n).map(|v| Some(Player::BOTH[usize::from(v < few)])).collect());
        let truth = JudgeTable::new(position.shared_board()).fewest(&position);
        let (instance, budget) = (instance(&position, None), Budget::new());
        let (nodes, _) = elimination_order::nodes(&instance, &Budget::new()).expect("there is time").expect("a small graph");
        let layout = PackedLayout::loose(&instance, &nodes).expect("a small graph");
        let input = RelaxationInput { instance: &instance, nodes: &nodes, layout: &layout, most: usize::MAX, held: 0, budget: &budget };
        let mut known = BoundsSoFar { lower: 1, found: None, method: String::new(), stopped: None };
        schedule::by_limits(input, &mut known).expect("no limit");
        prop_assert_eq!((known.lower, known.found.expect("some play exists").roots), (truth, truth));
    }

    #[test]
    fn sublimation_agrees_with_the_tree_dp(n in 12usize..26, width in 1usize..4, seed in any::<u64>(), hub in 2usize..5) {
        // A partial k-tree: each vertex is joined to a clique of earlier ones.
        let mut random = crate::SplitMix64::new(seed);
        let mut below = |bound: usize| random.below(bound as u64) as usize;
        let mut cliques = vec![vec![0]];
        let mut edges = Vec::new();
        for v in 1..n {
            let mut clique = cliques[below(cliques.len())].clone();
            edges.extend(clique.iter().map(|&u| (u, v)));
            if clique.len() == width {
                clique.remove(below(width));
            }
            clique.push(v);
            cliques.push(clique);
        }
        let few = 2 + below(n / 3);
        let cells = (0..n).map(|_| Some(Player::BOTH[usize::from(below(n) < few)])).collect();
        let position = Position::new(Board::Graph(Graph::new(n, &edges)), cells);
        let (instance, budget) = (instance(&position, None), Budget::new());
        let (nodes, _) = elimination_order::nodes(&instance, &Budget::new()).expect("there is time").expect("a narrow graph");
        let task = TreeDpTask { instance: &instance, nodes: &nodes, limit: u32::MAX, keep: usize::MAX, completion: None, budget: &budget };
        let truth = tree_dp::run(task).expect("no limit").better.map(|found| judged(&position, &found, None));
        prop_assert_eq!(by_sublimation(&position, &nodes, None, hub), Some(truth));
    }

    #[test]
    fn a_chosen_stone_at_the_end(n in 2usize..7, seed in any::<u64>(), extra in 0usize..6, vertex in 0usize..7) {
        let position = random_connected(n, extra, seed);
        for colour in [None, Some(Player::Left), Some(Player::Right)] {
            let end = EndStone { vertex: vertex % n, colour };
            let truth = with_end(&position, end);
            prop_assert_eq!(by_tree_dp(&position, Some(end)), truth);
            match reduce(&position, Some(end), true, &Budget::new()) {
                Ok(found) => prop_assert_eq!(found.value(), truth),
                Err(refused) => prop_assert_eq!((refused, truth), (ReduceError::NoSuchEnd, None)),
            }
        }
    }

    #[test]
    fn lower_bound_of_surplus_leaves_holds(sizes in prop::collection::vec((0usize..5, 0usize..5), 2..4), seed in any::<u64>()) {
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
        let truth = JudgeTable::new(position.shared_board()).fewest(&position);
        prop_assert!(bounds::lower(&position, &instance(&position, None), &Budget::new()).expect("there is time") <= truth);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn deficiency_bound_holds(few in 1usize..4, many in 2usize..7, seed in any::<u64>(), odd in 1usize..4) {
        let mut random = crate::SplitMix64::new(seed);
        let n = few + many;
        let mut edges: Vec<(usize, usize)> = (1..few).map(|v| (v - 1, v)).collect();
        edges.extend((few..n).map(|v| (random.below(few as u64) as usize, v)));
        edges.extend((0..n).map(|_| (random.below(few as u64) as usize, few + random.below(many as u64) as usize)));
        let mut cells = vec![Some(Player::Left); n];
        (0..odd).for_each(|_| cells[random.below(n as u64) as usize] = Some(Player::Right));
        let position = Position::new(Board::Graph(Graph::new(n, &edges)), cells);
        let truth = JudgeTable::new(position.shared_board()).fewest(&position);
        let lower = deficiency::lower(&instance(&position, None), &Budget::new()).expect("there is time");
        prop_assert!(lower <= truth, "{position}: {lower} > {truth}");
    }
}

#[test]
fn deficiency_bound_of_a_path_is_tight() {
    // Two vertices, and six that are joined to both: a path meets three of
    // these, or two if it starts on one of the two.
    let edges: Vec<_> = (2..8).flat_map(|v| [(0, v), (1, v)]).collect();
    for (start, value) in [(2, 4), (0, 5)] {
        let cells = (0..8).map(|v| Some(Player::BOTH[usize::from(v == start)])).collect();
        let position = Position::new(Board::Graph(Graph::new(8, &edges)), cells);
        let instance = instance(&position, None);
        assert_eq!(JudgeTable::new(position.shared_board()).fewest(&position), value);
        assert_eq!(deficiency::lower(&instance, &Budget::new()), Ok(value));
    }
}

fn random_connected(n: usize, extra: usize, seed: u64) -> Position {
    let mut random = crate::SplitMix64::new(seed);
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
    // Three cliques that share a vertex: the path gets through two of them.
    let edges: Vec<_> = (0..58).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
    let clique = |v: usize| (v > 0).then(|| (v - 1) / 19);
    let edges: Vec<_> = edges.into_iter().filter(|&(u, v)| u == 0 || clique(u) == clique(v)).collect();
    let cells = (0..58).map(|v| Some(Player::BOTH[usize::from(v == 57)])).collect();
    let position = Position::new(Board::Graph(Graph::new(58, &edges)), cells);
    let found = reduce(&position, None, true, &Budget::new()).expect("some play exists");
    assert!(found.lower < found.upper && found.stopped == Some(Stop::Unsupported), "{found:?}");
    assert!(found.method.contains("Hamiltonian-path"), "{}", found.method);
    let play = found.play.expect("a play was asked for");
    assert_eq!(replay(&position, &play).expect("a legal play").stones(), found.upper);
}
