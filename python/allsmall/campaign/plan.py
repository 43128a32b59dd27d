"""Planning: a specification becomes a ledger of jobs.

The boards of a table are cut into portions that should take `job_seconds` each.
How long a board takes is measured on a sample from all over the enumeration.
The ledger appears whole or not at all.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .. import _allsmall
from .jobs import ask, boards_of, standing
from .ledger import Ledger
from .results import best_packing
from .spec import Claims, Search, Spec, SpecError, Table

Job = tuple[int, int, str | None]
"""First number (or byte), how many, and what else there is to say."""

MEASURE = 4.0
"""Seconds that a measurement may take."""
MOST_NUMBERS = 20_000_000
"""Numbers of one job at most: a worker lists its boards before it asks."""


def plan(spec: Spec, path: Path, *, folder: Path = Path()) -> int:
    """Write the ledger of a campaign; how many jobs there are, as far as that is known."""
    if path.exists():
        raise SpecError(f"{path} is there already; a ledger is never written over")
    draft = path.with_name(path.name + ".draft")
    _remove(draft)
    db = Ledger.create(draft, spec, best_packing())
    try:
        with db:
            count = _fill(db, spec, folder)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        db.close()
    os.rename(draft, path)
    return count


def _remove(draft: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        draft.with_name(draft.name + ending).unlink(missing_ok=True)


def _fill(db: sqlite3.Connection, spec: Spec, folder: Path) -> int:
    if isinstance(spec, Search):
        return _plant(db, spec)
    jobs = _claims(spec) if isinstance(spec, Claims) else _portions(spec, folder)
    db.executemany("INSERT INTO jobs (first, count, what) VALUES (?, ?, ?)", jobs)
    (count,) = db.execute("SELECT count(*) FROM jobs").fetchone()
    return int(count)


def _claims(spec: Claims) -> Iterator[Job]:
    names: list[str] = _allsmall.claim_names()
    for beginning in spec.only:
        if not any(name.startswith(beginning) for name in names):
            raise SpecError(f"only: no claim begins with {beginning!r}; allsmall claims --list names them")
    for name in names:
        if not spec.only or any(name.startswith(beginning) for beginning in spec.only):
            yield 0, 1, name


def _plant(db: sqlite3.Connection, spec: Search) -> int:
    """The roots of a search: Right's is Left's of the negative."""
    board = _allsmall.Board(spec.board)
    searcher = _allsmall.Searcher(spec.board, 256 << 20)
    for player in ("left", "right"):
        if spec.first not in (player, "both"):
            continue
        root = board if player == "left" else board.negated()
        key, text = _allsmall.normal_form(root), str(root)
        db.execute(
            "INSERT INTO nodes (key, board, stones, guess) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (key, text, root.stones(), standing(searcher, text)),
        )
        db.execute("INSERT INTO roots SELECT ?, id FROM nodes WHERE key = ?", (player, key))
    return 1


def task(spec: Table, packing: str, folder: Path, job: Job) -> dict[str, Any]:
    """What a worker is told of a table's job; the lines of a file are in it, so it needs no file."""
    first, count, line = job
    told: dict[str, Any] = {
        "kind": "table",
        "what": spec.what,
        "first": first,
        "count": count,
        "ask": spec.ask,
        "keep": spec.keep,
        "up_to_symmetry": spec.up_to_symmetry,
        "colourings": spec.colourings,
        "time": spec.time,
        "memory": spec.memory,
        "packing": packing,
    }
    if line is not None:
        with open(source(spec, folder), "rb") as file:
            file.seek(first)
            told.update(text=file.read(count).decode(errors="replace"), line=int(line))
    return told


def source(spec: Table, folder: Path) -> Path:
    """The file that the boards of a table come from."""
    return folder / spec.what.removeprefix("graphs:").removeprefix("@")


def _portions(spec: Table, folder: Path) -> Iterator[Job]:
    count = _allsmall.count_boards(spec.what)
    if count is not None:
        size = spec.portion or _measured(spec, folder, lambda at, many: (at, many, None), count)
        for first in range(0, count, size):
            yield first, min(size, count - first), None
        return
    try:
        starts = _lines(source(spec, folder))
    except OSError as error:
        raise SpecError(f"what: cannot read {source(spec, folder)}: {error.strerror}") from None

    def lines(first: int, many: int) -> Job:
        end = min(first + many, len(starts) - 1)
        return starts[first], starts[end] - starts[first], str(first + 1)

    size = spec.portion or _measured(spec, folder, lines, len(starts) - 1)
    for first in range(0, len(starts) - 1, size):
        yield lines(first, size)


def _lines(path: Path) -> list[int]:
    """Where the lines of a file begin, and its end."""
    starts, at = [0], 0
    with open(path, "rb") as file:
        for line in file:
            at += len(line)
            starts.append(at)
    return starts


def _measured(spec: Table, folder: Path, job: Any, count: int) -> int:
    """How many numbers, or lines, take about `job_seconds`."""
    chance = random.Random(spec.seed)
    spent, looked, many = 0.0, 0, 16 if count > 16 else 1
    while spent < MEASURE and looked < count:
        told = task(spec, "gz", folder, job(chance.randrange(max(1, count - many)), many))
        started = time.perf_counter()
        json.dumps(ask(told, boards_of(told)))
        spent += time.perf_counter() - started
        looked += many
        many = min(2 * many, max(1, count // 16), 1 << 16)
    return max(1, min(int(spec.job_seconds * looked / max(spent, 1e-6)), MOST_NUMBERS))
