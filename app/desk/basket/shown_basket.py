"""What the customer reads along of a basket, and of what was booked of it."""

from __future__ import annotations

from dataclasses import replace

from app.desk.basket.basket import customer_pays, party_of
from app.desk.basket.review import BasketReview
from app.desk.basket.values import ItemState
from app.desk.model.shown import Shown, ShownPage, ShownTrip
from app.desk.sale.pricing import price
from app.desk.sale.shown_sale import shown_draft


def shown_basket(review: BasketReview, page: ShownPage) -> Shown:
    """The state for all trips of a basket, and for the people of the boat with the most of them."""
    drafts = [review.draft(each) for each in review.in_order]
    each = [shown_draft(draft, price(draft), page) for draft in drafts]
    party = party_of(review.basket)
    people = shown_draft(party, None).people if party is not None else each[0].people
    trips = tuple(trip for shown in each for trip in shown.trips)
    return replace(each[0], trips=trips, people=people, total=customer_pays(drafts))


def shown_booked(review: BasketReview) -> Shown:
    """The state for what was booked, each with its PNR."""
    trips, pnrs = list[ShownTrip](), list[str]()
    for item in review.in_order:
        standing = review.standing(item.key)
        if standing.state is ItemState.BOOKED and standing.sale is not None:
            trips += shown_draft(item.draft, price(item.draft)).trips
            pnrs.append(standing.sale.booking_ref)
    return Shown(ShownPage.THANKS, trips=tuple(trips), pnrs=tuple(pnrs))
