"""A box for an important sentence: warning, danger, success."""

from __future__ import annotations

from typing import Literal

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.box import Box, Ground, Line
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.basics.text import Label, Run, Words, made, set_tip
from app.ui.theme import style
from app.ui.theme.style import Ink

Tone = Literal["warning", "danger", "success", "accent"]
_LOOKS: dict[Tone, tuple[Ground, Line | None, str, Ink]] = {
    "warning": ("warning_soft", "warning_line", "triangle-alert", "warning_mark"),
    "danger": ("danger_soft", "danger_line", "circle-alert", "danger"),
    "success": ("success_soft", None, "circle-check", "success"),
    "accent": ("accent_soft", None, "info", "accent"),
}


class MessageBox(Box):
    """An icon, a sentence and more text below it; `add` puts a button beside or below.

    A `flat` one has all on one line, the sentence first and heavier; only a folded one never takes more.
    """

    def __init__(
        self, tone: Tone, text: str = "", more: str = "", *, icon: str = "", flat: bool = False
    ) -> None:
        ground, line, usual, ink = _LOOKS[tone]
        super().__init__(ground, line, radius=style.RADIUS)
        self._glyph = Icon(icon or usual, 16, ink, stroke=1.9, above=0 if flat else 2)
        self._is_flat = flat
        self._given: tuple[Words, Words] = ("", "")
        self._announcer = Announcer(self, is_urgent=tone == "danger")
        self._text = Label("", wraps=True)
        self._more = Label("", "caption", "text2", wraps=True)
        self._folded = Label("", "bodyHeavy", elides=True)
        self._folded.hide()
        # One line is centred beside the buttons.
        lines = (None, self._text, self._folded, self._more, None) if flat else (self._text, self._more)
        self._words = column(*lines)
        edge = 8 if flat else 11
        self._row = row(self._glyph, (self._words, 1), gap=10, margins=(13, edge, 13, edge), top=not flat)
        self.setLayout(self._row)
        self.show_words(text, more)

    def set_tone(self, tone: Tone) -> None:
        """Change the tone."""
        ground, line, icon, ink = _LOOKS[tone]
        self.set_ground(ground, line)
        self._glyph.set_icon(icon, ink)
        self._announcer.interrupt(is_urgent=tone == "danger")

    def begin_day(self) -> None:
        """Make words with a time in them again, since another day has begun."""
        if not all(isinstance(each, str) for each in self._given):
            self.show_words(*self._given)

    def show_words(self, text: Words, more: Words = "") -> None:
        """Change the text; with `more`, the sentence is its heading."""
        self._given = text, more
        text, more = made(text), made(more)
        if self._is_flat:
            self._text.set_runs(Run(text, "bodyHeavy"), Run(" "), Run(more, "body", "text2"))
            self._folded.setText(joined(" ", (text, more)))
            set_tip(self._folded, self._folded.text())
        else:
            self._text.setText(text)
            self._text.set_role("bodyStrong" if more else "body")
        self._more.setText(more)
        self._more.setVisible(bool(more) and not self._is_flat)
        self.setAccessibleName(joined(" ", (text, more)))
        self._announcer.tell(text, more)

    def fold(self, *, folded: bool) -> None:
        """Have a flat one on one line alone, whose end may be cut: a tooltip has all of it."""
        self._text.setVisible(not folded)
        self._folded.setVisible(folded)

    @property
    def is_cut(self) -> bool:
        """Whether it is folded and has less room than its words."""
        room = self.width() - self._row.minimumSize().width()
        return not self._folded.isHidden() and room < self._folded.sizeHint().width()

    def add(self, widget: QWidget, *, beneath: bool = False) -> None:
        """Add a widget at the right end, or below the words."""
        if beneath:
            self._words.addWidget(widget)
        else:
            self._row.addWidget(widget)


class Notice(MessageBox):
    """A box that is there only while it has something to say."""

    @override
    def show_words(self, text: Words, more: Words = "") -> None:
        super().show_words(text, more)
        self.setVisible(bool(text))
