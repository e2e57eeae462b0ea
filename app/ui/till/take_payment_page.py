"""Taking a payment for sales that are booked: a way, its amount, and the receipt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import timedelta
from functools import partial
from itertools import count

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QStackedWidget
from typing_extensions import override

from app.core.frozen import frozen
from app.core.language import Message, joined, mark, tr, trn
from app.desk.model import formats
from app.desk.model.office_rules import TillRules
from app.desk.model.shown import Shown
from app.desk.till.owing import Owing, Repeated
from app.desk.till.payment_rules import NO_AGREEMENT, NotTakenError, needs_agreement, where
from app.desk.till.payment_values import Due, Line, Payment, PayWay, TillReceipt
from app.desk.till.shown_payment import shown_change, shown_payment
from app.desk.till.standing_words import back_together_words, repeated_words
from app.desk.till.till import NotRecordedError, Till
from app.desk.till.upi import attempt_reference, sale_reference
from app.ui.kit.basics.announcing import say
from app.ui.kit.basics.badge import Badge
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.sheets.message_box import Notice
from app.ui.kit.sheets.page_layout import HintLine, SheetHeader, bring_into_sight
from app.ui.kit.sheets.pane import split_sheet
from app.ui.till import actions
from app.ui.till.correction_reason import REASON, CorrectionReason
from app.ui.till.due_pane import DuePane, TakenLines, record_words
from app.ui.till.tab_page import RECORD, TillPage
from app.ui.till.way_parts import CashPart, ReferencePart, UpiPart, WayPart
from app.ui.till.way_tiles import WaySheet, WayTiles
from app.ui.vouchers.clipboard_file import clipboard_file

_TAKING = mark("A payment is being taken")
_SAY_MEANT = mark("Tick that so much cash is meant.")
_MEANT = "cash_is_meant"


@frozen
class TypedPayment:
    """What is typed on the page that takes a payment."""

    payment: Payment
    way: PayWay
    reason: str
    attempt: str
    """The reference of the code, which may be scanned already."""
    parts: Mapping[PayWay, tuple[str, ...]] = field(repr=False)
    """What is not added yet, of each way."""


class TakePaymentPage(TillPage):
    """Ctrl 1 to 5 choose a way, Enter adds a line, Ctrl Enter records; the bookings do not depend on it."""

    own_actions = actions.PAYMENT
    title = mark("Take payment")

    recorded = Signal(object)
    """Emitted with the `TillReceipt` of what was taken; without a number when all of it is paid later."""
    message_asked = Signal()
    """Emitted to write to the customer about what is to be paid."""
    outdated = Signal()
    """Emitted when the page is shown and something was recorded of its sales since it was opened."""

    def __init__(
        self,
        till: Till,
        rules: TillRules,
        due: Due,
        owing: Owing,
        *,
        is_practice: bool,
        correcting: TillReceipt | None = None,
    ) -> None:
        """`correcting` is the receipt in whose place this payment is recorded, with a reason."""
        super().__init__()
        self.setObjectName("payment_page")
        self._till, self._owing, self._correcting = till, owing, correcting
        former = None if correcting is None else correcting.payment.settled or correcting.payment.on_account
        self._payment = Payment(due, rules.rounding, former=former)
        self._is_written = False
        self._meant: tuple[Line, ...] = ()
        """The lines of which it was said that their reference is recorded already."""
        self._is_warned = False
        """Whether it was said that what was added is lost by leaving."""
        self._reason = CorrectionReason(is_asked=correcting is not None)
        about = {
            PayWay.CASH: tr("and change"),
            PayWay.UPI: tr("QR, exact amount") if rules.is_upi_tested else tr("not tested"),
            PayWay.CARD: tr("slip number"),
            PayWay.OTHER: tr("bank, cheque"),
            PayWay.ACCOUNT: tr("pays later"),
        }
        self._tiles = WayTiles(about)
        first = due.sales[0].booking_ref
        attempts = count()

        def attempt() -> str:
            number = next(attempts)
            if number == 0 and correcting is None:
                return sale_reference(rules.series, due.total, first)
            at = till.now() + timedelta(milliseconds=number)
            return attempt_reference(rules.series, at, first)

        self._upi = UpiPart(rules, attempt, first, currency=due.currency, is_practice=is_practice)
        self._cash = CashPart()
        self._parts: dict[PayWay, WayPart] = {
            PayWay.CASH: self._cash,
            PayWay.UPI: self._upi,
            **{way: ReferencePart(way) for way in (PayWay.CARD, PayWay.OTHER, PayWay.ACCOUNT)},
        }
        self._stack = QStackedWidget()
        self._taken = TakenLines(self._take_off)
        self._pane = DuePane(due, till.clerk)
        self._is_clipped = False
        """Whether a code of this page was put on the clipboard."""
        self._next = called("next_receipt", Badge("", "outline"))
        self._next.hide()
        self._warning = called("till_warning", Notice("warning"))
        self._build(due)
        self._bind()
        former_lines = () if correcting is None else correcting.payment.lines
        self._tiles.choose(next((each.way for each in former_lines), PayWay.CASH))

    @override
    def enter(self) -> None:
        super().enter()
        self.tasks.start("next receipt", self._read_till())

    @override
    def take_focus(self) -> None:
        # Also where a reason is asked for: an amount that was typed as one would not count.
        first = self._part
        first.setFocus(Qt.FocusReason.OtherFocusReason)
        # What is shown with it is not laid out yet.
        bring_into_sight(first.focusProxy() or first)

    @override
    def run_primary(self) -> None:
        """Record the lines with the one that is being typed."""
        whole, error = self._whole()
        obstacle = self._obstacle(error)
        if obstacle is not None:
            self._ask(obstacle)
        elif self._pane.record.fires():
            self._record(whole)

    @override
    def may_be_left(self) -> bool:
        return self._is_written or super().may_be_left()

    @property
    def request_ids(self) -> frozenset[str]:
        """The numbers of the sales that are paid."""
        return frozenset(each.request_id for each in self._payment.due.sales)

    @property
    @override
    def unrecorded(self) -> Message | None:
        is_typed = bool(self._reason.text()) or not all(each.form.is_empty for each in self._parts.values())
        is_begun = bool(self._payment.lines) or is_typed
        return _TAKING if is_begun and not self._is_written else None

    @override
    def step_back(self) -> None:
        """Leave; what was added is lost, so that is asked first."""
        if not self.may_be_left():
            # What is being written down has a number, which has to be seen.
            return
        if self._payment.lines and not self._is_warned:
            self._is_warned = True
            self._pane.show_problem(tr("What was added is not recorded. Press Esc again to leave it so."))
        else:
            super().step_back()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take keys that mean nothing in a field: Del in an empty one, Space where digits are typed."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent) or event.isAutoRepeat():
            return False
        is_empty = isinstance(watched, QLineEdit) and not watched.text()
        if actions.TAKE_OFF.matches(event) and is_empty:
            return self._take_last_off()
        return actions.SEEN.matches(event) and self._tick()

    @override
    def typed(self) -> TypedPayment:
        parts = {way: part.form.texts for way, part in self._parts.items()}
        way, reason = self._tiles.current, self._reason.text()
        return TypedPayment(self._payment, way, reason, self._upi.attempt, parts)

    @override
    def restore(self, typed: object) -> None:
        # What is left to pay may be another amount by now.
        if isinstance(typed, TypedPayment) and _asked(typed.payment) == _asked(self._payment):
            self._payment = typed.payment
            self._upi.keep_code(typed.attempt)
            self._reason.set_text(typed.reason)
            self._tiles.choose(typed.way)
            for way, texts in typed.parts.items():
                self._parts[way].form.fill(texts)
            self._renew()

    @property
    @override
    def customer_view(self) -> Shown | None:
        if self._correcting is not None or not self._payment.due.is_known:
            # Whoever stands there may be another customer; and no sum is shown that nobody knows.
            return None
        payment = self._payment
        if payment.left or not payment.lines:
            return self._part.shown(payment)
        return shown_change(payment) or shown_payment(payment, payment.taken)

    @property
    def _part(self) -> WayPart:
        return self._parts[self._tiles.current]

    def _build(self, due: Due) -> None:
        for part in self._parts.values():
            self._stack.addWidget(part)
        settled = formats.clock_seconds(due.settled_at)
        words = trn(
            "1 booking settled at {time}", "{number} bookings settled at {time}", len(due.sales), time=settled
        )
        calm = held(row(Icon("circle-check", 16, "success_mark"), Label(words, ink="text2"), gap=6))
        corrected = "" if self._correcting is None else self._correcting.number
        heading = tr("Correct receipt {number}", number=corrected) if corrected else tr("Take payment")
        header = SheetHeader(heading, "", calm, back=self.step_back, beside=(self._next,))
        hint = HintLine(
            (actions.WAYS.painted, tr("to 5 Way of paying")),
            (actions.ROUND, tr("Next round amount")),
            (actions.ADD, tr("Add the line")),
            (actions.LATER, tr("Later")),
            None,
            tr("The bookings do not depend on this payment"),
        )
        left = WaySheet(self._tiles, hint, (self._warning, self._reason.block()), self._taken, self._stack)
        left.fitted.connect(self._upi.fit)
        self.setLayout(split_sheet(header, left=(left,), pane=self._pane))

    def _bind(self) -> None:
        for part in self._parts.values():
            part.form.follow(self._renew)
            for edit in part.findChildren(QLineEdit):
                edit.installEventFilter(self)
        self._tiles.chosen.connect(self._show_way)
        self._reason.edited.connect(self._renew)
        self._pane.seen.toggled.connect(self._note_seen)
        self._pane.agreement.toggled.connect(self._renew)
        self._pane.record.spent.connect(self._spend)
        self._pane.later.clicked.connect(self._put_off)
        self._pane.leave_it.clicked.connect(self.step_back)
        self.bind(actions.WAYS, *(partial(self._tiles.choose, way) for way in self._parts))
        self.bind(actions.ROUND, self._take_round)
        self.bind(actions.ADD, self._add)
        self.bind(actions.TAKE_OFF, self._take_last_off)
        self.bind(actions.SEEN, self._tick)
        self.bind(actions.CLIP_CODE, self._clip)
        self.bind(actions.ALT_MESSAGE, self.message_asked.emit)
        self.bind(actions.LATER, self._put_off)

    def _show_way(self, way: PayWay) -> None:
        """Show the part of a way, unless something was typed for another one that was not added."""
        shown = next(each for each, part in self._parts.items() if part is self._stack.currentWidget())
        if way is not shown and not self._parts[shown].form.is_empty and self._payment.left:
            # What was given must neither be lost nor be asked for once more.
            self._tiles.choose(shown)
            self._pane.show_problem(
                tr("What is typed is not added yet. Enter adds it; clear it to leave it out.")
            )
            return
        self._stack.setCurrentWidget(self._parts[way])
        self._renew()
        self.take_focus()

    def _take_round(self) -> None:
        if self._part is self._cash:
            self._cash.take_round()

    def _tick(self) -> bool:
        """Tick that the money was seen. Returns whether that is asked."""
        is_upi = self._tiles.current is PayWay.UPI
        if is_upi:
            self._pane.seen.click()
        return is_upi

    def _clip(self) -> None:
        """Put the UPI code on the clipboard; not one that is paid: it would be paid twice."""
        card = self._upi.card if self._tiles.current is PayWay.UPI else None
        if card is None:
            say(self, tr("There is no UPI code here."))
        elif self._pane.seen.isChecked():
            say(self, tr("This code is paid. It is not copied."))
        else:
            self._is_clipped = True
            say(self, card.clip())

    def _take_last_off(self) -> bool:
        """Take the last line off. Returns whether there was one."""
        has_line = bool(self._payment.lines)
        if has_line:
            self._take_off(len(self._payment.lines) - 1)
        return has_line

    def _take_off(self, place: int) -> None:
        self._payment = self._payment.without(place)
        self._renew()
        self.take_focus()

    def _note_seen(self) -> None:
        self._upi.note_seen(self._till.clerk if self._pane.seen.isChecked() else None)
        self._renew()

    def _whole(self) -> tuple[Payment, NotTakenError | None]:
        """The payment with the line that is being typed, or why that is none."""
        is_enough = not self._payment.usual or not self._payment.due.is_known
        if self._payment.lines and is_enough and self._part.form.is_empty:
            return self._payment, None
        try:
            return self._payment.with_line(self._part.line(self._payment)), None
        except NotTakenError as error:
            return self._payment, error

    def _obstacle(self, error: NotTakenError | None) -> NotTakenError | None:
        """What is to be done before it is recorded; `error` is what is wrong with the line."""
        lacking = self._reason.lacking
        if lacking is not None:
            return lacking
        if error is None and not self._pane.is_agreed:
            return NotTakenError(_SAY_MEANT, _MEANT)
        return error

    def _ask(self, obstacle: NotTakenError) -> None:
        """Say beside what it is about what is to be done first."""
        if obstacle.field == REASON:
            self._reason.show_error(str(obstacle))
            self._reason.setFocus(Qt.FocusReason.OtherFocusReason)
        elif obstacle.field == _MEANT:
            self._pane.show_problem(str(obstacle))
        else:
            self._part.show_problem(obstacle, is_asked=True)
        if obstacle.field == "seen":
            self._pane.seen.setFocus(Qt.FocusReason.OtherFocusReason)

    def _renew(self) -> None:
        """Show the payment as it is typed now."""
        if self._upi.asks_anew(self._payment):
            self._pane.seen.setChecked(False)
        whole, error = self._whole()
        self._taken.show_payment(self._payment)
        self._part.show_payment(self._payment)
        self._part.show_problem(error, is_asked=False)
        asks_seen = self._tiles.current is PayWay.UPI and bool(self._payment.left)
        self._pane.show_payment(whole, asks_seen=asks_seen)
        self._pane.show_problem("")
        self._is_warned = False
        self._meant = ()
        self._pane.record.set_label(record_words(whole))
        if self._reason.lacking is None:
            self._reason.show_error("")
        _, why_not = where(self._obstacle(error))
        self._pane.offer(why_not)
        self.customer_view_changed.emit()

    def _add(self) -> None:
        """Keep the line that is being typed, and go on with what is left."""
        if self._cash.form.is_empty and self._part is self._cash:
            # Enter alone takes no money: exactly what is left is what Ctrl Enter takes.
            return
        whole, error = self._whole()
        if error is not None:
            self._ask(error)
            return
        if whole is self._payment:
            return
        self._payment = whole
        self._part.clear()
        self._pane.seen.setChecked(False)
        if whole.has_cash and self._part is self._cash and whole.left:
            # Of cash there is one line.
            self._tiles.choose(PayWay.UPI)
        self._renew()

    def _spend(self) -> None:
        whole, error = self._whole()
        if self._obstacle(error) is None:
            self._record(whole)

    def _put_off(self) -> None:
        """Record what was added, and that the rest is paid later."""
        payment, error = self._payment, None
        lacking = self._reason.lacking
        if lacking is not None:
            self._ask(lacking)
            return
        if not self._part.form.is_empty and payment.left:
            # What is typed was taken, or is to be said.
            payment, error = self._whole()
        if error is not None:
            self._part.show_problem(error, is_asked=True)
            self._pane.show_problem(str(error) if error.field == "seen" else "")
            return
        if not payment.left and not payment.on_account:
            self._pane.show_problem(
                tr("Nothing is left to be paid later. Record it, or clear what is typed.")
            )
            return
        if not payment.taken and not payment.on_account:
            if not payment.due.is_known:
                # The most that it may be is no debt: who pays later is asked for what was agreed.
                self._tiles.choose(PayWay.ACCOUNT)
                self._part.form.ask("paid_amount", str(NO_AGREEMENT))
                return
            payment = payment.with_line(Line(PayWay.ACCOUNT, payment.left))
        if needs_agreement(payment) and not self._pane.is_agreed:
            self._ask(NotTakenError(_SAY_MEANT, _MEANT))
            return
        self._record(payment)

    def _record(self, payment: Payment) -> None:
        if self.may_be_left() and not self._is_written:
            self.tasks.start(RECORD, self._write(payment))

    async def _write(self, payment: Payment) -> None:
        try:
            repeated = await self._repeated(payment)
            if repeated is not None:
                self._ask_again(repeated)
                return
            if self._correcting is None:
                receipt = await self._till.record(payment)
            else:
                receipt = await self._till.correct(self._correcting, payment, self._reason.said)
        except NotRecordedError as error:
            self._pane.show_problem(str(error))
            self._pane.record.arm()
            return
        # The page is left from within the task that has written it.
        self._is_written = True
        if self._is_clipped:
            clipboard_file().take_back()
        self.recorded.emit(receipt)

    async def _repeated(self, payment: Payment) -> Repeated | None:
        """A line whose reference is recorded already, of which that was not said yet."""
        besides = "" if self._correcting is None else self._correcting.number
        unsaid = [each for each in payment.lines if each not in self._meant]
        return await self._owing.repeated(unsaid, besides=besides)

    def _ask_again(self, repeated: Repeated) -> None:
        """Say that a reference is recorded already: it may be meant all the same."""
        self._meant = (*self._meant, repeated.line)
        words = repeated_words(repeated)
        if repeated.line in self._payment.lines:
            self._pane.show_problem(str(words))
        else:
            self._part.show_problem(NotTakenError(words, "reference"), is_asked=True)
            self.take_focus()
        self._pane.record.arm()

    async def _read_till(self) -> None:
        due = self._payment.due
        try:
            settled = (await self._till.standing(each.request_id for each in due.all_sales)).settled
            number, warning = await self._till.next_receipt(), await self._till.warning()
            back = await self._owing.back_together(self._payment.due)
        except NotRecordedError as error:
            self._pane.show_problem(str(error))
            return
        if due.settled_by(settled) != due and self.may_be_left() and not self._is_written:
            self.outdated.emit()
            return
        self._next.show_state(tr("Next receipt {number}", number=number), "outline")
        self._next.show()
        self._warning.show_words(joined(" ", (str(warning) if warning else "", back_together_words(back))))


def _asked(payment: Payment) -> set[tuple[str, int, int]]:
    """What is to be paid of each sale."""
    return {(each.request_id, each.amount, each.settled) for each in payment.due.all_sales}
