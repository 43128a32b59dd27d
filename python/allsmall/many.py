"""One question about many boards: iterators that stream, in order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sized
from itertools import islice
from typing import Any, TypeVar

from . import _allsmall
from .answers import Answer, NimberAnswer, PhutballAnswer, ReduceAnswer, SolveAnswer, ValueAnswer, build
from .progress import Progress, listening

A = TypeVar("A", bound=Answer)

_FIRST, _MOST = 16, 4096
"""Size of the first and of the largest chunk, in boards."""


def ask_many(
    kind: type[A],
    name: str,
    boards: Iterable[object],
    *,
    threads: int = 1,
    time: float | None = None,
    memory: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Iterator[A]:
    """Ask a question about every board; limits are those of one board.

    Boards are taken from the iterable as they are needed. One that cannot be
    read raises BoardError when its turn comes.
    """
    given = json.dumps({key: value for key, value in options.items() if value is not None})
    source, chunk, done = iter(boards), _FIRST, 0
    total = f" of {len(boards)}" if isinstance(boards, Sized) else ""
    with listening(progress) as report:
        while texts := [str(board) for board in islice(source, chunk)]:
            for line in _allsmall.ask_many(name, texts, given, time, memory, threads):
                raw = json.loads(line)
                if "error" in raw:
                    error = _allsmall.BoardError(f"{raw['board']}: {raw['caret']}")
                    error.at = raw["error"].get("at")
                    raise error
                yield build(kind, raw)
            chunk, done = min(2 * chunk, _MOST), done + len(texts)
            if report is not None:
                report(f"{done}{total} boards")


def solve_many(boards: Iterable[object], **options: Any) -> Iterator[SolveAnswer]:
    """Who wins each board.

    >>> [answer.outcome for answer in solve_many(["xo", "xxo", "xoox"], threads=2)]
    ['N', 'L', 'P']
    """
    return ask_many(SolveAnswer, "solve", boards, **options)


def value_many(boards: Iterable[object], **options: Any) -> Iterator[ValueAnswer]:
    """What each board is worth, by names.

    >>> [answer.value for answer in value_many(["xo", "xxo"])]
    ['*', '^']
    """
    return ask_many(ValueAnswer, "value", boards, **options)


def nimber_many(boards: Iterable[object], **options: Any) -> Iterator[NimberAnswer]:
    """The Grundy value of each board."""
    return ask_many(NimberAnswer, "nimber", boards, **options)


def reduce_many(boards: Iterable[object], **options: Any) -> Iterator[ReduceAnswer]:
    """How few stones can be left of each board.

    >>> [answer.value for answer in reduce_many(["xoxo", "cycle:bwwbwwbww"])]
    [1, 3]
    """
    return ask_many(ReduceAnswer, "reduce", boards, **options)


def phutball_many(boards: Iterable[object], **options: Any) -> Iterator[PhutballAnswer]:
    """Who wins each Phutball board."""
    return ask_many(PhutballAnswer, "phutball", boards, **options)
