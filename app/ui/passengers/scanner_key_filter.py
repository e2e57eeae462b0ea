"""Sends a passport that is scanned while another widget has the focus to the strip."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget
from shiboken6 import isValid
from typing_extensions import override

from app.core.frozen import frozen
from app.desk.passengers.mrz import looks_like_mrz
from app.desk.passengers.mrz_keys import is_scan, may_be_scan
from app.desk.passengers.reader_times import ReaderTimes
from app.ui.kit.basics.reader_keys import by_place, ends_line, is_control, is_modifier
from app.ui.passengers.passport_strip import PassportStrip

_MARGIN = 5
"""Milliseconds for which a key waits for the next one, beyond the pause of a reader."""
_START_WAIT = 160
"""Milliseconds for which Ctrl B waits: it is what a reader begins with (STX), or an action of the page."""
_HEAD = 5
_MOST = 100
_MOST_ESCAPES = 3
_START = QKeySequence("Ctrl+B")
_ALT_GR = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
_COMMANDS = _ALT_GR | Qt.KeyboardModifier.MetaModifier


@frozen
class _Key:
    """A key that may be of a reader."""

    key: int
    modifiers: Qt.KeyboardModifier
    text: str
    sign: str
    """The character that the key types, in capitals; else empty."""
    place: str
    """What it gives on an English keyboard; empty when that is not known."""

    @classmethod
    def of(cls, event: QKeyEvent) -> _Key:
        commands, text = event.modifiers() & _COMMANDS, event.text()
        is_sign = len(text) == 1 and text.isprintable() and not text.isspace()
        sign = text.upper() if is_sign and (not commands or commands == _ALT_GR) else ""
        return cls(event.key(), event.modifiers(), text, sign, by_place(event))


class _Before:
    """Where keys were typed, as it was before the first of them."""

    def __init__(self, target: QWidget | None) -> None:
        self.target = target
        if isinstance(target, QLineEdit):
            self._text, self._cursor, self._is_modified = (
                target.text(),
                target.cursorPosition(),
                target.isModified(),
            )
            self._selected = (target.selectionStart(), target.selectionLength())

    def put_back(self) -> None:
        """Have the text of before; as if it was typed, for all that follows what is typed."""
        target = self.target
        if not isinstance(target, QLineEdit) or not isValid(target):
            return
        target.selectAll()
        target.insert(self._text)
        target.setCursorPosition(self._cursor)
        if self._selected[1]:
            target.setSelection(*self._selected)
        target.setModified(self._is_modified)


class ScannerKeyFilter(QObject):
    """Filters the keys of the focused widget of the page.

    Keys that may begin a zone and come as fast as from a reader are held, and typed when no zone follows.
    Slower ones are typed at once, and taken back out of the cell when they turn out to be a zone.
    """

    def __init__(self, page: QWidget, strip: PassportStrip) -> None:
        super().__init__(page)
        self._page, self._strip = page, strip
        self._keys: list[_Key] = []
        """Those that may be a zone so far."""
        self._is_typed = False
        """Whether they were typed, rather than held."""
        self._before = _Before(None)
        self._target: QWidget | None = None
        self._is_sending = False
        """Whether a zone was recognised, so that following keys are sent to the strip."""
        self._is_replaying = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._look)
        self._pauses: list[int] = []
        self._start = QTimer(self, singleShot=True, interval=_START_WAIT)
        self._start.timeout.connect(self._act)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._follow_focus)
        self._follow_focus(None, QApplication.focusWidget())

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self._is_replaying or not isinstance(event, QKeyEvent):
            return False
        if _is_start(event) or watched is self._strip.field:
            return self._begins(event)
        if event.type() == QEvent.Type.ShortcutOverride:
            return self._override(event)
        if event.type() == QEvent.Type.KeyPress and not is_modifier(event):
            swallowed = self._begins(event) or self._press(event)
            if swallowed:
                event.accept()
            return swallowed
        return False

    def _begins(self, event: QKeyEvent) -> bool:
        """Let Ctrl B wait for the next key: before one of a reader it does nothing."""
        is_press = event.type() == QEvent.Type.KeyPress and not is_modifier(event)
        if is_press and self._start.isActive():
            self._start.stop()
            if self._strip.pace.gap(event) * 1000 > _START_WAIT or not self._may_be(_Key.of(event)):
                self._act()
        if not _is_start(event):
            return False
        event.accept()
        if is_press and not event.isAutoRepeat():
            self._give_back()
            self._strip.pace.step(event)
            if not self._is_sending and not self._strip.pace.has_tail:
                self._start.start()
        return True

    def _act(self) -> None:
        """Do what Ctrl B does on the page."""
        for shortcut in self._page.findChildren(QShortcut):
            if shortcut.key() == _START and shortcut.isEnabled() and self._page.isVisible():
                shortcut.activated.emit()

    def _override(self, event: QKeyEvent) -> bool:
        """Suppress shortcuts by keys of a reader; before a real shortcut held keys are typed."""
        if self._is_ours(event):
            event.accept()
            return True
        may_be_shortcut = bool(event.modifiers() & _COMMANDS) or not event.text()
        if self._is_holding and may_be_shortcut and not is_modifier(event):
            self._give_back()
        return False

    def _press(self, event: QKeyEvent) -> bool:
        gap, key = self._strip.pace.step(event), _Key.of(event)
        if self._strip.pace.has_tail:
            self._is_sending = False
            return True
        if event.matches(QKeySequence.StandardKey.Paste):
            return self._paste()
        if self._is_sending and gap <= ReaderTimes.line:
            return self._send(event, key)
        self._is_sending = False
        if self._keys and gap <= ReaderTimes.line and self._may_be(key):
            return self._go_on(event, key, gap)
        return self._give_back(event) or self._begin(event, key) or self._is_hasty(event, gap)

    def _begin(self, event: QKeyEvent, key: _Key) -> bool:
        if event.isAutoRepeat() or not self._may_be(key):
            return False
        self._before = _Before(self._target_now())
        self._keep(key)
        return True

    def _go_on(self, event: QKeyEvent, key: _Key, gap: float) -> bool:
        """Handle a key that may belong to those before: it is held with them if it comes fast enough."""
        if is_scan(*self._text(key)):
            self._keys.append(key)
            self._hand_over()
            return True
        if self._is_holding and (gap <= ReaderTimes.key or self._is_likely()) and len(self._keys) < _MOST:
            self._keep(key)
            return True
        has_moved = self._let_go(event)
        self._keys.append(key)
        return has_moved

    def _send(self, event: QKeyEvent, key: _Key) -> bool:
        """Send a key to the strip; any other key ends the zone and works as usual."""
        if ends_line(event):
            self._strip.end_line()
        elif key.sign or key.place:
            self._strip.feed(key.sign, key.place)
        elif event.text() != " " and not is_control(event):
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
        text, places = self._text()
        if self._is_typed:
            self._take_back()
        self._forget()
        self._strip.clear()
        self._strip.feed(text, places)
        self._is_sending = not self._strip.pace.has_tail

    def _take_back(self) -> None:
        """Take what was typed out of the cell; one that was opened by it is closed."""
        for _ in range(_MOST_ESCAPES):
            if self._before.target in (None, QApplication.focusWidget()):
                break
            self._type(_Key(Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier, "", "", ""))
        self._before.put_back()

    def _is_hasty(self, event: QKeyEvent, gap: float) -> bool:
        """Whether Enter or Space comes as fast as from a reader, so that it must not press a button."""
        return (
            gap <= ReaderTimes.key
            and (ends_line(event) or event.key() == Qt.Key.Key_Space)
            and not event.modifiers() & _COMMANDS
            and isinstance(QApplication.focusWidget(), QAbstractButton)
        )

    def _keep(self, key: _Key) -> None:
        self._keys.append(key)
        self._pauses = [round(ReaderTimes.line * 1000), 0]
        self._timer.start(round(ReaderTimes.key * 1000) + _MARGIN)

    def _look(self) -> None:
        """Process keys delayed by a busy program, then type the held ones if no zone follows."""
        pause = self._pauses.pop() if self._pauses else None
        if pause is None or (pause and not self._is_likely()):
            self._let_go()
        else:
            self._timer.start(pause)

    def _give_back(self, last: QKeyEvent | None = None) -> bool:
        """Type the held keys, which are no zone; see `_let_go`."""
        has_moved = self._let_go(last)
        self._forget()
        return has_moved

    def _let_go(self, last: QKeyEvent | None = None) -> bool:
        """Type the held keys, which are too slow to be held, or no zone.

        The `last` key is typed after them when they moved the focus, as the first key in a grid does.
        """
        if not self._is_holding:
            return False
        self._timer.stop()
        self._is_typed = True
        before = QApplication.focusWidget()
        for each in tuple(self._keys):
            self._type(each)
        has_moved = last is not None and QApplication.focusWidget() is not before
        if last is not None and has_moved:
            self._type(_Key.of(last))
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
        self._keys.clear()
        self._is_typed, self._before = False, _Before(None)

    @property
    def _is_holding(self) -> bool:
        return bool(self._keys) and not self._is_typed

    def _text(self, *more: _Key) -> tuple[str, str]:
        """The keys as they were typed, and by their places."""
        keys = (*self._keys, *more)
        return "".join(each.sign for each in keys), "".join(each.place for each in keys)

    def _may_be(self, key: _Key) -> bool:
        return bool(key.sign or key.place) and may_be_scan(*self._text(key))

    def _is_likely(self) -> bool:
        """Whether the keys can only be a zone: they have a filler near the beginning."""
        return any("<" in text[:_HEAD] for text in self._text())

    def _is_ours(self, event: QKeyEvent) -> bool:
        if self._strip.pace.is_tail(event):
            return True
        key, is_end = _Key.of(event), ends_line(event)
        if self._is_sending and self._strip.pace.gap(event) <= ReaderTimes.line:
            return bool(key.sign) or is_end or is_control(event)
        return self._is_holding and (bool(key.sign) or (is_end and not is_control(event)))

    def _follow_focus(self, old: QWidget | None, now: QWidget | None) -> None:
        """Filter the focused widget; the strip handles its keys itself but for Ctrl B."""
        if old is not None and isValid(old):
            old.removeEventFilter(self)
        if self._is_typed and not self._is_replaying:
            self._forget()
        if now is not None and self._page.isAncestorOf(now):
            now.installEventFilter(self)
            if now is not self._strip.field:
                self._target = now


def _is_start(event: QKeyEvent) -> bool:
    return is_control(event) and event.key() == Qt.Key.Key_B
