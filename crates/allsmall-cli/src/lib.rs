//! The program `allsmall`: one file per subcommand, exit codes in one place.
//!
//! The subcommands read options into a question of the library, ask it, and
//! print the answer; they compute nothing themselves.

mod analyse;
mod ask;
mod batch;
mod best_move;
mod book;
mod cache_folder;
mod certify;
mod cite;
mod claims;
mod common;
mod compare;
mod compression;
mod draw;
mod endgame;
mod engine;
mod exit;
mod explore;
mod family;
mod figure;
mod find;
mod generate;
mod gzip;
mod help;
mod input;
mod narrow;
mod nimber;
mod part_values;
mod phutball;
mod play;
mod plot;
mod proof;
mod reduce;
#[cfg(feature = "serve")]
mod serve;
mod shell;
mod show;
mod solve;
mod table;
mod test;
mod value;
mod watchdog;

use std::ffi::OsString;
use std::io::{Write, stdout};

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use common::Common;
use exit::Exit;

/// Exact answers about Clobber: who wins, what a position is worth, how far
/// one player alone can reduce it.
#[derive(Parser)]
#[command(name = "allsmall", version = env!("ALLSMALL_VERSION"), propagate_version = true, max_term_width = 100)]
#[command(arg_required_else_help = true)]
#[command(after_help = "\
A BOARD is written x (Left, black), o (Right, white) and . (empty): xoxxo.ox is a strip,
xox/oxo a grid, (xo)^12 a repetition, cycle:xoxo, tree:0,0,1:xoxo, edges:0-1,1-2:xox other graphs,
checker:5x6 and random:50:7 ready-made boards; @FILE reads a board from a file, - from standard input.

Exit codes: 0 answered, 2 bad input, 3 not settled within the limits, 130 interrupted, 1 anything else.")]
struct Cli {
    #[command(flatten)]
    common: Common,
    /// Print how to cite the program, as BibTeX
    #[arg(long)]
    cite: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::SolveArgs),
    Value(value::ValueArgs),
    Compare(compare::CompareArgs),
    Nimber(nimber::NimberArgs),
    Reduce(reduce::ReduceArgs),
    Phutball(phutball::PhutballArgs),
    Draw(draw::DrawArgs),
    Show(show::ShowArgs),
    Explore(explore::ExploreArgs),
    Table(table::TableArgs),
    Find(find::FindArgs),
    Plot(plot::PlotArgs),
    Play(play::PlayArgs),
    Move(best_move::MoveArgs),
    Analyse(analyse::AnalyseArgs),
    Engine(engine::EngineArgs),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    Narrow(narrow::NarrowArgs),
    Generate(generate::GenerateArgs),
    Family(family::FamilyArgs),
    Claims(claims::ClaimsArgs),
    Endgame(endgame::EndgameArgs),
    PartValues(part_values::PartValuesArgs),
    Book(book::BookArgs),
    Proof(proof::ProofArgs),
    Test(test::TestArgs),
    Completions(shell::CompletionsArgs),
    Man(shell::ManArgs),
}

impl Command {
    /// Returns whether `--time` limits the command as a whole, not each board or
    /// each move.
    fn has_one_end(&self) -> bool {
        match self {
            Command::Test(_) | Command::Play(_) | Command::Engine(_) | Command::Explore(_) => false,
            #[cfg(feature = "serve")]
            Command::Serve(_) => false,
            Command::Phutball(args) => !args.is_played(),
            _ => true,
        }
    }

    /// Whether a signal ends it with the exit code of an interrupted run; the
    /// server closes its connections first.
    fn heeds_signals(&self) -> bool {
        match self {
            #[cfg(feature = "serve")]
            Command::Serve(_) => false,
            _ => true,
        }
    }

    /// Whether it is a game, which waits for a line most of the time.
    fn is_played(&self) -> bool {
        match self {
            Command::Play(_) | Command::Explore(_) => true,
            Command::Phutball(args) => args.is_played(),
            Command::Proof(args) => args.is_played(),
            _ => false,
        }
    }
}

/// Prints help or what is wrong with the command line.
fn usage(error: &clap::Error) -> u8 {
    match error.print() {
        Err(full) if !error.use_stderr() => Exit::from(full).report(),
        _ => u8::try_from(error.exit_code()).unwrap_or(2),
    }
}

/// Reads the command line.
fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let cli = Cli::from_arg_matches(&help::command().try_get_matches_from(arguments)?)?;
    if cli.command.is_none() && !cli.cite {
        let message = "expected a command, such as solve or value; --help lists them";
        return Err(help::command().error(ErrorKind::MissingSubcommand, message));
    }
    Ok(cli)
}

/// Runs the program with these arguments, the first of which is its name, and
/// returns its exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let Cli { common, cite, command } = match parse(arguments) {
        Ok(cli) => cli,
        Err(error) => return usage(&ask::blame_the_option(error, Cli::command())),
    };
    let Some(command) = command.filter(|_| !cite) else {
        let printed = stdout().write_all(cite::bibtex().as_bytes());
        return printed.map_or_else(|error| Exit::from(error).report(), |()| 0);
    };
    watchdog::start(common.time_of_all(command.has_one_end()), common.json);
    if command.heeds_signals() {
        common::heed_signals();
    }
    if command.is_played() {
        watchdog::end_at_once();
    }
    part_values::install();
    let done = match command {
        Command::Solve(args) => solve::run(args, &common),
        Command::Value(args) => value::run(args, &common),
        Command::Compare(args) => compare::run(args, &common),
        Command::Nimber(args) => nimber::run(args, &common),
        Command::Reduce(args) => reduce::run(args, &common),
        Command::Phutball(args) => phutball::run(args, &common),
        Command::Draw(args) => draw::run(&args, &common),
        Command::Show(args) => show::run(args, &common),
        Command::Explore(args) => explore::run(args, &common),
        Command::Table(args) => table::run(&args, &common),
        Command::Find(args) => find::run(args, &common),
        Command::Plot(args) => plot::run(&args, &common),
        Command::Play(args) => play::run(args, &common),
        Command::Move(args) => best_move::run(args, &common),
        Command::Analyse(args) => analyse::run(args, &common),
        Command::Engine(args) => engine::run(&args, &common),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args, &common),
        Command::Narrow(args) => narrow::run(&args, &common),
        Command::Generate(args) => generate::run(args, &common),
        Command::Family(args) => family::run(args, &common),
        Command::Claims(args) => claims::run(&args, &common),
        Command::Endgame(args) => endgame::run(args, &common),
        Command::PartValues(args) => part_values::run(args, &common),
        Command::Book(args) => book::run(args, &common),
        Command::Proof(args) => proof::run(&args, &common),
        Command::Test(args) => test::run(&args, &common),
        Command::Completions(args) => shell::completions(&args),
        Command::Man(args) => shell::man(&args),
    };
    done.map_or_else(Exit::report, u8::from)
}
