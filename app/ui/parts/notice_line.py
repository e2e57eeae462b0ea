"""What is said over the sheet until it is taken back: one line, and of several notices how many there are."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.language import tr
from app.ui.parts.buttons import Button
from app.ui.parts.layouts import row
from app.ui.parts.note import Note, Tone
from app.ui.retelling import say


class NoticeLine(QWidget):
    """One notice each is kept about a thing; the one about nothing in particular goes before all others.

    A button says which of how many is on screen, and shows the next one.
    """

    looked = Signal()
    """Somebody has looked through what the notice speaks of."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._note = Note("warning", flat=True)
        self._notices: dict[str, tuple[str, str, Tone]] = {}
        self._shown = ""
        self._look_offered = False
        self._look = Button(tr("I have looked\u2026"), size=28)
        self._look.setObjectName("have_looked")
        self._look.clicked.connect(self.looked)
        self._next = Button("", size=28, key="Alt N")
        self._next.setObjectName("next_notice")
        self._next.clicked.connect(self.show_next)
        self._note.add(self._look)
        self._note.add(self._next)
        self.setLayout(row(self._note, margins=(0, 0, 0, 8)))
        self._show("")

    def show_notice(self, text: str, more: str, tone: Tone, about: str) -> None:
        """Say this about a thing, or take back what was said about it, with an empty text."""
        before = self._notices.get(about)
        if text:
            self._notices[about] = (text, more, tone)
        else:
            self._notices.pop(about, None)
        # What is only said once more takes nothing off the screen that is being read.
        is_news = before is None or about not in self._notices
        self._show(min(self._notices, default="") if is_news else self._shown)

    def show_next(self) -> None:
        """Show the notice after the one on screen, behind the last one the first."""
        if self._notices:
            names = sorted(self._notices)
            self._show(names[(names.index(self._shown) + 1) % len(names)])

    def offer_look(self, *, offered: bool) -> None:
        """Offer to say that somebody has looked through what the notice about nothing in particular says."""
        self._look_offered = offered
        self._show(self._shown)

    def _show(self, about: str) -> None:
        text, more, tone = self._notices.get(about, ("", "", "warning"))
        self._shown = about
        self._note.set_tone(tone)
        self._note.show_words(text, more)
        self._look.setVisible(self._look_offered and (not about or "" not in self._notices))
        names = sorted(self._notices)
        if text:
            self._next.set_label(tr("{number} of {count}", number=names.index(about) + 1, count=len(names)))
            say(self._next.setAccessibleName, tr("Next notice"))
        self._next.setVisible(len(names) > 1)
        self.setVisible(bool(text))
