"""The clock of a sale being typed or looked at: it closes in place, and midnight does not pass unnoticed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.desk.model.sale import Draft
from app.desk.service import cutoffs
from app.ui.sale.countdown import wait_until
from app.ui.sale.cutoff_line import ClosingLine

if TYPE_CHECKING:
    from app.desk.service.service_reader import Reader


class SaleClock(QObject):
    """Tells when something about the sale on screen reads differently; its owner shows that, and follows."""

    ticked = Signal()
    """Time has passed."""

    def __init__(self, reader: Reader, line: ClosingLine, parent: QObject) -> None:
        super().__init__(parent)
        self._reader = reader
        self._line = line
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.ticked)

    def follow(self, draft: Draft) -> None:
        """Show how long this can be booked, and tell when that changes."""
        now, day = self._reader.service_now(), cutoffs.travel_day(draft)
        closes_at = cutoffs.closes_at(draft, now)
        warning = self._reader.todays().warning(day) if day else ""
        self._line.show_state(closes_at, now, warning)
        self._timer.start(wait_until([closes_at] if closes_at else [], now))

    def stop(self) -> None:
        """Show nothing and tell nothing any more."""
        self._timer.stop()
        self._line.hide()
