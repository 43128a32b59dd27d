//! What hot games are asked about: thermographs, cooling and its inverses,
//! incentives, products.

use allsmall::cgt::{Dyadic, Style, Value, Values};
use allsmall::{Stop, draw};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::player;
use crate::game::{Game, settle};
use crate::pictures::Drawn;
use crate::run::kept;

/// A number as numerator and exponent of two.
type Number = (i64, u8);

/// The corners of a wall: temperature and value.
type Wall = Vec<(Number, Number)>;

fn number(number: Dyadic) -> Number {
    (number.numerator(), number.exponent())
}

/// Left's wall, Right's wall, mean and temperature.
#[pyfunction]
pub(crate) fn thermograph(py: Python<'_>, game: &Game) -> PyResult<(Wall, Wall, Number, Number)> {
    let graph = settle(py, |arena| arena.values_mut().thermograph(game.0))?;
    let wall = |wall: &[(Dyadic, Dyadic)]| wall.iter().map(|&(t, v)| (number(t), number(v))).collect();
    Ok((wall(&graph.left), wall(&graph.right), number(graph.heat.mean), number(graph.heat.temperature)))
}

/// The thermograph as a picture, SVG and TikZ.
#[pyfunction]
pub(crate) fn draw_thermograph(py: Python<'_>, game: &Game, bw: bool) -> PyResult<Drawn> {
    let (graph, name) = settle(py, |arena| {
        let graph = arena.values_mut().thermograph(game.0)?;
        Ok((graph, arena.values().name_in(game.0, Style::Ascii, 60)))
    })?;
    kept(|| {
        let scene = draw::thermograph(&graph, name.as_deref().unwrap_or("a value"), bw);
        Ok((scene.svg(), scene.tikz()))
    })
}

/// The incentives of a player that no other one dominates.
#[pyfunction]
pub(crate) fn incentives(py: Python<'_>, game: &Game, name: &str) -> PyResult<Vec<Game>> {
    let player = player(name)?;
    let found = settle(py, |arena| arena.values_mut().incentives(game.0, player))?;
    Ok(found.into_iter().map(Game).collect())
}

/// What cannot be made of a game.
enum Unmade {
    Stop(Stop),
    Unfit(&'static str),
}

impl From<Stop> for Unmade {
    fn from(stop: Stop) -> Unmade {
        Unmade::Stop(stop)
    }
}

/// A game made of a game and, for some kinds, others.
fn make(values: &mut Values, kind: &str, game: Value, others: &[Value]) -> Result<Value, Unmade> {
    Ok(match (kind, others) {
        ("cool", &[t]) => {
            let t = values.as_number(t).ok_or(Unmade::Unfit("a game is cooled by a number"))?;
            values.cooled(game, t)?
        }
        ("freeze", []) => values.frozen(game)?,
        ("heat", &[t]) => values.heated(game, t)?,
        ("overheat", &[s, t]) => values.overheated(game, s, t)?,
        ("reduced", []) => values.reduced(game)?,
        ("norton", &[unit]) => {
            let product = values.norton_product(game, unit)?;
            product.ok_or(Unmade::Unfit("the unit of a Norton product is greater than 0"))?
        }
        ("ordinal", &[top]) => values.ordinal_sum(game, top)?,
        _ => return Err(Unmade::Unfit("there is no such function of games")),
    })
}

/// The game that a function of this name makes.
#[pyfunction]
pub(crate) fn made(py: Python<'_>, kind: &str, game: &Game, others: Vec<PyRef<'_, Game>>) -> PyResult<Game> {
    let others: Vec<Value> = others.iter().map(|other| other.0).collect();
    let found = settle(py, |arena| match make(arena.values_mut(), kind, game.0, &others) {
        Ok(value) => Ok(Ok(value)),
        Err(Unmade::Stop(stop)) => Err(stop),
        Err(Unmade::Unfit(why)) => Ok(Err(why)),
    })?;
    found.map(Game).map_err(PyValueError::new_err)
}
