"""Messages to parties, one after the other: the list at the left, the message to one of them beside it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.travelling.values import Party, ToldState
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.painting import draw_text
from app.ui.kit.basics.room import Roomy
from app.ui.kit.lists.row_list import RowDelegate, RowList, paint_ground
from app.ui.kit.lists.row_model import KeyedModel
from app.ui.kit.lists.table_columns import Column, Columns, TableHeader
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import HintLine, SheetHeader
from app.ui.theme import assets, style
from app.ui.travelling import actions
from app.ui.travelling.board_words import said_words, spoken_party, told_words
from app.ui.travelling.message_panel import MessagePanel, Recipient

if TYPE_CHECKING:
    from app.desk.travelling.travelling import Travelling

_ROW, _PANEL, _NARROW_PANEL = 34, 424, 392
_READING, _NOTING = "parties", "noting"
_COLUMNS = Columns(
    (
        Column(mark("Customer")),
        Column(mark("Phone"), 112, fold=2),
        Column(mark("PNR"), 96, fold=1),
        Column(mark("Told"), 136),
    ),
    left=50,
    right=16,
    gap=14,
    least=120,
)


class RoundModel(KeyedModel[Party]):
    """The parties to be told."""

    @override
    def spoken(self, row: Party) -> str:
        return spoken_party(row)


class RoundDelegate(RowDelegate[Party]):
    """Paints one party and whether it is told."""

    @override
    def height_of(self, row: Party) -> int:
        return _ROW

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: Party) -> None:
        paint_ground(painter, option)
        colours, rect, sale = style.tokens(), option.rect.adjusted(0, 0, 0, -1), row.sale
        name, phone, pnr, told = _COLUMNS.places(rect)
        if row.told is ToldState.TOLD:
            where = QPoint(rect.left() + 22, rect.center().y() - 6)
            assets.paint_icon(painter, "check", where, 14, colours.success_mark, stroke=2.2)
        body, ink = style.font("body"), colours.text
        draw_text(painter, name, sale.customer_name or tr("No name"), style.font("bodyStrong"), ink)
        draw_text(painter, phone, sale.customer_phone, body, ink)
        draw_text(painter, pnr, sale.booking_ref, body, ink)
        is_missed = row.told is ToldState.NOT_REACHED
        ink = colours.warning if is_missed else colours.text if row.told_mark else colours.text3
        draw_text(painter, told, told_words(row), body, ink)


class RoundPage(Roomy, Page):
    """Enter opens the chat, Enter again says that the party is told, and the next one is shown."""

    own_actions = actions.MESSAGES
    title = mark("Messages")

    all_told = Signal()
    """Emitted when nobody is left who was not told."""

    def __init__(
        self,
        travelling: Travelling,
        parties: Sequence[Party],
        texts: Callable[[Party], Mapping[str, str]],
        language: str,
    ) -> None:
        """`texts` are the messages to a party by language, `language` is that of the first."""
        super().__init__()
        self.setObjectName("round_page")
        self._travelling, self._texts = travelling, texts
        self._said: dict[str, ToldState] = {}
        """What was said of parties and is being written down: the round has gone on from these."""
        self._model = RoundModel()
        self._list = RowList(
            self._model, RoundDelegate(self._model), "round_parties", tr("Parties to be told")
        )
        self._panel = MessagePanel(travelling.now, language)
        self._header = SheetHeader(tr("Messages"), "", back=True)
        self._build()
        self._connect()
        self._model.show_rows(parties)
        self._go_to(self._next(-1))

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
    def follow_office(self) -> None:
        self._read()

    @override
    def follow_room(self) -> None:
        self._panel.setFixedWidth(_PANEL if self.room.is_wide else _NARROW_PANEL)

    @property
    def _current(self) -> Party | None:
        return self._model.row_at(self._list.currentIndex())

    def _next(self, after: int) -> int:
        """The next party that is not told, from the first again after the last; the same for none."""
        count = len(self._model.rows)
        places = ((after + 1 + step) % count for step in range(count))
        return next((place for place in places if self._is_untold(self._model.rows[place])), max(after, 0))

    def _is_untold(self, party: Party) -> bool:
        return self._said.get(party.key, party.told) is ToldState.NOT_TOLD

    def _go_to(self, place: int) -> None:
        index = self._model.index(place)
        self._list.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _show_current(self) -> None:
        party = self._current
        if party is None:
            return
        sale, rows = party.sale, self._model.rows
        day = formats.day_medium(sale.day) if sale.day else ""
        told = sum(each.told is ToldState.TOLD for each in rows)
        self._header.set_title(tr("Messages"), tr("{told} of {number} told", told=told, number=len(rows)))
        place = self._list.currentIndex().row() + 1
        self._panel.show_recipient(
            Recipient(
                key=party.key,
                booking_ref=sale.booking_ref,
                name=sale.customer_name,
                phone=sale.customer_phone,
                email=sale.customer_email,
                subject=formats.listed(each for each in (sale.title, day) if each),
                texts=self._texts(party),
                place=tr("{number} of {count}", number=place, count=len(rows)),
                note=said_words(party),
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
        written = self._travelling.tell((key,), state, way)
        self.tasks.start(f"{_NOTING} {key}", self._noted(key, written))
        self._go_to(self._next(self._model.place_of(key)))
        self.take_focus()

    async def _noted(self, key: str, written: Awaitable[None]) -> None:
        """Show that it is written down."""
        await written
        await self._read_rows()
        del self._said[key]
        if not self._said and not any(self._is_untold(each) for each in self._model.rows):
            self.all_told.emit()

    def _read(self) -> None:
        self.tasks.start(_READING, self._read_rows())

    async def _read_rows(self) -> None:
        """Show what has been said of these parties meanwhile."""
        self._model.show_rows(await self._travelling.again(self._model.rows))
        self._show_current()

    def _build(self) -> None:
        hints = HintLine(
            (actions.MOVE, tr("Choose")),
            (actions.GO_ON, tr("Message, then told")),
            (actions.NOT_REACHED, tr("Not reached")),
            None,
            tr("Nothing is sent by the program"),
        )
        left = column(TableHeader(_COLUMNS))
        left.addWidget(self._list, 1)
        left.addWidget(hints)
        both = row()
        both.addLayout(left, 1)
        both.addWidget(Hairline(down=True))
        both.addWidget(self._panel)
        self._panel.setFixedWidth(_PANEL)
        page = column(self._header)
        page.addWidget(held(both), 1)
        self.setLayout(page)

    def _connect(self) -> None:
        self._header.went_back.connect(self.went_back)
        self._list.picked.connect(self._panel.go_on)
        self._list.selectionModel().currentChanged.connect(self._show_current)
        self._panel.told.connect(self._tell)
        self._panel.not_reached.connect(self._miss)
        self._panel.edited.connect(self.take_focus)
        for action, act in self._panel.acts.items():
            self.bind(action, act)
