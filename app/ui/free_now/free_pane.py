"""One start in full: times, seats, closing, the other starts of its trip, and what it costs the party."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal

from PySide6.QtWidgets import QVBoxLayout

from app.core.language import joined, tr
from app.desk.free_now.values import FreeStanding, FreeStart
from app.desk.model import formats
from app.desk.model.moment import Moment
from app.desk.model.sale import Wallet
from app.desk.sale.sale_words import trip_closing_words
from app.ui.catalogue.departure_detail import IdentityNeeds
from app.ui.catalogue.trip_line import TripLine
from app.ui.free_now import actions
from app.ui.free_now.free_words import closes_on, left_words, other_words, subtitle
from app.ui.kit.basics.actions import PUT_IN_BASKET
from app.ui.kit.basics.amounts import MoneyBlock, Pair
from app.ui.kit.basics.badge import Dot
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, empty, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.page_layout import ActionBar, Scroller
from app.ui.kit.sheets.pane import Pane
from app.ui.sale.bar_words import price_sums

_MOST_OTHERS = 6


class FreePane(Pane):
    """What decides about the chosen start; nothing for none."""

    def __init__(self) -> None:
        super().__init__()
        self.sell = called("sell_to", Button(actions.SELL_TO, "primary", size=44, fills=True))
        self.put = called("put_free", Button(tr("Basket"), key=PUT_IN_BASKET, size=44))
        self._title = called("free_title", Label(role="title", wraps=True))
        self._subtitle = Label(ink="text2", wraps=True)
        self._line, self._dot = TripLine(), Dot()
        self._seats_at = Label(role="caption", ink="text3", wraps=True)
        self._seats = called("free_seats", Label(wraps=True))
        self._closes_name = Label(role="caption", ink="text3", wraps=True)
        self._closes = called("free_closes", Label(role="bodyStrong", wraps=True))
        self._needs = IdentityNeeds()
        self._bring = held(column(Label(tr("Bring for every passenger"), "bodyStrong"), self._needs, gap=6))
        self._others_name = Label(tr("Its other starts on this day"), "bodyStrong")
        self._others_for = Label("", "caption", "text3", right=True)
        self._others = column(gap=4)
        self._shown_others: tuple[str | FreeStart, ...] = ()
        self._other_starts = held(
            column(row(self._others_name, None, self._others_for, gap=12), 4, self._others)
        )
        self._rule_name = Label(tr("Cancellation"), "bodyStrong")
        self._rule = Label(ink="text2", wraps=True)
        self._money = MoneyBlock()
        self._facts = held(self._laid_out())
        self.body.addWidget(Scroller(self._facts), 1)
        self.body.addWidget(self._money)
        self.close_with(ActionBar(self.put, self.sell))
        self.show_nothing("")

    def show_nothing(self, reason: str) -> None:
        """Show that no start is chosen."""
        self._facts.hide()
        self._money.show_price(None)
        self.facts.show_fact("", reason)
        self.facts.show_sums(*price_sums(None))
        for each in (self.sell, self.put):
            each.disable(reason)

    def show_start(
        self, start: FreeStart, day: date, now: tuple[Moment, datetime], *, is_online: bool
    ) -> None:
        """Show a start of the day; `now` is the moment of the counter, and the service's time."""
        moment, service = now
        self._title.setText(start.title)
        self._subtitle.setText(subtitle(start, day))
        self._line.setVisible(start.standing is not FreeStanding.UNREAD)
        self._dot.show_tone("success" if is_online and start.is_live(moment) else "hollow")
        read = "" if start.read is None else formats.clock_seconds(start.read.here)
        self._seats_at.setText(tr("Seats, read {time}", time=read) if read else tr("Seats"))
        self._seats.setText(left_words(start) if start.read else tr("Not read"))
        self._closes_name.setText(tr("Booking closes"))
        if start.departure is not None:
            self._line.show_departure(start.departure)
            name, until = trip_closing_words(start.departure, service.date())
            self._closes_name.setText(name or tr("Booking"))
            self._closes.setText(until or tr("Not stated"))
        elif start.slot is not None:
            self._line.show_slot(start.slot)
            self._closes.setText(closes_on(start, service))
        else:
            self._closes.setText(tr("Not read"))
        self._bring.setVisible(start.is_boat)
        self._needs.show_identity(start.departure.identity if start.departure else None)
        rule = start.offer.cancellation if start.offer else ""
        self._rule.setText(rule)
        for each in (self._rule_name, self._rule):
            each.setVisible(bool(rule))
        self.sell.set_label(tr("Sell to {who}", who=start.seats))
        self._facts.show()
        times = formats.window(start.starts, start.ends, start.slot.window if start.slot else "")
        self.facts.show_fact(joined(", ", (start.title, times)), left_words(start) if start.read else "")

    def show_others(self, others: Sequence[FreeStart], people: str) -> None:
        """Show the other starts of its trip, with what they cost the same people."""
        if (people, *others) == self._shown_others:
            return
        self._shown_others = (people, *others)
        self._other_starts.setVisible(bool(others))
        self._others_for.setText(tr("for {who}", who=people))
        empty(self._others)
        for each in others[:_MOST_OTHERS]:
            window = formats.window(each.starts, each.ends, each.slot.window if each.slot else "")
            ink = "text2" if each.reason else "text"
            self._others.addWidget(Pair(window, other_words(each), name_ink=ink, value_ink=ink))
        if len(others) > _MOST_OTHERS:
            self._others.addWidget(Label(tr("{number} more", number=len(others) - _MOST_OTHERS), "caption"))

    def show_money(self, start: FreeStart, wallet: Wallet | None, waiting: Decimal | None) -> None:
        """Show what it costs, and what is left of the wallet after it and what waits in the basket."""
        price = start.price()
        self._money.show_price(price, wallet, waiting)
        self.facts.show_sums(*price_sums(price))

    def allow(self, reason: str, put_reason: str) -> None:
        """Enable the buttons, or say why they do nothing."""
        for button, why in ((self.sell, reason), (self.put, reason or put_reason)):
            if why:
                button.disable(why)
            else:
                button.enable()

    def _laid_out(self) -> QVBoxLayout:
        seats = row(self._dot, (self._seats, 1), gap=6)
        facts = row(gap=12, margins=(0, 9, 0, 9))
        facts.addLayout(column(self._seats_at, seats, None), 1)
        facts.addLayout(column(self._closes_name, self._closes, None), 1)
        details = held(column(self._money.details, margins=(0, 4, 0, 0)))
        things = (
            self._title, self._subtitle, 10, self._line, 8, Hairline(), facts, Hairline(), 8,
            self._bring, self._other_starts, 6, self._rule_name, self._rule, details, None,
        )  # fmt: skip
        return column(*things, gap=4, margins=(20, 18, 20, 12))
