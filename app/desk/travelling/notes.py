"""Notes about those who travel: what a clerk has said of a party. They name no customer.

Notes are only added: what a clerk takes back is a note too, and the newest one of its kind counts.
"""

from __future__ import annotations

from app.desk.bookings.booking_values import (
    HANDED,
    HANDED_BACK,
    HANDED_BY_HAND,
    NOT_REACHED,
    STORM,
    STORM_OVER,
    TOLD,
    TOLD_UNDONE,
)

TELLING = frozenset({TOLD, TOLD_UNDONE, NOT_REACHED})
"""The codes of notes about whether a party knows; what they say is the way: chat, mail or copy."""
HANDING = HANDED | {HANDED_BY_HAND, HANDED_BACK}
"""The codes of notes about whether a party holds its voucher."""
STORMS = frozenset({STORM, STORM_OVER})
"""The codes of notes about a storm: what they say is JSON of `StormMark`."""
