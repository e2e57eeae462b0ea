"""The page of another date: old and new side by side, and one decision about both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.desk.model.activities import ActivityDraft, Slot
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice, Draft, Preflight
from app.desk.sale.pricing import price
from app.desk.sale.sale_words import occasion
from app.ui.kit.basics.actions import STEP_DAY, TYPE_DAY, is_idle
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label
from app.ui.kit.sheets.input_sheet import DaySheet
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.kit.sheets.step_bar import StepBar
from app.ui.moving import actions
from app.ui.moving.move_pane import MovePane
from app.ui.moving.move_words import day_and_window, nearest_start, old_day
from app.ui.sale.review_page import ReviewPage
from app.ui.slots.slot_board import SlotBoard
from app.ui.slots.week_model import DAYS
from app.ui.theme import style

if TYPE_CHECKING:
    from app.desk.moving.deciding import MoveDecision
    from app.desk.service.service_reader import ServiceReader

STEPS = (mark("New date"), mark("Both acts"), mark("Done"))
_MORE, _LESS = frozenset("+="), frozenset("-\u2212")


class ActCard(Roomy, Box):
    """One of the two bookings: what is done with it, when it is, and what it costs or cost.

    In a flat window it is one line.
    """

    def __init__(self, name: str, short: str, *, is_new: bool) -> None:
        super().__init__(
            "accent_soft" if is_new else "surface",
            "accent_line" if is_new else "line_strong",
            radius=style.RADIUS,
        )
        self._names, self._name = (name, short), Label(name, ink="text2")
        self._at = Label("", "caption", "text3")
        self._when = called("new_start" if is_new else "old_start", Label("", "bodyStrong", elides=True))
        self._what = Label("", ink="text2", elides=True)
        self._left, self._right = Label("", ink="text2", elides=True), Label("", "bodyStrong", right=True)
        self._more = held(column(6, Hairline(), 6, row((self._left, 1), (self._right, 0), gap=12)))
        self._lines = column(
            row(self._name, None, self._at, gap=8), 4, self._when, self._what, self._more,
            margins=(14, 8, 14, 8),
        )  # fmt: skip
        self.setLayout(self._lines)

    def show_act(self, when: str, what: str, left: str, right: str, at: str = "") -> None:
        """Show it."""
        for label, words in zip(
            (self._when, self._what, self._left, self._right, self._at),
            (when, what, left, right, at),
            strict=True,
        ):
            label.setText(words)

    @override
    def follow_room(self) -> None:
        self._more.setVisible(not self.room.is_low)
        is_flat, way = self.room.is_flat, QBoxLayout.Direction
        self._name.setText(self._names[is_flat])
        self._lines.setDirection(way.LeftToRight if is_flat else way.TopToBottom)
        for each in (self._at, self._what):
            each.setVisible(not is_flat)


class _Foot(Roomy, QWidget):
    """What is left out in a low window, where the header says when it was checked."""

    @override
    def follow_room(self) -> None:
        self.setVisible(not self.room.is_low)


class MovePage(ReviewPage):
    """Reads the new start and the refund of the old one together, then books the new one.

    Of an activity the start is chosen here; a boat comes with its passengers from their page.
    """

    own_actions = actions.DECIDING
    title = mark("Another date")

    def __init__(self, decision: MoveDecision, reader: ServiceReader, *, is_boat: bool) -> None:
        super().__init__(decision, reader, is_boat=is_boat)
        self.setObjectName("move_page")
        self.decision = decision
        if not is_boat:
            self.answers = {STEP_DAY: self._step_day, TYPE_DAY: self._type_day}
        self._is_first = True
        """Whether the program may still choose a start by itself."""

    @property
    def draft(self) -> Draft:
        """The new booking as it is chosen."""
        return self._draft

    @override
    def _parts(self) -> Iterator[None]:
        self._foot = _Foot()
        note = None if self._is_boat else self._foot
        self._board = SlotBoard(self._reader.today(), self._reader.service_now(), note)
        self._old = ActCard(tr("2 Booked now, cancelled second"), tr("2 Old"), is_new=False)
        self._new = ActCard(tr("1 New, booked first"), tr("1 New"), is_new=True)
        yield
        yield from super()._parts()
        self._board.day_chosen.connect(self.show_day)
        self._board.week_asked.connect(self._show_week)
        self._board.slot_chosen.connect(self._choose)
        self._board.none.day_asked.connect(self.show_day)
        self._board.failure.retry.clicked.connect(self._read_days)
        self.bind(actions.COUNTS, self._change_counts)

    @override
    def _made_pane(self) -> MovePane:
        self.sums = MovePane(self.decision)
        return self.sums

    @override
    def _steps(self) -> StepBar:
        return StepBar(STEPS)

    @override
    def _left(self) -> Sequence[QWidget]:
        cards = held(row((self._old, 1), (self._new, 1), gap=16, margins=(20, 6, 20, 0)))
        cards.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        note = Label(
            tr("At the service these are two acts, with two PNRs. It knows no change of date."),
            "caption",
            "text3",
            wraps=True,
        )
        self._foot.setLayout(column(self._check, note, margins=(20, 4, 20, 8)))
        if self._is_boat:
            return cards, Scroller(held(column(self._summary, None, margins=(20, 8, 20, 8)))), self._foot
        self._summary.hide()
        return cards, held(column((self._board, 1), self._summary))

    @override
    def begin(self, draft: Draft, before: Draft | None = None) -> None:
        self.build()
        self._draft = draft
        old = self.decision.old
        self._show_old()
        self._show_new()
        if isinstance(draft, ActivityDraft):
            today = self._reader.todays().earliest
            self._board.begin(max(today, old.day or today), self._reader.service_now())
        else:
            self._summary.show_sale(draft, price(draft), None)

    @override
    def enter(self) -> None:
        super().enter()
        if not self._is_boat:
            self._read_days()

    @override
    def leave(self) -> None:
        self.decision.leave()
        super().leave()

    @override
    def take_focus(self) -> None:
        if self._is_boat or self._preflight is not None:
            super().take_focus()
        else:
            self._board.day_tiles.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def read_again(self) -> None:
        if not (self._is_boat or self._is_booking):
            self.tasks.start(f"day_{self._board.day}", self._read_day(self._board.day))
        self._look_again()

    def _look_again(self) -> None:
        draft, self._preflight = self._draft, None
        self._show_new()
        self._show_old()
        if isinstance(draft, ActivityDraft) and draft.slot is None:
            # What was said of a start that is not on screen any more is not said of this day.
            self._check.show_nothing()
            self._pane.show_sale(draft, self._reader.today())
            self._pane.show_checking(None)
            self._pane.foot.wait(tr("Pick a slot."), tr("Nothing is booked or cancelled yet."))
            return
        super().read_again()

    @override
    def show_day(self, day: date) -> None:
        if not self._is_boat and day != self._board.day and not self._is_booking:
            # What is not on screen any more is not booked.
            self._is_first = False
            self._board.show_day(day)
            self._choose(None)
            self._read_days()

    def _step_day(self, days: int) -> None:
        self.show_day(max(self._board.day + timedelta(days=days), self._reader.todays().earliest))

    def _type_day(self) -> None:
        sentence = tr("It is booked for {day} now.", day=old_day(self.decision.old))
        sheet = DaySheet(self.window(), sentence, self._reader.todays().earliest)
        sheet.day_entered.connect(self.show_day)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits pick slots and signs change how many move."""
        text = "" if is_idle(event) or self._is_boat or self._is_booking else event.text()
        slot = self._board.slot_numbered(int(text)) if text.isascii() and text.isdigit() else None
        if slot is not None:
            self._choose(slot)
        elif text and text in (_MORE | _LESS):
            self._move_seats(1 if text in _MORE else -1)
        else:
            super().keyPressEvent(event)

    def _move_seats(self, step: int) -> None:
        draft = self._draft
        if isinstance(draft, ActivityDraft):
            self._draft = replace(draft, qty=min(max(draft.qty + step, 1), self.decision.seats))
            self._look_again()

    def _choose(self, slot: Slot | None) -> None:
        draft = self._draft
        if self._is_booking or not isinstance(draft, ActivityDraft):
            return
        self._is_first = self._is_first and slot is None
        self._draft = replace(draft, slot=slot)
        self._board.choose(slot)
        self._look_again()

    def _show_week(self, step: int) -> None:
        first = self._board.days.first + timedelta(days=DAYS * step)
        self._board.show_week(max(first, self._reader.todays().earliest))
        self._is_first = False
        self._choose(None)
        self._read_days()

    def _read_days(self) -> None:
        for day in self._board.days.days:
            tile = self._board.days.tile_of(day)
            if tile is not None and tile.slots is None and not self.tasks.is_running(f"day_{day}"):
                self.tasks.start(f"day_{day}", self._read_day(day))

    async def _read_day(self, day: date) -> None:
        draft = self._draft
        if not isinstance(draft, ActivityDraft):
            return
        try:
            slots = await self._reader.slots(draft.offer, day)
        except DeskError as error:
            self._board.put_failure(day, error.advice)
        else:
            self._board.put_slots(slots)
        if self._is_first:
            self._choose_nearest()

    def _choose_nearest(self) -> None:
        """Choose the start like the old one on the next open day, once all days before that are read."""
        old, days = self.decision.old, self._board.days
        tiles = (days.tile_of(each) for each in days.days if old.day is None or each > old.day)
        # A day that could not be read says so itself, and those after it can be booked all the same.
        read = (each.slots for each in tiles if each is not None and not each.failure)
        start = nearest_start(read, old, self.decision.seats)
        if start is not None:
            self._board.show_day(start.day)
            self._choose(start)

    def _show_old(self) -> None:
        old, seats, going = self.decision.old, self.decision.seats, self._draft.qty
        paid = "" if old.customer_pays is None else formats.amount(old.customer_pays)
        all_of_it = self._seats_words(old.place, seats)
        told = tr("{number} of {seats}", number=going, seats=all_of_it) if going < seats else all_of_it
        self._old.show_act(day_and_window(old), told, old.booking_ref, paid)

    def _show_new(self) -> None:
        draft, found = self._draft, self._preflight
        sums = price(draft) if found is None else found.price
        amount = "" if sums is None else formats.amount(sums.customer_pays)
        new, when = occasion(draft), tr("Pick a slot.")
        if new.day is not None:
            when = joined(
                ", ", (formats.day_medium(new.day), formats.window(new.starts, new.ends, new.window))
            )
        name = new.party_more if isinstance(draft, ActivityDraft) else draft.departure.boat_name
        what = self._seats_words(name, draft.qty)
        at = "" if found is None else tr("Read {read_at}", read_at=formats.clock_seconds(found.looked.here))
        self._new.show_act(when, what, tr("Price with GST"), amount, at)

    def _seats_words(self, name: str, seats: int) -> str:
        return joined(", ", (name, formats.seats(seats)))

    def _change_counts(self) -> None:
        self._pane.reveal()
        self.sums.counts.take_focus()

    @override
    def _show_preflight(self, preflight: Preflight) -> None:
        self.sums.show_quote()
        super()._show_preflight(preflight)
        self._show_new()

    @override
    def _leave_back(self) -> None:
        if self._is_boat:
            super()._leave_back()
        else:
            self.went_back.emit()

    @override
    def _go_back(self, way: str) -> None:
        if way in {"slot", "back"} and not self._is_boat:
            self._board.slot_tiles.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super()._go_back(way)

    @override
    def _tell_unsold(self, advice: Advice) -> None:
        stands = tr("{day} stands.", day=old_day(self.decision.old))
        super()._tell_unsold(replace(advice, meaning=joined(" ", (stands, advice.meaning))))
