"""Values of any rules: write the moves, get canonical forms."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from . import _allsmall
from .values import Value

P = TypeVar("P", bound=Hashable)


class Game(Generic[P]):
    """Rules of a game, for the value engine.

    Say which positions either player can move to; positions are hashable.
    `value` then gives the canonical form, and remembers it.

    >>> class Nim(Game[int]):
    ...     def left_moves(self, heap):
    ...         return range(heap)
    ...     right_moves = left_moves
    >>> Nim().value(3)
    Value('*3')
    """

    def left_moves(self, position: P) -> Iterable[P]:
        """The positions that Left can move to."""
        raise NotImplementedError("a game says where Left can move")

    def right_moves(self, position: P) -> Iterable[P]:
        """The positions that Right can move to."""
        raise NotImplementedError("a game says where Right can move")

    def value(self, position: P) -> Value:
        """The value of a position.

        Raises ValueError where play can return to a position: such games have
        no canonical form.
        """
        known = self._known()
        moves: dict[P, tuple[list[P], list[P]]] = {}
        todo = [position]
        while todo:
            now = todo[-1]
            if now in known:
                todo.pop()
                continue
            first = now not in moves
            if first:
                moves[now] = list(self.left_moves(now)), list(self.right_moves(now))
            left, right = moves[now]
            waiting = [after for side in (left, right) for after in side if after not in known]
            if not waiting:
                known[now] = _allsmall.make_game([known[p] for p in left], [known[p] for p in right])
                del moves[now]
                todo.pop()
            elif first:
                for after in waiting:
                    if after in moves:
                        raise ValueError(f"play can return to {after!r}: a loopy game has no canonical form")
                todo.extend(waiting)
            else:
                raise ValueError(f"play can return to {now!r}: a loopy game has no canonical form")
        return Value._of(known[position])

    def _known(self) -> dict[P, _allsmall.Game]:
        if "_values" not in self.__dict__:
            self.__dict__["_values"] = {}
        known: dict[P, _allsmall.Game] = self.__dict__["_values"]
        return known
