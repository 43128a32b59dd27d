"""Short games in canonical form, with the arithmetic of the textbooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from . import _allsmall
from .thermography import Thermograph, thermograph

_NAME = 10_000
"""Longer names are not written."""


class Value:
    """A short game up to equality.

    `Value("{0||0|v*}")` reads a name, a number, or a sum with boards.

    >>> Value("^") + Value("*")
    Value('^*')
    >>> up + star > 0, up + star | star, Value("{1|-1}").temperature
    (False, False, Fraction(1, 1))
    >>> up | star, (up + star) | 0
    (True, True)
    >>> Value.from_options([0], [star]) == up
    True
    """

    __slots__ = ("_core",)

    _core: _allsmall.Game

    def __init__(self, what: str | int | Fraction | float | Value = 0) -> None:
        if isinstance(what, Value):
            self._core = what._core
        elif isinstance(what, str):
            self._core = _allsmall.read_game(what)
        else:
            self._core = _number(what)

    @classmethod
    def _of(cls, core: _allsmall.Game) -> Value:
        value = cls.__new__(cls)
        value._core = core
        return value

    @classmethod
    def from_options(cls, left: Iterable[Value | int | str], right: Iterable[Value | int | str]) -> Value:
        """The canonical form of the game with these options.

        >>> Value.from_options([1], [-1])
        Value('±1')
        """
        sides = [[_as_value(option)._core for option in side] for side in (left, right)]
        return cls._of(_allsmall.make_game(sides[0], sides[1]))

    @property
    def left(self) -> list[Value]:
        """Left's canonical options."""
        return [Value._of(core) for core in self._core.options()[0]]

    @property
    def right(self) -> list[Value]:
        """Right's canonical options."""
        return [Value._of(core) for core in self._core.options()[1]]

    @property
    def outcome(self) -> str:
        """The outcome class: "L", "R", "N" or "P"."""
        return self._core.outcome()

    @property
    def birthday(self) -> int:
        """The height of the canonical form."""
        return self._core.birthday()

    @property
    def size(self) -> int:
        """The number of distinct positions of the canonical form."""
        return self._core.size()

    @property
    def atomic_weight(self) -> Value | None:
        """The atomic weight, None if the game is not all-small.

        >>> (up + up + star).atomic_weight == 2
        True
        """
        core = self._core.atomic_weight()
        return None if core is None else Value._of(core)

    @property
    def temperature(self) -> Fraction:
        """How much a move matters."""
        return _fraction(self._core.heat()[1])

    @property
    def mean(self) -> Fraction:
        """The mean value."""
        return _fraction(self._core.heat()[0])

    def thermograph(self) -> Thermograph:
        """The walls of the thermograph, as numbers and as a picture.

        >>> Value("{2|-1}").thermograph().temperature
        Fraction(3, 2)
        """
        return thermograph(self._core)

    def incentives(self, player: str) -> list[Value]:
        """What the moves of "left" or "right" gain, as far as none is dominated."""
        return [Value._of(core) for core in _allsmall.incentives(self._core, player)]

    def cool(self, t: Value | int | Fraction) -> Value:
        """The game in which every move costs t.

        >>> Value("{3|-1}").cool(1)
        Value('{2|0}')
        """
        return self._operation("cool", t)

    def freeze(self) -> Value:
        """Cooled by its temperature."""
        return self._operation("freeze")

    def heat(self, t: Value | int | Fraction) -> Value:
        """The game in which every move gains t."""
        return self._operation("heat", t)

    def overheat(self, s: Value | int | Fraction, t: Value | int | Fraction) -> Value:
        """Integers n become n copies of s, every move gains t."""
        return self._operation("overheat", s, t)

    def reduced(self) -> Value:
        """The simplest game infinitesimally close to this one.

        >>> Value("{3^|1*}").reduced()
        Value('{3|1}')
        """
        return self._operation("reduced")

    def norton(self, unit: Value | int | Fraction) -> Value:
        """The Norton product with a unit greater than 0."""
        return self._operation("norton", unit)

    def ordinal_sum(self, top: Value | int | Fraction) -> Value:
        """The ordinal sum: a move in this game ends the play in the other one."""
        return self._operation("ordinal", top)

    def _operation(self, kind: str, *others: Value | int | Fraction) -> Value:
        return Value._of(_allsmall.apply_operation(kind, self._core, [_as_value(other)._core for other in others]))

    @property
    def name(self) -> str | None:
        """The name as CGSuite writes it, None if it has over 10,000 characters."""
        return self._core.name(_NAME)

    @property
    def latex(self) -> str | None:
        r"""The name in LaTeX for math mode, None if it has over 10,000 characters.

        >>> print(Value("^2*").latex)
        2\cdot\uparrow \ast
        """
        return self._core.latex(_NAME)

    def as_number(self) -> Fraction | None:
        """The number that this game is, if it is one.

        >>> Value("3/4").as_number()
        Fraction(3, 4)
        """
        name = self._core.name(40)
        try:
            return Fraction(name) if name is not None else None
        except ValueError:
            return None

    def compare(self, other: Value | int | Fraction | str) -> str:
        """How it stands to another game: "=", "<", ">" or "||"."""
        return self._core.compare(_as_value(other)._core)

    def __add__(self, other: object) -> Value:
        value: Value = _binary(self, other, lambda a, b: a.add(b))
        return value

    __radd__ = __add__

    def __sub__(self, other: object) -> Value:
        value: Value = _binary(self, other, lambda a, b: a.add(b.neg()))
        return value

    def __rsub__(self, other: object) -> Value:
        value: Value = _binary(self, other, lambda a, b: b.add(a.neg()))
        return value

    def __neg__(self) -> Value:
        return Value._of(self._core.neg())

    def __pos__(self) -> Value:
        return self

    def __mul__(self, times: int) -> Value:
        if not isinstance(times, int):
            return NotImplemented
        return Value._of(self._core.times(times))

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Value, int, Fraction, str)):
            return NotImplemented
        try:
            return self._core.id == _as_value(other)._core.id
        except ValueError:
            # A text that is not a value, or a number that is not a short game.
            return False

    def __hash__(self) -> int:
        number = self.as_number()
        return hash(("allsmall", self._core.id)) if number is None else hash(number)

    def __lt__(self, other: Value | int | Fraction | str) -> bool:
        return self.compare(other) == "<"

    def __le__(self, other: Value | int | Fraction | str) -> bool:
        return self.compare(other) in ("<", "=")

    def __gt__(self, other: Value | int | Fraction | str) -> bool:
        return self.compare(other) == ">"

    def __ge__(self, other: Value | int | Fraction | str) -> bool:
        return self.compare(other) in (">", "=")

    def __or__(self, other: Value | int | Fraction | str) -> bool:
        """Whether the two are confused: neither is at least the other."""
        return self.compare(other) == "||"

    __ror__ = __or__

    def __bool__(self) -> bool:
        return self._core.id != 0

    def __str__(self) -> str:
        return self._core.name(_NAME) or f"a value of {self.size} positions"

    def __repr__(self) -> str:
        name = self._core.name(200)
        return f"Value({name!r})" if name is not None else f"<Value of {self.size} positions, {self.outcome}>"

    def _repr_latex_(self) -> str:
        name = self._core.latex(2000)
        return f"${name}$" if name is not None else f"\\text{{{self!r}}}"

    def __reduce__(self) -> tuple[Callable[..., Value], tuple[Any, ...]]:
        return _unpickle, (1, self._core.written_out())


