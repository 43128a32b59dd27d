//! Every implementation of `PartRules` against `Position`: packing the results
//! of all moves of a position gives the options of its packed form.

use proptest::prelude::*;

use super::*;
use crate::{Board, Graph, Tree};

/// Packs positions by one set of rules.
fn sums(positions: &[Position]) -> (BoardRules, Vec<PartSum<PackedPart>>) {
    let (boards, sums) = BoardRules::new(positions).expect("small boards");
    (boards, sums.into_iter().map(sorted).collect())
}

fn sorted(mut sum: PartSum<PackedPart>) -> PartSum<PackedPart> {
    sum.sort_unstable();
    sum
}

/// The packed results of every move in a packed sum, sorted.
fn packed_options(boards: &BoardRules, sum: &[Signed<PackedPart>], player: Player) -> Vec<PartSum<PackedPart>> {
    let mut all = Vec::new();
    for (i, &part) in sum.iter().enumerate() {
        let mut moves = MoveResults::default();
        moves.add(boards, part, player);
        for option in moves.iter() {
            let mut option = option.to_vec();
            option.extend(sum[..i].iter().chain(&sum[i + 1..]));
            option.sort_unstable();
            all.push(option);
        }
    }
    all.sort_unstable();
    all
}

/// Counts the stones of a position by their neighbours.
fn plain_neighbours(position: &Position) -> NeighbourCounts {
    let cells = position.cells();
    let mut all = NeighbourCounts::default();
    for v in (0..cells.len()).filter(|&v| cells[v].is_some()) {
        let near = |colour| (0..cells.len()).filter(|&u| position.board().adjacent(u, v) && cells[u] == colour).count();
        let own = cells[v];
        all.add(own == Some(Player::Left), near(own), near(own.map(Player::opponent)));
    }
    all
}

