"""PINs of clerks: stored as a slow salted hash, with a growing delay after wrong tries."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

_SHAPE = re.compile(r"[0-9]{4,8}")
_RECIPE = re.compile(r"scrypt\$([0-9]{1,7})\$([0-9]{1,2})\$([0-9]{1,2})\$((?:[0-9a-f]{2})+)")
ROUNDS, _BLOCK, _LANES = 1 << 15, 8, 3
"""About 300 ms and 32 MiB for each try: as slow to guess as 2^17 rounds in one lane, which take 128 MiB."""
# Older programs of an office have this limit, too, and must be able to read a PIN that was set here.
_MOST_MEMORY = 64 * 1024 * 1024
_FREE_TRIES = 5
_FIRST_WAIT, _LONGEST_WAIT = 30.0, 600.0
"""The first delay in seconds; each further wrong try doubles it."""
_FORGET_SECONDS = 1800.0
"""After each such time since the last wrong try one is forgotten."""


def is_pin(text: str) -> bool:
    """Whether it is four to eight digits."""
    return _SHAPE.fullmatch(text) is not None


def recipe_for_new(kept: Iterable[str]) -> str:
    """The hash function, its cost and the salt for a new text: those of the stored texts, or a new salt.

    With one salt for all, one hash compares a try with every clerk's PIN; no two clerks have the same PIN.
    """
    start = f"scrypt${ROUNDS}${_BLOCK}${_LANES}$"
    found = [each for each in map(recipe_of, kept) if each.startswith(start) and _RECIPE.fullmatch(each)]
    return min(found, default=start + secrets.token_hex(16))


def recipe_of(kept: str) -> str:
    """The hash function, its cost and the salt of a stored text."""
    return kept.rpartition("$")[0]


def hashed(pin: str, recipe: str) -> str:
    """The text to store for a PIN: the recipe and the hash. Raises ValueError for an unknown recipe."""
    parts = _RECIPE.fullmatch(recipe)
    if parts is None:
        raise ValueError(recipe)
    rounds, block, lanes, salt = parts.groups()
    found = hashlib.scrypt(
        pin.encode(),
        salt=bytes.fromhex(salt),
        n=int(rounds),
        r=int(block),
        p=int(lanes),
        maxmem=_MOST_MEMORY,
        dklen=32,
    )
    return f"{recipe}${found.hex()}"


def fitting(pin: str, kept: Iterable[str]) -> frozenset[str]:
    """The stored texts of this PIN, compared in constant time; a text of another form is of none.

    Texts with the same salt and cost take one hash.
    """
    texts = frozenset(kept)
    tried: dict[str, str] = {}
    for recipe in set(map(recipe_of, texts)):
        with suppress(ValueError):
            tried[recipe] = hashed(pin, recipe)
    return frozenset(
        text
        for text in texts
        if (found := tried.get(recipe_of(text))) and hmac.compare_digest(found.encode(), text.encode())
    )


class PinTries:
    """Counts wrong tries: five are free, then each causes a longer delay. Only time forgets them.

    A right PIN does not: a clerk would guess another's without ever waiting, with the own one in between.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong = 0
        self._last = 0.0
        self._until = 0.0

    @property
    def wrong(self) -> int:
        """The number of wrong tries that are not forgotten yet."""
        return max(0, self._wrong - int((self._clock() - self._last) // _FORGET_SECONDS))

    @property
    def wait(self) -> float:
        """The seconds until the next try is allowed; 0 when it is."""
        return max(0.0, self._until - self._clock())

    def note_wrong(self) -> None:
        """Count a wrong try."""
        self.go_on(self.wrong + 1)

    def go_on(self, wrong: int, seconds_ago: float = 0.0) -> None:
        """Count from a number of wrong tries, the last of them so long ago, with its delay from now on."""
        now = self._clock()
        self._wrong, self._last = wrong, now - seconds_ago
        over = self.wrong - _FREE_TRIES
        if over >= 0:
            # After some doublings the longest delay applies; an unlimited power would only cost time.
            self._until = now + min(_FIRST_WAIT * 2 ** min(over, 10), _LONGEST_WAIT)
