"""The right side of the passengers page: the trip, the price, and remaining problems."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from app.core.language import joined, tr, trn
from app.desk.model.boats import BoatDraft, Departure
from app.desk.model.sale import Change, Wallet
from app.desk.sale.pricing import price_so_far
from app.desk.sale.sale_words import departure_seats
from app.ui.catalogue.trip_line import TripLine
from app.ui.kit.basics.actions import SHOW_NET
from app.ui.kit.basics.amounts import MoneyBlock
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.key_cap import KeyCap
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.room import Width
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.next_problem_line import NextProblemLine
from app.ui.kit.sheets.page_layout import ActionBar, Scroller
from app.ui.kit.sheets.pane import Pane
from app.ui.passengers import actions
from app.ui.sale.bar_words import fact_words, price_sums, who_words
from app.ui.sale.book_alone import BookAlone
from app.ui.sale.changes_note import ChangesTable
from app.ui.sale.cutoff_clock import CutoffLine
from app.ui.theme import style


class PassengerPane(Pane):
    """Trip, price, and the button to the preflight."""

    def __init__(self) -> None:
        super().__init__(style.PANE_NARROW, below=Width.MEDIUM)
        self._trip = called("trip_name", Label(role="heading", wraps=True))
        self._boat = Label(ink="text2", wraps=True)
        self._line = TripLine(small=True)
        self._money = MoneyBlock()
        self._note = called("price_note", Label(role="caption", ink="text2", wraps=True))
        self.fix, self.closing = NextProblemLine(), CutoffLine()
        self._is_closed = self._has_basket = False
        self._sums = price_sums(None)
        self.review = called("review", Button(actions.REVIEW, "primary", size=44, fills=True))
        self.alone = BookAlone()
        self._changes = ChangesTable()
        self._changed = held(column(self._changes, 12))
        self._changed.hide()
        trip = (self._changed, self._trip, self._boat, 12, self._line, self._money.details, None)
        scroller = Scroller(held(column(*trip, margins=(20, 16, 20, 16))))
        self.body.addWidget(scroller, 1)
        self.body.addWidget(held(column(self._note, margins=(20, 0, 20, 6))))
        self.body.addWidget(self._money)
        self.body.addWidget(_hidden_line())
        self.lend(self.closing, self.body)
        fix_line = column()
        self.lend(self.fix, fix_line)
        self.close_with(ActionBar(held(column(fix_line, self.review, self.alone, gap=10)), stacked=True))
        self.turned.connect(self._label)

    def show_basket(self, *, has_basket: bool, is_item: bool) -> None:
        """Make the button put the trip into the open basket, or lead to the preflight."""
        self._has_basket = has_basket
        self.alone.offer(offered=has_basket and not is_item)
        self._label()

    def show_sale(self, draft: BoatDraft, today: date) -> None:
        """Show in the bar what is sold, and who travels."""
        self.facts.show_fact(fact_words(draft, today), who_words(draft))

    def show_departure(self, departure: Departure) -> None:
        """Show the trip."""
        self._trip.setText(departure.name)
        boat = departure.boat_name if departure.trip_name else ""
        self._boat.setText(joined(", ", (boat, departure_seats(departure))))
        self._line.show_departure(departure)

    def show_price(self, draft: BoatDraft, wallet: Wallet | None, waiting: Decimal | None) -> None:
        """Show the price as far as it is known, and what of it is not certain yet; see `MoneyBlock`."""
        price, counted, missing = price_so_far(draft)
        self._money.show_price(price, wallet, waiting)
        self._money.show_known(draft.qty if price is None else draft.qty - missing, draft.qty)
        self._sums = price_sums(price)
        if missing and price is not None:
            # The note below is in a drawer where the bar has the sums.
            known = draft.qty - missing
            pays, payable = (
                each._replace(
                    name=tr("{name}, {known} of {count}", name=each.name, known=known, count=draft.qty)
                )
                for each in self._sums
            )
            self._sums = pays, payable
        self.facts.show_sums(*self._sums)
        told = [
            trn(
                "{number} fare is as you counted. Age and nationality may change it.",
                "{number} fares are as you counted. Ages and nationalities may change them.",
                counted,
            )
            if counted
            else "",
            trn(
                "{number} passenger is not in the price: the fare is not known yet.",
                "{number} passengers are not in the price: their fares are not known yet.",
                missing,
            )
            if missing
            else "",
        ]
        self._note.setText(joined(" ", told))
        self._note.setVisible(bool(counted or missing))

    def show_changes(self, changes: tuple[Change, ...]) -> None:
        """Show what is no longer as it was quoted."""
        self._changed.setVisible(bool(changes))
        if changes:
            self._changes.show_rows(changes, priced=True)

    def show_closed(self, *, closed: bool) -> None:
        """Make the button lead to the preflight, or, once this trip is closed, to another departure."""
        self._is_closed = closed
        self._label()

    def _label(self) -> None:
        if self.selling_off:
            self.review.set_label(tr("Selling is off"))
            self.review.disable(self.selling_off)
        else:
            usual = tr("Put in basket") if self._has_basket else tr("Review")
            self.review.set_label(tr("Choose another departure") if self._is_closed else usual)
            self.review.enable()


def _hidden_line() -> NetSide:
    """The line that the wallet side is hidden, with the key that shows it."""
    box = Box("sunken")
    label = Label(tr("Wallet side hidden"), ink="text2")
    line = row(Icon("eye-off", 14, "text2"), label, None, KeyCap(SHOW_NET), gap=6, margins=(20, 13, 20, 13))
    box.setLayout(column(Hairline(), line))
    return NetSide(column(box), in_place=True)
