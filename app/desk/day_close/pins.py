"""PINs of clerks: kept as a salted hash that is slow to try, and trying is slowed down."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Callable

_SHAPE = re.compile(r"[0-9]{4,8}")
_COST, _BLOCK, _LANES = 1 << 14, 8, 1
"""Some 50 ms and 16 MiB a try."""
_MOST_MEMORY = 64 * 1024 * 1024
_FREE_TRIES = 5
_FIRST_WAIT, _LONGEST_WAIT = 30.0, 600.0
"""In seconds; each further wrong try doubles it."""


def is_pin(text: str) -> bool:
    """Whether it is four to eight digits."""
    return _SHAPE.fullmatch(text) is not None


def hashed(pin: str) -> str:
    """What is kept of a PIN: the way it was hashed, its salt and its hash."""
    salt = secrets.token_bytes(16)
    return f"scrypt${_COST}${_BLOCK}${_LANES}${salt.hex()}${_hash(pin, salt, _COST, _BLOCK, _LANES).hex()}"


def fits(pin: str, kept: str) -> bool:
    """Whether this PIN was kept so; it takes as long for a wrong one. What is not of this form fits none."""
    try:
        name, cost, block, lanes, salt, wanted = kept.split("$")
        numbers = int(cost), int(block), int(lanes)
        found = _hash(pin, bytes.fromhex(salt), *numbers)
        return name == "scrypt" and hmac.compare_digest(found, bytes.fromhex(wanted))
    except ValueError:
        return False


def _hash(pin: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=cost, r=block, p=lanes, maxmem=_MOST_MEMORY, dklen=32)


class PinTries:
    """Counts wrong tries: five are free, then each makes one wait, and longer each time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong = 0
        self._until = 0.0

    @property
    def wait(self) -> float:
        """For how many seconds nothing may be tried; 0 when it may."""
        return max(0.0, self._until - self._clock())

    def note_wrong(self) -> None:
        """One more was wrong."""
        self._wrong += 1
        over = self._wrong - _FREE_TRIES
        if over >= 0:
            # Beyond some doublings the longest holds; a power without bound would only cost time.
            self._until = self._clock() + min(_FIRST_WAIT * 2 ** min(over, 10), _LONGEST_WAIT)

    def note_right(self) -> None:
        """It was right: all begins anew."""
        self._wrong, self._until = 0, 0.0
