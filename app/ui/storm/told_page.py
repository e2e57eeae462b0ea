"""The last step of the storm desk: who is told what, what each gets back, and the list for the operator."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import LANGUAGES, Message, Wording, joined, mark, tr
from app.desk.files.atomic_write import replace_file
from app.desk.files.spreadsheet_export import CSV, write_tables
from app.desk.model import formats
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Advice
from app.desk.storm import operator_list
from app.desk.storm.gets_back import paid_out
from app.desk.storm.values import GONE, EndState, GetsBack, Phase, Storm, StormHeading, StormParty
from app.desk.till.payment_values import PayWay
from app.desk.travelling.messages import MessageFields, Template, message, own_wording
from app.desk.travelling.travelling import Travelling
from app.desk.travelling.values import Party, ToldState
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.announcing import say
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.file_picker import choose_new_file
from app.ui.kit.controls.filter_chip import ChipChoice
from app.ui.kit.lists.table import Section
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.kit.sheets.pane import Pane
from app.ui.kit.sheets.shortcuts import Act
from app.ui.storm import actions
from app.ui.storm.storm_page import ChipBar, StormPage, StormPageServices
from app.ui.storm.storm_words import parties, refunded_words
from app.ui.storm.told_rows import ToldRow, is_gone, said_words, told_of, told_row, told_table
from app.ui.theme.style import Ink
from app.ui.travelling.actions import GO_ON, NOT_REACHED, REBOOK
from app.ui.travelling.message_panel import MessagePanel, Recipient

_MARKS, _REFRESH, _SAVE = "marks", "refresh", "save"
_ALL, _NOT_TOLD, _TOLD, _NOTHING = "all", "not-told", "told", "nothing-yet"
_FIGURES: tuple[tuple[Message, frozenset[EndState], str, Ink], ...] = (
    (mark("Cancelled"), GONE, "check", "success"),
    (mark("Refused"), frozenset({EndState.REFUSED, EndState.KNOWN_BOOKED}), "x", "danger"),
    (mark("Not known"), frozenset({EndState.UNKNOWN}), "circle-question-mark", "warning_mark"),
    (mark("Cancelled before, not here"), frozenset(), "", "text"),
)
"""The figures over the table: what they count; an empty set is of those that were cancelled before."""
_KINDS = mark("Tables (*.csv);;Text (*.txt)")
_BY = {PayWay.CASH: mark("cash"), PayWay.UPI: mark("UPI"), PayWay.CARD: mark("card")}
"""The ways of giving back that a message names; on account nothing is paid out."""
_NOTHING_SENT = mark("Nothing is sent by the program")
_NOTHING_YET = mark("Tell nothing yet: it is still booked, or not known. Enter opens its booking.")


class StormToldPage(StormPage):
    """Enter opens the chat and then says that it is told; nothing is sent by the program."""

    own_actions = actions.STORM_TOLD
    phase = Phase.TELLING
    has_till: ClassVar[bool] = False
    """Whether the till gives something back."""

    refund_asked = Signal(object)
    """Emitted with the `Sale` of which the till gives something back."""
    rebook_asked = Signal(object)
    """Emitted with the `Sale` whose party wants another day."""
    saved = Signal(Path)
    """Emitted with the file of the operator's list."""

    def __init__(self, services: StormPageServices, travelling: Travelling) -> None:
        super().__init__(services)
        self.setObjectName("storm_told_page")
        self._travelling = travelling
        self._board: dict[str, Party] = {}
        """What was said of each party, by the request number of its sale."""
        self._rows: dict[str, ToldRow] = {}
        self._said: dict[str, ToldState] = {}
        """What was said of parties and is not read yet: the page has gone on from these."""
        self._end_marks = travelling.changed.subscribe(self._read_marks)
        self._figures = [_Figure(*each) for each in _FIGURES]
        self._refunded = called("storm_refunded", Label(role="bodyHeavy"))
        self._refund = called("next_refund", Button(actions.NEXT_REFUND, size=28))
        if not self.has_till:
            # Shown before it has its place it would be a window.
            self._refund.hide()
        self._save = called("operator_list", Button(actions.OPERATOR_LIST, size=28))
        self._chips = ChipBar(self._refund)
        self._list = told_table(has_till=self.has_till)
        self._panel = MessagePanel(services.now, services.rules.branding.language)
        self._back = _GetsBack()
        self._panel.hold(self._back)
        hints = HintLine(
            (actions.CHOOSE, tr("Choose")),
            (GO_ON, tr("Message, then told")),
            (NOT_REACHED, tr("Not reached")),
            (REBOOK, tr("Rebook")),
            None,
            tr(_NOTHING_SENT),
        )
        self._pane = ToldPane(self._panel, hints)
        over = (self._head(), self._chips, self._list.header)
        self.build(self._list, hints, self._pane, over=over)
        self._connect()

    @override
    def enter(self) -> None:
        super().enter()
        self._read_marks()
        self.tasks.start(_REFRESH, self._desk.refresh())

    @override
    def leave(self) -> None:
        self._end_marks()
        super().leave()

    @override
    def read_again(self) -> None:
        self._read_marks()
        self.tasks.start(_REFRESH, self._desk.refresh())

    @override
    def step_back(self) -> None:
        if self._panel.is_typed_in:
            self._panel.stop_typing()
            self.take_focus()
        else:
            self.act(self._finish())

    @override
    def show_problem(self, advice: Advice | None) -> None:
        if advice is not None:
            say(self, str(advice))

    @override
    def is_on_its_way(self, storm: Storm) -> bool:
        return False

    @override
    def show_storm(self, storm: Storm) -> None:
        for figure, (_, states, _icon, _ink) in zip(self._figures, _FIGURES, strict=True):
            figure.show_count(len(storm.ended(*states)) if states else _before(storm))
        refunded = f"{storm.currency} {formats.amount(storm.refunded)}".strip()
        self._refunded.setText(refunded_words(storm, refunded))
        self._rows = {
            each.key: told_row(each, told_of(self._board.get(each.key), storm.decision))
            for each in storm.parties
        }
        self._show_chips()
        self._show_rows()
        self._show_party()

    def _show_chips(self) -> None:
        told = sum(each.state is ToldState.TOLD for each in self._gone())
        counts = (
            (_ALL, tr("All {number}", number=len(self._rows))),
            (_NOT_TOLD, tr("Not told {number}", number=len(self._gone()) - told)),
            (_TOLD, tr("Told {number}", number=told)),
            (_NOTHING, tr("Tell nothing yet {number}", number=len(self._rows) - len(self._gone()))),
        )
        self._chips.show_choices(ChipChoice(key, words) for key, words in counts)

    def _show_rows(self) -> None:
        """What is not settled on top, and nothing is told of it."""
        wanted = self._chips.chips.current
        gone = self._gone()
        nothing = [each for each in self._rows.values() if not each.is_gone]
        told = sum(each.state is ToldState.TOLD for each in gone)
        shown: list[Section | ToldRow] = []
        if nothing and wanted in (_ALL, _NOTHING):
            words = tr("Tell nothing yet: still booked, or not known")
            shown += [Section(words, str(len(nothing))), *nothing]
        to_tell = [
            each for each in gone if wanted == _ALL or (each.state is ToldState.TOLD) == (wanted == _TOLD)
        ]
        if to_tell and wanted != _NOTHING:
            more = tr("{number} of {count} told", number=told, count=len(gone))
            shown += [Section(tr("To be told"), more), *to_tell]
        self._list.show_rows(shown)
        if self._list.current is None:
            untold = (each.key for each in to_tell if each.state is ToldState.NOT_TOLD)
            self._list.choose_key(next(untold, ""))

    def _show_party(self) -> None:
        storm, party = self.storm, self.party(self._list.current_key)
        if storm is None or party is None:
            self._panel.show_recipient(None)
            return
        keys = [each.key for each in self._gone()]
        place = ""
        if party.key in keys:
            place = tr("{number} of {count}", number=keys.index(party.key) + 1, count=len(keys))
        note = said_words(told_of(self._board.get(party.key), storm.decision))
        rules, is_practice = self._services.rules, self._services.is_practice
        self._panel.show_recipient(
            recipient(party, storm.heading, rules, place, note, is_practice=is_practice)
        )
        self._back.show_back(party)

    def _gone(self) -> list[ToldRow]:
        return [each for each in self._rows.values() if each.is_gone]

    def _choose_next(self) -> None:
        """Choose the next party that is not told."""
        untold = {each.key for each in self._gone() if each.state is ToldState.NOT_TOLD}
        self._list.choose_next(untold - self._said.keys())

    def _read_marks(self) -> None:
        self.tasks.start(_MARKS, self._read())

    async def _read(self) -> None:
        storm = self.storm
        if storm is not None:
            board = await self._travelling.board(storm.heading.day)
            self._board = {each.key: each for some in board.departures for each in some.parties}
            read = {key: each.told for key, each in self._board.items()}
            self._said = {key: state for key, state in self._said.items() if read.get(key) is not state}
            if self.storm is not None:
                self.show_storm(self.storm)

    def _take(self) -> None:
        row_of_it = self._rows.get(self._list.current_key)
        if row_of_it is not None and row_of_it.is_gone:
            self._pane.reveal()
            self._panel.go_on()
        elif row_of_it is not None:
            self.booking_asked.emit(row_of_it.key)

    def _in_sight(self, act: Act) -> None:
        """Do what is about the message while the message is seen."""
        self._pane.reveal()
        act()

    async def _finish(self) -> None:
        await self._desk.finish()
        self.is_acting = False
        self.went_back.emit()

    def _next_refund(self) -> None:
        """Open the refund of the next party to which the till gives something back."""
        storm = self.storm
        able = [] if storm is None else [each for each in storm.parties if is_gone(each) and each.back.is_due]
        self._list.choose_next({each.key for each in able})
        current = self.party(self._list.current_key)
        # Also of one that the chips leave out.
        party = current if current in able else next(iter(able), None)
        if party is not None:
            self.refund_asked.emit(party.sale)
        else:
            say(self, tr("Nothing is left to be given back from the till."))

    def _rebook(self) -> None:
        party = self.party(self._list.current_key)
        if party is not None:
            self.rebook_asked.emit(party.sale)

    def _choose_file(self) -> None:
        storm = self.storm
        if storm is None:
            return
        name = f"operator-list-{storm.heading.day.isoformat()}{CSV}"
        write = partial(self._begin_writing, storm)
        choose_new_file(self, "lists", tr("List for the operator"), tr(_KINDS), write, name=name)

    def _begin_writing(self, storm: Storm, path: Path) -> None:
        self.tasks.start(_SAVE, self._write(storm, path))

    async def _write(self, storm: Storm, path: Path) -> None:
        try:
            if path.suffix.casefold() == CSV:
                await asyncio.to_thread(write_tables, path, (operator_list.table(storm),))
            else:
                await asyncio.to_thread(replace_file, path, operator_list.as_text(storm).encode())
        except OSError as error:
            what = tr("The file could not be written: {cause}.", cause=error.strerror or str(error))
            say(self, joined(" ", (what, tr("Choose another place."))))
        else:
            self.saved.emit(path)

    def _head(self) -> QWidget:
        wallet_side = Box("sunken", "line", radius=6)
        caption = Label(tr("Refunded to your wallet"), "caption", "text3")
        wallet_side.setLayout(column(caption, self._refunded, margins=(11, 2, 11, 2)))
        figures = FiguresLine(self._figures, caption, self._save)
        line = figures.line
        line.addWidget(NetSide(column(wallet_side)))
        line.addStretch(1)
        line.addWidget(self._save)
        return figures

    def _connect(self) -> None:
        self._chips.chips.chosen.connect(self._refresh)
        self._list.picked.connect(self._take)
        self._list.selectionModel().currentChanged.connect(self._show_party)
        self._panel.told.connect(partial(self._note, ToldState.TOLD))
        self._panel.not_reached.connect(partial(self._note, ToldState.NOT_REACHED))
        self._panel.edited.connect(self.take_focus)
        self._refund.clicked.connect(self._next_refund)
        self._save.clicked.connect(self._choose_file)
        for action, act in self._panel.acts.items():
            self.bind(action, act if action is NOT_REACHED else partial(self._in_sight, act))
        self.bind(REBOOK, self._rebook)
        self.bind(actions.OPERATOR_LIST, self._choose_file)
        if self.has_till:
            self.bind(actions.NEXT_REFUND, self._next_refund)

    def _note(self, state: ToldState, key: str, way: str = "") -> None:
        """Have it written down, and show the next party at once: the next key is about that one."""
        if self._said.get(key) is state:
            return
        self._said[key] = state
        self._travelling.tell((key,), state, way)
        self._choose_next()
        self.take_focus()

    def _refresh(self, _key: str = "") -> None:
        if self.storm is not None:
            self._show_rows()
            self._show_party()


