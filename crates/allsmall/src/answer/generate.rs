//! The papers' constructions as boards.

use std::fmt;

use serde::Serialize;

use super::Failure;
use crate::generate::extremal::{self, Extremal};
use crate::generate::hamilton::{Fused, Unfit};
use crate::notation::{cell_name, move_name, read_board_in, read_cell, read_move};
use crate::{Budget, Position, Stop};

/// What to make.
#[derive(Clone, Debug)]
pub enum GenerateQuestion {
    /// The worst path with this number of cells.
    Path(usize),
    /// The worst cycle with this number of cells.
    Cycle(usize),
    /// Complete graphs joined in one vertex.
    CliqueStar {
        /// How many complete graphs.
        copies: usize,
        /// The least degree.
        degree: usize,
    },
    /// Two rows that leave at least two stones more than this number.
    TwoRows(usize),
    /// The one block of 4 x 4 that is not nice.
    BadBlock,
    /// The board on which a Hamiltonian circuit is a play to one stone.
    Hamilton {
        /// The grid graph: a board whose stones are the nodes.
        graph: String,
        /// What to do with it.
        task: HamiltonTask,
    },
}

/// What to do with the board of a grid graph.
#[derive(Clone, Debug)]
pub enum HamiltonTask {
    /// Only make it.
    Board,
    /// Look for a circuit and play it.
    Search,
    /// Play this circuit: cells with commas or spaces between.
    Circuit(String),
    /// Read the circuit from this play: moves with commas or spaces between.
    Play(String),
}

/// The answer to `generate`.
#[derive(Clone, Debug, Serialize)]
pub struct GenerateAnswer {
    /// The family.
    pub family: &'static str,
    /// The board.
    pub board: String,
    /// The fewest stones that can be left under the free rule, where the
    /// family is made for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<usize>,
    /// Where the construction comes from.
    pub source: &'static str,
    /// The nodes of the grid graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<usize>,
    /// Whether the graph has a Hamiltonian circuit, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_circuit: Option<bool>,
    /// A Hamiltonian circuit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub circuit: Option<Vec<String>>,
    /// The alternating play that goes with it; Right (white) starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<Vec<String>>,
    /// The limit that was hit, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// The most cells and edges that are made.
const MOST: usize = 10_000_000;

impl GenerateQuestion {
    /// Cells and edges of the board, computed from its parameters.
    fn size(&self) -> usize {
        match *self {
            GenerateQuestion::Path(cells) | GenerateQuestion::Cycle(cells) => cells,
            GenerateQuestion::CliqueStar { copies, degree } => {
                copies.saturating_mul(degree.saturating_add(1)).saturating_mul(degree)
            }
            GenerateQuestion::TwoRows(units) => units.saturating_mul(24),
            GenerateQuestion::BadBlock | GenerateQuestion::Hamilton { .. } => 0,
        }
    }

    /// Makes the board.
    ///
    /// # Errors
    /// What is wrong with the input.
    pub fn answer(&self, budget: &Budget) -> Result<GenerateAnswer, Failure> {
        if self.size() > MOST {
            return Err(Failure::Unfit(format!("the board would have more than {MOST} cells and edges")));
        }
        let too_small = |what: &str| Failure::Unfit(format!("the smallest {what}"));
        Ok(match *self {
            GenerateQuestion::Path(cells) => {
                let found = extremal::path(cells).ok_or_else(|| too_small("path of both colours has 2 cells"))?;
                of_extremal("path", found, "survey, Proposition 36")
            }
            GenerateQuestion::Cycle(cells) => {
                let found = extremal::cycle(cells).ok_or_else(|| too_small("cycle has 3 cells"))?;
                of_extremal("cycle", found, "Blondel et al., Theorem 13")
            }
            GenerateQuestion::CliqueStar { copies, degree } => {
                let found = extremal::clique_star(copies, degree);
                let found = found.ok_or_else(|| too_small("clique star has 1 copy and degree 1"))?;
                of_extremal("clique-star", found, "survey, Theorem 35")
            }
            GenerateQuestion::TwoRows(units) => {
                let found = extremal::two_rows(units).ok_or_else(|| too_small("one has 1 unit"))?;
                of_extremal("two-rows", found, "found by the automaton of two rows")
            }
            GenerateQuestion::BadBlock => of_extremal("bad-block", extremal::bad_block(), "survey, Lemma 12"),
            GenerateQuestion::Hamilton { ref graph, ref task } => hamilton(graph, task, budget)?,
        })
    }
}

fn plain(family: &'static str, position: &Position, source: &'static str) -> GenerateAnswer {
    GenerateAnswer {
        family,
        board: position.to_string(),
        value: None,
        source,
        nodes: None,
        has_circuit: None,
        circuit: None,
        play: None,
        stopped: None,
    }
}

fn of_extremal(family: &'static str, found: Extremal, source: &'static str) -> GenerateAnswer {
    GenerateAnswer { value: Some(found.value), ..plain(family, &found.position, source) }
}

fn hamilton(graph: &str, task: &HamiltonTask, budget: &Budget) -> Result<GenerateAnswer, Failure> {
    let unfit = |unfit: Unfit| Failure::Unfit(unfit.to_string());
    let fused = Fused::new(&read_board_in(graph, budget)?).map_err(unfit)?;
    let board = fused.position.board();
    let mut answer = plain("hamilton", &fused.position, "Demaine et al., Theorem 6");
    answer.nodes = Some(fused.nodes());
    let circuit = match task {
        HamiltonTask::Board => return Ok(answer),
        HamiltonTask::Search => match fused.search(budget) {
            Ok(found) => found,
            Err(stop) => {
                answer.stopped = Some(stop);
                return Ok(answer);
            }
        },
        HamiltonTask::Circuit(text) => {
            let cell = |name| read_cell(board, name).ok_or_else(|| Failure::Unfit(format!("{name} is no cell")));
            Some(words(text).map(cell).collect::<Result<Vec<_>, _>>()?)
        }
        HamiltonTask::Play(text) => {
            let play: Vec<_> = words(text).map(|word| read_move(board, word)).collect::<Result<_, _>>()?;
            Some(fused.circuit(&play).map_err(unfit)?)
        }
    };
    answer.has_circuit = Some(circuit.is_some());
    if let Some(circuit) = circuit {
        let play = fused.play(&circuit).map_err(unfit)?;
        answer.play = Some(play.iter().map(|&mv| move_name(board, mv)).collect());
        answer.circuit = Some(circuit.iter().map(|&node| cell_name(board, node)).collect());
    }
    Ok(answer)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ' ']).filter(|word| !word.is_empty())
}

impl fmt::Display for GenerateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.board)?;
        if self.has_circuit == Some(false) {
            f.write_str("\n  the graph has no Hamiltonian circuit")?;
        }
        if let Some(circuit) = &self.circuit {
            write!(f, "\n  circuit: {}", circuit.join(" "))?;
        }
        if let Some(play) = &self.play {
            write!(f, "\n  play:    {}", play.join(" "))?;
        }
        match self.stopped {
            Some(stop) => write!(f, "\n  stopped: {stop}"),
            None => Ok(()),
        }
    }
}
