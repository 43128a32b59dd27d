"""Verification of a campaign by independent means.

rows, leaves   a sample, or all of them, asked again: fresh solver, other memory, two threads
certificates   leaves, all or a sample, proved by `allsmall` and checked by `allsmall-check`
the tree       verdicts computed from the leaves by the plain rules (`recheck_tree`)
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import _allsmall
from . import recheck_tree
from .certificates import certify as prove_leaves
from .certificates import statement
from .export import places, positions
from .jobs import ask
from .ledger import Ledger
from .plan import task
from .search_state import load
from .spec import Claims, Search, SpecError, Table
from .tree_proof import prove as prove_tree


@dataclass
class Report:
    """What was checked, faults, and notes."""

    looked: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def count(self, what: str, by: int = 1) -> None:
        """Something was looked at."""
        self.looked[what] = self.looked.get(what, 0) + by


@dataclass(frozen=True)
class Certify:
    """Which leaves are proved, and where that is recorded."""

    sample: int | None = 0
    """Number of leaves; None for all."""
    record: Path | None = None
    """The file of what was checked, which is continued."""
    workers: int = 1
    """How many are proved at once."""


def verify(
    path: Path,
    *,
    sample: int | None = 100,
    certify: int | Certify = 0,
    progress: Callable[[str], object] | None = None,
) -> Report:
    """Verify a campaign; `sample` None checks all of it."""
    certify = Certify(certify) if isinstance(certify, int) else certify
    ledger = Ledger(path, readonly=True)
    report = Report()
    chance = random.Random(ledger.spec.seed + 1)
    if isinstance(ledger.spec, Search):
        _tree(ledger, report)
        _leaves(ledger, report, chance, sample, certify, progress)
    elif isinstance(ledger.spec, Claims):
        _claims(ledger, ledger.spec, report, chance, sample)
    else:
        _table(ledger, ledger.spec, report, chance, sample)
    ledger.close()
    return report


def _some(chance: random.Random, things: list[Any], sample: int | None) -> list[Any]:
    return things if sample is None or sample >= len(things) else sorted(chance.sample(things, sample))


_STATS = {"stats", "stopped", "seconds"}


def _table(ledger: Ledger, spec: Table, report: Report, chance: random.Random, sample: int | None) -> None:
    found = ledger.db.execute("SELECT id FROM jobs WHERE state = 'done' AND boards > 0 ORDER BY id")
    done = _some(chance, [number for (number,) in found], sample)
    each = None if sample is None else -(-sample // max(1, len(done)))
    settings = task(spec, "gz", ledger.path.parent, (0, 0, None))
    settings.update(memory=max(64 << 20, spec.memory // 2), threads=2)
    for number, lines in ledger.rows.read(places(ledger, done)):
        rows = [json.loads(line) for line in lines.splitlines()]
        rows = [rows[i] for i in _some(chance, list(range(len(rows))), each)]
        boards = [row["board"] for row in rows]
        for row, again in zip(rows, ask(settings, boards), strict=True):
            report.count("rows")
            wrong = [key for key in row if key not in _STATS and _differ(row[key], again.get(key))]
            if wrong:
                report.faults.append(
                    f"job {number}: {row['board']}: {wrong[0]}: {row[wrong[0]]!r} != {again.get(wrong[0])!r}"
                )


def _differ(one: Any, two: Any) -> bool:
    """Whether two answers contradict each other; an unknown one contradicts nothing."""
    return one is not None and two is not None and one != two


def _claims(ledger: Ledger, spec: Claims, report: Report, chance: random.Random, sample: int | None) -> None:
    rows = ledger.db.execute("SELECT what, result FROM jobs WHERE state = 'done' ORDER BY id").fetchall()
    for name, result in _some(chance, rows, sample):
        (again,) = json.loads(_allsmall.claims([name], spec.effort, spec.time, 2))
        report.count("claims")
        if _differ(json.loads(result)["status"], again["status"]):
            report.faults.append(f"{name}: {json.loads(result)['status']}, now {again['status']}")


def _tree(ledger: Ledger, report: Report) -> None:
    """The verdicts of the ledger against those that its leaves add up to."""
    try:
        verdicts, leaves, inner = recheck_tree.verdicts(positions(ledger))
    except ValueError as error:
        report.notes.append(f"the tree was not checked: {error}")
        return
    report.count("leaves added up", leaves)
    report.count("positions added up", inner)
    # What the campaign itself makes of its ledger, which may be planned and not yet run.
    tree = load(ledger)
    for root, won in verdicts.items():
        entered = tree.nodes[root].won
        if entered != won:
            report.faults.append(f"{root}: the ledger says {entered}, its leaves add up to {won}")
        verdict = {True: "the first player wins", False: "the first player loses", None: "open"}[won]
        report.notes.append(f"{root}: {verdict}, by {leaves} leaves and {inner} inner positions")


def _leaves(
    ledger: Ledger,
    report: Report,
    chance: random.Random,
    sample: int | None,
    certify: Certify,
    progress: Callable[[str], object] | None,
) -> None:
    leaves = ledger.db.execute(
        "SELECT key, won, board, move FROM nodes WHERE source = 'search' AND won IS NOT NULL AND key != '0' ORDER BY id"
    ).fetchall()
    for key, won, board, move in _some(chance, leaves, sample):
        # The sum of its parts, on separate boards: nothing in common with
        # the worker's solver but the program.
        answer = json.loads(_allsmall.ask("solve", key, '{"first": "L", "no_book": true}', None, 3 << 30, 2))
        report.count("leaves")
        if answer["left_first"] != ("L" if won else "R"):
            report.faults.append(f"{key}: entered as {'won' if won else 'lost'}, now {answer['left_first']} wins")
        if won and move is not None:
            _allsmall.Board(board).play(move, "left")
        if progress is not None:
            progress(f"{report.looked['leaves']} leaves solved again")
    if certify.sample != 0:
        chosen = _some(chance, leaves, certify.sample)
        sentences = _certify(report, {key: bool(won) for key, won, _, _ in chosen}, certify, progress)
        if certify.sample is None:
            _theorems(ledger, report, sentences)


def _theorems(ledger: Ledger, report: Report, proved: set[str]) -> None:
    """What the tree proves together with the certificates of its leaves."""
    try:
        proofs = prove_tree(ledger)
    except SpecError as error:
        report.notes.append(f"the tree has no proof: {error}")
        return
    for proof in proofs:
        count = sum(sentence in proved for sentence in proof.hypotheses)
        report.notes.append(
            f"{proof.conclusion}: {count} of the {len(proof.hypotheses)} hypotheses of its proof have a certificate"
            + (", so this is proved" if count == len(proof.hypotheses) else "")
        )


def _certify(
    report: Report, leaves: dict[str, bool], how: Certify, progress: Callable[[str], object] | None
) -> set[str]:
    """Prove leaves; the sentences that their certificates prove."""

    def show(done: int, of: int) -> None:
        if progress is not None:
            progress(f"{done} of {of} certificates")

    shown = show if progress is not None else None
    certified, unproved, had = prove_leaves(leaves.items(), record=how.record, workers=how.workers, progress=shown)
    report.count("certificates", len(certified))
    report.faults += [f"{one.position}: no proof: {one.why}" for one in unproved]
    lines, size = sum(one.lines for one in certified), sum(one.bytes for one in certified)
    seconds = sum(one.seconds for one in certified)
    report.notes.append(
        f"{len(certified)} of {len(leaves)} leaves have a certificate that allsmall-check accepted"
        f" ({had} of them were recorded before): {lines} lines, {size} bytes, {seconds:.0f} s"
    )
    return {statement(one.position, one.won).removeprefix("proved: ") for one in certified}
