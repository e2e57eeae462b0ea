"""What differs between what the clerk saw and what the service says now, old beside new."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from app.api.answers import BookedActivity, BookingResult, SettlementBreakdown
from app.desk import words
from app.desk.values import Change, Preflight, Slot


def changes(seen: Slot, now: Slot) -> tuple[Change, ...]:
    """What the clerk must accept before the sale goes on: fare, net, time window."""
    pairs = (
        ("Fare per person", _amount(seen.fare), _amount(now.fare), False),
        ("Net per person", _amount(seen.net), _amount(now.net), True),
        (
            "Time",
            words.window(seen.starts, seen.ends, seen.window),
            words.window(now.starts, now.ends, now.window),
            False,
        ),
    )
    return _differing(pairs)


def settlement_differences(preflight: Preflight, result: BookingResult) -> tuple[Change, ...]:
    """Where the settled booking states otherwise than expected (interface part 2.5); a clerk must look."""
    settled = result.settlement_breakdown or SettlementBreakdown()
    total = settled.total_debited
    pairs = [
        ("Total debited", words.amount(preflight.price.payable), _amount(total), True),
        _sum_pair(total, settled.deducted_from_cash, settled.deducted_from_credit),
        *_echo_pairs(preflight, result.activity or BookedActivity()),
    ]
    currency = result.pricing.currency if result.pricing else None
    pairs.append(("Currency", preflight.price.currency, currency or preflight.price.currency, False))
    pairs += [(f"The answer's {path}", "readable", "not readable", False) for path in result.unread]
    return _differing(pairs)


def _echo_pairs(preflight: Preflight, echo: BookedActivity) -> list[tuple[str, str, str, bool]]:
    """What was ordered beside what the service says it booked; what it does not say counts as equal."""
    slot, qty = preflight.slot, preflight.draft.qty
    return [
        ("Seats", str(qty), str(qty if echo.qty is None else echo.qty), False),
        ("Travel date", slot.day.isoformat(), str(echo.travel_date or slot.day), False),
        ("Slot", str(slot.slot_id), str(slot.slot_id if echo.slot_id is None else echo.slot_id), False),
    ]


def _sum_pair(
    total: Decimal | None, cash: Decimal | None, credit: Decimal | None
) -> tuple[str, str, str, bool]:
    """The total and its parts; parts that are not stated are not added up."""
    parts = total if cash is None or credit is None else cash + credit
    return ("Cash and credit together", _amount(total), _amount(parts), True)


def _differing(pairs: Iterable[tuple[str, str, str, bool]]) -> tuple[Change, ...]:
    return tuple(Change(what, old, new, is_net=is_net) for what, old, new, is_net in pairs if old != new)


def _amount(value: Decimal | None) -> str:
    return "not stated" if value is None else words.amount(value)
