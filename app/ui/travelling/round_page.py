"""Messages to parties, one after the other: the list at the left, the message to one of them beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from typing_extensions import override

from app.core.language import Message, mark, tr
from app.desk.model import formats
from app.desk.travelling.messages import ASKED, Offer, Template
from app.desk.travelling.values import BoardDeparture, Party, ToldState
from app.ui.kit.basics.announcing import say
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.room import WidthHeld
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.lists.table import RowRules, Table
from app.ui.kit.lists.table_columns import Cell, Column, Columns
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import HintLine, SheetHeader
from app.ui.theme.style import Ink
from app.ui.travelling import actions
from app.ui.travelling.board_words import asked_words, said_words, spoken_party, told_words
from app.ui.travelling.message_panel import MessagePanel, Recipient

if TYPE_CHECKING:
    from app.desk.travelling.travelling import Travelling

_ROW, _PANEL = 34, (424, 392)
_READING, _NOTING = "parties", "noting"
_TOPICS = {
    Template.REMINDER: (mark("Reminder"), (mark("Open chat"), mark("Told, next party"))),
    Template.PAYMENT: (mark("Payment by UPI"), (mark("Open chat, copy the code"), mark("It is sent"))),
    Template.DUES: (mark("Still owed"), (mark("Open chat"), mark("It is sent"))),
}
"""What a message is about, and what its button says before and after the chat."""


def _sign(party: Party) -> Cell:
    is_told = party.told is ToldState.TOLD
    return Cell("", icon="check" if is_told else "", icon_ink="success_mark")


def _ink(party: Party) -> Ink:
    if party.told is ToldState.NOT_REACHED:
        return "warning"
    return "text" if party.told_mark else "text3"


COLUMNS: Columns[Party] = Columns(
    (
        Column(Message(""), 14, cell=_sign),
        Column(
            mark("Customer"), cell=lambda party: party.sale.customer_name or tr("No name"), role="bodyStrong"
        ),
        Column(mark("Phone"), 112, fold=2, cell=lambda party: party.sale.customer_phone),
        Column(mark("PNR"), 96, fold=1, cell=lambda party: party.sale.booking_ref),
        Column(mark("Told"), 136, cell=lambda party: Cell(told_words(party), _ink(party))),
    ),
    left=22,
    right=16,
    gap=14,
    least=120,
)


class RoundPage(Page):
    """Enter opens the chat, Enter again says that the party is told, and the next one is shown."""

    own_actions = actions.ROUND
    title = mark("Messages")

    all_told = Signal()
    """Emitted when nobody is left who was not told."""
    code_asked = Signal(object)
    """Emitted with the `Party` whose UPI code goes on the clipboard."""

    def __init__(
        self,
        travelling: Travelling,
        parties: Sequence[Party],
        departures: Iterable[BoardDeparture],
        language: str,
    ) -> None:
        """`departures` are those of the parties, `language` is that of the first message."""
        super().__init__()
        self.setObjectName("round_page")
        self._travelling = travelling
        self._departures = {party.key: each for each in departures for party in each.parties}
        self._said: dict[str, ToldState] = {}
        """What was said of parties and is being written down: the round has gone on from these."""
        self._turn = asyncio.Lock()
        rules: RowRules[Party] = RowRules(_ROW, key=lambda party: party.key, said=spoken_party)
        self._list = Table(COLUMNS, rules, "round_parties", tr("Parties to be told"))
        self._panel = MessagePanel(travelling.now, language)
        topics = (SegmentChoice(each, tr(words)) for each, (words, _) in _TOPICS.items())
        self._topics = called("message_topic", Segmented(topics, tr("What is it about?")))
        self._header = SheetHeader(tr("Messages"), "", self._topics, back=super().step_back)
        hints = HintLine(
            (actions.MOVE, tr("Choose")),
            (actions.GO_ON, tr("Message, then told")),
            (actions.NOT_REACHED, tr("Not reached")),
            (actions.ABOUT, tr("What it is about")),
            None,
            tr("Nothing is sent by the program"),
        )
        left = column(self._list.header, (self._list, 1), hints)
        both = row((left, 1), (Hairline(down=True), 0), (WidthHeld(self._panel, _PANEL), 0))
        self.setLayout(column(self._header, (held(both), 1)))
        # The arrow leaves at once; Esc first ends what is being typed.
        self.office_changed.connect(self._read)
        self._list.picked.connect(self._panel.go_on)
        self._list.selectionModel().currentChanged.connect(self._show_current)
        self._panel.told.connect(self._tell)
        self._panel.not_reached.connect(self._miss)
        self._panel.edited.connect(self.take_focus)
        self._panel.delivery.handed.connect(self._clip)
        self._topics.chosen.connect(self._begin_anew)
        self.bind(actions.CLIP_CODE, self._clip)
        for action, act in self._panel.acts.items():
            self.bind(action, act)
        self._list.show_rows(parties)
        self._choose_next()
        self._list.choose_key(self._list.current_key)

    @override
    def take_focus(self) -> None:
        self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def step_back(self) -> None:
        if self._panel.is_typed_in:
            self._panel.stop_typing()
            self.take_focus()
        else:
            super().step_back()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Digits choose what the message is about."""
        if actions.ABOUT.matches(event) and not event.isAutoRepeat():
            self._topics.choose([*_TOPICS][int(event.text()) - 1])
        else:
            super().keyPressEvent(event)

    @property
    def _topic(self) -> Template:
        return Template(self._topics.current)

    def _offer(self, party: Party) -> Offer:
        return self._travelling.offer(self._topic, party, self._departures[party.key])

    def _begin_anew(self) -> None:
        """Begin another message, or the same one once more: what was opened or changed is not this one."""
        self._panel.show_recipient(None)
        self._show_current()
        self.take_focus()

    def _clip(self, handed: object = None, way: str = "chat") -> None:
        """Have the code on the clipboard, also for a chat that was opened; a copied text stays there."""
        party, is_payment = self._list.current, self._topic is Template.PAYMENT
        if way == "chat" and party is not None and is_payment and not self._offer(party).why_not:
            self.code_asked.emit(party)
        elif handed is None:
            say(self, tr("There is no UPI code here."))

    def _choose_next(self) -> None:
        """Choose the next party that is not told, from the first again after the last."""
        self._list.choose_next([each.key for each in self._list.rows if self._is_untold(each)])

    def _is_untold(self, party: Party) -> bool:
        code = ASKED.get(self._topic)
        told = ToldState("told" if code in party.marks else "not-told") if code else party.told
        return self._said.get(party.key, told) is ToldState.NOT_TOLD

    def _show_current(self) -> None:
        party, rows = self._list.current, self._list.rows
        if party is None:
            return
        sale = party.sale
        day = formats.day_medium(sale.day) if sale.day else ""
        told = sum(each.told is ToldState.TOLD for each in rows)
        self._header.set_title(tr("Messages"), tr("{told} of {number} told", told=told, number=len(rows)))
        place = self._list.currentIndex().row() + 1
        offer, code = self._offer(party), ASKED.get(self._topic)
        self._panel.show_recipient(
            Recipient(
                key=party.key,
                booking_ref=sale.booking_ref,
                name=sale.customer_name,
                phone=sale.customer_phone,
                email=sale.customer_email,
                subject=formats.listed(each for each in (sale.title, day) if each),
                texts=offer.texts,
                place=tr("{number} of {count}", number=place, count=len(rows)),
                note=asked_words(party.marks.get(code)) if code else said_words(party),
                why_not=tr(offer.why_not),
                words=_TOPICS[self._topic][1],
            )
        )

    def _tell(self, key: str, way: str) -> None:
        self._note(key, ToldState.TOLD, way)

    def _miss(self, key: str) -> None:
        self._note(key, ToldState.NOT_REACHED, "")

    def _note(self, key: str, state: ToldState, way: str) -> None:
        """Have it written down, and show the next party at once: the next key is about that one."""
        if self._said.get(key) is state:
            return
        self._said[key] = state
        written = self._travelling.tell((key,), state, way, self._topic)
        self.tasks.start(f"{_NOTING} {key}", self._noted(key, written))
        self._choose_next()
        if self._list.current_key == key:
            self._begin_anew()
        self.take_focus()

    async def _noted(self, key: str, written: Awaitable[None]) -> None:
        """Show that it is written down."""
        await written
        await self._read_rows()
        del self._said[key]
        if not self._said and not any(self._is_untold(each) for each in self._list.rows):
            self.all_told.emit()

    def _read(self) -> None:
        self.tasks.start(_READING, self._read_rows())

    async def _read_rows(self) -> None:
        """Show these parties as they stand now: another desk may have cancelled or told them meanwhile."""
        # One after the other: what was read earlier must not be shown last.
        async with self._turn:
            self._list.show_rows(await self._travelling.again(self._list.rows))
            self._show_current()
