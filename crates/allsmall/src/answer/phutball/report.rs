//! What is known of all boards of one length: statistics, how good the
//! potential is, what a table file holds.

use std::fmt;

use serde::Serialize;

use crate::phutball::exact::{Lane, MoveKind, SolvedLane, WinCensus, WinCounts, judge_guess, solve, unique_wins};
use crate::phutball::{PhutballPosition, Potentials, StripGame};
use crate::{Budget, Player, Stop};

/// The statistics of one board length.
#[derive(Clone, Debug, Serialize)]
pub struct PhutballStats {
    /// Squares of the boards.
    pub squares: usize,
    /// Number of positions that each player wins.
    #[serde(flatten)]
    pub counts: WinCounts,
    /// Number of positions decided in 1, 2, 3, ... plies when Left starts, which is
    /// also the number when Right does; the starter wins the odd ones.
    pub by_plies: Vec<u64>,
    /// Positions in which only one kind of move wins, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<OneKind>,
}

/// Positions that Left, to move, wins by one kind of move only.
#[derive(Clone, Debug, Serialize)]
pub struct OneKind {
    /// The kind.
    pub kind: MoveKind,
    /// How many there are.
    pub count: u64,
    /// The first of them.
    pub boards: Vec<String>,
}

/// How good the generalised potential is on one board length.
#[derive(Clone, Debug, Serialize)]
pub struct PhutballPotential {
    /// Squares of the boards.
    pub squares: usize,
    /// Positions.
    pub positions: u64,
    /// Positions in which it names the winner for both starters.
    pub right_for_both: u64,
    /// Share of all positions, in per cent.
    pub right_for_both_percent: f64,
    /// Of all pairs of position and starter, those with the right winner, in
    /// per cent.
    pub right_percent: f64,
    /// Positions in which it fails.
    pub wrong: u64,
    /// Those with potentials that differ by 0, 1, 2, ...
    pub wrong_by_difference: Vec<u64>,
    /// The first of them.
    pub examples: Vec<Example>,
}

/// A position in which the potential names the wrong winner.
#[derive(Clone, Debug, Serialize)]
pub struct Example {
    /// The board.
    pub board: String,
    /// Its potentials.
    pub potential: Potentials,
    /// Who wins when Left starts.
    pub left_first: Option<Player>,
    /// Who wins when Right starts.
    pub right_first: Option<Player>,
}

/// What a table file holds.
#[derive(Clone, Debug, Serialize)]
pub struct PhutballTable {
    /// The file.
    pub file: String,
    /// Squares of the boards.
    pub squares: usize,
    /// Length of the file.
    pub bytes: u64,
    /// Number of positions that each player wins.
    #[serde(flatten)]
    pub counts: WinCounts,
    /// Whether every block was read and compared with its checksum.
    pub checked: bool,
}

fn solved(squares: usize, budget: &Budget) -> Result<(SolvedLane, WinCensus), Stop> {
    let mut census = WinCensus::default();
    let solved = solve(&Lane::phutball(squares), budget, &mut census)?;
    Ok((solved, census))
}

impl PhutballStats {
    /// The heading of a table of statistics, one row a board length.
    pub const HEADING: &str = "squares    positions         Left        Right        first       second  draws  plies";

    /// Counts all boards of this length; with a kind, also the boards won by
    /// that kind of move only, the first `most` of them by name.
    ///
    /// # Errors
    /// The limit that ended the computation.
    pub fn new(squares: usize, only: Option<MoveKind>, most: usize, budget: &Budget) -> Result<PhutballStats, Stop> {
        let (solved, census) = solved(squares, budget)?;
        let only = only.map(|kind| {
            let mut found = OneKind { kind, count: 0, boards: Vec::new() };
            unique_wins(&solved, kind, budget, |code| {
                found.count += 1;
                if found.boards.len() < most {
                    found.boards.push(PhutballPosition::unpacked(solved.lane(), code).to_string());
                }
            })
            .map(|()| found)
        });
        let (counts, by_plies) = (census.counts(&solved), census.by_plies());
        Ok(PhutballStats { squares, counts, by_plies, only: only.transpose()? })
    }
}

