"""File lock of the driver: the system releases it when its owner dies.

`driver_of` takes the lock in shared mode for a moment, to see whether there is a
driver; a driver that starts just then tries again.
"""

from __future__ import annotations

import os
import socket
import sys
import time
from pathlib import Path
from types import TracebackType

from .spec import SpecError

PATIENCE = 2.0
"""Seconds for which a driver tries: a shared lock is released sooner, another driver's is not."""


def _path(ledger: Path) -> Path:
    return ledger.with_name(ledger.name + ".lock")


class Lock:
    """Holds `LEDGER.lock` for as long as the driver lives."""

    def __init__(self, ledger: Path) -> None:
        self.file = open(_path(ledger), "a+", encoding="utf-8")  # noqa: SIM115
        deadline = time.monotonic() + PATIENCE
        while not _take(self.file.fileno()):
            if time.monotonic() > deadline:
                owner = driver_of(ledger) or "another program"
                self.file.close()
                raise SpecError(f"{ledger} already has a driver ({owner}); a ledger has one at a time")
            time.sleep(0.02)
        self.file.truncate(0)
        self.file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
        self.file.flush()

    def __enter__(self) -> Lock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()


def driver_of(ledger: Path) -> str | None:
    """The process that drives a ledger now, if any."""
    try:
        with open(_path(ledger), encoding="utf-8") as file:
            if _take(file.fileno(), shared=True):
                return None
            return file.read().strip() or "another program"
    except OSError:
        return None


if sys.platform == "win32":
    import msvcrt

    def _take(number: int, *, shared: bool = False) -> bool:
        # A locked byte cannot be read: lock one far behind the text.
        os.lseek(number, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(number, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _take(number: int, *, shared: bool = False) -> bool:
        try:
            fcntl.flock(number, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
