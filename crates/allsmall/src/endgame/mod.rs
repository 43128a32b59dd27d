//! The endgame database of the Linear Clobber paper (Folkersen, section 3),
//! with exact values: every board of a row of cells up to some length.
//!
//! - [`Normal`], [`Shape`]: a board up to the order of its runs
//! - [`Database`]: build it, save it, open it, look boards up
//!
//! The database is one array of bytes. Equal boards share one record of their value,
//! which holds outcome, bounds and link; a board's own entry holds what depends on the
//! board. Length 16 takes half a second, so a look-up without a file builds it.
//!
//! `docs/endgame.md` describes the entries and their fields, `docs/lab/endgame.md`
//! the file.

mod bounds;
mod build;
mod cuts;
mod database;
mod error;
mod file;
mod format;
mod normal;
mod sections;
mod shape;
#[cfg(test)]
mod tests;

pub use database::{Census, Database, DatabaseEntry};
pub use error::DatabaseError;
pub use normal::Normal;
pub use sections::{Section, Sections};
pub use shape::Shape;

/// Maximum length of the boards of a database: 24 million entries, 400 MB.
pub const MAX_LENGTH: usize = 20;
