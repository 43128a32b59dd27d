//! Values in one hash-consing arena that all Python objects share.
//!
//! An operation is first tried on the calling thread with a limit of [`MOMENT`]:
//! most take microseconds, less than starting a thread. One that takes longer
//! is started again on a computing thread, which Ctrl-C can stop; the arena
//! keeps the intermediate values of the first attempt.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use allsmall::cgt::{Dyadic, Relation, Style, Value, Values};
use allsmall::value::Valuer;
use allsmall::{Budget, Outcome, Position, ReadError, Stop};
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::{InternalError, bad_text, panicked};
use crate::run::{Limits, catch_panic, catch_panic_payload, run};

static ARENA: LazyLock<Mutex<Valuer>> = LazyLock::new(|| Mutex::new(Valuer::new(&Budget::new())));

/// Time limit of the attempt on the calling thread.
const MOMENT: Duration = Duration::from_millis(2);

/// Maximum number of stones of a board whose outcome is tried on the calling thread.
const FEW_STONES: usize = 14;

/// A value, by its id in the arena.
#[pyclass(frozen, module = "allsmall._allsmall")]
pub(crate) struct Game(pub(crate) Value);

fn poisoned() -> PyErr {
    InternalError::new_err("an earlier fault of allsmall has left the values in disorder; start Python again")
}

fn lock() -> PyResult<MutexGuard<'static, Valuer>> {
    ARENA.lock().map_err(|_| poisoned())
}

/// Reads from the arena. While it waits for another thread, the GIL is released.
fn read_arena<T: Send>(py: Python<'_>, work: impl FnOnce(&Values) -> T + Send) -> PyResult<T> {
    match ARENA.try_lock() {
        Ok(arena) => catch_panic(|| Ok(work(arena.values()))),
        Err(TryLockError::Poisoned(_)) => Err(poisoned()),
        Err(TryLockError::WouldBlock) => py.detach(|| catch_panic(|| Ok(work(lock()?.values())))),
    }
}

/// Runs `work` in the arena, on the calling thread if it ends within [`MOMENT`].
fn try_in_arena<T: Send, E: Send>(
    py: Python<'_>,
    work: impl Fn(&mut Valuer) -> Result<T, E> + Send + Sync,
    stopped: impl Fn(&E) -> Option<Stop> + Send,
    limits: &Limits,
) -> PyResult<Result<T, E>> {
    match ARENA.try_lock() {
        Ok(mut arena) => {
            arena.values_mut().set_budget(&Budget::new().with_time(MOMENT));
            let found = catch_panic_payload(|| work(&mut arena)).map_err(|cause| panicked(&*cause))?;
            if !matches!(&found, Err(error) if stopped(error) == Some(Stop::Time)) {
                return Ok(found);
            }
        }
        Err(TryLockError::WouldBlock) => {}
        Err(TryLockError::Poisoned(_)) => return Err(poisoned()),
    }
    run(py, limits, |budget| {
        let mut arena = lock()?;
        arena.values_mut().set_budget(budget);
        Ok(work(&mut arena))
    })?
}

/// Runs an operation in the arena that only a limit can end.
pub(crate) fn in_arena<T: Send>(
    py: Python<'_>,
    work: impl Fn(&mut Valuer) -> Result<T, Stop> + Send + Sync,
) -> PyResult<T> {
    try_in_arena(py, work, |stop| Some(*stop), &Limits::none())?.map_err(limit_error)
}

fn limit_error(stop: Stop) -> PyErr {
    match stop {
        Stop::Memory => PyMemoryError::new_err("the value does not fit into the memory for values"),
        Stop::Time => PyTimeoutError::new_err("the value was not found within the time"),
        stop => PyOverflowError::new_err(format!("the value is out of reach: {stop}")),
    }
}

/// Returns the outcome class of a small board, if the arena is free and the
/// outcome is found within [`MOMENT`].
pub(crate) fn quick_outcome(position: &Position) -> Option<Outcome> {
    if position.cells().len() > 64 || position.stones() > FEW_STONES {
        return None;
    }
    let mut arena = ARENA.try_lock().ok()?;
    arena.values_mut().set_budget(&Budget::new().with_time(MOMENT));
    let value = arena.value(position).ok()?;
    Some(arena.values().outcome(value))
}

/// The value with this name, or of this sum of boards and names.
#[pyfunction]
pub(crate) fn read_game(py: Python<'_>, text: &str) -> PyResult<Game> {
    let stopped = |error: &ReadError| match error {
        ReadError::Stop(stop) => Some(*stop),
        ReadError::Text(_) => None,
    };
    try_in_arena(py, |arena| arena.text(text), stopped, &Limits::none())?.map(Game).map_err(|error| match error {
        ReadError::Text(error) => bad_text(py, &error),
        ReadError::Stop(stop) => limit_error(stop),
    })
}

/// The number with this numerator and this power of two under it.
#[pyfunction]
pub(crate) fn number_game(py: Python<'_>, numerator: i64, exponent: u32) -> PyResult<Game> {
    let number = Dyadic::new(numerator, exponent)
        .ok_or_else(|| PyOverflowError::new_err("the number is too large or too fine for a short game here"))?;
    in_arena(py, |arena| arena.values_mut().number(number)).map(Game)
}

