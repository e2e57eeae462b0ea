"""The blocks of a section of the settings: a name and what it is for at the left, controls at the right."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import Thing, column, held, row
from app.ui.kit.basics.text import Label

NAMES_WIDTH, CONTROLS_WIDTH = 220, 520
_GAP, _AIR, _LINE_GAP = 40, 22, 16


def block(title: str, what: str, *controls: Thing) -> QHBoxLayout:
    """One block, which gets a hairline below it in `blocks`."""
    names = held(column(Label(title, "heading"), 4, Label(what, "body", "text2", wraps=True), None))
    names.setFixedWidth(NAMES_WIDTH)
    side = held(column(*controls, None, gap=_LINE_GAP))
    side.setMaximumWidth(CONTROLS_WIDTH)
    line = row(names, gap=_GAP, margins=(0, _AIR, 0, _AIR), top=True)
    line.addWidget(side, CONTROLS_WIDTH)
    line.addStretch(1)
    return line


def blocks(*each: QHBoxLayout) -> QVBoxLayout:
    """Blocks below each other, each with its hairline."""
    whole = column()
    for one in each:
        whole.addLayout(one)
        whole.addWidget(Hairline())
    whole.addStretch(1)
    return whole


def setting(name: str, control: QWidget, more: str = "") -> QHBoxLayout:
    """A name with a note, and its control at the right end."""
    words = column(Label(name, "bodyStrong"))
    if more:
        words.addWidget(Label(more, "caption", "text2", wraps=True))
    line = row(gap=16)
    line.addLayout(words, 1)
    line.addWidget(control)
    return line
