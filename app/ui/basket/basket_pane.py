"""The right side of a basket: what the customer pays, the debits of the wallet, and the button."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import ended, joined, tr, trn
from app.desk.basket.basket import total
from app.desk.basket.values import Coverage
from app.desk.model import formats
from app.desk.model.sale import Price, Wallet
from app.desk.model.wallet_split import split
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.kit.lists.timeline import Timeline, TimelineEvent
from app.ui.kit.sheets.message_box import MessageBox, Notice
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.kit.sheets.pane import Pane, ShownSum, SumsInSight
from app.ui.sale.customer_side import CustomerSide, CustomerStrip
from app.ui.sale.debit_side import DebitSide
from app.ui.sale.order_timeline import busy_words
from app.ui.sale.payment_actions import PaymentActions
from app.ui.theme import style

_STEPS: dict[int, int] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class BasketSums(NamedTuple):
    """What is booked next, item by item in that order: its name and its price."""

    items: tuple[tuple[str, Price], ...]
    wallet: Wallet | None
    coverage: Coverage | None


class ConsentNote(Box):
    """An amber note of sentences that must be ticked before anything is booked."""

    stepped = Signal(int)
    """Emitted with -1 or 1 by an arrow on the tick, which has no use for it."""

    def __init__(self) -> None:
        super().__init__("warning_soft", "warning_line", radius=style.RADIUS)
        self.setObjectName("consent")
        self._heading = Label(role="bodyStrong", wraps=True)
        self._lines = called("consent_lines", Label(ink="text2", wraps=True))
        self.tick = called("accept_basket", Checkbox())
        self._announcer = Announcer(self, is_urgent=True)
        line = row(
            Icon("triangle-alert", 16, "warning_mark", stroke=1.9, above=2),
            gap=10,
            margins=(13, 11, 13, 11),
            top=True,
        )
        line.addLayout(column(self._heading, 4, self._lines, 8, row(self.tick, None)), 1)
        self.setLayout(line)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give away the arrows, by which the pane around would scroll."""
        by = _STEPS.get(event.key())
        if by is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(by)

    @property
    def is_given(self) -> bool:
        """Whether the tick is set."""
        return self.tick.isChecked()

    def ask(self, heading: str, lines: Sequence[str], words: str) -> None:
        """Ask for the tick of these sentences."""
        self.tick.setChecked(False)
        self._heading.setText(heading)
        self._lines.setText("\n".join(lines))
        self.tick.show_words(words)
        self._announcer.tell(ended(heading), *lines)


