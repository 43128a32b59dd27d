//! Which rows are printed: the first of equals, the greatest, in order, or
//! only how many there are.

use std::collections::{BTreeMap, HashSet};

use super::{Cell, Column};

/// How rows are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Select {
    /// Only the first row with each entry of this column.
    pub unique: Option<Column>,
    /// Only the rows with the greatest entry of this column.
    pub max: Option<Column>,
    /// The rows in the order of this column; true: greatest first.
    pub sort: Option<(Column, bool)>,
    /// The number of rows with each entry of this column.
    pub group: Option<Column>,
    /// The number of rows.
    pub count: bool,
}

/// Rows on their way out.
pub struct Selection {
    select: Select,
    /// The columns computed: those printed, then those selected by.
    columns: Vec<Column>,
    printed: usize,
    seen: HashSet<Cell>,
    kept: Vec<Vec<Cell>>,
    groups: BTreeMap<Cell, i64>,
}

impl Selection {
    /// Rows with these columns are printed.
    #[must_use]
    pub fn new(printed: &[Column], select: Select) -> Selection {
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
    pub fn columns(&self) -> &[Column] {
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

    fn place(&self, column: Column) -> usize {
        self.columns.iter().position(|&other| other == column).expect("it was put among them")
    }

    /// Takes a row; gives back what can be printed at once.
    pub fn push(&mut self, mut row: Vec<Cell>) -> Option<Vec<Cell>> {
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
            let key = self.select.group.map_or(Cell::None, |column| row[self.place(column)].clone());
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

    /// The rows that had to wait for the end.
    pub fn finish(mut self) -> Vec<Vec<Cell>> {
        let count = |group: Option<Cell>, rows: i64| group.into_iter().chain([Cell::Number(rows)]).collect();
        if self.select.max.is_some() && (self.select.group.is_some() || self.select.count) {
            for row in std::mem::take(&mut self.kept) {
                let key = self.select.group.map_or(Cell::None, |column| row[self.place(column)].clone());
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
