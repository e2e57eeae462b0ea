"""Watches the clerk on duty, asks for PINs, and reports a day that was not closed."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from app.core.event import Event
from app.core.language import mark, tr, trn
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.day_close.shifts import ElsewhereError
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.ui.kit.sheets.input_sheet import InputSheet, InputWords
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk

log = logging.getLogger(__name__)

_MOST_NAMED = 3
"""The number of open days that are named; later ones are counted."""


class ClerkWatch:
    """Shows the clerk of one desk, and asks for a PIN when another clerk begins a shift."""

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        self._window = window
        self._days = desk.day_close
        self._tasks = TaskScope(hand_to_loop)
        self.asking_changed = Event[()]()
        """Raised when a PIN begins to be asked for over the page, and when that has ended."""
        self._sheet: InputSheet | None = None
        self._shown = self._days.duty.name
        self._told_of = ""
        """The PIN whose clerk was said to be on duty elsewhere; empty for none."""
        self._unsubscribe = self._days.duty.changed.subscribe(self._show)
        window.clerk_asked.connect(self._ask)
        self._show()

    def end(self) -> None:
        """Stop watching."""
        self._unsubscribe()
        self._window.clerk_asked.disconnect(self._ask)
        self._tasks.cancel_all()
        if self._sheet is not None:
            self._sheet.dismiss()
        self._window.show_clerk(None)
        self._window.show_notice("", about="day")

    @property
    def is_asking(self) -> bool:
        """Whether a PIN is asked for over the page."""
        return self._sheet is not None

    async def begin(self) -> None:
        """Read the clerks, and show which day was not closed."""
        try:
            await self._days.duty.begin()
            await self._look()
        except DeskError as error:
            log.info("The clerks or the days could not be read: %s", error)

    def look_again(self) -> None:
        """Update the notice after a day was closed, or another one has begun."""
        self._tasks.start("days", self._try_to_look())

    async def _try_to_look(self) -> None:
        try:
            await self._look()
        except DeskError as error:
            log.info("The days could not be read: %s", error)

    async def _look(self) -> None:
        days = await self._days.unclosed()
        self._window.show_notice(
            partial(_open_words, days), mark("Close it in Day close, Alt 4."), about="day"
        )

    def follow(self) -> None:
        """Read the clerks as another desk has left them: who has left is off duty here too."""
        self._tasks.start("follow", self._follow())

    async def _follow(self) -> None:
        try:
            gone = await self._days.duty.follow()
            if gone:
                self._window.say(tr("{name} has left, and is off duty.", name=gone))
            await self._look()
        except DeskError as error:
            log.info("The clerks or the days could not be read: %s", error)

    def _show(self) -> None:
        duty = self._days.duty
        if duty.name != self._shown:
            # What one clerk copied is not for the next one to paste.
            from app.ui.vouchers.clipboard_file import clipboard_file

            self._shown = duty.name
            clipboard_file().take_back()
        self._window.show_clerk(duty.name if duty.has_clerks else None)

    def _ask(self) -> None:
        if self._sheet is not None or not self._days.duty.has_clerks:
            return
        asked = InputWords(
            tr("Who takes over?") if self._days.duty.name else tr("Who sells?"),
            tr("{now} What is sold and cancelled from now on is kept under the new name.", now=self._now()),
            tr("PIN"),
            "duty_pin",
            tr("Take over"),
            tr("End my shift") if self._days.duty.name else "",
        )
        sheet = self._sheet = InputSheet(self._window, asked, is_pin=True)
        sheet.entered.connect(self._take_over)
        sheet.other.connect(lambda: self._start(self._days.duty.leave))
        sheet.closed.connect(self._forget)
        self.asking_changed()

    def _now(self) -> str:
        name = self._days.duty.name
        return tr("{name} is on duty.", name=name) if name else tr("Nobody is on duty.")

    def _take_over(self, pin: str) -> None:
        self._start(partial(self._take_over_here, pin))

    async def _take_over_here(self, pin: str) -> None:
        """Begin the shift; Enter is asked for a second time when the clerk is on duty at another desk."""
        try:
            await self._days.duty.take_over(pin, also_elsewhere=pin == self._told_of)
        except ElsewhereError:
            self._told_of = pin
            raise

    def _start(self, change: Callable[[], Awaitable[object]]) -> None:
        self._tasks.start("duty", self._try(change))

    def _forget(self) -> None:
        self._sheet = None
        self._told_of = ""
        self.asking_changed()

    async def _try(self, change: Callable[[], Awaitable[object]]) -> None:
        try:
            await change()
        except DeskError as error:
            if self._sheet is not None:
                self._sheet.show_problem(error.advice)
            return
        if self._sheet is not None:
            self._sheet.dismiss()
        self._window.say(self._now())


def _open_words(days: Sequence[date]) -> str:
    """The oldest of the days that were not closed, and how many more."""
    named = [tr("{day} was not closed.", day=formats.day_long(day)) for day in days[:_MOST_NAMED]]
    more = len(days) - len(named)
    if more:
        named.append(trn("{number} more day.", "{number} more days.", more))
    return formats.sentences(*named)
