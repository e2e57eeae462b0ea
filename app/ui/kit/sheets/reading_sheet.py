"""A list beside a text to read, over the dimmed window."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout
from typing_extensions import override

from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.sheets.modal_sheet import ModalSheet, raised_panel

_EDGE = 24


class ReadingSheet(ModalSheet):
    """As large as is set for its kind where the window has room for it."""

    panel_size: ClassVar[QSize]

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wanted = self.panel_size
        self._panel.setFixedSize(wanted.boundedTo(self.size() - QSize(2 * _EDGE, 2 * _EDGE)))
        self.lay_out()

    def _lay_panel(self, title: str, name: str, head: QBoxLayout, side: QBoxLayout, text: QBoxLayout) -> None:
        self._panel = raised_panel(title, name)
        head.setContentsMargins(24, 14, 16, 14)
        split = row(side, (Hairline(down=True), 0), (held(text), 1))
        self._panel.setLayout(column(held(head), Hairline(), (split, 1), margins=(1, 1, 1, 1)))
        self.setLayout(column(None, row(None, self._panel, None), None))
