"""The list of sections at the left of the settings."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem
from typing_extensions import override

from app.ui.kit.basics.painting import draw_block, draw_ring, draw_text
from app.ui.kit.basics.room import Roomy, Width
from app.ui.kit.basics.text import tip
from app.ui.kit.lists.painted_delegate import PaintedDelegate
from app.ui.kit.lists.row_list import RowList
from app.ui.theme import assets, style

WIDTH = 212
_WIDTHS = {Width.WIDE: WIDTH, Width.MEDIUM: 200, Width.NARROW: 56}
_ROW, _BETWEEN, _SIDE, _ICON, _GAP, _RING = 36, 2, 10, 16, 8, 4
_ICON_ROLE = Qt.ItemDataRole.UserRole

Index = QModelIndex | QPersistentModelIndex


class SectionList(Roomy, RowList):
    """The list: Up and Down choose a section; Enter or Tab moves into it."""

    chosen = Signal(int)
    """Emitted with the index of the current section."""

    def __init__(self, sections: Iterable[tuple[str, str]], name: str) -> None:
        """`sections` are pairs of words and icon."""
        self._sections = QStandardItemModel()
        super().__init__(self._sections, _SectionDelegate(), "sections", name)
        self._sections.setParent(self)
        self.show_sections(sections)
        self.setFixedWidth(WIDTH - 1)
        self.viewport().setAutoFillBackground(False)
        self.setViewportMargins(_SIDE, 12, _SIDE, 0)
        self.selectionModel().currentChanged.connect(self._tell)

    @override
    def follow_room(self) -> None:
        """In a narrow window the icons alone are left, with their words as tooltips."""
        self.setFixedWidth(_WIDTHS[self.room.step] - 1)
        self.doItemsLayout()

    def _tell(self, now: QModelIndex) -> None:
        self.chosen.emit(now.row())

    def show_sections(self, sections: Iterable[tuple[str, str]]) -> None:
        """Replace the sections; none of them is current."""
        quiet = QSignalBlocker(self)
        self._sections.clear()
        for text, icon in sections:
            item = QStandardItem(text)
            item.setData(icon, _ICON_ROLE)
            item.setData(tip(text), Qt.ItemDataRole.ToolTipRole)
            self._sections.appendRow(item)
        quiet.unblock()

    def choose(self, place: int) -> None:
        """Make a section the current one."""
        self.setCurrentIndex(self.model().index(place, 0))


class _SectionDelegate(PaintedDelegate):
    """Paints the icon and the words of one section."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, _ROW + _BETWEEN)

    @override
    def paint_item(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colours, box = style.tokens(), option.rect.adjusted(0, 0, 0, -_BETWEEN)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_chosen or option.state & QStyle.StateFlag.State_MouseOver:
            draw_block(painter, box, colours.pressed if is_chosen else colours.hover, style.CONTROL_RADIUS)
        if is_chosen and option.state & QStyle.StateFlag.State_HasFocus:
            draw_ring(painter, box.adjusted(_RING, _RING, -_RING, -_RING), colours.accent)
        ink = colours.text if is_chosen else colours.text2
        corner = QPoint(box.left() + _SIDE, box.top() + (_ROW - _ICON) // 2)
        icon = str(index.data(_ICON_ROLE))
        assets.paint_icon(painter, icon, corner, _ICON, colours.accent if is_chosen else ink)
        left = box.left() + _SIDE + _ICON + _GAP
        words = QRect(left, box.top(), box.right() - left, box.height())
        draw_text(painter, words, str(index.data()), style.font("bodyStrong"), ink)
