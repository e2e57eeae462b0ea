"""The page of a move that was decided: how both acts stand, and the ways on."""

from __future__ import annotations

from decimal import Decimal
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.cancellation.refund_quote import RefundQuote
from app.desk.model import formats
from app.desk.model.sale import Progress, Sale
from app.desk.moving.values import Move, MoveStage
from app.ui.kit.basics.amounts import Pair, total
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.badge import Badge
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.lists.timeline import Timeline
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import ActionBar, HintLine, Scroller, SheetHeader
from app.ui.kit.sheets.pane import Pane, ShownSum, split_sheet
from app.ui.kit.sheets.step_bar import StepBar
from app.ui.moving import actions
from app.ui.moving.move_page import STEPS
from app.ui.moving.move_pane import amount_words
from app.ui.moving.move_words import day_and_window, old_day, pays_name, stage_words
from app.ui.sale.order_timeline import CANCELLATION, OrderProgress


class MoveStatePage(Page):
    """It can be left at any time; nothing of it is sent by itself after a start."""

    own_actions = actions.STANDING
    title = mark("Another date")

    way_taken = Signal(str)
    """Emitted with a `MoveWay` that leads on."""
    spent = Signal(object)
    """Emitted with the `RefundQuote` that was seen, to cancel the old one."""
    stopped = Signal()
    """Emitted by Esc before the old one is being cancelled."""
    voucher_asked = Signal(object, str)
    """Emitted with the new `Sale`, to show its voucher."""
    payment_asked = Signal(object)
    """Emitted with the new `Sale`, to take what is to be paid more, or give back."""
    looked = Signal()
    """Emitted to look again how both stand."""

    def __init__(self, move: Move, *, keeps_till: bool) -> None:
        super().__init__()
        self.setObjectName("move_state_page")
        self._move, self._keeps_till = move, keeps_till
        self._quote: RefundQuote | None = None
        self._is_busy = False
        self._badge, self._steps = Badge(""), StepBar(STEPS)
        self._headline = called("headline", Label("", "question", wraps=True))
        self._meaning = called("meaning", Label("", "lead", "text2", wraps=True))
        self._announcer = Announcer(self, is_urgent=True)
        self._ways = [called(f"way_{key}", Button("", key=key)) for key in actions.WAYS.pressed]
        self._voucher, self._serve = Button(actions.VOUCHER), Button(actions.SERVE)
        self._payment = called("move_payment", Button(actions.PAYMENT, "primary"))
        self._new, self._old = (Pair("", known_as=name) for name in ("new_act", "old_act"))
        self._no_money = called("no_money", Label(tr("Take no money yet"), "heading"))
        self._pays = total("", known_as="move_pays")
        self._if = Label(tr("If it is booked and moved"), ink="text2")
        self._else = Pair(tr("If it is not"), formats.amount(Decimal(0)), known_as="pays_else")
        self._at = Label("", "caption", "text3")
        self._quoted = Pair(tr("Refund, quoted anew"), known_as="move_quoted")
        self._accepted = Pair(tr("Refund, as you accepted it"))
        self._events = Timeline()
        self._progress = OrderProgress(CANCELLATION, self._show_progress, self)
        self.spend = called("spend", ConfirmButton("", destructive=True))
        self._build()
        takes = [partial(self._take, number) for number in range(len(self._ways))]
        for button, take in zip(self._ways, takes, strict=True):
            button.clicked.connect(take)
        self.spend.spent.connect(self._spend)
        self._serve.clicked.connect(lambda: self.way_taken.emit("serve"))
        self.bind(actions.SERVE, self._serve.click)
        self.bind(actions.VOUCHER, self._show_voucher)
        self.bind(actions.PAYMENT, self._pay)
        self._voucher.clicked.connect(self._show_voucher)
        self._payment.clicked.connect(self._pay)
        self.show_move(move)

    @property
    def move_id(self) -> str:
        """The move this is about."""
        return self._move.kept.id

    @override
    def take_focus(self) -> None:
        shown = (each for each in (*self._ways, self._payment, self._voucher) if each.isVisibleTo(self))
        next(shown, self).setFocus()

    @override
    def read_again(self) -> None:
        self.looked.emit()

    @override
    def run_primary(self) -> None:
        self.spend.spend()

    @override
    def may_be_left(self) -> bool:
        return not self._is_busy

    @override
    def step_back(self) -> None:
        if self._is_busy:
            self.stopped.emit()
        else:
            super().step_back()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits take a way."""
        keys = list(map(str, actions.WAYS.pressed))
        if actions.WAYS.matches(event) and not event.isAutoRepeat() and event.text() in keys:
            self._take(keys.index(event.text()))
        else:
            super().keyPressEvent(event)

    def show_busy(self) -> None:
        """Show that the old one is being quoted and cancelled."""
        self._is_busy = True
        self._progress.begin()
        self._show()

    def note(self, progress: Progress) -> None:
        """Show a step of the cancellation."""
        self._progress.note(progress)

    def show_move(self, move: Move, quote: RefundQuote | None = None) -> None:
        """Show how it stands now; a quote waits for the button."""
        self._is_busy = False
        self._progress.end()
        self._move, self._quote = move, quote
        self._show()
        self._announcer.tell(self._headline.text(), self._meaning.text())
        self.take_focus()

    def follow(self, move: Move) -> None:
        """Show what has changed meanwhile; a quote that was seen stays as long as it may be acted on."""
        if move != self._move:
            stays = (move.stage, move.kept.ended) == (self._move.stage, self._move.kept.ended)
            self._move, self._quote = move, self._quote if stays else None
            self._show()

    def _show(self) -> None:
        move, quote = self._move, self._quote
        words = stage_words(move, is_asked=quote is not None or self._is_busy)
        self._badge.show_state(words.badge, "success" if words.is_settled else "warning")
        self._steps.show_step(len(STEPS) if words.is_settled else 1)
        self._stays.setVisible(not words.is_settled)
        self._headline.setText(words.headline)
        self._meaning.setText(words.meaning)
        self._meaning.setVisible(bool(words.meaning))
        for button, way in zip(self._ways, (*words.ways, None, None, None), strict=False):
            button.setVisible(way is not None)
            if way is not None:
                button.set_label(way[1])
        self._new.show_pair(_act(tr("New"), move.new), _ref(move.new))
        self._old.show_pair(_act(tr("Old"), move.old), move.kept.old_ref)
        is_moved = move.stage is MoveStage.MOVED
        self._voucher.setVisible(move.new is not None and bool(move.new.booking_ref))
        self._payment.setVisible(is_moved and self._keeps_till)
        more = move.kept.pays_more
        is_unknown = move.stage in {MoveStage.NEW_UNKNOWN, MoveStage.OLD_UNKNOWN}
        for each in (self._no_money, self._if):
            each.setVisible(is_unknown)
        self._else.setVisible(move.stage is MoveStage.NEW_UNKNOWN)
        self._at.setText(tr("Decided {time}", time=formats.since(move.kept.at, seconds=True)))
        name = pays_name(more)
        amount = amount_words(more, signed=False)
        self._pays.show_pair(name, amount)
        self._pane.facts.show_fact(self._no_money.text() if is_unknown else "", self._at.text())
        told = joined(": ", (self._if.text(), name)) if is_unknown else name
        self._pane.facts.show_sums(ShownSum(told, amount))
        self._accepted.value.setText(amount_words(move.kept.refund))
        self._quoted.setVisible(quote is not None)
        self._events.setVisible(self._is_busy)
        self._bar.setVisible(quote is not None and not self._is_busy)
        if quote is not None:
            refund = tr("not stated") if quote.refund is None else formats.amount(quote.refund)
            self._quoted.value.setText(refund)
            self._offer(refund)

    def _offer(self, refund: str) -> None:
        day = old_day(self._move.old)
        self.spend.set_label(
            tr("Cancel {day}, refund {refund}", day=day, refund=refund)
            if self.net_shown
            else tr("Cancel {day}", day=day)
        )
        if self.selling_off:
            self.spend.disable(self.selling_off)
        else:
            self.spend.enable()
            self.spend.arm()

    def _show_progress(self) -> None:
        self._events.show_events(self._progress.events())

    def _take(self, number: int) -> None:
        ways = stage_words(self._move, is_asked=self._quote is not None or self._is_busy).ways
        if number < len(ways):
            self.way_taken.emit(ways[number][0])

    def _spend(self) -> None:
        if self._quote is not None and not self._is_busy:
            self.spent.emit(self._quote)

    def _show_voucher(self) -> None:
        new = self._move.new
        if new is not None and new.booking_ref:
            self.voucher_asked.emit(new, "")

    def _pay(self) -> None:
        move = self._move
        if move.stage is MoveStage.MOVED and self._keeps_till and move.new is not None:
            self.payment_asked.emit(move.new)

    def _build(self) -> None:
        header = SheetHeader(tr("Another date"), "", self._steps, back=self.step_back, beside=(self._badge,))
        ways = column(*self._ways, gap=8)
        content = column(
            self._new, 6, self._old, 14, Hairline(), 18, self._headline, self._meaning, 14, ways, 14,
            row(self._payment, self._voucher, self._serve, None, gap=8), 14, self._events, None,
            margins=(28, 18, 28, 12),
        )  # fmt: skip
        words = tr("You can leave. It stays under Bookings until it is settled.")
        self._stays = Label(words, "caption", "text3", elides=True)
        left: tuple[QWidget, ...] = (
            Scroller(held(content)),
            HintLine(self._stays, None, tr("Nothing is sent again by itself")),
        )
        pane = self._pane = Pane()
        net = NetSide(column(self._accepted, 6, self._quoted))
        sums = column(
            self._no_money, 8, self._if, self._pays, 4, self._else, 4, self._at, 14, Hairline(), 14, net,
            None, margins=(20, 18, 20, 16),
        )  # fmt: skip
        pane.body.addWidget(Scroller(held(sums)), 1)
        self._bar = ActionBar(self.spend, stacked=True)
        pane.close_with(self._bar)
        self.setLayout(split_sheet(header, left=left, pane=pane))
        self.turned.connect(self._show)


def _act(name: str, sale: Sale | None) -> str:
    return joined(": ", (name, joined(", ", (day_and_window(sale), "" if sale is None else sale.title))))


def _ref(sale: Sale | None) -> str:
    return "" if sale is None else sale.booking_ref or sale.state
