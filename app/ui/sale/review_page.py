"""The preflight page, which also shows the running booking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice, Draft, NotSold, Outcome, Preflight, Problem, Receipt
from app.desk.model.shown import Shown, ShownPage
from app.desk.sale.boat_order import copies_words
from app.desk.sale.pricing import price
from app.desk.sale.refusal_advice import problem_of
from app.desk.sale.sale_words import seats_left
from app.desk.sale.shown_sale import shown_draft
from app.desk.sale.validation import problems
from app.desk.service.cutoffs import draft_as_of
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.mixin import Around
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label, Run
from app.ui.kit.sheets.page import SalePage
from app.ui.kit.sheets.page_layout import Scroller, SheetHeader
from app.ui.kit.sheets.pane import split_sheet
from app.ui.kit.sheets.step_bar import REVIEW_STEP, StepBar, sale_steps
from app.ui.sale import actions
from app.ui.sale.cutoff_clock import CutoffClock
from app.ui.sale.order_timeline import SALE, OrderProgress
from app.ui.sale.payment_pane import PaymentPane
from app.ui.sale.sale_summary import SaleSummary
from app.ui.sale.wrong_clock import goes_on

if TYPE_CHECKING:
    from app.desk.payment.payment_call import Tell
    from app.desk.service.service_reader import ServiceReader

_ICON = 18


def finding(preflight: Preflight) -> str:
    """The result of the preflight in a sentence or two, without amounts of the wallet side."""
    if preflight.blocked:
        return preflight.blocked
    if preflight.changes:
        named = formats.both(_lower(each.what) for each in preflight.changes if not each.is_net)
        return (
            tr("Changed since you priced this sale: {named}.", named=named)
            if named
            else tr("The wallet side changed.")
        )
    seats = seats_left(preflight.draft)
    if seats is None:
        return tr("Booking is open, and no fare has changed.")
    return trn(
        "Booking is open, {number} seat is left, and no fare has changed.",
        "Booking is open, {number} seats are left, and no fare has changed.",
        seats,
    )


class CheckedAt(Roomy, QWidget):
    """The time of the preflight in the header of a low window, where its line is scrolled away."""

    def __init__(self) -> None:
        super().__init__()
        self._glyph = Icon("circle-check", 16, "success")
        self._words = called("checked_at", Label(role="captionStrong", elides=True))
        self.setLayout(row(self._glyph, self._words, gap=8))
        self.hide()

    def show_time(self, checked: str, *, is_calm: bool) -> None:
        """Show when it was checked; an empty text hides it."""
        self._glyph.set_icon(
            *(("circle-check", "success") if is_calm else ("triangle-alert", "warning_mark"))
        )
        self._words.setText(checked)
        self.follow_room()

    @override
    def follow_room(self) -> None:
        self.setVisible(self.room.is_low and bool(self._words.text()))


class CheckLine(QWidget):
    """Icon, time and result below a hairline."""

    def __init__(self) -> None:
        super().__init__()
        self._glyph = Icon("circle-check", _ICON, "success", above=1)
        self._preflight: Preflight | None = None
        self._announcer = Announcer(self)
        self._words = called("check_line", Label(wraps=True))
        self.brief = CheckedAt()
        line = row(self._glyph, (self._words, 1), gap=8, top=True)
        self.setLayout(column(Hairline(), 14, line))

    def begin_day(self) -> None:
        """Show the time with its date, since another day has begun."""
        if self._preflight is not None:
            self.show_preflight(self._preflight)

    def show_checking(self) -> None:
        """Show that the preflight is running."""
        self._show_unchecked(tr("Seats, fares and wallet are being read again."))

    def show_nothing(self) -> None:
        """Show that nothing is chosen that could be checked."""
        self._show_unchecked(tr("Nothing is checked yet."))

    def _show_unchecked(self, sentence: str) -> None:
        self._preflight = None
        self.brief.show_time("", is_calm=True)
        self._glyph.set_icon("refresh-cw", "text3")
        self._words.setText(sentence)

    def show_preflight(self, preflight: Preflight) -> None:
        """Show the result."""
        self._preflight = preflight
        calm = not preflight.blocked and not preflight.changes
        if calm:
            self._glyph.set_icon("circle-check", "success")
        else:
            self._glyph.set_icon("triangle-alert", "warning_mark")
        checked = tr(
            "Checked again at {checked_at}.", checked_at=formats.clock_seconds(preflight.looked.here)
        )
        self.brief.show_time(checked.rstrip("."), is_calm=calm)
        draft = preflight.draft
        copies = ""
        if isinstance(draft, BoatDraft) and not preflight.blocked:
            copies = copies_words(draft, preflight.too_large)
        said = joined(" ", (finding(preflight), copies))
        self._words.set_runs(Run(checked, "bodyHeavy"), Run(" "), Run(said, ink="text2"))
        self._announcer.tell(self._words.text())

    def show_failed(self, sentence: str) -> None:
        """Show that the preflight failed or the sale was refused."""
        self._preflight = None
        self.brief.show_time("", is_calm=True)
        self._glyph.set_icon("circle-alert", "danger")
        self._words.setText(sentence)
        self._announcer.tell(sentence)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


_SLOW_SECONDS = 1.0
"""Seconds of sending after which the stop button is shown."""
_CHECK, _BOOK = "preflight", "book"


class SaleBooker(Protocol):
    """Looks at a sale and books it: `Selling`, or what books it as a part of something larger."""

    async def preflight(self, draft: Draft) -> Preflight:
        """See `Selling.preflight`."""
        ...

    async def book(self, preflight: Preflight, on_progress: Tell) -> Outcome | Preflight:
        """See `Selling.book`."""
        ...

    def stop(self, preflight: Preflight) -> bool:
        """See `Selling.stop`."""
        ...


class ReviewPage(SalePage):
    """Reads slot and wallet again, then books once; a refusal is shown here and the draft is kept."""

    own_actions = actions.REVIEW
    title = mark("Review and pay")

    booked = Signal(object)
    """Emitted with the `Receipt` of a settled sale."""
    unknown = Signal(object)
    """Emitted with the `UnknownOutcome` of a sent order."""
    refused = Signal(object)
    """Emitted with the `NotSold` of a sale that was certainly not made, which this page shows."""
    back_asked = Signal(object)
    """Emitted with the `Draft` to go back to its form."""
    fix_asked = Signal(object, object)
    """Emitted with the `Draft` and the refused `Problem` to go back to its field."""
    list_asked = Signal(object)
    """Emitted with the `Draft` to choose another departure."""

    def __init__(self, selling: SaleBooker, reader: ServiceReader, *, is_boat: bool) -> None:
        super().__init__()
        self.setObjectName("review_page")
        self._selling = selling
        self._reader = reader
        self._is_boat = is_boat
        self._draft: Draft
        self._before: Draft | None = None
        self._preflight: Preflight | None = None
        self._progress = OrderProgress(SALE, self._show_progress, self)
        self._refused: Problem | None = None
        """The field of the form that the service refused at the last try, if any."""
        self._look_number = 0
        self._is_booking = self._is_stopped = self._is_unsold = False

    @override
    def _parts(self) -> Iterator[None]:
        self._summary = SaleSummary()
        yield
        self._pane = self._made_pane()
        yield
        self._check, title = CheckLine(), "" if self.title is None else tr(self.title)
        self._header = SheetHeader(title, "", self._check.brief, self._steps(), back=self.step_back)
        self._booking_header = SheetHeader(tr("Booking"), "", self._steps())
        self._booking_header.hide()
        self._clock = CutoffClock(self._reader, self._pane.closing, self)
        self._build()
        self._connect()
        self.bind(actions.NUMBERS, partial(self._summary.show_numbers, whole=True))

    def _made_pane(self) -> PaymentPane:
        return PaymentPane(tr("Back to passengers") if self._is_boat else tr("Back to slot and customer"))

    def _steps(self) -> StepBar:
        return sale_steps(REVIEW_STEP, is_boat=self._is_boat)

    def begin(self, draft: Draft, before: Draft | None = None) -> None:
        """Show this sale; `before` is the draft as it was when it was last reviewed, if it was."""
        self.build()
        self._draft, self._before = draft, before
        self._summary.show_sale(draft, price(draft), before)
        self._pane.show_sale(draft, self._reader.today())

    @override
    def enter(self) -> None:
        # The button that books is not heard before it can be pressed.
        self.read_again()
        super().enter()

    @property
    @override
    def customer_view(self) -> Shown | None:
        page = ShownPage.CHECK
        if self._is_booking or self._is_unsold:
            page = ShownPage.BOOKING if self._is_booking else ShownPage.WAIT
        if self._preflight is not None:
            return shown_draft(self._preflight.draft, self._preflight.price, page)
        return shown_draft(self._draft, price(self._draft), page)

    @override
    def take_focus(self) -> None:
        self._pane.take_focus()

    @override
    def leave(self) -> None:
        self._progress.end()
        self._clock.stop()
        self._look_number += 1
        super().leave()

    @override
    def read_again(self) -> None:
        """Repeat the preflight; never while an order is being sent."""
        if self._is_booking:
            return
        self._preflight, self._is_unsold = None, False
        self.customer_view_changed.emit()
        self._clock.stop()
        self._check.show_checking()
        self._pane.show_checking(price(self._draft))
        self._look_number += 1
        self.tasks.start(_CHECK, self._look(self._look_number))

    @override
    def run_primary(self) -> None:
        if self.selling_off and not self._is_booking:
            self.key_asked.emit()
        elif self._pane.foot.spend.fires():
            self._book()
        else:
            self._pane.foot.go_on()

    def _read_unread(self, before: Around) -> None:
        if before.selling_off and not self.selling_off and self._preflight is None:
            self.read_again()

    @override
    def step_back(self) -> None:
        if self.may_be_left():
            self._leave_back()
        elif self._can_stop():
            self._stop()

    @override
    def may_be_left(self) -> bool:
        return not self._is_booking

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Hide the whole numbers when their key is let go."""
        if actions.NUMBERS.matches(event) and not event.isAutoRepeat():
            self._summary.show_numbers(whole=False)
        super().keyReleaseEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        """Hide the whole numbers also when the window is left while their key is held."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self._summary.show_numbers(whole=False)

    def _build(self) -> None:
        above = (self._header, self._booking_header)
        self.setLayout(split_sheet(*above, left=self._left(), pane=self._pane))

    def _left(self) -> Sequence[QWidget]:
        """What stands beside the pane."""
        content = held(column(self._summary, 24, self._check, None, margins=(24, 20, 24, 16)))
        return (Scroller(content),)

    def _connect(self) -> None:
        self.turned.connect(self._read_unread)
        self._clock.timer.timeout.connect(self._pass_time)
        foot = self._pane.foot
        foot.spend.spent.connect(self._book)
        foot.check_asked.connect(self.read_again)
        foot.stop.clicked.connect(self._stop)
        foot.left.connect(self._go_back)

    def _leave_back(self) -> None:
        if self._refused is None:
            self.back_asked.emit(self._draft)
        else:
            self.fix_asked.emit(self._draft, self._refused)

    def _go_back(self, way: str) -> None:
        if way == "departure" and self.may_be_left():
            self.list_asked.emit(self._draft)
        elif way == "key":
            self.key_asked.emit()
        else:
            self.step_back()

    async def _look(self, number: int) -> None:
        """Run the preflight and show it, unless a newer one was started meanwhile."""
        try:
            preflight = await self._selling.preflight(self._draft)
        except DeskError as error:
            if number == self._look_number:
                self._check.show_failed(tr("Seats, fares and wallet could not be checked."))
                self._pane.show_problem(error.advice)
                self._pane.take_focus()
            return
        if number == self._look_number:
            self._show_preflight(preflight)

    def _show_preflight(self, preflight: Preflight) -> None:
        self._preflight, self._is_unsold = preflight, False
        self.customer_view_changed.emit()
        self._clock.follow(preflight.draft)
        self._summary.show_sale(preflight.draft, preflight.price, self._before)
        self._pane.show_sale(preflight.draft, self._reader.today())
        self._check.show_preflight(preflight)
        self._pane.show_preflight(preflight)
        self._pane.take_focus()

    def _pass_time(self) -> None:
        """Show that booking has closed or the date has passed meanwhile."""
        preflight = self._preflight
        if preflight is None or self._is_booking:
            return
        draft = draft_as_of(preflight.draft, self._reader.service_now())
        found = problems(draft, self._reader.todays().earliest)
        if found and not preflight.blocked:
            self._preflight = None
            self._clock.stop()
            self._check.show_failed(found[0].sentence)
            self._pane.show_closed(found[0])
            self._pane.take_focus()
        else:
            self._clock.follow(preflight.draft)

    def _book(self) -> None:
        self._pass_time()
        preflight = self._preflight
        if preflight is None or self._is_booking:
            return
        if not self._pane.in_sight.permit():
            self._pane.offer_again()
            return
        self._is_booking, self._is_stopped = True, False
        self.customer_view_changed.emit()
        self._clock.stop()
        self._show_header(booking=True)
        self._progress.begin()
        self.tasks.start(_BOOK, self._carry_out(preflight))

    def _can_stop(self) -> bool:
        """Whether the order has been sending for a moment and is not complete."""
        is_slow = self._progress.age >= _SLOW_SECONDS
        return self._is_booking and not self._is_stopped and is_slow and not self._progress.is_sent

    def _stop(self) -> None:
        """Stop the order, unless it is too late."""
        if self._preflight is not None and self._selling.stop(self._preflight):
            self._is_stopped = True
            self._show_progress()

    async def _carry_out(self, preflight: Preflight) -> None:
        try:
            outcome = await self._selling.book(preflight, self._progress.note)
        except DeskError as error:
            if await goes_on(self, error.advice, self._reader.accept_clock, tr("Sell all the same")):
                await self._carry_out(preflight)
                return
            self._end_booking()
            self._tell_unsold(error.advice)
        else:
            self._end_booking()
            self._route(outcome)

    def _route(self, outcome: Outcome | Preflight) -> None:
        if isinstance(outcome, Preflight):
            self._show_preflight(outcome)
        elif isinstance(outcome, Receipt):
            self.booked.emit(outcome)
        elif isinstance(outcome, NotSold):
            self._tell_unsold(outcome.advice)
            self.refused.emit(outcome)
        else:
            self.unknown.emit(outcome)

    def _tell_unsold(self, advice: Advice) -> None:
        self._refused = problem_of(advice)
        self._check.show_failed(tr("This sale was not made."))
        self._pane.show_problem(advice)
        self._pane.take_focus()

    def _end_booking(self) -> None:
        self._progress.end()
        self._is_booking, self._is_unsold = False, True
        self._preflight = None
        self.customer_view_changed.emit()
        self._show_header(booking=False)

    def _show_header(self, *, booking: bool) -> None:
        """Show the header, without the back arrow while an order is being sent."""
        self._header.setVisible(not booking)
        self._booking_header.setVisible(booking)

    def _show_progress(self) -> None:
        self._pane.show_booking(self._progress.events(), can_stop=self._can_stop())
