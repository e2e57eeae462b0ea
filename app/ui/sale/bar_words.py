"""What a sale says in the bar of its page: what is sold until when, for whom, and the sums."""

from __future__ import annotations

from datetime import date

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Draft, Price
from app.desk.sale.sale_words import occasion, trip_closing_words
from app.ui.kit.sheets.pane import ShownSum


def fact_words(draft: Draft, today: date) -> str:
    """The day, the times, and until when it is sold."""
    shown = occasion(draft)
    day = formats.day_medium(shown.day) if shown.day else ""
    closes = trip_closing_words(draft.departure, today)[1] if isinstance(draft, BoatDraft) else shown.left
    return joined(", ", (day, formats.window(shown.starts, shown.ends, shown.window), closes))


def who_words(draft: Draft) -> str:
    """Such as "Arjun Nair, 4 travellers"."""
    return joined(", ", (draft.customer_name.strip(), occasion(draft).party))


def price_sums(price: Price | None) -> tuple[ShownSum, ShownSum]:
    """What the customer pays and what the wallet pays."""
    pays = formats.EN_DASH if price is None else formats.amount(price.customer_pays)
    payable = formats.EN_DASH if price is None else formats.amount(price.payable)
    return ShownSum(tr("Customer pays"), pays), ShownSum(tr("Wallet pays"), payable, is_net=True)
