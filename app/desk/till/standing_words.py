"""How a sale was paid, in a sentence."""

from __future__ import annotations

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.model.sale import Sale
from app.desk.till.due import pays_in_all, to_give_back
from app.desk.till.payment_values import in_paise, paise_words
from app.desk.till.till import Standing


def standing_words(standing: Standing, sale: Sale) -> str:
    """What is recorded of a sale, and what is left to pay or to be given back."""
    if not standing.payments:
        return tr("Till: nothing is recorded.")
    settled, pays = standing.settled[sale.request_id], pays_in_all(sale)
    left = 0 if pays is None else in_paise(pays) - settled
    back = to_give_back(sale, settled)
    was_given = any(each.is_refund for each in standing.payments)
    numbers = formats.listed(each.number for each in standing.receipts)
    return joined(
        " ",
        (
            tr("Till: paid {amount}.", amount=paise_words(settled)),
            tr("Receipt {number}.", number=numbers) if numbers else "",
            tr("Left to pay {amount}.", amount=paise_words(left)) if left > 0 and not sale.is_gone else "",
            tr("To give back {amount}.", amount=paise_words(back)) if back else "",
            tr("Nobody has said what is given back.") if back is None and not was_given else "",
        ),
    )
