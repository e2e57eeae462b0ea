"""The band on every screen of practice and sandbox."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.language import mark, tr
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import row
from app.ui.kit.basics.room import Lowered
from app.ui.kit.basics.text import Label
from app.ui.kit.sheets.message_link import BandLink

HEIGHT, LOW = 32, 26


_PRACTICE = mark("Practice mode")
_PRACTICE_MORE = mark("Practice agent and practice wallet. Nothing here is sold or paid for.")
_LEAVE_PRACTICE = mark("Leave practice")
_SANDBOX = mark("Sandbox")
_SANDBOX_MORE = mark("The operator\u2019s sandbox agent with its sandbox wallet. Nothing here is real money.")
_LEAVE_SANDBOX = mark("Leave the sandbox")


class PracticeBand(Lowered, Box):
    """The band, in its own colour."""

    left = Signal()
    """Emitted to leave practice or the sandbox."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("ink", parent=parent)
        self.keep_heights((HEIGHT, LOW))
        self._glyph = Icon("flask-conical", 14, "on_ink")
        self._heading = Label("", "captionStrong", "on_ink")
        self._more = Label("", "caption", "on_ink2")
        self._leave = BandLink("")
        self._leave.setObjectName("leave_practice")
        self._leave.clicked.connect(self.left)
        margins = (24, 0, 16, 0)
        self.setLayout(row(self._glyph, self._heading, self._more, None, self._leave, gap=8, margins=margins))
        self.show_sandbox(sandbox=False)

    def show_sandbox(self, *, sandbox: bool) -> None:
        """Show the words for the sandbox, or (False) for practice."""
        self.set_ground("accent_fill" if sandbox else "ink")
        ink, quiet = ("on_accent", "on_accent") if sandbox else ("on_ink", "on_ink2")
        self._glyph.set_icon("plug" if sandbox else "flask-conical", ink)
        self._heading.set_ink(ink)
        self._more.set_ink(quiet)
        self._heading.setText(tr(_SANDBOX if sandbox else _PRACTICE))
        self._more.setText(tr(_SANDBOX_MORE if sandbox else _PRACTICE_MORE))
        self._leave.show_words(tr(_LEAVE_SANDBOX if sandbox else _LEAVE_PRACTICE), ink)
        self.setAccessibleName(tr(_SANDBOX if sandbox else _PRACTICE))
