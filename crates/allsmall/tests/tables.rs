//! Tables against brute force, against known counts, and against themselves.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use allsmall::Budget;
use allsmall::cgt::Values;
use allsmall::internal::judge;
use allsmall::internal::tabulate::{
    BoardSet, Colours, Condition, RowEvent, SelectOptions, Selection, TableCell, TableColumn, TableSummary, run,
};
use allsmall::notation::read_board;
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
        Ok(())
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
            let mut selection = Selection::new(&[], SelectOptions { count: true, ..select });
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
        Ok(())
    })
    .unwrap();
    let (all, _) = rows("all:3x3", &[TableColumn::Value], None, &Budget::new());
    let every: std::collections::HashSet<_> =
        all.iter().map(|row| values.parse(&row[0].to_string()).unwrap()).collect();
    assert_eq!(found, every);
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
