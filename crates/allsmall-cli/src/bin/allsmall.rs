//! The program `allsmall`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(allsmall_cli::run(std::env::args_os()))
}