class StormToldWithTillPage(StormToldPage):
    """The same at a counter that keeps a till."""

    own_actions = actions.STORM_TOLD_WITH_TILL
    has_till = True


class ToldPane(Pane):
    """The message; where it is a drawer, its keys are those of the list, which keeps the keyboard.

    Below the page its buttons are in sight, with what became of the message, and `hints` would repeat them.
    """

    def __init__(self, panel: MessagePanel, hints: HintLine) -> None:
        super().__init__()
        self._panel, self._hints = panel, hints
        self.body.addWidget(panel)
        self.close_with(panel.foot)
        panel.stated.connect(self._show_state)

    @override
    def lie(self, *, below: bool) -> None:
        super().lie(below=below)
        self._hints.setVisible(not below)

    def _show_state(self, name: str, state: str) -> None:
        self.facts.show_fact(name, state or tr(_NOTHING_SENT))

    @override
    def toggle_drawer(self) -> None:
        if self.drawer_is_open:
            self.close_drawer()
        elif self.lies_below:
            self.reveal()
        else:
            self._panel.setFocus(Qt.FocusReason.TabFocusReason)

    @override
    def close_drawer(self) -> bool:
        if self.drawer_is_open and self._panel.is_typed_in:
            # Closed with what is typed it would be sent without that.
            self._panel.stop_typing()
            self._panel.edited.emit()
            return True
        return super().close_drawer()


