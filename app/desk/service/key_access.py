"""Whether the API key may sell, from the service's answers."""

from __future__ import annotations

from enum import StrEnum

from app.api.messages.errors import AccessDisabledError, KeyRefusedError, PartnerError, UnreadableAnswerError
from app.core.event import Event

_DISABLED = "API_ACCESS_DISABLED"


class KeyState(StrEnum):
    """The known state of the API key."""

    GOOD = "good"
    """No answer has refused it."""
    SWITCHED_OFF = "switched off"
    """The partner is disabled (interface part 5.7), until a reading succeeds."""
    REFUSED = "refused"
    """It is not accepted (part 5.4), until a reading succeeds or another key is set."""


class KeyAccess:
    """The state of one API key, from the answers to its calls."""

    def __init__(self) -> None:
        self.state = KeyState.GOOD
        self.changed = Event[KeyState]()
        self.refusals = 0
        """How often the key was refused, so that an answer to an older question does not reset it."""

    def note(self, error: PartnerError) -> None:
        """Note the error of a call."""
        found = _told(error)
        if found is not None:
            self.refusals += 1
            self._become(found)

    def note_reading(self, refusals: int) -> None:
        """Note a successful reading; `refusals` is the count when it was requested."""
        if refusals == self.refusals:
            self._become(KeyState.GOOD)

    def begin_anew(self) -> None:
        """Reset for another key, or when this one was just accepted in a check."""
        self._become(KeyState.GOOD)

    def _become(self, state: KeyState) -> None:
        if state is not self.state:
            self.state = state
            self.changed(state)


def _told(error: PartnerError) -> KeyState | None:
    """The state of the key after an error; None when the error says nothing about it."""
    if isinstance(error, AccessDisabledError):
        return KeyState.SWITCHED_OFF
    if isinstance(error, KeyRefusedError):
        return KeyState.REFUSED
    if isinstance(error, UnreadableAnswerError):
        # What it means for money is unknown; what it means for the partner is clear.
        said = f"{error.code} {error.words} {error.body_excerpt}".upper()
        return KeyState.SWITCHED_OFF if _DISABLED in said else None
    return None
