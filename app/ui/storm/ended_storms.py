"""The storms of the last days above the list of bookings: what each was, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.language import joined, mark, tr
from app.desk.storm.values import StormSummary
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.storm.storm_words import heading_words, parties

_MOST = 3
"""More would leave the list too little room."""


class EndedStorms(QWidget):
    """One line for each of the newest storms that ended, with the way to who is told."""

    opened = Signal(str)
    """Emitted with the id of a storm whose parties are to be shown."""

    def __init__(self, storms: Sequence[StormSummary]) -> None:
        super().__init__()
        lines = column(gap=6, margins=(20, 8, 16, 8))
        for storm in storms[:_MOST]:
            lines.addWidget(self._line(storm))
        self.setLayout(column(lines, Hairline()))

    def _line(self, storm: StormSummary) -> MessageBox:
        what = tr("Storm, {parties}", parties=parties(len(storm.keys)))
        more = joined(", ", (heading_words(storm.heading), _outcome_words(storm)))
        line = called("ended_storm", MessageBox("accent", what, more, icon="cloud-lightning", flat=True))
        button = called("open_ended_storm", Button(tr("Who is told"), "quiet", size=28))
        button.setAccessibleName(joined(", ", (tr("Who is told"), what, more)))
        button.clicked.connect(partial(self.opened.emit, storm.id))
        line.add(button)
        return line


def _outcome_words(storm: StormSummary) -> str:
    """What became of the parties, without what there is none of."""
    counts = (
        (storm.cancelled, mark("{number} cancelled")),
        (storm.refused, mark("{number} refused")),
        (storm.unknown, mark("{number} not known")),
        (storm.not_sent, mark("{number} not sent")),
    )
    return joined(", ", (tr(words, number=count) for count, words in counts if count))