class FiguresLine(Roomy, QWidget):
    """The figures beside each other, with shorter words where there is too little room."""

    def __init__(self, figures: Sequence[_Figure], caption: Label, save: Button) -> None:
        super().__init__()
        self._figures, self._caption, self._save = figures, caption, save
        self.line = row(*figures, gap=24, margins=(20, 10, 20, 10))
        self.setLayout(column(self.line, Hairline()))

    @override
    def follow_room(self) -> None:
        is_wide = self.room.is_wide
        self.line.setSpacing(24 if is_wide else 12)
        self._caption.setText(tr("Refunded to your wallet") if is_wide else tr("Refunded"))
        self._figures[-1].name.setText(tr("Cancelled before, not here") if is_wide else tr("Before"))
        self._save.fold(folded=not is_wide)


class _Figure(QWidget):
    """A number with its name above it."""

    def __init__(self, name: Message, states: frozenset[EndState], icon: str, ink: Ink) -> None:
        super().__init__()
        self._is_parties = states == GONE
        self.name, self._value = Label(tr(name), "caption", "text3"), Label(role="bodyHeavy")
        line = row(*((Icon(icon, 14, ink, stroke=2.2),) if icon else ()), self._value, None, gap=5)
        self.setLayout(column(self.name, line))

    def show_count(self, count: int) -> None:
        """Show another number."""
        self._value.setText(parties(count) if self._is_parties else str(count))


