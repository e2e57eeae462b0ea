"""What a party can do on a day: every start with seats for all of them and its price, on one page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.free_now.asked_line import asked_in
from app.desk.free_now.free_rows import free_on, places_of, starts_of
from app.desk.free_now.values import DayRead, Found, FreeQuestion, FreeStart, ReadingProgress
from app.desk.model.errors import DeskError
from app.desk.model.moment import Moment
from app.desk.quick_entry.values import Fares
from app.desk.sale.validation import MOST_SEATS
from app.ui.catalogue.day_list_browser import FREE, selling_tabs
from app.ui.free_now import actions
from app.ui.free_now.free_chips import FreeChips
from app.ui.free_now.free_columns import free_columns, sections
from app.ui.free_now.free_pane import FreePane
from app.ui.free_now.free_words import (
    age_words,
    brief_people,
    closing_words,
    count_words,
    heard_at_end,
    is_kept,
    offline_words,
    read_words,
    spoken,
    state_words,
)
from app.ui.kit.basics.actions import PUT_IN_BASKET, is_idle
from app.ui.kit.basics.announcing import Announcer, announce, say
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.key_cap import KeyCap
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.room import low_held, room_of
from app.ui.kit.basics.text import Label, Loud, Run
from app.ui.kit.lists.table import RowRules, Table
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.kit.sheets.pane import split_sheet
from app.ui.sale.actions import QUOTE
from app.ui.theme import style

if TYPE_CHECKING:
    from app.desk.free_now.free_now import FreeNow
    from app.desk.service.service_reader import ServiceReader

_READING, _BOAT = "free", "boat"
_ROWS = (47, 44)
_LAST_HOUR = 23
_SIDEWAYS = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right})
_NOT_READ = mark("Its times are not read yet.")
_HINTS = (
    (actions.CHOOSE_START, mark("Choose")),
    (actions.PEOPLE, mark("People")),
    (actions.FIRST_HOUR, mark("Hour")),
    (actions.PLACE, mark("Place")),
    (actions.FITS_WALLET, mark("Wallet")),
    (actions.BY_PLACE, mark("By place")),
)


class _Starts(Table[FreeStart]):
    """The starts; keys to the side are for the page."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _SIDEWAYS:
            event.ignore()
        else:
            super().keyPressEvent(event)


