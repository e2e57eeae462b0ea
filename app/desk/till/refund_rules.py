"""The rules of giving a customer back what was paid: never more than was paid, a reason for what stays."""

from __future__ import annotations

from dataclasses import replace

from app.core.language import mark
from app.desk.till.owing import GivingBack
from app.desk.till.payment_rules import (
    NotTakenError,
    cash_to_take,
    check_agreed,
    check_reference,
    typed_paise,
)
from app.desk.till.payment_values import Line, Payment, PayWay, Refund, TillReceipt

TOO_MUCH_BACK = mark("That is more than what is to be given back.")
TOO_MUCH_KEPT = mark("The agency cannot keep more than what is to be given back.")
NO_REASON = mark("Say why the agency keeps it: the customer reads it on the paper.")


def asked_refund(
    back: GivingBack,
    way: PayWay,
    *,
    amount: str,
    charge: str,
    step: int = 0,
    corrects: TillReceipt | None = None,
) -> Refund:
    """The sums of what is typed, before reason and reference are there. Raises NotTakenError.

    No amount is all but the agency's own charge, where that is known; of cash that is rounded to a multiple
    of `step`, in paise. In the place of the refund that it `corrects` it is as much as that gave where it
    gave a part, and 0 may be typed: nothing was given back.
    """
    kept = typed_paise(charge, 0, "own_charge", may_be_nothing=True)
    if kept > back.due.total:
        raise NotTakenError(TOO_MUCH_KEPT, "own_charge")
    most, is_cash = back.due.total - kept, way is PayWay.CASH
    payment = Payment(back.due, step)
    if not most:
        return Refund(payment, kept)
    whole = cash_to_take(most, step) if is_cash else most
    former = corrects.payment.settled if corrects is not None and corrects.left else 0
    usual = former if 0 < former < most else whole
    check_agreed(payment, amount, "paid_amount")
    given = typed_paise(amount, usual, "paid_amount", may_be_nothing=corrects is not None)
    if not given:
        return Refund(payment, kept)
    if given > most and given != whole:
        raise NotTakenError(TOO_MUCH_BACK, "paid_amount")
    rounding = whole - most if given == whole else 0
    return Refund(payment.with_line(Line(way, given, given if is_cash else 0, rounding)), kept)


def refund_of(
    back: GivingBack,
    way: PayWay,
    *,
    amount: str,
    reference: str,
    charge: str,
    reason: str,
    step: int = 0,
    corrects: TillReceipt | None = None,
) -> Refund:
    """The refund of what is typed, with its reason and its reference. Raises NotTakenError."""
    refund = asked_refund(back, way, amount=amount, charge=charge, step=step, corrects=corrects)
    said, number = " ".join(reason.split()), "".join(reference.split())
    if refund.charge and not said:
        raise NotTakenError(NO_REASON, "charge_reason")
    lines = refund.payment.lines
    if lines:
        check_reference(way, number)
    told = tuple(replace(each, reference="" if way is PayWay.CASH else number) for each in lines)
    return replace(refund, payment=replace(refund.payment, lines=told), reason=said if refund.charge else "")
