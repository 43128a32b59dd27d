//! Selection of rows: unique, extreme, sorted, grouped, counted, the first few.
//!
//! ```text
//! --max C, --min C        the rows with the extreme entry
//! --group C,D --max E     one row per group: C, D, max_E, rows
//! --mean E, --count       one row of aggregates of all rows
//! otherwise               the rows themselves
//! ```

use std::collections::{BTreeMap, HashSet};

use super::aggregate::{Aggregate, AggregateKind, Tally};
use super::{TableCell, TableColumn};

/// Options of the selection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelectOptions {
    /// Only the first row with each entry of this column.
    pub unique: Option<TableColumn>,
    /// Columns whose greatest entry is wanted.
    pub max: Vec<TableColumn>,
    /// Columns whose least entry is wanted.
    pub min: Vec<TableColumn>,
    /// Columns whose mean is wanted.
    pub mean: Vec<TableColumn>,
    /// The order: names of printed or other columns, `-` before one for the
    /// greatest first.
    pub sort: Vec<String>,
    /// One row per combination of entries of these columns.
    pub group: Vec<TableColumn>,
    /// The number of rows.
    pub count: bool,
    /// Columns of a group's first row with the extreme entry.
    pub witness: Vec<TableColumn>,
    /// Maximum number of printed rows.
    pub limit: Option<u64>,
}

/// The selection of a table, with the rows held back.
pub struct Selection {
    unique: Option<usize>,
    /// The columns computed: those printed, then those selected by.
    columns: Vec<TableColumn>,
    header: Vec<String>,
    kind: SelectionKind,
    /// Places in the columns, or in the header of groups; true: greatest first.
    sort: Vec<(usize, bool)>,
    limit: usize,
    seen: HashSet<TableCell>,
    kept: Vec<Vec<TableCell>>,
    passed: usize,
}

/// What becomes of the rows.
enum SelectionKind {
    /// They are printed.
    Rows,
    /// Those with the extreme entry are printed, or counted.
    Extreme { aggregate: Aggregate, place: usize, count: bool },
    /// Groups of them are.
    Groups(Grouping),
}

struct Grouping {
    /// Places of the columns that make the groups.
    keys: Vec<usize>,
    aggregates: Vec<(Aggregate, usize)>,
    witness: Vec<usize>,
    groups: BTreeMap<Vec<TableCell>, GroupState>,
}

/// One group so far.
struct GroupState {
    rows: i64,
    tallies: Vec<Tally>,
    witness: Vec<TableCell>,
}

/// Rows that are held back beyond the limit before they are sorted and cut.
const SLACK: usize = 10_000;

/// The columns that are computed, each with its place.
struct ColumnPlaces(Vec<TableColumn>);

impl ColumnPlaces {
    /// The place of a column, which is added if it is not there.
    fn of(&mut self, column: TableColumn) -> usize {
        self.0.iter().position(|&other| other == column).unwrap_or_else(|| {
            self.0.push(column);
            self.0.len() - 1
        })
    }
}

impl SelectOptions {
    fn extremes(&self) -> Vec<Aggregate> {
        let of = |kind| move |&column: &TableColumn| Aggregate { kind, column };
        self.max.iter().map(of(AggregateKind::Max)).chain(self.min.iter().map(of(AggregateKind::Min))).collect()
    }

    fn aggregates(&self) -> Vec<Aggregate> {
        let means = self.mean.iter().map(|&column| Aggregate { kind: AggregateKind::Mean, column });
        self.extremes().into_iter().chain(means).collect()
    }

    /// Returns whether groups of rows are printed, not rows.
    fn is_grouped(&self) -> bool {
        let aggregates = self.aggregates().len();
        !self.group.is_empty() || aggregates > 1 || !self.mean.is_empty() || (self.count && aggregates == 0)
    }

