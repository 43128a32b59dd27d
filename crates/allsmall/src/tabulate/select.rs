//! Selection of rows: unique, maximal, sorted, grouped or counted.

use std::collections::{BTreeMap, HashSet};

use super::{TableCell, TableColumn};

/// Options of the selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelectOptions {
    /// Only the first row with each entry of this column.
    pub unique: Option<TableColumn>,
    /// Only the rows with the greatest entry of this column.
    pub max: Option<TableColumn>,
    /// The rows in the order of this column; true: greatest first.
    pub sort: Option<(TableColumn, bool)>,
    /// The number of rows with each entry of this column.
    pub group: Option<TableColumn>,
    /// The number of rows.
    pub count: bool,
}

/// The selection of a table, with the rows held back.
pub struct Selection {
    select: SelectOptions,
    /// The columns computed: those printed, then those selected by.
    columns: Vec<TableColumn>,
    printed: usize,
    seen: HashSet<TableCell>,
    kept: Vec<Vec<TableCell>>,
    groups: BTreeMap<TableCell, i64>,
}

impl Selection {
    /// Creates a selection that prints these columns.
    #[must_use]
    pub fn new(printed: &[TableColumn], select: SelectOptions) -> Selection {
        let mut columns = if select.group.is_some() || select.count { Vec::new() } else { printed.to_vec() };
        let shown = columns.len();
        let by = [select.unique, select.max, select.sort.map(|sort| sort.0), select.group];
        for column in by.into_iter().flatten() {
            if !columns.contains(&column) {
                columns.push(column);
            }
        }
        Selection { select, columns, printed: shown, seen: HashSet::new(), kept: Vec::new(), groups: BTreeMap::new() }
    }

    /// The columns to compute.
    #[must_use]
    pub fn columns(&self) -> &[TableColumn] {
        &self.columns
    }

    /// The names above the columns that are printed.
    #[must_use]
    pub fn header(&self) -> Vec<&'static str> {
        match (self.select.group, self.select.count) {
            (Some(group), _) => vec![group.name(), "rows"],
            (None, true) => vec!["rows"],
            (None, false) => self.columns[..self.printed].iter().map(|column| column.name()).collect(),
        }
    }

    fn place(&self, column: TableColumn) -> usize {
        self.columns.iter().position(|&other| other == column).expect("it was put among them")
    }

    /// Takes a row; returns it if it can be printed at once.
    pub fn push(&mut self, mut row: Vec<TableCell>) -> Option<Vec<TableCell>> {
        if let Some(column) = self.select.unique {
            let key = row[self.place(column)].clone();
            if !self.seen.insert(key) {
                return None;
            }
        }
        if let Some(column) = self.select.max {
            let place = self.place(column);
            match self.kept.first().map(|best| row[place].cmp(&best[place])) {
                Some(std::cmp::Ordering::Less) => return None,
                Some(std::cmp::Ordering::Greater) => self.kept.clear(),
                _ => {}
            }
            self.kept.push(row);
            return None;
        }
        if self.select.group.is_some() || self.select.count {
            let key = self.select.group.map_or(TableCell::None, |column| row[self.place(column)].clone());
            *self.groups.entry(key).or_default() += 1;
            return None;
        }
        if self.select.sort.is_some() {
            self.kept.push(row);
            return None;
        }
        row.truncate(self.printed);
        Some(row)
    }

    /// The rows held back until the end.
    pub fn finish(mut self) -> Vec<Vec<TableCell>> {
        let count = |group: Option<TableCell>, rows: i64| group.into_iter().chain([TableCell::Number(rows)]).collect();
        if self.select.max.is_some() && (self.select.group.is_some() || self.select.count) {
            for row in std::mem::take(&mut self.kept) {
                let key = self.select.group.map_or(TableCell::None, |column| row[self.place(column)].clone());
                *self.groups.entry(key).or_default() += 1;
            }
        }
        if self.select.group.is_some() {
            return self.groups.into_iter().map(|(key, rows)| count(Some(key), rows)).collect();
        }
        if self.select.count {
            return vec![count(None, self.groups.values().sum())];
        }
        if let Some((column, down)) = self.select.sort {
            let place = self.place(column);
            self.kept.sort_by(|a, b| if down { b[place].cmp(&a[place]) } else { a[place].cmp(&b[place]) });
        }
        self.kept.iter_mut().for_each(|row| row.truncate(self.printed));
        self.kept
    }
}