/// The canonical form of the game with these options.
#[pyfunction]
pub(crate) fn make_game(py: Python<'_>, lefts: Vec<PyRef<'_, Game>>, rights: Vec<PyRef<'_, Game>>) -> PyResult<Game> {
    let [lefts, rights] = [lefts, rights].map(|side| side.iter().map(|game| game.0).collect::<Vec<_>>());
    in_arena(py, |arena| arena.values_mut().from_options(&lefts, &rights)).map(Game)
}

/// Lists every subposition of a value in topological order, each by the indices
/// of its options; the value itself is the last.
fn written_out(values: &Values, root: Value) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut places: HashMap<Value, usize> = HashMap::new();
    let (mut list, mut todo) = (Vec::new(), vec![root]);
    while let Some(&v) = todo.last() {
        let options = || values.left_options(v).iter().chain(values.right_options(v));
        let waiting = todo.len();
        todo.extend(options().filter(|option| !places.contains_key(option)));
        if todo.len() == waiting {
            todo.pop();
            if !places.contains_key(&v) {
                let place = |options: &[Value]| options.iter().map(|option| places[option]).collect();
                list.push((place(values.left_options(v)), place(values.right_options(v))));
                places.insert(v, list.len() - 1);
            }
        }
    }
    list
}

#[pymethods]
impl Game {
    /// The value of one board, within a time in seconds.
    #[staticmethod]
    #[pyo3(signature = (board, time=None))]
    fn of_board(py: Python<'_>, board: &Board, time: Option<f64>) -> PyResult<Game> {
        let limits = Limits { time, ..Limits::none() };
        let found = try_in_arena(py, |arena| arena.value(&board.position), |stop| Some(*stop), &limits)?;
        found.map(Game).map_err(limit_error)
    }

    /// The value that [`Game::written_out`] lists.
    #[staticmethod]
    fn from_list(py: Python<'_>, list: Vec<(Vec<usize>, Vec<usize>)>) -> PyResult<Game> {
        let made = try_in_arena(
            py,
            |arena| {
                let mut made: Vec<Value> = Vec::with_capacity(list.len());
                for (lefts, rights) in &list {
                    let side =
                        |places: &[usize]| places.iter().map(|&i| made.get(i).copied()).collect::<Option<Vec<_>>>();
                    let (Some(lefts), Some(rights)) = (side(lefts), side(rights)) else { return Ok(None) };
                    made.push(arena.values_mut().from_options(&lefts, &rights)?);
                }
                Ok(made.pop())
            },
            |stop: &Stop| Some(*stop),
            &Limits::none(),
        )?;
        made.map_err(limit_error)?
            .map(Game)
            .ok_or_else(|| PyValueError::new_err("this is not a list of the options of a value"))
    }

    /// Writes the value as a list, for pickles.
    fn written_out(&self, py: Python<'_>) -> PyResult<Vec<(Vec<usize>, Vec<usize>)>> {
        read_arena(py, |values| written_out(values, self.0))
    }

    #[getter]
    fn id(&self) -> u32 {
        self.0.id()
    }

    fn add(&self, py: Python<'_>, other: &Game) -> PyResult<Game> {
        in_arena(py, |arena| arena.values_mut().add(self.0, other.0)).map(Game)
    }

    fn neg(&self, py: Python<'_>) -> PyResult<Game> {
        read_arena(py, |values| Game(values.neg(self.0)))
    }

    fn times(&self, py: Python<'_>, n: i64) -> PyResult<Game> {
        in_arena(py, |arena| arena.values_mut().times(self.0, n)).map(Game)
    }

    /// `=`, `<`, `>` or `||`.
    fn compare(&self, py: Python<'_>, other: &Game) -> PyResult<&'static str> {
        let relation = in_arena(py, |arena| arena.values_mut().compare(self.0, other.0))?;
        Ok(match relation {
            Relation::Equal => "=",
            Relation::Less => "<",
            Relation::Greater => ">",
            Relation::Confused => "||",
        })
    }

    /// The canonical options of Left, and of Right.
    fn options(&self, py: Python<'_>) -> PyResult<(Vec<Game>, Vec<Game>)> {
        let games = |options: &[Value]| options.iter().copied().map(Game).collect();
        read_arena(py, |values| (games(values.left_options(self.0)), games(values.right_options(self.0))))
    }

    /// The name, unless it is longer than this.
    fn name(&self, py: Python<'_>, limit: usize) -> PyResult<Option<String>> {
        read_arena(py, |values| values.name_in(self.0, Style::Ascii, limit))
    }

    /// The name in LaTeX, unless it is longer than this.
    fn latex(&self, py: Python<'_>, limit: usize) -> PyResult<Option<String>> {
        read_arena(py, |values| values.name_in(self.0, Style::Latex, limit))
    }

    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        read_arena(py, |values| values.outcome(self.0).to_string())
    }

    fn birthday(&self, py: Python<'_>) -> PyResult<u32> {
        read_arena(py, |values| values.birthday(self.0))
    }

    fn size(&self, py: Python<'_>) -> PyResult<usize> {
        read_arena(py, |values| values.size(self.0))
    }

    /// The atomic weight, if the value is all-small and it can be written.
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let found = in_arena(py, |arena| arena.values_mut().atomic_weight_value(self.0))?;
        Ok(found.map(Game))
    }

    /// Mean and temperature, as numerator and exponent of two.
    fn heat(&self, py: Python<'_>) -> PyResult<((i64, u8), (i64, u8))> {
        let heat = in_arena(py, |arena| arena.values_mut().heat(self.0))?;
        Ok([heat.mean, heat.temperature].map(|number| (number.numerator(), number.exponent())).into())
    }
}
