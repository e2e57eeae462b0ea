"""A row that cannot be painted stays blank; the list, its window and a picture of it go on."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem
from typing_extensions import override

import app
from app.ui.kit.lists.painted_delegate import log
from app.ui.kit.lists.row_list import RowDelegate, RowList
from app.ui.kit.lists.row_model import RowModel
from app.ui.theme import style
from tests.support.ui.looking import Show

HEIGHT = 40


class FailingDelegate(RowDelegate[int]):
    """Fails inside a state that it has saved itself, clipped and moved away, at every row below 0."""

    @override
    def height_of(self, row: int) -> int:
        return HEIGHT

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: int) -> None:
        painter.setClipRect(option.rect.adjusted(0, 0, 0, -HEIGHT // 2))
        if row < 0:
            raise OverflowError(row)
        painter.setClipping(False)
        painter.fillRect(option.rect, QColor("#ff0000"))


def test_a_row_that_cannot_be_painted_stays_blank(shown: Show, caplog: pytest.LogCaptureFixture) -> None:
    model = RowModel[int]()
    view = RowList(model, FailingDelegate(model), "rows", "Rows")
    view.setFixedSize(200, 3 * HEIGHT)
    model.show_rows((1, -2, 3))
    window = shown(view)
    for _ in range(3):
        view.viewport().grab()
    picture = view.viewport().grab().toImage()
    assert window.isVisible()
    failed = [each for each in caplog.records if each.name == log.name]
    assert [each.getMessage() for each in failed] == ["A row cannot be painted"]
    assert failed[0].exc_info is not None
    assert [_colour(picture, row) for row in range(3)] == [
        QColor("#ff0000").name(),
        style.tokens().surface.name(),
        QColor("#ff0000").name(),
    ]
    marked = {picture.pixelColor(x, HEIGHT + HEIGHT // 2 - 1).name() for x in range(40)}
    assert style.tokens().text3.name() in marked
    model.show_rows((4,))
    assert _colour(view.viewport().grab().toImage(), 0) == QColor("#ff0000").name()


def test_every_delegate_paints_in_this_way() -> None:
    files = Path(*app.__path__).rglob("*.py")
    own = [each.name for each in files if "(QStyledItemDelegate" in each.read_text(encoding="utf-8")]
    assert own == ["painted_delegate.py"]


def _colour(picture: QImage, row: int) -> str:
    return picture.pixelColor(150, row * HEIGHT + HEIGHT - 5).name()
