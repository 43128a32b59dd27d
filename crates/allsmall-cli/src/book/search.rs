//! `allsmall book search`: solves the positions after the first moves of a checkerboard.
//!
//! One solver with one transposition table solves them all. Each verdict is a line of the
//! file as soon as it is known; the next call reads the file and goes on. The start and
//! the positions after one move come first, so that their winning replies are in the table.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use allsmall::internal::normal_form::normal_form;
use allsmall::notation::read_board_in;
use allsmall::{Board, Budget, ComponentMove, Player, Position, Solver, Stop, move_name};
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};

use crate::common::Common;
use crate::exit::{Code, Exit};
use crate::watchdog;

/// Solve the positions after the first moves of a checkerboard
///
/// Stopped at any time, it goes on where it was with the next call. --time is for all
/// positions together.
#[derive(clap::Args)]
pub(crate) struct BookSearchArgs {
    /// The board: a checkerboard such as checker:5x6
    board: String,
    /// Number of moves after which positions are solved
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u8).range(0..=6))]
    plies: u8,
    /// Solve also with the player to move who has just moved, after up to this many moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=6))]
    others: Option<u8>,
    /// The file of records, continued if it is there
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// A line of the file.
#[derive(Serialize)]
struct SolvedRecord {
    board: String,
    won: bool,
    #[serde(rename = "move")]
    mv: Option<String>,
    ply: usize,
    nodes: u64,
    seconds: f64,
}

/// What is read of an earlier line.
#[derive(Deserialize)]
struct Done {
    board: String,
}

/// Maximum number of cells of a board.
const MAX_CELLS: usize = 64;

pub(super) fn run(args: &BookSearchArgs, common: &Common) -> Result<Code, Exit> {
    let start = read_board_in(&args.board, &Budget::new().with_cells(MAX_CELLS)).map_err(Exit::bad)?;
    let is_checkerboard = |cols: usize| (0..start.cells().len()).all(|v| start.cells()[v] == Some(stone(v, cols)));
    match *start.board() {
        Board::Grid { cols, .. } if is_checkerboard(cols) => {}
        _ => return Err(Exit::bad("expected a checkerboard of at least two rows, such as checker:5x6")),
    }
    let (budget, progress) = common.budget();
    drop(progress);
    watchdog::be_patient();
    let done = done(&args.output)?;
    let plies = positions_by_ply(&start, usize::from(args.plies));
    let unwritten = |error: std::io::Error| Exit::unwritten(&args.output, &error);
    let file = OpenOptions::new().append(true).create(true).open(&args.output).map_err(unwritten)?;
    let tasks = tasks(&plies, args.others.map_or(0, |others| usize::from(others) + 1));
    let bar = common.bar(tasks.len());
    let solver = Solver::for_position(&start, &budget).map_err(Exit::Stopped)?;
    let mut run = Run { start, solver, budget, file, done, bar };
    for (position, ply) in &tasks {
        match run.solve(position, *ply) {
            Ok(Ok(())) => {}
            Ok(Err(stop)) => {
                run.bar.finish_and_clear();
                eprintln!("{} of {} positions are settled: {stop}", run.done.len(), tasks.len());
                return Ok(Code::of(Some(stop)));
            }
            Err(error) => return Err(unwritten(error)),
        }
    }
    run.bar.finish_and_clear();
    println!("{} positions in {}", run.done.len(), args.output.display());
    Ok(Code::Answered)
}

/// The stone of a checkerboard with x at the top left.
fn stone(v: usize, cols: usize) -> Player {
    Player::BOTH[(v / cols + v % cols) % 2]
}

/// Positions after 0, 1, 2, ... moves, Left's first, one of each normal form; always with
/// Left to move, the colours exchanged after every move.
fn positions_by_ply(start: &Position, plies: usize) -> Vec<Vec<Position>> {
    let mut by_ply = vec![vec![start.clone()]];
    for ply in 0..plies {
        let (mut seen, mut next) = (HashSet::new(), Vec::new());
        for position in &by_ply[ply] {
            for mv in position.moves(Player::Left) {
                let after = position.after(Player::Left, mv).expect("a listed move is legal").negated();
                if seen.insert(normal_form(&after)) {
                    next.push(after);
                }
            }
        }
        by_ply.push(next);
    }
    by_ply
}

/// The positions in the order in which they are solved, with their number of moves; the
/// first `others` lists also with the other player to move.
fn tasks(by_ply: &[Vec<Position>], others: usize) -> Vec<(Position, usize)> {
    let mut tasks = Vec::new();
    let mut seen = HashSet::new();
    for (ply, positions) in by_ply.iter().enumerate() {
        let turned = positions.iter().filter(|_| ply < others).map(Position::negated);
        for position in positions.iter().cloned().chain(turned) {
            if seen.insert(normal_form(&position)) {
                tasks.push((position, ply));
            }
        }
    }
    tasks
}

