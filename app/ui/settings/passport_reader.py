"""The block of the reader of passports in the settings: its times, and a box that shows what comes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.passengers.reader_times import (
    LONGEST_KEY_MS,
    LONGEST_LINE_MS,
    SHORTEST_KEY_MS,
    SHORTEST_LINE_MS,
    ArrivedKey,
    Trial,
    trial_of,
)
from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.basics.delay import ScreenDelay
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.reader_keys import Clock, by_place, ends_line, is_control, is_modifier, pressed_at
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.stepper import Stepper
from app.ui.kit.controls.text_box import TextBox
from app.ui.kit.controls.text_field import Caption
from app.ui.settings.section import block, setting

_HEIGHT, _WIDTH, _STEP, _LINE_STEP = 120, 124, 5, 50
_SETTLED_MS = 400
_MOST_KEYS = 400
_BURST = 1.0
"""Seconds after which a key begins another trial, and is one of a person again."""
_STARTS = (Qt.Key.Key_B, Qt.Key.Key_C, Qt.Key.Key_D)
"""With Ctrl: STX, ETX and EOT, which are shown wherever they come."""
_NONE = mark(
    "Behind each key: the milliseconds before it. It is shown here alone, and forgotten when you leave."
)


class ReaderBox(TextBox):
    """Shows the keys that come, with the milliseconds before each; nothing of it can be copied."""

    came = Signal(object)
    """Emitted with all keys of a trial so far (`list[ArrivedKey]`)."""

    def __init__(self, clock: Clock = pressed_at) -> None:
        super().__init__()
        self._clock = clock
        self._last = float("-inf")
        self._keys: list[ArrivedKey] = []
        self.setObjectName("reader_trial")
        self.setAccessibleName(tr("Scan anything"))
        self.setFixedHeight(_HEIGHT)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, on=False)

    def forget(self) -> None:
        """Drop what came."""
        self._keys.clear()
        self.clear()
        self.came.emit([])

    @override
    def event(self, e: QEvent) -> bool:
        is_key = e.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        if not is_key or not isinstance(e, QKeyEvent) or not self._takes(e):
            return super().event(e)
        e.accept()
        if e.type() == QEvent.Type.KeyPress:
            self._take(e)
        return True

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.forget()

    def _takes(self, event: QKeyEvent) -> bool:
        """Whether a key is shown; Shift Tab and Esc always lead away, as does a Tab of a person."""
        if is_modifier(event) or event.key() in (Qt.Key.Key_Backtab, Qt.Key.Key_Escape):
            return False
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and not event.text():
            return False
        if self._clock(event) - self._last <= _BURST:
            return True
        is_start = is_control(event) and event.key() in _STARTS
        return is_start or (event.text().isprintable() and bool(event.text()))

    def _take(self, event: QKeyEvent) -> None:
        now = self._clock(event)
        if now - self._last > _BURST:
            self._keys.clear()
        gap = round((now - self._last) * 1000) if self._keys else 0
        self._last = now
        text = event.text() if event.text().isprintable() and not is_control(event) else ""
        name = text.strip() or QKeySequence(event.keyCombination()).toString().replace("+", " ")
        self._keys.append(ArrivedKey(gap, name, text.strip().upper(), by_place(event), ends_line(event)))
        del self._keys[_MOST_KEYS:]
        self.came.emit([*self._keys])


class PassportReaderSettings(QObject):
    """The longest pauses of the reader, and a trial of it; a time counts at once."""

    def __init__(
        self,
        setup: SettingsContext,
        today: Callable[[], date],
        parent: QWidget,
        clock: Clock = pressed_at,
    ) -> None:
        super().__init__(parent)
        self._setup, self._today = setup, today
        self._times = {
            "reader_key_ms": Stepper(
                tr("Longest pause between keys"), lowest=SHORTEST_KEY_MS, highest=LONGEST_KEY_MS
            ),
            "reader_line_ms": Stepper(
                tr("Longest pause between lines"), lowest=SHORTEST_LINE_MS, highest=LONGEST_LINE_MS
            ),
        }
        for name, stepper in self._times.items():
            stepper.setObjectName(name)
            stepper.setSuffix(tr(" ms"))
            stepper.setFixedWidth(_WIDTH)
        self._times["reader_key_ms"].setSingleStep(_STEP)
        self._times["reader_line_ms"].setSingleStep(_LINE_STEP)
        self._box = ReaderBox(clock)
        self._words = called("reader_words", Label("", "caption", "text2", wraps=True))
        self._keep = called("keep_reader_times", Button(tr("Keep these times")))
        self._allowed: dict[str, object] = {}
        self._settled = ScreenDelay(self, _SETTLED_MS, self._tell)
        self._shown = ScreenDelay(self, _SETTLED_MS, self._show)
        self._came: list[ArrivedKey] = []
        slow = tr("A slower one is read, too: its keys are taken back out of the cell.")
        self.blocks = (
            block(
                tr("Passport reader"),
                tr("It types as a keyboard does, only faster. Scan anything into the box to see what comes."),
                setting(tr("Longest pause between keys"), self._times["reader_key_ms"], slow),
                setting(tr("Longest pause between lines"), self._times["reader_line_ms"]),
                held(column(Caption(tr("Scan anything"), self._box), self._box, self._words, gap=4)),
                row(self._keep, None),
            ),
        )
        """Those for its section."""
        self.show_settings()
        self._show()
        self._box.came.connect(self._follow)
        self._keep.clicked.connect(lambda: setup.shell.keep(self._allowed))
        for stepper in self._times.values():
            stepper.valueChanged.connect(self._settled.start)

    def show_settings(self) -> None:
        """Show the present settings without emitting signals."""
        for name, stepper in self._times.items():
            with QSignalBlocker(stepper):
                stepper.setValue(getattr(self._setup.settings, name))

    def _tell(self) -> None:
        found = {name: stepper.value() for name, stepper in self._times.items()}
        new = {name: value for name, value in found.items() if value != getattr(self._setup.settings, name)}
        if new:
            self._setup.shell.keep(new)

    def _follow(self, came: list[ArrivedKey]) -> None:
        self._came = came
        if came:
            self._shown.start()
        else:
            self._show()

    def _show(self) -> None:
        """Show what came once it has ended: in the midst of it, it would be judged too early."""
        trial = trial_of(self._came, self._today()) if self._came else Trial("", tr(_NONE))
        self._box.setPlainText(trial.keys)
        self._allowed = trial.allowed
        self._keep.setVisible(bool(self._allowed))
        times = {"keys": len(self._came), "key": trial.key_pause, "line": trial.line_pause}
        told = tr("{keys} keys, pauses of at most {key} ms, between lines {line} ms.", **times)
        self._words.setText("\n".join(filter(None, (trial.words, told if self._allowed else ""))))
        self._box.setAccessibleDescription(self._words.text())
