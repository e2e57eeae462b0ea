"""What the customers of a storm get back, by the agency's rule and by what the till has."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from app.desk.cancellation.customer_refund import GivenBack
from app.desk.model.office_rules import CustomerRefund, RefundRule
from app.desk.model.sale import Sale
from app.desk.storm.values import GetsBack
from app.desk.till.due import balance, is_back_due
from app.desk.till.owing import Owing
from app.desk.till.payment_rules import cash_to_take
from app.desk.till.payment_values import PayWay, TillReceipt, in_paise, in_rupees
from app.desk.till.till import NotRecordedError, Till

_NOTHING = Decimal(0)


def by_rule(side: GivenBack, charge: Decimal | None, rule: CustomerRefund) -> GetsBack:
    """What the agency's rule gives back, taken apart; `charge` is the service's, if it is stated."""
    paid, back, is_price = side
    if paid is None or back is None:
        return GetsBack(paid, None, None, None, is_price)
    if rule.rule is RefundRule.SERVICE:
        return GetsBack(paid, charge, _NOTHING, back, is_price)
    return GetsBack(paid, None, paid - back, back, is_price)


async def by_till(till: Till, owing: Owing, sale: Sale, said: GetsBack, since: datetime) -> GetsBack:
    """The same of what the till has as paid; as `said` without a till, or where that cannot be read.

    What was given back before `since`, the decision, was for another cancellation; what was paid for a
    booking in whose place this one was counts as paid for it.
    """
    if not till.is_on:
        return said
    try:
        standing = await till.standing((sale.request_id,))
        credit = await owing.credit_of(sale.request_id)
    except NotRecordedError:
        return said
    settled, paid = standing.settled[sale.request_id] + credit, standing.paid + credit
    owes = balance(sale, settled)
    # Who has paid nothing gets nothing back, also where the charge is not stated.
    refunds, own = [each for each in standing.refunds if each.at >= since], said.own_charge
    given = sum(each.payment.settled for each in refunds)
    back = 0 if paid == 0 else None if owes is None or said.back is None else max(-owes, 0) + given
    return said._replace(
        paid=in_rupees(paid),
        own_charge=None if own is None else own + in_rupees(sum(each.charge for each in refunds)),
        back=None if back is None else in_rupees(back),
        owes=in_rupees(owes) if owes is not None and owes > 0 else _NOTHING,
        is_price=False,
        was_given=bool(refunds) and (owes is None or owes >= 0),
        way=_way(standing.payments),
        is_due=is_back_due(sale, settled, was_given=bool(standing.refunds)),
    )


def paid_out(back: GetsBack, step: int) -> Decimal | None:
    """What the paper of the till will say: of cash what it is rounded to, to a multiple of `step` in paise.

    None where it is to be said later.
    """
    if back.back is None or back.way is not PayWay.CASH:
        return back.back
    return in_rupees(cash_to_take(in_paise(back.back), step))


def _way(receipts: Sequence[TillReceipt]) -> PayWay | None:
    """The way in which all was paid; None for none, and for several."""
    corrected = {each.corrects for each in receipts}
    taken = (each.payment for each in receipts if not each.is_refund and each.number not in corrected)
    ways = {line.way for payment in taken for line in payment.lines}
    return ways.pop() if len(ways) == 1 else None
