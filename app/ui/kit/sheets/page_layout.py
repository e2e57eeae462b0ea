"""The regions of a sheet: header, scrolling part, right pane, hint line and action bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, cast, runtime_checkable

from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QBoxLayout,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.actions import SHOW_KEYS, Action, Key, acts
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.key_cap import KeyCap, key_caps, key_words
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.native_style import dress_bars
from app.ui.kit.basics.room import Lowered, Roomy, Width
from app.ui.kit.basics.text import Label, set_tip
from app.ui.kit.controls.buttons import Button, IconButton
from app.ui.kit.lists.overlay_scroll_bar import OverlayScrollBar
from app.ui.theme import style

_HINT_GAP, _CLOSE_GAP, _KEY_GAP, _AROUND_FOCUS, _AROUND_SHOWN = 16, 10, 6, 28, 16
_HINT_SIDES = (20, 0, 16, 0)
Hint = tuple[Action | Key, str]
"""Keys and their texts."""


class SheetHeader(Lowered, QWidget):
    """A title with an optional line below it; `back` is what its arrow does, `sign` an icon before the title.

    `beside` follows the title, `ends` are at the right.
    """

    def __init__(
        self,
        title: str = "",
        subtitle: str = "",
        *ends: QWidget,
        back: Callable[[], object] | None = None,
        sign: QWidget | None = None,
        beside: tuple[QWidget, ...] = (),
    ) -> None:
        super().__init__()
        self._title = Label("", "heading", elides=True)
        self._subtitle = Label("", "caption", "text3", elides=True)
        self._folded: tuple[QWidget, str] | None = None
        line = row(gap=12, margins=(20, 0, 16, 0))
        if back is not None:
            arrow = called("back", IconButton("arrow-left", tr("Back")))
            arrow.clicked.connect(back)
            line.setContentsMargins(14, 0, 16, 0)
            line.addWidget(arrow)
        if sign is not None:
            line.addWidget(sign)
        line.addWidget(held(column(None, self._title, self._subtitle, None)), 0 if beside else 1)
        for thing in beside:
            line.addWidget(thing)
        if beside:
            line.addStretch(1)
        for end in ends:
            line.addWidget(end)
        self.setLayout(column((line, 1), Hairline()))
        self.keep_heights(style.SHEET_HEADER)
        self.set_title(title, subtitle)

    def set_title(self, title: str, subtitle: str = "") -> None:
        """Change the words."""
        self._title.setText(title)
        self._subtitle.setText(subtitle)
        self._subtitle.setVisible(bool(subtitle))

    def fold(self, beside: QWidget, words: str) -> None:
        """Have words below the title in place of what is beside it, where the window is not wide."""
        self._folded = beside, words
        self.follow_room()

    @override
    def follow_room(self) -> None:
        super().follow_room()
        if self._folded is not None:
            beside, words = self._folded
            beside.setVisible(self.room.is_wide)
            self.set_title(self._title.text(), "" if self.room.is_wide else words)


class Scroller(Ringed, QScrollArea):
    """A part that scrolls vertically when it does not fit, with the bar over it or beside it.

    With the keyboard, which no Tab gives it, arrows scroll it.
    """

    def __init__(self, content: QWidget, *, bar_beside: bool = False, passes_keys: bool = False) -> None:
        """`passes_keys`: keys that scroll are left to what is around it."""
        super().__init__()
        self._passes_keys = passes_keys
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        self._content = content
        self.setWidget(content)
        content.setAutoFillBackground(False)
        if bar_beside:
            dress_bars(self)
        else:
            OverlayScrollBar(self)
        self._kept: QWidget | None = None
        """What has got the keyboard and is kept in sight until somebody scrolls."""
        bar = self.verticalScrollBar()
        bar.actionTriggered.connect(self._let_go)
        # An error below a field, or anything else that is shown, makes the content longer: after its layout.
        bar.rangeChanged.connect(lambda: QTimer.singleShot(0, self, self._keep_laid_out))
        cast("QApplication", QApplication.instance()).focusChanged.connect(self._follow_focus)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        # Less than its least would have Qt size it for ever. Set first: what gets the keyboard before the
        # next layout is scrolled to where it stands in content of this width.
        least = self._content.minimumSizeHint().width()
        self._content.setMaximumWidth(max(self.viewport().width(), least))
        super().resizeEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._passes_keys:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Scroll what has got the keyboard into sight; Qt does so for Tab alone.

        Not by the pointer: what is pressed would move away from under it.
        """
        is_pressed = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        is_here = now is not None and self.isVisible() and self._content.isAncestorOf(now)
        self._kept = now if is_here and not is_pressed else None
        self._keep_in_sight()

    def _keep_laid_out(self) -> None:
        # Only a field has something said below it; a table brings its own cells.
        if self._kept is not None and _field_of(self._kept) is not None:
            self._keep_in_sight()

    def _keep_in_sight(self) -> None:
        now = self._kept
        if now is None or not now.hasFocus():
            return
        if (field := _field_of(now)) is not None:
            # With the caption over it, and what is said below it.
            self.ensureWidgetVisible(field, 0, _AROUND_SHOWN)
        self.ensureWidgetVisible(now, 0, _AROUND_FOCUS)

    def _let_go(self) -> None:
        self._kept = None

    def bring(self, part: QWidget, within: QRect | None = None) -> None:
        """Scroll to a part that was just shown, or to a place in one, after the content has grown."""
        content = self._content
        if self._kept is not None and not part.isAncestorOf(self._kept):
            self._kept = None
        if within is not None:
            top = part.mapTo(content, within.topLeft()).y()
            for edge in (top, top + within.height()):
                self.ensureVisible(0, edge, 0, _AROUND_SHOWN)
            return
        height = max(content.heightForWidth(content.width()), content.sizeHint().height())
        content.resize(content.width(), max(height, content.height()))
        self.ensureWidgetVisible(part, 0, _AROUND_SHOWN)

    def show_top(self) -> None:
        """Scroll to the beginning, whatever has the keyboard."""
        self._kept = None
        self.verticalScrollBar().setValue(0)

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
            self._kept = None
            bar.setValue(bar.value() + move)
        return move is not None


