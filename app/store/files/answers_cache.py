"""The cache: the last good answer of each question, shown at once with its age. It may be lost."""

from __future__ import annotations

import hashlib
import logging
import os
import threading
import zlib
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from app.core.frozen import frozen
from app.core.renaming import rename_over

log = logging.getLogger(__name__)

_FORM = b"agency-counter-answer-1"
_ENDING = ".answer"
_UNFINISHED = ".new"
# A large catalogue takes a third of the time of the usual level, and is a little larger.
_QUICK = 1


@frozen
class CachedAnswer:
    """An answer as it was stored, and when."""

    data: bytes
    saved_at: datetime
    """In UTC."""


class AnswersCache:
    """One file for each key, the `keep` newest of them. Thread-safe; waits for the disk without a flush."""

    def __init__(self, folder: Path, keep: int = 60) -> None:
        """The folder is made by the first `put`; it must hold no other files."""
        self._folder = folder
        self._keep = keep
        self._guard = threading.Lock()
        self._has_complained = False

    @classmethod
    def of(cls, folder: Path) -> AnswersCache:
        """That of a profile, in its folder."""
        return cls(folder / "catalogue")

    def get(self, key: str) -> CachedAnswer | None:
        """The answer that was stored last; None when there is none or its file is damaged."""
        with self._guard:
            try:
                return _unpacked(key, self._place(key).read_bytes())
            except (OSError, ValueError, zlib.error):
                return None

    def put(self, key: str, data: bytes, saved_at: datetime) -> None:
        """Store the answer in place of the one before; an error of the disk is logged once and ignored."""
        with self._guard:
            try:
                self._write(self._place(key), _packed(key, data, saved_at), saved_at)
                self._tidy()
            except OSError:
                if not self._has_complained:
                    log.warning("Answers cannot be kept for later.", exc_info=True)
                self._has_complained = True

    def drop(self, key: str) -> None:
        """Remove an answer, if there is one."""
        # A file that cannot be removed does no harm: it is one of the oldest soon.
        with self._guard, suppress(OSError):
            self._place(key).unlink()

    def _place(self, key: str) -> Path:
        return self._folder / f"{hashlib.sha256(_bytes(key)).hexdigest()}{_ENDING}"

    def _write(self, place: Path, content: bytes, saved_at: datetime) -> None:
        """Replace the file as a whole; its modification time is that of the answer."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = place.with_suffix(_UNFINISHED)
        new.touch(mode=0o600)
        new.write_bytes(content)
        os.utime(new, (saved_at.timestamp(), saved_at.timestamp()))
        rename_over(new, place)

    def _tidy(self) -> None:
        """Remove the oldest files, and unfinished ones after a crash."""
        places = sorted(self._folder.glob(f"*{_ENDING}"), key=_age)
        for place in (*places[self._keep :], *self._folder.glob(f"*{_UNFINISHED}")):
            # A file that cannot be removed does no harm.
            with suppress(OSError):
                place.unlink()


def _packed(key: str, data: bytes, saved_at: datetime) -> bytes:
    time = saved_at.astimezone(UTC).isoformat().encode()
    return b"%b %b %b\n%b" % (_FORM, time, _proof(key, time, data), zlib.compress(data, _QUICK))


def _unpacked(key: str, content: bytes) -> CachedAnswer | None:
    """The answer in a file, or None. Raises ValueError or zlib.error for most foreign contents."""
    header, _, body = content.partition(b"\n")
    form, time, proof = header.split(b" ")
    if form != _FORM:
        return None
    data = zlib.decompress(body)
    if proof != _proof(key, time, data):
        return None
    return CachedAnswer(data, datetime.fromisoformat(time.decode()))


def _proof(key: str, time: bytes, data: bytes) -> bytes:
    """A hash of the answer, its key and its time: a wrong age would mislead as much as wrong data."""
    return hashlib.sha256(b"%b\n%b\n%b" % (_bytes(key), time, data)).hexdigest().encode()


def _bytes(key: str) -> bytes:
    return key.encode("utf-8", "surrogatepass")


def _age(place: Path) -> float:
    """A sort key, the newest first; a file that cannot be examined counts as old."""
    try:
        return -place.stat().st_mtime
    except OSError:
        return 0.0
