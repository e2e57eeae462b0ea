"""Asks for the PIN of a person in charge before what is the office's business is changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.core.language import Message, joined, mark, tr
from app.desk.office.office_changes import ADDRESS, ALERTS, CUSTOMER_REFUND, RETENTION, TILL, UPI
from app.ui.kit.sheets.dialogs import ask_input
from app.ui.kit.sheets.input_sheet import InputWords

if TYPE_CHECKING:
    from app.desk.day_close.day_close import DayClose


_KINDS = {
    "office_url": (ADDRESS, Message("{about}")),
    "low_cash": (ALERTS, mark("cash {about}")),
    "low_credit": (ALERTS, mark("credit {about}")),
    "refund_kept": (CUSTOMER_REFUND, mark("less {about} %")),
    "refund_rule": (CUSTOMER_REFUND, Message("{about}")),
    "receipt_series": (TILL, mark("series {about}")),
    "retention_days": (RETENTION, Message("{about}")),
    "till": (TILL, Message("{about}")),
    "upi_address": (UPI, Message("{about}")),
}
"""The settings that are the office's business: what a change of each is, and how its value is written."""


class InCharge:
    """Whether changes are allowed: once a visit of the settings it is asked who is there.

    Without clerks nobody is asked.
    """

    def __init__(self, day_close: DayClose | None = None) -> None:
        """Without a `day_close` everything is allowed, and nothing is kept of it."""
        self._days = day_close
        self._is_asking = False
        self.by = ""
        """The person in charge who has given the PIN in this visit."""

    @property
    def is_open(self) -> bool:
        """Whether a change is allowed without a question."""
        return self._days is None or not self._days.duty.has_clerks or bool(self.by)

    async def allows(self, over: QWidget) -> bool:
        """Whether a change is allowed, after the PIN of a person in charge where there are clerks."""
        days = self._days
        if days is None or self.is_open:
            return True
        if self._is_asking:
            return False
        words = InputWords(
            tr("Who is in charge?"),
            tr(
                "This is for {names}. It is asked once, until Settings is left.",
                names=joined(", ", days.duty.in_charge),
            ),
            tr("PIN"),
            "charge_pin",
            tr("Go on"),
        )

        async def confirm(pin: str) -> None:
            self.by = await days.duty.confirm_in_charge(pin)

        self._is_asking = True
        try:
            return await ask_input(over.window(), words, confirm, is_pin=True)
        finally:
            self._is_asking = False

    async def takes_back(self, former: Mapping[str, object], over: QWidget) -> bool:
        """Whether settings may be as before again, kept as the change was. `former` has values by name."""
        mine = [(*_KINDS[name], value) for name, value in former.items() if name in _KINDS]
        if mine and not await self.allows(over):
            return False
        for kind, words, value in mine:
            self.note(kind, tr(words.filled(about=str(value or "\u2013"))))
        return True

    def note(self, what: str, about: str = "") -> None:
        """Keep who has changed what; see `OfficeChanges`."""
        if self._days is not None:
            self._days.changes.note(self.by, what, about)

    def leave(self) -> None:
        """Ask again at the next visit."""
        self.by = ""
