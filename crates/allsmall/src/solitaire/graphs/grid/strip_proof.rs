//! Proofs of statements about every length, as files that `allsmall-check` reads
//! (docs/strips.md).
//!
//! The lists of costs that a search has met are an inductive invariant: the list
//! before the first column is one of them, and over every column each of them
//! leads to a list that dominates one of them. A proof holds the lists that are
//! needed, and for each list and column the number of the list that is dominated.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io;

use super::frontier::Frontier;
use super::narrow_shape::NarrowShape;

/// The first line.
const HEADER: &str = "allsmall strip proof 1";

/// A proof that `allsmall-check` reads.
#[derive(Clone, Debug)]
pub struct StripProof {
    /// The statement, line by line.
    pub(super) statement: Vec<String>,
    /// The rows of each strip that may cover a board.
    pub(super) heights: Vec<usize>,
    pub(super) lists: Vec<ProofList>,
    /// Lines about boards that reach the bound.
    pub(super) worst: Vec<String>,
    /// For each strip, the crossings that the lists name.
    crossings: Vec<Vec<Frontier>>,
}

/// A list of costs of a proof.
#[derive(Clone, Debug)]
pub(super) struct ProofList {
    /// What has been read of the boards: columns, delta, colours.
    pub(super) read: String,
    /// What is added to the costs.
    pub(super) offset: i64,
    /// For each strip, frontiers and their costs.
    pub(super) costs: Vec<Vec<(Frontier, u16)>>,
    /// For each letter, the list that is dominated after it.
    pub(super) next: Vec<ListReference>,
}

/// The number of a list and the letter of its mirror image, if it is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListReference {
    pub(super) list: usize,
    pub(super) mirror: &'static str,
}

impl StripProof {
    /// A proof whose strips must reach the marks `wanted`; lists may be named by
    /// these mirror images, of colours and of rows.
    pub(super) fn new(
        statement: Vec<String>,
        heights: Vec<usize>,
        wanted: u8,
        mirrors: &[(bool, bool)],
        lists: Vec<ProofList>,
    ) -> StripProof {
        let named = |(strip, height): (usize, &usize)| crossings(&lists, strip, *height, wanted, mirrors);
        let crossings = heights.iter().enumerate().map(named).collect();
        StripProof { statement, heights, lists, worst: Vec::new(), crossings }
    }

    /// Number of lists of costs.
    #[must_use]
    pub fn lists(&self) -> usize {
        self.lists.len()
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write(&self, output: &mut dyn io::Write) -> io::Result<()> {
        writeln!(output, "{HEADER}")?;
        self.statement.iter().try_for_each(|line| writeln!(output, "{line}"))?;
        let mut numbers: Vec<BTreeMap<Frontier, usize>> = Vec::new();
        for (height, crossings) in self.heights.iter().zip(&self.crossings) {
            writeln!(output, "cover {height}")?;
            crossings.iter().try_for_each(|frontier| writeln!(output, "c {}", frontier.text(*height)))?;
            numbers.push(crossings.iter().enumerate().map(|(number, &frontier)| (frontier, number)).collect());
        }
        for list in &self.lists {
            let mut line = format!("l {} {}", list.read, list.offset);
            for (costs, numbers) in list.costs.iter().zip(&numbers) {
                let mut entries: Vec<(usize, u16)> = costs.iter().map(|(of, cost)| (numbers[of], *cost)).collect();
                entries.sort_unstable();
                line += " :";
                for (crossing, cost) in &entries {
                    let _ = match cost {
                        0 => write!(line, " {crossing}"),
                        _ => write!(line, " {crossing}:{cost}"),
                    };
                }
                if entries.is_empty() {
                    line += " -";
                }
            }
            line += " :";
            for ListReference { list, mirror } in &list.next {
                let _ = write!(line, " {list}{mirror}");
            }
            writeln!(output, "{line}")?;
        }
        self.worst.iter().try_for_each(|line| writeln!(output, "{line}"))?;
        writeln!(output, "end")
    }
}

/// The frontiers in the lists of a strip, their mirror images as far as lists are
/// named by them, and those that dominate them.
fn crossings(lists: &[ProofList], strip: usize, height: usize, wanted: u8, mirrors: &[(bool, bool)]) -> Vec<Frontier> {
    let mut all: BTreeSet<Frontier> = lists.iter().flat_map(|list| &list.costs[strip]).map(|(of, _)| *of).collect();
    let mut open: Vec<Frontier> = all.iter().copied().collect();
    while let Some(frontier) = open.pop() {
        let images = mirrors.iter().map(|&(colours, upside_down)| frontier.mirrored(height, colours, upside_down));
        for other in frontier.freer(wanted).chain(images) {
            if all.insert(other) {
                open.push(other);
            }
        }
    }
    all.into_iter().collect()
}

/// The line of a proof about the boards.
pub(super) fn boards_line(shape: NarrowShape) -> String {
    match shape {
        NarrowShape::Grid { rows } => format!("boards grid {rows}"),
        NarrowShape::Cylinder { ring } => format!("boards ring {ring}"),
    }
}

/// What has been read of a board: columns, delta, and the colours as bits, 1 x, 2 o,
/// 4 an o in the first row.
pub(super) fn read_text(columns: u16, delta: u16, seen: u16) -> String {
    let seen = ["-", "x", "o", "xo", "-", "x", "o^", "xo^"][usize::from(seen & 7)];
    format!("{columns} {delta} {seen}")
}
