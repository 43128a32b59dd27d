//! Hot games: thermographs, cooling and heating, incentives, products.

use allsmall::cgt::{Dyadic, Style, Value, Values};
use allsmall::{Stop, draw};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::player;
use crate::game::{Game, in_arena};
use crate::pictures::Drawn;
use crate::run::catch_panic;

/// A dyadic rational: numerator, and exponent of the denominator.
type Number = (i64, u8);

/// A wall by its corners: temperature and value.
type Wall = Vec<(Number, Number)>;

fn number(number: Dyadic) -> Number {
    (number.numerator(), number.exponent())
}

/// Left's wall, Right's wall, mean and temperature.
#[pyfunction]
pub(crate) fn thermograph(py: Python<'_>, game: &Game) -> PyResult<(Wall, Wall, Number, Number)> {
    let graph = in_arena(py, |arena| arena.values_mut().thermograph(game.0))?;
    let wall = |wall: &[(Dyadic, Dyadic)]| wall.iter().map(|&(t, v)| (number(t), number(v))).collect();
    Ok((wall(&graph.left), wall(&graph.right), number(graph.heat.mean), number(graph.heat.temperature)))
}

/// The thermograph as a picture, SVG and TikZ.
#[pyfunction]
pub(crate) fn draw_thermograph(py: Python<'_>, game: &Game, bw: bool) -> PyResult<Drawn> {
    let (graph, name) = in_arena(py, |arena| {
        let graph = arena.values_mut().thermograph(game.0)?;
        Ok((graph, arena.values().name_in(game.0, Style::Ascii, 60)))
    })?;
    catch_panic(|| {
        let scene = draw::thermograph(&graph, name.as_deref().unwrap_or("a value"), bw);
        Ok((scene.svg(), scene.tikz()))
    })
}

/// Returns the undominated incentives of a player.
#[pyfunction]
pub(crate) fn incentives(py: Python<'_>, game: &Game, name: &str) -> PyResult<Vec<Game>> {
    let player = player(name)?;
    let found = in_arena(py, |arena| arena.values_mut().incentives(game.0, player))?;
    Ok(found.into_iter().map(Game).collect())
}

/// Why an operation has no result.
enum OperationError {
    Stop(Stop),
    Unfit(&'static str),
}

impl From<Stop> for OperationError {
    fn from(stop: Stop) -> OperationError {
        OperationError::Stop(stop)
    }
}

/// Applies the operation `kind` to a game and its further operands.
fn apply(values: &mut Values, kind: &str, game: Value, others: &[Value]) -> Result<Value, OperationError> {
    Ok(match (kind, others) {
        ("cool", &[t]) => {
            let t = values.as_number(t).ok_or(OperationError::Unfit("a game is cooled by a number"))?;
            values.cooled(game, t)?
        }
        ("freeze", []) => values.frozen(game)?,
        ("heat", &[t]) => values.heated(game, t)?,
        ("overheat", &[s, t]) => values.overheated(game, s, t)?,
        ("reduced", []) => values.reduced(game)?,
        ("norton", &[unit]) => {
            let product = values.norton_product(game, unit)?;
            product.ok_or(OperationError::Unfit("the unit of a Norton product is greater than 0"))?
        }
        ("ordinal", &[top]) => values.ordinal_sum(game, top)?,
        _ => return Err(OperationError::Unfit("there is no such operation on games")),
    })
}

/// Applies the operation with this name, such as "cool".
#[pyfunction]
pub(crate) fn apply_operation(py: Python<'_>, kind: &str, game: &Game, others: Vec<PyRef<'_, Game>>) -> PyResult<Game> {
    let others: Vec<Value> = others.iter().map(|other| other.0).collect();
    let found = in_arena(py, |arena| match apply(arena.values_mut(), kind, game.0, &others) {
        Ok(value) => Ok(Ok(value)),
        Err(OperationError::Stop(stop)) => Err(stop),
        Err(OperationError::Unfit(why)) => Ok(Err(why)),
    })?;
    found.map(Game).map_err(PyValueError::new_err)
}
