"""A clerk at the keyboard: real key and mouse events to a real window, and eyes that wait for a condition."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar, cast, overload

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QPlainTextEdit, QWidget
from typing_extensions import override

from app.ui.kit.controls.confirm_button import ConfirmButton

Kind = TypeVar("Kind", bound=QWidget)
Seen = TypeVar("Seen")

_LOOK_EVERY_SECONDS = 0.005
# Waiting is for a condition: a long patience costs nothing where all is well, and a busy computer needs it.
_PATIENCE_SECONDS = 30.0
_NO_MODIFIER = Qt.KeyboardModifier.NoModifier


class NotShownError(LookupError):
    """What the robot looks for is not on the screen, or cannot be used there."""


class Robot:
    """Uses one window as a person would; never call it from the window's own code.

    `key_events` counts key presses (a combination is one), `clicks` mouse clicks.
    """

    def __init__(self, window: QWidget) -> None:
        self.window = window
        self.key_events = 0
        self.clicks = 0

    async def show(self) -> None:
        """Show the window and wait until the keyboard is in it."""
        self.window.show()
        self.window.activateWindow()
        await self.until(self.window.isActiveWindow)

    async def close(self) -> None:
        """Close the window and wait until it is destroyed."""
        gone = asyncio.Event()
        self.window.destroyed.connect(gone.set)
        self.window.close()
        self.window.deleteLater()
        await asyncio.wait_for(gone.wait(), _PATIENCE_SECONDS)

    async def until(self, condition: Callable[[], Seen], seconds: float = _PATIENCE_SECONDS) -> Seen:
        """What `condition()` returns as soon as that is true; not finding a widget is not yet.

        Fails with what is on the screen after `seconds`.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        while True:
            seen, missed = _look(condition)
            if seen:
                return seen
            if loop.time() > deadline:
                message = f"Not within {seconds} s. {missed}\n{self.description()}"
                raise AssertionError(message)
            await asyncio.sleep(_LOOK_EVERY_SECONDS)

    async def until_armed(self, name: str) -> None:
        """Wait until the button of this name, which confirms money, does what it says."""
        await self.until(lambda: self.find(name, ConfirmButton).is_armed)

    def keys(self, *combinations: str) -> None:
        """Press each, like "Ctrl+Return", "Alt+P", "Down" or "5", wherever the keyboard is."""
        for combination in combinations:
            QTest.keySequence(self._target(), _sequence(combination))
            self.key_events += 1

    def type(self, text: str) -> None:
        """Type the text, one key a character, wherever the keyboard is."""
        for character in text:
            modifier = Qt.KeyboardModifier.ShiftModifier if character.isupper() else _NO_MODIFIER
            QTest.sendKeyEvent(QTest.KeyAction.Click, self._target(), _key_of(character), character, modifier)
            self.key_events += 1

    def scan(self, lines: Iterable[str]) -> None:
        """Send lines as a reader of passports does, with Enter after each; they are no pressed keys.

        They bear one stamp of time, as a system gives it: however busy this computer is, they come at once.
        """
        app, before, stamp = cast("QApplication", QApplication.instance()), self.key_events, _Stamp()
        app.installEventFilter(stamp)
        for line in lines:
            self.type(line)
            self.keys("Return")
        app.removeEventFilter(stamp)
        self.key_events = before

    def move(self, target: QWidget, at: QPoint) -> None:
        """Move the mouse to a point in the widget."""
        where = QPointF(target.mapToGlobal(at))
        none = Qt.MouseButton.NoButton
        moved = QMouseEvent(QEvent.Type.MouseMove, QPointF(at), where, none, none, _NO_MODIFIER)
        QApplication.sendEvent(target, moved)

    def click(self, target: str | QWidget, at: QPoint | None = None) -> None:
        """Click the widget, or the one of that object name, in its middle or at a point in it."""
        widget = self.find(target) if isinstance(target, str) else target
        point = widget.rect().center() if at is None else at
        top = widget.window()
        modal = QApplication.activeModalWidget()
        hit = top.childAt(widget.mapTo(top, point)) if widget is not top else widget
        is_blocked = modal is not None and modal is not top
        if is_blocked or hit is None or (hit is not widget and not widget.isAncestorOf(hit)):
            message = f"A click would not reach {_name(widget)}.\n{self.description()}"
            raise NotShownError(message)
        QTest.mouseClick(
            hit, Qt.MouseButton.LeftButton, _NO_MODIFIER, hit.mapFrom(top, widget.mapTo(top, point))
        )
        self.clicks += 1

    @overload
    def find(self, name: str) -> QWidget: ...
    @overload
    def find(self, name: str, kind: type[Kind]) -> Kind: ...
    def find(self, name: str, kind: type[QWidget] = QWidget) -> QWidget:
        """The one visible widget of that object name and kind; raises NotShownError."""
        found = _named(name, kind)
        if len(found) != 1:
            message = (
                f"{len(found)} visible widgets are a {kind.__name__} named {name!r}.\n{self.description()}"
            )
            raise NotShownError(message)
        return found[0]

    def is_shown(self, name: str) -> bool:
        """Whether a widget of that object name is visible."""
        return bool(_named(name, QWidget))

    def sees(self, text: str) -> bool:
        """Whether the text is part of a visible label, button or input (not of a painted list)."""
        return any(text in each for each in self.texts())

    def texts(self) -> list[str]:
        """The texts of all visible labels, buttons and inputs."""
        return [text for each in _visible() if (text := _text(each))]

    @property
    def focused(self) -> str:
        """The object name of the widget that has the keyboard; empty when none has."""
        widget = QApplication.focusWidget()
        return "" if widget is None else widget.objectName()

    def description(self) -> str:
        """What is on the screen, for a person who reads a failure."""
        names = sorted({each.objectName() for each in _visible()} - {""})
        windows = [_name(each) for each in QApplication.topLevelWidgets() if each.isVisible()]
        return (
            f"The keyboard is in {_name(QApplication.focusWidget())}; windows: {windows}.\n"
            f"Visible names: {', '.join(each for each in names if not each.startswith('qt_'))}\n"
            f"Visible texts: {self.texts()}"
        )

    def _target(self) -> QWidget:
        """The widget that a key reaches."""
        target = QApplication.activePopupWidget() or QApplication.focusWidget() or QApplication.activeWindow()
        if target is None:
            message = f"No window has the keyboard.\n{self.description()}"
            raise NotShownError(message)
        return target


