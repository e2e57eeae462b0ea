"""The words of the page of a basket."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.language import joined, tr, trn
from app.desk.basket.review import BasketReview
from app.desk.basket.values import BasketStop
from app.desk.model import formats
from app.desk.sale.change_detection import change_words
from app.desk.sale.sale_words import occasion


def book_words(review: BasketReview, *, net_shown: bool) -> str:
    """The words on the button: how many are booked, and the debit, or what the customer pays."""
    price, count, whole = review.price, len(review.bookable), len(review.waiting)
    if price is None:
        return tr("Book")
    some = str(count) if count == whole else tr("{count} of {whole}", count=count, whole=whole)
    if net_shown:
        amount = formats.amount(price.payable)
        return tr(
            "Book {some} and debit {currency} {amount}", some=some, currency=price.currency, amount=amount
        )
    amount = formats.amount(price.customer_pays)
    return tr(
        "Book {some}, customer pays {currency} {amount}",
        some=some,
        currency=price.currency,
        amount=amount,
    )


def check_words(review: BasketReview, problem: str) -> str:
    """When everything was read, and what could not be kept."""
    read = [look.preflight.looked.here for look in review.looks.values() if look.preflight is not None]
    if not read or len(read) < len(review.waiting):
        return problem
    at = formats.clock_seconds(min(read))
    told = trn("Read again at {time}.", "All {number} read again at {time}.", len(read), time=at)
    return joined(" ", (told, problem))


def why_ended(review: BasketReview, end: BasketStop) -> tuple[str, str]:
    """What was not booked, and why."""
    item = next(each for each in review.waiting if each.key == end.key)
    title = occasion(item.draft).title
    if end.again is not None:
        named: Sequence[str] = (
            (end.again.blocked,)
            if end.again.blocked
            else tuple(change_words(each) for each in end.again.changes if not each.is_net)
        )
        return tr("{title} is not as you saw it", title=title), joined(
            " ", (*named, tr("Nothing of it was sent."))
        )
    advice = end.advice
    return tr("{title} was not booked", title=title), "" if advice is None else str(advice)
