//! Tables against brute force, against known counts, and against themselves.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::ops::ControlFlow;

use allsmall::Budget;
use allsmall::cgt::Values;
use allsmall::internal::judge;
use allsmall::internal::tabulate::{
    BoardSet, Colours, Condition, RowEvent, SelectOptions, Selection, TableCell, TableColumn, TableFormat,
    TableSummary, TableWriter, print, run,
};
use allsmall::notation::{ExprPattern, read_board, read_expr};
use allsmall::solitaire::extremes::extremes;
use allsmall::value::Valuer;

fn rows(
    what: &str,
    columns: &[TableColumn],
    condition: Option<&str>,
    budget: &Budget,
) -> (Vec<Vec<TableCell>>, TableSummary) {
    let condition = condition.map(|text| Condition::read(text).unwrap());
    let mut source = BoardSet::read(what).unwrap().source(false, Colours::All).unwrap();
    let mut all = Vec::new();
    let summary = run(&mut source, columns, condition.as_ref(), budget, &mut |row| {
        if let RowEvent::Cells(cells) = row {
            all.push(cells);
        }
        Ok(ControlFlow::Continue(()))
    });
    (all, summary.unwrap())
}

#[test]
fn every_row_says_what_the_single_questions_say() {
    let columns =
        [TableColumn::Board, TableColumn::Outcome, TableColumn::Value, TableColumn::Birthday, TableColumn::Nimber];
    for what in ["all:2x3", "all:full:strips:7", "all:strips:5", "all:cycle:5"] {
        let (all, summary) = rows(what, &columns, None, &Budget::new());
        assert_eq!((summary.boards as usize, summary.unsettled), (all.len(), 0));
        let mut valuer = Valuer::new(&Budget::new());
        for row in all {
            let position = read_board(&row[0].to_string()).unwrap();
            assert_eq!(row[1].to_string(), judge::outcome(&position, &Budget::new()).unwrap().to_string());
            let v = valuer.value(&position).unwrap();
            assert_eq!(Some(row[2].to_string()), valuer.values().name(v), "{position}");
            assert_eq!(row[3], TableCell::Number(i64::from(valuer.values().birthday(v))));
            let nimber = allsmall::nimber(&position, &Budget::new()).unwrap();
            assert_eq!(row[4], TableCell::Number(i64::from(nimber)));
        }
    }
}

#[test]
fn outcomes_without_values_are_the_same() {
    let (alone, _) = rows("all:3x3", &[TableColumn::Outcome], None, &Budget::new());
    let (beside, _) = rows("all:3x3", &[TableColumn::Outcome, TableColumn::Size], None, &Budget::new());
    assert_eq!(alone.len(), 19_683);
    assert!(alone.iter().zip(&beside).all(|(a, b)| a[0] == b[0]));
}

#[test]
fn threads_change_nothing() {
    let columns = [TableColumn::Board, TableColumn::Value, TableColumn::Weight];
    let (one, _) = rows("all:strips:8", &columns, Some("value>0 or value||*"), &Budget::new());
    let (three, _) = rows("all:strips:8", &columns, Some("value>0 or value||*"), &Budget::new().with_threads(3));
    assert_eq!(one, three);
    assert!(one.len() > 1000 && one.len() < 6561);
}

/// Counts of P, L, R, N and of distinct values by length: `testdata/clobber`.
#[test]
fn strips_fall_into_the_known_classes() {
    let text = include_str!("../../../testdata/clobber/strip-counts.txt");
    for line in text.lines().filter(|line| !line.starts_with('%')) {
        let numbers: Vec<i64> = line.split_whitespace().map(|n| n.parse().unwrap()).collect();
        if numbers[0] > 11 {
            continue;
        }
        let what = format!("all:full:strips:{}", numbers[0]);
        let count = |select: SelectOptions, condition: Option<&str>| {
            let mut selection = Selection::new(&[], &SelectOptions { count: true, ..select }).unwrap();
            let columns = selection.columns().to_vec();
            let (all, _) = rows(&what, &columns, condition, &Budget::new());
            for row in all {
                selection.push(row);
            }
            match selection.finish()[0][0] {
                TableCell::Number(n) => n,
                ref other => panic!("{other:?}"),
            }
        };
        for (outcome, expected) in ["P", "L", "R", "N"].iter().zip(&numbers[1..]) {
            assert_eq!(count(SelectOptions::default(), Some(&format!("outcome={outcome}"))), *expected, "{line}");
        }
        let unique = SelectOptions { unique: Some(TableColumn::Value), ..SelectOptions::default() };
        assert_eq!(count(unique, None), numbers[5], "{line}");
    }
}