/// The law: the options of a packed position are its packed options. Positions
/// after a move are packed as reached from the root and, if their parts are
/// portable, also as roots.
fn agrees(position: &Position) {
    let (boards, packed) = sums(std::slice::from_ref(position));
    for &Signed { part, .. } in &packed[0] {
        if let Some(neighbours) = boards.neighbours(part) {
            assert_eq!(neighbours, plain_neighbours(&boards.position(part)), "{position:?}");
        }
    }
    for player in Player::BOTH {
        let after = |mv| position.after(player, mv).expect("a legal move");
        let results: Vec<Position> = position.moves(player).into_iter().map(after).collect();
        let mut expected: Vec<_> = results.iter().map(|result| sorted(boards.pack(0, result))).collect();
        for (result, packed) in results.iter().zip(&expected) {
            if packed.iter().all(|signed| matches!(signed.part, PackedPart::Row(_) | PackedPart::Grid(_))) {
                assert_eq!(&sums(std::slice::from_ref(result)).1[0], packed, "{result:?}");
            }
        }
        expected.sort_unstable();
        assert_eq!(packed_options(&boards, &packed[0], player), expected, "{position:?} {player}");
    }
    let (boards, packed) = sums(&[position.clone(), position.negated()]);
    if !packed[0].iter().any(|p| matches!(p.part, PackedPart::Cycle { .. })) {
        let mut negated: Vec<_> = packed[0].iter().map(|part| part.negative()).collect();
        negated.sort_unstable();
        assert_eq!(packed[1], negated, "the colours swapped: {position:?}");
    }
    for part in &packed[0] {
        assert_eq!(boards.position(part.part).stones(), boards.stones(part.part));
        assert_eq!(part.own_negative, boards.is_own_negative(part.part));
        assert!(!(part.negated && part.own_negative));
        if let Some(word) = PartWord::new(*part) {
            assert_eq!(word.signed(), *part);
            assert!(word.bits() >> (word.width() - 1) <= 1);
            assert_eq!(word.negative().signed(), part.negative());
        }
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

/// Boxes that fill a word of 64 or 128 cells to the last bit.
#[test]
fn full_boxes_as_large_as_a_word() {
    for (rows, cols) in [(8, 8), (4, 16), (16, 4), (2, 32), (8, 16), (16, 8), (2, 64), (1, 128)] {
        let symbols: Vec<u8> = (0..rows * cols).map(|v| 1 + ((v / 3 + v % 5) % 2) as u8).collect();
        agrees(&on(Board::Grid { rows, cols }, &symbols));
        symmetric(rows, cols, &symbols);
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
    let mut seen: std::collections::BTreeSet<PackedPart> = packed[0].iter().map(|p| p.part).collect();
    let mut open: Vec<PackedPart> = seen.iter().copied().collect();
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

/// Plays a game and checks the law at every move: parts of parts are packed by
/// the numbering of the first position.
fn whole_game(position: &Position, choices: &[usize]) {
    let (boards, _) = sums(std::slice::from_ref(position));
    let mut position = position.clone();
    for &choice in choices {
        let sum = sorted(boards.pack(0, &position));
        for player in Player::BOTH {
            let after = |mv| sorted(boards.pack(0, &position.after(player, mv).expect("a legal move")));
            let mut expected: Vec<_> = position.moves(player).into_iter().map(after).collect();
            expected.sort_unstable();
            assert_eq!(packed_options(&boards, &sum, player), expected, "{position:?} {player}");
        }
        let moves = position.any_moves();
        let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
        position.play(mv).expect("a legal move");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_strips(symbols in prop::collection::vec(0u8..12, 1..120), choices in prop::collection::vec(0usize..64, 9)) {
        whole_game(&on(Board::Strip { cells: symbols.len() }, &symbols), &choices);
        agrees(&on(Board::Strip { cells: symbols.len() }, &symbols));
    }

    #[test]
    fn random_full_strips_beyond_a_word(symbols in prop::collection::vec(1u8..3, 60..140), choices in prop::collection::vec(0usize..140, 2)) {
        whole_game(&on(Board::Strip { cells: symbols.len() }, &symbols), &choices);
        agrees(&on(Board::Strip { cells: symbols.len() }, &symbols));
    }

    #[test]
    fn random_cycles(symbols in prop::collection::vec(0u8..9, 3..90)) {
        agrees(&on(Board::Cycle { cells: symbols.len() }, &symbols));
        let full: Vec<u8> = symbols.iter().map(|s| s % 2 + 1).collect();
        agrees(&on(Board::Cycle { cells: full.len() }, &full));
        whole_game(&on(Board::Cycle { cells: full.len() }, &full), &[7, 3, 40, 11]);
    }

    #[test]
    fn random_grids(rows in 1usize..9, cols in 1usize..14, symbols in prop::collection::vec(0u8..7, 117)) {
        agrees(&on(Board::Grid { rows, cols }, &symbols));
        symmetric(rows, cols, &symbols[..rows * cols]);
        whole_game(&on(Board::Grid { rows, cols }, &symbols), &[5, 30, 2]);
    }

    #[test]
    fn random_graphs(edges in prop::collection::vec((0usize..12, 0usize..12), 0..30), symbols in prop::collection::vec(0u8..7, 12), choices in prop::collection::vec(0usize..64, 12)) {
        let edges: Vec<_> = edges.into_iter().filter(|(a, b)| a != b).collect();
        whole_game(&on(Board::Graph(Graph::new(12, &edges)), &symbols), &choices);
    }

    #[test]
    fn random_trees(parents in prop::collection::vec(0usize..1000, 1..127), symbols in prop::collection::vec(0u8..7, 128), choices in prop::collection::vec(0usize..64, 3)) {
        let parents: Vec<_> = parents.iter().enumerate().map(|(i, p)| p % (i + 1)).collect();
        whole_game(&on(Board::Tree(Tree::new(parents)), &symbols), &choices);
    }
}
