"""Whether this key may sell, by what the service's answers have told of it."""

from __future__ import annotations

from enum import StrEnum

from app.api.messages.errors import AccessDisabledError, KeyRefusedError, PartnerError, UnreadableAnswerError
from app.core.event import Event

_DISABLED = "API_ACCESS_DISABLED"


class KeyState(StrEnum):
    """What is known of the key."""

    GOOD = "good"
    """Nothing speaks against it."""
    SWITCHED_OFF = "switched off"
    """The partner is known but disabled (interface part 5.7); a reading that succeeds ends it."""
    REFUSED = "refused"
    """It is not accepted (part 5.4); it takes another key, or a person who has it checked again."""


class KeyAccess:
    """What the answers have told of one key."""

    def __init__(self) -> None:
        self.state = KeyState.GOOD
        self.changed = Event[KeyState]()
        self.refusals = 0
        """How often something was told against the key: an answer to an older question ends nothing."""

    def note(self, error: PartnerError) -> None:
        """Take in how a call failed."""
        found = _told(error)
        if found is not None:
            self.refusals += 1
            self._become(found)

    def note_reading(self, refusals: int) -> None:
        """Take in a reading that succeeded; `refusals` as they were when it was asked for."""
        if self.state is KeyState.SWITCHED_OFF and refusals == self.refusals:
            self._become(KeyState.GOOD)

    def begin_anew(self) -> None:
        """Another key, or this one has just been accepted when a person asked."""
        self._become(KeyState.GOOD)

    def _become(self, state: KeyState) -> None:
        if state is not self.state:
            self.state = state
            self.changed(state)


def _told(error: PartnerError) -> KeyState | None:
    """What an error says of the key; None when it says nothing."""
    if isinstance(error, AccessDisabledError):
        return KeyState.SWITCHED_OFF
    if isinstance(error, KeyRefusedError):
        return KeyState.REFUSED
    if isinstance(error, UnreadableAnswerError):
        # What it says of money is not known; what it says of the partner is.
        said = f"{error.code} {error.words} {error.body_excerpt}".upper()
        return KeyState.SWITCHED_OFF if _DISABLED in said else None
    return None
