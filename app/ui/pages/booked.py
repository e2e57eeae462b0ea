"""A settled sale: the PNR to hand over, and what it cost."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QVBoxLayout, QWidget
from typing_extensions import override

from app.desk import words
from app.desk.advice import DeskError
from app.desk.boat_values import BoatDraft, Passenger
from app.desk.occasion import Occasion, occasion
from app.desk.values import Draft, Receipt
from app.ui import style
from app.ui.page import Page
from app.ui.parts.badge import Badge
from app.ui.parts.box import Hairline
from app.ui.parts.buttons import Button
from app.ui.parts.glyph import Glyph
from app.ui.parts.key_hint import KeyRow
from app.ui.parts.layouts import column, held, row
from app.ui.parts.overlay_scroll import OverlayScrollBar
from app.ui.parts.settlement_pane import SettlementPane
from app.ui.parts.sheet import HintLine, Scroller, SheetHeader
from app.ui.parts.steps import Steps
from app.ui.parts.text import Label
from app.ui.parts.toast import Toast
from app.ui.parts.when_line import WhenLine

if TYPE_CHECKING:
    from app.desk.desk import Desk

SLOT_STEPS = ("Slot and customer", "Review", "Booked")
BOAT_STEPS = ("Departure", "Passengers", "Review", "Booked")
_HELD_KEY_SECONDS = 1.0
_NUMBER_WIDTH = 14


def settled_words(receipt: Receipt) -> str:
    """When it was settled and how long it took: "10:52:09, 5 seconds"."""
    seconds = round(receipt.took.total_seconds())
    took = "less than a second" if seconds < 1 else "1 second" if seconds == 1 else f"{seconds} seconds"
    return f"{words.clock_seconds(receipt.settled_at)}, {took}"


class BookedPage(Page):
    """C copies the PNR, N begins the next sale."""

    keys: ClassVar[tuple[KeyRow, ...]] = ((("C",), "Copy the PNR"), (("N",), "New sale"))

    new_sale_asked = Signal()
    """On to the next customer."""

    def __init__(self, desk: Desk, receipt: Receipt, draft: Draft, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("booked_page")
        self._desk = desk
        self._receipt = receipt
        self._entered_at = 0.0
        self._toast = Toast(self)
        self._copy = Button("Copy", icon="copy", key="C")
        self._copy.setObjectName("copy_pnr")
        self._new_sale = Button("New sale", "primary", size=44, key="N")
        self._new_sale.setObjectName("new_sale")
        self._pane = SettlementPane(receipt)
        self._build(receipt, draft)
        self._copy.clicked.connect(self._copy_pnr)
        self._new_sale.clicked.connect(self.new_sale_asked)

    @override
    def enter(self) -> None:
        super().enter()
        self._entered_at = time.monotonic()

    @override
    def take_focus(self) -> None:
        self._new_sale.setFocus()

    @override
    def read_again(self) -> None:
        """Read the wallet again, above all when it could not be read after the sale."""
        self.tasks.start("wallet", self._read_wallet())

    @override
    def run_primary(self) -> None:
        """New sale; the Ctrl Enter that booked, still held down, does not turn the page."""
        if time.monotonic() - self._entered_at >= _HELD_KEY_SECONDS:
            self.new_sale_asked.emit()

    @override
    def step_back(self) -> None:
        self.new_sale_asked.emit()

    @override
    def show_net(self, *, shown: bool) -> None:
        super().show_net(shown=shown)
        self._pane.show_net(shown=shown)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        letter = event.text().casefold()
        if letter == "c":
            self._copy_pnr()
        elif letter == "n" and not event.isAutoRepeat():
            self.new_sale_asked.emit()
        else:
            super().keyPressEvent(event)

    def _build(self, receipt: Receipt, draft: Draft) -> None:
        names = BOAT_STEPS if isinstance(draft, BoatDraft) else SLOT_STEPS
        steps = Steps(names)
        steps.show_step(len(names))
        scroller = Scroller(held(self._content(receipt, draft)))
        OverlayScrollBar(scroller)
        customer = f"Customer: {draft.customer_name.strip()}, {draft.customer_phone}"
        left = column()
        left.addWidget(scroller, 1)
        left.addWidget(HintLine(customer, None, "Kept in Bookings on this counter"))
        split = row()
        split.addLayout(left, 1)
        split.addWidget(self._pane)
        lines = column(SheetHeader("Sale complete", "", steps))
        lines.addLayout(split, 1)
        self.setLayout(lines)

    def _content(self, receipt: Receipt, draft: Draft) -> QVBoxLayout:
        pnr = Label(receipt.booking_ref, "pnr", elides=True)
        pnr.setObjectName("booking_ref")
        when, sold = WhenLine(), occasion(draft)
        if sold.day is not None:
            names = ("Departure", "Return") if isinstance(draft, BoatDraft) else ("Starts", "Ends")
            when.show_window(sold.day, sold.starts, sold.ends, sold.window, names)
        state = row(
            Glyph("circle-check", 20, "success"),
            Label("Booked and paid", "heading", "success"),
            Label(settled_words(receipt), "caption", "text3"),
            *((Badge("PRACTICE", "outline"),) if receipt.practice else ()),
            None,
            gap=8,
        )
        return column(
            state,
            10,
            row(pnr, self._copy, None, gap=20),
            Label("PNR. Give it to the customer.", ink="text2"),
            20,
            row(self._new_sale, None, gap=8),
            28,
            Hairline(),
            20,
            Label(sold.title, "heading", wraps=True),
            Label(sold.place, ink="text2", elides=True),
            14,
            when,
            18,
            Hairline(),
            14,
            _people(draft, sold),
            None,
            margins=(40, 32, 40, 16),
        )

    async def _read_wallet(self) -> None:
        try:
            wallet = await self._desk.wallet()
        except DeskError as error:
            self._toast.say(error.advice.what)
        else:
            self._pane.show_wallet(wallet)

    def _copy_pnr(self) -> None:
        QApplication.clipboard().setText(self._receipt.booking_ref)
        self._toast.say("PNR copied")


def _people(draft: Draft, sold: Occasion) -> QWidget:
    """Who goes: each traveller of a boat, or the seats and the customer of an activity."""
    return _travellers(draft.passengers) if isinstance(draft, BoatDraft) else _seats(draft, sold)


def _travellers(passengers: Sequence[Passenger]) -> QWidget:
    grid = QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(24)
    grid.setVerticalSpacing(10)
    for place, each in enumerate(passengers):
        number = Label(str(place + 1), ink="text3")
        number.setFixedWidth(style.scaled(_NUMBER_WIDTH))
        about = Label(", ".join(part for part in (each.age.strip(), each.nationality) if part), ink="text3")
        person = row(number, Label(each.traveler_name.strip(), "bodyStrong"), about, None, gap=8)
        grid.addLayout(person, place // 2, place % 2)
        grid.setColumnStretch(place % 2, 1)
    return held(grid)


def _seats(draft: Draft, sold: Occasion) -> QWidget:
    party = row(Label(sold.party, "bodyStrong"), Label(sold.party_more, ink="text3", elides=True), gap=8)
    name = Label(draft.customer_name.strip(), "bodyStrong")
    person = row(name, Label(draft.customer_email.strip(), ink="text3", elides=True), gap=8)
    line = row(gap=32)
    line.addLayout(party, 1)
    line.addLayout(person, 1)
    return held(line)
