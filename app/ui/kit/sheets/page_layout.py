"""The regions of a sheet: header, scrolling part, right pane, hint line and action bar."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.actions import Action, Key
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.key_cap import KeyCap, key_caps
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.mixin import Restyled
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import IconButton
from app.ui.kit.lists.overlay_scroll_bar import OverlayScrollBar
from app.ui.theme import style

_KEYS_UP_TO, _CROWDED = 115, 1100
Hint = tuple[Action | Key, str]
"""Keys and their texts."""


class SheetHeader(QWidget):
    """A title with an optional line below it; `back` adds the arrow.

    `beside` follows the title, `ends` are at the right.
    """

    went_back = Signal()
    """Emitted when the arrow is pressed."""

    def __init__(
        self,
        title: str = "",
        subtitle: str = "",
        *ends: QWidget,
        back: bool = False,
        beside: tuple[QWidget, ...] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._title = Label("", "heading", elides=True)
        self._subtitle = Label("", "caption", "text3", elides=True)
        line = row(gap=12, margins=(20, 0, 16, 0))
        if back:
            arrow = IconButton("arrow-left", tr("Back"))
            arrow.setObjectName("back")
            arrow.clicked.connect(self.went_back)
            line.setContentsMargins(14, 0, 16, 0)
            line.addWidget(arrow)
        line.addWidget(held(column(None, self._title, self._subtitle, None)), 0 if beside else 1)
        for thing in beside:
            line.addWidget(thing)
        if beside:
            line.addStretch(1)
        for end in ends:
            line.addWidget(end)
        whole = column()
        whole.addLayout(line, 1)
        whole.addWidget(Hairline())
        self.setLayout(whole)
        self.setFixedHeight(style.SHEET_HEADER)
        self.set_title(title, subtitle)

    def set_title(self, title: str, subtitle: str = "") -> None:
        """Change the words."""
        self._title.setText(title)
        self._subtitle.setText(subtitle)
        self._subtitle.setVisible(bool(subtitle))


class Scroller(QScrollArea):
    """A part that scrolls vertically when it does not fit, with the bar over it or beside it."""

    def __init__(self, content: QWidget, *, bar_beside: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        self._content = content
        self.setWidget(content)
        content.setAutoFillBackground(False)
        if not bar_beside:
            OverlayScrollBar(self)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._content.setMaximumWidth(self.viewport().width())

    def take_key(self, key: int, line: int) -> bool:
        """Scroll by a key, an arrow by `line` pixels. Returns False for other keys."""
        bar = self.verticalScrollBar()
        moves = {
            Qt.Key.Key_Up: -line,
            Qt.Key.Key_Down: line,
            Qt.Key.Key_PageUp: -bar.pageStep(),
            Qt.Key.Key_PageDown: bar.pageStep(),
            Qt.Key.Key_Home: -bar.maximum(),
            Qt.Key.Key_End: bar.maximum(),
        }
        move = moves.get(Qt.Key(key))
        if move is not None:
            bar.setValue(bar.value() + move)
        return move is not None


class Pane(QWidget):
    """The fixed column at the right with its hairline; `body` is its layout."""

    def __init__(self, width: int = style.PANE_WIDE, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(width)
        self.body = QVBoxLayout()
        self.body.setSpacing(0)
        self.body.setContentsMargins(0, 0, 0, 0)
        line = row(gap=0)
        line.addWidget(Hairline(down=True))
        line.addLayout(self.body, 1)
        self.setLayout(line)


def split_sheet(*above: QWidget, left: Sequence[QWidget], pane: QWidget) -> QVBoxLayout:
    """The layout of a sheet: a header, and below it the left side, whose first part grows, and the pane."""
    side = column(*left)
    side.setStretch(0, 1)
    split = row(side)
    split.setStretch(0, 1)
    split.addWidget(pane)
    lines = column(*above, split)
    lines.setStretch(len(above), 1)
    return lines


class ActionBar(Box):
    """The buttons at the lower edge, which do not scroll."""

    def __init__(self, *things: QWidget | None, stacked: bool = False, parent: QWidget | None = None) -> None:
        super().__init__("surface", parent=parent)
        if stacked:
            inner = column(*things, gap=8, margins=(20, 14, 20, 14))
        else:
            inner = row(*things, gap=12, margins=(20, 12, 20, 12))
        whole = column(Hairline())
        whole.addLayout(inner, 1)
        self.setLayout(whole)
        self.setMinimumHeight(style.ACTION_BAR)
        # Fixed would cut off words that wrap.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)


class HintLine(Restyled, Box):
    """Keys with their texts, and a note, in small letters at the foot of a list.

    In the largest text on a small screen the keys are hidden in favour of the note.
    """

    def __init__(self, *things: str | Hint | QWidget | None, parent: QWidget | None = None) -> None:
        super().__init__("sunken", parent=parent)
        line = row(gap=16, margins=(20, 0, 16, 0))
        self._keys: list[QWidget] = []
        self._informs = any(isinstance(thing, str | QWidget) for thing in things)
        for thing in things:
            if thing is None:
                line.addStretch(1)
                continue
            hint = _hint(thing)
            line.addWidget(hint)
            if isinstance(thing, tuple):
                self._keys.append(hint)
        whole = column(Hairline())
        whole.addLayout(line, 1)
        self.setLayout(whole)
        self.setFixedHeight(style.HINT_LINE)
        self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def _fit(self) -> None:
        is_crowded = style.text_size() > _KEYS_UP_TO and self.width() < _CROWDED
        for hint in self._keys:
            hint.setVisible(not (is_crowded and self._informs))


def _hint(thing: str | Hint | QWidget) -> QWidget:
    if isinstance(thing, QWidget):
        return thing
    if isinstance(thing, str):
        return Label(thing, "caption", "text3")
    keys, text = thing
    caps = key_caps(keys) if isinstance(keys, Action) else KeyCap(keys)
    return held(row(caps, Label(text, "caption", "text3"), gap=6))
