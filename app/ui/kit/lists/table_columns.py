"""The columns of a table with painted rows, and their header."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import Message, tr
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import LEFT, RIGHT, draw_text
from app.ui.theme import style


@dataclass(frozen=True, slots=True)
class Column:
    """One column; widths are those of the usual text size."""

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


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns beside each other, for the header and for every row."""

    columns: tuple[Column, ...]
    left: int = 0
    right: int = 0
    """The margins at the sides of a row."""
    gap: int = 0
    before: int = 0
    after: int = 0
    """The padding within each column."""
    least: int = 0
    """The least remaining width; below it columns take their tight width."""

    def places(self, row: QRect) -> tuple[QRect, ...]:
        """The rectangles of the cells of a row."""
        room = row.width() - self.left - self.right - self.gap * (len(self.columns) - 1)
        widths = [style.scaled(each.width) for each in self.columns]
        if room - sum(widths) < style.scaled(self.least):
            widths = [style.scaled(each.width if each.tight is None else each.tight) for each in self.columns]
        free = rest = max(0, room - sum(widths))
        sharing = [place for place, each in enumerate(self.columns) if not each.width]
        for place in sharing:
            widths[place] = rest if place == sharing[-1] else round(free * self.columns[place].share)
            rest -= widths[place]
        left, places = row.left() + self.left, list[QRect]()
        for width in widths:
            inner = max(0, width - self.before - self.after)
            places.append(QRect(left + self.before, row.top(), inner, row.height()))
            left += width + self.gap
        return tuple(places)


class TableHeader(Box):
    """The names of the columns, above their cells."""

    def __init__(
        self,
        columns: Columns,
        height: int = style.TABLE_HEADER,
        *,
        radius: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        """With a `radius` it is in a frame that draws the line below it."""
        super().__init__("sunken", radius=radius, parent=parent)
        self._columns = columns
        self._has_line = not radius
        self.setFixedHeight(height)

    def show_columns(self, columns: Columns) -> None:
        """Show other columns."""
        self._columns = columns
        self.update()

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
