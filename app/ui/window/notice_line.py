"""The line of notices above the page, with their number if there are several."""

from __future__ import annotations

from typing import Literal, get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.actions import NOTICES
from app.ui.kit.basics.layouts import called, row
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Words, made
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.message_box import MessageBox, Tone

About = Literal[
    "settling",
    "waiting",
    "storm",
    "move",
    "reminder",
    "fault",
    "seats",
    "records",
    "unseen",
    "register",
    "agent",
    "restored",
    "settings",
    "clock",
    "zone",
    "agency zone",
    "day",
    "office",
    "wallet",
    "screen",
    "backup",
    "policy",
    "key",
    "update",
]
"""The subjects of notices, the most urgent first; `records` are the journal and other stores."""

_ORDER: tuple[About, ...] = get_args(About)
_TOLD_ONCE: frozenset[About] = frozenset(
    {
        *("storm", "move", "reminder", "fault", "seats", "unseen", "register", "restored", "settings"),
        *("screen", "zone", "agency zone", "key", "update"),
    }
)
"""Subjects of which it is enough to be told once: their notices can be dismissed."""

OF_PROFILE: tuple[About, ...] = ("reminder", "seats", "records", "unseen", "register", "backup", "key")
"""Subjects of an open profile, whose notices are removed when it is left."""


class NoticeLine(Roomy, QWidget):
    """One notice for each subject, the most urgent shown first.

    A button shows its number among all, and switches to the next one. In a flat window a long one stands on
    one line, and the same key shows all of it first.
    """

    went = Signal(str)
    """Emitted with the `About` of a notice to whose subject a person goes."""
    dismissed = Signal(str)
    """Emitted with the `About` of a notice that a person has put away."""

    def __init__(self) -> None:
        super().__init__()
        self._note = MessageBox("warning", flat=True)
        self._notices: dict[About, tuple[Words, Words, Tone]] = {}
        self._shown: About | None = None
        self._look_offered = False
        self._is_whole = False
        """Whether all of a long one is shown, also in a flat window."""
        self.look = called("have_looked", Button(tr("I have looked\u2026"), size=28))
        self.go = called("go_there", Button(tr("Go there"), size=28))
        self.go.clicked.connect(lambda: self.went.emit(self._shown))
        self._away = called("put_away", Button(tr("Put away"), size=28, key=NOTICES.caps[1]))
        self._away.clicked.connect(self.put_away)
        self._next = called("next_notice", Button("", size=28, key=NOTICES.caps[0]))
        self._next.clicked.connect(self.show_next)
        for button in (self.look, self.go, self._away, self._next):
            # A click leaves the keyboard in the field of the page.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._note.add(button)
        self.setLayout(row(self._note, margins=(0, 0, 0, 8)))
        self._show(None)

    def follow(self, former: NoticeLine) -> None:
        """Show the notices of another line."""
        self._notices, self._look_offered = former._notices, former._look_offered
        self._show(former._shown)

    def show_notice(self, text: Words, more: Words, tone: Tone, about: About) -> None:
        """Set the notice of a subject; an empty text removes it."""
        is_there = bool(made(text))
        is_news = is_there and about not in self._notices
        if is_there:
            self._notices[about] = (text, more, tone)
        else:
            self._notices.pop(about, None)
        # An equal notice must not replace one that is being read.
        stays = self._shown in self._notices and not is_news
        self._show(self._shown if stays else next(iter(self._names()), None))

    def show_next(self) -> None:
        """Show all of the notice, or the next one, after the last one the first; first go to found seats."""
        if self._note.is_cut:
            self._is_whole = True
            self._fold()
        elif self._shown is not None and (self._shown != "seats" or self.go.hasFocus()):
            self._is_whole = False
            names = self._names()
            self._show(names[(names.index(self._shown) + 1) % len(names)])
        if self._shown == "seats" and self.go.isVisible():
            self.go.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def put_away(self) -> None:
        """Dismiss the shown notice, if it can be."""
        about = self._shown
        if about in _TOLD_ONCE:
            self.show_notice("", "", "warning", about)
            self.dismissed.emit(about)

    def offer_look(self, *, offered: bool) -> None:
        """Offer to confirm that the records were checked."""
        self._look_offered = offered
        self._show(self._shown)

    def _names(self) -> list[About]:
        return [about for about in _ORDER if about in self._notices]

    @override
    def follow_room(self) -> None:
        self._fold()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._offer_next()

    def _fold(self) -> None:
        self._note.fold(folded=self.room.is_flat and not self._is_whole)
        self._offer_next()

    def _offer_next(self) -> None:
        """Offer the next notice, or all of the only one."""
        names = self._names()
        if len(names) > 1 and self._shown is not None:
            number = names.index(self._shown) + 1
            self._next.set_label(tr("{number} of {count}", number=number, count=len(names)))
            self._next.setAccessibleName(tr("Next notice"))
        else:
            self._next.set_label(tr("All of it"))
            self._next.setAccessibleName(tr("All of it"))
        self._next.setVisible(len(names) > 1 or self._note.is_cut)

    def _show(self, about: About | None) -> None:
        if about != self._shown:
            self._is_whole = False
        self._shown = about
        self.setVisible(about is not None)
        if about is None:
            return
        text, more, tone = self._notices[about]
        self._note.set_tone(tone)
        self._note.show_words(text, more)
        self.look.setVisible(self._look_offered and about == "records")
        self.go.set_key(NOTICES.caps[0] if about == "seats" else None)
        self.go.setVisible(about == "storm" or (about == "seats" and tone == "success"))
        self._away.setVisible(about in _TOLD_ONCE)
        self._fold()
