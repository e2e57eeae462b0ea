"""Codes and replies as received, labelled, without the API key."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout

from app.core.language import joined, tr
from app.desk.model.sale import Advice
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.layouts import column, empty, row
from app.ui.kit.basics.text import Label
from app.ui.theme import style

_NAME_WIDTH = 120


def details_text(advice: Advice) -> str:
    """The advice and its details as lines to send to the operator."""
    lines = [str(advice), *(joined(": ", (name, text)) for name, text in advice.details)]
    return joined("\n", lines)


class DetailsBox(Box):
    """Names and texts below each other; hidden when there are none."""

    def __init__(self) -> None:
        super().__init__("sunken", "line", radius=style.RADIUS)
        self._rows = column(gap=4)
        origin = Label(tr("Shown as received"), "caption", "text3")
        heading = row(Label(tr("Details"), "bodyStrong"), None, origin)
        self.setLayout(column(heading, 8, self._rows, margins=(17, 13, 17, 13)))

    def show_details(self, advice: Advice) -> None:
        """Show the details of an advice; it must be in its layout already, since it may hide."""
        empty(self._rows)
        for name, text in advice.details:
            self._rows.addLayout(_line(name, text))
        self.setVisible(bool(advice.details))


def _line(name: str, text: str) -> QHBoxLayout:
    label = Label(name, ink="text3", elides=True)
    label.setFixedWidth(_NAME_WIDTH)
    return row(label, (Label(text, wraps=True), 1), gap=8, top=True)
