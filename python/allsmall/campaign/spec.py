"""Specification of a campaign: a small TOML file.

    kind = "table"                       kind = "search"             kind = "claims"
    what = "all:4x4"                     board = "checker:6x6"       effort = "long"
    ask = ["solve", "value"]             first = "left"              only = ["survey-"]

Every key is checked when the file is read; a fault names the file, the key
and what was expected.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from .. import _allsmall


class SpecError(ValueError):
    """A specification, an option or a ledger that cannot be used; the message says why."""


QUESTIONS = ("solve", "value", "nimber", "reduce", "phutball")
EFFORTS = ("quick", "normal", "long")
_UNITS = {"k": 10, "m": 20, "g": 30, "t": 40}


def read_bytes(text: object) -> int:
    """A number of bytes such as 4G, 512M or 1000000."""
    if isinstance(text, int) and not isinstance(text, bool) and text > 0:
        return text
    if isinstance(text, str) and text:
        digits, shift = (text[:-1], _UNITS[text[-1].lower()]) if text[-1].lower() in _UNITS else (text, 0)
        if digits.isdigit() and int(digits) > 0:
            return int(digits) << shift
    raise ValueError('expected a size such as "4G" or "512M"')


def _number(least: float, whole: bool = True) -> Callable[[object], Any]:
    def read(value: object) -> Any:
        kinds = (int,) if whole else (int, float)
        if isinstance(value, kinds) and not isinstance(value, bool) and value >= least:
            return value if whole else float(value)
        raise ValueError(f"expected a {'whole ' if whole else ''}number, {least} at least")

    return read


def _one_of(*names: str) -> Callable[[object], Any]:
    def read(value: object) -> Any:
        if value in names:
            return value
        raise ValueError(f"expected one of {', '.join(names)}")

    return read


def _list_of(read_one: Callable[[object], Any]) -> Callable[[object], Any]:
    def read(value: object) -> Any:
        if isinstance(value, list):
            return [read_one(one) for one in value]
        raise ValueError("expected a list")

    return read


def _text(value: object) -> str:
    if isinstance(value, str) and value:
        return value
    raise ValueError("expected a text")


def _truth(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError("expected true or false")


def _setting(read: Callable[[object], Any], default: Any = dataclasses.MISSING) -> Any:
    return field(default=default, metadata={"read": read})


@dataclass(kw_only=True)
class Table:
    """A question about every board of an enumeration or of a file."""

    kind: ClassVar[str] = "table"
    what: str = _setting(_text)
    """The boards, as `allsmall table` takes them."""
    ask: list[str] = field(default_factory=lambda: ["solve"], metadata={"read": _list_of(_one_of(*QUESTIONS))})
    """The questions."""
    keep: list[str] = field(default_factory=list, metadata={"read": _list_of(_text)})
    """The fields of the answers that are kept; all of them if none is named."""
    up_to_symmetry: bool = _setting(_truth, False)
    """One board of each symmetric class."""
    colourings: str = _setting(_text, "all")
    """Of the graphs of a file: all, both-colours, or a number of random ones."""
    time: float | None = _setting(_number(0, whole=False), None)
    """Seconds for one board."""
    memory: int = _setting(read_bytes, 1 << 30)
    """Bytes of one worker."""
    job_seconds: float = _setting(_number(0.001, whole=False), 20.0)
    """How long a job should take."""
    portion: int | None = _setting(_number(1), None)
    """Numbers, or lines, of a job; measured if it is not said."""
    seed: int = _setting(_number(0), 1)
    """Where the sample of the measurement begins."""


@dataclass(kw_only=True)
class Search:
    """The outcome of one hard position."""

    kind: ClassVar[str] = "search"
    board: str = _setting(_text)
    """The position."""
    first: str = _setting(_one_of("left", "right", "both"), "both")
    """The player who moves first."""
    nodes: int = _setting(_number(1), 1_000_000)
    """Nodes that a leaf gets when it is tried first."""
    tries: int = _setting(_number(1), 1)
    """How often a leaf is tried, with four times the nodes of the time before, until it is expanded."""
    probe: int = _setting(_number(0), 16_000)
    """Nodes that each move gets when a leaf is expanded."""
    time: float | None = _setting(_number(0, whole=False), None)
    """Seconds for one try."""
    memory: int = _setting(read_bytes, 2 << 30)
    """Bytes of one worker."""
    seed: int = _setting(_number(0), 1)
    """For samples."""


@dataclass(kw_only=True)
class Claims:
    """The statements of the papers, recomputed."""

    kind: ClassVar[str] = "claims"
    effort: str = _setting(_one_of(*EFFORTS), "long")
    """How far they are checked."""
    only: list[str] = field(default_factory=list, metadata={"read": _list_of(_text)})
    """Beginnings of names; all if there is none."""
    time: float | None = _setting(_number(0, whole=False), None)
    """Seconds for one claim."""
    seed: int = _setting(_number(0), 1)
    """For samples."""


Spec = Table | Search | Claims
_KINDS: dict[str, type[Spec]] = {kind.kind: kind for kind in (Table, Search, Claims)}


def parse(given: dict[str, Any], name: str) -> Spec:
    """The specification in these settings; `name` is where they come from."""
    given = dict(given)
    kind = _KINDS.get(given.pop("kind", None) or "")
    if kind is None:
        raise SpecError(f"{name}: kind: expected one of {', '.join(_KINDS)}")
    settings: dict[str, Any] = {}
    fields = {one.name: one for one in dataclasses.fields(kind)}
    for key, value in given.items():
        if key not in fields:
            raise SpecError(f"{name}: {key}: a {kind.kind} has no such key; expected one of {', '.join(fields)}")
        try:
            settings[key] = None if value is None else fields[key].metadata["read"](value)
        except ValueError as error:
            raise SpecError(f"{name}: {key}: {error}, not {value!r}") from None
    for key, one in fields.items():
        if key not in settings and one.default is one.default_factory is dataclasses.MISSING:
            raise SpecError(f"{name}: {key} is missing")
    return _checked(kind(**settings), name)


def _checked(spec: Spec, name: str) -> Spec:
    try:
        if isinstance(spec, Search):
            _allsmall.Board(spec.board)
        elif isinstance(spec, Table):
            _allsmall.count_boards(spec.what)
    except ValueError as error:
        raise SpecError(f"{name}: {'board' if isinstance(spec, Search) else 'what'}: {error}") from None
    return spec


def read(path: Path) -> Spec:
    """The specification in a file."""
    try:
        import tomllib
    except ModuleNotFoundError:  # Python 3.10
        import tomli as tomllib  # type: ignore[no-redef, import-not-found, unused-ignore]
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SpecError(f"cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SpecError(f"{path}: {error}") from None
    return parse(given, str(path))


def write(spec: Spec) -> str:
    """The specification as it is kept in a ledger."""
    return json.dumps({"kind": spec.kind, **dataclasses.asdict(spec)})
