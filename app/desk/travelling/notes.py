"""Notes about those who travel: what a clerk has said of a party. They name no customer.

Notes are only added: what a clerk takes back is a note too, and the newest one of its kind counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from app.desk.bookings.booking_values import (
    ASKED_PAYMENT,
    HANDED,
    HANDED_BACK,
    HANDED_BY_HAND,
    NOT_REACHED,
    STORM,
    STORM_OVER,
    TOLD,
    TOLD_DUES,
    TOLD_UNDONE,
)
from app.store.register.values import KeptNote

TELLING = frozenset({TOLD, TOLD_UNDONE, NOT_REACHED})
"""The codes of notes about whether a party knows; what they say is the way: chat, mail or copy."""
HANDING = HANDED | {HANDED_BY_HAND, HANDED_BACK}
"""The codes of notes about whether a party holds its voucher."""
STORMS = frozenset({STORM, STORM_OVER})
"""The codes of notes about a storm: what they say is JSON of `StormMark`."""

ALL = TELLING | HANDING | STORMS | {ASKED_PAYMENT, TOLD_DUES}


def plan_of(note: KeptNote) -> str:
    """The storm that a note is about; empty once what it says was erased with its customer."""
    try:
        return str(json.loads(note.said)["id"])
    except (ValueError, LookupError, TypeError):
        return ""


def running_plans(notes: Iterable[KeptNote]) -> list[KeptNote]:
    """Of notes in their order those that a sale stands in a storm that is not over; none that was erased.

    Which is the newer one does not count, since the clock of a desk may have been set back in between.
    """
    found = [(each, (each.request_id, plan_of(each))) for each in notes if each.code in STORMS]
    over = {plan for each, plan in found if each.code == STORM_OVER}
    return [each for each, plan in found if plan[1] and plan not in over]
