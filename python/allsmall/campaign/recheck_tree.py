"""Independent check of a proof tree: the verdict of every root from those of the leaves.

    python recheck_tree.py proof.jsonl            (the file that `export --proof` writes)

It shares no code with the solver, the campaign or the package: it has only the
rules of Clobber on strips and grids, and the symmetries that identify positions.
From the file it takes the verdicts of the leaves, and which positions are inner
ones; it computes moves, normal forms and the verdicts above the leaves itself.

    {"root": "xo/ox"}                                 what is asked; Left moves first
    {"position": "xo/ox", "inner": true}              to be added up from its moves
    {"position": "xo + xxo", "won": true}             a leaf: Left, who moves first, wins

A position is a sum of boards, Left to move. After Left's move the colours are
exchanged, so that Left is to move again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

Cell = tuple[int, int]
Part = dict[Cell, str]
Sum = tuple[tuple[tuple[int, int, str], ...], ...]

OTHER = {"x": "o", "o": "x"}


def read(text: str) -> list[Part]:
    """The boards of a sum, each as stones by row and column."""
    parts = []
    for board in text.split(" + "):
        if set(board) - set("xo./0"):
            raise ValueError(f"{board}: only strips and grids are checked here")
        rows = board.split("/") if board != "0" else []
        parts.append({(r, c): s for r, row in enumerate(rows) for c, s in enumerate(row) if s in OTHER})
    return parts


def near(cell: Cell) -> list[Cell]:
    """The neighbours of a cell."""
    r, c = cell
    return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]


def groups(stones: Part) -> list[Part]:
    """The connected groups of stones: no move ever joins two of them."""
    left, found = dict(stones), []
    while left:
        todo, group = [next(iter(left))], {}
        while todo:
            cell = todo.pop()
            if cell in left:
                group[cell] = left.pop(cell)
                todo += near(cell)
        found.append(group)
    return found


def straightened(group: Part) -> Part:
    """A group that is a path, laid out in a row: the same moves in another shape."""
    links = {cell: [n for n in near(cell) if n in group] for cell in group}
    ends = [cell for cell in group if len(links[cell]) == 1]
    if len(ends) != 2 or any(len(of) > 2 for of in links.values()):
        return group
    row, before, cell = [], None, ends[0]
    while True:
        row.append(group[cell])
        onward = [n for n in links[cell] if n != before]
        if not onward:
            return {(0, c): stone for c, stone in enumerate(row)}
        before, cell = cell, onward[0]


def first_image(group: Part) -> tuple[tuple[int, int, str], ...]:
    """The least of the eight images of a group, moved to the corner."""
    images = []
    for turn in range(8):
        cells = []
        for (r, c), stone in group.items():
            a, b = (-r if turn & 1 else r), (-c if turn & 2 else c)
            cells.append((b, a, stone) if turn & 4 else (a, b, stone))
        top, left = min(cell[0] for cell in cells), min(cell[1] for cell in cells)
        images.append(tuple(sorted((r - top, c - left, stone) for r, c, stone in cells)))
    return min(images)


def normal(boards: Iterable[Part]) -> Sum:
    """Normal form: up to splitting into groups, symmetry, straightening of paths and G - G = 0."""
    kept: list[tuple[tuple[int, int, str], ...]] = []
    for board in boards:
        # A group of one colour has no moves, ever.
        mixed = [straightened(group) for group in groups(board) if len(set(group.values())) == 2]
        for group in mixed:
            negative = first_image({cell: OTHER[stone] for cell, stone in group.items()})
            if negative in kept:
                kept.remove(negative)  # G - G = 0
            else:
                kept.append(first_image(group))
    return tuple(sorted(kept))


def after_moves(position: Sum) -> set[Sum]:
    """What Left's moves leave, colours exchanged: Left is to move again."""
    parts = [{(r, c): stone for r, c, stone in part} for part in position]
    left = set()
    for i, part in enumerate(parts):
        for cell, stone in part.items():
            for to in near(cell):
                if stone == "x" and part.get(to) == "o":
                    moved = {at: s for at, s in part.items() if at != cell} | {to: "x"}
                    rest = [*parts[:i], moved, *parts[i + 1 :]]
                    left.add(normal({at: OTHER[s] for at, s in board.items()} for board in rest))
    return left


def verdicts(lines: Iterable[dict[str, object]]) -> tuple[dict[str, bool | None], int, int]:
    """The verdict on every root, the number of leaves used, and the number of inner positions."""
    roots: list[str] = []
    leaves: dict[Sum, bool] = {}
    inner: set[Sum] = set()
    for line in lines:
        if "root" in line:
            roots.append(str(line["root"]))
        elif line.get("inner"):
            inner.add(normal(read(str(line["position"]))))
        else:
            position = normal(read(str(line["position"])))
            if leaves.setdefault(position, bool(line["won"])) != line["won"]:
                raise ValueError(f"{line['position']} is both won and lost")
    known: dict[Sum, bool | None] = {}
    used: set[Sum] = set()
    # A move takes a stone away, so smaller positions first: what a position
    # rests on is known when its turn comes.
    for position in sorted(inner, key=lambda position: sum(map(len, position))):
        found = []
        for after in after_moves(position):
            if after in leaves:
                used.add(after)
            found.append(False if not after else leaves.get(after, known.get(after)))
        known[position] = True if False in found else (None if None in found else False)
    verdict_of = {root: known.get(normal(read(root)), leaves.get(normal(read(root)))) for root in roots}
    return verdict_of, len(used), len(inner)


def main(path: str) -> int:
    """Check a file; 0 if every root has a verdict."""
    with open(path, encoding="utf-8") as file:
        verdict_of, leaves, inner = verdicts(json.loads(line) for line in file if line.strip())
    for root, won in verdict_of.items():
        answer = {True: "the first player wins", False: "the first player loses", None: "not proved"}[won]
        print(f"{root}: {answer} ({leaves} leaves, {inner} positions checked)")
    return 0 if verdict_of and None not in verdict_of.values() else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
