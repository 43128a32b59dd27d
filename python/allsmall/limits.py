"""Limits of calls: time and memory as numbers or as the command line writes them."""

from __future__ import annotations

from typing import Any, TypedDict

from . import _allsmall
from .progress import Progress

Time = float | str | None
"""Seconds, or a text such as "10s", "500ms", "2m"."""
Memory = int | str | None
"""Bytes, or a text such as "64M", "4G"."""

DEFAULT_TIME = 60.0
"""Seconds that `Position.outcome`, `.value` and `.nimber` may take."""


class Limits(TypedDict, total=False):
    """What a call may use."""

    time: Time
    memory: Memory
    threads: int
    progress: Progress


class Unsettled(Exception):
    """A question was not settled within the limits; `stopped` says which one.

    >>> import allsmall
    >>> try:
    ...     allsmall.nimber("random:9x9:1", time="1ms")
    ... except allsmall.Unsettled as error:
    ...     print(error.stopped)
    time
    """

    stopped: str | None
    """The limit: "time", "memory", "interrupted" or "size"."""

    def __init__(self, message: str, stopped: str | None = None) -> None:
        super().__init__(message)
        self.stopped = stopped


def seconds(time: Time) -> float | None:
    """The time in seconds.

    >>> seconds("2m"), seconds(0.5)
    (120.0, 0.5)
    """
    return _allsmall.read_seconds(time) if isinstance(time, str) else time


def size(memory: Memory) -> int | None:
    """The memory in bytes.

    >>> size("64M")
    67108864
    """
    return _allsmall.read_bytes(memory) if isinstance(memory, str) else memory


def limits_of(limits: Limits) -> dict[str, Any]:
    """The limits as the Rust side takes them, but for the progress."""
    for name in limits:
        if name not in Limits.__annotations__:
            expected = ", ".join(Limits.__annotations__)
            raise TypeError(f"no option {name!r} here; limits are {expected}")
    return {
        "time": seconds(limits.get("time")),
        "memory": size(limits.get("memory")),
        "threads": limits.get("threads", 1),
    }
