//! The engine that fills the cells of rows; one per thread.
//!
//! An engine caches values from row to row in bounded memory. When that is full
//! it starts afresh, and a row that needs more is computed again with the whole
//! memory of the budget.

use std::collections::HashMap;
use std::sync::Arc;

use super::by_search::{self, is_large};
use super::column::{TableCell, TableColumn};
use super::condition::Condition;
use super::fingerprint::fingerprint;
use super::outcome_table::{OutcomeTable, SharedOutcomes};
use crate::cgt::{Dyadic, Relation, Style, Value, Values, Weight};
use crate::notation::{Expr, read_expr};
use crate::solitaire::{FirstMover, ReduceError, SolitaireOptions, reduce};
use crate::value::{StripTable, Valuer};
use crate::{Board, Budget, Outcome, Player, Position, ReadError, Stop, nimber, solve};

/// Bytes of cached values, all engines of a table together.
const KEPT: usize = 128 << 20;

/// Maximum length of strips that are all valued at once, when a table is about
/// strips.
pub(super) const STRIPS_AT_ONCE: usize = 18;

/// What a row is about.
#[derive(Clone, Copy)]
pub(super) enum RowSubject<'a> {
    /// A board, or a sum of boards as one.
    Board(&'a Position),
    /// A sum with values.
    Sum(&'a Expr),
}

/// A row that is being filled, with its value and outcome as far as computed.
pub(super) struct OpenRow<'a> {
    pub(super) subject: RowSubject<'a>,
    /// The number n of an expression with n.
    pub(super) number: Option<u64>,
    pub(super) name: &'a dyn Fn() -> String,
    pub(super) graph: &'a str,
    /// Whether all positions of the board have rows, so that tables pay.
    pub(super) one_of_many: bool,
    value: Option<Option<Value>>,
    outcome: Option<Option<Outcome>>,
}

impl<'a> OpenRow<'a> {
    pub(super) fn new(
        subject: RowSubject<'a>,
        name: &'a dyn Fn() -> String,
        graph: &'a str,
        one_of_many: bool,
    ) -> OpenRow<'a> {
        OpenRow { subject, number: None, name, graph, one_of_many, value: None, outcome: None }
    }

    pub(super) fn numbered(self, n: u64) -> OpenRow<'a> {
        OpenRow { number: Some(n), ..self }
    }
}

/// Computes the cells of rows.
pub struct RowEngine {
    budget: Budget,
    small: Budget,
    valuer: Valuer,
    strips: Option<StripTable>,
    strips_failed: bool,
    names: HashMap<Value, Arc<str>>,
    named_bytes: usize,
    literals: HashMap<String, Value>,
    /// The literals of conditions as sums, and whether they are large.
    sums: HashMap<String, Option<(bool, Expr)>>,
    wants_value: bool,
    outcomes: Option<(Board, Arc<OutcomeTable>)>,
    shared: Arc<SharedOutcomes>,
    /// Number of engines.
    engines: usize,
}

impl RowEngine {
    /// Creates an engine for these columns, one of as many as there are threads.
    #[must_use]
    pub fn new(columns: &[TableColumn], budget: &Budget) -> RowEngine {
        let share = |bytes: usize| bytes / budget.threads();
        let own = budget.clone().with_memory(share(budget.memory())).with_threads(1);
        let small = own.clone().with_memory(share(KEPT).min(own.memory()));
        RowEngine {
            valuer: Valuer::new(&small),
            budget: own,
            small,
            strips: None,
            strips_failed: false,
            names: HashMap::new(),
            named_bytes: 0,
            literals: HashMap::new(),
            sums: HashMap::new(),
            wants_value: columns.iter().any(|column| column.needs_value()),
            outcomes: None,
            shared: Arc::default(),
            engines: budget.threads(),
        }
    }

    /// Makes the engine use the outcome table of other engines.
    pub(super) fn sharing(self, shared: &Arc<SharedOutcomes>) -> RowEngine {
        RowEngine { shared: Arc::clone(shared), ..self }
    }

