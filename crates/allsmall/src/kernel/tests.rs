//! Every kernel against the plain rules: packing the results of all moves of
//! a position gives what the kernel says about its packed form.

use proptest::prelude::*;

use super::*;
use crate::{Board, Graph, Tree};

/// Packs positions of one board family at once, so that they share a kernel.
fn sums(positions: &[Position]) -> (Boards, Vec<Sum<Part>>) {
    let (boards, mut sums) = Boards::new(positions).expect("small boards");
    sums.iter_mut().for_each(|sum| sum.sort_unstable());
    (boards, sums)
}

/// The packed results of every move in a packed sum, sorted.
fn packed_options(boards: &Boards, sum: &[Signed<Part>], player: Player) -> Vec<Sum<Part>> {
    let mut all = Vec::new();
    for (i, &part) in sum.iter().enumerate() {
        for mut option in options_of(boards, part, player) {
            option.extend(sum[..i].iter().chain(&sum[i + 1..]));
            option.sort_unstable();
            all.push(option);
        }
    }
    all.sort_unstable();
    all
}

/// The law, for boards other than graphs (see `same_graph`).
fn agrees(position: &Position) {
    for player in Player::BOTH {
        let moves = position.moves(player);
        // Few at a time: they share one root text, and a long one is slow.
        for some in moves.chunks(if position.stones() > Row::MAX { 2 } else { moves.len().max(1) }) {
            let mut all = vec![position.clone()];
            all.extend(some.iter().map(|&mv| position.after(player, mv).expect("a legal move")));
            let (boards, packed) = sums(&all);
            let mut found = packed_options(&boards, &packed[0], player);
            assert_eq!(found.len(), moves.len(), "{position:?} {player}");
            for option in &packed[1..] {
                let at = found.iter().position(|f| f == option);
                found.swap_remove(at.unwrap_or_else(|| panic!("{position:?} {player} {option:?}")));
            }
        }
    }
    let (boards, packed) = sums(&[position.clone(), position.negated()]);
    if !packed[0].iter().any(|p| matches!(p.part, Part::Cycle { .. })) {
        let mut negated: Vec<_> = packed[0].iter().map(|&part| negative(&boards, part)).collect();
        negated.sort_unstable();
        assert_eq!(packed[1], negated, "the colours swapped: {position:?}");
    }
    for part in &packed[0] {
        assert_eq!(boards.position(part.part).stones(), boards.stones(part.part));
        assert!(!(part.negated && boards.is_own_negative(part.part)));
    }
}

fn cells(symbols: &[u8]) -> Vec<Option<Player>> {
    let cell = |&s: &u8| match s {
        0 => None,
        s if s % 2 == 0 => Some(Player::Left),
        _ => Some(Player::Right),
    };
    symbols.iter().map(cell).collect()
}

fn on(board: Board, symbols: &[u8]) -> Position {
    let count = board.vertices();
    Position::new(board, cells(&symbols[..count]))
}

/// All strips of up to seven cells, empty cells included.
#[test]
fn all_short_strips() {
    for len in 0..=7usize {
        for code in 0..3usize.pow(len as u32) {
            let symbols: Vec<u8> = (0..len).map(|i| (code / 3usize.pow(i as u32) % 3) as u8).collect();
            agrees(&on(Board::Strip { cells: len }, &symbols));
        }
    }
}

#[test]
fn all_grids_of_two_by_three() {
    for code in 0..3usize.pow(6) {
        let symbols: Vec<u8> = (0..6).map(|i| (code / 3usize.pow(i) % 3) as u8).collect();
        agrees(&on(Board::Grid { rows: 2, cols: 3 }, &symbols));
    }
}

/// Long roots: full of stones so that segments pass 64 cells, and periodic so
/// that they repeat.
#[test]
fn long_and_periodic_strips() {
    for pattern in ["xo", "xxo", "xoxxo", "x", "xxoooxo"] {
        let symbols: Vec<u8> = pattern.bytes().cycle().take(150).map(|c| if c == b'x' { 2 } else { 1 }).collect();
        agrees(&on(Board::Strip { cells: 150 }, &symbols));
        agrees(&on(Board::Cycle { cells: 140 }, &symbols));
    }
}

/// (xxo)^n has 12 parts of each length, however long: the segments are shared.
#[test]
fn periodic_strips_have_few_parts() {
    let symbols: Vec<u8> = [2, 2, 1].repeat(60);
    let (boards, packed) = sums(&[on(Board::Strip { cells: 180 }, &symbols)]);
    let mut seen: std::collections::BTreeSet<Part> = packed[0].iter().map(|p| p.part).collect();
    let mut open: Vec<Part> = seen.iter().copied().collect();
    while let Some(part) = open.pop() {
        for player in Player::BOTH {
            boards.for_each_option(part, player, |parts| {
                open.extend(parts.iter().map(|p| p.part).filter(|&p| seen.insert(p)));
            });
        }
    }
    assert!(seen.len() <= 12 * 180, "{} parts", seen.len());
}

