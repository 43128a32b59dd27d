//! The forest theorem column by column against the plain rules.

use std::collections::HashMap;

use super::crossing::{Crossing, O};
use super::file::{StripChecked, StripFile, WorstBoard, WorstBoards};
use super::statement::{Delta, StripGoal, StripShape, StripStatement};
use super::work::Work;
use super::worst::{after, fewest, start};

fn statement(shape: StripShape, rows: usize) -> StripStatement {
    StripStatement {
        shape,
        rows,
        first: Vec::new(),
        x_in: rows,
        o_in: rows,
        top: false,
        delta: Delta::Any,
        from: 1,
        goal: StripGoal::Leave { gain: 0, constant: 1, period: 1 },
        step: false,
    }
}

/// The fewest stones that plays leave, by the rules alone: the cells with a stone,
/// and those with an x, as bits.
fn by_rules(edges: &[(usize, usize)], full: u32, x: u32, known: &mut HashMap<(u32, u32), u32>) -> u32 {
    if let Some(&fewest) = known.get(&(full, x)) {
        return fewest;
    }
    let mut fewest = full.count_ones();
    for &(a, b) in edges {
        for (from, to) in [(1 << a, 1 << b), (1 << b, 1 << a)] {
            if full & from != 0 && full & to != 0 && (x & from != 0) != (x & to != 0) {
                let after = if x & from != 0 { x & !from | to } else { x & !to };
                fewest = fewest.min(by_rules(edges, full & !from, after, known));
            }
        }
    }
    known.insert((full, x), fewest);
    fewest
}

#[test]
fn columns_leave_as_few_stones_as_the_rules() -> StripChecked<()> {
    let mut work = Work::new(1 << 40, None);
    for (shape, rows, cols) in [
        (StripShape::Grid, 1, 7),
        (StripShape::Grid, 2, 4),
        (StripShape::Grid, 3, 3),
        (StripShape::Grid, 4, 2),
        (StripShape::Ring, 3, 3),
        (StripShape::Ring, 4, 2),
    ] {
        let statement = statement(shape, rows);
        let cell = |row: usize, col: usize| col * rows + row;
        let mut edges: Vec<(usize, usize)> = Vec::new();
        for col in 0..cols {
            let last = if shape == StripShape::Ring { rows } else { rows - 1 };
            edges.extend((0..last).map(|row| (cell(row, col), cell((row + 1) % rows, col))));
            edges.extend((0..rows).filter(|_| col > 0).map(|row| (cell(row, col - 1), cell(row, col))));
        }
        let (full, mut known) = ((1u32 << (rows * cols)) - 1, HashMap::new());
        for x in 0..=full {
            let columns: Vec<usize> = (0..cols).map(|col| (x >> (rows * col)) as usize & ((1 << rows) - 1)).collect();
            let by_columns = fewest(&after(&statement, &start(), &columns, &mut work)?);
            let by_rules = by_rules(&edges, full, x, &mut known);
            assert_eq!(by_columns, Some(by_rules.into()), "{shape:?} {rows} x {cols}: {x:b}");
        }
    }
    Ok(())
}

/// A crossing is read as it is written, its mirror images are their own mirror
/// images, and freedom is an order.
#[test]
fn crossings_are_read() {
    for text in ["...", ">x.<o", "<x2.>x", "<x1>x<x1/xs", ".<o.", "<x.>x"] {
        let crossing = Crossing::read(text, 3).expect("a crossing");
        for colours in [false, true] {
            for upside_down in [false, true] {
                let mirror = super::crossing::Mirror { colours, upside_down };
                assert_eq!(crossing.image(3, mirror).image(3, mirror), crossing, "{text}");
            }
        }
        assert!(crossing.is_as_free_as(&crossing));
    }
    let [tied, free] = ["<x2.>x", "<x.>x"].map(|text| Crossing::read(text, 3).expect("a crossing"));
    assert!(free.is_as_free_as(&tied) && !tied.is_as_free_as(&free));
    for text in ["", "..", "....", ">y..", "<x1..", "<x9>x.", ".../", ".../xx", ".../z", "<", "..>"] {
        assert!(Crossing::read(text, 3).is_err(), "{text}");
    }
}

/// The statement must be about the boards that a unit makes longer: it holds no column
/// that the statement excludes, and does not change delta. Only then does it add to
/// the costs for every length.
#[test]
fn units_stay_within_the_statement() {
    let all_o = |rows| StripStatement { first: vec![O], x_in: 0, o_in: 0, ..statement(StripShape::Grid, rows) };
    let said = |statement: StripStatement, columns: &[usize], unit: usize| {
        let board = WorstBoard { line: 1, columns: columns.to_vec(), after: Some(columns.len()) };
        let worst = WorstBoards { unit: vec![unit], boards: vec![board] };
        let statement = StripStatement { from: columns.len(), ..statement };
        let file = StripFile { statement, covers: vec![], lists: vec![], worst: None, lines: 1, goal_line: 1 };
        super::worst::check(&file, &worst, &mut Work::new(1 << 30, None)).map_err(|(_, why)| why)
    };
    let refused = Err("the statement is not about this board with more units".to_owned());
    // Bit r of a column is set for x in row r: the unit 3 has an x in the first row.
    assert_eq!(said(all_o(2), &[2, 2, 0], 3), refused);
    assert_eq!(said(StripStatement { first: vec![], ..all_o(2) }, &[2, 2, 0], 3), Ok(()));
    // No row of three o has the delta of two o.
    assert_eq!(said(StripStatement { delta: Delta::Zero, ..all_o(1) }, &[0, 0], 0), refused);
    assert_eq!(said(all_o(1), &[0, 0], 0), Ok(()));
}
