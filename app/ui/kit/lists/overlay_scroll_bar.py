"""A scroll bar that lies over its list, so that rows keep the full width of the sheet."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar
from typing_extensions import override

from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.native_style import BAR, native_style


class OverlayScrollBar(QScrollBar):
    """Replaces the vertical bar of `area` while there is something to scroll."""

    def __init__(self, area: QAbstractScrollArea) -> None:
        super().__init__(Qt.Orientation.Vertical, area)
        self.setStyle(native_style())
        self._area = area
        self._own = area.verticalScrollBar()
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._own.rangeChanged.connect(self._follow)
        self._own.valueChanged.connect(self.setValue)
        self.valueChanged.connect(self._own.setValue)
        area.installEventFilter(self)
        self._follow()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._follow()
        return super().eventFilter(watched, event)

    def _follow(self) -> None:
        own, area = self._own, self._area
        self.setPageStep(own.pageStep())
        self.setSingleStep(own.singleStep())
        self.setRange(own.minimum(), own.maximum())
        self.setGeometry(area.width() - BAR - 1, 0, BAR, area.height())
        self.setVisible(own.maximum() > own.minimum())
        self.raise_()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        # The area hears of its new size after this bar, and nobody is told of a page that alone has changed.
        self.setPageStep(self._own.pageStep())
        super().paintEvent(event)