def _field_of(edit: QWidget) -> QWidget | None:
    """The field of which this is the part that has the keyboard; None for anything else."""
    whole = edit.parentWidget()
    return whole if whole is not None and whole.focusProxy() is edit else None


def show_part(parts: QStackedWidget, part: QWidget) -> None:
    """Show one of the parts, which takes over the keyboard of the former one before that goes.

    Qt would pass it on through whatever stands beside, and each is heard.
    """
    focused = QApplication.focusWidget()
    if parts.currentWidget() is not part and focused is not None and parts.isAncestorOf(focused):
        part.setGeometry(parts.rect())
        part.show()
        part.setFocus()
    parts.setCurrentWidget(part)


def bring_into_sight(part: QWidget, within: QRect | None = None) -> None:
    """Scroll what is around a part that was just shown, so that it, or a place in it, can be seen."""
    around = part.parentWidget()
    while around is not None and not isinstance(around, Scroller):
        around = around.parentWidget()
    if around is not None and around.isVisible():
        around.bring(part, within)


class ActionBar(Box):
    """The buttons at the lower edge, which do not scroll; stacked ones lie beside each other in a bar."""

    def __init__(self, *things: QWidget | None, stacked: bool = False) -> None:
        super().__init__("surface")
        self._hairline = Hairline()
        self._is_stacked = stacked
        self._things = column(*things, gap=8) if stacked else row(*things, gap=12)
        self.setLayout(column(self._hairline, (self._things, 1)))
        self.lie(lies=False)
        # Fixed would cut off words that wrap.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def hold(self, thing: QWidget) -> None:
        """Contain this, too, from now on until it is put elsewhere."""
        self._things.addWidget(thing, 1)

    def lie(self, *, lies: bool) -> None:
        """Lie in a bar that has its own edge, or stand (False) below a pane."""
        self._hairline.setVisible(not lies)
        self.setMinimumHeight(0 if lies else style.ACTION_BAR)
        edge = 0 if lies else 14 if self._is_stacked else 12
        side = 0 if lies else 20
        self._things.setContentsMargins(side, edge, side, edge)
        if self._is_stacked:
            way = QBoxLayout.Direction
            self._things.setDirection(way.RightToLeft if lies else way.TopToBottom)


class StandingBar(Roomy, ActionBar):
    """Words beside a button, which stands below them in a pane that is too narrow for both."""

    def __init__(self, words: QWidget, button: QWidget) -> None:
        super().__init__(words, button)
        self._button = button

    @override
    def follow_room(self) -> None:
        stands, way = self.room.step is Width.MEDIUM, QBoxLayout.Direction
        self._things.setDirection(way.TopToBottom if stands else way.LeftToRight)
        self._things.setSpacing(8 if stands else 12)
        across = QSizePolicy.Policy.Expanding if stands else QSizePolicy.Policy.Fixed
        self._button.setSizePolicy(across, QSizePolicy.Policy.Fixed)


class Squeezed(QWidget):
    """Content that is made as low as it can be before a scroller scrolls it."""

    def __init__(self, layout: QBoxLayout) -> None:
        super().__init__()
        self._lines = layout
        self.setLayout(layout)

    @override
    def heightForWidth(self, width: int) -> int:
        return self._lines.totalMinimumHeightForWidth(width)


