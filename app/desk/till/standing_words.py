"""How a sale was paid, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.language import Message, joined, mark, tr
from app.desk.model import formats
from app.desk.model.sale import Sale
from app.desk.till.due import balance, is_known_here, less_settled
from app.desk.till.owing import Counting, GivingBack, Repeated
from app.desk.till.payment_rules import is_repeated
from app.desk.till.payment_values import Due, DueSale, paise_words
from app.desk.till.till import Standing

_COUNTS = mark("{amount} counts for {pnr}, once that is recorded.")
_COUNTED = mark("{amount} of {pnr} counts for it, once that is recorded.")
_REPEATED = mark("On receipt {number} already, {currency} {amount}. Record it once more if both are meant.")
_REPEATED_OF = mark(
    "On receipt {number} already, {currency} {amount} of {customer}. Record it once more if both are meant."
)


def standing_words(standing: Standing, sale: Sale, counts: Sequence[Counting] = ()) -> str:
    """What is recorded of a sale, and what is left to pay or to be given back.

    `counts` is what counts of it or for it, of another date, and is not recorded.
    """
    settled = standing.settled[sale.request_id]
    left = balance(sale, settled)
    ours = [each for each in counts if each.former.request_id == sale.request_id]
    theirs = [each for each in counts if each.request_id == sale.request_id]
    if left is not None:
        left += sum(each.former.amount for each in ours) - sum(each.former.amount for each in theirs)
    if not standing.payments and not sale.released and is_known_here(sale) and not theirs:
        return tr("Till: nothing is recorded.")
    return joined(
        " ",
        (
            _paid_words(standing) if standing.payments else tr("Till: nothing is recorded."),
            *(tr(_COUNTS, amount=paise_words(each.former.amount), pnr=each.booking_ref) for each in ours),
            *(
                tr(_COUNTED, amount=paise_words(each.former.amount), pnr=each.former.booking_ref)
                for each in theirs
            ),
            tr("Left to pay {amount}.", amount=paise_words(left)) if left is not None and left > 0 else "",
            tr("To give back {amount}.", amount=paise_words(-left)) if left is not None and left < 0 else "",
            _unknown_words(standing, sale) if left is None else "",
        ),
    )


def together_words(back: GivingBack) -> str:
    """What is still owed for trips bought together with what is given back; empty for nothing."""
    told = mark("{amount} is still owed for trips bought together (PNR {pnrs}).")
    return _of_sales(told, back.together)


def back_together_words(sales: Sequence[DueSale]) -> str:
    """What is to be given back for trips bought together with what is paid; empty for nothing."""
    told = mark("{amount} is to be given back for trips bought together (PNR {pnrs}).")
    return _of_sales(told, sales)


def _of_sales(told: Message, sales: Sequence[DueSale]) -> str:
    refs = joined(", ", (each.booking_ref for each in sales))
    return tr(told, amount=paise_words(sum(each.amount for each in sales)), pnrs=refs) if sales else ""


def repeated_words(repeated: Repeated) -> Message:
    """That a reference stands on a receipt already, for how much, and how it is recorded all the same."""
    line, receipt = repeated
    due = receipt.payment.due
    # Of one receipt all parts are of the same day.
    parts = (each for each in receipt.payment.lines if is_repeated(line, each, is_of_today=True))
    said = _REPEATED_OF if due.customer else _REPEATED
    amount = paise_words(sum(each.amount for each in parts))
    return said.filled(number=receipt.number, currency=due.currency, amount=amount, customer=due.customer)


def due_words(standing: Standing, due: Due) -> str:
    """What is recorded of what was just sold, and what is left to pay; empty while nothing is recorded."""
    if not standing.payments:
        return ""
    left = less_settled(due, standing.settled).total
    return joined(
        " ",
        (
            _paid_words(standing),
            tr("Left to pay {amount}.", amount=paise_words(left)) if left else "",
        ),
    )


def _unknown_words(standing: Standing, sale: Sale) -> str:
    """Why it is not known what is left; empty where what was given back says enough."""
    if not is_known_here(sale):
        return tr("Another counter has cancelled of it: what is owed is not known.")
    return "" if standing.refunds else tr("Nobody has said what is given back.")


def _paid_words(standing: Standing) -> str:
    numbers = formats.listed(each.number for each in standing.receipts if not each.corrected_by)
    given, kept = standing.given_back, standing.charge
    moved = ((each.payment.due.counted, each.payment.due.sales[0].booking_ref) for each in standing.moved)
    parts = (
        tr("Till: paid {amount}.", amount=paise_words(standing.paid)),
        tr("Given back {amount}.", amount=paise_words(given)) if standing.refunds else "",
        tr("The agency\u2019s own charge {amount}.", amount=paise_words(kept)) if kept else "",
        *(tr("{amount} counts for {pnr}.", amount=paise_words(paise), pnr=pnr) for paise, pnr in moved),
        tr("Receipt {number}.", number=numbers) if numbers else "",
    )
    return joined(" ", parts)
