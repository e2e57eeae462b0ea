"""The command palette: trips, bookings and actions by a few letters."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model.typed_text import words
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.line_edit import RoleEdit
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.modal_question import QuestionAnswer, QuestionWords
from app.ui.kit.sheets.modal_sheet import ModalSheet, raised_panel
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.theme import style
from app.ui.window import actions
from app.ui.window.palette_list import PaletteList
from app.ui.window.palette_model import (
    EntryIndex,
    LineView,
    PaletteEntry,
    PaletteModel,
    WordRow,
    identity,
    matches,
    sections,
)

__all__ = ["EntryIndex", "Palette", "PaletteEntry"]
WIDTH = 640
_FROM_TOP, _HEAD, _ROOM_BELOW = 88, 51, 16
_NOTHING = mark("Nothing matches. Ctrl F filters the list on screen.")
_NOT_SEARCHED = mark("Passengers of trips older than a month are not searched.")
_ACTIONS_ONLY = ">"
_ALL_LINES, _THIS_LINE = "lines", "line"
_MAY_BE_LINE = re.compile(r"\S\s+\S|\d\D")
_LINE_BELOW, _LINE_WIDTH = 3, 2
_STROKES = {"plain": Qt.PenStyle.SolidLine, "guessed": Qt.PenStyle.DotLine, "wrong": Qt.PenStyle.DashLine}
_PLAIN = Qt.KeyboardModifier.NoModifier | Qt.KeyboardModifier.KeypadModifier


class LineReader(Protocol):
    """Reads lines of words."""

    async def begin(self) -> None:
        """Take up what lines are read with."""
        ...

    def view(self, typed: str) -> LineView | None:
        """What a line was understood as so far; None for one that is none of these."""
        ...

    async def look_up(self, typed: str) -> bool:
        """Look for what the line needs; returns whether it is to be read again."""
        ...


Known = Callable[[str], Iterable[PaletteEntry]]
Asked = Callable[[str], Awaitable[Iterable[PaletteEntry]]]


class Palette(ModalSheet):
    """Searches while typing. Enter runs the chosen entry after the palette has closed.

    `entries(typed)` returns immediate matches at each keystroke; `ask(typed)` may add bookings later, and
    the latest answer counts. Both get the typed text without the sign for actions only; `ask` is not called
    with that sign or without text. What `quick` reads as a line of words is shown instead of the trips and
    actions; Enter waits until all that the line needs was looked up.
    """

    own_actions = actions.PALETTE

    words_asked = Signal()
    """Emitted to show which words a line may have."""

    def __init__(
        self,
        window: QWidget,
        entries: Known,
        ask: Asked | None = None,
        *,
        quick: LineReader | None = None,
        net_shown: bool = False,
    ) -> None:
        self._entries, self._ask, self._quick = entries, ask, quick
        self._view: LineView | None = None
        self._late: tuple[PaletteEntry, ...] = ()
        self._tasks = TaskScope(lambda name, error: hand_to_loop(f"{name} of Palette", error))
        self._loading = TaskScope(lambda name, error: hand_to_loop(f"{name} of Palette", error))
        self._has_begun = self._is_hurried = False
        self._awaited: set[str] = set()
        """What Enter waits for: the reading of what lines need, and of this line."""
        self._model = PaletteModel(net_shown=net_shown)
        super().__init__(window, tr("Search"))
        # The palette's own: one of the window would outlive it, each time.
        self._announcer = Announcer(self)
        self.setObjectName("palette")
        self._field.textChanged.connect(self._search)
        self._field.steered.connect(self._steer)
        self._list.picked.connect(self._run)
        self._list.current_changed.connect(self._tell_current)
        for end in (self.closed, self.destroyed):
            end.connect(self._tasks.cancel_all)
            end.connect(self._loading.cancel_all)
        self._search()

    @override
    def _first(self) -> QWidget:
        return self._field

    def begin(self, typed: str) -> None:
        """Begin with what was typed elsewhere."""
        self._field.setText(typed)

    def search_again(self) -> None:
        """Show what is found by now for what was typed; the choice stays."""
        self._show_again()
        if self._quick is not None and self._has_begun:
            self._load(self._quick)

    def show_net(self, *, shown: bool) -> None:
        """Show or hide the values of the wallet side."""
        self._model.show_net(shown=shown)
        self._tell_current()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Ignore Tab: everything is reached from the field."""
        return True

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def _button(self, answer: QuestionAnswer) -> Button:
        button = super()._button(answer._replace(kind="quiet"))
        name = button.label
        button.set_label("")
        button.set_side(4, 0)
        button.setAccessibleName(name)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return button

    @override
    def _build(self, question: QuestionWords) -> None:
        self._field, self._list = PaletteField(), PaletteList(self._model)
        nothing = called("palette_nothing", Label(tr(_NOTHING), "body", "text2"))
        words = column(None, nothing, Label(tr(_NOT_SEARCHED), "caption", "text3"), None)
        self._nothing = held(row(held(words), None, margins=(20, 0, 20, 0)))
        self._body = QStackedWidget()
        for each in (self._list, self._nothing):
            self._body.addWidget(each)
        head = row(Icon("search", 18, "text"), (self._field, 1), gap=10, margins=(16, 0, 11, 0))
        head.addWidget(self._buttons[0])
        self._head = held(head)
        self._foot = _Foot(
            (actions.CHOOSE_FOUND, tr("Choose")),
            (actions.GO_THERE, tr("Go there")),
            None,
            tr("Type > for actions only"),
            tells_all=False,
        )
        self._line_foot = _line_foot(tr("Other reading"), tr("Open filled"))
        self._choosing_foot = _line_foot(tr("Choose"), tr("Take it"))
        self._notice = called("line_notice", MessageBox("warning"))
        self._notice_part = held(column(self._notice, margins=(12, 10, 12, 0)))
        self._notice_part.hide()
        panel = raised_panel("", "palette_panel")
        panel.setFixedWidth(WIDTH)
        head_and_body = self._head, Hairline(), self._notice_part, self._body
        feet = self._foot, self._line_foot, self._choosing_foot
        panel.setLayout(column(*head_and_body, *feet, margins=(1, 1, 1, 1)))
        self.setLayout(column(_FROM_TOP, row(None, panel, None), None))

    def _search(self) -> None:
        text = self._field.text()
        actions_only = text.startswith(_ACTIONS_ONLY)
        typed = text.removeprefix(_ACTIONS_ONLY).strip()
        self._is_hurried = False
        self._tasks.cancel_all()
        self._awaited.discard(_THIS_LINE)
        # Until the new answer is there, former matches stay if they still fit.
        self._late = tuple(each for each in self._late if typed and matches(typed, each))
        self._show()
        if self._ask is not None and typed and not actions_only:
            self._tasks.start("ask", self._add(self._ask, typed))
        if self._quick is None or actions_only:
            return
        if not self._has_begun and (self._view is not None or _MAY_BE_LINE.search(typed)):
            # Most of what is looked for is no line, and needs none of this.
            self._has_begun = True
            self._load(self._quick)
        elif self._view is not None:
            self._awaited.add(_THIS_LINE)
            self._tasks.start(_THIS_LINE, self._look_up(self._quick, _THIS_LINE))

    def _load(self, quick: LineReader) -> None:
        self._awaited.add(_ALL_LINES)
        self._loading.start(_ALL_LINES, self._begin(quick))

    async def _begin(self, quick: LineReader) -> None:
        try:
            await quick.begin()
        except Exception:
            self._awaited.discard(_ALL_LINES)
            raise
        await self._look_up(quick, _ALL_LINES)

    async def _look_up(self, quick: LineReader, awaited: str) -> None:
        try:
            self._show(chosen=self._list.moved_to)
            while await quick.look_up(self._field.text()):
                self._show(chosen=self._list.moved_to)
        except Exception:
            self._awaited.discard(awaited)
            raise
        self._awaited.discard(awaited)
        if self._is_hurried and not self._awaited:
            # Enter was pressed while the line was still being read.
            self._open()

    async def _add(self, ask: Asked, typed: str) -> None:
        self._late = tuple(await ask(typed))
        self._show_again()

    def _show_again(self) -> None:
        self._show(chosen=self._list.current)

    def _show(self, *, chosen: PaletteEntry | None = None) -> None:
        text = self._field.text()
        actions_only = text.startswith(_ACTIONS_ONLY)
        typed = text.removeprefix(_ACTIONS_ONLY).strip()
        line = None if self._quick is None or actions_only else self._quick.view(text)
        # What was booked is looked for by a line, too.
        known = self._late if line and line.words else (*self._entries(typed), *self._late)
        found = {identity(each): each for each in known}
        sorted_rows = sections(found.values(), actions_only=actions_only, typed=typed)
        rows = (*(line.rows if line else ()), *sorted_rows)
        self._view = line
        self._show_line()
        self._list.show_rows(rows, chosen)
        self._body.setCurrentWidget(self._list if rows else self._nothing)
        self._fit()

    def _show_line(self) -> None:
        """Show beside the rows whether they are those of a line of words."""
        words = () if self._view is None else self._view.words
        self._field.mark(words)
        is_choosing = self._view is not None and self._view.is_choosing
        self._foot.setVisible(not words)
        self._line_foot.setVisible(bool(words) and not is_choosing)
        self._choosing_foot.setVisible(bool(words) and is_choosing)
        notice = "" if self._view is None else self._view.notice
        self._notice.show_words(notice)
        self._notice_part.setVisible(bool(notice))

    def _fit(self) -> None:
        """Set the height for the matches, limited by the window."""
        self._head.setFixedHeight(_HEAD)
        notice = 0 if self._notice_part.isHidden() else self._notice_part.sizeHint().height()
        around = _FROM_TOP + _HEAD + notice + style.HINT_LINE[0] + _ROOM_BELOW
        wanted = self._list.content_height if self._list.current is not None else _HEAD
        self._body.setFixedHeight(max(_HEAD, min(wanted, self.height() - around)))
        self.lay_out()
        self._list.show_current()

    def _steer(self, key: Qt.Key) -> None:
        if key == Qt.Key.Key_F1:
            self.dismiss()
            self.words_asked.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._run()
        elif key == Qt.Key.Key_Home:
            self._list.to_first()
        elif key == Qt.Key.Key_End:
            self._list.to_last()
        else:
            page = self._list.page
            steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -page}
            self._list.step(steps.get(key, page))

    def _run(self) -> None:
        """Run the chosen entry; of a line, once all that it needs was looked up."""
        self._is_hurried = bool(self._awaited)
        if not self._awaited:
            self._open()

    def _open(self) -> None:
        entry = self._list.current
        if entry is None:
            return
        if entry.stays:
            entry.act()
            self._search()
            return
        self.dismiss()
        entry.act()

    def _tell_current(self) -> None:
        """Give the chosen row's text to the field, where the focus of a screen reader stays."""
        entry = self._list.current
        nothing = joined(" ", (tr(_NOTHING), tr(_NOT_SEARCHED)))
        spoken = nothing if entry is None else entry.spoken(net_shown=self._model.net_shown)
        if self._view is not None:
            spoken = joined(" ", (self._view.notice, self._view.spoken, spoken))
        self._field.setAccessibleDescription(spoken)
        self._announcer.tell(spoken)


