"""The proof of a search: its leaves are hypotheses, and everything above them is proved.

`allsmall-check` reads it and prints "if these statements hold (...), then ...". Each
hypothesis is what the certificate of a leaf proves (`certificates`); so the tree and the
certificates of its leaves are one theorem.
"""

from __future__ import annotations

from dataclasses import dataclass

from .. import _allsmall
from .ledger import Ledger
from .search_state import load
from .spec import Search, SpecError
from .tree import Node


@dataclass(frozen=True)
class TreeProof:
    """A proof of a root, and what it proves."""

    text: str
    statement: str

    @property
    def conclusion(self) -> str:
        """The statement without its hypotheses."""
        return self.statement.rpartition("), then ")[2]

    @property
    def hypotheses(self) -> list[str]:
        """What is taken from other proofs, as `allsmall-check` prints it about each."""
        return [_sentence(line) for line in self.text.splitlines() if line.startswith("suppose ")]


def _sentence(line: str) -> str:
    _, turn, player, position = line.split(" ")
    winner = {"L": "Left", "R": "Right"}[player]
    return f"{position.replace('+', ' + ')}: {winner} wins moving {turn}"


def prove(ledger: Ledger) -> list[TreeProof]:
    """Prove every root of a search from its leaves."""
    if not isinstance(ledger.spec, Search):
        raise SpecError("only a search has a tree to prove")
    tree = load(ledger)
    settled = [(node.key, node.won, _is_inner(node)) for node in tree.nodes.values() if node.won is not None]
    proofs = []
    for root in tree.roots:
        if root.won is None:
            raise SpecError(f"{root.board} is not settled yet: run the campaign to its end first")
        try:
            proofs.append(TreeProof(*_allsmall.prove_tree(root.board, settled)))
        except ValueError as error:
            raise SpecError(str(error)) from None
    return proofs


def _is_inner(node: Node) -> bool:
    """Whether its verdict follows from those of its children."""
    verdicts = [child.won for child in node.children or ()]
    return bool(verdicts) and (False in verdicts if node.won else all(verdicts))
