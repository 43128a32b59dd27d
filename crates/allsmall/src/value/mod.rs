//! Canonical values of Clobber positions.
//!
//! A position is the disjunctive sum of its parts; the value of a part is made from
//! the values of its options. Every part is valued once, in normal form.
//!
//! ```
//! use allsmall::value::Valuer;
//! let mut valuer = Valuer::new(&allsmall::Budget::new());
//! let v = valuer.text("(xxo)^5")?;
//! assert_eq!(valuer.values().name(v).as_deref(), Some("^3"));
//! # Ok::<(), allsmall::ReadError>(())
//! ```

mod game;
mod moves;
mod part_file;
mod parts;
mod strips;
mod valuer;

pub use game::{Component, ComponentKind, ComponentMove, Game};
pub(crate) use game::{named, options};
pub use moves::MoveValue;
pub(crate) use part_file::ImportedValues;
pub use part_file::{PartFileError, PartValueFile, shared_part_values, use_part_values};
pub use parts::PartValues;
pub use strips::StripTable;
pub use valuer::Valuer;
