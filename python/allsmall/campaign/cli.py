"""The program `allsmall-campaign`."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from .. import BoardError, __version__
from . import driver as driving
from .atomic_write import CannotWrite, atomically
from .cluster import Cluster, SchedulerGone, slurm
from .export import export, read_lines
from .known import plant
from .ledger import Ledger, find
from .merge import merge
from .page import write as write_page
from .plan import plan
from .pool import CannotStart
from .spec import SpecError, read
from .status import as_json, duration, status, text
from .tree_proof import prove as prove_tree
from .verify import Certify, verify

_TIMES = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}


def _seconds(text: str) -> float:
    unit = _TIMES.get(text[-1:])
    try:
        value = float(text[:-1]) * unit if unit else float(text)
    except ValueError:
        value = -1.0
    if value < 0:
        raise argparse.ArgumentTypeError(f"expected a time such as 90, 10m or 2h, not {text!r}")
    return value


def _part(text: str) -> tuple[int, int]:
    one, _, of = text.partition("/")
    if one.isdigit() and of.isdigit() and 1 <= int(one) <= int(of):
        return int(one), int(of)
    raise argparse.ArgumentTypeError(f"expected a part such as 1/4, not {text!r}")


def _positive(text: str) -> int:
    if text.isdigit() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a number from 1 on, not {text!r}")


def _leaves(text: str) -> int | None:
    return None if text == "all" else _positive(text)


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    top = argparse.ArgumentParser(prog="allsmall-campaign", description="Long computations, in jobs, on many machines.")
    top.add_argument("--version", action="version", version=f"allsmall-campaign {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    one = commands.add_parser("plan", help="make a ledger from a specification")
    one.add_argument("spec", type=Path, metavar="SPEC.toml")
    one.add_argument("-o", "--output", type=Path, required=True, metavar="LEDGER")
    one.add_argument("--known", type=Path, metavar="FILE", help="begin a search with the positions of an export")

    one = commands.add_parser("run", help="work on a ledger until it is done")
    one.add_argument("ledger", type=Path)
    where = one.add_mutually_exclusive_group()
    where.add_argument("--workers", type=_positive, metavar="N", help="processes on this machine (all cores)")
    where.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler that runs already")
    where.add_argument("--slurm", type=Path, metavar="FILE", help="start workers on Slurm as this file says")
    one.add_argument("--time", type=_seconds, metavar="TIME", help="stop after this time, such as 90, 10m or 2h")
    one.add_argument("--part", type=_part, default=(1, 1), metavar="I/N", help="only this part of the jobs")
    one.add_argument("--quiet", action="store_true", help="print no progress")

    one = commands.add_parser("status", help="show the progress")
    one.add_argument("ledger", type=Path)
    one.add_argument("--html", type=Path, metavar="FILE", help="write a page with a plot")
    one.add_argument("--json", action="store_true")

    one = commands.add_parser("verify", help="check the results by independent means")
    one.add_argument("ledger", type=Path)
    one.add_argument("--sample", type=_positive, default=100, metavar="N", help="rows or leaves to ask again (100)")
    one.add_argument("--all", action="store_true", help="ask all of them again")
    one.add_argument("--certify", type=_leaves, default=0, metavar="N", help="leaves to prove and check, or all (none)")
    one.add_argument("--record", type=Path, metavar="FILE", help="record certificates here and go on from there")
    one.add_argument("--workers", type=_positive, default=1, metavar="N", help="certificates made at once (1)")

    one = commands.add_parser("certificate", help="write the proof of a search, whose leaves are hypotheses")
    one.add_argument("ledger", type=Path)
    one.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="for allsmall-check")

    one = commands.add_parser("export", help="write the results")
    one.add_argument("ledger", type=Path)
    one.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help=".csv, .jsonl, .parquet")
    one.add_argument("--proof", action="store_true", help="only the positions that the verdict of a search rests on")

    one = commands.add_parser("merge", help="merge ledgers of one campaign")
    one.add_argument("ledgers", type=Path, nargs="+")
    one.add_argument("-o", "--output", type=Path, required=True, metavar="LEDGER")
    return top


def _plan(given: argparse.Namespace) -> int:
    spec = read(given.spec)
    if given.known is not None and spec.kind != "search":
        raise SpecError("--known is for a search")
    known = None if given.known is None else read_lines(given.known)
    count = plan(spec, given.output, folder=given.output.absolute().parent, known=known)
    if known is not None:
        print(f"{given.output}: a search with {count} known positions")
    else:
        print(f"{given.output}: {'a search' if spec.kind == 'search' else f'{count} jobs'}")
    return 0


def _run(given: argparse.Namespace) -> int:
    if given.scheduler is not None:
        engine: Callable[[], driving.Engine] = lambda: Cluster(given.scheduler)  # noqa: E731
    elif given.slurm is not None:
        engine = lambda: slurm(given.slurm)  # noqa: E731
    else:
        engine = driving.local(given.workers or os.cpu_count() or 1)

    def started() -> driving.Engine:
        workers = engine()
        if isinstance(workers, Cluster) and not given.quiet:
            driving.on_stderr(f"dashboard: {workers.dashboard}")
        return workers

    log = None if given.quiet else driving.on_stderr
    show = sys.stderr.isatty() and not given.quiet
    summary = driving.run(
        given.ledger, started, part=given.part, time_limit=given.time, log=log, show=_line if show else None
    )
    if show:
        print(file=sys.stderr)
    print(
        f"{summary.done} jobs in {duration(summary.seconds)}, {duration(summary.spent)} of work"
        + (f"; {summary.aside} set aside" if summary.aside else "")
        + ("" if summary.over else "; there is more to do")
    )
    return 0 if summary.over and not summary.aside else 3


def _line(text: str) -> None:
    print(f"\r{text[:110]:<110}", end="", file=sys.stderr, flush=True)


@contextlib.contextmanager
def _ledger_at(path: Path) -> Iterator[Path]:
    """The ledger at a path; for a folder with a specification and an export, a temporary one."""
    known = [path / f"known.jsonl.{ending}" for ending in ("gz", "zst")]
    if find(path).exists() or not (path / "spec.toml").is_file():
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "ledger.db"
        plan(read(path / "spec.toml"), made, folder=path)
        for file in filter(Path.is_file, known):
            with contextlib.closing(Ledger(made)) as ledger:
                plant(ledger, read_lines(file))
        yield made


def _status(given: argparse.Namespace) -> int:
    with _ledger_at(given.ledger) as path:
        found = status(path)
    if given.html is not None:
        write_page(found, given.html)
    print(json.dumps(as_json(found)) if given.json else text(found))
    return 0


def _verify(given: argparse.Namespace) -> int:
    if given.record is not None and given.certify == 0:
        raise SpecError("--record needs --certify N or --certify all")
    started = time.monotonic()
    progress = _line if sys.stderr.isatty() else None
    sample = None if given.all else given.sample
    with _ledger_at(given.ledger) as path:
        certify = Certify(given.certify, given.record, given.workers)
        report = verify(path, sample=sample, certify=certify, progress=progress)
    if progress is not None:
        print(file=sys.stderr)
    for line in report.notes:
        print(line)
    print(", ".join(f"{count} {what}" for what, count in report.looked.items()) or "nothing to check", end=": ")
    print(f"{len(report.faults)} faults ({duration(time.monotonic() - started)})")
    for fault in report.faults[:50]:
        print(f"  {fault}")
    return 1 if report.faults else 0


def _certificate(given: argparse.Namespace) -> int:
    with _ledger_at(given.ledger) as path:
        proofs = prove_tree(Ledger(path, readonly=True))
    for number, proof in enumerate(proofs, 1):
        name = given.output
        if len(proofs) > 1:
            name = name.with_name(f"{name.stem}-{number}{name.suffix}")
        with atomically(name) as temporary:
            temporary.write_text(proof.text, encoding="utf-8")
        print(f"{name}: {proof.statement}")
    return 0


def _export(given: argparse.Namespace) -> int:
    ledger = Ledger(given.ledger, readonly=True)
    count = export(ledger, given.output, proof=given.proof)
    print(f"{given.output}: {count} rows")
    return 0


def _merge(given: argparse.Namespace) -> int:
    states = merge([find(path) for path in given.ledgers], given.output)
    print(f"{given.output}: " + ", ".join(f"{count} {name}" for name, count in sorted(states.items())))
    return 0


_COMMANDS = {
    "plan": _plan,
    "run": _run,
    "status": _status,
    "verify": _verify,
    "certificate": _certificate,
    "export": _export,
    "merge": _merge,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    given = parser().parse_args(arguments)
    if arguments is None:
        signal.signal(signal.SIGTERM, _interrupt)
    try:
        code = _COMMANDS[given.command](given)
        sys.stdout.flush()
        return code
    except (SpecError, BoardError, CannotWrite) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1 if isinstance(error, CannotWrite) else 2
    except (driving.NoSpace, SchedulerGone, CannotStart) as error:
        print(f"error: {error}; run it again to go on", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; run it again to go on", file=sys.stderr)
        return 130
    except BrokenPipeError:
        _close_output()
        return 0
    except OSError as error:
        if error.filename is not None:
            raise
        _close_output()
        print(f"error: cannot write: {error.strerror}", file=sys.stderr)
        return 1


def _interrupt(number: int, frame: object) -> None:
    """Do on SIGTERM what Ctrl-C does, once."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


def _close_output() -> None:
    """Keep Python from writing again to an output that is full or closed."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
