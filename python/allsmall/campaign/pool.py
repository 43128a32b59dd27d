"""Process pool: workers on this machine, with a pipe to each.

Why not concurrent.futures: there one killed worker breaks the whole pool, and
nobody can say whose job it was. Here the driver knows what every worker is
doing; one that dies fails its job alone, and another process takes its place.
Why not a LocalCluster: nothing has to be installed, and a job costs a fifth of
a millisecond. A worker whose driver is gone ends within a second.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from .jobs import work

Finished = tuple[int, dict[str, Any] | None, str | None]
"""The number of a job, its result, or what went wrong."""


def _serve(pipe: Connection, driver: int) -> None:
    """Main loop of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(driver,), daemon=True).start()
    pipe.send(None)  # it has started
    while True:
        try:
            number, job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer: Finished = (number, work(job), None)
        except Exception as error:  # any fault of a job is reported, and the worker lives on
            answer = (number, None, f"{type(error).__name__}: {error}")
        try:
            pipe.send(answer)
        except OSError:
            return


def _watch(driver: int) -> None:
    while os.getppid() == driver:
        time.sleep(0.5)
    os._exit(1)


class _Worker:
    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(other, os.getpid()), daemon=True)
        self.process.start()
        other.close()
        self.started = False
        self.job: int | None = None


class CannotStart(RuntimeError):
    """Worker processes end before they can do anything."""


class Pool:
    """A pool of worker processes."""

    def __init__(self, workers: int) -> None:
        self.workers = [_Worker() for _ in range(workers)]
        self.name = f"{workers} here"
        self.stillborn = 0

    def free(self) -> int:
        """Number of idle workers."""
        return sum(worker.started and worker.job is None for worker in self.workers)

    def submit(self, number: int, job: dict[str, Any]) -> None:
        """Begin a job."""
        worker = next(worker for worker in self.workers if worker.started and worker.job is None)
        worker.job = number
        # The death of a worker is noticed by `finished`, which reports its job as failed.
        with contextlib.suppress(OSError):
            worker.pipe.send((number, job))

    def finished(self, timeout: float) -> list[Finished]:
        """The jobs that have ended, those of dead workers among them."""
        ended: list[Finished] = []
        ready = set(wait([worker.pipe for worker in self.workers], timeout))
        for i, worker in enumerate(self.workers):
            if worker.pipe not in ready:
                continue
            try:
                message = worker.pipe.recv()
                if message is None:
                    worker.started, self.stillborn = True, 0
                else:
                    ended.append(message)
                    worker.job = None
            except (EOFError, OSError):
                if not worker.started:
                    self.stillborn += 1
                if self.stillborn >= 3 * len(self.workers):
                    raise CannotStart("worker processes end before they can do anything") from None
                worker.process.join(5)
                if worker.job is not None:
                    ended.append((worker.job, None, f"the worker died (exit code {worker.process.exitcode})"))
                worker.pipe.close()
                self.workers[i] = _Worker()
                time.sleep(0.01)
        return ended

    def close(self) -> None:
        """End all workers, at work or not."""
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.process.join(5)
            worker.pipe.close()
