"""The page on which a sale is typed."""

from __future__ import annotations

from PySide6.QtCore import Signal

from app.desk.model.sale import Draft, Problem
from app.desk.model.sale_notes import SaleNotes
from app.ui.kit.sheets.page import SalePage
from app.ui.kit.sheets.shortcuts import Act


class DraftPage(SalePage):
    """Edits a draft, which is passed to the next and the former page."""

    review_asked = Signal(object)
    """Emitted with a `Draft` without problems, for the preflight."""
    put_asked = Signal(object)
    """Emitted with the `Draft` to put it into the basket."""
    back_asked = Signal(object)
    """Emitted with the `Draft` to go back to the list."""
    quotation_asked = Signal(object)
    """Emitted with the `DraftAsRead` to be quoted."""

    @property
    def draft(self) -> Draft:
        """The present draft."""
        raise NotImplementedError

    def note(self, notes: SaleNotes) -> None:
        """Have these notes in the draft."""
        raise NotImplementedError

    def offer_last(self, last: tuple[Draft, ...], put_away: Act, filled: Draft | None = None) -> None:
        """Offer what was typed for the last customers, which `put_away` forgets; nothing is filled in.

        What the program `filled` in before does not count as typed.
        """
        raise NotImplementedError

    def show_refused(self, problem: Problem) -> None:
        """Show at a field that the service refused it, until it is changed."""
        raise NotImplementedError