    /// Drops all cached values.
    fn reset(&mut self, budget: &Budget) {
        self.valuer = Valuer::new(budget);
        self.strips = None;
        self.names.clear();
        self.named_bytes = 0;
        self.literals.clear();
    }

    fn subject_value(&mut self, subject: RowSubject<'_>) -> Result<Value, Stop> {
        match self.try_value(subject, true) {
            Err(Stop::Memory) => {}
            settled => return settled,
        }
        self.reset(&self.small.clone());
        match self.try_value(subject, false) {
            Err(Stop::Memory) => {}
            settled => return settled,
        }
        self.reset(&self.budget.clone());
        let settled = self.try_value(subject, false);
        if settled.is_err() {
            self.reset(&self.small.clone());
        }
        settled
    }

    fn try_value(&mut self, subject: RowSubject<'_>, at_once: bool) -> Result<Value, Stop> {
        let position = match subject {
            RowSubject::Board(position) => position,
            RowSubject::Sum(expr) => return self.valuer.expr(expr),
        };
        let cells = position.cells();
        if !matches!(position.board(), Board::Strip { .. }) || cells.len() > STRIPS_AT_ONCE || cells.is_empty() {
            return self.valuer.value(position);
        }
        let long_enough = self.strips.as_ref().is_some_and(|strips| strips.longest() as usize >= cells.len());
        if !long_enough && at_once && !self.strips_failed {
            match StripTable::new(self.valuer.values_mut(), cells.len() as u32, &self.small) {
                Ok(strips) => self.strips = Some(strips),
                Err(Stop::Memory) => {
                    self.strips_failed = true;
                    self.reset(&self.small.clone());
                }
                Err(stop) => return Err(stop),
            }
        }
        let Some(strips) = self.strips.as_ref().filter(|strips| strips.longest() as usize >= cells.len()) else {
            return self.valuer.value(position);
        };
        let mut total = None;
        for part in cells.split(Option::is_none).filter(|part| part.len() > 1) {
            let stone = |(i, cell): (usize, &Option<Player>)| u32::from(*cell == Some(Player::Left)) << i;
            let bits = part.iter().enumerate().map(stone).sum();
            let v = strips.value(bits, part.len() as u32);
            total = Some(match total {
                None => v,
                Some(sum) => self.valuer.values_mut().add(sum, v)?,
            });
        }
        Ok(total.unwrap_or_else(|| self.valuer.values().zero()))
    }

    /// The value of the row; `None` if it needs more memory than the budget has.
    fn row_value(&mut self, row: &mut OpenRow<'_>) -> Result<Option<Value>, Stop> {
        if row.value.is_none() {
            let zero = !row.one_of_many && by_search::is_found_zero(row.subject, &self.budget)?;
            let found = if zero { Ok(self.valuer.values().zero()) } else { self.subject_value(row.subject) };
            row.value = Some(settled(found)?);
        }
        Ok(row.value.expect("it has just been set"))
    }

    fn row_outcome(&mut self, row: &mut OpenRow<'_>) -> Result<Option<Outcome>, Stop> {
        if row.outcome.is_none() {
            row.outcome = Some(self.outcome(row)?);
        }
        Ok(row.outcome.expect("it has just been set"))
    }

    fn outcome(&mut self, row: &mut OpenRow<'_>) -> Result<Option<Outcome>, Stop> {
        if self.wants_value
            && let Some(v) = self.row_value(row)?
        {
            return Ok(Some(self.valuer.values().outcome(v)));
        }
        let position = match row.subject {
            RowSubject::Board(position) => position,
            RowSubject::Sum(expr) => return settled(solve::outcome_of_sum(expr, &self.budget)),
        };
        let board = position.board();
        if row.one_of_many && OutcomeTable::fits(board) {
            if self.outcomes.as_ref().is_none_or(|(known, _)| known != board) {
                let outcomes = self.shared.of_board(board, &self.budget, self.engines)?;
                self.outcomes = Some((board.clone(), outcomes));
            }
            let (_, outcomes) = self.outcomes.as_ref().expect("it has just been set");
            return Ok(Some(outcomes.of(position)));
        }
        if board.vertices() <= STRIPS_AT_ONCE
            && let Some(v) = self.row_value(row)?
        {
            return Ok(Some(self.valuer.values().outcome(v)));
        }
        settled(solve::outcome(position, &self.budget))
    }

