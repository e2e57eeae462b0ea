"""What the customer pays and what the wallet is expected to be debited, exactly."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from app.desk.values import ActivityDraft, Price, Split, Wallet
from app.desk.words import PAISA

ZERO = Decimal(0)


def price(draft: ActivityDraft) -> Price | None:
    """The two sides of money of the draft, or None until its slot states a fare and a net price.

    GST is taken on the fare for the customer and on the net total for the wallet, rounded half up
    to two decimals once on the total, as the booking result states it (interface part 2.5).
    Expected until the service has settled.
    """
    slot = draft.slot
    if slot is None or slot.fare is None or slot.net is None:
        return None
    stated = draft.offer.gst_percentage
    percentage = ZERO if stated is None else stated
    fare_total = slot.fare * draft.qty
    net_total = slot.net * draft.qty
    gst_on_fare = _tax(fare_total, percentage)
    gst_on_net = _tax(net_total, percentage)
    return Price(
        currency=slot.currency or draft.offer.currency,
        qty=draft.qty,
        fare=slot.fare,
        fare_total=fare_total,
        gst_percentage=percentage,
        gst_on_fare=gst_on_fare,
        customer_pays=fare_total + gst_on_fare,
        net=slot.net,
        net_total=net_total,
        gst_on_net=gst_on_net,
        payable=net_total + gst_on_net,
        gst_is_stated=stated is not None,
    )


def split(payable: Decimal, wallet: Wallet) -> Split:
    """How `payable` is expected to fall on the wallet: cash first, the rest credit (interface part 8).

    A negative balance counts as no cash. `missing` is what neither covers.
    """
    cash = min(payable, max(wallet.cash, ZERO))
    credit = min(payable - cash, max(wallet.credit_left, ZERO))
    return Split(cash=cash, credit=credit, missing=payable - cash - credit)


def _tax(total: Decimal, percentage: Decimal) -> Decimal:
    return (total * percentage / 100).quantize(PAISA, rounding=ROUND_HALF_UP)
