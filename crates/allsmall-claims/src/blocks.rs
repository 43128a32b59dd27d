//! The blocks behind Theorem 11 of the survey: Lemmas 12 to 14 (Derouet-Jourdan
//! and Gravier), and Corollary 15.

use std::sync::Arc;

use allsmall::generate::extremal::bad_block;
use allsmall::solitaire::graphs::grid::dominoes::{BlockPrefix, exceptions, is_nice, nice};
use allsmall::solitaire::{SolitaireOptions, reduce};
use allsmall::{Board, Position, Stop};

use crate::boards::{Random, graph, grid, has_hamiltonian_path, is_mixed};
use crate::claim::{CheckContext, Claim, Finding};
use crate::graphs::connected;

const READING: &str = "nice: the block can be left as one or two dominoes of both colours on its first column, or both as such a domino with an x on some cell of that column and as one with an o there; the copies in the definition must be dominoes, since single stones would make the proof's step from block to block illegal";

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "survey-lemma-12",
        source: "Survey, Lemma 12 (Derouet-Jourdan and Gravier)",
        place: "section 2.2, Lemma 12",
        statement: "Every block of both colours with 4 rows and 4 to 7 columns is nice, but for one of 4 x 4.",
        check: lemma_12,
    },
    Claim {
        id: "survey-lemma-13",
        source: "Survey, Lemma 13 (Derouet-Jourdan and Gravier)",
        place: "section 2.2, Lemma 13",
        statement: "The bad block of 4 x 4, with any other block of 4 x 4 behind it or before it, is nice.",
        check: lemma_13,
    },
    Claim {
        id: "survey-lemma-14",
        source: "Survey, Lemma 14 (Derouet-Jourdan and Gravier)",
        place: "section 2.2, Lemma 14",
        statement: "A block with 4 rows and 4 to 7 columns that is not all white is nice with two white columns before it.",
        check: |context| {
            let found = nice(4, BlockPrefix::TwoColumns, &context.budget)?;
            let from = found.from.unwrap_or(usize::MAX);
            let failure = (from > 4).then(|| found.exceptions.last().map(ToString::to_string).unwrap_or_default());
            Ok(Finding::theorem(
                format!("4 rows and every number of columns, by antichains of {} lists", found.states),
                failure,
            )
            .remark(format!("it holds from {from} column on, not only for 4 to 7"))
            .remark(READING))
        },
    },
    Claim {
        id: "survey-corollary-15",
        source: "Survey, Corollary 15",
        place: "section 2.2, Corollary 15",
        statement: "On the product of two graphs of at least four vertices that have Hamiltonian paths, a position of both colours can be reduced to two stones.",
        check: corollary_15,
    },
];

fn lemma_12(context: &CheckContext) -> Result<Finding, Stop> {
    let bad = bad_block().position;
    let square = exceptions(4, 4, BlockPrefix::Nothing, &context.budget)?;
    // The bad block upside down has its colours exchanged.
    let is_bad = |block: &Position| block.cells() == bad.cells() || block.cells() == bad.negated().cells();
    let mut failure = square.iter().find(|block| !is_bad(block)).map(ToString::to_string);
    if square.len() != 2 {
        failure = failure.or_else(|| Some(format!("4 x 4: {} exceptions", square.len())));
    }
    let longer: Position = "xxxxx/xxxxx/ooooo/ooooo".parse().expect("a board");
    let along = if is_nice(&longer, &context.budget)? { "still" } else { "not" };
    Ok(Finding::theorem("all blocks of 4 x 4", failure)
        .remark(format!("the exception is {bad}, in either colouring; its turned copies are nice"))
        .remark(format!("the definition has the first column on the longer side; left on the shorter one, {longer} is {along} nice; blocks of 5 to 7 rows and 4 columns were not gone through"))
        .remark(READING))
}

fn lemma_13(context: &CheckContext) -> Result<Finding, Stop> {
    let samples = context.up_to(20, 200, 2_000);
    let bad = bad_block().position;
    let mut random = Random(13);
    let square = grid(4, 4);
    let mut failure = None;
    for _ in 0..samples {
        let other = random.colours(&square);
        for pair in [[&bad, &other], [&other, &bad]] {
            let cell = |v: usize| pair[v % 8 / 4].cells()[v / 8 * 4 + v % 4];
            let both = Position::new(grid(4, 8), (0..32).map(cell).collect());
            if !is_nice(&both, &context.budget)? && failure.is_none() {
                failure = Some(both.to_string());
            }
        }
    }
    Ok(Finding::theorem(format!("{samples} random blocks, on either side"), failure)
        .remark("the patterns of the lemma are lost in print; this is what the proof needs of it, but for two bad blocks in a row, which are not nice: the lemma has a case of its own for them"))
}

fn corollary_15(context: &CheckContext) -> Result<Finding, Stop> {
    let (order, samples) = context.up_to((4, 20), (5, 8), (5, 40));
    let traceable: Vec<Arc<Board>> = (4..=order)
        .flat_map(connected)
        .filter(|board| (0..board.vertices()).any(|v| has_hamiltonian_path(board, v, None)))
        .collect();
    let mut random = Random(15);
    let (mut products, mut positions, mut failure) = (0, 0, None);
    for (i, first) in traceable.iter().enumerate() {
        for second in &traceable[i..] {
            let board = product(first, second);
            products += 1;
            for _ in 0..samples {
                let position = random.colours(&board);
                if !is_mixed(&position) {
                    continue;
                }
                positions += 1;
                let found = reduce(&position, &SolitaireOptions::free(), &context.budget)
                    .expect("the free rule takes every board");
                if found.upper > 2 && failure.is_none() {
                    found.stopped.map_or(Ok(()), Err)?;
                    failure = Some(position.to_string());
                }
            }
        }
    }
    Ok(Finding::theorem(
        format!("{positions} random positions on all {products} products of such graphs with at most {order} vertices, plays replayed"),
        failure,
    )
    .remark("it follows from Theorem 11, since such a product holds a grid and more edges never hurt; by the automata for 3 x n and 4 x n (survey-problem-3) it holds as soon as one of the two graphs has three or four vertices, however small the other is"))
}

/// The Cartesian product: vertex (a, b) has the number a times the second
/// order plus b.
fn product(first: &Board, second: &Board) -> Arc<Board> {
    let (n, m) = (first.vertices(), second.vertices());
    let across = first.edges().into_iter().flat_map(|(a, c)| (0..m).map(move |b| (a * m + b, c * m + b)));
    let along = second.edges();
    let along = (0..n).flat_map(|a| along.iter().map(move |&(b, d)| (a * m + b, a * m + d)));
    graph(n * m, &across.chain(along).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::{cycle, line};

    #[test]
    fn products_have_their_edges() {
        let board = product(&line(4), &cycle(4));
        assert_eq!((board.vertices(), board.edges().len()), (16, 3 * 4 + 4 * 4));
        assert!(board.adjacent(0, 4) && board.adjacent(0, 3) && !board.adjacent(0, 5));
    }
}
