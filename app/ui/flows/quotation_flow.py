"""The flow of quotations: written on a page of a sale, handed over, and taken up again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from shiboken6 import isValid

from app.core.language import tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model.boats import BoatDraft
from app.desk.model.errors import DeskError
from app.desk.model.formats import sentences
from app.desk.model.sale import DraftAsRead
from app.desk.quotations.quotation import reference_of
from app.ui.vouchers.delivery import PaperDelivery

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.desk.quotations.quotation import Quotation
    from app.ui.flows.all_flows import Flows
    from app.ui.quotations.sheet import QuotationSheet
    from app.ui.window.main_window import MainWindow


class QuotationFlow:
    """Opens quotations over the window, and the page of one that is taken up again."""

    def __init__(self, window: MainWindow, desk: Desk, flows: Flows) -> None:
        self._window, self._desk, self._flows = window, desk, flows
        self._sheet: QuotationSheet | None = None
        self._tasks = TaskScope(lambda name, error: hand_to_loop(f"{name} of the quotations", error))

    def open(self, number: int) -> None:
        """Read what was quoted under a number again, and open its page."""
        self._tasks.start("taking up", self._take_up(number))

    def end(self) -> None:
        """Drop everything of this desk."""
        self._tasks.cancel_all()
        if self._sheet is not None and isValid(self._sheet):
            self._sheet.dismiss()
        self._sheet = None

    def write(self, asked: Sequence[DraftAsRead]) -> None:
        """Write one quotation of these, and show it."""
        if not self._tasks.is_running("writing"):
            self._tasks.start("writing", self._write(asked))

    async def _write(self, asked: Sequence[DraftAsRead]) -> None:
        try:
            self._show(await self._desk.quotations.write(asked), asked)
        except DeskError as error:
            self._window.say(error.advice.what)

    def _show(self, quotation: Quotation, asked: Sequence[DraftAsRead]) -> None:
        # Not needed for the first paint.
        from app.ui.quotations.sheet import QuotationSheet

        if self._sheet is not None and isValid(self._sheet):
            self._sheet.dismiss()
        sheet = QuotationSheet(self._window, quotation)
        sheet.be_served(PaperDelivery(sheet, lambda: sheet.chosen))
        sheet.asked.connect(partial(self._ask_details, sheet, asked))
        self._sheet = sheet

    def _ask_details(self, sheet: QuotationSheet, asked: Sequence[DraftAsRead], way: str) -> None:
        """Ask the customer who travels on the first trip of the quotation that asks for names."""
        if way == "details":
            from app.ui.passengers.details_request import hand_details_request

            drafts = sorted(
                (each.draft for each in asked), key=lambda draft: not isinstance(draft, BoatDraft)
            )
            rules, is_real = self._desk.rules, self._desk.reader.profile.is_real
            sheet.show_done(hand_details_request(drafts[0], rules, is_practice=not is_real))

    async def _take_up(self, number: int) -> None:
        try:
            taken = await self._desk.quotations.take_up(number)
        except DeskError as error:
            self._window.say(error.advice.what)
            return
        if len(taken.trips) == 1:
            self._flows.sale.take_up(taken.trips[0])
        else:
            self._flows.basket.take_up(taken)
        same = tr("This is {number}. Time and prices are as quoted.", number=reference_of(number))
        # What has changed stands on the page.
        told = taken.gone if any(each.changes for each in taken.trips) else (same, *taken.gone)
        if told:
            self._window.say(sentences(*told))
