"""Import of known positions into a search: verdicts and inner positions of an export."""

from __future__ import annotations

import time
from collections.abc import Iterable

from .. import _allsmall
from .export import Row
from .jobs import forecast
from .ledger import Ledger
from .spec import Search, SpecError


def plant(ledger: Ledger, lines: Iterable[Row]) -> int:
    """Enter verdicts and expansions below the roots; how many positions had a verdict."""
    spec = ledger.spec
    assert isinstance(spec, Search)
    leaves, inner = _sorted(lines)
    searcher = _allsmall.Searcher(spec.board, 256 << 20)
    db = ledger.db
    numbers: dict[str, int] = dict(db.execute("SELECT key, id FROM nodes"))
    todo = [(number, key) for key, number in numbers.items() if key in inner]
    for (board, won), key in [((str(line["board"]), line), key) for key, line in leaves.items()]:
        if key not in numbers:
            _insert(ledger, numbers, searcher, key, board)
        db.execute(
            "UPDATE nodes SET state = 'done', won = ?, move = ?, source = 'search', nodes = ?, seconds = ?,"
            " worker = 'known', finished = ? WHERE id = ?",
            (won["won"], won.get("move"), won.get("nodes", 0), won.get("seconds", 0), time.time(), numbers[key]),
        )
    expanded = set()
    while todo:
        number, key = todo.pop()
        if number in expanded or key in leaves:
            continue
        expanded.add(number)
        (board,) = db.execute("SELECT board FROM nodes WHERE id = ?", (number,)).fetchone()
        for move, child, text, _ in _allsmall.after_moves(_allsmall.Board(board)):
            if child not in numbers:
                _insert(ledger, numbers, searcher, child, text)
            db.execute("INSERT INTO edges VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (number, numbers[child], move))
            if child in inner:
                todo.append((numbers[child], child))
        about = inner[key]
        db.execute(
            "UPDATE nodes SET expanded = 1, tries = 1, nodes = ?, seconds = ? WHERE id = ?",
            (about.get("nodes", 0), about.get("seconds", 0), number),
        )
    db.commit()
    return len(leaves)


def _sorted(lines: Iterable[Row]) -> tuple[dict[str, Row], dict[str, Row]]:
    leaves: dict[str, Row] = {}
    inner: dict[str, Row] = {}
    for line in lines:
        if "root" in line:
            continue
        key, won = line.get("position"), line.get("won")
        if not isinstance(key, str) or not isinstance(line.get("board"), str):
            raise SpecError(f"known positions: expected position and board in {line}")
        if line.get("inner"):
            inner[key] = line
        elif isinstance(won, bool) and leaves.setdefault(key, line)["won"] != won:
            raise SpecError(f"known positions: {key} is both won and lost")
    return leaves, inner


def _insert(ledger: Ledger, numbers: dict[str, int], searcher: _allsmall.Searcher, key: str, board: str) -> None:
    position = _allsmall.Board(board)
    if _allsmall.normal_form(position) != key:
        raise SpecError(f"known positions: {board} is not {key}")
    number = ledger.db.execute(
        "INSERT INTO nodes (key, board, stones, proof, disproof) VALUES (?, ?, ?, ?, ?)",
        (key, board, position.stones(), *forecast(searcher, board)),
    ).lastrowid
    assert number is not None
    numbers[key] = number
