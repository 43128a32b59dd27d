//! Two players: Folkersen, "Linear Clobber Solver", and the conjectures of
//! Albert, Grossman, Nowakowski and Wolfe that it and the survey quote.

use std::sync::Arc;

use allsmall::cgt::{Relation, Value};
use allsmall::endgame::{Database, Normal, Shape};
use allsmall::family::{Family, Reach, nimbers, outcomes, study};
use allsmall::notation::read_board;
use allsmall::value::Valuer;
use allsmall::{Budget, Outcome, Player, Position, Stop};
use allsmall_check::games::Watch;

use crate::boards::{colourings, line};
use crate::claim::{Claim, Finding};
use crate::words::first_size;

/// The claims of this file.
pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "albert-xo",
        source: "Albert et al. 2005; survey, Conjecture 1; Folkersen, section 1",
        place: "survey, section 1.1, Conjecture 1; Folkersen, section 1, third paragraph",
        statement: "(xo)^n is a first-player win for every n but 3.",
        check: |context| {
            let n = context.up_to(20, 40, 46);
            let failure = first_size(1..=n, |n| {
                let expected = if n == 3 { Outcome::P } else { Outcome::N };
                Ok(outcome(&format!("(xo)^{n}"), &context.budget)? == expected)
            })?;
            let failure = failure.map(|n| format!("n = {n}"));
            let word = Family::read("xo").expect("a pattern");
            let found = outcomes(&word, &context.budget);
            let rechecked = is_rechecked(found.certificate(), &context.budget)?;
            let finding = if rechecked {
                Finding::theorem(format!("n <= {n} one by one, and every n by the critical calculus"), failure)
                    .remark(format!("{}; the certificate was checked again from the rules (allsmall family xo --outcome); nobody outside has reviewed the argument", found.statement()))
            } else {
                Finding::conjecture(format!("n <= {n}"), failure)
            };
            Ok(finding.remark("a proof by hand was announced in 2025 (Chen, Folkersen, Hasham, Hayward, Lee, Randall, Schultz, Vandermeer, arXiv 2509.08985)"))
        },
    },
    Claim {
        id: "albert-xxo",
        source: "Albert et al. 2005; Folkersen, section 1",
        place: "Folkersen, section 1, third paragraph",
        statement: "(xxo)^n = floor((n+1)/2).up for every n.",
        check: |context| {
            let each: i32 = context.up_to(60, 120, 250);
            let some = (1..=each).chain(context.up_to(100..101, 400..401, 400..401));
            let mut valuer = Valuer::new(&context.budget);
            let mut failure = None;
            for n in some {
                let value = valued(&mut valuer, &format!("(xxo)^{n}"))?;
                let ups = valuer.values_mut().ups((n + 1) / 2, false)?;
                if failure.is_none() && value != ups {
                    failure = Some(format!("n = {n}"));
                }
            }
            let checked = format!("n <= {each} and n = {} one by one", context.up_to(100, 400, 400));
            let word = Family::read("xxo").expect("a pattern");
            let report = study(&word, Reach::default(), &context.budget);
            let rechecked = is_rechecked(report.certificate(), &context.budget)?;
            let finding = if rechecked {
                Finding::theorem(format!("{checked}, and every n by induction"), failure)
                    .remark(format!("{}; the certificate was checked again from the rules (allsmall family xxo); nobody outside has reviewed the argument", report.statement()))
            } else {
                Finding::conjecture(checked, failure)
            };
            Ok(finding)
        },
    },
    Claim {
        id: "linear-database",
        source: "Folkersen, section 3.1",
        place: "section 3.1, list of fields",
        statement: "All boards up to length 16 come down to 120 shapes and 866,924 entries, 2.01 % of 3^16.",
        check: |context| {
            let shapes: Vec<Shape> = Shape::all(16).into_iter().filter(|shape| shape.stones() > 0).collect();
            let entries: u64 = shapes.iter().map(|shape| 1u64 << shape.stones()).sum();
            let share = entries as f64 / 3f64.powi(16) * 100.0;
            let failure = (shapes.len() != 120 || entries != 866_924)
                .then(|| format!("{} shapes, {entries} entries", shapes.len()));
            let finding = Finding::theorem("length 16", failure).remark(format!("{share:.4} %; a shape lists the runs of two stones and more, longest first; nothing is saved by mirror images"));
            if context.up_to(true, false, false) {
                return Ok(finding);
            }
            let database = Database::build(16, &context.budget)?;
            let census = database.census(0..database.sections().entries());
            Ok(finding.remark(format!(
                "who wins them: second player {}, Left {}, Right {}, first player {}; {} different values",
                census.p,
                census.l,
                census.r,
                census.n,
                database.values()
            )))
        },
    },
    Claim {
        id: "linear-bounds",
        source: "Folkersen, section 3.1, table of bounds",
        place: "section 3.1, table of bounds",
        statement: "oooox, ooox, oox, ox, nothing, xo, xxo, xxxo, xxxxo are v3, v2*, v, *, 0, *, ^, ^2*, ^3.",
        check: |context| {
            let mut valuer = Valuer::new(&context.budget);
            let table = [
                ("oooox", "v3"),
                ("ooox", "v2*"),
                ("oox", "v"),
                ("ox", "*"),
                (".", "0"),
                ("xo", "*"),
                ("xxo", "^"),
                ("xxxo", "^2*"),
                ("xxxxo", "^3"),
            ];
            let mut failure = None;
            for (board, name) in table {
                let value = valued(&mut valuer, board)?;
                let found = valuer.values().name(value).unwrap_or_default();
                if found != name {
                    failure = Some(format!("{board} is {found}"));
                }
            }
            Ok(Finding::theorem("all nine", failure)
                .remark("neighbours in the table are confused with each other, so the bounds of a board must be found by trying every row"))
        },
    },
    Claim {
        id: "linear-static-rules",
        source: "Folkersen, section 5",
        place: "section 5, paragraph on static rules",
        statement: "A sum whose parts all favour one player is his; with one more part that the first player wins, he wins moving first.",
        check: |context| {
            let n = context.up_to(6, 7, 8);
            let mut valuer = Valuer::new(&context.budget);
            let strips: Vec<Position> = (2..=n).flat_map(|n| colourings(&line(n)).collect::<Vec<_>>()).collect();
            let values = valuer.positions(&strips)?;
            let of = |outcome: Outcome, valuer: &Valuer| -> Vec<(usize, Value)> {
                values.iter().copied().enumerate().filter(|(_, v)| valuer.values().outcome(*v) == outcome).collect()
            };
            let (left, first) = (of(Outcome::L, &valuer), of(Outcome::N, &valuer));
            let mut failure = None;
            for &(i, a) in &left {
                context.budget.check()?;
                for &(j, b) in left.iter().chain(&first) {
                    let sum = valuer.values_mut().add(a, b)?;
                    if valuer.values().outcome(sum).winner(Player::Left) != Player::Left {
                        failure = Some(format!("{} + {}", strips[i], strips[j]));
                    }
                }
            }
            Ok(Finding::theorem(format!("all pairs of strips of up to {n} stones, by exact values"), failure))
        },
    },
    Claim {
        id: "linear-loop",
        source: "Folkersen, section 4.2",
        place: "section 4.2, paragraph on metric 3",
        statement: "Counting undominated moves can loop: oxoooxxoox and -ooooxxox- are equal, two moves apart, and have 2 and 4.",
        check: |context| {
            let mut valuer = Valuer::new(&context.budget);
            let boards = ["oxoooxxoox", ".ooooxxox."];
            let values = [valued(&mut valuer, boards[0])?, valued(&mut valuer, boards[1])?];
            let counts = [undominated(boards[0], &mut valuer)?, undominated(boards[1], &mut valuer)?];
            let name = valuer.values().name(values[0]).unwrap_or_default();
            let wrong = values[0] != values[1] || counts != [2, 4];
            Ok(Finding::theorem("the example", wrong.then(|| format!("{counts:?} undominated moves")))
                .remark(format!("both are {name}")))
        },
    },
    Claim {
        id: "linear-shape-example",
        source: "Folkersen, section 3.2, example of normalising",
        place: "section 3.2, paragraph that defines shapes",
        statement: "The board xo-x-oxx of shape (2,1,3) is equal to oox-xo.",
        check: |context| {
            let mut valuer = Valuer::new(&context.budget);
            let mut name = |board: &str| -> Result<String, Stop> {
                let value = valued(&mut valuer, board)?;
                Ok(valuer.values().name(value).unwrap_or_default())
            };
            let [board, printed, repaired] = [name("xo-x-oxx")?, name("oox-xo")?, name("oxx-xo")?];
            let failure = (board != printed).then(|| format!("xo-x-oxx is {board}, oox-xo is {printed}"));
            Ok(Finding::misprint("the example", failure)
                .instead("it is equal to oxx-xo", (board != repaired).then_some(repaired)))
        },
    },
    Claim {
        id: "linear-number-example",
        source: "Folkersen, section 3.2, second sample",
        place: "section 3.2, table of examples, second line",
        statement: "xoo-x is stored as shape (3), number 101 in binary.",
        check: |_| {
            let board = read_board("xoo-x").expect("a board");
            let normal = Normal::of_cells(board.cells()).expect("short");
            let failure = (normal.number != 0b101).then(|| format!("its number is {:b}", normal.number));
            Ok(Finding::misprint("the example", failure).instead(
                "black is 1 and white 0, so the number of xoo is 100",
                (normal.number != 0b100).then(|| format!("{:b}", normal.number)),
            ))
        },
    },
    Claim {
        id: "survey-problem-1",
        source: "Survey, Problem P1",
        place: "section 1.1, Problem P1",
        statement: "Who wins impartial Clobber on alternating rows, where either player moves either colour?",
        check: |context| {
            let longest = context.up_to(400, 1_500, 4_000);
            let word = Family::read("xo").expect("a pattern");
            let found = nimbers(&word, longest, &context.budget);
            if let Some(stop) = found.stopped {
                return Err(stop);
            }
            let first: Vec<_> = found.first.iter().skip(1).take(20).map(u32::to_string).collect();
            let lost: Vec<_> =
                found.first.iter().enumerate().skip(1).filter(|(_, g)| **g == 0).map(|(n, _)| n.to_string()).collect();
            let period = found
                .period
                .map_or("no period".to_owned(), |(period, from)| format!("period {period} from length {from}"));
            Ok(Finding::conjecture(format!("(xo)^n up to {longest} stones"), None).remark(format!(
                "nimbers for n = 1, 2, ...: {} ...; {period} was found; the second player wins for n = {}{}",
                first.join(" "),
                lost.iter().take(20).cloned().collect::<Vec<_>>().join(" "),
                if lost.len() > 20 { " ..." } else { "" }
            )))
        },
    },
];

