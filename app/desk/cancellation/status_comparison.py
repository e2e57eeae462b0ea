"""What a reading of a booking proves about a cancellation whose answer was lost: a pure comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from enum import StrEnum

from app.desk.model.booking import (
    BookedTraveller,
    BookingState,
    Choice,
    TravellerChoice,
    says_cancelled,
    says_partly,
)

_ANYBODY = Counter[tuple[str, str, str, str]]


class StatusFinding(StrEnum):
    """The result of comparing a reading with the one before the cancellation."""

    CANCELLED = "cancelled"
    """Exactly the choice has been cancelled, and nothing else."""
    UNCHANGED = "unchanged"
    """Nothing has changed, although this cancellation would be visible."""
    OTHERWISE = "otherwise"
    """Something else, more or less has changed: a person must ask the operator."""
    UNSEEN = "unseen"
    """Nothing has changed, but this cancellation might not be visible: that proves nothing."""


def finding(
    before: BookingState, choice: Choice, refund: Decimal | None, now: BookingState, *, is_whole: bool | None
) -> StatusFinding:
    """What `now` proves about a cancellation of `choice` with a quoted `refund` (None: not stated).

    `is_whole`: the whole booking was to be cancelled; None when its number of seats was unknown.
    """
    if isinstance(choice, TravellerChoice) and not before.are_people_known:
        return _without_people(before, now, is_whole=is_whole)
    if _is_equal(before, now):
        return (
            StatusFinding.UNCHANGED
            if _would_be_seen(before, choice, refund, is_whole=is_whole)
            else StatusFinding.UNSEEN
        )
    expected = (
        _travellers_as_expected(before, choice, now, is_whole=is_whole)
        if isinstance(choice, TravellerChoice)
        else _seats_as_expected(before, refund, now, is_whole=is_whole)
    )
    return StatusFinding.CANCELLED if expected else StatusFinding.OTHERWISE


def _without_people(before: BookingState, now: BookingState, *, is_whole: bool | None) -> StatusFinding:
    """The finding from the status words alone, when the former travellers are lost."""
    if _words(before) == _words(now):
        return StatusFinding.UNSEEN
    is_gone = bool(is_whole) and now.is_cancelled and not before.is_cancelled
    return StatusFinding.CANCELLED if is_gone else StatusFinding.OTHERWISE


def _travellers_as_expected(
    before: BookingState, choice: TravellerChoice, now: BookingState, *, is_whole: bool | None
) -> bool:
    """Whether the chosen travellers are cancelled, and all others as before."""
    if is_whole != now.is_cancelled:
        return False
    if not before.travellers or not now.travellers:
        # Without a manifest only the cancellation of the whole booking is visible.
        return bool(is_whole) and not before.is_cancelled
    chosen = Counter(_person(each) for each in choice.travellers)
    wanted: _ANYBODY = Counter()
    for each in before.travellers:
        if chosen[_person(each)] > 0 and not each.is_cancelled:
            chosen[_person(each)] -= 1
            wanted[(*_person(each), "")] += 1
        else:
            wanted[(*_person(each), _standing(each))] += 1
    return wanted == _everybody(now.travellers) and not any(chosen.values())


def _seats_as_expected(
    before: BookingState, refund: Decimal | None, now: BookingState, *, is_whole: bool | None
) -> bool:
    """Whether the quoted refund has been added, and the booking's state fits."""
    if is_whole is not None and is_whole != now.is_cancelled:
        return False
    if before.refunded is None or now.refunded is None:
        return bool(is_whole)
    credited = now.refunded - before.refunded
    if refund is None:
        return bool(is_whole) and credited >= 0
    if credited != refund:
        return False
    return now.is_cancelled or refund > 0 or says_partly(now.booking_status)


def _would_be_seen(
    before: BookingState, choice: Choice, refund: Decimal | None, *, is_whole: bool | None
) -> bool:
    if is_whole:
        return not before.is_cancelled
    if isinstance(choice, TravellerChoice):
        return bool(before.travellers)
    is_first = not says_partly(before.booking_status)
    return before.refunded is not None and bool(refund or (refund is not None and is_first))


def _is_equal(one: BookingState, other: BookingState) -> bool:
    return (_words(one), one.refunded, _everybody(one.travellers)) == (
        _words(other),
        other.refunded,
        _everybody(other.travellers),
    )


def _words(state: BookingState) -> tuple[str, ...]:
    words = (state.booking_status, state.payment_status, state.refund_status)
    return tuple(each.strip().casefold() for each in words)


def _everybody(travellers: Iterable[BookedTraveller]) -> _ANYBODY:
    return Counter((*_person(each), _standing(each)) for each in travellers)


def _standing(traveller: BookedTraveller) -> str:
    """The status for the comparison: empty for a cancelled traveller."""
    return "" if says_cancelled(traveller.status) else traveller.status.strip().casefold()


def _person(traveller: BookedTraveller) -> tuple[str, str, str]:
    """The person's name, age and gender; numbers are not in every variant of the answer."""
    return traveller.name.strip().casefold(), traveller.age, traveller.gender.strip().casefold()
