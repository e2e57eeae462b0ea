"""Who travels on a day: the day, what the service says of it, and what is done by the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.travelling.values import AskedSoFar, Board, BoardDeparture, Party, PartyState
from app.ui.kit.basics.actions import PRINT_LAST, STEP_DAY, TYPE_DAY, Action
from app.ui.kit.basics.announcing import say
from app.ui.kit.basics.layouts import called, column, held
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button, Kind
from app.ui.kit.controls.date_input import day_distance
from app.ui.kit.controls.date_stepper import DateStepper
from app.ui.kit.controls.search_field import FindField
from app.ui.kit.sheets.input_sheet import DaySheet
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import SheetHeader
from app.ui.travelling import actions
from app.ui.travelling.board_lists import BoardLists
from app.ui.travelling.board_words import age_words

if TYPE_CHECKING:
    from app.desk.travelling.travelling import Travelling

_READING, _ASKING = "board", "asking"
_OFFICE_AWAY = mark("The office\u2019s database is away. Only what this counter sold is shown.")
_CANCELLED = mark("This is cancelled. Nobody of it travels any more.")


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


class BoardPage(Page):
    """Shows one day as the register has it; F5 asks the service, and nothing is sent to any customer."""

    own_actions = actions.BOARD
    title = mark("Travelling")
    shows_storm = True

    left = Signal(object)
    """Emitted with the `Place` of the clerk when the page ends."""
    message_asked = Signal(object)
    """Emitted with the parties to be told, one after the other."""
    rebook_asked = Signal(object)
    """Emitted with the `Party` whose trip is sold again on another day."""

    def __init__(self, travelling: Travelling) -> None:
        super().__init__()
        self.setObjectName("travelling_page")
        self._travelling = travelling
        self._day: date | None = None
        self._place: Place | None = None
        """Where to begin, once the day is read."""
        self._asked: AskedSoFar | None = None
        self._after_asking = ""
        self._sheet: DaySheet | None = None
        self._offered_acts: dict[Action, Callable[[Sequence[Party]], object]] = {}
        self._step, self.lists = DateStepper(), BoardLists()
        self._find = FindField(
            "find_party",
            tr("Name, phone, PNR or note"),
            tr("Search parties"),
            tr("Name, phone, PNR or note of who travels on this day"),
        )
        self._age, self._ask = Label("", "caption", "text3", elides=True, right=True), Button(actions.ASK)
        self._age.setObjectName("board_age")
        self._ask.setObjectName("ask_service")
        self._trouble, self._storm = MessageBox("warning", flat=True), MessageBox("warning", flat=True)
        self._trouble.setObjectName("board_trouble")
        self._storm.setObjectName("storm_band")
        self.to_storm = called("to_storm", Button(tr("Go there"), size=28))
        self._stop_following = travelling.changed.subscribe(self._read)
        self._storm.add(self.to_storm)
        self._storm_line, self._trouble_line = (
            held(column(each, margins=(20, 10, 16, 10))) for each in (self._storm, self._trouble)
        )
        for each in (self._storm_line, self._trouble_line):
            each.hide()
        header = SheetHeader(tr("Travelling"), "", self._age, self._ask, beside=(self._step, self._find))
        self.setLayout(column(header, self._storm_line, self._trouble_line, (self.lists, 1)))
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
        self.lists.take_focus()

    @override
    def read_again(self) -> None:
        """Ask the service for each booking of the day."""
        if not self.is_online:
            say(self, tr("No line. The service cannot be asked."))
        elif self.lists.board is not None and not self.tasks.is_running(_ASKING):
            self._asked = None
            self.tasks.start(_ASKING, self._ask_service(self.lists.board))

    def begin_day(self) -> None:
        """Show the times of yesterday with their date, and the day by its new distance."""
        self._read()

    def _step_day(self, days: int) -> None:
        if self._day is not None:
            self.go_to(self._day + timedelta(days=days))

    def _type_day(self) -> None:
        if self._sheet is None:
            sentence = tr("Today is {day}.", day=formats.day_long(self._travelling.today()))
            self._sheet = DaySheet(self.window(), sentence, self._travelling.today(), past=True)
            self._sheet.day_entered.connect(self.go_to)
            self._sheet.closed.connect(self._forget_sheet)

    @override
    def step_back(self) -> None:
        """Stop asking, or take the choice or the search back, or go back to the departures."""
        if self.tasks.is_running(_ASKING):
            self.tasks.cancel(_ASKING)
            self._show_stopped()
        elif self.lists.has_chosen:
            self.lists.choose(())
        elif self._find.text():
            self._find.clear()
        else:
            self.take_focus()

    def _print_own(self) -> bool:
        act = next((each for each in self._offered_acts if PRINT_LAST.keys == each.keys), None)
        if act is not None:
            self._run(act)
        return act is not None

    @override
    def typed(self) -> Place | None:
        if self._day is None:
            return self._place
        departure, party = self.lists.departure, self.lists.party
        return Place(
            self._day,
            self._travelling.today(),
            departure.key if departure else "",
            party.key if party else "",
            self._find.text(),
            self.lists.is_in_parties,
        )

    @override
    def restore(self, typed: object) -> None:
        if isinstance(typed, Place) and typed.seen_on == self._travelling.today():
            self._place = typed
            self._find.setText(typed.typed)

    def go_to(self, day: date) -> None:
        """Show another day."""
        self.tasks.cancel(_ASKING)
        self._day, self._after_asking, self._asked = day, "", None
        self.lists.choose(())
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
            button = called(f"offer_{action.icon}", Button(action, kind))
            button.clicked.connect(run)
            self.lists.add(button, first=first)
            run = button.click
        self._offered_acts[action] = act
        if action.keys != PRINT_LAST.keys:
            self.bind(action, run)

    def show_storm(self, words: str) -> None:
        """Show that a storm desk is under way, with the way back to it; an empty text takes it away."""
        self._storm.show_words(words)
        self._storm_line.setVisible(bool(words))

    @property
    def day(self) -> date | None:
        """The day that is shown; None before one is."""
        return self._day

    @property
    def departure(self) -> BoardDeparture | None:
        """The current departure with all of its parties, whatever is searched for; None for none."""
        shown = self.lists.departure
        return next((each for each in self.shown_departures if shown and each.key == shown.key), None)

    @property
    def shown_departures(self) -> tuple[BoardDeparture, ...]:
        """The departures of the day, with all of their parties."""
        board = self.lists.board
        return () if board is None else board.departures

    def _run(self, action: Action) -> None:
        if self.lists.meant:
            self._offered_acts[action](self.lists.meant)
        else:
            self._say_cancelled()

    def _say_cancelled(self) -> None:
        if self.lists.departure is not None:
            say(self, tr(_CANCELLED))

    async def _begin(self) -> None:
        """Read the day to begin with."""
        place = self._place
        board = await (self._travelling.board(place.day) if place else self._travelling.opening())
        self._show(board)
        if place is not None:
            self.lists.go_to(place.departure, place.party)
            if place.is_in_parties and self.lists.party is not None and self.lists.has_keyboard:
                self.lists.take_parties()
        await self._say_next(board)

    def _read(self) -> None:
        if self._day is not None:
            self.tasks.start(_READING, self._read_day(self._day))

    async def _read_day(self, day: date) -> None:
        board = await self._travelling.board(day)
        self._show(board)
        await self._say_next(board)

    async def _say_next(self, board: Board) -> None:
        if not board.departures:
            following = await self._travelling.next_day(board.day)
            if self.lists.board is board:
                self.lists.show_next_day(following)

    def _show(self, board: Board) -> None:
        """Show a board; what is current stays so where it is still there."""
        self._day = board.day
        today = self._travelling.today()
        self._step.show_day(board.day, may_go_on=True, near=day_distance(board.day, today))
        self._trouble.show_words(tr(_OFFICE_AWAY) if board.is_office_away else board.trouble)
        self._trouble_line.setVisible(board.is_office_away or bool(board.trouble))
        self.lists.show_board(board)
        self._show_age()

    def _show_age(self) -> None:
        board, asked = self.lists.board, self._asked
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
        asked, board = self._asked, self.lists.board
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

    def _forget_sheet(self) -> None:
        self._sheet = None

    def _settled(self) -> tuple[Party, ...]:
        """What is meant, without what nothing may be said of; says so when nothing else is meant."""
        found = tuple(each for each in self.lists.meant if each.counts)
        known = tuple(each for each in found if each.state is not PartyState.UNKNOWN)
        if found and not known:
            say(self, tr("Its outcome is not known yet. Nothing is told or handed."))
        elif not found:
            self._say_cancelled()
        return known

    def _tell(self) -> None:
        """Keep that all that is meant are told, or that they are not when all are."""
        found = self._settled()
        if found:
            self._travelling.tell_or_undo(found)

    def _hand(self) -> None:
        """The same of their vouchers."""
        found = self._settled()
        if found:
            self._travelling.hand_or_undo(found)

    def _message(self, _meant: Sequence[Party]) -> None:
        found = self._settled()
        if found:
            self.message_asked.emit(found)

    def _rebook(self) -> None:
        if self.lists.party is not None:
            self.rebook_asked.emit(self.lists.party)

    def _connect(self) -> None:
        self.own_search = self._find
        self.answers = {STEP_DAY: self._step_day, TYPE_DAY: self._type_day, PRINT_LAST: self._print_own}
        self.turned.connect(self._show_age)
        self.office_changed.connect(self._read)
        self._step.stepped.connect(self._step_day)
        self._find.textChanged.connect(self.lists.search)
        self._find.gone.connect(self.take_focus)
        self._ask.clicked.connect(self.read_again)
        self.bind(actions.CHOOSE_ALL, self.lists.choose_all)
        self.bind(actions.TOLD, self._tell)
        self.bind(actions.HANDED, self._hand)
        self.bind(actions.REBOOK, self._rebook)
        self.offer(actions.MESSAGE, self._message)