impl PhutballPotential {
    /// Compares the potential with the truth on all boards of this length;
    /// lists the first `most` misses with potentials that differ by at least
    /// `difference`.
    ///
    /// # Errors
    /// The limit that ended the computation.
    pub fn new(squares: usize, most: usize, difference: u64, budget: &Budget) -> Result<PhutballPotential, Stop> {
        let (solved, _) = solved(squares, budget)?;
        let mut examples = Vec::new();
        let guess = judge_guess(&solved, budget, |miss| {
            if examples.len() < most && miss.potentials.left.abs_diff(miss.potentials.right) >= difference {
                let [left_first, right_first] = miss.winners;
                let board = PhutballPosition::unpacked(solved.lane(), miss.code).to_string();
                examples.push(Example { board, potential: miss.potentials, left_first, right_first });
            }
        })?;
        let percent = |part: u64, of: u64| (part as f64 / of as f64 * 1e4).round() / 100.0;
        Ok(PhutballPotential {
            squares,
            positions: guess.positions,
            right_for_both: guess.right_for_both,
            right_for_both_percent: percent(guess.right_for_both, guess.positions),
            right_percent: percent(guess.right, 2 * guess.positions),
            wrong: guess.positions - guess.right_for_both,
            wrong_by_difference: guess.wrong_by_difference,
            examples,
        })
    }
}

/// A row under [`PhutballStats::HEADING`].
impl fmt::Display for PhutballStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WinCounts { positions, left, right, first, second, draws, plies } = self.counts;
        write!(f, "{:7} {positions:12} {left:12} {right:12} {first:12} {second:12} {draws:6} {plies:6}", self.squares)?;
        if let Some(OneKind { kind, count, boards }) = &self.only {
            let what = match kind {
                MoveKind::Place => "placing a stone",
                MoveKind::Forward => "jumping forward",
                MoveKind::Backward => "jumping backward",
            };
            write!(f, "\n  Left to move wins only by {what}: {count}")?;
            boards.iter().try_for_each(|board| write!(f, "\n    {board}"))?;
        }
        Ok(())
    }
}

impl fmt::Display for PhutballPotential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} squares: {} positions", self.squares, self.positions)?;
        writeln!(f, "  right for both starters: {} ({:.2} %)", self.right_for_both, self.right_for_both_percent)?;
        writeln!(f, "  right, each starter counted by itself: {:.2} %", self.right_percent)?;
        write!(f, "  wrong: {}", self.wrong)?;
        for (difference, count) in self.wrong_by_difference.iter().enumerate() {
            write!(f, "\n    potentials differ by {difference}: {count}")?;
        }
        for Example { board, potential, left_first, right_first } in &self.examples {
            let name = |winner: &Option<Player>| winner.map_or_else(|| "nobody".to_owned(), |w| w.to_string());
            let (left, right) = (name(left_first), name(right_first));
            write!(f, "\n  {board}  Left {}, Right {}; ", potential.left, potential.right)?;
            write!(f, "Left first: {left} wins, Right first: {right} wins")?;
        }
        Ok(())
    }
}

impl fmt::Display for PhutballTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WinCounts { positions, left, right, first, second, draws, plies } = self.counts;
        writeln!(f, "{}: all boards of {} squares, {} bytes", self.file, self.squares, self.bytes)?;
        writeln!(
            f,
            "  positions {positions}: Left wins {left}, Right {right}, the first player {first}, the second {second}, draws {draws}"
        )?;
        write!(f, "  longest win: {plies} plies")?;
        if self.checked {
            write!(f, "\n  every block agrees with its checksum")?;
        }
        Ok(())
    }
}
