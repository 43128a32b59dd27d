"""Principal variation: best play from a root, on the board of the root.

Nodes are normal forms: a child may be known by a mirror image, or by what is
left of it when parts cancel. So the moves are made on the board itself, and
each position on the way is looked up.
"""

from __future__ import annotations

from .. import _allsmall
from .tree import Node, Tree


def principal_variation(tree: Tree, root: Node, board: _allsmall.Board, work: dict[int, int]) -> list[str]:
    """The moves on a board whose mover is Left, as far as the tree is expanded or known.

    `work` are the nodes searched at each node.
    A player who wins makes a winning move; one who loses the move that took
    the most work to refute; otherwise the move that seems to win soonest.
    """
    moves: list[str] = []
    node = root
    while node.children is not None:
        after = [
            (tree.nodes[key], move, text) for move, key, text, _ in _allsmall.after_moves(board) if key in tree.nodes
        ]
        if not after:
            return moves
        if node.won:
            after = [one for one in after if one[0].won is False]
            node, move, text = min(after, key=lambda one: _below(one[0], work))
        elif node.won is False:
            node, move, text = max(after, key=lambda one: _below(one[0], work))
        else:
            node, move, text = min(after, key=lambda one: one[0].disproof)
        moves.append(move)
        board = _allsmall.Board(text)
    if node.move is not None and node.board == str(board):
        moves.append(node.move)
    return moves


def _below(root: Node, work: dict[int, int]) -> int:
    """The work in what a verdict rests on, each position once."""
    seen, stack, total = set(), [root], 0
    while stack:
        node = stack.pop()
        if node.number in seen:
            continue
        seen.add(node.number)
        total += work[node.number]
        if node.children is not None:
            stack += [child for child in node.children if child.won is False or (child.won and not node.won)]
    return total
