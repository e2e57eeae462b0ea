"""A sale whose outcome is not known: what is known of it, and the three ways to settle it."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.model.errors import DeskError
from app.desk.model.sale import Sale, UnknownOutcome
from app.desk.payment.unknown_outcome_values import Decision, Findings
from app.ui.bookings import actions
from app.ui.bookings.evidence_card import EvidenceCard
from app.ui.bookings.resolve_box import ResolveBox
from app.ui.bookings.sale_detail import has_voucher
from app.ui.bookings.unknown_sale_pane import UnknownSalePane
from app.ui.bookings.unknown_sale_words import copied_details, headline, other_agent_note, sold_words
from app.ui.kit.basics.badge import Badge
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.details_box import DetailsBox
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import HintLine, Scroller, split_sheet
from app.ui.kit.sheets.toast import Toast
from app.ui.theme import style

if TYPE_CHECKING:
    from app.desk.bookings.bookings import Bookings
    from app.desk.model.office_rules import OfficeRules
    from app.desk.payment.unknown_outcome import UnknownOutcomes
    from app.desk.service.service_reader import ServiceReader

_DO_NOT_SELL = mark("Do not sell it again yet. The customer must not pay twice.")
_MAY_BE_SENT = mark("It may go once more, exactly as it was. Until it has, it is as unknown as before.")
_OPEN_MARK: tuple[str, style.Ink] = ("circle-question-mark", "warning_mark")
_SETTLED_MARK: tuple[str, style.Ink] = ("circle-check", "success")
_OTHERS = mark("Another counter on the same key can also move the wallet. Only a PNR proves the booking.")
_ALONE = mark("The operator can also move the wallet. Only a PNR proves the booking.")


class UnknownOutcomePage(Page):
    """It is left at any time and stays under Bookings; only a PNR, the evidence or a person settles it."""

    own_actions = actions.OUTCOME
    copied = Signal()
    """The details are on the clipboard."""
    settled = Signal()
    """The sale needs no answer any more."""
    voucher_asked = Signal(object)
    """The clerk wants the voucher of the `Sale` that turned out to be booked."""

    def __init__(
        self,
        unknown_outcomes: UnknownOutcomes,
        bookings: Bookings,
        reader: ServiceReader,
        rules: OfficeRules,
        outcome: UnknownOutcome,
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("outcome_page")
        self._unknown_outcomes = unknown_outcomes
        self._bookings = bookings
        self._reader = reader
        self._rules = rules
        self._outcome = outcome
        self._toast = Toast(self)
        self._heading = Label(tr("Outcome not known"), "heading")
        self._badge = Badge(tr("Needs an answer"), "warning")
        self._tile, self._glyph = (
            Box("warning_soft", radius=style.RADIUS),
            Icon("circle-question-mark", 22, "warning_mark", stroke=1.75),
        )
        self._question = Label(headline(outcome), "question", wraps=True)
        self._question.setObjectName("headline")
        self._do_not_sell = Label(_DO_NOT_SELL, "lead", "text2", wraps=True)
        self._evidence = EvidenceCard(outcome.sale)
        self._done = Button(tr("Back to bookings"), "primary")
        self._done.setObjectName("back_to_bookings")
        self._done.hide()
        self._voucher = Button(actions.VOUCHER)
        self._voucher.setObjectName("settled_voucher")
        self._voucher.hide()
        self._foot = HintLine(
            tr("You can leave. It stays under Bookings until it is settled."),
            None,
            tr("Nothing is sent again by itself"),
        )
        self._failure = MessageBox("warning")
        self._failure.hide()
        self._whose = MessageBox("warning")
        self._whose.setObjectName("other_agent")
        self._whose_block = held(column(self._whose, 12))
        self._whose_block.hide()
        self._ways = ResolveBox()
        self._pane = UnknownSalePane(outcome)
        self._unsettled = QWidget()
        self._details = DetailsBox()
        self._body = held(self._content(outcome))
        self._scroller = Scroller(self._body)
        self._build(outcome)
        self._details.show_details(outcome.advice)
        self._connect()

    @override
    def enter(self) -> None:
        super().enter()
        self.show_news()

    @override
    def take_focus(self) -> None:
        (self._ways.copy if self.is_open else self._done).setFocus()

    @override
    def read_again(self) -> None:
        self._evidence.show_busy(busy=True)
        self.tasks.start("read", self._read())

    @override
    def show_net(self, *, shown: bool) -> None:
        super().show_net(shown=shown)
        self._evidence.show_net(shown=shown)

    @property
    def is_open(self) -> bool:
        """Whether nobody knows yet if this was booked."""
        return not self._unsettled.isHidden()

    @property
    def request_id(self) -> str:
        """The request number of the sale that this is about."""
        return self._outcome.request_id

    def show_news(self) -> None:
        """Something new is known of this sale, or may be."""
        self.tasks.start("news", self._show_news())

    def _connect(self) -> None:
        self.bind(actions.COPY_DETAILS, self._copy_details)
        self.bind(actions.VOUCHER, self._ask_voucher)
        self._done.clicked.connect(self.step_back)
        self._voucher.clicked.connect(self._ask_voucher)
        self._evidence.asked.connect(self.read_again)
        self._ways.copy_asked.connect(self._copy_details)
        self._ways.pnr_entered.connect(self._ask_for)
        self._ways.opened.connect(self._bring_into_view)
        self._ways.not_sold.connect(self._record)
        self._ways.resend_asked.connect(self._permit)

    def _show_permission(self, findings: Findings) -> None:
        """Whoever is told not to sell it again must not be told at once that it may be."""
        self._do_not_sell.setText(_DO_NOT_SELL if findings.authorised_until is None else _MAY_BE_SENT)

    async def _show_news(self) -> None:
        """Everything as the journal has it by now."""
        try:
            findings = await self._unknown_outcomes.findings(self.request_id)
        except DeskError:
            # A lost cancellation, or a journal that cannot be read: what was known stays on screen.
            self._ways.show_without_enquiry()
            return
        sales = await self._bookings.sales()
        sale = next((each for each in sales if each.request_id == self.request_id), None)
        self._evidence.show_findings(findings)
        self._ways.show_findings(findings)
        self._show_permission(findings)
        if sale is not None:
            self._show_sale(sale)

    def _show_sale(self, sale: Sale) -> None:
        was_open = self._outcome.sale is None or self._outcome.sale.is_open
        self._outcome = replace(self._outcome, sale=sale)
        self._question.setText(headline(self._outcome))
        self._pane.show_past(sale)
        self._whose.show_words(*other_agent_note(sale))
        self._whose_block.setVisible(sale.is_of_other and sale.is_open)
        if was_open is not sale.is_open:
            self._show_state(is_open=sale.is_open)
        if was_open and not sale.is_open:
            self.settled.emit()

    def _show_state(self, *, is_open: bool) -> None:
        """What is to be settled; or that nothing is, and one button that leads on.

        A sale that was settled as not booked comes back when the ledger names it after all.
        """
        self._heading.setText(tr("Outcome not known") if is_open else tr("Outcome known"))
        self._badge.show_state(
            *((tr("Needs an answer"), "warning") if is_open else (tr("Settled"), "success"))
        )
        self._tile.set_ground("warning_soft" if is_open else "success_soft", None)
        self._glyph.set_icon(*(_OPEN_MARK if is_open else _SETTLED_MARK))
        for part in (self._do_not_sell, self._unsettled, self._foot):
            part.setVisible(is_open)
        self._done.setVisible(not is_open)
        self._voucher.setVisible(self._voucher_sale() is not None)
        self.take_focus()

    def _voucher_sale(self) -> Sale | None:
        sale = self._outcome.sale
        return sale if sale is not None and not sale.is_open and has_voucher(sale) else None

    def _ask_voucher(self) -> None:
        sale = self._voucher_sale()
        if sale is not None:
            self.voucher_asked.emit(sale)

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

    def _bring_into_view(self, part: QWidget) -> None:
        """Scroll to what has just been shown; the content grows first."""
        width = self._body.width()
        self._body.resize(width, self._body.heightForWidth(width))
        self._scroller.ensureWidgetVisible(part, 0, 16)

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

    def _record(self, said: Decision) -> None:
        work = self._unknown_outcomes.record_not_sold(self.request_id, said)
        self.tasks.start("decision", self._decided(work))

    def _permit(self, said: Decision) -> None:
        work = self._unknown_outcomes.authorise_resend(self.request_id, said)
        self.tasks.start("decision", self._decided(work))

    async def _decided(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except DeskError as error:
            self._ways.show_decision_problem(error.advice)
        else:
            # What was typed into is gone: the next widget of the window would have the keyboard.
            self._ways.copy.setFocus()
        self.show_news()

    def _copy_details(self) -> None:
        QApplication.clipboard().setText(copied_details(self._outcome))
        self._toast.say(tr("Details copied"))
        self.copied.emit()

    def _build(self, outcome: UnknownOutcome) -> None:
        header = self._header(outcome.sale)
        self.setLayout(split_sheet(header, left=(self._scroller, self._foot), pane=self._pane))

    def _header(self, sale: Sale | None) -> QWidget:
        sold = Label(sold_words(sale, self._reader.todays().computer), ink="text2", right=True)
        line = row(self._heading, self._badge, None, sold, gap=12, margins=(20, 0, 16, 0))
        header = held(column(None, line, None, Hairline()))
        header.setFixedHeight(style.SHEET_HEADER)
        return header

    def _content(self, outcome: UnknownOutcome) -> QVBoxLayout:
        self._unsettled.setLayout(
            column(
                self._whose_block,
                self._evidence,
                6,
                Label(_ALONE if self._rules.is_alone else _OTHERS, "caption", "text3", wraps=True),
                self._failure,
                14,
                Label(tr("Settle it"), "heading"),
                8,
                self._ways,
                16,
                self._details,
            )
        )
        done = row(56, self._done, 12, self._voucher, None)
        return column(self._head(outcome), 14, done, self._unsettled, None, margins=(40, 18, 40, 10))

    def _head(self, outcome: UnknownOutcome) -> QHBoxLayout:
        self._tile.setFixedSize(40, 40)
        self._tile.setLayout(row(None, self._glyph, None))
        sentences = column(self._question, self._do_not_sell)
        if outcome.sale is None and outcome.advice.what:
            # Else the headline says it already.
            sentences.addWidget(Label(outcome.advice.what, ink="text2", wraps=True))
        head = row(self._tile, gap=16, top=True)
        head.addLayout(sentences, 1)
        return head
