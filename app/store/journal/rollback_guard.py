"""The rollback guard: a record outside the data folder of its journal's newest entry, and two keys.

An old or foreign copy of the folder is consistent in itself, so only a record elsewhere can detect it.
"""

from __future__ import annotations

import hashlib
import logging
import platform
import secrets
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Protocol

from app.core.keystore import KeyStoreError, load_kept, store_secret
from app.core.renaming import rename_over

log = logging.getLogger(__name__)

_KEY_BYTES = 32
_CHAIN_KEY = "journal key"
_MARK_KEY = "mark key"
_CLOSING_SECONDS = 1.0
_NAMELESS = "?"


class ChainHead(NamedTuple):
    """The newest entry of a journal."""

    seq: int = 0
    hash: str = ""
    """Empty in old records, which had only the number, and for a journal without entries."""
    open_digest: str = ""
    """What identifies the open attempts after that entry, see `open_digest_of`; empty in old records."""


class Known(NamedTuple):
    """What is known of a journal."""

    seq: int
    """The greatest known number of its entries; 0 for none."""
    hashes: frozenset[str]
    """The hashes of that entry; two when two places differ, none when unknown."""
    open_digests: frozenset[str] = frozenset()
    """The digests of the open attempts after it; none when unknown."""


class GuardPlace(Protocol):
    """Stores small texts under names, for this user. Every failure is an OSError."""

    def get(self, name: str, /) -> str | None:
        """The text; None when there is none. Raises OSError when it cannot be read."""
        ...

    def put(self, name: str, text: str, /) -> None:
        """Store the text in place of the one before. Raises OSError when it is refused."""
        ...


class KeyStorePlace:
    """The key store of the operating system, if there is a trusted one."""

    def get(self, name: str) -> str | None:
        """See `GuardPlace`."""
        try:
            return load_kept(name)
        except KeyStoreError as error:
            raise OSError(str(error)) from error

    def put(self, name: str, text: str) -> None:
        """See `GuardPlace`."""
        try:
            store_secret(name, text)
        except KeyStoreError as error:
            raise OSError(str(error)) from error


class FilePlace:
    """Small files of this user alone, in a folder apart from the data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, name: str) -> str | None:
        """See `GuardPlace`."""
        try:
            return self._file(name).read_text(encoding="ascii")
        except FileNotFoundError:
            return None
        except ValueError as error:
            raise OSError(str(error)) from error

    def put(self, name: str, text: str) -> None:
        """See `GuardPlace`. A power cut leaves the old text or the new one; the disk is not flushed."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = self._file(f"{name}.new")
        fresh.touch(mode=0o600)
        fresh.write_text(text, encoding="ascii")
        rename_over(fresh, self._file(name))

    def _file(self, name: str) -> Path:
        return self._folder / name.replace(" ", "-")


