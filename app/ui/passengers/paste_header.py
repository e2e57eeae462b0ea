"""The header of pasted columns: a button for the content of each column."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHeaderView, QWidget
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.passengers.import_columns import COLUMN_WORDS, COLUMNS, Column, ColumnGuess
from app.desk.passengers.import_vocabulary import IGNORED, MONTH_FIRST, WOMEN_AS_M
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import LEFT, draw_inner_ring, draw_text
from app.ui.kit.basics.text import plain, set_tip
from app.ui.kit.lists.suggestion_list import Suggestion, SuggestionList
from app.ui.passengers.paste_delegate import SIDE
from app.ui.passengers.paste_model import FIRST
from app.ui.theme import assets, style

HEADER = 45
_CHEVRON, _TWO_LINES, _QUESTION = 12, 3, 160
"""The last is the least width of a column with a question."""
_OPENING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_F4, Qt.Key.Key_Down})
_TAKING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Home: -len(COLUMNS), Qt.Key.Key_End: len(COLUMNS)}
_CONTROL = Qt.KeyboardModifier.ControlModifier


def column_words(guess: ColumnGuess) -> str:
    """What a column holds, or with a question mark what it may hold."""
    if not guess.is_open:
        return tr(COLUMN_WORDS[guess.column])
    if MONTH_FIRST in guess.proposals:
        return tr("Day or month first?")
    if WOMEN_AS_M in guess.proposals:
        return tr("M for men or women?")
    return tr("{content}?", content=tr(COLUMN_WORDS[guess.proposals[0]]))


class ColumnButton(QAbstractButton):
    """The content of a column; Enter, Space or Down opens the list, while the focus stays here."""

    chosen = Signal(object)
    """Emitted with a chosen `Column`."""
    went_left = Signal()
    went_right = Signal()
    reached = Signal()
    """Emitted when it gets the focus."""

    def __init__(self, place: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._place = place
        self._guess = ColumnGuess(IGNORED)
        self._why = ""
        self._list: SuggestionList | None = None
        self.setObjectName(f"paste_column_{place + 1}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(self._toggle)

    def show_column(self, guess: ColumnGuess) -> None:
        """Say what the column holds, or what it may hold, and why: by its heading, or open by its values."""
        self._guess = guess
        self._why = plain(guess.heading) or (tr("from its values") if guess.is_open else "")
        words = column_words(guess)
        self.setText(plain(words))
        name = (
            tr("Column {number} may hold: {column_words}", number=self._place + 1, column_words=words)
            if guess.is_open
            else tr("Column {number} holds: {column_words}", number=self._place + 1, column_words=words)
        )
        self.setAccessibleName(joined(", ", (name, self._why)))
        self.setAccessibleDescription(tr("Opens a list"))
        set_tip(self, guess.heading)
        self.update()

    def open_list(self) -> None:
        """Offer everything a column can hold."""
        if self._list is None:
            self._list = SuggestionList(self, "paste_choices")
            self._list.picked.connect(self._take)
        choices = [Suggestion(tr(words), "", column) for column, words in COLUMN_WORDS.items()]
        chosen = self._guess.proposals[0] if self._guess.is_open else self._guess.column
        self._list.offer(choices, chosen=COLUMNS.index(chosen))

    def close_list(self) -> None:
        """Offer nothing."""
        if self._list is not None:
            self._list.hide()

    @override
    def sizeHint(self) -> QSize:
        return QSize(_QUESTION if self._guess.is_open else 0, HEADER)

    @override
    def keyPressEvent(self, e: QKeyEvent) -> None:
        key, control = Qt.Key(e.key()), bool(e.modifiers() & _CONTROL)
        if self._list is not None and self._list.isVisible() and not control:
            self._steer(self._list, key)
        elif key in _OPENING and not control:
            if not e.isAutoRepeat():
                self.open_list()
        elif key == Qt.Key.Key_Left:
            self.went_left.emit()
        elif key == Qt.Key.Key_Right:
            self.went_right.emit()
        elif e.text().isalpha() and not control:
            self._choose_by_letter(e.text().casefold())
        else:
            e.ignore()

    @override
    def focusInEvent(self, e: QFocusEvent) -> None:
        super().focusInEvent(e)
        self.reached.emit()

    @override
    def focusOutEvent(self, e: QFocusEvent) -> None:
        super().focusOutEvent(e)
        self.close_list()

    @override
    @guarded
    def paintEvent(self, e: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        painter.fillRect(self.rect(), colours.line)
        cell = self.rect().adjusted(1, 0, 0, -1)
        painter.fillRect(cell, colours.hover if self.underMouse() else colours.sunken)
        inner = cell.adjusted(SIDE, 0, -SIDE, 0)
        words = inner.adjusted(0, 0, -_CHEVRON - 2, 0)
        if self._why:
            half = words.height() // 2
            below = words.adjusted(0, half - _TWO_LINES, 0, -_TWO_LINES)
            draw_text(painter, below, self._why, style.font("caption"), colours.text3, align=LEFT)
            words = words.adjusted(0, _TWO_LINES, 0, _TWO_LINES - half)
        ink = colours.text3 if self._guess.column == IGNORED else colours.text
        ink = colours.warning if self._guess.is_open else ink
        draw_text(painter, words, self.text(), style.font("captionStrong"), ink, align=LEFT)
        corner = QRect(inner.right() - _CHEVRON + 1, inner.center().y() - _CHEVRON // 2, _CHEVRON, _CHEVRON)
        assets.paint_icon(painter, "chevron-down", corner.topLeft(), _CHEVRON, colours.text3)
        if self.hasFocus():
            draw_inner_ring(painter, cell, colours.accent)

    def _steer(self, shown: SuggestionList, key: Qt.Key) -> None:
        if key in _STEPS:
            shown.step(_STEPS[key])
        elif key in _TAKING and shown.current is not None:
            self._take(shown.current)
        elif key == Qt.Key.Key_Escape:
            shown.hide()

    def _choose_by_letter(self, letter: str) -> None:
        """Choose the next content that begins with a letter, as in any list of choices."""
        now = COLUMNS.index(self._guess.column)
        after = [*COLUMNS[now + 1 :], *COLUMNS[: now + 1]]
        found = next((each for each in after if tr(COLUMN_WORDS[each]).casefold().startswith(letter)), None)
        if found is not None:
            self._choose(found)

    def _choose(self, column: Column) -> None:
        if column != self._guess.column or self._guess.is_open:
            self.chosen.emit(column)

    def _toggle(self) -> None:
        if self._list is not None and self._list.isVisible():
            self.close_list()
        else:
            self.open_list()

    def _take(self, choice: object) -> None:
        self.close_list()
        if isinstance(choice, Suggestion) and isinstance(choice.value, str):
            self._choose(choice.value)


class PasteHeader(QHeaderView):
    """A button over each column."""

    column_chosen = Signal(int, object)
    """Emitted with a column's index and its chosen `Column`."""
    reached = Signal(int)
    """Emitted with the index of the focused section."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.buttons: tuple[ColumnButton, ...] = ()
        self.setSectionsClickable(False)
        self.setMinimumSectionSize(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.sectionResized.connect(self.place)

    def show_columns(self, columns: Sequence[ColumnGuess]) -> None:
        """Name the columns; the buttons stay the same, so that the keyboard stays where it is."""
        if len(self.buttons) != len(columns):
            self.buttons = tuple(self._button(place) for place in range(len(columns)))
        for button, column in zip(self.buttons, columns, strict=True):
            button.show_column(column)

    def place(self) -> None:
        """Put the buttons over their columns."""
        for place, button in enumerate(self.buttons):
            section = FIRST + place
            left = self.sectionViewportPosition(section)
            button.setGeometry(left, 0, self.sectionSize(section), self.height())

    @override
    def sizeHint(self) -> QSize:
        return QSize(0, HEADER)

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        colours = style.tokens()
        painter.fillRect(rect, colours.sunken)
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), colours.line)

    def _button(self, place: int) -> ColumnButton:
        button = ColumnButton(place, self.viewport())
        button.chosen.connect(partial(self.column_chosen.emit, place))
        button.went_left.connect(partial(self._go, place - 1))
        button.went_right.connect(partial(self._go, place + 1))
        button.reached.connect(partial(self.reached.emit, FIRST + place))
        button.show()
        return button

    def _go(self, place: int) -> None:
        if 0 <= place < len(self.buttons):
            self.buttons[place].setFocus(Qt.FocusReason.TabFocusReason)
