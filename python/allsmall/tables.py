"""Tables: one row per board, as `allsmall table` makes them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from . import _allsmall
from .progress import Progress, listening

_COLUMNS = ("board", "outcome", "value")


def rows(
    what: str,
    columns: Sequence[str] = _COLUMNS,
    *,
    where: str | None = None,
    up_to_symmetry: bool = False,
    colourings: str = "all",
    unique: str | None = None,
    max: str | None = None,
    sort: str | None = None,
    group: str | None = None,
    time: float | None = None,
    memory: int | None = None,
    threads: int = 1,
    progress: Progress = None,
) -> list[dict[str, Any]]:
    """The rows of a table: all positions of a board, of a file of graphs, of a file of boards.

    `unique` keeps the first row with each entry of a column, `max` those with
    the greatest entry, `sort` puts them in order ("-aw": greatest first), and
    `group` counts the rows with each entry. A limit that ends the table early
    raises TimeoutError or MemoryError: a part of a table is not an answer.

    >>> rows("all:full:strips:4", columns=["board", "value"], where="outcome=P")[0]
    {'board': 'xxxx', 'value': '0'}
    >>> rows("all:full:strips:4", group="outcome")
    [{'outcome': 'L', 'rows': 2}, {'outcome': 'N', 'rows': 6}, {'outcome': 'P', 'rows': 6}, {'outcome': 'R', 'rows': 2}]
    """
    options = dict(up_to_symmetry=up_to_symmetry, colourings=colourings, unique=unique, max=max, sort=sort, group=group)
    limits = dict(time=time, memory=memory, threads=threads, progress=progress)
    return _rows_and_header(what, columns, where, options, limits)[1]


def _rows_and_header(
    what: str, columns: Sequence[str], where: str | None, options: dict[str, Any], limits: dict[str, Any]
) -> tuple[list[str], list[dict[str, Any]]]:
    with listening(limits.pop("progress", None)) as report:
        header, text, stopped = _allsmall.table(what, list(columns), where, **options, **limits, progress=report)
    if stopped is not None:
        kind = MemoryError if "memory" in stopped else TimeoutError
        raise kind(f"the table is not complete: {stopped}")
    return header, [json.loads(line) for line in text.splitlines()]


def table(
    what: str,
    columns: Sequence[str] = _COLUMNS,
    *,
    where: str | None = None,
    time: float | None = None,
    memory: int | None = None,
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
