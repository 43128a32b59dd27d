"""Exact answers about Clobber, Solitaire Clobber and one-dimensional Phutball.

>>> import allsmall
>>> p = allsmall.Position("(xo)^12")
>>> p.outcome
'N'
>>> allsmall.Position("(xxo)^5").value
Value('^3')
>>> allsmall.Position("cycle:bwwbwwbww").reduce().value
3
"""

from ._allsmall import BoardError, InternalError, __version__
from .answers import (
    AnalyseAnswer,
    Answer,
    Claim,
    CompareAnswer,
    FamilyAnswer,
    MoveAnswer,
    NimberAnswer,
    PhutballAnswer,
    ReduceAnswer,
    SolveAnswer,
    ValueAnswer,
)
from .ask import analyse, best_move, claims, compare, family, nimber_of, phutball, reduce, solve, value
from .games import Game
from .many import ask_many, nimber_many, phutball_many, reduce_many, solve_many, value_many
from .picture import Picture
from .position import Position
from .proofs import Certificate, certify
from .tables import rows, table
from .thermography import Thermograph
from .values import Value, down, nimber, number, star, up, zero

__all__ = [
    "AnalyseAnswer",
    "Answer",
    "BoardError",
    "Certificate",
    "Claim",
    "CompareAnswer",
    "FamilyAnswer",
    "Game",
    "InternalError",
    "MoveAnswer",
    "NimberAnswer",
    "PhutballAnswer",
    "Picture",
    "Position",
    "ReduceAnswer",
    "SolveAnswer",
    "Thermograph",
    "Value",
    "ValueAnswer",
    "__version__",
    "analyse",
    "ask_many",
    "best_move",
    "certify",
    "claims",
    "compare",
    "down",
    "family",
    "nimber",
    "nimber_many",
    "nimber_of",
    "number",
    "phutball",
    "phutball_many",
    "reduce",
    "reduce_many",
    "rows",
    "solve",
    "solve_many",
    "star",
    "table",
    "up",
    "value",
    "value_many",
    "zero",
]