class _Stamp(QObject):
    """Gives the keys that pass the moment at which it was made."""

    def __init__(self) -> None:
        super().__init__()
        self._milliseconds = int(1000 * time.monotonic())

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            event.setTimestamp(self._milliseconds)
        return False


def _look(condition: Callable[[], Seen]) -> tuple[Seen | None, str]:
    try:
        return condition(), "The condition stayed false."
    except NotShownError as error:
        return None, str(error).partition("\n")[0]


def _sequence(text: str) -> QKeySequence:
    sequence = QKeySequence.fromString(text)
    if sequence.count() != 1 or not sequence.toString():
        message = f"{text!r} is not one key or combination in Qt's words"
        raise ValueError(message)
    return sequence


def _key_of(character: str) -> Qt.Key:
    """The key a character stands on; the same letter serves for both cases."""
    try:
        return Qt.Key(ord(character.upper()))
    except (TypeError, ValueError):
        return Qt.Key.Key_unknown


def _named(name: str, kind: type[Kind]) -> list[Kind]:
    """The visible widgets of that name and kind; Qt looks for them, as this is asked most often."""
    tops = QApplication.topLevelWidgets()
    found = [each for each in tops if each.objectName() == name and isinstance(each, kind)]
    # A window may be the child of another.
    below = dict.fromkeys(each for top in tops for each in top.findChildren(kind, name))
    return [each for each in dict.fromkeys([*found, *below]) if each.isVisible()]


def _visible() -> Iterator[QWidget]:
    return (each for each in QApplication.allWidgets() if each.isVisible())


def _text(widget: QWidget) -> str:
    if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
        return widget.text()
    return widget.toPlainText() if isinstance(widget, QPlainTextEdit) else ""


def _name(widget: QWidget | None) -> str:
    if widget is None:
        return "no widget"
    return f"{type(widget).__name__} {widget.objectName()!r}"
