"""A search campaign: the tree in memory, and every change of it in the ledger.

A leaf is tried with a budget of nodes. If it falls, its verdict, winning move
and cost are kept. If not, it is tried again with four times the nodes, and
after `tries` of them it is expanded: its moves become nodes, and the verdicts
that the worker found on the way are theirs.
"""

from __future__ import annotations

import time
from typing import Any

from .ledger import FAILURES, Ledger
from .spec import Search
from .tree import Node, Tree


def load(ledger: Ledger) -> Tree:
    """The tree that a ledger holds."""
    tree, by_number = Tree(), {}
    columns = "id, key, board, stones, proof, disproof, state, won, move, source, tries"
    for number, key, board, stones, proof, disproof, state, won, move, source, tries in ledger.db.execute(
        f"SELECT {columns} FROM nodes"
    ):
        node = Node(number, key, board, stones, (proof, disproof))
        node.aside = state == "aside"
        node.tries = tries
        # Verdicts that follow from children are found anew.
        if won is not None and source != "moves":
            node.won, node.move = bool(won), move
        tree.nodes[key] = by_number[number] = node
    edges: dict[int, list[tuple[str, Node]]] = {}
    for parent, child, move in ledger.db.execute("SELECT parent, child, move FROM edges"):
        edges.setdefault(parent, []).append((move, by_number[child]))
    for parent, children in edges.items():
        tree.link(by_number[parent], children)
    tree.roots = [
        by_number[number] for (number,) in ledger.db.execute("SELECT DISTINCT node FROM roots ORDER BY player")
    ]
    tree.weigh_all()
    return tree


class SearchState:
    """What is left to do of a search, and how it is entered."""

    def __init__(self, ledger: Ledger) -> None:
        assert isinstance(ledger.spec, Search)
        self.ledger, self.spec = ledger, ledger.spec
        self.tree = load(ledger)
        self.running: dict[int, Node] = {}
        self.done = self.spent = 0.0
        self._settle(node for node in self.tree.nodes.values() if node.won is not None)

    def take(self) -> tuple[int, dict[str, Any]] | None:
        """The leaf that should be tried next."""
        node = self.tree.next_leaf()
        if node is None:
            return None
        node.running = True
        node.tries += 1
        self.running[node.number] = node
        self.tree.update([node])
        self.ledger.db.execute("UPDATE nodes SET state = 'running', tries = ? WHERE id = ?", (node.tries, node.number))
        spec = self.spec
        return node.number, {
            "kind": "search",
            "campaign": self.ledger.about["campaign"],
            "start": spec.board,
            "board": node.board,
            "nodes": spec.nodes * 4 ** (min(node.tries, spec.tries) - 1),
            "probe": spec.probe,
            "time": spec.time,
            "memory": spec.memory,
            "expand": node.tries >= spec.tries,
        }

    def enter(self, number: int, result: dict[str, Any]) -> None:
        """Enter what came of a leaf."""
        node = self.running.pop(number)
        node.running = False
        self.done += 1
        self.spent += result["seconds"]
        self.ledger.db.execute(
            "UPDATE nodes SET state = 'ready', error = NULL, nodes = nodes + ?, seconds = seconds + ?, worker = ?"
            " WHERE id = ?",
            (result["nodes"], result["seconds"], result["worker"], number),
        )
        if result["won"] is not None:
            # A verdict that came from a parent meanwhile stays, with its move.
            if node.won is None:
                node.won, node.move = result["won"], result["move"]
                self._write_verdict(node, result["won"], result["move"], "search")
        elif result["children"] is not None and node.children is None:
            self._expand(node, result["children"], result["worker"])
        self._settle(self.tree.update([node]))

    def _expand(self, node: Node, children: list[dict[str, Any]], worker: str) -> None:
        linked, db = [], self.ledger.db
        for child_row in children:
            child = self.tree.nodes.get(child_row["key"])
            if child is None:
                number = db.execute(
                    "INSERT INTO nodes (key, board, stones, proof, disproof, nodes, seconds)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (
                        child_row["key"],
                        child_row["board"],
                        child_row["stones"],
                        *child_row["guess"],
                        child_row["nodes"],
                        child_row["seconds"],
                    ),
                ).lastrowid
                assert number is not None
                child = Node(number, child_row["key"], child_row["board"], child_row["stones"], child_row["guess"])
                self.tree.add(child)
            if child_row["won"] is not None and child.won is None:
                # The reply is one on this image of the position, not on that by which it was known before.
                child.board, child.won, child.move = child_row["board"], child_row["won"], child_row["reply"]
                db.execute("UPDATE nodes SET worker = ?, board = ? WHERE id = ?", (worker, child.board, child.number))
                self._write_verdict(child, child_row["won"], child_row["reply"], "search")
                self._settle(self.tree.update([child]))
                child.weigh()
            linked.append((child_row["move"], child))
            db.execute(
                "INSERT INTO edges VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (node.number, child.number, child_row["move"]),
            )
        self.tree.link(node, linked)
        db.execute("UPDATE nodes SET expanded = 1 WHERE id = ?", (node.number,))

    def _write_verdict(self, node: Node, won: bool, move: str | None, source: str) -> None:
        self.ledger.db.execute(
            "UPDATE nodes SET state = 'done', won = ?, move = ?, source = ?, finished = ? WHERE id = ?"
            " AND (source IS NULL OR source = 'moves')",
            (won, move, source, time.time(), node.number),
        )

    def _settle(self, nodes: Any) -> None:
        """Write the verdicts that follow from children."""
        for node in nodes:
            if node.children is not None:
                self._write_verdict(node, node.won, node.move, "moves")

    def fail(self, number: int, error: str) -> None:
        """Enter that a leaf failed; after three times it is set aside."""
        node = self.running.pop(number)
        node.running = False
        (failures,) = self.ledger.db.execute(
            f"UPDATE nodes SET failures = failures + 1, error = ?,"
            f" state = CASE WHEN failures + 1 >= {FAILURES} THEN 'aside' ELSE 'ready' END"
            f" WHERE id = ? RETURNING failures",
            (error, number),
        ).fetchone()
        node.tries -= 1
        node.aside = failures >= FAILURES
        self.tree.update([node])

    def before_commit(self) -> None:
        """All is in the ledger itself."""

    def over(self) -> bool:
        """Whether all questions are settled, or nothing can be tried any more."""
        return not self.tree.open_roots() or (not self.running and self.tree.next_leaf() is None)

    def numbers(self) -> tuple[float, float]:
        """The proof and disproof number of the first question that is open."""
        root = (self.tree.open_roots() or self.tree.roots)[0]
        return root.proof, root.disproof

    def progress(self) -> str:
        """How the roots stand, in a few words."""
        proof, disproof = self.numbers()
        return f"{len(self.tree.nodes)} positions, proof {proof:.3g}, disproof {disproof:.3g}"

    def close(self) -> None:
        """Nothing to end."""
