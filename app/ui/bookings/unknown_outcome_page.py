"""The page of a sale's unknown outcome: its evidence, and three ways to settle it."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.sale import Sale, UnknownOutcome
from app.ui.bookings import actions
from app.ui.bookings.evidence_card import EvidenceCard
from app.ui.bookings.outcome_parts import OUTCOME_KNOWN, OutcomePane, OutcomeParts
from app.ui.bookings.resolve_box import ResolveBox
from app.ui.bookings.sale_detail import has_voucher
from app.ui.bookings.unknown_sale_words import (
    copied_details,
    headline,
    other_agent_note,
    past_events,
    people_words,
    sold_words,
)
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import Thing, called, column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.details_box import DetailsBox
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.kit.sheets.pane import split_sheet
from app.ui.kit.sheets.toast import Toast

if TYPE_CHECKING:
    from app.desk.bookings.bookings import Bookings
    from app.desk.model.office_rules import OfficeRules
    from app.desk.payment.unknown_outcome import UnknownOutcomes
    from app.desk.service.service_reader import ServiceReader

_DO_NOT_SELL = mark("Do not sell it again yet. The customer must not pay twice.")
_MAY_BE_SENT = mark("It may go once more, exactly as it was. Until it has, it is as unknown as before.")
_OTHERS = mark("Another counter on the same key can also move the wallet. Only a PNR proves the booking.")
_ALONE = mark("The operator can also move the wallet. Only a PNR proves the booking.")


class UnknownOutcomePage(Page):
    """It can be left at any time and stays under Bookings; a PNR, the evidence or a person settles it."""

    own_actions = actions.OUTCOME
    title = mark("Outcome not known")
    settled = Signal()
    """Emitted when the outcome is known."""
    voucher_asked = Signal(object, str)
    """Emitted to show the voucher of the `Sale`, when it was booked."""

    def __init__(
        self,
        unknown_outcomes: UnknownOutcomes,
        bookings: Bookings,
        reader: ServiceReader,
        rules: OfficeRules,
        outcome: UnknownOutcome,
    ) -> None:
        super().__init__()
        self.setObjectName("outcome_page")
        self._unknown_outcomes = unknown_outcomes
        self._bookings = bookings
        self._rules = rules
        self._outcome = outcome
        self.booking_ref = "" if outcome.sale is None else outcome.sale.booking_ref
        self._toast = Toast(self)
        sold = Label(sold_words(outcome.sale, reader.todays().computer), ink="text2", right=True)
        # For a sale the headline already says it.
        self._parts = OutcomeParts(sold, told="" if outcome.sale else outcome.advice.what)
        self._may_be_sent = False
        self._evidence = EvidenceCard(outcome.sale)
        self._failure = MessageBox("warning")
        self._failure.hide()
        self._whose = called("other_agent", MessageBox("warning"))
        self._whose_block = held(column(self._whose, 12))
        self._whose_block.hide()
        self._ways = ResolveBox()
        self._pane = OutcomePane(outcome.request_id, *(_about(outcome.sale) if outcome.sale else ()))
        self._details = DetailsBox()
        self._scroller = Scroller(held(self._content()))
        left = (self._scroller, self._parts.foot)
        self.setLayout(split_sheet(self._parts.header, left=left, pane=self._pane))
        self._parts.show_state(is_open=True)
        self._tell()
        self._details.show_details(outcome.advice)
        if outcome.sale is not None:
            self._pane.show_past(past_events(outcome.sale))
        self._connect()

    @override
    def enter(self) -> None:
        super().enter()
        self.show_news()
        # What is unknown is read before anything is done about it, also in a low window.
        self._scroller.show_top()

    @override
    def take_focus(self) -> None:
        (self._ways.copy if self.is_open else self._parts.done).setFocus()

    @override
    def read_again(self) -> None:
        self._evidence.show_busy(busy=True)
        self.tasks.start("read", self._read())

    @property
    def is_open(self) -> bool:
        """Whether the outcome is still unknown."""
        return not self._parts.unsettled.isHidden()

    @property
    def request_id(self) -> str:
        """The request number of the sale."""
        return self._outcome.request_id

    def show_news(self) -> None:
        """Show the present findings."""
        self.tasks.start("news", self._show_news())

    def _connect(self) -> None:
        self.bind(actions.COPY_DETAILS, self._copy_details)
        self.bind(actions.VOUCHER, self._ask_voucher)
        self.bind(actions.PRINT, partial(self._ask_voucher, "print"))
        self._parts.done.clicked.connect(self.step_back)
        self._evidence.again.clicked.connect(self.read_again)
        self._ways.copy.clicked.connect(self._copy_details)
        self._ways.pnr_entered.connect(self._ask_for)
        self._ways.opened.connect(self._scroller.bring)
        self._ways.record.clicked.connect(self._record)
        self._ways.resend.clicked.connect(self._permit)

    def _tell(self) -> None:
        """Show what became of it; while that is unknown, the permission to send it again or the warning."""
        meaning = tr(_MAY_BE_SENT if self._may_be_sent else _DO_NOT_SELL) if self.is_open else ""
        self._parts.tell(headline(self._outcome), meaning)

    async def _show_news(self) -> None:
        """Show everything from the journal."""
        try:
            findings = await self._unknown_outcomes.findings(self.request_id)
        except DeskError:
            # A lost cancellation, or an unreadable journal: the former findings stay on screen.
            self._ways.show_without_enquiry()
            return
        sale = await self._bookings.own(self.request_id)
        self._evidence.show_findings(findings)
        self._ways.show_findings(findings)
        self._may_be_sent = findings.authorised_until is not None
        if sale is None:
            self._tell()
        else:
            self._show_sale(sale)

    def _show_sale(self, sale: Sale) -> None:
        was_open = self._outcome.sale is None or self._outcome.sale.is_open
        self._outcome, self.booking_ref = replace(self._outcome, sale=sale), sale.booking_ref
        self._pane.show_past(past_events(sale))
        self._whose.show_words(*other_agent_note(sale))
        self._whose_block.setVisible(sale.is_of_other and sale.is_open)
        if was_open is not sale.is_open:
            self._show_state(is_open=sale.is_open)
        self._tell()
        if was_open and not sale.is_open:
            self.settled.emit()

    def _show_state(self, *, is_open: bool) -> None:
        """Show what is to be settled, or that nothing is, with a button to go on.

        A sale recorded as not booked becomes open again when the ledger names it.
        """
        self._parts.show_state(is_open=is_open)
        self.rename(UnknownOutcomePage.title if is_open else OUTCOME_KNOWN)
        self._voucher.setVisible(self.booked_sale is not None)
        self.take_focus()

    @property
    def booked_sale(self) -> Sale | None:
        """The sale once it is known to be booked; None before, and when it is cancelled since."""
        sale = self._outcome.sale
        return sale if sale is not None and not sale.is_open and has_voucher(sale) else None

    def _ask_voucher(self, way: str = "") -> None:
        sale = self.booked_sale
        if sale is not None:
            self.voucher_asked.emit(sale, way)

    async def _read(self) -> None:
        try:
            await self._unknown_outcomes.look(self.request_id)
        except DeskError as error:
            self._failure.show_words(error.advice.what, error.advice.action)
            self._failure.show()
        else:
            self._failure.hide()
        self._evidence.show_busy(busy=False)
        self.show_news()

    def _ask_for(self, pnr: str) -> None:
        self.tasks.start("pnr", self._check(pnr))

    async def _check(self, pnr: str) -> None:
        self._ways.show_checking(busy=True)
        try:
            found = await self._unknown_outcomes.check_pnr(self.request_id, pnr)
        except DeskError as error:
            self._ways.show_pnr_problem(error.advice)
        else:
            self._ways.show_pnr(found)
        self._ways.show_checking(busy=False)
        self.show_news()

    def _record(self) -> None:
        work = self._unknown_outcomes.record_not_sold(self.request_id, self._ways.who.take())
        self.tasks.start("decision", self._decided(work))

    def _permit(self) -> None:
        work = self._unknown_outcomes.authorise_resend(self.request_id, self._ways.who.take())
        self.tasks.start("decision", self._decided(work))

    async def _decided(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except DeskError as error:
            self._ways.show_decision_problem(error.advice)
        else:
            # The focused field was removed: else the next widget of the window would get the focus.
            self._ways.copy.setFocus()
        self.show_news()

    def _copy_details(self) -> None:
        QApplication.clipboard().setText(copied_details(self._outcome))
        self._toast.say(tr("Details copied"))

    def _buttons(self) -> tuple[Button, ...]:
        """What is offered once it is known to be booked."""
        self._voucher = called("settled_voucher", Button(actions.VOUCHER))
        self._voucher.clicked.connect(self._ask_voucher)
        self._voucher.hide()
        return (self._voucher,)

    def _content(self) -> QVBoxLayout:
        self._parts.unsettled.setLayout(
            column(
                self._whose_block,
                self._evidence,
                6,
                Label(tr(_ALONE if self._rules.is_alone else _OTHERS), "caption", "text3", wraps=True),
                self._failure,
                14,
                Label(tr("Settle it"), "heading"),
                8,
                self._ways,
                16,
                self._details,
            )
        )
        done = row(56, self._parts.done, *self._buttons(), None, gap=12)
        return column(self._parts.head, 14, done, self._parts.unsettled, None, margins=(40, 18, 40, 10))


def _about(sale: Sale) -> tuple[Thing, ...]:
    """The lines that identify the sale."""
    day = "" if sale.day is None else formats.day_medium(sale.day)
    return (
        Label(sale.title, "heading", wraps=True),
        *((Label(sale.place, ink="text2", elides=True),) if sale.place else ()),
        Label(joined(", ", (day, sale.window)), ink="text2", elides=True),
        12,
        Label(people_words(sale)),
        held(column(14, Hairline(), 14)),
        Pair(tr("Customer"), sale.customer_name),
        4,
        Pair(tr("Phone"), sale.customer_phone),
        4,
    )
