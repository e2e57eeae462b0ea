"""A day without slots: why, and the next day that has some."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.language import joined, tr, trn
from app.desk.model import formats
from app.desk.model.activities import DaySlots
from app.ui.kit.basics.layouts import column
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.slots.week_model import DayTile


class SlotlessDay(QWidget):
    """Says that nothing can be booked on a day, and leads on where it can."""

    day_asked = Signal(object)
    """Show this `date` instead."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._next: date | None = None
        self._show_next = Button("", "primary")
        self._show_next.setObjectName("show_next_day")
        self._show_next.clicked.connect(self._ask)
        self._state = EmptyState("calendar", "", "", self._show_next)
        self.setLayout(column(self._state))

    def show_day(self, day: DaySlots, later: DayTile | None) -> None:
        """Show why the day has none; `later` is a day of the strip that has some."""
        reason = day.reason or tr("The service lists no slot for this date.")
        if later is not None and later.slots is not None:
            count = len(later.slots.open_slots)
            more = trn(
                "{day} has {number} open slot.",
                "{day} has {number} open slots.",
                count,
                day=formats.day_medium(later.day),
            )
            reason = joined("\n", (reason, more))
            self._next = later.day
            self._show_next.set_label(tr("Show {day}", day=formats.day_medium(later.day)))
            is_next = (later.day - day.day).days == 1
            self._show_next.set_key("Ctrl \u2192" if is_next else "")
        self._show_next.setVisible(later is not None)
        self._state.show_words(tr("No slots on {day}", day=formats.day_medium(day.day)), reason)

    def _ask(self) -> None:
        self.day_asked.emit(self._next)
