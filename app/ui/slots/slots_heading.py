"""The line over the slots of a day: how many are open, and when they were read."""

from __future__ import annotations

from datetime import date

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.model.activities import DaySlots
from app.ui.kit.basics.badge import Dot
from app.ui.kit.basics.key_cap import KeyHint
from app.ui.kit.basics.layouts import row
from app.ui.kit.basics.text import Label, Run


class SlotsHeading(QWidget):
    """Day and count at the left, the reading and its key at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = Label(role="heading")
        self._words.setObjectName("slots_heading")
        self._dot = Dot()
        self._read_at = Label(role="caption", ink="text3")
        self._read_at.setObjectName("read_at")
        read = row(self._dot, self._read_at, KeyHint("F5"), gap=6)
        self.setLayout(row(self._words, None, read, margins=(20, 0, 20, 0)))

    def show_day(self, day: date, known: DaySlots | None, *, is_failed: bool) -> None:
        """Tell what is known of the day; `is_failed` when the newest reading gave nothing."""
        self._tell_count(day, known)
        self._dot.show_tone("danger" if is_failed else "success")
        self._dot.setVisible(known is not None or is_failed)
        read = tr("Read {read_at}", read_at=formats.clock_seconds(known.read_at)) if known else ""
        self._read_at.setText(joined(" ", (tr("Not read again."), read)) if is_failed else read)

    def _tell_count(self, day: date, known: DaySlots | None) -> None:
        name = Run(tr("Slots on {day}", day=formats.day_medium(day)), "heading")
        if known is None or not known.slots:
            self._words.set_runs(name)
            return
        count = tr("{open} of {number} open", open=len(known.open_slots), number=len(known.slots))
        quiet = Run(count, "heading", "text3", QFont.Weight.Normal)
        self._words.set_runs(name, quiet._replace(text=" \u00b7 "), quiet)
