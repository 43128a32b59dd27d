//! `allsmall book check`: entries of a book against fresh searches.

use std::path::PathBuf;

use allsmall::book::OpeningBook;
use allsmall::internal::SplitMix64;
use allsmall::{Player, Position, Solver, Stop};

use crate::common::Common;
use crate::exit::{Code, Exit};

/// Solve entries of a book again, each by a fresh search without the book
///
/// The winner and the winning move must be right. --time is for each entry; one that is
/// not settled by then is counted apart.
#[derive(clap::Args)]
pub(super) struct BookCheckArgs {
    /// The file; by default the book that the program carries
    file: Option<PathBuf>,
    /// Number of entries, drawn at random
    #[arg(long, value_name = "N", default_value = "100")]
    sample: usize,
    /// The seed of the draw
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: u64,
    /// Draw only positions with at most this many stones
    #[arg(long, value_name = "N")]
    stones: Option<usize>,
}

/// What the checks found.
#[derive(Default)]
struct CheckTally {
    confirmed: usize,
    unsettled: usize,
    nodes: u64,
}

pub(super) fn run(args: &BookCheckArgs, common: &Common) -> Result<Code, Exit> {
    let read = args.file.as_deref().map(super::open).transpose()?;
    let book = read.as_ref().unwrap_or_else(|| OpeningBook::shipped());
    let mut positions = book.positions();
    positions.retain(|position| args.stones.is_none_or(|most| position.stones() <= most));
    let all = positions.len();
    shuffle(&mut positions, &mut SplitMix64::new(args.seed));
    positions.truncate(args.sample);
    let (mut tally, bar) = (CheckTally::default(), common.bar(positions.len()));
    for position in &positions {
        match check(book, position, &mut tally, common) {
            Ok(true) => tally.confirmed += 1,
            Ok(false) => {
                bar.finish_and_clear();
                println!("{position}: the book is wrong about it, Left to move");
                return Ok(Code::Failed);
            }
            Err(Stop::Interrupted) => return Err(Exit::Stopped(Stop::Interrupted)),
            Err(_) => tally.unsettled += 1,
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let CheckTally { confirmed, unsettled, nodes } = tally;
    println!(
        "{confirmed} of {} entries, drawn from {all}, confirmed; {unsettled} not settled; {nodes} nodes",
        positions.len()
    );
    Ok(if confirmed == 0 && unsettled > 0 { Code::Unsettled } else { Code::Answered })
}

/// Whether a fresh search confirms the winner and the winning move.
fn check(book: &OpeningBook, position: &Position, tally: &mut CheckTally, common: &Common) -> Result<bool, Stop> {
    let (budget, _progress) = common.budget();
    let mut solver = Solver::for_position(position, &budget)?;
    let entry = book.look_up(position, Player::Left).expect("it is listed");
    let found = match entry.mv {
        None => solver.wins(Player::Left),
        Some(mv) => {
            let after = position.after(Player::Left, mv).ok();
            after.map_or(Ok(false), |after| {
                solver.set_position(&after);
                solver.wins(Player::Right).map(|wins| !wins)
            })
        }
    };
    tally.nodes += solver.nodes();
    found.map(|wins| wins == entry.wins)
}

/// Puts a list into random order.
fn shuffle<T>(list: &mut [T], random: &mut SplitMix64) {
    for last in (1..list.len()).rev() {
        list.swap(last, random.below(last as u64 + 1) as usize);
    }
}
