"""Keys as a reader of passports sends them: when they came, where they lie, and what ends a line."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

from app.desk.passengers.mrz_keys import placed

_ENTERS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_NO_KEY = (0, Qt.Key.Key_unknown)
_LINE_FEEDS = (Qt.Key.Key_J, Qt.Key.Key_M)
"""With Ctrl: how some readers send LF and CR."""
_SENT = frozenset(
    {
        Qt.Key.Key_B,
        Qt.Key.Key_C,
        Qt.Key.Key_D,
        *_LINE_FEEDS,
        Qt.Key.Key_BracketRight,
        Qt.Key.Key_AsciiCircum,
        Qt.Key.Key_Underscore,
    }
)
"""With Ctrl: STX, ETX, EOT, LF, CR, GS, RS and US."""
_COMMANDS = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)
_MODIFIERS = frozenset(
    {
        Qt.Key.Key_Shift,
        Qt.Key.Key_Control,
        Qt.Key.Key_Alt,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_Meta,
        Qt.Key.Key_CapsLock,
        Qt.Key.Key_NumLock,
    }
)

Clock = Callable[[QKeyEvent], float]


def pressed_at(event: QKeyEvent) -> float:
    """The time of a key in seconds, by the system's time stamp, which a busy program does not delay."""
    return event.timestamp() / 1000 if event.timestamp() else time.monotonic()


def is_modifier(event: QKeyEvent) -> bool:
    """Whether the key types nothing by itself, such as Shift."""
    return event.key() in _MODIFIERS


def ends_line(event: QKeyEvent) -> bool:
    """Whether a reader ends a line with the key: Enter, Tab, Ctrl J (LF) or Ctrl M (CR)."""
    if event.modifiers() & _COMMANDS:
        return is_control(event) and event.key() in _LINE_FEEDS
    return event.key() in _ENTERS or is_tab(event) or (_is_bare(event) and event.text() in "\r\n")


def is_tab(event: QKeyEvent) -> bool:
    """Whether the key is Tab, alone."""
    return event.key() == Qt.Key.Key_Tab and not event.modifiers() & _COMMANDS


def is_control(event: QKeyEvent) -> bool:
    """Whether a reader sends a control character with the key, such as Ctrl B (STX)."""
    is_ctrl = event.modifiers() & _COMMANDS == Qt.KeyboardModifier.ControlModifier
    return _is_bare(event) or (is_ctrl and event.key() in _SENT)


def is_command(event: QKeyEvent) -> bool:
    """Whether the key is an order of a hand, such as Ctrl O, which no reader sends."""
    return bool(event.modifiers() & _COMMANDS) and not is_control(event)


def _is_bare(event: QKeyEvent) -> bool:
    """Whether it is a control character of no key."""
    return event.key() in _NO_KEY and bool(event.text()) and not event.text().isprintable()


def by_place(event: QKeyEvent) -> str:
    """What the key gives on an English keyboard; empty when its place is not known."""
    if event.modifiers() & _COMMANDS:
        return ""
    is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    is_x11 = QGuiApplication.platformName() != "windows"
    return placed(event.nativeScanCode(), is_shifted=is_shifted, is_x11=is_x11)
