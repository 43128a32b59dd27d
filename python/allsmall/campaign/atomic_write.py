"""Atomic file writes: a temporary file, then a rename.

The temporary file `NAME.part` is in the same folder and is removed if it cannot be
completed. A symbolic link stays one: its target is written.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from .spec import SpecError

_PATH_IS_WRONG = {
    errno.ENOENT,
    errno.EACCES,
    errno.EPERM,
    errno.EEXIST,
    errno.ENOTDIR,
    errno.EISDIR,
    errno.EROFS,
    errno.ENAMETOOLONG,
    errno.ELOOP,
    errno.EINVAL,
}
"""Error codes of the system for a wrong path, as opposed to a full disk."""

_NOT_OPENED = ("unable to open", "readonly")
"""Words of SQLite for a wrong path; its codes have names from Python 3.11 on only."""


class CannotWrite(RuntimeError):
    """A file cannot be written though its path is right: the disk is full."""


@contextlib.contextmanager
def atomically(path: Path) -> Iterator[Path]:
    """Yield the path of a temporary file, which is renamed to `path` at the end of the block."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file() and not target.is_dir():
        # The bytes are written to a pipe or a device; it is not replaced.
        with writing(path, target):
            yield target
        return
    temporary = target.with_name(target.name + ".part")
    remove(temporary)
    try:
        with writing(path, temporary):
            yield temporary
            os.replace(temporary, target)
    finally:
        remove(temporary)


@contextlib.contextmanager
def writing(path: Path, written: Path) -> Iterator[None]:
    """Turn errors of the system about the file that is written into a message."""
    try:
        yield
    except OSError as error:
        if error.filename is not None and Path(os.fsdecode(error.filename)) not in (written, path):
            raise
        kind = SpecError if error.errno in _PATH_IS_WRONG else CannotWrite
        raise kind(f"cannot write {path}: {error.strerror or error}") from error
    except sqlite3.OperationalError as error:
        kind = SpecError if any(words in str(error) for words in _NOT_OPENED) else CannotWrite
        raise kind(f"cannot write {path}: {error}") from error


def remove(temporary: Path) -> None:
    """Remove a temporary file, and the files that SQLite keeps for it."""
    for ending in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(OSError):
            temporary.with_name(temporary.name + ending).unlink()
