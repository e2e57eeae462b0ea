"""The day on the board: departures at the left, the parties of the current one at the right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from functools import partial

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from app.core.language import Message, joined, mark, tr, trn
from app.desk.model import formats
from app.desk.till.payment_values import paise_words
from app.desk.travelling.board import fitting
from app.desk.travelling.values import Board, BoardDeparture, Party, PartyState, ToldState
from app.ui.kit.basics.actions import STEP_DAY
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.painting import CENTRE, RIGHT, draw_block, draw_text, text_width
from app.ui.kit.basics.room import WidthHeld
from app.ui.kit.basics.text import Label, Loud, Run
from app.ui.kit.controls.buttons import Button
from app.ui.kit.lists.table import RowRules, Table
from app.ui.kit.lists.table_columns import Cell, Column, Columns, note_marks
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.kit.sheets.page_layout import HintLine, Scroller, show_part
from app.ui.theme import assets, style
from app.ui.theme.style import Ink
from app.ui.travelling import actions
from app.ui.travelling.board_words import (
    departure_told,
    nobody_words,
    note_words,
    owed_words,
    parties,
    spoken_departure,
    spoken_party,
    times_words,
    told_words,
    unfound_words,
    voucher_words,
)

_PARTY_ROW = 44


def parties_table(is_chosen: Callable[[Party], bool]) -> Table[Party]:
    """The table; Space and the box choose a party, Enter opens its booking."""

    def said(party: Party) -> str:
        return joined(", ", (spoken_party(party), tr("chosen") if is_chosen(party) else ""))

    rules: RowRules[Party] = RowRules(
        _PARTY_ROW, key=lambda party: party.key, said=said, is_ticked=is_chosen, ink=_ink
    )
    return Table(columns(has_till=False), rules, "parties", tr("Parties"))


def columns(*, has_till: bool) -> Columns[Party]:
    """The columns of the table; what is owed only with a till."""
    owed: Column[Party] = Column(mark("Owed"), 84, is_right=True, tight=80, cell=_owed)
    found: tuple[Column[Party], ...] = (
        Column(Message(""), 16),
        Column(mark("Customer"), cell=_customer),
        Column(mark("Phone"), 112, fold=4, cell=lambda party: party.sale.customer_phone),
        Column(mark("PNR"), 96, fold=3, cell=_pnr),
        Column(
            mark("Seats"),
            72,
            tight=60,
            fold=2,
            cell=lambda party: party.seat_words if party.counts else "",
        ),
        Column(mark("Voucher"), 84, tight=70, fold=1, cell=_voucher),
        *((owed,) if has_till else ()),
        Column(mark("Told"), 132, tight=118, cell=_told),
    )
    return Columns(found, left=20, right=16, gap=14, least=130)


def _ink(party: Party) -> Ink:
    return "text" if party.counts else "text3"


def _customer(party: Party) -> Cell:
    """The name, over the passengers by whom it was found and what must be said of the party."""
    note = note_words(party)
    beneath = joined(", ", (formats.passengers_named(party.found_by), note))
    name = party.sale.customer_name or tr("No name")
    marks = note_marks(party.sale.notes)
    return Cell(name, _ink(party), "bodyStrong", beneath, "warning" if note else "text3", marks=marks)


def _pnr(party: Party) -> Cell:
    ref = party.sale.booking_ref
    return Cell(ref or tr("No PNR"), _ink(party) if ref else "text3", "bodyStrong")


def _voucher(party: Party) -> Cell:
    return Cell(voucher_words(party) if party.counts else "", _ink(party) if party.is_handed else "text3")


def _owed(party: Party) -> Cell:
    return Cell(owed_words(party), *(("text", "bodyStrong") if party.owed else ("text3", "body")))


def _told(party: Party) -> Cell:
    words = told_words(party)
    if party.state is PartyState.UNKNOWN or (party.counts and party.told is ToldState.NOT_REACHED):
        return Cell(words, "warning")
    if party.counts and party.told is ToldState.TOLD:
        return Cell(words, icon="check", icon_ink="success_mark", icon_size=13)
    return Cell(words, "text3")


_ROW, _ICON, _BADGE_SIDE = 56, 16, 7


def departures_table() -> Table[BoardDeparture]:
    """The list; Enter goes to the parties of a departure."""
    rules: RowRules[BoardDeparture] = RowRules(_ROW, key=lambda row: row.key, said=spoken_departure)
    return Table(COLUMNS, rules, "departures_of_day", tr("Departures and slots"))


def _paint_words(painter: QPainter, row: QRect, departure: BoardDeparture) -> None:
    """The trip and its parties, over its place and how many of them are told."""
    colours, body = style.tokens(), style.font("body")
    right, top, beneath = row.right() + 1, row.top() + 9, row.top() + 29
    count = parties(len(departure.travelling))
    room = text_width(count, body)
    draw_text(painter, QRect(right - room, top, room, 20), count, body, colours.text, align=RIGHT)
    title = QRect(row.left(), top, row.width() - room - 12, 20)
    draw_text(painter, title, departure.title, style.font("bodyStrong"), colours.text)
    end = _paint_told(painter, departure, QRect(row.left(), beneath, row.width(), 16))
    place = QRect(row.left(), beneath, end - 8 - row.left(), 16)
    draw_text(painter, place, departure.place, style.font("caption"), colours.text3)


def _paint_told(painter: QPainter, departure: BoardDeparture, line: QRect) -> int:
    """Paint how many are told at the end of the line, and what is open. Returns where that begins."""
    colours, font, told = style.tokens(), style.font("caption"), departure_told(departure)
    is_all = bool(departure.travelling) and departure.told == len(departure.travelling)
    width = text_width(told, font)
    place = QRect(line.right() + 1 - width, line.top(), width, line.height())
    draw_text(painter, place, told, font, colours.success if is_all else colours.text3)
    begin = place.left()
    if is_all:
        begin -= 18
        corner = QPoint(begin, line.top() + 2)
        assets.paint_icon(painter, "check", corner, 12, colours.success_mark, stroke=2.2)
    if departure.unknown:
        words, strong = tr("{number} open", number=departure.unknown), style.font("captionStrong")
        wide = text_width(words, strong) + 2 * _BADGE_SIDE
        begin -= wide + 6
        box = QRect(begin, line.top() - 1, wide, 18)
        draw_block(painter, box, colours.warning_soft, 4)
        draw_text(painter, box, words, strong, colours.warning, align=CENTRE)
    return begin


def _paint_sign(painter: QPainter, place: QRect, departure: BoardDeparture) -> None:
    icon = "ship" if departure.is_boat else "waves-horizontal"
    corner = QPoint(place.left(), place.top() + (_ROW - _ICON) // 2)
    assets.paint_icon(painter, icon, corner, _ICON, style.tokens().text3)


COLUMNS: Columns[BoardDeparture] = Columns(
    (
        Column(Message(""), 25, paint=_paint_sign),
        Column(Message(""), 48, cell=lambda departure: departure.starts, role="bodyStrong"),
        Column(Message(""), paint=_paint_words),
    ),
    left=20,
    right=16,
    gap=4,
)


_APART = "\u2003\u2003"


class DepartureHead(QWidget):
    """Everything about one departure over its parties."""

    def __init__(self) -> None:
        super().__init__()
        self._title, self._times = (
            Label("", "title", elides=True),
            Label("", "caption", "text3", elides=True),
        )
        self._facts = called("departure_facts", Label("", wraps=True))
        self._buttons = row(gap=12)
        words = held(column(self._title, self._times, gap=2))
        first = row((words, 1), self._buttons, gap=12, top=True)
        self.setLayout(column(first, self._facts, gap=10, margins=(20, 12, 20, 14)))

    def add(self, button: Button, *, first: bool = False) -> None:
        """Add a button, at the end or as the first of all."""
        button.may_shrink()
        self._buttons.insertWidget(0 if first else self._buttons.count(), button)

    def show_departure(self, departure: BoardDeparture, *, has_till: bool) -> None:
        """Show a departure and its sums."""
        self._title.setText(departure.title)
        self._times.setText(times_words(departure))
        self._facts.set_runs(*_runs(departure, has_till=has_till))


def _runs(departure: BoardDeparture, *, has_till: bool) -> tuple[Run, ...]:
    """What it adds up to; the numbers are heavier."""
    count, told = len(departure.travelling), departure.told
    sums = [
        trn("{number} party", "{number} parties", count),
        formats.seats(departure.seats),
        tr("{told} told, {number} not told", told=told, number=count - told),
        trn("{number} voucher handed", "{number} vouchers handed", departure.handed),
    ]
    if has_till and departure.owed_by:
        sums.append(
            tr("{amount} owed by {number}", amount=paise_words(departure.owed), number=departure.owed_by)
        )
    return tuple(Run(text, ink="text2", loud=Loud("bodyHeavy")) for each in sums for text in (each, _APART))[
        :-1
    ]


_LEFT = (396, 300)
"""Its width, and that in a window that is not wide."""


class BoardLists(QWidget):
    """Shows what of a board fits what is searched for; knows what is current, and what a key is about."""

    picked = Signal(object)
    """Emitted with the `Sale` of a party whose booking is to be opened."""

    def __init__(self) -> None:
        super().__init__()
        self._board: Board | None = None
        self._typed = ""
        """What is searched for."""
        self._is_in_parties = False
        """Whether the parties had the keyboard last, and not the departures."""
        self._chosen: frozenset[str] = frozenset()
        """The request numbers of the chosen parties, of the whole day."""
        self._departures = departures_table()
        self._parties = parties_table(lambda party: party.key in self._chosen)
        self._head = DepartureHead()
        self._count, self._sum = Label("", "captionStrong", "text3"), Label("", "captionStrong", "text3")
        self._sum.setObjectName("board_sum")
        self._nobody = EmptyState("clipboard-list")
        # It has the keyboard in place of the lists.
        self._none = Scroller(self._nobody)
        self._build()
        self._departures.selectionModel().currentChanged.connect(self._show_departure)
        self._departures.picked.connect(self.take_parties)
        self._departures.keyboard_came.connect(partial(self._note_keyboard, in_parties=False))
        self._parties.keyboard_came.connect(partial(self._note_keyboard, in_parties=True))
        self._parties.picked.connect(self._pick)
        self._parties.ticked.connect(self._toggle)
        self._parties.header.ticked.connect(self._tick_all)

    @property
    def board(self) -> Board | None:
        """The board that is shown; None before one is."""
        return self._board

    @property
    def departure(self) -> BoardDeparture | None:
        """The current departure, with the parties that are shown; None for none."""
        return self._departures.current

    @property
    def party(self) -> Party | None:
        """The current party; None for none."""
        return self._parties.current

    @property
    def is_in_parties(self) -> bool:
        """Whether a key is about one party, and not about all of a departure."""
        return self._is_in_parties

    @property
    def has_keyboard(self) -> bool:
        """Whether the keyboard is in one of the lists, or in the words in their place."""
        focused = QApplication.focusWidget()
        return focused is not None and self._parts.isAncestorOf(focused)

    @property
    def has_chosen(self) -> bool:
        """Whether any party is chosen."""
        return bool(self._chosen)

    @property
    def meant(self) -> tuple[Party, ...]:
        """What a key is about: the chosen parties, the current one, or all of the current departure."""
        board, chosen = self._board, self._chosen
        if chosen and board is not None:
            return tuple(party for each in board.departures for party in each.parties if party.key in chosen)
        if not self._is_in_parties:
            return () if self.departure is None else self.departure.travelling
        return () if self.party is None else (self.party,)

    def take_focus(self) -> None:
        """Give the keyboard to the departures, or to the words that there are none."""
        is_whole = self._parts.currentWidget() is self._whole
        (self._departures if is_whole else self._none).setFocus()

    def take_parties(self) -> None:
        """Give the keyboard to the parties."""
        self._parties.setFocus(Qt.FocusReason.OtherFocusReason)

    def go_to(self, departure: str, party: str) -> None:
        """Make a departure and one of its parties current, where they are still there."""
        self._departures.choose_key(departure)
        self._parties.choose_key(party)

    def add(self, button: Button, *, first: bool) -> None:
        """Show a button beside the name of the departure, at the end or as the first of all."""
        self._head.add(button, first=first)

    def show_board(self, board: Board) -> None:
        """Show a board; what is current stays so where it is still there."""
        self._board = board
        self._parties.show_columns(columns(has_till=board.has_till))
        self._count.setText(
            trn("{number} departure or slot", "{number} departures and slots", len(board.departures))
        )
        self._sum.setText(joined(", ", (parties(len(board.parties)), formats.seats(board.seats))))
        self.show_next_day(None)
        self._show_rows()

    def show_next_day(self, following: date | None) -> None:
        """Say that nobody travels, and when the next do."""
        if self._board is not None:
            self._say_nobody(nobody_words(self._board.day, following))

    def _say_nobody(self, words: str) -> None:
        self._nobody.show_words(words)
        # It has the keyboard then.
        self._none.setAccessibleName(words)

    def search(self, typed: str) -> None:
        """Show the parties alone of whom a name, the phone or the PNR holds every word."""
        self._typed = typed.strip()
        self._show_rows()

    def choose(self, keys: Iterable[str]) -> None:
        """Choose the parties with these request numbers and no others."""
        self._chosen = frozenset(keys)
        self._parties.repaint_rows()
        self._show_chosen()

    def choose_all(self) -> None:
        """Choose all of the departure; when they are chosen, all of the day."""
        departure, board = self.departure, self._board
        if departure is None or board is None:
            return
        keys = {each.key for each in departure.travelling}
        whole = keys <= self._chosen
        self.choose({each.key for each in board.parties} if whole else keys)

    def _show_rows(self) -> None:
        """Show what of the day fits what is searched for."""
        board, typed = self._board, self._typed
        if board is None:
            return
        found = [replace(each, parties=fitting(each.parties, typed)) for each in board.departures]
        self._departures.show_rows(each for each in found if each.parties)
        has_any = bool(self._departures.rows)
        was_here = self.has_keyboard
        part = self._whole if has_any else self._none
        is_other = part is not self._parts.currentWidget()
        show_part(self._parts, part)
        if is_other and was_here:
            self.take_focus()
        # Of a day on which nobody travels it is said already, with the next one.
        if typed and not has_any and board.departures:
            self._say_nobody(unfound_words(board))
        self._departures.choose_key(self._departures.current_key)
        self._show_departure()

    def _show_departure(self) -> None:
        """Show the parties of the current departure."""
        departure, board = self.departure, self._board
        if departure is None or board is None:
            return
        self._head.show_departure(departure, has_till=board.has_till)
        self._parties.show_rows(departure.parties)
        self._parties.choose_key(self._parties.current_key)
        self._show_chosen()

    def _show_chosen(self) -> None:
        departure, chosen = self.departure, self._chosen
        keys = {each.key for each in departure.travelling} if departure else set[str]()
        self._parties.header.show_ticked(is_ticked=bool(keys) and keys <= chosen)
        self._chosen_line.setText(trn("{number} chosen", "{number} chosen", len(chosen)) if chosen else "")

    def _toggle(self) -> None:
        party = self.party
        if party is not None and party.counts:
            self.choose(self._chosen ^ {party.key})

    def _tick_all(self) -> None:
        """Choose all of the departure, or none of it."""
        departure, chosen = self.departure, self._chosen
        if departure is not None:
            keys = {each.key for each in departure.travelling}
            self.choose(chosen - keys if keys <= chosen else chosen | keys)

    def _pick(self) -> None:
        if self.party is not None:
            self.picked.emit(self.party.sale)

    def _note_keyboard(self, *, in_parties: bool) -> None:
        self._is_in_parties = in_parties

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
            tells_all=False,
        )
        left = column(over, (self._departures, 1), first)
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
        right = column(self._head, Hairline(), self._parties.header, (self._parties, 1), second)
        both = row((WidthHeld(held(left), _LEFT), 0), (Hairline(down=True), 0), (right, 1))
        self._whole, self._parts = held(both), QStackedWidget()
        for each in (self._whole, self._none):
            self._parts.addWidget(each)
        self.setLayout(column(self._parts))
