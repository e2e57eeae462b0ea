"""Whether a booking of the service is the sale whose outcome is unknown."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from decimal import Decimal

from app.api.messages.answers import StatusAnswer
from app.core.frozen import frozen
from app.core.language import tr
from app.desk.model import formats
from app.desk.model.sale import Change
from app.desk.model.typed_text import same_text
from app.desk.payment.evidence import Expected
from app.desk.payment.journal_facts import amount
from app.store.journal.hash_chain import Facts
from app.store.journal.journal import Attempt

Person = tuple[str | None, int | None, str | None]
"""Name, age and gender."""


@frozen
class Match:
    """The comparison of a booking with a sale."""

    differences: tuple[Change, ...]
    """The sale's value on the left, the booking's on the right; empty without a contradiction."""
    is_certain: bool
    """Whether it can be no other sale: boat, trip, departure and every passenger are equal."""
    is_same: bool
    """Whether it is this sale if a person has named it: enough is stated, and all of it is equal."""
    status: str
    """As sent, such as "Confirmed"."""


def party_print(party: Iterable[Person]) -> str:
    """A hash of the travellers in any order; equal for equal names, ages and genders."""
    people = sorted(
        [same_text(name or ""), str(age), (gender or "").strip().casefold()] for name, age, gender in party
    )
    return hashlib.sha256(json.dumps(people).encode()).hexdigest()


def match(attempt: Attempt, answer: StatusAnswer) -> Match:
    """Compare a booking with the sale in all that both state (interface part 2.9).

    A missing field proves nothing, so an answer without differences may still be about another sale.
    """
    is_boat = attempt.facts.get("module") == "BOAT"
    return (_boat if is_boat else _activity)(attempt, answer)


def booked_facts(pnr: str, found: Match, why: str) -> Facts:
    """The journal's facts about a booking that is the sale; `why` says how that was found out."""
    return {"booking_ref": pnr, "status": found.status, "reason": why}


def _activity(attempt: Attempt, answer: StatusAnswer) -> Match:
    """Never certain: no customer's name is stated, so another counter's sale may look the same."""
    booked, paid = answer.data.metadata, answer.data.financial_summary
    pairs = (
        (tr("Activity"), "title", booked.activity_name if booked else None),
        (tr("Travel date"), "day", booked.travel_date if booked else None),
        (tr("Slot"), "slot_label", booked.slot_label if booked else None),
    )
    differing, equal = _compared(attempt.facts, pairs)
    differing += _other_amount(attempt, paid.total_paid if paid else None)
    # Slots have the same label every day, and seats the same price: neither identifies a sale.
    is_same = not differing and {"title", "day"} <= equal
    return Match(tuple(differing), is_certain=False, is_same=is_same, status=_status(answer))


def _boat(attempt: Attempt, answer: StatusAnswer) -> Match:
    booked = answer.data.metadata
    pairs = (
        (tr("Boat"), "boat_name", booked.boat_name if booked else None),
        (tr("Trip"), "trip_name", booked.trip_name if booked else None),
        (tr("Departure"), "departs", booked.departure_time if booked else None),
    )
    # Whether the total of a boat is the customer's or the wallet's is not stated: it is not compared.
    differing, equal = _compared(attempt.facts, pairs)
    is_place = len(equal) == len(pairs)
    manifest = answer.data.traveler_manifest
    party = attempt.private.get("party")
    if not manifest or not party:
        # The day is not stated, so only the travellers differ from day to day. When this counter has lost
        # them, only boat, trip and time can be compared.
        is_same = is_place and not party
        return Match(tuple(differing), is_certain=False, is_same=is_same, status=_status(answer))
    if party_print((each.traveler_name, each.age, each.pax_gender) for each in manifest) != party:
        seats = str(attempt.facts.get("qty") or "")
        differing.append(
            Change(tr("Passengers"), seats and formats.passengers(int(seats)), tr("other people"))
        )
    is_same = not differing and "trip_name" in equal
    return Match(tuple(differing), is_certain=is_same and is_place, is_same=is_same, status=_status(answer))


def _status(answer: StatusAnswer) -> str:
    return answer.data.booking_status or ""


def _compared(
    facts: Mapping[str, object], pairs: Iterable[tuple[str, str, object]]
) -> tuple[list[Change], set[str]]:
    """The differences in fields that both state, and the names of the equal fields.

    Upper and lower case and spaces are ignored.
    """
    differing: list[Change] = []
    equal: set[str] = set()
    for what, name, told in pairs:
        ours, theirs = str(facts.get(name) or ""), str(told or "")
        if not same_text(ours) or not same_text(theirs):
            continue
        if same_text(ours) == same_text(theirs):
            equal.add(name)
        else:
            differing.append(Change(what, ours, theirs))
    return differing, equal


def _other_amount(attempt: Attempt, paid: Decimal | None) -> list[Change]:
    low, high = amount(attempt.facts, "expected_low"), amount(attempt.facts, "expected_high")
    if paid is None or low is None or high is None or paid in Expected(low, high):
        return []
    return [Change(tr("Total"), formats.span(low, high), formats.amount(paid), is_net=True)]
