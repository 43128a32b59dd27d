"""Tables: one row a board, as `allsmall table` makes them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from . import _allsmall
from .ask import Progress, listener

_COLUMNS = ("board", "outcome", "value")


def rows(
    what: str,
    columns: Sequence[str] = _COLUMNS,
    *,
    where: str | None = None,
    up_to_symmetry: bool = False,
    colourings: str = "all",
    time: float | None = None,
    memory: int | None = None,
    threads: int = 1,
    progress: Progress = None,
) -> list[dict[str, Any]]:
    """The rows of a table: all positions of a board, of a file of graphs, of a file of boards.

    A limit that ends the table early raises TimeoutError or MemoryError: a
    part of a table is no answer.

    >>> rows("all:full:strips:4", columns=["board", "value"], where="outcome=P")[0]
    {'board': 'xxxx', 'value': '0'}
    """
    text, stopped = _allsmall.table(
        what, list(columns), where, up_to_symmetry, colourings, time, memory, threads, listener(progress)
    )
    if stopped is not None:
        kind = MemoryError if "memory" in stopped else TimeoutError
        raise kind(f"the table is not complete: {stopped}")
    return [json.loads(line) for line in text.splitlines()]


def table(what: str, columns: Sequence[str] = _COLUMNS, **options: Any) -> Any:
    """The same as a pandas DataFrame; the options are those of `rows`.

    >>> len(table("all:2x2", columns=["board", "outcome"]))
    81
    """
    import pandas

    return pandas.DataFrame(rows(what, columns, **options), columns=list(columns))
