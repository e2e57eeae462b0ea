"""Whether a booking that the service tells of is the sale whose outcome is not known."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from app.api.answers import StatusAnswer
from app.desk import words
from app.desk.evidence import Expected
from app.desk.facts import amount
from app.desk.values import Change
from app.language import tr
from app.store.journal import Attempt

Person = tuple[str | None, int | None, str | None]
"""Name, age and gender."""


@dataclass(frozen=True, slots=True)
class Match:
    """A booking beside the sale."""

    differences: tuple[Change, ...]
    """The sale's own on the left, the booking's on the right; empty when nothing speaks against it."""
    is_certain: bool
    """It can be no other sale: boat, trip, departure and every passenger are equal."""
    status: str
    """As sent, such as "Confirmed"."""


def party_print(party: Iterable[Person]) -> str:
    """A hash of who travels, whatever their order; equal for equal names, ages and genders."""
    people = sorted(
        [" ".join((name or "").casefold().split()), str(age), (gender or "").strip().casefold()]
        for name, age, gender in party
    )
    return hashlib.sha256(json.dumps(people).encode()).hexdigest()


def match(attempt: Attempt, answer: StatusAnswer) -> Match:
    """Compare a booking with the sale, by all that both tell (interface part 2.9)."""
    is_boat = attempt.facts.get("module") == "BOAT"
    differences, is_certain = (_boat if is_boat else _activity)(attempt, answer)
    return Match(tuple(differences), is_certain and not differences, answer.data.booking_status or "")


def _activity(attempt: Attempt, answer: StatusAnswer) -> tuple[list[Change], bool]:
    """No customer's name is told, so another counter's sale may look the same: never certain."""
    booked, paid = answer.data.metadata, answer.data.financial_summary
    pairs = (
        (tr("Activity"), "title", booked.activity_name if booked else None),
        (tr("Travel date"), "day", booked.travel_date if booked else None),
        (tr("Slot"), "slot_label", booked.slot_label if booked else None),
    )
    found = _differing(attempt.facts, pairs)
    return [*found, *_other_amount(attempt, paid.total_paid if paid else None)], False


def _boat(attempt: Attempt, answer: StatusAnswer) -> tuple[list[Change], bool]:
    booked = answer.data.metadata
    pairs = (
        (tr("Boat"), "boat_name", booked.boat_name if booked else None),
        (tr("Trip"), "trip_name", booked.trip_name if booked else None),
        (tr("Departure"), "departs", booked.departure_time if booked else None),
    )
    # Whether the total of a boat is the customer's or the wallet's is not said: it is not compared.
    found = _differing(attempt.facts, pairs)
    manifest = answer.data.traveler_manifest
    party = attempt.private.get("party")
    if not manifest or not party:
        return found, False
    if party_print((each.traveler_name, each.age, each.pax_gender) for each in manifest) != party:
        seats = str(attempt.facts.get("qty") or "")
        found.append(Change(tr("Travellers"), seats and words.travellers(int(seats)), tr("other people")))
    return found, all(told is not None for _, _, told in pairs)


def _differing(facts: Mapping[str, object], pairs: Iterable[tuple[str, str, object]]) -> list[Change]:
    """What both tell and tell otherwise; upper and lower case and spaces do not count."""
    found: list[Change] = []
    for what, name, told in pairs:
        ours, theirs = str(facts.get(name) or ""), str(told or "")
        if ours and theirs and _plain(ours) != _plain(theirs):
            found.append(Change(what, ours, theirs))
    return found


def _other_amount(attempt: Attempt, paid: Decimal | None) -> list[Change]:
    low, high = amount(attempt.facts, "expected_low"), amount(attempt.facts, "expected_high")
    if paid is None or low is None or high is None or paid in Expected(low, high):
        return []
    return [Change(tr("Total"), words.span(low, high), words.amount(paid), is_net=True)]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
