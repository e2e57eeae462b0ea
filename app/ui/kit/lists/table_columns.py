"""The columns of a table with painted rows, and their header."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Generic, Literal, NamedTuple

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from typing_extensions import TypeVar, override

from app.core.frozen import frozen
from app.core.language import Message, tr
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import LEFT, RIGHT, draw_text
from app.ui.kit.basics.room import Lowered
from app.ui.kit.controls.checkbox import draw_tick_box
from app.ui.theme import style
from app.ui.theme.style import Ink, Role

R = TypeVar("R", default=Any)


Badge = Literal["quiet", "warning", "danger"]


class Cell(NamedTuple):
    """What a column says of one row, where that differs from row to row."""

    text: str
    ink: Ink = "text"
    role: Role = "body"
    beneath: str = ""
    """A small line below the text; without one the text stands in the middle of its row."""
    beneath_ink: Ink = "text3"
    beneath_else: str = ""
    """Stands below the text where `beneath` is too long: that is then not cut."""
    icon: str = ""
    """Stands before the text."""
    icon_ink: Ink = "text3"
    icon_size: int = 14
    is_mark: bool = True
    """Whether the icon is a mark: its line is thicker, and it stands a pixel lower."""
    is_identity: bool = False
    """Whether its figures are a name, such as a PNR."""
    beneath_is_identity: bool = False
    is_whole: bool = False
    """Whether it must be read to its end: on two smaller lines where one is too short."""
    badge: Badge | None = None
    """The kind of ground on which the text stands, which gives its ink, too; None for none."""
    marks: tuple[str, ...] = ()
    """Small icons behind the text, which is cut before they are."""


def note_marks(notes: tuple[str, str]) -> tuple[str, ...]:
    """The marks of a note for us and of one on the voucher, where there is one."""
    return tuple(icon for icon, note in zip(("lock", "receipt-text"), notes, strict=True) if note)


@frozen
class Column(Generic[R]):
    """One column."""

    title: Message
    width: int = 0
    """0 for a share of the remaining width."""
    is_right: bool = False
    share: float = 1
    """The share of the remaining width; the last such column takes the rest."""
    tight: int | None = None
    """The width when the others would leave too little."""
    reach: int = 0
    """How far a title may extend to the left of its column."""
    fold: int = 0
    """Its turn to fold when there is still too little: what it says then stands elsewhere. 0 is never."""
    under: int | None = None
    """The column, from 0, beneath whose text it stands while it is folded."""
    folded: Callable[[R], str] | None = None
    """What it says there in place of its text."""
    spans: Callable[[R], bool] | None = None
    """Of which rows it takes the room of all columns behind it, which then say nothing."""
    cell: Callable[[R], str | Cell] | None = None
    """What it says of a row; None where the row is painted by hand."""
    role: Role = "body"
    ink: Ink = "text"
    """How plain text of `cell` is painted."""
    say: Callable[[R], str] | None = None
    """What is heard of it in place of the text."""
    is_titled: bool = False
    """Whether what is heard of it stands behind its title."""
    paint: Callable[[QPainter, QRect, R], None] | None = None
    """Paints what a cell cannot say; what is heard is of the cell."""
    needs: Callable[[R], int] | None = None
    """The width without which its row is a tall one, where the cell does not tell that by `is_whole`."""
    is_net: bool = False
    """Whether it belongs to the wallet side, which F8 hides: it is then not painted, nor said."""
    net_room: int = 0
    """Its width where it has the room of the hidden wallet side; its own one is then its tight one."""

    @property
    def in_net_room(self) -> Column[R]:
        """It with that width."""
        return replace(self, width=self.net_room, tight=self.width) if self.net_room else self


@frozen
class Columns(Generic[R]):
    """Columns beside each other, for the header and for every row."""

    columns: tuple[Column[R], ...]
    left: int = 0
    right: int = 0
    """The margins at the sides of a row."""
    gap: int = 0
    before: int = 0
    after: int = 0
    """The padding within each column."""
    least: int = 0
    """The least remaining width; below it columns take their tight width, then fold by their turn."""
    keeps_net_room: bool = False
    """Whether the wallet side leaves its room behind when it is hidden."""

    @property
    def end_of_ticks(self) -> int:
        """How far from the left a press is one on the box of a row, in the first column."""
        return self.left + self.columns[0].width + self.gap

    def without_net(self) -> Columns[R]:
        """The columns when F8 hides the wallet side."""
        if not self.keeps_net_room:
            left = (each for each in self.columns if not each.is_net)
            return replace(self, columns=tuple(each.in_net_room for each in left))
        emptied = (replace(each, title=Message(""), cell=None, say=None, paint=None) for each in self.columns)
        pairs = zip(self.columns, emptied, strict=True)
        return replace(self, columns=tuple(empty if each.is_net else each for each, empty in pairs))

    def folded(self, width: int) -> frozenset[int]:
        """The columns that are folded in a row of this width, from 0."""
        return self._fitted(width)[1]

    def places(self, row: QRect) -> tuple[QRect, ...]:
        """The rectangles of the cells of a row; a folded column has no width."""
        fitted, folded, rest = self._fitted(row.width())
        widths, free = list(fitted), rest
        sharing = [place for place, each in enumerate(self.columns) if not each.width and place not in folded]
        for place in sharing:
            widths[place] = rest if place == sharing[-1] else round(free * self.columns[place].share)
            rest -= widths[place]
        left, places = row.left() + self.left, list[QRect]()
        for place, width in enumerate(widths):
            inner = max(0, width - self.before - self.after)
            places.append(QRect(left + self.before, row.top(), inner, row.height()))
            left += 0 if place in folded else width + self.gap
        return tuple(places)

    def _fitted(self, width: int) -> tuple[tuple[int, ...], frozenset[int], int]:
        """The widths that do not share, what is folded, and what is left to be shared."""
        widths, folded = [each.width for each in self.columns], set[int]()

        def rest() -> int:
            gaps = self.gap * (len(self.columns) - len(folded) - 1)
            return width - self.left - self.right - gaps - sum(widths)

        if rest() < self.least:
            widths = [each.width if each.tight is None else each.tight for each in self.columns]
        for turn in sorted({each.fold for each in self.columns} - {0}):
            if rest() >= self.least:
                break
            for place, each in enumerate(self.columns):
                if each.fold == turn:
                    folded.add(place)
                    widths[place] = 0
        return tuple(widths), frozenset(folded), max(0, rest())


class TableHeader(Lowered, Box):
    """The names of the columns, above their cells; perhaps with a box over those of the rows."""

    ticked = Signal()
    """Emitted by a press on the box."""

    def __init__(
        self, columns: Columns[Any], heights: tuple[int, int] = style.TABLE_HEADER, *, radius: int = 0
    ) -> None:
        """With a `radius` it is in a frame that draws the line below it."""
        super().__init__("sunken", radius=radius)
        self._columns = columns
        self._has_line = not radius
        self._is_ticked: bool | None = None
        """Whether its box is ticked; None without a box."""
        self.keep_heights(heights)

    def show_columns(self, columns: Columns[Any]) -> None:
        """Show other columns."""
        self._columns = columns
        self.update()

    def show_ticked(self, *, is_ticked: bool) -> None:
        """Show a box that is ticked or not."""
        self._is_ticked = is_ticked
        self.update()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and self._is_ticked is not None and event.position().x() < self._columns.end_of_ticks:
            self.ticked.emit()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, colours, font = QPainter(self), style.tokens(), style.font("captionStrong")
        if self._has_line:
            painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), colours.line)
        for place, column in zip(self._columns.places(self.rect()), self._columns.columns, strict=True):
            if column.title.text and place.width() > 0:
                align = RIGHT if column.is_right else LEFT
                words = place.adjusted(-column.reach, 0, 0, 0)
                draw_text(painter, words, tr(column.title), font, colours.text3, align=align)
        if self._is_ticked is not None:
            paint_tick(painter, self._columns.places(self.rect())[0], is_ticked=self._is_ticked, size=14)


def paint_tick(painter: QPainter, place: QRect, *, is_ticked: bool | None, size: int = 16) -> None:
    """Paint a box in the middle of its row; None for one that cannot be ticked."""
    box = QRect(place.left(), place.center().y() - size // 2 + 1, size, size)
    draw_tick_box(painter, box, checked=bool(is_ticked), is_dead=is_ticked is None)
