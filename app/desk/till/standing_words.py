"""How a sale was paid, in a sentence."""

from __future__ import annotations

from decimal import Decimal

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.till.payment_values import in_paise, paise_words
from app.desk.till.till import Standing


def standing_words(standing: Standing, pays: Decimal | None) -> str:
    """What is recorded of a sale for which the customer pays so much, and what is left to pay.

    `pays` is None when that is not known, as of a sale of which a part was cancelled.
    """
    if not standing.payments:
        return tr("Till: nothing is recorded.")
    settled = sum(standing.settled.values())
    left = 0 if pays is None else in_paise(pays) - settled
    paid = tr("Till: paid {amount}.", amount=paise_words(settled))
    numbers = formats.listed(each.number for each in standing.receipts)
    receipts = tr("Receipt {number}.", number=numbers) if numbers else ""
    owed = tr("Left to pay {amount}.", amount=paise_words(left)) if left > 0 else ""
    return joined(" ", (paid, receipts, owed))
