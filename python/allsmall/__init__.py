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
    ProofAnswer,
    ReduceAnswer,
    ReplyAnswer,
    ShowAnswer,
    SolveAnswer,
    ValueAnswer,
)
from .ask import (
    analyse,
    best_move,
    claims,
    compare,
    family,
    nimber,
    nimber_of,
    phutball,
    proof,
    reduce,
    reply,
    show,
    solve,
    value,
)
from .games import Game
from .limits import Unsettled
from .many import ask_many, nimber_many, phutball_many, reduce_many, solve_many, value_many
from .picture import Picture
from .position import Position
from .proofs import Certificate, certify
from .tables import find, rows, table
from .thermography import Thermograph
from .values import Value, down, number, star, up, zero

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
    "ProofAnswer",
    "ReduceAnswer",
    "ReplyAnswer",
    "ShowAnswer",
    "SolveAnswer",
    "Thermograph",
    "Unsettled",
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
    "find",
    "nimber",
    "nimber_many",
    "nimber_of",
    "number",
    "phutball",
    "phutball_many",
    "proof",
    "reduce",
    "reduce_many",
    "reply",
    "rows",
    "show",
    "solve",
    "solve_many",
    "star",
    "table",
    "up",
    "value",
    "value_many",
    "zero",
]
