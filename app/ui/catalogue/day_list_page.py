"""The page of a travel date: a list at the left, the chosen item at the right."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import ClassVar, Generic, Literal

from PySide6.QtCore import Signal
from typing_extensions import override

from app.core.language import Message, tr
from app.desk.model.booking import ItemId
from app.desk.model.errors import DeskError
from app.ui.catalogue import actions
from app.ui.catalogue.day_list_browser import FREE, DayListBrowser, F, T
from app.ui.catalogue.day_list_loader import DayListLoader, DayListSource
from app.ui.catalogue.day_list_pane import DayListPane
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.pane import split_sheet

_AHEAD = "ahead"


class DayListPage(Page, Generic[T, F]):
    """The page, whose list stays until a newer one is read."""

    uses_day: ClassVar[bool] = True
    no_line: ClassVar[Message]
    key_off: ClassVar[Message]
    """Why nothing can be sold without a line, and without an accepted API key."""

    chosen = Signal(object)
    """Emitted with the draft or offer to go on."""

    def __init__(
        self, day: date, source: DayListSource[F], browser: DayListBrowser[T, F], pane: DayListPane[T]
    ) -> None:
        super().__init__()
        self.browser, self._right = browser, pane
        self._today = source.today
        self._list = DayListLoader(day, source, browser, self.tasks, self)
        self._list.shown.subscribe(self._go_on_as_wished)
        self._list.failed.subscribe(self._forget_wish)
        self._wished: tuple[ItemId | None, Callable[[], None]] | None = None
        """What was asked for while the list of its day was still being read, and with which item chosen."""
        self.setLayout(split_sheet(left=(browser,), pane=pane))
        browser.reading_shown.connect(pane.show_reading)
        browser.selected.connect(self._show_selected)
        for reading in (browser.again, browser.failure.retry):
            reading.clicked.connect(self.read_again)
        pane.button.clicked.connect(self.run_primary)
        self.filter_by = browser.filter_by
        self.bind(actions.TO_FREE, partial(browser.module_chosen.emit, FREE))
        self.turned.connect(self._show_obstacle)

    @property
    def items(self) -> tuple[T, ...]:
        """The items of the travel date, if read."""
        return self.browser.items if self._list.shows_day else ()

    @property
    def is_late(self) -> bool:
        """Whether the list is waited for."""
        return self._list.is_late

    @property
    @override
    def early_keys(self) -> Literal["drop", "press", "wait"]:
        if self._list.shows_day:
            return "press"
        return "wait" if self._list.is_reading else "drop"

    @override
    def enter(self) -> None:
        """Clear the filter, as the search field is empty when a page is shown."""
        self._show_obstacle()
        super().enter()
        self.browser.filter_by("")
        if not self._list.is_fresh:
            self.read_again()

    async def show_kept(self) -> bool:
        """Show the cached list of the travel date; nothing is read. Returns whether there is one."""
        await self._list.show_kept()
        return self._list.shows_day

    async def settle(self) -> None:
        """Wait for a list that is being read, until it is late."""
        await self._list.settle()

    def use(self, source: DayListSource[F]) -> None:
        """Load the lists from another source from now on."""
        self._today = source.today
        self._list.use(source)

    @override
    def take_focus(self) -> None:
        self.browser.list.setFocus()

    @override
    def leave(self) -> None:
        self._list.end()
        super().leave()

    @override
    def read_again(self) -> None:
        self._list.read_again()

    @override
    def show_day(self, day: date) -> None:
        self._wished = None
        self._list.show_day(day)

    @override
    def look_ahead(self, days: Sequence[date], tell: Callable[[date, bool], None]) -> None:
        self.tasks.cancel(_AHEAD)
        if days:
            self.tasks.start(_AHEAD, self._look_ahead(days, tell))

    async def _look_ahead(self, days: Sequence[date], tell: Callable[[date, bool], None]) -> None:
        """Tell of day after day, one reading at a time; the first one that fails ends it."""
        for day in days:
            try:
                is_open = await self.opens_on(day)
            except DeskError:
                return
            if is_open is not None:
                tell(day, is_open)

    def select(self, number: ItemId) -> None:
        """Select the item with this number, now or as soon as it is read."""
        self.browser.select(number)

    @override
    def typed(self) -> object:
        return self.browser.chosen

    @override
    def restore(self, typed: object) -> None:
        if isinstance(typed, int):
            self.select(typed)

    def _show_obstacle(self) -> None:
        reason = tr(self.key_off) if self.selling_off else ""
        self._right.show_obstacle(reason if self.is_online else tr(self.no_line), self._today())

    @override
    def run_primary(self) -> None:
        item = self.browser.current
        if not self._list.shows_day:
            self.wish(self.run_primary)
        elif item is not None and self._right.button.isEnabled():
            self.go_on(item)

    def wish(self, act: Callable[[], None]) -> None:
        """Do this as soon as the list is there, unless another item is chosen: the key was meant."""
        if self._list.is_reading:
            self._wished = self.browser.chosen, act

    @abstractmethod
    async def opens_on(self, day: date) -> bool | None:
        """Whether anything can be sold on a day; None when that is not known. Raises DeskError."""

    @abstractmethod
    def go_on(self, item: T) -> None:
        """Take the chosen item to the next step of its sale."""

    @override
    def step_back(self) -> None:
        """Stop a running reading (Esc)."""
        self._forget_wish()
        if self._list.is_reading:
            self._list.stop()
        else:
            super().step_back()

    def _forget_wish(self) -> None:
        self._wished = None

    def _go_on_as_wished(self) -> None:
        wished, self._wished = self._wished, None
        if wished is not None and wished[0] in {None, self.browser.chosen}:
            wished[1]()

    def _show_selected(self, item: T | None) -> None:
        if item is None:
            self._right.show_nothing()
        else:
            self._right.show_item(item, self._today(), self._list.day)