#[test]
fn a_small_memory_forgets_and_goes_on() {
    let small = Budget::new().with_memory(12 << 20);
    let columns = [TableColumn::Board, TableColumn::Outcome, TableColumn::Birthday];
    let (few, summary) = rows("all:full:strips:12", &columns, None, &small);
    let (all, _) = rows("all:full:strips:12", &columns, None, &Budget::new());
    assert_eq!(few.len(), all.len());
    for (a, b) in few.iter().zip(&all) {
        assert!(a == b || a.contains(&TableCell::None), "{a:?} {b:?}");
    }
    assert!(summary.unsettled < 100, "{summary:?}");
}

/// Equal boards under symmetry have equal values up to sign, and each class
/// is met once.
#[test]
fn up_to_symmetry_nothing_is_lost() {
    let mut source = BoardSet::read("all:3x3").unwrap().source(true, Colours::All).unwrap();
    let mut values = Values::new();
    let mut found = std::collections::HashSet::new();
    run(&mut source, &[TableColumn::Value], None, &Budget::new(), &mut |row| {
        if let RowEvent::Cells(cells) = row {
            let v = values.parse(&cells[0].to_string()).unwrap();
            found.extend([v, values.neg(v)]);
        }
        Ok(ControlFlow::Continue(()))
    })
    .unwrap();
    let (all, _) = rows("all:3x3", &[TableColumn::Value], None, &Budget::new());
    let every: std::collections::HashSet<_> =
        all.iter().map(|row| values.parse(&row[0].to_string()).unwrap()).collect();
    assert_eq!(found, every);
}

/// The rows that `allsmall table` prints, as text.
fn printed(what: BoardSet, colours: Colours, columns: &[TableColumn], select: &SelectOptions) -> Vec<String> {
    let selection = Selection::new(columns, select).unwrap();
    let mut out = Vec::new();
    let writer = TableWriter::new(&mut out, TableFormat::Csv, selection.header()).unwrap();
    let mut source = what.source(false, colours).unwrap();
    print(&mut source, selection, None, &Budget::new(), writer, &mut |place, message| panic!("{place}: {message}"))
        .unwrap();
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_family_has_the_row_of_every_member() {
    let columns = [TableColumn::N, TableColumn::Board, TableColumn::Outcome, TableColumn::Value, TableColumn::Weight];
    for pattern in ["(xo)^n", "checker:2xn", "(xxo)^n - n*up", "cycle:(xo)^(n+1)", "^n + x^nox"] {
        let what = BoardSet::read_with(pattern, Some(1..=5)).unwrap();
        let rows = printed(what, Colours::All, &columns, &SelectOptions::default());
        let expr = ExprPattern::read(pattern).unwrap();
        let mut expected = vec!["n,board,outcome,value,aw".to_owned()];
        for n in 1..=5 {
            let text = expr.at(n).unwrap();
            let mut valuer = Valuer::new(&Budget::new());
            let v = valuer.text(&text).unwrap();
            let weight = valuer.values_mut().atomic_weight_value(v).unwrap().unwrap();
            let name = |v| {
                let name = valuer.values().name(v).unwrap();
                if name.contains(',') { format!("\"{name}\"") } else { name }
            };
            let board = read_expr(&text).unwrap();
            let outcome = valuer.values().outcome(v);
            expected.push(format!("{n},{board},{outcome},{},{}", name(v), name(weight)));
        }
        assert_eq!(rows, expected, "{pattern}");
    }
}

#[test]
fn a_column_that_values_do_not_have_is_refused() {
    let mut source = BoardSet::read_with("(xo)^n + *n", Some(1..=2)).unwrap().source(false, Colours::All).unwrap();
    let mut bad = Vec::new();
    let summary = run(&mut source, &[TableColumn::N, TableColumn::Stones], None, &Budget::new(), &mut |row| {
        if let RowEvent::Bad { place, message } = row {
            bad.push(format!("{place}: {}", message.lines().next().unwrap()));
        }
        Ok(ControlFlow::Continue(()))
    });
    assert_eq!(summary.unwrap().bad, 2);
    assert_eq!(bad[1], "n = 2: expected a board or a sum of boards; values have no stones");
}

/// The greatest number of stones per graph is the maximum reduction value.
#[test]
fn groups_by_graph_have_the_known_extremes() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/graphs/trees9.g6");
    let lines: Vec<String> = std::fs::read_to_string(folder).unwrap().lines().step_by(6).map(str::to_owned).collect();
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("some-trees.g6");
    std::fs::write(&path, lines.join("\n")).unwrap();
    let what = || BoardSet::read(&format!("graphs:{}", path.display())).unwrap();
    let select = SelectOptions {
        group: vec![TableColumn::Graph],
        max: vec![TableColumn::Stones],
        min: vec![TableColumn::Stones],
        ..SelectOptions::default()
    };
    let rows = printed(what(), Colours::Both, &[], &select);
    assert_eq!((&rows[0][..], rows.len()), ("graph,max_stones,min_stones,rows", lines.len() + 1));
    for row in &rows[1..] {
        let cells: Vec<&str> = row.split(',').collect();
        let graph = allsmall::notation::read_graph(cells[0], 100).unwrap();
        let known = extremes(&allsmall::Board::Graph(graph), &Budget::new()).unwrap().unwrap();
        assert_eq!((cells[1], cells[2]), (&*known.most.to_string(), &*known.least.to_string()), "{row}");
    }
    // A witness attains the extreme.
    let select = SelectOptions { min: Vec::new(), witness: vec![TableColumn::Board], ..select };
    let rows = printed(what(), Colours::Both, &[], &select);
    assert_eq!(rows[0], "graph,max_stones,board,rows");
    for row in &rows[1..] {
        let cells: Vec<&str> = row.split(',').collect();
        let position = read_board(cells[2]).unwrap();
        let options = allsmall::solitaire::SolitaireOptions::free();
        let found = allsmall::solitaire::reduce(&position, &options, &Budget::new()).unwrap();
        assert_eq!(found.value().unwrap().to_string(), cells[1], "{row}");
    }
}

