"""A record outside the data folder of the newest entry of the till's book and of the series of its receipts.

An old copy of the folder is consistent in itself: only a record elsewhere tells that numbers after it are on
paper already.
"""

from __future__ import annotations

import hashlib
import logging
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from app.store.journal.rollback_guard import FilePlace, GuardPlace

log = logging.getLogger(__name__)


class Newest(NamedTuple):
    """How far a book has come."""

    seq: int = 0
    hash: str = ""
    restarts: int = 0
    """How often the series of its receipts was begun anew."""


class OutsideMemory:
    """The record of the book in one folder; written before a receipt is handed over."""

    def __init__(self, folder: Path, place: GuardPlace) -> None:
        digest = hashlib.blake2b(str(folder.resolve()).encode(), digest_size=8).hexdigest()
        self._name = f"till {digest}"
        self._place = place

    @classmethod
    def of(cls, folder: Path) -> OutsideMemory:
        """The record of a folder, where this computer keeps that of its journal."""
        from platformdirs import user_state_path

        return cls(folder, FilePlace(user_state_path("AgencyCounterMemory", appauthor=False)))

    def last(self) -> Newest:
        """What was recorded last; nothing without a record. A damaged one is of no book that there is."""
        try:
            text = self._place.get(self._name)
        except OSError:
            return Newest()
        if text is None:
            return Newest()
        with suppress(ValueError):
            seq, entry_hash, restarts, *_ = text.split(" ")
            found = Newest(int(seq), entry_hash, int(restarts))
            if text == self._text(found):
                return found
        return Newest(hash="damaged")

    def keep(self, newest: Newest) -> None:
        """Record an entry that is on the disk. A place that refuses is logged: it must not stop a receipt."""
        try:
            self._place.put(self._name, self._text(newest))
        except OSError:
            log.warning("How far the till has come is kept nowhere else.", exc_info=True)

    def _text(self, newest: Newest) -> str:
        """The record with a checksum: a damaged number must not look like a later one."""
        told = f"{newest.seq} {newest.hash} {newest.restarts}"
        return f"{told} {hashlib.blake2b(f'{self._name} {told}'.encode(), digest_size=8).hexdigest()}"