/// The eight symmetries of a grid give the same parts.
fn symmetric(rows: usize, cols: usize, symbols: &[u8]) {
    let at = |r: usize, c: usize| symbols[r * cols + c];
    let plain = on(Board::Grid { rows, cols }, symbols);
    let turned: Vec<u8> = (0..cols).flat_map(|c| (0..rows).rev().map(move |r| at(r, c))).collect();
    let mirrored: Vec<u8> = (0..rows).flat_map(|r| (0..cols).rev().map(move |c| at(r, c))).collect();
    let turned = on(Board::Grid { rows: cols, cols: rows }, &turned);
    let mirrored = on(Board::Grid { rows, cols }, &mirrored);
    let (_, packed) = sums(&[plain, turned, mirrored]);
    assert_eq!(packed[0], packed[1]);
    assert_eq!(packed[0], packed[2]);
}

/// Graph kernels keep their numbering through a game: play a whole game move
/// by move and compare option counts and the packed groups vertex by vertex.
fn same_graph(position: &Position, choices: &[usize]) {
    let vertices: Vec<usize> = (0..position.cells().len()).collect();
    let graph = Graphs::new(position.board(), &vertices);
    let pack = |position: &Position| -> Sum<Cluster> {
        let set = |vs: &[usize]| vs.iter().fold(0u128, |set, &v| set | 1 << v);
        let black: Vec<usize> =
            vertices.iter().copied().filter(|&v| position.cells()[v] == Some(Player::Left)).collect();
        let mut parts: Vec<_> =
            position.parts().iter().filter_map(|group| graph.normal(set(group), set(&black))).collect();
        parts.sort_unstable();
        parts
    };
    let mut position = position.clone();
    for &choice in choices {
        for player in Player::BOTH {
            let after = |mv| pack(&position.after(player, mv).expect("a legal move"));
            let mut expected: Vec<_> = position.moves(player).into_iter().map(after).collect();
            expected.sort_unstable();
            let sum = pack(&position);
            let mut found = Vec::new();
            for (i, &part) in sum.iter().enumerate() {
                for mut option in options_of(&graph, part, player) {
                    option.extend(sum[..i].iter().chain(&sum[i + 1..]));
                    option.sort_unstable();
                    found.push(option);
                }
            }
            found.sort_unstable();
            assert_eq!(found, expected);
        }
        let moves = position.any_moves();
        let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
        position.play(mv).expect("a legal move");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_strips(symbols in prop::collection::vec(0u8..12, 1..120)) {
        agrees(&on(Board::Strip { cells: symbols.len() }, &symbols));
    }

    #[test]
    fn random_full_strips_beyond_a_word(symbols in prop::collection::vec(1u8..3, 60..140)) {
        agrees(&on(Board::Strip { cells: symbols.len() }, &symbols));
    }

    #[test]
    fn random_cycles(symbols in prop::collection::vec(0u8..9, 3..90)) {
        agrees(&on(Board::Cycle { cells: symbols.len() }, &symbols));
        let full: Vec<u8> = symbols.iter().map(|s| s % 2 + 1).collect();
        agrees(&on(Board::Cycle { cells: full.len() }, &full));
    }

    #[test]
    fn random_grids(rows in 1usize..9, cols in 1usize..14, symbols in prop::collection::vec(0u8..7, 117)) {
        agrees(&on(Board::Grid { rows, cols }, &symbols));
        symmetric(rows, cols, &symbols[..rows * cols]);
    }

    #[test]
    fn random_graphs(edges in prop::collection::vec((0usize..12, 0usize..12), 0..30), symbols in prop::collection::vec(0u8..7, 12), choices in prop::collection::vec(0usize..64, 12)) {
        let edges: Vec<_> = edges.into_iter().filter(|(a, b)| a != b).collect();
        same_graph(&on(Board::Graph(Graph::new(12, &edges)), &symbols), &choices);
    }

    #[test]
    fn random_trees(parents in prop::collection::vec(0usize..1000, 1..127), symbols in prop::collection::vec(0u8..7, 128), choices in prop::collection::vec(0usize..64, 3)) {
        let parents: Vec<_> = parents.iter().enumerate().map(|(i, p)| p % (i + 1)).collect();
        same_graph(&on(Board::Tree(Tree::new(parents)), &symbols), &choices);
    }
}
