"""Merging of ledgers of one campaign that was worked on in several places.

Tables and claims: the same jobs, of which each ledger has done some. A job that
two of them did is taken once. Searches: what any of them proved or expanded is
planted in a new ledger; open leaves stay open.
"""

from __future__ import annotations

import shutil
import sqlite3
from itertools import chain
from pathlib import Path

from .atomic_write import remove, writing
from .export import places, positions
from .ledger import Ledger
from .plan import plan
from .results import Rows
from .spec import Search, SpecError

_SAME = ("kind", "spec", "packing")


def merge(paths: list[Path], out: Path) -> dict[str, int]:
    """Write a new ledger with what all of these know; its jobs, or nodes, by state."""
    if len(paths) < 2:
        raise SpecError("expected two ledgers or more")
    if out.exists():
        raise SpecError(f"{out} is there already; a ledger is never written over")
    ledgers = [Ledger(path, readonly=True) for path in paths]
    first = ledgers[0]
    for other in ledgers[1:]:
        for name in _SAME:
            if other.about[name] != first.about[name]:
                raise SpecError(
                    f"{other.path} and {first.path} differ in their {name}; only one campaign can be merged"
                )
    if isinstance(first.spec, Search):
        plan(first.spec, out, known=chain.from_iterable(positions(ledger) for ledger in ledgers))
        merged = Ledger(out)
    else:
        try:
            with writing(out, out):
                merged = _merge_jobs(ledgers, out)
        except BaseException:
            remove(out)
            Rows(out, first.about["packing"]).path.unlink(missing_ok=True)
            raise
    counts = merged.count("nodes" if isinstance(first.spec, Search) else "jobs")
    for ledger in [*ledgers, merged]:
        ledger.close()
    return counts


def _merge_jobs(ledgers: list[Ledger], out: Path) -> Ledger:
    first = ledgers[0]
    jobs = "SELECT id, first, count, what FROM jobs ORDER BY id"
    cut = first.db.execute(jobs).fetchall()
    for other in ledgers[1:]:
        if other.db.execute(jobs).fetchall() != cut:
            raise SpecError(f"{other.path} and {first.path} are cut into different jobs; plan once and copy the ledger")
    copy = sqlite3.connect(out)
    first.db.backup(copy)
    copy.close()
    merged = Ledger(out)
    merged.db.execute("UPDATE jobs SET state = 'ready' WHERE state = 'running'")
    if first.rows.path.exists():
        shutil.copyfile(first.rows.path, merged.rows.path)
    (end,) = merged.db.execute("SELECT max(at + bytes) FROM jobs").fetchone()
    merged.rows.open(end or 0)
    for other in ledgers[1:]:
        _take_from(other, merged)
    merged.rows.settle()
    merged.rows.close()
    merged.db.commit()
    return merged


_COLUMNS = "attempts, failures, worker, seconds, finished, boards, result"


def _take_from(other: Ledger, merged: Ledger) -> None:
    lacking = {number for (number,) in merged.db.execute("SELECT id FROM jobs WHERE state != 'done'")}
    frames = {number: place for number, *place in places(other)}
    names = ", ".join(f"{name} = ?" for name in _COLUMNS.split(", "))
    with_rows = other.rows.path.exists()
    file = open(other.rows.path, "rb") if with_rows else None  # noqa: SIM115
    for number, *values in other.db.execute(f"SELECT id, {_COLUMNS} FROM jobs WHERE state = 'done'"):
        if number not in lacking:
            continue
        place: tuple[int | None, ...] = (None, None, None)
        if file is not None and number in frames:
            at, size, checksum = frames[number]
            file.seek(at)
            place = merged.rows.append(file.read(size))
            if place[2] != checksum:
                raise SpecError(f"{other.rows.path}: the rows of job {number} are damaged")
        merged.db.execute(
            f"UPDATE jobs SET state = 'done', error = NULL, {names}, at = ?, bytes = ?, checksum = ? WHERE id = ?",
            (*values, *place, number),
        )
    if file is not None:
        file.close()