class RollbackGuard:
    """The rollback guard of one data folder. Thread-safe; only `keep` never waits."""

    def __init__(self, folder: Path, trusted: GuardPlace, other: GuardPlace, *, computer: str = "") -> None:
        """`trusted` is the place for keys; `other` is used when that refuses.

        `computer` is the name of the folder's computer, where the places may roam with the user to others.
        """
        self._name = _name_of(f"{computer}{folder.resolve()}")
        # An older program had no computer in it.
        self._former_name = _name_of(str(folder.resolve()))
        self._is_taken_over = self._former_name == self._name
        self._trusted, self._other = trusted, other
        self._places: Sequence[GuardPlace] = (trusted, other)
        self._newest = ChainHead()
        self._kept = ChainHead()
        self._is_closed = False
        self._has_complained = False
        self._changed = threading.Condition()
        self._writer: threading.Thread | None = None

    @classmethod
    def of(cls, folder: Path) -> RollbackGuard:
        """The guard of a folder, in the places that this computer has."""
        from platformdirs import user_state_path

        # On Windows the state folder of a program is its data folder, so this one has its own name.
        place = FilePlace(user_state_path("AgencyCounterMemory", appauthor=False))
        # A computer without a name is none that an older program wrote for.
        return cls(folder, KeyStorePlace(), place, computer=platform.node() or _NAMELESS)

    @cached_property
    def _sealing_key(self) -> bytes | None:
        return _key_in(self._trusted, _CHAIN_KEY)

    def chain_key(self) -> bytes | None:
        """The key that seals journals on this computer, made once; None without a trusted key store."""
        return self._sealing_key

    def mark_key(self) -> bytes:
        """The key of marks in journals, made once; empty when no place can store it."""
        return self._sealing_key or _key_in(self._other, _MARK_KEY) or b""

    def last(self) -> Known:
        """The newest known entry of this folder's journal, from the place with the greatest number."""
        told = [self._told(place) for place in self._places]
        seq = max(head.seq for head in told)
        newest = [head for head in told if head.seq == seq]
        return Known(
            seq,
            frozenset(head.hash for head in newest if head.hash),
            frozenset(head.open_digest for head in newest if head.open_digest),
        )

    def keep(self, seq: int, entry_hash: str, open_digest: str = "") -> None:
        """Record an entry that is on the disk, soon but not at once; a short delay does no harm."""
        with self._changed:
            self._newest = max(self._newest, ChainHead(seq, entry_hash, open_digest))
            if self._writer is None and not self._is_closed:
                self._writer = threading.Thread(target=self._write, name="outside", daemon=True)
                self._writer.start()
            self._changed.notify_all()

    def set_back(self, seq: int, entry_hash: str, open_digest: str = "") -> None:
        """Record the newest entry of an older or foreign journal that a person has accepted."""
        for place in self._places:
            with suppress(OSError):
                if self._told(place).seq:
                    place.put(self._name, _text(self._name, ChainHead(seq, entry_hash, open_digest)))
        self._take_over()

    def close(self) -> None:
        """Wait up to a second for writing to end: a key store may be waiting for a person."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
            writer = self._writer
        if writer is not None:
            writer.join(_CLOSING_SECONDS)

    def _write(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._is_closed or self._newest > self._kept)
                head = self._newest
                if head == self._kept:
                    return
            self._put(head)
            self._kept = head

    def _put(self, head: ChainHead) -> None:
        refused: OSError | None = None
        for place in self._places:
            try:
                place.put(self._name, _text(self._name, head))
            except OSError as error:
                refused = error
            else:
                self._take_over()
                return
        if not self._has_complained:
            self._has_complained = True
            log.warning("How far the journal has come is kept nowhere else.", exc_info=refused)

    def _take_over(self) -> None:
        """Take an older program's record away, so that no other computer expects what it says."""
        if self._is_taken_over:
            return
        self._is_taken_over = True
        for place in self._places:
            with suppress(OSError):
                if _head_in(place, self._former_name).seq:
                    place.put(self._former_name, _text(self._former_name, ChainHead()))

    def _told(self, place: GuardPlace) -> ChainHead:
        """The record in a place, or an older program's that is newer; number 0 when there is no valid one."""
        return max(_head_in(place, name) for name in (self._name, self._former_name))


def _name_of(place: str) -> str:
    digest = hashlib.blake2b(place.encode(), digest_size=8).hexdigest()
    return f"journal {digest}"


def _head_in(place: GuardPlace, name: str) -> ChainHead:
    """What a place has under a name; number 0 when it has no valid record."""
    with suppress(OSError, ValueError):
        text = place.get(name) or ""
        told, *more = text.split(" ")
        seq, _, entry_hash = told.partition(":")
        head = ChainHead(int(seq), entry_hash, more[1] if len(more) > 1 else "")
        return head if text == _text(name, head) else ChainHead()
    return ChainHead()


def mark_of(text: str, key: bytes) -> str:
    """`key:hash`: equal for equal texts under one key; without the key it reveals nothing of the text.

    Empty without a key. The part before the colon identifies the key.
    """
    if not key:
        return ""
    name = hashlib.blake2b(b"name of the key", key=key, digest_size=4).hexdigest()
    return f"{name}:{hashlib.blake2b(text.encode(), key=key, digest_size=16).hexdigest()}"


def _key_in(place: GuardPlace, name: str) -> bytes | None:
    """The key in a place, made when it has none; None when it cannot store one."""
    try:
        if not place.get(name):
            place.put(name, secrets.token_hex(_KEY_BYTES))
        return bytes.fromhex(place.get(name) or "") or None
    except (OSError, ValueError):
        return None


def _text(name: str, head: ChainHead) -> str:
    """`seq:hash` with a checksum, then the open digest: a damaged number must not look like a later one."""
    told = f"{head.seq}:{head.hash}" if head.hash else f"{head.seq}"
    proved = f"{name} {told} {head.open_digest}" if head.open_digest else f"{name} {told}"
    checksum = hashlib.blake2b(proved.encode(), digest_size=8).hexdigest()
    return f"{told} {checksum} {head.open_digest}" if head.open_digest else f"{told} {checksum}"
