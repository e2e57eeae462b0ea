"""The right side of the preflight: price, wallet side, obstacles, and the button."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import ClassVar

from PySide6.QtWidgets import QApplication, QWidget

from app.core.language import Message, ended, joined, mark, tr
from app.desk.model import formats
from app.desk.model.sale import Advice, Draft, Preflight, Price, Problem
from app.desk.service.advice import KEY, LINE
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import Thing, called, column, held, row
from app.ui.kit.controls.buttons import Button
from app.ui.kit.lists.timeline import Timeline, TimelineEvent
from app.ui.kit.sheets.details_box import details_text
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.kit.sheets.pane import Pane, SumsInSight
from app.ui.sale.bar_words import fact_words, price_sums, who_words
from app.ui.sale.changes_note import ChangesNote
from app.ui.sale.customer_side import CustomerSide, CustomerStrip
from app.ui.sale.cutoff_clock import CutoffLine
from app.ui.sale.debit_side import DebitLine, DebitSide
from app.ui.sale.order_timeline import busy_words
from app.ui.sale.payment_actions import PaymentActions, Way

_WAY_OF_FIELD: dict[str, Way] = {
    KEY: "key",
    "wallet": "wallet",
    "slot": "slot",
    "departure": "departure",
    LINE: "check",
    "": "check",
}
"""Fields with another way than back to the form."""


class PaymentPane(Pane):
    """Shows one state of the sale at a time; its `foot` has the buttons."""

    short: ClassVar[Message] = mark("The wallet cannot cover this.")
    """What is said when it does not."""

    def __init__(self, back_words: str) -> None:
        # The button that has the keyboard says them.
        super().__init__(is_heard=False)
        self.foot, self.closing = PaymentActions(back_words), CutoffLine()
        self._price: Price | None = None
        self._before: Price | None = None
        self._preflight: Preflight | None = None
        self._advice = Advice("", "", "")
        self._is_booking = False
        self._strip, self._customer = CustomerStrip(), CustomerSide()
        self._debit, self._debit_line = DebitSide(), DebitLine()
        self._changes = ChangesNote()
        self._events = called("booking_events", Timeline())
        self._progress = held(column(14, Hairline(), 18, self._events))
        self._problem = called("problem", MessageBox("danger"))
        self._announcer = Announcer(self, is_urgent=True)
        self._build()
        self._changes.tick.toggled.connect(self._offer)

    def show_checking(self, price: Price | None) -> None:
        """Show that the preflight is running; `price` is what the clerk saw."""
        self._price = self._before = price
        self._preflight, self._is_booking = None, False
        self._show_parts()
        self.foot.wait(tr("Checking\u2026"), tr("Seats, fares and wallet are being read again."))

    def show_preflight(self, preflight: Preflight) -> None:
        """Show the result of the preflight, and offer to book if nothing prevents it."""
        self._preflight, self._price, self._is_booking = preflight, preflight.price, False
        self._changes.begin()
        self._show_parts()
        self._offer()

    def show_problem(self, advice: Advice, *, details: bool = True) -> None:
        """Show what could not be done, when no booking is running."""
        self._advice, self._is_booking = advice, False
        self._problem.show_words(advice.what, joined(" ", (advice.meaning, advice.action)))
        self._show_parts(problem=True)
        self._copy.setVisible(details and bool(advice.details))
        self.foot.lead(_WAY_OF_FIELD.get(advice.field, "back"))

    def show_closed(self, problem: Problem) -> None:
        """Show that booking has closed, and offer to choose another slot or departure."""
        self._preflight = None
        self.foot.lead(_WAY_OF_FIELD.get(problem.field, "back"), problem.sentence)

    def show_booking(self, events: Iterable[TimelineEvent], *, can_stop: bool = False) -> None:
        """Show the progress of the order, and whether it can still be stopped."""
        self._is_booking = True
        steps = tuple(events)
        self._events.show_events(steps)
        self._show_parts()
        caption = (
            tr("Until all of it has gone, nothing is booked.") if can_stop else tr("Nothing is sent twice.")
        )
        words = tr("Booking\u2026")
        self.foot.wait(words, caption, can_stop=can_stop, shown=busy_words(words, steps, self.room))
        self._announcer.tell(words, caption)

    def take_focus(self) -> None:
        """Focus the tick of changes if there is one, else the button."""
        tick = self._changes.tick
        if not self._changes_block.isHidden() and not tick.isChecked():
            tick.setFocus()
        else:
            self.foot.take_focus()

    def show_sale(self, draft: Draft, today: date) -> None:
        """Show in the bar what is sold, and who travels."""
        self.facts.show_fact(fact_words(draft, today), who_words(draft))

    @property
    def _shows_problem(self) -> bool:
        """Whether one is told; it may stand in a drawer that is closed."""
        return not self._problem_block.isHidden()

    def _sums(self) -> tuple[QWidget, ...]:
        if self.net_shown:
            return (self._strip.amount, self._debit.amount)
        return (self._customer.amount,)

    def offer_again(self) -> None:
        """Offer to book, or not, as the price has come into sight or gone, or the window is otherwise."""
        self.foot.spend.warn(ended(self.facts.spoken))
        if not self._is_booking and not self._shows_problem:
            self._offer()

    def _build(self) -> None:
        copy = called("copy_details", Button(tr("Copy details"), size=28, icon="copy"))
        copy.clicked.connect(self._copy_details)
        self._copy = held(row(copy, None, margins=(0, 12, 0, 0)))
        self._problem.add(self._copy, beneath=True)
        changes = held(column(16, self._changes))
        problem = held(column(self._problem, 16))
        content = held(
            column(
                problem,
                *self._more(),
                self._customer,
                self._debit_line,
                self._debit,
                changes,
                self._progress,
                None,
                margins=(20, 18, 20, 16),
            )
        )
        self._changes_block, self._problem_block = changes, problem
        for block in (changes, problem):
            block.hide()
        self.body.addWidget(self._strip)
        scroller = Scroller(content)
        self.body.addWidget(scroller, 1)
        self.lend(self.closing, self.body)
        self.close_with(self.foot)
        self.in_sight = SumsInSight(self, scroller, self._sums)
        self.in_sight.changed.connect(self.offer_again)
        self.turned.connect(self.offer_again)

    def _more(self) -> Sequence[Thing]:
        """What else stands above the sums."""
        return ()

    def _show_parts(self, *, problem: bool = False) -> None:
        price, preflight = self._price, self._preflight
        self.facts.show_sums(*price_sums(price))
        self.foot.spend.warn(ended(self.facts.spoken))
        is_priced = price is not None
        changed = preflight is not None and bool(preflight.changes) and not self._is_booking and not problem
        self._problem_block.setVisible(problem)
        self._strip.setVisible(is_priced)
        self._customer.setVisible(is_priced and not problem)
        self._debit.setVisible(is_priced and not self._is_booking and not problem)
        self._debit_line.setVisible(is_priced and self._is_booking)
        self._progress.setVisible(self._is_booking)
        self._changes_block.setVisible(changed)
        if problem or changed:
            # Neither may be in a drawer alone.
            self.reveal()
        if price is not None:
            self._show_price(price, preflight)
        if preflight is not None and changed:
            self._changes.show_changes(preflight, self._before)

    def _show_price(self, price: Price, preflight: Preflight | None) -> None:
        self._strip.show_price(price, self._before)
        covered = None if preflight is None else not preflight.split.missing
        self._customer.show_price(price, covered=covered)
        self._debit_line.show_price(price)
        if preflight is None or preflight.changes:
            self._debit.show_price(price)
        else:
            self._debit.show_preflight(preflight)

    def _offer(self) -> None:
        preflight = self._preflight
        if preflight is None:
            return
        missing = preflight.split.missing
        if self.selling_off:
            self.foot.lead("key", self.selling_off)
        elif missing:
            sum_missing = tr(
                "{currency} {amount} is missing.",
                currency=preflight.price.currency,
                amount=formats.amount(missing),
            )
            short = joined(" ", (tr(self.short), sum_missing if self.net_shown else ""))
            self.foot.lead("wallet", short)
        elif preflight.blocked:
            self.foot.lead("back", preflight.blocked)
        else:
            obstacle = self._in_the_way(preflight)
            caption = (
                tr("Enter alone never books.")
                if self.net_shown
                else tr("Hold F8 to see the debit for a moment.")
            )
            self.foot.offer(
                self._spend_label(preflight.price), caption, obstacle=obstacle, back=bool(preflight.changes)
            )

    def _in_the_way(self, preflight: Preflight) -> str:
        """Why the button is disabled; empty when it is not."""
        if not self.in_sight.look():
            return tr("Make the window larger to see the price.")
        waits = bool(preflight.changes) and not self._changes.is_accepted
        return tr("Tick first that the change is accepted.") if waits else ""

    def _spend_label(self, price: Price) -> str:
        if self.net_shown:
            return tr(
                "Book and debit {currency} {amount}",
                currency=price.currency,
                amount=formats.amount(price.payable),
            )
        return tr(
            "Book, customer pays {currency} {amount}",
            currency=price.currency,
            amount=formats.amount(price.customer_pays),
        )

    def _copy_details(self) -> None:
        QApplication.clipboard().setText(details_text(self._advice))