def _unpickle(version: int, options: list[tuple[list[int], list[int]]]) -> Value:
    if version != 1:
        raise ValueError(f"this value was pickled by another version of allsmall (format {version}, not 1)")
    return Value._of(_allsmall.Game.from_list(options))


def _number(number: int | float | Fraction) -> _allsmall.Game:
    fraction = Fraction(number)
    exponent = fraction.denominator.bit_length() - 1
    if fraction.denominator != 1 << exponent:
        raise ValueError(f"{number} is not a dyadic fraction, so it is not a short game")
    return _allsmall.number_game(fraction.numerator, exponent)


def _as_value(what: object) -> Value:
    if isinstance(what, Value):
        return what
    if isinstance(what, (str, int, Fraction)):
        return Value(what)
    raise TypeError(f"a game or a number was expected, not {type(what).__name__}")


def _binary(a: Value, b: object, of: Callable[[_allsmall.Game, _allsmall.Game], _allsmall.Game]) -> Any:
    if not isinstance(b, (Value, int, Fraction)):
        return NotImplemented
    return Value._of(of(a._core, _as_value(b)._core))


def _fraction(number: tuple[int, int]) -> Fraction:
    return Fraction(number[0], 1 << number[1])


def number(what: int | float | Fraction) -> Value:
    """A dyadic number as a game.

    >>> number(1) + number(0.5)
    Value('3/2')
    """
    return Value(what)


def nimber(size: int) -> Value:
    """The nimber of this size.

    >>> nimber(3) + nimber(1) == nimber(2)
    True
    """
    if size < 0:
        raise ValueError("a nimber has a size from 0 on")
    return Value(f"*{size}") if size else Value(0)


zero = Value(0)
"""The game without moves."""
star = Value("*")
"""{0|0}"""
up = Value("^")
"""{0|*}"""
down = Value("v")
"""{*|0}"""
