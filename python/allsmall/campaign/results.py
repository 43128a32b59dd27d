"""The rows of a table campaign: one compressed file next to the ledger.

    LEDGER.rows.jsonl.zst     frame of job 17, frame of job 3, frame of job 18, ...

Every job's rows are one frame, and frames one after the other are a
whole file to `zstdcat` (gzip members to `zcat`, where zstandard is not
installed). A frame is on the disk before the ledger says where it lies; what
lies behind the last frame that the ledger knows is cut off by the next driver.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .spec import SpecError


def best_packing() -> str:
    """What rows are packed with here."""
    try:
        import zstandard  # noqa: F401
    except ModuleNotFoundError:
        return "gz"
    return "zst"


def pack(text: bytes, packing: str) -> bytes:
    """One frame."""
    if packing == "gz":
        return gzip.compress(text, 6, mtime=0)
    import zstandard

    packed: bytes = zstandard.ZstdCompressor(level=6).compress(text)
    return packed


def unpack(frame: bytes, packing: str) -> bytes:
    """What a frame, or a file of frames, holds."""
    if packing == "gz":
        return gzip.decompress(frame)
    try:
        import zstandard
    except ModuleNotFoundError:
        raise SpecError("the rows are packed with zstandard: pip install zstandard") from None
    with zstandard.ZstdDecompressor().stream_reader(frame, read_across_frames=True) as reader:
        text: bytes = reader.read()
    return text


class Rows:
    """The file of frames."""

    def __init__(self, ledger: Path, packing: str) -> None:
        self.packing = packing
        self.path = ledger.with_name(f"{ledger.name}.rows.jsonl.{packing}")

    def open(self, end: int) -> None:
        """Begin to write behind the last frame that counts."""
        self.path.touch()
        self.file = open(self.path, "r+b")  # noqa: SIM115
        size = self.path.stat().st_size
        if size < end:
            raise SpecError(f"{self.path} is shorter than the ledger says ({size} bytes, not {end})")
        self.file.truncate(end)
        self.file.seek(end)

    def append(self, frame: bytes) -> tuple[int, int, int]:
        """Write a frame; where it begins, how long it is, and its checksum."""
        at = self.file.tell()
        self.file.write(frame)
        return at, len(frame), zlib.crc32(frame)

    def settle(self) -> None:
        """See to it that all frames are on the disk."""
        self.file.flush()
        os.fsync(self.file.fileno())

    def close(self) -> None:
        """End writing."""
        self.file.close()

    def read(self, places: Iterable[tuple[int, int, int, int]]) -> Iterable[tuple[int, bytes]]:
        """The rows of some jobs: (job, at, bytes, checksum) in, (job, lines) out."""
        if not self.path.exists():
            return
        with open(self.path, "rb") as file:
            for job, at, size, checksum in places:
                file.seek(at)
                frame = file.read(size)
                if len(frame) != size or zlib.crc32(frame) != checksum:
                    raise SpecError(f"{self.path}: the rows of job {job}, from byte {at} on, are damaged")
                yield job, unpack(frame, self.packing)


def wanted(answer: dict[str, Any], keep: list[str]) -> dict[str, Any]:
    """The fields of an answer that a table keeps."""
    left_out = {"board", "stats"}
    return {key: value for key, value in answer.items() if key not in left_out and (not keep or key in keep)}
