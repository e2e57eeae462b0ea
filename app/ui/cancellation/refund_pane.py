"""The right side of cancelling: the refund quote with its age, and the button that cancels."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app.core.language import ended, joined, mark, tr
from app.desk.cancellation.refund_quote import RefundQuote
from app.desk.model import formats
from app.desk.model.sale import Advice
from app.ui.cancellation import actions
from app.ui.cancellation.customer_part import CustomerPart
from app.ui.cancellation.refund_words import OTHERS_CANCELLED, button_words, goes_words, money, stays_words
from app.ui.kit.basics.amounts import AmountLabel, Pair
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.key_cap import KeyCap
from app.ui.kit.basics.layouts import called, column, empty, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.painting import text_width
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.lists.timeline import Timeline, TimelineEvent
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.net_hidden_notice import hidden_side
from app.ui.kit.sheets.page_layout import ActionBar, Scroller
from app.ui.kit.sheets.pane import Pane, ShownSum, SumsInSight
from app.ui.sale.order_timeline import busy_words
from app.ui.theme import style

_BUTTON_SIDES = 80
"""The margins of pane and button around the words."""
_FIRST = mark("This is the first passenger, in whose name the others may travel.")
_ASK = mark("Ask the operator whether the others can travel without.")


class RefundPane(Pane):
    """Shows one state at a time: no choice, asking, a quote, a problem, sending."""

    spent = Signal()
    """Emitted once to cancel, until it is offered again."""

    def __init__(self) -> None:
        super().__init__(is_heard=False)
        self._announcer = Announcer(self, is_urgent=True)
        self._quote: RefundQuote | None = None
        self._trip = self._who = ""
        self._age = called("quoted_at", Label("", "caption", "text3", right=True))
        self._why = called("quote_why", Label("", "caption", "text3", wraps=True))
        self._waiting = called("quote_waiting", Label("", ink="text2", wraps=True))
        self._debited, self._charge = Pair(""), Pair(tr("Cancellation charge"))
        self._amount = called("refund_amount", AmountLabel("display"))
        self._now, self._after = Pair(tr("Wallet now")), Pair(tr("Wallet after"))
        self._received = column(gap=4)
        self.customer = called("customer_part", CustomerPart())
        self._stays = called("stays", Label("", ink="text2", wraps=True))
        self._change, self._first = MessageBox("warning"), MessageBox("warning", tr(_FIRST), tr(_ASK))
        self._change.setObjectName("refund_changed")
        self._first.setObjectName("first_traveller")
        self.tick = called("accept_quote", Checkbox())
        self._beside = called("others_cancelling", MessageBox("warning"))
        self._gone = called("others_cancelled", MessageBox("warning", *map(tr, OTHERS_CANCELLED)))
        self._problem = called("problem", MessageBox("danger"))
        self._events = Timeline()
        self.spend = called("spend", ConfirmButton(tr("Cancel"), destructive=True))
        self.keep = called("keep_booking", Button(actions.KEEP, "quiet", fills=True))
        self._build()
        self.tick.toggled.connect(self._offer)
        self.customer.changed.connect(self._follow_customer)
        self.spend.spent.connect(self._spend)

    @property
    def has_read(self) -> bool:
        """Whether the tick is set."""
        return self.tick.isChecked()

    def show_waiting(self, sentence: str, *, busy: bool = False) -> None:
        """Show why there is no quote, or that it is being asked for."""
        self._quote = None
        self._tell_in_bar(sentence)
        self._waiting.setText(sentence)
        self._announcer.tell(sentence)
        self._show(waiting=True)
        self.spend.set_busy("")
        self.spend.set_label(tr("Cancel"))
        self.spend.disable(sentence)
        if busy:
            self.spend.set_busy(tr("Asking for the refund\u2026"))

    def show_quote(self, quote: RefundQuote, *, first_goes: bool, why: str = "") -> None:
        """Show the quote of the present choice; `why` is the reason for asking again."""
        self._why.setText(why)
        self._quote = quote
        self.tick.setChecked(False)
        self.spend.set_busy("")
        self._fill(quote)
        self._show(quote=True, first=first_goes)
        self.show_beside(quote.beside)
        self._offer()
        self._announcer.tell(ended(self.facts.spoken), stays_words(quote))

    def show_beside(self, sentence: str) -> None:
        """Show who else is at cancelling the booking; nothing for an empty sentence, or without a quote."""
        self._beside.show_words(sentence, "")
        self._beside_block.setVisible(bool(sentence) and self._quote is not None)

    def show_problem(self, advice: Advice) -> None:
        """Show what could not be done, when nothing was cancelled."""
        self._quote = None
        self._tell_in_bar(advice.what)
        self._problem.show_words(advice.what, joined(" ", (advice.meaning, advice.action)))
        self._show(problem=True)
        self.spend.set_busy("")
        self.spend.set_label(tr("Cancel"))
        self.spend.disable(tr("Quote again: F5."))

    def show_sending(self, events: Iterable[TimelineEvent]) -> None:
        """Show the progress of the order; nothing can be pressed."""
        steps = tuple(events)
        self._events.show_events(steps)
        self._show(sending=True)
        self.setAccessibleName(tr("Cancelling\u2026"))
        self.setFocus()
        self.spend.set_busy(busy_words(tr("Cancelling\u2026"), steps, self.room))

    def run(self) -> None:
        """Cancel, or focus the missing tick (Ctrl Enter)."""
        if self._quote is not None and self._quote.needs_tick and not self.has_read:
            self.reveal()
            self.tick.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif self._quote is not None and self.customer.wrong:
            self.reveal()
            self.customer.focus_wrong()
        else:
            self.spend.spend()

    def _spend(self) -> None:
        if self.in_sight.permit():
            self.spent.emit()
        else:
            self._offer()

    def _fill(self, quote: RefundQuote) -> None:
        wallet = quote.wallet
        self._age.setText(lambda: tr("Quoted {time}", time=formats.clock_seconds(quote.quoted.here)))
        self._parts.setVisible(quote.debited is not None or quote.charge is not None)
        self._debited.setVisible(quote.debited is not None)
        debited = "" if quote.debited is None else formats.amount(quote.debited)
        self._debited.show_pair(tr("Debited for {choice}", choice=goes_words(quote.choice)), debited)
        self._charge.setVisible(quote.charge is not None)
        self._charge.value.setText("" if quote.charge is None else formats.amount(-quote.charge))
        if quote.refund is None:
            self._amount.setText(tr("Not stated"))
        else:
            self._amount.show_amount(quote.refund, wallet.currency if wallet else "")
        now = None if wallet is None else wallet.cash
        after = None if now is None or quote.refund is None else now + quote.refund
        for pair, value in ((self._now, now), (self._after, after)):
            pair.setVisible(value is not None)
            pair.value.setText("" if value is None else formats.amount(value))
        self.customer.show_side(quote)
        self.facts.show_fact(self._trip, self._who)
        self._show_sums(quote)
        self._fill_received(quote)
        self._stays.setText(stays_words(quote))
        self._fill_change(quote)

    def _show_sums(self, quote: RefundQuote) -> None:
        refund = tr("Not stated") if quote.refund is None else money(quote.refund, "")
        self.facts.show_sums(
            ShownSum(self.customer.told_name, self.customer.told),
            ShownSum(tr("Refund to your wallet"), refund, is_net=True),
        )

    def _follow_customer(self) -> None:
        if self._quote is not None:
            self._show_sums(self._quote)
            self._offer()

    def show_choice(self, trip: str, who: str) -> None:
        """Show in the bar what is cancelled, and for whom."""
        self._trip, self._who = trip, who
        self.facts.show_fact(trip, who)

    def _tell_in_bar(self, sentence: str) -> None:
        """Show there why there is no refund, and no longer the one of another choice."""
        self.facts.show_fact(self._trip, sentence)
        self.facts.show_sums()

    def _sums(self) -> tuple[QWidget, ...]:
        return (self._amount,) if self.net_shown else ()

    def _fill_received(self, quote: RefundQuote) -> None:
        """Show the fields of the answer as received."""
        empty(self._received)
        if quote.refund is None:
            self._received.addWidget(Label(tr("What the service answered"), "bodyHeavy"))
            for name, value in quote.as_received:
                self._received.addWidget(Pair(name, value))

    def _turn(self) -> None:
        if self._quote is not None:
            self._fill_change(self._quote)
            self._offer()

    def _fill_change(self, quote: RefundQuote) -> None:
        if quote.refund is None:
            self._change.show_words(
                tr("The refund is not stated"), tr("What the service answered is shown as received.")
            )
            self.tick.show_words(tr("I have read what it answered"))
            return
        former = tr("not stated") if quote.former_refund is None else formats.amount(quote.former_refund)
        currency = quote.wallet.currency if quote.wallet else ""
        old_new = tr("It was {former}, it is {refund}.", former=former, refund=money(quote.refund, currency))
        self._change.show_words(
            tr("The refund is no longer the same"), old_new if self.net_shown else tr("Press F8.")
        )
        self.tick.show_words(tr("I accept the changed refund"))

    def _offer(self) -> None:
        """Enable and arm the button for a quote that was read."""
        quote = self._quote
        if quote is None or not self._events.isHidden():
            # While it is sent nothing is offered, whatever changes in the window.
            return
        room, font = self.width() - _BUTTON_SIDES, style.font("spend")
        labels = button_words(quote, net_shown=self.net_shown)
        self.spend.warn(stays_words(quote))
        self.spend.set_label(next((each for each in labels if text_width(each, font) <= room), labels[-1]))
        if self.selling_off:
            self.spend.disable(self.selling_off)
        elif quote.needs_tick and not self.has_read:
            self.spend.disable(tr("Tick that you have read the quote."))
        elif self.customer.wrong:
            self.spend.disable(self.customer.wrong)
        elif not self.in_sight.look():
            self.spend.set_label(tr("Make the window larger to see the refund."))
            self.spend.disable(self.spend.label)
        else:
            self.spend.enable()
            self.spend.arm()

    def _show(
        self,
        *,
        waiting: bool = False,
        quote: bool = False,
        first: bool = False,
        problem: bool = False,
        sending: bool = False,
    ) -> None:
        shown = self._quote
        self._waiting.setVisible(waiting)
        self._age.setVisible(quote)
        self._why_part.setVisible(quote and bool(self._why.text()))
        self._money.setVisible(quote)
        self._hidden.setVisible(quote)
        self._customer_part.setVisible(quote)
        self._foot.setVisible(quote)
        self._answer.setVisible(quote)
        self._tick_block.setVisible(quote and shown is not None and shown.needs_tick)
        self._first_block.setVisible(first)
        self._beside_block.setVisible(False)
        is_less = quote and shown is not None and shown.booking.is_less
        self._gone_block.setVisible(is_less)
        self._problem.setVisible(problem)
        self._events.setVisible(sending)
        if problem or is_less or (quote and shown is not None and shown.needs_tick):
            # None of them may be in a drawer alone.
            self.reveal()
        elif first:
            self.facts.show_fact(self._trip, tr(_FIRST))
        self.keep.setVisible(not sending)

    def _build(self) -> None:
        self._build_money()
        heading = row(Label(tr("Refund quote"), "heading"), None, self._age, KeyCap(actions.QUOTE), gap=6)
        stays = row(Icon("info", 16, "text3", above=2), (self._stays, 1), gap=8, top=True)
        self._foot = held(stays)
        self._customer_part = held(column(self.customer, 14, Hairline(), 14))
        self._why_part = held(column(4, self._why))
        self._change.add(held(row(self.tick, None, margins=(0, 10, 0, 0))), beneath=True)
        self._tick_block = held(column(16, self._change))
        self._first_block = held(column(16, self._first))
        self._beside_block = held(column(10, self._beside))
        self._gone_block = held(column(10, self._gone))
        content = column(
            heading,
            self._why_part,
            # Above the sums: on a small screen what stands below them is scrolled away.
            self._gone_block,
            self._beside_block,
            14,
            self._waiting,
            self._money,
            self._hidden,
            self._customer_part,
            self._foot,
            self._tick_block,
            self._first_block,
            self._answer,
            self._problem,
            self._events,
            None,
            margins=(20, 18, 20, 16),
        )
        scroller = Scroller(held(content))
        self.body.addWidget(scroller, 1)
        self.close_with(ActionBar(self.spend, self.keep, stacked=True))
        self.in_sight = SumsInSight(self, scroller, self._sums)
        self.in_sight.changed.connect(self._offer)
        self.turned.connect(self._turn)

    def _build_money(self) -> None:
        """The wallet side, hidden by F8 as one piece."""
        self._parts = held(column(self._debited, 8, self._charge, 14, Hairline(), 14))
        self._answer = NetSide(column(16, self._received))
        self._money = NetSide(
            column(
                self._parts,
                Label(tr("Refund to your wallet"), "bodyHeavy"),
                self._amount,
                12,
                self._now,
                8,
                self._after,
                14,
                Hairline(),
                14,
            )
        )
        self._hidden = hidden_side(margins=(0, 0, 0, 14))
