"""The booking before a cancellation and as it was read last, and the refund that was quoted."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.core.language import joined, mark, tr, trn
from app.desk.cancellation.open_cancellation import OpenCancellation
from app.desk.cancellation.status_comparison import Finding
from app.desk.model import formats
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label
from app.ui.theme import style

_FOUND = {
    Finding.CANCELLED: mark("Exactly this was cancelled."),
    Finding.UNCHANGED: mark("Unchanged."),
    Finding.OTHERWISE: mark("Changed otherwise."),
    Finding.UNSEEN: mark("Unchanged; this would not be seen."),
}


class CancelEvidence(Box):
    """Three cells; the refund is hidden by F8."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", "line", radius=style.RADIUS, parent=parent)
        self._before, self._now, self._refund = Pair(tr("Status")), Pair(tr("Status")), Pair(tr("Refund"))
        self._refund.value.setObjectName("quoted_refund")
        self._read = Label("", "caption", "text3", elides=True)
        self._read.setObjectName("read_now")
        self._found = Label("", ink="text2", wraps=True)
        self._found.setObjectName("finding")
        cells = row()
        cells.addWidget(
            _cell(tr("Booking before"), Label(tr("Read with the quote"), "caption", "text3"), self._before), 1
        )
        cells.addWidget(Hairline(down=True))
        cells.addWidget(_cell(tr("Booking now"), self._read, self._now), 1)
        cells.addWidget(Hairline(down=True))
        cells.addWidget(
            _cell(tr("Expected refund"), Label(tr("If it was cancelled"), "caption", "text3"), self._refund),
            1,
        )
        self.setLayout(column(cells, Hairline(), held(column(self._found, margins=(17, 8, 17, 8)))))

    def show_known(self, known: OpenCancellation, *, net_shown: bool) -> None:
        """Show what is known."""
        self._before.value.setText(formats.state(known.before.booking_status) or tr("Not stated"))
        refund = tr("Not stated") if known.refund is None else formats.amount(known.refund)
        self._refund.value.setText(refund if net_shown else tr("Hidden"))
        last = known.readings[-1] if known.readings else None
        self._read.setText(tr("Read {at}", at=formats.clock_seconds(last.at)) if last else tr("Not read yet"))
        self._now.value.setText((formats.state(last.status) or tr("Not stated")) if last else "")
        count = len(known.readings)
        times = trn("{number} reading.", "{number} readings.", count)
        self._found.setText(
            joined(" ", (_FOUND[last.finding], times)) if last else tr("The booking is being read.")
        )


def _cell(heading: str, when: QWidget, value: Pair) -> QWidget:
    return held(column(Label(heading, "bodyHeavy"), when, 6, value, margins=(17, 12, 17, 12)))