def _line_foot(up_down: str, enter: str) -> _Foot:
    """The foot while a line of words is read, hidden at first."""
    keys = (actions.CHOOSE_FOUND, up_down), (actions.GO_THERE, enter)
    words, nothing = (actions.SHOW_WORDS, tr("Words it knows")), tr("Nothing is booked here")
    foot = _Foot(*keys, words, None, nothing, tells_all=False)
    foot.hide()
    return foot


class _Foot(HintLine):
    """The hint line with the panel's round corners below."""

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(self.rect())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(style.tokens().sunken)
        radius = style.RADIUS - 1
        painter.drawRoundedRect(QRect(0, -radius, self.width(), self.height() + radius), radius, radius)


class PaletteField(RoleEdit):
    """The field, which passes on keys that move over the rows."""

    steered = Signal(object)
    """Emitted with a key for the rows: Up, Down, Home, End, Page, or Enter."""

    _ROWS = frozenset(
        {
            Qt.Key.Key_Up,
            Qt.Key.Key_Down,
            Qt.Key.Key_Home,
            Qt.Key.Key_End,
            Qt.Key.Key_PageUp,
            Qt.Key.Key_PageDown,
            Qt.Key.Key_Return,
            Qt.Key.Key_Enter,
            Qt.Key.Key_F1,
        }
    )
    _ONCE = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})

    def __init__(self) -> None:
        super().__init__("lead", is_bare=True)
        self.setObjectName("palette_field")
        self.setAccessibleName(tr("Search trips, bookings and actions"))
        self.setPlaceholderText(tr("Search trips, bookings, actions"))
        self.take_by(words, 200)
        self._marked: tuple[WordRow, ...] = ()

    def mark(self, words: tuple[WordRow, ...]) -> None:
        """Draw a line under these words: solid, dotted where it was guessed, dashed where left out."""
        self._marked = words
        self.update()

    @override
    @guarded
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        super().paintEvent(arg__1)
        if not self._marked or not self.text():
            return
        painter, colours = QPainter(self), style.tokens()
        inks = {"plain": colours.accent, "guessed": colours.warning, "wrong": colours.danger}
        begin = self.cursorRect().center().x() - self._width_to(self.cursorPosition())
        below = self.rect().center().y() + self.fontMetrics().height() // 2 + _LINE_BELOW
        for each in self._marked:
            pen = QPen(inks[each.tone], _LINE_WIDTH)
            pen.setStyle(_STROKES[each.tone])
            painter.setPen(pen)
            left, right = begin + self._width_to(each.start), begin + self._width_to(each.end)
            painter.drawLine(left + _LINE_WIDTH, below, right - 1, below)
        painter.end()

    def _width_to(self, place: int) -> int:
        """How far into the text a letter begins, in pixels."""
        return self.fontMetrics().horizontalAdvance(self.text()[:place])

    @override
    def event(self, arg__1: QEvent) -> bool:
        """Take F1 before the window's own shortcut does."""
        is_override = arg__1.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(arg__1, QKeyEvent) and arg__1.key() == Qt.Key.Key_F1:
            arg__1.accept()
            return True
        return super().event(arg__1)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        is_plain = not event.modifiers() & ~_PLAIN
        if key not in self._ROWS or not (is_plain or key in self._ONCE):
            super().keyPressEvent(event)
        elif is_plain and not (key in self._ONCE and event.isAutoRepeat()):
            self.steered.emit(key)