    /// The groups and the names above their columns.
    fn grouping(&self, places: &mut ColumnPlaces) -> (Grouping, Vec<String>) {
        let (extremes, aggregates) = (self.extremes(), self.aggregates());
        let printed = |column: &TableColumn| {
            self.group.contains(column) || extremes.iter().any(|extreme| extreme.column == *column)
        };
        let witness: Vec<TableColumn> =
            self.witness.iter().copied().filter(|column| extremes.len() == 1 && !printed(column)).collect();
        let names = self.group.iter().map(|column| column.name().to_owned());
        let names = names.chain(aggregates.iter().map(|aggregate| aggregate.name()));
        let names = names.chain(witness.iter().map(|column| column.name().to_owned()));
        let header = names.chain(["rows".to_owned()]).collect();
        let grouping = Grouping {
            keys: self.group.iter().map(|&column| places.of(column)).collect(),
            aggregates: aggregates.iter().map(|&aggregate| (aggregate, places.of(aggregate.column))).collect(),
            witness: witness.into_iter().map(|column| places.of(column)).collect(),
            groups: BTreeMap::new(),
        };
        (grouping, header)
    }
}

impl Selection {
    /// Creates a selection that prints these columns.
    ///
    /// # Errors
    /// What does not fit together.
    pub fn new(printed: &[TableColumn], select: &SelectOptions) -> Result<Selection, String> {
        if let Some(column) = select.mean.iter().find(|column| !column.has_mean()) {
            return Err(format!("{} has no mean; expected a column of numbers, or aw", column.name()));
        }
        let grouped = select.is_grouped();
        // A column may be printed twice.
        let mut places = ColumnPlaces(if grouped || select.count { Vec::new() } else { printed.to_vec() });
        let (kind, header) = if grouped {
            let (grouping, header) = select.grouping(&mut places);
            (SelectionKind::Groups(grouping), header)
        } else {
            let names = places.0.iter().map(|column| column.name().to_owned());
            let header = if select.count { vec!["rows".to_owned()] } else { names.collect() };
            let kind = match select.extremes().first() {
                Some(&aggregate) => {
                    SelectionKind::Extreme { aggregate, place: places.of(aggregate.column), count: select.count }
                }
                None => SelectionKind::Rows,
            };
            (kind, header)
        };
        let unique = select.unique.map(|column| places.of(column));
        let mut sort = Vec::new();
        for name in &select.sort {
            let down = name.trim().starts_with('-');
            let name = name.trim().trim_start_matches('-').trim();
            let at = match &kind {
                SelectionKind::Groups(_) => in_header(&header, name)?,
                _ if name == "rows" => return Err("rows are counted with --group or --count only".to_owned()),
                _ => places.of(TableColumn::read(name)?),
            };
            sort.push((at, down));
        }
        let limit = select.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        let (seen, kept) = (HashSet::new(), Vec::new());
        Ok(Selection { unique, columns: places.0, header, kind, sort, limit, seen, kept, passed: 0 })
    }

    /// The columns to compute.
    #[must_use]
    pub fn columns(&self) -> &[TableColumn] {
        &self.columns
    }

    /// The names above the columns that are printed.
    #[must_use]
    pub fn header(&self) -> Vec<String> {
        self.header.clone()
    }

