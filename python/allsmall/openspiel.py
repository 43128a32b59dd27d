"""A perfect oracle and a player for OpenSpiel's Clobber.

In OpenSpiel player 0 moves first and has the stones `o`, so player 0 is
Right here and player 1 is Left. Needs the package `open_spiel`.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import Any

import pyspiel

from .answers import MoveAnswer
from .limits import Unsettled
from .position import Position
from .values import Value

_PLAYERS = ("right", "left")


def position(state: Any) -> Position:
    """The position of a Clobber state.

    >>> import pyspiel
    >>> position(pyspiel.load_game("clobber(rows=2,columns=3)").new_initial_state())
    Position('xox/oxo')
    """
    name = state.get_game().get_type().short_name
    if name != "clobber":
        raise ValueError(f"a state of clobber was expected, not of {name}")
    # Each line is the number of its row, then its cells; the last one names the columns.
    return Position.from_rows([line.lstrip("0123456789") for line in str(state).splitlines()[:-1] if line])


def state(position: Position, player: int) -> Any:
    """The state in which this player (0 has `o`, 1 has `x`) is to move.

    >>> str(state(Position("ox/xo"), 0)).splitlines()[0]
    '2ox'
    """
    if player not in (0, 1):
        raise ValueError(f"a player is 0 or 1, not {player!r}")
    rows = position.to_rows()
    game = pyspiel.load_game("clobber", {"rows": len(rows), "columns": len(rows[0])})
    return game.new_initial_state(str(player) + "".join(rows))


@dataclass(frozen=True)
class Evaluation:
    """The winner of a state, and the winning actions of the player to move."""

    player: int
    """The player to move."""
    winner: int | None
    """The winner; None if the limits did not suffice."""
    winning_actions: tuple[int, ...]
    """The winning actions of the player to move."""
    value: Value | None = None
    """The exact value, where it was asked for (x is Left)."""


def evaluate(state: Any, *, value: bool = False, time: float | None = None, threads: int = 1) -> Evaluation:
    """Who wins, and all winning actions.

    >>> import pyspiel
    >>> start = pyspiel.load_game("clobber(rows=3,columns=3)").new_initial_state()
    >>> evaluate(start).winner
    0
    """
    player, board = state.current_player(), position(state)
    if state.is_terminal():
        return Evaluation(player, 0 if state.returns()[0] > 0 else 1, ())
    side = _PLAYERS[player]
    answer = board.solve(moves=True, first=side, time=time, threads=threads)
    won = answer.left_first if side == "left" else answer.right_first
    names = (answer.left_moves if side == "left" else answer.right_moves) or []
    winner = None if won is None else (1 if won == "L" else 0)
    actions = tuple(sorted(state.string_to_action(name.replace("-", "")) for name in names))
    return Evaluation(player, winner, actions, _value(board) if value else None)


def _value(board: Position) -> Value | None:
    try:
        return board.value
    except Unsettled:
        return None


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """Plays on boards of every size: a proved win where there is one, otherwise the best estimate.

    `time` is in seconds for each action.
    """

    def __init__(self, time: float = 1.0, threads: int = 1) -> None:
        super().__init__()
        self.time, self.threads = time, threads

    def step(self, state: Any) -> int:
        """The action to play."""
        side = _PLAYERS[state.current_player()]
        answer = position(state).best_move(side, time=self.time, threads=self.threads)
        return self._chosen(state, answer)

    def _chosen(self, state: Any, answer: MoveAnswer) -> int:
        if answer.move is None:
            raise ValueError("the game is over")
        return int(state.string_to_action(answer.move.replace("-", "")))

    def restart_at(self, state: Any) -> None:
        """Nothing to forget: every state is answered on its own."""

    def restart(self) -> None:
        """Nothing to forget: every state is answered on its own."""


class PerfectBot(Bot):
    """Plays a winning action wherever there is one, or says that it cannot tell.

    Where every action loses, it plays the one that leaves the fewest winning replies, as
    far as `time` seconds more suffice to compare them. A state that is not settled within
    `time` seconds raises `TimeoutError`; `Bot` plays on.
    """

    def __init__(self, time: float = 60.0, threads: int = 1) -> None:
        super().__init__(time, threads)

    def step(self, state: Any) -> int:
        """The action to play."""
        side = _PLAYERS[state.current_player()]
        board = position(state)
        began = monotonic()
        answer = board.solve(first=side, time=self.time, threads=self.threads)
        took = monotonic() - began
        move, won = (answer.left_move, answer.left_first) if side == "left" else (answer.right_move, answer.right_first)
        if won is None:
            raise TimeoutError(f"who wins is not settled within {self.time} s; Bot plays by estimates")
        if move is None:
            # The engine proves the loss again, then compares the replies to each action.
            again = min(self.time, max(2.0, 4 * took))
            return self._chosen(state, board.best_move(side, time=again, threads=self.threads))
        return int(state.string_to_action(move.replace("-", "")))
