"""What the customer paid for what is cancelled, and what the agency gives back of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import NamedTuple

from app.desk.model.booking import BookedTraveller, BookingState, Choice, SeatChoice
from app.desk.model.formats import PAISA
from app.desk.model.office_rules import CustomerRefund, RefundRule
from app.desk.model.sale import Sale

_ZERO = Decimal(0)


class GivenBack(NamedTuple):
    """The customer's side of a cancellation, in the currency of the sale; None for what is not known."""

    paid: Decimal | None = None
    """What the customer paid for what is cancelled."""
    back: Decimal | None = None
    """What the agency's rule gives back; None also where the clerk is to say it."""
    is_price: bool = False
    """Whether `paid` is the price: at a counter with a till, that alone knows what was paid."""


NOT_KNOWN = GivenBack()


def customer_side(
    sale: Sale | None,
    choice: Choice,
    before: BookingState,
    charge: Decimal | None,
    rule: CustomerRefund,
) -> GivenBack:
    """The customer's side of cancelling this choice of a sale; `charge` is the service's, if stated."""
    paid = None if sale is None or sale.customer_pays is None else _paid_for(sale, choice, before)
    return GivenBack(paid, None if paid is None else _given_back(paid, charge, rule))


def _given_back(paid: Decimal, charge: Decimal | None, rule: CustomerRefund) -> Decimal | None:
    """What the rule gives back: never less than nothing, never more than was paid."""
    if rule.rule is RefundRule.SERVICE:
        kept = charge
    elif rule.rule is RefundRule.PERCENTAGE:
        kept = paid * rule.percentage / 100
    else:
        kept = None
    if kept is None:
        return None
    # As it is paid, and stands on every paper.
    return min(max(paid - kept.quantize(PAISA, rounding=ROUND_HALF_UP), _ZERO), paid)


def _paid_for(sale: Sale, choice: Choice, before: BookingState) -> Decimal | None:
    """The part of the price that was paid for the choice; the parts of a booking are together its price."""
    if isinstance(choice, SeatChoice):
        gone = sale.released
        return _between(sale, Decimal(gone), Decimal(gone + choice.qty), Decimal(sale.qty))
    going, left = list(choice.travellers), [each for each in before.travellers if not each.is_cancelled]
    if len(left) == len(before.travellers) == len(going) and not sale.released:
        return sale.customer_pays
    fares = _kept_fares(sale.kept.people)
    if fares is None or len(fares) != sale.qty:
        return None
    stay = _fare_of([each for each in left if each not in going], fares)
    goes = _fare_of(going, fares)
    if stay is None or goes is None:
        return None
    whole = sum((each.fare for each in fares), _ZERO)
    gone = whole - stay - goes
    return _between(sale, gone, gone + goes, whole) if whole else _ZERO


def _between(sale: Sale, since: Decimal, until: Decimal, whole: Decimal) -> Decimal | None:
    """The price of what lies between two parts of the whole, each rounded from the start."""
    if sale.customer_pays is None or not 0 <= since <= until <= whole or not whole:
        return None
    first, second = (
        (sale.customer_pays * each / whole).quantize(PAISA, rounding=ROUND_HALF_UP) for each in (since, until)
    )
    return second - first


class _Fare(NamedTuple):
    """The fare of one traveller, without GST."""

    name: str
    age: str
    fare: Decimal


def _kept_fares(people: str) -> list[_Fare] | None:
    """The fares of all travellers as they were kept with the sale; None when one is not known."""
    try:
        told = json.loads(people or "[]")
        return [_Fare(str(each["name"]), str(each.get("age", "")), Decimal(each["fare"])) for each in told]
    except (ValueError, TypeError, KeyError, AttributeError, InvalidOperation):
        return None


def _fare_of(people: Sequence[BookedTraveller], fares: Sequence[_Fare]) -> Decimal | None:
    """The fares of these people together; None when the fare of one cannot be told."""
    total = _ZERO
    for each in people:
        same = [fare for fare in fares if fare.name.split() == each.name.split()]
        found = {fare.fare for fare in same if fare.age == each.age} or {fare.fare for fare in same}
        if len(found) != 1:
            return None
        total += found.pop()
    return total