/// The normal forms of the records of an earlier run; a last line that was cut off is
/// refused, since it would spoil the next.
fn done(path: &Path) -> Result<HashSet<String>, Exit> {
    let mut text = String::new();
    match File::open(path) {
        Ok(mut file) => file.read_to_string(&mut text).map_err(|error| Exit::unwritten(path, &error))?,
        Err(_) => return Ok(HashSet::new()),
    };
    let mut done = HashSet::new();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let bad = |why: String| Exit::bad(format!("{}, line {number}: {why}", path.display()));
        if !line.ends_with('\n') {
            return Err(bad("the line is cut off; delete it".to_owned()));
        }
        let Done { board } = serde_json::from_str(line).map_err(|error| bad(error.to_string()))?;
        let position =
            read_board_in(&board, &Budget::new().with_cells(MAX_CELLS)).map_err(|error| bad(error.to_string()))?;
        done.insert(normal_form(&position));
    }
    Ok(done)
}

/// A search under way.
struct Run {
    start: Position,
    solver: Solver,
    budget: Budget,
    file: File,
    done: HashSet<String>,
    bar: ProgressBar,
}

impl Run {
    /// Solves a position, unless that was done, and appends its record.
    fn solve(&mut self, position: &Position, ply: usize) -> std::io::Result<Result<(), Stop>> {
        self.bar.inc(1);
        let form = normal_form(position);
        if self.done.contains(&form) {
            return Ok(Ok(()));
        }
        let (nodes, started) = (self.solver.nodes(), Instant::now());
        // Parts of grids carry their stones, so one solver takes all positions of its board.
        self.solver.set_position(position);
        let found = match self.solver.winning_move(Player::Left) {
            Ok(found) => found,
            Err(Stop::Memory) => {
                self.solver = match Solver::for_position(&self.start, &self.budget) {
                    Ok(solver) => solver,
                    Err(stop) => return Ok(Err(stop)),
                };
                return Ok(Err(Stop::Memory));
            }
            Err(stop) => return Ok(Err(stop)),
        };
        let mv = found.as_ref().and_then(|found| match found.mv {
            ComponentMove::Stone(mv) => Some(move_name(position.board(), mv)),
            ComponentMove::Option(_) => None,
        });
        let record = SolvedRecord {
            board: position.to_string(),
            won: found.is_some(),
            mv,
            ply,
            nodes: self.solver.nodes() - nodes,
            seconds: (started.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
        };
        let mut line = serde_json::to_string(&record)?;
        line.push('\n');
        self.file.write_all(line.as_bytes())?;
        self.done.insert(form);
        Ok(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use allsmall::book::{OpeningBook, SectionPlan};
    use clap::Parser;

    use super::*;
    use crate::book::records;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: BookSearchArgs,
        #[command(flatten)]
        common: Common,
    }

    fn searched(board: &str, file: &Path) -> Result<Code, Exit> {
        let file = file.to_str().expect("a plain path");
        let Line { args, common } = Line::parse_from(["test", board, "--plies", "2", "--others", "1", "-o", file]);
        run(&args, &common)
    }

    #[test]
    fn a_search_goes_on_where_it_was_and_its_records_make_a_book() {
        let folder = std::env::temp_dir().join(format!("allsmall-book-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let file = folder.join("records");
        let text = || std::fs::read_to_string(&file).expect("it was written");
        assert!(searched("checker:3x4", &file).is_ok_and(|code| code == Code::Answered));
        let whole = text();
        // The next run goes on: nothing is left to do, and a record that is missing is made again.
        assert!(searched("checker:3x4", &file).is_ok_and(|code| code == Code::Answered));
        assert_eq!(text(), whole);
        let lines: Vec<&str> = whole.lines().collect();
        std::fs::write(&file, format!("{}\n", lines[..lines.len() / 2].join("\n"))).expect("room");
        assert!(searched("checker:3x4", &file).is_ok_and(|code| code == Code::Answered));
        assert_eq!(text().lines().count(), lines.len());
        let read = records::read(&file, &Budget::new());
        let Ok((rows, cols, records)) = read else { panic!("the records cannot be read") };
        let bytes = OpeningBook::build(&[SectionPlan { rows, cols, plies: 9, records }]).expect("they fit together");
        let book = OpeningBook::read(&bytes).expect("it was just made");
        let start: Position = "checker:3x4".parse().expect("a board");
        for player in Player::BOTH {
            assert_eq!(book.look_up(&start, player).map(|entry| entry.wins), Some(false));
        }
        assert!(book.positions().len() >= lines.len());
        // A line that was cut off would spoil the next one.
        std::fs::write(&file, &whole[..whole.len() - 5]).expect("room");
        assert!(matches!(searched("checker:3x4", &file), Err(Exit::Bad(_))));
        assert!(matches!(searched("xxo/oox", &folder.join("other")), Err(Exit::Bad(_))));
        std::fs::remove_dir_all(&folder).expect("it is there");
    }
}
