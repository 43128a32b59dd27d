"""The driver: gives jobs to workers and enters what comes back.

    take a job -> submit -> a worker does it -> enter, with all that follows -> commit

Results are committed a few times a second, together; a job counts as done from
then on. Whatever ends the driver, the ledger is whole: the next one begins with
what was committed, and at most a moment's results are computed again.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from .job_queue import JobQueue
from .ledger import Ledger
from .lock import Lock
from .pool import Finished, Pool
from .search_state import SearchState
from .spec import Search, SpecError

COMMIT = 0.25
"""Seconds between two commits."""
SAMPLE = 10.0
"""Seconds between two samples of the pace."""


class Engine(Protocol):
    """An executor of jobs: a process pool or a cluster."""

    name: str

    def free(self) -> int:
        """Number of jobs that can be submitted now."""

    def submit(self, number: int, job: dict[str, Any]) -> None:
        """Begin a job."""

    def finished(self, timeout: float) -> list[Finished]:
        """The jobs that have ended."""

    def close(self) -> None:
        """End all workers."""


@dataclass
class Summary:
    """How a run went."""

    done: int
    aside: int
    over: bool
    seconds: float
    spent: float


class NoSpace(RuntimeError):
    """The disk is full; the ledger is whole."""


def run(
    path: Path,
    engine: Callable[[], Engine],
    *,
    part: tuple[int, int] = (1, 1),
    time_limit: float | None = None,
    log: Callable[[str], object] | None = None,
    show: Callable[[str], object] | None = None,
) -> Summary:
    """Drive a campaign until it is over, or for `time_limit` seconds."""
    ledger = Ledger(path)
    with Lock(ledger.path):
        workers = engine()
        try:
            return Driver(ledger, workers, part, log, show).drive(time_limit)
        except (OSError, sqlite3.OperationalError) as error:
            if isinstance(error, sqlite3.OperationalError) or error.errno is not None:
                raise NoSpace(f"cannot write the ledger or its rows: {error}; what was entered is safe") from error
            raise
        finally:
            workers.close()
            ledger.close()


class Driver:
    """One run."""

    def __init__(
        self,
        ledger: Ledger,
        engine: Engine,
        part: tuple[int, int],
        log: Callable[[str], object] | None,
        show: Callable[[str], object] | None,
    ) -> None:
        self.ledger, self.engine, self.log, self.show = ledger, engine, log, show
        self.number = ledger.begin_driving(engine.name)
        if isinstance(ledger.spec, Search) and part != (1, 1):
            raise SpecError("a search has no parts; only a table and claims can be cut")
        self.state: JobQueue | SearchState = (
            SearchState(ledger) if isinstance(ledger.spec, Search) else JobQueue(ledger, part)
        )

    def drive(self, time_limit: float | None) -> Summary:
        """Work until it is over."""
        started = sampled = committed = time.monotonic()
        try:
            while True:
                now = time.monotonic()
                late = time_limit is not None and now - started > time_limit
                if not late:
                    self.hand_out()
                if self.state.over() or (late and not self.state.running):
                    break
                if late and isinstance(self.state, SearchState):
                    break  # a try that is not finished is simply made again
                self.take_in(max(0.01, COMMIT - (now - committed)))
                if time.monotonic() - committed >= COMMIT:
                    self.commit()
                    committed = time.monotonic()
                    self.show_line(committed - started)
                    if committed - sampled >= SAMPLE:
                        self.sample()
                        sampled = committed
            self.sample()
            self.commit()
            self.ledger.end_driving(self.number)
        except KeyboardInterrupt:
            self.commit()
            raise
        finally:
            self.state.close()
        table = "nodes" if isinstance(self.state, SearchState) else "jobs"
        aside = self.ledger.count(table).get("aside", 0)
        return Summary(int(self.state.done), aside, self.state.over(), time.monotonic() - started, self.state.spent)

    def hand_out(self) -> None:
        """Give every free worker a job."""
        for _ in range(self.engine.free()):
            taken = self.state.take()
            if taken is None:
                return
            self.engine.submit(*taken)

    def take_in(self, timeout: float) -> None:
        """Enter what has ended."""
        for number, result, error in self.engine.finished(timeout):
            if result is not None:
                self.state.enter(number, result)
            else:
                self.state.fail(number, error or "it failed")
                self.say(f"job {number} failed: {error}")

    def commit(self) -> None:
        """Make what was entered last."""
        self.state.before_commit()
        self.ledger.db.commit()

    def sample(self) -> None:
        """Note how far it is."""
        proof, disproof = self.state.numbers()
        self.ledger.db.execute(
            "INSERT INTO pace VALUES (?, ?, ?, ?, ?)",
            (time.time(), int(self.state.done), self.state.spent, proof, disproof),
        )

    def show_line(self, seconds: float) -> None:
        """Show how far it is in one line."""
        if self.show is not None:
            rate = self.state.done / max(seconds, 0.1)
            self.show(f"{int(self.state.done)} jobs, {rate:.1f} a second; {self.state.progress()}")

    def say(self, text: str) -> None:
        """Tell whoever listens."""
        if self.log is not None:
            self.log(text)


def local(workers: int) -> Callable[[], Engine]:
    """Processes on this machine."""
    return lambda: Pool(workers)


def on_stderr(text: str) -> None:
    """Print a line to standard error."""
    print(text, file=sys.stderr, flush=True)