    /// One entry of a row.
    pub(super) fn cell(&mut self, row: &mut OpenRow<'_>, column: TableColumn) -> Result<TableCell, Stop> {
        let number = |n: Option<usize>| n.map_or(TableCell::None, |n| TableCell::Number(n as i64));
        if let (RowSubject::Board(position), true) = (row.subject, column.needs_board()) {
            return Ok(match column {
                TableColumn::Nimber => number(settled(nimber::nimber(position, &self.budget))?.map(|n| n as usize)),
                TableColumn::Stones => number(self.fewest(position, SolitaireOptions::free())?),
                TableColumn::Alternate => number(self.fewest(position, SolitaireOptions::alternate(FirstMover::Any))?),
                _ => number(Some(position.stones())),
            });
        }
        Ok(match column {
            TableColumn::N => row.number.map_or(TableCell::None, |n| TableCell::Number(n.cast_signed())),
            TableColumn::Board => TableCell::Text((row.name)()),
            TableColumn::Graph => TableCell::Text(row.graph.to_owned()),
            TableColumn::Outcome => {
                self.row_outcome(row)?.map_or(TableCell::None, |outcome| TableCell::Text(outcome.to_string()))
            }
            // A row about a sum with values is refused before.
            TableColumn::Nimber | TableColumn::Stones | TableColumn::Alternate | TableColumn::Count => TableCell::None,
            TableColumn::Value | TableColumn::Weight | TableColumn::Birthday | TableColumn::Size => {
                match self.row_value(row)? {
                    None => TableCell::None,
                    Some(v) => self.value_cell(v, column)?,
                }
            }
        })
    }

    fn fewest(&self, position: &Position, options: SolitaireOptions) -> Result<Option<usize>, Stop> {
        match reduce(position, &options.without_play(), &self.budget) {
            Ok(found) => match (found.value(), self.budget.check()) {
                (None, Err(stop)) => Err(stop),
                (value, _) => Ok(value),
            },
            Err(ReduceError::NotFound(stop)) => settled(Err(stop)),
            Err(_) => Ok(None),
        }
    }

    fn value_cell(&mut self, v: Value, column: TableColumn) -> Result<TableCell, Stop> {
        let values = self.valuer.values_mut();
        Ok(match column {
            TableColumn::Birthday => TableCell::Number(i64::from(values.birthday(v))),
            TableColumn::Size => TableCell::Number(values.size(v) as i64),
            TableColumn::Weight => match values.atomic_weight(v) {
                Weight::None => TableCell::None,
                Weight::Integer(n) => TableCell::Game(Dyadic::integer(i64::from(n)), n.to_string()),
                Weight::Game(game) => {
                    let mean = values.heat(game)?.mean;
                    TableCell::Game(mean, self.name(game))
                }
            },
            _ => TableCell::Game(Dyadic::ZERO, self.name(v)),
        })
    }

    fn name(&mut self, v: Value) -> String {
        if let Some(name) = self.names.get(&v) {
            return name.to_string();
        }
        let values = self.valuer.values();
        let name = match values.name_in(v, Style::Ascii, Values::NAME_LIMIT) {
            Some(name) => name,
            None => format!("(size {}, birthday {}, {})", values.size(v), values.birthday(v), fingerprint(values, v)),
        };
        if self.named_bytes > KEPT / 8 {
            self.names.clear();
            self.named_bytes = 0;
        }
        self.named_bytes += name.len() + 64;
        self.names.insert(v, Arc::from(name.as_str()));
        name
    }

