"""A short message at the lower left of the sheet about something done; never for errors."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.theme import style

SHOWN_MS = 6000
_AWAY = 16


class Toast(Box):
    """A message shown for six seconds over its parent, with an undo if possible."""

    undone = Signal()
    """Emitted to undo."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("ink", radius=style.RADIUS, parent=parent)
        self._over = parent
        self.setObjectName("toast")
        self._words = Label("", "bodyStrong", "on_ink", wraps=True)
        self._undo = Button(tr("Undo"), size=28)
        self._undo.setObjectName("undo")
        # A click leaves the keyboard in the field of the page.
        self._undo.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._undo.clicked.connect(self._take_back)
        check = Icon("check", 16, "on_ink", stroke=2.2)
        line = row(check, self._words, self._undo, gap=10, margins=(14, 8, 8, 8))
        line.setAlignment(self._words, Qt.AlignmentFlag.AlignVCenter)
        self.setLayout(line)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOWN_MS)
        self._timer.timeout.connect(self.hide)
        parent.installEventFilter(self)
        self.hide()

    def say(self, text: str, *, undo: bool = False) -> None:
        """Show a message in place of the former one."""
        self._words.setText(text)
        self._undo.setVisible(undo)
        self.setAccessibleName(text)
        self._place()
        self.show()
        self.raise_()
        self._timer.start()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def _place(self) -> None:
        """Stand at the lower left, as wide as the words; longer ones take more lines."""
        width = min(self.sizeHint().width(), self._over.width() - 2 * _AWAY)
        self.resize(width, self.heightForWidth(width))
        self.move(_AWAY, self._over.height() - self.height() - _AWAY)

    def _take_back(self) -> None:
        self.hide()
        self.undone.emit()
