"""Backups of one profile: the data that exists nowhere else, in one file with its own checksum."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from app.core.frozen import frozen
from app.core.language import mark
from app.core.renaming import rename_over
from app.store.backup.names import free_place, stem
from app.store.files.data_folder import sync_folder
from app.store.journal.file_log import read_mirror
from app.store.journal.hash_chain import entries_of, joined
from app.store.journal.recovery import DATABASE_FILE, MIRROR_FILE
from app.store.journal.rollback_guard import ChainHead
from app.store.journal.sqlite_log import SqliteLog
from app.store.till.till_schema import FILE as TILL

SETTINGS = "settings.json"
SERVICE = "service.json"
"""The file of the practice service, whose bookings exist nowhere else."""
PARTIES = "parties/parties.json"
_DATABASES = ("register.db", "office.db", "quotations.db", TILL)
_FILES = (PARTIES, SERVICE)
_ALL = (DATABASE_FILE, MIRROR_FILE, *_DATABASES, *_FILES, SETTINGS)
_MANIFEST = "manifest.json"
_FORM, _VERSION = "agency-counter-backup", 1
_PIECE = 1024 * 1024
_MOST_BYTES = 16 * 1024**3
_MOST_MANIFEST = 64 * 1024
_SEAL = b"agency-counter blake2b "
_DIGEST = 32
_SEAL_LENGTH = len(_SEAL) + 2 * _DIGEST
_GATHERED, _UNFINISHED = ".backup-", ".unfinished"


class BackupError(Exception):
    """No backup was made, or a file is not a valid backup; the sentence says why."""


@frozen
class BackupSource:
    """The sources of a backup."""

    profile: str
    """practice, sandbox or live."""
    desk: str
    """The name of this counter in its request numbers: several counters may share one folder for backups."""
    folder: Path
    """The profile's own."""
    copy_journal: Callable[[Path], None]
    """Copies both sinks into a folder, since the open journal has locked them."""
    settings: Path
    """The file with the settings, which may be missing."""


@frozen
class Backup:
    """A backup file that was read and found complete."""

    path: Path
    profile: str
    made_at: datetime
    head: ChainHead
    """The newest entry of its journal."""
    hashes: tuple[str, ...]
    """The hashes of all entries of its journal, in their order."""
    names: tuple[str, ...]
    """The files in it."""
    size: int
    """The size of the file, in bytes."""


def make(source: BackupSource, into: Path, now: datetime) -> Backup:
    """Make a backup in the folder, named by profile, desk and time; it is read back before it is named.

    It holds customers' data and can be read by this user alone; it never holds an API key or a document.
    Raises BackupError.
    """
    try:
        into.mkdir(parents=True, exist_ok=True, mode=0o700)
        _clear_leftovers(source, into)
        with _unpacking(source.folder) as gathered:
            _gather(source, Path(gathered))
            path = free_place(into, source.profile, source.desk, now)
            unfinished = path.with_suffix(_UNFINISHED)
            try:
                _write(unfinished, Path(gathered), {"profile": source.profile, "made_at": now.isoformat()})
                found = read(unfinished, source.folder)
                rename_over(unfinished, path)
            finally:
                unfinished.unlink(missing_ok=True)
        sync_folder(into)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(mark("No backup was made: {cause}.", cause=_said(error))) from error
    return replace(found, path=path)


def read(path: Path, within: Path | None = None) -> Backup:
    """The backup in a file, every byte of it checked. Raises BackupError with what is wrong with it.

    It is unpacked for the check, into a profile's folder if `within` is given, where `make` removes what is
    left after a crash, else into the system's folder for temporary files.
    """
    try:
        _check_seal(path)
        with zipfile.ZipFile(path) as archive, _unpacking(within) as folder:
            manifest = _manifest(archive)
            unpack(archive, manifest, Path(folder))
            hashes = _journal_in(Path(folder))
            _check_databases(Path(folder))
            return Backup(
                path,
                str(manifest["profile"]),
                _instant(manifest["made_at"]),
                ChainHead(len(hashes), hashes[-1] if hashes else ""),
                hashes,
                tuple(cast("dict[str, str]", manifest["files"])),
                path.stat().st_size,
            )
    except BackupError:
        raise
    except OSError as error:
        raise BackupError(mark("The backup cannot be read: {cause}.", cause=_said(error))) from error
    # A file that is no backup can lead to any error; all of them mean the same to the user.
    except Exception as error:
        raise BackupError(mark("This file is no backup of this program, or it is damaged.")) from error


def extract(path: Path, folder: Path) -> None:
    """Unpack a backup that was read into an empty folder, flushed to disk. Raises BackupError, OSError."""
    _check_seal(path)
    with zipfile.ZipFile(path) as archive:
        unpack(archive, _manifest(archive), folder)


def unpack(archive: zipfile.ZipFile, manifest: dict[str, Any], folder: Path) -> None:
    """Unpack the files that the manifest names, each checked by its hash; no other file is unpacked."""
    for name, digest in cast("dict[str, str]", manifest["files"]).items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        place.touch(mode=0o600)
        told = hashlib.blake2b(digest_size=_DIGEST)
        with archive.open(name) as packed, place.open("wb") as stream:
            while piece := packed.read(_PIECE):
                told.update(piece)
                stream.write(piece)
            stream.flush()
            os.fsync(stream.fileno())
        if told.hexdigest() != digest:
            raise BackupError(mark("The backup is damaged: {name} is not what was written.", name=name))


def _unpacking(within: Path | None) -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(dir=within, prefix=_GATHERED)


