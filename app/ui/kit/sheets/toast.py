"""A short message at the lower left of the sheet about something done; never for errors."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple, cast

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, Qt, QTimer, QUrl
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from app.core.language import Message, mark, tr
from app.ui.kit.basics.announcing import announce
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, row
from app.ui.kit.basics.opening import open_outside
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.theme import style

SHOWN_MS = 6000
YOUNG_MS = 1000
"""A message that is younger was said on the way to the next page."""
_AWAY = 16
_PRESSED = frozenset({QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride})
_ON_THE_WAY = frozenset(
    {
        *(Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Shift),
        *(Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr),
    }
)
"""Keys that lead to the button of the message, or are the beginning of another."""


class ToastAct(NamedTuple):
    """What the button beside a message does."""

    words: Message
    run: Callable[[], object]
    stays: bool = False
    """Whether the message stays for longer: until the clerk goes on by key or pointer, or to another page."""


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

    It goes after six seconds, with something to undo at the next key or click after these, and with the page.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__("ink", radius=style.RADIUS, parent=parent)
        self._over = parent
        self.setObjectName("toast")
        self._words = Label("", "bodyStrong", "on_ink", wraps=True)
        self._act: ToastAct | None = None
        self._button = called("toast_act", Button("", size=28))
        # A click leaves the keyboard in the field of the page.
        self._button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._button.clicked.connect(self._run)
        check = Icon("check", 16, "on_ink", stroke=2.2)
        line = row(check, self._words, self._button, gap=10, margins=(14, 8, 8, 8))
        line.setAlignment(self._words, Qt.AlignmentFlag.AlignVCenter)
        self.setLayout(line)
        # The timer is a coarse one: it may have more left than it was given.
        self._age = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOWN_MS)
        self._timer.timeout.connect(self._pass)
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
        self._age.start()
        self._timer.start()

    def lift(self) -> None:
        """Go with the page that is left; what was said on the way goes on over the one that is shown now.

        What can be undone is of the page that is left.
        """
        if self._stays or self._age.elapsed() > YOUNG_MS:
            self._go()
        self.raise_()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self.isVisible() and watched is self._over and event.type() == QEvent.Type.Resize:
            self._place()
        elif self.isVisible() and not self._timer.isActive() and self._goes_on(event):
            self._go()
        return False

    @property
    def _stays(self) -> bool:
        return self._act is not None and self._act.stays

    def _goes_on(self, event: QEvent) -> bool:
        """Whether this is the next key, or a click beside the message."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress:
            return not self.rect().contains(self.mapFromGlobal(event.globalPosition().toPoint()))
        return self._is_next_key(event)

    def _is_next_key(self, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() not in _PRESSED or self._button.hasFocus():
            return False
        return event.key() not in _ON_THE_WAY

    def _pass(self) -> None:
        """Go, or with something to undo wait for the next key or click."""
        if self._stays:
            _app().installEventFilter(self)
        else:
            self._go()

    def _go(self) -> None:
        self.hide()
        # What could be undone may hold what was typed for a customer.
        self._act = None
        self._timer.stop()
        _app().removeEventFilter(self)

    def _place(self) -> None:
        """Stand at the lower left, as wide as the words; longer ones take more lines."""
        width = min(self.sizeHint().width(), self._over.width() - 2 * _AWAY)
        self.resize(width, self.heightForWidth(width))
        self.move(_AWAY, self._over.height() - self.height() - _AWAY)

    def say_saved(self, file: Path) -> None:
        """Show where a file was written."""
        self.say(saved_words(file), opening(file))

    def _run(self) -> None:
        act = self._act
        self._go()
        if act is not None:
            act.run()


def _app() -> QApplication:
    return cast("QApplication", QApplication.instance())
