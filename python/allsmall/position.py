"""Clobber positions: boards with stones, and sums of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from . import _allsmall
from . import ask as questions
from .answers import AnalyseAnswer, MoveAnswer, ReduceAnswer, SolveAnswer
from .limits import DEFAULT_TIME, Unsettled
from .picture import Picture
from .values import Value

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .limits import Limits

Outcome = Literal["L", "R", "N", "P"]
"""Who wins: Left, Right, the next player or the previous one."""

_STONES = {1: "x", -1: "o", 0: ".", "x": "x", "o": "o", ".": ".", None: ".", "": "."}


class Position:
    """Stones on a board, or a sum of such boards.

    >>> p = Position("xoxxo|oxoxx")
    >>> p.outcome, len(p.moves("left"))
    ('L', 10)
    >>> p.play("a2-b2")
    Position('.xxxo/oxoxx')
    >>> Position("xxo") + Position("oox") == Position("xxo + oox")
    True
    """

    boards: tuple[_allsmall.Board, ...]
    """The boards of the sum."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"a board is a text such as 'xoxo', not {type(text).__name__}")
        self.boards = tuple(_allsmall.read_boards(text))

    @classmethod
    def _of(cls, boards: Iterable[_allsmall.Board]) -> Position:
        position = cls.__new__(cls)
        position.boards = tuple(boards)
        return position

    # Where positions come from.

    @classmethod
    def from_rows(cls, rows: Sequence[Any]) -> Position:
        """A strip or a grid from a list: of strings, or of 1 (x), -1 (o), 0.

        >>> Position.from_rows([[1, -1], [0, 1]])
        Position('xo/.x')
        >>> Position.from_rows([1, -1, 1])
        Position('xox')
        """
        if not len(rows):
            raise ValueError("a board has at least one cell")
        if not isinstance(rows[0], (str, Sequence)) and not hasattr(rows[0], "__len__"):
            rows = [rows]
        if all(isinstance(row, str) for row in rows) and all(len(row) == 1 for row in rows):
            rows = ["".join(rows)]
        lengths = {len(row) for row in rows}
        if len(lengths) != 1:
            raise ValueError(f"the rows of a grid have one length, not {sorted(lengths)}")
        return cls("/".join("".join(_stone(cell, r, c) for c, cell in enumerate(row)) for r, row in enumerate(rows)))

    @classmethod
    def from_array(cls, array: Any) -> Position:
        """A strip or a grid from a numpy array of 1 (x), -1 (o) and 0.

        >>> import numpy
        >>> Position.from_array(numpy.array([[1, -1], [-1, 1]]))
        Position('xo/ox')
        """
        if getattr(array, "ndim", None) not in (1, 2):
            raise ValueError(f"an array of one or two dimensions was expected, not {getattr(array, 'ndim', 'none')}")
        return cls.from_rows(array.tolist())

    @classmethod
    def from_networkx(cls, graph: Any, stone: str = "stone") -> Position:
        """A position on a networkx graph; a node's attribute says its stone.

        >>> import networkx
        >>> g = networkx.petersen_graph()
        >>> networkx.set_node_attributes(g, {v: "xo"[v % 2] for v in g}, "stone")
        >>> Position.from_networkx(g).reduce().value
        1
        """
        if graph.is_directed() or graph.is_multigraph():
            raise ValueError("a simple undirected graph was expected")
        number = {node: i for i, node in enumerate(graph.nodes)}
        stones = []
        for node, data in graph.nodes(data=True):
            if stone not in data:
                raise ValueError(f'node {node!r} has no attribute {stone!r}: "x", "o" or "." was expected')
            stones.append(_stone(data[stone], f"node {node!r}"))
        loops = [node for node in graph.nodes if graph.has_edge(node, node)]
        if loops:
            raise ValueError(f"node {loops[0]!r} has an edge to itself")
        return cls.from_edges([(number[a], number[b]) for a, b in graph.edges], "".join(stones))

    @classmethod
    def from_edges(cls, edges: Iterable[tuple[int, int]], stones: str) -> Position:
        """A position on a graph by its edges; one stone a vertex.

        >>> Position.from_edges([(0, 1), (1, 2), (2, 0)], "xox")
        Position('edges:0-1,0-2,1-2:xox')
        """
        return cls("edges:" + ",".join(f"{a}-{b}" for a, b in edges) + ":" + stones)

    @classmethod
    def from_graph6(cls, graph: str, stones: str) -> Position:
        """A position on a graph in graph6.

        >>> Position.from_graph6("Dhc", "xoxox").stones
        5
        """
        return cls(f"graph6:{graph}:{stones}")

    # What they look like.

    @property
    def stones(self) -> int:
        """How many stones there are."""
        return sum(board.stones() for board in self.boards)

    @property
    def board(self) -> _allsmall.Board:
        """The one board, for positions that are not sums."""
        if len(self.boards) != 1:
            raise ValueError(f"this is a sum of {len(self.boards)} boards")
        return self.boards[0]

    def to_rows(self) -> list[str]:
        """The rows of a strip or a grid.

        >>> Position("xo/ox").to_rows()
        ['xo', 'ox']
        """
        shape = self.board.shape()
        if shape is None:
            raise ValueError("only strips and grids have rows")
        cells, (rows, cols) = self.board.cells(), shape
        return [cells[r * cols : (r + 1) * cols] for r in range(rows)]

    def to_array(self) -> Any:
        """A numpy array of 1 (x), -1 (o) and 0."""
        import numpy

        return numpy.array([[{"x": 1, "o": -1, ".": 0}[c] for c in row] for row in self.to_rows()], dtype="int8")

    def to_networkx(self) -> Any:
        """A networkx graph with the attribute `stone` at each node."""
        import networkx

        graph = networkx.Graph()
        graph.add_nodes_from((i, {"stone": c}) for i, c in enumerate(self.board.cells()))
        graph.add_edges_from(self.board.edges())
        return graph

    def to_graph6(self) -> tuple[str, str]:
        """The graph in graph6, and the stones in the order of its vertices.

        >>> Position("cycle:xoxox").to_graph6()
        ('Dhc', 'xoxox')
        """
        return self.board.graph6(), self.board.cells()

    def draw(self, *, labels: bool = True, marks: bool = False, bw: bool = False, title: str | None = None) -> Picture:
        """The picture of a board or a sum.

        `marks` shows winning first moves, Left's solid, Right's dashed; `bw`
        is for black and white print.
        """
        left, right = [], []
        if marks:
            answer = questions.solve(str(self.board), moves=True)
            if answer.outcome is None:
                raise ValueError(f"the winning moves are unknown: {answer.stopped}")
            left, right = answer.left_moves or [], answer.right_moves or []
        return Picture(*_allsmall.draw_boards(list(self.boards), left, right, labels, bw, title))

    def _repr_svg_(self) -> str | None:
        try:
            return self.draw()._repr_svg_()
        except ValueError:
            return None

    def __str__(self) -> str:
        return " + ".join(str(board) for board in self.boards)

    def __repr__(self) -> str:
        text = str(self)
        return f"Position({text!r})" if len(text) <= 1000 else f"<Position of {self.stones} stones>"

    def __eq__(self, other: object) -> bool:
        return self.boards == other.boards if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Any, ...]]:
        return _unpickle, (1, str(self))

    # The rules.

    def moves(self, player: str | None = None) -> list[str]:
        """The legal moves of "left" or "right", or of both.

        In a sum each move has the number of its board in front.

        >>> Position("xxo").moves("left"), Position("xo + ox").moves()
        (['2-3'], ['1:1-2', '1:2-1', '2:1-2', '2:2-1'])
        """
        if len(self.boards) == 1:
            return self.boards[0].moves(player)
        return [f"{i}:{mv}" for i, board in enumerate(self.boards, 1) for mv in board.moves(player)]

    def play(self, move: str, player: str | None = None) -> Position:
        """The position after a move; this one stays as it is.

        >>> Position("xxo").play("3-2")
        Position('xo.')
        """
        number, colon, name = move.partition(":")
        index = int(number) - 1 if colon and number.isdecimal() else 0
        if colon and not (number.isdecimal() and 0 <= index < len(self.boards)):
            raise ValueError(f"the boards of this sum have the numbers 1 to {len(self.boards)}, not {number}")
        if not colon and len(self.boards) != 1:
            raise ValueError("in a sum a move has the number of its board in front, as in 2:3-4")
        after = self.boards[index].play(name if colon else move, player)
        return Position._of((*self.boards[:index], after, *self.boards[index + 1 :]))

    def parts(self) -> list[Position]:
        """The connected groups of stones, the components of the disjunctive sum.

        >>> Position("xo..xxo").parts()
        [Position('xo.....'), Position('....xxo')]
        """
        return [Position._of([part]) for board in self.boards for part in board.parts()]

    def __neg__(self) -> Position:
        return Position._of(board.negated() for board in self.boards)

    @overload
    def __add__(self, other: Position) -> Position: ...
    @overload
    def __add__(self, other: Value) -> Value: ...
    def __add__(self, other: Position | Value) -> Position | Value:
        """The sum; with a value it is the value of the sum.

        >>> Position("xxo") + Position("oox"), Position("xxo") + Value("*")
        (Position('xxo + oox'), Value('^*'))
        """
        if isinstance(other, Value):
            return self.value + other
        if not isinstance(other, Position):
            return NotImplemented
        return Position._of(self.boards + other.boards)

    def __radd__(self, other: Value) -> Value:
        return other + self.value if isinstance(other, Value) else NotImplemented

    @overload
    def __sub__(self, other: Position) -> Position: ...
    @overload
    def __sub__(self, other: Value) -> Value: ...
    def __sub__(self, other: Position | Value) -> Position | Value:
        if isinstance(other, Value):
            return self.value - other
        if not isinstance(other, Position):
            return NotImplemented
        return self + -other

    def __rsub__(self, other: Value) -> Value:
        return other - self.value if isinstance(other, Value) else NotImplemented

    # Questions.

    @cached_property
    def outcome(self) -> Outcome:
        """The outcome class: "L", "R", "N" or "P".

        Raises Unsettled if a minute or the default memory is not enough;
        `solve` has limits to choose.
        """
        known = self.boards[0].quick_outcome() if len(self.boards) == 1 else None
        if known is None:
            answer = self.solve(time=DEFAULT_TIME)
            known = answer.outcome
            if known is None:
                raise Unsettled(f"the outcome is unknown: {answer.stopped}; solve() has other limits", answer.stopped)
        return cast(Outcome, known)

    @cached_property
    def value(self) -> Value:
        """The exact value.

        Raises Unsettled if a minute or the default memory is not enough.

        >>> Position("(xxo)^4").value
        Value('^2')
        """
        try:
            total = Value(0)
            for board in self.boards:
                total = total + Value._of(_allsmall.Game.of_board(board, DEFAULT_TIME))
            return total
        except TimeoutError as error:
            raise Unsettled(str(error), "time") from None
        except MemoryError as error:
            raise Unsettled(str(error), "memory") from None
        except OverflowError as error:
            raise Unsettled(str(error), "size") from None

    @cached_property
    def nimber(self) -> int:
        """The Grundy value when either player may move either colour.

        Raises Unsettled if a minute or the default memory is not enough.
        """
        total = 0
        for board in self.boards:
            total ^= questions.nimber(str(board), time=DEFAULT_TIME)
        return total

    def solve(
        self,
        *,
        moves: bool = False,
        first: str | None = None,
        explain: bool = False,
        book: bool = True,
        **limits: Unpack[Limits],
    ) -> SolveAnswer:
        """Who wins, by which moves, within limits; without `book` nothing comes from the opening book.

        >>> Position("xoxo").solve(moves=True).right_moves
        ['2-3', '4-3']
        """
        return questions.solve(self, moves=moves, first=first, explain=explain, book=book, **limits)

    def best_move(self, player: str = "left", **limits: Unpack[Limits]) -> MoveAnswer:
        """A move on a board of any size: proved where possible, otherwise an estimate.

        It takes one second unless `time` says otherwise.

        >>> Position("xxo").best_move("left", time=1).move
        '2-3'
        """
        return questions.best_move(self, player=player, **limits)

    def analyse(self, player: str = "left", **limits: Unpack[Limits]) -> AnalyseAnswer:
        """Every move, best first, with what is proved about it or its estimated chance.

        >>> Position("xoxo").analyse("right").moves[0]["proved"]
        'win'
        """
        return questions.analyse(self, player=player, **limits)

    def reduce(
        self,
        *,
        rule: str | None = None,
        first: str | None = None,
        goal: str | None = None,
        play: bool = True,
        **limits: Unpack[Limits],
    ) -> ReduceAnswer:
        """How few stones one player alone can leave.

        >>> Position("xoxoox").reduce().value
        2
        """
        return questions.reduce(self.board, rule=rule, first=first, goal=goal, play=play, **limits)


def _unpickle(version: int, text: str) -> Position:
    if version != 1:
        raise ValueError(f"this position was pickled by another version of allsmall (format {version}, not 1)")
    return Position(text)


def _stone(cell: Any, *place: object) -> str:
    try:
        return _STONES[cell]
    except (KeyError, TypeError):
        where = place[0] if len(place) == 1 else f"row {place[0]}, column {place[1]}"
        raise ValueError(f"{where}: 1 or 'x', -1 or 'o', 0 or '.' was expected, not {cell!r}") from None
