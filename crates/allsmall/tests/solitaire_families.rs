//! Solitaire on every graph of the tables in `testdata/solitaire`, every
//! colouring: the alternating rule, the shortest game, the graph families, the
//! best and worst positions. Every play is replayed.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use allsmall::solitaire::extremes;
use allsmall::solitaire::graphs::{hamming, multipartite};
use allsmall::solitaire::rules::{alternating, shortest_game};
use allsmall::solitaire::{FirstMover, Reduction, replay, replay_alternate};
use allsmall::{Board, Budget, Graph, Player, Position};
use serde::Deserialize;

/// One graph and the values of all its colourings, in base 36; bit `v` of the
/// colouring's number is 1 iff vertex `v` is black.
#[derive(Deserialize)]
struct Row {
    n: usize,
    edges: Vec<(usize, usize)>,
    factors: Option<Vec<usize>>,
    parts: Option<Vec<usize>>,
    maxrv: Option<usize>,
    strong1: Option<bool>,
    imp: String,
    alt_b: String,
    alt_w: String,
    shortest: Option<String>,
}

const FILES: [&str; 7] = ["lines", "cycles", "trees", "grids", "hamming", "multipartite", "connected_graphs"];

fn rows(file: &str) -> Vec<Row> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/solitaire").join(file).with_extension("jsonl");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).expect("a row of the table")).collect()
}

impl Row {
    /// The graph by its edges alone.
    fn graph(&self) -> Arc<Board> {
        Arc::new(Board::Graph(Graph::new(self.n, &self.edges)))
    }

    /// All colourings of a board with the values that a column gives them.
    fn colourings<'a>(&self, board: &'a Arc<Board>, column: &'a str) -> impl Iterator<Item = (Position, usize)> + 'a {
        let n = self.n;
        assert_eq!(column.len(), 1 << n);
        column.chars().enumerate().map(move |(code, value)| {
            let cells = (0..n).map(|v| Some(Player::BOTH[1 - (code >> v & 1)])).collect();
            (Position::new(board.clone(), cells), value.to_digit(36).expect("base 36") as usize)
        })
    }
}

fn left_by(start: &Position, answer: &Reduction) -> Position {
    let play = answer.play.as_ref().expect("asked for");
    match answer.first {
        Some(first) => replay_alternate(start, first, play),
        None => replay(start, play),
    }
    .expect("a legal play")
}

#[test]
fn the_alternating_rule_with_either_first_mover() {
    for file in FILES {
        for row in rows(file) {
            let board = row.graph();
            for (first, column) in [(Player::Left, &row.alt_b), (Player::Right, &row.alt_w)] {
                for (start, value) in row.colourings(&board, column) {
                    let answer = alternating::reduce(&start, FirstMover::Only(first), true, &Budget::new());
                    assert_eq!(answer.value(), Some(value), "{file} {start:?} {first}");
                    assert_eq!(left_by(&start, &answer).stones(), value);
                }
            }
        }
    }
}

#[test]
fn the_shortest_game() {
    for file in FILES {
        for row in rows(file) {
            let Some(column) = &row.shortest else { continue };
            let board = row.graph();
            for (start, value) in row.colourings(&board, column) {
                let answer = shortest_game::reduce(&start, true, &Budget::new());
                assert_eq!(answer.value(), Some(value), "{file} {start:?}");
                let end = left_by(&start, &answer);
                assert!(end.stones() == value && end.any_moves().is_empty());
            }
        }
    }
}

#[test]
fn hamming_graphs_and_complete_multipartite_graphs() {
    for row in rows("hamming").into_iter().chain(rows("multipartite")) {
        let board = match (&row.factors, &row.parts) {
            (Some(sides), _) => Board::Hamming { sides: sides.clone() },
            (_, Some(parts)) => Board::Multipartite { parts: parts.clone() },
            _ => panic!("a row of these tables has factors or parts"),
        };
        assert_eq!(Board::Graph(Graph::new(row.n, &row.edges)).edges(), board.edges());
        let board = Arc::new(board);
        for (start, value) in row.colourings(&board, &row.imp) {
            let answers = [
                hamming::reduce(&start, None, true).map(|answer| answer.expect("no end is asked for")),
                multipartite::reduce(&start, true),
            ];
            assert!(answers.iter().any(Option::is_some));
            for answer in answers.into_iter().flatten() {
                assert_eq!(answer.value(), Some(value), "{start:?}");
                assert_eq!(left_by(&start, &answer).stones(), value);
            }
        }
    }
}

#[test]
fn worst_positions_and_strong_graphs_among_all_connected_graphs_up_to_six_vertices() {
    let rows = rows("connected_graphs");
    assert_eq!(rows.len(), 1 + 1 + 2 + 6 + 21 + 112);
    for row in rows {
        let board = row.graph();
        let found = extremes::extremes(&board, &Budget::new()).expect("small");
        assert_eq!(row.maxrv, Some(found.as_ref().map_or(0, |found| found.most)), "{board:?}");
        assert!(found.is_none_or(|found| found.least == 1), "a connected graph has a position that becomes one stone");
        assert_eq!(Ok(row.strong1.expect("given")), extremes::is_strongly_one_reducible(&board, &Budget::new()));
    }
}
