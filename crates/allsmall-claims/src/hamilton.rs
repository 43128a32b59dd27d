//! Hamiltonian paths of grids, and the positions with a single stone of one
//! colour: section 2.1 of the survey.

use allsmall::solitaire::graphs::grid::hamiltonian_path;
use allsmall::{Player, Position};

use crate::boards::{fewest, graph, grid, has_hamiltonian_path, line};
use crate::claim::{Claim, Failure, Finding};
use crate::grids::sides;

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "survey-theorem-9",
        source: "Survey, Theorem 9 (Itai et al. 1982)",
        place: "section 2.1, Theorem 9, forbidden configurations",
        statement: "A k x n grid has a Hamiltonian path from A to B exactly under the colouring, connectivity and three-row conditions as printed.",
        check: |context| {
            let cells = context.up_to(12, 16, 20);
            let printed = first_pair(cells, theorem_9_as_printed);
            let repaired = first_pair(cells, hamiltonian_path::is_possible);
            Ok(Finding::misprint(
                format!("all pairs of cells of grids with k <= n and up to {cells} cells, by brute force"),
                printed,
            )
            .instead(
                "y(A) >= x(B) must read y(A) >= y(B), and A is the end whose colour is not that of (1,1)",
                repaired,
            ))
        },
    },
    Claim {
        id: "survey-corollary-10",
        source: "Survey, Corollary 10",
        place: "section 2.1, Corollary 10",
        statement: "A k x n grid with k, n >= 2 and a single white stone on v leaves one stone exactly if v has the colour of the corner or kn is even.",
        check: |context| {
            let side = context.up_to(6, 9, 14);
            let failure = sides(side).find_map(|(k, n)| {
                let board = grid(k, n);
                (0..k * n).find_map(|v| {
                    let mut cells = vec![Some(Player::Left); k * n];
                    cells[v] = Some(Player::Right);
                    let position = Position::new(board.clone(), cells);
                    let predicted = (v / n + v % n) % 2 == 0 || (k * n).is_multiple_of(2);
                    (fewest(&position, &context.budget).map(|value| value == 1) != Ok(predicted))
                        .then(|| position.to_string())
                })
            });
            Ok(Finding::theorem(format!("all cells of all grids with sides up to {side}, plays replayed"), failure))
        },
    },
    Claim {
        id: "survey-boxes",
        source: "Survey, section 2.1 (Gravier and Parreau 2006)",
        place: "section 2.1, paragraph after Corollary 10",
        statement: "In three and more dimensions a grid has a Hamiltonian path from A to B whenever the colouring condition holds.",
        check: |context| {
            let boxes: &[[usize; 3]] = context.up_to(
                &[[2, 2, 2], [2, 2, 3]],
                &[[2, 2, 2], [2, 2, 3], [2, 2, 4], [2, 3, 3]],
                &[[2, 2, 2], [2, 2, 3], [2, 2, 4], [2, 2, 5], [2, 3, 3], [3, 3, 3]],
            );
            Ok(Finding::theorem(
                format!("all pairs of cells of the boxes {boxes:?}, by brute force"),
                boxes.iter().find_map(|&sides| box_without_path(sides)),
            ))
        },
    },
];

/// A cell by row and column, from 0.
type Cell = (usize, usize);

/// The first grid and pair of cells for which the condition is wrong.
fn first_pair(cells: usize, condition: impl Fn(usize, usize, Cell, Cell) -> bool) -> Failure {
    let grids = (1..=cells).flat_map(|k| (k..=cells / k).map(move |n| (k, n))).filter(|&(k, n)| k * n > 1);
    let pairs =
        |k: usize, n: usize| (0..k * n).flat_map(move |a| (0..k * n).filter(move |&b| a != b).map(move |b| (a, b)));
    grids.into_iter().find_map(|(k, n)| {
        let board = if k == 1 { line(n) } else { grid(k, n) };
        pairs(k, n).find_map(|(a, b)| {
            let cell = |v: usize| (v / n, v % n);
            let is = has_hamiltonian_path(&board, a, Some(b));
            (condition(k, n, cell(a), cell(b)) != is).then(|| {
                let ((ar, ac), (br, bc)) = (cell(a), cell(b));
                format!("{k} x {n}, A = ({},{}), B = ({},{})", ar + 1, ac + 1, br + 1, bc + 1)
            })
        })
    })
}

/// The three conditions word by word, for k <= n; rows and columns from 1.
fn theorem_9_as_printed(k: usize, n: usize, a: Cell, b: Cell) -> bool {
    let (a, b) = ((a.0 + 1, a.1 + 1), (b.0 + 1, b.1 + 1));
    let colour = |(row, col): Cell| (row + col) % 2;
    let colouring = if (k * n).is_multiple_of(2) { colour(a) != colour(b) } else { colour(a) == 0 && colour(b) == 0 };
    let ends = |cells: [Cell; 2]| cells == [a, b] || cells == [b, a];
    let connectivity = match k {
        1 => ends([(1, 1), (1, n)]),
        2 => ends([(1, 1), (2, 1)]) || ends([(1, n), (2, n)]) || a.1 != b.1,
        _ => true,
    };
    let special = k == 3 && n.is_multiple_of(2) && colour(a) != 0;
    let forbidden = special && if a.0 == 2 { a.1 < b.0 } else { a.1 + 1 < b.1 };
    colouring && connectivity && !forbidden
}

/// A pair of cells of a box that meet the colouring condition without a path.
fn box_without_path([a, b, c]: [usize; 3]) -> Failure {
    let n = a * b * c;
    let place = |v: usize| [v / (b * c), v / c % b, v % c];
    let near = |u: usize, v: usize| (0..3).map(|i| place(u)[i].abs_diff(place(v)[i])).sum::<usize>() == 1;
    let edges: Vec<_> = (0..n).flat_map(|u| (u + 1..n).map(move |v| (u, v))).filter(|&(u, v)| near(u, v)).collect();
    let board = graph(n, &edges);
    let colour = |v: usize| place(v).iter().sum::<usize>() % 2;
    let fits = |u: usize, v: usize| {
        if n.is_multiple_of(2) { colour(u) != colour(v) } else { colour(u) == 0 && colour(v) == 0 }
    };
    (0..n).flat_map(|u| (0..n).map(move |v| (u, v))).find_map(|(u, v)| {
        (u != v && fits(u, v) && !has_hamiltonian_path(&board, u, Some(v)))
            .then(|| format!("{a} x {b} x {c}: {:?} to {:?}", place(u), place(v)))
    })
}
