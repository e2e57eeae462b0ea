"""What a customer pays for sales that are booked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.desk.model import formats
from app.desk.model.sale import Draft, Receipt
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


def less_settled(due: Due, settled: Mapping[str, int]) -> Due:
    """What is left to pay when so much of each sale is settled already; without those that are paid."""
    sales: list[DueSale] = []
    for each in due.sales:
        part = settled.get(each.request_id, 0)
        if part < each.amount:
            sales.append(replace(each, amount=each.amount - part, gst=None) if part else each)
    return replace(due, sales=tuple(sales))
