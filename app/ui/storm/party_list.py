"""What the three tables of the storm desk have in common: rows below headings, which do not move."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QItemSelectionModel, QRect, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import joined
from app.ui.kit.basics.painting import RIGHT, draw_text
from app.ui.kit.lists.row_list import RowDelegate, RowList, paint_ground
from app.ui.kit.lists.row_model import Index, RowModel
from app.ui.kit.lists.table_columns import Columns
from app.ui.theme import style

ROW, TALL, HEADING = 36, 47, 28
SIDE = 20


@dataclass(frozen=True, slots=True)
class SectionRow:
    """The heading over some parties, with their number or more words at the right."""

    key: str
    text: str
    more: str


class PartyRow(Protocol):
    """A row about one party."""

    @property
    def key(self) -> str:
        """The request number of its sale."""
        ...


class SoldRow(PartyRow, Protocol):
    """A row that begins with whose booking it is."""

    @property
    def pnr(self) -> str:
        """The PNR."""
        ...

    @property
    def customer(self) -> str:
        """The name of the customer."""
        ...

    @property
    def seats(self) -> str:
        """The seats, such as "2a 1c"."""
        ...


P = TypeVar("P", bound=PartyRow)


class PartyModel(RowModel[SectionRow | P]):
    """Rows of parties; those that stay where they are stay the same rows for whoever looks at them."""

    @override
    def show_rows(self, rows: Iterable[SectionRow | P]) -> None:
        new = tuple(rows)
        if [each.key for each in new] != [each.key for each in self.rows]:
            super().show_rows(new)
            return
        changed = [place for place, each in enumerate(new) if each != self.rows[place]]
        self.rows = new
        for place in changed:
            self.dataChanged.emit(self.index(place), self.index(place))

    def place_of(self, key: str) -> int:
        """The place of a party; -1 when it is not shown."""
        return next((place for place, each in enumerate(self.rows) if each.key == key), -1)

    @property
    def first(self) -> int:
        """The place of the first party; -1 without one."""
        places = (place for place, each in enumerate(self.rows) if not isinstance(each, SectionRow))
        return next(places, -1)

    @override
    def is_choosable(self, row: SectionRow | P) -> bool:
        return not isinstance(row, SectionRow)

    @override
    def spoken(self, row: SectionRow | P) -> str:
        if isinstance(row, SectionRow):
            return joined(", ", (row.text, row.more))
        return self.spoken_party(row)

    @abstractmethod
    def spoken_party(self, row: P) -> str:
        """The text of a party for screen readers."""


class PartyList(RowList, Generic[P]):
    """Parties; the chosen one stays chosen, and where it is on screen, while rows around it change."""

    moved = Signal()
    """Emitted when another party is the current one."""

    def __init__(
        self, delegate: StormPartyDelegate[P], name: str, spoken: str, parent: QWidget | None = None
    ) -> None:
        self._parties: PartyModel[P] = delegate.parties
        self._delegate = delegate
        super().__init__(delegate.parties, delegate, name, spoken, parent)
        self.setUniformItemSizes(False)

    @property
    def current(self) -> str:
        """The request number of the current party; empty for none."""
        row = self._parties.row_at(self.currentIndex())
        return row.key if row is not None and not isinstance(row, SectionRow) else ""

    def show_rows(self, rows: Iterable[SectionRow | P]) -> None:
        """Show these rows."""
        former, before = self.current, self._top()
        self._parties.show_rows(rows)
        if self.current != former or not former:
            self.choose(former)
        self.doItemsLayout()
        after, bar = self._top(), self.verticalScrollBar()
        if before is not None and after is not None and self.current == former:
            bar.setValue(bar.value() + after - before)

    def show_net(self, columns: Columns, *, shown: bool) -> None:
        """Show or hide the wallet side, in these columns."""
        self._delegate.show_columns(columns)
        self._parties.show_net(shown=shown)
        self.doItemsLayout()

    def choose(self, key: str) -> None:
        """Choose a party, or the first one when it is not shown."""
        place = self._parties.place_of(key)
        index = self._parties.index(self._parties.first if place < 0 else place)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def choose_next(self, wanted: Collection[str]) -> None:
        """Choose the next of these behind the current one, after the last one the first."""
        order = [each.key for each in self._parties.rows if not isinstance(each, SectionRow)]
        at = order.index(self.current) + 1 if self.current in order else 0
        found = next((key for key in (*order[at:], *order[:at]) if key in wanted), "")
        if found:
            self.choose(found)

    @override
    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.moved.emit()

    @override
    def resizeEvent(self, e: QResizeEvent) -> None:
        super().resizeEvent(e)
        self._delegate.fit(self.viewport().width())
        self.doItemsLayout()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            # Qt would choose by it; the page ticks.
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _top(self) -> int | None:
        index = self.currentIndex()
        return self.visualRect(index).top() if index.isValid() else None


class StormPartyDelegate(RowDelegate[SectionRow | P]):
    """Paints the headings, and the ground of the rows."""

    def __init__(self, model: PartyModel[P], columns: Columns) -> None:
        super().__init__(model)
        self.parties = model
        self.columns = columns
        self.width = 0

    def show_columns(self, columns: Columns) -> None:
        """Paint other columns."""
        self.columns = columns

    def fit(self, width: int) -> None:
        """Be painted in rows of this width."""
        self.width = width

    @property
    def folded(self) -> frozenset[int]:
        """The columns that are folded now."""
        return self.columns.folded(self.width)

    @override
    def height_of(self, row: SectionRow | P) -> int:
        return HEADING if isinstance(row, SectionRow) else self.height_of_party(row)

    @abstractmethod
    def height_of_party(self, row: P) -> int:
        """The height of a party's row."""

    @abstractmethod
    def paint_party(self, painter: QPainter, rect: QRect, row: P) -> None:
        """Paint a party on the ground of its row."""

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: SectionRow | P) -> None:
        if isinstance(row, SectionRow):
            _paint_section(painter, option.rect, row)
        else:
            paint_ground(painter, option)
            self.paint_party(painter, option.rect.adjusted(0, 0, 0, -1), row)


