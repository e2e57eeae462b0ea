"""When a call that reads is retried, and after how long; no other call ever is."""

from __future__ import annotations

import random

from app.api.messages.errors import (
    AccessDisabledError,
    BoatsNotConfiguredError,
    KeyRefusedError,
    NoAnswerError,
    NotSentError,
    PartnerError,
    RefusedError,
    UnreadableAnswerError,
)
from app.api.wire.timeouts import Timings

_PASSING = frozenset({408, 429})
_SERVER_FAULT = 500
_MOST_DIGITS = 9
_LASTING = (AccessDisabledError, KeyRefusedError, BoatsNotConfiguredError)
_CHANCE = random.SystemRandom()


def is_passing(error: PartnerError, *, may_repeat: bool) -> bool:
    """Whether another try may succeed. `may_repeat`: also when this one may have arrived."""
    if isinstance(error, NotSentError):
        return True
    if not may_repeat or isinstance(error, _LASTING):
        return False
    if isinstance(error, (RefusedError, UnreadableAnswerError)):
        if isinstance(error, UnreadableAnswerError) and error.signs.may_pass:
            return True
        status = error.http_status or 0
        return status in _PASSING or status >= _SERVER_FAULT
    return isinstance(error, NoAnswerError)


def pause(ours: float, retry_after: str, timings: Timings) -> float:
    """Seconds to wait: what the service asks for, within limits, else `ours`, varied by a quarter."""
    is_number = retry_after.isascii() and retry_after.isdigit() and len(retry_after) <= _MOST_DIGITS
    asked = float(retry_after) if is_number else 0.0
    return min(max(asked, ours * _CHANCE.uniform(0.75, 1.25)), timings.longest_pause)
