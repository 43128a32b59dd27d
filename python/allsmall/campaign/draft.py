"""Files that appear whole or not at all.

A file is written under another name beside its own, `NAME.draft`, and takes its
name when it is complete. A draft that cannot be completed is removed. A symbolic
link stays one: what it points to is written.
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
"""What the system says of a path that cannot be written, as opposed to a full disk."""

_NOT_OPENED = ("unable to open", "readonly")
"""What SQLite says of a path that cannot be written; its codes have names from Python 3.11 on only."""


class CannotWrite(RuntimeError):
    """A file cannot be written though its path is right: the disk is full."""


@contextlib.contextmanager
def drafted(path: Path) -> Iterator[Path]:
    """Give the name of a draft for a file, which becomes the file at the end of the block."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file() and not target.is_dir():
        # A pipe or a device is given the bytes and is not replaced.
        with writing(path, target):
            yield target
        return
    draft = target.with_name(target.name + ".draft")
    remove(draft)
    try:
        with writing(path, draft):
            yield draft
            os.replace(draft, target)
    finally:
        remove(draft)


@contextlib.contextmanager
def writing(path: Path, written: Path) -> Iterator[None]:
    """Turn what the system says about the file that is written into a message."""
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


def remove(draft: Path) -> None:
    """Remove a draft, and what SQLite keeps beside it."""
    for ending in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(OSError):
            draft.with_name(draft.name + ending).unlink()
