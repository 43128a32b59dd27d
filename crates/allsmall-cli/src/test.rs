//! `allsmall test`: other solvers' test files.

use std::io::{Write, stdout};
use std::time::Instant;

use allsmall::Stop;
use allsmall::answer::TestAnswer;
use allsmall::internal::foreign_tests::{self, CaseResult, CaseRunner};

use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::{ask, input, watchdog};

/// Run the test files of SEGClobber and MCGS
///
/// SEGClobber's lines are `BOARD FIRST WINNER` with B for black and W for white. Of MCGS's .test files
/// the questions about Clobber, nimbers and ups are answered; the others are skipped. Every failure is
/// shown with its file and line, and the exit code is 1 if there was one. Time and memory limits hold
/// for each question.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  allsmall test test_10.txt test_20.txt
  allsmall test clobber_easy.test --time 10s --json")]
pub(crate) struct TestArgs {
    /// The files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
}

pub(crate) fn run(args: &TestArgs, common: &Common) -> Result<Code, Exit> {
    watchdog::stand_down();
    let start = Instant::now();
    let mut answer = TestAnswer::default();
    let mut code = Code::Answered;
    for file in &args.files {
        let source = if file == "-" { file.clone() } else { format!("@{file}") };
        match foreign_tests::read(&input::text(source, &common.budget_of_one(start).0)?) {
            Ok(cases) => run_file(file, &cases, &mut answer, common, start)?,
            Err(fault) => {
                eprintln!("error: {file}:{fault}");
                code = Code::Bad;
            }
        }
        if answer.stopped == Some(Stop::Interrupted) {
            break;
        }
    }
    if answer.failed > 0 {
        code = code.and(Code::Failed);
    }
    Ok(code.and(ask::print(answer, common)?))
}

/// Runs the cases of one file and shows failures as they come.
fn run_file(
    file: &str,
    cases: &[foreign_tests::Case],
    answer: &mut TestAnswer,
    common: &Common,
    start: Instant,
) -> Result<(), Exit> {
    let mut runner = CaseRunner::default();
    for case in cases {
        let (budget, progress) = common.budget_of_one(start);
        let verdict = runner.run(case, &budget);
        drop(progress);
        let interrupted = verdict == CaseResult::Stopped(Stop::Interrupted);
        let failure = answer.count(file, case, verdict);
        if let Some(failure) = failure.filter(|_| !common.json) {
            writeln!(stdout(), "{failure}")?;
        }
        if interrupted {
            break;
        }
    }
    Ok(())
}
