"""Certificates: proofs of answers, checked by an independent program."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from . import _allsmall
from .limits import limits_of
from .progress import listening

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .limits import Limits


@dataclass(frozen=True)
class Certificate:
    """A proof, or why there is none."""

    statement: str | None
    """What is proved, in words."""
    proof: str | None = field(repr=False)
    """The proof, as the program `allsmall-check` reads it."""
    stopped: str | None = None
    """The limit that stopped it: "time", "memory", "interrupted" or "size"."""
    why: str | None = None
    """Why there is no proof."""

    def __bool__(self) -> bool:
        return self.proof is not None

    def save(self, path: str | Path) -> None:
        """Write the proof to a file for `allsmall-check`."""
        if self.proof is None:
            raise ValueError(f"there is no proof to save: {self.why}")
        Path(path).write_text(self.proof, encoding="utf-8")


def certify(
    board: object,
    question: str = "solve",
    other: object = None,
    *,
    first: str | None = None,
    **limits: Unpack[Limits],
) -> Certificate:
    """Prove what a question answers, and check the proof.

    The question is "solve", "value", "compare" (with the other board),
    "nimber", "reduce", "phutball" or "family". A limit that is hit, or an
    answer that has no proof, raises nothing: the certificate is then false.

    >>> certify("xoxoxo").statement
    'xoxoxo: the second player wins'
    >>> bool(certify("xxo", "compare", "up"))
    True
    """
    with listening(limits.get("progress")) as report:
        found, stopped, why = _allsmall.certify(
            question,
            str(board),
            None if other is None else str(other),
            first,
            **limits_of(limits),
            progress=report,
        )
    proof, statement = found if found is not None else (None, None)
    return Certificate(statement, proof, stopped, why)
