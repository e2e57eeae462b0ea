"""The flow of notes: typed for a draft or for a booking, whose page then shows them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from shiboken6 import isValid

from app.core.language import joined, tr
from app.desk.bookings.booking_notes import ERASED
from app.desk.model.sale_notes import SaleNotes
from app.desk.sale.sale_words import occasion

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.desk.model.sale import Sale
    from app.ui.bookings.notes_sheet import NotesSheet
    from app.ui.flows.all_flows import Flows
    from app.ui.kit.sheets.page import Page
    from app.ui.sale.booked_page import BookedPage
    from app.ui.sale.draft_page import DraftPage
    from app.ui.window.main_window import MainWindow


class NotesFlow:
    """F3 opens the sheet of notes over the page of a draft, of a booking, or of a list of these."""

    def __init__(self, window: MainWindow, desk: Desk, flows: Flows) -> None:
        self._window, self._desk, self._flows = window, desk, flows
        self._sheet: NotesSheet | None = None

    def end(self) -> None:
        """Drop everything of this desk."""
        if self._sheet is not None and isValid(self._sheet):
            self._sheet.drop()

    def of_draft(self, form: DraftPage) -> None:
        """Type the notes of a draft, with which they stay until it is sent."""
        about = form.draft.customer_name.strip(), occasion(form.draft).title
        self._show("", form.draft.notes, about).kept.connect(form.note)

    def of_booked(self, page: BookedPage) -> None:
        """Type the notes of a sale that was just booked."""
        sold = page.voucher
        about = sold.customer_name, sold.title, sold.booking_ref
        sheet = self._show(sold.request_id, SaleNotes("", sold.note), about)
        sheet.kept.connect(page.note)
        sheet.print_asked.connect(page.ways.print)

    def of_sale(self, page: Page, sale: Sale | None) -> None:
        """Type the notes of a booking in a list, which is then read anew."""
        if sale is None:
            return
        if not (sale.customer_name or sale.customer_phone or sale.customer_email or sale.is_elsewhere):
            self._window.say(tr(ERASED))
            return
        sheet = self._show(sale.request_id, sale.notes, (sale.customer_name, sale.title, sale.booking_ref))
        sheet.kept.connect(page.office_changed)
        sheet.print_asked.connect(partial(self._flows.vouchers.open, sale, "print"))

    def _show(self, request_id: str, notes: SaleNotes, about: Sequence[str]) -> NotesSheet:
        # Not needed for the first paint.
        from app.ui.bookings.notes_sheet import NotesSheet

        self._sheet = NotesSheet(self._window, joined(", ", about), notes, self._desk.notes, request_id)
        self._sheet.kept.connect(partial(self._note_kept, request_id))
        return self._sheet

    def _note_kept(self, request_id: str, notes: SaleNotes) -> None:
        self._flows.vouchers.renote(request_id, notes)
        if request_id and self._desk.bookings.is_office_away:
            self._window.say(tr("Kept on this desk. The others see it when the database is back."))