def _clear_leftovers(source: BackupSource, into: Path) -> None:
    """Remove unfinished backups of this desk after a crash: they hold customers' data."""
    for each in source.folder.glob(f"{_GATHERED}*"):
        shutil.rmtree(each, ignore_errors=True)
    for each in into.glob(f"{stem(source.profile, source.desk)}-*{_UNFINISHED}"):
        each.unlink(missing_ok=True)


def _gather(source: BackupSource, folder: Path) -> None:
    """Make consistent copies of all sources in a folder."""
    source.copy_journal(folder)
    for name in _DATABASES:
        if (source.folder / name).exists():
            _copy_database(source.folder / name, folder / name)
    for name in _FILES:
        _copy_file(source.folder / name, folder / name)
    _copy_file(source.settings, folder / SETTINGS)


def _copy_database(original: Path, copy: Path) -> None:
    """Copy a database in its state of one moment, whatever is written meanwhile."""
    copy.touch(mode=0o600)
    with (
        closing(sqlite3.connect(f"{original.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
        # A single file, without a second one that belongs to it.
        target.execute("PRAGMA journal_mode=DELETE")


def _copy_file(original: Path, copy: Path) -> None:
    """Copy a file that is always replaced as a whole."""
    with suppress(FileNotFoundError):
        data = original.read_bytes()
        copy.parent.mkdir(exist_ok=True, mode=0o700)
        copy.touch(mode=0o600)
        copy.write_bytes(data)


def _write(path: Path, folder: Path, facts: dict[str, str]) -> None:
    names = [name for name in _ALL if (folder / name).exists()]
    files = {name: _hash_of(folder / name) for name in names}
    manifest = {"form": _FORM, "version": _VERSION, **facts, "files": files}
    path.touch(mode=0o600)
    (folder / _MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
        for name in (_MANIFEST, *names):
            # A zip has no times before 1980, which a clock without a battery may show: all get the earliest.
            os.utime(folder / name, (0, 0))
            archive.write(folder / name, name)
        archive.comment = bytes(_SEAL_LENGTH)
    with path.open("r+b") as stream:
        body = path.stat().st_size - _SEAL_LENGTH
        seal = _SEAL + _hash_of(path, body).encode()
        stream.seek(body)
        stream.write(seal)
        stream.flush()
        os.fsync(stream.fileno())


def _check_seal(path: Path) -> None:
    """Check the hash at the end over all bytes before it: a zip has parts that its own checks leave out."""
    body = path.stat().st_size - _SEAL_LENGTH
    with path.open("rb") as stream:
        stream.seek(max(body, 0))
        seal = stream.read()
    if body <= 0 or not seal.startswith(_SEAL):
        raise BackupError(mark("This file is no backup of this program, or its end is missing."))
    if seal != _SEAL + _hash_of(path, body).encode():
        raise BackupError(mark("The backup is damaged: it is not what was written."))


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    """The manifest of the archive, compared with its content."""
    members = archive.infolist()
    names = [each.filename for each in members]
    if names.count(_MANIFEST) != 1 or archive.getinfo(_MANIFEST).file_size > _MOST_MANIFEST:
        raise BackupError(mark("This file is no backup of this program."))
    manifest = cast("dict[str, Any]", json.loads(archive.read(_MANIFEST)))
    if manifest["form"] != _FORM:
        raise BackupError(mark("This file is no backup of this program."))
    if manifest["version"] != _VERSION:
        raise BackupError(mark("A newer Agency Counter made this backup. Update this one."))
    files = cast("dict[str, str]", manifest["files"])
    if sorted(names) != sorted([_MANIFEST, *files]) or not set(files) <= set(_ALL):
        raise BackupError(mark("The backup holds files that no backup has. Nothing of it was used."))
    if not {DATABASE_FILE, MIRROR_FILE} <= set(files):
        raise BackupError(mark("The backup holds no journal."))
    if sum(each.file_size for each in members) > _MOST_BYTES:
        raise BackupError(mark("The backup would be larger than any journal. Nothing of it was used."))
    return manifest


def _journal_in(folder: Path) -> tuple[str, ...]:
    """The hashes of the journal's entries, whose two sinks must be complete and equal."""
    stored = SqliteLog.look(folder / DATABASE_FILE)
    mirrored = read_mirror(folder / MIRROR_FILE, b"", stored.lines)
    lines = joined(stored.lines, mirrored.lines)
    is_whole = stored.is_readable and mirrored.is_readable and stored.lines == mirrored.lines == lines
    if not is_whole:
        raise BackupError(mark("The journal in this backup is damaged."))
    entries_of(lines, stored.private_texts)
    return tuple(line.hash for line in lines)


def _check_databases(folder: Path) -> None:
    for name in _DATABASES:
        if (folder / name).exists():
            with closing(
                sqlite3.connect(f"{(folder / name).as_uri()}?mode=ro&immutable=1", uri=True)
            ) as each:
                if each.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                    raise BackupError(mark("The backup is damaged: {name} cannot be read.", name=name))


def _hash_of(path: Path, length: int | None = None) -> str:
    told = hashlib.blake2b(digest_size=_DIGEST)
    with path.open("rb") as stream:
        for piece in _pieces(stream.read, path.stat().st_size if length is None else length):
            told.update(piece)
    return told.hexdigest()


def _pieces(take: Callable[[int], bytes], length: int) -> Iterator[bytes]:
    while length > 0 and (piece := take(min(_PIECE, length))):
        length -= len(piece)
        yield piece


def _instant(text: str) -> datetime:
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError
    return instant


def _said(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).rstrip(".")