def without(columns: Columns, places: Iterable[int]) -> Columns:
    """The columns without those at these places: what F8 hides leaves no room behind."""
    gone = frozenset(places)
    return replace(
        columns, columns=tuple(each for place, each in enumerate(columns.columns) if place not in gone)
    )


def two_lines(rect: QRect) -> tuple[QRect, QRect]:
    """The upper and the lower line in a row of two."""
    top = rect.top() + (rect.height() - 36) // 2
    upper = QRect(rect.left(), top, rect.width(), 20)
    return upper, QRect(rect.left(), top + 20, rect.width(), 16)


def paint_sold(painter: QPainter, places: Sequence[QRect], row: SoldRow, ink: QColor) -> None:
    """Paint PNR, customer and seats in their places; beneath the customer what has no place of its own."""
    colours, body = style.tokens(), style.font("body")
    pnr, customer, seats = places
    draw_text(painter, pnr, row.pnr, style.font("bodyStrong", identity=True), ink)
    draw_text(painter, seats, row.seats, body, colours.text2)
    if pnr.width() > 0:
        draw_text(painter, customer, row.customer, body, ink)
    else:
        upper, lower = two_lines(customer)
        draw_text(painter, upper, row.customer, body, ink)
        beneath = joined(", ", (row.pnr, row.seats))
        draw_text(painter, lower, beneath, style.font("caption", identity=True), colours.text3)


def _paint_section(painter: QPainter, rect: QRect, row: SectionRow) -> None:
    colours = style.tokens()
    painter.fillRect(rect, colours.sunken)
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), colours.line)
    inner = rect.adjusted(SIDE, 0, -16, -1)
    draw_text(painter, inner, row.text, style.font("captionStrong"), colours.text3)
    draw_text(painter, inner, row.more, style.font("caption"), colours.text3, align=RIGHT)