fn outcome(board: &str, budget: &Budget) -> Result<Outcome, Stop> {
    allsmall::outcome(&read_board(board).expect("a board"), budget)
}

/// Whether the checker accepts the certificate of a family, within the budget.
fn is_rechecked(certificate: Option<&str>, budget: &Budget) -> Result<bool, Stop> {
    let Some(certificate) = certificate else { return Ok(false) };
    let watched = budget.clone();
    let watch: Watch = Arc::new(move || watched.check().map_err(|stop| stop.to_string()));
    let is_accepted = allsmall_check::families::check_watched(certificate, Some(watch)).is_ok();
    budget.check().map(|()| is_accepted)
}

fn valued(valuer: &mut Valuer, board: &str) -> Result<Value, Stop> {
    valuer.expr(&board.parse().expect("an expression"))
}

/// Moves of both players that no other move makes needless; of equal ones the
/// first is kept.
fn undominated(board: &str, valuer: &mut Valuer) -> Result<usize, Stop> {
    let position = read_board(board).expect("a board");
    let mut count = 0;
    for player in Player::BOTH {
        let after = |mv| position.after(player, mv).expect("a legal move");
        let options: Vec<Position> = position.moves(player).into_iter().map(after).collect();
        let mut values = valuer.positions(&options)?;
        let mut kept = Vec::new();
        values.dedup();
        values.sort_by_key(|value| value.id());
        values.dedup();
        for &value in &values {
            let better = if player == Player::Left { Relation::Less } else { Relation::Greater };
            let mut beaten = false;
            for &other in &values {
                beaten |= valuer.values_mut().compare(value, other)? == better;
            }
            if !beaten {
                kept.push(value);
            }
        }
        count += kept.len();
    }
    Ok(count)
}
