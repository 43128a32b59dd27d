"""The jobs of a table or of claims: handed out in order, entered when done."""

from __future__ import annotations

import json
import time
from collections import deque
from pathlib import Path
from typing import Any

from .ledger import FAILURES, Ledger
from .plan import Job, task
from .spec import Claims, Table

_PORTION = 2000
"""Jobs that are read from the ledger at once."""


class JobQueue:
    """What is left to do, and how it is entered."""

    def __init__(self, ledger: Ledger, part: tuple[int, int] = (1, 1), folder: Path | None = None) -> None:
        assert isinstance(ledger.spec, Table | Claims)
        self.ledger, self.spec, self.part = ledger, ledger.spec, part
        self.folder = folder if folder is not None else ledger.path.parent
        self.waiting: deque[tuple[int, Job]] = deque()
        self.again: deque[tuple[int, Job]] = deque()
        self.last = 0
        self.running: dict[int, Job] = {}
        self.done = self.spent = 0.0
        if isinstance(self.spec, Table):
            (end,) = ledger.db.execute("SELECT max(at + bytes) FROM jobs").fetchone()
            ledger.rows.open(end or 0)

    def _refill(self) -> None:
        mine, of = self.part
        found = self.ledger.db.execute(
            "SELECT id, first, count, what FROM jobs WHERE state = 'ready' AND id > ? AND id % ? = ?"
            " ORDER BY id LIMIT ?",
            (self.last, of, mine % of, _PORTION),
        )
        for number, first, count, what in found:
            self.waiting.append((number, (first, count, what)))
            self.last = number

    def take(self) -> tuple[int, dict[str, Any]] | None:
        """The next job, if there is one; it is running from now on."""
        if not self.waiting:
            self._refill()
        line = self.waiting or self.again
        if not line:
            return None
        number, job = line.popleft()
        self.running[number] = job
        self.ledger.db.execute("UPDATE jobs SET state = 'running', attempts = attempts + 1 WHERE id = ?", (number,))
        if isinstance(self.spec, Claims):
            return number, {"kind": "claims", "claim": job[2], "effort": self.spec.effort, "time": self.spec.time}
        return number, task(self.spec, self.ledger.rows.packing, self.folder, job)

    def enter(self, number: int, result: dict[str, Any]) -> None:
        """Enter the result of a job."""
        if self.running.pop(number, None) is None:
            return
        place: tuple[int | None, ...] = (None, None, None)
        if "frame" in result:
            place = self.ledger.rows.append(result["frame"])
        self.ledger.db.execute(
            "UPDATE jobs SET state = 'done', error = NULL, worker = ?, seconds = ?, finished = ?, boards = ?,"
            " at = ?, bytes = ?, checksum = ?, result = ? WHERE id = ?",
            (
                result["worker"],
                result["seconds"],
                time.time(),
                result["boards"],
                *place,
                json.dumps(result["result"]) if "result" in result else None,
                number,
            ),
        )
        self.done += 1
        self.spent += result["seconds"]

    def fail(self, number: int, error: str) -> None:
        """Enter that a job failed; after three times it is set aside."""
        job = self.running.pop(number)
        (failures,) = self.ledger.db.execute(
            f"UPDATE jobs SET failures = failures + 1, error = ?,"
            f" state = CASE WHEN failures + 1 >= {FAILURES} THEN 'aside' ELSE 'ready' END"
            f" WHERE id = ? RETURNING failures",
            (error, number),
        ).fetchone()
        if failures < FAILURES:
            self.again.append((number, job))

    def before_commit(self) -> None:
        """Rows are on the disk before the ledger says that they are."""
        if isinstance(self.spec, Table):
            self.ledger.rows.settle()

    def over(self) -> bool:
        """Whether nothing is left, running or waiting."""
        if not (self.running or self.waiting or self.again):
            self._refill()
        return not (self.running or self.waiting or self.again)

    def numbers(self) -> tuple[float, float]:
        """Proof numbers: a table has none."""
        return 0.0, 0.0

    def progress(self) -> str:
        """What is left, in a few words."""
        states = self.ledger.count("jobs") if self.ledger.size() < 100_000 else {}
        done, total = states.get("done", 0), sum(states.values())
        return f"{done} of {total} done, {len(self.running)} running" if total else f"{len(self.running)} running"

    def close(self) -> None:
        """End writing rows."""
        if isinstance(self.spec, Table):
            self.ledger.rows.close()
