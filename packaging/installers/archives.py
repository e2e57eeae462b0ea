"""Reproducible archives: sorted, owned by root, with one time for all files."""

from __future__ import annotations

import gzip
import lzma
import tarfile
from collections.abc import Iterable
from pathlib import Path
from typing import IO, cast

GZIP_LEVELS = {True: 1, False: 9}
XZ_LEVELS = {True: 0, False: 6}
"""Of the fast and of the good compression."""


def write_gzip(root: Path, names: Iterable[str], sink: Path, *, epoch: int, is_quick: bool) -> None:
    """Write a tar.gz of these files and folders beneath the root, without what lies in the folders."""
    with (
        sink.open("wb") as raw,
        gzip.GzipFile("", "wb", GZIP_LEVELS[is_quick], raw, mtime=0) as packed,
    ):
        _write_tar(root, names, cast("IO[bytes]", packed), epoch)


def write_xz(root: Path, names: Iterable[str], sink: Path, *, epoch: int, is_quick: bool) -> None:
    """Write a tar.xz of these files and folders beneath the root, without what lies in the folders."""
    with lzma.open(sink, "wb", preset=XZ_LEVELS[is_quick]) as packed:
        _write_tar(root, names, cast("IO[bytes]", packed), epoch)


def names_of(root: Path) -> list[str]:
    """All files and folders beneath the root, by their relative paths, a folder before what lies in it."""
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*"))


def _write_tar(root: Path, names: Iterable[str], sink: IO[bytes], epoch: int) -> None:
    with tarfile.open(fileobj=sink, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name in names:
            entry = archive.gettarinfo(root / name, name)
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            entry.mtime = epoch
            if entry.isfile():
                with (root / name).open("rb") as opened:
                    archive.addfile(entry, opened)
            else:
                archive.addfile(entry)
