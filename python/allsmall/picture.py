"""Pictures that notebooks show and files keep."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

from . import _allsmall


class Picture:
    """A picture as SVG text and, unless it moves, as a TikZ picture.

    >>> import allsmall
    >>> allsmall.Position("xo").draw().svg[:4]
    '<svg'
    """

    __slots__ = ("svg", "tikz")

    svg: str
    """The SVG document."""
    tikz: str | None
    """The TikZ picture, for LaTeX with \\usepackage{tikz}."""

    def __init__(self, svg: str, tikz: str | None = None) -> None:
        self.svg, self.tikz = svg, tikz

    def _repr_svg_(self) -> str:
        return _scoped(self.svg)

    def __repr__(self) -> str:
        return f"<Picture of {len(self.svg)} characters; .svg, .tikz, .save(path)>"

    def save(self, path: str | Path) -> None:
        """Write the picture to a file whose name ends in .svg, .tex, .png or .pdf."""
        path = Path(path)
        ending = path.suffix.lower()
        if ending not in (".svg", ".tex", ".png", ".pdf"):
            shown = path.suffix or "a name without ending"
            raise ValueError(f"a picture is saved as .svg, .tex, .png or .pdf, not as {shown}")
        if self.tikz is None and ending != ".svg":
            raise ValueError("a picture that moves is saved as .svg")
        if ending in (".png", ".pdf"):
            path.write_bytes(_allsmall.render(self.svg, ending))
        else:
            path.write_text(self.svg if ending == ".svg" else self.tikz or "", encoding="utf-8")


def _scoped(svg: str) -> str:
    """The picture with styles that apply to it alone.

    A notebook puts all pictures on one page, where the styles of one would
    colour the others: those in black and white, those with arrows.
    """
    found = re.search(r"<style>\n(.*?)</style>", svg, re.DOTALL)
    if found is None:
        return svg
    name = f"allsmall-{zlib.crc32(found[1].encode()):08x}"
    rules = re.sub(r"^\.", f".{name} .", found[1], flags=re.MULTILINE)
    svg = svg.replace(found[1], rules, 1).replace("<svg ", f'<svg class="{name}" ', 1)
    return re.sub(r'(id="|#)([\w-]+-head)\b', rf"\1{name}-\2", svg)
