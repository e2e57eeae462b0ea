"""What a customer pays for sales that are booked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from app.desk.model import formats
from app.desk.model.sale import Draft, Receipt, Sale
from app.desk.sale.sale_words import occasion
from app.desk.till.payment_values import Due, DueSale, in_paise


def due_of(receipt: Receipt, draft: Draft) -> Due:
    """What is to be paid for a sale that was just settled."""
    sold, price = occasion(draft), receipt.price
    sale = DueSale(
        request_id=receipt.request_id,
        booking_ref=receipt.booking_ref,
        title=sold.title,
        day=sold.day,
        amount=in_paise(price.customer_pays),
        when=formats.window(sold.starts, sold.ends, sold.window),
        qty=draft.qty,
        gst=in_paise(price.gst_on_fare) if price.gst_is_stated else None,
        gst_rate=formats.percentage(price.gst_percentage) if price.gst_is_stated else "",
    )
    name, phone = draft.customer_name.strip(), draft.customer_phone.strip()
    return Due((sale,), name, phone, price.currency, receipt.settled_at)


def pays_in_all(sale: Sale) -> Decimal | None:
    """What the customer has to pay for a sale, less what was given back at its cancellations.

    None when that is not known: nobody has said what is given back, another counter has cancelled of it, or
    the price is not this counter's.
    """
    return _pays_by_this_counter(sale) if is_known_here(sale) else None


def is_known_here(sale: Sale) -> bool:
    """Whether no other counter has cancelled of it: what was agreed there is not known here."""
    return not (sale.is_less or sale.is_of_others)


def due_of_sales(sales: Sequence[Sale]) -> Due:
    """What is to be paid for one or more booked sales of one customer, as this counter keeps them.

    Of a sale of which nobody has said what is given back nothing is. Of one of which another counter has
    cancelled it is what would be without that; such ones are the last, since the first is settled first.
    """
    sales = sorted(sales, key=is_known_here, reverse=True)
    dues = tuple(
        DueSale(
            each.request_id,
            each.booking_ref,
            each.title,
            each.day,
            in_paise(_pays_by_this_counter(each) or Decimal(0)),
            when=each.window,
            qty=each.qty,
            released=each.released,
        )
        for each in sales
    )
    named = next((each for each in sales if each.customer_name), sales[0])
    settled_at = max(each.booked_at or each.sold_at for each in sales)
    is_known = all(map(is_known_here, sales))
    return Due(dues, named.customer_name, named.customer_phone, sales[0].currency, settled_at, is_known)


def balance(sale: Sale, settled: int) -> int | None:
    """How many paise a customer owes for a sale; less than 0 is what the customer gets back.

    `settled` are those that were paid, less those that were given back. What a cancellation costs is owed
    also when nobody travels any more. None when it is not known: nobody has said what is given back, or the
    price is not this counter's. Whatever says who owes what says this figure.
    """
    return left_by_this_counter(sale, settled) if is_known_here(sale) else None


def left_by_this_counter(sale: Sale, settled: int) -> int | None:
    """The same as if no other counter had cancelled of it: then it is at most so much."""
    pays = _pays_by_this_counter(sale)
    if pays is None:
        return None
    left = in_paise(pays) - settled
    # Without a cancellation nothing is given back: a correction takes off what was paid too much.
    return left if sale.released else max(left, 0)


def is_back_due(sale: Sale, settled: int, *, was_given: bool) -> bool:
    """Whether the till has something to give back of a sale.

    While nobody has said how much, that is asked until something `was_given`.
    """
    left = left_by_this_counter(sale, settled)
    return settled > 0 and (not was_given if left is None else left < 0)


def _pays_by_this_counter(sale: Sale) -> Decimal | None:
    if not sale.released or sale.customer_pays is None:
        return sale.customer_pays
    return None if sale.given_back is None else sale.customer_pays - sale.given_back


def less_settled(due: Due, settled: Mapping[str, int]) -> Due:
    """What is left to pay when so much of each sale is settled already; without those that are paid."""
    sales: list[DueSale] = []
    for each in due.sales:
        part = settled.get(each.request_id, 0)
        if part < each.amount:
            left = replace(each, amount=each.amount - part, gst=None, settled=part)
            sales.append(left if part else each)
    return replace(due, sales=tuple(sales))
