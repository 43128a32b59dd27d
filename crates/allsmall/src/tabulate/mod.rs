//! Tabulation: every board of a set, one row each, as CSV, JSON, text, Markdown
//! or LaTeX.
//!
//! ```text
//! board_set   all:3x3, graphs:FILE, (xo)^n    -> source     boards in chunks
//! engine      one per thread                  -> cells      outcome, value, ...
//! condition   --where                         -> keeps the row or not
//! run         threads take chunks, rows come out in order
//! select      --unique, --max, --sort, --limit; aggregate: --group
//! write       text, CSV, JSON, Markdown, LaTeX
//! ```
//!
//! Rows are streamed: only `select` may hold any back, so memory does not grow
//! with the number of boards.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use allsmall::Budget;
//! use allsmall::internal::tabulate::{TableColumn, Condition, RowEvent, BoardSet, run};
//! let what = BoardSet::read("all:full:strips:6").unwrap();
//! let wanted = Condition::read("outcome=P and aw=0").unwrap();
//! let columns = [TableColumn::Board, TableColumn::Value];
//! let mut found = 0;
//! let mut source = what.source(false, Default::default()).unwrap();
//! run(&mut source, &columns, Some(&wanted), &Budget::new(), &mut |row| {
//!     found += usize::from(matches!(row, RowEvent::Cells(_)));
//!     Ok(ControlFlow::Continue(()))
//! })
//! .unwrap();
//! assert_eq!(found, 18);
//! ```

mod aggregate;
mod board_set;
mod by_search;
mod column;
mod condition;
mod engine;
mod enumeration;
mod find;
mod fingerprint;
mod outcome_table;
mod run;
mod select;
mod source;
mod write;

pub use aggregate::{Aggregate, AggregateKind};
pub use board_set::{BoardSet, BoardSetError, Colours};
pub use column::{Mean, TableCell, TableColumn};
pub use condition::Condition;
pub use engine::RowEngine;
pub use enumeration::{Colouring, Enumeration};
pub use find::{FoundBoard, SearchSpace, equal_to, equal_to_sum, find};
pub use run::{RowEvent, TableSummary, print, run};
pub use select::{SelectOptions, Selection};
pub use source::{BoardChunk, BoardSource, RowPlace};
pub use write::{TableFormat, TableWriter};
