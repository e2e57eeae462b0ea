"""The keys of the window as the system sends them: repeats are named, and what is typed ahead is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QKeyCombination, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QPlainTextEdit, QWidget
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.delay import ScreenDelay
from app.ui.kit.sheets.modal_question import is_asking

if TYPE_CHECKING:
    from app.ui.kit.sheets.page import Page
    from app.ui.window.main_window import MainWindow

_LOOK_EVERY_MS = 20
_SAID_AFTER_MS = 1000
_MOST = 200
_REPEATED_WITHIN_MS = 30
"""Enter that goes down so soon after it went up is held: no finger does. X11 gives both one time stamp."""
_OVERRIDE, _PRESS, _RELEASE = QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease
_KEPT = (_OVERRIDE, _PRESS, _RELEASE)
_MODIFIERS = Qt.KeyboardModifier
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_FIELDS = (QLineEdit, QAbstractSpinBox, QPlainTextEdit)


class _Key(NamedTuple):
    key: int
    modifiers: Qt.KeyboardModifier
    text: str

    def event(self, kind: QEvent.Type, *, is_repeat: bool = False) -> QKeyEvent:
        return QKeyEvent(kind, self.key, self.modifiers, self.text, is_repeat)


class WindowKeys(QObject):
    """Sees each key before the window does.

    Repeats of a held Enter that the system sends as if it had been pressed anew are marked as repeats: no
    action takes them for a press. Keys that are typed before there is a page, or while the page reads
    what they are for, wait in their order and are pressed when it is there; Esc, another place and a page
    that asks for something that nobody has seen yet drop them, which is said.
    """

    def __init__(self, window: MainWindow) -> None:
        """`window` is on screen."""
        super().__init__(window)
        self._window = window
        self._native = window.windowHandle()
        self._keys: list[_Key] = []
        self._released: dict[int, int] = {}
        """When each key went up, by the clock of the system."""
        self._looks = QTimer(self, interval=_LOOK_EVERY_MS)
        self._looks.timeout.connect(self._look)
        self._late = ScreenDelay(self, _SAID_AFTER_MS, self._say_waiting)
        self._native.installEventFilter(self)

    @property
    def waiting(self) -> int:
        """How many keys wait to be pressed."""
        return len(self._keys)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in _KEPT or not isinstance(event, QKeyEvent):
            return False
        if event.type() == _RELEASE:
            self._released[event.key()] = event.timestamp()
            return False
        is_repeat = event.isAutoRepeat() or _is_repeat(event, self._released)
        if self._keeps(event):
            # A key that is still held was meant once.
            if event.type() == _PRESS and not is_repeat and event.key() != Qt.Key.Key_Escape:
                self._keep(_Key(event.key(), event.modifiers(), event.text()))
            # Of a shortcut: it is asked about first, and comes as a key then.
            event.accept()
            return True
        if not is_repeat or event.isAutoRepeat():
            return False
        event.accept()
        if event.type() == _PRESS:
            held = _Key(event.key(), event.modifiers(), event.text())
            QCoreApplication.sendEvent(self._native, held.event(_PRESS, is_repeat=True))
        return True

    def _keeps(self, event: QKeyEvent) -> bool:
        """Whether a key waits, or drops those that wait."""
        page = self._window.current_page
        if is_asking(self._window):
            self._drop()
            return False
        if page is None:
            return True
        if not self._keys:
            return page.early_keys == "wait" and _is_for(page, event)
        if event.key() == Qt.Key.Key_Escape:
            if event.type() == _PRESS:
                self._drop()
            return True
        if event.modifiers() & _MODIFIERS.AltModifier:
            self._drop()
            return False
        return True

    def _keep(self, key: _Key) -> None:
        if len(self._keys) < _MOST:
            self._keys.append(key)
        if not self._looks.isActive():
            self._looks.start()
            self._late.start()

    def _look(self) -> None:
        page = self._window.current_page
        if is_asking(self._window) or (page is not None and page.early_keys == "drop"):
            self._drop()
        elif page is not None and page.early_keys == "press":
            self._press_again(page)

    def _press_again(self, page: Page) -> None:
        """Press what waits, up to the key that may lead to a page that is waited for again."""
        while self._keys and page is self._window.current_page and page.early_keys == "press":
            pressed = self._keys.pop(0)
            _press(self._window, pressed)
            if pressed.key in _ENTER:
                break
        if not self._keys:
            self._end()

    def _drop(self) -> None:
        if self._keys and self._window.current_page is not None:
            self._window.say(tr("What was typed before this was read was not taken."))
        self._keys.clear()
        self._end()

    def _end(self) -> None:
        self._looks.stop()
        self._late.stop()

    def _say_waiting(self) -> None:
        if self._window.current_page is not None:
            self._window.say(tr("What you type waits until this is read. Esc takes it back."))


def _is_repeat(event: QKeyEvent, released: Mapping[int, int]) -> bool:
    up = released.get(event.key()) if event.key() in _ENTER else None
    return up is not None and bool(event.timestamp()) and 0 <= event.timestamp() - up <= _REPEATED_WITHIN_MS


def _is_for(page: Page, event: QKeyEvent) -> bool:
    """Whether a key is for what the page reads: not for a field of it, nor an act that needs nothing."""
    focused = QApplication.focusWidget()
    if focused is not None and (isinstance(focused, _FIELDS) or not page.isAncestorOf(focused)):
        return False
    if event.modifiers() & (_MODIFIERS.AltModifier | _MODIFIERS.ControlModifier | _MODIFIERS.MetaModifier):
        return event.key() in _ENTER
    moves = event.key() in {*_ENTER, Qt.Key.Key_Tab, Qt.Key.Key_Space} or (
        Qt.Key.Key_Home <= event.key() <= Qt.Key.Key_PageDown
    )
    return (moves or bool(event.text().strip())) and not page.takes(event)


def _press(window: MainWindow, pressed: _Key) -> None:
    target = QApplication.focusWidget() or window
    asked = pressed.event(_OVERRIDE)
    asked.ignore()
    QCoreApplication.sendEvent(target, asked)
    shortcut = None if asked.isAccepted() else _shortcut(window, pressed)
    if shortcut is not None:
        shortcut.activated.emit()
    else:
        QCoreApplication.sendEvent(target, pressed.event(_PRESS))
        QCoreApplication.sendEvent(target, pressed.event(_RELEASE))


def _shortcut(window: MainWindow, pressed: _Key) -> QShortcut | None:
    """The shortcut of a key that holds where the keyboard is."""
    keys = QKeySequence(QKeyCombination(pressed.modifiers, Qt.Key(pressed.key)))
    focused = QApplication.focusWidget()
    holding = (each for each in window.findChildren(QShortcut) if each.key() == keys and each.isEnabled())
    return next((each for each in holding if _holds(each, focused)), None)


def _holds(shortcut: QShortcut, focused: QWidget | None) -> bool:
    owner = shortcut.parent()
    if not isinstance(owner, QWidget) or not owner.isVisible():
        return False
    if shortcut.context() == Qt.ShortcutContext.WindowShortcut:
        return True
    return focused is not None and (owner is focused or owner.isAncestorOf(focused))
