//! Tables: every board of a kind, one row each, with what is asked about it.
//!
//! ```text
//! what        all:3x3, graphs:FILE, ...       -> source     boards in chunks
//! engine      one a thread                    -> cells      outcome, value, ...
//! condition   --where                         -> keeps the row or not
//! run         threads take chunks, rows come out in order
//! select      --unique, --max, --sort, --group
//! write       text, CSV, JSON, Markdown, LaTeX
//! ```
//!
//! Rows pass through: nothing is kept but what `select` must keep, so memory
//! does not grow with the number of boards.
//!
//! ```
//! use allsmall::Budget;
//! use allsmall::tabulate::{Column, Condition, Rows, What, run};
//! let what = What::read("all:full:strips:6").unwrap();
//! let wanted = Condition::read("outcome=P and aw=0").unwrap();
//! let columns = [Column::Board, Column::Value];
//! let mut found = 0;
//! let mut source = what.source(false, Default::default()).unwrap();
//! run(&mut source, &columns, Some(&wanted), &Budget::new(), &mut |row| {
//!     found += usize::from(matches!(row, Rows::Cells(_)));
//!     Ok(())
//! })
//! .unwrap();
//! assert_eq!(found, 18);
//! ```

mod column;
mod condition;
mod engine;
mod enumeration;
mod every_outcome;
mod find;
mod run;
mod select;
mod source;
mod what;
mod write;

pub use column::{Cell, Column};
pub use condition::Condition;
pub use engine::Engine;
pub use enumeration::{Colouring, Enumeration};
pub use find::{Found, Place, equal_to, find};
pub use run::{Rows, Summary, print, run};
pub use select::{Select, Selection};
pub use source::{Source, Work};
pub use what::{Colours, What, WhatError};
pub use write::{Format, Writer};
