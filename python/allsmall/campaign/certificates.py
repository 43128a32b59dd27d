"""Certificates of the leaves of a search: written by `allsmall`, checked by `allsmall-check`.

What was checked is recorded, one JSON object a line, so that a run that is stopped goes on
and the proofs themselves need not be kept:

    {"position": "xo + xxo", "won": true, "lines": 7, "bytes": 301, "seconds": 0.1, "sha256": "..."}

A line counts only for the position and the verdict that it names. The digest is that of
the proof as it was checked; `allsmall solve POSITION --first left --certificate FILE`
makes the proof again.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from .spec import SpecError


@dataclass(frozen=True)
class Certified:
    """A leaf whose proof was checked."""

    position: str
    won: bool
    lines: int
    bytes: int
    seconds: float
    sha256: str


@dataclass(frozen=True)
class Unproved:
    """A leaf without a proof, and why."""

    position: str
    why: str


def programs() -> tuple[str, str]:
    """The programs that write and check proofs."""
    found = [shutil.which(name) for name in ("allsmall", "allsmall-check")]
    if found[0] is None or found[1] is None:
        raise SpecError("certificates need the programs allsmall and allsmall-check on the PATH")
    return found[0], found[1]


def statement(position: str, won: bool) -> str:
    """What `allsmall-check` prints about a proof of this verdict, Left to move."""
    return f"proved: {position}: " + ("Left wins moving first" if won else "Right wins moving second")


def prove(position: str, won: bool, prover: str, checker: str) -> Certified | Unproved:
    """Prove a leaf and have the proof checked; the proof is removed again."""
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        proof = Path(folder) / "leaf.proof"
        made = [prover, "solve", position, "--first", "left", "--certificate", str(proof), "--json", "--quiet"]
        answer = subprocess.run(made, capture_output=True, text=True, check=False)
        checked = subprocess.run([checker, str(proof)], capture_output=True, text=True, check=False)
        winner = json.loads(answer.stdout)["left_first"] if answer.returncode == 0 else None
        proved = checked.returncode == 0 and checked.stdout.strip() == statement(position, won)
        if winner != ("L" if won else "R") or not proved:
            return Unproved(position, (answer.stderr + checked.stdout + checked.stderr).strip())
        data = proof.read_bytes()
    seconds = round(time.perf_counter() - started, 3)
    return Certified(position, won, data.count(b"\n"), len(data), seconds, hashlib.sha256(data).hexdigest())


def read_record(path: Path) -> dict[str, Certified]:
    """What is recorded, by position; a last line that was cut off is removed from the file."""
    if not path.exists():
        return {}
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        with path.open("r+b") as file:
            file.truncate(len(whole))
    found = {}
    for number, line in enumerate(whole.decode().splitlines(), 1):
        try:
            one = Certified(**json.loads(line))
        except (ValueError, TypeError) as error:
            raise SpecError(f"{path}, line {number}: not a line of a record of certificates: {error}") from None
        found[one.position] = one
    return found


def prove_all(
    leaves: Iterable[tuple[str, bool]], workers: int, found: Callable[[Certified | Unproved], object]
) -> None:
    """Prove leaves, `workers` at a time; `found` is called with each, on this thread."""
    prover, checker = programs()
    todo: Iterator[tuple[str, bool]] = iter(leaves)
    stopped = threading.Event()

    def one(position: str, won: bool) -> Certified | Unproved | None:
        return None if stopped.is_set() else prove(position, won, prover, checker)

    with ThreadPoolExecutor(workers) as pool:
        try:
            running = {pool.submit(one, *leaf) for leaf in islice(todo, 2 * workers)}
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    result = future.result()
                    if result is not None:
                        found(result)
                running |= {pool.submit(one, *leaf) for leaf in islice(todo, len(done))}
        finally:
            stopped.set()


def certify(
    leaves: Iterable[tuple[str, bool]],
    *,
    record: Path | None = None,
    workers: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[list[Certified], list[Unproved], int]:
    """Prove leaves that the record lacks and enter them there.

    Returns the certificates, the leaves without one, and how many certificates were in the
    record before.
    """
    wanted = dict(leaves)
    before = read_record(record) if record is not None else {}
    certified = [one for one in before.values() if wanted.get(one.position) is one.won]
    had, unproved = len(certified), list[Unproved]()
    missing = wanted.keys() - {one.position for one in certified}
    with open(record if record is not None else os.devnull, "a", encoding="utf-8") as file:

        def enter(one: Certified | Unproved) -> None:
            if isinstance(one, Certified):
                file.write(json.dumps(asdict(one), separators=(",", ":")) + "\n")
                file.flush()
                certified.append(one)
            else:
                unproved.append(one)
            if progress is not None:
                progress(len(certified) + len(unproved), len(wanted))

        prove_all(((key, won) for key, won in wanted.items() if key in missing), workers, enter)
    return certified, unproved, had
