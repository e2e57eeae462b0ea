"""The line over the list of activities: how many there are, and the names of the columns."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import tr, trn
from app.desk.model import formats
from app.desk.model.activities import ActivityOffer
from app.ui.catalogue.activity_filter import is_sellable
from app.ui.catalogue.activity_list import FARE_WIDTH, GAP, SIDE_LEFT, SIDE_RIGHT, STATE_WIDTH
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.basics.text import Label, Loud, Run
from app.ui.theme import style


def count_runs(offers: Sequence[ActivityOffer], shown: Sequence[ActivityOffer]) -> tuple[Run, ...]:
    """Such as "42 activities, 31 open on this date"; what a filter leaves is told as "3 of 42"."""
    still_open = sum(map(is_sellable, shown))
    if len(shown) < len(offers):
        words = trn(
            "{shown} of {number} activity, {open} open on this date",
            "{shown} of {number} activities, {open} open on this date",
            len(offers),
            shown=len(shown),
            open=still_open,
        )
    else:
        words = trn(
            "{number} activity, {open} open on this date",
            "{number} activities, {open} open on this date",
            len(offers),
            open=still_open,
        )
    return (Run(words, ink="text2", loud=Loud("bodyHeavy")),)


class ActivityHeader(Box):
    """The names of the columns, above the columns of the list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("sunken", parent=parent)
        self._day = Label(role="captionStrong", ink="text3")
        self._fare = Label(tr("Fare per person"), "captionStrong", "text3", right=True)
        self._measure()
        line = row(gap=GAP, margins=(SIDE_LEFT, 0, SIDE_RIGHT, 0))
        line.addWidget(Label(tr("Activity"), "captionStrong", "text3"), 1)
        line.addWidget(self._day)
        line.addWidget(self._fare)
        self.setLayout(column(None, line, None, Hairline()))
        self.setFixedHeight(style.TABLE_HEADER)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._measure()

    def _measure(self) -> None:
        self._day.setFixedWidth(style.scaled(STATE_WIDTH))
        self._fare.setFixedWidth(style.scaled(FARE_WIDTH))

    def show_day(self, day: date) -> None:
        """Name the date that availability is shown for."""
        self._day.setText(tr("On {day}", day=formats.day_medium(day)))