class _GetsBack(QWidget):
    """What the customer gets back, line by line; nothing of the wallet."""

    def __init__(self) -> None:
        super().__init__()
        self._paid, self._charge = Pair(""), Pair(tr("Cancellation charge"))
        self._own = Pair(tr("Our own charge"))
        self._back = Pair(tr("Gets back"), name_role="bodyHeavy", name_ink="text", value_role="bodyHeavy")
        self._back.value.setObjectName("gets_back")
        heading = Label(tr("What the customer gets back"), "captionStrong", "text3")
        self.setLayout(column(heading, 6, self._paid, 4, self._charge, 4, self._own, 4, self._back, 10))

    def show_back(self, party: StormParty) -> None:
        """Show it for a party; nothing for one that is not cancelled."""
        back = party.back
        self.setVisible(is_gone(party))
        name = tr("Price") if back.is_price else joined(", ", (tr("Paid"), str(way_of(back))))
        self._paid.show_pair(name, _amount(back.paid))
        self._charge.value.setText(_amount(None if back.charge is None else -back.charge))
        self._own.value.setText(_amount(None if back.own_charge is None else -back.own_charge))
        last = tr("Say it later") if back.back is None else formats.amount(back.back)
        self._back.show_pair(
            *((tr("Still owes"), formats.amount(back.owes)) if back.owes else (tr("Gets back"), last))
        )


def _amount(value: Decimal | None) -> str:
    return tr("Not stated") if value is None else formats.amount(value)


def _before(storm: Storm) -> int:
    """How many were cancelled before, and not here."""
    return sum(each.end is None and is_gone(each) for each in storm.parties)


def way_of(back: GetsBack) -> Wording:
    """The way in which all was paid, and is given back; empty for none and for several."""
    return _BY.get(back.way, "") if back.way else ""


def recipient(
    party: StormParty,
    heading: StormHeading,
    rules: OfficeRules,
    place: str,
    note: str,
    *,
    is_practice: bool,
) -> Recipient:
    """The party with its message in each language.

    `place` is its place among all that are told, `note` what was said of it so far.
    """
    sale, own = party.sale, rules.travelling.messages
    fields = MessageFields(
        trip=heading.title or sale.title,
        day=heading.day,
        pnr=sale.booking_ref,
        name=sale.customer_name,
        starts=heading.starts,
        # Who has paid nothing, or too little, waits for no money: a sum of nothing would only be asked about.
        amount=paid_out(party.back, rules.till.rounding) if party.back.paid and not party.back.owes else None,
        way=way_of(party.back),
        agency=rules.branding.agency,
        phone=rules.branding.phone,
        is_practice=is_practice,
    )
    template = Template.OFF_OPEN if party.back.back is None else Template.OFF_CANCELLED
    return Recipient(
        sale.request_id,
        sale.booking_ref,
        sale.customer_name,
        sale.customer_phone,
        sale.customer_email,
        tr("{trip} is cancelled, PNR {pnr}", trip=fields.trip, pnr=sale.booking_ref),
        {code: message(template, code, fields, own_wording(own, template, code)) for code in LANGUAGES},
        place,
        note,
        "" if is_gone(party) else tr(_NOTHING_YET),
    )
