//! Who wins two-player Clobber, and who wins impartial Clobber.

mod nimber;

pub use nimber::nimber;
