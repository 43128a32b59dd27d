//! `allsmall-check FILE`: is this proof right?

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::process::ExitCode;

const HELP: &str = "\
allsmall-check FILE: is this proof, written by allsmall, right? - is standard input.

Exit codes: 0 proved, 1 refused (the line that does not follow is named), 2 no file to read.";

/// The order of games recurses as deep as games are long.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [path] = &args[..] else {
        eprintln!("usage: allsmall-check FILE     (- is standard input)");
        return ExitCode::from(2);
    };
    if let Some(text) = match path.as_str() {
        "-h" | "--help" => Some(HELP),
        "-V" | "--version" => Some(concat!("allsmall-check ", env!("CARGO_PKG_VERSION"))),
        _ => None,
    } {
        println!("{text}");
        return ExitCode::SUCCESS;
    }
    let input: Box<dyn BufRead + Send> = if path == "-" {
        Box::new(BufReader::new(std::io::stdin()))
    } else {
        match File::open(path) {
            Ok(file) => Box::new(BufReader::with_capacity(1 << 16, file)),
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::from(2);
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || allsmall_check::check(input));
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(proved))) => {
            println!("proved: {}", proved.statement);
            proved.played.iter().for_each(|played| println!("  {played}"));
            proved.boards_played.iter().for_each(|played| println!("  {played}"));
            proved.lengths_played.iter().for_each(|played| println!("  {played}"));
            ExitCode::SUCCESS
        }
        Ok(Ok(Err(refused))) => {
            println!("refused: {refused}");
            ExitCode::FAILURE
        }
        _ => {
            eprintln!("the check ended early");
            ExitCode::FAILURE
        }
    }
}
