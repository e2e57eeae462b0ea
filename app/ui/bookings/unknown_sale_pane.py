"""Which sale it is whose outcome is not known, and what happened."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.model.sale import Sale, UnknownOutcome
from app.ui.bookings.unknown_sale_words import past_events, people_words
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.text import Label
from app.ui.kit.lists.timeline import Timeline
from app.ui.kit.sheets.page_layout import Pane, Scroller
from app.ui.kit.sheets.request_number import RequestNumber
from app.ui.theme import style


class UnknownSalePane(Pane):
    """The narrow right side of an unknown outcome."""

    def __init__(self, outcome: UnknownOutcome, parent: QWidget | None = None) -> None:
        super().__init__(style.PANE_NARROW, parent)
        self._past = Timeline(tight=True)
        content = column(margins=(20, 20, 18, 16))
        if outcome.sale is not None:
            _fill(content, outcome.sale)
        content.addWidget(RequestNumber(outcome.request_id))
        if outcome.sale is not None:
            heading = Label(tr("What happened"), "bodyHeavy")
            content.addWidget(held(column(14, Hairline(), 16, heading, 12, self._past)))
            self.show_past(outcome.sale)
        content.addStretch(1)
        self.body.addWidget(Scroller(held(content)), 1)

    def show_past(self, sale: Sale) -> None:
        """Show what has happened by now."""
        self._past.show_events(past_events(sale))


def _fill(lines: QVBoxLayout, sale: Sale) -> None:
    day = "" if sale.day is None else formats.day_medium(sale.day)
    lines.addWidget(Label(sale.title, "heading", wraps=True))
    if sale.place:
        lines.addWidget(Label(sale.place, ink="text2", elides=True))
    lines.addWidget(Label(joined(", ", (day, sale.window)), ink="text2", elides=True))
    lines.addSpacing(12)
    lines.addWidget(Label(people_words(sale)))
    lines.addWidget(held(column(14, Hairline(), 14)))
    lines.addWidget(Pair(tr("Customer"), sale.customer_name))
    lines.addSpacing(4)
    lines.addWidget(Pair(tr("Phone"), sale.customer_phone))
    lines.addSpacing(4)
