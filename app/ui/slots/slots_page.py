"""The page of slots: day, slot, seats and customer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, ClassVar, Literal

from PySide6.QtCore import Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.model.activities import ActivityDraft, DaySlots, Slot
from app.desk.model.errors import DeskError
from app.desk.model.sale import Change, Draft, DraftAsRead, Problem
from app.desk.model.sale_notes import SaleNotes
from app.desk.model.shown import Shown
from app.desk.model.wallet_split import ZERO
from app.desk.sale.pricing import price
from app.desk.sale.refusal_advice import is_unchanged
from app.desk.sale.shown_sale import shown_draft
from app.desk.sale.validation import problems
from app.desk.service.cutoffs import closes_at, travel_day
from app.ui.kit.basics.actions import is_idle
from app.ui.kit.basics.amounts import MoneyBlock
from app.ui.kit.basics.announcing import say
from app.ui.kit.basics.layouts import called, column, held
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.page_layout import ActionBar, Scroller, SheetHeader
from app.ui.kit.sheets.pane import Pane, split_sheet
from app.ui.kit.sheets.shortcuts import Act
from app.ui.kit.sheets.step_bar import SLOT_STEP, sale_steps
from app.ui.sale.bar_words import fact_words, price_sums, who_words
from app.ui.sale.book_alone import BookAlone
from app.ui.sale.changes_note import ChangesTable
from app.ui.sale.customer_block import EMAIL
from app.ui.sale.cutoff_clock import CutoffLine
from app.ui.sale.draft_page import DraftPage
from app.ui.slots import actions
from app.ui.slots.sale_form import SEATS, SLOT, SaleForm
from app.ui.slots.slot_board import SlotBoard
from app.ui.slots.slot_wish import SlotWish
from app.ui.slots.week_model import DAYS
from app.ui.theme import style

if TYPE_CHECKING:
    from app.desk.bookings.local_cache import LocalCache
    from app.desk.service.service_reader import ServiceReader

SKELETON_AFTER_MS = 200
_LONGEST_LABEL = 36
_MORE = frozenset("+=")
_LESS = frozenset("-\u2212")


class SlotsPage(DraftPage):
    """Edits an `ActivityDraft`."""

    uses_day: ClassVar[bool] = True
    own_actions = actions.SLOTS
    title = mark("Slots")

    day_chosen = Signal(object)
    """Emitted with another shown `date`."""
    watch_asked = Signal(object)
    """Emitted with the `ActivityDraft` of which the slot is to be watched for seats."""
    taken_up = Signal(object)
    """Emitted with the `ActivityDraft` of the last customer, which is to be shown instead."""

    def __init__(
        self,
        reader: ServiceReader,
        local_cache: LocalCache,
        keep_starts: Callable[[DaySlots], Awaitable[None]],
    ) -> None:
        """`keep_starts` keeps when the slots of a day begin, which a line of words is read with."""
        super().__init__()
        self.setObjectName("slots_page")
        self._reader = reader
        self._customers = local_cache.customers
        self._keep_starts = keep_starts
        self._wish: SlotWish | None = None
        self._is_of_line = False
        """Whether it was opened by a line of words, after which a name may be typed on."""
        self._is_hurried = False
        """Whether the primary action was asked for before the slot that was meant could be chosen."""
        self._draft: ActivityDraft
        self._refused: tuple[Problem, ActivityDraft] | None = None
        self._readings: dict[date, int] = {}
        """Counts the readings of a day, so that an older answer is not shown."""
        self._kept: dict[date, Slot] = {}
        self._has_basket = False
        self._waiting: Decimal | None = ZERO

    @override
    def _parts(self) -> Iterator[None]:
        self._board = SlotBoard(self._reader.today(), self._reader.service_now())
        yield
        self._form = SaleForm(self._customers)
        self._changes = ChangesTable()
        self._changed = held(column(self._changes, margins=(20, 12, 20, 0)))
        self._changed.hide()
        yield
        self._money, self._closing = MoneyBlock(), CutoffLine()
        self._pane = Pane(style.PANE_NARROW)
        self._review = called("review", Button(actions.REVIEW, "primary", size=44, fills=True))
        self._alone = BookAlone()
        self._late, self._clock = QTimer(self), QTimer(self)
        self._late.setInterval(SKELETON_AFTER_MS)
        for timer in (self._late, self._clock):
            timer.setSingleShot(True)
        steps = sale_steps(SLOT_STEP, is_boat=False)
        self._header = SheetHeader("", "", steps, back=self.step_back)
        self._build()
        self._connect()

    def begin(
        self,
        draft: ActivityDraft,
        day: date,
        *,
        has_basket: bool = False,
        is_item: bool = False,
        waiting: Decimal | None = ZERO,
        wish: SlotWish | None = None,
    ) -> None:
        """Show this draft, on the day of its slot or else on `day`; with an open basket it goes into that.

        The other trips of that take `waiting` off the wallet first, None when that is not known.
        An item of the basket (`is_item`) is not booked alone: the basket would book it again. Once the day is
        read, the slot that was meant is chosen, and the focus goes to what is missing (`wish`).
        """
        self.build()
        self._draft, slot = draft, draft.slot
        self._has_basket, self._waiting = has_basket, waiting
        self._alone.offer(offered=has_basket and not is_item)
        if slot is not None:
            self._kept[slot.day] = slot
        self._header.set_title(draft.offer.title, draft.offer.place)
        self._form.show_draft(draft)
        if has_basket:
            self._form.show_basket(draft)
        self._board.begin(slot.day if slot else day, self._reader.service_now())
        self._board.choose(slot)
        self._wish, self._is_hurried, self._is_of_line = wish, False, wish is not None
        self._render()

    def show_changes(self, changes: tuple[Change, ...]) -> None:
        """Show what is no longer as it was quoted."""
        self._changed.setVisible(bool(changes))
        if changes:
            self._changes.show_rows(changes, priced=True)

    @property
    @override
    def draft(self) -> ActivityDraft:
        return self._draft

    @override
    def typed(self) -> Problem | None:
        refused = self._still_refused()
        return refused[0] if refused else None

    @override
    def restore(self, typed: object) -> None:
        if isinstance(typed, Problem):
            self.show_refused(typed)

    @override
    def note(self, notes: SaleNotes) -> None:
        self._draft = replace(self._draft, notes=notes)
        self._form.last.stand_back(self._draft)

    @override
    def offer_last(self, last: tuple[Draft, ...], put_away: Act, filled: Draft | None = None) -> None:
        self._form.offer_last(last, put_away, filled)

    @property
    @override
    def early_keys(self) -> Literal["drop", "press", "wait"]:
        if self._board.read_at(self._board.day) is not None:
            return "press"
        return "wait" if self.tasks.is_running(_task_of(self._board.day)) else "drop"

    @property
    @override
    def customer_view(self) -> Shown | None:
        draft = self._draft
        if draft.slot is None:
            return None
        name, phone = self._form.customer.finished
        return shown_draft(replace(draft, customer_name=name, customer_phone=phone), price(draft))

    @override
    def take_focus(self) -> None:
        self._board.day_tiles.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def enter(self) -> None:
        super().enter()
        self.day_chosen.emit(self._board.day)
        self._late.start()
        self._tick()
        self._read_unread()

    @override
    def leave(self) -> None:
        self._late.stop()
        self._clock.stop()
        self._readings.clear()
        self._form.end()
        super().leave()

    @override
    def read_again(self) -> None:
        for day in self._board.days.days:
            self._start_reading(day)

    @override
    def show_day(self, day: date) -> None:
        if day != self._board.day:
            self._board.show_day(day)
            self._follow_day()

    @override
    def run_primary(self) -> None:
        """Go on to the preflight, or into the open basket, else to the first problem or another API key.

        The slot that was meant is waited for.
        """
        if self._wish is not None and self.tasks.is_running(_task_of(self._board.day)):
            self._is_hurried = True
        else:
            self._go_on(self.put_asked if self._has_basket else self.review_asked)

    def _go_on(self, way: SignalInstance) -> None:
        if self.selling_off:
            self.key_asked.emit()
            return
        found = problems(self._draft, self._reader.todays().earliest)
        self._form.tell(found, everywhere=True)
        if not found:
            way.emit(self._draft)
        elif found[0].field == SLOT:
            self._board.slot_tiles.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._focus_on(found[0].field)

    def _put(self) -> None:
        """Put it into the basket as typed, with a slot at least."""
        if self._draft.slot is None or not self._draft.slot.is_open:
            self._go_on(self.put_asked)
        else:
            self.put_asked.emit(self._draft)

    @override
    def show_refused(self, problem: Problem) -> None:
        self._refused = (problem, self._draft)
        self._form.tell((problem,), everywhere=True)
        self._focus_on(problem.field)

    def _still_refused(self) -> tuple[Problem, ...]:
        if self._refused is None or not is_unchanged(*self._refused, self._draft):
            return ()
        return (self._refused[0],)

    @override
    def step_back(self) -> None:
        self.back_asked.emit(self._draft)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle keys outside fields: digits pick slots, signs change seats, letters begin the name."""
        text = "" if is_idle(event) else event.text()
        slot = self._board.slot_numbered(int(text)) if text.isascii() and text.isdigit() else None
        if slot is not None:
            self._choose(slot)
            self._board.slot_tiles.setFocus(Qt.FocusReason.OtherFocusReason)
        elif actions.WATCH.matches(event) and self._current is not None and not self._current.is_open:
            super().keyPressEvent(event)
        elif text and text in _MORE:
            self._form.stepper.stepUp()
        elif text and text in _LESS:
            self._form.stepper.stepDown()
        elif text.isalpha() and self._form.owner:
            say(self, tr("The customer of this basket is {name}. F6 changes it.", name=self._form.owner))
        elif text.isalpha() and self._has_begun and self._begins_name(event):
            event.accept()
        else:
            super().keyPressEvent(event)

    def _build(self) -> None:
        pane = self._pane
        lines = held(column(self._money.details, margins=(20, 8, 20, 12)))
        typed = held(column(self._changed, self._form, lines, None))
        pane.body.addWidget(Scroller(typed), 1)
        pane.body.addWidget(self._money)
        pane.lend(self._closing, pane.body)
        pane.close_with(ActionBar(held(column(self._review, self._alone, gap=8))))
        self.setLayout(split_sheet(self._header, left=(self._board,), pane=pane))

    def _connect(self) -> None:
        self.turned.connect(self._offer_review)
        self._late.timeout.connect(self._board.show_blocks)
        self._clock.timeout.connect(self._tick)
        self._board.day_chosen.connect(self.show_day)
        self._board.week_asked.connect(self._show_week)
        self._board.slot_chosen.connect(self._choose)
        self._board.none.day_asked.connect(self.show_day)
        self._board.slot_tiles.entered.connect(self._leave_slot)
        self._board.failure.retry.clicked.connect(self.read_again)
        self._form.stepper.valueChanged.connect(self._take)
        customer = self._form.customer
        customer.edited.connect(self._take)
        customer.left.connect(self._take)
        customer.fields[EMAIL].entered.connect(self._review.setFocus)
        self._form.last.taken.connect(self._take_last)
        self._review.clicked.connect(self.run_primary)
        self._alone.clicked.connect(lambda: self._go_on(self.review_asked))
        self.bind(actions.LAST_CUSTOMER, self._form.last.take)
        self.bind(actions.PUT_LAST_AWAY, self._form.last.drop)
        self.bind(actions.CHANGE_CUSTOMER, self._form.change_customer)
        self.bind(actions.PUT_IN_BASKET, self._put)
        self.bind(actions.QUOTE, self._quote)
        self.bind(actions.WATCH, lambda: self.watch_asked.emit(replace(self._draft, slot=self._current)))

    @property
    def _current(self) -> Slot | None:
        """The slot under the keyboard, which may be one without seats."""
        return self._board.slots.slot_at(self._board.slot_tiles.currentIndex())

    def _quote(self) -> None:
        slot = self._draft.slot
        read_at = self._board.read_at(slot.day) if slot else self._reader.now_here()
        self.quotation_asked.emit(DraftAsRead(self._draft, read_at))

    def _leave_slot(self) -> None:
        """Go on from a slot to the customer; where a basket has one, there is nothing to type."""
        if self._form.owner:
            self._review.setFocus()
        else:
            self._focus_on("customer_name")

    def _focus_on(self, field: str) -> None:
        self._pane.reveal()
        self._form.focus_on(field)

    @property
    def _has_begun(self) -> bool:
        """Whether a letter is of a name: it is not known yet what is sold before that."""
        return self._is_of_line or self._draft.slot is not None

    def _begins_name(self, letter: QKeyEvent) -> bool:
        if not self._form.customer.values()[0]:
            self._pane.reveal()
        return self._form.begins_name(letter)

    def _show_week(self, step: int) -> None:
        first = self._board.days.first + timedelta(days=DAYS * step)
        self._board.show_week(max(first, self._reader.todays().earliest))
        self._follow_day()

    def _follow_day(self) -> None:
        """After a change of day restore its chosen slot, and read missing days."""
        self._wish = None
        self._read_unread()
        self._choose(self._kept.get(self._board.day))
        self.day_chosen.emit(self._board.day)

    def _read_unread(self) -> None:
        for day in self._board.days.days:
            tile = self._board.days.tile_of(day)
            if tile is not None and tile.slots is None and not self.tasks.is_running(_task_of(day)):
                self._start_reading(day)

    def _start_reading(self, day: date) -> None:
        self._readings[day] = self._readings.get(day, 0) + 1
        self.tasks.start(_task_of(day), self._read(day, self._readings[day]))

    async def _read(self, day: date, reading: int) -> None:
        """Read and show a day, unless a newer reading was started or the page was left."""
        try:
            slots = await self._reader.slots(self._draft.offer, day)
        except DeskError as error:
            if self._readings.get(day) == reading:
                self._is_hurried = False
                self._board.put_failure(day, error.advice)
                self._render()
            return
        if self._readings.get(day) == reading:
            self._board.put_slots(slots)
            self._take_wish()
            self._render()
        await self._keep_starts(slots)

    def _take_wish(self) -> None:
        """Choose the slot that was meant, and go to what is missing, once its day is read."""
        wish, day = self._wish, self._board.day
        tile = self._board.days.tile_of(day)
        if wish is None or tile is None or tile.slots is None:
            return
        self._wish, is_hurried, self._is_hurried = None, self._is_hurried, False
        fitting = [each for each in tile.slots.open_slots if wish.fits(each)]
        if len(fitting) == 1:
            self._choose(fitting[0])
        if not self._board.day_tiles.hasFocus():
            # The clerk has gone elsewhere meanwhile.
            return
        if is_hurried:
            self.run_primary()
        else:
            self._focus_on_missing(wish)

    def _focus_on_missing(self, wish: SlotWish) -> None:
        """Go to the first thing that was not said: slot, seats, customer; else to the button."""
        found = problems(self._draft, self._reader.todays().earliest)
        if found and found[0].field == SLOT:
            self._board.slot_tiles.setFocus(Qt.FocusReason.OtherFocusReason)
        elif found or not wish.is_counted:
            self._focus_on(found[0].field if wish.is_counted else SEATS)
        else:
            self._review.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, slot: Slot | None) -> None:
        self._draft = replace(self._draft, slot=slot)
        if slot is not None:
            self._kept[slot.day] = slot
        self._board.choose(slot)
        self._render()

    def _take(self) -> None:
        self._draft = self._form.taken(self._draft)
        self._form.last.stand_back(self._draft)
        self._render()

    def _take_last(self, last: Draft) -> None:
        """Take up the customer with the notes; of the same activity the slot and the seats, too."""
        offer = self._draft.offer
        if isinstance(last, ActivityDraft) and last.offer.activity_id == offer.activity_id:
            self.taken_up.emit(replace(last, offer=offer))
        else:
            self._draft = replace(self._draft, notes=last.notes)
            self._form.customer.show_customer(last)
            self._take()

    def _tick(self) -> None:
        self._board.show_now(self._reader.service_now())
        self._render()

    def _render(self) -> None:
        """Show the present draft, whose slot may have changed."""
        slot = self._draft.slot
        if slot is not None:
            slot = self._board.as_shown(slot)
            self._draft = replace(self._draft, slot=slot)
        self._form.show_slot(slot)
        self._form.tell((*self._still_refused(), *problems(self._draft, self._reader.todays().earliest)))
        self._money.show_price(price(self._draft), self._reader.wallet_reading, self._waiting)
        self._pane.facts.show_fact(fact_words(self._draft, self._reader.today()), who_words(self._draft))
        self._pane.facts.show_sums(*price_sums(price(self._draft)))
        self._offer_review()
        now, day = self._reader.service_now(), travel_day(self._draft)
        warning = self._reader.todays().warning(day) if day else ""
        self._closing.show_state(closes_at(self._draft, now), now, warning)
        self._clock.start(self._board.wait_ms())
        self.customer_view_changed.emit()

    def _offer_review(self) -> None:
        """Let the draft go on, or say on the button why it may not."""
        slot = self._draft.slot
        if self.selling_off:
            self._review.set_label(tr("Selling is off"))
            self._review.disable(self.selling_off)
        elif slot is None or slot.is_open:
            self._review.set_label(tr("Put in basket") if self._has_basket else tr("Review"))
            self._review.enable()
        else:
            self._review.set_label(
                slot.reason if len(slot.reason) <= _LONGEST_LABEL else tr("Slot is closed")
            )
            self._review.disable(tr("Pick another slot."))


def _task_of(day: date) -> str:
    return f"day_{day}"
