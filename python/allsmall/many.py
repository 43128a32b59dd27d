"""One question about many boards: iterators that stream, in order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sized
from itertools import islice
from typing import Any, TypeVar

from . import _allsmall
from .answers import Answer, NimberAnswer, PhutballAnswer, ReduceAnswer, SolveAnswer, ValueAnswer, build
from .limits import Memory, Time, seconds, size
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
    time: Time = None,
    memory: Memory = None,
    progress: Progress = None,
    **options: Any,
) -> Iterator[A]:
    """Ask a question about every board; limits are those of one board.

    Boards are taken from the iterable as they are needed. The answer about one
    that cannot be read says so in `error`; the others are answered.
    """
    limits = seconds(time), size(memory)
    given = json.dumps({key: value for key, value in options.items() if value is not None})
    source, chunk, done = iter(boards), _FIRST, 0
    total = f" of {len(boards)}" if isinstance(boards, Sized) else ""
    with listening(progress) as report:
        while texts := [str(board) for board in islice(source, chunk)]:
            for line in _allsmall.ask_many(name, texts, given, *limits, threads):
                raw = json.loads(line)
                if "error" in raw:
                    yield kind(board=raw["board"], error=raw["caret"], raw=raw)
                else:
                    yield build(kind, raw)
            chunk, done = min(2 * chunk, _MOST), done + len(texts)
            if report is not None:
                report(f"{done}{total} boards")


def solve_many(boards: Iterable[object], **options: Any) -> Iterator[SolveAnswer]:
    """Who wins each board.

    >>> [answer.outcome for answer in solve_many(["xo", "xxo", "xoox"], threads=2)]
    ['N', 'L', 'P']
    >>> [answer.settled for answer in solve_many(["xo", "xz", "xx"])]
    [True, False, True]
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
