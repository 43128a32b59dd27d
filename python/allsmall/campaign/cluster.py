"""Workers on other machines: a running Dask scheduler, or one on Slurm.

Dask sends jobs to machines, notices workers that die and gives their jobs to
others; a job that kills three of them comes back as failed. Workers should
have one thread each (`dask worker ADDRESS --nthreads 1 --nworkers N`): a
solver answers one question at a time.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import importlib
import queue
import time
from pathlib import Path
from typing import Any

from .jobs import work
from .pool import Finished
from .spec import SpecError


class SchedulerGone(RuntimeError):
    """The scheduler cannot be reached any more; the ledger knows what is done."""


class Cluster:
    """The workers of a Dask scheduler."""

    def __init__(self, scheduler: Any) -> None:
        try:
            distributed: Any = importlib.import_module("distributed")
        except ModuleNotFoundError:
            raise SpecError("Dask is not installed: pip install 'allsmall[campaign]'") from None
        try:
            self.client: Any = distributed.Client(scheduler, timeout="20s")
        # A `tls://` address without certificates in Dask's settings is a TypeError.
        except (OSError, ValueError, TypeError) as error:
            raise SpecError(f"cannot reach the scheduler {scheduler}: {error}") from None
        self.name = f"scheduler {self.client.scheduler.address}"
        self.dashboard: str = self.client.dashboard_link
        self.running: dict[int, Any] = {}
        self.ended: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        self.seen, self.threads = 0.0, 0

    def free(self) -> int:
        """Number of jobs that can be submitted: one running and one queued per worker thread."""
        if time.monotonic() - self.seen > 2:
            if self.client.status != "running":
                raise SchedulerGone("the scheduler is gone")
            try:
                self.threads = sum(self.client.nthreads().values())
            except OSError as error:
                raise SchedulerGone(f"the scheduler is gone: {error}") from None
            self.seen = time.monotonic()
        return 2 * self.threads - len(self.running)

    def submit(self, number: int, job: dict[str, Any]) -> None:
        """Begin a job."""
        try:
            future = self.client.submit(work, job, pure=False, priority=-number)
        except OSError as error:
            raise SchedulerGone(f"the scheduler is gone: {error}") from None
        self.running[number] = future
        future.add_done_callback(lambda done, number=number: self.ended.put((number, done)))

    def finished(self, timeout: float) -> list[Finished]:
        """The jobs that have ended."""
        ended = []
        try:
            ended.append(self.ended.get(timeout=timeout))
            while True:
                ended.append(self.ended.get_nowait())
        except queue.Empty:
            pass
        return [self._outcome(number, future) for number, future in ended]

    def _outcome(self, number: int, future: Any) -> Finished:
        self.running.pop(number, None)
        if future.status in ("cancelled", "lost"):
            raise SchedulerGone("the scheduler has dropped a job; it is gone, or was restarted")
        # Both are fetched from the cluster, and may be gone with it.
        try:
            if future.status == "finished":
                return number, future.result(), None
            error = future.exception()
        except (OSError, concurrent.futures.CancelledError, asyncio.CancelledError) as gone:
            raise SchedulerGone(f"the scheduler is gone: {gone}") from None
        return number, None, f"{type(error).__name__}: {error}"

    def close(self) -> None:
        """Leave the scheduler; what was begun there is dropped."""
        self.client.cancel(list(self.running.values()), force=True)
        self.client.close(timeout=5)


def slurm(path: Path) -> Cluster:
    """A cluster on Slurm. The TOML file has `workers`, and `[cluster]` as dask-jobqueue's SLURMCluster takes it."""
    try:
        jobqueue: Any = importlib.import_module("dask_jobqueue")
    except ModuleNotFoundError:
        raise SpecError("dask-jobqueue is not installed: pip install dask-jobqueue") from None
    try:
        import tomllib
    except ModuleNotFoundError:  # Python 3.10
        import tomli as tomllib  # type: ignore[no-redef, import-not-found, unused-ignore]
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SpecError(f"cannot read {path}: {error}") from None
    workers, options = given.get("workers"), given.get("cluster")
    if not isinstance(workers, int) or not isinstance(options, dict):
        raise SpecError(f"{path}: expected workers = N and a table [cluster]")
    cluster = jobqueue.SLURMCluster(**{"processes": 1, "cores": 1, **options})
    cluster.scale(workers)
    return Cluster(cluster)
