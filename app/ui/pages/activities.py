"""Selling activities: find one, and know whether it can be sold on the date."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.desk.advice import DeskError
from app.desk.values import ActivityOffer
from app.ui.page import Page
from app.ui.parts.activity_browser import ActivityBrowser
from app.ui.parts.activity_pane import ActivityPane
from app.ui.parts.layouts import row

if TYPE_CHECKING:
    from app.desk.desk import Desk

SKELETON_AFTER_MS = 200
_READING = "activities"


class ActivitiesPage(Page):
    """The catalogue for one travel date; what was read stays until something newer is read."""

    uses_day: ClassVar[bool] = True

    chosen = Signal(object)
    """The clerk picked this `ActivityOffer`."""

    def __init__(self, desk: Desk, day: date | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("activities_page")
        self._desk = desk
        self._day = day or desk.today()
        self._read_day: date | None = None
        self._reading = 0
        """Counts readings: the answer to an older one is not shown, should it still come."""
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(SKELETON_AFTER_MS)
        self._browser = ActivityBrowser()
        self._pane = ActivityPane()
        line = row()
        line.addWidget(self._browser, 1)
        line.addWidget(self._pane)
        self.setLayout(line)
        self._connect()

    @override
    def enter(self) -> None:
        """The search field is empty when a page comes on screen, and so is the filter."""
        super().enter()
        self._browser.filter_by("")
        if self._read_day != self._day:
            self.read_again()

    @override
    def take_focus(self) -> None:
        self._browser.list.setFocus()

    @override
    def leave(self) -> None:
        self._late.stop()
        self._reading += 1
        super().leave()

    @override
    def read_again(self) -> None:
        self._late.start()
        self._reading += 1
        self.tasks.start(_READING, self._read(self._day, self._reading))

    @override
    def show_day(self, day: date) -> None:
        if day != self._day:
            self._day = day
            self.read_again()

    @override
    def filter_by(self, text: str) -> None:
        self._browser.filter_by(text)

    @override
    def show_net(self, *, shown: bool) -> None:
        super().show_net(shown=shown)
        self._browser.model.show_net(shown=shown)
        self._pane.show_net(shown=shown)

    @override
    def run_primary(self) -> None:
        offer = self._browser.current
        if offer is not None and self._read_day == self._day:
            self.chosen.emit(offer)

    @override
    def step_back(self) -> None:
        """Esc stops a reading that is under way; else there is nothing to step back from."""
        if not self.tasks.is_running(_READING):
            super().step_back()
            return
        self._late.stop()
        self._reading += 1
        # Only the reading: the scope also carries what the window reads for its frame.
        self.tasks.start(_READING, _nothing())
        if self._read_day == self._day:
            self._browser.show_rows()
        else:
            self._browser.show_stopped()

    def _connect(self) -> None:
        self._late.timeout.connect(self._show_reading)
        self._browser.selected.connect(self._show_selected)
        self._browser.picked.connect(self.run_primary)
        self._browser.read_asked.connect(self.read_again)
        self._pane.picked.connect(self.run_primary)

    async def _read(self, day: date, reading: int) -> None:
        """Read and show a day, unless something newer was asked for meanwhile."""
        try:
            catalogue = await self._desk.activities(day)
        except DeskError as error:
            if reading == self._reading:
                self._late.stop()
                self._read_day = None
                self._browser.show_failure(error.advice)
            return
        if reading == self._reading:
            self._late.stop()
            self._read_day = day
            self._browser.show_catalogue(catalogue)

    def _show_reading(self) -> None:
        if self._read_day == self._day:
            self._browser.show_refreshing(self._day)
        else:
            self._browser.show_reading(self._day)
            self._pane.show_reading()

    def _show_selected(self, offer: ActivityOffer | None) -> None:
        if offer is None:
            self._pane.show_nothing()
        else:
            self._pane.show_offer(offer, self._desk.today(), self._day)


async def _nothing() -> None:
    """Takes the place of work that is to end."""
