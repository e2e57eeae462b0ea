"""Who travels on a day: departures at the left, the parties of one of them at the right."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QItemSelectionModel, QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QStackedWidget
from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.model import formats
from app.desk.model.sale import Advice
from app.desk.travelling.values import AskedSoFar, Board, BoardDeparture, Party, PartyState, ToldState
from app.ui.kit.basics.actions import PRINT_LAST, STEP_DAY, Action
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button, Kind
from app.ui.kit.controls.checkbox import draw_tick_box
from app.ui.kit.controls.date_input import day_distance, day_typed
from app.ui.kit.controls.date_stepper import DateStepper
from app.ui.kit.controls.search_field import FindField
from app.ui.kit.lists.row_list import RowList
from app.ui.kit.lists.table_columns import TableHeader
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.kit.sheets.input_sheet import InputSheet, InputWords
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import HintLine, Scroller, SheetHeader, show_part
from app.ui.theme import style
from app.ui.travelling import actions
from app.ui.travelling.board_words import age_words, nobody_words, parties
from app.ui.travelling.departure_head import DepartureHead
from app.ui.travelling.departures_list import DeparturesList, DeparturesModel
from app.ui.travelling.parties_list import PartiesList, PartiesModel, columns

if TYPE_CHECKING:
    from app.desk.travelling.travelling import Travelling

_READING, _ASKING, _NOTING = "board", "asking", "noting"
_LEFT, _NARROW_LEFT = 396, 300
_TICK, _SIDE = 16, 20
_OFFICE_AWAY = mark("The office\u2019s database is away. Only what this counter sold is shown.")
_NOT_SETTLED = mark("Its outcome is not known yet. Nothing is told or handed.")


class Place(NamedTuple):
    """Where the clerk is on the board, to come back to."""

    day: date
    seen_on: date
    """The day at this counter on which it was left."""
    departure: str = ""
    party: str = ""
    typed: str = ""
    is_in_parties: bool = False
    """Whether the keyboard was with the parties, where a key is about one of them."""


class PartiesHeader(TableHeader):
    """The names of the columns, and a box that chooses all of the departure."""

    ticked = Signal()
    """Emitted by a press on the box."""

    def __init__(self) -> None:
        super().__init__(columns(has_till=False))
        self._is_ticked = False

    def show_ticked(self, *, ticked: bool) -> None:
        """Show whether all of them are chosen."""
        self._is_ticked = ticked
        self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        box = QRect(_SIDE, (self.height() - _TICK) // 2, _TICK, _TICK)
        draw_tick_box(QPainter(self), box, checked=self._is_ticked)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and event.position().x() < 2 * _SIDE + _TICK:
            self.ticked.emit()


class BoardPage(Roomy, Page):
    """Shows one day as the register has it; F5 asks the service, and nothing is sent to any customer."""

    own_actions = actions.BOARD
    title = mark("Travelling")

    left = Signal(object)
    """Emitted with the `Place` of the clerk when the page ends."""
    opened = Signal(object)
    """Emitted to open the booking of a `Sale`."""
    message_asked = Signal(object)
    """Emitted with the parties to be told, one after the other."""
    rebook_asked = Signal(object)
    """Emitted with the `Party` whose trip is sold again on another day."""
    said = Signal(str)
    """Emitted with why a key does nothing."""
    storm_left = Signal()
    """Emitted to go back to the storm desk that is under way."""

    def __init__(self, travelling: Travelling) -> None:
        super().__init__()
        self.setObjectName("travelling_page")
        self._travelling = travelling
        self._board: Board | None = None
        self._day: date | None = None
        self._place: Place | None = None
        """Where to begin, once the day is read."""
        self._asked: AskedSoFar | None = None
        self._after_asking = ""
        self._sheet: InputSheet | None = None
        self._offered_acts: dict[Action, Callable[[Sequence[Party]], object]] = {}
        self._departures_model, self._parties_model = DeparturesModel(), PartiesModel()
        self._departures, self._parties = (
            DeparturesList(self._departures_model),
            PartiesList(self._parties_model),
        )
        self._step, self._head, self._columns = DateStepper(), DepartureHead(), PartiesHeader()
        self._find = FindField(
            "find_party",
            tr("Name, phone or PNR"),
            tr("Search parties"),
            tr("Name, phone or PNR of who travels on this day"),
        )
        self._age, self._ask = Label("", "caption", "text3", elides=True, right=True), Button(actions.ASK)
        self._age.setObjectName("board_age")
        self._ask.setObjectName("ask_service")
        self._count, self._sum = Label("", "captionStrong", "text3"), Label("", "captionStrong", "text3")
        self._sum.setObjectName("board_sum")
        self._trouble, self._storm = MessageBox("warning", flat=True), MessageBox("warning", flat=True)
        self._trouble.setObjectName("board_trouble")
        self._storm.setObjectName("storm_band")
        self._return = Button(tr("Go there"), size=28)
        self._return.setObjectName("to_storm")
        self._nobody = EmptyState("clipboard-list")
        # It has the keyboard in place of the lists.
        self._none = Scroller(self._nobody)
        self._is_in_parties = False
        """Whether the parties had the keyboard last, and not the departures."""
        self._stop_following = travelling.changed.subscribe(self._read)
        self._build()
        self._connect()

    @override
    def enter(self) -> None:
        super().enter()
        self.tasks.start(_READING, self._begin())

    @override
    def leave(self) -> None:
        self.left.emit(self.typed())
        self._stop_following()
        super().leave()

    @override
    def take_focus(self) -> None:
        (self._departures if self._departures_model.rows else self._none).setFocus()

    @override
    def take_search(self) -> bool:
        self._find.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._find.selectAll()
        return True

    @override
    def read_again(self) -> None:
        """Ask the service for each booking of the day."""
        if not self.is_online:
            self.said.emit(tr("No line. The service cannot be asked."))
        elif self._board is not None and not self.tasks.is_running(_ASKING):
            self._asked = None
            self.tasks.start(_ASKING, self._ask_service(self._board))

    @override
    def follow_office(self) -> None:
        self._read()

    def begin_day(self) -> None:
        """Show the times of yesterday with their date, and the day by its new distance."""
        self._read()

    @override
    def show_online(self, *, online: bool) -> None:
        super().show_online(online=online)
        self._show_age()

    @override
    def step_day(self, days: int) -> None:
        if self._day is not None:
            self.go_to(self._day + timedelta(days=days))

    @override
    def type_day(self) -> None:
        if self._sheet is None:
            sentence = tr("Today is {day}.", day=formats.day_long(self._travelling.today()))
            asked = InputWords(tr("Which day?"), sentence, tr("Day"), "typed_day", tr("Show the day"))
            self._sheet = InputSheet(self.window(), asked)
            self._sheet.entered.connect(self._take_day)
            self._sheet.closed.connect(self._forget_sheet)

    @override
    def step_back(self) -> None:
        """Stop asking, or take the choice or the search back, or go back to the departures."""
        if self.tasks.is_running(_ASKING):
            self.tasks.cancel(_ASKING)
            self._show_stopped()
        elif self._parties_model.chosen:
            self._choose(())
        elif self._find.text():
            self._find.clear()
        else:
            self.take_focus()

    @override
    def print_own(self) -> bool:
        act = next((each for each in self._offered_acts if PRINT_LAST.keys == each.keys), None)
        if act is not None:
            self._run(act)
        return act is not None

    @override
    def typed(self) -> Place | None:
        if self._day is None:
            return self._place
        departure, party = self.departure, self._party
        return Place(
            self._day,
            self._travelling.today(),
            departure.key if departure else "",
            party.key if party else "",
            self._find.text(),
            self._is_in_parties,
        )

    @override
    def restore(self, typed: object) -> None:
        if isinstance(typed, Place) and typed.seen_on == self._travelling.today():
            self._place = typed
            self._find.setText(typed.typed)

    @override
    def follow_room(self) -> None:
        self._side.setFixedWidth(_LEFT if self.room.is_wide else _NARROW_LEFT)

    def go_to(self, day: date) -> None:
        """Show another day."""
        self.tasks.cancel(_ASKING)
        self._day, self._after_asking, self._asked = day, "", None
        self._parties_model.choose(())
        self._read()

    def offer(
        self,
        action: Action,
        act: Callable[[Sequence[Party]], object],
        kind: Kind = "secondary",
        *,
        first: bool = False,
    ) -> None:
        """Offer something to do with what is meant, by its key; with a button where the action has words."""
        run = partial(self._run, action)
        if action.words.text:
            button = Button(action, kind)
            button.setObjectName(f"offer_{action.icon}")
            button.clicked.connect(run)
            self._head.add(button, first=first)
            run = button.click
        self._offered_acts[action] = act
        if action.keys != PRINT_LAST.keys:
            self.bind(action, run)

    def show_storm(self, words: str) -> None:
        """Show that a storm desk is under way, with the way back to it; an empty text takes it away."""
        self._storm.show_words(words)
        self._storm_line.setVisible(bool(words))

    @property
    def meant(self) -> tuple[Party, ...]:
        """What a key is about: the chosen parties, the current one, or all of the current departure."""
        board, chosen = self._board, self._parties_model.chosen
        if chosen and board is not None:
            return tuple(party for each in board.departures for party in each.parties if party.key in chosen)
        if not self._is_in_parties:
            return () if self.departure is None else self.departure.travelling
        return () if self._party is None else (self._party,)

    @property
    def day(self) -> date | None:
        """The day that is shown; None before one is."""
        return self._day

    @property
    def departure(self) -> BoardDeparture | None:
        """The departure whose parties are shown; None for none."""
        return self._departures_model.row_at(self._departures.currentIndex())

    @property
    def whole_departure(self) -> BoardDeparture | None:
        """The same with all of its parties, whatever is searched for."""
        shown = self.departure
        return next((each for each in self.shown_departures if shown and each.key == shown.key), None)

    @property
    def _party(self) -> Party | None:
        return self._parties_model.row_at(self._parties.currentIndex())

    @property
    def shown_departures(self) -> tuple[BoardDeparture, ...]:
        """The departures of the day, with all of their parties."""
        return () if self._board is None else self._board.departures

    def _run(self, action: Action) -> None:
        if self.meant:
            self._offered_acts[action](self.meant)

    async def _begin(self) -> None:
        """Read the day to begin with."""
        place = self._place
        board = await (self._travelling.board(place.day) if place else self._travelling.opening())
        self._show(board)
        if place is not None:
            self._go_to_row(self._departures, self._departures_model.place_of(place.departure))
            self._go_to_row(self._parties, self._parties_model.place_of(place.party))
        await self._say_next(board)
        if self.isVisible() and place is not None and place.is_in_parties and self._party is not None:
            self._to_parties()
        elif self.isVisible():
            self.take_focus()

    def _read(self) -> None:
        if self._day is not None:
            self.tasks.start(_READING, self._read_day(self._day))

    async def _read_day(self, day: date) -> None:
        board = await self._travelling.board(day)
        self._show(board)
        await self._say_next(board)

    async def _say_next(self, board: Board) -> None:
        """Say that nobody travels, and when the next do."""
        if not board.departures:
            following = await self._travelling.next_day(board.day)
            if self._board is board:
                self._nobody.show_words(nobody_words(board.day, following))

    def _show(self, board: Board) -> None:
        """Show a board; what is current stays so where it is still there."""
        self._board, self._day = board, board.day
        today = self._travelling.today()
        self._step.show_day(board.day, may_go_on=True, near=day_distance(board.day, today))
        self._trouble.show_words(tr(_OFFICE_AWAY) if board.is_office_away else board.trouble)
        self._trouble_line.setVisible(board.is_office_away or bool(board.trouble))
        self._parties_model.show_till(has_till=board.has_till)
        self._columns.show_columns(self._parties_model.columns)
        self._count.setText(
            trn("{number} departure or slot", "{number} departures and slots", len(board.departures))
        )
        self._sum.setText(joined(", ", (parties(len(board.parties)), formats.seats(board.seats))))
        self._nobody.show_words(nobody_words(board.day, None))
        self._show_age()
        self._show_rows()

    def _show_rows(self) -> None:
        """Show what of the day fits what is typed."""
        board, was = self._board, self.departure
        if board is None:
            return
        words = self._find.text().casefold().split()
        found = [replace(each, parties=_fitting(each.parties, words)) for each in board.departures]
        self._departures_model.show_rows(each for each in found if each.parties)
        has_any = bool(self._departures_model.rows)
        focused = QApplication.focusWidget()
        was_here = focused is not None and self._parts.isAncestorOf(focused)
        part = self._whole if has_any else self._none
        is_other = part is not self._parts.currentWidget()
        show_part(self._parts, part)
        if is_other and was_here:
            self.take_focus()
        if words and not has_any:
            self._nobody.show_words(tr("Nobody of this day fits what is typed."))
        self._go_to_row(self._departures, self._departures_model.place_of(was.key if was else ""))
        self._show_departure()

    def _show_departure(self) -> None:
        """Show the parties of the current departure."""
        departure, was, board = self.departure, self._party, self._board
        if departure is None or board is None:
            return
        self._head.show_departure(departure, has_till=board.has_till)
        self._parties_model.show_rows(departure.parties)
        self._go_to_row(self._parties, self._parties_model.place_of(was.key if was else ""))
        self._show_chosen()

    def _go_to_row(self, rows: RowList, place: int) -> None:
        index = rows.model().index(place, 0)
        # Taking the keyboard makes the first row current, but does not choose it.
        if index.isValid() and rows.selectionModel().selectedIndexes() != [index]:
            rows.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _show_age(self) -> None:
        board, asked = self._board, self._asked
        if board is None:
            return
        if self.tasks.is_running(_ASKING) and asked is not None:
            words = tr("Asked {done} of {number}, two at once. Esc stops.", done=asked.done, number=asked.all)
        else:
            today = self._travelling.now().date()
            words = self._after_asking or age_words(board, today, is_online=self.is_online)
        self._age.setText(words)

    async def _ask_service(self, board: Board) -> None:
        ended = await self._travelling.ask(board.parties, self._note_asked)
        as_of = self._as_of(board)
        after = await self._travelling.board(board.day)
        self._asked = None
        self._after_asking = (
            tr("{number} did not answer. They are as of {time}.", number=ended.failed, time=as_of)
            if ended.failed
            else ""
        )
        self._show(after)

    def _note_asked(self, so_far: AskedSoFar) -> None:
        self._asked = so_far
        self._show_age()

    def _show_stopped(self) -> None:
        asked, board = self._asked, self._board
        if asked is not None and board is not None:
            self._after_asking = tr(
                "Stopped at {done} of {number}. The others are as of {time}.",
                done=asked.done,
                number=asked.all,
                time=self._as_of(board),
            )
        self._asked = None
        self._read()

    @staticmethod
    def _as_of(board: Board) -> str:
        return formats.since((board.asked_at or board.as_of).astimezone())

    def _take_day(self, typed: str) -> None:
        day = day_typed(typed, self._travelling.today()) or day_typed(
            typed, self._travelling.today(), past=True
        )
        if day is not None and self._sheet is not None:
            self._sheet.dismiss()
            self.go_to(day)
        elif self._sheet is not None:
            action = tr("Type a day: 22, 22/11, 22/11/2026, +1, -1, sun or tomorrow.")
            self._sheet.show_problem(Advice("", "", action))

    def _forget_sheet(self) -> None:
        self._sheet = None

    def _choose(self, keys: Iterable[str]) -> None:
        self._parties_model.choose(frozenset(keys))
        self._show_chosen()

    def _show_chosen(self) -> None:
        departure, chosen = self.departure, self._parties_model.chosen
        keys = {each.key for each in departure.travelling} if departure else set[str]()
        self._columns.show_ticked(ticked=bool(keys) and keys <= chosen)
        self._chosen_line.setText(trn("{number} chosen", "{number} chosen", len(chosen)) if chosen else "")

    def _toggle(self) -> None:
        party = self._party
        if party is not None and party.counts:
            self._choose(self._parties_model.chosen ^ {party.key})

    def _choose_all(self) -> None:
        """Choose all of the departure; when they are chosen, all of the day."""
        departure, board = self.departure, self._board
        if departure is None or board is None:
            return
        keys = {each.key for each in departure.travelling}
        whole = keys <= self._parties_model.chosen
        self._choose({each.key for each in board.parties} if whole else keys)

    def _tick_all(self) -> None:
        """Choose all of the departure, or none of it."""
        departure, chosen = self.departure, self._parties_model.chosen
        if departure is not None:
            keys = {each.key for each in departure.travelling}
            self._choose(chosen - keys if keys <= chosen else chosen | keys)

    def _settled(self) -> tuple[Party, ...]:
        """What is meant, without what nothing may be said of; says so when nothing else is meant."""
        found = tuple(each for each in self.meant if each.counts)
        known = tuple(each for each in found if each.state is not PartyState.UNKNOWN)
        if found and not known:
            self.said.emit(tr(_NOT_SETTLED))
        return known

    def _tell(self) -> None:
        """Keep that all that is meant are told, or that they are not when all are."""
        found = self._settled()
        is_all = all(each.told is ToldState.TOLD for each in found)
        keys = [each.key for each in found if is_all or each.told is not ToldState.TOLD]
        state = ToldState.NOT_TOLD if is_all else ToldState.TOLD
        self._note(lambda: self._travelling.tell(keys, state), keys)

    def _hand(self) -> None:
        """The same of their vouchers."""
        found = self._settled()
        is_all = all(each.is_handed for each in found)
        keys = [each.key for each in found if is_all or not each.is_handed]
        self._note(lambda: self._travelling.hand(keys, is_handed=not is_all), keys)

    def _note(self, write: Callable[[], Coroutine[Any, Any, None]], keys: Sequence[str]) -> None:
        if keys and not self.tasks.is_running(_NOTING):
            self.tasks.start(_NOTING, write())

    def _message(self, _meant: Sequence[Party]) -> None:
        found = self._settled()
        if found:
            self.message_asked.emit(found)

    def _rebook(self) -> None:
        if self._party is not None:
            self.rebook_asked.emit(self._party)

    def _open(self) -> None:
        if self._party is not None:
            self.opened.emit(self._party.sale)

    def _note_keyboard(self, *, in_parties: bool) -> None:
        self._is_in_parties = in_parties

    def _to_parties(self) -> None:
        self._parties.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        line = row(self._count, None, self._sum, margins=(20, 0, 16, 0))
        over = Box("sunken")
        over.setLayout(column(held(line), Hairline()))
        over.setFixedHeight(style.TABLE_HEADER[0])
        first = HintLine(
            (actions.MOVE, tr("Choose")),
            (actions.ENTER, tr("Parties")),
            (STEP_DAY.caps[-1], tr("Next day")),
            None,
        )
        left = column(over)
        left.addWidget(self._departures, 1)
        left.addWidget(first)
        self._side = held(left)
        self._side.setFixedWidth(_LEFT)
        self._chosen_line = Label("", "caption", "text3")
        second = HintLine(
            (actions.CHOOSE, tr("Choose")),
            (actions.CHOOSE_ALL, tr("All")),
            (actions.TOLD, tr("Told")),
            (actions.HANDED, tr("Voucher handed")),
            (actions.REBOOK, tr("Rebook")),
            (actions.ENTER, tr("Booking")),
            None,
            self._chosen_line,
            tr("Nothing is sent by the program"),
        )
        right = column(self._head, Hairline(), self._columns)
        right.addWidget(self._parties, 1)
        right.addWidget(second)
        both = row()
        both.addWidget(self._side)
        both.addWidget(Hairline(down=True))
        both.addLayout(right, 1)
        self._whole, self._parts = held(both), QStackedWidget()
        for each in (self._whole, self._none):
            self._parts.addWidget(each)
        self._storm.add(self._return)
        self._storm_line, self._trouble_line = (
            held(column(each, margins=(20, 10, 16, 10))) for each in (self._storm, self._trouble)
        )
        for each in (self._storm_line, self._trouble_line):
            each.hide()
        header = SheetHeader(tr("Travelling"), "", self._age, self._ask, beside=(self._step, self._find))
        page = column(header, self._storm_line, self._trouble_line)
        page.addWidget(self._parts, 1)
        self.setLayout(page)

    def _connect(self) -> None:
        self._step.stepped.connect(self.step_day)
        self._find.textChanged.connect(self._show_rows)
        self._find.gone.connect(self.take_focus)
        self._ask.clicked.connect(self.read_again)
        self._departures.selectionModel().currentChanged.connect(self._show_departure)
        self._departures.picked.connect(self._to_parties)
        self._departures.keyboard_came.connect(partial(self._note_keyboard, in_parties=False))
        self._parties.keyboard_came.connect(partial(self._note_keyboard, in_parties=True))
        self._return.clicked.connect(self.storm_left)
        self._parties.picked.connect(self._open)
        self._parties.ticked.connect(self._toggle)
        self._columns.ticked.connect(self._tick_all)
        self.bind(actions.CHOOSE_ALL, self._choose_all)
        self.bind(actions.TOLD, self._tell)
        self.bind(actions.HANDED, self._hand)
        self.bind(actions.REBOOK, self._rebook)
        self.offer(actions.MESSAGE, self._message)


def _fitting(found: Sequence[Party], words: Sequence[str]) -> tuple[Party, ...]:
    """The parties whose name, phone or PNR holds every word."""
    return tuple(
        each
        for each in found
        if all(
            any(
                word in text.casefold()
                for text in (each.sale.customer_name, each.sale.customer_phone, each.sale.booking_ref)
            )
            for word in words
        )
    )
