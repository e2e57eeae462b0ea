"""The data held on one customer, with export and deletion."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.language import joined, tr, trn
from app.desk.customers.values import Held, HeldRecord
from app.desk.model import formats
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.lists.timeline import Timeline, TimelineEvent
from app.ui.theme import style

_MOST_SHOWN = 8


class CustomerDataCard(Box):
    """The customer, the newest records, and below them Export and Delete."""

    export_asked = Signal()
    delete_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("sunken", "line", radius=style.RADIUS, parent=parent)
        self.setObjectName("held_card")
        self._name = Label("", "heading", wraps=True)
        self._contact = Label("", "body", "text2", wraps=True)
        self._count = Label("", "bodyStrong", wraps=True)
        self._count.setObjectName("held_count")
        self._records = Timeline(tight=True)
        self._records.setObjectName("held_records")
        self._more = Label("", "caption", "text3", wraps=True)
        self.export = Button(tr("Export\u2026"), icon="file-down")
        self.export.setObjectName("export_customer")
        self.delete = Button(tr("Delete this customer\u2026"), "danger_quiet")
        self.delete.setObjectName("delete_customer")
        self.export.clicked.connect(self.export_asked)
        self.delete.clicked.connect(self.delete_asked)
        self.setLayout(
            column(
                self._name,
                self._contact,
                12,
                self._count,
                8,
                self._records,
                self._more,
                14,
                row(self.export, self.delete, None, gap=8),
                margins=(17, 15, 17, 15),
            )
        )

    def show_held(self, held: Held) -> None:
        """Show the data; the buttons are disabled without any."""
        customer = held.customer
        self._name.setText(customer.name or tr("Without a name"))
        self._contact.setText("  ".join(text for text in (customer.phone, customer.email) if text))
        self._count.setText(_counted(held))
        self._records.show_events([_event(each) for each in held.records[:_MOST_SHOWN]])
        self._records.setVisible(bool(held.records))
        rest = len(held.records) - _MOST_SHOWN
        self._more.setText(trn("{number} more, in the export", "{number} more, in the export", max(rest, 0)))
        self._more.setVisible(rest > 0)
        for button in (self.export, self.delete):
            button.setEnabled(not held.is_nothing)


def _counted(held: Held) -> str:
    """The words for the numbers of records."""
    if held.is_nothing:
        return tr("Nothing is held any more.")
    cancellations = len(held.records) - len(held.sales)
    counts = (
        (len(held.sales), trn("{number} sale", "{number} sales", len(held.sales))),
        (cancellations, trn("{number} cancellation", "{number} cancellations", cancellations)),
        (len(held.parties), trn("{number} saved party", "{number} saved parties", len(held.parties))),
    )
    return joined(", ", (text for count, text in counts if count))


def _event(record: HeldRecord) -> TimelineEvent:
    title = joined(", ", (record.booking_ref or tr("No PNR"), record.title))
    day = formats.day_short(record.day) if record.day else ""
    state = tr(record.state)
    if record.is_open:
        state = tr("{state}: stays until it is settled", state=state)
    return TimelineEvent(title, "question" if record.is_open else "done", day, state)