class FreeNowPage(Page):
    """Reads the day politely while it is open; what is on screen keeps its place until F5."""

    uses_day: ClassVar[bool] = True
    own_actions = actions.FREE_NOW
    title = mark("Free now")

    module_chosen = Signal(str)
    """Emitted to sell from the list of a module."""
    chosen = Signal(object)
    """Emitted with the `FreeStart` to be sold."""
    put_asked = Signal(object)
    """Emitted with the `FreeStart` to be put into the basket."""
    quotation_asked = Signal(object)
    """Emitted with the `FreeStart` of which a quotation is asked for."""
    watch_asked = Signal(object)
    """Emitted with the `FreeStart` to be watched for seats."""

    is_late: ClassVar[bool] = False
    """A reading is never waited for: what is kept stands here at once."""

    def __init__(
        self,
        free: FreeNow,
        reader: ServiceReader,
        day: date,
        waiting: Callable[[], Decimal | None],
    ) -> None:
        """`waiting` is what the basket takes off the wallet first."""
        super().__init__()
        self.setObjectName("free_page")
        self._free, self._reader, self._day, self._waiting = free, reader, day, waiting
        self._asked, self._is_hour_chosen = FreeQuestion(), False
        self._is_filling, self._is_chosen, self._is_left = False, False, False
        """Whether rows are just being shown, the clerk has chosen the current one, and the page was left."""
        self._last = ""
        """The key of the start that was chosen on the page which this one replaces."""
        self._aged: Moment | None = None
        self._marks: tuple[tuple[str, str], ...] = ()
        """How old each row last said it is."""
        self._typed_words, self._by_hand = "", frozenset[str]()
        """What stands in the search field, and of what it may say the names of what was chosen since."""
        self._is_selling = False
        """Whether a boat is read again to be sold: its button does nothing meanwhile."""
        self._typed_hour: str | None = None
        """The digits behind H; None while no hour is typed."""
        self._read: DayRead | None = None
        self._progress, self._found = ReadingProgress(), Found((), 0, 0, 0)
        self._modules = selling_tabs(FREE)
        self._state = called("free_state", Label(ink="text2", right=True, elides=True))
        self._announcer = Announcer(self._state)
        self._stop = KeyCap(actions.STOP_READING)
        self.chips = FreeChips()
        rules = RowRules[FreeStart](
            lambda _: room_of(self).height(*_ROWS), key=lambda start: start.key, said=self._spoken
        )
        columns = free_columns(self._asked, self._moment, lambda: self.is_online)
        self.table = _Starts(columns, rules, "free_list", tr("What is free"))
        self._empty = EmptyState("clock", "", "")
        self._parts = QStackedWidget()
        self._parts.addWidget(held(column(self.table.header, (self.table, 1))))
        self._parts.addWidget(self._empty)
        self.pane = FreePane()
        self._lay_out()
        self._connect()

    def begin(self, fares: Fares, first_hour: int | None = None) -> None:
        """Ask for this party, from an hour on; without one from the present hour of today on."""
        self._is_hour_chosen, self._is_chosen = first_hour is not None, False
        self._typed_words, self._by_hand = "", frozenset[str]()
        hour = first_hour if self._is_hour_chosen else self._present_hour
        self._ask(fares=fares, first_hour=hour, place="", fits_wallet=False)

    async def settle(self) -> None:
        """Nothing is waited for."""

    # What the window calls

    @override
    def enter(self) -> None:
        super().enter()
        self._typed_words, self._by_hand = "", frozenset[str]()
        self._start_reading(is_asked=False)

    @override
    def leave(self) -> None:
        self._is_left = True
        super().leave()

    @override
    def take_focus(self) -> None:
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def read_again(self) -> None:
        self._found = Found((), 0, 0, 0)
        self._start_reading(is_asked=True)

    @override
    def show_day(self, day: date) -> None:
        if day == self._day:
            return
        self.tasks.cancel(_BOAT)
        self._day, self._read, self._progress = day, None, ReadingProgress()
        self._is_chosen = False
        self._found = Found((), 0, 0, 0)
        self._set_hour()
        # A start of the day before would be sold on this one.
        self._show()
        if self.isVisible():
            self._start_reading(is_asked=False)

    @property
    @override
    def early_keys(self) -> Literal["drop", "press", "wait"]:
        if self._read is not None:
            return "press"
        return "wait" if self.tasks.is_running(_READING) else "drop"

    @override
    def typed(self) -> tuple[FreeQuestion, bool, str]:
        return self._asked, self._is_hour_chosen, self.table.current_key

    @override
    def restore(self, typed: object) -> None:
        match typed:
            case (FreeQuestion() as asked, bool() as is_chosen, str() as key):
                self._is_hour_chosen, self._last, self._asked = is_chosen, key, asked
                self._ask()
            case _:
                pass

    @override
    def step_back(self) -> None:
        """Give up the hour that is being typed, or stop reading, or go back."""
        if self._typed_hour is not None:
            self._typed_hour = None
            self._show_asked()
        elif self.tasks.is_running(_READING):
            self.tasks.cancel(_READING)
        else:
            super().step_back()

    @override
    def run_primary(self) -> None:
        start = self.table.current
        if start is None or self._obstacle(start):
            if start is not None:
                say(self, self._obstacle(start))
        elif start.is_boat:
            self.tasks.start(_BOAT, self._sell_boat(start))
        else:
            self.chosen.emit(start)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits and signs say how many people, digits behind H the hour; keys to the side go by groups."""
        text = "" if is_idle(event) else event.text()
        if self._typed_hour is not None and text.isascii() and text.isdigit():
            self._type_hour(self._typed_hour + text)
        elif text.isascii() and text.isdigit() and text != "0":
            self._ask(fares=Fares(int(text)))
        elif text and text in "+=":
            self._step(1)
        elif text and text in "-\u2212":
            self._step(-1)
        elif event.key() in _SIDEWAYS and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._step_group(1 if event.key() == Qt.Key.Key_Right else -1)
        else:
            super().keyPressEvent(event)

    # What is asked

    @property
    def asked(self) -> FreeQuestion:
        """What is asked by keys and chips, with what the words of the search field say besides."""
        if not self._typed_words:
            return self._asked
        said = asked_in(self._typed_words, self._reader.today()).over(self._asked)
        return replace(said, **{name: getattr(self._asked, name) for name in self._by_hand})

    def _filter(self, typed: str) -> None:
        """Ask what a line of words says, as long as it stands there."""
        self._typed_words, self._by_hand = typed, frozenset[str]()
        self._ask()

    def _ask(self, **changes: object) -> None:
        """Ask something else by hand, which words do not undo: what was shown keeps no place."""
        if self._typed_words:
            self._by_hand |= changes.keys()
        self._asked, self._typed_hour = replace(self._asked, **changes), None
        self._found = Found((), 0, 0, 0)
        self._show_asked()
        self._show()

    def _take(self, asked: FreeQuestion) -> None:
        """Take from the chips what has changed."""
        before = self.asked
        names = (each.name for each in fields(FreeQuestion))
        changes = {
            each: getattr(asked, each) for each in names if getattr(asked, each) != getattr(before, each)
        }
        self._is_hour_chosen = self._is_hour_chosen or "first_hour" in changes
        self._ask(**changes)

    def _show_asked(self) -> None:
        asked = self.asked
        self.chips.show_asked(asked, places_of(self._read) if self._read else ())
        self.table.show_columns(free_columns(asked, self._moment, lambda: self.is_online))

    def _set_hour(self) -> None:
        """From the present hour on of today, as long as nobody has chosen one."""
        if not self._is_hour_chosen:
            self._ask(first_hour=self._present_hour)

    @property
    def _present_hour(self) -> int | None:
        now = self._reader.service_now()
        return now.hour if now.date() == self._day else None

    def _step(self, by: int) -> None:
        """One adult more or less; of a party without adults one of the first kind."""
        fares = list(self.asked.fares)
        kind = next((place for place, number in enumerate(fares) if number), 0)
        fares[kind] += by
        found = Fares(*fares)
        if 0 < found.seats <= MOST_SEATS:
            self._ask(fares=found)

    def _begin_hour(self) -> None:
        """Take two digits as the first hour; H again asks for the whole day."""
        if self._typed_hour is None:
            self._type_hour("")
            announce(self, tr("Two digits for the first hour, or H for the whole day."))
            return
        self._is_hour_chosen = True
        self._ask(first_hour=None)

    def _type_hour(self, digits: str) -> None:
        if len(digits) < len("00"):
            self._typed_hour = digits
            self.chips.show_typed_hour(digits)
            return
        self._typed_hour = None
        if int(digits) > _LAST_HOUR:
            self._show_asked()
            say(self, tr("{hour} is no hour.", hour=digits))
            return
        self._is_hour_chosen = True
        self._ask(first_hour=int(digits))

    def _toggle(self, name: str) -> None:
        asked = self.asked
        if name == "wallet" and self._reader.wallet_reading is None:
            say(self, tr("The wallet has not been read yet."))
        elif name == "wallet":
            self._ask(fits_wallet=not asked.fits_wallet)
        else:
            self._ask(by_place=not asked.by_place)

    # What is shown

    def _start_reading(self, *, is_asked: bool) -> None:
        self.tasks.start(_READING, self._read_day(self._day, is_asked=is_asked))

    async def _read_day(self, day: date, *, is_asked: bool) -> None:
        if not self.is_online:
            self._note(self._progress, await self._free.known(day))
        else:
            await self._free.read(day, self._note, is_asked=is_asked)

    def _note(self, progress: ReadingProgress, found: DayRead) -> None:
        """Take what a reading has found so far, unless the page is left or of another day."""
        if self._is_left or found.day != self._day:
            return
        places = None if self._read is None else places_of(self._read)
        self._progress, self._read = progress, found
        if places_of(found) != places:
            self._show_asked()
        self._show()

    def _show(self) -> None:
        """Show what there is for the party now; what was on screen keeps its place."""
        read, asked = self._read, self.asked
        if read is None:
            self._show_nothing(tr("Reading") if self.tasks.is_running(_READING) else "")
            return
        shown = {each.key: each for each in self._found.rows}
        wallet, waiting = self._reader.wallet_reading, self._waiting()
        purse = None if wallet is None or waiting is None else (wallet, waiting)
        self._found = free_on(read, asked, self._reader.service_now(), purse, shown)
        before = self.table.current
        self._is_filling = True
        self.table.show_rows(sections(self._found, asked))
        if not self._is_chosen and self._last in {each.key for each in self._found.rows}:
            self.table.choose_key(self._last)
            self._is_chosen, self._last = True, ""
        elif not self._is_chosen:
            self.table.choose_key("")
            self.table.scrollToTop()
        elif before is not None and self.table.current_key != before.key:
            # Its starts have come in the place of an activity of which none was read.
            same = (each.key for each in self._found.rows if each.trip == before.trip)
            self.table.choose_key(next(same, ""))
        self._is_filling = False
        self._show_state()
        self._parts.setCurrentIndex(0 if self._found.rows else 1)
        if not self._found.rows:
            has_read = read.catalogue is not None or read.boats is not None
            reading = self._progress.is_reading
            unread = tr("Reading") if reading else tr("Nothing is read yet for this date. F5 reads it.")
            self._empty.show_words(count_words(self._found, asked) if has_read else unread)
        self._show_chosen()

    def _show_state(self) -> None:
        if self._read is None:
            return
        is_away = not self.is_online or self._progress.is_offline
        told = offline_words(self._read) if is_away else state_words(self._progress)
        words = told or count_words(self._found, self.asked)
        if room_of(self).is_wide:
            self._state.set_runs(Run(words, ink="text2", loud=Loud("bodyHeavy")))
        else:
            # Of several pieces what does not fit would be cut at the beginning.
            self._state.setText(words)
        self._stop.setVisible(self._progress.is_reading)
        if not self._progress.is_reading:
            self._announcer.tell(words if is_away else heard_at_end(self._found, self.asked, self._progress))
        now = self._moment()
        is_fresh = self.is_online and not any(is_kept(each, now) for each in self._found.rows)
        self.chips.show_read(read_words(self._read), is_fresh=is_fresh)

    def _show_nothing(self, words: str) -> None:
        self._state.setText(words)
        self._stop.hide()
        self._is_filling = True
        self.table.show_rows(())
        self._is_filling = False
        self._parts.setCurrentIndex(1)
        self._empty.show_words(words or tr("Nothing is read yet for this date. F5 reads it."))
        self._show_chosen()

    def _choose(self) -> None:
        """Show another start; one that the clerk has chosen stays chosen, whatever comes."""
        if self._is_filling:
            return
        self._is_chosen = True
        if self._typed_hour is not None:
            self._typed_hour = None
            self._show_asked()
        self._show_chosen()

    def _show_chosen(self) -> None:
        start, read = self.table.current, self._read
        if start is None or read is None:
            self.pane.show_nothing(tr("Choose a start first."))
            return
        asked, now = self.asked, self._now()
        people = brief_people(asked.fares)
        self.pane.show_start(start, self._day, now, is_online=self.is_online)
        others = starts_of(start.trip, read, asked, now[1])
        self.pane.show_others([each for each in others if each.key != start.key], people)
        self.pane.show_money(start, self._reader.wallet_reading, self._waiting())
        if not self._is_selling:
            reason = self._obstacle(start)
            self.pane.allow(reason, "" if start.draft(now[0]) else tr(_NOT_READ))

    def _moment(self) -> Moment:
        """Now, or what the window has last called now."""
        now, aged = self._reader.moment(), self._aged
        return now if aged is None or aged.boot < now.boot else aged

    def _age(self, now: Moment) -> None:
        """Say of what has become old that it has, and what has closed meanwhile."""
        self._aged = now
        self._show()
        marks = tuple((age_words(each, now), closing_words(each, now)) for each in self._found.rows)
        if marks != self._marks:
            self._marks = marks
            self.table.repaint_rows()

    def _now(self) -> tuple[Moment, datetime]:
        return self._moment(), self._reader.service_now()

    def _obstacle(self, start: FreeStart) -> str:
        """Why nothing can be sold of it now; empty when it can."""
        if not self.is_online:
            return tr("Slots can be read when the line is back")
        if self.selling_off:
            return tr("Selling is off until the key is accepted")
        return start.reason or start.gap

    def _spoken(self, start: FreeStart) -> str:
        return spoken(start, self._moment())

    def _step_group(self, by: int) -> None:
        """Choose the first start of the next group, or of the former one."""
        start, groups = self.table.current, self._found.groups
        at = next((place for place, group in enumerate(groups) if start in group.rows), None)
        if at is not None and 0 <= at + by < len(groups):
            self.table.choose_key(groups[at + by].rows[0].key)

    # What is done

    async def _sell_boat(self, start: FreeStart) -> None:
        """Sell a boat as it is now, or say why it cannot be; nothing, once the clerk is elsewhere."""
        day, self._is_selling = self._day, True
        self.pane.sell.set_busy(tr("Reading"))
        try:
            read = await self._free.with_boats_anew(day)
        except DeskError as error:
            say(self, str(error.advice))
            return
        finally:
            self._is_selling = False
            if not self._is_left:
                self.pane.sell.set_busy("")
        if day != self._day:
            return
        self._read = read
        self._show()
        now = self.table.current
        if not self.isVisible() or now is None or now.key != start.key:
            return
        if self._obstacle(now):
            say(self, self._obstacle(now))
        else:
            self.chosen.emit(now)

    def _pass_on(self, signal: str) -> None:
        """Put the chosen start into the basket, or quote it."""
        start = self.table.current
        if start is None:
            return
        reason = self._obstacle(start) or ("" if start.draft(self._moment()) else tr(_NOT_READ))
        if reason:
            say(self, reason)
        elif signal == "put":
            self.put_asked.emit(start)
        else:
            self.quotation_asked.emit(start)

    def _lay_out(self) -> None:
        told = row((self._state, 1), self._stop, gap=8)
        line = row((self._modules, 0), (held(told), 1), gap=12, margins=(20, 0, 16, 0))
        bar: QWidget = low_held(column(line, Hairline()), style.SHEET_HEADER)
        hints = HintLine(*((action, tr(words)) for action, words in _HINTS), None, tr("No seats are held"))
        left = held(column(bar, self.chips, (self._parts, 1), hints))
        self.setLayout(split_sheet(left=(left,), pane=self.pane))

    def _connect(self) -> None:
        self.filter_by = self._filter
        self.chips.changed.connect(self._take)
        self.table.picked.connect(self.run_primary)
        self.table.selectionModel().currentChanged.connect(self._choose)
        self.pane.sell.clicked.connect(self.run_primary)
        self.pane.put.clicked.connect(partial(self._pass_on, "put"))
        self.aged.connect(self._age)
        self.turned.connect(self._show)
        self.bind(PUT_IN_BASKET, partial(self._pass_on, "put"))
        self.bind(QUOTE, partial(self._pass_on, "quote"))
        self.bind(actions.WATCH, lambda: self.table.current and self.watch_asked.emit(self.table.current))
        self.bind(actions.FIRST_HOUR, self._begin_hour)
        self.bind(actions.PLACE, self.chips.place.open_menu)
        self.bind(actions.FITS_WALLET, partial(self._toggle, "wallet"))
        self.bind(actions.BY_PLACE, partial(self._toggle, "place"))
        self.bind(actions.TO_ACTIVITIES, partial(self.module_chosen.emit, "activities"))
        self.bind(actions.TO_BOATS, partial(self.module_chosen.emit, "boats"))
        self._modules.chosen.connect(self._leave_for)

    def _leave_for(self, module: str) -> None:
        """Keep this tab chosen here: the clerk may come back to it."""
        if module != FREE:
            self._modules.choose(FREE)
            self.module_chosen.emit(module)
