"""Request numbers: they sort by time and never repeat, even when the clock is set back (ULID)."""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Callable, Iterable
from datetime import datetime

from app.store.journal.attempt import Attempt
from app.store.journal.recovery import Sinks

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 26
_RANDOM_BITS = 80
_FORM = re.compile(rf"ac1-([0-9a-f]{{8}})-([0-7][{_DIGITS}]{{25}})")


class RequestNumbers:
    """Makes `ac1-<desk>-<ULID>`, 39 ASCII characters; each ULID is greater than the one before."""

    def __init__(self, desk: str, last: str, clock: Callable[[], datetime]) -> None:
        """`desk` is eight hexadecimal digits; `last` is the greatest ULID so far, empty for none."""
        self.desk = desk
        self._last = last
        self._clock = clock
        self._guard = threading.Lock()

    @property
    def last(self) -> str:
        """The newest ULID."""
        return self._last

    def new(self) -> str:
        """The next number. Thread-safe, and never waits for the disk."""
        with self._guard:
            self._last = next_ulid(self._last, self._clock())
            return f"ac1-{self.desk}-{self._last}"


def numbers_after(sinks: Sinks, attempts: Iterable[Attempt], clock: Callable[[], datetime]) -> RequestNumbers:
    """The numbers that follow the last one of a folder, for the same desk."""
    notes = sinks.database.notes() if sinks.database else {}
    used = [parts_of(attempt.request_id) for attempt in attempts]
    desk = notes.get("desk") or next((each[0] for each in used if each), "") or new_desk()
    if sinks.database and "desk" not in notes and not sinks.are_withheld:
        sinks.database.write((), {"desk": desk})
    last = max((each[1] for each in used if each and each[0] == desk), default="")
    return RequestNumbers(desk, max(last, notes.get("ulid", "")), clock)


def new_desk() -> str:
    """Eight random hexadecimal digits."""
    return secrets.token_hex(4)


def parts_of(request_id: str) -> tuple[str, str] | None:
    """The desk and the ULID of a number, or None when it has another form."""
    found = _FORM.fullmatch(request_id)
    return (found[1], found[2]) if found else None


def next_ulid(last: str, now: datetime) -> str:
    """A ULID for `now` that is greater than `last` (empty for the first)."""
    fresh = (int(now.timestamp() * 1000) << _RANDOM_BITS) | secrets.randbits(_RANDOM_BITS)
    return _text(max(fresh, _number(last) + 1))


def _number(ulid: str) -> int:
    value = 0
    for digit in ulid:
        value = value * 32 + _DIGITS.index(digit)
    return value


def _text(value: int) -> str:
    digits: list[str] = []
    for _ in range(_LENGTH):
        value, digit = divmod(value, 32)
        digits.append(_DIGITS[digit])
    return "".join(reversed(digits))
