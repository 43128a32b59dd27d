"""Pictures that notebooks show and files keep."""

from __future__ import annotations

from pathlib import Path


class Picture:
    """A picture as SVG text.

    >>> import allsmall
    >>> allsmall.Position("xo").draw().svg[:4]
    '<svg'
    """

    __slots__ = ("svg",)

    svg: str
    """The SVG document."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture of {len(self.svg)} characters; .svg, .save(path)>"

    def save(self, path: str | Path) -> None:
        """Write the picture to a file whose name ends in .svg."""
        path = Path(path)
        if path.suffix.lower() != ".svg":
            raise ValueError(f"a picture is saved as .svg, not as {path.suffix or 'a name without ending'}")
        path.write_text(self.svg, encoding="utf-8")
