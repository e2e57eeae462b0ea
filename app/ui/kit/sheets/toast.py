"""A short message at the lower left of the sheet about something done; never for errors."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, QUrl
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import Message, mark, tr
from app.ui.kit.basics.announcing import announce
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import row
from app.ui.kit.basics.opening import open_outside
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.theme import style

SHOWN_MS = 6000
_AWAY = 16


class ToastAct(NamedTuple):
    """What the button beside a message does."""

    words: Message
    run: Callable[[], object]
    stays: bool = False
    """Whether the message stays until the clerk goes on to another page or says something else."""


def undoing(undo: Callable[[], object]) -> ToastAct:
    """The button that reverses what was done."""
    return ToastAct(mark("Undo"), undo, stays=True)


def opening(file: Path) -> ToastAct:
    """The button that opens a written file in the system's program for it, else its folder."""
    return ToastAct(mark("Open file"), partial(open_file, file))


def open_file(file: Path) -> None:
    """Open a file in the system's program for it, or its folder where there is none."""
    if not open_outside(QUrl.fromLocalFile(str(file))):
        open_outside(QUrl.fromLocalFile(str(file.parent)))


def saved_words(file: Path) -> str:
    """The sentence about a written file, with its folder."""
    return tr("{name} saved in {folder}", name=file.name, folder=file.parent)


class Toast(Box):
    """A message over its parent, with a button if something can be done about it.

    It goes after six seconds; with something to undo it stays while the clerk stays on the page.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__("ink", radius=style.RADIUS, parent=parent)
        self._over = parent
        self.setObjectName("toast")
        self._words = Label("", "bodyStrong", "on_ink", wraps=True)
        self._act: ToastAct | None = None
        self._button = Button("", size=28)
        self._button.setObjectName("toast_act")
        # A click leaves the keyboard in the field of the page.
        self._button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._button.clicked.connect(self._run)
        check = Icon("check", 16, "on_ink", stroke=2.2)
        line = row(check, self._words, self._button, gap=10, margins=(14, 8, 8, 8))
        line.setAlignment(self._words, Qt.AlignmentFlag.AlignVCenter)
        self.setLayout(line)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOWN_MS)
        self._timer.timeout.connect(self.hide)
        parent.installEventFilter(self)
        self.hide()

    def say(self, text: str, act: ToastAct | None = None) -> None:
        """Show a message in place of the former one."""
        self._act = act
        self._words.setText(text)
        self._button.set_label("" if act is None else tr(act.words))
        self._button.setVisible(act is not None)
        self.setAccessibleName(text)
        announce(self._over, text)
        self._place()
        self.show()
        self.raise_()
        if act is None or not act.stays:
            self._timer.start()
        else:
            self._timer.stop()

    def lift(self) -> None:
        """Go on over the page that is shown now; what stays until it is left goes in a while."""
        self.raise_()
        if self.isVisible() and not self._timer.isActive():
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

    def say_saved(self, file: Path) -> None:
        """Show where a file was written."""
        self.say(saved_words(file), opening(file))

    def _run(self) -> None:
        self.hide()
        if self._act is not None:
            self._act.run()
