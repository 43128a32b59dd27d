"""Thermographs of hot games."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from . import _allsmall
from .picture import Picture

Corner = tuple[Fraction, Fraction]
"""A temperature, and the value there."""


@dataclass(frozen=True)
class Thermograph:
    """The walls of a game, each by its corners from temperature 0 up.

    >>> from allsmall import Value
    >>> graph = Value("{3||2*|1*}").thermograph()
    >>> graph.mean, graph.temperature
    (Fraction(9, 4), Fraction(3, 4))
    >>> [str(value) for value in graph.at(Fraction(1, 2))]
    ['5/2', '2']
    """

    left: tuple[Corner, ...]
    """Left wall: the stop when Left moves first."""
    right: tuple[Corner, ...]
    """Right wall: the stop when Right moves first."""
    mean: Fraction
    """Mean value: position of the mast."""
    temperature: Fraction
    """Temperature at which the mast begins."""
    _core: _allsmall.Game = field(repr=False, compare=False)

    def at(self, t: Fraction | int) -> tuple[Fraction, Fraction]:
        """Both walls at a temperature from 0 on."""
        if t < 0:
            raise ValueError(f"a thermograph begins at temperature 0, not at {t}")
        return _wall(self.left, Fraction(t)), _wall(self.right, Fraction(t))

    def draw(self, bw: bool = False) -> Picture:
        """The thermograph as a picture: larger values stand to the left."""
        return Picture(*_allsmall.draw_thermograph(self._core, bw))

    def _repr_svg_(self) -> str:
        return self.draw()._repr_svg_()


def _wall(corners: tuple[Corner, ...], t: Fraction) -> Fraction:
    for (low, here), (high, there) in pairwise(corners):
        if low <= t <= high:
            return here + (there - here) * (t - low) / (high - low)
    return corners[-1][1]


def thermograph(core: _allsmall.Game) -> Thermograph:
    """The thermograph of a game."""
    left, right, mean, temperature = _allsmall.thermograph(core)

    def fraction(number: tuple[int, int]) -> Fraction:
        return Fraction(number[0], 1 << number[1])

    def wall(corners: list[tuple[tuple[int, int], tuple[int, int]]]) -> tuple[Corner, ...]:
        return tuple((fraction(t), fraction(value)) for t, value in corners)

    return Thermograph(wall(left), wall(right), fraction(mean), fraction(temperature), core)
