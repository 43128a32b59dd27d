"""Progress of a campaign, from its ledger alone: a driver may run or not."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import _allsmall
from .ledger import Ledger
from .lock import driver_of
from .principal_variation import principal_variation
from .search_state import load
from .spec import Search
from .tree import Tree

RECENT = 600.0
"""Window of the rate, in seconds."""


@dataclass
class Root:
    """A question of a search and what is known of it."""

    player: str
    winner: str | None
    proof: float
    disproof: float
    line: list[str]
    """Best play as far as it is seen, from this root on."""


@dataclass
class Status:
    """How far a campaign is."""

    name: str
    kind: str
    about: str
    states: dict[str, int]
    driver: str | None
    seconds: float
    """Of workers, all together."""
    rate: float
    """Jobs a second, lately."""
    left: float | None
    """Seconds that are left, if that can be said."""
    roots: list[Root] = field(default_factory=list)
    facts: dict[str, int] = field(default_factory=dict)
    failures: list[tuple[int, str]] = field(default_factory=list)
    pace: list[tuple[float, int, float, float, float]] = field(default_factory=list)

    @property
    def total(self) -> int:
        """All jobs, or all positions."""
        return sum(self.states.values())


def status(path: Path) -> Status:
    """Look at a ledger."""
    ledger = Ledger(path, readonly=True)
    search = isinstance(ledger.spec, Search)
    table = "nodes" if search else "jobs"
    states = ledger.count(table)
    (seconds,) = ledger.db.execute(f"SELECT coalesce(sum(seconds), 0) FROM {table}").fetchone()
    (last,) = ledger.db.execute(f"SELECT max(finished) FROM {table}").fetchone()
    rate = 0.0
    if last:
        (started,) = ledger.db.execute("SELECT coalesce(max(started), 0) FROM drivers").fetchone()
        since = max(last - RECENT, min(started, last))
        (done,) = ledger.db.execute(
            f"SELECT count(*) FROM {table} WHERE state = 'done' AND finished >= ?", (since,)
        ).fetchone()
        rate = done / max(last - since, 1e-3) if done > 1 else 0.0
    waiting = states.get("ready", 0) + states.get("running", 0)
    found = Status(
        name=str(path),
        kind=ledger.spec.kind,
        about=getattr(ledger.spec, "board", None) or getattr(ledger.spec, "what", None) or "the claims of the papers",
        states=states,
        driver=driver_of(ledger.path),
        seconds=seconds,
        rate=rate,
        left=None if search or not rate else waiting / rate,
        failures=ledger.db.execute(
            f"SELECT id, error FROM {table} WHERE state = 'aside' ORDER BY id LIMIT 20"
        ).fetchall(),
        pace=ledger.db.execute("SELECT time, done, spent, proof, disproof FROM pace ORDER BY time").fetchall(),
    )
    if search:
        _look_at_tree(ledger, found)
    ledger.close()
    return found


def _look_at_tree(ledger: Ledger, found: Status) -> None:
    tree: Tree = load(ledger)
    by_number = {node.number: node for node in tree.roots}
    start = _allsmall.Board(found.about)
    work = dict(ledger.db.execute("SELECT id, nodes FROM nodes"))
    for player, number in ledger.db.execute("SELECT player, node FROM roots ORDER BY player"):
        root = by_number[number]
        other = {"left": "right", "right": "left"}[player]
        winner = None if root.won is None else (player if root.won else other)
        board = start if player == "left" else start.negated()
        line = principal_variation(tree, root, board, work)
        found.roots.append(Root(player, winner, root.proof, root.disproof, line))
    nodes = tree.nodes.values()
    found.facts = {
        "positions": len(nodes),
        "expanded": sum(node.children is not None for node in nodes),
        "settled": sum(node.won is not None for node in nodes),
        "open leaves": sum(node.won is None and node.children is None for node in nodes),
    }
    found.facts["nodes searched"] = sum(work.values())


def duration(seconds: float) -> str:
    """A duration in words."""
    for size, name in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {name}"
    return f"{seconds:.1f} seconds"


def bar(done: int, total: int, width: int = 40) -> str:
    """How much of it is done, as a bar."""
    full = width * done // max(total, 1)
    return f"[{'#' * full}{'.' * (width - full)}]"


def text(found: Status) -> str:
    """The status as lines for a terminal."""
    lines = [f"{found.kind} campaign about {found.about}"]
    done = found.states.get("done", 0)
    if found.kind != "search":
        share = 100 * done / max(found.total, 1)
        lines.append(f"  {bar(done, found.total)} {done} of {found.total} jobs, {share:.1f} %")
    states = ", ".join(f"{count} {name}" for name, count in sorted(found.states.items()))
    lines.append(f"  {'positions' if found.kind == 'search' else 'jobs'}: {states}")
    if found.facts:
        lines.append("  tree: " + ", ".join(f"{count:,} {name}" for name, count in found.facts.items()))
    for root in found.roots:
        verdict = (
            f"{root.winner} wins" if root.winner else f"open (proof {root.proof:.3g}, disproof {root.disproof:.3g})"
        )
        lines.append(f"  {root.player} first: {verdict}")
        if root.line:
            lines.append(f"    line: {' '.join(root.line)}")
    lines.append(f"  worked: {duration(found.seconds)}; lately {found.rate:.2f} a second")
    if found.left is not None and done < found.total:
        lines.append(f"  left: about {duration(found.left)}")
    lines.append(f"  driver: {found.driver or 'none'}")
    lines += [f"  set aside: {number}: {error}" for number, error in found.failures]
    return "\n".join(lines)


def as_json(found: Status) -> dict[str, Any]:
    """The status as plain data."""
    from dataclasses import asdict

    return asdict(found) | {"time": time.time()}
