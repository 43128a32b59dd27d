"""Tables: one row per board, as `allsmall table` makes them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from . import _allsmall
from .limits import Memory, Time, Unsettled, seconds, size
from .position import Position
from .progress import Progress, listening
from .values import Value

Columns = str | Sequence[str]
"""Names of columns: "graph, count" or ["graph", "count"]."""


def rows(
    what: str,
    columns: Columns | None = None,
    *,
    n: str | range | None = None,
    where: str | None = None,
    up_to_symmetry: bool = False,
    colourings: str = "all",
    unique: str | None = None,
    max: Columns = (),
    min: Columns = (),
    mean: Columns = (),
    sort: Columns = (),
    group: Columns = (),
    limit: int | None = None,
    time: Time = None,
    memory: Memory = None,
    threads: int = 1,
    progress: Progress = None,
) -> list[dict[str, Any]]:
    """The rows of a table: all positions of a board, of a file of graphs, of a file of boards.

    With `n` it is an expression with n, and each number has a row. `unique` keeps
    the first row with each entry of a column, `max` and `min` those with the
    extreme entry, `sort` puts them in order ("-aw": greatest first), and `group`
    gives one row for equal entries, with `max`, `min`, `mean` and the number of
    rows. A limit that ends the table early raises TimeoutError or MemoryError: a
    part of a table is not an answer.

    >>> rows("all:full:strips:4", columns=["board", "value"], where="outcome=P")[0]
    {'board': 'xxxx', 'value': '0'}
    >>> rows("all:full:strips:4", group="outcome")
    [{'outcome': 'L', 'rows': 2}, {'outcome': 'N', 'rows': 6}, {'outcome': 'P', 'rows': 6}, {'outcome': 'R', 'rows': 2}]
    >>> rows("(xxo)^n - n*up", "n, value", n=range(1, 4))
    [{'n': 1, 'value': '0'}, {'n': 2, 'value': 'v'}, {'n': 3, 'value': 'v'}]
    """
    options: dict[str, Any] = dict(n=n, up_to_symmetry=up_to_symmetry, colourings=colourings, unique=unique)
    options |= dict(limit=limit, max=max, min=min, mean=mean, sort=sort, group=group)
    limits = dict(time=time, memory=memory, threads=threads, progress=progress)
    return _rows_and_header(what, columns, where, options, limits)[1]


def _names(columns: Columns) -> list[str]:
    return [name.strip() for name in columns.split(",")] if isinstance(columns, str) else list(columns)


def _numbers(n: str | range | None) -> str | None:
    if not isinstance(n, range):
        return n
    if n.step != 1 or not len(n):
        raise ValueError("the numbers n are a range with step 1 that is not empty")
    return f"{n[0]}..{n[-1]}"


def _rows_and_header(
    what: str, columns: Columns | None, where: str | None, options: dict[str, Any], limits: dict[str, Any]
) -> tuple[list[str], list[dict[str, Any]]]:
    numbers = _numbers(options.pop("n", None))
    for name in ("max", "min", "mean", "sort", "group"):
        options[name] = _names(options.get(name) or ())
    default = ["board" if numbers is None else "n", "outcome", "value"]
    given = default if columns is None else _names(columns)
    limits["time"], limits["memory"] = seconds(limits.get("time")), size(limits.get("memory"))
    with listening(limits.pop("progress", None)) as report:
        header, text, stopped = _allsmall.table(
            what,
            given,
            where,
            numbers,
            witness=[] if columns is None else given,
            **options,
            **limits,
            progress=report,
        )
    if stopped is not None:
        kind = MemoryError if "memory" in stopped else TimeoutError
        raise kind(f"the table is not complete: {stopped}")
    return header, [json.loads(line) for line in text.splitlines()]


def table(
    what: str,
    columns: Columns | None = None,
    *,
    where: str | None = None,
    time: Time = None,
    memory: Memory = None,
    threads: int = 1,
    progress: Progress = None,
    **options: Any,
) -> Any:
    """The rows of a table as a pandas DataFrame; the options are those of `rows`.

    >>> len(table("all:2x2", columns=["board", "outcome"]))
    81
    >>> list(table("all:2x2", group="outcome").columns)
    ['outcome', 'rows']
    """
    import pandas

    limits = dict(time=time, memory=memory, threads=threads, progress=progress)
    header, found = _rows_and_header(what, columns, where, options, limits)
    return pandas.DataFrame(found, columns=header)


def find(
    value: str | Value | Position | None = None,
    *,
    where: str | None = None,
    within: str = "strips:12",
    time: Time = None,
    memory: Memory = None,
    threads: int = 1,
    progress: Progress = None,
) -> Position | None:
    """The smallest position with a value, equal to a position, or for which a condition holds.

    It is looked for among "strips:12", "grid:3x4" or "graphs:FILE"; None means that
    none of them is one. Raises Unsettled where the limits do not suffice.

    >>> find("^2*"), find(where="outcome=N and aw>=1", within="grid:2x3")
    (Position('xxxo'), Position('xxx/oxo'))
    >>> find("*2", within="strips:8") is None
    True
    """
    if (value is None) == (where is None):
        raise ValueError("either a value or a condition is looked for")
    text = None if value is None else str(value)
    with listening(progress) as report:
        board, stopped = _allsmall.find_board(text, where, within, seconds(time), size(memory), threads, report)
    if stopped is not None:
        raise Unsettled(f"the search was not finished: {stopped}", "memory" if "memory" in stopped else "time")
    return None if board is None else Position(board)
