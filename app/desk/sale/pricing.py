"""The exact price for the customer and the expected debit of the wallet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from app.desk.model.boats import BoatDraft, Departure, Passenger, Rate
from app.desk.model.formats import PAISA
from app.desk.model.sale import Draft, Price, PriceLine
from app.desk.model.wallet_split import ZERO
from app.desk.passengers.rules import rate_of


def price(draft: Draft) -> Price | None:
    """The price of the draft, or None until each seat has a fare and a net price.

    GST is computed on the fares for the customer and on the net total for the wallet, rounded half up
    to two decimals once on the total, as the booking result states it (interface part 2.5).
    Expected until the service has settled.
    """
    if isinstance(draft, BoatDraft):
        rates = [rate_of(each, draft.departure.rates) for each in draft.passengers]
        whole = [rate for rate in rates if rate is not None and _is_priced(rate)]
        return _boat_price(draft.departure, whole) if len(whole) == len(rates) else None
    slot = draft.slot
    if slot is None or slot.fare is None or slot.net is None:
        return None
    lines = (PriceLine("", draft.qty, slot.fare, slot.net),)
    return _price(slot.currency or draft.offer.currency, lines, draft.offer.gst_percentage)


class PriceSoFar(NamedTuple):
    """The price of the passengers whose fare is known, or who were counted with one."""

    price: Price | None
    """None for nobody."""
    counted: int
    """The number of passengers in it as they were counted."""
    missing: int
    """The number of those who are not in it."""


def price_so_far(draft: BoatDraft) -> PriceSoFar:
    """The price as far as it is known; each fare is looked for once, which takes time for 100."""
    departure = draft.departure
    certain = [rate_of(each, departure.rates) for each in draft.passengers]
    rates = [
        found or _counted_rate(each, departure) for each, found in zip(draft.passengers, certain, strict=True)
    ]
    priced = [rate for rate in rates if rate is not None and _is_priced(rate)]
    counted = sum(
        rate is not None and _is_priced(rate) and found is None
        for rate, found in zip(rates, certain, strict=True)
    )
    return PriceSoFar(_boat_price(departure, priced), counted, draft.qty - len(priced))


def _counted_rate(passenger: Passenger, departure: Departure) -> Rate | None:
    """The rate as which a passenger without an age was counted, at its present fare."""
    counted = passenger.counted
    if counted is None or passenger.age.strip():
        return None
    kind = (counted.ticket_type, counted.age_range, counted.nationality)
    same = (each for each in departure.rates if (each.ticket_type, each.age_range, each.nationality) == kind)
    return next(same, None)


def counted_price(departure: Departure, counts: Sequence[tuple[Rate, int]]) -> Price | None:
    """The price of a number of tickets of each rate; None without tickets or without a fare."""
    rates = [rate for rate, count in counts for _ in range(count)]
    return _boat_price(departure, rates) if all(map(_is_priced, rates)) else None


def _boat_price(departure: Departure, rates: Iterable[Rate]) -> Price | None:
    """The price with one line for each kind of ticket, in the given order."""
    kinds = Counter((rate.label, rate.fare, rate.net) for rate in rates)
    lines = tuple(
        PriceLine(label, count, fare, net)
        for (label, fare, net), count in kinds.items()
        if fare is not None and net is not None
    )
    return _price(departure.currency, lines, departure.gst_percentage) if lines else None


def _price(currency: str, lines: tuple[PriceLine, ...], stated: Decimal | None) -> Price:
    percentage = ZERO if stated is None else stated
    fare_total = sum((line.fare_total for line in lines), ZERO)
    net_total = sum((line.net_total for line in lines), ZERO)
    return Price(
        currency=currency,
        lines=lines,
        gst_percentage=percentage,
        gst_on_fare=tax_on(fare_total, percentage),
        gst_on_net=tax_on(net_total, percentage),
        gst_is_stated=stated is not None,
    )


def _is_priced(rate: Rate) -> bool:
    return rate.fare is not None and rate.net is not None


def tax_on(total: Decimal, percentage: Decimal) -> Decimal:
    """The GST on a sum, rounded half up to two decimals."""
    return (total * percentage / 100).quantize(PAISA, rounding=ROUND_HALF_UP)


def debit_range(expected: Price, *, is_boat: bool) -> tuple[Decimal, Decimal]:
    """The lowest and the highest possible debit of the wallet for this sale.

    GST may be rounded for each seat or on the total, with a difference of a paisa each. For a boat it is not
    stated what GST is computed on, so it is between zero and GST on the whole fare (interface part 2.9).
    """
    share = expected.gst_percentage
    if is_boat:
        return expected.net_total, expected.net_total + tax_on(
            max(expected.fare_total, expected.net_total), share
        )
    each = sum((tax_on(line.net, share) * line.count for line in expected.lines), ZERO)
    found = (expected.net_total + each, expected.payable)
    return min(found), max(found)
