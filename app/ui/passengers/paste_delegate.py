"""Painting of the table of pasted rows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem
from typing_extensions import override

from app.desk.passengers.import_columns import NAMES
from app.desk.passengers.import_vocabulary import AGE, ID_NUMBER, IGNORED
from app.ui.kit.basics.painting import CENTRE, LEFT, RIGHT, draw_inner_ring, draw_text
from app.ui.kit.controls.checkbox import draw_tick_box
from app.ui.kit.lists.painted_delegate import PaintedDelegate
from app.ui.passengers.paste_model import NUMBER, Index, PasteModel
from app.ui.theme import style

ROW = 37
SIDE = 8
_BOX = 16


def row_height() -> int:
    """The height of a row at the text size."""
    return ROW


class PasteDelegate(PaintedDelegate):
    """Paints one cell; the current one is given by the focused widget."""

    def __init__(self, is_current: Callable[[Index], bool]) -> None:
        super().__init__()
        self._is_current = is_current

    @override
    def paint_item(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, PasteModel):
            return
        whole: QRect = option.rect
        is_last = index.row() == model.rowCount() - 1
        cell = whole if is_last else whole.adjusted(0, 0, 0, -1)
        _paint_ground(painter, whole, cell, index.column())
        note = model.note_at(index.row(), index.column())
        kind = note.kind if note else ""
        inner = cell.adjusted(1, 0, 0, 0)
        if kind in ("gap", "double"):
            colours = style.tokens()
            painter.fillRect(inner, colours.danger_soft if kind == "gap" else colours.warning_soft)
        _paint_text(painter, cell.adjusted(SIDE + 1, 0, -SIDE, 0), model, index)
        if self._is_current(index):
            draw_inner_ring(painter, inner, style.tokens().accent)
        elif kind == "gap":
            draw_inner_ring(painter, inner, style.tokens().danger)


def _paint_ground(painter: QPainter, whole: QRect, cell: QRect, column: int) -> None:
    colours = style.tokens()
    painter.fillRect(whole, colours.line)
    left = 0 if column == NUMBER else 1
    painter.fillRect(cell.adjusted(left, 0, 0, 0), colours.sunken if column == NUMBER else colours.surface)


def _paint_text(painter: QPainter, inner: QRect, model: PasteModel, index: Index) -> None:
    colours, column = style.tokens(), index.column()
    text = model.text_at(index.row(), column)
    is_left = model.is_left(index.row())
    if column == NUMBER:
        box = QRect(inner.left(), inner.center().y() - _BOX // 2, _BOX, _BOX)
        draw_tick_box(painter, box, checked=not is_left)
        beside = inner.adjusted(_BOX, 0, SIDE, 0)
        draw_text(painter, beside, text, style.font("caption"), colours.text3, align=CENTRE)
        return
    held = model.column_at(column)
    font = style.font("bodyStrong" if held in NAMES else "body", identity=held == ID_NUMBER)
    ink = colours.text3 if held == IGNORED or is_left else colours.text
    draw_text(painter, inner, text, font, ink, align=RIGHT if held == AGE else LEFT)
