"""What a campaign found, as files: CSV, JSON lines, Parquet, a pandas DataFrame.

A table gives its rows in the order of the enumeration. Claims give their
verdicts. A search gives positions: with `proof` only those that its verdict
rests on, or its state as long as it has none; that is also what `plan --known`
goes on from and what `recheck_tree` checks.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from .atomic_write import atomically
from .ledger import Ledger
from .results import unpack
from .search_state import load
from .spec import Claims, Search, SpecError

Row = dict[str, Any]


def rows(ledger: Ledger, *, proof: bool = False) -> Iterator[Row]:
    """Everything that was found."""
    if isinstance(ledger.spec, Search):
        yield from positions(ledger, proof=proof)
    elif isinstance(ledger.spec, Claims):
        for (text,) in ledger.db.execute("SELECT result FROM jobs WHERE state = 'done' ORDER BY id"):
            yield json.loads(text)
    else:
        for _, lines in ledger.rows.read(places(ledger)):
            for line in lines.splitlines():
                yield json.loads(line)


def places(ledger: Ledger, only: Iterable[int] | None = None) -> Iterator[tuple[int, int, int, int]]:
    """Where the rows of finished jobs lie, in the order of jobs."""
    where = "" if only is None else f" AND id IN ({', '.join(map(str, only))})"
    yield from ledger.db.execute(
        f"SELECT id, at, bytes, checksum FROM jobs WHERE state = 'done' AND at IS NOT NULL{where} ORDER BY id"
    )


def positions(ledger: Ledger, *, proof: bool = False) -> Iterator[Row]:
    """The roots, then the positions of a search: inner ones, and leaves with their verdicts."""
    tree = load(ledger)
    for root in tree.roots:
        yield {"root": root.key}
    if proof:
        wanted, todo = set(), list(tree.roots)
        while todo:
            node = todo.pop()
            if node.number in wanted:
                continue
            wanted.add(node.number)
            if node.won:
                # None if a search settled it after it was expanded: then it is a leaf.
                lost = next((child for child in node.children or () if child.won is False), None)
                todo.extend(() if lost is None else (lost,))
            else:
                todo.extend(node.children or ())
    columns = "id, key, board, won, move, nodes, seconds, source, expanded"
    for number, key, board, won, move, nodes, seconds, source, expanded in ledger.db.execute(
        f"SELECT {columns} FROM nodes WHERE expanded OR won IS NOT NULL ORDER BY id"
    ):
        if proof and number not in wanted:
            continue
        row: Row = {"position": key, "board": board}
        if expanded and source != "search":
            row["inner"] = True
        if won is not None:
            row.update(won=bool(won), move=move)
        row.update(nodes=nodes, seconds=round(seconds, 3))
        yield row


def read_lines(path: Path) -> Iterator[Row]:
    """The rows of a file of JSON lines, packed or not."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SpecError(f"cannot read {path}: {error.strerror}") from None
    if path.suffix in (".zst", ".gz"):
        data = unpack(data, path.suffix[1:])
    for number, line in enumerate(data.splitlines(), 1):
        try:
            row = json.loads(line)
        except ValueError as error:
            raise SpecError(f"{path}, line {number}: {error}") from None
        if not isinstance(row, dict):
            raise SpecError(f"{path}, line {number}: expected an object")
        yield row


def frame(ledger: Ledger, **options: Any) -> Any:
    """The rows as a pandas DataFrame."""
    import pandas

    return pandas.DataFrame(list(rows(ledger, **options)))


def export(ledger: Ledger, path: Path, *, proof: bool = False) -> int:
    """Write all rows by the ending of the name; how many there were."""
    found = rows(ledger, proof=proof)
    ending = path.suffixes[-2] if path.suffix in (".zst", ".gz") and len(path.suffixes) > 1 else path.suffix
    if ending == ".parquet":
        return _parquet(found, path)
    if ending not in (".csv", ".jsonl"):
        raise SpecError(f"{path}: expected a name that ends in .csv, .jsonl, .jsonl.gz, .jsonl.zst or .parquet")
    with atomically(path) as temporary, _opened(temporary, path.suffix) as file:
        return _csv(found, file) if ending == ".csv" else _jsonl(found, file)


def _opened(path: Path, ending: str) -> io.TextIOBase:
    if ending == ".gz":
        return io.TextIOWrapper(gzip.GzipFile(path, "wb", mtime=0), encoding="utf-8", newline="")
    if ending == ".zst":
        try:
            import zstandard
        except ModuleNotFoundError:
            raise SpecError("zstandard is not installed: pip install zstandard, or export to .jsonl.gz") from None
        file = zstandard.open(path, "wt", cctx=zstandard.ZstdCompressor(level=19), encoding="utf-8", newline="")
        assert isinstance(file, io.TextIOBase)
        return file
    return open(path, "w", encoding="utf-8", newline="")


def _jsonl(found: Iterable[Row], file: io.TextIOBase) -> int:
    count = 0
    for row in found:
        file.write(json.dumps(row, separators=(",", ":")) + "\n")
        count += 1
    return count


def _csv(found: Iterable[Row], file: io.TextIOBase) -> int:
    """A header line, then rows; a column that first occurs later is not lost: names are collected first."""
    all_rows = list(found)
    names = list(dict.fromkeys(name for row in all_rows for name in row))
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(names)
    for row in all_rows:
        writer.writerow(_cell(row.get(name)) for name in names)
    return len(all_rows)


def _cell(value: object) -> object:
    return json.dumps(value) if isinstance(value, dict | list) else value


def _parquet(found: Iterable[Row], path: Path) -> int:
    try:
        import pandas
    except ModuleNotFoundError:
        raise SpecError("pandas is not installed: pip install pandas pyarrow") from None
    table = pandas.DataFrame(list(found))
    try:
        with atomically(path) as temporary:
            table.to_parquet(temporary, index=False)
    except ImportError:
        raise SpecError("pyarrow is not installed: pip install pyarrow") from None
    return len(table)
