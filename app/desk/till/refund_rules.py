"""The rules of giving a customer back what was paid: never more than was paid, a reason for what stays."""

from __future__ import annotations

from app.core.language import mark
from app.desk.till.owing import GivingBack
from app.desk.till.payment_rules import NotTakenError, check_reference, typed_paise
from app.desk.till.payment_values import Line, Payment, PayWay, Refund

TOO_MUCH_BACK = mark("That is more than what is to be given back.")
TOO_MUCH_KEPT = mark("The agency cannot keep more than what is to be given back.")
NO_REASON = mark("Say why the agency keeps it: the customer reads it on the paper.")


def refund_of(
    back: GivingBack, way: PayWay, *, amount: str, reference: str, charge: str, reason: str
) -> Refund:
    """The refund of what is typed; no amount is all but the agency's own charge. Raises NotTakenError."""
    kept = typed_paise(charge, 0, "own_charge")
    if kept > back.due.total:
        raise NotTakenError(TOO_MUCH_KEPT, "own_charge")
    said = " ".join(reason.split())
    if kept and not said:
        raise NotTakenError(NO_REASON, "charge_reason")
    most = back.due.total - kept
    payment = Payment(back.due)
    if not most:
        return Refund(payment, kept, said)
    given, number = typed_paise(amount, most, "paid_amount"), "".join(reference.split())
    if given > most:
        raise NotTakenError(TOO_MUCH_BACK, "paid_amount")
    check_reference(way, number)
    is_cash = way is PayWay.CASH
    line = Line(way, given, given if is_cash else 0, reference="" if is_cash else number)
    return Refund(payment.with_line(line), kept, said if kept else "")
