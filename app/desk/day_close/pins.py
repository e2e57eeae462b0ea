"""PINs of clerks: stored as a slow salted hash, with a growing delay after wrong tries."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Callable

_SHAPE = re.compile(r"[0-9]{4,8}")
_COST, _BLOCK, _LANES = 1 << 14, 8, 1
"""About 50 ms and 16 MiB for each try."""
_MOST_MEMORY = 64 * 1024 * 1024
_FREE_TRIES = 5
_FIRST_WAIT, _LONGEST_WAIT = 30.0, 600.0
"""The first delay in seconds; each further wrong try doubles it."""


def is_pin(text: str) -> bool:
    """Whether it is four to eight digits."""
    return _SHAPE.fullmatch(text) is not None


def hashed(pin: str) -> str:
    """The text to store for a PIN: the hash function, salt and hash."""
    salt = secrets.token_bytes(16)
    return f"scrypt${_COST}${_BLOCK}${_LANES}${salt.hex()}${_hash(pin, salt, _COST, _BLOCK, _LANES).hex()}"


def fits(pin: str, kept: str) -> bool:
    """Whether the stored text is of this PIN, in constant time; a text of another form fits none."""
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
    """Counts wrong tries: five are free, then each causes a longer delay."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.wrong = 0
        """The number of wrong tries since the last right one."""
        self._until = 0.0

    @property
    def wait(self) -> float:
        """The seconds until the next try is allowed; 0 when it is."""
        return max(0.0, self._until - self._clock())

    def note_wrong(self) -> None:
        """Count a wrong try."""
        self.go_on(self.wrong + 1)

    def go_on(self, wrong: int) -> None:
        """Count from a number of wrong tries, with the delay of the last one from now on."""
        self.wrong = wrong
        over = wrong - _FREE_TRIES
        if over >= 0:
            # After some doublings the longest delay applies; an unlimited power would only cost time.
            self._until = self._clock() + min(_FIRST_WAIT * 2 ** min(over, 10), _LONGEST_WAIT)

    def note_right(self) -> None:
        """Reset the count after a right PIN."""
        self.wrong, self._until = 0, 0.0