    /// Returns whether the condition holds; `None` if that is not settled.
    pub(super) fn holds(&mut self, condition: &Condition, row: &mut OpenRow<'_>) -> Result<Option<bool>, Stop> {
        Ok(match condition {
            Condition::Not(a) => self.holds(a, row)?.map(|holds| !holds),
            Condition::And(a, b) => match self.holds(a, row)? {
                Some(false) => Some(false),
                first => match self.holds(b, row)? {
                    Some(false) => Some(false),
                    second => first.zip(second).map(|_| true),
                },
            },
            Condition::Or(a, b) => match self.holds(a, row)? {
                Some(true) => Some(true),
                first => match self.holds(b, row)? {
                    Some(true) => Some(true),
                    second => first.zip(second).map(|_| false),
                },
            },
            Condition::Compare { column, sign, literal } => {
                let relation = if column.is_game() {
                    self.compare_games(*column, literal, row)?
                } else {
                    let cell = self.cell(row, *column)?;
                    match &cell {
                        TableCell::None => None,
                        TableCell::Number(n) => {
                            Some(relation(n.cmp(&literal.parse().expect("it was checked when read"))))
                        }
                        cell => Some(relation(cell.to_string().as_str().cmp(literal))),
                    }
                };
                relation.map(|relation| sign.holds(relation))
            }
        })
    }

    /// Compares a row with a sum by the outcome of the difference, which needs no values, if one
    /// of them is large; `None` if not.
    fn compare_by_search(&mut self, literal: &str, row: &OpenRow<'_>) -> Option<Result<Relation, Stop>> {
        if !self.sums.contains_key(literal) {
            self.sums.insert(literal.to_owned(), read_expr(literal).ok().map(|sum| (is_large(&sum), sum)));
        }
        let (large, other) = self.sums[literal].as_ref()?;
        let expr = match row.subject {
            RowSubject::Board(position) if *large || row.value.is_none() && position.cells().len() > STRIPS_AT_ONCE => {
                &Expr::board(position.clone())
            }
            RowSubject::Sum(expr) if *large => expr,
            _ => return None,
        };
        Some(solve::compare(expr, other, &self.budget))
    }

    fn compare_games(
        &mut self,
        column: TableColumn,
        literal: &str,
        row: &mut OpenRow<'_>,
    ) -> Result<Option<Relation>, Stop> {
        if column == TableColumn::Value
            && let Some(found) = self.compare_by_search(literal, row)
        {
            return settled(found);
        }
        let Some(v) = self.row_value(row)? else { return Ok(None) };
        let values = self.valuer.values_mut();
        let game = match column {
            TableColumn::Weight => match settled(values.atomic_weight_value(v))? {
                Some(Some(weight)) => weight,
                _ => return Ok(None),
            },
            _ => v,
        };
        let other = match self.literals.get(literal) {
            Some(&other) => other,
            None => {
                let other = match values.parse(literal) {
                    Err(ReadError::Text(_)) => self.valuer.text(literal),
                    parsed => parsed,
                };
                let other = match other {
                    Ok(other) => other,
                    Err(ReadError::Stop(stop)) => return settled(Err(stop)),
                    // The condition's parser has accepted the text.
                    Err(ReadError::Text(_)) => return Ok(None),
                };
                self.literals.insert(literal.to_owned(), other);
                other
            }
        };
        settled(self.valuer.values_mut().compare(game, other))
    }
}

fn relation(order: std::cmp::Ordering) -> Relation {
    match order {
        std::cmp::Ordering::Less => Relation::Less,
        std::cmp::Ordering::Equal => Relation::Equal,
        std::cmp::Ordering::Greater => Relation::Greater,
    }
}

/// Turns a limit that concerns this row alone into `None`.
fn settled<T>(found: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Stop::Memory | Stop::Unsupported) => Ok(None),
        Err(stop) => Err(stop),
    }
}
