"""What the customer reads along of a payment: what to pay now, the code for it, and the change."""

from __future__ import annotations

from app.desk.model.shown import Shown, ShownPage, ShownTrip
from app.desk.till.payment_values import Payment, PayWay, TillReceipt, in_rupees


def shown_payment(payment: Payment, paise: int, *, upi: str = "", change: int | None = None) -> Shown:
    """The state for so many paise that are paid now; `upi` is the text of their code."""
    return Shown(
        ShownPage.PAY,
        currency=payment.due.currency,
        total=in_rupees(paise),
        upi=upi,
        change=None if change is None else in_rupees(change),
    )


def shown_change(payment: Payment) -> Shown | None:
    """The state for the cash that was taken, with its change; None when there is none to give."""
    cash = next((each for each in payment.lines if each.way is PayWay.CASH), None)
    return shown_payment(payment, cash.amount, change=cash.change) if cash and cash.change else None


def shown_recorded(taken: TillReceipt) -> Shown | None:
    """The state once a payment is written down: the change, else the bookings; None without a customer.

    A correction and a refund are written down when there may be nobody, or another one.
    """
    payment = taken.payment
    if taken.corrects or taken.is_refund:
        return None
    change = shown_change(payment)
    if change is not None:
        return change
    sales = payment.due.sales
    trips = tuple(ShownTrip(each.title, each.day, each.when, "", each.qty, None) for each in sales)
    return Shown(ShownPage.THANKS, trips=trips, pnrs=tuple(each.booking_ref for each in sales))
