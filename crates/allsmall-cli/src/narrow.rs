//! `allsmall narrow`: solitaire on K x n grids and C_M x P_n cylinders, for every n.

use allsmall::Budget;
use allsmall::answer::{NarrowQuestion, WorstQuestion};
use allsmall::solitaire::graphs::grid::{NarrowShape, every_length_proof, worst_proof};
use allsmall_proofs::Failure;

use crate::certify::Certify;
use crate::common::Common;
use crate::exit::{Code, Exit};

/// Solitaire on K x n grids: statements for every n
///
/// Can every position of both colours be reduced to T stones, unless delta
/// alone forbids it? Settled by a finite automaton for all n at once. With
/// --worst: how many stones the worst position of each length leaves.
#[derive(clap::Args)]
#[command(
    group = clap::ArgGroup::new("boards").required(true),
    group = clap::ArgGroup::new("statement").required(true),
    after_help = "\
Examples:
  allsmall narrow --rows 2 --at-most 2
  allsmall narrow --rows 3 --at-most 1 --json
  allsmall narrow --rows 2 --worst --certificate two-rows.txt
  allsmall narrow --ring 4 --at-most 1"
)]
pub(crate) struct NarrowArgs {
    /// Rows of the grids
    #[arg(long, value_name = "K", group = "boards", value_parser = clap::value_parser!(u8).range(1..=5))]
    rows: Option<u8>,
    /// Cylinders: vertices of the ring
    #[arg(long, value_name = "M", group = "boards", value_parser = clap::value_parser!(u8).range(3..=5))]
    ring: Option<u8>,
    /// The number of stones to reach
    #[arg(long, value_name = "T", group = "statement", value_parser = clap::value_parser!(u8).range(1..))]
    at_most: Option<u8>,
    /// The most stones that a position of each length leaves
    #[arg(long, group = "statement", conflicts_with = "longest")]
    worst: bool,
    /// Count the exceptions up to this number of columns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000), default_value = "24")]
    longest: u16,
    #[command(flatten)]
    certify: Certify,
}

pub(crate) fn run(args: &NarrowArgs, common: &Common) -> Result<Code, Exit> {
    let (budget, progress) = common.budget();
    let shape = match (args.rows, args.ring) {
        (Some(rows), _) => NarrowShape::Grid { rows: rows.into() },
        (None, ring) => NarrowShape::Cylinder { ring: ring.map_or(0, usize::from) },
    };
    let at_most = args.at_most.map_or(0, usize::from);
    let worst = args.worst;
    let prove = move |_: &str, budget: &Budget, out: &mut Vec<u8>| {
        let proof = if worst { worst_proof(shape, budget)? } else { every_length_proof(shape, at_most, budget)? };
        let proof = proof.ok_or_else(|| Failure::Unfit("there are exceptions of many lengths".to_owned()))?;
        proof.write(out).map_err(|error| Failure::Unfit(error.to_string()))
    };
    if worst {
        let answer = WorstQuestion { shape }.answer(&budget);
        drop(progress);
        return args.certify.print_statement(answer, &prove, common);
    }
    let answer = NarrowQuestion { shape, at_most, longest: args.longest.into() }.answer(&budget);
    drop(progress);
    args.certify.print_statement(answer, &prove, common)
}
