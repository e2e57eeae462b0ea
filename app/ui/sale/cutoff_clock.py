"""The clock of a draft on screen: detects the end of booking and midnight."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.core.language import tr
from app.desk.model import formats
from app.desk.model.sale import Draft
from app.desk.service import cutoffs
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.basics.text import Label
from app.ui.sale.countdown import wait_until

if TYPE_CHECKING:
    from app.desk.service.service_reader import ServiceReader

LAST_QUARTER = timedelta(minutes=15)
"""The time before the end of booking in which every page of a sale shows the countdown."""


class CutoffClock(QObject):
    """Its `timer` runs out when time has changed something about the draft on screen."""

    def __init__(self, reader: ServiceReader, line: CutoffLine, parent: QObject) -> None:
        super().__init__(parent)
        self._reader = reader
        self._line = line
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)

    def follow(self, draft: Draft) -> None:
        """Watch the end of booking of this draft."""
        now, day = self._reader.service_now(), cutoffs.travel_day(draft)
        closes_at = cutoffs.closes_at(draft, now)
        warning = self._reader.todays().warning(day) if day else ""
        self._line.show_state(closes_at, now, warning)
        self.timer.start(wait_until([closes_at] if closes_at else [], now))

    def stop(self) -> None:
        """Stop watching and hide the line."""
        self.timer.stop()
        self._line.hide()


class CutoffLine(Box):
    """The line with countdown and warning; hidden when there is neither."""

    def __init__(self) -> None:
        super().__init__("warning_soft")
        self._closing, self._date = (
            Label(role="captionStrong", ink="warning"),
            Label(role="caption", wraps=True),
        )
        self._closing.setObjectName("sale_closing")
        self._date.setObjectName("date_warning")
        line = row(
            Icon("timer", 14, "warning_mark", stroke=1.9, above=1), gap=8, margins=(20, 8, 20, 8), top=True
        )
        line.addLayout(column(self._closing, self._date), 1)
        self.setLayout(line)
        self.hide()

    def show_state(self, closes_at: datetime | None, now: datetime, warning: str) -> None:
        """Show the countdown near the end of booking, and the warning of the date, if any."""
        left = None if closes_at is None else closes_at - now
        is_near = left is not None and timedelta() < left <= LAST_QUARTER
        self._closing.setText(
            tr("Booking closes in {time}", time=formats.duration(left)) if left and is_near else ""
        )
        self._closing.setVisible(is_near)
        self._date.setText(warning)
        self._date.setVisible(bool(warning))
        self.setVisible(is_near or bool(warning))
