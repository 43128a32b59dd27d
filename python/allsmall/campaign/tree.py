"""Proof-number search on the level of jobs: which leaf is tried next.

A node is a position in normal form with Left to move (`_allsmall.normal_form`),
so positions equal up to symmetry, negation and splitting into parts are one
node. Two numbers say how much work seems to be left:

    proof      until it is known that the mover wins     least disproof of a child
    disproof   until it is known that the mover loses    the proofs of all children

The children of a lost position share most of what is below them, so their
proofs are not simply added: the greatest counts in full, the others by SHARE.

A leaf's numbers are a forecast of the solver: the nodes that it seems to take,
divided by how likely it seems that the mover wins, or loses
(crates/allsmall/src/solve/forecast.rs). SHARE is such that a node has about the
numbers that its children will give it. The leaf that is tried next is reached
from the root by always going to the child with the least disproof. While it is
under way it counts as lost for whoever moved there (its disproof is out of
reach), so that the next worker goes elsewhere: to a sibling where all siblings
have to be proved, to the next best move where one will do.

Verdicts are exact: won if a child is lost, lost if all children are won.
Nothing else of a verdict depends on the numbers.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable

NEVER = 1e30
"""A number that cannot be reached."""
BUSY = 1e20
"""The disproof of a leaf that is under way."""
SHARE = 0.2
"""Weight of every proof number but the greatest in a disproof number."""


class Node:
    """A position, Left to move."""

    __slots__ = (
        "aside",
        "board",
        "children",
        "disproof",
        "guess",
        "key",
        "move",
        "moves",
        "number",
        "parents",
        "proof",
        "running",
        "size",
        "stones",
        "tries",
        "won",
    )

    def __init__(self, number: int, key: str, board: str, stones: int, guess: tuple[float, float]) -> None:
        self.number, self.key, self.board, self.stones, self.guess = number, key, board, stones, guess
        self.size = key.count("x") + key.count("o")
        self.won: bool | None = None
        self.move: str | None = None
        self.children: list[Node] | None = None
        self.moves: list[str] = []
        self.parents: list[Node] = []
        self.running = self.aside = False
        self.tries = 0
        self.proof = self.disproof = 1.0

    def weigh(self) -> None:
        """Find the numbers, and the verdict if the children settle it."""
        if self.won is None and self.children is not None:
            self._combine()
        if self.won is not None:
            self.proof, self.disproof = (0.0, NEVER) if self.won else (NEVER, 0.0)
        elif self.children is None:
            self.proof, self.disproof = self.guess
            if self.aside:
                self.proof = self.disproof = NEVER / 2
            elif self.running:
                self.disproof = max(self.disproof, BUSY)

    def _combine(self) -> None:
        assert self.children is not None
        least, greatest, total, lost = NEVER, 0.0, 0.0, True
        for child, move in zip(self.children, self.moves, strict=True):
            if child.won is False:
                self.won, self.move = True, move
                return
            if child.won is None:
                lost = False
                least = min(least, child.disproof)
                greatest = max(greatest, child.proof)
                total += child.proof
        if lost:
            self.won = False
            return
        self.proof, self.disproof = least, min(NEVER / 2, greatest + SHARE * (total - greatest))


class Tree:
    """All nodes of a search."""

    def __init__(self) -> None:
        self.nodes: dict[str, Node] = {}
        self.roots: list[Node] = []

    def add(self, node: Node) -> None:
        """Enter a new node."""
        self.nodes[node.key] = node
        node.weigh()

    def link(self, parent: Node, children: Iterable[tuple[str, Node]]) -> None:
        """Expand a node: all its moves, and what they leave."""
        parent.children, parent.moves = [], []
        for move, child in children:
            parent.children.append(child)
            parent.moves.append(move)
            child.parents.append(parent)

    def update(self, changed: Iterable[Node]) -> list[Node]:
        """Bring the numbers up to date above these nodes; those whose verdict is new.

        A move takes a stone, so sizes fall from parent to child: in the order
        of sizes every node is weighed once, after all its children.
        """
        heap = [(node.size, node.number, node) for node in changed]
        heapq.heapify(heap)
        seen = {node.number for _, _, node in heap}
        settled = []
        while heap:
            _, _, node = heapq.heappop(heap)
            before = (node.won, node.proof, node.disproof)
            node.weigh()
            if before[0] is None and node.won is not None:
                settled.append(node)
            if before == (node.won, node.proof, node.disproof) and node.children is not None:
                continue
            for parent in node.parents:
                if parent.number not in seen and parent.won is None:
                    seen.add(parent.number)
                    heapq.heappush(heap, (parent.size, parent.number, parent))
        return settled

    def weigh_all(self) -> list[Node]:
        """All numbers, from the leaves up; nodes whose verdict follows but was not known."""
        unknown = [node for node in self.nodes.values() if node.won is None]
        for node in sorted(self.nodes.values(), key=lambda node: node.size):
            node.weigh()
        return [node for node in unknown if node.won is not None]

    def open_roots(self) -> list[Node]:
        """The questions that are not settled."""
        return [root for root in self.roots if root.won is None]

    def next_leaf(self) -> Node | None:
        """The leaf that should be tried next; none if all that matter are under way."""
        seen: set[int] = set()
        for root in sorted(self.open_roots(), key=lambda root: min(root.proof, root.disproof)):
            leaf = _leaf_below(root, seen)
            if leaf is not None:
                return leaf
        return None


def _leaf_below(root: Node, seen: set[int]) -> Node | None:
    """The first free leaf in the order of disproof numbers; depth first, iterative."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.number in seen or node.won is not None:
            continue
        seen.add(node.number)
        if node.children is None:
            if not node.running and not node.aside:
                return node
            continue
        stack.extend(sorted(node.children, key=lambda child: -child.disproof))
    return None
