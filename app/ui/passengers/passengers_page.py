"""The page for the passengers of a boat sale, their documents and the customer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Literal, NamedTuple

from PySide6.QtCore import Qt, Signal, SignalInstance
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.documents.scan_folder import ScanFolder
from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.model.errors import DeskError
from app.desk.model.moment import Moment
from app.desk.model.sale import Change, Draft, DraftAsRead, Problem
from app.desk.model.sale_notes import SaleNotes
from app.desk.model.shown import Shown
from app.desk.model.wallet_split import ZERO
from app.desk.passengers.rules import CELL_WORDS, CELLS
from app.desk.sale.change_detection import identity_change
from app.desk.sale.pricing import price_so_far
from app.desk.sale.refusal_advice import is_unchanged
from app.desk.sale.shown_sale import shown_draft
from app.desk.sale.validation import problems
from app.desk.service.cutoffs import draft_as_of
from app.ui.kit.sheets.page_layout import SheetHeader
from app.ui.kit.sheets.pane import split_sheet
from app.ui.kit.sheets.shortcuts import Act
from app.ui.kit.sheets.step_bar import PASSENGERS_STEP, sale_steps
from app.ui.passengers import actions
from app.ui.passengers.board import PassengerBoard
from app.ui.passengers.grid_model import PassengerModel
from app.ui.passengers.input_methods import InputMethods
from app.ui.passengers.pane import PassengerPane
from app.ui.passengers.scan_watch import ScanWatch
from app.ui.sale.customer_block import EMAIL, NAME, PHONE
from app.ui.sale.cutoff_clock import CutoffClock
from app.ui.sale.draft_page import DraftPage

if TYPE_CHECKING:
    from app.desk.bookings.local_cache import LocalCache
    from app.desk.passengers.mrz_from_copy import CopyReader
    from app.desk.service.service_reader import ServiceReader

_FIELD_WORDS = CELL_WORDS | {NAME: mark("Customer name"), PHONE: mark("Phone"), EMAIL: mark("E-mail")}
_NOT_READ = mark("The trip could not be read again.")
_WHOLE_SALE = frozenset({"departure", "qty"})


class _Typed(NamedTuple):
    """The draft with the current cell and a refused field."""

    row: int
    column: int
    refused: Problem | None


class PassengersPage(DraftPage):
    """Edits a `BoatDraft`."""

    own_actions = actions.PASSENGERS
    title = mark("Passengers")

    details_asked = Signal(object)
    """Emitted with the `BoatDraft` whose travellers the customer is asked for."""

    def __init__(
        self,
        reader: ServiceReader,
        local_cache: LocalCache,
        copies: CopyReader,
        scans: ScanFolder | None = None,
    ) -> None:
        super().__init__()
        self.setObjectName("passengers_page")
        self._reader = reader
        self._judged: tuple[tuple[BoatDraft, date, str], tuple[Problem, ...]] | None = None
        self._taken_over: tuple[BoatDraft, BoatDraft] | None = None
        """What stood here before a draft was taken over, and that one."""
        self._refused: tuple[Problem, BoatDraft] | None = None
        self._local_cache = local_cache
        self._copies = copies
        self._new_scans = scans or ScanFolder()
        self._model = PassengerModel()
        self._has_basket = False
        self._waiting: Decimal | None = ZERO

    @override
    def _parts(self) -> Iterator[None]:
        self._board = PassengerBoard(self._model, self._local_cache.customers, self._reader.today)
        yield
        self._pane = PassengerPane()
        yield
        self._clock = CutoffClock(self._reader, self._pane.closing, self)
        self._header = SheetHeader("", "", sale_steps(PASSENGERS_STEP, is_boat=True), back=self.step_back)
        self.setLayout(split_sheet(self._header, left=(self._board,), pane=self._pane))
        read_copy = self._copies.read if self._copies.can_read else None
        parties = self._local_cache.parties
        self._ways = InputMethods(self, self._board, self._model, self.tasks, parties, read_copy=read_copy)
        self._scans = ScanWatch(
            self,
            self._board,
            self._model,
            self.tasks,
            scans=self._new_scans,
            attach=self._ways.attach_to_current,
        )
        self._connect()

    def begin(
        self,
        draft: BoatDraft,
        *,
        has_basket: bool = False,
        is_item: bool = False,
        waiting: Decimal | None = ZERO,
    ) -> None:
        """Show this draft; with an open basket it goes into that, whose other trips take `waiting` first.

        An item of the basket (`is_item`) is not booked alone: the basket would book it again.
        """
        self.build()
        self._has_basket, self._waiting = has_basket, waiting
        self._pane.show_basket(has_basket=has_basket, is_item=is_item)
        self._model.begin(draft)
        self._board.customer.show_customer(draft)
        self._render()

    def show_changes(self, changes: tuple[Change, ...]) -> None:
        """Show what is no longer as it was quoted."""
        self._pane.show_changes(changes)

    @property
    @override
    def draft(self) -> BoatDraft:
        return self._model.draft

    @property
    @override
    def customer_view(self) -> Shown | None:
        draft, (_, phone) = self.draft, self._board.customer.finished
        so_far = price_so_far(draft)
        return shown_draft(replace(draft, customer_phone=phone), None if so_far.missing else so_far.price)

    @override
    def note(self, notes: SaleNotes) -> None:
        self._model.take(replace(self.draft, notes=notes))
        self._board.last.stand_back(self.draft)

    @override
    def offer_last(self, last: tuple[Draft, ...], put_away: Act, filled: Draft | None = None) -> None:
        self._board.last.offer(last, put_away, filled)

    @override
    def typed(self) -> _Typed:
        self._board.grid.commit()
        current = self._board.grid.currentIndex()
        return _Typed(current.row(), current.column(), self._still_refused())

    @override
    def restore(self, typed: object) -> None:
        if isinstance(typed, _Typed):
            self._board.grid.setCurrentIndex(self._model.index(typed.row, typed.column))
            if typed.refused is not None:
                self.show_refused(typed.refused)

    @override
    def enter(self) -> None:
        super().enter()
        self._board.grid.take_room_back()
        self._ways.begin()
        self._scans.begin()
        self.read_again()

    @property
    @override
    def early_keys(self) -> Literal["drop", "press", "wait"]:
        return "press"

    @override
    def take_focus(self) -> None:
        grid = self._board.grid
        if grid.currentIndex().isValid():
            grid.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            grid.go_to_first_empty()

    @override
    def leave(self) -> None:
        self._board.customer.end()
        self._ways.end()
        self._clock.stop()
        super().leave()
        self._model.forget()

    @override
    def read_again(self) -> None:
        self.tasks.start("departure", self._read())

    @override
    def run_primary(self) -> None:
        """Go on to the preflight, or into the open basket, else to the first problem or another API key."""
        self._go_on(self.put_asked if self._has_basket else self.review_asked)

    def _go_on(self, way: SignalInstance) -> None:
        if self.selling_off:
            self.key_asked.emit()
            return
        self._board.grid.commit()
        self._model.tell_everywhere()
        found = self._problems()
        self._board.customer.tell(found, everywhere=True)
        self._render()
        if found:
            self._go_to(found[0])
        else:
            way.emit(self.draft)

    def _put(self) -> None:
        """Put it into the basket as typed; what is missing is asked for before it is booked."""
        self._board.grid.commit()
        self.put_asked.emit(self.draft)

    @override
    def show_refused(self, problem: Problem) -> None:
        if problem.row is not None and problem.row >= self.draft.qty:
            return
        self._refused = (problem, self.draft)
        if problem.row is None:
            self._board.customer.tell((problem,), everywhere=True)
        self._show_problems()
        self._go_to(problem)

    def _still_refused(self) -> Problem | None:
        refused = self._refused
        return refused[0] if refused and is_unchanged(*refused, self.draft) else None

    @override
    def step_back(self) -> None:
        self._board.grid.commit()
        self.back_asked.emit(self.draft)

    def _connect(self) -> None:
        self.aged.connect(self._show_age)
        board, grid, customer = self._board, self._board.grid, self._board.customer
        self._model.changed.connect(self._render)
        self._clock.timer.timeout.connect(self._show_problems)
        self._model.allowed.connect(self._show_problems)
        board.add.clicked.connect(self._add)
        board.repeat.clicked.connect(self._repeat)
        grid.went_on.connect(lambda: customer.focus_on(NAME))
        customer.edited.connect(self._take_customer)
        customer.left.connect(self._show_problems)
        customer.follow_changed.connect(self._follow)
        customer.fields[EMAIL].entered.connect(self._pane.review.setFocus)
        self._pane.review.clicked.connect(self.run_primary)
        self._pane.fix.link.clicked.connect(self._go_to_first_told)
        self.bind(actions.ADD, self._add)
        self.bind(actions.REPEAT, self._repeat)
        self.bind(actions.ATTACH, lambda: self._ways.choose_copy(grid.row))
        self.bind(actions.ATTACH_SCAN, self._scans.attach)
        self.bind(actions.PASTE_ROWS, self._ways.paste_rows)
        self.bind(actions.ASK_DETAILS, self._ask_details)
        board.ask.clicked.connect(self._ask_details)
        self.bind(actions.ADD_PARTY, self._ways.offer_parties)
        self.bind(actions.SCAN_PASSPORT, board.strip.setFocus)
        self.bind(actions.AS_IT_IS, grid.accept)
        self.bind(actions.UNDO, self._undo)
        self.bind(actions.PUT_IN_BASKET, self._put)
        self._pane.alone.clicked.connect(lambda: self._go_on(self.review_asked))
        self.bind(actions.QUOTE, self._quote)
        board.last.taken.connect(self._take_over)
        self.bind(actions.LAST_CUSTOMER, board.last.take)
        self.bind(actions.PUT_LAST_AWAY, board.last.drop)

    # Rows

    def _add(self) -> None:
        self._put_row(like_last=False)

    def _repeat(self) -> None:
        self._put_row(like_last=True)

    def _undo(self) -> None:
        taken = self._taken_over
        if not self._model.undo() or taken is None or self.draft.passengers != taken[0].passengers:
            return
        before, last = taken
        if _customer_of(self.draft) == _customer_of(last):
            # The customer came with them, and goes with them: the next one would be booked as that.
            self._model.take(before)
        self._taken_over = None
        self._render()

    def _quote(self) -> None:
        self._board.grid.commit()
        read = self.draft.departure.read
        self.quotation_asked.emit(DraftAsRead(self.draft, read and read.here))

    def _ask_details(self) -> None:
        self._board.grid.commit()
        self.details_asked.emit(self.draft)

    def _put_row(self, *, like_last: bool) -> None:
        self._board.grid.commit()
        place = self._model.add(like_last=like_last)
        if place is not None:
            self._board.grid.go_to(place, CELLS[0])

    # The trip as it is now

    async def _read(self) -> None:
        """Read the trip again, since the required identity data may have changed; the input stays."""
        seen = self.draft.departure
        try:
            now = await self._reader.departure(seen)
        except DeskError as error:
            self._board.say(tr(_NOT_READ), tr("{what} Typing goes on.", what=error.advice.what))
            return
        self._board.say(identity_change(seen.identity, now.identity))
        self._model.show_departure(now)

    # The customer

    def _take_customer(self) -> None:
        name, phone, email = self._board.customer.values()
        whole = self._board.customer.whole_phone
        self._model.take(
            replace(
                self.draft, customer_name=name, customer_phone=phone, customer_email=email, whole_phone=whole
            )
        )
        self._show_problems()

    def _take_over(self, last: Draft) -> None:
        self._board.grid.commit()
        self._taken_over = (self.draft, last) if isinstance(last, BoatDraft) else None
        named = replace(
            self.draft,
            customer_name=last.customer_name,
            customer_phone=last.customer_phone,
            customer_email=last.customer_email,
            whole_phone=last.whole_phone,
            notes=last.notes,
        )
        self._model.take(named)
        if isinstance(last, BoatDraft):
            self._model.carry(last)
        self._render()

    def _follow(self, follows: object) -> None:
        self._model.follow_first(follows=bool(follows))
        self._render()

    # Showing

    def _problems(self) -> tuple[Problem, ...]:
        """The problems of the draft, cached since they take long with 100 passengers."""
        draft, today = (
            draft_as_of(self.draft, self._reader.service_now()),
            self._reader.todays().earliest,
        )
        asked = (self.draft, today, draft.departure.reason if isinstance(draft, BoatDraft) else "")
        judged = self._judged
        if judged is None or judged[0][0] is not asked[0] or judged[0][1:] != asked[1:]:
            judged = self._judged = (asked, problems(draft, today, self._model.judge))
        return judged[1]

    def _render(self) -> None:
        """Show the present draft."""
        draft = self.draft
        self._header.set_title(formats.passengers(draft.qty), draft.departure.name)
        self._show_age(self._reader.moment())
        self._pane.show_price(draft, self._reader.wallet_reading, self._waiting)
        self._board.customer.show_customer(draft)
        self._board.show_copy()
        self._ways.note_change()
        self._show_problems()

    def _show_age(self, now: Moment) -> None:
        self._pane.show_departure(self.draft.departure.aged(now))
        self._pane.show_sale(self.draft, self._reader.today())

    def _show_problems(self) -> None:
        """Show the customer's problems below the fields, and all problems above the button."""
        self._clock.follow(self.draft)
        self._board.last.stand_back(self.draft)
        found = self._problems()
        self._pane.show_closed(closed=any(each.field == "departure" for each in found))
        customer, fix = self._board.customer, self._pane.fix
        refused = self._still_refused()
        customer.tell((refused, *found) if refused else found)
        whole = next((each for each in found if each.field in _WHOLE_SALE), None)
        told, wrong = customer.told(), self._model.first_told()
        if whole is not None:
            fix.show_sentence(whole.sentence)
        elif wrong is not None:
            count, place, cell = wrong
            fix.show_fields(
                count + len(told),
                tr("{field}, passenger {number}", field=_FIELD_WORDS[cell], number=place + 1),
            )
        elif told:
            fix.show_fields(len(told), tr(_FIELD_WORDS[told[0]]))
        elif refused is not None:
            fix.show_sentence(refused.sentence)
        else:
            fix.show_nothing()
        self.customer_view_changed.emit()

    def _go_to_first_told(self) -> None:
        wrong, told = self._model.first_told(), self._board.customer.told()
        if wrong is not None:
            self._board.grid.go_to(wrong[1], wrong[2])
        elif told:
            self._board.customer.focus_on(told[0])

    def _go_to(self, problem: Problem) -> None:
        if problem.row is not None:
            self._board.grid.go_to(problem.row, problem.field)
        elif problem.field == "departure":
            self.step_back()
        elif problem.field in _WHOLE_SALE:
            self._board.grid.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._board.customer.focus_on(problem.field)


def _customer_of(draft: BoatDraft) -> tuple[str, str, str]:
    return draft.customer_name, draft.customer_phone, draft.customer_email
