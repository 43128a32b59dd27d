"""The ledger: one SQLite file with the whole state of a campaign.

    about     name, value           format, kind, spec, seed, version, ...
    drivers   who ran it when       host, process, version, workers
    jobs      table and claims      what, state, attempts, failures, result
    nodes     search                position, verdict, winning move, cost
    edges     search                parent, child, move
    roots     search                the positions that are asked about
    pace      time, done, spent     a sample now and then, for the plot

It can be opened with any tool at any time (WAL). A job is `ready`, `running`,
`done`, or set `aside` after three failures; what is running when a driver
begins was left by one that died, and is ready again. A result and the state
`done` are written in one transaction.
"""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import time
import uuid
from pathlib import Path

from .. import __version__
from . import spec as specs
from .results import Rows
from .spec import Spec, SpecError

FORMAT = 2
FAILURES = 3
"""Number of failures after which a job is set aside."""

_TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE drivers (id INTEGER PRIMARY KEY, started REAL, ended REAL, host TEXT, process INTEGER,
  version TEXT, workers TEXT);
CREATE TABLE pace (time REAL, done INTEGER, spent REAL, proof REAL, disproof REAL);
CREATE TABLE jobs (id INTEGER PRIMARY KEY, first INTEGER, count INTEGER, what TEXT,
  state TEXT NOT NULL DEFAULT 'ready', attempts INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0,
  error TEXT, worker TEXT, seconds REAL, finished REAL, boards INTEGER,
  at INTEGER, bytes INTEGER, checksum INTEGER, result TEXT);
CREATE INDEX jobs_by_state ON jobs (state, id);
CREATE TABLE nodes (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, board TEXT NOT NULL, stones INTEGER NOT NULL,
  proof REAL NOT NULL, disproof REAL NOT NULL, state TEXT NOT NULL DEFAULT 'ready', expanded INTEGER NOT NULL DEFAULT 0,
  won INTEGER, move TEXT, source TEXT, tries INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0,
  error TEXT, nodes INTEGER NOT NULL DEFAULT 0, seconds REAL NOT NULL DEFAULT 0, worker TEXT, finished REAL);
CREATE TABLE edges (parent INTEGER NOT NULL, child INTEGER NOT NULL, move TEXT NOT NULL,
  PRIMARY KEY (parent, child)) WITHOUT ROWID;
CREATE TABLE roots (player TEXT PRIMARY KEY, node INTEGER NOT NULL) WITHOUT ROWID;
"""


def find(path: Path) -> Path:
    """The ledger that a path means: a folder stands for its `ledger.db`."""
    return path / "ledger.db" if path.is_dir() else path


class Ledger:
    """An open ledger."""

    def __init__(self, path: Path, *, readonly: bool = False) -> None:
        self.path = find(path)
        if not self.path.is_file():
            raise SpecError(f"there is no ledger {self.path}; allsmall-campaign plan makes one")
        mode = "ro" if readonly else "rw"
        self.db = sqlite3.connect(f"{self.path.absolute().as_uri()}?mode={mode}", uri=True, timeout=30)
        try:
            self.about: dict[str, str] = dict(self.db.execute("SELECT name, value FROM about"))
        except sqlite3.DatabaseError:
            self.db.close()
            raise SpecError(f"{self.path} is not a ledger of a campaign") from None
        if self.about.get("format") != str(FORMAT):
            self.db.close()
            raise SpecError(
                f"{self.path} has format {self.about.get('format')}, written by allsmall {self.about.get('version')}; "
                f"allsmall {__version__} reads format {FORMAT}"
            )
        self.spec: Spec = specs.parse(json.loads(self.about["spec"]), str(self.path))
        self.rows = Rows(self.path, self.about["packing"])

    @staticmethod
    def begin(db: sqlite3.Connection, spec: Spec, packing: str) -> None:
        """Begin a ledger; what is planned is committed by the caller."""
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript(_TABLES)
        about = {
            "format": FORMAT,
            "version": __version__,
            "campaign": uuid.uuid4().hex,
            "kind": spec.kind,
            "spec": specs.write(spec),
            "seed": spec.seed,
            "packing": packing,
            "created": time.time(),
        }
        db.executemany("INSERT INTO about VALUES (?, ?)", [(name, str(value)) for name, value in about.items()])

    def begin_driving(self, workers: str) -> int:
        """Enter a driver; what another one left running is ready again."""
        self.db.execute("PRAGMA synchronous = FULL")
        with self.db:
            self.db.execute("UPDATE jobs SET state = 'ready' WHERE state = 'running'")
            self.db.execute("UPDATE nodes SET state = 'ready' WHERE state = 'running'")
            cursor = self.db.execute(
                "INSERT INTO drivers (started, host, process, version, workers) VALUES (?, ?, ?, ?, ?)",
                (time.time(), socket.gethostname(), os.getpid(), __version__, workers),
            )
        number = cursor.lastrowid
        assert number is not None
        return number

    def end_driving(self, driver: int) -> None:
        """Say that a driver ended in order."""
        with self.db:
            self.db.execute("UPDATE jobs SET state = 'ready' WHERE state = 'running'")
            self.db.execute("UPDATE nodes SET state = 'ready' WHERE state = 'running'")
            self.db.execute("UPDATE drivers SET ended = ? WHERE id = ?", (time.time(), driver))

    def count(self, table: str) -> dict[str, int]:
        """How many jobs, or nodes, are in each state."""
        return dict(self.db.execute(f"SELECT state, count(*) FROM {table} GROUP BY state"))

    def size(self) -> int:
        """The number of jobs."""
        (size,) = self.db.execute("SELECT coalesce(max(id), 0) FROM jobs").fetchone()
        return int(size)

    def close(self) -> None:
        """Close the file."""
        self.db.close()
