"""Answers: the fields of `allsmall --json`, as attributes.

A limit that was hit raises nothing: the answer is then not `settled`, and
`stopped` says which limit it was.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar

from ._allsmall import draw_animation, draw_frames, draw_phutball
from .picture import Picture

A = TypeVar("A", bound="Answer")


@dataclass(frozen=True, repr=False)
class Answer:
    """What every answer has."""

    input: str | None = field(default=None, compare=False, kw_only=True)
    """What was given; of a long text the beginning and the length."""
    board: str | None = None
    """The board in normal notation, unless it is long."""
    stopped: str | None = None
    """The limit that stopped it: "time", "memory", "interrupted" or "size"."""
    error: str | None = None
    """What is wrong with the board, with a caret under the place; only in answers of `solve_many` and its like."""
    raw: dict[str, Any] = field(default_factory=dict, compare=False)
    """Every field of the JSON answer."""

    @property
    def settled(self) -> bool:
        """Whether the question was settled within the limits."""
        return self.stopped is None and self.error is None

    def __getitem__(self, name: str) -> Any:
        """A field of the JSON answer by its name."""
        return self.raw[name]

    # Hidden from type checkers, for which only the fields below are known.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A field of the JSON answer that has no line below."""
            raw = self.__dict__.get("raw", {})
            if name in raw:
                return raw[name]
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __repr__(self) -> str:
        own = ((f.name, getattr(self, f.name)) for f in fields(self) if f.name not in ("input", "raw"))
        shown = ", ".join(f"{name}={value!r}" for name, value in own if value is not None)
        return f"{type(self).__name__}({shown})"

    def _repr_html_(self) -> str:
        def cell(value: object) -> str:
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            return text.replace("&", "&amp;").replace("<", "&lt;")

        rows = "".join(
            f"<tr><th style='text-align:left'>{name}</th><td style='text-align:left'>{cell(value)}</td></tr>"
            for name, value in self.raw.items()
            if value is not None
        )
        return f"<table>{rows}</table>"


def read(kind: type[A], text: str) -> A:
    """The answer that this JSON object holds."""
    return build(kind, json.loads(text))


def build(kind: type[A], raw: dict[str, Any]) -> A:
    """The answer with these fields."""
    names = {f.name for f in fields(kind)} - {"raw"}
    return kind(raw=raw, **{name: raw[name] for name in names & raw.keys()})


@dataclass(frozen=True, repr=False)
class SolveAnswer(Answer):
    """Who wins two-player Clobber.

    >>> import allsmall
    >>> answer = allsmall.solve("xoxo", moves=True)
    >>> answer.outcome, answer.left_moves
    ('N', ['1-2', '3-2'])
    """

    outcome: str | None = None
    """"L", "R", "N" or "P"."""
    left_first: str | None = None
    """The winner, "L" or "R", when Left starts."""
    right_first: str | None = None
    """The winner when Right starts."""
    left_move: str | None = None
    """A winning first move of Left."""
    right_move: str | None = None
    """A winning first move of Right."""
    left_moves: list[str] | None = None
    """All winning first moves of Left, when asked for."""
    right_moves: list[str] | None = None
    """All winning first moves of Right, when asked for."""
    book: bool = False
    """Whether a result is that of the opening book."""
    stats: dict[str, Any] = field(default_factory=dict, compare=False)
    """Nodes and seconds."""


@dataclass(frozen=True, repr=False)
class ValueAnswer(Answer):
    """What a position is worth, by names; `Position.value` gives it as a game."""

    value: str | None = None
    """The name of the value, if it is short enough to write."""
    outcome: str | None = None
    """"L", "R", "N" or "P"."""
    atomic_weight: str | None = None
    """The atomic weight as a name."""
    birthday: int | None = None
    """The height of the canonical form."""
    size: int | None = None
    """The number of distinct positions of the canonical form."""
    left_options: list[Any] | None = None
    """Left's canonical options."""
    right_options: list[Any] | None = None
    """Right's canonical options."""


@dataclass(frozen=True, repr=False)
class CompareAnswer(Answer):
    """How two positions compare."""

    relation: str | None = None
    """"=", "<", ">" or "||"."""


@dataclass(frozen=True, repr=False)
class NimberAnswer(Answer):
    """The Grundy value of impartial Clobber."""

    nimber: int | None = None
    """The Grundy value."""


@dataclass(frozen=True, repr=False)
class MoveAnswer(Answer):
    """What the engine plays."""

    move: str | None = None
    """The move; None when there is none, and the player has lost."""
    player: str | None = None
    """Who is to move, "L" or "R"."""
    proved: str | None = None
    """"win" or "loss" for the player to move; None if the chance is an estimate."""
    chance: float | None = None
    """Estimated chance to win; None where the result is proved."""
    line: list[str] | None = None
    """The expected line, the move first."""
    book: bool = False
    """Whether a result is that of the opening book."""


@dataclass(frozen=True, repr=False)
class AnalyseAnswer(Answer):
    """What the engine thinks of every move."""

    player: str | None = None
    """Who is to move, "L" or "R"."""
    moves: list[dict[str, Any]] | None = None
    """Every move, best first: `move`, `proved` ("win", "loss" or None), `chance`, `book` if it is the book's."""


