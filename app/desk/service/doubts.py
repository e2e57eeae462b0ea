"""What an answer does not state with certainty: it is shown, and not sold."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from app.api.messages.answers import AvailabilityPricing, RateItem
from app.api.messages.envelope import UnreadField
from app.core.language import mark, tr
from app.desk.model import formats

_NAMES = {
    **dict.fromkeys(("availability_fare", "offer_price", "mrp", "boat_fare", "permit_fare"), mark("Fare")),
    **dict.fromkeys(("net_partner_price", "net_price"), mark("Net price")),
    **dict.fromkeys(("commission_amount", "agent_commission_value"), mark("Commission")),
    **dict.fromkeys(("gst_percentage", "policies"), mark("GST")),
    **dict.fromkeys(("remaining_seats", "inventory"), mark("Seats")),
    **dict.fromkeys(
        ("booking_cutoff_at", "booking_cutoff_minutes", "booking_close_days", "booking_rules"),
        mark("Booking closes"),
    ),
    **dict.fromkeys(("date", "travel_date"), mark("Date")),
    **dict.fromkeys(("slot_start_at", "time_window", "departure_time", "return_time"), mark("Time")),
    **dict.fromkeys(("is_bookable", "is_booking_open", "status", "availability_status"), mark("State")),
    **dict.fromkeys(
        ("identity_enforcement", "is_id_mandatory", "is_id_no_required", "is_id_upload_required"),
        mark("Identity documents"),
    ),
    "rates": mark("Fares"),
    "pricing": mark("Price"),
    "currency": mark("Currency"),
}


def field_name(path: str) -> str:
    """The name at the counter of a field by its path; one without a name as the interface writes it."""
    last = path.rpartition(".")[2]
    return tr(_NAMES[last]) if last in _NAMES else path


def not_readable(fields: Iterable[UnreadField]) -> str:
    """A sentence about the first field that could not be read; empty without one."""
    for each in fields:
        return tr("{field} not readable: `{value}`", field=field_name(each.path), value=each.shown)
    return ""


def not_certain(path: str, *values: str) -> str:
    """A sentence about a field that has several values, or one that another field contradicts."""
    return tr("{field} not certain: {value}", field=field_name(path), value=formats.listed(values))


def is_unread(fields: Iterable[UnreadField], path: str) -> bool:
    """Whether a field, one of its parts, or what it is a part of could not be read."""
    return any(
        f"{each.path}.".startswith(f"{path}.") or f"{path}.".startswith(f"{each.path}.") for each in fields
    )


def price_doubt(
    stated: AvailabilityPricing | RateItem, fare: Decimal | None, net: Decimal | None, *others: Decimal | None
) -> str:
    """Why a fare or a net price is contradicted by what stands beside it; empty when nothing does so.

    `others` are the other prices of the same. Nothing is free by the word of its fare alone: beside a fare of
    0 stands another price or a commission of 0, and none that is more.
    """
    if fare is not None and net is not None and 0 < net <= fare:
        return ""
    fare_path, net_path = "offer_price", "net_price"
    kept = _commission(stated)
    beside = [each for each in (net, *others, kept) if each is not None]
    if fare is not None and (fare < 0 or (fare == 0 and (not beside or any(each > 0 for each in beside)))):
        return not_certain(fare_path, _plain(fare))
    if net is None:
        return ""
    is_given_away = fare is not None and fare > 0 and net == 0 and kept != fare
    is_unpaid = kept is None and stated.get("agent_commission_value") is None
    is_above = (
        fare is not None and net > fare and ((is_unpaid and fare > 0) or (kept is not None and kept > 0))
    )
    return not_certain(net_path, _plain(net)) if net < 0 or is_given_away or is_above else ""


def _commission(stated: AvailabilityPricing | RateItem) -> Decimal | None:
    """The amount of the commission, as far as it is stated as an amount."""
    amount = stated.get("commission_amount")
    is_flat = (stated.get("agent_commission_type") or "FLAT").casefold() == "flat"
    return amount if amount is not None or not is_flat else stated.get("agent_commission_value")


def _plain(value: Decimal) -> str:
    return f"{value.normalize():f}"
