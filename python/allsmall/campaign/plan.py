"""Planning: a specification becomes a ledger of jobs.

The boards of a table are cut into portions that should take `job_seconds` each.
How long a board takes is measured on a sample from all over the enumeration.
The ledger appears whole or not at all.
"""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from .. import _allsmall
from .atomic_write import atomically
from .export import Row
from .jobs import ask, boards_of, forecast
from .known import plant
from .ledger import Ledger
from .results import best_packing
from .spec import Claims, Search, Spec, SpecError, Table

Job = tuple[int, int, str | None]
"""First number (or byte offset), count, and the first line or the claim."""

MEASURE = 4.0
"""Time limit of the measurement, in seconds."""
STRETCHES = 64
"""Number of stretches of an enumeration that are measured separately."""
MOST_SAMPLE = 1 << 14
"""Maximum number of boards of a sample."""
MOST_NUMBERS = 20_000_000
"""Maximum number of boards of a job: a worker lists them before it asks."""


def plan(spec: Spec, path: Path, *, folder: Path = Path(), known: Iterable[Row] | None = None) -> int:
    """Write the ledger of a campaign; how many jobs there are, as far as that is known.

    A search may begin with known positions; then their number is returned.
    """
    if path.exists():
        raise SpecError(f"{path} is there already; a ledger is never written over")
    with atomically(path) as temporary:
        with contextlib.closing(sqlite3.connect(temporary)) as db:
            with db:
                Ledger.begin(db, spec, best_packing())
                count = _fill(db, spec, folder)
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if known is not None:
            with contextlib.closing(Ledger(temporary)) as ledger:
                count = plant(ledger, known)
                ledger.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return count


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
            "INSERT INTO nodes (key, board, stones, proof, disproof) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (key, text, root.stones(), *forecast(searcher, text)),
        )
        db.execute("INSERT INTO roots SELECT ?, id FROM nodes WHERE key = ?", (player, key))
    return 1


def task(spec: Table, packing: str, folder: Path, job: Job) -> dict[str, Any]:
    """A table's job as sent to a worker; it contains the lines of a file, so the worker needs no file."""
    first, count, line = job
    job_dict: dict[str, Any] = {
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
            job_dict.update(text=file.read(count).decode(errors="replace"), line=int(line))
    return job_dict


def source(spec: Table, folder: Path) -> Path:
    """The file that the boards of a table come from."""
    return folder / spec.what.removeprefix("graphs:").removeprefix("@")


def _portions(spec: Table, folder: Path) -> Iterator[Job]:
    count = _allsmall.count_boards(spec.what)
    if count is not None:
        yield from _cut(spec, folder, lambda first, many: (first, many, None), count)
        return
    try:
        starts = _lines(source(spec, folder))
    except OSError as error:
        raise SpecError(f"what: cannot read {source(spec, folder)}: {error.strerror}") from None

    def lines(first: int, many: int) -> Job:
        return starts[first], starts[first + many] - starts[first], str(first + 1)

    yield from _cut(spec, folder, lines, len(starts) - 1)


def _lines(path: Path) -> list[int]:
    """Where the lines of a file begin, and its end."""
    starts, at = [0], 0
    with open(path, "rb") as file:
        for line in file:
            at += len(line)
            starts.append(at)
    return starts


def _cut(spec: Table, folder: Path, job: Callable[[int, int], Job], count: int) -> Iterator[Job]:
    """Cut the numbers, or lines, into jobs."""
    stretches = [(0, count)]
    sizes = [spec.portion]
    if spec.portion is None:
        stretches = [(count * i // STRETCHES, count * (i + 1) // STRETCHES) for i in range(STRETCHES)]
        stretches = [(first, end) for first, end in stretches if first < end]
        sizes = _measured(spec, folder, job, stretches)
    for (begin, end), size in zip(stretches, sizes, strict=True):
        assert size is not None
        for first in range(begin, end, size):
            yield job(first, min(size, end - first))


def _measured(
    spec: Table, folder: Path, job: Callable[[int, int], Job], stretches: list[tuple[int, int]]
) -> list[int | None]:
    """How many numbers, or lines, of each stretch take about `job_seconds`.

    Stretches are measured one by one: up to symmetry nearly all boards have
    small numbers, and a file may be sorted by size. The last and largest sample
    counts: what is done once a job weighs little in it, as in a job.
    """
    chance = random.Random(spec.seed)
    spent, looked = [1e-6] * len(stretches), [0] * len(stretches)
    began, many, used = time.monotonic(), 1, 0.0
    while used < MEASURE and time.monotonic() - began < 4 * MEASURE and many <= MOST_SAMPLE:
        for i, (first, end) in enumerate(stretches):
            size = min(many, end - first)
            job_dict = task(spec, "gz", folder, job(chance.randint(first, end - size), size))
            # Processor time: a busy machine does not change the plan.
            started = time.process_time()
            json.dumps(ask(job_dict, boards_of(job_dict)))
            spent[i], looked[i] = max(time.process_time() - started, 1e-6), size
            used += spent[i]
        many *= 4
    return [max(1, min(int(spec.job_seconds * n / t), MOST_NUMBERS)) for n, t in zip(looked, spent, strict=True)]
