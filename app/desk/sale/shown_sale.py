"""What the customer reads along of a draft and of a receipt."""

from __future__ import annotations

from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Draft, Price, Receipt
from app.desk.model.shown import Shown, ShownPage, ShownPerson, ShownTrip
from app.desk.sale.sale_words import occasion

_PHONE_END, _SHORTEST_PHONE = 4, 8
"""Of a shorter number the end would be most of it."""


def shown_draft(draft: Draft, price: Price | None, page: ShownPage = ShownPage.CHECK) -> Shown:
    """The state for a draft; a person is in it once name and age are there."""
    total = None if price is None else price.customer_pays
    phone = draft.customer_phone
    return Shown(
        page,
        trips=(_trip(draft, price),),
        people=_people(draft),
        phone_end=phone[-_PHONE_END:] if len(phone) >= _SHORTEST_PHONE else "",
        currency="" if price is None else price.currency,
        total=total,
    )


def shown_receipt(receipt: Receipt, draft: Draft) -> Shown:
    """The state for a settled sale."""
    trips = (_trip(draft, receipt.price),)
    return Shown(ShownPage.THANKS, trips=trips, pnrs=(receipt.booking_ref,))


def _trip(draft: Draft, price: Price | None) -> ShownTrip:
    sold, is_boat = occasion(draft), isinstance(draft, BoatDraft)
    return ShownTrip(
        title=sold.title,
        day=sold.day,
        hours=sold.window if is_boat else formats.window(sold.starts, sold.ends, sold.window),
        place=sold.place if is_boat else "",
        count=draft.qty,
        price=None if price is None else price.customer_pays,
    )


def _people(draft: Draft) -> tuple[ShownPerson, ...]:
    if isinstance(draft, BoatDraft):
        typed = ((each.traveler_name.strip(), each.age.strip()) for each in draft.passengers)
        return tuple(ShownPerson(name, age) for name, age in typed if name and age)
    name = draft.customer_name.strip()
    return (ShownPerson(name, ""),) if name else ()
