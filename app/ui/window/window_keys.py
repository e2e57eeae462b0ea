"""Keeps the keys that are pressed before the first list is there, and presses them again then."""

from __future__ import annotations

import time
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, QKeyCombination, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from app.ui.kit.sheets.modal_question import is_asking
from app.ui.kit.sheets.page import Page
from app.ui.window.main_window import MainWindow

_LOOK_EVERY_MS = 20
_PATIENCE_SECONDS = 5.0
"""How long a list is waited for that stays empty, such as on a line that is down."""
_MOST = 200
_OVERRIDE, _PRESS, _RELEASE = QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease
_KEPT = (_OVERRIDE, _PRESS, _RELEASE)


class _Key(NamedTuple):
    key: int
    modifiers: Qt.KeyboardModifier
    text: str

    def event(self, kind: QEvent.Type) -> QKeyEvent:
        return QKeyEvent(kind, self.key, self.modifiers, self.text)


class EarlyKeys(QObject):
    """Keeps them from the first paint on; a first page that does not want them, or a question, drops them.

    Nobody has seen yet what a question asks, nor what a field is for.
    """

    def __init__(self, window: MainWindow) -> None:
        """`window` is on screen."""
        super().__init__(window)
        self._window = window
        self._native = window.windowHandle()
        self._keys: list[_Key] = []
        self._page_since = 0.0
        self._looks = QTimer(self)
        self._looks.timeout.connect(self._look)
        self._looks.start(_LOOK_EVERY_MS)
        self._native.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in _KEPT or not isinstance(event, QKeyEvent):
            return False
        # A key that is still held was meant once.
        if event.type() == _PRESS and not event.isAutoRepeat() and len(self._keys) < _MOST:
            self._keys.append(_Key(event.key(), event.modifiers(), event.text()))
        # Of a shortcut: it is asked about first, and comes as a key then.
        event.accept()
        return True

    def _look(self) -> None:
        page = self._window.current_page
        if is_asking(self._window):
            self._end()
        elif page is not None:
            self._look_at(page)

    def _look_at(self, page: Page) -> None:
        self._page_since = self._page_since or time.monotonic()
        is_late = time.monotonic() - self._page_since > _PATIENCE_SECONDS
        if page.early_keys == "drop":
            self._end()
        elif page.early_keys == "press" or is_late:
            self._end()
            _press_again(self._window, self._keys)

    def _end(self) -> None:
        self._looks.stop()
        self._native.removeEventFilter(self)
        self.deleteLater()


def _press_again(window: MainWindow, keys: list[_Key]) -> None:
    for each in keys:
        if is_asking(window):
            return
        target = QApplication.focusWidget() or window
        asked = each.event(_OVERRIDE)
        asked.ignore()
        QCoreApplication.sendEvent(target, asked)
        shortcut = None if asked.isAccepted() else _shortcut(window, each)
        if shortcut is not None:
            shortcut.activated.emit()
        else:
            QCoreApplication.sendEvent(target, each.event(_PRESS))
            QCoreApplication.sendEvent(target, each.event(_RELEASE))


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