class HintLine(Lowered, Box):
    """Keys with their texts, a note, and what a page adds, in small letters at the foot of a list.

    At its right end stands the key that shows all others, unless another line beside it or another use of
    that key forbids it (`tells_all` False).

    Where they do not fit, its word goes first, then the note, then whole hints from the right, but never the
    last one; what the page adds, such as a button, never does.
    """

    def __init__(self, *things: str | Hint | QWidget | None, tells_all: bool = True) -> None:
        super().__init__("sunken")
        self._things = line = row(gap=_HINT_GAP, margins=_HINT_SIDES)
        self._hints: list[QWidget] = []
        self._notes: list[QWidget] = []
        self._added: list[QWidget] = []
        for thing in things:
            if thing is None:
                line.addStretch(1)
                continue
            if isinstance(thing, tuple) and not _acts(thing[0]):
                continue
            hint = _hint(thing)
            line.addWidget(hint)
            kind = self._added if isinstance(thing, QWidget) else self._notes
            (self._hints if isinstance(thing, tuple) else kind).append(hint)
        self._all_keys = AllKeys()
        line.addWidget(self._all_keys)
        if not tells_all:
            self._all_keys.hide()
        # A layout of labels alone takes no more than their height, and the hairline would leave the top.
        self.setLayout(column(Hairline(), (held(line), 1)))
        usual, low = style.HINT_LINE
        has_button = any(isinstance(each, Button) for each in self._added)
        self.keep_heights((usual, usual if has_button else low))

    @override
    def follow_room(self) -> None:
        super().follow_room()
        if self.room.is_flat and not self._notes and not any(map(_least_width, self._added)):
            # The list of F1 names these keys, too, and the rail has its key: the row is worth more.
            self.setFixedHeight(0)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.room.height(*self.heights))

    def _fit(self) -> None:
        """Show the note and as many whole hints as there is room for, closer to each other if need be."""
        told, keys = [*self._hints, *self._notes], self._all_keys
        added = [_least_width(each) for each in self._added if not each.isHidden()]
        room = self.width() - _HINT_SIDES[0] - _HINT_SIDES[2]

        def left(gap: int) -> int:
            return room + gap - _taken(told, gap) - sum(each + gap for each in added)

        if not keys.isHidden():
            added.append(keys.fit(left(_HINT_GAP) - _HINT_GAP))
        gap = _HINT_GAP if left(_HINT_GAP) >= 0 else _CLOSE_GAP
        self._things.setSpacing(gap)
        spare = left(gap)
        shows_notes = not self._hints or spare >= 0
        for note in self._notes:
            note.setVisible(shows_notes)
        spare += 0 if shows_notes else _taken(self._notes, gap)
        for hint in reversed(self._hints[:-1]):
            hint.setVisible(spare >= 0)
            spare += 0 if spare >= 0 else _taken([hint], gap)


@runtime_checkable
class _ShowsKeys(Protocol):
    """A window that can show all keys of what is on screen."""

    def show_keys(self) -> None: ...


class AllKeys(QAbstractButton):
    """The key that shows all keys of the screen, to be clicked, too; never in the way of the keyboard."""

    def __init__(self) -> None:
        super().__init__()
        self._cap, self._words = KeyCap(SHOW_KEYS), Label(tr("Keys"), "caption", "text3")
        self.setLayout(row(self._cap, self._words, gap=_KEY_GAP))
        self.setObjectName("all_keys")
        self.setAccessibleName(tr(SHOW_KEYS.words))
        self.setAccessibleDescription(key_words(SHOW_KEYS.painted))
        set_tip(self, tr(SHOW_KEYS.words))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumHeight(style.LEAST_TARGET)
        self.clicked.connect(self._show)

    def fit(self, room: int) -> int:
        """Show the word if there is room for it. Returns the width."""
        alone = self._cap.sizeHint().width()
        whole = alone + _KEY_GAP + self._words.sizeHint().width()
        self._words.setVisible(whole <= room)
        return whole if whole <= room else alone

    @override
    @guarded
    def paintEvent(self, e: QPaintEvent) -> None:
        """Paint nothing: what it is made of does."""

    def _show(self) -> None:
        window = self.window()
        if isinstance(window, _ShowsKeys):
            window.show_keys()


def _least_width(part: QWidget) -> int:
    """The width that a part of the line must have; a label that elides has what is left to it."""
    return (part.sizeHint() if isinstance(part, Button) else part.minimumSizeHint()).width()


def _taken(parts: Iterable[QWidget], gap: int) -> int:
    """The width of parts of a line with the gaps after them."""
    return sum(each.sizeHint().width() + gap for each in parts)


def _acts(keys: Action | Key) -> bool:
    return all(map(acts, keys.caps if isinstance(keys, Action) else (keys,)))


def _hint(thing: str | Hint | QWidget) -> QWidget:
    if isinstance(thing, QWidget):
        return thing
    if isinstance(thing, str):
        return Label(thing, "caption", "text3")
    keys, text = thing
    caps = key_caps(keys) if isinstance(keys, Action) else KeyCap(keys)
    return held(row(caps, Label(text, "caption", "text3"), gap=_KEY_GAP))
