"""One driver at a time: a lock that the system gives back when its owner dies."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from types import TracebackType

from .spec import SpecError


class Lock:
    """Holds `LEDGER.lock` for as long as the driver lives."""

    def __init__(self, ledger: Path) -> None:
        self.path = ledger.with_name(ledger.name + ".lock")
        self.file = open(self.path, "a+", encoding="utf-8")  # noqa: SIM115
        try:
            _take(self.file.fileno())
        except OSError:
            self.file.seek(0)
            owner = self.file.read().strip() or "another program"
            self.file.close()
            raise SpecError(f"{ledger} already has a driver ({owner}); a ledger has one at a time") from None
        self.file.truncate(0)
        self.file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
        self.file.flush()

    def __enter__(self) -> Lock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.file.close()


if sys.platform == "win32":
    import msvcrt

    def _take(number: int) -> None:
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
