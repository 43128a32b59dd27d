//! `allsmall completions` and `allsmall man`: shell completions and man pages.

use std::fs;
use std::io::stdout;
use std::path::PathBuf;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Cli;
use crate::exit::{Code, Exit};

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  allsmall completions bash > ~/.local/share/bash-completion/completions/allsmall")]
pub(crate) struct CompletionsArgs {
    /// The shell to complete for
    shell: Shell,
}

/// Write the man pages into a directory
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  allsmall man ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// The directory; it is made if it is missing
    dir: PathBuf,
}

pub(crate) fn completions(args: &CompletionsArgs) -> Result<Code, Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "allsmall", &mut script);
    std::io::Write::write_all(&mut stdout(), &script)?;
    Ok(Code::Answered)
}

pub(crate) fn man(args: &ManArgs) -> Result<Code, Exit> {
    let written = fs::create_dir_all(&args.dir).and_then(|()| clap_mangen::generate_to(Cli::command(), &args.dir));
    match written {
        Ok(()) => Ok(Code::Answered),
        Err(error) => Err(Exit::unwritten(&args.dir, &error)),
    }
}
