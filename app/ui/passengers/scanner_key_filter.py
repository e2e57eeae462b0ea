"""Sends a passport that is scanned while another widget has the focus to the strip."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from shiboken6 import isValid
from typing_extensions import override

from app.desk.passengers.mrz import begins_like_mrz, looks_like_mrz
from app.ui.passengers.mrz_field import LINE_GAP, SCANNER_GAP, is_modifier
from app.ui.passengers.passport_strip import PassportStrip

HOLD = 40
"""Milliseconds for which the first letter of a zone waits for the next keys."""
_FIRST = "PIACV"
_HEAD = 5
_MOST = 100
_BREAKS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)
_ALT_GR = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
_COMMANDS = _ALT_GR | Qt.KeyboardModifier.MetaModifier


@dataclass(frozen=True, slots=True)
class _Key:
    """A key that is being held."""

    key: int
    modifiers: Qt.KeyboardModifier
    text: str


class ScannerKeyFilter(QObject):
    """Filters the keys of the focused widget of the page.

    Keys that may begin a zone are held for some milliseconds, and typed when no zone follows.
    """

    def __init__(self, page: QWidget, strip: PassportStrip, *, hold: int = HOLD) -> None:
        super().__init__(page)
        self._page, self._strip = page, strip
        self._held: list[_Key] = []
        self._target: QWidget | None = None
        self._is_sending = False
        """Whether a zone was recognised, so that following keys are sent to the strip."""
        self._is_replaying = False
        self._hold = hold
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._look)
        self._pauses: list[int] = []
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow_focus)
        self._follow_focus(None, QApplication.focusWidget())

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self._is_replaying or not isinstance(event, QKeyEvent):
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            return self._override(event)
        if event.type() == QEvent.Type.KeyPress and not is_modifier(event):
            swallowed = self._press(event)
            if swallowed:
                event.accept()
            return swallowed
        return False

    def _override(self, event: QKeyEvent) -> bool:
        """Suppress shortcuts by letters of a reader; before a real shortcut held keys are typed."""
        if self._is_ours(event):
            event.accept()
            return True
        may_be_shortcut = bool(event.modifiers() & _COMMANDS) or not event.text()
        if self._held and may_be_shortcut and not is_modifier(event):
            self._give_back()
        return False

    def _press(self, event: QKeyEvent) -> bool:
        gap, sign = self._strip.pace.step(event), _sign(event)
        if self._strip.pace.has_tail:
            self._is_sending = False
            return True
        if event.matches(QKeySequence.StandardKey.Paste):
            return self._paste()
        if self._is_sending and gap <= LINE_GAP:
            return self._send(event, sign)
        self._is_sending = False
        if self._held and self._go_on(event, sign, gap):
            return True
        if sign and sign in _FIRST and not event.isAutoRepeat():
            self._keep(event)
            return True
        return self._is_hasty(event, gap)

    def _go_on(self, event: QKeyEvent, sign: str, gap: float) -> bool:
        """Handle a key after held ones."""
        if gap > (LINE_GAP if self._is_likely() else SCANNER_GAP):
            return self._give_back(event)
        if event.key() in _BREAKS and looks_like_mrz(self._text()):
            self._hand_over()
            self._strip.end_line()
            return True
        if not sign or len(self._held) == _MOST:
            return self._give_back(event)
        self._keep(event)
        if self._is_zone():
            self._hand_over()
        return True

    def _send(self, event: QKeyEvent, sign: str) -> bool:
        """Send a key to the strip; any other key ends the zone and works as usual."""
        if event.key() in _BREAKS:
            self._strip.end_line()
        elif sign:
            self._strip.feed(sign)
        elif event.text() != " ":
            self._is_sending = False
            return False
        self._is_sending = not self._strip.pace.has_tail
        return True

    def _paste(self) -> bool:
        """Paste a copied zone into the strip, wherever it is pasted."""
        self._give_back()
        copied = QApplication.clipboard().text()
        if not looks_like_mrz(copied):
            return False
        self._strip.paste(copied)
        return True

    def _hand_over(self) -> None:
        text = self._text()
        self._forget()
        self._strip.clear()
        self._strip.feed(text)
        self._is_sending = not self._strip.pace.has_tail

    def _is_hasty(self, event: QKeyEvent, gap: float) -> bool:
        """Whether Enter or Space comes as fast as from a reader, so that it must not press a button."""
        return (
            gap <= SCANNER_GAP
            and (event.key() in _BREAKS or event.key() == Qt.Key.Key_Space)
            and not event.modifiers() & _COMMANDS
            and isinstance(QApplication.focusWidget(), QAbstractButton)
        )

    def _keep(self, event: QKeyEvent) -> bool:
        self._held.append(_Key(event.key(), event.modifiers(), event.text()))
        self._pauses = [round(LINE_GAP * 1000), 0]
        self._timer.start(self._hold)
        return True

    def _look(self) -> None:
        """Process keys delayed by a busy program, then type the held ones if no zone follows."""
        pause = self._pauses.pop() if self._pauses else None
        if pause is None or (pause and not self._is_likely()):
            self._give_back()
        else:
            self._timer.start(pause)

    def _give_back(self, last: QKeyEvent | None = None) -> bool:
        """Type the held keys, which are no zone.

        The `last` key is typed after them when they moved the focus, as the first key in a grid does.
        """
        held, before = tuple(self._held), QApplication.focusWidget()
        self._forget()
        for each in held:
            self._type(each)
        has_moved = last is not None and QApplication.focusWidget() is not before
        if last is not None and has_moved:
            self._type(_Key(last.key(), last.modifiers(), last.text()))
        return has_moved

    def _type(self, key: _Key) -> None:
        target = self._target_now()
        if target is not None:
            self._is_replaying = True
            typed = QKeyEvent(QEvent.Type.KeyPress, key.key, key.modifiers, key.text)
            QCoreApplication.sendEvent(target, typed)
            self._is_replaying = False

    def _target_now(self) -> QWidget | None:
        found = QApplication.focusWidget()
        if found is not None and self._page.isAncestorOf(found):
            return found
        return self._target if self._target is not None and isValid(self._target) else None

    def _forget(self) -> None:
        self._timer.stop()
        self._held.clear()

    def _text(self) -> str:
        return "".join(each.text for each in self._held)

    def _is_likely(self) -> bool:
        """Whether the keys can only be a zone: they have a filler near the beginning."""
        return "<" in self._text()[:_HEAD]

    def _is_zone(self) -> bool:
        return begins_like_mrz(self._text()) or looks_like_mrz(self._text())

    def _is_ours(self, event: QKeyEvent) -> bool:
        is_break = event.key() in _BREAKS and not event.modifiers() & _COMMANDS
        return bool(self._held or self._is_sending) and (bool(_sign(event)) or is_break)

    def _follow_focus(self, old: QWidget | None, now: QWidget | None) -> None:
        """Filter the focused widget, unless it is the strip, which handles its keys itself."""
        if old is not None and isValid(old):
            old.removeEventFilter(self)
        if now is not None and now is not self._strip.field and self._page.isAncestorOf(now):
            now.installEventFilter(self)
            self._target = now


def _sign(event: QKeyEvent) -> str:
    """The letter, digit or filler that the key types, in capitals; else empty."""
    commands = event.modifiers() & _COMMANDS
    text = event.text().upper()
    is_plain = not commands or commands == _ALT_GR
    return text if is_plain and len(text) == 1 and text.isascii() and (text.isalnum() or text == "<") else ""
