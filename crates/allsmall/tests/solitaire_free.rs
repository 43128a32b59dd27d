//! Free solitaire on every table in `testdata/solitaire`, through the method
//! that the shape of the board calls for and through the exact one; and the
//! linear methods against the exact one on larger boards. Every play is
//! replayed.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use allsmall::answer::{NimberQuestion, Question};
use allsmall::internal::SplitMix64;
use allsmall::solitaire::{SolitaireOptions, any_graph, reduce, replay};
use allsmall::{Board, Budget, Graph, Move, Player, Position, Tree};
use proptest::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize)]
struct Table {
    n: usize,
    edges: Vec<(usize, usize)>,
    imp: String,
}

#[derive(Deserialize)]
struct Large {
    kind: String,
    s: String,
    parent: Option<Vec<i64>>,
    imp: usize,
}

#[derive(Deserialize)]
struct Grundy {
    kind: String,
    values: serde_json::Value,
}

fn rows<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/solitaire");
    let path = folder.join(file).with_extension("jsonl");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).expect("a row of the table")).collect()
}

/// The value by the method of the board's shape, after its play was replayed.
fn value(position: &Position) -> Option<usize> {
    let found = reduce(position, &SolitaireOptions::free(), &Budget::new()).expect("the free rule takes every board");
    let play = found.play.as_ref().expect("a play was asked for");
    assert_eq!(replay(position, play).expect("a legal play").stones(), found.upper);
    found.value()
}

fn exact_value(position: &Position) -> Option<usize> {
    any_graph::reduce(position, None, true, &Budget::new()).expect("some play exists").value()
}

#[test]
fn every_colouring_of_every_small_graph() {
    for file in ["lines", "cycles", "trees", "grids", "hamming", "multipartite", "connected_graphs"] {
        for Table { n, edges, imp } in rows(file) {
            let board = Arc::new(Board::Graph(Graph::new(n, &edges)));
            assert_eq!(imp.len(), 1 << n);
            for (code, truth) in imp.chars().enumerate() {
                let truth = truth.to_digit(36).map(|digit| digit as usize);
                let cells = (0..n).map(|v| Some(Player::BOTH[1 - (code >> v & 1)])).collect();
                let position = Position::new(board.clone(), cells);
                assert_eq!(value(&position), truth, "{file} {position}");
                if n <= 8 {
                    assert_eq!(exact_value(&position), truth, "{file} {position}");
                }
            }
        }
    }
}

#[test]
fn large_lines_cycles_and_trees() {
    for file in ["lines_large", "cycles_large", "trees_large"] {
        for Large { kind, s, parent, imp } in rows(file) {
            let cells: Vec<_> = s.chars().map(|c| Some(if c == 'b' { Player::Left } else { Player::Right })).collect();
            let board = match (kind.as_str(), parent) {
                ("path", _) => Board::Strip { cells: cells.len() },
                ("cycle", _) => Board::Cycle { cells: cells.len() },
                ("tree", Some(parents)) => Board::Tree(Tree::new(parents[1..].iter().map(|&p| p as usize).collect())),
                other => panic!("unknown row {other:?}"),
            };
            let graph = Board::Graph(Graph::new(cells.len(), &board.edges()));
            assert_eq!(value(&Position::new(board, cells.clone())), Some(imp), "{file} {s}");
            assert_eq!(value(&Position::new(graph, cells)), Some(imp), "{file} {s} by its edges");
        }
    }
}

#[test]
fn nimbers_of_checkerboards() {
    for Grundy { kind, values } in rows("grundy_impartial_2player") {
        // Rows are a list from length 1 on, two-row boards a map by length.
        let truth = |rows: usize, n: usize| match rows {
            1 => values[n - 1].as_u64(),
            _ => values[n.to_string()].as_u64(),
        };
        let (rows, most) = if kind == "grundy_line_checkerboard" { (1, 200) } else { (2, 6) };
        for n in 1..=most {
            let answer = NimberQuestion {}.ask(&format!("checker:{rows}x{n}"), &Budget::new()).expect("a checkerboard");
            assert_eq!(answer.nimber.map(u64::from), truth(rows, n), "{rows}x{n}");
        }
    }
}

/// A random position on a board.
fn coloured(board: Board, random: &mut SplitMix64) -> Position {
    // Runs of equal stones, so that not everything is settled at a glance.
    let mut stone = random.stone();
    let cells = (0..board.vertices())
        .map(|_| {
            if random.below(3) == 0 {
                stone = stone.opponent();
            }
            Some(stone)
        })
        .collect();
    Position::new(board, cells)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn linear_methods_agree_with_the_exact_one(n in 3usize..70, seed in any::<u64>()) {
        let mut random = SplitMix64::new(seed);
        let reach = 1 + random.below(6);
        let parents = (1..n).map(|v| v - 1 - random.below(reach.min(v as u64)) as usize).collect();
        for board in [Board::Strip { cells: n }, Board::Cycle { cells: n }, Board::Tree(Tree::new(parents))] {
            let position = coloured(board, &mut random);
            prop_assert_eq!(value(&position), exact_value(&position), "{}", position);
        }
    }

    #[test]
    fn narrow_grids_agree_with_the_exact_method(rows in 2usize..4, cols in 2usize..9, seed in any::<u64>()) {
        let position = coloured(Board::Grid { rows, cols }, &mut SplitMix64::new(seed));
        prop_assert_eq!(value(&position), exact_value(&position), "{}", position);
    }

    #[test]
    fn a_changed_play_is_refused_exactly_where_the_rules_say(seed in any::<u64>(), n in 4usize..20, changes in 1usize..4) {
        let mut random = SplitMix64::new(seed);
        let start = coloured(Board::Cycle { cells: n }, &mut random);
        let mut play = reduce(&start, &SolitaireOptions::free(), &Budget::new()).expect("a cycle").play.expect("asked for");
        prop_assume!(!play.is_empty());
        for _ in 0..changes {
            let at = random.below(play.len() as u64) as usize;
            match random.below(4) {
                0 => play[at] = Move { from: play[at].to, to: play[at].from },
                1 => play[at].to = random.below(n as u64 + 1) as usize,
                2 => play.insert(at, play[at]),
                _ => drop(play.remove(at)),
            }
            prop_assume!(!play.is_empty());
        }
        let mut now = start.clone();
        let legal = play.iter().position(|mv| {
            let listed = now.any_moves().contains(mv);
            listed.then(|| now.play(*mv));
            !listed
        });
        prop_assert_eq!(replay(&start, &play).err().map(|error| error.at), legal);
    }

    #[test]
    fn a_move_made_twice_is_refused(seed in any::<u64>(), n in 4usize..40) {
        let start = coloured(Board::Strip { cells: n }, &mut SplitMix64::new(seed));
        let mut play = reduce(&start, &SolitaireOptions::free(), &Budget::new()).expect("a strip").play.expect("asked for");
        prop_assume!(!play.is_empty());
        let at = seed as usize % play.len();
        play.insert(at + 1, play[at]);
        prop_assert_eq!(replay(&start, &play).expect_err("nothing stands there any more").at, at + 1);
    }
}
