"""Progress of long calls: a bar in a notebook, a line in a terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from importlib import import_module
from typing import Any

Progress = Callable[[str], object] | bool | None
"""True shows a bar, a function is called with a line now and then."""

_SHARE = re.compile(r"(\d+) of (\d+)")
_WIDTH = 20


class Bar:
    """Shows the latest progress text; where it contains "3 of 8", as a filled bar."""

    def __init__(self) -> None:
        self._handle: Any = None
        self._written = 0
        self._notebook = _in_a_notebook()

    def __call__(self, text: str) -> None:
        """Show this text."""
        share = _SHARE.search(text)
        done = None if share is None else min(1.0, int(share[1]) / max(1, int(share[2])))
        if self._notebook:
            self._show(text, done)
        else:
            bar = "" if done is None else f"[{'#' * round(done * _WIDTH):<{_WIDTH}}] "
            line = (bar + text)[:100]
            print(f"\r{line:<{self._written}}", end="", file=sys.stderr, flush=True)
            self._written = len(line)

    def _show(self, text: str, done: float | None) -> None:
        value = "" if done is None else f" value='{done:.3f}'"
        html = _display().HTML(f"<progress{value} style='width:20em'></progress> {escape(text)}")
        if self._handle is None:
            self._handle = _display().display(html, display_id=True)
        else:
            self._handle.update(html)

    def close(self) -> None:
        """Take the bar away."""
        if self._handle is not None:
            self._handle.update(_display().HTML(""))
        if self._written:
            print("\r" + " " * self._written + "\r", end="", file=sys.stderr, flush=True)
            self._written = 0


def _display() -> Any:
    return import_module("IPython.display")


def _in_a_notebook() -> bool:
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


@contextmanager
def listening(progress: Progress) -> Iterator[Callable[[str], object] | None]:
    """The callback for the progress of a computation, while it runs."""
    if progress is not True:
        yield progress or None
        return
    bar = Bar()
    try:
        yield bar
    finally:
        bar.close()
