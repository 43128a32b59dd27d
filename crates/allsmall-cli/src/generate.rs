//! `allsmall generate`: the papers' constructions as boards.

use allsmall::answer::{GenerateQuestion, HamiltonTask};

use crate::ask::print;
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::input;

/// The papers' constructions as boards
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall generate hamilton xxx/x.x/xxx --search
  allsmall generate cycle 12
  allsmall reduce \"$(allsmall generate two-rows 3)\"")]
pub(crate) struct GenerateArgs {
    #[command(subcommand)]
    construction: Construction,
}

#[derive(clap::Subcommand)]
enum Construction {
    /// A board that can be reduced to one stone by alternating moves, Right
    /// first, exactly if a grid graph has a Hamiltonian circuit
    Hamilton(Hamilton),
    /// The path of N cells that leaves the most stones
    Path { n: usize },
    /// The cycle of N cells that leaves the most stones
    Cycle { n: usize },
    /// S_k(K_(d+1)): COPIES complete graphs of DEGREE vertices and a common neighbour, which leaves
    /// the most stones of all graphs with that least degree
    CliqueStar { copies: usize, degree: usize },
    /// Two rows of 12 * UNITS - 1 columns that leave UNITS + 2 stones
    TwoRows { units: usize },
    /// The one block of 4 x 4 that is not "nice"
    BadBlock,
}

#[derive(clap::Args)]
struct Hamilton {
    /// The grid graph: a board with a stone on every node; @FILE and - as elsewhere
    graph: String,
    /// Look for a circuit and play it
    #[arg(long, conflicts_with_all = ["circuit", "play"])]
    search: bool,
    /// Play this circuit, such as a1,a2,b2,b1
    #[arg(long, value_name = "CELLS", conflicts_with = "play")]
    circuit: Option<String>,
    /// Read the circuit from this play to one stone, such as 'a3-a2 ...'
    #[arg(long, value_name = "MOVES")]
    play: Option<String>,
}

pub(crate) fn run(args: GenerateArgs, common: &Common) -> Result<Code, Exit> {
    let (budget, progress) = common.budget();
    let question = match args.construction {
        Construction::Hamilton(args) => {
            let graph = input::text(args.graph, &budget)?;
            let task = match (args.search, args.circuit, args.play) {
                (true, ..) => HamiltonTask::Search,
                (_, Some(circuit), _) => HamiltonTask::Circuit(circuit),
                (_, _, Some(play)) => HamiltonTask::Play(play),
                (false, None, None) => HamiltonTask::Board,
            };
            GenerateQuestion::Hamilton { graph, task }
        }
        Construction::Path { n } => GenerateQuestion::Path(n),
        Construction::Cycle { n } => GenerateQuestion::Cycle(n),
        Construction::CliqueStar { copies, degree } => GenerateQuestion::CliqueStar { copies, degree },
        Construction::TwoRows { units } => GenerateQuestion::TwoRows(units),
        Construction::BadBlock => GenerateQuestion::BadBlock,
    };
    let answer = question.answer(&budget)?;
    drop(progress);
    print(answer, common)
}