    /// Returns whether no further row can change what is printed.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        matches!(self.kind, SelectionKind::Rows) && self.sort.is_empty() && self.passed >= self.limit
    }

    /// Takes a row; returns it if it can be printed at once.
    pub fn push(&mut self, mut row: Vec<TableCell>) -> Option<Vec<TableCell>> {
        if let Some(place) = self.unique
            && !self.seen.insert(row[place].clone())
        {
            return None;
        }
        match &mut self.kind {
            SelectionKind::Groups(grouping) => grouping.push(&row),
            SelectionKind::Extreme { aggregate, place, .. } => {
                if let Some(best) = self.kept.first() {
                    let (new, old) = (&row[*place], &best[*place]);
                    // What was not settled is neither greatest nor least.
                    let better = match (new, old) {
                        (TableCell::None, _) => false,
                        (_, TableCell::None) => true,
                        _ => aggregate.replaces(new, old),
                    };
                    if better {
                        self.kept.clear();
                    } else if new != old {
                        return None;
                    }
                }
                self.kept.push(row);
            }
            SelectionKind::Rows if self.sort.is_empty() => {
                if self.passed >= self.limit {
                    return None;
                }
                self.passed += 1;
                row.truncate(self.header.len());
                return Some(row);
            }
            SelectionKind::Rows => {
                self.kept.push(row);
                if self.kept.len() > self.limit.saturating_mul(2).saturating_add(SLACK) {
                    sort(&mut self.kept, &self.sort);
                    self.kept.truncate(self.limit);
                }
            }
        }
        None
    }

    /// The rows held back until the end.
    #[must_use]
    pub fn finish(self) -> Vec<Vec<TableCell>> {
        let mut rows = match self.kind {
            SelectionKind::Groups(grouping) => grouping.finish(),
            SelectionKind::Extreme { count: true, .. } => vec![vec![TableCell::Number(self.kept.len() as i64)]],
            _ => self.kept,
        };
        sort(&mut rows, &self.sort);
        rows.truncate(self.limit);
        rows.iter_mut().for_each(|row| row.truncate(self.header.len()));
        rows
    }
}

impl Grouping {
    fn push(&mut self, row: &[TableCell]) {
        let cells = |places: &[usize]| places.iter().map(|&place| row[place].clone()).collect::<Vec<_>>();
        let new = || GroupState {
            rows: 0,
            tallies: self.aggregates.iter().map(|&(aggregate, _)| Tally::new(aggregate)).collect(),
            witness: vec![TableCell::None; self.witness.len()],
        };
        let group = self.groups.entry(cells(&self.keys)).or_insert_with(new);
        group.rows += 1;
        for (tally, &(aggregate, place)) in group.tallies.iter_mut().zip(&self.aggregates) {
            if tally.add(&row[place]) && aggregate.kind != AggregateKind::Mean {
                group.witness = cells(&self.witness);
            }
        }
    }

    /// One row per group.
    fn finish(mut self) -> Vec<Vec<TableCell>> {
        if self.keys.is_empty() && self.groups.is_empty() {
            // Nothing at all is a group of no rows.
            let tallies = self.aggregates.iter().map(|&(aggregate, _)| Tally::new(aggregate)).collect();
            let none = GroupState { rows: 0, tallies, witness: vec![TableCell::None; self.witness.len()] };
            self.groups.insert(Vec::new(), none);
        }
        let row = |(key, group): (Vec<TableCell>, GroupState)| {
            let tallies =
                group.tallies.iter().map(|tally| if group.rows == 0 { TableCell::None } else { tally.cell() });
            let tallies: Vec<TableCell> = tallies.collect();
            key.into_iter().chain(tallies).chain(group.witness).chain([TableCell::Number(group.rows)]).collect()
        };
        self.groups.into_iter().map(row).collect()
    }
}

/// The place of a name in the header of groups: `rows`, `max_stones`, a column
/// that makes the groups, or the column of a single aggregate.
fn in_header(header: &[String], name: &str) -> Result<usize, String> {
    let name = TableColumn::of_name(name).map_or(name, |column| column.name());
    let exact = header.iter().position(|printed| printed == name);
    let mut alike = header.iter().enumerate().filter(|(_, printed)| {
        printed.split_once('_').is_some_and(|(kind, column)| column == name && matches!(kind, "max" | "min" | "mean"))
    });
    let single = match (alike.next(), alike.next()) {
        (Some((at, _)), None) => Some(at),
        _ => None,
    };
    exact.or(single).ok_or_else(|| format!("the groups have no column {name:?}; expected one of {}", header.join(", ")))
}

fn sort(rows: &mut [Vec<TableCell>], keys: &[(usize, bool)]) {
    if keys.is_empty() {
        return;
    }
    rows.sort_by(|a, b| {
        let mut orders =
            keys.iter().map(|&(place, down)| if down { b[place].cmp(&a[place]) } else { a[place].cmp(&b[place]) });
        orders.find(|order| order.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
    });
}