/// The fewest stones of every board, asked one at a time.
fn rows_of_stones(what: &str) -> Vec<usize> {
    let fewest = |row: Vec<TableCell>| {
        let position = read_board(&row[0].to_string()).unwrap();
        let options = allsmall::solitaire::SolitaireOptions::free();
        allsmall::solitaire::reduce(&position, &options, &Budget::new()).unwrap().value().unwrap()
    };
    rows(what, &[TableColumn::Board], None, &Budget::new()).0.into_iter().map(fewest).collect()
}

#[test]
fn groups_are_sorted_and_cut_and_have_means() {
    let what = || BoardSet::read("all:full:strips:4").unwrap();
    let group = SelectOptions { group: vec![TableColumn::Outcome], ..SelectOptions::default() };
    let sorted = SelectOptions { sort: vec!["-rows".into(), " outcome".into()], limit: Some(3), ..group.clone() };
    assert_eq!(printed(what(), Colours::All, &[], &sorted), ["outcome,rows", "N,6", "P,6", "L,2"]);
    let several = SelectOptions {
        group: vec![TableColumn::Outcome, TableColumn::Birthday],
        mean: vec![TableColumn::Weight],
        sort: vec!["aw".into(), "-rows".into()],
        ..SelectOptions::default()
    };
    let rows = printed(what(), Colours::All, &[], &several);
    assert_eq!(rows[0], "outcome,birthday,mean_aw,rows");
    let total: u32 = rows[1..].iter().map(|row| row.rsplit(',').next().unwrap().parse::<u32>().unwrap()).sum();
    assert_eq!(total, 16);
    assert_eq!(rows[1].split(',').nth(2), Some("-2"), "{rows:?}");
    let all = SelectOptions { mean: vec![TableColumn::Stones], ..SelectOptions::default() };
    let stones = rows_of_stones("all:full:strips:4");
    let mean = stones.iter().sum::<usize>() as f64 / stones.len() as f64;
    assert_eq!(printed(what(), Colours::All, &[], &all), ["mean_stones,rows".to_owned(), format!("{mean},16")]);
    let least = SelectOptions { min: vec![TableColumn::Weight], ..SelectOptions::default() };
    assert_eq!(printed(what(), Colours::All, &[TableColumn::Board], &least), ["board", "xooo", "ooox"]);
    let first = SelectOptions { limit: Some(2), ..SelectOptions::default() };
    assert_eq!(printed(what(), Colours::All, &[TableColumn::Board], &first), ["board", "xxxx", "xxxo"]);
    let last = SelectOptions { limit: Some(1), sort: vec!["-board".into()], ..SelectOptions::default() };
    assert_eq!(printed(what(), Colours::All, &[TableColumn::Outcome], &last), ["outcome", "P"]);
    for (sort, mean) in [("rows", None), ("stone", None), ("board", Some(TableColumn::Board))] {
        let select = SelectOptions { sort: vec![sort.into()], mean: mean.into_iter().collect(), ..Default::default() };
        assert!(Selection::new(&[TableColumn::Board], &select).is_err(), "{sort}");
    }
}

/// Valuing 4 x 5 takes more memory than there is here; the solver does not need the value.
#[test]
fn conditions_on_values_of_large_boards_ask_the_solver() {
    let path = std::env::temp_dir().join(format!("allsmall-conditions-{}.txt", std::process::id()));
    std::fs::write(&path, "checker:4x5\n(xxo)^8\n").unwrap();
    let budget = Budget::new().with_memory(96 << 20);
    let what = format!("@{}", path.display());
    for (condition, boards) in [("value||0", 1), ("value>up", 1), ("value=4*up", 1), ("value<0", 0)] {
        let (all, summary) = rows(&what, &[TableColumn::Count], Some(condition), &budget);
        assert_eq!((all.len(), summary.unsettled), (boards, 0), "{condition}");
    }
    std::fs::remove_file(&path).unwrap();
}
