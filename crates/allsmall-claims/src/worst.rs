//! The worst position of a graph: Problem P9 of the survey.

use allsmall::Stop;
use allsmall::solitaire::extremes::extremes;

use crate::boards::{classes, has_hamiltonian_path};
use crate::claim::{CheckContext, Claim, Finding};
use crate::graphs::connected;

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[Claim {
    id: "survey-problem-9",
    source: "Survey, Problem P9",
    place: "section 5, Problem P9",
    statement: "Is there a polynomial algorithm that decides whether the worst position of a graph leaves at most k stones?",
    check: problem_9,
}];

fn problem_9(context: &CheckContext) -> Result<Finding, Stop> {
    let n = context.up_to(6, 7, 8);
    let (mut tables, mut gaps) = (Vec::new(), Vec::new());
    for size in 2..=n {
        let mut counts = vec![0; size + 1];
        let (mut traceable, mut odd) = (0, 0);
        for board in connected(size) {
            let most = extremes(&board, &context.budget)?.expect("two vertices").most;
            counts[most] += 1;
            // One stone everywhere needs a Hamiltonian path from every vertex.
            if (0..size).all(|v| has_hamiltonian_path(&board, v, None)) {
                traceable += usize::from(most > 1);
                odd += usize::from(most > 1 && classes(&board).is_none());
            }
        }
        while counts.last() == Some(&0) {
            counts.pop();
        }
        tables.push(format!("{size}: {}", counts[1..].iter().map(usize::to_string).collect::<Vec<_>>().join(" ")));
        gaps.push(format!("{size}: {traceable}, {odd}"));
    }
    Ok(Finding::conjecture(format!("all connected graphs of up to {n} vertices"), None)
        .remark(format!("graphs whose worst position leaves 1, 2, ... stones, by the number of vertices: {}", tables.join("; ")))
        .remark(format!("a worst position of one stone needs a Hamiltonian path from every vertex, and that is not enough: graphs with all those paths and a worse position, and those among them that are not bipartite: {}", gaps.join("; ")))
        .remark("deciding whether one given position leaves one stone is NP-complete; whether the worst one is as hard is open"))
}
