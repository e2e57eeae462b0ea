"""One sale in full: PNR, product and time, people, money, status, and history."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QStackedWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.bookings.booking_values import Booked, SaleStanding
from app.desk.model import formats
from app.desk.model.booking import says_cancelled
from app.desk.model.sale import Advice, Sale
from app.ui.bookings import actions
from app.ui.bookings.sale_facts import ReceivedFacts, SaleFacts
from app.ui.bookings.unknown_sale_words import past_events
from app.ui.kit.basics.announcing import say
from app.ui.kit.basics.badge import Badge, Tone
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.room import Moving
from app.ui.kit.basics.text import Label, Run
from app.ui.kit.controls.buttons import Button, IconButton, shrinking_row
from app.ui.kit.lists.timeline import Timeline
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import ActionBar, Scroller
from app.ui.kit.sheets.pane import Pane
from app.ui.kit.sheets.request_number import RequestNumber

_NOT_SOLD = (
    mark("Do not sell it again yet."),
    mark("Ask the operator for the PNR with the request number."),
)
_NOT_CANCELLED = (
    mark("Do not cancel it again yet."),
    mark("The booking is read by itself; do not pay out the refund."),
)
_ELSEWHERE = mark("Another counter sold it. This one knows of its cancellations alone: X cancels more of it.")
_LOOKED_UP = mark("Another counter sold it. It was looked up here: X cancels some of it.")
_GOOD = frozenset({"confirmed", "paid"})
_SIDE, _GAP = 20, 8


class SaleDetail(Pane):
    """The right pane of the bookings."""

    def __init__(self, *, keeps_till: bool = False) -> None:
        """At a counter that `keeps_till` that alone says what was paid."""
        super().__init__()
        self._keeps_till = keeps_till
        self._sale: Sale | None = None
        self._pnr = called("detail_pnr", Label("", "title", elides=True).set_identity())
        self._copy = IconButton("copy", tr("Copy the PNR"))
        self._badges = (Badge(""), Badge(""))
        self._title = Label("", "body", wraps=True)
        self._when = Label("", "body", "text2", wraps=True)
        self._note, self._problem = MessageBox("warning"), MessageBox("danger")
        self.voucher = called("voucher", Button(actions.VOUCHER, "primary"))
        self.check = called("check_status", Button(tr("Check status"), icon="refresh-cw"))
        self.cancel = called("cancel_booking", Button(tr("Cancel\u2026"), "danger_quiet"))
        self.settle = called("show_outcome", Button(actions.OPEN, "primary", fills=True))
        self._elsewhere = Label("", ink="text2", wraps=True)
        self._paid = called("till_standing", Label("", ink="text2", wraps=True))
        self._paid.hide()
        self._for_us = called("shown_for_us", Label("", ink="text2", wraps=True))
        self._on_voucher = called("shown_on_voucher", Label("", ink="text2", wraps=True))
        self._facts, self._received = SaleFacts(keeps_till=keeps_till), ReceivedFacts()
        self._request = RequestNumber()
        self._history = called("sale_history", Timeline(tight=True))
        self._build()
        self._copy.clicked.connect(self._copy_pnr)

    def show_sale(self, booked: Booked) -> None:
        """Show this sale."""
        sale = booked.sale
        self._states.setCurrentIndex(1)
        if self._sale is None or self._sale.request_id != sale.request_id:
            self.check.set_busy("")
            self._problem.hide()
            self._paid.hide()
        self._sale = sale
        self._pnr.setText(sale.booking_ref or tr("No PNR"))
        self._copy.setVisible(bool(sale.booking_ref))
        self._show_states(sale)
        runs = (Run(sale.title, "bodyStrong"), Run(f", {sale.place}", ink="text2"))
        self._title.set_runs(*(runs if sale.place else runs[:1]))
        day = formats.day_long(sale.day) if sale.day else ""
        self._when.setText(joined(", ", (day, sale.window)))
        self.facts.show_fact(joined(", ", (sale.booking_ref, sale.title)), joined(", ", (day, sale.window)))
        for label, name, note in (
            (self._for_us, tr("For us"), sale.notes.for_us),
            (self._on_voucher, tr("On the voucher"), sale.notes.on_voucher),
        ):
            label.set_runs(Run(f"{name}: ", "captionStrong"), Run(note))
            label.setVisible(bool(note))
        self._open_part.setVisible(sale.is_open)
        self._note.show_words(*map(tr, _NOT_CANCELLED if sale.open_cancellation else _NOT_SOLD))
        self._show_ways()
        known = _known_words(booked)
        self._elsewhere.setVisible(bool(known))
        self._elsewhere.setText(known)
        self._facts.show_sale(sale, booked.reading)
        self._received.show_rows(booked.reading.more if booked.reading else ())
        self._request_part.setVisible(sale.standing != SaleStanding.LOOKED_UP)
        self._request.show_number(sale.request_id)
        events = past_events(sale)
        self._history.show_events(events)
        # What another desk has sold has its history there.
        self._history_part.setVisible(bool(events))

    def show_paid(self, words: str) -> None:
        """Show what the till has of the sale on screen; an empty text for nothing."""
        self._paid.setText(words)
        self._paid.setVisible(bool(words))

    def show_nothing(self) -> None:
        """Show that none is chosen."""
        self._states.setCurrentIndex(0)
        self._sale = None
        self._show_ways()
        self.facts.show_fact("")

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_badges()

    def _place_badges(self) -> None:
        """Beside the PNR, or under it where that would be cut: it is read out and typed from here."""
        shown = [self._pnr, self._copy, *(each for each in self._badges if not each.isHidden())]
        needed = sum(each.sizeHint().width() for each in shown) + len(shown) * _GAP
        is_below = self.room.is_small or needed > self.width() - 2 * _SIDE
        for place, badge in enumerate(self._badges):
            if is_below:
                self._badge_line.insertWidget(place, badge)
            else:
                self._head.addWidget(badge)

    def show_checking(self) -> None:
        """Show that the service is being asked."""
        self._problem.hide()
        self.check.set_busy(tr("Asking\u2026"))

    def show_checked(self, problem: Advice | None = None) -> None:
        """Show that the service has answered, or why not."""
        self.check.set_busy("")
        if problem is not None:
            self._problem.show_words(problem.what, problem.action)
        self._problem.setVisible(problem is not None)

    def copy_pnr(self) -> None:
        """Copy the PNR, if there is one."""
        if self._copy.isVisible():
            self._copy_pnr()

    def _show_states(self, sale: Sale) -> None:
        """Show the last status of the service, unless the counter knows more."""
        first, second = self._badges
        booked, paid = (formats.state(each) for each in sale.said[:2])
        paid = of_service(paid, keeps_till=self._keeps_till)
        own_words = {SaleStanding.BOOKED, SaleStanding.LOOKED_UP, SaleStanding.ELSEWHERE}
        is_said = bool(booked) and (sale.standing in own_words or (sale.is_less and not sale.is_open))
        own: Tone = "warning" if sale.is_open else "success" if _is_booked(sale) else "neutral"
        first.show_state(booked if is_said else sale.state, _tone(sale.said[0]) if is_said else own)
        second.show_state(paid, "neutral" if self._keeps_till else _tone(sale.said[1]))
        second.setVisible(bool(paid))
        self._place_badges()

    def _show_ways(self) -> None:
        """Show the actions for the sale, in a small window in the foot."""
        sale = self._sale
        if sale is not None:
            self.voucher.setVisible(has_voucher(sale))
            self.check.setVisible(bool(sale.booking_ref) and not sale.is_of_other)
            self.cancel.setVisible(sale.may_be_cancelled)
        has_ways = sale is not None and bool(sale.booking_ref)
        self._ways_part.setVisible(has_ways and not self.room.is_small)
        self._bar.setVisible(has_ways and self.room.is_small)

    def _copy_pnr(self) -> None:
        QGuiApplication.clipboard().setText(self._pnr.text())
        say(self, tr("{pnr} copied.", pnr=self._pnr.text()))

    def _build(self) -> None:
        self._head = row(self._pnr, self._copy, None, *self._badges, gap=_GAP)
        self._badge_line = row(None, gap=_GAP)
        self.turned.connect(self._place_badges)
        self._open_part = held(column(14, self._note, 12, self.settle))
        self._problem.hide()
        self._bar = ActionBar()
        self._bar.hide()
        ways = held(shrinking_row(self.voucher, self.check, None, self.cancel))
        self._ways_part = held(column(14, Moving(ways, lambda room: room.is_small, self._bar.hold)))
        self.turned.connect(self._show_ways)
        self.close_with(self._bar)
        self._history_part = held(column(14, Hairline(), 14, self._history))
        self._request_part = held(column(14, Hairline(), 12, self._request))
        inner = column(
            self._head,
            self._badge_line,
            2,
            self._title,
            self._when,
            self._for_us,
            self._on_voucher,
            self._open_part,
            self._ways_part,
            8,
            self._problem,
            self._elsewhere,
            self._paid,
            self._facts,
            self._history_part,
            self._received,
            self._request_part,
            None,
            margins=(_SIDE, 18, _SIDE, 20),
        )
        words = Label(tr("Choose a booking to see it"), "body", "text3", centred=True)
        self._states = QStackedWidget()
        self._states.addWidget(held(column(None, words, None)))
        self._states.addWidget(Scroller(held(inner)))
        self.body.addWidget(self._states, 1)


def _known_words(booked: Booked) -> str:
    """How far what is shown is the whole booking; empty when it is."""
    sale, elsewhere = booked.sale, ""
    if sale.is_elsewhere:
        elsewhere = tr(_LOOKED_UP if sale.standing == SaleStanding.LOOKED_UP else _ELSEWHERE)
    return joined(" ", (elsewhere, booked.unknown))


def of_service(state: str, *, keeps_till: bool) -> str:
    """What the service says of the wallet, marked so where a till says what the customer has paid."""
    return tr("Service: {state}", state=state) if state and keeps_till else state


def has_voucher(sale: Sale) -> bool:
    """Whether a voucher can be made of the sale."""
    is_left = _is_booked(sale) and not says_cancelled(sale.said[0])
    return bool(sale.booking_ref) and is_left


def _is_booked(sale: Sale) -> bool:
    return sale.standing in {SaleStanding.BOOKED, SaleStanding.PARTLY_CANCELLED}


def _tone(status: str) -> Tone:
    return "success" if status.casefold() in _GOOD else "neutral"
