//! `allsmall._allsmall`: the extension module of the Python package.
//!
//! The public interface is the package in `python/allsmall`; here are only the
//! wrappers that need Rust: boards with their rules ([`board`]), values in one
//! arena ([`game`], [`thermography`]), questions answered as JSON ([`ask`]),
//! proofs ([`certify`]), pictures and the program ([`program`]); for campaigns, chunks of enumerations
//! ([`chunks`]) and a persistent solver ([`searcher`]). Every computation that
//! can be long runs without the GIL and is interrupted by Ctrl-C ([`run`]).

mod ask;
mod board;
mod certify;
mod chunks;
mod errors;
mod game;
mod pictures;
mod program;
mod run;
mod searcher;
mod table;
mod thermography;

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
    module.add_function(wrap_pyfunction!(table::find_board, module)?)?;
    module.add_function(wrap_pyfunction!(run::read_seconds, module)?)?;
    module.add_function(wrap_pyfunction!(run::read_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(program::run_program, module)?)?;
    module.add_function(wrap_pyfunction!(pictures::render, module)?)?;
    module.add_function(wrap_pyfunction!(chunks::count_boards, module)?)?;
    module.add_function(wrap_pyfunction!(chunks::boards_between, module)?)?;
    module.add_function(wrap_pyfunction!(chunks::boards_on_graphs, module)?)?;
    module.add_function(wrap_pyfunction!(searcher::normal_form, module)?)?;
    module.add_function(wrap_pyfunction!(searcher::after_moves, module)?)?;
    module.add_function(wrap_pyfunction!(thermography::thermograph, module)?)?;
    module.add_function(wrap_pyfunction!(thermography::draw_thermograph, module)?)?;
    module.add_function(wrap_pyfunction!(thermography::incentives, module)?)?;
    module.add_function(wrap_pyfunction!(thermography::apply_operation, module)?)?;
    module.add_function(wrap_pyfunction!(certify::certify, module)?)?;
    module.add_function(wrap_pyfunction!(certify::prove_tree, module)?)?;
    module.add_function(wrap_pyfunction!(run::fail_on_purpose, module)?)?;
    module.add_function(wrap_pyfunction!(pictures::draw_boards, module)?)?;
    module.add_function(wrap_pyfunction!(pictures::draw_frames, module)?)?;
    module.add_function(wrap_pyfunction!(pictures::draw_animation, module)?)?;
    module.add_function(wrap_pyfunction!(pictures::draw_phutball, module)?)
}
