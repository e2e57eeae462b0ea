"""What happens, said aloud: a screen reader speaks it whatever has the keyboard."""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple, Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QModelIndex, QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget
from shiboken6 import isValid
from typing_extensions import override

from app.core.language import joined
from app.ui.kit.basics.delay import ScreenDelay

_REST_MS = 400
"""What changes with each key is said once it rests."""


class Announcement(NamedTuple):
    """What is said, and whether it interrupts what is being spoken."""

    text: str
    is_urgent: bool


class Announcements(QObject):
    """The one place through which everything is announced."""

    said = Signal(object)
    """Emitted with each `Announcement`."""

    def say(self, about: QWidget, text: str, *, is_urgent: bool) -> None:
        """Say it in the name of a widget of the window."""
        self.said.emit(Announcement(text, is_urgent))
        event = QAccessibleAnnouncementEvent(about, text)
        politeness = QAccessible.AnnouncementPoliteness
        event.setPoliteness(politeness.Assertive if is_urgent else politeness.Polite)
        QAccessible.updateAccessibility(event)


@cache
def announcements() -> Announcements:
    """The announcements of this program."""
    return Announcements()


def announce(about: QWidget, *texts: str, is_urgent: bool = False) -> None:
    """Say sentences now, once; urgent is what concerns money."""
    text = joined(" ", texts)
    if text:
        announcements().say(about, text, is_urgent=is_urgent)


@runtime_checkable
class SayingWindow(Protocol):
    """A window that shows words for some seconds, which are heard."""

    def say(self, text: str) -> None:
        """Show them in place of the former ones."""


def say(about: QWidget, text: str) -> None:
    """Have the window of a widget show words for some seconds, such as why a key does nothing."""
    window = about.window()
    if isinstance(window, SayingWindow):
        window.say(text)


def tell_current(view: QAbstractItemView) -> None:
    """Say the current row or cell of a view that has just got the keyboard; Qt says the view's name alone."""
    if QAccessible.isActive():
        QTimer.singleShot(0, view, partial(_tell_current, view))


def _tell_current(view: QAbstractItemView) -> None:
    if view.hasFocus() and view.currentIndex().isValid():
        view.currentChanged(view.currentIndex(), QModelIndex())


class Announcer(QObject):
    """Says what a part of the screen shows, once it rests, and nothing a second time while it stays so."""

    def __init__(self, about: QWidget, *, is_urgent: bool = False) -> None:
        super().__init__(about)
        self._about, self._is_urgent = about, is_urgent
        self._text = self._said = ""
        self._rest = ScreenDelay(self, _REST_MS, self._say)
        about.installEventFilter(self)

    def tell(self, *texts: str) -> None:
        """Say this after a rest, unless it was said last or something else is told before."""
        self._text = joined(" ", texts)
        self._rest.start()

    def interrupt(self, *, is_urgent: bool) -> None:
        """Interrupt from now on what is being spoken, or wait for its end (False)."""
        self._is_urgent = is_urgent

    def know(self, text: str) -> None:
        """Take this as heard, such as how things usually are."""
        self._text = self._said = text

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What was taken away and comes again is heard again, but not when a page just comes back."""
        # A window is hidden last while it is deleted.
        if event.type() == QEvent.Type.Hide and isValid(self._about) and self._about.isHidden():
            self._said = ""
        elif event.type() == QEvent.Type.Show:
            self._rest.start()
        return False

    def _say(self) -> None:
        if self._about.isVisible() and self._text != self._said:
            self._said = self._text
            announce(self._about, self._text, is_urgent=self._is_urgent)
