"""The right side of the passengers page: the trip, the price, and remaining problems."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.language import joined, tr, trn
from app.desk.model.boats import BoatDraft, Departure
from app.desk.model.sale import Wallet
from app.desk.sale.pricing import price_so_far, uncertain
from app.desk.sale.sale_words import departure_seats
from app.ui.catalogue.trip_line import TripLine
from app.ui.kit.basics.actions import SHOW_NET
from app.ui.kit.basics.amounts import MoneyBlock
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.key_cap import KeyCap
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.next_problem_line import NextProblemLine
from app.ui.kit.sheets.page_layout import ActionBar, Pane, Scroller
from app.ui.passengers import actions
from app.ui.sale.cutoff_clock import CutoffLine
from app.ui.theme import style


class PassengerPane(Pane):
    """Trip, price, and the button to the preflight."""

    review_asked = Signal()
    """Emitted by the primary button."""
    fix_asked = Signal()
    """Emitted to go to the first wrong field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(style.PANE_NARROW, parent)
        self._trip = Label(role="heading", wraps=True)
        self._trip.setObjectName("trip_name")
        self._boat = Label(ink="text2", wraps=True)
        self._line = TripLine(small=True)
        self._money = MoneyBlock()
        self._note = Label(role="caption", ink="text2", wraps=True)
        self._note.setObjectName("price_note")
        self._hidden = _hidden_line()
        self.fix, self.closing = NextProblemLine(), CutoffLine()
        self._selling_off, self._is_closed = "", False
        self.review = Button(actions.REVIEW, "primary", size=44, fills=True)
        self.review.setObjectName("review")
        scroller = Scroller(
            held(column(self._trip, self._boat, 12, self._line, None, margins=(20, 16, 20, 16)))
        )
        self.body.addWidget(scroller, 1)
        self.body.addWidget(held(column(self._note, margins=(20, 0, 20, 6))))
        self.body.addWidget(self._money)
        self.body.addWidget(self._hidden)
        self.body.addWidget(self.closing)
        self.body.addWidget(ActionBar(held(column(self.fix, self.review, gap=10)), stacked=True))
        self.review.clicked.connect(self.review_asked)
        self.fix.asked.connect(self.fix_asked)
        self.show_net(shown=True)

    def show_departure(self, departure: Departure) -> None:
        """Show the trip."""
        self._trip.setText(departure.name)
        boat = departure.boat_name if departure.trip_name else ""
        self._boat.setText(joined(", ", (boat, departure_seats(departure))))
        self._line.show_departure(departure)

    def show_price(self, draft: BoatDraft, wallet: Wallet | None) -> None:
        """Show the price as far as it is known, and what of it is not certain yet."""
        self._money.show_price(price_so_far(draft), wallet)
        counted, missing = uncertain(draft)
        told = [
            trn(
                "{number} fare as counted: age and nationality decide.",
                "{number} fares as counted: age and nationality decide.",
                counted,
            )
            if counted
            else "",
            trn(
                "Without {number} passenger, whose fare is not known yet.",
                "Without {number} passengers, whose fares are not known yet.",
                missing,
            )
            if missing
            else "",
        ]
        self._note.setText(joined(" ", told))
        self._note.setVisible(bool(counted or missing))

    def show_selling(self, *, off: str) -> None:
        """Enable the button, or disable it with a reason."""
        self._selling_off = off
        self._label()

    def show_closed(self, *, closed: bool) -> None:
        """Make the button lead to the preflight, or, once this trip is closed, to another departure."""
        self._is_closed = closed
        self._label()

    def show_net(self, *, shown: bool) -> None:
        """Show or hide the wallet side."""
        self._money.show_net(shown=shown)
        self._hidden.setVisible(not shown)

    def _label(self) -> None:
        if self._selling_off:
            self.review.set_label(tr("Selling is off"))
            self.review.disable(self._selling_off)
        else:
            self.review.set_label(tr("Choose another departure") if self._is_closed else tr("Review"))
            self.review.enable()


def _hidden_line() -> QWidget:
    """The line that the wallet side is hidden, with the key that shows it."""
    box = Box("sunken")
    label = Label(tr("Wallet side hidden"), ink="text2")
    line = row(Icon("eye-off", 14, "text2"), label, None, KeyCap(SHOW_NET), gap=6, margins=(20, 13, 20, 13))
    box.setLayout(column(Hairline(), line))
    return box
