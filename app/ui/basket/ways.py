"""The ways on after an item that was not booked, with what each comes to; and while nobody knows."""

from __future__ import annotations

from decimal import Decimal

from app.core.language import joined, tr, trn
from app.desk.basket.basket import total
from app.desk.basket.review import BasketReview
from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.ui.basket.stop_panel import WayOn


def ways_after(review: BasketReview, key: str) -> list[WayOn]:
    """Choose another, go on without it, stop here, or cancel what is booked."""
    item = next(each for each in review.waiting if each.key == key)
    rest = {each: found for each, found in review.bookable.items() if each != key}
    price = total([each.price for each in rest.values()])
    paid, debited = review.customer_paid, review.debited
    booked = len(review.booked)
    more = Decimal(0) if price is None else price.payable
    is_boat = isinstance(item.draft, BoatDraft)
    other = tr("Choose another departure") if is_boat else tr("Choose another slot")
    return [
        WayOn(
            "departure" if is_boat else "slot",
            other,
            tr("Same party, nothing to type again. Then the basket is reviewed."),
            other,
        ),
        WayOn(
            "without",
            tr("Go on without it"),
            trn("{number} trip is booked next.", "{number} trips are booked next.", len(rest)),
            _book_words(len(rest), price.currency if price else "", more),
            _sum(paid + (Decimal(0) if price is None else price.customer_pays)),
            _debit(None if debited is None else debited + more),
            _sum(Decimal(0)),
            "" if rest else tr("Nothing else can be booked."),
        ),
        WayOn(
            "stop",
            tr("Stop here"),
            tr("What is booked stays booked. The rest waits in the basket, unsent."),
            tr("Stop here"),
            _sum(paid),
            _debit(debited),
            _sum(Decimal(0)),
        ),
        WayOn(
            "unwind",
            trn("Cancel the booking", "Cancel what is booked, one by one", booked),
            tr("The refund of each is quoted first, and nothing is cancelled before you confirm it."),
            tr("See the refund quote"),
            _sum(Decimal(0)),
            tr("as quoted"),
            tr("as quoted"),
            "" if booked else tr("Nothing is booked."),
        ),
    ]


def ways_while_unknown(review: BasketReview) -> list[WayOn]:
    """Wait, or settle it by hand; what waits is sent once it is settled."""
    held_back = trn("{number} trip is held back.", "{number} trips are held back.", len(review.waiting))
    return [
        WayOn(
            "again",
            tr("Wait while the wallet is read"),
            joined(" ", (tr("Usually settled within 3 minutes. You can serve somebody else."), held_back)),
            tr("Look again"),
        ),
        WayOn(
            "settle",
            tr("Settle it by hand"),
            tr("Ask the operator for the PNR, or record it as not booked."),
            tr("Settle it by hand"),
        ),
    ]


def _book_words(count: int, currency: str, payable: Decimal) -> str:
    return tr(
        "Book {some} and debit {currency} {amount}",
        some=count,
        currency=currency,
        amount=formats.amount(payable),
    )


def _sum(amount: Decimal) -> str:
    return formats.amount(amount)


def _debit(amount: Decimal | None) -> str:
    return tr("not stated") if amount is None else formats.amount(-amount)
