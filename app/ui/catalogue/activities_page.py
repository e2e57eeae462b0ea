"""Selling activities: find one, and know whether it can be sold on the date."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import mark
from app.desk.model.activities import ActivityCatalogue, ActivityOffer
from app.ui.catalogue.activity_browser import ActivityBrowser
from app.ui.catalogue.activity_pane import ActivityPane
from app.ui.catalogue.day_list_loader import DayList, Source
from app.ui.kit.basics.key_cap import KeyRow
from app.ui.kit.basics.layouts import row
from app.ui.kit.sheets.page import Page

if TYPE_CHECKING:
    from app.desk.desk import Desk


_NO_LINE = mark("Slots can be read when the line is back")
_KEY_OFF = mark("Selling is off until the key is accepted")


class ActivitiesPage(Page):
    """The catalogue for one travel date; what was read stays until something newer is read."""

    uses_day: ClassVar[bool] = True
    keys: ClassVar[tuple[KeyRow, ...]] = (
        (("\u2191", "\u2193"), mark("Choose an activity")),
        (("Enter",), mark("Pick a slot")),
        (("B",), mark("Sell boats")),
        (("Esc",), mark("Stop reading")),
    )

    chosen = Signal(object)
    """The clerk picked this `ActivityOffer`."""
    module_chosen = Signal(str)
    """The clerk wants to sell boats instead."""
    day_asked = Signal(object)
    """The clerk wants another `date`, which has activities."""

    def __init__(self, desk: Desk, day: date | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("activities_page")
        self._desk = desk
        self._browser = ActivityBrowser()
        self._pane = ActivityPane()
        source = Source(desk.activities, self._kept, lambda found: len(found.offers), desk.today)
        self._list = DayList(day or desk.today(), source, self._browser, self.tasks, self)
        line = row()
        line.addWidget(self._browser, 1)
        line.addWidget(self._pane)
        self.setLayout(line)
        self._connect()

    @property
    def offers(self) -> tuple[ActivityOffer, ...]:
        """The activities of the travel date, as far as they are read."""
        return self._browser.model.offers if self._list.shows_day else ()

    @override
    def enter(self) -> None:
        """The search field is empty when a page comes on screen, and so is the filter."""
        super().enter()
        self._browser.filter_by("")
        if not self._list.is_fresh:
            self.read_again()

    @override
    def take_focus(self) -> None:
        self._browser.list.setFocus()

    @override
    def leave(self) -> None:
        self._list.end()
        super().leave()

    @override
    def read_again(self) -> None:
        self._list.read_again()

    @override
    def show_day(self, day: date) -> None:
        self._list.show_day(day)

    def select(self, activity_id: int) -> None:
        """Make this activity the current one, now or as soon as it is read."""
        self._browser.select(activity_id)

    @override
    def filter_by(self, text: str) -> None:
        self._browser.filter_by(text)

    @override
    def show_net(self, *, shown: bool) -> None:
        super().show_net(shown=shown)
        self._browser.model.show_net(shown=shown)
        self._pane.show_net(shown=shown)

    @override
    def show_online(self, *, online: bool) -> None:
        super().show_online(online=online)
        self._show_obstacle()

    @override
    def show_selling(self, *, off: str) -> None:
        super().show_selling(off=off)
        self._show_obstacle()

    def _show_obstacle(self) -> None:
        reason = _KEY_OFF if self.selling_off else ""
        self._pane.show_obstacle(reason if self.is_online else _NO_LINE)

    @override
    def run_primary(self) -> None:
        offer = self._browser.current
        if offer is not None and self._pane.may_pick and self._list.shows_day:
            self.chosen.emit(offer)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """B goes to the boats, when no text field has the keyboard."""
        if event.key() == Qt.Key.Key_B and not event.modifiers():
            self.module_chosen.emit("boats")
        else:
            super().keyPressEvent(event)

    @override
    def step_back(self) -> None:
        """Esc stops a reading that is under way; else there is nothing to step back from."""
        if self._list.is_reading:
            self._list.stop()
        else:
            super().step_back()

    def _connect(self) -> None:
        self._browser.reading_shown.connect(self._pane.show_reading)
        self._browser.selected.connect(self._show_selected)
        self._browser.picked.connect(self.run_primary)
        self._browser.frame.read_asked.connect(self.read_again)
        self._browser.frame.module_chosen.connect(self.module_chosen)
        self._browser.frame.day_asked.connect(self.day_asked)
        self._pane.picked.connect(self.run_primary)

    async def _kept(self, day: date) -> ActivityCatalogue | None:
        """The list as it was last read, ranked by what sells here."""
        self._browser.rank(await self._desk.most_sold("ACTIVITY"))
        return await self._desk.kept_activities(day)

    def _show_selected(self, offer: ActivityOffer | None) -> None:
        if offer is None:
            self._pane.show_nothing()
        else:
            self._pane.show_offer(offer, self._desk.today(), self._list.day)
