"""Offers the newest scan of the watched folder for the current passenger; never attached automatically."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.language import joined, mark, tr
from app.ui.documents import actions
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label, set_tip
from app.ui.kit.controls.buttons import Button

_WATCH, _STOP = mark("Watch a scan folder\u2026"), mark("Stop watching")


class ScanLine(QWidget):
    """The offered scan with its actions; hidden when no copy is needed."""

    attach_asked = Signal()
    """Emitted to attach the scan."""
    dismiss_asked = Signal()
    """Emitted to dismiss the scan."""
    watch_asked = Signal()
    """Emitted to watch another folder, or none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("scan_line")
        self._glyph = Icon("scan-line", 16, "text2")
        self._words = Label(role="caption", elides=True)
        self._words.setObjectName("scan_words")
        self._attach = Button(actions.ATTACH_SCAN, size=28)
        self._attach.setObjectName("attach_scan")
        self._dismiss = Button(tr("Leave it"), "quiet", size=28)
        self._dismiss.setObjectName("dismiss_scan")
        self._watch = Button(tr(_WATCH), "quiet", size=28)
        self._watch.setObjectName("watch_scans")
        said = row(self._glyph, gap=8)
        said.addWidget(self._words, 1)
        self._said = held(said)
        self._watch.set_side(8, 6)
        buttons = row(self._attach, self._dismiss, None, self._watch, gap=4)
        self.setLayout(column(self._said, buttons, gap=4))
        self._attach.clicked.connect(self.attach_asked)
        self._dismiss.clicked.connect(self.dismiss_asked)
        self._watch.clicked.connect(self.watch_asked)
        self.show_nothing()

    def show_scan(self, name: str, age: str) -> None:
        """Offer a file with its age."""
        self._show(joined(", ", (name, age)), is_offer=True)

    def show_problem(self, sentence: str) -> None:
        """Show why the folder cannot be read."""
        self._show(sentence, is_offer=False)

    def show_nothing(self) -> None:
        """Offer nothing."""
        for each in (self._said, self._attach, self._dismiss):
            each.hide()

    def show_watched(self, folder: str) -> None:
        """Show the watched folder, empty for none."""
        self._watch.set_label(tr(_STOP if folder else _WATCH))
        set_tip(self._watch, folder)

    def _show(self, words: str, *, is_offer: bool) -> None:
        self._words.setText(words)
        self._words.set_ink("text" if is_offer else "warning")
        self._glyph.set_icon(
            "scan-line" if is_offer else "triangle-alert", "text2" if is_offer else "warning"
        )
        self._attach.setVisible(is_offer)
        self._dismiss.setVisible(is_offer)
        self._said.show()
