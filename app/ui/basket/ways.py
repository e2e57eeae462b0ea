"""The ways on after an item that was not booked, with what each comes to; and while nobody knows."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from app.core.language import joined, tr, trn
from app.desk.basket.basket import total
from app.desk.basket.review import BasketReview
from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.payment.unknown_outcome_values import Findings
from app.ui.basket.stop_panel import WayOn


class Unwinding(NamedTuple):
    """What the wallet gets back when all that is booked is cancelled, as it was quoted."""

    refund: Decimal | None
    """None when a quote does not state it."""
    quoted_at: datetime


def ways_after(review: BasketReview, key: str, unwinding: Unwinding | None) -> list[WayOn]:
    """Choose another, go on without it, stop here, or cancel what is booked."""
    item = next(each for each in review.waiting if each.key == key)
    rest = {each: found for each, found in review.bookable.items() if each != key}
    price = total([each.price for each in rest.values()])
    paid, debited = review.customer_paid, review.debited
    booked = len(review.booked)
    more = Decimal(0) if price is None else price.payable
    is_boat = isinstance(item.draft, BoatDraft)
    refund = None if unwinding is None else unwinding.refund
    lost = None if debited is None or refund is None else debited - refund
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
            _sum(None if paid is None else paid + (Decimal(0) if price is None else price.customer_pays)),
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
            _unwinding_words(unwinding),
            tr("See the refund quote"),
            _sum(Decimal(0)),
            _debit(lost),
            _sum(lost),
            "" if booked else tr("Nothing is booked."),
        ),
    ]


def _unwinding_words(unwinding: Unwinding | None) -> str:
    if unwinding is None:
        return tr("The refund is being quoted. Nothing is cancelled before you confirm each.")
    if unwinding.refund is None:
        return tr("The refund is not stated. Nothing is cancelled before you confirm each.")
    return tr(
        "Refund {amount}, quoted {time}. Cannot be undone.",
        amount=formats.amount(unwinding.refund),
        time=formats.clock_seconds(unwinding.quoted_at),
    )


def ways_while_unknown(review: BasketReview, findings: Findings | None) -> list[WayOn]:
    """Wait, settle it by hand, or book the rest all the same, which a person decides by name."""
    price, count = review.price, len(review.bookable)
    quiet = None if findings is None else findings.quiet_at.astimezone(findings.now.tzinfo)
    early = findings is None or findings.is_too_early
    from_then = tr("From {time}.", time=formats.clock_seconds(quiet)) if quiet is not None else ""
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
        WayOn(
            "anyway",
            tr("Book the rest all the same\u2026"),
            tr("Needs your name and a reason. What the wallet proves of the unknown one gets weaker."),
            _book_words(count, price.currency if price else "", price.payable if price else Decimal(0)),
            obstacle=from_then if early else "" if count else tr("Nothing else can be booked."),
        ),
    ]


def _book_words(count: int, currency: str, payable: Decimal) -> str:
    return tr(
        "Book {some} and debit {currency} {amount}",
        some=count,
        currency=currency,
        amount=formats.amount(payable),
    )


def _sum(amount: Decimal | None) -> str:
    return tr("not stated") if amount is None else formats.amount(amount)


def _debit(amount: Decimal | None) -> str:
    return tr("not stated") if amount is None else formats.amount(-amount)
