"""The questions of the command line, asked about texts.

Every function takes `time` in seconds or as "10s", `memory` in bytes or as
"64M", `threads`, and `progress`, which is called with a line now and then (True
shows a bar).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar, overload

from . import _allsmall
from .answers import (
    AnalyseAnswer,
    Answer,
    Claim,
    CompareAnswer,
    FamilyAnswer,
    MoveAnswer,
    NimberAnswer,
    PhutballAnswer,
    ProofAnswer,
    ReduceAnswer,
    ReplyAnswer,
    ShowAnswer,
    SolveAnswer,
    ValueAnswer,
    read,
)
from .limits import Limits, Time, Unsettled, limits_of, seconds
from .progress import Progress, listening
from .values import Value
from .values import nimber as nim_heap

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .position import Position

A = TypeVar("A", bound=Answer)


def _ask(kind: type[A], name: str, text: object, options: dict[str, Any], limits: Limits) -> A:
    given = {key: value for key, value in options.items() if value is not None}
    with listening(limits.get("progress")) as report:
        return read(kind, _allsmall.ask(name, str(text), json.dumps(given), **limits_of(limits), progress=report))


def solve(
    board: object,
    *,
    moves: bool = False,
    first: str | None = None,
    explain: bool = False,
    book: bool = True,
    **limits: Unpack[Limits],
) -> SolveAnswer:
    """Who wins, for a board or a sum of boards and values.

    Without `book` nothing comes from the opening book.

    >>> solve("xxo + oox - (xo)^3 + star").outcome
    'N'
    """
    options = {"moves": moves, "first": _side(first), "explain": explain, "no_book": not book}
    return _ask(SolveAnswer, "solve", board, options, limits)


def value(board: object, *, options: bool = False, latex: bool = False, **limits: Unpack[Limits]) -> ValueAnswer:
    """The exact value of a board or a sum, by names.

    >>> value("(xxo)^5 + star").value
    '^3*'
    """
    return _ask(ValueAnswer, "value", board, {"options": options, "latex": latex}, limits)


def compare(board: object, other: object, **limits: Unpack[Limits]) -> CompareAnswer:
    """How two boards or sums compare.

    >>> compare("xxo", "xo").relation
    '||'
    """
    return _ask(CompareAnswer, "compare", board, {"other": str(other)}, limits)


def nimber_of(board: object, **limits: Unpack[Limits]) -> NimberAnswer:
    """The Grundy value when either player may move either colour.

    >>> nimber_of("xoxoxox").nimber
    2
    """
    return _ask(NimberAnswer, "nimber", board, {}, limits)


@overload
def nimber(what: int) -> Value: ...
@overload
def nimber(what: str | Position, **limits: Unpack[Limits]) -> int: ...
def nimber(what: int | str | Position, **limits: Unpack[Limits]) -> Value | int:
    """The nimber of this size, or the Grundy value of a board.

    On a board either player may move either colour. Raises Unsettled where the
    limits do not suffice.

    >>> nimber(3) + nimber(1) == nimber(2)
    True
    >>> nimber("xoxo")
    3
    """
    if isinstance(what, int):
        return nim_heap(what)
    answer = nimber_of(what, **limits)
    if answer.nimber is None:
        raise Unsettled(f"the nimber is unknown: {answer.stopped}", answer.stopped)
    return answer.nimber


def reply(board: object, player: str = "left", *, game: str = "clobber", **limits: Unpack[Limits]) -> ReplyAnswer:
    """What a perfect opponent plays; `game` is "clobber", "phutball" or "oddish".

    >>> answer = reply("xxo", "left")
    >>> answer.move, answer.winner, answer.after
    ('2-3', 'L', 'x.x')
    """
    return _ask(ReplyAnswer, "reply", board, {"player": _side(player), "game": game}, limits)


def show(board: object) -> ShowAnswer:
    """What a board looks like: its cells, their names and places, its edges.

    >>> answer = show("cycle:xox")
    >>> answer.names, answer.edges
    (['1', '2', '3'], [[0, 1], [0, 2], [1, 2]])
    """
    return _ask(ShowAnswer, "show", board, {}, {})


def proof(board: object, *, first: str | None = None, **limits: Unpack[Limits]) -> ProofAnswer:
    """Who wins, proved and checked, and what the proof says of every move.

    >>> answer = proof("xoxoxo", first="left")
    >>> answer.certified, answer.winner, len(answer.replies)
    (True, 'R', 5)
    """
    return _ask(ProofAnswer, "proof", board, {"first": _side(first)}, limits)


def best_move(board: object, *, player: str | None = None, **limits: Unpack[Limits]) -> MoveAnswer:
    """A move on a board of any size, within one second unless `time` says otherwise.

    >>> best_move("xxo").proved
    'win'
    """
    return _ask(MoveAnswer, "move", board, {"player": _side(player)}, limits)


def analyse(board: object, *, player: str | None = None, **limits: Unpack[Limits]) -> AnalyseAnswer:
    """Every move, best first, within one second unless `time` says otherwise.

    >>> [one["proved"] for one in analyse("xoxo").moves]
    ['win', 'win', 'loss']
    """
    return _ask(AnalyseAnswer, "analyse", board, {"player": _side(player)}, limits)


def _side(player: str | None) -> str | None:
    """The player as JSON names it."""
    return None if player is None else {"l": "L", "r": "R"}.get(player[:1].lower(), player)


def reduce(
    board: object,
    *,
    rule: str | None = None,
    first: str | None = None,
    goal: str | None = None,
    play: bool = True,
    **limits: Unpack[Limits],
) -> ReduceAnswer:
    """How few stones one player alone can leave.

    >>> reduce("cycle:bwwbwwbww").value
    3
    """
    options = {"rule": rule, "first": first, "goal": goal, "no_play": not play}
    return _ask(ReduceAnswer, "reduce", board, options, limits)


def phutball(board: object, *, oddish: bool = False, **limits: Unpack[Limits]) -> PhutballAnswer:
    """Who wins one-dimensional Phutball.

    >>> phutball("o@o.o.o....").plies
    {'left': 13, 'right': 1}
    """
    return _ask(PhutballAnswer, "phutball", board, {"oddish": oddish}, limits)


def family(pattern: str, **limits: Unpack[Limits]) -> FamilyAnswer:
    """What holds for w^n, for every n.

    >>> family("xxo").proved
    True
    """
    return _ask(FamilyAnswer, "family", pattern, {}, limits)


def claims(
    only: Iterable[str] | None = None,
    *,
    effort: str = "quick",
    time: Time = None,
    threads: int = 1,
    progress: Progress = None,
) -> list[Claim]:
    """Recompute the statements of the papers.

    >>> [claim.status for claim in claims(["survey-proposition-37"])]
    ['refuted']
    """
    names = None if only is None else list(only)
    with listening(progress) as report:
        found = json.loads(_allsmall.claims(names, effort, seconds(time), threads, report))
    wanted = Claim.__dataclass_fields__.keys()
    return [Claim(**{key: verdict[key] for key in wanted & verdict.keys()}) for verdict in found]
