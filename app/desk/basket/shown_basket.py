"""What the customer reads along of a basket, and of what was booked of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from app.desk.basket.basket import party_of
from app.desk.basket.review import BasketReview
from app.desk.basket.values import ItemState
from app.desk.model.shown import Shown, ShownPage, ShownTrip
from app.desk.model.wallet_split import ZERO
from app.desk.sale.pricing import price
from app.desk.sale.shown_sale import shown_draft


def shown_basket(review: BasketReview, page: ShownPage) -> Shown:
    """The state for the trips that were sent or are booked next, and the people of the largest boat party.

    What was not read again has no price; the trips then are all that wait.
    """
    pays = _pays(review)
    items = [each for each in review.in_order if each.key in pays] or review.in_order
    drafts = [review.draft(each) for each in items]
    shown = [shown_draft(each, price(each), page) for each in drafts]
    party = party_of(review.basket)
    people = shown_draft(party, None).people if party is not None else shown[0].people
    trips = (
        replace(trip, price=pays.get(item.key))
        for item, each in zip(items, shown, strict=True)
        for trip in each.trips
    )
    return replace(shown[0], trips=tuple(trips), people=people, total=_sum(review, pays))


def shown_booked(review: BasketReview) -> Shown:
    """The state for what was booked, each with its PNR."""
    trips, pnrs = list[ShownTrip](), list[str]()
    for item in review.in_order:
        standing = review.standing(item.key)
        if standing.state is ItemState.BOOKED and standing.sale is not None:
            trips += shown_draft(item.draft, price(item.draft)).trips
            pnrs.append(standing.sale.booking_ref)
    return Shown(ShownPage.THANKS, trips=tuple(trips), pnrs=tuple(pnrs))


def _pays(review: BasketReview) -> Mapping[str, Decimal | None]:
    """What the customer pays for each item that was sent or is booked next; empty before all was read."""
    if not review.is_read:
        return {}
    standings = ((each.key, review.standing(each.key)) for each in review.basket.items)
    sent = {
        key: each.sale.customer_pays
        for key, each in standings
        if each.sale is not None and each.state in (ItemState.BOOKED, ItemState.UNKNOWN)
    }
    return {**sent, **{key: each.price.customer_pays for key, each in review.bookable.items()}}


def _sum(review: BasketReview, pays: Mapping[str, Decimal | None]) -> Decimal | None:
    known = [each for each in pays.values() if each is not None]
    is_told = bool(known) and len(known) == len(pays) and bool(review.price or not review.bookable)
    return sum(known, ZERO) if is_told else None