class BasketPane(Pane):
    """Shows one state of the basket at a time; its `foot` has the buttons."""

    def __init__(self) -> None:
        # The button that has the keyboard says the sums.
        super().__init__(is_heard=False)
        self.foot = PaymentActions(tr("Back to the list"))
        self._sums = BasketSums((), None, None)
        self._strip, self._customer, self._debit = CustomerStrip(), CustomerSide(), DebitSide()
        self._so_far: tuple[Decimal | None, Decimal | None, Wallet | None] | None = None
        self._paid = Pair(tr("Customer pays so far"), name_role="bodyHeavy", value_role="heading")
        self._debited, self._left = Pair(tr("Debited so far")), Pair(tr("Wallet now"))
        self._no_money = Label(tr("Take no money for what is not booked."), "caption", "text2", wraps=True)
        self._so_far_sides = [NetSide(column(each)) for each in (self._debited, self._left)]
        debited, left = self._so_far_sides
        self._so_far_lines = held(column(self._paid, self._no_money, 14, Hairline(), 14, debited, 6, left))
        self.consent = ConsentNote()
        self._problem = called("problem", Notice("danger"))
        self._several = MessageBox("warning")
        self._events = called("booking_events", Timeline())
        self._progress = held(column(14, Hairline(), 18, self._events))
        self._announcer = Announcer(self, is_urgent=True)
        content = held(
            column(
                self._problem,
                self._so_far_lines,
                self._customer,
                self._debit,
                14,
                held(column(self.consent, self._several, gap=14)),
                self._progress,
                None,
                margins=(20, 14, 20, 8),
            )
        )
        self.body.addWidget(self._strip)
        scroller = Scroller(content)
        self.body.addWidget(scroller, 1)
        self.close_with(self.foot)
        self.in_sight = SumsInSight(self, scroller, self._amounts)
        self._is_running = self._asks = False
        self.turned.connect(self._warn)
        self.ask(())

    def show_sums(self, sums: BasketSums) -> None:
        """Show what is booked next."""
        self._sums, self._is_running, self._so_far = sums, False, None
        self._show()

    def show_so_far(self, paid: Decimal | None, debited: Decimal | None, wallet: Wallet | None) -> None:
        """Show what it comes to so far, while nothing more is sent."""
        self._sums, self._is_running = BasketSums((), None, None), False
        self._so_far = paid, debited, wallet
        self._show()

    def show_problem(self, text: str, more: str = "") -> None:
        """Show why something could not be done; empty for nothing."""
        self._problem.show_words(text, more)
        if text:
            self.reveal()

    def ask(self, lines: Sequence[str], heading: str = "", words: str = "") -> None:
        """Ask for a tick about these sentences; none needs no tick."""
        self._asks = bool(lines)
        self.consent.setVisible(bool(lines))
        if lines:
            self.consent.ask(heading, lines, words)
            self.reveal()

    def show_running(self, label: str, caption: str, events: Iterable[TimelineEvent]) -> None:
        """Show the progress of the item that is on its way."""
        self._is_running = True
        steps = tuple(events)
        self._events.show_events(steps)
        self._show()
        self.foot.wait(label, caption, shown=busy_words(label, steps, self.room))
        self._announcer.tell(label)

    @property
    def total(self) -> Price | None:
        """The price of what is booked next."""
        return total([each for _, each in self._sums.items])

    def _amounts(self) -> tuple[QWidget, ...]:
        return (self._strip.amount, self._debit.amount) if self.net_shown else (self._customer.amount,)

    def _show(self) -> None:
        sums, price = self._sums, self.total
        self._strip.setVisible(price is not None)
        self._debit.setVisible(price is not None and not self._is_running)
        self._customer.setVisible(price is not None)
        self._progress.setVisible(self._is_running)
        count = len(sums.items)
        self._several.setVisible(count > 1 and not self._is_running and not self._asks)
        self._several.show_words(
            tr("{number} separate bookings, one after another", number=count),
            tr("Each can be refused. What is booked before stays booked."),
        )
        self._show_in_bar(price)
        self._show_what_was()
        if price is None:
            return
        self._strip.show_price(price, None)
        covered = None if sums.coverage is None else not sums.coverage.missing
        pays = [(name, each.customer_pays) for name, each in sums.items]
        self._customer.show_items(price, pays, covered=covered)
        if sums.wallet is None or self._asks:
            # The tick and the sums stand in sight together.
            self._debit.show_price(price)
        else:
            self._debit.show_split(price, sums.wallet, split(price.payable, sums.wallet))
        heading = tr("Your wallet is debited")
        if count > 1:
            heading = tr("Your wallet is debited {number} times", number=count)
        self._debit.show_items(heading, [(name, each.payable) for name, each in sums.items])

    def _show_what_was(self) -> None:
        told = self._so_far
        self._so_far_lines.setVisible(told is not None)
        if told is None:
            return
        paid, debited, wallet = told
        self._paid.value.setText(tr("not stated") if paid is None else formats.amount(paid))
        shown = (self._debited, debited), (self._left, wallet and wallet.cash)
        for side, (pair, value) in zip(self._so_far_sides, shown, strict=True):
            side.setVisible(value is not None)
            pair.value.setText("" if value is None else formats.amount(value))

    def _show_in_bar(self, price: Price | None) -> None:
        count = len(self._sums.items)
        self.facts.show_fact(trn("{number} trip", "{number} trips", count))
        pays = formats.EN_DASH if price is None else formats.amount(price.customer_pays)
        payable = formats.EN_DASH if price is None else formats.amount(price.payable)
        self.facts.show_sums(
            ShownSum(tr("Customer pays"), pays),
            ShownSum(tr("Wallet pays"), payable, is_net=True),
        )
        self._warn()

    def _warn(self) -> None:
        self.foot.spend.warn(ended(joined(", ", (self.facts.spoken,))))
