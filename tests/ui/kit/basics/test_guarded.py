"""A part that fails when Qt calls it leaves the program and the rest of the window as they are."""

from __future__ import annotations

import logging

import pytest
from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from app.ui.kit.basics.actions import SHOW_NET
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.key_cap import KeyCap
from app.ui.kit.lists.row_model import Index
from tests.support.ui.looking import Show


class Broken(QWidget):
    """Fails in the middle of its painting."""

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawLine(0, 0, 5, 5)
        try:
            raise OverflowError
        except OverflowError as error:
            raise ValueError from error


def test_the_program_goes_on_and_the_fault_is_in_the_log_once(
    shown: Show, caplog: pytest.LogCaptureFixture
) -> None:
    window, part, beside = QWidget(), Broken(), KeyCap(SHOW_NET)
    part.setMinimumSize(20, 20)
    lines = QVBoxLayout(window)
    lines.addWidget(part)
    lines.addWidget(beside)
    shown(window)
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            # An exception that leaves the event ends the program at the first of them.
            assert not part.grab().isNull()
            window.repaint()
    assert [each.getMessage() for each in caplog.records] == ["Broken.paintEvent failed"]
    assert not beside.grab().isNull()


class Wordless(QStringListModel):
    """Has no words for its row."""

    @override
    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        raise OverflowError


def test_a_row_without_words_is_silent(caplog: pytest.LogCaptureFixture) -> None:
    model = Wordless([""])
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            assert model.index(0).data(Qt.ItemDataRole.AccessibleTextRole) is None
    assert [each.getMessage() for each in caplog.records] == ["Wordless.data failed"]
