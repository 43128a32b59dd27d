//! `allsmall._allsmall`: what the Python package stands on.
//!
//! The package in `python/allsmall` is the face; here are only the wrappers
//! that need Rust: boards with their rules ([`board`]), values in one arena
//! ([`game`]), and questions answered as JSON ([`ask`]); for
//! campaigns, portions of tables ([`portions`]) and a solver that lives on
//! ([`searcher`]). Every computation that
//! can be long runs without the interpreter's lock and ends on Ctrl-C
//! ([`run`]).

mod ask;
mod board;
mod errors;
mod game;
mod normal;
mod pictures;
mod portions;
mod run;
mod searcher;
mod table;

use pyo3::prelude::*;

/// The extension module.
#[pymodule]
fn _allsmall(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("BoardError", module.py().get_type::<errors::BoardError>())?;
    module.add("InternalError", module.py().get_type::<errors::InternalError>())?;
    module.add_class::<board::Board>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<searcher::Searcher>()?;
    module.add_function(wrap_pyfunction!(board::read_boards, module)?)?;
    module.add_function(wrap_pyfunction!(game::read_game, module)?)?;
    module.add_function(wrap_pyfunction!(game::make_game, module)?)?;
    module.add_function(wrap_pyfunction!(game::number_game, module)?)?;
    module.add_function(wrap_pyfunction!(ask::ask, module)?)?;
    module.add_function(wrap_pyfunction!(ask::ask_many, module)?)?;
    module.add_function(wrap_pyfunction!(ask::claims, module)?)?;
    module.add_function(wrap_pyfunction!(ask::claim_names, module)?)?;
    module.add_function(wrap_pyfunction!(table::table, module)?)?;
    module.add_function(wrap_pyfunction!(portions::count_boards, module)?)?;
    module.add_function(wrap_pyfunction!(portions::boards_between, module)?)?;
    module.add_function(wrap_pyfunction!(portions::boards_on_graphs, module)?)?;
    module.add_function(wrap_pyfunction!(searcher::normal_form, module)?)?;
    module.add_function(wrap_pyfunction!(searcher::after_moves, module)?)?;
    module.add_function(wrap_pyfunction!(pictures::draw_play, module)?)?;
    module.add_function(wrap_pyfunction!(pictures::draw_phutball, module)?)
}
