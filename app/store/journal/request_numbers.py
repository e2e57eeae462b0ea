"""Request numbers: they sort by time and never repeat, even when the clock is set back (ULID)."""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

from app.store.journal.recovery import Sinks

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 26
_RANDOM_BITS, _STEP_BITS = 80, 64
_RENEWED = "new-number"
"""The file with the number that a restored folder has from now on."""
_DESK = re.compile("[0-9a-f]{8}")
_FORM = re.compile(rf"ac1-([0-9a-f]{{8}})-([0-7][{_DIGITS}]{{25}})")


class RequestNumbers:
    """Makes `ac1-<desk>-<ULID>`, 39 ASCII characters; each ULID is greater than the one before."""

    def __init__(
        self, desk: str, last: str, clock: Callable[[], datetime], former: Iterable[str] = ()
    ) -> None:
        """`desk` is eight hexadecimal digits; `last` is the greatest ULID so far, empty for none."""
        self.desk = desk
        self.desks = frozenset((desk, *former))
        """All numbers that this desk has ever had."""
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


def numbers_after(sinks: Sinks, request_ids: Iterable[str], clock: Callable[[], datetime]) -> RequestNumbers:
    """The numbers that follow the last one of a folder, for the same desk, or for a restored one.

    `request_ids` has at least the greatest of each desk.
    """
    notes = sinks.database.notes() if sinks.database else {}
    used = [parts_of(each) for each in request_ids]
    known = notes.get("desk") or next((each[0] for each in used if each), "")
    desk = sinks.renewed or known or new_desk()
    if sinks.database and desk != notes.get("desk") and not sinks.are_withheld:
        sinks.database.write((), {"desk": desk})
    last = max((each[1] for each in used if each and each[0] == desk), default="")
    former = {each[0] for each in used if each}
    return RequestNumbers(desk, max(last, notes.get("ulid", "")), clock, former)


def renew(folder: Path) -> None:
    """Give a folder that is not in use a new number of its desk, for its next opening. Raises OSError."""
    (folder / _RENEWED).write_text(new_desk(), encoding="ascii")


def renewed(folder: Path) -> str:
    """The new number of a folder; empty for the one that it had. Raises OSError."""
    file = folder / _RENEWED
    text = file.read_text(encoding="ascii", errors="replace") if file.exists() else ""
    return text if _DESK.fullmatch(text) else ""


def is_renewed(folder: Path) -> None:
    """Note that the new number of a folder stands in its journal. Raises OSError."""
    (folder / _RENEWED).unlink(missing_ok=True)


def new_desk() -> str:
    """Eight random hexadecimal digits."""
    return secrets.token_hex(4)


def desk_of(request_id: str, otherwise: str) -> str:
    """The desk that made a number; `otherwise` for one of another form."""
    parts = parts_of(request_id)
    return parts[0] if parts else otherwise


def parts_of(request_id: str) -> tuple[str, str] | None:
    """The desk and the ULID of a number, or None when it has another form."""
    found = _FORM.fullmatch(request_id)
    return (found[1], found[2]) if found else None


def next_ulid(last: str, now: datetime) -> str:
    """A ULID for `now` that is greater than `last` (empty for the first).

    When the clock was set back it is greater by chance: numbers of questions are not kept, and after a kill
    an order must not get one that a quote had.
    """
    before = _number(last)
    fresh = (int(now.timestamp() * 1000) << _RANDOM_BITS) | secrets.randbits(_RANDOM_BITS)
    return _text(fresh if fresh > before else before + 1 + secrets.randbits(_STEP_BITS))


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
