"""Asks for the PIN of a person in charge before what is the office's business is changed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.core.language import joined, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model.errors import DeskError
from app.ui.kit.sheets.input_sheet import InputSheet, InputWords

if TYPE_CHECKING:
    from app.desk.day_close.day_close import DayClose


class InCharge:
    """Whether changes are allowed: once a visit of the settings it is asked who is there.

    Without clerks nobody is asked.
    """

    def __init__(self, day_close: DayClose) -> None:
        self._duty, self._changes = day_close.duty, day_close.changes
        self._tasks = TaskScope(hand_to_loop)
        self._sheet: InputSheet | None = None
        self.by = ""
        """The person in charge who has given the PIN in this visit."""

    @property
    def is_open(self) -> bool:
        """Whether a change is allowed without a question."""
        return not self._duty.has_clerks or bool(self.by)

    async def allows(self, over: QWidget) -> bool:
        """Whether a change is allowed, after the PIN of a person in charge where there are clerks."""
        if self.is_open:
            return True
        if self._sheet is not None:
            return False
        names = joined(", ", self._duty.in_charge)
        asked = InputWords(
            tr("Who is in charge?"),
            tr("This is for {names}. It is asked once, until Settings is left.", names=names),
            tr("PIN"),
            "charge_pin",
            tr("Go on"),
        )
        sheet = self._sheet = InputSheet(over.window(), asked, is_pin=True)
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def end() -> None:
            if not answer.done():
                answer.set_result(bool(self.by))

        def take() -> None:
            self._tasks.start("pin", self._confirm(sheet))

        sheet.entered.connect(take)
        for signal in (sheet.closed, sheet.destroyed):
            signal.connect(end)
        try:
            return await answer
        finally:
            self._sheet = None
            self._tasks.cancel_all()

    async def note(self, what: str, about: str = "") -> None:
        """Keep who has changed what; see `OfficeChanges`."""
        await self._changes.note(self.by, what, about)

    def leave(self) -> None:
        """Ask again at the next visit."""
        self.by = ""

    async def _confirm(self, sheet: InputSheet) -> None:
        try:
            self.by = await self._duty.confirm_in_charge(sheet.text)
        except DeskError as error:
            sheet.show_problem(error.advice)
        else:
            sheet.dismiss()