@dataclass(frozen=True, repr=False)
class ReplyAnswer(Answer):
    """What a perfect opponent plays."""

    player: str | None = None
    """Who is to move, "L" or "R"."""
    move: str | None = None
    """The move; None when there is none, and the player has lost."""
    winner: str | None = None
    """Who wins from here under best play; None when it is not known."""
    chance: float | None = None
    """Estimated chance of the player to win, where the winner is not known."""
    plies: int | None = None
    """How many plies the game still takes, where that is known."""
    after: str | None = None
    """The board after the move."""
    book: bool = False
    """Whether a result is that of the opening book."""


@dataclass(frozen=True, repr=False)
class ShowAnswer(Answer):
    """What a board looks like."""

    graph: str | None = None
    """The graph in words."""
    prefix: str | None = None
    """The notation up to the first stone, such as "cycle:"."""
    cells: str | None = None
    """"x", "o" or "." for each vertex."""
    names: list[str] | None = None
    """The name of each vertex, as moves use it."""
    places: list[list[float]] | None = None
    """Where each vertex lies: to the right and down, one unit a cell."""
    edges: list[list[int]] | None = None
    """The pairs of adjacent vertices, counted from 0."""


@dataclass(frozen=True, repr=False)
class ProofAnswer(Answer):
    """Who wins, proved and checked."""

    statement: str | None = None
    """What was proved, in words."""
    certified: bool | None = None
    """Whether the proof was written and checked."""
    lines: int | None = None
    """Lines of the proof."""
    bytes: int | None = None
    """Its size."""
    first: str | None = None
    """Who moves first."""
    winner: str | None = None
    """Who wins then."""
    move: str | None = None
    """What the winner plays, who moves first."""
    because: str | None = None
    """Why that wins, or why the winner wins moving second."""
    replies: list[dict[str, str]] = field(default_factory=list)
    """The loser's moves, who moves first, and what is played against each."""


@dataclass(frozen=True, repr=False)
class ReduceAnswer(Answer):
    """How few stones solitaire leaves."""

    graph: str | None = None
    """The graph in words."""
    rule: str | None = None
    """"free" or "alternate"."""
    value: int | None = None
    """The fewest stones, when lower and upper bound meet."""
    lower: int | None = None
    """No play leaves fewer."""
    upper: int | None = None
    """Upper bound: some play leaves this number of stones."""
    optimal: bool | None = None
    """Whether the play found is the best."""
    method: str | None = None
    """The theorem or search used."""
    play: list[str] | None = None
    """The moves."""
    final: str | None = None
    """The board left."""
    first: str | None = None
    """The player who starts, under the alternating rule."""

    def draw(self, animate: bool = True) -> Picture:
        """The play as a picture that moves, or as one frame a move."""
        from .position import Position

        if self.board is None or self.play is None:
            raise ValueError("there is no play to draw")
        (board,) = Position(self.board).boards
        return Picture(draw_animation(board, self.play)) if animate else Picture(*draw_frames(board, self.play))


@dataclass(frozen=True, repr=False)
class PhutballAnswer(Answer):
    """Who wins one-dimensional Phutball."""

    outcome: str | None = None
    """"L", "R", "N" or "P"."""
    left_first: str | None = None
    """The winner when Left starts."""
    right_first: str | None = None
    """The winner when Right starts."""
    plies: dict[str, int | None] | None = None
    """How many plies it takes, for either start."""
    left_moves: list[str] | None = None
    """Left's winning moves."""
    right_moves: list[str] | None = None
    """Right's winning moves."""
    potential: dict[str, int] | None = None
    """The potentials of the paper."""
    oddish: bool | None = None
    """Whether the position is Oddish."""

    def draw(self) -> Picture:
        """The board as a picture."""
        if self.board is None:
            raise ValueError("the board is too long to draw")
        return Picture(*draw_phutball(self.board, "|" in self.board))


@dataclass(frozen=True, repr=False)
class FamilyAnswer(Answer):
    """What holds for w^n, for every n."""

    pattern: str | None = None
    """The word w."""
    proved: bool | None = None
    """Whether there is a theorem."""
    statement: str | None = None
    """What is proved, or what is known."""
    period: int | None = None
    """How many repetitions make a period."""
    shift: str | None = None
    """What a period adds."""
    checks: int | None = None
    """How many obligations were met."""

    @property
    def theorem(self) -> str | None:
        """The theorem in words, if there is one.

        >>> import allsmall
        >>> allsmall.family("xxo").theorem
        'for all n >= 0: (xxo)^(n+2) = (xxo)^n + ^; hence (xxo)^n = floor((n+1)/2).up for all n'
        """
        return self.statement if self.proved else None


@dataclass(frozen=True)
class Claim:
    """A statement of a paper and what became of it."""

    id: str
    source: str
    statement: str
    status: str
    checked_to: str
    counterexample: str | None = None
    corrected: str | None = None
    remark: str | None = None
    stopped: str | None = None
