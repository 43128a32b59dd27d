//! `allsmall compare`: how two expressions compare as games.

use allsmall::Budget;
use allsmall::answer::{Asked, ComparePair, CompareQuestion, Question};

use crate::ask::{self, BoardText};
use crate::certify::{self, Certify};
use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::{batch, input};

/// How two positions or sums compare: =, <, > or || (confused)
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall compare xxo up
  allsmall compare '(xxo)^400' '200*up' --json
  allsmall compare xxo up --certificate p.txt --plain && formal/check p.txt
  allsmall compare --batch pairs.txt
  allsmall compare --batch pairs.txt --certify")]
pub(crate) struct CompareArgs {
    /// The first expression; @FILE reads it from a file, - from standard input
    #[arg(required_unless_present = "batch", allow_hyphen_values = true, value_parser = BoardText)]
    board: Option<String>,
    /// The second expression
    #[arg(required_unless_present = "batch", allow_hyphen_values = true, value_parser = BoardText)]
    other: Option<String>,
    /// Compare the two expressions on every line of FILE, with ; or a tab between; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    batch: Option<String>,
    #[command(flatten)]
    certify: Certify,
    /// Write a proof with hints that the verified checker formal/check reads too
    #[arg(long, help_heading = "Proofs")]
    plain: bool,
}

pub(crate) fn run(args: CompareArgs, common: &Common) -> Result<Code, Exit> {
    args.certify.allows(args.plain)?;
    let write = |left: &str, right: &str, budget: &Budget, out: &mut Vec<u8>| {
        let lines = if args.plain {
            allsmall_proofs::plain_compare(left, right, budget, out)
        } else {
            allsmall_proofs::compare(left, right, budget, out)
        };
        lines.map(drop)
    };
    if let Some(path) = &args.batch {
        let prove = |text: &str, budget: &Budget, out: &mut Vec<u8>| {
            let (left, right) = ComparePair::sides(text).expect("a line that was answered has two sides");
            write(left, right, budget, out)
        };
        return match &args.certify {
            Certify { certificate: Some(_), .. } => Err(Exit::bad(certify::ONE_PROOF)),
            Certify { certify: true, .. } => batch::run_and_prove(&ComparePair, path, &args.certify, &prove, common),
            Certify { certify: false, .. } => batch::run(&ComparePair, path, common),
        };
    }
    let (budget, progress) = common.budget();
    let [board, other] = [args.board, args.other].map(|text| text.expect("clap requires both"));
    let asked = Asked::about(&format!("{board} ; {other}"));
    let other = input::text(other, &budget)?;
    let question = CompareQuestion { other: other.clone() };
    ask::say_when_late(&question, &asked, &budget, common);
    let board = input::text(board, &budget)?;
    let answer = match question.ask(&board, &budget) {
        Ok(answer) => answer,
        Err(failure) => return Err(ask::refused(failure, &asked, common)?),
    };
    drop(progress);
    let prove = |text: &str, budget: &Budget, out: &mut Vec<u8>| write(text, &other, budget, out);
    args.certify.print(answer, &board, &asked, &prove, common)
}
