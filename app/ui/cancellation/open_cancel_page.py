"""The outcome page of a cancellation whose answer was lost: readings, and the ways to settle it."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout
from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.cancellation.advice import DO_NOT_CANCEL_AGAIN
from app.desk.cancellation.open_cancellation import OpenCancellation, Stage
from app.desk.cancellation.refund_quote import Cancelled
from app.desk.cancellation.status_comparison import StatusFinding
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.sale import Progress
from app.desk.payment.unknown_outcome_values import Decision
from app.ui.bookings.evidence_card import Beside, cell, read_words
from app.ui.bookings.outcome_parts import OUTCOME_KNOWN, OutcomePane, OutcomeParts
from app.ui.bookings.resolve_box import DecisionFields, way_out
from app.ui.bookings.unknown_sale_words import history_events
from app.ui.cancellation import actions
from app.ui.cancellation.refund_words import copied_words, goes_words, stage_words
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import Thing, called, column, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.lists.timeline import TimelineEvent
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.kit.sheets.pane import split_sheet
from app.ui.kit.sheets.toast import Toast
from app.ui.sale.wrong_clock import goes_on
from app.ui.theme import style

if TYPE_CHECKING:
    from app.desk.cancellation.cancellation import Cancellations, Ended
    from app.desk.model.office_rules import OfficeRules

_FOUND = {
    StatusFinding.CANCELLED: mark("Exactly this was cancelled."),
    StatusFinding.UNCHANGED: mark("Unchanged."),
    StatusFinding.OTHERWISE: mark("Changed otherwise."),
    StatusFinding.UNSEEN: mark("Unchanged; this would not be seen."),
}
_READ, _SEND, _RECORD = "read", "send", "record"
_NOTHING_DECIDED = mark("Nothing was decided. Read again: F5.")
_ASK = mark("Copies PNR, request number, times and amounts, ready to send.")
_AGAIN = mark("The same order under the same number: the service promises not to carry it out twice.")
_DONE = mark("Only when the operator has said so. It then counts as cancelled.")
_STANDS = mark("Only when the operator has said so. The booking can then be cancelled again.")


class OpenCancelPage(Page):
    """Readings are automatic for three minutes; then a person decides."""

    own_actions = actions.OPEN_CANCELLATION
    title = mark("Cancellation not known")

    cancelled = Signal(object)
    """Emitted with a `Cancelled` when it is settled."""
    lost_again = Signal(str)
    """Emitted with the intent when it was sent again with an unknown outcome."""
    settled = Signal()
    """Emitted when its outcome is known."""

    def __init__(self, cancellation: Cancellations, rules: OfficeRules, known: OpenCancellation) -> None:
        super().__init__()
        self.setObjectName("open_cancel_page")
        self._cancellation = cancellation
        self._known, self.booking_ref = known, known.booking.booking_ref
        self._is_sending = False
        self.toast = Toast(self)
        self._parts = OutcomeParts()
        self._problem = called("problem", MessageBox("danger"))
        self._evidence = CancelEvidence()
        self._look = called("read_again", Button(actions.LOOK))
        self._ways = CancelResolveBox(asks_two=rules.asks_two, asks_pins=cancellation.asks_pins)
        booking = known.booking
        who = joined(", ", (booking.booking_ref, booking.customer, booking.title))
        # In a small window the pane with all of it is put away.
        about = called("cancelled_about", Label(who, "bodyStrong", wraps=True))
        ways = row(*self._buttons(), None, gap=8)
        self._next = held(column(14, about, 14, *self._before_ways(), ways))
        self._pane = self._side()
        left = (Scroller(held(self._content())), self._parts.foot)
        self.setLayout(split_sheet(self._parts.header, left=left, pane=self._pane))
        self.bind(actions.COPY_DETAILS, self._copy_details)
        self._look.clicked.connect(self.read_again)
        self._parts.done.clicked.connect(self.step_back)
        self._ways.copy.clicked.connect(self._copy_details)
        self._ways.send.spent.connect(self._send_again)
        self._ways.done.clicked.connect(self._record_done)
        self._ways.stands.clicked.connect(self._record_stands)
        self.show_known(known)

    @property
    def intent_id(self) -> str:
        """The cancellation this is about."""
        return self._known.intent_id

    @property
    def is_open(self) -> bool:
        """Whether its outcome is unknown."""
        return self._known.is_open

    @override
    def take_focus(self) -> None:
        stops = (self._ways.who.first, self._look, self._parts.done)
        next((each for each in stops if each.isVisibleTo(self)), self).setFocus()

    @override
    def read_again(self) -> None:
        if not self._is_sending:
            self.tasks.start(_READ, self._learn(self._cancellation.look(self._known.intent_id)))

    @override
    def run_primary(self) -> None:
        self._ways.send.spend()

    @override
    def may_be_left(self) -> bool:
        return not self._is_sending

    @override
    def step_back(self) -> None:
        if self.may_be_left():
            self.went_back.emit()

    def show_known(self, known: OpenCancellation) -> None:
        """Show what is known now, such as after a reading."""
        self._known = known
        headline, meaning = stage_words(known)
        self._parts.tell(headline, meaning)
        self._ways.show_known(known)
        self._show_state(is_open=known.is_open)
        if self._look.hasFocus():
            # The next thing to do may be shown now.
            self.take_focus()
        self._evidence.show_known(known)
        past = history_events(known.history)
        self._pane.show_past((*past, TimelineEvent(tr("Reference"), "open")) if known.is_open else past)
        if not known.is_open:
            self.settled.emit()

    def _show_state(self, *, is_open: bool) -> None:
        """Show what is to be settled, or that nothing is, with a button to go on."""
        self._parts.show_state(is_open=is_open)
        self._next.setVisible(not is_open)
        self.rename(OpenCancelPage.title if is_open else OUTCOME_KNOWN)
        if not is_open and self._look.hasFocus():
            self._parts.done.setFocus()
        self._look.setVisible(is_open)

    def _send_again(self) -> None:
        decision = self._ways.who.take()
        if not self._is_sending:
            self._is_sending = True
            self._ways.send.set_busy(tr("Sending\u2026"))
            self.tasks.start(_SEND, self._carry_out(decision))

    async def _carry_out(self, decision: Decision) -> None:
        work = self._cancellation.send_again(self._known.intent_id, decision, _unwatched)
        try:
            ended = await work
        except DeskError as error:
            accept = self._cancellation.accept_clock
            if await goes_on(self, error.advice, accept, tr("Send it all the same")):
                await self._carry_out(decision)
                return
            self._end_sending()
            self._tell(error)
        else:
            self._end_sending()
            self._route(ended)

    def _route(self, ended: Ended) -> None:
        if isinstance(ended, Cancelled):
            self.cancelled.emit(ended)
        elif isinstance(ended, OpenCancellation):
            self.show_known(ended)
            if ended.stage is Stage.WAITING:
                self.lost_again.emit(ended.intent_id)
        else:
            self._problem.show_words(
                ended.advice.what, joined(" ", (ended.advice.meaning, ended.advice.action))
            )
            self._problem.show()

    def _end_sending(self) -> None:
        self._is_sending = False
        self._ways.send.set_busy("")
        self._ways.send.arm()

    def _record_done(self) -> None:
        work = self._cancellation.record_cancelled(self._known.intent_id, self._ways.who.take())
        self.tasks.start(_RECORD, self._learn(work))

    def _record_stands(self) -> None:
        work = self._cancellation.record_not_cancelled(self._known.intent_id, self._ways.who.take())
        self.tasks.start(_RECORD, self._learn(work))

    async def _learn(self, work: Coroutine[Any, Any, OpenCancellation]) -> None:
        try:
            known = await work
        except DeskError as error:
            self._tell(error)
        else:
            self._problem.hide()
            self.show_known(known)

    def _tell(self, error: DeskError) -> None:
        """Show an error beside its field, or else as a message."""
        advice = error.advice
        is_beside = self._ways.who.show_problem(advice)
        more = advice.action if advice.meaning == tr(DO_NOT_CANCEL_AGAIN) else tr(_NOTHING_DECIDED)
        self._problem.show_words(advice.what, more)
        self._problem.setVisible(not is_beside)

    def _copy_details(self) -> None:
        QApplication.clipboard().setText(copied_words(self._known))
        self.toast.say(tr("Details copied"))

    def _content(self) -> QVBoxLayout:
        self._problem.hide()
        self._parts.unsettled.setLayout(column(14, Label(tr("Settle it"), "heading"), 8, self._ways))
        # Once it is settled, what comes next stands above what it was settled by.
        return column(
            self._parts.head,
            self._next,
            14,
            self._problem,
            self._evidence,
            self._parts.unsettled,
            None,
            margins=(40, 18, 40, 10),
        )

    def _before_ways(self) -> tuple[Thing, ...]:
        """What is to be read before the ways on from one that is known."""
        return ()

    def _buttons(self) -> tuple[Button, ...]:
        """What is next once it is settled."""
        return (self._parts.done,)

    def _side(self) -> OutcomePane:
        known, goes = self._known, goes_words(self._known.choice)
        pane = OutcomePane(
            known.request_id,
            Label(known.booking.title or known.booking_ref, "heading", wraps=True),
            4,
            Label(known.booking_ref, "bodyStrong").set_identity(),
            4,
            Label(tr("Cancelling {choice}", choice=goes), ink="text2"),
            14,
        )
        acting = column(self._ways.send, row(self._look, None), gap=10, margins=(20, 14, 20, 14))
        pane.body.addWidget(held(acting))
        return pane


def _unwatched(_progress: Progress) -> None:
    """Ignore the steps: the page only shows that it is busy."""


class CancelEvidence(Box):
    """The evidence in three cells; F8 hides the refund."""

    def __init__(self) -> None:
        super().__init__("surface", "line", radius=style.RADIUS)
        self._before, self._now, self._refund = Pair(tr("Status")), Pair(tr("Status")), Pair(tr("Refund"))
        hidden = NetSide(column(Pair(tr("Refund"), tr("Hidden"))), in_place=True)
        self._refund.value.setObjectName("quoted_refund")
        self._read = called("read_now", Label("", "caption", "text3", elides=True))
        self._found = called("finding", Label("", ink="text2", wraps=True))
        quoted = Label(tr("Read with the quote"), "caption", "text3")
        wanted = Label(tr("If it was cancelled"), "caption", "text3")
        cells = Beside(
            held(cell(tr("Booking before"), quoted, self._before)),
            held(cell(tr("Booking now"), self._read, self._now)),
            held(cell(tr("Expected refund"), wanted, NetSide(column(self._refund)), hidden)),
        )
        self.setLayout(column(cells, Hairline(), held(column(self._found, margins=(17, 8, 17, 8)))))

    def show_known(self, known: OpenCancellation) -> None:
        """Show what is known."""
        self._before.value.setText(formats.state(known.before.booking_status) or tr("Not stated"))
        refund = tr("Not stated") if known.refund is None else formats.amount(known.refund)
        self._refund.value.setText(refund)
        last = known.readings[-1] if known.readings else None
        self._read.setText(lambda: read_words(last.at if last else None))
        self._now.value.setText((formats.state(last.status) or tr("Not stated")) if last else "")
        count = len(known.readings)
        times = trn("{number} reading.", "{number} readings.", count)
        self._found.setText(
            joined(" ", (tr(_FOUND[last.finding]), times)) if last else tr("The booking is being read.")
        )


class CancelResolveBox(Box):
    """The ways to settle it, by what `who` decides; nothing is sent again automatically."""

    def __init__(self, *, asks_two: bool, asks_pins: bool) -> None:
        super().__init__("surface", "line", radius=style.RADIUS)
        self.copy = called("copy_details", Button(actions.COPY_DETAILS))
        self.who = DecisionFields()
        self.who.ask(two=asks_two, by_pin=asks_pins)
        self.send = ConfirmButton(tr("Send it again"), destructive=True)
        """Placed by the page where it does not scroll."""
        self.send.setObjectName("spend")
        self.done = called("record_cancelled", Button(tr("Record as cancelled")))
        self.stands = called("record_not_cancelled", Button(tr("Record as not cancelled")))
        self._when = called("not_cancelled_when", Label(tr(_STANDS), ink="text2", wraps=True))
        again = way_out(tr("It may go once more"), Label(tr(_AGAIN), ink="text2", wraps=True))
        self._send_part = held(column(Hairline(), again))
        done = Label(tr(_DONE), ink="text2", wraps=True)
        self._done_part = held(
            column(Hairline(), way_out(tr("The operator says it was cancelled"), done, self.done))
        )
        stands = way_out(tr("The operator says it was not cancelled"), self._when, self.stands)
        person = column(
            Hairline(),
            held(column(self.who, margins=(17, 8, 17, 8))),
            self._send_part,
            self._done_part,
            Hairline(),
            stands,
        )
        self._person = held(person)
        ask = way_out(tr("Ask the operator"), Label(tr(_ASK), ink="text2", wraps=True), self.copy)
        self.setLayout(column(ask, self._person))

    def show_known(self, known: OpenCancellation) -> None:
        """Offer the decisions that are allowed now."""
        self._person.setVisible(known.stage in (Stage.UNCHANGED, Stage.ESCALATED))
        self._send_part.setVisible(known.stage is Stage.UNCHANGED)
        self.send.setVisible(known.stage is Stage.UNCHANGED)
        self._done_part.setVisible(known.stage is Stage.ESCALATED)
        when = formats.clock_seconds(known.quiet_at.astimezone())
        early = (
            tr("Not before {when}: the service may still be at work on it.", when=when)
            if known.is_too_early
            else ""
        )
        self._when.setText(joined(" ", (tr(_STANDS), early)))
